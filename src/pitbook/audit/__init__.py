"""Compares the rulebook with the text of the regulation, figure by figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Final

from pitbook.audit.compare import compare_section
from pitbook.audit.expected import BookSection, book_section
from pitbook.audit.narrow import narrowed, subsections
from pitbook.audit.report import AuditReport, Difference, SectionReport, What
from pitbook.audit.sections import TextSection, sections_of
from pitbook.audit.wording import wording
from pitbook.catalog import Rulebook, rulebook
from pitbook.errors import InputError
from pitbook.given_files import GivenFileError, text_of
from pitbook.names import listed

__all__ = [
    "AuditError",
    "AuditReport",
    "BookSection",
    "Difference",
    "SectionReport",
    "What",
    "audit",
    "book_sections",
    "compare_texts",
    "read_texts",
]


HEADING_EXAMPLE: Final = "§ 629b.7. Title of the section"


class AuditError(InputError):
    """Texts that cannot be audited; ``faults`` lists each with its file."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


def audit(
    texts: Mapping[str, str], book: Rulebook | None = None, day: date | None = None, *, clauses: Sequence[str] = ()
) -> AuditReport:
    """Compare the sections of regulation texts (file name -> text) with the rulebook in force on a day.

    Every table cell, caption, heading, row name, number and reference of the clauses is compared, in both directions. Without
    ``book`` the package's own rulebook is taken, without ``day`` the newest edition. ``clauses`` names the subsections to compare,
    ``(d)`` of every section, ``649a.12(d)`` or a whole citation of one; without any all are. Raises :class:`AuditError` with every
    text that holds no known section, and every name of a subsection that none of them has.
    """
    return compare_texts(texts, book_sections(book or rulebook(), day), clauses)


def book_sections(book: Rulebook, day: date | None = None) -> tuple[BookSection, ...]:
    """The figures of a rulebook by the sections of the regulation they come from, in the editions in force on a day."""
    return tuple(book_section(game, section, day) for game in book for section in wording(game.folder))


def compare_texts(texts: Mapping[str, str], sections: Sequence[BookSection], clauses: Sequence[str] = ()) -> AuditReport:
    """What :func:`audit` does, against sections that were laid out before."""
    faults: list[str] = [] if texts else ["no text to audit"]
    held: list[tuple[str, TextSection, BookSection]] = []
    for name, text in texts.items():
        found = [(part, section) for part in sections_of(text) if (section := _known(part, sections)) is not None]
        if not found:
            allowed = listed(section.section.cited for section in sections)
            faults.append(
                f"{name}: holds no section of the rulebook; a section begins with a heading such as {HEADING_EXAMPLE!r}; "
                f"known are {allowed}"
            )
        held.extend((name, part, section) for part, section in found)
    asked, unknown = subsections(clauses, list({section.section.cited: section for *_, section in held}.values()))
    if faults or unknown:
        raise AuditError([*faults, *(unknown if held else ())])
    if asked:
        held = [(name, *both) for name, part, section in held if (both := narrowed(part, section, asked)) is not None]
    return AuditReport(tuple(compare_section(*each) for each in held))


def _known(part: TextSection, sections: Sequence[BookSection]) -> BookSection | None:
    """The section a part of a text is: by the number in its heading, without one by the words that stand in it."""
    for section in sections:
        known = section.section
        if part.number is not None:
            if known.number == part.number:
                return section
        elif known.number is None and part.clauses and part.speaks_of(known.known_by):
            return section
    return None


def read_texts(paths: Sequence[str]) -> dict[str, str]:
    """The texts of files by their paths; ``-`` is standard input.

    Raises :class:`AuditError` with every file that cannot be read.
    """
    texts: dict[str, str] = {}
    faults: list[str] = []
    for path in paths:
        try:
            texts[path] = text_of(Path(path))
        except OSError as fault:
            faults.append(f"{path}: {(fault.strerror or 'cannot be read').lower()}")
        except UnicodeDecodeError:
            faults.append(f"{path}: is no text in UTF-8")
        except GivenFileError as fault:
            faults.append(str(fault))
    if faults:
        raise AuditError(faults)
    return texts
