"""What is true of every round: money is kept, and what no rule names changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from datetime import date
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pitbook.cards import JOKER, cards_text, hand, parse_cards
from pitbook.payouts import CENT
from pitbook.rounds import Round, read_round
from pitbook.settlement import ENVY, HOUSE, METER, Line, Settlement, meter_requests, settle, turns_in_order
from pitbook.three_cards import kind_rank
from random_rounds import Data, any_rounds, deal, random_round, rounds

TODAY = date(2026, 1, 2)
FIVE_CARD_GAMES = ("three-card-poker", "three-card-prime", "pai-gow-poker")


def read(data: Data) -> Round:
    return read_round(data, today=TODAY)


def settled(data: Data) -> Settlement:
    return settle(read(data))


# Money ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=250)
@given(any_rounds())
def test_money_in_is_money_out_and_house_and_meters_to_the_micro_dollar(data: Data) -> None:
    done = settled(data)
    staked = sum(line.stake for line in done.lines if line.own_stake)
    returned = sum(line.returned for line in done.lines)
    on_meters = sum(each.after + each.reserve_after - each.before - each.reserve_before for each in done.meters.values())
    fed = sum(each.contributed + each.reserve_contributed for each in done.meters.values())
    reseeded = sum(each.reseeded_from_house for each in done.meters.values())
    paid_by_house = sum(line.returned for line in done.lines if line.paid_by == HOUSE)
    house = staked - paid_by_house - fed - reseeded
    assert staked - returned == house + on_meters


@given(any_rounds())
def test_what_lines_say_a_meter_paid_is_what_left_it(data: Data) -> None:
    done = settled(data)
    game_round = done.game_round
    paid: Counter[str] = Counter()
    for line in done.lines:
        if line.paid_by == METER:
            given_meter = game_round.meter_of(line.wager, line.stake)
            assert given_meter is not None
            paid[given_meter.id] += line.returned
    for name, meter in done.meters.items():
        assert paid[name] == meter.awarded
        assert meter.before + meter.contributed - meter.awarded + meter.reseeded == meter.after
        assert meter.reserve_before + meter.reserve_contributed - meter.reseeded_from_reserve == meter.reserve_after
        assert min(meter.after, meter.reserve_after) >= 0


@given(any_rounds())
def test_lines_add_up_to_the_totals_and_agree_with_themselves(data: Data) -> None:
    done = settled(data)
    for seat, total in done.totals.items():
        own = [line for line in done.lines if line.seat == seat]
        assert total.returned == sum(line.returned for line in own)
        assert total.net == sum(line.net for line in own)
    for line in done.lines:
        assert line.returned >= 0
        if line.result in ("push", "void"):
            assert line.net == 0
        if line.outcome == "lose":
            assert (line.result, line.returned) == ("lose", 0)
        if line.paid_by == METER:
            assert line.returned % CENT == 0
        assert line.citation
        assert line.note


@given(any_rounds())
def test_every_wager_has_one_line_of_its_own(data: Data) -> None:
    done = settled(data)
    own = Counter((line.seat, line.wager) for line in done.lines if line.own_stake)
    assert set(own.values()) <= {1}
    assert set(own) == {(seat.number, name) for seat in done.game_round.seats for name in seat.placed}


@settings(max_examples=70)
@given(any_rounds())
def test_the_same_round_settles_the_same_and_in_the_order_of_its_passes(data: Data) -> None:
    first, second = settled(data), settled(deepcopy(data))
    assert first.lines == second.lines
    assert first.meters == second.meters
    kinds = [line.kind for line in first.lines if line.result != "void"]
    assert ENVY not in kinds[: len(kinds) - kinds.count(ENVY)]


# Suits ---------------------------------------------------------------------------------------------------------------


def exchange(text: str, suits: Sequence[int]) -> str:
    return cards_text(card if card == JOKER else 13 * suits[card // 13] + card % 13 for card in parse_cards(text))


def with_suits(data: Data, suits: Sequence[int]) -> Data:
    moved = deepcopy(data)
    for place in (moved, *moved["seats"]):
        for name in ("dealer", "community", "player", "banker", "cards", "high", "low"):
            if isinstance(place.get(name), str) and (place is moved or name != "player"):
                place[name] = exchange(place[name], suits)
    return moved


def suits_that_no_row_names(data: Data) -> list[tuple[int, ...]]:
    """Exchanges of suits that leave the rows of the wagers placed as they are."""
    placed = {name for seat in data["seats"] for name in seat["wagers"]}
    fixed: set[int] = set()
    choices = data["choices"]
    if {"progressive", "five-of-six-progressive"} & placed and data["game"] == "three-card-poker":
        fixed.add(3)
    if "ante-bonus-akq" in choices:
        fixed.add(3)
    if "six-card-bonus" in placed and choices["six-card-bonus"] == "E":
        fixed.add(1)
    by_color = "red-black" in placed or (data["game"] == "midibaccarat" and choices["harmony-progressive"] in "DEF")
    return [
        order
        for order in permutations(range(4))
        if all(order[suit] == suit for suit in fixed)
        and (not by_color or all((order[suit] in (1, 2)) == (suit in (1, 2)) for suit in range(4)))
    ]


@settings(max_examples=70)
@given(any_rounds(), st.data())
def test_suits_that_no_chosen_row_names_change_nothing(data: Data, choose: st.DataObject) -> None:
    order = choose.draw(st.sampled_from(suits_that_no_row_names(data)))
    before, after = settled(data), settled(with_suits(data, order))
    assert amounts(before) == amounts(after)
    assert before.meters == after.meters


def amounts(done: Settlement, seat_of: Mapping[int, int] | None = None) -> list[Any]:
    moved = seat_of or {}
    return sorted(
        (moved.get(line.seat, line.seat), line.wager, line.kind, moved.get(line.from_seat or 0, line.from_seat or 0), line.outcome,
         line.result, line.stake, line.returned, line.commission, line.paid_by)
        for line in done.lines
    )  # fmt: skip


# Seats ---------------------------------------------------------------------------------------------------------------


@given(any_rounds(), st.randoms(use_true_random=False))
def test_seats_may_change_places_where_order_has_no_say(data: Data, rng: Random) -> None:
    """Order has a say only where a meter has two awards in a round, or where cents of a divided one are handed out."""
    game_round = read(data)
    requests = meter_requests(game_round, turns_in_order(game_round))
    assume(max(Counter(request.meter for request in requests).values(), default=0) <= 1)
    assume(all(len(request.players) == 1 or game_round.values["share-remainder"] == "stays-on-meter" for request in requests))
    assume(len({seat.player for seat in game_round.seats if seat.player}) == sum(1 for seat in game_round.seats if seat.player))
    assume("seat 1" not in {seat.player for seat in game_round.seats})
    numbers = [seat["seat"] for seat in data["seats"]]
    places = dict(zip(numbers, rng.sample(numbers, len(numbers)), strict=True))
    moved = deepcopy(data)
    for seat in moved["seats"]:
        seat["seat"] = places[seat["seat"]]
    moved["seats"].sort(key=lambda seat: seat["seat"])
    for n, text in enumerate(data.get("irregularity", {}).get("void", [])):
        seat_text, _, wager = text.partition(" ")
        moved["irregularity"]["void"][n] = f"{places[int(seat_text)]} {wager}"
    before, after = settled(data), settled(moved)
    assert amounts(before, places) == amounts(after)
    assert before.meters == after.meters


@settings(max_examples=70)
@given(any_rounds(), st.randoms(use_true_random=False))
def test_the_order_in_which_a_round_lists_its_seats_and_wagers_changes_nothing(data: Data, rng: Random) -> None:
    shuffled = deepcopy(data)
    rng.shuffle(shuffled["seats"])
    for seat in shuffled["seats"]:
        names = rng.sample(sorted(seat["wagers"]), len(seat["wagers"]))
        seat["wagers"] = {name: seat["wagers"][name] for name in names}
    shuffled["choices"] = {name: shuffled["choices"][name] for name in rng.sample(sorted(data["choices"]), len(data["choices"]))}
    before, after = settled(data), settled(shuffled)
    ordered = [line for line in before.lines if line.kind != ENVY and line.result != "void"]
    assert ordered == [line for line in after.lines if line.kind != ENVY and line.result != "void"]
    assert amounts(before) == amounts(after)
    assert before.meters == after.meters


# The base game of Three Card Poker -----------------------------------------------------------------------------------


def base_net(own: Sequence[int], dealer: Sequence[int], bonus: str) -> int:
    done = settled(
        {
            "game": "three-card-poker",
            "dealer": cards_text(dealer),
            "choices": {"ante-bonus": bonus},
            "seats": [{"seat": 1, "cards": cards_text(own), "wagers": {"ante": "10", "play": "10"}}],
        }
    )
    return done.totals[1].net


def raised(own: Sequence[int], dealer: Sequence[int]) -> list[list[int]]:
    """Every hand of the same kind in which one unpaired card is higher."""
    hands = []
    for n, card in enumerate(own):
        others = [*own[:n], *own[n + 1 :]]
        if card % 13 in {each % 13 for each in others}:
            continue
        for higher in range(52):
            if higher % 13 <= card % 13 or higher in own or higher in dealer:
                continue
            better = [*others, higher]
            if kind_rank(hand(better)) == kind_rank(hand(own)):
                hands.append(better)
    return hands


@settings(max_examples=200)
@given(seed=st.integers(0, 2**32))
def test_a_higher_unpaired_card_never_lowers_a_base_result(seed: int) -> None:
    rng = Random(seed)
    own, dealer = deal(rng, [3, 3])
    better = raised(own, dealer)
    assume(better)
    bonus = rng.choice("ABC")
    assert base_net(rng.choice(better), dealer, bonus) >= base_net(own, dealer, bonus)


# The generator itself ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["three-card-poker", "three-card-prime", "pai-gow-poker", "midibaccarat"])
def test_the_rounds_at_random_hold_what_the_properties_are_about(game: str) -> None:
    """Meter awards, several at once, envies, folds and void wagers all come up; otherwise the tests above could not fail."""
    seen: Counter[str] = Counter()
    for seed in range(120):
        done = settled(random_round(game, Random(seed)))
        from_meter: list[Line] = [line for line in done.lines if line.paid_by == METER]
        seen["meter"] += bool(from_meter)
        seen["meters"] += len(from_meter) > 1
        seen["envy"] += any(line.kind == ENVY for line in done.lines)
        seen["void"] += any(line.result == "void" for line in done.lines)
        seen["fold"] += bool(done.alive)
    assert seen["meter"] > 5
    assert seen["meters"] > 0
    assert seen["void"] > 5
    assert (seen["envy"] > 2) == (game != "midibaccarat")
    assert (seen["fold"] > 5) == game.startswith("three-card")


@given(rounds("midibaccarat", readings=False))
def test_both_hands_of_a_coup_decide_for_every_seat_alike(data: Data) -> None:
    results: dict[str, set[str]] = {}
    for line in settled(data).lines:
        if line.result != "void":
            results.setdefault(line.wager, set()).add(line.result)
    assert all(len(each) == 1 for each in results.values())
