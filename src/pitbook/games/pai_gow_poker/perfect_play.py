"""Perfect play: for every hand the setting with the greatest expectation against a dealer's way, and what another way costs.

All legal settings of every form that are not dominated (no other is at least as high in both hands) are valued exactly
against all dealer hands, hand by hand; nothing is sampled. The whole takes seconds, so nothing has to be resumed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb
from typing import Final, NamedTuple

import numpy as np

from pitbook.cards import JOKER, Deck, joker_deck
from pitbook.compiled import compile_module, scalar
from pitbook.games.pai_gow_poker.beaten import TOP_HIGH, TOP_LOW, Corners
from pitbook.games.pai_gow_poker.below import Below, cards_of_ranks, count_below, is_possible, ranks_of_suits
from pitbook.games.pai_gow_poker.exact import DealerPush, live_forms
from pitbook.games.pai_gow_poker.hand_classes import PIECE_BITS, Deals, count_at, deals, find_form
from pitbook.games.pai_gow_poker.hand_forms import RANK_FORMS, Array, Forms, forms, has_joker, piece_ranks
from pitbook.games.pai_gow_poker.house_way import HouseWay
from pitbook.games.pai_gow_poker.setting import high_rank, is_foul, low_rank
from pitbook.games.pai_gow_poker.way_table import WayTable, way_table
from pitbook.games.pai_gow_poker.work import Progress, run, stage

SETTINGS: Final = 21
CORNERS: Final = 3
"""Corners of a setting: (high, low), (high, top), (top, low). The last corner of a form is (top, top)."""
PARTS: Final = 64
COUNTING_SHARE: Final = 0.7
"""The share of the work that is counting; the rest is choosing for each hand."""


class Choices(NamedTuple):
    """The settings among which a form's hands choose: the player's own way first, then all others not dominated.

    Those of form f are numbered ``start[f]`` to ``start[f + 1]`` - 1; ``high``, ``low`` are their ranks, ``cards`` the two low
    cards in the form's example hand.
    """

    start: Array
    high: Array
    low: Array
    cards: Array


class Sums(NamedTuple):
    """What is added up: per setting of each form, over the hands for which it is best.

    ``hands`` their number; ``win`` and ``lose`` deals won and lost; ``way_win`` and ``way_lose`` the same had the player's way
    set them; ``example`` one of the hands. All int64[settings].
    """

    hands: Array
    win: Array
    lose: Array
    way_win: Array
    way_lose: Array
    example: Array


@dataclass(frozen=True)
class PerfectPlay:
    """Perfect play against a dealer's way beside a player's way, over all ``total`` deals.

    ``win``, ``lose`` are of perfect play, ``way_win``, ``way_lose`` of the player's way. ``choices`` and ``sums`` hold the
    detail for :mod:`.play_report`.
    """

    player_way: HouseWay
    dealer_way: HouseWay
    dealer_push: DealerPush
    vigorish: Fraction
    reading: int
    hands: int
    total: int
    win: int
    lose: int
    way_win: int
    way_lose: int
    table: WayTable
    choices: Choices
    sums: Sums

    @property
    def push(self) -> int:
        """Deals in which the stake is returned under perfect play."""
        return self.total - self.win - self.lose

    @property
    def way_push(self) -> int:
        """Deals in which the stake is returned under the player's way."""
        return self.total - self.way_win - self.way_lose

    @property
    def edge(self) -> Fraction:
        """The house edge against perfect play."""
        return _edge(self.win, self.lose, self.total, self.vigorish)

    @property
    def way_edge(self) -> Fraction:
        """The house edge against the player's way."""
        return _edge(self.way_win, self.way_lose, self.total, self.vigorish)

    @property
    def hands_set_otherwise(self) -> int:
        """Hands that perfect play sets otherwise than the player's way, to gain by it."""
        first = np.zeros(len(self.sums.hands), dtype=np.bool_)
        first[self.choices.start[:-1][np.diff(self.choices.start) > 0]] = True
        return int(self.sums.hands[~first].sum())


def _edge(win: int, lose: int, total: int, vigorish: Fraction) -> Fraction:
    return Fraction(lose - win, total) + Fraction(win, total) * vigorish


