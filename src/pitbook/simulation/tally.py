"""Counts over a block by compiled code: masks to classes, classes by seat and fold, the play decision, two hands compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitbook.compiled import scalar
from pitbook.three_cards import showdown_mask, showdown_of_ranks, three_card_rank

Array = npt.NDArray[Any]

EMPTY: Final = -1


def slots_of(masks: Sequence[int]) -> Array:
    """A table of slots int64[slots, 2] that gives each mask its number in the sequence (open addressing, -1 an empty mask)."""
    size = 64
    while size < 8 * len(masks):
        size *= 2
    table = np.full((size, 2), EMPTY, np.int64)
    for number, mask in enumerate(masks):
        slot = first_slot(mask, size)
        while table[slot, 0] != EMPTY:
            slot = (slot + 1) & (size - 1)
        table[slot] = mask, number
    return table


@scalar
def first_slot(mask: int, size: int) -> int:
    """Where the search for a mask begins."""
    return (mask * 40503 ^ mask >> 7 ^ mask >> 17) & (size - 1)


@scalar
def find_classes(masks: Any, table: Any, classes: Any) -> int:
    """The number of each mask; returns how many were not in the table."""
    missing = 0
    size = len(table)
    for n in range(masks.shape[0]):
        for seat in range(masks.shape[1]):
            mask = masks[n, seat]
            slot = first_slot(mask, size)
            while table[slot, 0] != mask and table[slot, 0] != EMPTY:
                slot = (slot + 1) & (size - 1)
            missing += table[slot, 0] != mask
            classes[n, seat] = table[slot, 1]
    return missing


@scalar
def count_classes(classes: Any, folded: Any, first: int, last: int, counts: Any) -> None:
    """Add the rounds from ``first`` to ``last`` to ``counts`` int64[seats, 2, classes]: by seat, folded or not, class.

    ``classes`` int64[rounds, seats], or [rounds, 1] where all seats share the cards; ``folded`` uint8[rounds, seats].
    """
    shared = classes.shape[1] == 1
    for n in range(first, last):
        for seat in range(counts.shape[0]):
            counts[seat, folded[n, seat], classes[n, 0 if shared else seat]] += 1


@scalar
def count_placed(classes: Any, folded: Any, words: Any, threshold: int, first: int, last: int, counts: Any) -> None:
    """The same for a wager that is placed only where its word is below the threshold; ``words`` uint32[rounds, seats]."""
    shared = classes.shape[1] == 1
    for n in range(first, last):
        for seat in range(counts.shape[0]):
            if np.int64(words[n, seat]) < threshold:
                counts[seat, folded[n, seat], classes[n, 0 if shared else seat]] += 1


@scalar
def mark_folds(players: Any, plays_from: int, folded: Any) -> None:
    """Fold the hands of three cards below a place in their order."""
    for n in range(players.shape[0]):
        for seat in range(players.shape[1]):
            folded[n, seat] = three_card_rank(players[n, seat]) < plays_from


@scalar
def fill_showdowns(players: Any, dealers: Any, folded: Any, by_odd_card: bool, masks: Any) -> None:
    """How each seat's three cards stand against the dealer's; the order by the odd card only where a reading asks for it."""
    for n in range(players.shape[0]):
        dealer = three_card_rank(dealers[n])
        for seat in range(players.shape[1]):
            if folded[n, seat] or by_odd_card:
                masks[n, seat] = showdown_mask(players[n, seat], dealers[n], int(folded[n, seat]))
            else:
                masks[n, seat] = showdown_of_ranks(three_card_rank(players[n, seat]), dealer, 0, 0)
