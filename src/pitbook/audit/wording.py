"""The numbers and references that stand in the sentences of the sections a game's rules come from (``wording.toml``).

Payouts, rates, seeds and amounts are not among them: those live in ``rules.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field

from pitbook.file_parts import Citation, Part, Text
from pitbook.loading import parse_file

FILE_NAME: Final = "wording.toml"
Label = Annotated[str, Field(pattern=r"^\([a-z]\)(\(\d{1,2}\))?$")]


class ClausePart(Part):
    """A clause: its label, what it is about, the numbers and the references of its sentences in order.

    ``stated`` counts the odds, rates and amounts of the sentences where one is stated more than once.
    """

    at: Label
    about: Text | None = None
    stated: Annotated[int, Field(ge=1)] | None = None
    numbers: list[Text] = Field(default=[])
    refers: list[Text] = Field(default=[])


class AmendmentPart(Part):
    """An amendment that the rules take account of."""

    on: date
    effective: date
    bulletin: Text


class SectionPart(Part):
    """A section of the regulation: how rules cite it, how its text is known, its clauses in order."""

    cited: Citation
    number: Text | None = None
    known_by: list[Text] = Field(default=[])
    amended: list[AmendmentPart] = Field(default=[])
    clause: Annotated[list[ClausePart], Field(min_length=1)]


class WordingFile(Part):
    """``wording.toml``: names that hold a number without being one, and the sections."""

    names: list[Text] = Field(default=[])
    section: Annotated[list[SectionPart], Field(min_length=1)]


@dataclass(frozen=True)
class Amendment:
    """An amendment: the day it was made, the day it took effect, its place in the Pennsylvania Bulletin."""

    on: date
    effective: date
    bulletin: str

    @property
    def text(self) -> str:
        """``amended 2014-12-12, effective 2014-12-13, 44 Pa.B. 7683``."""
        return f"amended {self.on}, effective {self.effective}, {self.bulletin}"


@dataclass(frozen=True)
class WordedClause:
    """The numbers and references in the sentences of one clause, in order; ``stated`` counts its payout figures, if known."""

    label: str
    about: str
    stated: int | None
    numbers: tuple[str, ...]
    refers: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A section the rulebook knows. ``number`` is None where the copy bears none; ``known_by`` are words that stand in it."""

    cited: str
    number: str | None
    known_by: tuple[str, ...]
    names: tuple[str, ...]
    amended: tuple[Amendment, ...]
    clauses: tuple[WordedClause, ...]

    def clauses_in(self, citation: str) -> Iterator[str]:
        """``(e)(1)`` of ``58 Pa. Code § 649a.12(e)(1)``; nothing where the citation is of another section."""
        if citation.startswith(self.cited):
            rest = re.match(r"(?:, subsection )?((?:\([a-z0-9]{1,2}\))+)", citation[len(self.cited) :])
            if rest is not None:
                yield rest.group(1)


def wording(folder: Path) -> tuple[Section, ...]:
    """The sections of a game's folder; none where it has no ``wording.toml``.

    Raises :class:`~pitbook.rulebook.RulebookError` with every fault of the file.
    """
    path = folder / FILE_NAME
    return _read(path) if path.is_file() else ()


@cache
def _read(path: Path) -> tuple[Section, ...]:
    parsed = parse_file(path.read_bytes(), f"{path.parent.name}/{path.name}", WordingFile)
    return tuple(
        Section(
            cited=part.cited,
            number=part.number,
            known_by=tuple(part.known_by),
            names=tuple(parsed.names),
            amended=tuple(Amendment(each.on, each.effective, each.bulletin) for each in part.amended),
            clauses=tuple(_clause(each) for each in part.clause),
        )
        for part in parsed.section
    )


def _clause(part: ClausePart) -> WordedClause:
    return WordedClause(part.at, part.about or "", part.stated, tuple(part.numbers), tuple(part.refers))
