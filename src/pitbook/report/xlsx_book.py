"""What every workbook here shares: one look, sheet names, texts as texts, the same bytes from the same input."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

INK: Final = "#1B1B1F"
NAVY: Final = "#1F3A5F"
GREY: Final = "#4A4A55"
RULE: Final = "#C9CCD6"
INPUT_FILL: Final = "#FFF6CC"
INPUT_INK: Final = "#0B3D91"
SHADE: Final = "#EEF1F6"

UNDATED: Final = datetime(1980, 1, 1)
"""The day of a file whose content has none: the clock is never asked."""

LONGEST_INTEGER: Final = 10**15
"""A spreadsheet keeps 15 digits; an integer from here on is written as text."""

_NAMED: Final[dict[str, dict[str, Any]]] = {
    "title": {"bold": True, "font_size": 16, "font_color": NAVY},
    "subtitle": {"font_color": GREY},
    "section": {"bold": True, "font_size": 12, "font_color": NAVY, "bottom": 2, "bottom_color": NAVY},
    "head": {"bold": True, "font_color": "#FFFFFF", "bg_color": NAVY, "text_wrap": True, "valign": "vcenter"},
    "right": {"align": "right"},
    "center": {"align": "center"},
    "indent": {"indent": 1},
    "top": {"valign": "top"},
    "wrap": {"text_wrap": True, "valign": "top"},
    "bold": {"bold": True},
    "note": {"font_color": GREY, "text_wrap": True, "valign": "top", "font_size": 9},
    "quiet": {"font_color": GREY},
    "line": {"bottom": 1, "bottom_color": RULE},
    "total": {"bold": True, "top": 2, "top_color": INK, "bg_color": SHADE},
    "input": {"bg_color": INPUT_FILL, "font_color": INPUT_INK, "border": 1, "border_color": "#B8A85A"},
    "link": {"font_color": INPUT_INK, "underline": 1},
    "sign": {"bottom": 1, "bottom_color": INK},
    "best": {"bold": True, "bg_color": "#E6F4E8"},
    "warn": {"bg_color": "#FFF3D6"},
    "bad": {"bg_color": "#FBE3E3"},
    "dim": {"font_color": GREY},
    "big": {"bold": True, "font_size": 14},
}

Value = Fraction | float | int | str


@dataclass
class Book:
    """A workbook in the making; formats are made once for each combination of styles."""

    workbook: Workbook
    buffer: io.BytesIO
    formats: dict[tuple[tuple[str, ...], str | None], Format] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def style(self, *names: str, num: str | None = None) -> Format:
        """The format of some named styles and a number format."""
        key = (names, num)
        if key not in self.formats:
            properties: dict[str, Any] = {"font_name": "Calibri", "font_size": 10, "font_color": INK}
            for name in names:
                properties.update(_NAMED[name])
            if num is not None:
                properties["num_format"] = num
            self.formats[key] = self.workbook.add_format(properties)
        return self.formats[key]

    def add(self, name: str, *, header_row: int | None = None, landscape: bool = True, footer: str = "") -> Page:
        """A worksheet on US letter, one page wide; the rows down to ``header_row`` stay in view and are printed on every page."""
        sheet = self.workbook.add_worksheet(name)
        self.names.append(name)
        sheet.hide_gridlines(2)
        sheet.set_paper(1)
        sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
        sheet.fit_to_pages(1, 0)
        if landscape:
            sheet.set_landscape()
        left = footer.replace("&", "&&")
        sheet.set_footer(f"&L&8{left}&R&8{name.replace('&', '&&')} · &P of &N")
        if header_row is not None:
            sheet.freeze_panes(header_row + 1, 0)
            sheet.repeat_rows(header_row)
        return Page(self, sheet, name)


@dataclass
class Page:
    """A worksheet with the few ways of writing that are used here. Rows and columns count from 0."""

    book: Book
    sheet: Worksheet
    name: str

    def text(self, row: int, column: int, text: str, *styles: str) -> None:
        """A text as it is: it is never taken for a formula or a link."""
        self.sheet.write_string(row, column, text, self.book.style(*styles))

    def number(self, row: int, column: int, value: Value | None, num: str, *styles: str) -> None:
        """A number; a text where it is one, or has more digits than a spreadsheet keeps; an empty cell for None."""
        form = self.book.style(*styles, num=num)
        if value is None:
            self.sheet.write_blank(row, column, None, form)
        elif isinstance(value, str):
            self.sheet.write_string(row, column, value, self.book.style(*styles, "right"))
        elif isinstance(value, int) and abs(value) >= LONGEST_INTEGER:
            self.sheet.write_string(row, column, f"{value:,}", self.book.style(*styles, "right"))
        else:
            self.sheet.write_number(row, column, as_number(value), form)

    def formula(self, row: int, column: int, formula: str, value: Value, num: str, *styles: str) -> None:
        """A formula with its exact value beside it, so that the figure stands before anything is computed."""
        shown = value if isinstance(value, str) else as_number(value)
        self.sheet.write_formula(row, column, f"={formula}", self.book.style(*styles, "right", num=num), shown)

    def block(self, row: int, first: int, last: int, text: str, *styles: str, widths: Iterable[float] = ()) -> None:
        """A text over several columns; with their widths the row is made high enough for it."""
        if first == last:
            self.text(row, first, text, *styles)
        else:
            self.sheet.merge_range(row, first, row, last, "", self.book.style(*styles))
            self.text(row, first, text, *styles)
        room = sum(widths)
        if room:
            self.sheet.set_row(row, 13.5 * lines_needed(text, room))

    def link(self, row: int, column: int, target: str, text: str, *styles: str) -> None:
        """A link to the first cell of another sheet."""
        self.sheet.write_url(row, column, f"internal:{quoted(target)}!A1", self.book.style(*styles, "link"), text)


def make(fill: Callable[[Book], None], *, title: str, created: datetime = UNDATED, author: str = "") -> bytes:
    """The bytes of the workbook that ``fill`` writes."""
    buffer = io.BytesIO()
    workbook = Workbook(buffer, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    workbook.set_properties({"title": title, "author": author, "comments": "Made by Pitbook", "created": created})
    workbook.set_calc_mode("auto")
    fill(Book(workbook, buffer))
    workbook.close()
    return buffer.getvalue()


def as_number(value: Fraction | float | int) -> float | int:
    """The nearest number a spreadsheet holds."""
    return value if isinstance(value, int) else float(value)


def lines_needed(text: str, room: float) -> int:
    """How many lines a text takes in a cell of a width (in characters)."""
    return sum(max(1, -(-len(part) // max(1, int(room)))) for part in text.split("\n"))


def cell(row: int, column: int) -> str:
    """``$B$7``, for rows and columns from 0."""
    text: str = xl_rowcol_to_cell(row, column, row_abs=True, col_abs=True)
    return text


def column_range(column: int, first: int, last: int) -> str:
    """``$F$6:$F$11``."""
    name = xl_col_to_name(column)
    return f"${name}${first + 1}:${name}${last + 1}"


def quoted(name: str) -> str:
    """A sheet's name as formulas and links write it."""
    return "'" + name.replace("'", "''") + "'"


def sheet_name(wanted: str, taken: Iterable[str]) -> str:
    """A name a worksheet may have: at most 31 characters, none of ``[]:*?/\\``, and no other sheet's."""
    used = {name.lower() for name in taken}
    text = re.sub(r"\s+", " ", re.sub(r"[\[\]:*?/\\]", " ", wanted)).strip(" '") or "Sheet"
    name, n = text[:31].rstrip(" '"), 1
    while name.lower() in used or name.lower() == "history":
        n += 1
        tail = f" ({n})"
        name = text[: 31 - len(tail)].rstrip() + tail
    return name
