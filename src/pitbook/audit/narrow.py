"""Narrows an audit to some subsections: what the text and the rulebook hold of the others is left out on both sides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitbook.audit.expected import BookSection, subsection
from pitbook.audit.sections import TextSection
from pitbook.names import listed, shown

_ASKED: Final = re.compile(r"(?:§?\s*(?P<number>\d+[a-z]*\.\d+[a-z]?)\s*)?\(?(?P<letter>[a-z])\)?", re.IGNORECASE)


@dataclass(frozen=True)
class Subsection:
    """A subsection as it is asked for: its label, ``(d)``; ``number`` is its section's, None for that of every section."""

    number: str | None
    label: str

    def is_of(self, book: BookSection) -> bool:
        """Whether a section of the rulebook is meant."""
        return self.number is None or self.number == book.section.number


def subsections(asked: Iterable[str], books: Sequence[BookSection]) -> tuple[tuple[Subsection, ...], list[str]]:
    """The subsections that texts such as ``(d)`` or ``649a.12(d)`` name, and a fault for each that none of the sections has."""
    found: list[Subsection] = []
    faults: list[str] = []
    for text in asked:
        match = _ASKED.fullmatch(text.strip())
        each = Subsection(match["number"] and match["number"].lower(), f"({match['letter'].lower()})") if match else None
        if each is not None and any(each.is_of(book) and each.label in labels_of(book) for book in books):
            found.append(each)
            continue
        allowed = "; ".join(f"{book.section.cited}: {listed(labels_of(book))}" for book in books)
        faults.append(f"clause {shown(text)}: no subsection of the sections in the texts; allowed: {allowed}")
    return tuple(found), faults


def labels_of(book: BookSection) -> tuple[str, ...]:
    """The subsections of a section, in order: ``(a)``, ``(b)`` ..."""
    return tuple(dict.fromkeys(subsection(clause.label) for clause in book.section.clauses))


def narrowed(text: TextSection, book: BookSection, asked: Sequence[Subsection]) -> tuple[TextSection, BookSection] | None:
    """A section with the subsections asked for alone; None where none of them is of it."""
    labels = {each.label for each in asked if each.is_of(book)} & {*labels_of(book)}
    if not labels:
        return None
    worded = tuple(clause for clause in book.section.clauses if subsection(clause.label) in labels)
    return (
        replace(text, clauses=tuple(each for each in text.clauses if subsection(each.label) in labels), amended=()),
        replace(
            book,
            section=replace(book.section, clauses=worded),
            columns=tuple(each for each in book.columns if subsection(each.clause) in labels),
            phrases=tuple(each for each in book.phrases if subsection(each.clause) in labels),
            prose_pays=tuple(each for each in book.prose_pays if subsection(each.clause) in labels),
        ),
    )
