"""What an audit found, as values, as tables for people and as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pitbook.tables import Align, Column, Document, Row, Table, left


class What(StrEnum):
    """How text and rulebook differ, what matters most first: an excerpt lacks much, and another value must not drown in that."""

    VALUE = "other value"
    NAME = "other name"
    ORDER = "other order"
    MISSING = "not in the text"
    EXTRA = "not in the rulebook"


@dataclass(frozen=True)
class Difference:
    """One difference: where it stands, what the text prints and what the rulebook holds (None where it holds nothing).

    ``line`` counts from 1; it is None where the text has no such place. ``reading`` names the reading that explains it.
    """

    file: str
    line: int | None
    section: str
    clause: str
    row: str
    column: str
    what: What
    in_text: str | None
    in_rulebook: str | None
    wagers: tuple[str, ...] = ()
    reading: str | None = None
    why: str = ""

    @property
    def of_clause(self) -> bool:
        """Whether the clause itself differs, not something in it."""
        return not self.row and not self.column

    def to_json(self) -> dict[str, Any]:
        """The difference as JSON values; ``reading`` and ``why`` are null where nothing explains it."""
        return {
            "file": self.file,
            "line": self.line,
            "section": self.section,
            "clause": self.clause,
            "row": self.row,
            "column": self.column,
            "what": self.what.value,
            "in_text": self.in_text,
            "in_rulebook": self.in_rulebook,
            "wagers": list(self.wagers),
            "reading": self.reading,
            "why": self.why or None,
        }


@dataclass(frozen=True)
class SectionReport:
    """The audit of one section of one file.

    ``figures`` counts what the text prints in cells, captions and sentences, ``compared`` how many of them have a counterpart;
    ``names`` (rows, columns, clauses) and ``references`` to other clauses are compared as well. ``set_aside`` counts numbers
    in headings and in the publisher's notes, which are no rules. ``unread_lines`` look like a table and could not be read as one.
    """

    file: str
    section: str
    game: str
    edition: str
    figures: int
    compared: int
    names: int
    references: int
    set_aside: int
    differences: tuple[Difference, ...]
    explained: tuple[Difference, ...]
    unread_lines: tuple[int, ...] = ()

    @property
    def left_out(self) -> Mapping[str, tuple[Difference, ...]]:
        """The clauses that the text lacks whole, outermost first in the rulebook's order, each with all that is missing of it."""
        lacking = {each.clause for each in self.differences if each.what is What.MISSING and each.of_clause}
        found: dict[str, list[Difference]] = {}
        for each in self.differences:
            if each.what is What.MISSING and each.clause in lacking:
                outer = each.clause[: each.clause.index(")") + 1]
                found.setdefault(outer if outer in lacking else each.clause, []).append(each)
        return {clause: tuple(found[clause]) for clause in sorted(found, key=_clause_order)}

    def to_json(self) -> dict[str, Any]:
        """The counts as JSON values."""
        return {
            "file": self.file,
            "section": self.section,
            "game": self.game,
            "edition": self.edition,
            "figures": self.figures,
            "compared": self.compared,
            "names": self.names,
            "references": self.references,
            "set_aside": self.set_aside,
            "differences": len(self.differences),
            "explained": len(self.explained),
            "left_out": {clause: len(missing) for clause, missing in self.left_out.items()},
            "unread_lines": list(self.unread_lines),
        }


