"""A mix of wagers and stakes, read from a file: what is bet on each hand, and how many such hands a round has."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from pydantic import Field

from pitbook.catalog import rulebook
from pitbook.choices import offer
from pitbook.errors import InputError
from pitbook.file_parts import Amount, Part, Text
from pitbook.given_files import bytes_of, called
from pitbook.hold.hand import Bet, Hand
from pitbook.loading import parse_file
from pitbook.names import shown
from pitbook.payouts import parse_money


class MixError(InputError):
    """A file of wagers and stakes with faults, one a line."""


class BetPart(Part):
    """A wager on the hand."""

    paytable: Annotated[Text | None, Field(description="The paytable; may be left out where the text prints one.")] = None
    stake: Annotated[Amount, Field(description='Dollars staked, as in "5.00".')]
    bettors: Annotated[
        int, Field(ge=1, le=1000, description="How many place it on these very cards (a coup, the dealer's hand).")
    ] = 1
    meter: Annotated[Amount | None, Field(description="Dollars on its meter at the start; default the seed.")] = None
    options: Annotated[dict[str, str], Field(description='Options, as in mini-royal-flush = "50 to 1".')] = {}
    terms: Annotated[dict[str, str], Field(description="Meter terms: seed, reseed, increment, reserve.")] = {}


class HandPart(Part):
    """Wagers on the same cards."""

    game: Annotated[Text, Field(description="The game's id, as listed by `pitbook games`.")]
    per_round: Annotated[
        Amount, Field(description='How many such hands, each on cards of its own, a round has on average, as in "4.5".')
    ] = "1"
    decks: Annotated[int | None, Field(ge=1, le=8, description="Decks in the shoe, where the game has a shoe.")] = None
    players: Annotated[int, Field(ge=0, le=100, description="Other bettors who are paid an Envy Bonus for this hand.")] = 0
    readings: Annotated[dict[str, str], Field(description="How unclear clauses are read: reading to value.")] = {}
    wagers: Annotated[dict[str, BetPart], Field(min_length=1, description="The wagers, by their ids.")]


class MixFile(Part):
    """Wagers and stakes of a round."""

    hand: Annotated[list[HandPart], Field(min_length=1, description="The hands of a round.")]


def read_mix(path: Path) -> list[Hand]:
    """The hands of a mix file (TOML); ``-`` is standard input. Raises :class:`~pitbook.errors.InputError` with every fault."""
    return mix_of(parsed_mix(path), called(path))


def parsed_mix(path: Path) -> MixFile:
    """The mix of a file as its values. Raises :class:`~pitbook.errors.InputError` with every fault."""
    try:
        raw = bytes_of(path)
    except OSError as fault:
        raise MixError(f"{path}: {fault.strerror or fault}") from fault
    return parse_file(raw, called(path), MixFile)


def mix_of(file: MixFile, name: str = "mix") -> list[Hand]:
    """The hands of a checked value; ``name`` is named in the faults. Raises :class:`MixError` with every fault."""
    faults: list[str] = []
    hands = [hand for n, part in enumerate(file.hand) if (hand := _hand(part, f"{name}: hand[{n}]", faults)) is not None]
    if faults:
        raise MixError("\n".join(faults))
    return hands


def _hand(part: HandPart, place: str, faults: list[str]) -> Hand | None:
    bets: list[Bet] = []
    per_round = Fraction(1)
    try:
        game = rulebook().game(part.game)
        per_round = per_round_of(part.per_round)
    except InputError as fault:
        faults.append(f"{place}: {fault}")
        return None
    for name, bet in part.wagers.items():
        try:
            bets.append(bet_of(game.id, name, bet, part.readings))
        except InputError as fault:
            faults.extend(f"{place}.wagers.{name}: {line}" for line in str(fault).splitlines())
    return Hand(tuple(bets), per_round, part.decks, part.players)


def bet_of(game: str, wager: str, part: BetPart, readings: dict[str, str]) -> Bet:
    """A wager of a game as a bet. Raises an :class:`~pitbook.errors.InputError`."""
    stake = parse_money(part.stake, whole_cents=True)
    offered = offer(
        rulebook().game(game),
        wager,
        part.paytable,
        readings=readings,
        options=part.options,
        terms=part.terms,
        wager_micros=max(stake, 1),
    )
    return Bet(offered, stake, part.bettors, None if part.meter is None else parse_money(part.meter))


def per_round_of(text: str, place: str = "per_round") -> Fraction:
    """A number of hands per round: more than 0, at most 10,000, with decimals or as a quotient; ``place`` is named in a fault."""
    written = re.fullmatch(r"[0-9]{1,5}(?:\.[0-9]{1,6}|/[0-9]{1,6})?|\.[0-9]{1,6}", text.strip())
    try:
        value = Fraction(0) if written is None else Fraction(written[0])
    except ZeroDivisionError:
        value = Fraction(0)
    if not 0 < value <= 10_000:
        raise MixError(f'{place} {shown(text)}: allowed is a number above 0 and up to 10,000, such as "4" or "4.5"')
    return value
