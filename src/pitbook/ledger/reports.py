"""What the ledger tells: balances of a period, contributions by table, hits, awards, liability, changes, the event log.

Each report carries its title, the program's version, the period and the time it was made. Money is in micro-dollars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from typing import Any, Final

from sqlalchemy import func, select

from pitbook.ledger.acts import old_and_new
from pitbook.ledger.apply import unpacked
from pitbook.ledger.desk import Ledger, event_at
from pitbook.ledger.errors import UnknownNameError
from pitbook.ledger.events import HOUSE, Event, EventKind, parse_body, utc_text
from pitbook.ledger.records import AwardRow, AwardStatus, Fault, Level, LinkRow, Member, Meter, Proposal
from pitbook.ledger.schema import JOURNAL
from pitbook.ledger.store import Session
from pitbook.ledger.unit import Unit
from pitbook.ledger.verify import read_events
from pitbook.progressive import STATE_FIELDS, MeterState


@dataclass(frozen=True)
class Period:
    """From a time (included) to a time (excluded), UTC."""

    first: datetime
    after: datetime


ALL_TIME: Final = Period(datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC))


@dataclass(frozen=True)
class Report:
    """A report: its heading and its rows, each a mapping of column to value."""

    title: str
    link: str
    program_version: str
    period: tuple[str, str]
    made_at: str
    rows: tuple[Mapping[str, Any], ...]


def balances(ledger: Ledger, link: str, period: Period = ALL_TIME) -> Report:
    """Per meter: opening balance, what came and went, closing balance; ``difference`` is 0 or the ledger is damaged."""
    with ledger.store.reading() as session:
        seqs = _range(ledger, session, link, period)
        first: dict[str, MeterState] = {}
        latest: dict[str, Mapping[str, int]] = {}
        for event in read_events(session, link, *seqs):
            for move in parse_body(event.body).get("moves", ()):
                if move["meter"] not in first:
                    first[move["meter"]] = _less(unpacked(move["after"]), unpacked(move["change"]))
                latest[move["meter"]] = move["after"]
        last = {name: unpacked(after) for name, after in latest.items()}
        for meter in Unit(ledger.store, session).find(Meter, link=link):
            if meter.name not in first:
                state = _state_after(ledger, session, meter, seqs[1])
                first[meter.name] = last[meter.name] = state
    rows = [_balance(name, first[name], last[name]) for name in sorted(first)]
    return _report(ledger, "Meter balances", link, period, rows)


def _less(state: MeterState, change: MeterState) -> MeterState:
    return MeterState(*(getattr(state, name) - getattr(change, name) for name in STATE_FIELDS))


def _balance(meter: str, before: MeterState, after: MeterState) -> dict[str, Any]:
    change = _less(after, before)
    row: dict[str, Any] = {"meter": meter}
    for pool in ("value", "reserve", "overflow", "parked"):
        row[f"opening_{pool}"] = getattr(before, pool)
    for name in (
        "opening",
        "from_house",
        "contributed",
        "reserve_contributed",
        "adjusted_up",
        "adjusted_down",
        "transferred_in",
        "transferred_out",
        "awarded",
        "revenue",
        "house_paid",
        "wagered",
        "hits",
    ):
        row[name] = getattr(change, name)
    for pool in ("value", "reserve", "overflow", "parked"):
        row[f"closing_{pool}"] = getattr(after, pool)
    row["difference"] = before.held + change.expected - after.held
    return row


def _state_after(ledger: Ledger, session: Session, meter: Meter, last: int) -> MeterState:
    """The state of a meter after the event at ``last``, when no event of the period moved it."""
    if meter.opened_seq > last:
        return MeterState()
    for event in read_events(session, meter.link, last + 1):
        for move in parse_body(event.body).get("moves", ()):
            if move["meter"] == meter.name:
                return _less(unpacked(move["after"]), unpacked(move["change"]))
    return meter.state


def contributions_by_table(ledger: Ledger, link: str, period: Period = ALL_TIME) -> Report:
    """Wagers, increments and reserve parts by table and meter; void rounds taken off."""
    sums: dict[tuple[str, str], list[int]] = {}
    with ledger.store.reading() as session:
        for event in read_events(session, link, *_range(ledger, session, link, period)):
            for move in parse_body(event.body).get("moves", ()):
                if move["kind"] in ("contribute", "reverse"):
                    total = sums.setdefault((event.table_id or "", move["meter"]), [0, 0, 0, 0])
                    change = move["change"]
                    total[0] += 1 if move["kind"] == "contribute" else -1
                    total[1] += change.get("wagered", 0)
                    total[2] += change.get("contributed", 0)
                    total[3] += change.get("reserve_contributed", 0)
    rows = [
        {"table": table, "meter": meter, "rounds": n, "wagered": w, "contributed": c, "reserve_contributed": r}
        for (table, meter), (n, w, c, r) in sorted(sums.items())
    ]
    return _report(ledger, "Contributions by table", link, period, rows)


def hits(ledger: Ledger, link: str, period: Period = ALL_TIME) -> Report:
    """Every award won from a meter, all kept: date and time, table, level, amount, what became of it."""
    first, after = utc_text(period.first), utc_text(period.after)
    with ledger.store.reading() as session:
        found = Unit(ledger.store, session).find(AwardRow, link=link)
    rows = [
        {
            "award": each.award_id,
            "at": each.won_at,
            "table": each.table_id,
            "round": each.round_id,
            "seat": each.seat,
            "meter": each.meter,
            "level": each.outcome,
            "share": each.share,
            "players": each.players,
            "meter_before": each.meter_before,
            "amount": each.amount,
            "from_house": each.from_house,
            "status": each.status,
            "order": each.won_seq,
        }
        for each in sorted(found, key=lambda each: (each.won_seq, each.place, each.award_id))
        if first <= each.won_at < after
    ]
    return _report(ledger, "Hits", link, period, rows)


def levels(ledger: Ledger, link: str) -> Report:
    """Hits and money won by level, and per meter in total; fixed awards of the house included."""
    with ledger.store.reading() as session:
        found = Unit(ledger.store, session).find(Level, link=link)
    rows: list[dict[str, Any]] = [
        {"meter": each.meter, "level": each.outcome, "hits": each.hits, "wins": each.wins} for each in found
    ]
    for meter in sorted({each.meter for each in found}):
        own = [each for each in found if each.meter == meter]
        rows.append(
            {
                "meter": meter,
                "level": "total",
                "hits": sum(each.hits for each in own),
                "wins": sum(each.wins for each in own),
            }
        )
    return _report(ledger, "Hits and wins by level", link, ALL_TIME, rows)


def pending_awards(ledger: Ledger, link: str) -> Report:
    """Awards won and not yet paid."""
    report = hits(ledger, link)
    waiting = {AwardStatus.PENDING, AwardStatus.APPROVED}
    rows = [row for row in report.rows if row["status"] in waiting]
    return _report(ledger, "Awards not yet paid", link, ALL_TIME, rows)


def liability(ledger: Ledger, link: str) -> Report:
    """What is owed to players now: the meter above the house's seed, reserve, overflow, parked money, unpaid awards."""
    with ledger.store.reading() as session:
        unit = Unit(ledger.store, session)
        meters = unit.find(Meter, link=link)
        unpaid: dict[str, int] = {}
        for award in unit.find(AwardRow, link=link):
            if award.status in (AwardStatus.PENDING, AwardStatus.APPROVED):
                unpaid[award.meter] = unpaid.get(award.meter, 0) + award.amount
    rows = []
    for each in meters:
        state = each.state
        players = state.incremental + state.reserve + state.overflow + state.parked
        rows.append(
            {
                "meter": each.name,
                "status": each.status,
                "seed": state.seeded,
                "incremental": state.incremental,
                "reserve": state.reserve,
                "overflow": state.overflow,
                "parked": state.parked,
                "owed_to_players": players,
                "unpaid_awards": unpaid.get(each.name, 0),
                "attendant_paid": each.attendant_paid,
                "machine_paid": each.machine_paid,
                "paid": each.attendant_paid + each.machine_paid,
            }
        )
    return _report(ledger, "Liability", link, ALL_TIME, rows)


