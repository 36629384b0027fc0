"""Tables as CSV, for programs: each row begins with the title of its table; figures are plain numbers.

A count has no commas, an amount no dollar sign, a percentage is a fraction of 1, and ``1 in 460`` under ``1 in`` is 460. What
stands behind a figure, such as the exact quotient, has a cell of its own. A pay such as ``40 to 1`` and every other text stay as
they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

from pitbook.tables import Align, Column, Table

_FORMULA: Final = re.compile(r"[=@\t\r]|[+-](?!\$?[\d.,]+%?(?: [\w /%.,]*)?$)(?=.)")
"""What a spreadsheet would reckon out instead of showing it; signed figures are none."""


_NUMBER: Final = re.compile(r"([+-]?)\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(\.[0-9]+)?(%?)")


def text(tables: Iterable[Table]) -> str:
    """One CSV text; each row starts with the title of its table, so that many tables can be filtered in one sheet."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    headings: tuple[str, ...] | None = None
    for table in tables:
        names = ("table", *(column.heading for column in table.columns))
        if names != headings and table.rows:
            writer.writerow(names)
            headings = names
        for row in _rows(table):
            writer.writerow([_as_text(each) for each in (table.title, *row)])
    return buffer.getvalue()


def _rows(table: Table) -> Iterator[tuple[str, ...]]:
    for row in table.rows:
        yield tuple(_cell(column, given) for column, given in zip(table.columns, row.cells, strict=True))
    for name, value in table.figures:
        first, *behind = value.split("  ")  # as in "2.3167%  (128/5525)"
        yield name.strip(), plain(first), *(each.removeprefix("(").removesuffix(")") for each in behind)
    for note in table.notes:
        yield "note", note


def _cell(column: Column, given: str) -> str:
    if column.align is not Align.RIGHT:
        return given
    return plain(given.removeprefix("1 in ") if column.heading == "1 in" else given)


def plain(given: str) -> str:
    """A printed figure as a plain number; any other text as it is.

    >>> plain("22,100"), plain("4.58%"), plain("-$1,000.00"), plain("40 to 1")
    ('22100', '0.0458', '-1000.00', '40 to 1')
    """
    match = _NUMBER.fullmatch(given)
    if match is None:
        return given
    sign, whole, decimals, percent = match.groups()
    number = Decimal(("-" if sign == "-" else "") + whole.replace(",", "") + (decimals or ""))
    return f"{number.scaleb(-2) if percent else number:f}"


def _as_text(cell: str) -> str:
    """A name or note that looks like a formula gets an apostrophe before it."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
