"""The path of a meter as a picture: steps over time, a mark at each award, a table of the same for who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from html import escape
from typing import Final

from pitbook.charts import round_edges
from pitbook.ledger.events import utc_time
from pitbook.payouts import MICROS, dollars
from pitbook.web.progressives.meter_view import Point, thinned

WIDTH, HEIGHT = 760, 260
LEFT, RIGHT, TOP, BOTTOM = 84, 16, 14, 34
_UNIT: Final = 10_000


def path_svg(path: Sequence[Point], name: str, marks: Sequence[tuple[str, int]] = ()) -> str:
    """The picture; ``marks`` are names and amounts of lines across it, such as the break-even, drawn where they fit in."""
    points = thinned(path)
    if len(points) < 2:
        return '<p class="pb-note">The path is drawn once the meter has moved.</p>'
    first, last = utc_time(points[0].at), utc_time(points[-1].at)
    span = max((last - first).total_seconds(), 1e-3)
    values = [each.value for each in points]
    low, high = min(values), max(values)
    near = [(words, value) for words, value in marks if low - (high - low) <= value <= high + (high - low)]
    edges = round_edges(min([low, *(value for _, value in near)]), max([high, *(value for _, value in near)]), 4, _UNIT)

    def across(at: str) -> float:
        return LEFT + (utc_time(at) - first).total_seconds() / span * (WIDTH - LEFT - RIGHT)

    def up(value: float) -> float:
        return HEIGHT - BOTTOM - (value - edges[0]) / (edges[-1] - edges[0]) * (HEIGHT - TOP - BOTTOM)

    parts = [*_levels(edges, up), *_times(first, last)]
    steps = f"M{across(points[0].at):.1f},{up(points[0].value):.1f}" + "".join(
        f"H{across(each.at):.1f}V{up(each.value):.1f}" for each in points[1:]
    )
    parts.append(f'<path class="line s1" d="{steps}"/>')
    for words, value in near:
        y = up(value)
        parts.append(f'<line class="line s3 dash" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT}" y="{y - 5:.1f}" text-anchor="end">{escape(words)}</text>')
    parts.extend(
        f'<circle class="f2 dot" r="5" cx="{across(each.at):.1f}" cy="{up(each.value):.1f}"><title>{escape(each.move)}, '
        f"{escape(each.at[:19])}: {dollars(each.value)}</title></circle>"
        for each in points
        if each.move == "award"
    )
    awards = sum(each.move == "award" for each in points)
    hits = f"{awards} award" + ("" if awards == 1 else "s")
    said = f"{name}: from {dollars(values[0])} to {dollars(values[-1])} in {len(path)} moves, {hits}"
    return (
        f'<figure class="pb-chart"><figcaption>What stood on it</figcaption><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(said)}">{"".join(parts)}</svg>'
        f'<p class="pb-note">{escape(said)}. A dot is an award; times are UTC.</p></figure>'
    )


def _levels(edges: Sequence[int], up: object) -> Iterator[str]:
    assert callable(up)
    for n, edge in enumerate(edges):
        y = up(edge)
        kind = "grid" if n else "axis"
        yield f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        words = dollars(edge) if edges[1] - edges[0] < MICROS else f"${edge // MICROS:,}"
        yield f'<text class="m" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{words}</text>'


def _times(first: datetime, last: datetime) -> Iterator[str]:
    span = last - first
    form = "%H:%M:%S" if span < timedelta(hours=1) else "%d %b %H:%M" if span < timedelta(days=4) else "%d %b %Y"
    for n in range(4):
        x = LEFT + n / 3 * (WIDTH - LEFT - RIGHT)
        anchor = ("start", "middle", "middle", "end")[n]
        yield f'<text class="m" x="{x:.1f}" y="{HEIGHT - 10}" text-anchor="{anchor}">{(first + span * n / 3).strftime(form)}</text>'
