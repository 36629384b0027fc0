"""The best way to set seven given cards: every legal setting's win, push and lose over all hands the dealer can hold."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from pitbook.cards import JOKER, CardError, Deck, hand_cards, hand_text, joker_deck
from pitbook.compiled import compile_module, scalar
from pitbook.games.pai_gow_poker.below import cards_of_ranks, is_possible, ranks_of_suits
from pitbook.games.pai_gow_poker.exact import DealerPush, live_forms
from pitbook.games.pai_gow_poker.hand_forms import CHOOSE, PLAIN_FORMS, RANK_FORMS, Array, Forms, forms
from pitbook.games.pai_gow_poker.house_way import HouseWay, Setting, made_setting
from pitbook.games.pai_gow_poker.setting import HIGH_RANKS, LOW_RANKS, settings
from pitbook.games.pai_gow_poker.way_table import way_table


@dataclass(frozen=True)
class SettingValue:
    """A setting with the dealer's hands it beats, pushes and loses to, of ``total`` that can be dealt beside it."""

    setting: Setting
    win: int
    push: int
    lose: int

    @property
    def total(self) -> int:
        """All hands the dealer can hold."""
        return self.win + self.push + self.lose

    def expectation(self, vigorish: Fraction) -> Fraction:
        """What the player gains per unit of stake, vigorish a share of the amount won."""
        return Fraction(self.win - self.lose, self.total) - Fraction(self.win, self.total) * vigorish


def setting_values(
    cards: int,
    dealer_way: HouseWay,
    *,
    deck: Deck | None = None,
    dealer_push: DealerPush = DealerPush.NONE,
    reading: int = 0,
    vigorish: Fraction = Fraction(0),
) -> Sequence[SettingValue]:
    """Every legal setting of seven cards against a dealer's way, the one with the greatest expectation first.

    ``deck`` is the whole deck, by default 52 cards and the joker. Raises :class:`~pitbook.cards.CardError` if these are not
    seven of its cards, :class:`~.house_way.HouseWayError` if the way does not cover a hand.
    """
    deck = deck or joker_deck()
    if len(hand_cards(cards)) != 7:
        raise CardError(f"a hand of Pai Gow Poker is seven cards; {hand_text(cards)!r} is {len(hand_cards(cards))}")
    strange = [n for n in hand_cards(cards) if n not in deck.cards]
    if strange or deck.copies != 1:
        raise CardError(f"{hand_text(cards)!r} is not a hand of the deck")
    below = dealer_hands_below(deck.without(cards), dealer_way, dealer_push, reading)
    values = []
    for high, low in settings(cards):
        setting = made_setting(high, low, reading)
        if not setting.foul:
            values.append(_value(setting, below, comb(deck.size - 7, 7)))
    values.sort(key=lambda value: (value.expectation(vigorish), value.setting.low_rank), reverse=True)
    return values


def _value(setting: Setting, below: Array, total: int) -> SettingValue:
    high, low = setting.high_rank, setting.low_rank
    win = int(below[high, low])
    lose = int(below[-1, -1] - below[high, -1] - below[-1, low]) + win
    return SettingValue(setting, win, total - win - lose, lose)


def dealer_hands_below(deck: Deck, dealer_way: HouseWay, dealer_push: DealerPush, reading: int) -> Array:
    """How many hands of a deck a way sets below each corner, int64[HIGH_RANKS + 1, LOW_RANKS + 1]; see :mod:`.beaten`.

    Hands on which every main wager is a push do not count.
    """
    compile_module(sys.modules[__name__])
    table = way_table(dealer_way, reading)
    live = live_forms(table, dealer_push)
    suits = np.array(ranks_of_suits(deck), dtype=np.int64)
    hands = np.zeros((HIGH_RANKS, LOW_RANKS), dtype=np.int64)
    counted = np.ones(len(table.high), dtype=np.bool_) if live is None else live
    count_hands(forms(), suits, cards_of_ranks(suits), JOKER in deck.cards, table.high, table.low, counted, hands)
    return np.pad(hands.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


@scalar
def count_hands(
    every: Forms, suits: Array, available: Array, joker: bool, high: Array, low: Array, live: Array, hands: Array
) -> None:
    """Add to ``hands`` at [high, low] how many hands of a deck have these ranks."""
    for form in range(RANK_FORMS):
        if is_possible(every, form, available, joker):
            number = 1
            for rank in range(13):
                number *= CHOOSE[available[rank], every.counts[form, rank]]
            if live[form]:
                hands[high[form], low[form]] += number
    for suited in range(len(every.suit)):
        form = every.rank_form[RANK_FORMS + suited]
        if form >= PLAIN_FORMS and not joker:
            continue
        number = 0
        for suit in range(4):
            if every.suit[suited] & ~suits[suit] == 0:
                number += hands_beside(every.others[suited], suits[suit], available)
        # Taken with the rank form above; now with its own setting instead.
        if live[RANK_FORMS + suited]:
            hands[high[RANK_FORMS + suited], low[RANK_FORMS + suited]] += number
        if live[form]:
            hands[high[form], low[form]] -= number


@scalar
def hands_beside(others: Array, suit: int, available: Array) -> int:
    """In how many ways the two other ranks of a suited form are dealt from the other three suits."""
    one, two = others[0], others[1]
    if one >= 13:
        return 1
    room = available[one] - (suit >> one & 1)
    if two >= 13:
        return int(room)
    if one == two:
        return int(CHOOSE[room, 2])
    return int(room * (available[two] - (suit >> two & 1)))
