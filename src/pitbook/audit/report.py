"""What an audit found, as values, as tables for people and as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    in headings and in the publisher's notes, which are no rules.
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
        if self.differences:
            tables.append(_listed("Differences", self.differences, explained=False))
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
        rows.append(Row(("all", "", "", "", *_texts(total, headings)), "total"))
    aside = sum(each.set_aside for each in report.sections)
    verdict = _verdict(report.differences)
    return Table(
        title="Text against rulebook",
        columns=(*left("Section", "Game", "Edition", "File"), *(Column(each, Align.RIGHT) for each in headings)),
        rows=tuple(rows),
        figures=(("Result", f"{verdict}; {report.compared:,} of {report.figures:,} figures compared"),),
        notes=(
            "Names of rows, columns and clauses and references to other clauses are compared beside the figures.",
            f"Headings and the publisher's notes are no rules: {aside} numbers set aside.",
        ),
    )


def _verdict(differences: Sequence[Difference]) -> str:
    """``3 differences (1 other value, 2 not in the text)``."""
    if not differences:
        return "no difference"
    counts = ((each.value, sum(found.what is each for found in differences)) for each in What)
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in counts if count)
    return f"{len(differences):,} difference{'s' if len(differences) > 1 else ''} ({kinds})"


def _texts(values: Mapping[str, int], headings: Iterable[str]) -> list[str]:
    return [f"{values[heading.lower()]:,}" for heading in headings]


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
