"""Three cards against three: the order of hands and the showdown, for every game in which player and dealer hold three cards.

The order is that of § 649a.6(b) and (c); chapter 679a prints the same kinds of hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pitbook.cards import RANKS
from pitbook.compiled import scalar
from pitbook.hands import (
    FIVE_HIGH,
    highest,
    ranks_held,
    ranks_held_three_times,
    ranks_held_twice,
    run,
    suit_ranks,
)
from pitbook.meanings import Dealt, Meaning, Role

FOLD: Final = 1 << 0
DEALER_DOES_NOT_QUALIFY: Final = 1 << 1
PLAYER_HIGHER: Final = 1 << 2
TIE: Final = 1 << 3
PLAYER_LOWER: Final = 1 << 4
PLAYER_HIGHER_BY_ODD_CARD: Final = 1 << 5
TIE_BY_ODD_CARD: Final = 1 << 6
PLAYER_LOWER_BY_ODD_CARD: Final = 1 << 7

SHOWDOWN_EVENTS: Final = (
    "fold",
    "dealer-does-not-qualify",
    "player-higher",
    "tie",
    "player-lower",
    "player-higher-by-odd-card",
    "tie-by-odd-card",
    "player-lower-by-odd-card",
)

NEVER_FOLD: Final = 0
LOWEST_PLAYED: Final = {
    "q-6-4": 1 << RANKS.index("Q") | 1 << RANKS.index("6") | 1 << RANKS.index("4"),
    "any-queen": 1 << RANKS.index("Q"),
    "always": NEVER_FOLD,
}
"""The strategies that have a name: the place, in the order of :func:`three_card_rank`, of the lowest hand that is played."""

ACE_TWO_THREE: Final = FIVE_HIGH & 0b1000000000011
QUEEN: Final = 10


@scalar
def in_one_suit(hand: int) -> bool:
    """Whether all cards are of one suit."""
    ranks = ranks_held(hand)
    return hand == ranks or hand == ranks << 13 or hand == ranks << 26 or hand == ranks << 39


@scalar
def three_card_rank(hand: int) -> int:
    """The place of three cards in the order of § 649a.6(b) and (c): a higher number beats a lower one, equal ones tie.

    The kind of hand stands in the high digits (5 straight flush, 4 three-of-a-kind, 3 straight, 2 flush, 1 pair, 0 none), then
    the ranks that decide within the kind.
    """
    ranks = ranks_held(hand)
    one_suit = in_one_suit(hand)
    if run(ranks, 3):
        top = 1 if ranks == ACE_TWO_THREE else highest(ranks)
        return (5 if one_suit else 3) << 13 | top
    if ranks_held_three_times(hand):
        return 4 << 13 | highest(ranks)
    if one_suit:
        return 2 << 13 | ranks
    twice = ranks_held_twice(hand)
    if twice:
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
        spread = suit_ranks(hand, suit)  # bit n of the thirteen goes to bit 2n
        spread = (spread | spread << 8) & 0x00FF00FF
        spread = (spread | spread << 4) & 0x0F0F0F0F
        spread = (spread | spread << 2) & 0x33333333
        counts += (spread | spread << 1) & 0x55555555
    return counts


@scalar
def three_card_rank_by_odd_card(hand: int) -> int:
    """The place of three cards when hands of one kind are told apart by the highest card the other does not hold, and no more."""
    return kind_rank(hand) << 26 | rank_counts(hand)


@scalar
def showdown_of_ranks(own: int, other: int, own_by_odd_card: int, other_by_odd_card: int) -> int:
    """How the player's and the dealer's hands stand, by their places in both orders."""
    if other < 1 << QUEEN:  # the dealer's best card is a jack or less, and no pair
        return DEALER_DOES_NOT_QUALIFY
    mask = PLAYER_HIGHER if own > other else TIE if own == other else PLAYER_LOWER
    if own_by_odd_card > other_by_odd_card:
        return mask | PLAYER_HIGHER_BY_ODD_CARD
    return mask | (TIE_BY_ODD_CARD if own_by_odd_card == other_by_odd_card else PLAYER_LOWER_BY_ODD_CARD)


@scalar
def showdown_mask(player: int, dealer: int, folded: int) -> int:
    """How the wagers against the dealer stand: one of fold, dealer does not qualify, player higher, tie, player lower.

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


@scalar
def showdown_masks(players: Any, dealers: Any, folded: Any, masks: Any) -> None:
    """The masks of many showdowns: int64 hands of players and dealers, truth values of folds."""
    for n in range(len(players)):
        masks[n] = showdown_mask(players[n], dealers[n], int(folded[n]))


# In words ------------------------------------------------------------------------------------------------------------

_STANDS: Final = (
    "the player folded",
    "the dealer's hand is below queen-high",
    "the player's hand is higher",
    "the hands tie",
    "the dealer's hand is higher",
    "the player's hand is higher",
    "the hands tie",
    "the dealer's hand is higher",
)


def showdown_words(dealt: Dealt) -> str:
    """How a showdown stands."""
    return _stands(dealt, range(5))


def showdown_words_by_odd_card(dealt: Dealt) -> str:
    """How a showdown stands when hands of one kind are told apart by the highest odd card."""
    return _stands(dealt, (0, 1, 5, 6, 7))


def _stands(dealt: Dealt, places: Sequence[int]) -> str:
    mask = showdown_mask(dealt[0], dealt[1], dealt[2])
    return _STANDS[next(n for n in places if mask >> n & 1)]


def showdown_meanings(order: str, practice: str, by_odd_card: Role = Role.OTHER_GAME) -> Mapping[str, Meaning]:
    """The events of a showdown in words: ``order`` is the clause of the order of hands, ``practice`` that of the play."""
    fact = {"fold", "player-lower"}
    needs = {
        "fold": ("a fold", practice),
        "dealer-does-not-qualify": ("a dealer's hand below queen-high", practice),
        "player-higher": ("a player's hand that outranks a dealer's of queen-high or better", order),
        "tie": ("a player's hand equal to a dealer's of queen-high or better", order),
        "player-lower": ("a player's hand that a dealer's of queen-high or better outranks", order),
    }
    found = {
        event: Meaning(words, clause, showdown_words, Role.FACT if event in fact else Role.ROW)
        for event, (words, clause) in needs.items()
    }
    for event in ("player-higher", "tie", "player-lower"):
        words = f"{needs[event][0]}, told by the highest odd card"
        found[f"{event}-by-odd-card"] = Meaning(words, order, showdown_words_by_odd_card, by_odd_card)
    return found
