"""A meter's terms, and the policies for what the texts leave open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

MICROS_PER_CENT: Final = 10_000
MICROS_PER_DOLLAR: Final = 1_000_000
WHOLE: Final = Fraction(1)


class MeterError(ValueError):
    """A request that the meter's rules refuse; the state is unchanged."""


class ReseedSource(StrEnum):
    """What a meter restarts from after a 100% award."""

    RESEED_AND_RESERVE = "reseed-and-reserve"
    SEED_ONLY = "seed-only"
    RESERVE_ONLY = "reserve-only"


class AwardRounding(StrEnum):
    """How a share of a meter becomes an amount that can be handed over."""

    DOWN = "down"
    HALF_EVEN = "half-even"
    UP = "up"
    DOLLAR_DOWN = "dollar-down"


class ShareRemainder(StrEnum):
    """Where the cents go that a divided award leaves over."""

    STAYS_ON_METER = "stays-on-meter"
    FIRST_IN_ORDER = "first-in-order"


class BelowSeed(StrEnum):
    """What happens when a share award would leave less than the reset amount."""

    ALLOW = "allow"
    TOP_UP_TO_SEED = "top-up-to-seed"
    HOUSE_PAYS_SHARE = "house-pays-share"


class PartialAwardSource(StrEnum):
    """Who pays an award of less than the whole meter."""

    METER = "meter"
    HOUSE = "house"


class MultiWinner(StrEnum):
    """How several meter awards of one round are put together."""

    IN_TURN = "in-turn"
    EQUAL_SPLIT = "equal-split"
    LOWER_AWARD_FIRST = "lower-award-first"


class Overflow(StrEnum):
    """Where money above the limit of the display goes."""

    TO_NEXT_START = "to-next-start"
    TO_REVENUE = "to-revenue"


class AdjustmentCause(StrEnum):
    """Why a meter is corrected. A meter falls for no other cause (beside awards, transfers and closing)."""

    MALFUNCTION = "malfunction"
    REDUCTION_TO_LIMIT = "reduction-to-limit"
    ACCOUNTING_CORRECTION = "accounting-correction"


@dataclass(frozen=True)
class Terms:
    """Seed, reseed and rates of a meter for the wager amount it serves.

    ``seed_micros`` (first start) and ``reseed_micros`` (after a 100% award) are already multiplied by the wager
    amount; None is the printed N/A, or nothing printed. ``increment`` and ``reserve`` are exact rates per unit
    staked.
    """

    seed_micros: int | None
    reseed_micros: int | None
    increment: Fraction
    reserve: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        for name, amount in (("seed", self.seed_micros), ("reseed", self.reseed_micros)):
            if amount is not None and amount < 0:
                raise MeterError(f"the {name} is {dollars(amount)}; it must be 0 or more, or N/A")
        for name, rate in (("increment", self.increment), ("reserve rate", self.reserve)):
            if not 0 <= rate <= 1:
                raise MeterError(f"the {name} is {rate}; it must be from 0 to 1")
        if self.increment + self.reserve > 1:
            raise MeterError(f"increment {self.increment} and reserve rate {self.reserve} are more than the wager")

    @property
    def reset_micros(self) -> int:
        """The amount a share award should not go below: the reseed, else the seed, else 0."""
        if self.reseed_micros is not None:
            return self.reseed_micros
        return self.seed_micros or 0


@dataclass(frozen=True)
class MeterPolicies:
    """The choices that the texts leave open; the defaults follow the text as far as it goes.

    ``limit_micros`` is the ceiling of the display (None: none). ``winner_floor_micros`` is the least that each of
    several winners of one round gets when an award is split; the house pays what is missing.
    """

    reseed_source: ReseedSource = ReseedSource.RESEED_AND_RESERVE
    award_rounding: AwardRounding = AwardRounding.DOWN
    share_remainder: ShareRemainder = ShareRemainder.STAYS_ON_METER
    below_seed: BelowSeed = BelowSeed.ALLOW
    partial_award_source: PartialAwardSource = PartialAwardSource.METER
    multi_winner: MultiWinner = MultiWinner.IN_TURN
    overflow: Overflow = Overflow.TO_NEXT_START
    limit_micros: int | None = None
    winner_floor_micros: int = 0


DEFAULT_POLICIES: Final = MeterPolicies()


def check_limit(value_micros: int, limit_micros: int | None) -> None:
    """Refuse a limit below what the meter shows (MeterError)."""
    if limit_micros is not None and limit_micros < value_micros:
        raise MeterError(f"the limit {dollars(limit_micros)} is below the meter, which shows {dollars(value_micros)}")


def dollars(micros: int) -> str:
    """Micro-dollars as ``$1,234.56``, with as many more decimals as it takes to be exact."""
    sign, rest = ("-", -micros) if micros < 0 else ("", micros)
    whole, part = divmod(rest, MICROS_PER_DOLLAR)
    decimals = f"{part:06d}".rstrip("0").ljust(2, "0")
    return f"{sign}${whole:,}.{decimals}"
