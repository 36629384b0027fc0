"""The rulebook: the printed rules of each game as values.

A game's ``rules.toml`` holds its tables as printed, one block per edition; ``loading`` reads it into the values defined here.
What a casino or a round chooses among the printed things is resolved in ``choices``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Final

from pitbook.errors import InputError
from pitbook.names import did_you_mean, listed, nearest, own
from pitbook.payouts import LARGEST, Award, EnvyAmount, PayoutError, dollars, parse_money, parse_payout, parse_rate


class RulebookError(InputError):
    """A rules file with faults; ``faults`` lists each with file and key."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class UnknownNameError(InputError):
    """A name that is not in the rulebook: what was asked for, what there is, the nearest."""

    def __init__(self, kind: str, found: str, allowed: Iterable[str], place: str = "") -> None:
        self.kind, self.found, self.allowed = kind, found, tuple(allowed)
        self.nearest = nearest(found, self.allowed)
        where = f"{place}: " if place else ""
        hint = did_you_mean(self.nearest)
        self.message = f"{where}there is no {kind} {found!r}{hint}; allowed: {listed(self.allowed)}"
        super().__init__(self.message)


class Kind(StrEnum):
    """What sort of wager a wager is; decides its place in the order of settlement."""

    BASE = "base"
    BONUS = "bonus"
    PROGRESSIVE = "progressive"


@dataclass(frozen=True)
class Row:
    """A printed row: its wording, the outcome id made of it, the event it names and what it pays.

    ``pays_by_reading`` holds the pay under each value of a reading where the printed cell has lost its column, ``printed`` the
    cells that the row has in the text, ``citation`` a clause of the row's own, where that of the table does not say it.
    """

    outcome: str
    hand: str
    event: str
    pays: str
    award: Award
    reading: str | None = None
    pays_by_reading: Mapping[str, str] = field(default_factory=dict)
    printed: tuple[str, ...] = ()
    citation: str | None = None


@dataclass(frozen=True)
class PrintedTerms:
    """Seed, reseed (multiples of the wager), increment and reserve rate as printed; None where the text has none."""

    citation: str
    seed: Fraction | None
    reseed: Fraction | None
    increment: Fraction | None
    reserve: Fraction | None
    printed: Mapping[str, str]


@dataclass(frozen=True)
class EnvyRow:
    """The Envy Bonus for a row of the paytable: one amount for all wagers (key None) or one per wager amount in micros.

    ``hand`` is the row's wording in the envy table.
    """

    outcome: str
    amounts: Mapping[int | None, EnvyAmount]
    printed: Mapping[str, str]
    hand: str = ""


@dataclass(frozen=True)
class Envy:
    """The envy table of a paytable and the names of its receiver's least wager reading."""

    citation: str
    rows: tuple[EnvyRow, ...]
    by_reading: Mapping[str, tuple[EnvyRow, ...]] = field(default_factory=dict)
    reading: str | None = None

    @property
    def wager_amounts(self) -> tuple[int, ...]:
        """The wager amounts, in micro-dollars, that have a column of their own."""
        return tuple(sorted({amount for row in self.rows for amount in row.amounts if amount is not None}))


@dataclass(frozen=True)
class Paytable:
    """One printed paytable of a wager."""

    label: str
    citation: str
    rows: tuple[Row, ...]
    terms: PrintedTerms | None
    envy: Envy | None


@dataclass(frozen=True)
class Extra:
    """A pay beside the rows (Magic Card, Lucky Bonus), decided by the table's system and not by the hand.

    ``draws`` is what the system draws: a ``card``, which pays a hand that holds it, or ``seats``, which are paid.
    """

    outcome: str
    hand: str
    pays: str
    award: Award
    citation: str
    draws: str = "card"


