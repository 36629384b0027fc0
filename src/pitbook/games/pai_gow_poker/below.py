"""Dealer hands below corners, for all forms of player's hand: prepares the arrays for :mod:`.beaten` and shares out the work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from pitbook.cards import JOKER, CardError, Deck
from pitbook.compiled import compile_module, scalar
from pitbook.games.pai_gow_poker.beaten import HANDS, PLACE, PLACES, Corners, Jobs, add_by_ranks, add_by_suits
from pitbook.games.pai_gow_poker.hand_forms import (
    NO_CARD,
    PLAIN_FORMS,
    RANK_FORMS,
    Array,
    Forms,
    fits_beside,
    forms,
    has_joker,
    is_long_suit,
    multisets,
    piece_ranks,
)
from pitbook.games.pai_gow_poker.way_table import WayTable
from pitbook.games.pai_gow_poker.work import Progress, run

SUITED_PIECES: Final = 5
"""The pieces of a suited form: its long suit, then the subsets of its two other ranks."""
RANK_TASKS: Final = 32
"""Into how many tasks the shared multisets of one size are divided at most."""


class Below(NamedTuple):
    """Dealer hands below each corner, in the two parts of :mod:`.beaten` and the shape that compiled code takes.

    ``by_ranks`` int64[corners]; ``by_suits`` int32[kinds, n], where ``kind_of_suit`` int64[4] is the kind of each suit and the
    corners of a piece start at ``result_at`` int64[pieces + 5 * suited forms].
    """

    by_ranks: Array
    by_suits: Array
    kind_of_suit: Array
    result_at: Array


def count_below(
    deck: Deck,
    dealer: WayTable,
    corners: Corners,
    *,
    live: Array | None = None,
    progress: Progress | None = None,
    workers: int = 2,
) -> Below:
    """Count, for each form of hand the deck has and each of its corners, the dealer hands below it.

    ``live`` bool[forms] says which dealer hands count, all by default. Raises :class:`~pitbook.cards.CardError` for a shoe.
    """
    if deck.copies != 1:
        raise CardError("Pai Gow Poker is dealt from a single deck")
    compile_module(sys.modules[__name__])
    every = forms()
    dealer_ranks = np.stack([dealer.high, dealer.low], axis=1).astype(np.int32)
    if live is not None:
        dealer_ranks[~live, 0] = -1
    suits = ranks_of_suits(deck)
    kinds, kind_of_suit = suit_kinds(suits)
    available = cards_of_ranks(suits)
    jobs, result_at, results = make_jobs(every, corners, available, JOKER in deck.cards)
    by_ranks = np.zeros((workers, len(corners.high_low)), dtype=np.int64)
    by_suits = np.zeros((len(kinds), results), dtype=np.int32)
    tasks: list[Callable[[int], None]] = []
    for kind, suit in enumerate(kinds):
        points = suited_points(every, dealer_ranks, suits[suit], available - cards_of_ranks([suits[suit]]), JOKER in deck.cards)
        for pieces in pieces_by_upper_ranks(suits[suit]):
            tasks.append(partial(_by_suits_task, pieces, points, jobs, every, corners, by_suits[kind]))
    for size, first, last in shared_parts():
        joker_rests = multisets(6 - size) if JOKER in deck.cards and size < 7 else multisets(0)[:0]
        tables = multisets(size), first, last, multisets(7 - size), joker_rests
        tasks.append(partial(_by_ranks_task, tables, every, corners, dealer_ranks, available, by_ranks))
    run(tasks, workers, progress)
    return Below(by_ranks.sum(axis=0), by_suits, kind_of_suit, result_at)


def _by_suits_task(pieces: Array, points: Array, jobs: Jobs, every: Forms, corners: Corners, result: Array, worker: int) -> None:
    add_by_suits(pieces, points, jobs, every, corners, result)


def _by_ranks_task(
    tables: tuple[Array, int, int, Array, Array],
    every: Forms,
    corners: Corners,
    dealer_ranks: Array,
    available: Array,
    by_ranks: Array,
    worker: int,
) -> None:
    add_by_ranks(*tables, every, corners, dealer_ranks, available, by_ranks[worker])


def ranks_of_suits(deck: Deck) -> list[int]:
    """The set of ranks that a deck has of each suit."""
    return [sum(1 << n % 13 for n in deck.cards if n != JOKER and n // 13 == suit) for suit in range(4)]


def cards_of_ranks(suits: Iterable[int]) -> Array:
    """How many cards of each rank given suits have, int64[13]."""
    return np.array([sum(suit >> rank & 1 for suit in suits) for rank in range(13)], dtype=np.int64)


def suit_kinds(suits: Sequence[int]) -> tuple[list[int], Array]:
    """One suit of each kind, and the kind of each suit: suits stand for each other only where all hold the same ranks."""
    if len(set(suits)) == 1:
        return [0], np.zeros(4, dtype=np.int64)
    return [0, 1, 2, 3], np.arange(4, dtype=np.int64)


def shared_parts() -> Iterable[tuple[int, int, int]]:
    """The shared multisets in parts: size, first and last number. Long lists of holders come first."""
    for size in range(8):
        length = len(multisets(size))
        step = -(-length // RANK_TASKS)
        for first in range(0, length, step):
            yield size, first, min(first + step, length)


def pieces_by_upper_ranks(suit: int) -> list[Array]:
    """The sets of at most seven ranks of a suit, in groups that agree on the upper ranks."""
    groups: dict[int, list[int]] = {}
    for piece in range(1 << 13):
        if piece & ~suit == 0 and piece.bit_count() <= 7:
            groups.setdefault(piece >> 6, []).append(piece)
    return [np.array(group, dtype=np.int64) for group in groups.values()]


def suited_points(every: Forms, dealer_ranks: Array, suit: int, others: Array, joker: bool) -> Array:
    """The suited dealer hands of a suit in the columns of :mod:`.beaten`, int32[n, 13], in rising order of high rank.

    Each hand comes with its own setting and, to be taken off, with that of its rank form, unless they are equal. ``others``
    int64[13] is how many cards of each rank the other three suits have.
    """
    rank_form = every.rank_form[RANK_FORMS:]
    with_joker = rank_form >= PLAIN_FORMS
    room = np.append(others, 2)
    first, second = every.others.T
    alike = (first == second) & (first != NO_CARD)
    possible = (every.suit & ~suit == 0) & (room[first] >= 1 + alike) & (room[second] >= 1) & (joker | ~with_joker)
    possible &= (dealer_ranks[RANK_FORMS:] != dealer_ranks[rank_form]).any(axis=1)
    points = []
    for ranks, sign in ((dealer_ranks[RANK_FORMS:], 1), (dealer_ranks[rank_form], -1)):
        chosen = possible & (ranks[:, 0] >= 0)
        shared = shared_columns(first[chosen], second[chosen], room)
        shared[:, HANDS - PLACE : PLACES - PLACE] *= sign
        points.append(np.column_stack([ranks[chosen], with_joker[chosen], every.suit[chosen], shared]))
    together = np.concatenate(points).astype(np.int32)
    return np.ascontiguousarray(together[np.argsort(together[:, 0], kind="stable")])


def shared_columns(first: Array, second: Array, room: Array) -> Array:
    """The multisets that two other cards hold, as the last nine columns of a suited dealer hand, int64[n, 9]."""
    none = np.zeros_like(first)
    both, any_card = second != NO_CARD, first != NO_CARD
    alike = both & (first == second)
    choices, others = room[first], room[second]
    pair = np.where(both, 14 + second * (second + 1) // 2 + first, 0)
    return np.column_stack(
        [
            none,
            np.where(any_card, 1 + first, 0),
            np.where(alike, pair, np.where(both, 1 + second, 0)),
            np.where(alike, 0, pair),
            np.where(alike, choices * (choices - 1) // 2, np.where(both, choices * others, np.where(any_card, choices, 1))),
            np.where(alike, choices - 1, np.where(both, others, any_card)),
            np.where(alike, 1, np.where(both, choices, 0)),
            both & ~alike,
            1 + any_card + both + (both & ~alike),
        ]
    )


def make_jobs(every: Forms, corners: Corners, available: Array, joker: bool) -> tuple[Jobs, Array, int]:
    """The jobs of a deck, where each piece's results start (see :class:`Below`), and how many results there are."""
    start = np.zeros((1 << 13) + 1, dtype=np.int64)
    result_at = np.full(int(every.pieces[-1]) + SUITED_PIECES * len(every.suit), -1, dtype=np.int64)
    none = np.zeros(0, dtype=np.int64)
    list_jobs(every, corners, available, joker, start, none, none, result_at)
    start = np.concatenate(([0], np.cumsum(start[:-1])))
    form, result = np.zeros(start[-1], dtype=np.int64), np.zeros(start[-1], dtype=np.int64)
    results = list_jobs(every, corners, available, joker, start.copy(), form, result, result_at)
    return Jobs(start, form, result), result_at, results


