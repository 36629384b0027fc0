"""Cards as integers: text in and out, hands as sets, decks and their hands."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    JOKER,
    RANKS,
    SPADES,
    SUITS,
    CardError,
    Deck,
    card,
    card_text,
    cards_text,
    hand,
    hand_cards,
    hand_text,
    joker_deck,
    parse_card,
    parse_cards,
    rank_of,
    reduced_deck,
    shoe,
    standard_deck,
    suit_of,
)

ANY_CARDS = st.lists(st.integers(0, 52), unique=True, max_size=8)


# Text ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2c", 0),
        ("Ac", 12),
        ("2d", 13),
        ("Td", 13 + 8),
        ("10d", 13 + 8),
        ("As", 51),
        ("as", 51),
        ("AS", 51),
        ("Kh", 26 + 11),
        ("Jk", JOKER),
        ("jk", JOKER),
        (" 9c ", 7),
    ],
)
def test_a_text_names_its_card(text: str, number: int) -> None:
    assert parse_card(text) == number


@pytest.mark.parametrize("text", ["", " ", "1c", "Ax", "A", "s", "AAs", "11d", "100d", "A♠", "Jkk", "٣c", "0h", "A s"])
def test_a_text_that_names_no_card_is_refused_with_the_text_and_what_is_allowed(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)
    assert "2-9 T J Q K A" in str(caught.value)


def test_every_card_has_one_text_and_comes_back_from_it() -> None:
    texts = [card_text(n) for n in range(53)]
    assert len(set(texts)) == 53
    assert [parse_card(text) for text in texts] == list(range(53))


def test_a_card_is_its_suit_and_rank() -> None:
    for suit in (CLUBS, DIAMONDS, HEARTS, SPADES):
        for rank in range(13):
            number = card(rank, suit)
            assert (rank_of(number), suit_of(number)) == (rank, suit)
            assert card_text(number) == RANKS[rank] + SUITS[suit]


def test_the_joker_has_neither_rank_nor_suit() -> None:
    with pytest.raises(CardError, match="rank"):
        rank_of(JOKER)
    with pytest.raises(CardError, match="suit"):
        suit_of(JOKER)


@pytest.mark.parametrize("text", ["As Kd Jk", "As,Kd,Jk", "AsKdJk", " as  KD , jk ", "As\tKd\nJk"])
def test_cards_are_separated_by_blanks_commas_or_nothing(text: str) -> None:
    assert parse_cards(text) == (51, 13 + 11, JOKER)


def test_tens_may_be_run_together() -> None:
    assert parse_cards("10h10d") == parse_cards("Th Td")


def test_no_cards_are_no_cards() -> None:
    assert parse_cards("") == parse_cards(" , ") == ()


def test_all_wrong_cards_are_named_at_once() -> None:
    with pytest.raises(CardError) as caught:
        parse_cards("As 1d Kh Zz")
    message = str(caught.value)
    assert "'1d', 'Zz' are no cards" in message
    assert "'As'" not in message


@given(ANY_CARDS)
def test_cards_come_back_from_their_text(cards: list[int]) -> None:
    assert list(parse_cards(cards_text(cards))) == cards


# Hands --------------------------------------------------------------------------------------------------------------


@given(ANY_CARDS)
def test_a_hand_is_the_set_of_its_cards(cards: list[int]) -> None:
    members = hand(cards)
    assert members == sum(1 << n for n in cards)
    assert list(hand_cards(members)) == sorted(cards)


def test_a_card_twice_in_a_hand_is_refused() -> None:
    with pytest.raises(CardError, match="As occurs twice"):
        hand(parse_cards("As Kd As"))


def test_a_hand_is_shown_highest_rank_first_and_the_joker_before_all() -> None:
    assert hand_text(hand(parse_cards("2c As Jk Ah Td"))) == "Jk As Ah Td 2c"


# Decks --------------------------------------------------------------------------------------------------------------


def test_the_decks_have_their_sizes() -> None:
    assert (standard_deck().size, joker_deck().size, shoe(8).size, shoe(6).size) == (52, 53, 416, 312)


def test_a_deck_deals_every_hand_once() -> None:
    deck = reduced_deck([0, 5, 12], joker=True)
    hands = list(deck.hands(3))
    assert hands == [sum(1 << n for n in each) for each in combinations(deck.cards, 3)]
    assert len(hands) == len(set(hands)) == deck.hand_count(3) == 286


def test_a_reduced_deck_has_the_ranks_in_all_suits() -> None:
    assert cards_text(reduced_deck([12, 0]).cards) == "2c Ac 2d Ad 2h Ah 2s As"
    assert cards_text(reduced_deck([3, 3], joker=True).cards) == "5c 5d 5h 5s Jk"


def test_cards_taken_out_are_gone() -> None:
    deck = standard_deck().without(hand(parse_cards("As Kd")))
    assert deck.size == 50
    assert not {51, 24} & set(deck.cards)


def test_suits_may_be_exchanged_only_where_they_hold_the_same_ranks() -> None:
    assert standard_deck().suit_closed
    assert joker_deck().suit_closed
    assert reduced_deck([1, 2, 3]).suit_closed
    assert not standard_deck().without(hand(parse_cards("As"))).suit_closed


@pytest.mark.parametrize(("cards", "copies"), [((1, 0), 1), ((0, 0), 1), ((0, 53), 1), ((-1, 0), 1), ((0, 1), 0)])
def test_a_deck_that_is_none_is_refused(cards: tuple[int, ...], copies: int) -> None:
    with pytest.raises(CardError):
        Deck(cards, copies)


def test_a_shoe_has_no_hands_as_sets() -> None:
    with pytest.raises(CardError, match="single deck"):
        next(shoe(8).hands(2))
