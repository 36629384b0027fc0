"""How players play where they have a choice: which hands of three cards they do not fold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from pitbook.cards import standard_deck
from pitbook.choices import ChoiceError, Offer
from pitbook.par import Conditions, has_base_game, sheet
from pitbook.rulebook import UnknownNameError
from pitbook.submission import FiledGame
from pitbook.three_cards import LOWEST_PLAYED, three_card_rank

ALWAYS: Final = "always"
OPTIMAL: Final = "optimal"


def threshold(filed: FiledGame, wanted: str | None, offered: Sequence[Offer]) -> tuple[str, int]:
    """The strategy's name, and the place of the lowest hand that is played.

    Where the game has a base game that is priced, the default is its optimal strategy; elsewhere every hand is played. Raises an
    :class:`~pitbook.errors.InputError` for a name that the game does not have.
    """
    priced = next((each for each in offered if each.wager.stakeless and has_base_game(each)), None)
    allowed = [*([OPTIMAL] if priced is not None else []), *LOWEST_PLAYED]
    name = wanted or (OPTIMAL if priced is not None else ALWAYS)
    if name not in allowed:
        raise UnknownNameError("strategy", name, allowed, filed.game.id)
    if name != OPTIMAL:
        return name, LOWEST_PLAYED[name]
    assert priced is not None
    return name, _optimal(sheet(priced, Conditions()).strategy.plays)  # type: ignore[union-attr]


def _optimal(plays: int) -> int:
    """The place from which so many of all hands are played: the optimal strategy plays the best hands."""
    ordered = _ordered()
    lowest = ordered[len(ordered) - plays]
    if plays < len(ordered) and ordered[len(ordered) - plays - 1] == lowest:
        raise ChoiceError("the optimal strategy here does not play all hands from one on; choose a strategy by name")
    return lowest


@cache
def _ordered() -> list[int]:
    return sorted(three_card_rank(hand) for hand in standard_deck().hands(3))
