"""Compares the tables of a clause with the rulebook's columns, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pitbook.audit.align import Match, align
from pitbook.audit.expected import ENVY, PAYOUT, TERM_ROWS, BookColumn, BookSection, ColumnKind
from pitbook.audit.findings import Findings, same
from pitbook.audit.printed import Cell, PrintedRow, PrintedTable
from pitbook.audit.report import Difference, What
from pitbook.audit.sections import TextClause


@dataclass(frozen=True)
class _Column:
    """A printed column: its key, its heading, and the rulebook's columns it stands for."""

    key: str
    heading: Cell
    books: tuple[BookColumn, ...] = ()

    @property
    def shown(self) -> str:
        return self.books[0].heading if self.books else _heading_of(self.key)


@dataclass(frozen=True)
class _Line:
    """A printed row as it is compared: a row that prints two terms in one (``Seed/reseed``) stands twice, once as an echo."""

    key: str
    name: Cell
    cells: tuple[Cell, ...]
    echo: bool = False


def compare_tables(clause: TextClause, label: str, book: BookSection, findings: Findings) -> None:
    """Every cell, heading, caption and row name of a clause's tables, and the rulebook's columns that no table has."""
    if not clause.tables:
        report_missing_columns(label, book, findings)
        return
    wanted: dict[str, list[BookColumn]] = {}
    for column in book.columns_of(label):
        wanted.setdefault(_key(column.kind is ColumnKind.TERMS, column.heading), []).append(column)
    printed = [(n, column) for n, table in enumerate(clause.tables) for column in _columns(table)]
    keys = list(wanted)
    books: dict[int, tuple[BookColumn, ...]] = {}
    places: dict[int, int] = {}
    for pair in align([column.key for _, column in printed], keys):
        if pair.found is None:
            for column in wanted[keys[pair.wanted or 0]]:
                _missing_column(column, findings)
        elif pair.wanted is not None:
            books[pair.found] = tuple(wanted[keys[pair.wanted]])
            places[pair.found] = pair.wanted
            if pair.match is Match.RENAMED:
                found = printed[pair.found][1]
                name = _heading_of(found.key)
                findings.differs(label, "", "heading", What.NAME, name, _heading_of(keys[pair.wanted]), found.heading.line)
    owned: list[list[tuple[int, _Column]]] = [[] for _ in clause.tables]
    for at, (of, heading) in enumerate(printed):
        owned[of].append((at, heading))
    for table, own in zip(clause.tables, owned, strict=True):
        columns = [_Column(column.key, column.heading, books.get(at, ())) for at, column in own]
        _corner(table.corner, label, findings)
        _order([places[at] for at, _ in own if at in places], columns, label, findings)
        _caption(table, columns, label, findings)
        _rows(table, columns, label, findings)


def report_missing_columns(label: str, book: BookSection, findings: Findings) -> None:
    """Every figure of the rulebook's columns of a clause as missing, but for odds that a sentence may state instead."""
    if any(phrase.clause == label for phrase in book.prose_pays):
        return
    for column in book.columns_of(label):
        _missing_column(column, findings)


def _missing_column(column: BookColumn, findings: Findings) -> None:
    for row in column.rows:
        if row.printed:
            findings.differs(column.clause, row.name, column.heading, What.MISSING, None, row.printed, None, column.wagers)


# Columns -------------------------------------------------------------------------------------------------------------

_PAYTABLE: Final = re.compile(r"paytable\s+(\w+)", re.IGNORECASE)
_CORNERS: Final = ("hand", "outcome")
_TERMS: Final = "terms: "


def _key(terms: bool, heading: str) -> str:
    return f"{_TERMS}{heading}" if terms else heading


def _heading_of(key: str) -> str:
    return key.removeprefix(_TERMS)


