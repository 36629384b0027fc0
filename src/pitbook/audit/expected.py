"""The figures of the rulebook, laid out as the regulation prints them: by section, clause, column and row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Final

from pitbook.audit.printed import EVERY_HAND
from pitbook.audit.tokens import AT_LEAST, TokenKind, names_pattern
from pitbook.audit.wording import Section
from pitbook.names import slug
from pitbook.payouts import CENT, MICROS, PayoutKind, dollars, percent
from pitbook.rulebook import Edition, Envy, Game, Paytable, Reading, Row, Wager

NOT_APPLICABLE: Final = "N/A"
PAYOUT: Final = "Payout"
ENVY: Final = "Envy Bonus"
STANDARD: Final = "standard"

TERM_ROWS: Final[Mapping[str, tuple[str, ...]]] = {
    "seed": ("seed",),
    "reseed": ("reseed",),
    "seed-reseed": ("seed", "reseed"),
    "seed-multiple-of-progressive-wager-amount": ("seed",),
    "primary": ("increment",),
    "incrementation-rate": ("increment",),
    "increment-rate": ("increment",),
    "reserve": ("reserve",),
    "reserve-rate": ("reserve",),
    "reserve-incrementation-rate": ("reserve",),
}
"""The names under which the texts print meter terms, and which terms they are."""


class ColumnKind(StrEnum):
    """What the cells of a column are."""

    PAYS = "pays"
    TERMS = "terms"
    ENVY = "envy"


@dataclass(frozen=True)
class BookRow:
    """A row of a column: its name, what it prints; under a reading also the cells of the text and the pay by value."""

    name: str
    printed: str
    reading: str | None = None
    by_reading: Mapping[str, str] = field(default_factory=dict)
    cells: tuple[str, ...] = ()

    @cached_property
    def key(self) -> str:
        """The name as an id."""
        return slug(self.name)


@dataclass(frozen=True)
class BookColumn:
    """A column of a clause: its heading (``Paytable A``, ``Payout``, ``Envy Bonus, Paytable A``, ``Envy Bonus, $1``)."""

    clause: str
    kind: ColumnKind
    heading: str
    rows: tuple[BookRow, ...]
    wagers: tuple[str, ...]

    def row(self, key: str) -> BookRow | None:
        """The row of a key, if the column has one."""
        return self._by_key.get(key)

    @cached_property
    def has_readings(self) -> bool:
        """Whether a reading decides where a cell of the column stands."""
        return any(row.reading is not None for row in self.rows)

    @cached_property
    def _by_key(self) -> Mapping[str, BookRow]:
        return {row.key: row for row in self.rows}


@dataclass(frozen=True)
class BookPhrase:
    """A figure that the text states in a sentence: what it is of, its wording, the clause in whose sentences it stands.

    ``by_clause`` names the clause whose mention says that a sentence below ``clause`` is about this figure (§ 649a.12(g)).
    """

    clause: str
    kind: TokenKind
    about: str
    printed: str
    wagers: tuple[str, ...]
    by_clause: str | None = None
    bound: str = ""

    @property
    def shown(self) -> str:
        """The figure with its bound."""
        return f"{self.bound} {self.printed}".strip()


@dataclass(frozen=True)
class BookSection:
    """All figures of the rulebook that one section prints."""

    game: Game
    edition: Edition
    section: Section
    columns: tuple[BookColumn, ...]
    phrases: tuple[BookPhrase, ...]
    prose_pays: tuple[BookPhrase, ...]
    readings: Mapping[str, Reading]
    names: re.Pattern[str] | None

    def columns_of(self, clause: str) -> list[BookColumn]:
        """The columns of a clause, in the rulebook's order."""
        return [each for each in self.columns if each.clause == clause]


def book_section(game: Game, section: Section, day: date | None = None) -> BookSection:
    """The rulebook's figures for a section, in the edition in force on a day (the newest without one)."""
    edition = game.edition(day)
    columns = _merged(column for wager in edition.wagers for column in _columns(wager, section))
    wagers = [wager.name for each in game.editions for wager in each.wagers]
    return BookSection(
        game=game,
        edition=edition,
        section=section,
        columns=tuple(columns),
        phrases=tuple(_phrases(edition, section)),
        prose_pays=tuple(phrase for wager in edition.wagers for phrase in _prose_pays(wager, section)),
        readings={each.id: each for each in edition.readings},
        names=names_pattern((game.name, *wagers, *section.names)),
    )


# Tables --------------------------------------------------------------------------------------------------------------


def paytable_heading(label: str) -> str:
    """How a paytable's column is headed."""
    return PAYOUT if label == STANDARD else f"Paytable {label}"


