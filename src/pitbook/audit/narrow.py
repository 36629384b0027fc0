"""Narrows an audit to some subsections: what the text and the rulebook hold of the others is left out on both sides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitbook.audit.expected import BookSection, subsection
from pitbook.audit.sections import TextSection
from pitbook.names import listed, shown

HISTORY: Final = "history"
"""What the report names the amendments of a section by, in the place of a subsection."""

_CODE: Final = r"(?:\d+ pa\.? ?code )?"
_NUMBER: Final = rf"{_CODE}(?:§§?|sections?|sec\.)? ?(?P<number>\d+[a-z]*\.\d+[a-z]?)(?![\w.])"
_BETWEEN: Final = re.compile(r"(?:[\s,;.&]|and\b|subsections?\b)+")
_LABEL: Final = re.compile(
    rf"\(?(?P<letter>[a-z])\)?(?!\w)|\((?P<paragraph>\d{{1,2}})\)|(?P<range>to\b|through\b|[-–—])|(?P<history>{HISTORY}\b)"
)
_ABSENT: Final = "(not held)"


@dataclass(frozen=True)
class Subsection:
    """A subsection as it is asked for: its label, ``(d)`` or ``(e)(1)``, or ``history``.

    ``section`` is its section's number or citation, None for that of every section.
    """

    section: str | None
    label: str

    def is_of(self, book: BookSection) -> bool:
        """Whether a section of the rulebook is meant."""
        return self.section is None or self.section in {book.section.number, book.section.cited.casefold()}

    def is_in(self, book: BookSection) -> bool:
        """Whether a section of the rulebook is meant and has it."""
        return self.is_of(book) and (self.label == HISTORY or any(self.label == each.label for each in book.section.clauses))


def subsections(asked: Iterable[str], books: Sequence[BookSection]) -> tuple[tuple[Subsection, ...], list[str]]:
    """The subsections that texts name, and a fault for each text that names none of the sections', or others as well.

    A text is ``d``, ``(d)``, ``649a.12(d)``, or a citation as this program prints it: of a section, of several subsections, of a
    chapter with a heading. A section alone stands for all that it has, a paragraph for its subsection.
    """
    found: list[Subsection] = []
    faults: list[str] = []
    for text in asked:
        named = _named(" ".join(text.casefold().split()), books)
        if named and all(any(each.is_in(book) for book in books) for each in named):
            found += (replace(each, label=subsection(each.label)) for each in named)
            continue
        allowed = "; ".join(f"{book.section.cited}: {listed(labels_of(book))}" for book in books)
        faults.append(f"clause {shown(text)}: no subsection of the sections in the texts; allowed: {allowed}")
    return tuple(found), faults


def _named(text: str, books: Sequence[BookSection]) -> list[Subsection]:
    """What a text names, in order; nothing where there is a word in it that is none of a citation."""
    found: list[Subsection] = []
    for section, rest in _by_section(text, books):
        if rest == _ABSENT:
            continue
        labels = (
            list(_labels(rest))
            if rest
            else [label for book in books if Subsection(section, "").is_of(book) for label in (*labels_of(book), HISTORY)]
        )
        if not labels:
            return []
        found += (Subsection(section, label) for label in labels)
    return found


def _by_section(text: str, books: Sequence[BookSection]) -> Iterator[tuple[str | None, str]]:
    """The sections that a text names, each with what follows it; what precedes the first is of every section."""
    cited = [book.section.cited.casefold() for book in books if book.section.number is None]
    forms = {re.sub(rf"^{_CODE}", "", each): each for each in cited}
    form = re.compile("|".join([*(_CODE + re.escape(each) for each in forms), _NUMBER]))
    found = list(form.finditer(text))
    ends = [*(match.start() for match in found), len(text)]
    if before := _bare(text[: ends[0]]):
        yield None, before
    for match, end in zip(found, ends[1:], strict=True):
        section = match["number"] or forms[re.sub(rf"^{_CODE}", "", match[0])]
        yield section, _bare(text[match.end() : end])


def _bare(text: str) -> str:
    first = _BETWEEN.match(text)
    return text[first.end() if first else 0 :].rstrip(" ,;.&")


def _labels(text: str) -> Iterator[str]:
    """The labels that stand in a text: ``(g)(1), (2), (i)`` or ``(b) to (i)``; the text itself where there is something else."""
    letter, after, place = "", "", 0
    while place < len(text):
        if match := _BETWEEN.match(text, place):
            place = match.end()
            continue
        match = _LABEL.match(text, place)
        if match is None:
            yield text
            return
        place = match.end()
        if match["letter"]:
            first = ord(after) + 1 if after else ord(match["letter"])
            yield from (f"({chr(each)})" for each in range(first, ord(match["letter"]) + 1))
            letter = match["letter"]
        elif match["paragraph"]:
            yield f"({letter})({match['paragraph']})"
        elif match["history"]:
            yield HISTORY
        after = letter if match["range"] else ""


def labels_of(book: BookSection) -> tuple[str, ...]:
    """The subsections of a section, in order: ``(a)``, ``(b)`` ..."""
    return tuple(dict.fromkeys(subsection(clause.label) for clause in book.section.clauses))


def narrowed(text: TextSection, book: BookSection, asked: Sequence[Subsection]) -> tuple[TextSection, BookSection] | None:
    """A section with the subsections asked for alone; None where none of them is of it."""
    labels = {each.label for each in asked if each.is_in(book)}
    if not labels:
        return None
    worded = tuple(clause for clause in book.section.clauses if subsection(clause.label) in labels)
    clauses = tuple(each for each in text.clauses if subsection(each.label) in labels)
    return (
        replace(text, clauses=clauses, amended=text.amended if HISTORY in labels else ()),
        replace(
            book,
            section=replace(book.section, clauses=worded),
            columns=tuple(each for each in book.columns if subsection(each.clause) in labels),
            phrases=tuple(each for each in book.phrases if subsection(each.clause) in labels),
            prose_pays=tuple(each for each in book.prose_pays if subsection(each.clause) in labels),
        ),
    )
