"""Return against meter, as values for the typesetter: a straight line, with the meters that matter marked on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pitbook.par import ParSheet, pays_greater
from pitbook.par_table import dollar_text, share_text
from pitbook.payouts import MICROS


def meter_chart(sheet: ParSheet) -> dict[str, Any] | None:
    """The chart of a progressive; None for other wagers, where no row pays from the meter, and where it is no straight line.

    Places are fractions of the drawing's width and height, from its lower left corner.
    """
    figures = sheet.progressive
    if figures is None or not figures.expected_share or pays_greater(sheet):
        return None
    marks = list(_marks(sheet))
    right = _right_end(sheet, [meter for _, meter, _ in marks])
    slope = figures.expected_share / sheet.wager_micros

    def returned(meter: Fraction) -> Fraction:
        return figures.fixed_return + slope * meter

    low, high = _bounds([returned(Fraction(0)), returned(right), figures.long_run_return])

    def up(value: Fraction) -> float:
        return float((value - low) / (high - low))

    x_step = _nice(float(right) / MICROS / 5)
    y_step = _nice(float(high - low) / 5)
    bottom, top = float(low), float(high)
    return {
        "line": [up(returned(Fraction(0))), up(returned(right))],
        "x_ticks": [[n * x_step * MICROS / float(right), f"${n * x_step:,.0f}"] for n in _steps(x_step, float(right) / MICROS)],
        "y_ticks": [
            [up(Fraction(value)), f"{value * 100:.0f}%"]
            for value in (n * y_step for n in range(math.floor(bottom / y_step), math.ceil(top / y_step) + 1))
            if bottom <= value <= top
        ],
        "long_run": None if figures.long_run_return is None else up(figures.long_run_return),
        "even": up(Fraction(1)) if low < 1 < high else None,
        "marks": [
            {
                "x": float(meter / right),
                "y": up(returned(meter)),
                "color": color,
                "name": name,
                "meter": dollar_text(meter),
                "returned": share_text(returned(meter)),
            }
            for name, meter, color in marks
        ],
        "alt": f"Return against meter for {sheet.name}: " + _in_words(marks, returned),
    }


def _marks(sheet: ParSheet) -> Iterator[tuple[str, Fraction, str]]:
    """The meters that are marked: name, micro-dollars, colour."""
    figures = sheet.progressive
    assert figures is not None
    if figures.seed_micros is not None:
        yield "seed", figures.seed_micros, "seed"
    if sheet.meter_basis == "given" and sheet.meter_micros is not None:
        yield "meter of this sheet", sheet.meter_micros, "given"
    if figures.mean_meter_micros is not None:
        yield "mean meter at a hit", figures.mean_meter_micros, "mean"
    if figures.break_even_micros is not None:
        yield "break-even", figures.break_even_micros, "even"


def _in_words(marks: list[tuple[str, Fraction, str]], returned: Any) -> str:
    return "; ".join(f"{name} {dollar_text(meter)}, return {share_text(returned(meter))}" for name, meter, _ in marks)


def _right_end(sheet: ParSheet, meters: list[Fraction]) -> Fraction:
    """A little beyond the largest meter that is marked."""
    largest = max([*meters, sheet.meter_micros or Fraction(0), Fraction(sheet.wager_micros)])
    return largest * Fraction(112, 100)


def _bounds(values: list[Fraction | None]) -> tuple[Fraction, Fraction]:
    """The lowest and the highest return drawn, on whole tenths."""
    known = [value for value in values if value is not None]
    low = Fraction(math.floor(min(known) * 10), 10)
    high = Fraction(math.ceil(max(known) * 10), 10)
    return low, high if high > low else low + Fraction(1, 10)


def _nice(step: float) -> float:
    """The next of 1, 2, 2.5, 5 times a power of ten."""
    power = math.pow(10, math.floor(math.log10(step)))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= step * 0.999)


def _steps(step: float, end: float) -> range:
    return range(math.floor(end / step) + 1)
