"""The journal as a page browses it: the latest events first, a page at a time, held to what is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from sqlalchemy import func, select

from pitbook.ledger.answer_parts import with_dollars
from pitbook.ledger.answers import move_steps
from pitbook.ledger.desk import Ledger
from pitbook.ledger.events import Event, EventKind, parse_body
from pitbook.ledger.records import LinkRow
from pitbook.ledger.schema import JOURNAL
from pitbook.ledger.unit import Unit
from pitbook.payouts import dollars

PAGE_SIZE: Final = 50
_FILTERS: Final = ("kind", "person", "table", "round", "text")


@dataclass(frozen=True)
class JournalQuery:
    """What is asked for. ``before`` is the number below which the page begins; empty texts hold nothing back."""

    link: str = ""
    kind: str = ""
    person: str = ""
    table: str = ""
    round: str = ""
    text: str = ""
    before: int | None = None

    @property
    def filtered(self) -> bool:
        """Whether events are held back."""
        return any(getattr(self, name) for name in _FILTERS)

    def address(self) -> str:
        """The query of an address that asks for the same."""
        given = {name: getattr(self, name) for name in ("link", *_FILTERS) if getattr(self, name)}
        if self.before is not None:
            given["before"] = str(self.before)
        return urlencode(given)


@dataclass(frozen=True)
class JournalPage:
    """A page of a link's journal: its events, the latest first, and how many fit what is asked for in all.

    ``older`` is what the next page begins below, None on the last one.
    """

    links: tuple[str, ...]
    link: str
    events: tuple[Event, ...]
    total: int
    older: int | None


def query_of(given: Mapping[str, str]) -> JournalQuery:
    """What an address asks for; what it cannot mean is left out."""
    before = given.get("before", "")
    return JournalQuery(
        link=given.get("link", "")[:64],
        before=int(before) if before.isascii() and before.isdigit() and len(before) < 16 else None,
        **{name: given.get(name, "").strip()[:120] for name in _FILTERS},
    )


def journal_page(ledger: Ledger, query: JournalQuery) -> JournalPage:
    """A page of the journal. Without a link, or with one that is not there, it is of the first link of tables."""
    with ledger.store.reading() as session:
        links = sorted((row.name for row in Unit(ledger.store, session).find(LinkRow)), key=lambda name: (name == "house", name))
        link = query.link if query.link in links else links[0]
        wanted = JOURNAL.c.link == link
        columns = {"kind": JOURNAL.c.kind, "person": JOURNAL.c.person, "table": JOURNAL.c.table_id, "round": JOURNAL.c.round_id}
        for name, column in columns.items():
            if getattr(query, name):
                wanted &= column == getattr(query, name)
        if query.text:
            wanted &= JOURNAL.c.body.contains(query.text, autoescape=True)
        total = session.rows(select(func.count()).select_from(JOURNAL).where(wanted)).scalar() or 0
        if query.before is not None:
            wanted &= JOURNAL.c.seq < query.before
        statement = select(*JOURNAL.c).where(wanted).order_by(JOURNAL.c.seq.desc()).limit(PAGE_SIZE + 1)
        found = [Event(*row) for row in session.rows(statement)]
    more = len(found) > PAGE_SIZE
    events = tuple(found[:PAGE_SIZE])
    return JournalPage(tuple(links), link, events, total, events[-1].seq if more else None)


def content_text(event: Event) -> str:
    """What an event says, money as dollars, in lines."""
    return json.dumps(with_dollars(parse_body(event.body)), indent=2, ensure_ascii=False, sort_keys=True)


def event_words(event: Event) -> str:
    """An event in a few words: what it is about."""
    content = parse_body(event.body)
    if event.kind in _WORDS:
        return _WORDS[EventKind(event.kind)](content)[:200]
    moves = [words for each in content.get("moves", ()) for words in _move_words(each)]
    awards = [f"award {each['award']}" for each in content.get("awards", ()) if "award" in each]
    names = [
        str(content[key])
        for key in ("meter", "subject", "award", "fault", "person", "setting", "why", "reason")
        if content.get(key)
    ]
    return "; ".join(dict.fromkeys([*awards, *names[:2], *moves]))[:200]


def _reading_words(content: Mapping[str, Any]) -> str:
    within = "within tolerance" if content["tolerated"] else "beyond tolerance"
    sign, ledger, variance = (dollars(content[name]) for name in ("shown", "ledger", "variance"))
    return f"{content['meter']}: sign {sign}, ledger {ledger}, variance {variance}, {within}"


def _fault_words(content: Mapping[str, Any]) -> str:
    note = f": {content['note']}" if content["note"] else ""
    return f"{content['scope']} {content['subject']}, {content['code'].replace('-', ' ')}{note} (fault {content['fault']})"


def _cleared_words(content: Mapping[str, Any]) -> str:
    return f"fault {content['fault']} cleared" + (f": {content['note']}" if content["note"] else "")


_WORDS: Final[Mapping[EventKind, Callable[[Mapping[str, Any]], str]]] = {
    EventKind.METER_READ: _reading_words,
    EventKind.FAULT_SET: _fault_words,
    EventKind.FAULT_CLEARED: _cleared_words,
}
"""What events say that move no money, and are about more than a name."""


def _move_words(move: Mapping[str, Any]) -> list[str]:
    """What a move does to a meter's value; an award and the reseed after it each with its own amount."""
    steps = [step for step in move_steps(move) if step[2]]
    return [f"{meter} {f'{kind} ' if len(steps) > 1 else ''}{_signed(change)}" for meter, kind, change, _, _ in steps]


def _signed(micros: int) -> str:
    return f"{'+' if micros > 0 else ''}{with_dollars({'value': micros})['value']}"
