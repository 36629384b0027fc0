"""Any answer as a typeset PDF. The templates are in ``typeset``; texts reach them as data and are never read as markup."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

from pitbook import __version__
from pitbook.tables import Align, Document, Table

_TEMPLATES: Final = Path(__file__).parent / "typeset"
_LONG_TEXT: Final = 34
UNDATED: Final = date(1980, 1, 1)

# How many characters of a size fit on a line of each paper, measured with the typeface used.
_PAPERS: Final = (
    ("us-letter", False, 9.5, 112),
    ("us-letter", True, 9.5, 150),
    ("us-letter", True, 8.0, 180),
    ("us-tabloid", True, 9.0, 255),
    ("us-tabloid", True, 7.0, 330),
)


def document(answer: Document) -> bytes:
    """The PDF of an answer; the same answer gives the same bytes."""
    paper, flipped, size = paper_for(answer.tables)
    data = {
        "title": answer.title,
        "paper": paper,
        "flipped": flipped,
        "size": size,
        "tables": [table_data(table) for table in answer.tables],
    }
    return typeset("document.typ", data)


def made_from() -> str:
    """What a paper was made from, for its foot: the version and the hash of the rulebook, as ``pitbook --version`` has them."""
    from pitbook.catalog import rulebook

    return f"Pitbook {__version__} · rulebook {rulebook().source_hash[:16]}"


def typeset(template: str, data: Any, day: date = UNDATED) -> bytes:
    """The PDF that a template makes of plain values. Only the typefaces in the compiler are used, never the machine's."""
    import typst

    stamp = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
    settings: dict[str, Any] = {
        "root": _TEMPLATES,
        "format": "pdf",
        "ignore_system_fonts": True,
        "sys_inputs": {"data": json.dumps(data, ensure_ascii=False)},
        "timestamp": stamp,
    }
    try:
        made: bytes = typst.compile(_TEMPLATES / template, pdf_standards="ua-1", **settings)
    except typst.TypstError:
        # An accessible file may hold no letter that the typefaces lack; such a text is set as far as they go.
        made = typst.compile(_TEMPLATES / template, **settings)
    return made


def page_count(template: str, data: Any) -> int:
    """How many pages a template makes that marks its number of pages with ``<pages>``."""
    import typst

    found = typst.query(
        _TEMPLATES / template,
        "<pages>",
        field="value",
        one=True,
        root=_TEMPLATES,
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
    )
    return int(json.loads(found))


def table_data(table: Table, *, full: bool = False) -> dict[str, Any]:
    """A table as the templates take it; a column of long texts is ``wide`` and shares the room that others leave.

    With ``full`` the table takes the whole width, whatever its texts: all its columns of text share what figures leave.
    """
    longest = _LONG_TEXT if not full else 0
    return {
        "title": table.title,
        "subtitle": table.subtitle,
        "columns": [
            {
                "heading": column.heading,
                "right": column.align is Align.RIGHT,
                "wide": _wide(table, n, longest) if column.align is Align.LEFT else 0,
            }
            for n, column in enumerate(table.columns)
        ],
        "rows": [{"cells": list(row.cells), "mark": row.mark} for row in table.rows],
        "figures": [list(pair) for pair in table.figures],
        "notes": list(table.notes),
    }


def paper_for(tables: Sequence[Table]) -> tuple[str, bool, float]:
    """The smallest paper, and the size of type, on which the widest table fits: paper, whether it lies, points."""
    needed = max((_line(table) for table in tables), default=0)
    for paper, flipped, size, characters in _PAPERS:
        if needed <= characters:
            return paper, flipped, size
    return _PAPERS[-1][:3]


def _line(table: Table) -> int:
    """The characters on a line of a table, long texts counted as if broken."""
    return sum(min(_LONG_TEXT, _longest(table, n)) + 3 for n in range(len(table.columns)))


def _longest(table: Table, n: int) -> int:
    return max(len(text) for text in [table.columns[n].heading, *(row.cells[n] for row in table.rows)])


def _wide(table: Table, n: int, longest: int) -> int:
    """The part of a column in the room that is shared: by the root of its texts' length, so that none is starved."""
    found = _longest(table, n)
    return 0 if found <= longest else max(2, round(math.sqrt(found) * 2))
