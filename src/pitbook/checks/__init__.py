"""The check of a Rules Submission: every rule that its choices break, every doubt they leave, all at once.

:func:`check` is a pure function of a filing that was read. Each module looks at one subject; ``codes.toml`` lists every code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pitbook.checks import days, envy, figures, limits, links, meters, payouts, picks, readings
from pitbook.checks.codes import Code, codes
from pitbook.checks.own_rules import by_own_rules
from pitbook.findings import Finding
from pitbook.submission import Submission

SUBJECTS: Final[tuple[Callable[[Submission], Iterator[Finding]], ...]] = (
    days.check,
    picks.check,
    payouts.check,
    envy.check,
    meters.check,
    limits.check,
    links.check,
    readings.check,
    figures.check,
)


def check(filing: Submission) -> tuple[Finding, ...]:
    """All findings of a filing, subject by subject; empty when there is nothing to say."""
    return tuple(by_own_rules(filing, found) for subject in SUBJECTS for found in subject(filing))


def editions_held(filing: Submission) -> tuple[str, ...]:
    """The editions against which the filing's games were checked."""
    return tuple(dict.fromkeys(each.edition.id for each in filing.games))


__all__ = ["Code", "check", "codes", "editions_held"]
