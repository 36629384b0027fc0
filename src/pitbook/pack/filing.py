"""What a PAR pack is made of, as plain values: who files, when, and what stands at the gaming tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from pitbook.choices import Offer
from pitbook.par import ParSheet


@dataclass(frozen=True)
class Limits:
    """The least and the largest stake of a wager and, where only some amounts are taken, those; all in micro-dollars."""

    minimum_micros: int | None = None
    maximum_micros: int | None = None
    amounts: tuple[int, ...] = ()

    @property
    def largest_micros(self) -> int | None:
        """The largest stake; None where none is filed."""
        if self.maximum_micros is None:
            return max(self.amounts, default=None)
        return self.maximum_micros


@dataclass(frozen=True)
class GamingTables:
    """The gaming tables at which a game is offered on the same terms.

    ``offers`` are all its wagers, ``sheets`` the PAR sheets of those that have one (a wager may have several, for several
    amounts). ``limits`` are by wager id. ``aggregate_limit_micros`` caps what the bonus wagers of one hand pay; None is no cap.
    ``options`` are further choices, each a name and words for it.
    """

    game: str
    name: str
    numbers: tuple[str, ...]
    seats: int
    offers: tuple[Offer, ...]
    sheets: tuple[ParSheet, ...]
    limits: Mapping[str, Limits] = field(default_factory=dict)
    aggregate_limit_micros: int | None = None
    decks: int = 1
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Filing:
    """A Rules Submission as far as its pack needs it. All dates of the pack's files come from ``filing_date``."""

    certificate_holder: str
    filing_date: date
    tables: tuple[GamingTables, ...]
    facility: str = ""
    reference: str = ""
    effective_date: date | None = None
    notes: str = ""

    @property
    def sheets(self) -> tuple[ParSheet, ...]:
        """All PAR sheets, in the order of the tables."""
        return tuple(sheet for tables in self.tables for sheet in tables.sheets)

    @property
    def editions(self) -> tuple[str, ...]:
        """The ids of the editions that the offers stand on, each once."""
        return tuple(dict.fromkeys(offered.edition.id for tables in self.tables for offered in tables.offers))
