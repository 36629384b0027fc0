"""Wagers that a fold loses: their counts against every deal of a small deck, hand by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pitbook.cards import reduced_deck, standard_deck
from pitbook.catalog import rulebook
from pitbook.choices import offer
from pitbook.families import events_module, families
from pitbook.games.three_card_poker.events import three_card_mask, three_card_rank
from pitbook.games.three_card_poker.folds import folded_counts
from pitbook.par import FOLDED, par
from pitbook.three_cards import LOWEST_PLAYED

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


@pytest.mark.parametrize(
    ("wager", "reading", "chosen"), [("progressive", "progressive-on-fold", "lost"), ("pair-plus", "pair-plus-on-fold", "settled")]
)
def test_a_reading_of_folds_that_changes_nothing_is_said_to(wager: str, reading: str, chosen: str) -> None:
    plain, other = (par("three-card-poker", wager, "A", readings=readings) for readings in ({}, {reading: chosen}))
    said = f"{reading} = {chosen} changes no figure: the player plays Q-6-4 or better, and no hand that a row pays is below that."
    assert [each for each in other.notes if each not in plain.notes] == [said]
    assert not any("changes no figure" in each for each in plain.notes)
    assert plain.rows == other.rows


def test_a_reading_of_folds_that_changes_figures_is_not_said_to_change_none() -> None:
    plain = par("three-card-poker", "five-card-progressive", "standard")
    lost = par("three-card-poker", "five-card-progressive", "standard", readings={"progressive-on-fold": "lost"})
    assert plain.house_edge < lost.house_edge
    assert not any("changes no figure" in each for each in lost.notes)


def test_no_hand_with_an_event_of_its_own_is_folded() -> None:
    """What the note rests on: every event of the player's three cards is above Q-6-4."""
    masks = {hand: three_card_mask(hand) for hand in standard_deck().hands(3)}
    assert len(masks) == 22_100
    assert not [hand for hand, mask in masks.items() if mask and three_card_rank(hand) < LOWEST_PLAYED["q-6-4"]]
    assert any(not mask for mask in masks.values())
