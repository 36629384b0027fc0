"""Regulation texts made of our own files of figures (``tests/data/regulation``), in our own words.

A file of figures has a line per clause, ``(e)(3) first; second``: what its sentences hold, in order. Beneath it stand its tables:
``^`` the caption, ``>`` the headings (none where the text prints none), then rows, ``name: cell; cell``. A dash is an empty cell;
cells a row has lost at its end are simply not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FIGURES: Final = HERE / "data" / "regulation"
TEXTS: Final = HERE.parents[1] / "shared" / "regulation" / "text"


class Form(Enum):
    """How a text prints its tables."""

    PIPES = "cells between pipes"
    INNER_PIPES = "cells apart by pipes, none at the ends of a row"
    DRAWN = "a table drawn with lines"
    BLANKS = "cells set off by blanks"
    BROKEN = "cells set off by blanks, every second row broken over lines"


@dataclass
class TableOfFigures:
    """A table: caption, headings (the row names' first, where there is one), rows of name and cells."""

    caption: str = ""
    headings: list[str] = field(default_factory=list)
    rows: list[tuple[str, list[str]]] = field(default_factory=list)


@dataclass
class ClauseOfFigures:
    """A clause: label, what its sentences hold, tables."""

    label: str
    stated: list[str]
    tables: list[TableOfFigures] = field(default_factory=list)


@dataclass
class SectionOfFigures:
    """A section: its number, or a chapter where it has none, and its clauses."""

    name: str
    clauses: list[ClauseOfFigures]

    def clause(self, label: str) -> ClauseOfFigures:
        """The clause of a label."""
        return next(clause for clause in self.clauses if clause.label == label)

    @property
    def figures(self) -> int:
        """How many figures the section holds: cells, captions, and what stands in sentences but for references."""
        tables = [table for clause in self.clauses for table in clause.tables]
        stated = sum(not is_reference(each) for clause in self.clauses for each in clause.stated)
        cells = sum(cell not in {"", "-"} for table in tables for _, cells in table.rows for cell in cells)
        return stated + cells + sum(bool(table.caption) for table in tables)

    @property
    def references(self) -> int:
        """How many references to other clauses and sections its sentences hold."""
        return sum(is_reference(each) for clause in self.clauses for each in clause.stated)


def is_reference(stated: str) -> bool:
    """Whether what a sentence holds is a reference and not a figure."""
    return stated.startswith(("§", "(", "Chapter"))


SECTIONS: Final = sorted(path.stem for path in FIGURES.glob("*.txt"))


def figures_of(name: str) -> SectionOfFigures:
    """The figures of a section's file."""
    clauses: list[ClauseOfFigures] = []
    tables: list[TableOfFigures] = []
    caption = ""
    for line in (FIGURES / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if line.startswith("("):
            label, _, stated = line.partition(" ")
            tables = []
            clauses.append(ClauseOfFigures(label, stated.split("; ") if stated else [], tables))
        elif text.startswith("^"):
            caption = text.removeprefix("^ ")
        elif text.startswith(">"):
            headings = text.removeprefix(">").strip()
            tables.append(TableOfFigures(caption, headings.split("; ") if headings else []))
            caption = ""
        elif text and not text.startswith("#"):
            row, _, cells = text.partition(": ")
            tables[-1].rows.append((row, cells.split("; ")))
    return SectionOfFigures(name, clauses)


def render(section: SectionOfFigures, form: Form = Form.PIPES) -> str:
    """A text that says what the file of figures holds."""
    return "\n".join(_lines(section, form)) + "\n"


def _lines(section: SectionOfFigures, form: Form) -> Iterator[str]:
    if "." in section.name:
        yield f"Section {section.name} - What is paid"
        yield ""
        opening = ""
    else:
        opening = "At Three Card Prime there is a Five Card progressive payout wager. "
    for clause in section.clauses:
        own = clause.label if clause.label.count("(") == 1 else clause.label[clause.label.rindex("(") :]
        held = f"Here is said: {'; '.join(clause.stated)}." if clause.stated else "Nothing is counted here."
        yield f"{own} {opening}{held}"
        opening = ""
        for n, table in enumerate(clause.tables):
            if n == 0:
                yield "What is paid stands below:"
            yield from _table_lines(table, form)
    yield "Notes"
    yield "A publisher's remark of 1999, vol. 7."


_PIPED: Final[dict[Form, tuple[str, str, str, tuple[str, ...]]]] = {
    Form.PIPES: ("| ", " | ", " |", ()),
    Form.INNER_PIPES: ("", " | ", "", ()),
    Form.DRAWN: ("│ ", " │ ", " │", ("├────┼────┤",)),
}


def _table_lines(table: TableOfFigures, form: Form) -> Iterator[str]:
    if table.caption:
        yield table.caption
    if form in _PIPED:
        start, between, end, rule = _PIPED[form]
        yield from rule
        if table.headings:
            yield start + between.join(table.headings) + end
            yield from rule
        for name, cells in table.rows:
            yield start + between.join((name, *("" if cell == "-" else cell for cell in cells))) + end
        yield from rule
        return
    if table.headings:
        yield " ".join(table.headings)
    for n, (name, cells) in enumerate(table.rows):
        held = [cell for cell in cells if cell != "-"]
        if form is Form.BROKEN and n % 2 and held and table.headings:
            yield from ("", name, *(line for cell in held for line in ("", cell)), "")
        else:
            yield " ".join((name, *held))


@dataclass(frozen=True)
class Alteration:
    """A text with one thing changed, what was changed, and the line, counted from 1, where it stands."""

    text: str
    was: str
    now: str
    line: int


_END: Final = re.compile(r"Notes$|Notation|Disclaimer|The provisions|Cross Ref")
_NUMBER: Final = re.compile(r"\d+(?:,\d{3})*")
_WORD: Final = re.compile(r"\b(?:two|three|four|five|six|third|ace|king|queen|jack)\b(?![^|]*\|)", re.IGNORECASE)
_NO_NUMBER: Final = re.compile(r"N/A|Push")
_ODDS: Final = re.compile(r"\b(?:to|for) 1\b")
_LETTER: Final = re.compile(
    r"(?<=Paytable )[A-Z]\b|(?<=paytable )[A-Z]\b|(?<=paytables )[a-z]\b|(?<=, )[a-e]\b(?= or)|(?<=^\()[a-z](?=\))"
)
_ROW_NAME: Final = re.compile(r"(?<=^\| )[^|]+(?= \|)")
_OTHER_WORD: Final = {"two": "nine", "three": "nine", "four": "nine", "five": "nine", "six": "nine", "third": "fourth"}


def altered_numbers(text: str) -> Iterator[Alteration]:
    """Every number of the clauses, N/A and Push changed one by one."""
    yield from _altered(text, _NUMBER, lambda was: was[:-1] + str((int(was[-1]) + 1) % 10))
    yield from _altered(text, _NO_NUMBER, lambda was: "7 to 1")


def altered_words(text: str) -> Iterator[Alteration]:
    """Every number in words, ``to 1`` and ``for 1``, letter of a paytable or clause and row name changed one by one."""
    yield from _altered(text, _WORD, lambda was: _OTHER_WORD.get(was.lower(), "ten"))
    yield from _altered(text, _ODDS, lambda was: "for 1" if was == "to 1" else "to 1")
    yield from _altered(text, _LETTER, lambda was: chr(ord(was) + 1))
    yield from _altered(text, _ROW_NAME, lambda was: f"{was} again")


def _altered(text: str, pattern: re.Pattern[str], change: Callable[[str], str]) -> Iterator[Alteration]:
    lines = text.splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if re.match(r"(?:- )?\(a\)", line))
    last = next(n for n, line in enumerate(lines) if n > first and _END.match(line))
    for n in range(first, last):
        for match in pattern.finditer(lines[n]):
            now = change(match.group())
            line = lines[n][: match.start()] + now + lines[n][match.end() :]
            yield Alteration("".join((*lines[:n], line, *lines[n + 1 :])), match.group(), now, n + 1)
