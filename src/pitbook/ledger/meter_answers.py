"""Meters, and the tables that feed them, as tables for people and as JSON values: money as decimal dollars, exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitbook.ledger.answer_parts import columns_of, with_dollars
from pitbook.ledger.meters import MeterView, display
from pitbook.ledger.records import Member, MeterStatus
from pitbook.ledger.terms import Configuration
from pitbook.payouts import dollars, money, percent
from pitbook.tables import Document, Row, Table


def meters_answer(views: Sequence[MeterView]) -> Document:
    """All meters."""
    rows = tuple(
        Row(
            (
                each.meter.name,
                each.meter.link,
                dollars(each.meter.amount),
                dollars(each.meter.state.value),
                dollars(each.meter.state.reserve),
                str(len(feeding_tables(each))),
                _standing(each),
            ),
            "dim" if each.meter.status == MeterStatus.CLOSED else "warn" if each.faults else "",
        )
        for each in views
    )
    columns = columns_of("meter", "link", "wager$", "value$", "reserve$", "tables>", "status")
    notes = () if rows else ("no meter is open; see `pitbook meter open --help`",)
    return Document("Meters", [Table("Meters", columns, rows, notes=notes)], [meter_json(each) for each in views])


def meter_answer(view: MeterView) -> Document:
    """One meter with its terms, members, hits and faults."""
    meter, state = view.meter, view.meter.state
    money_rows = [
        ("value", state.value),
        ("reserve", state.reserve),
        ("overflow", state.overflow),
        ("parked", state.parked),
        ("seed within the value", state.seeded),
        ("increments within the value", state.incremental),
        ("wagered", state.wagered),
        ("awarded", state.awarded),
        ("paid by attendant", meter.attendant_paid),
        ("paid by machine", meter.machine_paid),
    ]
    figures = tuple((name, dollars(amount)) for name, amount in money_rows)
    shown = display(view)
    tables = [
        Table(
            f"Meter {meter.name}",
            (),
            (),
            subtitle=f"link {meter.link}, wagers of {dollars(meter.amount)}, {_standing(view)}",
            figures=(
                ("the sign shows", dollars(shown.amount)),
                *figures,
                ("awards from the meter", _awards_of(view)),
                *_terms(view.configuration),
            ),
            notes=shown.notices,
            about=(
                ("meter", meter.name),
                ("link", meter.link),
                ("wager amount ($)", money(meter.amount)),
                ("status", _standing(view)),
            ),
        ),
        Table(
            "Tables",
            columns_of("table", "game", "wager", "paytable", "amount$", "since", "until"),
            tuple(Row(_member_cells(each), "dim" if each.removed_seq else "") for each in view.members),
        ),
    ]
    if view.levels:
        rows = tuple(Row((each.outcome, str(each.hits), dollars(each.wins))) for each in view.levels)
        note = "each seat counts that won, also of a divided award; fixed awards of the house are among them"
        tables.append(Table("Wins", columns_of("outcome", "seats that won>", "won$"), rows, notes=(note,)))
    if view.pending:
        tables.append(Table("From the next start", (), (), figures=_terms(view.pending)))
    return Document(f"Meter {meter.name}", tables, meter_json(view))


def feeding_tables(view: MeterView) -> set[str]:
    """The tables whose wagers feed a meter now; none feeds a closed one."""
    return {each.table_id for each in view.members if each.removed_seq is None and view.meter.status == MeterStatus.OPEN}


def _standing(view: MeterView) -> str:
    if view.faults and view.meter.status == MeterStatus.OPEN:
        return "out of order: " + ", ".join(f"{each.scope} {each.subject} {each.code}" for each in view.faults)
    return view.meter.status


def _member_cells(member: Member) -> tuple[str, ...]:
    return (
        member.table_id,
        member.game,
        member.wager,
        member.paytable,
        dollars(member.amount),
        member.added_at[:19],
        (member.removed_at or "")[:19],
    )


def _terms(configuration: Configuration) -> tuple[tuple[str, str], ...]:
    terms, policies, controls = configuration.terms, configuration.policies, configuration.controls
    limit = policies.limit_micros
    return (
        ("seed", _or_none(terms.seed_micros)),
        ("reseed", _or_none(terms.reseed_micros)),
        ("increment", percent(terms.increment)),
        ("reserve rate", percent(terms.reserve)),
        ("limit", "none" if limit is None else dollars(limit)),
        (
            "policies",
            ", ".join(
                str(each)
                for each in (
                    policies.reseed_source,
                    policies.award_rounding,
                    policies.share_remainder,
                    policies.below_seed,
                    policies.multi_winner,
                    controls.contribution_time,
                    controls.meter_per_amount,
                )
            ),
        ),
    )


def _or_none(amount: int | None) -> str:
    return "N/A" if amount is None else dollars(amount)


def _awards_of(view: MeterView) -> str:
    """How often the meter was hit; less than the seats that won where an award was divided."""
    hits = view.meter.state.hits
    return f"{hits}  (a divided one counted once)" if hits else "0"


def meter_json(view: MeterView) -> dict[str, Any]:
    """A meter as JSON values."""
    from pitbook.ledger.terms import configuration_json

    shown = display(view)
    meter = view.meter
    state = meter.state._asdict()
    data: dict[str, Any] = {
        "meter": meter.name,
        "link": meter.link,
        "status": meter.status,
        "wager_amount": meter.amount,
        "display": {"amount": shown.amount, "working": shown.working, "notices": list(shown.notices)},
        **state,
        "hits": state["hits"],
        "incremental": meter.state.incremental,
        "attendant_paid": meter.attendant_paid,
        "machine_paid": meter.machine_paid,
        "configuration": configuration_json(view.configuration),
        "pending": configuration_json(view.pending) if view.pending else None,
        "members": [each._asdict() for each in view.members],
        "levels": [each._asdict() for each in view.levels],
        "faults": [each._asdict() for each in view.faults],
    }
    converted: dict[str, Any] = with_dollars(data)
    return converted


def members_answer(members: Sequence[Member]) -> Document:
    """The wagers of tables that feed meters."""
    rows = tuple(Row((each.link, each.meter, *_member_cells(each)), "dim" if each.removed_seq else "") for each in members)
    columns = columns_of("link", "meter", "table", "game", "wager", "paytable", "amount$", "since", "until")
    return Document("Links", [Table("Links", columns, rows)], with_dollars([each._asdict() for each in members]))
