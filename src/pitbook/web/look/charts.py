"""Charts as drawings in the page: lines, areas and columns over axes, with the same figures in words or in a table.

Colours are tokens of the theme, so that a drawing follows it; series differ by dashes as well, marks by numbers. Values are floats:
drawings are the last print.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final, Literal

from pitbook.tables import Table
from pitbook.web.look.widgets import table_html

WIDTH: Final = 720
HEIGHT: Final = 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 20, 18, 44
_DASHES: Final = ("", "dash", "dots", "dash")

Place = Callable[[float], float]


@dataclass(frozen=True)
class Axis:
    """An axis: what it measures, its ends and its ticks, each a value and its words."""

    name: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class Series:
    """Values to draw: points as (x, y). ``kind`` area fills down to the axis, columns fill from each x to the next."""

    name: str
    points: tuple[tuple[float, float], ...]
    kind: Literal["line", "area", "columns"] = "line"
    colour: int = 1
    dashed: bool = False


@dataclass(frozen=True)
class Mark:
    """A numbered point with its words; they stand below the drawing."""

    x: float
    y: float
    name: str
    words: str
    colour: int = 1


@dataclass(frozen=True)
class Level:
    """A straight line across: at a y (``across`` "x") or at an x (``across`` "y"), with words."""

    at: float
    words: str
    across: Literal["x", "y"] = "x"
    colour: int = 2


def nice_axis(name: str, low: float, high: float, words: str = "{:,.0f}", steps: int = 5) -> Axis:
    """An axis over at least these values whose ticks are round; ``words`` is a format for them."""
    span = (high - low) or abs(high) or 1.0
    power = 10.0 ** math.floor(math.log10(span / steps))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= span / steps * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple((n * step, words.format(n * step)) for n in range(first, max(last, first + 1) + 1))
    return Axis(name, ticks[0][0], ticks[-1][0], ticks)


def plot_html(
    title: str,
    series: Sequence[Series],
    x: Axis,
    y: Axis,
    *,
    marks: Sequence[Mark] = (),
    levels: Sequence[Level] = (),
    alt: str = "",
    table: Table | None = None,
) -> str:
    """A figure: the drawing, its legend, and ``table`` folded below it. ``alt`` says in words what the drawing shows."""

    def across(value: float) -> float:
        return _LEFT + (value - x.low) / ((x.high - x.low) or 1) * (WIDTH - _LEFT - _RIGHT)

    def up(value: float) -> float:
        return HEIGHT - _BOTTOM - (value - y.low) / ((y.high - y.low) or 1) * (HEIGHT - _TOP - _BOTTOM)

    parts = [*_grid(x, y, across, up)]
    for each in series:
        parts.append(_drawn(each, across, up, up(max(y.low, min(0.0, y.high)))))
    for level in levels:
        parts.append(_level(level, across, up))
    for n, mark in enumerate(marks, 1):
        parts.append(_mark(n, mark, across(mark.x), up(mark.y)))
    words = alt or f"{title}: " + "; ".join(f"{mark.name} {mark.words}" for mark in marks)
    legend = _legend(series if len(series) > 1 else (), marks)
    folded = ""
    if table is not None:
        folded = (
            f'<details class="pb-more"><summary>The figures of this chart as a table</summary><div class="in">'
            f"{table_html(table)}</div></details>"
        )
    drawing = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(words)}">{"".join(parts)}</svg>'
    return f'<figure class="pb-chart"><figcaption>{escape(title)}</figcaption>{drawing}{legend}{folded}</figure>'


def _grid(x: Axis, y: Axis, across: Place, up: Place) -> Iterator[str]:
    bottom = HEIGHT - _BOTTOM
    for n, (value, words) in enumerate(y.ticks):
        at = up(value)
        yield f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>'
        minor = " minor" if n % 2 else ""
        yield f'<text class="m{minor}" x="{_LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{escape(words)}</text>'
    for n, (value, words) in enumerate(x.ticks):
        at = across(value)
        minor = " minor" if n % 2 else ""
        yield f'<line class="axis" x1="{at:.1f}" x2="{at:.1f}" y1="{bottom}" y2="{bottom + 5}"/>'
        yield f'<text class="m{minor}" x="{at:.1f}" y="{bottom + 20}" text-anchor="middle">{escape(words)}</text>'
    yield f'<line class="axis" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{bottom}" y2="{bottom}"/>'
    yield f'<text class="m" x="{WIDTH - _RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{escape(x.name)}</text>'
    yield f'<text class="m" x="{_LEFT - 8}" y="{_TOP - 6}">{escape(y.name)}</text>'


def _drawn(each: Series, across: Place, up: Place, zero: float) -> str:
    if not each.points:
        return ""
    points = [(across(px), up(py)) for px, py in each.points]
    if each.kind == "columns":
        bars = []
        for (left, top), (right, _) in pairwise(points):
            height, start = abs(zero - top), min(top, zero)
            bars.append(
                f'<rect x="{left + 0.5:.1f}" y="{start:.1f}" width="{max(right - left - 1, 0.5):.1f}" height="{height:.1f}"/>'
            )
        return f'<g class="f{each.colour}">{"".join(bars)}</g>'
    track = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
    if each.kind == "area":
        return (
            f'<polygon class="area f{each.colour}" points="{points[0][0]:.1f},{zero:.1f} {track} {points[-1][0]:.1f},{zero:.1f}"/>'
        )
    dash = "dash" if each.dashed else _DASHES[(each.colour - 1) % len(_DASHES)]
    return f'<polyline class="line s{each.colour} {dash}" points="{track}"/>'


def _level(level: Level, across: Place, up: Place) -> str:
    if level.across == "x":
        at = up(level.at)
        line = f'x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{at:.1f}" y2="{at:.1f}"'
        words = f'<text x="{_LEFT + 8}" y="{at - 6:.1f}">{escape(level.words)}</text>'
    else:
        at = across(level.at)
        line = f'x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP}" y2="{HEIGHT - _BOTTOM}"'
        words = f'<text x="{at + 6:.1f}" y="{_TOP + 10}">{escape(level.words)}</text>'
    return f'<line class="line s{level.colour} dash" {line}/>{words}'


def _mark(n: int, mark: Mark, x: float, y: float) -> str:
    return (
        f'<line class="s{mark.colour} dots" x1="{x:.1f}" x2="{x:.1f}" y1="{y:.1f}" y2="{HEIGHT - _BOTTOM}"/>'
        f'<circle class="dot f{mark.colour}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
        f'<text x="{min(max(x, _LEFT + 10), WIDTH - _RIGHT - 8):.1f}" y="{max(y - 10, 12):.1f}" text-anchor="middle">{n}</text>'
    )


def _legend(series: Sequence[Series], marks: Sequence[Mark]) -> str:
    lines = "".join(
        f'<li><svg class="key" viewBox="0 0 28 8" aria-hidden="true"><line class="line s{each.colour} '
        f'{"dash" if each.dashed else _DASHES[(each.colour - 1) % len(_DASHES)]}" x1="1" x2="27" y1="4" y2="4"/></svg>'
        f"{escape(each.name)}</li>"
        for each in series
    )
    numbers = "".join(
        f'<li><span class="no f{mark.colour}">{n}</span>{escape(mark.name)}: <b>{escape(mark.words)}</b></li>'
        for n, mark in enumerate(marks, 1)
    )
    return f'<ul class="legend">{lines}{numbers}</ul>' if lines or numbers else ""
