"""The order of five cards against pokerkit, on every class of hands that differ by their suits alone.

One hand for each of the 134,459 suit classes stands for all 2,598,960 hands; that ours knows no suits either is shown by counting
the places of all hands. ``test_ranking`` compares hand by hand with two faster libraries.
"""

from __future__ import annotations

import numpy as np
from pokerkit import Card, StandardLookup

from pitbook.cards import card_text, hand_cards, standard_deck
from pitbook.counting import hand_chunks, suit_classes
from pitbook.ranking import CLASSES, five_card_ranks


def test_pokerkit_puts_all_hands_into_the_same_classes_in_the_same_order() -> None:
    hands, weights = suit_classes(standard_deck(), 5)
    assert len(hands) == 134_459
    assert int(weights.sum()) == 2_598_960
    lookup = StandardLookup()
    cards = [next(iter(Card.parse(card_text(n)))) for n in range(52)]
    theirs = [lookup.get_entry([cards[n] for n in hand_cards(each)]).index for each in hands.tolist()]
    both = set(zip(five_card_ranks(np.asarray(hands)).tolist(), theirs, strict=True))
    assert len(both) == len({ours for ours, _ in both}) == len({index for _, index in both}) == CLASSES
    assert [index for _, index in sorted(both)] == sorted(index for _, index in both)


def test_a_suit_class_has_one_place() -> None:
    hands, weights = suit_classes(standard_deck(), 5)
    by_class = np.bincount(five_card_ranks(np.asarray(hands)), weights=weights, minlength=CLASSES + 1)
    hand_by_hand = sum(np.bincount(five_card_ranks(each), minlength=CLASSES + 1) for each in hand_chunks(standard_deck(), 5))
    assert np.array_equal(by_class, hand_by_hand)
