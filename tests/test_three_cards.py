"""Three cards against three: the order of hands, and the showdown from one below to one above each threshold."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from pitbook.cards import hand, parse_cards, standard_deck
from pitbook.three_cards import (
    DEALER_DOES_NOT_QUALIFY,
    FOLD,
    PLAYER_HIGHER,
    PLAYER_HIGHER_BY_ODD_CARD,
    PLAYER_LOWER,
    PLAYER_LOWER_BY_ODD_CARD,
    SHOWDOWN_EVENTS,
    TIE,
    TIE_BY_ODD_CARD,
    in_one_suit,
    kind_rank,
    rank_counts,
    showdown_mask,
    three_card_rank,
)


def cards(text: str) -> int:
    return hand(parse_cards(text))


def plain_place(a_hand: tuple[int, ...]) -> tuple[int, ...]:
    """The order once more, written with lists: kind, then the deciding ranks."""
    ranks = sorted((card % 13 for card in a_hand), reverse=True)
    suits = {card // 13 for card in a_hand}
    held = sorted(Counter(ranks).items(), key=lambda each: (-each[1], -each[0]))
    if len(held) == 1:
        return (4, ranks[0])
    if len(held) == 2:
        return (1, held[0][0], held[1][0])
    if ranks == [12, 1, 0]:
        return (5 if len(suits) == 1 else 3, 1)
    if ranks[0] - ranks[2] == 2:
        return (5 if len(suits) == 1 else 3, ranks[0])
    return (2 if len(suits) == 1 else 0, *ranks)


def test_every_hand_has_the_place_of_the_plain_order() -> None:
    """All 22,100 hands fall into the same classes in the same order both ways."""
    both = {(three_card_rank(sum(1 << n for n in each)), plain_place(each)) for each in combinations(range(52), 3)}
    assert len({number for number, _ in both}) == len({place for _, place in both}) == len(both)
    in_order = [place for _, place in sorted(both)]
    assert in_order == sorted(in_order)


def test_the_kinds_have_the_known_numbers() -> None:
    kinds = Counter(kind_rank(each) for each in standard_deck().hands(3))
    assert kinds == {5: 48, 4: 52, 3: 720, 2: 1_096, 1: 3_744, 0: 16_440}


def test_a_pair_with_a_suited_card_is_not_of_one_suit() -> None:
    assert not in_one_suit(cards("Ac Kc Ad"))
    assert in_one_suit(cards("Ac Kc 2c"))


@pytest.mark.parametrize(
    "rising",
    [
        ["5c 3d 2h", "Ah Kd Jc", "2h 2d 3c", "Ah Ad Kc", "5h 3h 2h", "Ah Kh Jh", "Ah 2d 3c", "2h 3d 4c", "Ah Kd Qc"],
        ["Ah Kd Qc", "2h 2d 2c", "Ah Ad Ac", "Ah 2h 3h", "2h 3h 4h", "Ah Kh Qh"],
        ["2h 2d Ac", "3h 3d 2c"],
        ["Kh Qh 2h", "Kd Qd 3d"],
    ],
)
def test_each_hand_of_a_row_beats_the_one_before(rising: list[str]) -> None:
    for lower, higher in pairwise(rising):
        assert three_card_rank(cards(higher)) > three_card_rank(cards(lower))


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [("Jd Tc 8h", False), ("Qd 3c 2h", True), ("Kd 3c 2h", True), ("2d 2c 3h", True), ("4d 3d 2d", True), ("Jd Td 8d", True)],
)
def test_the_dealer_qualifies_from_a_queen_up(dealer: str, qualifies: bool) -> None:
    found = showdown_mask(cards("As Ks Qs"), cards(dealer), 0)
    assert found == (PLAYER_HIGHER | PLAYER_HIGHER_BY_ODD_CARD if qualifies else DEALER_DOES_NOT_QUALIFY)


@pytest.mark.parametrize(
    ("player", "dealer", "expected"),
    [
        ("Qs 7s 3d", "Qh 7c 4h", PLAYER_LOWER | PLAYER_LOWER_BY_ODD_CARD),
        ("Qs 7s 4d", "Qh 7c 4h", TIE | TIE_BY_ODD_CARD),
        ("Qs 7s 5d", "Qh 7c 4h", PLAYER_HIGHER | PLAYER_HIGHER_BY_ODD_CARD),
        ("9s 9d 2c", "8h 8c Ah", PLAYER_HIGHER | PLAYER_LOWER_BY_ODD_CARD),
        ("As 2d 3c", "4h 5c 6h", PLAYER_LOWER | PLAYER_HIGHER_BY_ODD_CARD),
    ],
)
def test_the_showdown_below_at_and_above_the_dealers_hand(player: str, dealer: str, expected: int) -> None:
    assert showdown_mask(cards(player), cards(dealer), 0) == expected


def test_a_folded_hand_is_folded_whatever_the_cards_are() -> None:
    assert showdown_mask(cards("As Ks Qs"), cards("Jd Tc 8h"), 1) == FOLD


def test_the_event_names_stand_in_bit_order() -> None:
    bits = [FOLD, DEALER_DOES_NOT_QUALIFY, PLAYER_HIGHER, TIE, PLAYER_LOWER]
    bits += [PLAYER_HIGHER_BY_ODD_CARD, TIE_BY_ODD_CARD, PLAYER_LOWER_BY_ODD_CARD]
    assert bits == [1 << n for n in range(len(SHOWDOWN_EVENTS))]


def test_rank_counts_hold_each_rank_as_often_as_the_hand() -> None:
    assert rank_counts(cards("2c 2d Ah")) == 2 | 1 << 24
