"""What the ledger tells: balances of a period, contributions by table, hits, awards, liability, changes, falls, readings, security.

Each report carries its title, the program's version, the period and the time it was made. Money is in micro-dollars.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import select

from pitbook.ledger.acts import old_and_new
from pitbook.ledger.apply import unpacked
from pitbook.ledger.desk import Ledger
from pitbook.ledger.event_log import event_log
from pitbook.ledger.events import HOUSE, Event, EventKind, parse_body, utc_text
from pitbook.ledger.records import AwardRow, AwardStatus, Level, Meter
from pitbook.ledger.report_parts import ALL_TIME, Period, Report, made_report, places_of
from pitbook.ledger.schema import JOURNAL
from pitbook.ledger.store import Session
from pitbook.ledger.unit import Unit
from pitbook.ledger.verify import read_events
from pitbook.progressive import STATE_FIELDS, MeterState


def balances(ledger: Ledger, link: str, period: Period = ALL_TIME) -> Report:
    """Per meter: opening balance, what came and went, closing balance; ``difference`` is 0 or the ledger is damaged."""
    with ledger.store.reading() as session:
        seqs = places_of(ledger, session, link, period)
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
    return made_report(ledger, "Meter balances", link, period, rows)


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
        for event in read_events(session, link, *places_of(ledger, session, link, period)):
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
    return made_report(ledger, "Contributions by table", link, period, rows)


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
    return made_report(ledger, "Hits", link, period, rows)


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
    return made_report(ledger, "Hits and wins by level", link, ALL_TIME, rows)


def pending_awards(ledger: Ledger, link: str) -> Report:
    """Awards won and not yet paid."""
    report = hits(ledger, link)
    waiting = {AwardStatus.PENDING, AwardStatus.APPROVED}
    rows = [row for row in report.rows if row["status"] in waiting]
    return made_report(ledger, "Awards not yet paid", link, ALL_TIME, rows)


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
    return made_report(ledger, "Liability", link, ALL_TIME, rows)


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
    return made_report(ledger, "Changes of parameters", link, period, rows)


_FALLS: Final = {"award": "payment", "reverse": "void round or test", "park": "closing", "release": "closing"}


def falls(ledger: Ledger, link: str, period: Period = ALL_TIME) -> Report:
    """Every fall of a meter with its reason, document and people."""
    rows = []
    with ledger.store.reading() as session:
        for event in read_events(session, link, *places_of(ledger, session, link, period)):
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
    return made_report(ledger, "Falls of meters", link, period, rows)


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
    return made_report(ledger, "Readings of signs", link, period, rows)


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
    return made_report(ledger, "Security and error events", link, period, rows)


def _of_kind(ledger: Ledger, link: str, period: Period, kind: EventKind) -> list[tuple[Event, Mapping[str, Any]]]:
    with ledger.store.reading() as session:
        first, last = places_of(ledger, session, link, period)
        statement = (
            select(*JOURNAL.c)
            .where(JOURNAL.c.link == link, JOURNAL.c.kind == kind, JOURNAL.c.seq.between(first, last))
            .order_by(JOURNAL.c.seq)
        )
        events = [Event(*row) for row in session.rows(statement)]
    return [(event, parse_body(event.body)) for event in events]
