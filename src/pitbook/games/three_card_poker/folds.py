"""Wagers that are lost with the Ante although other cards than the player's decide them: their events when hands are folded.

A player is taken to play the base game as is best for it, Q-6-4 or better, whatever else is wagered.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from math import comb
from typing import Any, Final

from pitbook.cards import Deck
from pitbook.choices import Offer
from pitbook.compiled import compile_module, scalar
from pitbook.counting import masked_classes
from pitbook.families import families
from pitbook.games.three_card_poker import events
from pitbook.games.three_card_poker.events import three_card_rank
from pitbook.par import FOLDED
from pitbook.three_cards import LOWEST_PLAYED

LOWEST: Final = LOWEST_PLAYED["q-6-4"]


def folded_counts(offered: Offer, deck: Deck) -> Mapping[int, int]:
    """How many deals have each event mask, those with a folded hand the mask :data:`~pitbook.par.FOLDED`.

    A deal is the wager's cards and, among them or beside them, the player's three. The deck's suits must hold the same ranks.
    """
    return _counts(offered.game.package, str(offered.family), "player" in offered.reads, deck)


@cache
def _counts(package: str, family_name: str, player_within: bool, deck: Deck) -> Mapping[int, int]:
    import numpy as np

    compile_module(events)
    compile_module(sys.modules[__name__])
    family = families(package)[family_name]
    hands, weights, masks = masked_classes(package, family, deck)
    folded = np.empty(len(hands), np.int64)
    if player_within:
        deals = comb(family.cards, 3)
        count_folded_within(hands, LOWEST, folded)
    else:
        deals = comb(deck.size - family.cards, 3)
        beside = [hand for hand in deck.hands(3) if three_card_rank(hand) < LOWEST]
        count_apart(hands, np.array(beside, np.int64), folded)
    found, place = np.unique(masks, return_inverse=True)
    alive = np.zeros(len(found), np.int64)
    np.add.at(alive, place, weights * (deals - folded))
    return {**dict(zip(found.tolist(), alive.tolist(), strict=True)), FOLDED: int((weights * folded).sum())}


@scalar
def count_folded_within(hands: Any, lowest: int, folded: Any) -> None:
    """How many choices of three of each hand's cards are folded by a player who has them."""
    for n in range(len(hands)):
        folded[n] = 0
        first = hands[n]
        while first:
            one = first & -first
            first ^= one
            second = first
            while second:
                two = second & -second
                second ^= two
                third = second
                while third:
                    three = third & -third
                    third ^= three
                    folded[n] += three_card_rank(one | two | three) < lowest


@scalar
def count_apart(hands: Any, others: Any, number: Any) -> None:
    """How many of the other hands share no card with each hand."""
    for n in range(len(hands)):
        apart = 0
        for m in range(len(others)):
            apart += hands[n] & others[m] == 0
        number[n] = apart
