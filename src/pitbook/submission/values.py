"""A Rules Submission as a value: what it says of each game, wager and meter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Final

from pitbook.choices import ChoiceError, Offer
from pitbook.errors import InputError
from pitbook.names import listed
from pitbook.payouts import Award, EnvyAmount, dollars
from pitbook.rulebook import Edition, Game, Paytable, Wager
from pitbook.submission.submission_file import GamePart, LinkPart, SubmissionFile, WagerPart

LARGEST_FILE: Final = 4_000_000
JACKPOT_ONE_IN: Final = 100_000_000


class SubmissionError(InputError):
    """A filing that cannot be read; ``faults`` lists each with its key."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


@dataclass(frozen=True)
class FiledPay:
    """A payout as filed: its wording and its meaning."""

    text: str
    award: Award


@dataclass(frozen=True)
class FiledTerm:
    """A term of a meter as filed: its wording and its value (a multiple of the wager, or a rate); None is N/A."""

    text: str
    value: Fraction | None


@dataclass(frozen=True)
class FiledEnvy:
    """Envy Bonuses as filed for one wager amount (micro-dollars; None: for all), by outcome, with their wordings."""

    wager_micros: int | None
    amounts: Mapping[str, EnvyAmount | None]
    texts: Mapping[str, str]
    place: str


@dataclass(frozen=True)
class FiledMeter:
    """A meter as filed. Openings and limits are micro-dollars by wager amount, under None for all amounts."""

    terms: Mapping[str, FiledTerm]
    openings: Mapping[int | None, int]
    limits: Mapping[int | None, int]
    link: str | None

    def opening(self, wager_micros: int) -> int | None:
        """The first start filed for a wager amount."""
        return self.openings.get(wager_micros, self.openings.get(None))

    def limit(self, wager_micros: int) -> int | None:
        """The ceiling filed for a wager amount."""
        return self.limits.get(wager_micros, self.limits.get(None))


@dataclass(frozen=True)
class FiledWager:
    """A wager of the filing. Money is micro-dollars; ``paytable`` and ``offered`` are None where the choice has no table.

    ``options`` are those that the wager has, as texts. ``offered`` has the printed rows and terms, with what the filing supplies
    where the text prints none.
    """

    id: str
    place: str
    part: WagerPart
    wager: Wager
    paytable: Paytable | None
    offered: Offer | None
    minimum: int | None
    maximum: int | None
    denomination: int | None
    amounts: tuple[int, ...]
    options: Mapping[str, str]
    pays: Mapping[str, FiledPay]
    envy: tuple[FiledEnvy, ...]
    meter: FiledMeter | None

    @property
    def least(self) -> int | None:
        """The least amount that can be staked, if the filing says one."""
        return min(self.amounts) if self.amounts else self.minimum

    def refusal(self, stake: int) -> str | None:
        """Why a stake is not accepted, or None."""
        if self.amounts and stake not in self.amounts:
            allowed = listed(dollars(each) for each in sorted(self.amounts))
            return f"{dollars(stake)} is no amount the Rules Submission offers; allowed: {allowed}"
        if self.minimum is not None and stake < self.minimum:
            return f"{dollars(stake)} is below the minimum of {dollars(self.minimum)} of the Rules Submission"
        if self.maximum is not None and stake > self.maximum:
            return f"{dollars(stake)} is above the maximum of {dollars(self.maximum)} of the Rules Submission"
        if self.denomination is not None and stake % self.denomination:
            return f"{dollars(stake)} is no multiple of {dollars(self.denomination)}, as the Rules Submission has it"
        return None


@dataclass(frozen=True)
class FiledGame:
    """A game of the filing with the edition it is held against.

    ``in_force`` tells whether that edition is in force on the filing's day. ``readings`` are those the filing decides, ``values``
    all of them. ``recorded`` names wagers offered whose odds the rulebook does not hold; ``own_way`` is a house way in a file of
    its own.
    """

    game: Game
    edition: Edition
    in_force: bool
    part: GamePart
    place: str
    readings: Mapping[str, str]
    values: Mapping[str, str]
    wagers: tuple[FiledWager, ...]
    recorded: tuple[str, ...]
    own_way: Path | None

    @property
    def own_values(self) -> Mapping[str, str]:
        """Readings for which the filing has a value of its own that no text prints: a house way in a file."""
        return {} if self.own_way is None else {"house-way": str(self.own_way)}

    def wager(self, name: str) -> FiledWager:
        """A wager the filing offers. Raises :class:`~pitbook.choices.ChoiceError` when it does not."""
        for each in self.wagers:
            if each.id == name:
                return each
        offers = listed(each.id for each in self.wagers)
        raise ChoiceError(f"the Rules Submission offers no {name} at {self.game.id}; offered: {offers}")

    def offers(self, name: str) -> bool:
        """Whether the filing offers a wager, also one whose odds are not held."""
        return name in self.recorded or any(each.id == name for each in self.wagers)


@dataclass(frozen=True)
class Submission:
    """A filing that was read: its file, the day it takes effect, its games in order."""

    file: SubmissionFile
    day: date
    games: tuple[FiledGame, ...]
    name: str = "submission"
    long_run_return: Fraction | None = None
    links: Mapping[str, LinkPart] = field(default_factory=dict)

    @property
    def in_words(self) -> str:
        """Whose filing it is, and which: ``Example Casino, filed 2026-11-30, in force from 2026-12-15, RS-7``."""
        file = self.file
        begins = f"in force from {self.day}" if self.day != file.filing_date else ""
        parts = (file.certificate_holder, file.facility, f"filed {file.filing_date}", begins, file.reference)
        return ", ".join(part for part in parts if part)

    @property
    def jackpot_one_in(self) -> int:
        """The rarest whole-meter award that is not warned of, as one in so many."""
        return self.file.thresholds.jackpot_one_in or JACKPOT_ONE_IN

    def games_of(self, name: str) -> tuple[FiledGame, ...]:
        """The parts of the filing on a game. Raises :class:`~pitbook.choices.ChoiceError` when there is none."""
        found = tuple(each for each in self.games if each.game.id == name)
        if not found:
            offered = listed(dict.fromkeys(each.game.id for each in self.games))
            raise ChoiceError(f"the Rules Submission offers no {name}; offered: {offered}")
        return found

    def game_at(self, name: str, table: str | None) -> FiledGame:
        """The part of the filing on a game at a table. Raises :class:`~pitbook.choices.ChoiceError`."""
        found = self.games_of(name)
        if table is None:
            if len(found) > 1:
                tables = listed(each for part in found for each in part.part.tables)
                raise ChoiceError(f"the Rules Submission has {name} in {len(found)} parts; name a table: {tables}")
            return found[0]
        for each in found:
            if table in each.part.tables:
                return each
        tables = listed(each for part in found for each in part.part.tables)
        raise ChoiceError(f"the Rules Submission has no {name} at table {table}; its tables: {tables}")

    def wagers(self) -> Iterator[tuple[FiledGame, FiledWager]]:
        """Every wager of every game."""
        for game in self.games:
            for wager in game.wagers:
                yield game, wager
