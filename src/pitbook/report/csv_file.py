"""Tables as CSV: the title, the headings, the rows, the figures and an empty line for each."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import Final

from pitbook.tables import Table

_FORMULA: Final = re.compile(r"[=@\t\r]|[+-](?!\$?[\d.,]+%?(?: [\w /%.,]*)?$)(?=.)")
"""What a spreadsheet would reckon out instead of showing it; signed figures are none."""


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
        for row in table.rows:
            writer.writerow([_as_text(each) for each in (table.title, *row.cells)])
        for name, value in table.figures:
            writer.writerow([_as_text(each) for each in (table.title, name, value)])
    return buffer.getvalue()


def _as_text(cell: str) -> str:
    """A name or note that looks like a formula gets an apostrophe before it."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
