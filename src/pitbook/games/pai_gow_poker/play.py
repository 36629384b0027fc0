"""How Pai Gow Poker is played: the base wager is decided by two hands set out of seven cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pitbook.cards import JOKER, Deck, hand_text
from pitbook.choices import Offer
from pitbook.games.pai_gow_poker.events import QUEEN_HIGH, seven_card_mask
from pitbook.games.pai_gow_poker.house_way import HouseWay, Setting, load_way, made_setting
from pitbook.games.pai_gow_poker.setting import reading_flags
from pitbook.hands import count, highest, ranks_held
from pitbook.outcomes import Decision, by_events

if TYPE_CHECKING:
    from pitbook.par import BaseGame
    from pitbook.rounds import Round, Seat

WIN: Final = "win"
PUSH: Final = "push"
LOSE: Final = "lose"
NINE: Final = 7


def flags(values: Mapping[str, str]) -> int:
    """The readings of the order of hands, as the setter takes them."""
    return reading_flags(values["ace-low-straight"], values["joker-in-flush"])


def house_way(values: Mapping[str, str]) -> HouseWay:
    """The house way that the readings choose."""
    return load_way(values["house-way"])


def dealer_setting(game_round: Round) -> Setting:
    """The dealer's two hands: as the round says, else by the house way."""
    if game_round.dealer_setting is not None:
        high, low = game_round.dealer_setting
        return made_setting(high, low, flags(game_round.values), "dealer", "set as the round says")
    return _set(game_round.values["house-way"], game_round.hands["dealer"], flags(game_round.values))


def seat_setting(game_round: Round, seat: Seat) -> Setting:
    """A seat's two hands: as the player set them, else by the house way."""
    assert seat.cards is not None
    if seat.high is not None and seat.low is not None:
        return made_setting(seat.high, seat.low, flags(game_round.values))
    return _set(game_round.values["house-way"], seat.cards, flags(game_round.values))


@lru_cache(maxsize=1024)
def _set(way: str, cards: int, reading: int) -> Setting:
    """Seven cards set by a house way; kept, because the dealer's stand against every seat."""
    return load_way(way).set(cards, reading)


def result_of(player: Setting, dealer: Setting) -> str:
    """Win when both hands outrank the dealer's, lose when neither does or the setting is foul, push otherwise.

    A copy, a hand equal to the dealer's, is the dealer's.
    """
    if player.foul:
        return LOSE
    wins = (player.high_rank > dealer.high_rank) + (player.low_rank > dealer.low_rank)
    return {2: WIN, 1: PUSH, 0: LOSE}[wins]


def decide_base(game_round: Round, offered: Offer, seat: Seat) -> Decision:
    """The result of a seat's Pai Gow Poker wager."""
    player, dealer = seat_setting(game_round, seat), dealer_setting(game_round)
    result = result_of(player, dealer)
    cards = f"{hand_text(player.high)} / {hand_text(player.low)} against {hand_text(dealer.high)} / {hand_text(dealer.low)}"
    pushed = pushes_by_variation(game_round.values["variation"], dealer) if not player.foul else None
    if pushed is not None:
        return by_events(offered, (PUSH,), cards, words=pushed)
    if player.foul:
        words = "the two cards rank above the five, a foul setting, which loses"
    else:
        parts = (("high", player.high_rank, dealer.high_rank), ("low", player.low_rank, dealer.low_rank))
        words = ", ".join(f"the {name} hand {_against(own, other)}" for name, own, other in parts)
        if dealer.foul:
            words += " (the dealer's two cards rank above the five: the hand is settled as the round sets it)"
    return by_events(offered, (result,), cards, words=words)


def _against(own: int, other: int) -> str:
    if own == other:
        return "is a copy, which is the dealer's"
    return "wins" if own > other else "loses"


def pushes_by_variation(variation: str, dealer: Setting) -> str | None:
    """Why every base wager pushes under a variation without vigorish, or None."""
    if variation == "ez" and seven_card_mask(dealer.high | dealer.low) & QUEEN_HIGH:
        return "the dealer's seven cards are a queen-high without a pair, and every base wager pushes (variation ez)"
    low = ranks_held(dealer.low)
    if variation == "commission-free" and not dealer.low >> JOKER & 1 and count(low) == 2 and highest(low) == NINE:
        return "the dealer's two cards are a nine-high, and every base wager pushes (variation commission-free)"
    return None


DECIDERS: Final[Mapping[str, Callable[[Round, Offer, Seat], Decision]]] = {"pai-gow": decide_base}


def base_game(offered: Offer, deck: Deck, wager_micros: int) -> BaseGame:
    """The Pai Gow Poker Wager over all deals."""
    from pitbook.games.pai_gow_poker import base_game as counted

    return counted.base_game(offered, deck, wager_micros)


BASE_GAMES: Final[Mapping[str, Callable[[Offer, Deck, int], BaseGame]]] = {"pai-gow": base_game}


def counts_kept(offered: Offer, deck: Deck) -> bool:
    """Whether the counts of the Pai Gow Poker Wager are in the store."""
    from pitbook.games.pai_gow_poker import base_game as counted

    return counted.is_kept(offered, deck)


KEPT_COUNTS: Final[Mapping[str, Callable[[Offer, Deck], bool]]] = {"pai-gow": counts_kept}
