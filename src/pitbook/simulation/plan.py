"""What is simulated, as values: tables with their seats and wagers, the meters they feed, groups of tables that share meters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitbook.choices import Offer
from pitbook.families import Deal
from pitbook.progressive import MeterPolicies, Terms
from pitbook.simulation.dealing import WORDS
from pitbook.submission import FiledGame, Submission


@dataclass(frozen=True)
class Source:
    """Where the result of wagers comes from: a hand family on certain cards, or a game's own deciding (``family`` is its wager).

    ``per_seat`` tells whether each seat has cards of its own in it.
    """

    family: str
    reads: tuple[str, ...]
    deal: Deal | None
    per_seat: bool


@dataclass(frozen=True)
class Extra:
    """A pay beside the rows: drawn where a word is below ``threshold``."""

    outcome: str
    multiple: Fraction
    threshold: int


@dataclass(frozen=True)
class WagerPlan:
    """A wager at a table. Tuples have an entry a seat: stakes in micro-dollars (0: not placed), the meter fed, the color.

    ``threshold``: placed where a word is below it. ``survives`` a fold; ``after_play``: placed only by who does not fold.
    """

    offered: Offer
    source: int
    stakes: tuple[int, ...]
    threshold: int
    survives: bool
    after_play: bool
    meters: tuple[str | None, ...]
    colors: tuple[str, ...]
    extras: tuple[Extra, ...]

    @property
    def id(self) -> str:
        """The wager's id."""
        return self.offered.wager.id

    @property
    def always(self) -> bool:
        """Whether it is placed in every round."""
        return self.threshold == WORDS


@dataclass(frozen=True)
class TablePlan:
    """A table: its game as filed, seats, wagers, and the key of its stream of random numbers.

    Tables of one ``alike`` differ in nothing but their meters and their cards.
    """

    id: str
    alike: str
    filed: FiledGame
    seats: int
    strategy: str
    plays_from: int
    player_way: str | None
    sources: tuple[Source, ...]
    wagers: tuple[WagerPlan, ...]
    decks: int
    key: int


@dataclass(frozen=True)
class MeterPlan:
    """A meter: its terms for the wager amount it serves, policies, and the amount it starts with (micro-dollars)."""

    id: str
    serves: int
    terms: Terms
    policies: MeterPolicies
    opening: int | None
    tables: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """Tables that share meters, with them: a unit of work and of folding."""

    tables: tuple[TablePlan, ...]
    meters: tuple[MeterPlan, ...]


@dataclass(frozen=True)
class Plan:
    """Everything that is simulated; ``notes`` say what was assumed."""

    submission: Submission
    groups: tuple[Group, ...]
    notes: tuple[str, ...]

    @property
    def tables(self) -> tuple[TablePlan, ...]:
        """All tables in the order of the groups."""
        return tuple(table for group in self.groups for table in group.tables)
