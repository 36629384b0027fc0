"""Sums of many independent lotteries, exactly: powers of lattice distributions by Fourier transform, with a bound on every error.

A :class:`Lottery` is the result of one deal in whole micro-dollars with whole-number weights. :func:`total` gives the distribution
of the sum of many of them as a :class:`Spread`, whose values are brackets: the true probability lies between the two numbers kept
for each amount. Four things can make a bracket wider than nothing, and each is computed, never assumed:

* what lies outside the window of amounts kept: Chernoff's bound on both sides, below ``TAIL``;
* the arithmetic of the transform: an error bound from the numbers that were transformed (Parseval, Cauchy-Schwarz);
* rare huge awards: they are taken out and put back by the number of their hits, and numbers of hits left out are added up;
* an amount unit so fine that the window would hold too many points: amounts are split between the two neighbours on a coarser
  lattice so that the mean stays, and Hoeffding's bound says how far the sum can have moved.

``docs/hold.md`` has the formulas.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce
from itertools import groupby, product
from typing import Any, Final

Array = Any

TAIL: Final = 1e-12
"""What each bound on a tail may leave out."""
POINTS: Final = 1 << 22
"""The most points a window or a spread may have."""
CHEAP: Final = 1 << 17
"""A window of so many points is small enough not to look for a smaller one."""
CASES: Final = 1 << 12
"""The most combinations of numbers of hits that are gone through."""
RARE: Final = 30
"""A row expected less often than this may be taken out and put back by its number of hits."""
_ROUNDING: Final = 2.0**-53


@dataclass(frozen=True)
class Lottery:
    """What one deal brings: amounts in micro-dollars, rising, each with its weight (a count)."""

    amounts: tuple[int, ...]
    weights: tuple[int, ...]

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Lottery:
        """The lottery of (amount, weight) pairs; equal amounts are put together, weights of nothing left out."""
        sums: dict[int, int] = {}
        for amount, weight in pairs:
            if weight:
                sums[amount] = sums.get(amount, 0) + weight
        ordered = sorted(sums)
        return cls(tuple(ordered), tuple(sums[amount] for amount in ordered))

    @property
    def weight(self) -> int:
        """The sum of the weights."""
        return sum(self.weights)

    @property
    def mean(self) -> Fraction:
        """The mean, micro-dollars."""
        return Fraction(sum(amount * weight for amount, weight in zip(self.amounts, self.weights, strict=True)), self.weight)

    @property
    def variance(self) -> Fraction:
        """The variance, square micro-dollars."""
        square = sum(amount * amount * weight for amount, weight in zip(self.amounts, self.weights, strict=True))
        return Fraction(square, self.weight) - self.mean**2

    @property
    def third(self) -> Fraction:
        """The third central moment, cubic micro-dollars."""
        mean = self.mean
        pairs = zip(self.amounts, self.weights, strict=True)
        return sum((weight * (amount - mean) ** 3 for amount, weight in pairs), Fraction(0)) / self.weight

    def negative(self) -> Lottery:
        """The same lottery with every amount's sign changed."""
        return Lottery(tuple(-amount for amount in reversed(self.amounts)), tuple(reversed(self.weights)))


@dataclass(frozen=True)
class Repeated:
    """So many independent deals of one lottery."""

    lottery: Lottery
    deals: int


