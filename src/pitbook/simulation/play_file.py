"""Who sits at the tables and what they bet: read from a file, or the usual table where nothing is said."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from pitbook.errors import InputError
from pitbook.file_parts import Amount, Part, Text
from pitbook.given_files import bytes_of, called
from pitbook.loading import parse_file


class PlayError(InputError):
    """A file of seats and stakes with faults, one a line."""


Seats = Annotated[list[Annotated[int, Field(ge=1, le=99)]], Field(min_length=1)]


class BetPart(Part):
    """A wager as it is placed."""

    stake: Annotated[Amount | None, Field(description='Dollars staked, as in "5.00"; default the least the filing accepts.')] = None
    seats: Annotated[Seats | None, Field(description="The seats that place it; default all.")] = None
    share: Annotated[
        str, Field(description='In what part of the rounds each of them places it, as in "40%"; each round and seat by itself.')
    ] = "100%"


class GamePart(Part):
    """A game's tables: who sits there and what they bet."""

    game: Annotated[Text, Field(description="The game's id, as listed by `pitbook games`.")]
    tables: Annotated[list[Text] | None, Field(description="The tables this is about; default all of the game's.")] = None
    seats: Annotated[int | None, Field(ge=1, le=99, description="How many seats are taken; default 6, or all there are.")] = None
    strategy: Annotated[Text | None, Field(description="How the players play, where they have a choice.")] = None
    colors: Annotated[dict[str, str], Field(description='Seat to "red" or "black", where a wager has a color; default red.')] = {}
    wagers: Annotated[
        dict[str, BetPart] | None, Field(description="The wagers that are placed; default every one the filing offers.")
    ] = None


class PlayFile(Part):
    """Who sits at the tables and what they bet, game by game."""

    play: Annotated[list[GamePart], Field(description="The games; one that is not named is played as usual.")] = []


def read_play(path: Path) -> PlayFile:
    """The play of a TOML file; ``-`` is standard input. Raises :class:`~pitbook.errors.InputError` with every fault."""
    try:
        raw = bytes_of(path)
    except OSError as fault:
        raise PlayError(f"{path}: {fault.strerror or fault}") from fault
    return parse_file(raw, called(path), PlayFile)
