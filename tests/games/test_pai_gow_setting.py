"""Ranks of five and two cards against a plain second way and an outside evaluator, and the foul test."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from pai_gow_reference import cards_of, foul, high_value, low_value
from phevaluator import evaluate_cards

from pitbook.cards import card_text, hand, hand_cards, joker_deck, parse_cards
from pitbook.games.pai_gow_poker import setting
from pitbook.games.pai_gow_poker.setting import (
    HIGH_RANKS,
    LOW_RANKS,
    high_rank,
    high_words,
    holds_complete_hand,
    is_foul,
    low_rank,
    low_words,
    reading_flags,
    settings,
)


def cards(text: str) -> int:
    return hand(parse_cards(text))


def draw(rng: random.Random, size: int, joker: bool = False) -> int:
    if joker:
        return hand([*rng.sample(range(52), size - 1), 52])
    return hand(rng.sample(range(52), size))


def five_suited_or_close(rng: random.Random) -> int:
    """Five cards that are often a straight, a flush or nearly one, with the joker."""
    suit = rng.randrange(4)
    start = rng.randrange(9)
    pool = [suit * 13 + rank for rank in range(13)] + [s * 13 + start + n for s in range(4) for n in range(5)]
    naturals: set[int] = set()
    while len(naturals) < 4:
        naturals.add(rng.choice(pool))
    return hand([*naturals, 52])


@pytest.mark.parametrize("wheel", ["second-highest", "lowest"])
@pytest.mark.parametrize("flush", ["highest-missing", "ace-always"])
def test_five_cards_are_ordered_as_by_the_plain_way(wheel: str, flush: str) -> None:
    rng = random.Random(7)
    flags = reading_flags(wheel, flush)
    hands = [draw(rng, 5) for _ in range(1500)] + [draw(rng, 5, joker=True) for _ in range(1500)]
    hands += [five_suited_or_close(rng) for _ in range(3000)]
    valued = [(high_value(cards_of(each), wheel == "lowest", flush == "ace-always"), high_rank(each, flags)) for each in hands]
    valued.sort()
    for (plain, rank), (next_plain, next_rank) in pairwise(valued):
        assert (plain == next_plain) == (rank == next_rank)
        assert rank <= next_rank
    assert all(0 <= rank < HIGH_RANKS for _, rank in valued)


def test_natural_hands_are_ordered_as_by_an_outside_evaluator() -> None:
    rng = random.Random(3)
    flags = reading_flags(ace_low_straight="lowest")
    valued = []
    for _ in range(5000):
        each = draw(rng, 5)
        valued.append((-evaluate_cards(*[card_text(n) for n in hand_cards(each)]), high_rank(each, flags)))
    valued.sort()
    for (outside, rank), (next_outside, next_rank) in pairwise(valued):
        assert (outside == next_outside) == (rank == next_rank)
        assert rank <= next_rank


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ah Ad Ac Jk", "As Ks Qs Js Ts"),
        ("Jk Ks Qs Js Ts", "As 2s 3s 4s 5s"),
        ("As 2s 3s 4s 5s", "Ks Qs Js Ts 9s"),
        ("Ah 2s 3s 4s 5s", "Kh Qs Js Ts 9s"),
        ("Jk 2h 3s 4s 5s", "Kh Qs Js Ts 9s"),
        ("6s 5s 4s 3s 2s", "As Ah Ad Jk Ks"),
        ("As Ah Jk Kd Kc", "Ks Kh Kd As Jk"),
        ("Jk Ks 9s 4s 2s", "As Qs 9s 4s 2s"),
        ("As Jk 9s 4s 2s", "As Qs 9s 4s 3s"),
        ("Jk Ah Kd 9c 2s", "Ks Kh Ad Qc Js"),
    ],
)
def test_the_better_hand_ranks_higher(better: str, worse: str) -> None:
    assert high_rank(cards(better), 0) > high_rank(cards(worse), 0)


def test_the_joker_of_a_flush_is_the_highest_missing_rank_or_always_an_ace() -> None:
    flush = cards("As Jk 9s 4s 2s")
    same = cards("As Ks 9s 4s 2s")
    assert high_rank(flush, 0) == high_rank(same, 0)
    flags = reading_flags(joker_in_flush="ace-always")
    assert high_rank(flush, flags) > high_rank(cards("Ah Kh Qh Jh 9h"), flags)


def test_ace_to_five_may_be_the_lowest_straight() -> None:
    flags = reading_flags(ace_low_straight="lowest")
    assert high_rank(cards("Ah 2s 3s 4s 5s"), flags) < high_rank(cards("2h 3s 4s 5s 6s"), flags)
    assert high_rank(cards("Jk 2h 3s 4s 5s"), flags) == high_rank(cards("2h 3s 4s 5s 6s"), flags)


def test_two_cards_are_ordered_as_by_the_plain_way() -> None:
    deck = joker_deck().cards
    pairs = [1 << a | 1 << b for a in deck for b in deck if a < b]
    valued = sorted((low_value(cards_of(each)), low_rank(each)) for each in pairs)
    for (plain, rank), (next_plain, next_rank) in pairwise(valued):
        assert (plain == next_plain) == (rank == next_rank)
        assert rank <= next_rank
    assert {rank for _, rank in valued} == set(range(LOW_RANKS))


def test_fouls_are_those_of_the_plain_way() -> None:
    rng = random.Random(11)
    found = 0
    for n in range(600):
        for high, low in settings(draw(rng, 7, joker=n % 3 == 0)):
            wanted = foul(cards_of(high), cards_of(low))
            assert is_foul(high, low) == wanted
            found += wanted
    assert found > 1000


@pytest.mark.parametrize(
    ("high", "low", "wanted"),
    [
        ("Ah Kd 9c 5s 3d", "As Kh", False),
        ("Ah Qd 9c 5s 3d", "As Kh", True),
        ("Kh Kd 9c 5s 3d", "Ks Kc", False),
        ("Qh Qd 9c 5s 3d", "Ks Kc", True),
        ("4h 4d 3c 3s 2d", "As Ac", False),
        ("2h 3d 4c 5s 6d", "As Kc", False),
        ("2h 5h 7h 9h Th", "As Ac", False),
        ("Jk Kd 9c 5s 3d", "As Qh", False),
    ],
)
def test_foul_by_pair_and_by_two_highest_cards(high: str, low: str, wanted: bool) -> None:
    assert is_foul(cards(high), cards(low)) is wanted


def test_a_complete_hand_is_found_where_some_five_cards_rank_as_one() -> None:
    rng = random.Random(5)
    kinds = {False: 0, True: 0}
    for n in range(800):
        each = draw(rng, 7, joker=n % 2 == 0)
        ranks = [high_rank(high, 0) for high, _ in settings(each)]
        wanted = any(
            setting.STRAIGHT <= rank < setting.FULL_HOUSE or setting.STRAIGHT_FLUSH <= rank < setting.FIVE_ACES for rank in ranks
        )
        assert holds_complete_hand(each) == wanted
        kinds[wanted] += 1
    assert min(kinds.values()) > 50


def test_seven_cards_have_21_settings() -> None:
    each = draw(random.Random(1), 7)
    divided = list(settings(each))
    assert len(set(divided)) == 21
    assert all(high | low == each and not high & low for high, low in divided)


def test_words() -> None:
    assert high_words(cards("Ks Kh Kd 2c 2s")) == "full house, kings over deuces"
    assert high_words(cards("Jk Ah 9d 5c 2s")) == "pair of aces"
    assert low_words(cards("Jk 9d")) == "ace-nine"
    assert low_words(cards("6c 6d")) == "pair of sixes"


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(ValueError, match="second-highest, lowest"):
        reading_flags(ace_low_straight="middle")
