"""The codes of findings: what each means, how grave it is, its clause and remedy (``codes.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pitbook.findings import Finding, Severity


@dataclass(frozen=True)
class Code:
    """A kind of finding."""

    id: str
    severity: Severity
    means: str
    clause: str
    remedy: str


@cache
def codes() -> Mapping[str, Code]:
    """Every code, in the order of the file."""
    data = tomllib.loads(Path(__file__).with_name("codes.toml").read_text("utf-8"))
    return {
        name: Code(name, Severity(each["severity"]), each["means"], each["clause"], each["remedy"]) for name, each in data.items()
    }


def finding(
    code: str,
    place: str,
    found: str,
    allowed: str,
    *,
    citation: str | None = None,
    remedy: str | None = None,
    severity: Severity | None = None,
) -> Finding:
    """A finding of a code; clause, remedy and severity are those of the code where none is given."""
    kind = codes()[code]
    return Finding(code, severity or kind.severity, place, found, allowed, citation or kind.clause, remedy or kind.remedy)
