"""Rounds of cards, settled by themselves and recorded by the ledger: the same awards to the same seats, the same
meters after.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ledger_world import DOLLAR

from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError
from pitbook.ledger.from_cards import filed_terms, played_round, wagers_of_meter
from pitbook.ledger.moves import Running, Win, award_moves, brought, contribution_moves
from pitbook.ledger.terms import Configuration, ContributionTime, Controls
from pitbook.progressive import Terms, given_meter, increments
from pitbook.rounds import Round, RoundError, read_round
from pitbook.settlement import meter_policies, meter_terms, settle
from random_rounds import rounds as random_rounds

TODAY = date(2026, 1, 1)
GAMES = sorted(rulebook().games)


def running_meters(found: Round) -> dict[str, Running]:
    """The meters that the round gives, under the readings it is settled by."""
    made = {}
    for seat in found.seats:
        for placed in seat.placed.values():
            offered = found.offers[placed.wager]
            given_one = found.meter_of(placed.wager, placed.stake) if offered.wager.meter else None
            if given_one is None or given_one.id in made:
                continue
            configuration = Configuration(meter_terms(offered, given_one, placed.stake), meter_policies(found.values), Controls())
            state = given_meter(given_one.value, given_one.reserve)
            made[given_one.id] = Running(given_one.id, placed.stake, configuration, None, state)
    return made


def recorded(data: dict[str, Any], found: Round, meters: dict[str, Running]) -> list[dict[str, Any]]:
    """What the ledger's arithmetic makes of the round; gives its award lines, the meters go on."""
    plain = {name: value for name, value in data.items() if name != "meters"}
    played = played_round({**plain, "key": "r", "table": "T1"}, today=TODAY)
    keeps = found.values["void-round"] == "keep"
    lines = []
    names = {}
    for each in played.wagers:
        meter = found.meter_of(each.wager, each.amount_micros)
        if meter is None or meter.id not in meters or (each.void and not keeps):
            continue
        names[each.seat, each.wager] = meter.id
        primary, secondary = increments(meters[meter.id].configuration.terms, each.amount_micros)
        lines.append({"meter": meter.id, "amount": each.amount_micros, "primary": primary, "secondary": secondary})
    stakes = {(each.seat, each.wager): each.amount_micros for each in played.wagers}
    wins = [
        Win(
            names[each.seats[0], each.wager],
            each.share,
            each.seats,
            tuple(stakes[seat, each.wager] for seat in each.seats),
            each.wager,
            each.outcome,
            each.fallback_micros,
            each.fallback_outcome,
        )
        for each in played.result.awards
    ]
    first = found.values["contribution-time"] == ContributionTime.LOCK_OUT
    if first:
        contribution_moves(meters, brought(lines))
    awards, _ = award_moves(meters, wins, "r")
    if not first:
        contribution_moves(meters, brought(lines))
    return awards


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60, deadline=None)
@given(drawn=st.data())
def test_the_ledger_pays_what_the_settlement_says(game: str, drawn: st.DataObject) -> None:
    data = drawn.draw(random_rounds(game))
    try:
        found = read_round(data, today=TODAY)
        settled = settle(found)
    except RoundError:
        return
    meters = running_meters(found)
    awards = recorded(data, found, meters)
    for name, meter in meters.items():
        assert (meter.state.value, meter.state.reserve) == (settled.meters[name].after, settled.meters[name].reserve_after)
    for award in awards:
        line = next(
            each
            for each in settled.lines
            if (each.seat, each.wager, each.from_seat) == (award["seat"], award["wager"], None) and each.outcome == award["outcome"]
        )
        assert award["amount"] == (line.uncapped or line.returned)


def test_terms_come_from_the_rulebook_for_the_amount() -> None:
    found = filed_terms("three-card-poker", "five-card-hand-bonus", None, 5 * DOLLAR)
    assert found.terms == Terms(50_000 * DOLLAR, 0, Fraction(21, 100), Fraction(8, 100))
    assert (found.paytable, found.meter, found.citation) == ("standard", "five-card-hand-bonus", "58 Pa. Code § 649a.12(i)(4)")
    assert len(found.rulebook) == 64
    assert wagers_of_meter("three-card-poker", found.meter) == ("five-card-hand-bonus", "five-card-hand-bonus-on-dealer")


def test_terms_that_no_text_prints_must_be_given() -> None:
    with pytest.raises(ChoiceError, match="prints no increment"):
        filed_terms("pai-gow-poker", "progressive", None, DOLLAR)
    given_terms = {"seed": "$10,000", "increment": "20%"}
    found = filed_terms("pai-gow-poker", "progressive", None, DOLLAR, given=given_terms)
    assert found.terms == Terms(10_000 * DOLLAR, 10_000 * DOLLAR, Fraction(1, 5), Fraction(0))
    with pytest.raises(ChoiceError, match="has no meter"):
        filed_terms("three-card-poker", "pair-plus", "A", DOLLAR)


def test_a_round_for_the_ledger_names_its_key_and_table() -> None:
    seat = {"seat": 2, "cards": "As Ks Qs", "wagers": {"progressive": "1.00", "ante": "5.00", "play": "5.00"}}
    choices = {"ante-bonus": "A", "progressive": "A"}
    data = {"game": "three-card-poker", "dealer": "2c 3d 4h", "seats": [seat], "choices": choices}
    with pytest.raises(RoundError) as refusal:
        played_round(data, today=TODAY)
    assert [each.split(":")[0] for each in refusal.value.faults] == ["key", "table"]
    played = played_round({**data, "key": "r", "table": "T1"}, today=TODAY)
    assert [(each.share, each.seats) for each in played.result.awards] == [(Fraction(1), (2,))]
    assert [(each.seat, each.wager, each.paytable) for each in played.wagers] == [(2, "progressive", "A")]
