"""The journal of a link as it is read: the event log, a meter's latest moves, how a meter was built. Money is in micro-dollars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitbook.ledger.desk import Ledger
from pitbook.ledger.events import Event, EventKind, parse_body
from pitbook.ledger.records import AwardRow, Fault, Member, Meter, Proposal
from pitbook.ledger.report_parts import ALL_TIME, Period, Report, made_report, places_of
from pitbook.ledger.store import Session
from pitbook.ledger.unit import Unit
from pitbook.ledger.verify import read_events


def event_log(ledger: Ledger, link: str, period: Period = ALL_TIME, *, meter: str | None = None, last: int | None = None) -> Report:
    """The journal of a link in order; of one meter only (its awards, faults, acts and rounds too), or the last so many."""
    with ledger.store.reading() as session:
        concerns = _any_event if meter is None else _of_meter(Unit(ledger.store, session), link, meter)
        rows = _log_rows(ledger, session, link, period, concerns, last)
    return made_report(ledger, "Event log", link, period, rows)


def latest_moves(ledger: Ledger, meter: Meter, last: int) -> list[tuple[dict[str, Any], Mapping[str, Any]]]:
    """The moves of a meter in its last so many events that moved it: the event's row and the move, oldest first."""

    def moved(event: Event) -> bool:
        return f'"{meter.name}"' in event.body and any(
            each["meter"] == meter.name for each in parse_body(event.body).get("moves", ())
        )

    with ledger.store.reading() as session:
        rows = _log_rows(ledger, session, meter.link, ALL_TIME, moved, last)
    return [(row, move) for row in rows for move in row["content"]["moves"] if move["meter"] == meter.name]


def events_after(ledger: Ledger, link: str, after: int, most: int) -> list[dict[str, Any]]:
    """The rows of the event log that follow a place, so many at most. Raises UnknownNameError where there is no such link."""
    with ledger.store.reading() as session:
        places_of(ledger, session, link, ALL_TIME)
        return [_row(event) for event in read_events(session, link, after + 1, after + most)]


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
    return made_report(ledger, f"How meter {meter.name} was built", meter.link, ALL_TIME, rows[starts[-1] :])


def _log_rows(
    ledger: Ledger, session: Session, link: str, period: Period, wanted: Callable[[Event], bool], last: int | None
) -> list[dict[str, Any]]:
    first, until = places_of(ledger, session, link, period)
    if last is not None:
        return [_row(event) for event in _latest(session, link, first, until, wanted, last)]
    return [_row(event) for event in read_events(session, link, first, until) if wanted(event)]


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
