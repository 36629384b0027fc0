"""The values of a PAR sheet: rows, figures, meter, envy, strategy, and the conditions it is computed under."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Final

from pitbook.cards import Deck
from pitbook.choices import Offer, ReadingInForce
from pitbook.names import listed
from pitbook.payouts import MICROS

ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class ParRow:
    """One row: how many deals it is paid in, its probability, and its contribution to the return (per unit of stake)."""

    outcome: str
    hand: str
    pays: str
    count: int
    probability: Fraction
    contribution: Fraction
    handed_over: Fraction
    share: Fraction = ZERO

    @property
    def one_in(self) -> Fraction | None:
        """How many deals there are to one of this row."""
        return None if not self.count else 1 / self.probability


@dataclass(frozen=True)
class ExtraFigure:
    """A pay beside the rows; its probability is None unless the filing gives it."""

    outcome: str
    pays: str
    probability: Fraction | None
    contribution: Fraction | None


@dataclass(frozen=True)
class ReserveAdequacy:
    """What the reserve holds when the meter is won, against a target in micro-dollars.

    ``mean_micros`` is exact; the probability that the target is reached and the expected shortfall (micro-dollars) are
    floating-point numbers, for the exact fractions have as many digits as a jackpot takes wagers.
    """

    target_micros: Fraction | None
    mean_micros: Fraction
    probability: float | None
    expected_shortfall_micros: float | None


FOLDED: Final = 1 << 62
"""The mask of deals whose hand was folded with the wager on it: no event's bit is in it, and no extra of the system is paid."""


@dataclass(frozen=True)
class MeterFigures:
    """The figures of a progressive wager. Amounts are micro-dollars for the sheet's wager amount; None is undefined.

    All but the return and the break-even meter go by the row a hand stands in, whatever the meter shows; ``expected_share`` is
    the share of the meter that a wager draws on average, and ``no_long_run`` says why a long-run figure is undefined.
    """

    seed_micros: Fraction | None
    reseed_micros: Fraction | None
    increment: Fraction | None
    reserve: Fraction | None
    seed_cost: Fraction | None
    fixed_return: Fraction
    expected_share: Fraction
    return_at_seed: Fraction | None
    return_at_meter: Fraction
    long_run_return: Fraction | None
    break_even_micros: Fraction | None
    mean_meter_micros: Fraction | None
    jackpot_probability: Fraction
    reserve_adequacy: ReserveAdequacy | None
    no_long_run: str | None


@dataclass(frozen=True)
class EnvyFigure:
    """An envy row: the wager amount of the receiver (None: any), what it brings, how often one other hand causes it."""

    outcome: str
    wager_micros: int | None
    pays: str
    micros: int
    count: int
    probability: Fraction


@dataclass(frozen=True)
class EnvyFigures:
    """Envy per other hand that can trigger it, per unit of the receiver's stake at the sheet's wager amount."""

    citation: str
    trigger: str
    receiver_minimum_micros: int
    per_other_hand: Fraction
    other_hands: int
    rows: tuple[EnvyFigure, ...]

    @property
    def cost_per_round_units(self) -> Fraction:
        """What the house expects to pay in envy per bettor and round, in units of the stake, for the other hands asked for."""
        return self.per_other_hand * self.other_hands


@dataclass(frozen=True)
class Strategy:
    """The strategy that a base game's sheet assumes, and what others cost. Edges are per unit of the first wager."""

    name: str
    rule: str
    plays: int
    hands: int
    alternatives: tuple[tuple[str, str, Fraction], ...]


@dataclass(frozen=True)
class BaseGame:
    """What a base game's own counting hands to the sheet: results per net units, units staked on average, strategy.

    ``names`` gives net results outcome ids of their own; without it they are named by their amount.
    """

    results: tuple[tuple[Fraction, int], ...]
    average_stake: Fraction
    strategy: Strategy | None
    citation: str
    counts: Mapping[str, int] | None = None
    names: Mapping[Fraction, str] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ParSheet:
    """A PAR sheet. Every figure is a fraction per unit of stake unless its name ends in ``_micros``; None is undefined.

    ``rows`` ends with ``lose``; counts sum to ``total``. It shows itself as a table in a terminal and in a notebook.
    """

    game: str
    wager: str
    name: str
    paytable: str
    citation: str
    edition: str
    period: str
    wager_micros: int
    decks: int
    total: int
    rows: tuple[ParRow, ...]
    extras: tuple[ExtraFigure, ...]
    house_edge: Fraction
    returned: Fraction
    theoretical_hold: Fraction | None
    edge_per_resolved: Fraction | None
    hit_frequency: Fraction
    push_frequency: Fraction
    element_of_risk: Fraction | None
    variance: Fraction
    skewness: float | None
    largest_award_micros: Fraction
    meter_micros: Fraction | None
    meter_basis: str | None
    progressive: MeterFigures | None
    envy: EnvyFigures | None
    strategy: Strategy | None
    readings: tuple[ReadingInForce, ...]
    notes: tuple[str, ...]
    bettors: int
    confidence: float
    rounds: int | None
    counts: Mapping[str, int] | None = None
    offer: Offer | None = None

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return math.sqrt(self.variance)

    @property
    def volatility_index(self) -> float:
        """Half the width of the band at the sheet's confidence, in units for one round: z times the standard deviation."""
        return NormalDist().inv_cdf((1 + self.confidence) / 2) * self.standard_deviation

    def row(self, outcome: str) -> ParRow:
        """The row of an outcome id."""
        for each in self.rows:
            if each.outcome == outcome:
                return each
        raise KeyError(f"{self.wager} {self.paytable} has no row {outcome!r}; rows: {listed(r.outcome for r in self.rows)}")

    def band(self, rounds: int) -> tuple[float, float] | str:
        """The normal band of the edge after a number of rounds, or why a normal band would be wrong."""
        from pitbook.par.notes import normal_band

        return normal_band(self, rounds)

    def to_json(self) -> dict[str, Any]:
        """The sheet as JSON values, by the outside contract."""
        from pitbook.par_json import sheet_json

        return sheet_json(self)

    def __rich__(self) -> Any:
        from pitbook.par_table import sheet_table
        from pitbook.report.terminal import renderable

        return renderable(sheet_table(self))

    def __str__(self) -> str:
        from pitbook.par_table import sheet_table
        from pitbook.report.terminal import text

        return text(sheet_table(self))

    def _repr_html_(self) -> str:
        from pitbook.par_table import sheet_table
        from pitbook.report.html import fragment

        return fragment(sheet_table(self))


@dataclass(frozen=True)
class Conditions:
    """Under what a sheet is computed. Money in micro-dollars; None takes the default."""

    wager_micros: int = MICROS
    meter_micros: int | None = None
    players: int | None = None
    bettors: int = 1
    decks: int | None = None
    confidence: float = 0.95
    rounds: int | None = None
    reserve_target_micros: int | None = None
    deck: Deck | None = None


def pays_greater(sheet: ParSheet) -> bool:
    """Whether which row a hand of the sheet is paid by depends on the meter (``low-meter-order``)."""
    return sheet.offer is not None and sheet.offer.pays_greater
