"""Exact counts of the events of a coup over every order of a shoe's first six cards.

Cards are taken together by value, and by what else an event can see: the colour of each hand where all its cards share one, and
one rank or several where all six cards count 0 (a value from 1 to 9 has a single rank). One coup of each class goes through the
mask function and stands for as many sequences of cards as the class holds. An event that sees more needs finer classes; the
tests compare with every sequence of small shoes.
"""

from __future__ import annotations

import sys
from math import perm
from typing import Any, Final

from pitbook.cards import JOKER, CardError, Deck
from pitbook.compiled import compile_module, scalar
from pitbook.games.midibaccarat.events import (
    MIXED,
    NONE,
    RANK_OF_ACE,
    RANK_OF_TEN,
    RED,
    banker_draws,
    card_value,
    color,
    coup_mask,
    is_natural,
    player_draws,
)
from pitbook.rulebook import UnknownNameError

DRAWN: Final = 6
"""Cards of a sequence; those that a coup leaves unused are counted in every order as well."""

VALUES: Final = 10
TENS, KINGS = 10, 13
"""Groups of cards are the values 0 to 9, then tens, jacks, queens and kings apart."""

SLOTS: Final = 1 << 10


def histogram(family_name: str, deck: Deck) -> dict[int, int]:
    """How many ordered sequences of six cards of the shoe give each mask; sums to n (n - 1) ... (n - 5) for n cards.

    Raises ``UnknownNameError`` for a family other than ``coup`` and :class:`~pitbook.cards.CardError` for a shoe with a joker, with
    less than six cards, or with so many that the counts do not fit (from 28 decks).
    """
    if family_name != "coup":
        raise UnknownNameError("family counted by coups", family_name, ["coup"], "midibaccarat")
    _check(deck)
    import numpy as np

    compile_module(sys.modules[__name__])
    sizes = np.zeros((KINGS + 1, 3), np.int64)
    for each in deck.cards:
        add_card(sizes, each, deck.copies)
    table = np.full((SLOTS, 2), -1, np.int64)
    count_coups(sizes, deck.size, np.empty(DRAWN, np.int64), table)
    found: dict[int, int] = dict(table[table[:, 0] >= 0].tolist())
    return found


def _check(deck: Deck) -> None:
    if JOKER in deck.cards:
        raise CardError("a baccarat shoe holds no joker")
    if deck.size < DRAWN:
        raise CardError(f"a coup takes up to six cards; the shoe has {deck.size}")
    if perm(deck.size, DRAWN) >= 1 << 63:
        raise CardError(f"a shoe of {deck.size} cards has more sequences than can be counted; allowed are up to 27 decks")


@scalar
def add_card(sizes: Any, card: int, copies: int) -> None:
    """Add the copies of a card to its groups: ``sizes[group, colour]``, both colours together under ``MIXED``."""
    rank, own = card % 13, color(card)
    sizes[card_value(card), own] += copies
    sizes[card_value(card), MIXED] += copies
    if RANK_OF_TEN <= rank < RANK_OF_ACE:
        sizes[TENS + rank - RANK_OF_TEN, own] += copies
        sizes[TENS + rank - RANK_OF_TEN, MIXED] += copies


# Coups by value ------------------------------------------------------------------------------------------------------


@scalar
def count_coups(sizes: Any, cards: int, coup: Any, table: Any) -> None:
    """Add every coup of a shoe of ``cards`` cards to the table of masks; ``coup`` is room for six groups.

    The first two cards of a hand may come in either order.
    """
    for p1 in range(VALUES):
        for p2 in range(p1 + 1):
            for b1 in range(VALUES):
                for b2 in range(b1 + 1):
                    coup[0], coup[1], coup[3], coup[4] = p1, p2, b1, b2
                    orders = (1 if p1 == p2 else 2) * (1 if b1 == b2 else 2)
                    count_third_cards(sizes, cards, orders, coup, table)
    for rank in range(TENS, KINGS + 1):  # six of a rank that counts 0; not among the coups of six zeros
        for n in range(DRAWN):
            coup[n] = rank
        count_classes(sizes, 1, coup, table)


