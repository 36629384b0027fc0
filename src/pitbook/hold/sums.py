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
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby
from typing import Any

from pitbook.hold.lottery import Lottery, Repeated
from pitbook.hold.rare import Taken, cases_of, cheapest
from pitbook.hold.spread import POINTS, TAIL, Spread, certain
from pitbook.hold.transform import ROUNDING, Transform

Array = Any


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
    taken = cheapest(most, [min(each[n] for each in deals) for n in moving], points // 2)
    transform = Transform(taken.body.parts, taken.window[0], taken.size)
    return [
        _assembled([replace(part, deals=each[n]) for part, n in zip(most, moving, strict=True)], taken, transform, points).shifted(
            amount
        )
        for each, amount in zip(deals, fixed, strict=True)
    ]


def _assembled(parts: Sequence[Repeated], taken: Taken, transform: Transform, points: int) -> Spread:
    """The cases put together on one array of amounts."""
    import numpy as np

    body, (low, high) = taken.body, taken.window
    cases = sorted(cases_of(parts, taken.rare), key=lambda each: each.left)
    places = [each.amount + sum(n * part.base for n, part in zip(each.left, body.parts, strict=True)) for each in cases]
    first = min(places) + low * body.unit
    reach = max(places) + high * body.unit - first
    unit = reduce(math.gcd, (place - places[0] for place in places), body.unit)
    whole = reach // unit < points
    if not whole:
        unit = body.unit * -(-reach // (body.unit * points))
    chances = np.zeros(-(-reach // unit) + 1)
    error = 2 * TAIL + max(0.0, 1 - math.fsum(each.weight for each in cases))
    error += len(chances) * ROUNDING
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
