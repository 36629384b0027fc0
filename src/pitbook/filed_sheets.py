"""PAR sheets of what a filing offers."""

from __future__ import annotations

from collections.abc import Iterator

from pitbook.choices import Offer
from pitbook.families import families
from pitbook.par import Conditions, ParSheet, has_base_game, sheet
from pitbook.payouts import MICROS
from pitbook.stored_counts import counts
from pitbook.submission import FiledGame, FiledWager


def filed_sheet(
    game: FiledGame, wager: FiledWager, offered: Offer | None = None, asked: Conditions | None = None
) -> ParSheet | None:
    """The sheet of a filed wager from the counts that are kept; None where it has none or its counting takes its own command.

    ``offered`` stands in for the wager's own offer. The stake is the least that the filing accepts, unless ``asked`` says.
    """
    taken = offered or wager.offered
    if taken is None or wager.wager.no_sheet is not None:
        return None
    conditions = asked or filed_conditions(game, wager)
    if has_base_game(taken):
        return None if taken.family is None else sheet(taken, conditions)
    if taken.family is None:
        return None
    family = families(taken.game.package)[taken.family]
    return sheet(taken, conditions, counts(taken.game, family, decks_of(game)))


def filed_conditions(game: FiledGame, wager: FiledWager) -> Conditions:
    """Under what a filed wager is priced: the least stake it accepts (one dollar where none is filed) and the filed decks."""
    return Conditions(wager_micros=wager.least or MICROS, decks=decks_of(game))


def decks_of(game: FiledGame) -> int:
    """The decks that the filing chose; the game's own number where it chose none that is allowed."""
    decks = game.part.decks
    return decks if decks in game.game.decks and decks is not None else game.game.default_decks


def filed_sheets(games: tuple[FiledGame, ...]) -> Iterator[tuple[FiledGame, FiledWager, ParSheet]]:
    """The sheets of every wager of these games that has one without a long count."""
    for game in games:
        for wager in game.wagers:
            found = filed_sheet(game, wager)
            if found is not None:
                yield game, wager, found
