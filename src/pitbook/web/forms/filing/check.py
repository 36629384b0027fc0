"""A filing in fields read and checked: each finding at its field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pitbook.checks import check, editions_held
from pitbook.errors import InputError
from pitbook.findings import Finding, Severity, verdict
from pitbook.submission import Submission, SubmissionError, read_submission
from pitbook.web.api.inputs import refuse_files
from pitbook.web.forms.filing.values import (
    Data,
)


@dataclass(frozen=True)
class Checked:
    """What a check says: the filing where it could be read, else the faults of its form as findings without a clause."""

    filing: Submission | None
    findings: tuple[Finding, ...]
    verdict: str
    counts: Mapping[Severity, int] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        """Whether it was read and breaks no rule."""
        return self.filing is not None and not self.counts.get(Severity.VIOLATION)


UNREAD: Final = "not-read"
"""The code of a fault of form: the filing cannot be checked before it is mended."""


def checked(data: Data) -> Checked:
    """Read and check the values of a filing. A house way in a file of its own is refused: a page has no files."""
    try:
        filing = read_filing(data)
    except SubmissionError as fault:
        findings = tuple(_unread(each) for each in fault.faults)
        return Checked(None, findings, "not checked: it cannot be read as it stands")
    except InputError as fault:
        return Checked(None, (_unread(str(fault)),), "not checked: it cannot be read as it stands")
    found = check(filing)
    counts = {each: sum(one.severity is each for one in found) for each in Severity}
    return Checked(filing, found, verdict(found, editions_held(filing)), counts)


def read_filing(data: Data, name: str = "submission") -> Submission:
    """The filing of plain values. Raises :class:`~pitbook.submission.SubmissionError`, also for what names a file."""
    parts = data.get("games")
    faults = []
    for n, part in enumerate(parts if isinstance(parts, list) else []):
        try:
            refuse_files(part)
        except InputError as fault:
            faults.append(f"games[{n}].house_way: {fault}")
    if faults:
        raise SubmissionError(faults)
    return read_submission(data, name=name)


def _unread(fault: str) -> Finding:
    place, _, words = fault.partition(": ")
    if not words:
        place, words = "submission", fault
    found, _, allowed = words.partition("; allowed")
    return Finding(
        UNREAD,
        Severity.VIOLATION,
        place,
        found,
        allowed.removeprefix(":").strip().removeprefix("is ").removeprefix("are "),
        "",
        "Mend it to have it checked.",
    )


def placed(findings: Sequence[Finding], places: Iterable[str]) -> tuple[dict[str, list[Finding]], list[Finding]]:
    """The findings by the place (of a field or a section) that they concern, and those that concern none of these."""
    longest_first = sorted(places, key=len, reverse=True)
    by_place: dict[str, list[Finding]] = {}
    others = []
    for each in findings:
        at = next((one for one in longest_first if each.place == one or each.place.startswith((f"{one}.", f"{one}["))), None)
        if at is None:
            others.append(each)
        else:
            by_place.setdefault(at, []).append(each)
    return by_place, others


def finding_text(found: Finding) -> str:
    """A finding beside its field: what was found, what is allowed, what mends it, clause and code."""
    allowed = f"; allowed: {found.allowed}" if found.allowed else ""
    remedy = f" {found.remedy}" if found.remedy and found.code != UNREAD else ""
    where = ", ".join(each for each in (found.citation, found.code) if each and each != UNREAD)
    return f"{found.found}{allowed}.{remedy}" + (f" [{where}]" if where else "")
