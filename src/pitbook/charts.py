"""Round amounts for the axis of a chart, and counts between them."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence


def round_step(least: int, unit: int = 1) -> int:
    """1, 2 or 5 times a power of ten, at least so much and no finer than ``unit``."""
    size: int = 10 ** (len(str(max(least, 1))) - 1)
    step = next(times * size for times in (1, 2, 5, 10) if times * size >= least)
    return max(step, unit)


def round_edges(low: int, high: int, number: int, unit: int = 1) -> list[int]:
    """Round amounts from below ``low`` to above ``high``, about so many steps apart."""
    step = round_step(max(1, (high - low) // number), unit)
    first = low // step * step
    return [first + n * step for n in range((high - first) // step + 2)]


def counts_between(ordered: Sequence[int], edges: Sequence[int]) -> list[int]:
    """How many of some rising amounts lie from each edge to below the next."""
    places = [bisect_left(ordered, edge) for edge in edges]
    return [after - before for before, after in itertools.pairwise(places)]
