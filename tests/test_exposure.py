"""Exposure: no round that is settled costs more than the bound, and where the figure is exact some round costs just as much."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from pitbook.cards import card_text, cards_text, hand, hand_cards, parse_cards, standard_deck
from pitbook.catalog import rulebook
from pitbook.choices import Offer, offer
from pitbook.exposure import Exposure, Stake, exposure, largest_stakes
from pitbook.exposure.rare_hands import hands_by_mask, seats_at_once
from pitbook.families import families
from pitbook.payouts import MICROS
from pitbook.rounds import read_round
from pitbook.settlement import settle

DAY = date(2026, 1, 2)
POKER = {
    "ante": 500,
    "play": 500,
    "ante-bonus": None,
    "pair-plus": 100,
    "six-card-bonus": 25,
    "progressive": 5,
    "five-card-progressive": 5,
    "five-of-six-progressive": 1,
}
LABELS = {"ante-bonus": "A", "pair-plus": "A", "six-card-bonus": "E", "progressive": "A", "fortune-bonus": "A"}


def offers(game: str, wagers: Any) -> list[Offer]:
    found = rulebook().game(game)
    return [offer(found, name, LABELS.get(name)) for name in wagers]


def poker_stakes() -> list[Stake]:
    largest = {name: None if amount is None else amount * MICROS for name, amount in POKER.items()}
    stakes, left_out = largest_stakes(offers("three-card-poker", POKER), largest, {})
    assert not left_out
    return stakes


def poker_exposure(seats: int) -> Exposure:
    return exposure(poker_stakes(), seats, decks=1)


def settled(dealer: str, community: str, seats: list[str]) -> Fraction:
    """What a round of Three Card Poker pays at the largest stakes: all that is handed over beyond the stakes that come back."""
    wagers = {name: f"{amount}.00" for name, amount in POKER.items() if amount is not None}
    meters = {
        stake.offered.wager.meter: {"meter": f"{stake.meter_micros / MICROS}.00", "reserve": "0.00"}
        for stake in poker_stakes()
        if stake.meter_micros is not None and stake.offered.wager.meter is not None
    }
    data = {
        "game": "three-card-poker",
        "date": DAY.isoformat(),
        "dealer": dealer,
        "community": community,
        "seats": [{"seat": n + 1, "cards": cards, "wagers": wagers} for n, cards in enumerate(seats)],
        "choices": {name: LABELS.get(name, "standard") for name in POKER if name not in ("ante", "play")},
        "meters": meters,
    }
    lines = settle(read_round(data, today=DAY)).lines
    return Fraction(sum(max(line.net, 0) for line in lines))


def dealt(deck: list[int], hands: int) -> tuple[str, str, list[str]]:
    at = [cards_text(deck[n : n + 3]) for n in range(0, 3 * hands, 3)]
    return cards_text(deck[-3:]), cards_text(deck[-5:-3]), at


@pytest.mark.parametrize("seats", [1, 3, 7])
def test_no_dealt_round_costs_more(seats: int) -> None:
    bound = poker_exposure(seats)
    shuffler = random.Random(20260302 + seats)
    for _ in range(40):
        deck = list(range(52))
        shuffler.shuffle(deck)
        assert settled(*dealt(deck, seats)) <= bound.table


def test_no_contrived_round_costs_more_and_the_bound_is_near() -> None:
    bound = poker_exposure(2)
    dealer, community = "Jd Td 9d", "Jh Th"
    worst = max(settled(dealer, community, ["Ad Kd Qd", other]) for other in ("Ah Kh Qh", "As Ks Qs"))
    assert worst > 1_000_000 * MICROS
    assert worst <= bound.table
    assert bound.table < Fraction(125, 100) * worst


def test_a_second_seat_cannot_hold_the_only_such_hand() -> None:
    one, seven = poker_exposure(1), poker_exposure(7)
    assert one.table == one.hand
    assert seven.table < Fraction(13, 10) * one.table, "one deck has one Super Royal of diamonds"


def test_baccarat_is_exact_for_the_whole_table() -> None:
    largest = {"player": 1_000 * MICROS, "banker": 1_000 * MICROS, "tie": 100 * MICROS}
    stakes, _ = largest_stakes(offers("midibaccarat", largest), largest, {})
    found = exposure(stakes, 9, decks=8)
    assert found.hand_exact
    assert found.table_exact
    assert found.hand == 1_000 * MICROS, "a tie pays 800 and gives the others back"
    assert found.table == 9 * found.hand


def test_a_limit_cuts_the_bonus_pays_of_a_hand_and_nothing_else() -> None:
    names = ["pai-gow", "fortune-bonus", "insurance"]
    labels = {"insurance": "A", "fortune-bonus": "A"}
    game = rulebook().game("pai-gow-poker")
    largest = dict.fromkeys(names, 100 * MICROS)
    stakes, _ = largest_stakes([offer(game, name, labels.get(name)) for name in names], largest, {})
    free = exposure(stakes, 6, decks=1)
    assert [each.why for each in free.capped] == ["if filed as code-figure"]
    limit = 1_000 * MICROS
    cut = exposure(stakes, 6, decks=1, limit_micros=limit).capped[0]
    envy = 5 * 5_000 * MICROS
    assert free.bonus == 800_000 * MICROS, "8,000 to 1 on $100"
    assert cut.hand == 100 * MICROS + limit + envy
    assert cut.table < free.table


def test_a_limit_above_all_bonus_pays_changes_nothing() -> None:
    stakes = poker_stakes()
    free = exposure(stakes, 7, decks=1)
    same = exposure(stakes, 7, decks=1, limit_micros=int(free.bonus)).capped[0]
    less = exposure(stakes, 7, decks=1, limit_micros=int(free.bonus) // 2).capped[0]
    assert same.hand == free.hand
    assert same.table <= free.table
    assert less.hand < free.hand


def test_wagers_without_a_largest_stake_are_named() -> None:
    stakes, left_out = largest_stakes(offers("three-card-poker", ["pair-plus", "six-card-bonus"]), {"pair-plus": MICROS}, {})
    assert [stake.offered.wager.id for stake in stakes] == ["pair-plus"]
    assert left_out == ["six-card-bonus"]


# Rare hands ----------------------------------------------------------------------------------------------------------


def poker_hands(event: str, family_name: str = "three-card") -> list[int]:
    game = rulebook().game("three-card-poker")
    family = families(game.package)[family_name]
    from pitbook.stored_counts import counts

    masks = [mask for mask in counts(game, family, 1) if mask & family.bit(event)]
    found = hands_by_mask(game.package, family, standard_deck(), masks)
    return [each for hands in found.values() for each in hands]


def test_own_hands_are_held_by_as_many_seats_as_there_are_cards_for() -> None:
    assert seats_at_once(poker_hands("ace-king-queen-of-spades"), 3, 7) == 1
    assert seats_at_once(poker_hands("ace-king-queen-of-another-suit"), 3, 7) == 3
    assert seats_at_once(poker_hands("three-of-a-kind"), 3, 7) == 7


def test_hands_with_shared_cards() -> None:
    royals = poker_hands("royal-flush", "five-card")
    assert len(royals) == 4
    assert seats_at_once(royals, 3, 7) == 1, "two seats share but two cards, and a royal flush is of one suit"
    fours = poker_hands("four-of-a-kind", "five-card")
    assert len(fours) == 624
    assert seats_at_once(fours, 3, 7) == 2, "over an eight and a king lie three eights and three kings"


def brute_force(hands: list[int], seats: int) -> int:
    """The same by trying all pairs of shared cards, then all sets of hands."""
    best = 0
    for core in combinations(range(52), 2):
        shared = hand(core)
        own = [each & ~shared for each in hands if each & shared == shared]
        for size in range(1, seats + 1):
            for chosen in combinations(own, size):
                if sum(each.bit_count() for each in chosen) == _union(chosen).bit_count():
                    best = max(best, size)
    return best


def _union(hands: Any) -> int:
    cards = 0
    for each in hands:
        cards |= each
    return cards


@pytest.mark.parametrize("seed", range(8))
def test_the_number_of_seats_is_that_of_trying_all(seed: int) -> None:
    shuffler = random.Random(seed)
    pool = list(range(9))
    hands = sorted({hand(shuffler.sample(pool, 5)) for _ in range(9)})
    assert seats_at_once(hands, 3, 7) == brute_force(hands, 7)


def test_hands_by_mask_agrees_with_the_counts() -> None:
    assert len(poker_hands("straight-flush")) == 48
    aces = hand(parse_cards("Ac Ad Ah"))
    assert aces in poker_hands("three-of-a-kind")
    assert card_text(hand_cards(aces)[0]) == "Ac"
