"""One table model for every answer: a title, columns, rows, notes. Renderers live in ``report``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

BEHIND: Final = "  "
"""What parts a figure from what is said behind it, as in ``2.3167%  (128/5525)``; a program is given the two apart."""


class Align(StrEnum):
    """How a column lines up."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True)
class Column:
    """A column: its heading, how it lines up, and the unit of its figures where that is one for all (``$``)."""

    heading: str
    align: Align = Align.LEFT
    unit: str = ""


@dataclass(frozen=True)
class Row:
    """One row of texts; ``mark`` names a style: ``total``, ``best``, ``warn``, ``dim`` or none.

    ``is_sum`` is for a row that adds up others: who adds up the column must leave it out.
    """

    cells: tuple[str, ...]
    mark: str = ""
    is_sum: bool = False


@dataclass(frozen=True)
class Table:
    """A titled table of texts with lines of notes below; ``figures`` are name-value pairs printed under the rows.

    Where more is said of a figure than its value, ``BEHIND`` parts the two. ``about`` says by name whose figures
    they are, as in ``("game", "three-card-poker")``; tables that follow are about the same.
    ``plain`` are the tables for programs, where the printed one joins several figures in a cell; none: the table itself.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    subtitle: str = ""
    figures: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    about: tuple[tuple[str, str], ...] = ()
    plain: tuple[Table, ...] = ()


@dataclass(frozen=True)
class Document:
    """Several tables that answer one question, and the same answer as JSON values."""

    title: str
    tables: Sequence[Table]
    data: Any = field(default=None, compare=False)


def left(*headings: str) -> tuple[Column, ...]:
    """Columns of text."""
    return tuple(Column(heading) for heading in headings)


def right(*headings: str) -> tuple[Column, ...]:
    """Columns of figures."""
    return tuple(Column(heading, Align.RIGHT) for heading in headings)


def amounts(*headings: str) -> tuple[Column, ...]:
    """Columns of dollars."""
    return tuple(Column(heading, Align.RIGHT, "$") for heading in headings)