@dataclass(frozen=True)
class Wager:
    """A wager: what it reads, what it needs, what becomes of it after a fold, and its paytables in printed order.

    ``vigorish_multiple`` is the amount, in micro-dollars, to whose multiples the vigorish may go; ``variations`` maps a
    variation of the game to the paytables that may be chosen with it. A wager with a ``long_count`` takes so long to count that it
    is priced only when it is named.
    """

    id: str
    name: str
    citation: str
    kind: Kind
    family: str | None
    reads: tuple[str, ...]
    requires: tuple[str, ...]
    requires_reading: str | None
    equals: str | None
    basis: str | None
    placed: str
    after_fold: str
    fold_reading: str | None
    meter: str | None
    divided: str | None
    vigorish: Fraction | None
    vigorish_multiple: int | None
    vigorish_reading: str | None
    variations: Mapping[str, tuple[str, ...]]
    player_choice: Mapping[str, Mapping[str, str]]
    paytables: tuple[Paytable, ...]
    extras: tuple[Extra, ...]
    notes: tuple[str, ...]
    no_sheet: str | None
    long_count: bool
    options: tuple[str, ...]

    @property
    def stakeless(self) -> bool:
        """Whether the wager puts no stake of its own at risk (Ante Bonus)."""
        return self.basis is not None

    def paytable(self, label: str) -> Paytable:
        """The paytable of a label, upper or lower case. Raises :class:`UnknownNameError`."""
        for table in self.paytables:
            if table.label.lower() == label.lower():
                return table
        raise UnknownNameError("paytable", label, [table.label for table in self.paytables], self.id)

    @property
    def progressive(self) -> bool:
        """Whether the wager has meter terms or pays shares of a meter."""
        return self.meter is not None


ASKED: Final = {
    "always": "whenever the reading touches a wager that is offered",
    "never": "the check has a finding of its own for it",
    "wager": "only where the wager named is offered too",
    "option": "only where the option named is filed",
    "paytable": "only where the paytable named is chosen",
    "no-seed": "only where the paytable has no seed",
    "several-amounts": "only where the wager is offered at several amounts",
    "amount-without-envy": "only where an amount offered has no column in the envy table",
}
"""When a filing must decide a reading; ``wager``, ``option`` and ``paytable`` are followed by a name."""


@dataclass(frozen=True)
class Reading:
    """A point on which the text is unclear, what is taken by default, what else may be chosen and why.

    ``values`` maps each allowed value to what it means. ``accepts`` names a form (``rate``, ``payout``, ``amount``) in which
    other values may be filed. ``wagers`` lists whom it touches; a shared policy says so by ``scope`` instead: ``all``,
    ``bonus``, ``meter``, ``share`` (rows that pay a part of a meter), ``divided`` or ``envy``. ``events``, ``reads``, ``family``
    and ``top_row`` say what a value changes in the wager's rows, ``vigorish`` the rate it brings in place of the wager's; the
    settlement looks at the value itself. ``belongs`` maps a variation of the game to the bonus wagers that go with it.
    ``asked_when`` says when a filing must decide the point: one of :data:`ASKED`, some with a name after it.

    Some lists name the values under which something holds for the wagers touched: ``keeps_stake`` a dollar amount is all that is
    handed over; ``withholds`` the game's play is asked whether a bonus is withheld; ``pays_extras`` their extras are paid;
    ``one_of`` only one of them may be offered; ``any_variation`` they may stand in a variation that their paytables do not name;
    ``warns`` the check warns of one of ``belongs`` in another variation; ``files_reseed``, ``files_envy`` the filing brings a
    reseed where no seed is printed, an envy table where none is printed; ``envy_by_winner`` an Envy Bonus is a multiple of the
    winner's wager; ``envy_on_link`` bettors at linked tables draw it too. ``award_turn`` says for a value that an award its
    bettors share is taken from the meter ``first`` or ``last`` of a round.
    """

    id: str
    citation: str
    asks: str
    default: str
    values: Mapping[str, str]
    why: str
    wagers: tuple[str, ...]
    scope: str
    affects: tuple[str, ...]
    accepts: str | None
    events: Mapping[str, Mapping[str, str]]
    reads: Mapping[str, tuple[str, ...]]
    family: Mapping[str, str]
    top_row: Mapping[str, tuple[str, str, str]]
    requires: Mapping[str, tuple[str, ...]]
    records: Mapping[str, tuple[str, ...]]
    amounts: Mapping[str, int]
    effect: str
    vigorish: Mapping[str, str] = field(default_factory=dict)
    belongs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asked_when: str = "always"
    keeps_stake: tuple[str, ...] = ()
    withholds: tuple[str, ...] = ()
    pays_extras: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    any_variation: tuple[str, ...] = ()
    warns: tuple[str, ...] = ()
    files_reseed: tuple[str, ...] = ()
    files_envy: tuple[str, ...] = ()
    envy_by_winner: tuple[str, ...] = ()
    envy_on_link: tuple[str, ...] = ()
    award_turn: Mapping[str, str] = field(default_factory=dict)

    def check(self, value: str) -> str:
        """The value, if it is one; raises :class:`UnknownNameError` otherwise."""
        if value in self.values:
            return value
        if self.accepts is not None:
            parsers: Mapping[str, Callable[[str], object]] = {
                "rate": parse_rate,
                "payout": parse_payout,
                "amount": parse_money,
            }
            try:
                parsers[self.accepts](value)
            except PayoutError as fault:
                up_to = f" up to {dollars(LARGEST)}" if self.accepts == "amount" else ""
                allowed = [*self.values, f"{own(self.accepts)}{up_to}"]
                raise UnknownNameError(f"value of reading {self.id}", value, allowed) from fault
            return value
        raise UnknownNameError("value", value, self.values, f"reading {self.id}")


