"""Powers and products of lotteries by Fourier transform, with a bound on the error of the arithmetic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from pitbook.hold.lattice import Steps

Array = Any

ROUNDING: Final = 2.0**-53
"""What one operation on floats may be off by, of its result."""


class Transform:
    """The transforms of several lotteries on one window, raised to powers and multiplied."""

    def __init__(self, parts: Sequence[Steps], low: int, size: int) -> None:
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
                self.rounding.append(np.log1p((len(part.steps) + 12) * ROUNDING / np.abs(value)) + 12 * ROUNDING)

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
        of_transform = 5 * math.log2(self.length) * ROUNDING * math.sqrt(2 * float((np.abs(value) ** 2).sum()) / self.length)
        return chances, math.sqrt(self.length) * (of_values + of_transform)


def _roots(length: int) -> Array:
    """exp(-2 pi i k / length) for all k, from the first eighth of the circle, where sine and cosine are nearest to exact."""
    import numpy as np

    eighth = np.arange(length // 8 + 1) * (2 * math.pi / length)
    cosine, sine = np.cos(eighth), np.sin(eighth)
    quarter = np.concatenate([cosine + 1j * sine, (sine[-2::-1] + 1j * cosine[-2::-1])])
    turn = np.concatenate([quarter[:-1], 1j * quarter[:-1]])
    return np.concatenate([turn, -turn]).conj()