def changes(ledger: Ledger, link: str, period: Period = ALL_TIME) -> Report:
    """Changes of terms for accounting: what was, what is to be, who proposed, who approved, when."""
    rows = []
    for event, content in _of_kind(ledger, link, period, EventKind.ACT_APPROVED):
        if content["act"] == "configure":
            rows += [
                {
                    "meter": content["subject"],
                    "parameter": name,
                    "old": old,
                    "new": new,
                    "proposed_by": content["proposed_by"],
                    "approved_by": event.person,
                    "at": event.at,
                    "reference": content["reference"],
                }
                for name, old, new in old_and_new(content)
            ]
    return _report(ledger, "Changes of parameters", link, period, rows)


_FALLS: Final = {"award": "payment", "reverse": "void round or test", "park": "closing", "release": "closing"}


def falls(ledger: Ledger, link: str, period: Period = ALL_TIME) -> Report:
    """Every fall of a meter with its reason, document and people."""
    rows = []
    with ledger.store.reading() as session:
        for event in read_events(session, link, *_range(ledger, session, link, period)):
            content = parse_body(event.body)
            for move in content.get("moves", ()):
                fall = move["change"].get("value", 0)
                if fall < 0 or move["kind"] == "award":
                    reason = content.get("cause") or _FALLS.get(move["kind"], move["kind"])
                    rows.append(
                        {
                            "at": event.at,
                            "meter": move["meter"],
                            "change": fall,
                            "reason": reason,
                            "reference": content.get("reference") or content.get("reason") or event.round_id,
                            "people": [name for name in (content.get("proposed_by"), event.person) if name],
                            "event": f"{event.link}:{event.seq}",
                        }
                    )
    return _report(ledger, "Falls of meters", link, period, rows)


