"""Every deal of a small deck, one by one: what the exact counts are proved against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitbook.cards import Deck, hand, parse_cards
from pitbook.games.pai_gow_poker.house_way import HouseWay
from pitbook.games.pai_gow_poker.setting import high_rank, low_rank

Array = npt.NDArray[Any]


def deck_of(text: str) -> Deck:
    return Deck(tuple(sorted(parse_cards(text))))


# Rich in flushes, straights and pairs, with the joker; suits differ, so each suit is counted by itself.
SPADES = deck_of("As Ks Qs Js Ts 9s 8s Ah Kd 9d 2c 3c 4c Jk")
# Ace to six of a suit and more of them, no joker.
WHEEL = deck_of("As 2s 3s 4s 5s 6s Ad 2d Ah 3h 2c 4c 5c 6c")
# Hands without a pair whose highest card is a queen, and low hands of a nine and another.
PLAIN = deck_of("2c 2d 3h 4h 5s 7c 7s 8d 9h 9s Jc Qd Qh As")


@dataclass(frozen=True)
class Hands:
    """All seven-card hands of a deck with the ranks a way gives them."""

    cards: Array
    high: Array
    low: Array


def queen_high(high: int, low: int) -> bool:
    """A high hand without a pair whose highest card is a queen: from Q-5-4-3-2 on, below K-5-4-3-2."""
    return _rank("Qc 5d 4h 3s 2c") <= high < _rank("Kc 5d 4h 3s 2c")


def nine_high_low(high: int, low: int) -> bool:
    return _rank("9c 2d") <= low <= _rank("9c 8d")


@cache
def _rank(text: str) -> int:
    cards = hand(parse_cards(text))
    return high_rank(cards, 0) if cards.bit_count() == 5 else low_rank(cards)


@cache
def all_hands(deck: Deck, way: HouseWay, reading: int = 0) -> Hands:
    cards = list(deck.hands(7))
    settings = [way.set(each, reading) for each in cards]
    return Hands(
        np.array(cards, dtype=np.int64),
        np.array([setting.high_rank for setting in settings]),
        np.array([setting.low_rank for setting in settings]),
    )


def fallen(player: Hands, dealer: Hands, pushes: Callable[[int, int], bool] | None = None) -> tuple[Array, int]:
    """Deals by how high and low hand fell (0 player's, 1 copy, 2 dealer's), int[3, 3], and those the dealer's hand pushes."""
    fell = np.zeros((3, 3), dtype=np.int64)
    pushed = 0
    dead = np.array([bool(pushes and pushes(h, low)) for h, low in zip(dealer.high, dealer.low, strict=True)])
    for cards, high, low in zip(player.cards, player.high, player.low, strict=True):
        apart = dealer.cards & cards == 0
        pushed += int((apart & dead).sum())
        apart &= ~dead
        of_high = 1 - np.sign(high - dealer.high[apart])
        of_low = 1 - np.sign(low - dealer.low[apart])
        fell += np.bincount(3 * of_high + of_low, minlength=9).reshape(3, 3)
    return fell, pushed


def beside(cards: int, hands: Hands) -> Hands:
    """The hands that can be dealt beside some cards."""
    apart = hands.cards & cards == 0
    return Hands(hands.cards[apart], hands.high[apart], hands.low[apart])


def win_and_lose(high: int, low: int, dealer: Hands) -> tuple[int, int]:
    """Dealer hands that a setting beats and loses to."""
    win = int(((dealer.high < high) & (dealer.low < low)).sum())
    lose = int(((dealer.high >= high) & (dealer.low >= low)).sum())
    return win, lose
