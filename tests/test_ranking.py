"""The order of five cards, against two other libraries on all C(52,5) hands and against itself in plain form."""

from __future__ import annotations

from itertools import chain, combinations, starmap
from math import comb

import numpy as np
import numpy.typing as npt
import pkrbot
import pytest
from phevaluator.evaluator import evaluate_5cards

from pitbook import ranking
from pitbook.cards import card_text, hand, hand_text, parse_cards
from pitbook.ranking import CLASSES, five_card_ranks

HANDS = comb(52, 5)


def place(text: str) -> int:
    return int(five_card_ranks(np.array([hand(parse_cards(text))], np.int64))[0])


@pytest.fixture(scope="module")
def cards() -> npt.NDArray[np.int64]:
    """Every choice of five of the 52 card numbers, in lexical order."""
    numbers = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.int64, count=5 * HANDS)
    return numbers.reshape(HANDS, 5)


@pytest.fixture(scope="module")
def places(cards: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    return five_card_ranks((np.int64(1) << cards).sum(axis=1))


def test_every_hand_has_the_place_that_phevaluator_gives(cards: npt.NDArray[np.int64], places: npt.NDArray[np.int32]) -> None:
    numbers = cards % 13 * 4 + cards // 13  # phevaluator counts the suits first; its best hand is 1
    theirs = np.fromiter(starmap(evaluate_5cards, zip(*numbers.T.tolist(), strict=True)), np.int32, count=HANDS)
    assert np.array_equal(places, CLASSES + 1 - theirs)


def test_pkrbot_orders_all_hands_alike(places: npt.NDArray[np.int32]) -> None:
    deck = [pkrbot.Card(card_text(n)) for n in range(52)]
    theirs = np.fromiter(map(pkrbot.evaluate, combinations(deck, 5)), np.int64, count=HANDS)
    lowest, highest = np.full(CLASSES + 1, theirs.max() + 1), np.full(CLASSES + 1, -1)
    np.minimum.at(lowest, places, theirs)
    np.maximum.at(highest, places, theirs)
    assert np.array_equal(lowest[1:], highest[1:]), "hands of one place have one value there"
    assert (np.diff(lowest[1:]) > 0).all(), "a higher place has a higher value there"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("7c 5d 4h 3s 2c", 1),
        ("Ac Kd Qh Js 9c", 1277),
        ("2c 2d 5h 4s 3c", 1278),
        ("As Ad Ah Ac Kd", 7452),
        ("5h 4h 3h 2h Ah", 7453),
        ("As Ks Qs Js Ts", 7462),
    ],
)
def test_places_at_the_ends_of_the_kinds(text: str, wanted: int) -> None:
    assert place(text) == wanted


def test_the_ace_is_low_in_the_lowest_straight_only() -> None:
    assert place("5c 4d 3h 2s Ac") < place("6c 5d 4h 3s 2c") < place("Ac Kd Qh Js Tc")
    assert place("Ac Kd Qh 3s 2c") < place("2c 2d 5h 4s 3c"), "no run passes through the ace"


def test_one_hand_is_ranked_alike_plain_and_compiled(cards: npt.NDArray[np.int64], places: npt.NDArray[np.int32]) -> None:
    plain = getattr(ranking.five_card_rank, "py_func", ranking.five_card_rank)
    for n in range(0, HANDS, 997):
        members = hand(cards[n].tolist())
        assert plain(members) == places[n], hand_text(members)


@pytest.mark.parametrize("wrong", [0, 0b1111, 0b111111, 1 << 52 | 0b1111, -1])
def test_a_set_of_other_than_five_cards_is_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match=r"hands\[1\] is .*; allowed is a set of five of the 52 cards"):
        five_card_ranks(np.array([0b11111, wrong], np.int64))
