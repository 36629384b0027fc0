"""The check of a filing as an answer: its findings, and what changes against an older filing."""

from __future__ import annotations

from collections.abc import Sequence

from pitbook.checks import check, editions_held
from pitbook.findings import Finding, Severity, findings_document, findings_to_read
from pitbook.submission import Submission
from pitbook.tables import Document


def check_answer(
    filing: Submission, old: Submission | None = None, *, to_read: bool = False
) -> tuple[tuple[Finding, ...], Document]:
    """The findings, and the answer for people and as JSON values; ``to_read`` puts each finding in lines of its own."""
    findings = check(filing)
    data: dict[str, object] = {
        "certificate_holder": filing.file.certificate_holder,
        "filing_date": filing.file.filing_date.isoformat(),
        "effective_date": filing.day.isoformat(),
        "reference": filing.file.reference,
    }
    editions = editions_held(filing)
    title = f"Check of the filing of {filing.file.certificate_holder}, effective {filing.day}"
    answer = findings_document(title, findings, editions, data)
    tables = findings_to_read(title, findings, editions) if to_read else list(answer.tables)
    if old is not None:
        from pitbook.submission.changes import changes, changes_table

        found = changes(old, filing)
        data["against"] = {"name": old.name, "filing_date": old.file.filing_date.isoformat()}
        data["changes"] = [each.to_json() for each in found]
        tables.append(changes_table(found, old.file.reference or old.name))
    return findings, Document(title, tables, answer.data | data)


def failed(findings: Sequence[Finding], *, strict: bool) -> bool:
    """Whether the check ends with status 1: a violation, or (``strict``) a warning too."""
    grave = {Severity.VIOLATION, Severity.WARNING} if strict else {Severity.VIOLATION}
    return any(each.severity in grave for each in findings)
