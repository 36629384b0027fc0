"""The order of three cards against two outside libraries, on all 22,100 hands.

pokerkit knows the order itself (Rhode Island hold'em has the same six kinds). phevaluator ranks five cards: two hands with the
same two cards added to both stand to each other as before, as long as those make no pair, straight or flush of their own.
"""

from __future__ import annotations

from itertools import combinations, groupby, pairwise

import pytest
from phevaluator.evaluator import evaluate_cards
from pokerkit import Card, Entry, RhodeIslandHoldemLookup

from pitbook.cards import card_text, hand, hand_cards, hand_text, standard_deck
from pitbook.three_cards import kind_rank, three_card_rank

HANDS = tuple(standard_deck().hands(3))
KINDS = {"High card": 0, "One pair": 1, "Flush": 2, "Straight": 3, "Three of a kind": 4, "Straight flush": 5}


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    lookup = RhodeIslandHoldemLookup()
    cards = [next(iter(Card.parse(card_text(n)))) for n in range(52)]
    return [lookup.get_entry([cards[n] for n in hand_cards(each)]) for each in HANDS]


def test_every_hand_is_of_the_kind_that_pokerkit_says(entries: list[Entry]) -> None:
    for each, entry in zip(HANDS, entries, strict=True):
        assert KINDS[entry.label.value] == kind_rank(each), hand_text(each)


def test_pokerkit_puts_all_hands_into_the_same_classes_in_the_same_order(entries: list[Entry]) -> None:
    both = {(three_card_rank(each), entry.index) for each, entry in zip(HANDS, entries, strict=True)}
    ours, theirs = {rank for rank, _ in both}, {index for _, index in both}
    assert len(ours) == len(theirs) == len(both) == 741, "a class of one library is a class of the other"
    assert [index for _, index in sorted(both)] == sorted(theirs)


def filler(lower: int, higher: int) -> list[int] | None:
    """Two cards that leave the two hands as they are: of other ranks, of the flush's suit in a flush, making no run of five."""
    taken = {n % 13 for n in hand_cards(lower | higher)}
    flush = kind_rank(lower) == 2
    for ranks in combinations(sorted(set(range(13)) - taken, reverse=True), 2):
        suits = (0, 0) if flush else (2, 3)
        added = [rank + 13 * suit for rank, suit in zip(ranks, suits, strict=True)]
        if not any(run_of_five({*ranks, *(n % 13 for n in hand_cards(each))}) for each in (lower, higher)):
            return added
    return None


def run_of_five(ranks: set[int]) -> bool:
    return any({(top - n) % 13 for n in range(5)} <= ranks for top in (*range(4, 13), 3))


def test_phevaluator_orders_neighbouring_hands_of_a_kind_alike() -> None:
    """Of every class but straights one hand, in clubs first; each is compared with the next class of its kind."""
    first: dict[int, int] = {}
    for each in HANDS:
        first.setdefault(three_card_rank(each), each)
    compared = 0
    for kind, ranks in groupby(sorted(first), key=lambda rank: rank >> 13):
        if kind in (3, 5):
            continue
        for lower, higher in pairwise(first[rank] for rank in ranks):
            added = filler(lower, higher)
            assert added is not None, (hand_text(lower), hand_text(higher))
            values = [evaluate_cards(*(card_text(n) for n in [*hand_cards(each), *added])) for each in (lower, higher)]
            assert values[0] > values[1], (hand_text(lower), hand_text(higher))
            compared += 1
    assert compared == 741 - 2 * 12 - 4


def test_a_straight_outranks_a_flush_and_trips_a_straight() -> None:
    """The two places where three cards are ordered otherwise than five."""
    texts = ["Ah Kh Jh", "2h 3d Ac", "Ah Kd Qc", "2h 2d 2c", "Ah Ad Ac", "Ah 2h 3h"]
    ranks = [three_card_rank(hand([13 * "cdhs".index(t[1]) + "23456789TJQKA".index(t[0]) for t in text.split()])) for text in texts]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)
