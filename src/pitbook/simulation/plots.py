"""Pictures of a simulation as SVG: the paths of the meters, the distribution of the hold. Plain lines, no library."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from pitbook.charts import counts_between, round_edges
from pitbook.choices import ChoiceError
from pitbook.payouts import MICROS
from pitbook.simulation.figures import MeterFigure, PeriodFigure, Simulated

WIDTH, HEIGHT = 860, 260
LEFT, RIGHT, TOP, BOTTOM = 92, 24, 44, 40
MOST_POINTS: Final = 1_200
_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1b1b1f}.t{font-weight:600;font-size:15px}.a{stroke:#8a8a95;stroke-width:1}"
    ".g{stroke:#d9d9e0;stroke-width:1}.l{fill:none;stroke:#1f5fbf;stroke-width:1.5}.b{fill:#1f5fbf}.r{text-anchor:end}.m{text-anchor:middle}"
    "@media(prefers-color-scheme:dark){text{fill:#ececf1}.g{stroke:#3a3a44}.l{stroke:#7fb0ff}.b{fill:#7fb0ff}}"
)


def check_folder(folder: Path) -> None:
    """Refuse a folder in which nothing can be written, before there is anything to write. Makes nothing."""
    place = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())
    if not place.is_dir():
        raise ChoiceError(f"--plots {folder}: {place} is no folder")
    if not os.access(place, os.W_OK | os.X_OK):
        raise ChoiceError(f"--plots {folder}: nothing can be written in {place}")


def write_plots(found: Simulated, folder: Path) -> list[Path]:
    """Write ``meters.svg`` and ``hold.svg`` into a folder, made if it is not there; what is empty is left out."""
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pictures(found).items():
            (folder / name).write_text(text, "utf-8")
            written.append(folder / name)
    except OSError as fault:
        raise ChoiceError(f"--plots {folder}: {fault.strerror or fault}") from fault
    return written


def pictures(found: Simulated) -> dict[str, str]:
    """The pictures by the names of their files; what is empty is left out."""
    every = {"meters.svg": meters_svg(found.meters), "hold.svg": periods_svg(found.periods)}
    return {name: text for name, text in every.items() if text}


def meters_svg(meters: Sequence[MeterFigure]) -> str:
    """The value of each meter round after round, one panel each."""
    return _page("Meters: what stood on them", [list(_path_panel(each)) for each in meters])


def periods_svg(periods: Sequence[PeriodFigure]) -> str:
    """How many periods had which result, one panel for each kind of table."""
    return _page("Results of the house by period", [list(_hold_panel(each)) for each in periods])


def _page(title: str, panels: Sequence[Sequence[str]]) -> str:
    if not panels:
        return ""
    height = HEIGHT * len(panels)
    body = "".join(f'<g transform="translate(0 {n * HEIGHT})">{"".join(panel)}</g>' for n, panel in enumerate(panels))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>{body}</svg>\n"
    )


def _path_panel(each: MeterFigure) -> Iterator[str]:
    points = thinned(each.path)
    last = points[-1][0] or 1
    edges = round_edges(0, max(value for _, value in points), 4)
    yield _title(f"{each.id}: {each.whole_awards:,} whole awards of {each.state.hits:,}")
    yield from _levels(edges)
    yield from (_text(_across(part / 4), HEIGHT - 14, f"{last * part // 4:,}", "m") for part in range(4))
    yield _text(WIDTH - RIGHT, HEIGHT - 14, f"{last:,} rounds", "r")
    line = " ".join(f"{_across(at / last):.1f},{_up(value, edges):.1f}" for at, value in points)
    yield f'<polyline class="l" points="{line}"/>'


def thinned(path: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """At most MOST_POINTS points of a path; of each stretch its lowest and its highest, so that no hit is lost."""
    if len(path) <= MOST_POINTS:
        return list(path)
    step = -(-2 * len(path) // MOST_POINTS)
    kept: list[tuple[int, int]] = []
    for at in range(0, len(path), step):
        stretch = path[at : at + step]
        kept.extend(sorted({min(stretch, key=lambda point: point[1]), max(stretch, key=lambda point: point[1])}))
    return kept


def _hold_panel(each: PeriodFigure) -> Iterator[str]:
    edges = round_edges(each.paid[0], each.paid[-1], 24)
    counts = counts_between(each.paid, edges)
    levels = round_edges(0, max(counts), 4)
    yield _title(f"{each.game}: {len(each.paid):,} periods of {each.rounds:,} rounds, awards charged when paid")
    yield from _levels(levels, money=False)
    width = (WIDTH - LEFT - RIGHT) / len(counts)
    for n, number in enumerate(counts):
        top = _up(number, levels)
        box = f'x="{LEFT + n * width + 1:.1f}" y="{top:.1f}" width="{width - 2:.1f}" height="{_up(0, levels) - top:.1f}"'
        yield f'<rect class="b" {box}/>'
    every = max(1, len(edges) // 6)
    for n in range(0, len(edges), every):
        yield _text(LEFT + n * width, HEIGHT - 14, _dollars(edges[n]), "m")


def _levels(edges: Sequence[int], *, money: bool = True) -> Iterator[str]:
    """Lines across the panel at round amounts, the lowest the axis."""
    for n, edge in enumerate(edges):
        at = _up(edge, edges)
        yield f'<line class="{"g" if n else "a"}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>'
        yield _text(LEFT - 8, at + 4, _dollars(edge) if money else f"{edge:,}", "r")


def _up(value: int, edges: Sequence[int]) -> float:
    return HEIGHT - BOTTOM - (value - edges[0]) / (edges[-1] - edges[0]) * (HEIGHT - TOP - BOTTOM)


def _across(part: float) -> float:
    return LEFT + part * (WIDTH - LEFT - RIGHT)


def _title(text: str) -> str:
    return _text(LEFT, 26, text, "t")


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _dollars(micros: int) -> str:
    return f"{'-' if micros < 0 else ''}${abs(micros) // MICROS:,}"
