"""Rare huge amounts, taken out of a sum and put back by the number of their hits, so that the window of the rest is small."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from pitbook.hold.lattice import Lattice, window_of
from pitbook.hold.lottery import Lottery, Repeated
from pitbook.hold.spread import TAIL

CHEAP: Final = 1 << 17
"""A window of so many points is small enough not to look for a smaller one."""
CASES: Final = 1 << 12
"""The most combinations of numbers of hits that are gone through."""
RARE: Final = 30
"""A row expected less often than this may be taken out and put back by its number of hits."""


@dataclass(frozen=True)
class Rare:
    """An amount that is taken out: its part, the amount, its chance per deal."""

    part: int
    amount: int
    chance: float


@dataclass(frozen=True)
class Taken:
    """The parts without their rare amounts, those amounts, the window of the rest, how many numbers of hits to go through."""

    body: Lattice
    rare: tuple[Rare, ...]
    window: tuple[int, int]
    cases: int
    fewest: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of points of the window."""
        return self.window[1] - self.window[0] + 1


def cheapest(parts: Sequence[Repeated], fewest: Sequence[int], most: int) -> Taken:
    """The cheapest way to take out rare amounts, the farthest from the mean first; taking none is one of the ways.

    Where no way brings the window to ``most`` points, the lattice of the smallest becomes coarser until it does.
    """
    ways = list(_ways(parts, fewest))
    good = [each for each in ways if each.size <= most]
    if good:
        return min(good, key=lambda each: each.cases * each.size)
    smallest = found = min(ways, key=lambda each: each.size)
    times = 1
    while found.size > most:
        times *= max(2, found.size // most)
        coarse = smallest.body.coarser(times)
        found = replace(smallest, body=coarse, window=window_of(coarse.parts, smallest.fewest))
    return found


def _ways(parts: Sequence[Repeated], fewest: Sequence[int]) -> Iterator[Taken]:
    candidates = sorted(_candidates(parts), key=lambda each: -abs(each.amount - float(parts[each.part].lottery.mean)))
    for taken in range(len(candidates) + 1):
        rare = tuple(candidates[:taken])
        cases = math.prod(len(hits(parts[each.part].deals, each.chance)) for each in rare)
        body = [_without(part, {each.amount for each in rare if each.part == n}) for n, part in enumerate(parts)]
        if cases > CASES or not all(part.lottery.amounts for part in body):
            return
        lattice = Lattice.of(body)
        left = tuple(
            max(0, fewest[n] - sum(hits(part.deals, each.chance)[-1] for each in rare if each.part == n))
            for n, part in enumerate(parts)
        )
        found = Taken(lattice, rare, window_of(lattice.parts, left), cases, left)
        yield found
        if found.size <= CHEAP:
            return


def _candidates(parts: Sequence[Repeated]) -> Iterator[Rare]:
    for n, part in enumerate(parts):
        weight = part.lottery.weight
        for amount, own in zip(part.lottery.amounts, part.lottery.weights, strict=True):
            if own / weight * part.deals < RARE:
                yield Rare(n, amount, own / weight)


def _without(part: Repeated, amounts: set[int]) -> Repeated:
    pairs = zip(part.lottery.amounts, part.lottery.weights, strict=True)
    return replace(part, lottery=Lottery.of((amount, weight) for amount, weight in pairs if amount not in amounts))


def hits(deals: int, chance: float) -> range:
    """Numbers of hits outside which less than ``TAIL`` lies."""
    mean = deals * chance
    highest = 0
    while highest < deals and _poisson_tail(mean, highest + 1) > TAIL:
        highest += 1
    lowest = highest
    while lowest > 0 and _poisson_tail_below(mean, lowest - 1) > TAIL:
        lowest -= 1
    return range(lowest, highest + 1)


def _poisson_tail(mean: float, least: int) -> float:
    """Chernoff's bound of ``least`` hits or more, for a binomial as well."""
    if least <= mean:
        return 1.0
    return math.exp(least - mean - least * math.log(least / mean)) if mean else 0.0


def _poisson_tail_below(mean: float, most: int) -> float:
    if most >= mean:
        return 1.0
    return math.exp(most - mean - (most * math.log(most / mean) if most else 0.0))


@dataclass(frozen=True)
class Case:
    """A combination of hits: its probability, what the hits bring (micro-dollars), the deals left in each part."""

    weight: float
    amount: int
    left: tuple[int, ...]


def cases_of(parts: Sequence[Repeated], rare: Sequence[Rare]) -> Iterator[Case]:
    """Every combination of numbers of hits that is not too unlikely."""
    ranges = [hits(parts[each.part].deals, each.chance) for each in rare]
    for numbers in product(*ranges):
        left = [part.deals for part in parts]
        chance_left = [1.0] * len(left)
        logarithm, amount = 0.0, 0
        for each, number in zip(rare, numbers, strict=True):
            if number > left[each.part]:
                break
            logarithm += log_choose(left[each.part], number) + number * math.log(each.chance)
            left[each.part] -= number
            chance_left[each.part] -= each.chance
            amount += each.amount * number
        else:
            logarithm += sum(deals * math.log(chance) for deals, chance in zip(left, chance_left, strict=True) if chance < 1)
            yield Case(math.exp(logarithm), amount, tuple(left))


def log_choose(deals: int, number: int) -> float:
    """The logarithm of a binomial coefficient, by its factors: lgamma of large numbers would lose the digits that matter."""
    return math.fsum(math.log((deals - n) / (n + 1)) for n in range(number))
