"""Wagers that a fold loses: their counts against every deal of a small deck, hand by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pitbook.cards import reduced_deck
from pitbook.catalog import rulebook
from pitbook.choices import offer
from pitbook.families import events_module, families
from pitbook.games.three_card_poker.folds import folded_counts
from pitbook.par import FOLDED

RANKS = (2, 4, 9, 10)
"""4, 6, jack and queen, so that Q-6-4 is the lowest hand that is played."""


def is_played(cards: tuple[int, ...]) -> bool:
    """Q-6-4 or better: a pair, a flush (no straight is possible here), or the queen with the jack or the 6."""
    ranks = sorted(card % 13 for card in cards)
    return len(set(ranks)) < 3 or len({card // 13 for card in cards}) == 1 or (ranks[2] == 10 and ranks[1] >= 4)


@pytest.mark.parametrize(
    ("wager", "reading", "others"),
    [
        ("six-card-bonus", "six-card-bonus-on-fold", 3),
        ("five-card-progressive", "progressive-on-fold", 2),
        ("five-card-hand-bonus-on-dealer", "progressive-on-fold", 5),
    ],
)
def test_folded_hands_hold_nothing(wager: str, reading: str, others: int) -> None:
    game, deck = rulebook().game("three-card-poker"), reduced_deck(RANKS)
    label = game.edition().wager(wager).paytables[0].label
    offered = offer(game, wager, label, readings={reading: "lost"})
    family = families(game.package)[str(offered.family)]
    mask = getattr(events_module(game.package), family.mask)
    mask = getattr(mask, "py_func", mask)
    expected: Counter[int] = Counter()
    masks: dict[int, int] = {}
    for own in combinations(deck.cards, 3):
        rest = [card for card in deck.cards if card not in own]
        played = is_played(own)
        for beside in combinations(rest, others):
            hand = sum(1 << card for card in (*beside, *(own if "player" in offered.reads else ())))
            if hand not in masks:
                masks[hand] = mask(hand)
            expected[masks[hand] if played else FOLDED] += 1
    assert +Counter(folded_counts(offered, deck)) == +expected
