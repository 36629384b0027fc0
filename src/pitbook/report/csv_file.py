"""Tables as CSV, for programs and spreadsheets: one head, every row as long as it, plain numbers with their unit.

Each row begins with the title of its table and its ``kind``: ``row``, ``total`` (a row that adds up others), ``figure``, ``note``.
Then come whose figures they are (game, wager, clause), the ``figure`` by name with its ``value``, ``unit`` and ``exact`` quotient,
the columns of all tables, and a ``note``. A count has no commas, an amount no dollar sign, a percentage is a fraction of 1, and
``1 in 460`` is 460; the unit of an amount stands in its column's head or under ``unit``. What has no number is an empty cell. A pay
such as ``40 to 1`` and every other text stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Final

from pitbook.tables import BEHIND, Align, Column, Row, Table

KINDS: Final = ("row", "total", "figure", "note")
"""What a row of CSV may be."""

FIGURE: Final = ("figure", "value", "unit", "exact")
"""The columns of named figures, in every CSV."""

_FORMULA: Final = re.compile(r"[=@\t\r]|[+-](?!\$?[\d.,]+%?(?:/\d+)?(?: [\w /%.,]*)?$)(?=.)")
"""What a spreadsheet would reckon out instead of showing it; signed figures are none."""

_NUMBER: Final = re.compile(r"([+-]?)(\$?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(\.[0-9]+)?(e[+-][0-9]+)?(%?)")
_ONE_IN: Final = "1 in "
_QUOTIENT: Final = re.compile(r"\((-?[0-9]+(?:/[0-9]+)?)\)")
_NO_NUMBER: Final = frozenset({"–", "undefined", "never", "not printed"})
"""What stands in a column of figures where there is none."""

Key = tuple[str, str]
"""A column of the file: what it belongs to, and its name; a table may have a column named as one of the others."""


def text(tables: Iterable[Table]) -> str:
    """One CSV text with one head."""
    rows = list(_rows(tables))
    keys = dict.fromkeys(key for row in rows for key in row)
    order = [("", "table"), ("", "kind")]
    order += [key for key in keys if key[0] == "about"]
    order += [("figure", name) for name in FIGURE]
    order += [key for key in keys if key[0] == "column"]
    order += [("", "note")]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(_head(order))
    writer.writerows([_as_text(row.get(key, "")) for key in order] for row in rows)
    return buffer.getvalue()


def _head(order: Iterable[Key]) -> list[str]:
    """The names of the columns, all different: a table's own ``table`` or ``kind`` is written ``Table``, ``Kind``."""
    own = [(part in ("about", "column"), name) for part, name in order]
    taken = {name for is_own, name in own if not is_own}
    head = []
    for is_own, name in own:
        if is_own and name in taken:
            name = name[:1].upper() + name[1:]
        while is_own and name in taken:
            name += ", again"
        taken.add(name)
        head.append(name)
    return head


def _rows(tables: Iterable[Table]) -> Iterator[Mapping[Key, str]]:
    about: tuple[tuple[str, str], ...] = ()
    for printed in tables:
        about = printed.about or about
        for table in printed.plain or (printed,):
            said = table.about or about or ((("about", table.subtitle),) if table.subtitle else ())
            head = {("", "table"): table.title, **{("about", name): value for name, value in said}}
            for row in table.rows:
                yield {**head, ("", "kind"): "total" if row.is_sum else "row", **_cells(table, row)}
            for name, value in table.figures:
                yield {**head, ("", "kind"): "figure", **_figure(name, value)}
            for note in table.notes:
                yield {**head, ("", "kind"): "note", ("", "note"): note}


def _cells(table: Table, row: Row) -> dict[Key, str]:
    """The cells of a row by their columns, and the unit of those whose column has none."""
    cells: dict[Key, str] = {}
    for n, (column, given) in enumerate(zip(table.columns, row.cells, strict=True)):
        key = _key(column, first=n == 0)
        while key in cells:
            key = (key[0], f"{key[1]}, again")
        if column.align is not Align.RIGHT:
            cells[key] = given.strip()
            continue
        cells[key], unit = _number(given)
        if unit and not column.unit and column.heading != "1 in":
            cells["figure", "unit"] = unit
    return cells


def _key(column: Column, *, first: bool) -> Key:
    """A column without a heading names figures where it is the first, and remarks on them elsewhere."""
    if not column.heading:
        return ("figure", "figure") if first else ("", "note")
    return "column", f"{column.heading} ({column.unit})" if column.unit else column.heading


def _figure(name: str, value: str) -> dict[Key, str]:
    """A named figure: its number, then what stands two spaces behind it, as in ``2.3167%  (128/5525)  at the seed``."""
    first, *behind = value.split(BEHIND)
    number, unit = _number(first)
    if not _NUMBER.fullmatch(first.removeprefix(_ONE_IN)):
        number, unit, behind = "", "", [first, *behind]
    quotients = [found[1] for each in behind if (found := _QUOTIENT.fullmatch(each))]
    rest = [_bare(each) for each in behind if not _QUOTIENT.fullmatch(each)]
    cells = zip(FIGURE, (name.strip(), number, unit, "".join(quotients)), strict=True)
    return {**{("figure", key): cell for key, cell in cells}, ("", "note"): " ".join(rest)}


def _bare(words: str) -> str:
    """Words without the parentheses around them."""
    return words[1:-1] if words.startswith("(") and words.endswith(")") else words


def _number(given: str) -> tuple[str, str]:
    """A printed figure as a plain number, and its unit; any other text as it is."""
    if given in _NO_NUMBER:
        return "", ""
    one_in = given.startswith(_ONE_IN)
    number = plain(given.removeprefix(_ONE_IN))
    if one_in:
        return number, "1 in"
    return number, "$" if number != given and "$" in given else ""


def plain(given: str) -> str:
    """A printed figure as a plain number; any other text as it is.

    >>> plain("22,100"), plain("4.58%"), plain("-$1,000.00"), plain("40 to 1")
    ('22100', '0.0458', '-1000.00', '40 to 1')
    """
    match = _NUMBER.fullmatch(given)
    if match is None:
        return given
    sign, _, whole, decimals, power, percent = match.groups()
    number = Decimal(("-" if sign == "-" else "") + whole.replace(",", "") + (decimals or "") + (power or ""))
    return f"{number.scaleb(-2) if percent else number:f}"


def _as_text(cell: str) -> str:
    """A name or note that looks like a formula gets an apostrophe before it."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