@dataclass(frozen=True)
class AuditReport:
    """The audit of some texts: a report per section found."""

    sections: tuple[SectionReport, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The differences that nothing explains, other values first."""
        order = list(What)
        found = [each for section in self.sections for each in section.differences]
        return tuple(sorted(found, key=lambda each: order.index(each.what)))

    @property
    def explained(self) -> tuple[Difference, ...]:
        """The differences that a reading explains."""
        return tuple(each for section in self.sections for each in section.explained)

    @property
    def figures(self) -> int:
        """How many figures the texts hold."""
        return sum(section.figures for section in self.sections)

    @property
    def compared(self) -> int:
        """How many of them have a counterpart in the rulebook."""
        return sum(section.compared for section in self.sections)

    @property
    def exit_status(self) -> int:
        """0 without an unexplained difference, else 1."""
        return 1 if self.differences else 0

    def table(self) -> Document:
        """The report for people: counts by section, differences, what readings explain."""
        tables = [_counts(self)]
        left_out = {each for section in self.sections for missing in section.left_out.values() for each in missing}
        if held := [each for each in self.differences if each not in left_out]:
            tables.append(_listed("Differences", held, explained=False))
        if left_out:
            tables.append(_left_out(self.sections))
        if self.explained:
            tables.append(_listed("Explained by a reading", self.explained, explained=True))
        return Document("Audit of the rulebook against the regulation", tuple(tables), self.to_json())

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "figures": self.figures,
            "compared": self.compared,
            "sections": [section.to_json() for section in self.sections],
            "differences": [each.to_json() for each in self.differences],
            "explained": [each.to_json() for each in self.explained],
        }


def _counts(report: AuditReport) -> Table:
    headings = ("Figures", "Compared", "Names", "References", "Differences", "Explained")
    rows = [
        Row(
            (each.section, each.game, each.edition, each.file, *_texts(each.to_json(), headings)),
            "warn" if each.differences else "",
        )
        for each in report.sections
    ]
    total: dict[str, int] = {
        heading.lower(): sum(each.to_json()[heading.lower()] for each in report.sections) for heading in headings
    }
    if len(rows) > 1:
        rows.append(Row(("all", "", "", "", *_texts(total, headings)), "total", is_sum=True))
    aside = sum(each.set_aside for each in report.sections)
    verdict = _verdict(report)
    return Table(
        title="Text against rulebook",
        columns=(*left("Section", "Game", "Edition", "File"), *(Column(each, Align.RIGHT) for each in headings)),
        rows=tuple(rows),
        figures=(("Result", f"{verdict}; {report.compared:,} of {report.figures:,} figures compared"),),
        notes=(
            "Names of rows, columns and clauses and references to other clauses are compared beside the figures.",
            f"Headings and the publisher's notes are no rules: {aside} numbers set aside.",
            *_unread(report.sections),
        ),
    )


def _verdict(report: AuditReport) -> str:
    """``3 differences (1 other value, 2 not in the text)``, and how many of them are clauses that the text leaves out."""
    differences = report.differences
    if not differences:
        return "no difference"
    counts = ((each.value, sum(found.what is each for found in differences)) for each in What)
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in counts if count)
    clauses = [missing for section in report.sections for missing in section.left_out.values()]
    lacking = sum(len(missing) for missing in clauses)
    absent = f", {lacking:,} of them with {_number(len(clauses), 'clause')} that the text leaves out" if clauses else ""
    return f"{_number(len(differences), 'difference')} ({kinds}{absent})"


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' if count > 1 else ''}"


def _clause_order(clause: str) -> tuple[str, int]:
    letter, _, number = clause.strip("()").partition(")(")
    return letter, int(number or 0)


def _texts(values: Mapping[str, int], headings: Iterable[str]) -> list[str]:
    return [f"{values[heading.lower()]:,}" for heading in headings]


def _unread(sections: Iterable[SectionReport]) -> Iterator[str]:
    """A warning for each section with lines that look like a table and were not read as one."""
    for each in sections:
        if each.unread_lines:
            lines = f"line{'s' if len(each.unread_lines) > 1 else ''} {_spans(each.unread_lines)}"
            yield (
                f"Warning: {each.file}, {lines}: like a table, but not read as one. A table has its head in a line and each row "
                "in a line, its columns apart by | or blanks, its figures as in 35 to 1, 500 for 1, 15%, $1,000 or N/A."
            )


def _spans(lines: Sequence[int]) -> str:
    """``3, 7-9``."""
    spans: list[list[int]] = []
    for line in lines:
        if spans and line == spans[-1][-1] + 1:
            spans[-1].append(line)
        else:
            spans.append([line])
    return ", ".join(str(each[0]) if len(each) == 1 else f"{each[0]}-{each[-1]}" for each in spans)


def _left_out(sections: Iterable[SectionReport]) -> Table:
    """A line for each clause that a text lacks whole, however much it holds."""
    rows = [
        Row((f"{section.section}{clause}", section.file, f"{len(missing):,}"), "warn")
        for section in sections
        for clause, missing in section.left_out.items()
    ]
    return Table(
        title="Clauses that the text leaves out",
        columns=(*left("Clause", "File"), Column("Not in the text", Align.RIGHT)),
        rows=tuple(rows),
        notes=("--json lists each; --clause '(d)' compares the subsections that are named and no other.",),
    )


def _listed(title: str, differences: Iterable[Difference], *, explained: bool) -> Table:
    columns = left("Clause", "Line", "Row", "Column", "Text", "Rulebook", "Reading" if explained else "Difference")
    rows = [
        Row(
            (
                f"{each.section}{each.clause}" if each.clause.startswith("(") else f"{each.section}, {each.clause}",
                "" if each.line is None else str(each.line),
                each.row,
                each.column,
                "–" if each.in_text is None else each.in_text,
                "–" if each.in_rulebook is None else each.in_rulebook,
                (each.reading or "") if explained else each.what.value,
            ),
            "" if explained else "warn",
        )
        for each in differences
    ]
    notes = tuple(dict.fromkeys(f"{each.reading}: {each.why}" for each in differences if each.reading)) if explained else ()
    return Table(title, columns, tuple(rows), notes=notes)
