"""Tables as CSV: the title, the headings, the rows, the figures and an empty line for each."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from pitbook.tables import Table


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
            writer.writerow((table.title, *row.cells))
        for name, value in table.figures:
            writer.writerow((table.title, name, value))
    return buffer.getvalue()
