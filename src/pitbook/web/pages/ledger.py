"""``/ledger``: the journal to browse, its heads to keep elsewhere, its verification, its export."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.errors import InputError
from pitbook.ledger.desk import Ledger
from pitbook.ledger.events import Event, EventKind
from pitbook.ledger.report_answers import verification_answer
from pitbook.ledger.verify import Head, Verification, heads, parse_heads, verify
from pitbook.web.guard.roles import API, BOOKS, refusal
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    block,
    button,
    link,
    live,
    markup,
    more,
    panel,
    progress,
    table_html,
    text_field,
)
from pitbook.web.pages.acts import standing
from pitbook.web.pages.report_panel import ReportPanel
from pitbook.web.progressives.journal_view import (
    PAGE_SIZE,
    JournalPage,
    JournalQuery,
    content_text,
    event_words,
    journal_page,
    query_of,
)

PATH: Final = "/ledger"


class Stopped(Exception):  # noqa: N818, it is no fault
    """The verification was stopped."""


def register(services: Any) -> None:
    """The page at ``/ledger``."""

    @ui.page(PATH)
    async def ledger_page(request: Request) -> None:
        from pitbook.web.pages.meters import no_ledger

        if services.ledger is None:
            with frame(services, "Ledger", job=PATH):
                no_ledger()
            return
        query = query_of(dict(request.query_params))
        found = await services.read(journal_page, services.ledger, query)
        kept = await services.read(heads, services.ledger)
        with frame(
            services,
            "Ledger",
            job=PATH,
            lead="Every event in order, each with the hash of the one before it. Nothing is ever changed.",
        ):
            _Browser(services, request, query, found, kept)


class _Browser:
    """The page of one browser."""

    def __init__(self, services: Any, request: Request, query: JournalQuery, found: JournalPage, kept: tuple[Head, ...]) -> None:
        self.services, self.request, self.query = services, request, query
        self.stopping = False
        markup(_JUMPS, tag="nav").props('aria-label="On this page"')
        markup(_form(query, found), tag="form", classes="pb-panel pb-find").props(
            f'action="{PATH}" method="get" aria-label="What to show"'
        )
        markup(_events(query, found), classes="pb-stack")
        with panel("Heads, to be kept elsewhere") as held:
            held.props("id=heads")
            markup(_heads(kept), classes="pb-stack tight")
        with panel("Verification") as held:
            held.props("id=verification")
            self.verification()
        with panel("Export") as held:
            held.props("id=export")
            why = refusal(BOOKS, _identity(request))
            if why is None:
                markup("<p>The whole journal as JSON lines, in an order in which it can be replayed. Secrets are not in it.</p>")
                with block("pb-row"):
                    link("Export the journal", f"{API}/ledger/export", as_button=True, download_as="journal.jsonl")
            else:
                markup(f'<p class="pb-note">The journal is exported by others: {escape(why)}.</p>')
        if found.link != "house":
            ReportPanel(services, request, found.link)

    def verification(self) -> None:
        """Work the whole journal out again."""
        markup(
            "<p>The journal is worked out again from its first event: every hash, every figure, every table. Heads kept elsewhere "
            "show whether its end was cut off or rewritten.</p>"
        )
        self.message = live()
        with more("Compare with heads kept elsewhere"):
            self.given = text_field("Heads", lines=3, kind="mono", hint="LINK:SEQ:HASH, one a line", optional=True)
        with block("pb-row"):
            self.start = button("Verify", self.verify, kind="primary")
        self.bar = progress("Not started", self.stop)
        self.bar.set_visibility(False)
        self.result = markup("", classes="pb-stack tight")

    async def verify(self) -> None:
        """Verify, telling how far it is."""
        if await standing(self.services, self.request, self.message) is None:
            return
        try:
            kept = parse_heads(self.given.value)
        except InputError as fault:
            self.message.faults(str(fault).splitlines())
            return
        if not self.services.one_verification_at_a_time.acquire(blocking=False):
            self.message.put("Try again when it is done.", "warn", "A verification is under way")
            return
        self.message.put()
        self.result.put("")
        self.start.enable(False)
        self.bar.set_visibility(True)
        self.stopping = False
        state = {"done": 0}

        def tell(done: int) -> None:
            state["done"] = done
            if self.stopping:
                raise Stopped

        try:
            whole = await self.services.read(_size, self.services.ledger)
            work = asyncio.ensure_future(self.services.work(verify, self.services.ledger, kept, tell))
            while not work.done():
                self.bar.put(min(1.0, state["done"] / max(whole, 1)), f"{state['done']:,} of {whole:,} events")
                await asyncio.wait([work], timeout=0.2)
            self.told(work.result())
        except Stopped:
            self.message.put(f"{state['done']:,} events had been looked at, and fitted.", "info", "Stopped")
        except InputError as fault:
            self.message.faults(str(fault).splitlines())
        finally:
            self.services.one_verification_at_a_time.release()
            self.bar.set_visibility(False)
            self.start.enable()

    def told(self, outcome: Verification) -> None:
        """The outcome."""
        if outcome.good:
            self.message.put(f"All {outcome.events:,} events, and every row of the tables.", "good", "The ledger fits")
        else:
            first = outcome.misfits[0]
            self.message.put(f"{first.where}: {first.what}", "bad", "The ledger does not fit")
        self.result.put("".join(table_html(each) for each in verification_answer(outcome).tables))

    def stop(self) -> None:
        """Stop at the next batch."""
        self.stopping = True


def _identity(request: Request) -> Any:
    from pitbook.web.guard.identity import identity_of

    return identity_of(request)


def _size(ledger: Ledger) -> int:
    """How many events there are in all links."""
    return sum(each.seq for each in heads(ledger))


# HTML ----------------------------------------------------------------------------------------------------------------


_JUMPS: Final = (
    '<p class="pb-note">On this page: <a href="#heads">heads</a>, <a href="#verification">verification</a>, '
    '<a href="#export">export</a></p>'
)


def _form(query: JournalQuery, found: JournalPage) -> str:
    links = "".join(f"<option{' selected' if each == found.link else ''}>{escape(each)}</option>" for each in found.links)
    kinds = "".join(
        f'<option value="{each.value}"{" selected" if each == query.kind else ""}>{each.value.replace("-", " ")}</option>'
        for each in EventKind
    )
    fields = [
        _field("link", "Link", f'<select id="j-link" name="link">{links}</select>'),
        _field("kind", "Kind", f'<select id="j-kind" name="kind"><option value="">every kind</option>{kinds}</select>'),
        *(
            _field(name, words, f'<input id="j-{name}" name="{name}" value="{escape(getattr(query, name))}" maxlength="120">')
            for name, words in (("table", "Table"), ("round", "Round"), ("person", "Person"), ("text", "Text in it"))
        ),
    ]
    clear = f'<a class="pb-button" href="{PATH}?link={escape(found.link)}">Clear</a>' if query.filtered or query.before else ""
    show = '<button class="pb-button primary">Show</button>'
    return f'<div class="pb-offers">{"".join(fields)}</div><div class="pb-row">{show}{clear}</div>'


def _field(name: str, words: str, inner: str) -> str:
    return f'<div class="pb-field"><label for="j-{name}">{words}</label><div class="pb-in">{inner}</div></div>'


def _events(query: JournalQuery, found: JournalPage) -> str:
    of = f"{found.total:,} {'event' if found.total == 1 else 'events'}{' that fit' if query.filtered else ''}"
    if not found.events:
        return f'<h2>Journal of {escape(found.link)}</h2><p class="pb-note">{of}.</p>'
    rows = "".join(_event(each) for each in found.events)
    first, last = found.events[0].seq, found.events[-1].seq
    older = ""
    if found.older is not None:
        address = JournalQuery(found.link, query.kind, query.person, query.table, query.round, query.text, found.older).address()
        older = f'<a class="pb-button" href="{PATH}?{escape(address)}" rel="next">Older events</a>'
    newest = ""
    if query.before is not None:
        address = JournalQuery(found.link, query.kind, query.person, query.table, query.round, query.text).address()
        newest = f'<a class="pb-button" href="{PATH}?{escape(address)}">Latest events</a>'
    return (
        f'<h2>Journal of {escape(found.link)}</h2><p class="pb-note">{of}; shown are {first:,} down to {last:,}, '
        f"at most {PAGE_SIZE} on a page. Times are UTC.</p>"
        '<div class="pb-wrap" tabindex="0" role="group" aria-label="Events"><table class="pb-table pb-journal">'
        '<caption class="pb-hide">Events, the latest first</caption>'
        '<thead><tr><th scope="col" class="r">Number</th><th scope="col">Time</th>'
        '<th scope="col">Kind</th><th scope="col">Table</th><th scope="col">Round</th><th scope="col">Person</th>'
        f'<th scope="col">About</th></tr></thead><tbody>{rows}</tbody></table></div><div class="pb-row">{newest}{older}</div>'
    )


def _event(event: Event) -> str:
    parts = (
        ("Key", event.key),
        ("Edition", event.edition),
        ("Rulebook", event.rulebook),
        ("Hash", event.hash),
        ("Hash before", event.previous),
    )
    facts = "".join(f"<p><b>{name}</b> <code>{escape(value)}</code></p>" for name, value in parts if value)
    at = escape(event.at[:19].replace("T", " "))
    content = escape(content_text(event))
    return (
        f'<tr id="e{event.seq}"><th scope="row" class="r">{event.seq:,}</th><td class="nw">{at}</td>'
        f'<td class="nw">{escape(event.kind.replace("-", " "))}</td><td class="nw">{escape(event.table_id or "")}</td>'
        f"<td class=nw>{escape(event.round_id or '')}</td><td>{escape(event.person or '')}</td><td>{escape(event_words(event))}"
        f"<details><summary>All of event {event.seq:,}</summary>{facts}"
        f'<pre class="pb-code">{content}</pre></details></td></tr>'
    )


def _heads(kept: tuple[Head, ...]) -> str:
    lines = "\n".join(map(str, kept))
    copy = (
        "navigator.clipboard.writeText(this.parentNode.previousElementSibling.textContent).then("
        "()=>{this.textContent='Copied'},()=>{this.textContent='Mark the text and copy it'})"
    )
    return (
        "<p>The last event of every link. A journal that is cut or rewritten later does not fit them any more.</p>"
        f'<pre class="pb-code pb-heads" tabindex="0" role="group" aria-label="Heads">{escape(lines)}</pre>'
        f'<p><button type="button" class="pb-button small" onclick="{copy}">Copy the heads</button></p>'
    )
