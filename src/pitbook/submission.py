"""A Rules Submission as a value: read, resolved against the edition in force, wager by wager.

``checks`` looks for broken rules in it; ``pack`` prints its PAR pack; sheets, settlements and meters take their choices from it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, Offer, offer
from pitbook.errors import InputError
from pitbook.names import listed
from pitbook.rulebook import Edition, Game, UnknownNameError
from pitbook.rules_file import fault_texts
from pitbook.submission_file import GamePart, SubmissionFile, WagerPart


class SubmissionError(InputError):
    """A filing that cannot be read; ``faults`` lists each with its key."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


@dataclass(frozen=True)
class OfferedWager:
    """A wager of the filing: the part of the file, and the offer it comes to (None where the choice is wrong, with why)."""

    id: str
    part: WagerPart
    place: str
    offered: Offer | None
    fault: str | None


@dataclass(frozen=True)
class OfferedGame:
    """A game of the filing with the edition in force on its day; ``readings`` are those the filing decides."""

    game: Game
    edition: Edition
    part: GamePart
    place: str
    readings: Mapping[str, str]
    wagers: tuple[OfferedWager, ...]

    def wager(self, name: str) -> OfferedWager:
        """A wager the filing offers. Raises :class:`~pitbook.choices.ChoiceError` when it does not."""
        for each in self.wagers:
            if each.id == name:
                return each
        raise ChoiceError(f"the Rules Submission offers no {self.game.id} {name}; offered: {listed(w.id for w in self.wagers)}")


@dataclass(frozen=True)
class Submission:
    """A filing that was read: its file, its day, its games in order; ``unknown`` are names no rulebook has, with their places."""

    file: SubmissionFile
    day: date
    games: tuple[OfferedGame, ...]
    unknown: tuple[tuple[str, str], ...]

    def game(self, name: str) -> OfferedGame:
        """A game the filing offers. Raises :class:`~pitbook.choices.ChoiceError` when it does not."""
        for each in self.games:
            if each.game.id == name:
                return each
        raise ChoiceError(f"the Rules Submission offers no {name}; offered: {listed(each.game.id for each in self.games)}")

    def offers(self) -> Iterator[tuple[OfferedGame, OfferedWager]]:
        """Every wager of every game."""
        for game in self.games:
            for wager in game.wagers:
                yield game, wager


def read_file(path: Path) -> Submission:
    """The filing of a TOML or JSON file. Raises :class:`SubmissionError` with every fault."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise SubmissionError([f"{path}: {fault.strerror or fault}"]) from fault
    except UnicodeDecodeError as fault:
        raise SubmissionError([f"{path}: not UTF-8 text ({fault.reason} at byte {fault.start})"]) from fault
    return read_submission(parse(text, "json" if path.suffix.lower() == ".json" else "toml", path.name))


def parse(text: str, kind: str, place: str) -> Any:
    """The plain values of a filing's text."""
    try:
        return tomllib.loads(text) if kind == "toml" else json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise SubmissionError([f"{place}: not {kind.upper()}: {fault}"]) from fault


def read_submission(data: Any) -> Submission:
    """The filing of plain values. Raises :class:`SubmissionError` with every fault of its form."""
    try:
        file = SubmissionFile.model_validate(data)
    except ValidationError as fault:
        raise SubmissionError(fault_texts(fault)) from fault
    day = file.effective_date or file.filing_date
    unknown: list[tuple[str, str]] = []
    games = []
    for n, part in enumerate(file.games):
        found = _game(part, f"games[{n}]", day, unknown)
        if found is not None:
            games.append(found)
    return Submission(file, day, tuple(games), tuple(unknown))


def _game(part: GamePart, place: str, day: date, unknown: list[tuple[str, str]]) -> OfferedGame | None:
    try:
        game = rulebook().game(part.game)
    except UnknownNameError as fault:
        unknown.append((f"{place}.game", fault.message))
        return None
    try:
        edition = game.edition(day)
    except UnknownNameError:
        edition = game.edition()  # the check reports the day
    readings = _readings(part, edition, place, unknown)
    wagers = []
    for name, wager in part.wagers.items():
        at = f"{place}.wagers.{name}"
        try:
            edition.wager(name)
        except UnknownNameError as fault:
            unknown.append((at, fault.message))
            continue
        wagers.append(_wager(game, edition, name, wager, readings, at))
    return OfferedGame(game, edition, part, place, readings, tuple(wagers))


def _readings(part: GamePart, edition: Edition, place: str, unknown: list[tuple[str, str]]) -> dict[str, str]:
    """The readings decided in the file, with the keys that are readings of their own; wrong ones are left out and named."""
    wanted = dict(part.readings)
    for key, value in (
        ("variation", part.variation),
        ("house-way", part.house_way),
        ("aggregate-limit", part.aggregate_limit),
    ):
        if value is not None:
            wanted[key] = value
    good = {}
    for name, value in wanted.items():
        try:
            good[name] = edition.reading(name).check(value)
        except UnknownNameError as fault:
            key = name.replace("-", "_")
            at = f"{place}.{key}" if name not in part.readings else f"{place}.readings.{name}"
            unknown.append((at, fault.message))
    return good


def _wager(game: Game, edition: Edition, name: str, part: WagerPart, readings: Mapping[str, str], place: str) -> OfferedWager:
    terms = {}
    if part.meter is not None:
        for key in ("seed", "reseed", "increment", "reserve"):
            text = getattr(part.meter, key)
            if text is not None:
                terms[key] = text
    try:
        offered = offer(
            game, name, part.paytable, readings=readings, options=part.options, terms=_kept_terms(terms), edition=edition
        )
    except InputError as fault:
        return OfferedWager(name, part, place, None, str(fault))
    return OfferedWager(name, part, place, offered, None)


def _kept_terms(terms: Mapping[str, str]) -> dict[str, str]:
    """Terms that say something; ``N/A`` stands for what the text does not have."""
    return {key: text for key, text in terms.items() if text.strip().lower() != "n/a"}
