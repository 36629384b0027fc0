"""Counting: every hand of a deck once, plain and compiled, hand by hand and by classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from pitbook import counting
from pitbook.cards import JOKER, Deck, hand, joker_deck, parse_cards, reduced_deck, standard_deck
from pitbook.catalog import rulebook
from pitbook.counting import (
    exchange_suits,
    hand_chunks,
    histogram,
    plain_histogram,
    suit_class,
    suit_classes,
    total,
)
from pitbook.families import Deal, Family, Symmetry, events_module, families
from pitbook.par import deck_of

HAND_FAMILIES = [
    (game.package, family) for game in rulebook() for family in families(game.package).values() if family.deal is Deal.HAND
]
IDS = [f"{package.split('.')[-1]}-{family.name}" for package, family in HAND_FAMILIES]


# Enumerating ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("joker", [False, True])
def test_every_hand_comes_once_in_lexical_order(size: int, joker: bool) -> None:
    deck = reduced_deck([0, 5, 12], joker=joker)
    found = np.concatenate([each.copy() for each in hand_chunks(deck, size)]).tolist()
    assert found == [sum(1 << n for n in cards) for cards in combinations(deck.cards, size)]


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 100, 1_000])
def test_no_hand_is_lost_between_chunks(monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(counting, "CHUNK", chunk)
    deck = reduced_deck([0, 12])
    found = [hand_ for each in hand_chunks(deck, 3) for hand_ in each.tolist()]
    assert found == [sum(1 << n for n in cards) for cards in combinations(deck.cards, 3)]


def test_a_hand_of_the_whole_deck_is_one() -> None:
    deck = reduced_deck([3])
    assert [each.tolist() for each in hand_chunks(deck, 4)] == [[sum(1 << n for n in deck.cards)]]


# Suit classes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("ranks", [(0, 1, 2), (5, 12), (0, 3, 7, 12)])
def test_classes_are_those_of_exchanged_suits_with_their_sizes(ranks: tuple[int, ...], size: int) -> None:
    deck = reduced_deck(ranks)
    hands, weights = suit_classes(deck, size)
    wanted = {suit_class(each) for each in deck.hands(size)}
    assert {suit_class(each) for each in hands.tolist()} == wanted
    assert len(hands) == len(wanted)
    assert weights.tolist() == [len(suit_class(each)) for each in hands.tolist()]


@pytest.mark.parametrize(("size", "classes"), [(2, 169), (3, 1_755), (5, 134_459)])
def test_the_classes_of_52_cards_have_their_known_number(size: int, classes: int) -> None:
    hands, weights = suit_classes(standard_deck(), size)
    assert len(hands) == classes
    assert int(weights.sum()) == comb(52, size)


def test_exchanged_suits_keep_ranks_and_joker() -> None:
    before = hand(parse_cards("As Kd Kh 2c Jk"))
    assert exchange_suits(before, (3, 2, 1, 0)) == hand(parse_cards("Ac Kh Kd 2s Jk"))
    assert exchange_suits(before, (0, 1, 2, 3)) == before


@pytest.mark.parametrize(("package", "family"), HAND_FAMILIES, ids=IDS)
def test_a_family_that_claims_a_symmetry_has_it(package: str, family: Family) -> None:
    """Each exchange of suits (or of cards of a colour) leaves every event of a sample of hands as it is."""
    if family.symmetry is Symmetry.NONE:
        pytest.skip("claims none")
    function = getattr(events_module(package), family.mask)
    mask = getattr(function, "py_func", function)
    deck = joker_deck() if family.cards == 7 else standard_deck()
    rng = np.random.default_rng(7)
    for _ in range(400):
        held = hand(rng.choice(deck.cards, family.cards, replace=False).tolist())
        if family.symmetry in (Symmetry.SUITS, Symmetry.NAMED_SUITS):
            alike = {mask(exchange_suits(held, (p[0], p[1], p[2], p[3]))) for p in permutations(range(4))}
        else:
            alike = {mask(exchange_suits(held, order)) for order in [(0, 1, 2, 3), (3, 1, 2, 0), (0, 2, 1, 3), (3, 2, 1, 0)]}
        named = family.suit_named_bits
        assert {each & ~named for each in alike} == {mask(held) & ~named}
        assert len({each & named != 0 for each in alike}) == 1, "one of the events that name a suit, or none, in every suit"


def test_events_that_name_a_suit_are_counted_in_each_suit() -> None:
    deck, package = reduced_deck((12, 11, 10, 9, 8, 7, 0)), rulebook().game("three-card-poker").package
    family = families(package)["six-card"]
    counts = histogram(package, "six-card", deck)

    def of(*events: str) -> int:
        wanted = sum(family.bit(event) for event in events)
        return sum(number for mask, number in counts.items() if mask & wanted == wanted)

    assert (of("super-royal-of-diamonds"), of("super-royal-of-another-suit")) == (1, 3)
    assert (of("royal-flush-of-spades"), of("royal-flush-of-another-suit")) == (23, 69), "five cards, and any of the other 23"


# Histograms -----------------------------------------------------------------------------------------------------------


def by_hand(package: str, family: Family, deck: Deck) -> Mapping[int, int]:
    """The counts of the plain function, by the simplest loop."""
    function = getattr(events_module(package), family.mask)
    mask = getattr(function, "py_func", function)
    return Counter(int(mask(each)) for each in deck.hands(family.cards))


@pytest.mark.parametrize(("package", "family"), HAND_FAMILIES, ids=IDS)
@pytest.mark.parametrize("ranks", [(12, 11, 10, 9), (12, 0, 1, 2), (0, 4, 8)])
def test_counts_of_a_small_deck_are_those_of_the_plain_loop(package: str, family: Family, ranks: tuple[int, ...]) -> None:
    deck = reduced_deck(ranks, joker=family.cards == 7)
    wanted = by_hand(package, family, deck)
    assert dict(histogram(package, family.name, deck)) == wanted
    assert dict(plain_histogram(package, family.name, deck)) == wanted
    assert total(package, family.name, deck) == deck.hand_count(family.cards)


@pytest.mark.parametrize(("package", "family"), HAND_FAMILIES, ids=IDS)
def test_classes_and_hand_by_hand_agree_on_a_larger_deck(package: str, family: Family, monkeypatch: pytest.MonkeyPatch) -> None:
    """The class count is made to run even where a deck is small enough for the plain loop."""
    deck = reduced_deck((12, 11, 10, 9, 8, 0, 1), joker=family.cards == 7) if family.cards > 5 else standard_deck()
    hand_by_hand = plain_histogram(package, family.name, deck)
    monkeypatch.setattr(counting, "PLAIN_LIMIT", 0)
    assert dict(histogram.__wrapped__(package, family.name, deck)) == dict(hand_by_hand)


@pytest.mark.parametrize("game", list(rulebook()), ids=[game.id for game in rulebook()])
def test_the_counts_of_the_full_decks_sum_to_all_hands(game: object) -> None:
    for each in rulebook():
        if each is not game:
            continue
        deck = deck_of(each, each.default_decks)
        for family in families(each.package).values():
            if family.deal is Deal.HAND:
                assert total(each.package, family.name, deck) == comb(deck.size, family.cards)


def test_a_deck_whose_suits_differ_is_counted_hand_by_hand() -> None:
    package = "pitbook.games.three_card_prime"
    family = families(package)["five-card"]
    deck = standard_deck().without(hand(parse_cards("As Kd 2c 3c 4c 5c 6c 7c 8c 9c Tc 2d 3d 4d 5d 6d 7d 8d 9d Td")))
    assert not deck.suit_closed
    assert dict(histogram(package, "five-card", deck)) == by_hand(package, family, deck)


def test_the_joker_is_a_card_of_its_own() -> None:
    package = "pitbook.games.pai_gow_poker"
    deck = reduced_deck((12, 11, 10), joker=True)
    with_joker = sum(count for mask, count in histogram(package, "seven-card-colors", deck).items() if mask >> 32 & 1)
    assert JOKER in deck.cards
    assert with_joker == comb(12, 6)