@scalar
def list_jobs(
    every: Forms,
    corners: Corners,
    available: Array,
    joker: bool,
    place: Array,
    job_form: Array,
    job_result: Array,
    result_at: Array,
) -> int:
    """Count each piece's jobs in ``place``; or, given room, write the jobs from those places on and where their results go."""
    result = 0
    for form in range(RANK_FORMS):
        if not is_possible(every, form, available, joker):
            continue
        ranks = every.ranks[form]
        for piece in range(every.pieces[form + 1] - every.pieces[form]):
            held = piece_ranks(ranks, piece)
            if is_long_suit(held, has_joker(form)) or not fits_beside(every.counts[form], held):
                continue
            if len(job_form):
                job_form[place[held]] = form
                job_result[place[held]] = result
                result_at[every.pieces[form] + piece] = result
            place[held] += 1
            result += corners.start[form + 1] - corners.start[form]
        for number in range(every.suited_start[form], every.suited_start[form + 1]):
            one, two = every.others[number, 0], every.others[number, 1]
            for slot in range(SUITED_PIECES):
                held = every.suit[number]
                if slot:
                    with_one, with_two = (slot - 1) & 1, (slot - 1) >> 1
                    if (with_one and one == NO_CARD) or (with_two and two in (NO_CARD, one)):
                        continue
                    held = with_one << one | with_two << two
                if len(job_form):
                    job_form[place[held]] = RANK_FORMS + number
                    job_result[place[held]] = result
                    result_at[every.pieces[RANK_FORMS] + SUITED_PIECES * number + slot] = result
                place[held] += 1
                result += corners.start[RANK_FORMS + number + 1] - corners.start[RANK_FORMS + number]
    return result


@scalar
def is_possible(every: Forms, form: int, available: Array, joker: bool) -> bool:
    """Whether a deck has the cards of a rank form."""
    if every.ranks[form] == 0 or (has_joker(form) and not joker):
        return False
    missing = 0
    for rank in range(13):
        missing = max(missing, every.counts[form, rank] - available[rank])
    return missing == 0
