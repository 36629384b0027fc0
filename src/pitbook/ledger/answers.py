"""What the ledger says as tables for people and as JSON values: money as decimal dollars, exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pitbook.ledger.desk import Receipt
from pitbook.ledger.events import EventKind, parse_body
from pitbook.ledger.meters import MeterView, display
from pitbook.ledger.records import AwardRow, Fault, Member, MeterStatus, Person, Proposal, Round, RoundState, approvers
from pitbook.ledger.reports import Report
from pitbook.ledger.slips import Slip
from pitbook.ledger.terms import Configuration
from pitbook.ledger.verify import Verification
from pitbook.payouts import dollars, money, number_text, percent
from pitbook.tables import Align, Column, Document, Row, Table

_MONEY = frozenset(
    {
        "value",
        "reserve",
        "overflow",
        "parked",
        "seeded",
        "opening",
        "from_house",
        "wagered",
        "contributed",
        "reserve_contributed",
        "adjusted_up",
        "adjusted_down",
        "transferred_in",
        "transferred_out",
        "awarded",
        "revenue",
        "house_paid",
        "amount",
        "shown",
        "ledger",
        "variance",
        "primary",
        "secondary",
        "wager_amount",
        "meter_before",
        "from_meter",
        "wins",
        "seed",
        "incremental",
        "owed_to_players",
        "unpaid_awards",
        "attendant_paid",
        "machine_paid",
        "paid",
        "opening_value",
        "opening_reserve",
        "opening_overflow",
        "opening_parked",
        "closing_value",
        "closing_reserve",
        "closing_overflow",
        "closing_parked",
        "difference",
        "change",
        "contribution",
        "threshold",
        "expected",
        "tolerance",
        "fallback",
    }
)


def with_dollars(data: Any) -> Any:
    """JSON values with every amount of micro-dollars as a decimal number of dollars; ``..._micros`` loses its ending."""
    if isinstance(data, Mapping):
        return {_name(name): _dollar_value(name, value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [with_dollars(each) for each in data]
    return data


def _name(name: str) -> str:
    return name.removesuffix("_micros")


def _dollar_value(name: str, value: Any) -> Any:
    is_amount = (name in _MONEY or name.endswith("_micros")) and isinstance(value, int) and not isinstance(value, bool)
    return money(value) if is_amount else with_dollars(value)


def receipt_answer(receipt: Receipt, title: str, *sentences: str) -> Document:
    """A step's receipt: where it stands in the journal, and what it did."""
    data = with_dollars(
        {
            "link": receipt.link,
            "seq": receipt.seq,
            "hash": receipt.hash,
            "at": receipt.at,
            "kind": receipt.kind,
            "key": receipt.key,
            "repeated": receipt.repeated,
            **{name: value for name, value in receipt.content.items() if name not in ("link", "seq", "hash", "at", "kind")},
        }
    )
    figures = [("event", f"{receipt.link}:{receipt.seq}"), ("at", receipt.at)]
    if receipt.key:
        figures.append(("key", receipt.key))
    if receipt.repeated:
        figures.append(("repeated", "yes: this is the first receipt"))
    tables = [Table(title, (), (), figures=tuple(figures), notes=sentences)]
    content = receipt.content
    if content.get("awards"):
        tables.append(_award_lines(content["awards"]))
    if content.get("fixed") and receipt.kind != EventKind.ROUND_VOIDED:
        tables.append(_fixed_lines(content["fixed"]))
    if content.get("moves"):
        tables.append(_moves(content["moves"]))
    return Document(title, tables, data)


def share_words(share: str, players: int, of_what: str = "") -> str:
    """A seat's share of a meter in words: ``100%``, ``10% of the meter``, ``100% of the meter, divided by 2``."""
    among = f", divided by {players}" if players > 1 else ""
    return f"{percent(Fraction(share))}{of_what}{among}"


def _award_lines(awards: Sequence[Mapping[str, Any]]) -> Table:
    rows = tuple(
        Row(
            (
                each["award"],
                str(each["seat"]),
                each["wager"],
                each["outcome"],
                share_words(each["share"], each.get("players", 1)),
                dollars(each["amount"]),
            )
        )
        for each in awards
    )
    return Table(
        "Awards, pending until approved and paid", _columns("award", "seat>", "wager", "outcome", "share>", "amount$"), rows
    )


