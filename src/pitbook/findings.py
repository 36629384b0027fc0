"""Findings of a check: what was found where, what is allowed, by which clause, and what mends it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pitbook.tables import Document, Row, Table, left


class Severity(StrEnum):
    """How grave a finding is: a broken rule, a doubt to settle, something to know."""

    VIOLATION = "violation"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Finding:
    """One finding, with a stable code."""

    code: str
    severity: Severity
    place: str
    found: str
    allowed: str
    citation: str
    remedy: str

    def to_json(self) -> dict[str, str]:
        """The finding as JSON values."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "place": self.place,
            "found": self.found,
            "allowed": self.allowed,
            "citation": self.citation,
            "remedy": self.remedy,
        }


_MARKS = {Severity.VIOLATION: "bad", Severity.WARNING: "warn", Severity.NOTE: ""}


def verdict(findings: Sequence[Finding], editions: Sequence[str]) -> str:
    """The verdict in words; a check never says that a filing is approved."""
    count = sum(each.severity is Severity.VIOLATION for each in findings)
    held = ", ".join(dict.fromkeys(editions)) or "none"
    if not count:
        return f"no violation found in the editions held ({held})"
    return f"{count} violation{'s' if count > 1 else ''} found in the editions held ({held})"


def verdict_in_full(findings: Sequence[Finding], editions: Sequence[str]) -> str:
    """The verdict with the number of warnings and notes, for a cover that may be all that is read."""
    rest = _counted(findings, [each for each in Severity if each is not Severity.VIOLATION])
    return verdict(findings, editions) + (f"; {rest}" if rest else "")


def _counted(findings: Sequence[Finding], severities: Iterable[Severity]) -> str:
    """``2 warnings, 1 note``; empty where there is none."""
    counts = [(each, sum(found.severity is each for found in findings)) for each in severities]
    return ", ".join(f"{count} {each.value}{'s' if count != 1 else ''}" for each, count in counts if count)


def findings_to_read(title: str, findings: Sequence[Finding], editions: Sequence[str]) -> list[Table]:
    """The findings for a terminal: the verdict, then each finding in lines of its own, the gravest first."""
    summary = _counted(findings, Severity)
    head = Table(
        title=title, columns=(), rows=(), figures=(("Verdict", verdict(findings, editions)), ("Found", summary or "nothing"))
    )
    return [head, *(_lines(each) for each in _ranked(findings))]


def _lines(finding: Finding) -> Table:
    parts = (
        ("Found", finding.found),
        ("Allowed", finding.allowed),
        ("Clause", finding.citation),
        ("Remedy", finding.remedy),
    )
    return Table(title=f"{finding.severity.value}: {finding.code}", subtitle=finding.place, columns=(), rows=(), figures=parts)


def _ranked(findings: Sequence[Finding]) -> list[Finding]:
    """The gravest first, otherwise in the order of the check."""
    order = list(Severity)
    return sorted(findings, key=lambda each: order.index(each.severity))


def findings_document(title: str, findings: Sequence[Finding], editions: Sequence[str], data: Any = None) -> Document:
    """The findings for people and as JSON values."""
    ranked = _ranked(findings)
    table = Table(
        title=title,
        columns=left("Severity", "Code", "Place", "Found", "Allowed", "Remedy", "Clause"),
        rows=tuple(
            Row(
                (each.severity.value, each.code, each.place, each.found, each.allowed, each.remedy, each.citation),
                _MARKS[each.severity],
            )
            for each in ranked
        ),
        figures=(("Verdict", verdict(findings, editions)),),
    )
    values = {
        "verdict": verdict(findings, editions),
        "editions": list(editions),
        "counts": {each.value: sum(found.severity is each for found in findings) for each in Severity},
        "findings": [each.to_json() for each in ranked],
        **(data or {}),
    }
    return Document(title, (table,), values)