def perfect_play(
    dealer_way: HouseWay,
    *,
    vigorish: Fraction,
    player_way: HouseWay | None = None,
    deck: Deck | None = None,
    dealer_push: DealerPush = DealerPush.NONE,
    reading: int = 0,
    progress: Progress | None = None,
    workers: int = 2,
) -> PerfectPlay:
    """Find the best setting of every hand against a dealer's way, exactly.

    ``player_way`` is the way it is compared with, by default the dealer's. ``vigorish`` is a share of the amount won. The
    other arguments and errors are those of :func:`.exact.main_wager_counts`.
    """
    deck = deck or joker_deck()
    player_way = player_way or dealer_way
    compile_module(sys.modules[__name__])
    player, dealer = way_table(player_way, reading), way_table(dealer_way, reading)
    choices = list_choices(player)
    corners = choice_corners(choices)
    live = live_forms(dealer, dealer_push)
    below = count_below(deck, dealer, corners, live=live, progress=stage(progress, 0, COUNTING_SHARE), workers=workers)
    choosing = stage(progress, COUNTING_SHARE, 1)
    hands, sums = choose_over_hands(deck, choices, corners, below, vigorish, choosing, workers)
    return PerfectPlay(
        player_way=player_way,
        dealer_way=dealer_way,
        dealer_push=dealer_push,
        vigorish=vigorish,
        reading=reading,
        hands=hands,
        total=comb(deck.size, 7) * comb(deck.size - 7, 7),
        win=int(sums.win.sum()),
        lose=int(sums.lose.sum()),
        way_win=int(sums.way_win.sum()),
        way_lose=int(sums.way_lose.sum()),
        table=player,
        choices=choices,
        sums=sums,
    )


def list_choices(player: WayTable) -> Choices:
    """The settings of every form, the player's way first."""
    every = forms()
    room = np.zeros((len(every.hands) * SETTINGS, 3), dtype=np.int64)
    start = np.zeros(len(every.hands) + 1, dtype=np.int64)
    size = fill_choices(every.hands, player.high, player.low, player.reading, start, room)
    high, low, cards = room[:size].T.copy()
    return Choices(start, high, low, cards)


@scalar
def fill_choices(hands: Array, way_high: Array, way_low: Array, reading: int, start: Array, choices: Array) -> int:
    """Write each form's settings (high rank, low rank, low cards) and where they start; returns how many there are."""
    size = 0
    for form in range(len(hands)):
        start[form] = size
        if hands[form] == 0:
            continue
        choices[size, 0], choices[size, 1] = way_high[form], way_low[form]
        size += 1
        for first in range(JOKER + 1):
            if not hands[form] >> first & 1:
                continue
            for second in range(first):
                low_cards = 1 << first | 1 << second
                if not hands[form] >> second & 1 or is_foul(hands[form] ^ low_cards, low_cards):
                    continue
                high, low = high_rank(hands[form] ^ low_cards, reading), low_rank(low_cards)
                if high == way_high[form] and low == way_low[form]:
                    choices[start[form], 2] = low_cards
                else:
                    size = add_choice(high, low, low_cards, start[form] + 1, size, choices)
    start[len(hands)] = size
    return size


@scalar
def add_choice(high: int, low: int, cards: int, first: int, size: int, choices: Array) -> int:
    """Add a setting to those from ``first`` to ``size`` unless one dominates it, and drop those it dominates."""
    for place in range(first, size):
        if choices[place, 0] >= high and choices[place, 1] >= low:
            return size
    kept = first
    for place in range(first, size):
        if choices[place, 0] > high or choices[place, 1] > low:
            choices[kept] = choices[place]
            kept += 1
    choices[kept, 0], choices[kept, 1], choices[kept, 2] = high, low, cards
    return kept + 1