def _fixed_lines(fixed: Sequence[Mapping[str, Any]]) -> Table:
    """What the house owes on the wagers that feed meters, beside the meters; an Envy Bonus says for whose hand."""
    rows = tuple(
        Row(
            (
                str(each["seat"]),
                each["wager"],
                each["outcome"],
                "" if each["from_seat"] is None else f"Envy Bonus, hand of seat {each['from_seat']}",
                dollars(each["amount"]),
            )
        )
        for each in fixed
    )
    total = Row(("", "total", "", "", dollars(sum(each["amount"] for each in fixed))), "total")
    return Table("Owed by the house, beside the meters", _columns("seat>", "wager", "outcome", "", "amount$"), (*rows, total))


def _moves(moves: Sequence[Mapping[str, Any]]) -> Table:
    rows = tuple(
        Row((meter, kind, *(dollars(each) for each in amounts))) for move in moves for meter, kind, *amounts in move_steps(move)
    )
    return Table("Meters", _columns("meter", "move", "change$", "meter now$", "reserve now$"), rows)


def move_steps(move: Mapping[str, Any]) -> list[tuple[str, str, int, int, int]]:
    """A move as lines: an award and the reseed after it apart. Meter, kind, change, value and reserve afterwards."""
    change, after = move["change"], move["after"]
    value, reserve = after.get("value", 0), after.get("reserve", 0)
    awarded = change.get("awarded", 0)
    reseed = change.get("value", 0) + awarded
    if move["kind"] != "award" or not awarded or not reseed:
        return [(move["meter"], move["kind"], change.get("value", 0), value, reserve)]
    return [
        (move["meter"], "award", -awarded, value - reseed, reserve - change.get("reserve", 0)),
        (move["meter"], "reseed", reseed, value, reserve),
    ]


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
    columns = _columns("meter", "link", "wager$", "value$", "reserve$", "tables>", "status")
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
            _columns("table", "game", "wager", "paytable", "amount$", "since", "until"),
            tuple(Row(_member_cells(each), "dim" if each.removed_seq else "") for each in view.members),
        ),
    ]
    if view.levels:
        rows = tuple(Row((each.outcome, str(each.hits), dollars(each.wins))) for each in view.levels)
        note = "each seat counts that won, also of a divided award; fixed awards of the house are among them"
        tables.append(Table("Wins", _columns("outcome", "seats that won>", "won$"), rows, notes=(note,)))
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
    state = asdict(meter.state)
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
        "members": [asdict(each) for each in view.members],
        "levels": [asdict(each) for each in view.levels],
        "faults": [asdict(each) for each in view.faults],
    }
    converted: dict[str, Any] = with_dollars(data)
    return converted


def members_answer(members: Sequence[Member]) -> Document:
    """The wagers of tables that feed meters."""
    rows = tuple(Row((each.link, each.meter, *_member_cells(each)), "dim" if each.removed_seq else "") for each in members)
    columns = _columns("link", "meter", "table", "game", "wager", "paytable", "amount$", "since", "until")
    return Document("Links", [Table("Links", columns, rows)], with_dollars([asdict(each) for each in members]))


def round_json(found: Round) -> dict[str, Any]:
    """A round as JSON values: its state, and the wagers accepted so far while it is open."""
    data = {
        "round": found.round_id,
        "link": found.link,
        "table": found.table_id,
        "game": found.game,
        "state": found.state,
        "wagers": parse_body(found.wagers) if found.state == RoundState.OPEN else None,
        "opened_seq": found.opened_seq,
        "lock_seq": found.lock_seq,
        "result_seq": found.result_seq,
        "open_awards": found.open_awards,
    }
    converted: dict[str, Any] = with_dollars(data)
    return converted


def awards_answer(awards: Sequence[AwardRow]) -> Document:
    """Awards."""
    rows = tuple(
        Row(
            (
                each.award_id,
                each.meter,
                each.table_id,
                str(each.seat),
                each.outcome,
                dollars(each.amount),
                each.status,
                ", ".join(approvers(each)),
                each.won_at[:19],
            )
        )
        for each in awards
    )
    columns = _columns("award", "meter", "table", "seat>", "outcome", "amount$", "status", "signed", "won")
    data = [{**asdict(each), "approvals": list(approvers(each))} for each in awards]
    return Document("Awards", [Table("Awards", columns, rows)], with_dollars(data))