def readings(ledger: Ledger, link: str, period: Period = ALL_TIME) -> Report:
    """Readings of signs against the ledger, with the variance in dollars (as micro-dollars) and percent."""
    rows = []
    for event, content in _of_kind(ledger, link, period, EventKind.METER_READ):
        value = content["ledger"]
        rows.append(
            {
                "at": event.at,
                "meter": content["meter"],
                "table": event.table_id,
                "shown": content["shown"],
                "ledger": value,
                "variance": content["variance"],
                "variance_percent": round(content["variance"] / value * 100, 6) if value else None,
                "tolerated": content["tolerated"],
                "person": event.person,
            }
        )
    return _report(ledger, "Readings of signs", link, period, rows)


_SECURITY: Final = frozenset(
    {
        EventKind.PERSON_ADDED,
        EventKind.PERSON_DISABLED,
        EventKind.SECRET_CHANGED,
        EventKind.LOGIN_FAILED,
        EventKind.LOGGED_IN,
        EventKind.LOGGED_OUT,
        EventKind.ACCESS_REFUSED,
        EventKind.TOKEN_ISSUED,
        EventKind.TOKEN_REVOKED,
        EventKind.SETTING_CHANGED,
        EventKind.WAGER_REFUSED,
        EventKind.CONTRIBUTION_REFUSED,
        EventKind.AWARD_REFUSED,
        EventKind.ACT_REFUSED,
        EventKind.FAULT_SET,
        EventKind.FAULT_CLEARED,
    }
)


def security(ledger: Ledger, link: str = HOUSE, period: Period = ALL_TIME) -> Report:
    """Security and error events: people, logins, tokens, refusals, faults."""
    report = event_log(ledger, link, period)
    rows = [row for row in report.rows if row["kind"] in _SECURITY]
    return _report(ledger, "Security and error events", link, period, rows)


def event_log(ledger: Ledger, link: str, period: Period = ALL_TIME, *, meter: str | None = None, last: int | None = None) -> Report:
    """The journal of a link in order; of one meter only (its awards, faults, acts and rounds too), or the last so many."""
    with ledger.store.reading() as session:
        concerns = _any_event if meter is None else _of_meter(Unit(ledger.store, session), link, meter)
        rows = _log_rows(ledger, session, link, period, concerns, last)
    return _report(ledger, "Event log", link, period, rows)


def latest_moves(ledger: Ledger, meter: Meter, last: int) -> list[tuple[dict[str, Any], Mapping[str, Any]]]:
    """The moves of a meter in its last so many events that moved it: the event's row and the move, oldest first."""

    def moved(event: Event) -> bool:
        return f'"{meter.name}"' in event.body and any(
            each["meter"] == meter.name for each in parse_body(event.body).get("moves", ())
        )

    with ledger.store.reading() as session:
        rows = _log_rows(ledger, session, meter.link, ALL_TIME, moved, last)
    return [(row, move) for row in rows for move in row["content"]["moves"] if move["meter"] == meter.name]


def _log_rows(
    ledger: Ledger, session: Session, link: str, period: Period, wanted: Callable[[Event], bool], last: int | None
) -> list[dict[str, Any]]:
    first, until = _range(ledger, session, link, period)
    if last is not None:
        return [_row(event) for event in _latest(session, link, first, until, wanted, last)]
    return [_row(event) for event in read_events(session, link, first, until) if wanted(event)]


def events_after(ledger: Ledger, link: str, after: int, most: int) -> list[dict[str, Any]]:
    """The rows of the event log that follow a place, so many at most. Raises UnknownNameError where there is no such link."""
    with ledger.store.reading() as session:
        _range(ledger, session, link, ALL_TIME)
        return [_row(event) for event in read_events(session, link, after + 1, after + most)]


def _latest(session: Session, link: str, first: int, until: int, concerns: Callable[[Event], bool], wanted: int) -> Iterator[Event]:
    """The last events that are wanted, found from the end backwards."""
    found: list[Event] = []
    end = until
    while end >= first and len(found) < wanted:
        begin = max(first, end - 999)
        batch = [each for each in read_events(session, link, begin, end) if concerns(each)]
        found = batch + found
        end = begin - 1
    return iter(found[-wanted:] if wanted else [])


def _any_event(_: Event) -> bool:
    return True


