"""The main wager, exactly: win, push and lose over all deals of player's and dealer's seven cards.

With 53 cards these are C(53,7) x C(46,7) = 8,250,459,031,214,400 deals. How they are counted stands in :mod:`.beaten`; the
hands are taken form by form and suit class by suit class (:mod:`.hand_forms`, :mod:`.hand_classes`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from math import comb
from typing import Final

import numpy as np

from pitbook.cards import JOKER, Deck, joker_deck
from pitbook.compiled import compile_module, scalar
from pitbook.games.pai_gow_poker.beaten import TOP_HIGH, TOP_LOW, Corners
from pitbook.games.pai_gow_poker.below import Below, cards_of_ranks, count_below, is_possible, ranks_of_suits
from pitbook.games.pai_gow_poker.hand_classes import Deals, count_at, deals, find_form
from pitbook.games.pai_gow_poker.hand_forms import RANK_FORMS, Array, Forms, forms
from pitbook.games.pai_gow_poker.house_way import HouseWay
from pitbook.games.pai_gow_poker.setting import choose
from pitbook.games.pai_gow_poker.way_table import WayTable, way_table
from pitbook.games.pai_gow_poker.work import Progress, run, stage

QUEEN: Final = 10
NINE: Final = 7
FORM_TASKS: Final = 64
COUNTING_SHARE: Final = 0.85
"""The share of the work that is counting; the rest is adding up over the hands."""


class DealerPush(StrEnum):
    """On which dealer hands every main wager is a push, whatever the player holds: what two variations pay instead of vigorish.

    ``QUEEN_HIGH`` is a high hand without a pair whose highest card is a queen, ``NINE_HIGH_LOW`` a low hand without a pair
    whose higher card is a nine.
    """

    NONE = "none"
    QUEEN_HIGH = "queen-high"
    NINE_HIGH_LOW = "nine-high-low"


VARIATION_PUSH: Final = {
    "none": DealerPush.NONE,
    "fortune": DealerPush.NONE,
    "emperors-challenge": DealerPush.NONE,
    "ez": DealerPush.QUEEN_HIGH,
    "commission-free": DealerPush.NINE_HIGH_LOW,
}


@dataclass(frozen=True)
class MainWagerCounts:
    """How all deals fall. ``fell[h][l]``: deals by high hand h and low hand l, 0 the player's is better, 1 a copy, 2 the dealer's.

    Deals that push because of the dealer's hand alone stand only in ``pushed_by_dealer``. All counts are exact and sum to
    ``total``.
    """

    player_way: str
    dealer_way: str
    dealer_push: DealerPush
    reading: int
    total: int
    fell: tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]
    pushed_by_dealer: int

    @property
    def win(self) -> int:
        """Deals in which both of the player's hands are better."""
        return self.fell[0][0]

    @property
    def lose(self) -> int:
        """Deals in which neither hand is better; the dealer wins copies."""
        return self.fell[1][1] + self.fell[1][2] + self.fell[2][1] + self.fell[2][2]

    @property
    def push(self) -> int:
        """Deals in which the stake is returned."""
        return self.total - self.win - self.lose

    @property
    def high_copies(self) -> int:
        """Deals in which the high hands are equal."""
        return sum(self.fell[1])

    @property
    def low_copies(self) -> int:
        """Deals in which the low hands are equal."""
        return sum(row[1] for row in self.fell)

    def edge(self, vigorish: Fraction) -> Fraction:
        """The house edge per unit of stake, vigorish a share of the amount won."""
        return Fraction(self.lose - self.win, self.total) + Fraction(self.win, self.total) * vigorish

    def edge_at(self, stake_micros: int, vigorish: Fraction, rounded_up_to_micros: int = 0) -> Fraction:
        """The house edge per unit of a stake when the vigorish is rounded up to a multiple of an amount (0: not rounded)."""
        taken = vigorish_micros(stake_micros, vigorish, rounded_up_to_micros)
        return (self.lose - self.win + self.win * taken / stake_micros) / self.total

    def bank_edge(self, vigorish: Fraction) -> Fraction:
        """What the bank, who sets as the dealer here, loses per unit against one opponent; negative where it gains.

        The bank wins copies and pays vigorish on the hands it wins.
        """
        return Fraction(self.win - self.lose, self.total) + Fraction(self.lose, self.total) * vigorish


