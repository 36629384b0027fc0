"""A meter's configuration as one value and as canonical text: terms, arithmetic policies, controls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitbook.ledger.events import parse_body
from pitbook.progressive import (
    AwardRounding,
    BelowSeed,
    MeterPolicies,
    MultiWinner,
    Overflow,
    PartialAwardSource,
    ReseedSource,
    ShareRemainder,
    Terms,
    increments,
)


class ContributionTime(StrEnum):
    """When a round's wagers enter the meter."""

    LOCK_OUT = "lock-out"
    AFTER_SETTLEMENT = "after-settlement"


class MeterPerAmount(StrEnum):
    """Whether wagers of another amount than the meter's may feed it; their awards are then scaled down."""

    ONE_PER_AMOUNT = "one-per-amount"
    SHARED = "shared"


class VoidRound(StrEnum):
    """What becomes of the contributions of a void round."""

    REVERSE = "reverse"
    KEEP = "keep"


class ParameterChange(StrEnum):
    """Whether terms may be changed for the next start, or not while the meter is open."""

    FROM_NEXT_START = "from-next-start"
    REFUSE = "refuse"


@dataclass(frozen=True)
class Controls:
    """The choices about a meter that are not arithmetic.

    ``contribution_threshold_micros`` is the most one lock-out may add (None: 100 times the wager amount).
    ``dual_control_from_micros`` is the award from which two people must sign. ``tolerance_micros`` is how far a sign
    may be off; less than a cent is never shown. ``notice_days`` is the notice due before an ending (a record only).
    """

    contribution_time: ContributionTime = ContributionTime.LOCK_OUT
    meter_per_amount: MeterPerAmount = MeterPerAmount.ONE_PER_AMOUNT
    void_round: VoidRound = VoidRound.REVERSE
    parameter_change: ParameterChange = ParameterChange.FROM_NEXT_START
    contribution_threshold_micros: int | None = None
    dual_control_from_micros: int = 0
    tolerance_micros: int = 10_000
    notice_days: int = 30


@dataclass(frozen=True)
class Configuration:
    """All parameters of a meter. They change only by an approved act, and only from the next start."""

    terms: Terms
    policies: MeterPolicies = field(default_factory=MeterPolicies)
    controls: Controls = field(default_factory=Controls)


def configuration_json(configuration: Configuration) -> dict[str, Any]:
    """A configuration as JSON values; rates are texts such as ``21/100``."""
    terms, policies, controls = configuration.terms, configuration.policies, configuration.controls
    return {
        "terms": {
            "seed_micros": terms.seed_micros,
            "reseed_micros": terms.reseed_micros,
            "increment": str(terms.increment),
            "reserve": str(terms.reserve),
        },
        "policies": {name: getattr(policies, name) for name in MeterPolicies.__dataclass_fields__},
        "controls": {name: getattr(controls, name) for name in Controls.__dataclass_fields__},
    }


@lru_cache(maxsize=512)
def parse_configuration(text: str) -> Configuration:
    """The configuration of a canonical text."""
    return configuration_of(parse_body(text))


@lru_cache(maxsize=4096)
def configured_increments(configuration: str, wager_micros: int) -> tuple[int, int]:
    """What a wager adds to meter and reserve under a configuration's canonical text. Raises MeterError."""
    return increments(parse_configuration(configuration).terms, wager_micros)


@lru_cache(maxsize=512)
def configured_rates(configuration: str) -> list[str]:
    """Increment and reserve rate of a configuration's canonical text, as texts such as ``21/100``."""
    terms = parse_configuration(configuration).terms
    return [str(terms.increment), str(terms.reserve)]


def configuration_of(data: Mapping[str, Any]) -> Configuration:
    """The configuration of its JSON values."""
    terms, policies, controls = data["terms"], dict(data["policies"]), dict(data["controls"])
    for name, kind in _POLICY_ENUMS.items():
        policies[name] = kind(policies[name])
    for name, control in _CONTROL_ENUMS.items():
        controls[name] = control(controls[name])
    return Configuration(
        Terms(
            terms["seed_micros"],
            terms["reseed_micros"],
            Fraction(terms["increment"]),
            Fraction(terms["reserve"]),
        ),
        MeterPolicies(**policies),
        Controls(**controls),
    )


_POLICY_ENUMS: Mapping[str, type[StrEnum]] = {
    "reseed_source": ReseedSource,
    "award_rounding": AwardRounding,
    "share_remainder": ShareRemainder,
    "below_seed": BelowSeed,
    "partial_award_source": PartialAwardSource,
    "multi_winner": MultiWinner,
    "overflow": Overflow,
}
_CONTROL_ENUMS: Mapping[str, type[StrEnum]] = {
    "contribution_time": ContributionTime,
    "meter_per_amount": MeterPerAmount,
    "void_round": VoidRound,
    "parameter_change": ParameterChange,
}