@dataclass(frozen=True)
class RowOption:
    """A row a filing may add on top of a wager's table, at odds of at least the floor (§ 649a.12(g)).

    ``adds_to`` names, for a value of the reading, the event of a row whose pay is added to the option's.
    """

    id: str
    citation: str
    hand: str
    event: str
    floors: Mapping[str, str]
    reading: str | None
    adds_to: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Edition:
    """The rules in force from one date to another; None where the date is not known or still open.

    ``recorded`` names wagers whose odds are not held: a round may name them, but they are not settled. ``system_clause`` is where
    the progressive wagers' table game system is demanded, as far as a text held says so.
    """

    id: str
    effective_from: date | None
    effective_until: date | None
    source: str
    wagers: tuple[Wager, ...]
    readings: tuple[Reading, ...]
    options: tuple[RowOption, ...]
    policy_defaults: Mapping[str, str]
    recorded: tuple[str, ...]
    system_clause: str | None = None

    @cached_property
    def _wagers(self) -> Mapping[str, Wager]:
        return {each.id: each for each in self.wagers}

    @cached_property
    def _readings(self) -> Mapping[str, Reading]:
        return {each.id: each for each in self.readings}

    def wager(self, name: str) -> Wager:
        """The wager of an id. Raises :class:`UnknownNameError`."""
        if name in self._wagers:
            return self._wagers[name]
        raise UnknownNameError("wager", name, self._wagers)

    def reading(self, name: str) -> Reading:
        """The reading of an id. Raises :class:`UnknownNameError`."""
        if name in self._readings:
            return self._readings[name]
        raise UnknownNameError("reading", name, self._readings)

    def holds_on(self, day: date) -> bool:
        """Whether the edition is in force on a day; an unknown start counts as early, an open end as late."""
        return (self.effective_from is None or self.effective_from <= day) and (
            self.effective_until is None or day < self.effective_until
        )

    @property
    def period(self) -> str:
        """``from 2014-12-13, still in force``; says where a date is unknown."""
        start = f"from {self.effective_from}" if self.effective_from else "start not known"
        end = f"until {self.effective_until}" if self.effective_until else "no end known"
        return f"{start}, {end}"


@dataclass(frozen=True)
class Game:
    """A game: its deck, how many cards each hand has, and its editions, oldest first."""

    id: str
    name: str
    chapter: str
    deck: str
    decks: tuple[int, ...]
    default_decks: int
    seats: int
    cards: Mapping[str, int]
    summary: str
    editions: tuple[Edition, ...]
    folder: Path
    source_hash: str

    def edition(self, day: date | None = None) -> Edition:
        """The edition in force on a day; without a day the newest. Raises :class:`UnknownNameError` when there is none."""
        if day is None:
            return self.editions[-1]
        for each in self.editions:
            if each.holds_on(day):
                return each
        periods = [f"{each.id} ({each.period})" for each in self.editions]
        raise UnknownNameError("edition in force on", day.isoformat(), periods, self.id)

    def wager(self, name: str, day: date | None = None) -> Wager:
        """A wager of the edition in force on a day."""
        return self.edition(day).wager(name)

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers of the newest edition."""
        return self.editions[-1].wagers

    @cached_property
    def package(self) -> str:
        """The dotted name of the game's folder of code."""
        return f"pitbook.games.{self.folder.name}"