def slip_answer(slip: Slip) -> Document:
    """An award slip."""
    data = asdict(slip)
    figures = [
        ("facility", slip.facility or "not named; `pitbook ledger setting facility NAME` does"),
        ("gaming day", slip.gaming_day),
        ("won", slip.won_at),
        ("table, seat", f"{slip.table}, {slip.seat}"),
        ("player", slip.player or "not named by the round"),
        ("round", slip.round),
        ("meter", slip.meter),
        ("accepted wager", f"{slip.wager}, {dollars(slip.wager_micros)}"),
        ("outcome", f"{slip.outcome}, {share_words(slip.share, slip.players, ' of the meter')}"),
        ("amount", dollars(slip.amount_micros)),
        ("times the wager", number_text(Fraction(slip.multiple_of_wager))),
        ("hand confirmed", slip.hand or "not yet"),
        ("deck checked", "yes" if slip.deck_checked else "no"),
        ("recorded by", slip.recorded_by or "the table's system"),
        ("approved by", ", ".join(slip.approved_by) or "nobody yet"),
        ("paid by", f"{slip.paid_by}, {slip.paid_at}" if slip.paid_by else "not paid"),
        ("tax form", slip.tax_form or "none by the thresholds given"),
        *((f"cards, {name}", text) for name, text in slip.evidence.items()),
    ]
    title = f"Award slip {slip.award_id}"
    return Document(title, [Table(title, (), (), figures=tuple(figures))], with_dollars(data))


def people_answer(people: Sequence[Person]) -> Document:
    """People; never their secrets."""
    rows = tuple(Row((each.person_id, each.name, each.role, "disabled" if each.disabled_seq else "active")) for each in people)
    data = [
        {"person": each.person_id, "name": each.name, "role": each.role, "disabled": each.disabled_seq is not None}
        for each in people
    ]
    return Document("People", [Table("People", _columns("id", "name", "role", "status"), rows)], data)


def faults_answer(faults: Sequence[Fault]) -> Document:
    """Faults."""
    rows = tuple(
        Row(
            (
                each.fault_id,
                each.scope,
                each.subject,
                each.code,
                each.note,
                each.set_at[:19],
                f"by {each.cleared_by}" if each.cleared_seq else "open",
            ),
            "" if each.cleared_seq else "warn",
        )
        for each in faults
    )
    columns = _columns("fault", "scope", "subject", "code", "note", "since", "cleared")
    return Document("Faults", [Table("Faults", columns, rows)], [asdict(each) for each in faults])


def proposals_answer(proposals: Sequence[Proposal]) -> Document:
    """Controlled acts."""
    rows = tuple(
        Row((each.proposal_id, each.act, each.subject, each.proposed_by, each.status, each.decided_by or "")) for each in proposals
    )
    columns = _columns("proposal", "act", "subject", "proposed by", "status", "decided by")
    data = [{**asdict(each), "content": with_dollars(parse_body(each.content))} for each in proposals]
    return Document("Proposals", [Table("Proposals", columns, rows)], data)


QUICK_CHECK = "the last event of each link, the balance and the terms of each meter; `pitbook ledger verify` works out every event"


def verification_answer(outcome: Verification, *, quick: bool = False) -> Document:
    """The outcome of a verification, or of the ``quick`` check; the first misfit first. ``events`` is how many were looked at."""
    rows = tuple(Row((each.where, each.what), "bad") for each in outcome.misfits)
    held = sum(each.seq for each in outcome.heads)
    looked_at = [("checked", QUICK_CHECK), ("events held", f"{held:,}")] if quick else [("events", f"{outcome.events:,}")]
    figures = [*looked_at, *((f"head of {each.link}", str(each)) for each in outcome.heads)]
    title = "The ledger fits" if outcome.good else "The ledger does not fit"
    notes = tuple(f"Warning: {each}" for each in outcome.ahead)
    table = Table(title, _columns("where", "what"), rows, figures=tuple(figures), notes=notes)
    data = {
        "good": outcome.good,
        **({"checked": QUICK_CHECK, "events_held": held} if quick else {}),
        "events": outcome.events,
        "heads": [str(each) for each in outcome.heads],
        "misfits": [asdict(each) for each in outcome.misfits],
        "ahead": list(outcome.ahead),
    }
    return Document(title, [table], data)


def report_answer(report: Report) -> Document:
    """A report as a table whose columns are those of its rows."""
    names = [name for name in (report.rows[0] if report.rows else {}) if name not in ("content", "hash", "rulebook", "players")]
    if "closing_value" in names:
        return _balance_answer(report)
    columns = tuple(
        Column(name.replace("_", " "), Align.RIGHT, "$")
        if name in _MONEY
        else Column(name.replace("_", " "), Align.RIGHT if name in ("hits", "rounds", "seq", "share") else Align.LEFT)
        for name in names
    )
    rows = tuple(Row(tuple(_report_cell(name, row) for name in names), is_sum=_is_sum(row)) for row in report.rows)
    plain = (_shares_apart(report, names, columns),) if "share" in names else ()
    table = Table(
        f"{report.title}, link {report.link}",
        columns,
        rows,
        subtitle=_heading(report),
        notes=() if rows else ("nothing to report",),
        about=_about(report),
        plain=plain,
    )
    return Document(report.title, [table], with_dollars(asdict(report)))