def vigorish_micros(won_micros: int, vigorish: Fraction, rounded_up_to_micros: int = 0) -> Fraction:
    """The vigorish on an amount won, exact, or rounded up to a multiple of an amount."""
    exact = won_micros * vigorish
    if not rounded_up_to_micros:
        return exact
    return Fraction(-(-exact // rounded_up_to_micros) * rounded_up_to_micros)


def main_wager_counts(
    player_way: HouseWay,
    dealer_way: HouseWay,
    *,
    deck: Deck | None = None,
    dealer_push: DealerPush = DealerPush.NONE,
    reading: int = 0,
    progress: Progress | None = None,
    workers: int = 2,
) -> MainWagerCounts:
    """Count win, push and lose of all deals exactly, both sides setting by a way.

    ``deck`` defaults to 52 cards and the joker; any single deck of at least 14 cards will do. ``reading`` is a sum of flags
    (``setting.reading_flags``). ``progress`` is told the share done and may raise to stop.

    Raises :class:`~.house_way.HouseWayError` if a way does not cover a hand or sets one foul, and
    :class:`~pitbook.cards.CardError` for a shoe.
    """
    deck = deck or joker_deck()
    compile_module(sys.modules[__name__])
    player, dealer = way_table(player_way, reading), way_table(dealer_way, reading)
    corners = setting_corners(player)
    live = live_forms(dealer, dealer_push)
    below = count_below(deck, dealer, corners, live=live, progress=stage(progress, 0, COUNTING_SHARE), workers=workers)
    sums = sum_over_hands(deck, corners, below, stage(progress, COUNTING_SHARE, 1), workers)
    total = comb(deck.size, 7) * comb(deck.size - 7, 7)
    fell = fallen(*sums)
    return MainWagerCounts(player_way.name, dealer_way.name, dealer_push, reading, total, fell, total - sum(map(sum, fell)))


def live_forms(dealer: WayTable, push: DealerPush) -> Array | None:
    """Which forms of dealer's hand do not push by themselves, bool[forms]; None where all count."""
    if push is DealerPush.QUEEN_HIGH:
        return (dealer.high < choose(QUEEN, 5)) | (dealer.high >= choose(QUEEN + 1, 5))
    if push is DealerPush.NINE_HIGH_LOW:
        return (dealer.low < choose(NINE, 2)) | (dealer.low >= choose(NINE + 1, 2))
    return None


def setting_corners(player: WayTable) -> Corners:
    """Nine corners of each form's setting, from which all results follow (:func:`fallen`)."""
    high, low = player.high, player.low
    highs = (high, high + 1, np.full_like(high, TOP_HIGH))
    lows = (low, low + 1, np.full_like(low, TOP_LOW))
    high_low = np.stack([np.stack([up, down], axis=1) for up in highs for down in lows], axis=1).astype(np.int32)
    return Corners(np.arange(len(high) + 1, dtype=np.int64) * 9, np.ascontiguousarray(high_low.reshape(-1, 2)))


def fallen(*below: int) -> tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]:
    """Deals by how high and low hand fell, from the counts below the nine corners of :func:`setting_corners`."""
    rows = (below[0:3], below[3:6], below[6:9])
    by_high = [rows[0], *([upper - lower for upper, lower in zip(rows[n], rows[n - 1], strict=True)] for n in (1, 2))]
    first, second, third = ((row[0], row[1] - row[0], row[2] - row[1]) for row in by_high)
    return first, second, third


def sum_over_hands(deck: Deck, corners: Corners, below: Below, progress: Progress | None, workers: int) -> list[int]:
    """The sums, over all player's hands of a deck, of what is below each of a form's corners (of equal number for all forms)."""
    suits = np.array(ranks_of_suits(deck), dtype=np.int64)
    ways = deals(deck.suit_closed)
    each = int(corners.start[1])
    sums = np.zeros((FORM_TASKS, each), dtype=np.int64)
    tasks: list[Callable[[int], None]] = []
    for part in range(FORM_TASKS):
        task = partial(_sum_task, part, ways, suits, JOKER in deck.cards, below, sums)
        tasks.append(task)
    run(tasks, workers, progress)
    return [sum(int(value) for value in column) for column in sums.T]


def _sum_task(part: int, ways: Deals, suits: Array, joker: bool, below: Below, sums: Array, worker: int) -> None:
    add_hands(part, FORM_TASKS, forms(), ways, suits, cards_of_ranks(suits), joker, below, sums[part])


@scalar
def add_hands(
    part: int,
    parts: int,
    every: Forms,
    ways: Deals,
    suits: Array,
    available: Array,
    joker: bool,
    below: Below,
    sums: Array,
) -> None:
    """Add up what is below the corners of all hands of every ``parts``-th rank form, from form number ``part`` on."""
    slots = np.zeros(4, dtype=np.int64)
    each = len(sums)
    for rank_form in range(part, RANK_FORMS, parts):
        if not is_possible(every, rank_form, available, joker):
            continue
        pattern = ways.pattern[rank_form]
        for deal in range(ways.start[pattern], ways.start[pattern + 1]):
            form = find_form(every, rank_form, ways.pieces[deal], suits, slots)
            if form >= 0:
                for place in range(each):
                    sums[place] += ways.hands[deal] * count_at(below, form * each + place, place, slots)
