"""``/meters/{meter}``: one meter. What stands on it now and how it came there, what it returns, who feeds it, what waits."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any, Final
from urllib.parse import quote

from nicegui import ui
from starlette.requests import Request

from pitbook.ledger.desk import Ledger
from pitbook.ledger.errors import UnknownNameError
from pitbook.ledger.meters import MeterView, display, show_meter
from pitbook.ledger.people import Right
from pitbook.ledger.records import MeterStatus
from pitbook.ledger.reports import contributions_by_table
from pitbook.payouts import dollars, percent
from pitbook.progressive import MICROS_PER_CENT
from pitbook.tables import Row, Table, left, right
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import block, facts_html, live, markup, notice, notice_html, panel, table_html
from pitbook.web.pages.act_panel import ActPanel
from pitbook.web.pages.acts import may, who_may
from pitbook.web.pages.award_panel import AwardPanel
from pitbook.web.pages.fault_panel import FaultPanel
from pitbook.web.pages.following import follow
from pitbook.web.pages.report_panel import ReportPanel
from pitbook.web.progressives.feed import Message
from pitbook.web.progressives.meter_view import Paying, Point, path_of, payings, wager_name
from pitbook.web.progressives.path_chart import path_svg

PATH: Final = "/meters/{meter}"


@dataclass(frozen=True)
class Found:
    """A meter and what its page shows, as of one look."""

    view: MeterView
    path: list[Point]
    tables: Table


def register(services: Any) -> None:
    """The page at ``/meters/{meter}``."""

    @ui.page(PATH)
    async def one_meter(request: Request, meter: str) -> None:
        from pitbook.web.pages.meters import no_ledger

        crumbs = [("/meters", "Meters")]
        if services.ledger is None:
            with frame(services, "Meter", job="/meters", crumbs=crumbs):
                no_ledger()
            return
        try:
            found = await services.read(look, services.ledger, meter)
        except UnknownNameError as fault:
            ui.context.client.status_code = 404
            with frame(services, "No such meter", job="/meters", crumbs=crumbs):
                notice(str(fault), "bad", "There is no such meter")
            return
        with frame(services, found.view.meter.name, job="/meters", crumbs=crumbs, lead=_lead(found.view)):
            MeterPage(services, request, found)


def look(ledger: Ledger, name: str) -> Found:
    """Everything the page shows of a meter, but what is priced."""
    view = show_meter(ledger, name)
    report = contributions_by_table(ledger, view.meter.link)
    own = [row for row in report.rows if row["meter"] == name]
    rows = tuple(
        Row(
            (
                row["table"],
                f"{row['rounds']:,}",
                *(dollars(row[key]) for key in ("wagered", "contributed", "reserve_contributed")),
            )
        )
        for row in own
    )
    columns = (*left("Table"), *right("Rounds", "Wagered", "On the meter", "In the reserve"))
    tables = Table("Contributions by table", columns, rows, notes=() if rows else ("Nothing was contributed yet.",))
    return Found(view, path_of(ledger, view), tables)


def _lead(view: MeterView) -> str:
    return f"{wager_name(view)}, wagers of {dollars(view.meter.amount)}, on link {view.meter.link}"


class MeterPage:
    """The page of one browser."""

    def __init__(self, services: Any, request: Request, found: Found) -> None:
        self.services, self.request = services, request
        self.name, self.link = found.view.meter.name, found.view.meter.link
        self.payings: list[Paying] | None = None
        self.found = found
        self.build()
        self.show()
        follow(services, request, [self.link], self.hear, self.ended)
        ui.timer(0.05, self.price, once=True)

    def build(self) -> None:
        """Every part of the page."""
        self.message = live()
        self.top = markup("", classes="pb-stack")
        with block("pb-cols pb-wide"):
            with panel("Return now against break-even"):
                self.returns = markup('<p class="pb-note">Being worked out.</p>', classes="pb-stack tight")
            with panel("Path"):
                self.chart = markup("")
        self.awards = AwardPanel(self)
        self.acts = ActPanel(self)
        with panel("Terms and totals"):
            self.facts = markup("", classes="pb-stack tight")
        with panel("Who feeds it"):  # of the whole width: its tables have many columns
            self.feeders = markup("", classes="pb-stack tight")
        if may(self.request, Right.FAULT):
            self.faults: FaultPanel | None = FaultPanel(self)
        else:
            self.faults = None
            markup(f'<p class="pb-note">Faults are set and cleared by {who_may(Right.FAULT)}.</p>')
        ReportPanel(self.services, self.request, self.link)

    def show(self) -> None:
        """Put the page in step with what was found."""
        view = self.found.view
        self.top.put(_top(view))
        self.chart.put(path_svg(self.found.path, self.name, self.marks()))
        self.facts.put(facts_html(_facts(view)))
        self.feeders.put(_members(view) + table_html(self.found.tables, hide_caption=True))
        if self.payings is not None:
            self.returns.put(_returns(self.payings, view.meter.state.value))
        if self.faults is not None:
            self.faults.show(view)

    def marks(self) -> list[tuple[str, int]]:
        """The break-even of each kind of wager, as lines across the path."""
        return [(f"break-even, {each.name}", int(each.break_even)) for each in self.payings or () if each.break_even is not None]

    async def price(self) -> None:
        """The exact odds take a moment the first time."""
        self.payings = await self.services.count(payings, self.found.view)
        self.show()

    async def again(self) -> None:
        """Look again, after an act or a move."""
        self.found = await self.services.read(look, self.services.ledger, self.name)
        self.show()
        await self.awards.again()
        await self.acts.again()

    async def hear(self, message: Message) -> None:
        """Something was written on the link."""
        if message.name == "event":
            await self.again()

    def ended(self) -> None:
        """Nobody is signed in any more."""
        self.message.put("These figures do not move any more. Sign in again.", "warn", "Your session has ended")


def _top(view: MeterView) -> str:
    from pitbook.web.pages.meters import status_tag

    shown = display(view)
    faults = "".join(
        notice_html(
            f"{each.scope} {each.subject}: {each.code}{f' ({each.note})' if each.note else ''}, since {each.set_at[:19]} UTC, "
            f"set by {each.set_by or 'the controller'}. Wagers it concerns are refused.",
            "bad",
            "Out of order",
        )
        for each in (view.faults if view.meter.status == MeterStatus.OPEN else ())
    )
    pending = (
        notice_html("Other terms were approved; they hold from the next start.", "info", "Change waits") if view.pending else ""
    )
    return (
        f'<div class="pb-now"><p class="pb-amount big" data-meter="{escape(view.meter.name)}">{dollars(shown.amount)}</p>'
        f"<p>{status_tag(view)} in the reserve {dollars(view.meter.state.reserve)} · "
        f'<a href="/sign/{quote(view.meter.name, safe="")}">Sign of this meter</a> · '
        f'<a href="/sign/{quote(view.meter.link, safe="")}">of its link</a></p></div>{faults}{pending}'
    )


def _facts(view: MeterView) -> list[tuple[str, str]]:
    terms, state = view.configuration.terms, view.meter.state
    amounts = (("Seed", terms.seed_micros), ("Reseed", terms.reseed_micros))
    return [
        *((name, "N/A" if amount is None else dollars(amount)) for name, amount in amounts),
        ("Increment rate", percent(terms.increment)),
        ("Reserve rate", percent(terms.reserve)),
        (
            "Limit",
            "none" if view.configuration.policies.limit_micros is None else dollars(view.configuration.policies.limit_micros),
        ),
        ("Wagered", dollars(state.wagered)),
        ("Increments within the value", dollars(state.incremental)),
        ("House’s seed within the value", dollars(state.seeded)),
        ("Awarded", dollars(state.awarded)),
        ("Awards from the meter", f"{state.hits:,}" + (", a divided one counted once" if state.hits else "")),
        *((f"Seats that won, {each.outcome.replace('-', ' ')}", f"{each.hits:,}: {dollars(each.wins)}") for each in view.levels),
    ]


def _members(view: MeterView) -> str:
    stands = "feeds it" if view.meter.status == MeterStatus.OPEN else "fed it until it was closed"
    rows = tuple(
        Row(
            (each.table_id, each.game.replace("-", " "), each.wager, each.paytable, dollars(each.amount), each.added_at[:10],
             stands if each.removed_seq is None else f"until {(each.removed_at or '')[:10]}"),
            "" if each.removed_seq is None else "dim",
        )
        for each in view.members
    )  # fmt: skip
    if not rows:
        return '<p class="pb-note">No table was joined yet.</p>'
    columns = (*left("Table", "Game", "Wager", "Paytable"), *right("Amount"), *left("Since", ""))
    return table_html(Table("Tables", columns, rows), hide_caption=True, classes="nowrap")


def _returns(kinds: list[Paying], value: int) -> str:
    if not kinds:
        return '<p class="pb-note">No wager of the rulebook is joined to it, so there is no return to show.</p>'
    return "".join(_return(each, value) for each in kinds)


def _return(each: Paying, value: int) -> str:
    now = each.returned(value)
    rows = [
        ("Return now", _percent(now)),
        ("House edge now", _percent(1 - now)),
        ("Without the meter’s rows", _percent(each.fixed)),
        ("Break-even", "none" if each.break_even is None else cents(each.break_even)),
    ]
    over = each.break_even is not None and value >= each.break_even
    words = (
        "The meter is above break-even: on the average each wager now costs the house money."
        if over
        else ""
        if each.break_even is None
        else f"Break-even is {cents(each.break_even - value)} away."
    )
    share = 0.0 if not each.break_even else min(1.0, value / float(each.break_even))
    bar = (
        f'<div class="pb-gauge {"over" if over else ""}" role="img" aria-label="The meter is at {share:.0%} of break-even">'
        f'<span style="width:{share * 100:.1f}%"></span></div>'
        if each.break_even
        else ""
    )
    return (
        f"<h3>{escape(each.name)}, paytable {escape(each.paytable)}, {dollars(each.amount)}</h3>{facts_html(rows)}{bar}"
        f'<p class="pb-note">{escape(words)} '
        f'<a href="/par/{escape(each.game)}/{escape(each.wager)}?paytable={quote(each.paytable)}">PAR sheet</a>. '
        "Envy Bonuses are left out; readings at their defaults.</p>"
    )


def cents(micros: Fraction) -> str:
    """An amount in micro-dollars as dollars and cents, rounded."""
    return dollars(round(micros / MICROS_PER_CENT) * MICROS_PER_CENT)


def _percent(value: Fraction) -> str:
    return f"{float(value) * 100:.3f}%"