def _columns(wager: Wager, section: Section) -> Iterator[BookColumn]:
    for table in wager.paytables:
        heading = paytable_heading(table.label)
        for clause in section.clauses_in(table.citation):
            yield BookColumn(clause, ColumnKind.PAYS, heading, tuple(_rows(table.rows)), (wager.id,))
        if table.terms is not None:
            for clause in section.clauses_in(table.terms.citation):
                terms = tuple(BookRow(name, cell) for name, cell in table.terms.printed.items() if cell)
                yield BookColumn(clause, ColumnKind.TERMS, heading, terms, (wager.id,))
        yield from _envy_columns(wager, table, section)
    for citation in dict.fromkeys(extra.citation for extra in wager.extras):
        for clause in section.clauses_in(citation):
            extras = tuple(BookRow(extra.hand, extra.pays) for extra in wager.extras if extra.citation == citation)
            yield BookColumn(clause, ColumnKind.PAYS, PAYOUT, extras, (wager.id,))


def _rows(rows: Sequence[Row]) -> Iterator[BookRow]:
    for row in rows:
        if row.reading is None:
            yield BookRow(row.hand, row.pays)
        elif any(row.pays_by_reading.values()):
            yield BookRow(row.hand, row.pays, row.reading, row.pays_by_reading, row.printed)


def _envy_columns(wager: Wager, table: Paytable, section: Section) -> Iterator[BookColumn]:
    """The envy figures of a paytable: beside its pays, in a column of its own, or by amount of the wager."""
    if table.envy is None:
        apart = {each.envy.citation for each in wager.paytables if each.envy and each.envy.citation != each.citation}
        for citation in sorted(apart):
            for clause in section.clauses_in(citation):
                none = (BookRow(EVERY_HAND, NOT_APPLICABLE),)
                yield BookColumn(clause, ColumnKind.ENVY, paytable_heading(table.label), none, (wager.id,))
        return
    for clause in section.clauses_in(table.envy.citation):
        for heading, rows in _envy_cells(table, table.envy):
            yield BookColumn(clause, ColumnKind.ENVY, heading, rows, (wager.id,))


def _envy_cells(table: Paytable, envy: Envy) -> Iterator[tuple[str, tuple[BookRow, ...]]]:
    own = paytable_heading(table.label)
    for column in dict.fromkeys(column for row in envy.rows for column in row.printed):
        rows = tuple(BookRow(row.hand, row.printed[column]) for row in envy.rows if row.printed.get(column))
        if column:
            yield f"{ENVY}, {column}", rows
        else:
            yield (f"{ENVY}, {own}" if envy.citation == table.citation else own), rows


def _merged(columns: Iterable[BookColumn]) -> list[BookColumn]:
    """Columns that several wagers or paytables print alike stand once."""
    merged: list[BookColumn] = []
    for column in columns:
        for n, other in enumerate(merged):
            if (other.clause, other.kind, other.heading, other.rows) == (column.clause, column.kind, column.heading, column.rows):
                merged[n] = replace(other, wagers=tuple(dict.fromkeys((*other.wagers, *column.wagers))))
                break
        else:
            merged.append(column)
    return merged


# Sentences -----------------------------------------------------------------------------------------------------------


def _prose_pays(wager: Wager, section: Section) -> Iterator[BookPhrase]:
    """The one odds of a wager that a sentence may state in place of a table; that a stake comes back is not printed."""
    for table in wager.paytables:
        awards = {row.pays: row.award.kind for row in table.rows if row.award.kind is not PayoutKind.PUSH}
        if table.label == STANDARD and len(awards) == 1 and set(awards.values()) <= {PayoutKind.TO_ONE, PayoutKind.FOR_ONE}:
            for clause in section.clauses_in(table.citation):
                yield BookPhrase(clause, TokenKind.ODDS, wager.name, next(iter(awards)), (wager.id,))


def _phrases(edition: Edition, section: Section) -> Iterator[BookPhrase]:
    for wager in edition.wagers:
        for clause in section.clauses_in(wager.citation):
            own = (wager.id,)
            if wager.vigorish is not None:
                yield BookPhrase(clause, TokenKind.RATE, "vigorish", percent(wager.vigorish), own)
            if wager.vigorish_multiple is not None:
                yield BookPhrase(clause, TokenKind.MONEY, "multiple of the vigorish", _coin(wager.vigorish_multiple), own)
            for variation, labels in wager.variations.items():
                words = f"paytables {', '.join(labels[:-1])} or {labels[-1]}" if len(labels) > 1 else f"paytable {labels[0]}"
                yield BookPhrase(clause, TokenKind.PAYTABLES, f"paytables of {variation}", words, own)
    clauses = {wager.id: next(iter(section.clauses_in(wager.citation)), None) for wager in edition.wagers}
    for option in edition.options:
        for clause in section.clauses_in(option.citation):
            for wager_id, floor in option.floors.items():
                about = f"{option.hand}, floor for {wager_id}"
                yield BookPhrase(clause, TokenKind.ODDS, about, floor, (wager_id,), clauses.get(wager_id), AT_LEAST)


def _coin(micros: int) -> str:
    """``25¢``, from a dollar on ``$1.00``."""
    return f"{micros // CENT}¢" if micros < MICROS and micros % CENT == 0 else dollars(micros)


def subsection(clause: str) -> str:
    """``(g)`` of ``(g)(1)``."""
    return re.sub(r"(?<=\)).*", "", clause)
