"""Lotteries on one lattice of amounts, and the window of it that the sum of their deals stays within."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Any

from pitbook.hold.lottery import Repeated
from pitbook.hold.spread import TAIL


@dataclass(frozen=True)
class Steps:
    """A lottery in units of a lattice, above its lowest amount ``base``: rising steps from 0 with their weights."""

    base: int
    steps: tuple[int, ...]
    weights: tuple[int, ...]
    deals: int

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """The chance of each step in one deal."""
        weight = sum(self.weights)
        return tuple(each / weight for each in self.weights)


@dataclass(frozen=True)
class Lattice:
    """All parts on one lattice of ``unit`` micro-dollars; a coarser one may have ``moved`` the sum by so many."""

    unit: int
    parts: tuple[Steps, ...]
    moved: int = 0

    @classmethod
    def of(cls, parts: Sequence[Repeated]) -> Lattice:
        """The coarsest lattice that every amount of the parts lies on."""
        unit = reduce(math.gcd, (amount - each.lottery.amounts[0] for each in parts for amount in each.lottery.amounts)) or 1
        steps = [
            Steps(
                each.lottery.amounts[0],
                tuple((amount - each.lottery.amounts[0]) // unit for amount in each.lottery.amounts),
                each.lottery.weights,
                each.deals,
            )
            for each in parts
        ]
        return cls(unit, tuple(steps))

    def coarser(self, times: int) -> Lattice:
        """The lattice with a unit so many times larger; steps between its points are split so that the mean stays."""
        deals = sum(part.deals for part in self.parts)
        moved = times * self.unit * math.sqrt(deals * math.log(2 / TAIL) / 2)
        return replace(
            self, unit=self.unit * times, parts=tuple(_split(part, times) for part in self.parts), moved=math.ceil(moved)
        )


def _split(part: Steps, times: int) -> Steps:
    weights: dict[int, int] = {}
    for step, weight in zip(part.steps, part.weights, strict=True):
        at, rest = divmod(step, times)
        weights[at] = weights.get(at, 0) + weight * (times - rest)
        if rest:
            weights[at + 1] = weights.get(at + 1, 0) + weight * rest
    steps = tuple(sorted(weights))
    return Steps(part.base, steps, tuple(weights[step] for step in steps), part.deals)


def _log_moment(part: Steps, slope: float) -> float:
    """The logarithm of the mean of exp(slope * step)."""
    terms = [math.log(chance) + slope * step for step, chance in zip(part.steps, part.chances, strict=True)]
    top = max(terms)
    return top + math.log(sum(math.exp(term - top) for term in terms))


def window_of(parts: Sequence[Steps], fewest: Sequence[int]) -> tuple[int, int]:
    """Steps that the sum stays within, but for at most ``TAIL`` on each side: Chernoff's bound at the best slope.

    The window holds for every number of deals from ``fewest`` to the parts' own: no step is below 0, so the sum of fewer deals is
    the smaller one.
    """
    most = sum(part.steps[-1] * part.deals for part in parts)
    need = -math.log(TAIL)
    variance = sum(part.deals * _variance(part) for part in parts)
    start = math.log(math.sqrt(2 * need / variance)) if variance else 0.0

    def bound(slope: float, deals: Sequence[int]) -> float:
        """The step beyond which Chernoff's bound with this slope leaves less than ``TAIL``."""
        return (sum(number * _log_moment(part, slope) for part, number in zip(parts, deals, strict=True)) + need) / slope

    upper = _smallest(lambda at: bound(math.exp(at), [part.deals for part in parts]), start)
    lower = -_smallest(lambda at: -bound(-math.exp(at), fewest), start)
    # One step more on each side than the bound asks, for its own rounding.
    return max(0, math.floor(lower) - 1), min(most, math.ceil(upper) + 1)


def _variance(part: Steps) -> float:
    mean = sum(step * chance for step, chance in zip(part.steps, part.chances, strict=True))
    return sum(chance * (step - mean) ** 2 for step, chance in zip(part.steps, part.chances, strict=True))


def _smallest(function: Any, start: float) -> float:
    """The least value found by golden section around ``start``; any value is a bound, so the search need not be perfect."""
    ratio = (math.sqrt(5) - 1) / 2
    low, high = start - 14.0, start + 4.0
    one, two = high - ratio * (high - low), low + ratio * (high - low)
    at_one, at_two = function(one), function(two)
    best = min(at_one, at_two)
    for _ in range(48):
        if at_one < at_two:
            high, two, at_two = two, one, at_one
            one = high - ratio * (high - low)
            at_one = function(one)
        else:
            low, one, at_one = one, two, at_two
            two = low + ratio * (high - low)
            at_two = function(two)
        best = min(best, at_one, at_two)
    return float(best)