@scalar
def count_third_cards(sizes: Any, cards: int, orders: int, coup: Any, table: Any) -> None:
    """Add the coups that start with the values in ``coup``, whose third cards are filled in."""
    player, banker = (coup[0] + coup[1]) % 10, (coup[3] + coup[4]) % 10
    natural = is_natural(player) or is_natural(banker)
    for p3 in range(NONE, VALUES):
        if (p3 != NONE) != (not natural and player_draws(player)):
            continue
        for b3 in range(NONE, VALUES):
            if (b3 != NONE) != (not natural and banker_draws(banker, p3)):
                continue
            coup[2], coup[5] = p3, b3
            unused = 1
            for used in range(4 + (p3 != NONE) + (b3 != NONE), DRAWN):
                unused *= cards - used
            count_classes(sizes, orders * unused, coup, table)


# Classes of coups ----------------------------------------------------------------------------------------------------


@scalar
def count_classes(sizes: Any, orders: int, coup: Any, table: Any) -> None:
    """Add the coups of these groups, class by class, each as often as ``orders`` says."""
    of_one_color = 0
    for each in range(5):  # each hand of one colour, four ways; then all others
        player = each // 2 if each < 4 else MIXED
        banker = each % 2 if each < 4 else MIXED
        number = ways(sizes, coup, player, banker)
        if each < 4:
            of_one_color += number
        else:
            number -= of_one_color
        add_class(coup, player, banker, number * orders, table)


@scalar
def ways(sizes: Any, coup: Any, player: int, banker: int) -> int:
    """In how many ways cards of these groups and colours can be drawn; six zeros are those of more than one rank."""
    number = drawings(sizes, coup, 0, player, banker)
    if not (coup[0] or coup[1] or coup[2] or coup[3] or coup[4] or coup[5]):
        for rank in range(TENS, KINGS + 1):
            number -= drawings(sizes, coup, rank, player, banker)
    return number


@scalar
def drawings(sizes: Any, coup: Any, shift: int, player: int, banker: int) -> int:
    """In how many ways cards of these groups, moved up by ``shift``, can be drawn one after another."""
    number = 1
    for n in range(DRAWN):
        if coup[n] == NONE:
            continue
        own = player if n < 3 else banker
        left: int = sizes[coup[n] + shift, own]
        for earlier in range(n):
            if coup[earlier] == coup[n] and (player if earlier < 3 else banker) == own:
                left -= 1
        number *= left
    return number


@scalar
def add_class(coup: Any, player: int, banker: int, number: int, table: Any) -> None:
    """Add the size of a class to the table (open addressing, mask and count in a slot, -1 an empty mask)."""
    if number == 0:
        return
    p1, p2, p3 = stand_in(coup, 0, player), stand_in(coup, 1, player), stand_in(coup, 2, player)
    b1, b2, b3 = stand_in(coup, 3, banker), stand_in(coup, 4, banker), stand_in(coup, 5, banker)
    mask = coup_mask(p1, p2, p3, b1, b2, b3)
    slot = mask % SLOTS
    while table[slot, 0] != mask and table[slot, 0] != -1:
        slot = (slot + 1) % SLOTS
    if table[slot, 0] == -1:
        table[slot, 0], table[slot, 1] = mask, 0
    table[slot, 1] += number


@scalar
def stand_in(coup: Any, n: int, own: int) -> int:
    """The card that stands for the n-th card of a coup of this class.

    Only the first differs in colour where colours are mixed, and in rank where six zeros are of more than one rank.
    """
    group: int = coup[n]
    if group == NONE:
        return NONE
    suit = 1 if own == RED or (own == MIXED and n == 0) else 0
    rank = group - 2
    if group == 0:
        rank = RANK_OF_TEN + (n == 0)
    if group == 1:
        rank = RANK_OF_ACE
    return suit * 13 + rank
