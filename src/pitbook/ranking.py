"""The standard order of five cards: each hand's place among the 7,462 classes, for one hand or for arrays of hands.

Place 1 is seven-five-four-three-deuce, place 7,462 a royal flush: the higher place wins, equal places tie. A-2-3-4-5 is the
lowest straight. There is no joker here.

A hand's four suits, read as numbers of thirteen bits, give two values that together say how often each rank is held: the ranks
held at all (the suits or-ed), and what their sum has above that (2 to the rank for every further card of a rank). The places lie
in one table without gaps. The ranks held say where in it their entries start, a product of the excess says which entry is meant.
One suit alone makes the whole sum in a flush, and flushes have a table of their own.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitbook.compiled import compile_module, scalar
from pitbook.hands import ALL, FIVE_HIGH

CLASSES: Final = 7462
"""How many places there are."""

_FACTOR: Final = 493985103
_SHIFT: Final = 17
_OFFSETS: Final = 255
"""Factor, shift and mask that give all excesses of the same ranks different offsets; found by trial."""

_SHAPES: Final = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = 4, 5, 8


def _in_order() -> list[tuple[tuple[int, ...], bool]]:
    """The ranks of every class and whether they are of one suit, the lowest class first."""
    classes = []
    for ranks in combinations_with_replacement(range(13), 5):
        numbers = Counter(ranks)
        if max(numbers.values()) == 5:
            continue
        deciding = sorted(numbers, key=lambda rank: (numbers[rank], rank), reverse=True)
        kind = _SHAPES[tuple(sorted(numbers.values(), reverse=True))]
        if kind:
            classes.append((kind, deciding, ranks, False))
            continue
        five_high = sum(1 << rank for rank in ranks) == FIVE_HIGH
        straight = five_high or deciding[0] - deciding[4] == 4
        if five_high:
            deciding = deciding[1:]
        classes.append((_STRAIGHT if straight else kind, deciding, ranks, False))
        classes.append((_STRAIGHT_FLUSH if straight else _FLUSH, deciding, ranks, True))
    return [(ranks, one_suit) for _, _, ranks, one_suit in sorted(classes)]


def _held(ranks: tuple[int, ...]) -> int:
    return sum(1 << rank for rank in set(ranks))


def _offset(excess: int) -> int:
    return excess * _FACTOR >> _SHIFT & _OFFSETS


def _tables() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The places of flushes by rank set; where a rank set's entries start; the places of all other hands.

    The entries of the rank sets are fitted into each other, those with most entries first, each at the first start where all its
    entries are free.
    """
    flushes, starts, places = (np.zeros(ALL + 1, np.int16) for _ in range(3))
    rows: dict[int, dict[int, int]] = {}
    for place, (ranks, one_suit) in enumerate(_in_order(), start=1):
        held = _held(ranks)
        if one_suit:
            flushes[held] = place
        else:
            rows.setdefault(held, {})[_offset(sum(1 << rank for rank in ranks) - held)] = place
    free = (1 << ALL + 1) - 1
    for held, row in sorted(rows.items(), key=lambda item: -len(item[1])):
        fits = free
        for offset in row:
            fits &= free >> offset
        start = (fits & -fits).bit_length() - 1
        starts[held] = start
        for offset, place in row.items():
            free ^= 1 << start + offset
            places[start + offset] = place
    return flushes, starts, places


_FLUSHES, _STARTS, _PLACES = _tables()


@scalar
def five_card_rank(hand: int) -> int:
    """The place of five cards, 1 to 7,462; a set of other than five of the 52 cards gives a number without meaning."""
    clubs, diamonds, hearts, spades = hand & ALL, hand >> 13 & ALL, hand >> 26 & ALL, hand >> 39 & ALL
    held = clubs | diamonds | hearts | spades
    total = clubs + diamonds + hearts + spades
    if max(clubs, diamonds, hearts, spades) == total:
        return int(_FLUSHES[held])
    # The last mask changes nothing; it tells the compiler that the index is in the table.
    return int(_PLACES[_STARTS[held] + ((total - held) * _FACTOR >> _SHIFT & _OFFSETS) & ALL])


@scalar
def fill_five_card_ranks(hands: Any, ranks: Any) -> None:
    """Write the places of many hands of five cards (int64) into ``ranks``."""
    for n in range(len(hands)):
        ranks[n] = five_card_rank(hands[n])


def five_card_ranks(hands: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """The places of hands (card sets, one dimension), 1 to 7,462. Raises ValueError for a hand of other than five cards."""
    wrong = (np.bitwise_count(hands) != 5) | (hands >> 52 != 0)
    if wrong.any():
        first = int(np.argmax(wrong))
        raise ValueError(f"hands[{first}] is {int(hands[first]):#x}; allowed is a set of five of the 52 cards")
    compile_module(sys.modules[__name__])
    ranks = np.empty(len(hands), np.int32)
    fill_five_card_ranks(hands, ranks)
    return ranks
