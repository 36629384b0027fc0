"""A distribution as bars: a table of them, and their figures as JSON values."""

from __future__ import annotations

import itertools
from typing import Any, Final

from pitbook.charts import round_edges
from pitbook.hold.spread import Spread, middle_of
from pitbook.par_table import share_text
from pitbook.payouts import MICROS, dollars, money
from pitbook.tables import Row, Table, amounts, left, right

BARS: Final = 20
BAR_WIDTH: Final = 40


def chart(spread: Spread, title: str, *, bars: int = BARS) -> Table:
    """The distribution as bars: what lies beyond 0.1% on each side is in the first and the last."""
    edges = _edges(spread, bars)
    chances = [spread.between(low, high - 1) for low, high in itertools.pairwise(edges)]
    chances[0] += middle_of(spread.below(edges[0]))
    chances[-1] += max(0.0, 1 - middle_of(spread.below(edges[-1])))
    highest = max(chances)
    rows, plain = [], []
    for n, chance in enumerate(chances):
        ends = ("" if n == 0 else dollars(edges[n]), "" if n == len(chances) - 1 else dollars(edges[n + 1]))
        plain.append(Row((*ends, share_text(chance, 6))))
        low, high = _whole_dollars(edges[n]), _whole_dollars(edges[n + 1])
        name = f"below {high}" if n == 0 else f"{low} or more" if n == len(chances) - 1 else f"{low} to {high}"
        rows.append(Row((name, share_text(chance, 2), bar(chance / highest))))
    columns = (*left("From, to below"), *right("Probability"), *left(""))
    bins = Table(title, (*amounts("From", "To below"), *right("Probability")), tuple(plain))
    return Table(title, columns, tuple(rows), plain=(bins,))


def bar(part: float, width: int = BAR_WIDTH) -> str:
    """A bar of eighths of a character."""
    eighths = round(part * width * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def chart_json(spread: Spread) -> list[dict[str, Any]]:
    """The bars as JSON values, money in dollars; what lies beyond the edges is in none of them."""
    edges = _edges(spread, BARS)
    return [
        {"from": money(low), "below": money(high), "probability": spread.between(low, high - 1)}
        for low, high in itertools.pairwise(edges)
    ]


def _edges(spread: Spread, bars: int) -> list[int]:
    """Round amounts that divide the middle of a distribution into about so many equal parts."""
    return round_edges(spread.quantile(0.001)[0], spread.quantile(0.999)[1], bars, spread.unit)


def _whole_dollars(micros: int) -> str:
    return f"{'-' if micros < 0 else ''}${abs(micros) // MICROS:,}" if micros % MICROS == 0 else dollars(micros)
