"""How Three Card Poker is played: which base games it has, and when a bonus is withheld."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from pitbook.cards import Deck
from pitbook.choices import Offer
from pitbook.families import families
from pitbook.games.three_card_poker.events import showdown_mask

if TYPE_CHECKING:
    from pitbook.par import BaseGame
    from pitbook.rounds import Round, Seat


def base_game(offered: Offer, deck: Deck, wager_micros: int) -> BaseGame:
    """The Ante, the Play Wager and the Ante Bonus as one game; the stake changes none of its figures."""
    del wager_micros
    from pitbook.games.three_card_poker import base_game as counted

    return counted.base_game(offered, deck)


BASE_GAMES: Final[Mapping[str, Callable[[Offer, Deck, int], BaseGame]]] = {"ante-bonus": base_game, "ante-bonus-akq": base_game}


def folded_counts(offered: Offer, deck: Deck) -> Mapping[int, int]:
    """The events of a wager that a fold loses (reading progressive-on-fold or six-card-bonus-on-fold)."""
    from pitbook.games.three_card_poker import folds

    return folds.folded_counts(offered, deck)


FOLDED_COUNTS: Final = folded_counts
PLAYED: Final = "Q-6-4 or better"
"""The hands that are not folded in those counts."""


def dealer_is_higher(game_round: Round, seat: Seat) -> bool:
    """Whether the dealer's hand is higher, for which the reading akq-bonus-regardless may withhold the bonus of (c)."""
    if seat.cards is None:
        return False
    literal = game_round.values["within-rank-order"] == "literal-highest-odd-card"
    lower = families(game_round.game.package)["showdown"].bit("player-lower-by-odd-card" if literal else "player-lower")
    return bool(showdown_mask(seat.cards, game_round.hands["dealer"], 0) & lower)


WITHHELD: Final[Mapping[str, Callable[[Round, Seat], bool]]] = {"ante-bonus-akq": dealer_is_higher}
