"""Findings on a game whose rules are not those of the Pennsylvania Code: they cite the game's own rules.

``codes.toml`` has a clause and a remedy for each code, for the games of 58 Pa. Code, Subpart K.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pitbook.checks.codes import codes
from pitbook.findings import Finding
from pitbook.names import both
from pitbook.rulebook import Game
from pitbook.submission import Submission

_CODE: Final = "Pa. Code"
_ITS_TEXT: Final = "the current Pennsylvania Code"


def is_of_the_code(game: Game) -> bool:
    """Whether a game's rules are a chapter of the Pennsylvania Code."""
    return _CODE in game.chapter


def by_own_rules(filing: Submission, found: Finding) -> Finding:
    """A finding as it is where the games it is on have rules of their own."""
    games = _games_of(filing, found.place)
    if not games or any(is_of_the_code(game) for game in games):
        return found
    rules = both(dict.fromkeys(game.chapter for game in games))
    return replace(
        found,
        citation=rules if found.citation == codes()[found.code].clause else found.citation,
        remedy=found.remedy.replace(_ITS_TEXT, f"the current text of {rules}"),
    )


def _games_of(filing: Submission, place: str) -> Sequence[Game]:
    """The game that a place is in; all of the filing for a place in none."""
    at = [each.game for each in filing.games if place == each.place or place.startswith(f"{each.place}.")]
    return at or [each.game for each in filing.games]
