"""Exposure as values: a wager at its largest stake, what it pays at worst, the most that one round can cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitbook.choices import Offer, OfferRow

ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Stake:
    """A wager at the largest stake it takes; ``meter_micros`` is what its meter shows (None: no meter)."""

    offered: Offer
    micros: int
    meter_micros: Fraction | None = None


@dataclass(frozen=True)
class Payout:
    """What a wager pays in the worst case, in micro-dollars: by the house, from the meter, as envy to all other seats."""

    stake: Stake
    row: OfferRow
    house: Fraction
    meter: Fraction
    envy: Fraction

    @property
    def total(self) -> Fraction:
        """All of it."""
        return self.house + self.meter + self.envy


@dataclass(frozen=True)
class SameCards:
    """Wagers that read the same cards, and the event mask at which they pay most together."""

    cards: str
    payouts: tuple[Payout, ...]

    @property
    def total(self) -> Fraction:
        """The joint payout for one hand."""
        return sum((each.total for each in self.payouts), ZERO)


@dataclass(frozen=True)
class Capped:
    """What an aggregate limit on one hand's bonus pays leaves of the payouts."""

    limit_micros: int
    why: str
    hand: Fraction
    table: Fraction


@dataclass(frozen=True)
class Exposure:
    """The most that one round can cost, in micro-dollars, envy and meter awards included.

    ``hand`` is for one hand, ``table`` for a full table. Each is the largest joint payout where ``hand_exact`` and
    ``table_exact`` say so, and an upper bound elsewhere. ``meters`` is the part of ``table`` that stands on the meters already.
    ``left_out`` names wagers without a largest stake.
    """

    seats: int
    groups: tuple[SameCards, ...]
    alone: tuple[Payout, ...]
    extras: Fraction
    hand: Fraction
    hand_exact: bool
    table: Fraction
    table_exact: bool
    meters: Fraction
    bonus: Fraction
    capped: tuple[Capped, ...]
    left_out: tuple[str, ...]
