"""The events of Three Card Poker: what the cards are, in the words of § 649a.6.

Each function takes a hand (a set of cards as one integer) and returns the bits of *every* event that holds; which of them is
paid is the paytable's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitbook.compiled import scalar
from pitbook.families import Deal, Family, Symmetry
from pitbook.hands import (
    NINE_TO_ACE,
    QUEEN_TO_ACE,
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
    by_rank,
    in_a_row,
    in_a_row_of_a_suit,
    of_a_rank,
    of_a_suit,
    of_these_in_a_suit,
    unless,
)
from pitbook.three_cards import SHOWDOWN_EVENTS, in_one_suit, showdown_meanings
from pitbook.three_cards import showdown_mask as showdown_mask
from pitbook.three_cards import showdown_masks as showdown_masks
from pitbook.three_cards import showdown_of_ranks as showdown_of_ranks
from pitbook.three_cards import three_card_rank as three_card_rank
from pitbook.three_cards import three_card_rank_by_odd_card as three_card_rank_by_odd_card

# Three cards, § 649a.6(b), (e) ---------------------------------------------------------------------------------------

STRAIGHT_FLUSH: Final = 1 << 0
THREE_OF_A_KIND: Final = 1 << 1
STRAIGHT: Final = 1 << 2
FLUSH: Final = 1 << 3
PAIR: Final = 1 << 4
MINI_ROYAL: Final = 1 << 5
AKQ_OF_SPADES: Final = 1 << 6
AKQ_OF_ANOTHER_SUIT: Final = 1 << 7


@scalar
def three_card_mask(hand: int) -> int:
    """Every event of three cards that holds."""
    ranks = ranks_held(hand)
    one_suit = in_one_suit(hand)
    consecutive = run(ranks, 3) != 0
    mask = 0
    if one_suit and consecutive:  # (b)(1), ace-king-queen highest, ace-2-3 lowest
        mask |= STRAIGHT_FLUSH
    if ranks_held_three_times(hand):  # (b)(2)
        mask |= THREE_OF_A_KIND
    if consecutive and not one_suit:  # (b)(3), of more than one suit
        mask |= STRAIGHT
    if one_suit:  # (b)(4), regardless of rank
        mask |= FLUSH
    if ranks_held_twice(hand):  # (b)(5)
        mask |= PAIR
    if one_suit and ranks == QUEEN_TO_ACE:  # (e), § 649a.12(c), (e)
        mask |= MINI_ROYAL
        mask |= AKQ_OF_SPADES if suit_ranks(hand, 3) else AKQ_OF_ANOTHER_SUIT
    return mask


@scalar
def three_card_masks(hands: Any, masks: Any) -> None:
    """The masks of many three-card hands."""
    for n in range(len(hands)):
        masks[n] = three_card_mask(hands[n])


# Five cards and the best five of six, § 649a.6(d) ----------------------------------------------------------------------

ROYAL_FLUSH: Final = 1 << 0
STRAIGHT_FLUSH_OF_FIVE: Final = 1 << 1
FOUR_OF_A_KIND: Final = 1 << 2
FULL_HOUSE: Final = 1 << 3
FLUSH_OF_FIVE: Final = 1 << 4
STRAIGHT_OF_FIVE: Final = 1 << 5
THREE_OF_A_KIND_OF_FIVE: Final = 1 << 6
STRAIGHT_FLUSH_ABOVE_FIVE_HIGH: Final = 1 << 7
STRAIGHT_ABOVE_FIVE_HIGH: Final = 1 << 8
ROYAL_FLUSH_OF_SPADES: Final = 1 << 9
ROYAL_FLUSH_OF_ANOTHER_SUIT: Final = 1 << 10
SUPER_ROYAL_OF_DIAMONDS: Final = 1 << 11
SUPER_ROYAL_OF_ANOTHER_SUIT: Final = 1 << 12


@scalar
def five_card_mask(hand: int) -> int:
    """Every event that some five of the cards make; for five cards and for six (the Super Royals take all six)."""
    mask = 0
    for suit in range(4):
        ranks = suit_ranks(hand, suit)
        if count(ranks) < 5:
            continue
        mask |= FLUSH_OF_FIVE  # (d)(5)
        runs = run(ranks, 5)
        if runs:  # (d)(2)
            mask |= STRAIGHT_FLUSH_OF_FIVE
        if runs >> 1:  # the run from the ace below the deuce is bit 0
            mask |= STRAIGHT_FLUSH_ABOVE_FIVE_HIGH
        if ranks & TEN_TO_ACE == TEN_TO_ACE:  # (d)(1)
            mask |= ROYAL_FLUSH
            mask |= ROYAL_FLUSH_OF_SPADES if suit == 3 else ROYAL_FLUSH_OF_ANOTHER_SUIT
        if ranks & NINE_TO_ACE == NINE_TO_ACE:  # (d)(8)
            mask |= SUPER_ROYAL_OF_DIAMONDS if suit == 1 else SUPER_ROYAL_OF_ANOTHER_SUIT
    runs = run(ranks_held(hand), 5)
    if runs:  # (d)(6)
        mask |= STRAIGHT_OF_FIVE
    if runs >> 1:
        mask |= STRAIGHT_ABOVE_FIVE_HIGH
    threes = ranks_held_three_times(hand)
    if ranks_held_four_times(hand):  # (d)(3)
        mask |= FOUR_OF_A_KIND
    if threes:  # (d)(7)
        mask |= THREE_OF_A_KIND_OF_FIVE
        if count(ranks_held_twice(hand)) > 1:  # (d)(4), three of one rank and two of another
            mask |= FULL_HOUSE
    return mask


@scalar
def five_card_masks(hands: Any, masks: Any) -> None:
    """The masks of many hands of five or six cards."""
    for n in range(len(hands)):
        masks[n] = five_card_mask(hands[n])


_FIVE_CARD_EVENTS: Final = (
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "straight-flush-above-five-high",
    "straight-above-five-high",
)

FAMILIES: Final = (
    Family(
        "three-card",
        3,
        (
            "straight-flush",
            "three-of-a-kind",
            "straight",
            "flush",
            "pair",
            "mini-royal-flush",
            "ace-king-queen-of-spades",
            "ace-king-queen-of-another-suit",
        ),
        "three_card_mask",
        "three_card_masks",
        symmetry=Symmetry.NAMED_SUITS,
        suit_named=("ace-king-queen-of-spades", "ace-king-queen-of-another-suit"),
    ),
    Family("five-card", 5, _FIVE_CARD_EVENTS, "five_card_mask", "five_card_masks"),
    Family(
        "six-card",
        6,
        (
            *_FIVE_CARD_EVENTS,
            "royal-flush-of-spades",
            "royal-flush-of-another-suit",
            "super-royal-of-diamonds",
            "super-royal-of-another-suit",
        ),
        "five_card_mask",
        "five_card_masks",
        symmetry=Symmetry.NAMED_SUITS,
        suit_named=(
            "royal-flush-of-spades",
            "royal-flush-of-another-suit",
            "super-royal-of-diamonds",
            "super-royal-of-another-suit",
        ),
    ),
    Family(
        "showdown",
        3,
        SHOWDOWN_EVENTS,
        "showdown_mask",
        "showdown_masks",
        deal=Deal.SHOWDOWN,
    ),
)


# In words ------------------------------------------------------------------------------------------------------------

_RANKINGS: Final = "58 Pa. Code § 649a.6"
_THREE_IN_A_SUIT: Final = "three cards of one suit in consecutive ranks"
_FIVE_IN_A_SUIT: Final = "five cards of one suit in consecutive ranks"
_ROYAL: Final = "ace, king, queen, jack and 10"

_FIVE_CARD_MEANINGS: Final[Mapping[str, Meaning]] = {
    "royal-flush": Meaning(f"{_ROYAL} of one suit", f"{_RANKINGS}(d)(1)", of_these_in_a_suit(TEN_TO_ACE)),
    "straight-flush": Meaning(_FIVE_IN_A_SUIT, f"{_RANKINGS}(d)(2)", in_a_row_of_a_suit(5)),
    "four-of-a-kind": Meaning("four cards of one rank", f"{_RANKINGS}(d)(3)", of_a_rank()),
    "full-house": Meaning("three cards of one rank and two of another", f"{_RANKINGS}(d)(4)", by_rank()),
    "flush": Meaning("five cards of one suit", f"{_RANKINGS}(d)(5)", of_a_suit()),
    "straight": Meaning("five cards in consecutive ranks", f"{_RANKINGS}(d)(6)", in_a_row(5)),
    "three-of-a-kind": Meaning("three cards of one rank", f"{_RANKINGS}(d)(7)", of_a_rank()),
    "straight-flush-above-five-high": Meaning(
        f"{_FIVE_IN_A_SUIT}, A-2-3-4-5 left out",
        f"{_RANKINGS}(a), (d)(2)",
        unless(lambda dealt: five_card_mask(dealt[0]) & STRAIGHT_FLUSH_OF_FIVE, "they are A-2-3-4-5", in_a_row_of_a_suit(5)),
        Role.READING,
    ),
    "straight-above-five-high": Meaning(
        "five cards in consecutive ranks, A-2-3-4-5 left out",
        f"{_RANKINGS}(a), (d)(6)",
        unless(lambda dealt: five_card_mask(dealt[0]) & STRAIGHT_OF_FIVE, "they are A-2-3-4-5", in_a_row(5)),
        Role.READING,
    ),
}

MEANINGS: Final[Mapping[str, Mapping[str, Meaning]]] = {
    "three-card": {
        "straight-flush": Meaning(_THREE_IN_A_SUIT, f"{_RANKINGS}(b)(1)", in_a_row_of_a_suit(3)),
        "three-of-a-kind": Meaning("three cards of one rank", f"{_RANKINGS}(b)(2)", of_a_rank()),
        "straight": Meaning(
            "three cards in consecutive ranks and of more than one suit",
            f"{_RANKINGS}(b)(3)",
            unless(lambda dealt: three_card_mask(dealt[0]) & STRAIGHT_FLUSH, "they are of one suit", in_a_row(3)),
        ),
        "flush": Meaning("three cards of one suit", f"{_RANKINGS}(b)(4)", of_a_suit()),
        "pair": Meaning("two cards of one rank", f"{_RANKINGS}(b)(5)", of_a_rank()),
        "mini-royal-flush": Meaning("ace, king and queen of one suit", f"{_RANKINGS}(e)", of_these_in_a_suit(QUEEN_TO_ACE)),
        "ace-king-queen-of-spades": Meaning(
            "ace, king and queen of spades", "58 Pa. Code § 649a.12(c), (e)", of_these_in_a_suit(QUEEN_TO_ACE, (3,))
        ),
        "ace-king-queen-of-another-suit": Meaning(
            "ace, king and queen of hearts, diamonds or clubs",
            "58 Pa. Code § 649a.12(c), (e)",
            of_these_in_a_suit(QUEEN_TO_ACE, (0, 1, 2)),
        ),
    },
    "five-card": _FIVE_CARD_MEANINGS,
    "six-card": {
        **_FIVE_CARD_MEANINGS,
        "royal-flush-of-spades": Meaning(f"{_ROYAL} of spades", "58 Pa. Code § 649a.12(j)", of_these_in_a_suit(TEN_TO_ACE, (3,))),
        "royal-flush-of-another-suit": Meaning(
            f"{_ROYAL} of clubs, diamonds or hearts", "58 Pa. Code § 649a.12(j)", of_these_in_a_suit(TEN_TO_ACE, (0, 1, 2))
        ),
        "super-royal-of-diamonds": Meaning(
            f"{_ROYAL.replace(' and', ',')} and 9 of diamonds", f"{_RANKINGS}(d)(8)", of_these_in_a_suit(NINE_TO_ACE, (1,))
        ),
        "super-royal-of-another-suit": Meaning(
            f"{_ROYAL.replace(' and', ',')} and 9 of hearts, spades or clubs",
            f"{_RANKINGS}(d)(8)",
            of_these_in_a_suit(NINE_TO_ACE, (0, 2, 3)),
        ),
    },
    "showdown": showdown_meanings(
        "58 Pa. Code § 649a.6(b), (c)", "general practice of the game (chapter 649a, sections not held)", Role.READING
    ),
}
"""What each event needs, by which clause, and what cards without it hold instead."""