def _of_meter(unit: Unit, link: str, meter: str) -> Callable[[Event], bool]:
    """Whether an event is about a meter: names it, or an award, act, fault or wager of it, or opens a round that may feed it."""
    awards = {each.award_id for each in unit.find(AwardRow, link=link, meter=meter)}
    acts = {
        each.proposal_id
        for each in unit.find(Proposal)
        if each.subject == meter or each.subject in awards or parse_body(each.content).get("to") == meter
    }
    wagers = {(each.table_id, each.wager, each.amount) for each in unit.find(Member, link=link) if each.meter == meter}
    tables = {table for table, _, _ in wagers}
    faults = {
        each.fault_id
        for each in unit.find(Fault, link=link)
        if each.scope == "link" or each.subject == meter or (each.scope == "table" and each.subject in tables)
    }
    ids = {"meter": {meter}, "subject": {meter}, "award": awards, "proposal": acts, "fault": faults}

    def concerns(event: Event) -> bool:
        content = parse_body(event.body)
        if any(content.get(name) in known for name, known in ids.items()):
            return True
        if event.kind == EventKind.ROUND_OPENED:
            return event.table_id in tables
        if any(line.get("meter") == meter for name in ("moves", "wagers", "awards") for line in content.get(name, ())):
            return True
        wager = content.get("wager")
        return isinstance(wager, Mapping) and (event.table_id, wager["wager"], wager["amount"]) in wagers

    return concerns


def _row(event: Event) -> dict[str, Any]:
    return {
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "table": event.table_id,
        "round": event.round_id,
        "person": event.person,
        "edition": event.edition,
        "rulebook": event.rulebook,
        "key": event.key,
        "content": parse_body(event.body),
        "hash": event.hash,
    }


def build_up(ledger: Ledger, meter: Meter) -> Report:
    """How the amount on a meter was built since its present start: the start itself, then every move in order."""
    rows: list[dict[str, Any]] = []
    with ledger.store.reading() as session:
        for event in read_events(session, meter.link, meter.start_seq):
            for move in parse_body(event.body).get("moves", ()):
                if move["meter"] == meter.name:
                    rows.append(
                        {
                            "seq": event.seq,
                            "at": event.at,
                            "table": event.table_id,
                            "round": event.round_id,
                            "move": move["kind"],
                            "change": move["change"].get("value", 0),
                            "value": move["after"].get("value", 0),
                        }
                    )
    # An award that restarted the meter may stand among others of its event: what came before the start is left out.
    starts = [at for at, row in enumerate(rows) if row["seq"] == meter.start_seq and row["move"] in ("open", "award")]
    return _report(ledger, f"How meter {meter.name} was built", meter.link, ALL_TIME, rows[starts[-1] :])


# --- parts ----------------------------------------------------------------------------------------------------------


def _of_kind(ledger: Ledger, link: str, period: Period, kind: EventKind) -> list[tuple[Event, Mapping[str, Any]]]:
    with ledger.store.reading() as session:
        first, last = _range(ledger, session, link, period)
        statement = (
            select(*JOURNAL.c)
            .where(JOURNAL.c.link == link, JOURNAL.c.kind == kind, JOURNAL.c.seq.between(first, last))
            .order_by(JOURNAL.c.seq)
        )
        events = [Event(*row) for row in session.rows(statement)]
    return [(event, parse_body(event.body)) for event in events]


def _range(ledger: Ledger, session: Session, link: str, period: Period) -> tuple[int, int]:
    """The places of a period's events. Times never run backwards on a link, so they are searched by halving."""
    if Unit(ledger.store, session).get(LinkRow, link) is None:
        raise UnknownNameError("link", link, [row.name for row in Unit(ledger.store, session).find(LinkRow)])
    last = session.rows(select(func.max(JOURNAL.c.seq)).where(JOURNAL.c.link == link)).scalar() or 0
    if period == ALL_TIME:
        return 1, last
    return (
        _first_at_or_after(ledger, session, link, utc_text(period.first), last),
        _first_at_or_after(ledger, session, link, utc_text(period.after), last) - 1,
    )


def _first_at_or_after(ledger: Ledger, session: Session, link: str, at: str, last: int) -> int:
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        if event_at(ledger.store, session, link, middle).at < at:
            low = middle + 1
        else:
            high = middle
    return low


def _report(ledger: Ledger, title: str, link: str, period: Period, rows: list[Any]) -> Report:
    return Report(
        title,
        link,
        program_version(),
        (utc_text(period.first), utc_text(period.after)),
        utc_text(ledger.clock()),
        tuple(rows),
    )


def program_version() -> str:
    """The version of Pitbook that is running."""
    try:
        return metadata.version("pitbook")
    except metadata.PackageNotFoundError:
        return "unknown"