def choice_corners(choices: Choices) -> Corners:
    """The corners of all settings, form by form: three for each setting and (top, top)."""
    sizes = np.diff(choices.start)
    forms_with_any = sizes > 0
    start = np.concatenate(([0], np.cumsum(CORNERS * sizes + forms_with_any)))
    form_of = np.repeat(np.arange(len(sizes)), sizes)
    place = start[form_of] + CORNERS * (np.arange(len(form_of)) - choices.start[form_of])
    high_low = np.empty((start[-1], 2), dtype=np.int32)
    for corner, (high, low) in enumerate(
        ((choices.high, choices.low), (choices.high, TOP_LOW), (TOP_HIGH, choices.low)),
    ):
        high_low[place + corner, 0] = high
        high_low[place + corner, 1] = low
    high_low[start[1:][forms_with_any] - 1] = TOP_HIGH, TOP_LOW
    return Corners(start, high_low)


def choose_over_hands(
    deck: Deck, choices: Choices, corners: Corners, below: Below, vigorish: Fraction, progress: Progress | None, workers: int
) -> tuple[int, Sums]:
    """The best setting of every hand of a deck, added up by setting; and how many hands there are."""
    every = forms()
    suits = np.array(ranks_of_suits(deck), dtype=np.int64)
    ways = deals(deck.suit_closed)
    sums = Sums(*(np.zeros(len(choices.high), dtype=np.int64) for _ in Sums._fields))
    hands = np.zeros(PARTS, dtype=np.int64)
    whole = vigorish.denominator
    won = whole - vigorish.numerator
    joker = JOKER in deck.cards

    def part_task(part: int, worker: int) -> None:
        available = cards_of_ranks(ranks_of_suits(deck))
        hands[part] = choose_settings(
            part, PARTS, every, ways, suits, available, joker, choices, corners.start, below, won, whole, sums
        )

    tasks: list[Callable[[int], None]] = [partial(part_task, part) for part in range(PARTS)]
    run(tasks, workers, progress)
    return int(hands.sum()), sums


@scalar
def choose_settings(
    part: int,
    parts: int,
    every: Forms,
    ways: Deals,
    suits: Array,
    available: Array,
    joker: bool,
    choices: Choices,
    corner_start: Array,
    below: Below,
    won: int,
    lost: int,
    sums: Sums,
) -> int:
    """Choose for all hands of every ``parts``-th rank form, from form number ``part`` on; returns how many hands.

    A deal won counts ``won``, one lost ``lost`` against it. Of equal settings the player's way goes first.
    """
    slots = np.zeros(4, dtype=np.int64)
    hands = 0
    for rank_form in range(part, RANK_FORMS, parts):
        if not is_possible(every, rank_form, available, joker):
            continue
        pattern = ways.pattern[rank_form]
        for deal in range(ways.start[pattern], ways.start[pattern + 1]):
            form = find_form(every, rank_form, ways.pieces[deal], suits, slots)
            if form < 0:
                continue
            start = corner_start[form]
            last = corner_start[form + 1] - 1
            dealers = count_at(below, last, last - start, slots)
            best = best_win = best_lose = way_win = way_lose = best_value = 0
            for choice in range(choices.start[form], choices.start[form + 1]):
                place = CORNERS * (choice - choices.start[form])
                win = count_at(below, start + place, place, slots)
                high_below = count_at(below, start + place + 1, place + 1, slots)
                low_below = count_at(below, start + place + 2, place + 2, slots)
                lose = dealers - high_below - low_below + win
                value = won * win - lost * lose
                if place == 0:
                    way_win, way_lose = win, lose
                if place == 0 or value > best_value:
                    best, best_win, best_lose, best_value = choice, win, lose, value
            number = ways.hands[deal]
            hands += number
            if sums.hands[best] == 0:
                sums.example[best] = dealt_hand(every.ranks[rank_form], ways.pieces[deal], has_joker(rank_form))
            sums.hands[best] += number
            sums.win[best] += number * best_win
            sums.lose[best] += number * best_lose
            sums.way_win[best] += number * way_win
            sums.way_lose[best] += number * way_lose
    return hands


@scalar
def dealt_hand(ranks: int, pieces: int, joker: int) -> int:
    """The hand of four pieces of a set of ranks."""
    cards = joker << JOKER
    for suit in range(4):
        cards |= piece_ranks(ranks, pieces >> PIECE_BITS * suit & (1 << PIECE_BITS) - 1) << 13 * suit
    return cards
