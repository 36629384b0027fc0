"""A table for a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.table import Table as RichTable
from rich.text import Text

from pitbook.tables import Align, Table

_STYLES = {"total": "bold", "best": "bold green", "warn": "yellow", "dim": "dim", "bad": "bold red"}
_PLAIN_WIDTH = 140


def renderable(table: Table) -> Any:
    """Something rich can print: title, rows, the figures under them, notes."""
    parts: list[Any] = [Text(table.title, style="bold")]
    if table.subtitle:
        parts.append(Text(table.subtitle, style="dim"))
    if table.rows:
        parts.append(_grid(table))
    if table.figures:
        parts.append(_figures(table))
    if table.notes:
        parts.append(_notes(table))
    return Group(*parts)


def _grid(table: Table) -> RichTable:
    grid = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=(0, 1))
    for column in table.columns:
        right = column.align is Align.RIGHT
        grid.add_column(column.heading, justify="right" if right else "left", no_wrap=right, overflow="fold")
    for row in table.rows:
        grid.add_row(*(Text(cell) for cell in row.cells), style=_STYLES.get(row.mark, ""), end_section=False)
    return grid


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


def show(tables: Iterable[Table], console: Console | None = None) -> None:
    """Print tables with an empty line between them."""
    target = console or Console(soft_wrap=False, width=None if _is_terminal() else _PLAIN_WIDTH, highlight=False)
    for n, table in enumerate(tables):
        if n:
            target.print()
        target.print(renderable(table))


def _is_terminal() -> bool:
    import sys

    return sys.stdout.isatty()


def text(table: Table, width: int = _PLAIN_WIDTH) -> str:
    """The table as plain text of a width."""
    buffer = io.StringIO()
    Console(file=buffer, width=width, color_system=None, highlight=False).print(renderable(table))
    return buffer.getvalue().rstrip("\n")
