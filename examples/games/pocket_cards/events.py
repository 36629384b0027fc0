"""The events of Pocket Cards: what a player's two cards are, by rule 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitbook.compiled import scalar
from pitbook.families import Family
from pitbook.hands import count, ranks_held, ranks_held_twice, suit_ranks
from pitbook.meanings import Meaning, by_rank, of_a_rank, of_a_suit, of_these_in_a_suit

PAIR_OF_ACES: Final = 1 << 0
BIG_SLICK: Final = 1 << 1
PAIR: Final = 1 << 2
SUITED: Final = 1 << 3

ACE: Final = 1 << 12
KING_AND_ACE: Final = 0b11 << 11


@scalar
def two_card_mask(hand: int) -> int:
    """Every event of two cards that holds."""
    mask = 0
    twice = ranks_held_twice(hand)
    if twice:  # rule 3(c)
        mask |= PAIR
    if twice == ACE:  # rule 3(a)
        mask |= PAIR_OF_ACES
    for suit in range(4):
        if count(suit_ranks(hand, suit)) == 2:  # rule 3(d)
            mask |= SUITED
            if ranks_held(hand) == KING_AND_ACE:  # rule 3(b)
                mask |= BIG_SLICK
    return mask


@scalar
def two_card_masks(hands: Any, masks: Any) -> None:
    """The masks of many two-card hands."""
    for n in range(len(hands)):
        masks[n] = two_card_mask(hands[n])


FAMILIES: Final = (
    Family("two-card", 2, ("pair-of-aces", "ace-and-king-of-one-suit", "pair", "suited"), "two_card_mask", "two_card_masks"),
)

MEANINGS: Final[Mapping[str, Mapping[str, Meaning]]] = {
    "two-card": {
        "pair-of-aces": Meaning("two aces", "Rule 3(a)", by_rank()),
        "ace-and-king-of-one-suit": Meaning("an ace and a king of one suit", "Rule 3(b)", of_these_in_a_suit(KING_AND_ACE)),
        "pair": Meaning("two cards of one rank", "Rule 3(c)", of_a_rank()),
        "suited": Meaning("two cards of one suit", "Rule 3(d)", of_a_suit()),
    }
}
