"""Reads the tables of a clause: cells apart by pipes, and cells set off by blanks only, also when broken over lines.

Lines that look like a table and were not read as one are found as well (:func:`unread_lines`), so that nobody takes what they hold
for compared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from pitbook.audit.tokens import NUMBER
from pitbook.names import slug


@dataclass(frozen=True)
class Cell:
    """A printed text and its line, counted from 1; an empty cell is an empty text."""

    text: str
    line: int


@dataclass(frozen=True)
class PrintedRow:
    """A row as printed: its name and its cells, which may be fewer or more than the columns."""

    name: Cell
    cells: tuple[Cell, ...]

    @cached_property
    def key(self) -> str:
        """The name as an id."""
        return slug(self.name.text)


@dataclass(frozen=True)
class PrintedTable:
    """A table as printed: the caption above it, the heading of the row names, those of the columns, the rows."""

    caption: Cell | None
    corner: Cell | None
    headings: tuple[Cell, ...]
    rows: tuple[PrintedRow, ...]


Line = tuple[int, str]
EVERY_HAND: Final = "every hand"
MOST_COLUMNS: Final = 50
"""A line with more cells is none of a table: what it holds is read as a sentence."""

_HEADING = r"(?:Paytable(?:\s+[A-Z0-9]{1,2})?(?!\w)|Payouts?|Envy\s+Bonus)"
_VALUE = (
    rf"(?:\$?{NUMBER}\s+(?:to|for)\s+{NUMBER}"
    rf"|{NUMBER}%(?:\s+(?:of\s+)?(?:the\s+)?(?:progressive\s+meter|progressive|meter))?"
    rf"|\${NUMBER}|{NUMBER}[x×]|N/A|Push)"
)
_HEADER_LINE: Final = re.compile(
    rf"(?:(?P<corner>Hand|Outcome)\s+)?(?P<headings>{_HEADING}(?:\s+{_HEADING}){{0,{MOST_COLUMNS - 1}}})", re.IGNORECASE
)
_HEADINGS: Final = re.compile(_HEADING, re.IGNORECASE)
_ROW_LINE: Final = re.compile(rf"(?:(?P<name>.*?)\s+)?(?P<values>{_VALUE}(?:\s+{_VALUE}){{0,{MOST_COLUMNS - 1}}})", re.IGNORECASE)
_VALUES: Final = re.compile(_VALUE, re.IGNORECASE)
_HEADER_CELL: Final = re.compile(r"pay ?table|payout|envy", re.IGNORECASE)
_PAYTABLE_NAME: Final = re.compile(r"Paytable\s+\w+", re.IGNORECASE)
_BORDER: Final = re.compile(r"(?<!\\)\|")
"""A pipe between cells; one behind a backslash is a sign in a cell."""
_RULE: Final = re.compile(r"(?=.*[-=_])[|+\s:=_-]+")
_LONGEST_NAME: Final = 14


@lru_cache(maxsize=1024)
def split_tables(lines: tuple[Line, ...]) -> tuple[tuple[PrintedTable, ...], tuple[Line, ...]]:
    """The tables of a clause, in order, and the lines that are sentences."""
    reader = _Reader()
    for line in lines:
        reader.take(line)
    reader.end_table()
    return tuple(reader.tables), tuple(reader.sentences)


@dataclass
class _Reader:
    """Takes the lines of a clause one by one; a table is open once a heading, or a sentence that ends in a colon, came."""

    tables: list[PrintedTable] = field(default_factory=list)
    sentences: list[Line] = field(default_factory=list)
    caption: Cell | None = None
    header: list[Cell] | None = None
    rows: list[PrintedRow] = field(default_factory=list)
    waiting: Cell | None = None
    values: list[Cell] = field(default_factory=list)
    open: bool = False

    def take(self, line: Line) -> None:
        number, text = line
        if not text or _RULE.fullmatch(text):
            return
        if 0 < len(_BORDER.findall(text)) <= MOST_COLUMNS + 2:
            self._take_pipes(number, text)
        elif header := _HEADER_LINE.fullmatch(text):
            headings = [header["corner"] or "", *_HEADINGS.findall(header["headings"])]
            self._new_header([Cell(each, number) for each in headings])
        elif self.open and text.startswith("$") and not _ROW_LINE.fullmatch(text):
            self.end_table()
            self.caption, self.open = Cell(text, number), True
        elif self.open and (row := _ROW_LINE.fullmatch(text)):
            self._take_row(number, row["name"], _VALUES.findall(row["values"]))
        elif self.open and not text.endswith((".", ";", ",", ":")) and len(text.split()) <= _LONGEST_NAME:
            self._flush()
            self.waiting = Cell(text, number)
        else:
            self.end_table()
            self.sentences.append(line)
            self.open = text.endswith(":")

    def _take_pipes(self, number: int, text: str) -> None:
        self._flush()
        first, *others = _BORDER.split(text)
        texts = [*([first] if first else []), *others[:-1], *([others[-1]] if others[-1] else [])] or [""]
        cells = [Cell(each.replace("\\|", "|").strip(), number) for each in texts]
        self.open = True
        if _is_header(cells):
            self._new_header(cells)
        else:
            self.rows.append(PrintedRow(cells[0], tuple(cells[1:])))

    def _take_row(self, number: int, name: str | None, values: list[str]) -> None:
        cells = [Cell(each, number) for each in values]
        if name:
            self._flush()
            self.rows.append(PrintedRow(Cell(name, number), tuple(cells)))
        else:
            self.values.extend(cells)

    def _flush(self) -> None:
        """Ends a row whose name stood on a line of its own: the values came on later lines, or never."""
        if self.waiting is not None or self.values:
            name = self.waiting or Cell("", self.values[0].line)
            self.rows.append(PrintedRow(name, tuple(self.values)))
        self.waiting, self.values = None, []

    def _new_header(self, cells: list[Cell]) -> None:
        self._flush()
        caption = None
        if self.caption and not self.header and not self.rows:
            caption, self.caption = self.caption, None
        self.end_table()
        self.caption, self.header, self.open = caption, cells, True

    def end_table(self) -> None:
        self._flush()
        if self.rows or self.header or self.caption:
            self.tables.append(_table(self.caption, self.header, self.rows))
        self.caption, self.header, self.rows, self.open = None, None, [], False


def _is_header(cells: Sequence[Cell]) -> bool:
    valued = any(_VALUES.fullmatch(each.text) for each in cells[1:])
    return not valued and any(_HEADER_CELL.search(each.text) for each in cells)


def _table(caption: Cell | None, header: list[Cell] | None, rows: list[PrintedRow]) -> PrintedTable:
    if header is None and 0 < len(rows) <= MOST_COLUMNS and all(_PAYTABLE_NAME.fullmatch(row.name.text) for row in rows):
        return _turned(caption, rows)
    corner, headings = _headings(header or [], rows)
    return PrintedTable(caption, corner, headings, tuple(rows))


def _turned(caption: Cell | None, rows: Sequence[PrintedRow]) -> PrintedTable:
    """A list of paytables with one figure each: the paytables are its columns."""
    cells = tuple(row.cells[0] if row.cells else Cell("", row.name.line) for row in rows)
    extra = [PrintedRow(row.name, row.cells[1:]) for row in rows if len(row.cells) > 1]
    every = PrintedRow(Cell(EVERY_HAND, rows[0].name.line), cells)
    return PrintedTable(caption, None, tuple(row.name for row in rows), (every, *extra))


def _headings(header: Sequence[Cell], rows: Sequence[PrintedRow]) -> tuple[Cell | None, tuple[Cell, ...]]:
    """The heading of the row names and those of the columns; the first may be lost, so the rows decide whether it is there."""
    named = list(header)
    while named and not named[-1].text:
        named.pop()
    widest = max((len(row.cells) for row in rows), default=0)
    lost = bool(named) and _HEADER_CELL.search(named[0].text) is not None and len(named) <= widest
    if lost or not named:
        return None, tuple(named)
    return named[0] if named[0].text else None, tuple(named[1:])


# Lines that look like a table ----------------------------------------------------------------------------------------

_LOOSE: Final = rf"(?:{_VALUE}|{NUMBER}\s*[:/]\s*{NUMBER})"
"""A figure, or odds in a form that the texts do not print: ``35:1``."""

_APART: Final = r"[\s,;:/.•·–—|\\-]+"
_TABLE_LIKE: Final = re.compile(
    rf"(?P<name>\D.*?){_APART}(?P<values>{_LOOSE}(?:{_APART}{_LOOSE}){{0,{MOST_COLUMNS - 1}}})[\s,;|\\]*", re.IGNORECASE
)
_LOOSE_VALUES: Final = re.compile(_LOOSE, re.IGNORECASE)
_LONGEST_LINE: Final = 400
_ALONE: Final = 3
"""From so many figures on a line is like a row of a table though none stands beside it."""


def unread_lines(tables: Sequence[PrintedTable], sentences: Sequence[Line]) -> tuple[int, ...]:
    """The numbers of lines that look like rows of a table and were not read as such.

    Like a row is a short name with nothing but figures behind it: two such lines one below the other, or a line with three
    figures. Also a row of a table whose name holds its figures, in a form that is none of ours.
    """
    found: set[int] = set()
    before: int | None = None
    for place, (number, text) in enumerate(sentences):
        figures = _figures_at_end(text)
        if figures and before is not None and before == place - 1:
            found.add(sentences[before][0])
            found.add(number)
        if figures >= _ALONE:
            found.add(number)
        before = place if figures else None
    for row in (row for table in tables for row in table.rows):
        if _figures_at_end(row.name.text):
            found.add(row.name.line)
    return tuple(sorted(found))


def _figures_at_end(text: str) -> int:
    if len(text) > _LONGEST_LINE:
        return 0
    match = _TABLE_LIKE.fullmatch(text)
    if match is None or len(match["name"].split()) > _LONGEST_NAME:
        return 0
    return len(_LOOSE_VALUES.findall(match["values"]))
