"""Verification: the journal against itself, against the tables, and against a head kept elsewhere. Replay and
rebuilding.

A link's events are taken in order; each must carry the right place, the hash of the one before, its own hash, and
figures that come out again. Links wait for each other where money crosses from one to another. Then every table's
every column is compared with what the journal comes to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import func, insert, select

from pitbook.ledger.apply import apply
from pitbook.ledger.desk import Ledger, event_at
from pitbook.ledger.errors import DamagedError, LedgerError, RefusedError
from pitbook.ledger.events import (
    EVENT_FIELDS,
    GENESIS,
    HASH_FORMS,
    HOUSE,
    Content,
    Event,
    EventKind,
    digest,
    event_hash,
    parse_body,
    utc_text,
)
from pitbook.ledger.recompute import faults_of
from pitbook.ledger.records import (
    LAYOUTS,
    LinkRow,
    Member,
    Memory,
    Meter,
    Person,
    configuration_check,
    key_of,
    record_of,
    values_of,
)
from pitbook.ledger.schema import JOURNAL, RECORD_TABLES, SECRETS
from pitbook.ledger.store import Session
from pitbook.names import shown

BATCH: Final = 2_000
_SKEW: Final = timedelta(minutes=1)
"""By so much the clocks of machines that share a ledger may differ."""
_CONFIGURING: Final = frozenset({EventKind.METER_OPENED, EventKind.MEMBER_ADDED, EventKind.MEMBER_REMOVED, EventKind.ACT_APPROVED})


@dataclass(frozen=True)
class Head:
    """The last event of a link, to be kept elsewhere: text form ``LINK:SEQ:HASH``."""

    link: str
    seq: int
    hash: str

    def __str__(self) -> str:
        return f"{self.link}:{self.seq}:{self.hash}"


@dataclass(frozen=True)
class Misfit:
    """Something that does not fit: where (``LINK:SEQ`` or a table's row) and what."""

    where: str
    what: str


@dataclass(frozen=True)
class Verification:
    """The outcome: events looked at, the heads, and the misfits found; the first is the first that does not fit.

    ``ahead`` says of which links the last event bears a time that has not come yet: that is no misfit.
    """

    events: int
    heads: tuple[Head, ...]
    misfits: tuple[Misfit, ...]
    ahead: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether everything fits."""
        return not self.misfits


def heads(ledger: Ledger) -> tuple[Head, ...]:
    """The head of every link, as the journal has it."""
    with ledger.store.reading() as session:
        return _journal_heads(session)


def parse_heads(text: str) -> tuple[Head, ...]:
    """Heads kept elsewhere, one ``LINK:SEQ:HASH`` a line or with blanks between them. Raises RefusedError."""
    found = []
    for word in text.split():
        parts = word.rsplit(":", 2)
        if len(parts) != 3 or not parts[1].isdigit() or len(parts[2]) != 64:
            raise RefusedError(f"{word!r} is no head; a head is LINK:SEQ:HASH as `ledger head` prints it")
        found.append(Head(parts[0], int(parts[1]), parts[2]))
    return tuple(found)


def verify(ledger: Ledger, kept: Iterable[Head] = (), progress: Callable[[int], None] | None = None) -> Verification:
    """Work the whole journal out again and compare; stops at the first event that does not fit."""
    with ledger.store.reading() as session:
        replayed = replay(_events(session), lambda link, seq: _content(ledger, session, link, seq), progress=progress)
        misfits = list(replayed.misfits)
        if not misfits:
            misfits += _compare_tables(session, replayed.records)
        misfits += [each for head in kept for each in _check_head(ledger, session, head)]
        return Verification(replayed.events, _journal_heads(session), tuple(misfits), _ahead(ledger, session))


def _ahead(ledger: Ledger, session: Session) -> tuple[str, ...]:
    """A sentence for each link whose last event bears a time after the clock's."""
    now = ledger.clock()
    latest = utc_text(now + _SKEW)  # times in this form are in the order of their texts
    return tuple(
        f"{row.name}:{row.head_seq} bears {row.head_at}, and the clock here says {utc_text(now)}: one of the two was wrong. "
        "No event bears an earlier time than the one before it, so this link's bear that time until it has come."
        for row in _rows(session, LinkRow)
        if str(row.head_at) > latest
    )


def self_check(ledger: Ledger) -> list[Misfit]:
    """The quick check made before work begins: heads, conservation on every meter, the configuration's check value."""
    misfits = []
    with ledger.store.reading() as session:
        rows = {row.name: row for row in _rows(session, LinkRow)}
        meters = list(_rows(session, Meter))
        members = list(_rows(session, Member))
        for head in _journal_heads(session):
            row = rows.get(head.link)
            if row is None or (row.head_seq, row.head_hash) != (head.seq, head.hash):
                misfits.append(Misfit(f"links {head.link}", "its head is not the last event of the journal"))
                continue
            last = event_at(ledger.store, session, head.link, head.seq)
            if _own_hash(last) != last.hash:
                misfits.append(Misfit(f"{head.link}:{head.seq}", "the last event does not match its hash"))
        for row in rows.values():
            own = [each for each in meters if each.link == row.name]
            check = configuration_check(own, [each for each in members if each.link == row.name])
            if own and row.configuration_check != check:
                misfits.append(Misfit(f"links {row.name}", "the configuration does not match its check value"))
        misfits += [
            Misfit(f"meters {each.link}/{each.name}", "money is not conserved")
            for each in meters
            if each.state.held != each.state.expected
        ]
    return misfits


def quick_check(ledger: Ledger) -> Verification:
    """The outcome of :func:`self_check`; it looks at one event of each link, the last."""
    found = heads(ledger)
    with ledger.store.reading() as session:
        ahead = _ahead(ledger, session)
    return Verification(len(found), found, tuple(self_check(ledger)), ahead)


# --- replay ---------------------------------------------------------------------------------------------------------


@dataclass
class Replay:
    """What a journal comes to: the records, the number of events, and the first misfit if there is one."""

    records: Memory
    events: int
    misfits: list[Misfit]


class _Halted(Exception):  # noqa: N818
    """An event does not fit."""


def replay(
    events: Iterable[Event], history: Callable[[str, int], Content], *, progress: Callable[[int], None] | None = None
) -> Replay:
    """Apply events to empty records, checking each; events of a link must come in order, links in any order."""
    records = Memory()
    records.put(LinkRow(HOUSE, 0, GENESIS, "", 0, 0, ""))
    count = 0
    misfits: list[Misfit] = []
    try:
        for event in events:
            _check_and_apply(records, event, history)
            count += 1
            if progress is not None and count % BATCH == 0:
                progress(count)
    except _Halted as halted:
        misfits.append(halted.args[0])
    return Replay(records, count, misfits)


def _check_and_apply(records: Memory, event: Event, history: Callable[[str, int], Content]) -> None:
    where = f"{event.link}:{event.seq}"
    try:
        content = _chained(records, event)
        wrong = faults_of(records, event, content, history)
        if wrong:
            raise DamagedError("; ".join(wrong))
        if _may_configure(event, content):
            before = _configuration_marks(records, content, event)
            apply(records, event, content)
            _move_head(records, event, changed=before != _configuration_marks(records, content, event))
        else:
            apply(records, event, content)
            _move_head(records, event, changed=False)
    except (LedgerError, ValueError, KeyError, TypeError, AttributeError, AssertionError) as error:
        text = str(error) or type(error).__name__
        raise _Halted(Misfit(where, f"{event.kind}: {text}")) from error


def _chained(records: Memory, event: Event) -> Content:
    link = records.get(LinkRow, event.link)
    if link is None:
        raise DamagedError("the link was never created")
    if event.seq != link.head_seq + 1:
        raise DamagedError(f"event {link.head_seq + 1} is missing")
    if event.previous != link.head_hash:
        raise DamagedError("it does not follow the event before it")
    if event.at < link.head_at:
        raise DamagedError("its time is before the event before it")
    if _own_hash(event) != event.hash:
        raise DamagedError("its hash does not fit its content")
    content: Content = parse_body(event.body)
    return content


def _own_hash(event: Event) -> str:
    if event.version not in HASH_FORMS:
        raise DamagedError(f"hashed form {event.version} is not known; known: {sorted(HASH_FORMS)}")
    return event_hash(event)


def _may_configure(event: Event, content: Content) -> bool:
    """Whether an event could change the configuration of its link: acts, members, and every restart."""
    return event.kind in _CONFIGURING or any("starts" in move["change"] for move in content.get("moves", ()))


def _configuration_marks(records: Memory, content: Content, event: Event) -> list[Any]:
    """What of the configuration this event could change; only meters it names are looked at."""
    names = {move["meter"] for move in content.get("moves", ())} | {str(content.get("subject"))}
    meters = [records.get(Meter, event.link, name) for name in sorted(names)]
    marks: list[Any] = [(each.status, each.configuration, each.pending) for each in meters if each is not None]
    if EventKind(event.kind) in (EventKind.MEMBER_ADDED, EventKind.MEMBER_REMOVED):
        marks.append(len(records.tables[Member]))
        marks.append(sum(1 for each in records.find(Member) if each.removed_seq is not None))
    return marks


def _move_head(records: Memory, event: Event, *, changed: bool) -> None:
    link = records.get(LinkRow, event.link)
    assert link is not None
    link = link._replace(head_seq=event.seq, head_hash=event.hash, head_at=event.at)
    if changed:
        check = configuration_check(
            records.find(Meter, lambda each: each.link == event.link),
            records.find(Member, lambda each: each.link == event.link),
        )
        link = link._replace(configuration_seq=event.seq, configuration_check=check)
    records.put(link)


# --- the tables -----------------------------------------------------------------------------------------------------


def _compare_tables(session: Session, records: Memory) -> list[Misfit]:
    misfits: list[Misfit] = []
    for kind, layout in LAYOUTS.items():
        wanted = dict(records.tables[kind])
        for row in _rows(session, kind):
            key = key_of(row)
            name = f"{layout.table} {'/'.join(map(str, key))}"
            expected = wanted.pop(key, None)
            if expected is None:
                misfits.append(Misfit(name, "the journal knows no such row"))
            elif expected != row:
                misfits += _columns_that_differ(name, layout.columns, values_of(expected), values_of(row))
        misfits += [Misfit(f"{layout.table} {'/'.join(map(str, key))}", "the row is missing") for key in wanted]
    secrets = {row[0]: row[1] for row in session.rows(select(SECRETS.c.person_id, SECRETS.c.secret))}
    for person in records.find(Person):
        if digest(secrets.pop(person.person_id, "")) != person.secret_digest:
            misfits.append(Misfit(f"secrets {person.person_id}", "the secret is not the one of the journal"))
    misfits += [Misfit(f"secrets {name}", "the journal knows no such person") for name in secrets]
    return misfits


def _columns_that_differ(name: str, columns: Iterable[str], wanted: Iterable[Any], found: Iterable[Any]) -> list[Misfit]:
    return [
        Misfit(name, f"{column} is {is_now!r}, by the journal {should!r}")
        for column, should, is_now in zip(columns, wanted, found, strict=True)
        if should != is_now
    ]


def _rows(session: Session, kind: type[Any]) -> Iterator[Any]:
    table = RECORD_TABLES[kind]
    for row in session.rows(select(*table.c).execution_options(yield_per=BATCH)):
        yield record_of(kind, row)


# --- the journal ----------------------------------------------------------------------------------------------------


def _events(session: Session) -> Iterator[Event]:
    """All events, the house's first, then link by link; an event that awaits another link's comes after it."""
    links = [row[0] for row in session.rows(select(JOURNAL.c.link).distinct()).all()]
    ordered = sorted(links, key=lambda name: (name != HOUSE, name))
    return in_causal_order({link: iter(read_events(session, link)) for link in ordered})


def in_causal_order(streams: Mapping[str, Iterator[Event]]) -> Iterator[Event]:
    """The events of several links, each link in order, a transfer's receipt after the transfer and both sides together.

    A transfer looks at both meters at once, so the receiving link must stand exactly before its receipt when the
    sending link's event is worked out; it is run up to there first.
    """
    waiting: dict[str, Event | None] = {}
    remaining = dict(streams)
    done: dict[str, int] = dict.fromkeys(remaining, 0)

    def next_of(link: str) -> Event | None:
        if waiting.get(link) is None and link in remaining:
            waiting[link] = next(remaining[link], None)
        return waiting.get(link)

    def take(link: str) -> Event:
        event = waiting.pop(link)
        assert event is not None
        done[link] = event.seq
        return event

    while True:
        moved = False
        for link in remaining:
            while (event := next_of(link)) is not None:
                other = _sends_to(event)
                if other is not None and other in remaining:
                    ahead = next_of(other)
                    if ahead is None or _received_from(ahead) != f"{link}:{event.seq}":
                        break
                source = _received_from(event)
                if source is not None:
                    from_link, _, seq = source.rpartition(":")
                    if from_link in remaining and done[from_link] < int(seq):
                        break
                yield take(link)
                moved = True
        if not moved:
            break
    for link in remaining:  # only a damaged journal gets here with events left
        while next_of(link) is not None:
            yield take(link)


def _sends_to(event: Event) -> str | None:
    if event.kind != EventKind.ACT_APPROVED:
        return None
    other = _peek(event).get("to_link")
    return str(other) if other and other != event.link else None


def _received_from(event: Event) -> str | None:
    if event.kind != EventKind.METER_RECEIVED:
        return None
    source = str(_peek(event).get("from_event"))
    return source if source.rpartition(":")[2].isdigit() else None


def _peek(event: Event) -> Content:
    """The content of an event before it was checked: whatever was done to it, this does not fail."""
    try:
        found = parse_body(event.body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def read_events(session: Session, link: str, first: int = 1, last: int | None = None) -> Iterator[Event]:
    """A link's events from place ``first`` to ``last``, in order, read in batches."""
    mark = "?" if session.connection.dialect.name == "sqlite" else "%s"
    text = f"SELECT * FROM journal WHERE link = {mark} AND seq BETWEEN {mark} AND {mark} ORDER BY seq"
    while True:
        until = first + BATCH - 1 if last is None else min(last, first + BATCH - 1)
        rows = session.run(text, (link, first, until)).fetchall()
        for row in rows:
            yield Event(*row)
        if until == last:
            return
        if not rows:
            # A gap is passed over here; whoever counts the places sees it.
            following = session.rows(select(func.min(JOURNAL.c.seq)).where(JOURNAL.c.link == link, JOURNAL.c.seq > until)).scalar()
            if following is None:
                return
            first = following
        else:
            first = until + 1


def _content(ledger: Ledger, session: Session, link: str, seq: int) -> Content:
    content: Content = parse_body(event_at(ledger.store, session, link, seq).body)
    return content


def _journal_heads(session: Session) -> tuple[Head, ...]:
    last = select(JOURNAL.c.link, func.max(JOURNAL.c.seq).label("seq")).group_by(JOURNAL.c.link).subquery()
    rows = session.rows(
        select(JOURNAL.c.link, JOURNAL.c.seq, JOURNAL.c.hash)
        .join(last, (JOURNAL.c.link == last.c.link) & (JOURNAL.c.seq == last.c.seq))
        .order_by(JOURNAL.c.link)
    )
    return tuple(Head(*row) for row in rows)


def _check_head(ledger: Ledger, session: Session, head: Head) -> list[Misfit]:
    where = f"{head.link}:{head.seq}"
    try:
        event = event_at(ledger.store, session, head.link, head.seq)
    except DamagedError:
        return [Misfit(where, "the event of the kept head is gone: the end of the journal was cut off")]
    if event.hash != head.hash:
        return [Misfit(where, "the event of the kept head is another one: history was written anew")]
    return []


# --- export and rebuilding ------------------------------------------------------------------------------------------


def export_lines(ledger: Ledger) -> Iterator[str]:
    """The whole journal as JSON lines, in an order in which it can be replayed. Secrets are not in it."""
    with ledger.store.reading() as session:
        for event in _events(session):
            yield json.dumps({name: getattr(event, name) for name in EVENT_FIELDS}, sort_keys=True)


def parse_line(line: str) -> Event:
    """An event of an exported line; RefusedError when it is none."""
    try:
        data = json.loads(line)
        return Event(**{name: data[name] for name in EVENT_FIELDS})
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RefusedError(f"this is no line of an exported journal: {shown(line.strip(), 80)}") from error


def rebuild(ledger: Ledger, lines: Iterable[str]) -> Verification:
    """Fill an empty ledger, of either kind of database, from an exported journal, after checking it whole.

    People must be given new secrets afterwards (they are not in an export). Raises RefusedError when the ledger is not
    empty or the journal does not fit.
    """
    events = [parse_line(line) for line in lines if line.strip()]
    if not events:
        raise RefusedError("this is no exported journal: there is no event in it")
    by_place = {(each.link, each.seq): each for each in events}

    def history(link: str, seq: int) -> Content:
        content: Content = parse_body(by_place[link, seq].body)
        return content

    replayed = replay(events, history)
    if replayed.misfits:
        first = replayed.misfits[0]
        raise RefusedError(f"the journal does not fit at {first.where}: {first.what}")
    with ledger.store.writing([HOUSE]) as session:
        if (session.rows(select(func.count()).select_from(JOURNAL)).scalar() or 0) > 1:
            raise RefusedError("the ledger is not empty")
        for table in (JOURNAL, *RECORD_TABLES.values()):
            session.rows(table.delete())
        _insert_all(session, JOURNAL, [{name: getattr(each, name) for name in EVENT_FIELDS} for each in events])
        for kind, layout in LAYOUTS.items():
            rows = [dict(zip(layout.columns, values_of(each), strict=True)) for each in replayed.records.tables[kind].values()]
            _insert_all(session, RECORD_TABLES[kind], rows)
    with ledger.store.reading() as session:
        return Verification(replayed.events, _journal_heads(session), ())


def _insert_all(session: Session, table: Any, rows: list[dict[str, Any]]) -> None:
    for at in range(0, len(rows), BATCH):
        session.rows(insert(table), rows[at : at + BATCH])
