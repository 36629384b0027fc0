"""Every hand of a deck, one of each suit class: its form, its four pieces, and what is counted below its corners.

Hands that differ by an exchange of suits are one class, where the deck's suits are alike; elsewhere every hand is its own.
C(53,7) hands are 6,972,147 classes.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from pitbook.compiled import scalar
from pitbook.games.pai_gow_poker.below import SUITED_PIECES, Below
from pitbook.games.pai_gow_poker.hand_forms import (
    RANK_FORMS,
    Array,
    Forms,
    forms,
    has_joker,
    is_long_suit,
    piece_ranks,
)

PIECE_BITS: Final = 7
_PIECE_MASK: Final = (1 << PIECE_BITS) - 1


class Deals(NamedTuple):
    """In how many ways the ranks of a form are dealt to the suits.

    The deals of rank form f are ``pieces[start[pattern[f]] : start[pattern[f] + 1]]``: four pieces (see :class:`Forms`) of
    seven bits each, clubs lowest; ``hands`` is how many hands each stands for.
    """

    pattern: Array
    start: Array
    pieces: Array
    hands: Array


@cache
def deals(suits_alike: bool) -> Deals:
    """All deals; one of each suit class where suits are alike."""
    every = forms()
    key = np.zeros(RANK_FORMS, dtype=np.int64)
    for rank in range(13):
        held = every.counts[:, rank].astype(np.int64)
        key = np.where(held > 0, key * 8 + held, key)
    key[every.ranks == 0] = 0
    patterns, pattern = np.unique(key, return_inverse=True)
    parts = [_pattern_deals(int(each), suits_alike) for each in patterns]
    start = np.concatenate(([0], np.cumsum([len(pieces) for pieces, _ in parts])))
    return Deals(
        pattern.astype(np.int64),
        start.astype(np.int64),
        np.concatenate([pieces for pieces, _ in parts]),
        np.concatenate([hands for _, hands in parts]),
    )


def _pattern_deals(key: int, suits_alike: bool) -> tuple[Array, Array]:
    """The deals of a pattern: how many cards of each rank held, three bits each, the highest rank lowest; 0 has none."""
    if key == 0:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    counts = [int(digit) for digit in oct(key)[2:]]
    pieces = np.zeros(1, dtype=np.int64)
    for place, held in enumerate(counts):
        spread = [
            sum((suits >> suit & 1) << PIECE_BITS * suit + place for suit in range(4))
            for suits in range(16)
            if suits.bit_count() == held
        ]
        pieces = (pieces[:, None] | np.array(spread, dtype=np.int64)).ravel()
    if not suits_alike:
        return pieces, np.ones(len(pieces), dtype=np.int64)
    in_order = np.sort(np.stack([pieces >> PIECE_BITS * suit & _PIECE_MASK for suit in range(4)]), axis=0)
    pieces, hands = np.unique(sum(in_order[suit] << PIECE_BITS * suit for suit in range(4)), return_counts=True)
    return pieces, hands.astype(np.int64)


@scalar
def find_form(every: Forms, form: int, pieces: int, suits: Array, slots: Array) -> int:
    """The form of a hand: of the given ranks and pieces; -1 if the deck, ``suits`` int64[4], has not got its cards.

    Writes into ``slots`` int64[4] where the results of each suit's piece are listed in ``result_at``.
    """
    joker = has_joker(form)
    long_suit = -1
    for suit in range(4):
        piece = pieces >> PIECE_BITS * suit & _PIECE_MASK
        held = piece_ranks(every.ranks[form], piece)
        if held & ~suits[suit]:
            return -1
        if is_long_suit(held, joker):
            long_suit = suit
        slots[suit] = every.pieces[form] + piece
    if long_suit < 0:
        return form
    number = int(every.suited_at[slots[long_suit]])
    one, two = every.others[number, 0], every.others[number, 1]
    for suit in range(4):
        slot = 0
        if suit != long_suit:
            held = piece_ranks(every.ranks[form], pieces >> PIECE_BITS * suit & _PIECE_MASK)
            slot = 1 + (held >> one & 1)
            if one != two:
                slot += 2 * (held >> two & 1)
        slots[suit] = every.pieces[RANK_FORMS] + SUITED_PIECES * number + slot
    return RANK_FORMS + number


@scalar
def count_at(below: Below, corner: int, place: int, slots: Array) -> int:
    """The dealer hands below a corner (its number, and its place among those of its form) for one hand."""
    found = int(below.by_ranks[corner])
    for suit in range(4):
        found += below.by_suits[below.kind_of_suit[suit], below.result_at[slots[suit]] + place]
    return found