@dataclass(frozen=True)
class Spread:
    """The distribution of an amount in micro-dollars, as brackets.

    ``least[k] <= P(amount <= start + k * unit) <= most[k]``. Below the first point the probability is at most ``most[0]``, above
    the last at most 1 - ``least[-1]``. ``whole`` says that every amount lies on the lattice.
    """

    start: int
    unit: int
    least: Array
    most: Array
    whole: bool = True

    @property
    def error(self) -> float:
        """The widest bracket, as a probability: at most this is between the two values kept for an amount."""
        return float((self.most - self.least).max())

    def at_most(self, amount: int) -> tuple[float, float]:
        """Bounds of the probability of an amount or less."""
        at = (amount - self.start) // self.unit
        if at < 0:
            return 0.0, float(self.most[0])
        if at >= len(self.most) - 1:
            return float(self.least[-1]), 1.0
        on_point = self.whole or self.start + at * self.unit == amount
        return float(self.least[at]), float(self.most[at if on_point else at + 1])

    def below(self, amount: int) -> tuple[float, float]:
        """Bounds of the probability of less than an amount."""
        return self.at_most(amount - 1)

    def quantile(self, probability: float) -> tuple[int, int]:
        """Bounds of the smallest amount that is reached from below with at least this probability."""
        import numpy as np

        low = int(np.searchsorted(self.most, probability))
        high = int(np.searchsorted(self.least, probability))
        last = len(self.most) - 1
        lowest = self.start + min(low, last) * self.unit
        if not self.whole and low:
            lowest -= self.unit - 1
        return lowest, self.start + min(high, last) * self.unit

    def middle(self, probability: float) -> int:
        """The middle of a quantile's bounds."""
        low, high = self.quantile(probability)
        return (low + high) // 2

    def shifted(self, amount: int) -> Spread:
        """The distribution of this amount plus a fixed one."""
        return replace(self, start=self.start + amount)

    def chances(self, unit: int, *, upwards: bool, aligned: bool = True) -> Array:
        """The probabilities on a lattice of another unit, each amount rounded downwards or upwards.

        The first point is the multiple of the unit at or below ``start`` (``aligned``) or ``start`` itself. Rounded upwards the
        bracket's later end is taken, so that they may sum to less than 1: what is missing may lie anywhere above.
        """
        import numpy as np

        first = self.start // unit * unit if aligned else self.start
        last = self.start + (len(self.most) - 1) * self.unit
        number = -(-(last - first) // unit) + 1
        amounts = first + np.arange(number, dtype=np.int64) * unit
        at = (amounts - self.start + (0 if upwards else unit - 1)) // self.unit
        if not upwards:
            at += 0 if self.whole else 1
            function = self.most[np.clip(at, 0, len(self.most) - 1)]
            function[at >= len(self.most) - 1] = 1.0
        else:
            function = np.where(at < 0, 0.0, self.least[np.clip(at, 0, len(self.least) - 1)])
        return np.diff(function, prepend=0.0)

    def between(self, low: int, high: int) -> float:
        """The probability of an amount from ``low`` to ``high``, both included, in the middle of its bracket."""
        upper, lower = self.at_most(high), self.below(low)
        return max(0.0, (upper[0] + upper[1] - lower[0] - lower[1]) / 2)


def certain(amount: int) -> Spread:
    """The distribution of an amount that is known."""
    import numpy as np

    known = np.array([0.0, 1.0])
    return Spread(amount - 1, 1, known, known)


def total(parts: Sequence[Repeated], *, points: int = POINTS) -> Spread:
    """The distribution of the sum of all deals of all parts, each deal independent of the others.

    ``points`` bounds the size of the answer.
    """
    return totals([part.lottery for part in parts], [[part.deals for part in parts]], points=points)[0]


def totals(lotteries: Sequence[Lottery], deals: Sequence[Sequence[int]], *, points: int = POINTS) -> list[Spread]:
    """As :func:`total` for several numbers of deals of the same lotteries; the transforms are worked out once."""
    moving = [n for n, lottery in enumerate(lotteries) if len(lottery.amounts) > 1 and max(each[n] for each in deals)]
    fixed = [
        sum(lottery.amounts[0] * number for n, (lottery, number) in enumerate(zip(lotteries, each, strict=True)) if n not in moving)
        for each in deals
    ]
    if not moving:
        return [certain(amount) for amount in fixed]
    most = [Repeated(lotteries[n], max(each[n] for each in deals)) for n in moving]
    taken = _cheapest(most, [min(each[n] for each in deals) for n in moving], points // 2)
    transform = _Transform(taken.body.parts, taken.window[0], taken.size)
    return [
        _assembled([replace(part, deals=each[n]) for part, n in zip(most, moving, strict=True)], taken, transform, points).shifted(
            amount
        )
        for each, amount in zip(deals, fixed, strict=True)
    ]


def sum_of(one: Spread, other: Spread, *, points: int = POINTS) -> Spread:
    """The distribution of the sum of two independent amounts, brackets kept."""
    import numpy as np

    unit = max(math.gcd(one.unit, other.unit), 1)
    exact = one.whole and other.whole
    reach = one.unit * len(one.most) + other.unit * len(other.most)
    if not exact or reach // unit > points:
        unit, exact = max(one.unit, other.unit, -(-reach * 2 // points)), False
    start = (one.start // unit + other.start // unit) * unit if not exact else one.start + other.start
    functions = []
    for upwards in (False, True):
        first, second = (each.chances(unit, upwards=upwards, aligned=not exact) for each in (one, other))
        length = len(first) + len(second)
        size = 1 << length.bit_length()
        joint = np.fft.irfft(np.fft.rfft(first, size) * np.fft.rfft(second, size), size)[:length]
        functions.append(np.clip(np.maximum.accumulate(np.cumsum(joint)), 0.0, 1.0))
    most, least = (np.clip(each + sign * TAIL, 0.0, 1.0) for each, sign in zip(functions, (1, -1), strict=True))
    return Spread(start, unit, least, most, whole=exact)


# The lattice ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Steps:
    """A lottery in units of a lattice, above its lowest amount ``base``: rising steps from 0 with their weights."""

    base: int
    steps: tuple[int, ...]
    weights: tuple[int, ...]
    deals: int

    @cached_property
    def chances(self) -> tuple[float, ...]:
        weight = sum(self.weights)
        return tuple(each / weight for each in self.weights)


@dataclass(frozen=True)
class _Lattice:
    """All parts on one lattice of ``unit`` micro-dollars; a coarser one may have ``moved`` the sum by so many."""

    unit: int
    parts: tuple[_Steps, ...]
    moved: int = 0

    @classmethod
    def of(cls, parts: Sequence[Repeated]) -> _Lattice:
        unit = reduce(math.gcd, (amount - each.lottery.amounts[0] for each in parts for amount in each.lottery.amounts)) or 1
        steps = [
            _Steps(
                each.lottery.amounts[0],
                tuple((amount - each.lottery.amounts[0]) // unit for amount in each.lottery.amounts),
                each.lottery.weights,
                each.deals,
            )
            for each in parts
        ]
        return cls(unit, tuple(steps))

    def coarser(self, times: int) -> _Lattice:
        """The lattice with a unit so many times larger; steps between its points are split so that the mean stays."""
        deals = sum(part.deals for part in self.parts)
        moved = times * self.unit * math.sqrt(deals * math.log(2 / TAIL) / 2)
        return replace(
            self, unit=self.unit * times, parts=tuple(_split(part, times) for part in self.parts), moved=math.ceil(moved)
        )


def _split(part: _Steps, times: int) -> _Steps:
    weights: dict[int, int] = {}
    for step, weight in zip(part.steps, part.weights, strict=True):
        at, rest = divmod(step, times)
        weights[at] = weights.get(at, 0) + weight * (times - rest)
        if rest:
            weights[at + 1] = weights.get(at + 1, 0) + weight * rest
    steps = tuple(sorted(weights))
    return _Steps(part.base, steps, tuple(weights[step] for step in steps), part.deals)


# Windows -------------------------------------------------------------------------------------------------------------


def _log_moment(part: _Steps, slope: float) -> float:
    """The logarithm of the mean of exp(slope * step)."""
    terms = [math.log(chance) + slope * step for step, chance in zip(part.steps, part.chances, strict=True)]
    top = max(terms)
    return top + math.log(sum(math.exp(term - top) for term in terms))


def _window(parts: Sequence[_Steps], fewest: Sequence[int]) -> tuple[int, int]:
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


def _variance(part: _Steps) -> float:
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


# Rare huge amounts ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rare:
    """An amount that is taken out: its part, the amount, its chance per deal."""

    part: int
    amount: int
    chance: float


@dataclass(frozen=True)
class _Taken:
    """The parts without their rare amounts, those amounts, the window of the rest, how many numbers of hits to go through."""

    body: _Lattice
    rare: tuple[_Rare, ...]
    window: tuple[int, int]
    cases: int
    fewest: tuple[int, ...]

    @property
    def size(self) -> int:
        return self.window[1] - self.window[0] + 1


def _cheapest(parts: Sequence[Repeated], fewest: Sequence[int], most: int) -> _Taken:
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
        found = replace(smallest, body=coarse, window=_window(coarse.parts, smallest.fewest))
    return found


def _ways(parts: Sequence[Repeated], fewest: Sequence[int]) -> Iterator[_Taken]:
    candidates = sorted(_candidates(parts), key=lambda each: -abs(each.amount - float(parts[each.part].lottery.mean)))
    for taken in range(len(candidates) + 1):
        rare = tuple(candidates[:taken])
        cases = math.prod(len(hits(parts[each.part].deals, each.chance)) for each in rare)
        body = [_without(part, {each.amount for each in rare if each.part == n}) for n, part in enumerate(parts)]
        if cases > CASES or not all(part.lottery.amounts for part in body):
            return
        lattice = _Lattice.of(body)
        left = tuple(
            max(0, fewest[n] - sum(hits(part.deals, each.chance)[-1] for each in rare if each.part == n))
            for n, part in enumerate(parts)
        )
        found = _Taken(lattice, rare, _window(lattice.parts, left), cases, left)
        yield found
        if found.size <= CHEAP:
            return


def _candidates(parts: Sequence[Repeated]) -> Iterator[_Rare]:
    for n, part in enumerate(parts):
        weight = part.lottery.weight
        for amount, own in zip(part.lottery.amounts, part.lottery.weights, strict=True):
            if own / weight * part.deals < RARE:
                yield _Rare(n, amount, own / weight)


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
class _Case:
    """A combination of hits: its probability, what the hits bring (micro-dollars), the deals left in each part."""

    weight: float
    amount: int
    left: tuple[int, ...]


def _cases(parts: Sequence[Repeated], rare: Sequence[_Rare]) -> Iterator[_Case]:
    ranges = [hits(parts[each.part].deals, each.chance) for each in rare]
    for numbers in product(*ranges):
        left = [part.deals for part in parts]
        chance_left = [1.0] * len(left)
        logarithm, amount = 0.0, 0
        for each, number in zip(rare, numbers, strict=True):
            if number > left[each.part]:
                break
            logarithm += _log_choose(left[each.part], number) + number * math.log(each.chance)
            left[each.part] -= number
            chance_left[each.part] -= each.chance
            amount += each.amount * number
        else:
            logarithm += sum(deals * math.log(chance) for deals, chance in zip(left, chance_left, strict=True) if chance < 1)
            yield _Case(math.exp(logarithm), amount, tuple(left))


def _log_choose(deals: int, number: int) -> float:
    """The logarithm of a binomial coefficient, by its factors: lgamma of large numbers would lose the digits that matter."""
    return math.fsum(math.log((deals - n) / (n + 1)) for n in range(number))


# The sum -------------------------------------------------------------------------------------------------------------


def _assembled(parts: Sequence[Repeated], taken: _Taken, transform: _Transform, points: int) -> Spread:
    """The cases put together on one array of amounts."""
    import numpy as np

    body, (low, high) = taken.body, taken.window
    cases = sorted(_cases(parts, taken.rare), key=lambda each: each.left)
    places = [each.amount + sum(n * part.base for n, part in zip(each.left, body.parts, strict=True)) for each in cases]
    first = min(places) + low * body.unit
    reach = max(places) + high * body.unit - first
    unit = reduce(math.gcd, (place - places[0] for place in places), body.unit)
    whole = reach // unit < points
    if not whole:
        unit = body.unit * -(-reach // (body.unit * points))
    chances = np.zeros(-(-reach // unit) + 1)
    error = 2 * TAIL + max(0.0, 1 - math.fsum(each.weight for each in cases))
    error += len(chances) * _ROUNDING
    for left, group in groupby(zip(cases, places, strict=True), key=lambda each: each[0].left):
        window, wrong = transform.of(left)
        for case, place in group:
            error += wrong * case.weight
            _add(chances, case.weight * window, place + low * body.unit - first, body.unit, unit)
    return _bracket(chances, error, first, unit, whole, body.moved)


def _add(chances: Array, window: Array, at: int, step: int, unit: int) -> None:
    """Add a window whose points lie ``step`` apart, the first at ``at``, to an array with points ``unit`` apart, upwards."""
    import numpy as np

    if at % unit == 0 and step % unit == 0:
        chances[at // unit :: step // unit][: len(window)] += window
        return
    start = -(-at // unit)
    places = -(-(at + np.arange(len(window), dtype=np.int64) * step) // unit) - start
    folded = np.bincount(places, window)
    chances[start : start + len(folded)] += folded


def _bracket(chances: Array, error: float, first: int, unit: int, whole: bool, moved: int) -> Spread:
    import numpy as np

    # A true distribution function only rises; the highest value so far is within the same error of it.
    function = np.maximum.accumulate(np.clip(np.cumsum(chances), 0.0, 1.0))
    away = -(-moved // unit)
    if away:
        error += 2 * TAIL
    least = np.concatenate([np.zeros(2 * away + 1), function - error])
    most = np.concatenate([[error], function + error, np.ones(2 * away)])
    return Spread(first - (away + 1) * unit, unit, np.clip(least, 0.0, 1.0), np.clip(most, 0.0, 1.0), whole=whole and not away)


class _Transform:
    """The transforms of several lotteries on one window, raised to powers and multiplied."""

    def __init__(self, parts: Sequence[_Steps], low: int, size: int) -> None:
        import numpy as np

        self.low, self.size = low, size
        self.length = 1 << max(4, (size - 1).bit_length())
        roots = _roots(self.length)
        places = np.arange(self.length // 2 + 1, dtype=np.int64)
        self.logarithms: list[tuple[Array, Array]] = []
        """Of each part's transform: the logarithms of its absolute values, its angles."""
        self.rounding: list[Array] = []
        for part in parts:
            value = np.zeros(len(places), np.complex128)
            whole = sum(part.weights)
            for step, weight in zip(part.steps, part.weights, strict=True):
                value += weight / whole * roots[step % self.length * places % self.length]
            with np.errstate(divide="ignore", invalid="ignore"):
                self.logarithms.append((np.log(np.abs(value)), np.angle(value)))
                # Each root, each product and each sum is off by a rounding or a few; the logarithm and its multiple by as many.
                self.rounding.append(np.log1p((len(part.steps) + 12) * _ROUNDING / np.abs(value)) + 12 * _ROUNDING)

    def of(self, deals: Sequence[int]) -> tuple[Array, float]:
        """The window's probabilities for so many deals of each part, and what a sum over some of them can be wrong by."""
        import numpy as np

        used = [
            (number, *each) for number, each in zip(deals, zip(self.logarithms, self.rounding, strict=True), strict=True) if number
        ]
        length = self.length // 2 + 1
        logarithm = sum((number * size for number, (size, _), _ in used), np.zeros(length))
        angle = sum((number * turn for number, (_, turn), _ in used), np.zeros(length))
        rounding = sum((number * each for number, _, each in used), np.zeros(length))
        value = np.exp(logarithm) * np.exp(1j * angle)
        # |(v + d)^n - v^n| is at most (|v| + |d|)^n - |v|^n.
        with np.errstate(invalid="ignore"):
            wrong = np.nan_to_num(np.exp(logarithm + rounding) * -np.expm1(-rounding), nan=0.0, posinf=2.0)
        chances = np.roll(np.fft.irfft(value, self.length), -(self.low % self.length))[: self.size]
        of_values = math.sqrt(2 * float((wrong * wrong).sum()) / self.length)
        of_transform = 5 * math.log2(self.length) * _ROUNDING * math.sqrt(2 * float((np.abs(value) ** 2).sum()) / self.length)
        return chances, math.sqrt(self.length) * (of_values + of_transform)


def _roots(length: int) -> Array:
    """exp(-2 pi i k / length) for all k, from the first eighth of the circle, where sine and cosine are nearest to exact."""
    import numpy as np

    eighth = np.arange(length // 8 + 1) * (2 * math.pi / length)
    cosine, sine = np.cos(eighth), np.sin(eighth)
    quarter = np.concatenate([cosine + 1j * sine, (sine[-2::-1] + 1j * cosine[-2::-1])])
    turn = np.concatenate([quarter[:-1], 1j * quarter[:-1]])
    return np.concatenate([turn, -turn]).conj()
