"""A wager as it is offered, as a value: rows, meter terms, Envy Bonus terms, the readings in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitbook.errors import InputError
from pitbook.names import listed
from pitbook.payouts import Award, EnvyAmount, dollars
from pitbook.rulebook import Edition, EnvyRow, Extra, Game, Reading, Wager


class ChoiceError(InputError):
    """A choice that the rules do not offer; the message names the place, what was found and what is allowed."""


class AmountError(ChoiceError):
    """A wager amount for which the text prints no Envy Bonus, where the reading refuses such an amount."""


@dataclass(frozen=True)
class OfferRow:
    """A row as offered: ``pays`` is the wording, ``award`` its meaning, ``event`` the name in the wager's family."""

    outcome: str
    hand: str
    event: str
    pays: str
    award: Award
    citation: str


@dataclass(frozen=True)
class MeterTerms:
    """The terms of a wager's meter: seed and reseed as multiples of the wager, rates as fractions of it.

    None stands for what neither the text nor the choice gives. ``given`` names the terms that were given and not printed.
    """

    meter: str
    citation: str
    seed: Fraction | None
    reseed: Fraction | None
    increment: Fraction | None
    reserve: Fraction | None
    given: tuple[str, ...] = ()

    def seed_micros(self, wager_micros: int) -> Fraction | None:
        """The seed in micro-dollars for a wager amount."""
        return None if self.seed is None else self.seed * wager_micros

    def reseed_micros(self, wager_micros: int) -> Fraction:
        """What the house puts on after a whole-meter award, in micro-dollars; nothing where no reseed is printed."""
        return (self.reseed or Fraction(0)) * wager_micros


@dataclass(frozen=True)
class EnvyTerms:
    """Envy Bonus terms: who triggers it, the least wager that draws it, the pays by row.

    ``by_winner`` is set where the wager that is multiplied is the winner's and not the receiver's.
    """

    citation: str
    trigger: str
    minimum_micros: int
    other_amounts: str
    rows: tuple[EnvyRow, ...]
    by_winner: bool = False

    @property
    def wager_amounts(self) -> tuple[int, ...]:
        """Wager amounts with a column of their own, in micro-dollars; empty where one figure serves all."""
        return tuple(sorted({amount for row in self.rows for amount in row.amounts if amount is not None}))

    def row(self, outcome: str) -> EnvyRow | None:
        """The envy row of an outcome, if it has one."""
        return next((row for row in self.rows if row.outcome == outcome), None)

    def micros(self, outcome: str, wager_micros: int) -> int | None:
        """What an outcome brings a receiver with this wager; None without a row, 0 below the least wager.

        Raises :class:`ChoiceError` for an amount without a column unless the reading takes it in proportion.
        """
        row = self.row(outcome)
        if row is None:
            return None
        if wager_micros < self.minimum_micros:
            return 0
        amount = row.amounts.get(None) or row.amounts.get(wager_micros)
        if amount is not None:
            return amount.micros(wager_micros)
        if self.other_amounts == "linear":
            return _in_proportion(row.amounts, wager_micros)
        allowed = listed(dollars(each) for each in self.wager_amounts)
        raise AmountError(f"{self.citation} prints no Envy Bonus for a wager of {dollars(wager_micros)}; allowed: {allowed}")


def _in_proportion(amounts: Mapping[int | None, EnvyAmount], wager_micros: int) -> int:
    base = min(amount for amount in amounts if amount is not None)
    return int(Fraction(amounts[base].micros(base)) * wager_micros / base)


@dataclass(frozen=True)
class ReadingInForce:
    """A reading and the value in force; ``given`` when it was chosen and not the default."""

    reading: Reading
    value: str
    given: bool

    @property
    def meaning(self) -> str:
        """What the value means, in words."""
        return self.reading.values.get(self.value, self.value)


@dataclass(frozen=True)
class Offer:
    """A wager as offered, with one paytable, resolved under the readings in force."""

    game: Game
    edition: Edition
    wager: Wager
    label: str
    citation: str
    family: str | None
    reads: tuple[str, ...]
    rows: tuple[OfferRow, ...]
    terms: MeterTerms | None
    envy: EnvyTerms | None
    extras: tuple[Extra, ...]
    vigorish: Fraction
    values: Mapping[str, str]
    own: bool = False
    notes: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_share_rows(self) -> bool:
        """Whether some row pays a part of the meter and not the whole."""
        return any(0 < row.award.share < 1 for row in self.rows)

    @property
    def pays_from_meter(self) -> bool:
        """Whether some row pays from a meter."""
        return any(row.award.share for row in self.rows)

    @property
    def pays_greater(self) -> bool:
        """Whether the greater of two rows is paid, so that which one it is depends on the meter (``low-meter-order``)."""
        return self.pays_from_meter and self.values.get("low-meter-order") == "greater-of"

    @property
    def after_fold(self) -> str:
        """What a fold does to the wager: ``lost``, ``settled``, ``not due`` or ``no fold``, by the reading where there is one."""
        return self.wager.after_fold if self.wager.fold_reading is None else self.values[self.wager.fold_reading]

    @property
    def lost_by_fold(self) -> bool:
        """Whether a fold loses the wager on cards that might have won it.

        A wager on the player's own cards alone is none of them: who plays the base game well folds no hand that it pays.
        """
        decided_by_others = self.reads != ("player",) and self.wager.kind.value != "base" and not self.wager.stakeless
        return decided_by_others and self.after_fold == "lost"

    def readings(self, affects: str) -> tuple[ReadingInForce, ...]:
        """The readings that this offer depends on, for ``odds``, ``settlement``, ``filing`` or ``meter``."""
        return tuple(
            ReadingInForce(each, self.values[each.id], self.values[each.id] != each.default)
            for each in self.edition.readings
            if affects in each.affects and self._touched_by(each)
        )

    def _touched_by(self, reading: Reading) -> bool:
        if reading.id == "envy-other-amounts" and (self.envy is None or not self.envy.wager_amounts):
            return False
        if reading.scope == "wagers":
            return self.wager.id in reading.wagers
        if reading.wagers and self.wager.id not in reading.wagers:
            return False
        return {
            "all": True,
            "bonus": self.wager.kind.value == "bonus",
            "meter": self.pays_from_meter,
            "share": self.has_share_rows,
            "divided": self.wager.divided is not None,
            "envy": self.envy is not None,
        }[reading.scope]
