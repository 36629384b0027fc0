"""How Three Card Poker is played: which base games it has, in which order its wagers are settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitbook.cards import Deck
from pitbook.choices import Offer
from pitbook.games.three_card_poker.base_game import base_game
from pitbook.par import BaseGame

BASE_GAMES: Final[Mapping[str, Callable[[Offer, Deck], BaseGame]]] = {"ante-bonus": base_game, "ante-bonus-akq": base_game}
