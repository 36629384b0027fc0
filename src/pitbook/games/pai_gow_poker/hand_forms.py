"""Seven-card hands by what decides how they can be set: 69 thousand rank hands and 225 thousand suited hands.

A hand that holds no five cards for a flush is set by its ranks alone. So all 154,143,080 hands have the settings of few
*forms*:

- a **rank form** is a multiset of ranks (seven, or six and the joker); it stands for every hand of these ranks that is not
  suited;
- a **suited form** is a set of ranks held in one suit, at least five of them, or four beside the joker, and the ranks of the
  at most two other cards. Only one suit can be so long.

Forms do not depend on the deck. Rank forms are numbered by the combinatorial number of their multiset, first those without,
then those with the joker; a few numbers stand for five or more cards of a rank and are never used. Suited forms follow,
grouped by the rank form of their ranks.
"""

from __future__ import annotations

import sys
from functools import cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitbook.cards import JOKER
from pitbook.compiled import compile_module, scalar
from pitbook.hands import count

Array = npt.NDArray[Any]

PLAIN_FORMS: Final = comb(19, 7)
RANK_FORMS: Final = PLAIN_FORMS + comb(18, 6)
NO_CARD: Final = 13
"""Stands for a rank where a suited form has fewer than two other cards."""

# Binomial coefficients C(n, k) for all that a multiset of up to seven of thirteen ranks needs.
CHOOSE: Final = np.array([[comb(n, k) for k in range(8)] for n in range(21)], dtype=np.int64)


class Forms(NamedTuple):
    """All forms as arrays, in the shape that compiled code takes.

    ``counts`` uint8[RANK_FORMS, 13] are the cards of each rank, the joker left out; ``ranks`` int64[RANK_FORMS] the set of
    ranks held, 0 for unused numbers; ``pieces`` int64[RANK_FORMS + 1] where the subsets of these ranks start when they are
    numbered one form after the other: a subset is a *piece*, written as bits over the form's own ranks, lowest rank first.
    ``suited_at`` int64[pieces] is the number of the suited form whose suit holds that piece, -1 where it is none.

    For suited forms, numbered from 0: ``suited_start`` int64[RANK_FORMS + 1] the first of each rank form; ``suit`` int64 the
    ranks in the long suit, ``others`` int64[n, 2] the ranks of the other cards (the lower first, NO_CARD where there is none).
    ``rank_form`` int64 is the rank form of every form, rank forms first; ``hands`` int64 a hand of every form.
    """

    counts: Array
    ranks: Array
    pieces: Array
    suited_at: Array
    suited_start: Array
    suit: Array
    others: Array
    rank_form: Array
    hands: Array


@cache
def forms() -> Forms:
    """All forms, made once, by compiled code."""
    compile_module(sys.modules[__name__])
    counts = np.zeros((RANK_FORMS, 13), dtype=np.uint8)
    fill_multisets(7, 0, np.zeros(8, dtype=np.int64), counts)
    fill_multisets(6, PLAIN_FORMS, np.zeros(7, dtype=np.int64), counts)
    ranks = ((counts > 0) << np.arange(13)).sum(axis=1, dtype=np.int64)
    ranks[counts.max(axis=1) > 4] = 0
    sizes = np.where(ranks > 0, 1 << (counts > 0).sum(axis=1), 0)
    pieces = np.concatenate(([0], np.cumsum(sizes)))
    suited_at = np.full(pieces[-1], -1, dtype=np.int64)
    suited_start = np.zeros(RANK_FORMS + 1, dtype=np.int64)
    number = number_suited(counts, ranks, pieces, suited_at, suited_start)
    suit = np.zeros(number, dtype=np.int64)
    others = np.full((number, 2), NO_CARD, dtype=np.int64)
    rank_form = np.arange(RANK_FORMS + number, dtype=np.int64)
    hands = np.zeros(RANK_FORMS + number, dtype=np.int64)
    fill_hands(counts, ranks, pieces, suited_at, suit, others, rank_form, hands)
    return Forms(counts, ranks, pieces, suited_at, suited_start, suit, others, rank_form, hands)


