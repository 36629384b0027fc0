"""The Pai Gow Poker Wager over many rounds: both sides set by a house way, looked up by the form of the hand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from pitbook.cards import JOKER
from pitbook.compiled import compile_module, scalar
from pitbook.games.pai_gow_poker.exact import VARIATION_PUSH, live_forms
from pitbook.games.pai_gow_poker.hand_forms import CHOOSE, PLAIN_FORMS, RANK_FORMS, Array, Forms, forms, is_long_suit
from pitbook.games.pai_gow_poker.house_way import load_way
from pitbook.games.pai_gow_poker.play import flags
from pitbook.games.pai_gow_poker.way_table import way_table
from pitbook.hands import count, ranks_held, ranks_held_four_times, ranks_held_three_times, ranks_held_twice, suit_ranks

EVENTS: Final = ("win", "push", "lose")
"""The events of a main wager, in bit order."""

LOW_BITS: Final = 10
LOW_MASK: Final = (1 << LOW_BITS) - 1

Results = Callable[[Array, Array], Array]
"""Masks int64[rounds, seats] from the seats' hands int64[rounds, seats] and the dealer's int64[rounds]."""


def main_wager(values: Mapping[str, Any], player_way: str | None = None) -> Results:
    """The results of the main wager under readings; players set by ``player_way``, else as the house does."""
    return _main_wager(str(values["house-way"]), player_way or str(values["house-way"]), values["variation"], flags(values))


@lru_cache(maxsize=4)
def _main_wager(dealer_way: str, player_way: str, variation: str, reading: int) -> Results:
    dealer, player = way_table(load_way(dealer_way), reading), way_table(load_way(player_way), reading)
    live = live_forms(dealer, VARIATION_PUSH[variation])
    pushes = np.zeros(len(dealer.high), np.bool_) if live is None else ~live
    every = forms()
    # Both ranks in one number, so that a hand is looked up once; -1 where the dealer's hand pushes by itself.
    own, other = ((way.high << LOW_BITS | way.low).astype(np.int32) for way in (player, dealer))
    other = np.where(pushes, np.int32(-1), other)
    compile_module(sys.modules[__name__])

    def results(hands: Array, dealers: Array) -> Array:
        masks = np.empty(hands.shape, np.int64)
        fill_results(hands, dealers, every, own, other, masks)
        return masks

    return results


@scalar
def fill_results(hands: Any, dealers: Any, every: Forms, own_ranks: Any, dealer_ranks: Any, masks: Any) -> None:
    """Win (1) where both of a seat's hands outrank the dealer's, lose (4) where none does, else push (2)."""
    for n in range(hands.shape[0]):
        dealer = dealer_ranks[form_of(dealers[n], every)]
        for seat in range(hands.shape[1]):
            if dealer < 0:
                masks[n, seat] = 2
                continue
            own = own_ranks[form_of(hands[n, seat], every)]
            wins = (own >> LOW_BITS > dealer >> LOW_BITS) + (own & LOW_MASK > dealer & LOW_MASK)
            masks[n, seat] = 4 >> wins


@scalar
def form_of(hand: int, every: Forms) -> int:
    """The number of a hand's form."""
    joker = hand >> JOKER & 1
    once, twice = ranks_held(hand), ranks_held_twice(hand)
    thrice, four = ranks_held_three_times(hand), ranks_held_four_times(hand)
    number, size = 0, 0
    left = once
    while left:  # the number of the multiset, as multiset_number has it
        rank = lowest(left)
        left &= left - 1
        for _ in range(1 + (twice >> rank & 1) + (thrice >> rank & 1) + (four >> rank & 1)):
            number += CHOOSE[rank + size, size + 1]
            size += 1
    form = number + (PLAIN_FORMS if joker else 0)
    for suit in range(4):
        ranks = suit_ranks(hand, suit)
        if is_long_suit(ranks, joker):
            piece, bit = 0, 0
            for rank in range(13):
                if once >> rank & 1:
                    piece |= (ranks >> rank & 1) << bit
                    bit += 1
            return RANK_FORMS + int(every.suited_at[every.pieces[form] + piece])
    return form


@scalar
def lowest(ranks: int) -> int:
    """The lowest rank of a set that is not empty."""
    return count((ranks & -ranks) - 1)


def player_ways() -> tuple[str, ...]:
    """The house ways that players can set by."""
    return tuple(sorted(path.stem.replace("_", "-") for path in (Path(__file__).parent / "house_ways").glob("*.toml")))