def _columns(table: PrintedTable) -> Iterable[_Column]:
    """The columns of a printed table; an Envy Bonus belongs to the column on its left or to the amount in the caption."""
    terms = any(row.key in TERM_ROWS and any(cell.text for cell in row.cells) for row in table.rows)
    first = table.rows[0].name.line if table.rows else table.caption.line if table.caption else 1
    headings = table.headings or (Cell("", first),)
    before = ""
    for heading in headings:
        name = _plain_heading(heading.text)
        if name == ENVY:
            amount = table.caption.text.split()[0] if table.caption else before
            name = f"{ENVY}, {amount}" if amount else ENVY
            heading = Cell(heading.text, table.caption.line) if table.caption else heading
        else:
            before = name
        yield _Column(_key(terms, name), heading)


def _plain_heading(text: str) -> str:
    if match := _PAYTABLE.fullmatch(text):
        return f"Paytable {match[1].upper()}"
    if text.casefold() in {"", "payout", "payouts", "paytable"}:
        return PAYOUT
    return ENVY if text.casefold() == ENVY.casefold() else text


def _corner(corner: Cell | None, label: str, findings: Findings) -> None:
    """The heading of the row names says what they are: hands or outcomes."""
    if corner is None:
        return
    findings.names += 1
    if corner.text.casefold() not in _CORNERS:
        findings.differs(label, "", "heading", What.NAME, corner.text, " or ".join(_CORNERS), corner.line)


def _order(places: Sequence[int], columns: Sequence[_Column], label: str, findings: Findings) -> None:
    findings.names += sum(bool(column.heading.text) for column in columns)
    if list(places) != sorted(places):
        found = ", ".join(_heading_of(column.key) for column in columns)
        wanted = ", ".join(column.shown for column in sorted(columns, key=lambda each: _place(each, columns, places)))
        findings.differs(label, "", "heading", What.ORDER, found, wanted, columns[0].heading.line)


def _place(column: _Column, columns: Sequence[_Column], places: Sequence[int]) -> int:
    known = [each for each in columns if each.books]
    return places[known.index(column)] if column in known else len(columns)


def _caption(table: PrintedTable, columns: Sequence[_Column], label: str, findings: Findings) -> None:
    """The wager amount above an envy table is a figure; a wrong one shows as another heading."""
    if table.caption is None:
        return
    findings.figures += 1
    if any(column.books for column in columns):
        findings.compared += 1
    else:
        findings.differs(label, "", "caption", What.EXTRA, table.caption.text, None, table.caption.line)


# Rows ----------------------------------------------------------------------------------------------------------------


def _rows(table: PrintedTable, columns: Sequence[_Column], label: str, findings: Findings) -> None:
    wanted = _wanted_rows(columns)
    lines = list(_lines(table.rows, columns, wanted))
    keys = list(wanted)
    for pair in align([line.key for line in lines], keys):
        if pair.found is None:
            for column in (book for each in columns for book in each.books):
                row = column.row(keys[pair.wanted or 0])
                if row is not None and row.printed:
                    findings.differs(label, row.name, column.heading, What.MISSING, None, row.printed, None, column.wagers)
            continue
        line = lines[pair.found]
        findings.names += not line.echo
        if pair.wanted is None:
            _extra_row(line, columns, label, findings)
            continue
        key = keys[pair.wanted]
        if pair.match is Match.RENAMED:
            findings.differs(label, wanted[key], "row name", What.NAME, line.name.text, wanted[key], line.name.line)
        elif pair.match is Match.MOVED:
            findings.differs(label, wanted[key], "row order", What.ORDER, line.name.text, wanted[key], line.name.line)
        _compare_row(line, key, wanted[key], columns, label, findings)


def _wanted_rows(columns: Sequence[_Column]) -> dict[str, str]:
    """The row keys and names that these columns have in the rulebook, in their common order."""
    order: list[str] = []
    names: dict[str, str] = {}
    for column in (book for each in columns for book in each.books):
        after = -1
        for row in column.rows:
            names.setdefault(row.key, row.name)
            if row.key in order:
                after = max(after, order.index(row.key))
            else:
                after += 1
                order.insert(after, row.key)
    return {key: names[key] for key in order}