def multisets(size: int) -> Array:
    """The multisets of so many of thirteen ranks as counts per rank, uint8[n, 13], in the order of their numbers."""
    table = np.zeros((comb(size + 12, size), 13), dtype=np.uint8)
    fill_multisets(size, 0, np.zeros(size + 1, dtype=np.int64), table)
    return table


@scalar
def fill_multisets(size: int, start: int, chosen: Array, counts: Array) -> None:
    """Write the multisets of so many of thirteen ranks, in the order of :func:`multiset_number`, as counts per rank.

    ``chosen`` int64[size + 1] is room for the one at hand.
    """
    chosen[:size] = 0
    chosen[size] = 12
    row = start
    while True:
        for place in range(size):
            counts[row, chosen[place]] += 1
        row += 1
        place = 0
        while place < size and chosen[place] == chosen[place + 1]:
            place += 1
        if place == size:
            return
        chosen[place] += 1
        chosen[:place] = 0


@scalar
def multiset_number(counts: Array) -> int:
    """The place of a multiset, given as counts per rank, among those of its size."""
    number = 0
    size = 0
    for rank in range(13):
        for _ in range(counts[rank]):
            number += CHOOSE[rank + size, size + 1]
            size += 1
    return number


@scalar
def has_joker(rank_form: int) -> int:
    """1 for a rank form with the joker, else 0."""
    return 1 if rank_form >= PLAIN_FORMS else 0


@scalar
def piece_ranks(ranks: int, piece: int) -> int:
    """The set of ranks that a piece of a form stands for, given the form's ranks."""
    found = 0
    for rank in range(13):
        if ranks >> rank & 1:
            if piece & 1:
                found |= 1 << rank
            piece >>= 1
    return found


@scalar
def is_long_suit(ranks: int, joker: int) -> bool:
    """Whether so many ranks of one suit make a hand suited."""
    return count(ranks) + joker >= 5


@scalar
def number_suited(counts: Array, ranks: Array, pieces: Array, suited_at: Array, suited_start: Array) -> int:
    """Number the suited forms, rank form by rank form; returns how many there are."""
    number = 0
    for form in range(len(ranks)):
        suited_start[form] = number
        for piece in range(pieces[form + 1] - pieces[form]):
            suit = piece_ranks(ranks[form], piece)
            if is_long_suit(suit, has_joker(form)) and fits_beside(counts[form], suit):
                suited_at[pieces[form] + piece] = number
                number += 1
    suited_start[len(ranks)] = number
    return number


@scalar
def fits_beside(counts: Array, suit: int) -> bool:
    """Whether the cards that are not in the suit are at most three of each rank."""
    most = 0
    for rank in range(13):
        most = max(most, counts[rank] - (suit >> rank & 1))
    return most <= 3


@scalar
def fill_hands(
    counts: Array,
    ranks: Array,
    pieces: Array,
    suited_at: Array,
    suit: Array,
    others: Array,
    rank_form: Array,
    hands: Array,
) -> None:
    """Write each suited form's cards and a hand of every form."""
    for form in range(len(ranks)):
        if ranks[form] == 0:
            continue
        joker = has_joker(form)
        hands[form] = spread_hand(counts[form]) | joker << JOKER
        for piece in range(pieces[form + 1] - pieces[form]):
            number = suited_at[pieces[form] + piece]
            if number < 0:
                continue
            suit[number] = piece_ranks(ranks[form], piece)
            rank_form[len(ranks) + number] = form
            hand = suit[number] | joker << JOKER
            held = 0
            for rank in range(13):
                for _ in range(counts[form, rank] - (suit[number] >> rank & 1)):
                    others[number, held] = rank
                    held += 1
                    hand |= 1 << 13 * held + rank
            hands[len(ranks) + number] = hand


@scalar
def spread_hand(counts: Array) -> int:
    """A hand of the given ranks with at most two cards of each suit."""
    hand = 0
    suit = 0
    for rank in range(13):
        for _ in range(counts[rank]):
            hand |= 1 << 13 * suit + rank
            suit = (suit + 1) % 4
    return hand
