"""The slip of a disputed round as a PDF: the cards, each line with its reason and clause, owed against paid, room to sign."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pitbook.cards import cards_text, hand_text
from pitbook.names import in_words
from pitbook.outcomes import reason
from pitbook.par_table import reading_note
from pitbook.payouts import dollars
from pitbook.report.pdf import typeset
from pitbook.rounds import Round, Seat
from pitbook.settlement import ENVY, Dispute, Line, Settlement, paid_in_all, seats_in_order, what_to_do


def dispute_slip(settled: Settlement, data: Mapping[str, Any], seats: Sequence[int] = (), *, explain: bool = False) -> bytes:
    """The slip of some seats of a round (none named: of all). The same round gives the same bytes.

    ``data`` are the round's own values; their fingerprint on the slip tells whether a round shown later is the same one.
    ``explain`` adds, for each line, the rows tested.
    """
    return typeset("slip.typ", slip_data(settled, data, seats, explain=explain), settled.game_round.day)


def slip_data(settled: Settlement, data: Mapping[str, Any], seats: Sequence[int] = (), *, explain: bool = False) -> dict[str, Any]:
    """What stands on the slip, as plain values."""
    found = settled.game_round
    shown = [seat for seat in seats_in_order(found) if not seats or seat.number in seats]
    numbers = {seat.number for seat in shown}
    disputed = [each for each in settled.disputes if each.seat in numbers]
    return {
        "title": "Settlement slip" if len(shown) != 1 else f"Settlement slip, seat {shown[0].number}",
        "facts": [[name, text] for name, text in _facts(found, data) if text],
        "cards": [[name, text] for name, text in _cards(found)],
        "seats": [_seat(settled, seat, explain) for seat in shown],
        "meters": [
            [
                name,
                dollars(each.before),
                dollars(each.contributed),
                dollars(each.awarded),
                dollars(each.reseeded),
                dollars(each.after),
            ]
            for name, each in settled.meters.items()
        ],
        "notes": [*settled.notes, *_readings(settled)],
        "difference": paid_in_all(disputed).words if disputed else "",
        "fingerprint": fingerprint(data),
    }


def fingerprint(data: Mapping[str, Any]) -> str:
    """Sixteen letters that change with any value of the round."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _facts(found: Round, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Game", found.game.name
    yield "Rules", f"{found.game.chapter}, edition {found.edition.id}"
    yield "Rules Submission", found.filing or ""
    yield "Day", found.day.isoformat()
    yield "Table", found.table or ""
    yield "Round", found.key or ""
    if len(found.game.decks) > 1:
        yield "Decks", str(found.decks)
    yield "Magic Card", str(data.get("magic_card") or "")


def _cards(found: Round) -> Iterator[tuple[str, str]]:
    for area, cards in found.hands.items():
        yield area.capitalize(), hand_text(cards)
    if found.coup is not None:
        yield "Player", cards_text(found.coup[0])
        yield "Banker", cards_text(found.coup[1])
    for seat in found.seats:
        if seat.cards is None:
            continue
        text = hand_text(seat.cards)
        if seat.high is not None and seat.low is not None:
            text = f"{hand_text(seat.high)} / {hand_text(seat.low)}"
        yield f"Seat {seat.number}", text + (" (folded)" if seat.folded else "")


def _seat(settled: Settlement, seat: Seat, explain: bool) -> dict[str, Any]:
    total = settled.totals[seat.number]
    alive = settled.alive.get(seat.number)
    return {
        "title": f"Seat {seat.number}" + (f", {seat.player}" if seat.player else ""),
        "lines": [_line(settled, line, explain) for line in settled.lines if line.seat == seat.number],
        "total": [dollars(total.staked), dollars(total.returned), dollars(total.net)],
        "alive": "" if alive is None else f"Folded; still alive: {', '.join(alive) or 'nothing'}.",
        "disputes": [_dispute(each) for each in settled.disputes if each.seat == seat.number],
    }


def _line(settled: Settlement, line: Line, explain: bool) -> dict[str, Any]:
    return {
        "cells": [
            line.wager + (f" (Envy Bonus for seat {line.from_seat})" if line.kind == ENVY else ""),
            dollars(line.stake) if line.own_stake else f"on {dollars(line.stake)}",
            in_words(line.outcome),
            line.pays,
            line.result,
            dollars(line.returned),
            dollars(line.net),
        ],
        "why": f"{line.note}. {line.citation}",
        "result": line.result,
        "tests": [*_tests(settled, line)] if explain else [],
    }


def _tests(settled: Settlement, line: Line) -> Iterator[str]:
    """``Flush, 4 to 1: no; needs three cards of one suit, at most two are.``"""
    decision = line.decision
    for test in () if decision is None else decision.tests:
        assert decision is not None
        words = (
            "yes" if test.holds else f"no; {reason(settled.game_round.offers[line.wager], decision, test) or 'it does not hold'}"
        )
        yield f"{test.hand}, {test.pays}: {words}"


def _dispute(each: Dispute) -> list[str]:
    name = "all wagers" if each.wager == "total" else each.wager
    return [name, dollars(each.owed), dollars(each.paid), what_to_do(each)]


def _readings(settled: Settlement) -> Iterator[str]:
    yield from (reading_note(each) for each in settled.readings if each.given)
    default = ", ".join(f"{each.reading.id} = {each.value}" for each in settled.readings if not each.given)
    if default:
        yield f"Readings at their defaults: {default}."
