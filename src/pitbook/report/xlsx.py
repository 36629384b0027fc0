"""Any answer as a workbook: a worksheet for each table, figures as numbers in the form in which they are printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pitbook.report.xlsx_book import Book, Page, lines_needed, make, sheet_name
from pitbook.tables import Align, Document, Table

_WIDEST: Final = 60
_KEPT_DIGITS: Final = 15


def workbook(answer: Document) -> bytes:
    """The workbook of an answer; the same answer gives the same bytes."""
    return make(lambda book: _fill(book, answer), title=answer.title)


def _fill(book: Book, answer: Document) -> None:
    names: list[str] = []
    for table in answer.tables:
        names.append(sheet_name(table.title, [*names, "Contents"]))
    if len(names) > 3:
        _contents(book, answer, names)
    for name, table in zip(names, answer.tables, strict=True):
        _table(book, name, table)
    if not names:
        book.add(sheet_name(answer.title, [])).text(0, 0, answer.title, "title")


def _contents(book: Book, answer: Document, names: Sequence[str]) -> None:
    page = book.add("Contents", landscape=False)
    page.sheet.set_column(0, 0, 34)
    page.sheet.set_column(1, 1, 70)
    page.text(0, 0, answer.title, "title")
    for n, (name, table) in enumerate(zip(names, answer.tables, strict=True)):
        page.link(2 + n, 0, name, table.title)
        page.text(2 + n, 1, table.subtitle, "quiet")


def _table(book: Book, name: str, table: Table) -> None:
    page = book.add(name, header_row=3 if table.rows else None, landscape=len(table.columns) > 5)
    widths = _widths(table)
    for n, width in enumerate(widths):
        page.sheet.set_column(n, n, width)
    page.text(0, 0, table.title, "title")
    page.text(1, 0, table.subtitle, "subtitle")
    at = 3
    if table.rows:
        at = _grid(page, table, widths)
    for label, value in table.figures:
        page.text(at, 0, label, "quiet", "top")
        page.block(at, 1, max(1, len(widths) - 1), value, "wrap", widths=widths[1:] or widths)
        at += 1
    for note in table.notes:
        page.block(at, 0, len(widths) - 1, note, "note", widths=widths)
        at += 1


def _grid(page: Page, table: Table, widths: Sequence[float]) -> int:
    """Headings and rows; returns the row after them and an empty one."""
    for n, column in enumerate(table.columns):
        page.text(3, n, column.heading, "head", *_side(column.align))
    high = max(lines_needed(column.heading, width) for column, width in zip(table.columns, widths, strict=False))
    page.sheet.set_row(3, 18 * high)
    for at, row in enumerate(table.rows, start=4):
        high = 1
        for n, (column, text) in enumerate(zip(table.columns, row.cells, strict=True)):
            styles = ("line", *((row.mark,) if row.mark else ()))
            number = as_printed(text) if column.align is Align.RIGHT else None
            if number is not None:
                page.number(at, n, number[0], number[1], *styles, "right", "top")
            else:
                page.text(at, n, text, *styles, "wrap", *_side(column.align))
                high = max(high, lines_needed(text, widths[n]))
        if high > 1:
            page.sheet.set_row(at, 13.5 * high)
    return 4 + len(table.rows) + 1


def _side(align: Align) -> tuple[str, ...]:
    return ("right",) if align is Align.RIGHT else ()


def _widths(table: Table) -> list[float]:
    columns: list[list[str]] = [[column.heading] for column in table.columns]
    for row in table.rows:
        for n, text in enumerate(row.cells):
            columns[n].append(text)
    widths = [float(min(_WIDEST, max(8, *(len(text) + 2 for text in texts)))) for texts in columns]
    labels = max((len(label) + 2 for label, _ in table.figures), default=0)
    if len(widths) < 2:
        widths = [*widths, *([40.0] * (2 - len(widths)))]
    widths[0] = float(min(_WIDEST, max(widths[0], labels)))
    if sum(widths) < 70:
        widths[-1] += 70 - sum(widths) if not table.rows else 0
    return widths


# Figures that are numbers --------------------------------------------------------------------------------------------


def as_printed(text: str) -> tuple[float | int, str] | None:
    """The number a printed figure stands for and the number format that prints it again just so; None for other texts.

    >>> as_printed("22,100"), as_printed("4.58%"), as_printed("$1,000.00")
    ((22100, '#,##0'), (0.0458, '0.00%'), (1000.0, '"$"#,##0.00'))
    """
    match = re.fullmatch(r"(-?)(\$?)((?:[0-9]{1,3}(?:,[0-9]{3})+)|[0-9]+)(\.[0-9]+)?(%?)", text)
    if match is None:
        return None
    sign, dollar, whole, decimals, percent = match.group(1), match.group(2), match.group(3), match.group(4) or "", match.group(5)
    digits = whole.replace(",", "")
    if len((digits + decimals[1:]).lstrip("0")) > _KEPT_DIGITS or (len(digits) > 1 and digits.startswith("0")):
        return None
    grouped = "," in whole or (dollar and len(digits) < 4)
    if not grouped and len(digits) > 3 and dollar:
        return None
    pattern = ("#,##0" if grouped else "0") + ("." + "0" * (len(decimals) - 1) if decimals else "")
    pattern = ('"$"' if dollar else "") + pattern + percent
    scale = len(decimals) - 1 if decimals else 0
    integer = int(digits + decimals[1:]) * (-1 if sign else 1)
    if percent:
        scale += 2
    return (integer / 10**scale if scale else integer), pattern
