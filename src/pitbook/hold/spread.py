"""The distribution of an amount, as brackets of probability."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

Array = Any

TAIL: Final = 1e-12
"""What each bound on a tail may leave out."""
POINTS: Final = 1 << 22
"""The most points a window or a spread may have."""


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


def middle_of(bounds: tuple[float, float]) -> float:
    """The middle of a probability's bounds."""
    return (bounds[0] + bounds[1]) / 2


def certain(amount: int) -> Spread:
    """The distribution of an amount that is known."""
    import numpy as np

    known = np.array([0.0, 1.0])
    return Spread(amount - 1, 1, known, known)


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
