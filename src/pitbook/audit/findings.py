"""Collects what the comparison of a section finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pitbook.audit.expected import BookPhrase, BookSection
from pitbook.audit.report import Difference, SectionReport, What
from pitbook.payouts import PayoutError, parse_multiple, parse_payout


@dataclass
class Findings:
    """Counts and differences of one section of one file."""

    file: str
    book: BookSection
    figures: int = 0
    compared: int = 0
    names: int = 0
    references: int = 0
    differences: list[Difference] = field(default_factory=list)
    explained: list[Difference] = field(default_factory=list)

    def differs(
        self,
        clause: str,
        row: str,
        column: str,
        what: What,
        in_text: str | None,
        in_rulebook: str | None,
        line: int | None,
        wagers: tuple[str, ...] = (),
    ) -> None:
        """Notes a difference that nothing explains."""
        section = self.book.section.cited
        self.differences.append(Difference(self.file, line, section, clause, row, column, what, in_text, in_rulebook, wagers))

    def phrase(self, phrase: BookPhrase, clause: str, what: What, in_text: str | None, line: int | None) -> None:
        """Notes that a sentence states something else than the rulebook."""
        self.differs(clause, phrase.about, phrase.kind.value, what, in_text, phrase.shown, line, phrase.wagers)

    def report(self, set_aside: int, unread: tuple[int, ...]) -> SectionReport:
        """What was found."""
        return SectionReport(
            file=self.file,
            section=self.book.section.cited,
            game=self.book.game.id,
            edition=self.book.edition.id,
            figures=self.figures,
            compared=self.compared,
            names=self.names,
            references=self.references,
            set_aside=set_aside,
            differences=tuple(dict.fromkeys(self.differences)),
            explained=tuple(dict.fromkeys(self.explained)),
            unread_lines=unread,
        )


_DIGITS: Final = re.compile(r"\d[\d,.]*")


def same(found: str, wanted: str) -> bool:
    """Whether two printed figures are one: the same wording, or the same numbers in another wording of the same meaning."""
    if found == wanted or found.casefold() == wanted.casefold():
        return True
    if not _DIGITS.search(found) or _DIGITS.findall(found) != _DIGITS.findall(wanted):
        return False
    return any(_means_the_same(parse, found, wanted) for parse in (parse_payout, parse_multiple))


def _means_the_same(parse: Callable[[str], object], found: str, wanted: str) -> bool:
    try:
        return parse(found) == parse(wanted)
    except PayoutError:
        return False
