"""Steps of the ledger, and what they leave (rounds, awards, faults, proposals, people), as tables for people and as JSON values.

Money is in decimal dollars, exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pitbook.ledger.answer_parts import columns_of, share_words, with_dollars
from pitbook.ledger.desk import Receipt
from pitbook.ledger.events import EventKind, parse_body
from pitbook.ledger.records import AwardRow, Fault, Person, Proposal, Round, RoundState, approvers
from pitbook.ledger.slips import Slip
from pitbook.payouts import dollars, number_text
from pitbook.tables import Document, Row, Table


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
        "Awards, pending until approved and paid", columns_of("award", "seat>", "wager", "outcome", "share>", "amount$"), rows
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
    return Table("Owed by the house, beside the meters", columns_of("seat>", "wager", "outcome", "", "amount$"), (*rows, total))


def _moves(moves: Sequence[Mapping[str, Any]]) -> Table:
    rows = tuple(
        Row((meter, kind, *(dollars(each) for each in amounts))) for move in moves for meter, kind, *amounts in move_steps(move)
    )
    return Table("Meters", columns_of("meter", "move", "change$", "meter now$", "reserve now$"), rows)


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
    columns = columns_of("award", "meter", "table", "seat>", "outcome", "amount$", "status", "signed", "won")
    data = [{**each._asdict(), "approvals": list(approvers(each))} for each in awards]
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
    return Document("People", [Table("People", columns_of("id", "name", "role", "status"), rows)], data)


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
    columns = columns_of("fault", "scope", "subject", "code", "note", "since", "cleared")
    return Document("Faults", [Table("Faults", columns, rows)], [each._asdict() for each in faults])


def proposals_answer(proposals: Sequence[Proposal]) -> Document:
    """Controlled acts."""
    rows = tuple(
        Row((each.proposal_id, each.act, each.subject, each.proposed_by, each.status, each.decided_by or "")) for each in proposals
    )
    columns = columns_of("proposal", "act", "subject", "proposed by", "status", "decided by")
    data = [{**each._asdict(), "content": with_dollars(parse_body(each.content))} for each in proposals]
    return Document("Proposals", [Table("Proposals", columns, rows)], data)