def _lines(rows: Sequence[PrintedRow], columns: Sequence[_Column], wanted: Mapping[str, str]) -> Iterable[_Line]:
    """The rows to compare. A name without cells that heads a group of terms is none."""
    terms = any(column.key.startswith(_TERMS) for column in columns)
    for row in rows:
        key = row.key
        if key not in TERM_ROWS or not (terms or key == "incrementation-rate"):
            yield _Line(key, row.name, row.cells)
        elif any(cell.text for cell in row.cells):
            first, *others = TERM_ROWS[key]
            yield _Line(first, row.name, row.cells)
            yield from (_Line(other, row.name, row.cells, echo=True) for other in others if other in wanted)


def _extra_row(line: _Line, columns: Sequence[_Column], label: str, findings: Findings) -> None:
    held = [(n, cell) for n, cell in enumerate(line.cells) if cell.text]
    if not held:
        findings.differs(label, line.name.text, "row name", What.EXTRA, line.name.text, None, line.name.line)
    for n, cell in held:
        findings.figures += not line.echo
        findings.differs(label, line.name.text, _shown(columns, n), What.EXTRA, cell.text, None, cell.line)


def _shown(columns: Sequence[_Column], n: int) -> str:
    return columns[n].shown if n < len(columns) else f"cell {n + 1}"


def _compare_row(line: _Line, key: str, name: str, columns: Sequence[_Column], label: str, findings: Findings) -> None:
    readings = any(book.has_readings for column in columns for book in column.books)
    if readings and _by_reading(line, key, name, columns, label, findings):
        return
    for n in range(max(len(line.cells), len(columns))):
        found = line.cells[n].text if n < len(line.cells) else ""
        held = False
        for book in columns[n].books if n < len(columns) else ():
            row = book.row(key)
            if row is None or not row.printed:
                continue
            held = True
            if not found:
                findings.differs(label, name, book.heading, What.MISSING, None, row.printed, line.name.line, book.wagers)
            elif not same(found, row.printed):
                findings.differs(label, name, book.heading, What.VALUE, found, row.printed, line.cells[n].line, book.wagers)
        if found and not held:
            findings.differs(label, name, _shown(columns, n), What.EXTRA, found, None, line.cells[n].line)
        if found and not line.echo:
            findings.figures += 1
            findings.compared += held


def _by_reading(line: _Line, key: str, name: str, columns: Sequence[_Column], label: str, findings: Findings) -> bool:
    """Whether a reading says what the row's cells are: the text must hold the printed cells, placed as one of its values has them.

    Where that is not the value in force, or cells are lost, the row is noted as explained.
    """
    rows = [column.books[0].row(key) if column.books else None for column in columns]
    of_reading = next((row for row in rows if row is not None and row.reading is not None), None)
    if of_reading is None or of_reading.reading is None:
        return False
    cells = [line.cells[n].text if n < len(line.cells) else "" for n in range(len(columns))]
    held = [cell.text for cell in line.cells if cell.text]
    if len(held) != len(of_reading.cells) or not all(map(same, held, of_reading.cells)):
        return False
    placed = [
        value
        for value in of_reading.by_reading
        if all(_agree(cell, row.by_reading.get(value, "") if row else "") for cell, row in zip(cells, rows, strict=True))
    ]
    if not placed:
        return False
    findings.figures += len(held)
    findings.compared += len(held)
    reading = findings.book.readings[of_reading.reading]
    if reading.default not in placed or len(line.cells) < len(columns):
        findings.explained.append(
            Difference(
                file=findings.file,
                line=line.name.line,
                section=findings.book.section.cited,
                clause=label,
                row=name,
                column=", ".join(column.shown for column in columns),
                what=What.VALUE,
                in_text=_cells_text([cell.text for cell in line.cells], len(columns)),
                in_rulebook=_cells_text([row.printed if row else "" for row in rows], len(columns)),
                wagers=tuple(dict.fromkeys(wager for column in columns for book in column.books for wager in book.wagers)),
                reading=reading.id,
                why=reading.why,
            )
        )
    return True


def _agree(cell: str, printed: str) -> bool:
    return same(cell, printed) if cell and printed else cell == printed


def _cells_text(cells: Sequence[str], columns: int) -> str:
    text = ", ".join(cell or "no pay" for cell in cells)
    return text if len(cells) == columns else f"{text} ({len(cells)} cell for {columns} columns)"
