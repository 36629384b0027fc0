"""A settlement as JSON values, by the outside contract."""

from __future__ import annotations

from typing import Any

from pitbook.outcomes import reason
from pitbook.payouts import money
from pitbook.settlement import Line, MeterResult, Settlement, paid_in_all


def settlement_json(settled: Settlement, *, explain: bool = False) -> dict[str, Any]:
    """The document of a settled round; ``explain`` adds the rows tested for each line."""
    document: dict[str, Any] = {
        "game": settled.game_round.game.id,
        "edition": settled.game_round.edition.id,
        "lines": [_line(settled, line, explain) for line in settled.lines],
        "meters": {name: _meter(result) for name, result in settled.meters.items()},
        "totals": {
            str(seat): {"staked": money(total.staked), "returned": money(total.returned), "net": money(total.net)}
            for seat, total in sorted(settled.totals.items())
        },
        "readings": [
            {"id": each.reading.id, "value": each.value, "citation": each.reading.citation, "why": each.reading.why}
            for each in settled.readings
        ],
        "alive": {str(seat): list(wagers) for seat, wagers in settled.alive.items()},
        "notes": list(settled.notes),
    }
    if settled.game_round.filing is not None:
        document["submission"] = settled.game_round.filing
    if settled.game_round.key is not None:
        document["key"] = settled.game_round.key
    if settled.disputes:
        document["disputes"] = [
            {
                "seat": each.seat,
                "wager": each.wager,
                "owed": money(each.owed),
                "paid": money(each.paid),
                "difference": money(each.difference),
                "within_total": each.within_total,
                "note": each.note or None,
            }
            for each in settled.disputes
        ]
        found = paid_in_all(settled.disputes)
        document["paid_in_all"] = {
            "owed": money(found.owed),
            "paid": money(found.paid),
            "to_hand_over": money(found.to_hand_over),
            "to_collect": money(found.to_collect),
        }
    return document


def _line(settled: Settlement, line: Line, explain: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "seat": line.seat,
        "wager": line.wager,
        "kind": line.kind,
        "stake": money(line.stake),
        "outcome": line.outcome,
        "pays": line.pays,
        "result": line.result,
        "returned": money(line.returned),
        "net": money(line.net),
        "commission": money(line.commission),
        "paid_by": line.paid_by,
        "citation": line.citation,
        "note": line.note,
    }
    if line.from_seat is not None:
        document["from_seat"] = line.from_seat
    if line.uncapped is not None:
        document["uncapped"] = money(line.uncapped)
    if explain and line.decision is not None:
        offered = settled.game_round.offers[line.wager]
        document["events"] = list(line.decision.events)
        document["tests"] = [
            {
                "outcome": test.outcome,
                "event": test.event,
                "pays": test.pays,
                "holds": test.holds,
                "why": reason(offered, line.decision, test),
            }
            for test in line.decision.tests
        ]
    return document


def _meter(result: MeterResult) -> dict[str, str]:
    above = {} if result.limit is None else {
        "limit": money(result.limit), "overflow": money(result.overflow), "to_house": money(result.revenue)
    }  # fmt: skip
    return {
        "before": money(result.before),
        "contributed": money(result.contributed),
        "awarded": money(result.awarded),
        "reseeded": money(result.reseeded),
        "after": money(result.after),
        "reserve_before": money(result.reserve_before),
        "reserve_contributed": money(result.reserve_contributed),
        "reserve_after": money(result.reserve_after),
        "reseeded_from_house": money(result.reseeded_from_house),
        "reseeded_from_reserve": money(result.reseeded_from_reserve),
        **above,
    }