def _report_cell(name: str, row: Mapping[str, Any]) -> str:
    """A row's share of a meter says among how many players its award was divided; everything else stands by itself."""
    return share_words(row["share"], row["players"]) if name == "share" else _cell(name, row[name])


def _is_sum(row: Mapping[str, Any]) -> bool:
    return bool(row.get("level") == "total")


def _shares_apart(report: Report, names: Sequence[str], columns: tuple[Column, ...]) -> Table:
    """The rows for programs: the share of the meter, and by how many players it was divided."""
    rows = tuple(
        Row((*(percent(Fraction(row[name])) if name == "share" else _cell(name, row[name]) for name in names), str(row["players"])))
        for row in report.rows
    )
    return Table(report.title, (*columns, *_columns("players>")), rows)


def _heading(report: Report) -> str:
    first, after = report.period
    period = "all time" if first.startswith("0001") else f"from {first} to {after}"
    return f"{period}; made {report.made_at} by Pitbook {report.program_version}"


_BALANCE_LINES = (
    ("opening amount", "opening", ""),
    ("put on by the house", "from_house", "+"),
    ("increments", "contributed", "+"),
    ("reserve parts", "reserve_contributed", "+"),
    ("corrections upwards", "adjusted_up", "+"),
    ("corrections downwards", "adjusted_down", "-"),
    ("transferred in", "transferred_in", "+"),
    ("transferred out", "transferred_out", "-"),
    ("awards", "awarded", "-"),
    ("to the house", "revenue", "-"),
)


def _balance_answer(report: Report) -> Document:
    """The balances as a column for each meter: opening, what came and went, closing."""
    pools = ("value", "reserve", "overflow", "parked")
    lines: list[tuple[str, list[str], str]] = []
    for pool in pools:
        lines.append((f"opening {pool}", [dollars(row[f"opening_{pool}"]) for row in report.rows], ""))
    for heading, name, sign in _BALANCE_LINES:
        lines.append((f"{sign} {heading}".strip(), [dollars(row[name]) for row in report.rows], ""))
    for pool in pools:
        lines.append((f"closing {pool}", [dollars(row[f"closing_{pool}"]) for row in report.rows], "total"))
    off = any(row["difference"] for row in report.rows)
    lines.append(("difference", [dollars(row["difference"]) for row in report.rows], "bad" if off else "dim"))
    lines.append(("paid by the house beside the meter", [dollars(row["house_paid"]) for row in report.rows], ""))
    lines.append(("wagered", [dollars(row["wagered"]) for row in report.rows], ""))
    lines.append(("hits", [str(row["hits"]) for row in report.rows], ""))
    columns = _columns("", *(f"{row['meter']}>" for row in report.rows))
    rows = tuple(Row((heading, *cells), mark) for heading, cells, mark in lines)
    table = Table(
        f"{report.title}, link {report.link}",
        columns,
        rows,
        subtitle=_heading(report),
        about=_about(report),
        plain=(_meter_by_meter(report, lines),),
    )
    return Document(report.title, [table], with_dollars(asdict(report)))


def _meter_by_meter(report: Report, lines: Sequence[tuple[str, list[str], str]]) -> Table:
    """The balances for programs: a row for each meter."""
    columns = _columns("meter", *(heading.lstrip("+- ") + (">" if heading == "hits" else "$") for heading, _, _ in lines))
    rows = tuple(Row((row["meter"], *(cells[n] for _, cells, _ in lines))) for n, row in enumerate(report.rows))
    return Table(report.title, columns, rows)


def _about(report: Report) -> tuple[tuple[str, str], ...]:
    first, after = report.period
    all_time = first.startswith("0001")
    return (
        ("link", report.link),
        ("from", "" if all_time else first),
        ("to", "" if all_time else after),
        ("made", report.made_at),
        ("program", f"Pitbook {report.program_version}"),
    )


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if name in _MONEY and isinstance(value, int):
        return dollars(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def _columns(*headings: str) -> tuple[Column, ...]:
    """Columns; a heading that ends in ``>`` is of figures, one that ends in ``$`` of amounts."""
    return tuple(
        Column(
            heading.rstrip(">$"),
            Align.RIGHT if heading.endswith((">", "$")) else Align.LEFT,
            "$" if heading.endswith("$") else "",
        )
        for heading in headings
    )
