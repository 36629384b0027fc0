"""The events of Three Card Poker: what the cards are, in the words of § 649a.6.

Each function takes a hand (a set of cards as one integer) and returns the bits of *every* event that holds; which of them is
paid is the paytable's business.
"""

from __future__ import annotations

from typing import Any, Final

from pitbook.compiled import scalar
from pitbook.families import Deal, Family
from pitbook.hands import (
    FIVE_HIGH,
    NINE_TO_ACE,
    QUEEN_TO_ACE,
    TEN_TO_ACE,
    count,
    highest,
    ranks_held,
    ranks_held_four_times,
    ranks_held_three_times,
    ranks_held_twice,
    run,
    suit_ranks,
)

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
    one_suit = (
        suit_ranks(hand, 0) == ranks or suit_ranks(hand, 1) == ranks
        or suit_ranks(hand, 2) == ranks or suit_ranks(hand, 3) == ranks
    )  # fmt: skip
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


# The dealer's hand and the player's, § 649a.6(c) ----------------------------------------------------------------------

FOLD: Final = 1 << 0
DEALER_DOES_NOT_QUALIFY: Final = 1 << 1
PLAYER_HIGHER: Final = 1 << 2
TIE: Final = 1 << 3
PLAYER_LOWER: Final = 1 << 4
PLAYER_HIGHER_BY_ODD_CARD: Final = 1 << 5
TIE_BY_ODD_CARD: Final = 1 << 6
PLAYER_LOWER_BY_ODD_CARD: Final = 1 << 7

ACE_TWO_THREE: Final = FIVE_HIGH & 0b1000000000011
QUEEN: Final = 10


@scalar
def three_card_rank(hand: int) -> int:
    """The place of three cards in the order of § 649a.6(b) and (c): a higher number beats a lower one, equal ones tie.

    The kind of hand stands in the high digits, then the ranks that decide within the kind.
    """
    mask = three_card_mask(hand)
    ranks = ranks_held(hand)
    twice = ranks_held_twice(hand)
    if mask & (STRAIGHT_FLUSH | STRAIGHT):
        top = 1 if ranks == ACE_TWO_THREE else highest(ranks)
        return (5 if mask & STRAIGHT_FLUSH else 3) << 13 | top
    if mask & THREE_OF_A_KIND:
        return 4 << 13 | highest(ranks)
    if mask & FLUSH:
        return 2 << 13 | ranks
    if mask & PAIR:
        return 1 << 13 | highest(twice) << 4 | highest(ranks & ~twice)
    return ranks


@scalar
def kind_rank(hand: int) -> int:
    """The kind of hand alone: 5 straight flush to 1 pair, 0 none."""
    return three_card_rank(hand) >> 13


@scalar
def rank_counts(hand: int) -> int:
    """The ranks with their numbers, two bits a rank, so that cards common to two hands can be taken away."""
    counts = 0
    for suit in range(4):
        ranks = suit_ranks(hand, suit)
        for rank in range(13):
            counts += (ranks >> rank & 1) << (2 * rank)
    return counts


@scalar
def three_card_rank_by_odd_card(hand: int) -> int:
    """The place of three cards when hands of one kind are told apart by the highest card the other does not hold, and no more."""
    return kind_rank(hand) << 26 | rank_counts(hand)


@scalar
def showdown_of_ranks(own: int, other: int, own_by_odd_card: int, other_by_odd_card: int) -> int:
    """How the Ante and Play stand, by the places of the player's and the dealer's hands in both orders."""
    if other < 1 << QUEEN:  # the dealer's best card is a jack or less, and no pair
        return DEALER_DOES_NOT_QUALIFY
    mask = PLAYER_HIGHER if own > other else TIE if own == other else PLAYER_LOWER
    if own_by_odd_card > other_by_odd_card:
        return mask | PLAYER_HIGHER_BY_ODD_CARD
    return mask | (TIE_BY_ODD_CARD if own_by_odd_card == other_by_odd_card else PLAYER_LOWER_BY_ODD_CARD)


@scalar
def showdown_mask(player: int, dealer: int, folded: int) -> int:
    """How the Ante and Play stand: one of fold, dealer does not qualify, player higher, tie, player lower.

    The bits by the odd card are those of the literal reading of § 649a.6(c).
    """
    if folded:
        return FOLD
    return showdown_of_ranks(
        three_card_rank(player),
        three_card_rank(dealer),
        three_card_rank_by_odd_card(player),
        three_card_rank_by_odd_card(dealer),
    )


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
    ),
    Family(
        "showdown",
        3,
        (
            "fold",
            "dealer-does-not-qualify",
            "player-higher",
            "tie",
            "player-lower",
            "player-higher-by-odd-card",
            "tie-by-odd-card",
            "player-lower-by-odd-card",
        ),
        "showdown_mask",
        deal=Deal.SHOWDOWN,
    ),
)
