"""What one deal brings, as whole amounts with whole weights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


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
