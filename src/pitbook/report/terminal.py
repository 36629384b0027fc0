"""A table for a terminal."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Any, Literal

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table as RichTable
from rich.text import Text

from pitbook.tables import Align, Table

_STYLES = {"total": "bold", "best": "bold green", "warn": "yellow", "dim": "dim", "bad": "bold red"}
_PLAIN_WIDTH = 120


def renderable(table: Table) -> Any:
    """Something rich can print: title, rows, the figures under them, notes."""
    parts: list[Any] = [Text(table.title, style="bold")]
    if table.subtitle:
        parts.append(Text(table.subtitle, style="dim"))
    if table.rows:
        parts.append(_Fitted(table))
    if table.figures:
        parts.append(_figures(table))
    if table.notes:
        parts.append(_notes(table))
    return Group(*parts)


class _Fitted:
    """A table's grid for the width it is printed at: folded between words where it can be, within words where it must."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        words = [_longest_word(self.table, n) for n in range(len(self.table.columns))]
        fits = sum(words) + 2 * len(words) + 2 <= options.max_width
        yield _grid(self.table, words if fits else None)


def _grid(table: Table, least: Sequence[int] | None = None) -> RichTable:
    grid = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=(0, 1))
    for n, column in enumerate(table.columns):
        side: Literal["left", "right"] = "right" if column.align is Align.RIGHT else "left"
        grid.add_column(column.heading, justify=side, overflow="fold", min_width=None if least is None else least[n])
    for row in table.rows:
        grid.add_row(*(Text(cell) for cell in row.cells), style=_STYLES.get(row.mark, ""))
    return grid


def _longest_word(table: Table, n: int) -> int:
    cells = (table.columns[n].heading, *(row.cells[n] for row in table.rows))
    return max((len(word) for cell in cells for word in cell.split()), default=1)


def _figures(table: Table) -> RichTable:
    grid = RichTable(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for name, value in table.figures:
        grid.add_row(Text(name), Text(value))
    return grid


def _notes(table: Table) -> RichTable:
    grid = RichTable(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for note in table.notes:
        grid.add_row(Text("·"), Text(note))
    return grid


def show(tables: Sequence[Table], console: Console | None = None) -> None:
    """Print tables with an empty line between them; a pipe or a file gets them as wide as COLUMNS says, else as they are."""
    asked = sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal()
    target = console or Console(width=None if asked else _width_of(tables), highlight=False)
    for n, table in enumerate(tables):
        if n:
            target.print()
        target.print(renderable(table))


def _width_of(tables: Sequence[Table]) -> int:
    """The widest table's own width, and at least a page's."""
    measure = Console(width=10_000, color_system=None)
    widths = [measure.measure(_grid(table)).maximum for table in tables if table.rows]
    return max(_PLAIN_WIDTH, *widths, 0)


def text(table: Table, width: int | None = None) -> str:
    """The table as plain text; as wide as it is where no width is given."""
    buffer = io.StringIO()
    Console(file=buffer, width=width or _width_of([table]), color_system=None, highlight=False).print(renderable(table))
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines())
