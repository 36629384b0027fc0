"""The events of Three Card Prime: the five cards of the Five Card progressive, and the Ante against the dealer.

The five cards are the player's three and the two community cards (chapter 679b, Five Card progressive, (h)). The section names
the winning hands in (j) and defines none of them; what they mean follows the general rules of poker and the readings named
below. A mask holds *every* event that is true of the cards; which of them is paid is the paytable's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitbook.compiled import scalar
from pitbook.families import Deal, Family, Symmetry
from pitbook.hands import (
    TEN_TO_ACE,
    count,
    ranks_held,
    ranks_held_four_times,
    ranks_held_three_times,
    ranks_held_twice,
    run,
    suit_ranks,
)
from pitbook.meanings import (
    Meaning,
    Role,
    Words,
    by_rank,
    in_a_row,
    in_a_row_of_a_suit,
    of_a_rank,
    of_a_suit,
    of_these_in_a_suit,
    unless,
)
from pitbook.three_cards import SHOWDOWN_EVENTS, showdown_meanings
from pitbook.three_cards import showdown_mask as showdown_mask
from pitbook.three_cards import showdown_masks as showdown_masks

ROYAL_FLUSH: Final = 1 << 0
STRAIGHT_FLUSH: Final = 1 << 1
FOUR_OF_A_KIND: Final = 1 << 2
FULL_HOUSE: Final = 1 << 3
FLUSH: Final = 1 << 4
STRAIGHT: Final = 1 << 5
THREE_OF_A_KIND: Final = 1 << 6
TWO_PAIR: Final = 1 << 7
FOUR_CARD_STRAIGHT_FLUSH: Final = 1 << 8
FOUR_CARD_FLUSH: Final = 1 << 9

STRAIGHT_FLUSH_ABOVE_FIVE_HIGH: Final = 1 << 10
STRAIGHT_ABOVE_FIVE_HIGH: Final = 1 << 11
"""Reading ``five-card-wheel``: A-2-3-4-5 left out."""
FOUR_CARD_STRAIGHT_FLUSH_ACE_HIGH_ONLY: Final = 1 << 12
"""Reading ``four-card-hands``: A-2-3-4 left out."""
FOUR_CARD_STRAIGHT_FLUSH_NO_FLUSH: Final = 1 << 13
"""Reading ``flush-with-four-run``: hands of five cards of one suit left out."""
FOUR_CARD_STRAIGHT_FLUSH_ACE_HIGH_ONLY_NO_FLUSH: Final = 1 << 14
"""Both readings at once."""


@scalar
def five_card_mask(hand: int) -> int:
    """Every event that five cards make."""
    mask = suited_mask(hand) | same_rank_mask(hand)
    runs = run(ranks_held(hand), 5)
    if runs:  # five consecutive ranks, ace high or low
        mask |= STRAIGHT
    if runs >> 1:  # the run from the ace below the deuce is bit 0
        mask |= STRAIGHT_ABOVE_FIVE_HIGH
    return mask


@scalar
def suited_mask(hand: int) -> int:
    """The events of four or five cards of one suit."""
    mask = 0
    for suit in range(4):
        ranks = suit_ranks(hand, suit)
        if count(ranks) < 4:
            continue
        mask |= FOUR_CARD_FLUSH
        four_runs = run(ranks, 4)  # some four of the cards, ace high or low
        if four_runs:
            mask |= FOUR_CARD_STRAIGHT_FLUSH
        if four_runs >> 1:
            mask |= FOUR_CARD_STRAIGHT_FLUSH_ACE_HIGH_ONLY
        if count(ranks) == 5:
            mask |= FLUSH | straight_flush_mask(ranks)
        else:
            if four_runs:
                mask |= FOUR_CARD_STRAIGHT_FLUSH_NO_FLUSH
            if four_runs >> 1:
                mask |= FOUR_CARD_STRAIGHT_FLUSH_ACE_HIGH_ONLY_NO_FLUSH
    return mask


@scalar
def straight_flush_mask(ranks: int) -> int:
    """The events of five consecutive ranks of one suit."""
    mask = 0
    runs = run(ranks, 5)
    if runs:
        mask |= STRAIGHT_FLUSH
    if runs >> 1:
        mask |= STRAIGHT_FLUSH_ABOVE_FIVE_HIGH
    if ranks == TEN_TO_ACE:
        mask |= ROYAL_FLUSH
    return mask


@scalar
def same_rank_mask(hand: int) -> int:
    """The events of two, three or four cards of a rank."""
    mask = 0
    pairs = count(ranks_held_twice(hand))
    if ranks_held_four_times(hand):
        mask |= FOUR_OF_A_KIND
    if ranks_held_three_times(hand):
        mask |= THREE_OF_A_KIND
        if pairs == 2:
            mask |= FULL_HOUSE
    if pairs == 2:
        mask |= TWO_PAIR
    return mask


@scalar
def five_card_masks(hands: Any, masks: Any) -> None:
    """The masks of many hands of five cards."""
    for n in range(len(hands)):
        masks[n] = five_card_mask(hands[n])


FAMILIES: Final = (
    Family(
        "five-card",
        5,
        (
            "royal-flush",
            "straight-flush",
            "four-of-a-kind",
            "full-house",
            "flush",
            "straight",
            "three-of-a-kind",
            "two-pair",
            "four-card-straight-flush",
            "four-card-flush",
            "straight-flush-above-five-high",
            "straight-above-five-high",
            "four-card-straight-flush-ace-high-only",
            "four-card-straight-flush-no-flush",
            "four-card-straight-flush-ace-high-only-no-flush",
        ),
        "five_card_mask",
        "five_card_masks",
        symmetry=Symmetry.SUITS,
    ),
    Family("showdown", 3, SHOWDOWN_EVENTS, "showdown_mask", "showdown_masks", deal=Deal.SHOWDOWN),
)


# In words ------------------------------------------------------------------------------------------------------------

_CLAUSE: Final = "58 Pa. Code ch. 679b, Five Card progressive, subsection (j)"
_FIVE_IN_A_SUIT: Final = "five cards of one suit in consecutive ranks"
_FOUR_IN_A_SUIT: Final = "four cards of one suit in consecutive ranks"


def _if_it_holds(event: int, words: str, otherwise: Words) -> Words:
    return unless(lambda dealt: five_card_mask(dealt[0]) & event, words, otherwise)


def _no_flush(otherwise: Words) -> Words:
    return _if_it_holds(FLUSH, "all five are of one suit", otherwise)


_ACE_HIGH_ONLY: Final = _if_it_holds(FOUR_CARD_STRAIGHT_FLUSH, "they are A-2-3-4", in_a_row_of_a_suit(4))

MEANINGS: Final[Mapping[str, Mapping[str, Meaning]]] = {
    "five-card": {
        "royal-flush": Meaning("ace, king, queen, jack and 10 of one suit", _CLAUSE, of_these_in_a_suit(TEN_TO_ACE)),
        "straight-flush": Meaning(_FIVE_IN_A_SUIT, _CLAUSE, in_a_row_of_a_suit(5)),
        "four-of-a-kind": Meaning("four cards of one rank", _CLAUSE, of_a_rank()),
        "full-house": Meaning("three cards of one rank and two of another", _CLAUSE, by_rank()),
        "flush": Meaning("five cards of one suit", _CLAUSE, of_a_suit()),
        "straight": Meaning("five cards in consecutive ranks", _CLAUSE, in_a_row(5)),
        "three-of-a-kind": Meaning("three cards of one rank", _CLAUSE, of_a_rank()),
        "two-pair": Meaning("two cards of one rank and two of another", _CLAUSE, by_rank()),
        "four-card-straight-flush": Meaning(_FOUR_IN_A_SUIT, _CLAUSE, in_a_row_of_a_suit(4)),
        "four-card-flush": Meaning("four cards of one suit", _CLAUSE, of_a_suit()),
        "straight-flush-above-five-high": Meaning(
            f"{_FIVE_IN_A_SUIT}, A-2-3-4-5 left out",
            _CLAUSE,
            _if_it_holds(STRAIGHT_FLUSH, "they are A-2-3-4-5", in_a_row_of_a_suit(5)),
            Role.READING,
        ),
        "straight-above-five-high": Meaning(
            "five cards in consecutive ranks, A-2-3-4-5 left out",
            _CLAUSE,
            _if_it_holds(STRAIGHT, "they are A-2-3-4-5", in_a_row(5)),
            Role.READING,
        ),
        "four-card-straight-flush-ace-high-only": Meaning(
            f"{_FOUR_IN_A_SUIT}, A-2-3-4 left out", _CLAUSE, _ACE_HIGH_ONLY, Role.READING
        ),
        "four-card-straight-flush-no-flush": Meaning(
            f"{_FOUR_IN_A_SUIT} and a fifth of another", _CLAUSE, _no_flush(in_a_row_of_a_suit(4)), Role.READING
        ),
        "four-card-straight-flush-ace-high-only-no-flush": Meaning(
            f"{_FOUR_IN_A_SUIT}, A-2-3-4 left out, and a fifth of another", _CLAUSE, _no_flush(_ACE_HIGH_ONLY), Role.READING
        ),
    },
    "showdown": showdown_meanings("58 Pa. Code § 679a.6 (not held)", "58 Pa. Code § 679a.11 (not held)"),
}
"""What each event needs, by which clause, and what cards without it hold instead."""
