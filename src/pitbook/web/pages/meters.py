"""``/meters``: every meter with what stands on it now, the awards that are not paid, the acts that wait for a second person."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final
from urllib.parse import quote

from nicegui import ui
from starlette.requests import Request

from pitbook.ledger.meter_answers import feeding_tables
from pitbook.ledger.meters import MeterView, display
from pitbook.ledger.records import AwardRow, MeterStatus
from pitbook.payouts import dollars
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import live, markup, notice, tag_html
from pitbook.web.pages import meter
from pitbook.web.pages.following import follow
from pitbook.web.progressives.feed import Message
from pitbook.web.progressives.meter_view import Shown, all_meters, proposal_words, wager_name

PATH: Final = "/meters"


def register(services: Any) -> None:
    """The pages at ``/meters`` and ``/meters/{meter}``."""
    meter.register(services)

    @ui.page(PATH)
    async def meters(request: Request) -> None:
        if services.ledger is None:
            with frame(services, "Meters", job=PATH):
                no_ledger()
            return
        shown = await services.read(all_meters, services.ledger)
        with frame(
            services, "Meters", job=PATH, lead="What stands on every meter now. It moves here as soon as it is in the journal."
        ):
            _Meters(services, request, shown)


def no_ledger() -> None:
    """What a page of meters says on a server that has none."""
    notice(
        "It was started without --database. Rules, odds, settlement, filings and simulation work all the same.",
        "info",
        "This server has no meters",
    )


class _Meters:
    """The list of one browser."""

    def __init__(self, services: Any, request: Request, shown: Shown) -> None:
        self.services, self.request = services, request
        self.message = live()
        self.tiles = markup(_tiles(shown.meters))
        self.waiting = markup(_waiting(shown), classes="pb-stack")
        links = sorted({each.meter.link for each in shown.meters})
        follow(services, request, links, self.hear, self.ended)

    async def hear(self, message: Message) -> None:
        """Something was written on a link."""
        if message.name == "event":
            shown = await self.services.read(all_meters, self.services.ledger)
            self.tiles.put(_tiles(shown.meters))
            self.waiting.put(_waiting(shown))

    def ended(self) -> None:
        """Nobody is signed in any more."""
        self.message.put("These figures do not move any more. Sign in again.", "warn", "Your session has ended")


def _tiles(views: Sequence[MeterView]) -> str:
    if not views:
        return '<p class="pb-note">No meter is open; <code>pitbook meter open --help</code> says how one is opened.</p>'
    return f'<ul class="pb-tiles pb-meters">{"".join(_tile(each) for each in views)}</ul>'


def _tile(view: MeterView) -> str:
    found = view.meter
    tables = feeding_tables(view)
    address = f"/meters/{quote(found.name, safe='')}"
    return (
        f'<li><div class="pb-tile"><h2><a href="{address}">{escape(found.name)}</a></h2>'
        f"<p>{escape(wager_name(view))}, wagers of {dollars(found.amount)}</p>"
        f'<p class="pb-amount" data-meter="{escape(found.name)}">{dollars(display(view).amount)}</p>'
        f"<p>{status_tag(view)} link {escape(found.link)}, {len(tables)} {'table' if len(tables) == 1 else 'tables'}</p>"
        f'<p><a href="/sign/{quote(found.name, safe="")}">Sign</a></p></div></li>'
    )


def status_tag(view: MeterView) -> str:
    """How a meter stands, with a sign and a word."""
    if view.meter.status == MeterStatus.CLOSED:
        return tag_html(view.meter.status, "info")
    if any(each.scope != "table" for each in view.faults):
        return tag_html("out of order", "bad")
    if view.faults:
        return tag_html("a table is out of order", "warn")
    return tag_html(view.meter.status, "good")


def _waiting(shown: Shown) -> str:
    awards = "".join(_award(each) for each in shown.awards)
    acts = "".join(
        f"<li>{escape(proposal_words(each))}, proposed by {escape(each.proposed_by)} {tag_html('waits', 'warn')}</li>"
        for each in shown.proposals
    )
    parts = [
        "<h2>Awards not yet paid</h2>",
        f"<ul>{awards}</ul>" if awards else '<p class="pb-note">None.</p>',
        "<h2>Acts that wait for a second person</h2>",
        f"<ul>{acts}</ul>" if acts else '<p class="pb-note">None.</p>',
    ]
    return "".join(parts)


def _award(award: AwardRow) -> str:
    return (
        f'<li><a href="/meters/{quote(award.meter, safe="")}#awards">{escape(award.award_id)}</a>: <b>{dollars(award.amount)}</b> '
        f"to seat {award.seat} of table {escape(award.table_id)}, {escape(award.outcome.replace('-', ' '))} "
        f"{tag_html(award.status, 'warn' if award.status == 'pending' else 'info')}</li>"
    )
