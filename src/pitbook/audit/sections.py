"""Cuts a regulation's text into its sections and clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from pitbook.audit.printed import Line, PrintedTable, split_tables, unread_lines
from pitbook.audit.wording import Amendment

_HEADING: Final = re.compile(
    r"(?:\d+ Pa\.? ?Code )?(?:§|Section|Sec\.)\s*(?P<number>\d+[a-z]*\.\d+[a-z]?)\.?(?:\s*[-–—.:]|\s+[A-Z]|\s*$)"
)
_BARE_HEADING: Final = re.compile(r"(?P<number>\d+[a-z]+\.\d+[a-z]?)\.\s+[A-Z]")
"""A heading that lost its sign; only taken in a text that has none with a sign, as a reference may also begin a line."""

_LABEL: Final = re.compile(r"(?:[-*•]\s*)?(?P<labels>\((?:[a-z]|\d{1,2})\)(?:\s*\(\d{1,2}\))?)(?:\s+(?P<rest>.*))?")
_FIRST: Final = re.compile(r"(?:[-*•]\s*)?\([a-z]\)(?:\s|$)")
_BACK: Final = re.compile(
    r"(?:Notes?|Notation|Authority|Source|Cross References?)$|Disclaimer:|The provisions of this §|This section cited"
    r"|State regulations are updated",
)
_UPRIGHTS: Final = str.maketrans(dict.fromkeys("│┃║¦｜", "|") | dict.fromkeys("─━═", "-") | dict.fromkeys("┼╋╬├┤┌┐└┘┬┴", "+"))
"""Lines that are drawn around the cells of a table."""
_DATE: Final = r"[A-Z][a-z]+ \d{1,2}, \d{4}"
_AMENDED: Final = re.compile(rf"amended\s+({_DATE}),\s+effective\s+({_DATE}),\s+(\d+ Pa\.B\. \d+)")


@dataclass(frozen=True)
class TextClause:
    """A clause as printed: its label, ``(e)(1)``, its line, its tables and the lines that are sentences.

    ``unread`` are the numbers of lines that look like a table and could not be read as one.
    """

    label: str
    line: int
    tables: tuple[PrintedTable, ...]
    sentences: tuple[Line, ...]
    unread: tuple[int, ...] = ()

    @property
    def own(self) -> str:
        """The last part of the label: ``(1)`` of ``(e)(1)``."""
        return self.label[self.label.rindex("(") :]


@dataclass(frozen=True)
class TextSection:
    """A section as printed. ``number`` is None where the text names none; ``set_aside`` counts the numbers outside its clauses."""

    number: str | None
    line: int
    clauses: tuple[TextClause, ...]
    amended: tuple[Amendment, ...]
    set_aside: int
    words: str

    def speaks_of(self, words: Sequence[str]) -> bool:
        """Whether all these words stand in the text, in any case."""
        held = self.words.casefold()
        return bool(words) and all(each.casefold() in held for each in words)


def sections_of(text: str) -> list[TextSection]:
    """The sections of a text: a new one at each heading; a text without a heading is one section without a number."""
    lines = [(number, _plain(line)) for number, line in enumerate(text.splitlines(), start=1)]
    form = _HEADING if any(_HEADING.match(line) for _, line in lines) else _BARE_HEADING
    cuts = list(_cuts(lines, form))
    starts = [0, *cuts[1:]] if cuts else [0]
    ends = [*starts[1:], len(lines)]
    return [_section(lines[start:end], form) for start, end in zip(starts, ends, strict=True)]


def _cuts(lines: Sequence[Line], form: re.Pattern[str]) -> Iterator[int]:
    """The places of headings.

    A sentence may also begin a line with a section's number; only after a heading the clauses start anew.
    """
    waiting: list[int] = []
    for n, (_, line) in enumerate(lines):
        if form.match(line):
            waiting.append(n)
        elif match := _LABEL.fullmatch(line):
            if match["labels"].startswith("(a)"):
                yield from waiting
            waiting.clear()


def _plain(line: str) -> str:
    if line.isascii():
        return " ".join(line.replace("`", "'").split())
    text = line.replace("\ufeff", "").replace("ยง", "§").replace("’", "'").replace("‘", "'").replace("`", "'")
    return " ".join(text.translate(_UPRIGHTS).split())


def _section(lines: Sequence[Line], form: re.Pattern[str]) -> TextSection:
    heading = next((match for _, line in lines if (match := form.match(line))), None)
    first = next((n for n, (_, line) in enumerate(lines) if _FIRST.match(line)), len(lines))
    last = next((n for n, (_, line) in enumerate(lines) if n > first and _BACK.match(line)), len(lines))
    outside = " ".join(line for _, line in [*lines[:first], *lines[last:]])
    return TextSection(
        number=heading["number"] if heading else None,
        line=lines[0][0] if lines else 1,
        clauses=tuple(_clauses(lines[first:last])),
        amended=tuple(Amendment(_day(made), _day(effective), bulletin) for made, effective, bulletin in _AMENDED.findall(outside)),
        set_aside=len(re.findall(r"\d+", outside)),
        words=" ".join(line for _, line in lines),
    )


def _day(text: str) -> date:
    try:
        return datetime.strptime(text, "%B %d, %Y").date()
    except ValueError:
        return date.min


def _clauses(lines: Sequence[Line]) -> list[TextClause]:
    clauses: list[TextClause] = []
    letter, label, start = "", "", 0
    held: list[Line] = []
    for number, line in lines:
        match = _LABEL.fullmatch(line)
        if match is None:
            held.append((number, line))
            continue
        if label:
            clauses.append(_clause(label, start, held))
        labels = match["labels"].replace(" ", "")
        letter = labels[: labels.index(")") + 1] if labels[1].isalpha() else letter
        label, start = labels if labels[1].isalpha() else letter + labels, number
        held = [(number, match["rest"] or "")]
    if label:
        clauses.append(_clause(label, start, held))
    return clauses


def _clause(label: str, line: int, lines: Sequence[Line]) -> TextClause:
    tables, sentences = split_tables(tuple(lines))
    return TextClause(label, line, tables, sentences, unread_lines(tables, sentences))
