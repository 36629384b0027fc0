"""Pai Gow, exactly: the main wager over all deals of two hands, perfect play of all hands, and how both grow with the deck."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from math import comb

from measure import Result, middle
from pitbook.cards import Deck, joker_deck
from pitbook.games.pai_gow_poker.exact import main_wager_counts
from pitbook.games.pai_gow_poker.house_way import load_way
from pitbook.games.pai_gow_poker.perfect_play import perfect_play

SIZES = (29, 41, 53)
WAYS = (("trump-plaza", "foxwoods"), ("foxwoods", "foxwoods"))
VIGORISH = Fraction(1, 20)
WORKERS = os.cpu_count() or 1


def run() -> Result:
    """Measure."""
    for work in _works(SIZES[0]).values():
        work()  # compiles, and makes the tables of the ways
    rows = [
        (what, str(size), f"{comb(size, 7):,}", f"{_deals(size):,}", f"{middle(work, 1):.1f} s")
        for size in SIZES
        for what, work in _works(size).items()
    ]
    return Result(
        ("what", "cards", "hands", "deals of two hands", "time"),
        rows,
        (f"{WORKERS} cores, nothing kept but compiled code. `make exact` compares the figures with kept ones.",),
        (f"Pai Gow's main wager, exactly over all {_deals(53):,} deals: {rows[-3][-1]}; perfect play: {rows[-1][-1]}.",),
    )


def _works(size: int) -> dict[str, Callable[[], object]]:
    deck = _smaller(size)

    def main_wager(player: str, dealer: str) -> Callable[[], object]:
        return lambda: main_wager_counts(load_way(player), load_way(dealer), deck=deck, workers=WORKERS)

    return {
        **{f"main wager, {player} against {dealer}": main_wager(player, dealer) for player, dealer in WAYS},
        "perfect play against foxwoods": lambda: perfect_play(load_way("foxwoods"), vigorish=VIGORISH, deck=deck, workers=WORKERS),
    }


def _smaller(size: int) -> Deck:
    """The deck with the joker, without its lowest ranks; 53 cards is the whole."""
    whole = joker_deck()
    ranks = (size - 1) // 4
    return whole if size == whole.size else Deck(tuple(card for card in whole.cards if card == 52 or card % 13 >= 13 - ranks))


def _deals(size: int) -> int:
    return comb(size, 7) * comb(size - 7, 7)


if __name__ == "__main__":
    print(run().markdown())
