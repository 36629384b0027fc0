"""The cards of many rounds, the plan that they are settled by, and what comes of it, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitbook.choices import Offer, OfferRow
from pitbook.rounds import Round, Seat

Array = npt.NDArray[Any]

LOSE: Final = -1
NOT_PLACED: Final = -2
"""Rows of a line that loses, and of one that is not there in a round (no stake, or a bonus that is not due)."""


@dataclass(frozen=True)
class Deals:
    """The cards of many rounds, as int64 card sets: ``own`` [rounds, seats] in the order of the plan's seats, ``dealer`` and
    ``community`` [rounds], ``coup`` [rounds, 6] card numbers with -1 for no third card; ``folded`` [rounds, seats] truth values.
    """

    own: Array | None = None
    dealer: Array | None = None
    community: Array | None = None
    coup: Array | None = None
    folded: Array | None = None

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        first = next(each for each in (self.dealer, self.coup, self.own) if each is not None)
        return len(first)


@dataclass(frozen=True)
class PlannedLine:
    """A wager of a seat in every round: its rows as bits and what each hands over for the stake, ``lose`` last (0).

    ``from_meter`` marks the rows that are shares of a meter.
    """

    seat: int
    place: int
    offered: Offer
    stake: int
    bits: tuple[int, ...]
    returned: tuple[int, ...]
    from_meter: tuple[bool, ...]

    @property
    def wager(self) -> str:
        """The wager's id."""
        return self.offered.wager.id

    @property
    def rows(self) -> tuple[OfferRow, ...]:
        """The rows that a line's row numbers stand for."""
        return self.offered.rows


@dataclass(frozen=True)
class Plan:
    """What is the same in all rounds.

    ``contributions`` are the primary and reserve increments that one round brings each meter, in micro-dollars.
    """

    game_round: Round
    lines: tuple[PlannedLine, ...]
    contributions: Mapping[str, tuple[int, int]]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the order of the columns of :class:`Deals`."""
        return self.game_round.seats


@dataclass(frozen=True)
class ManyLines:
    """A wager over all rounds: ``row`` int8 (number of the offer's row, ``LOSE`` or ``NOT_PLACED``), ``staked`` and ``returned``

    int64 micro-dollars. An Envy Bonus has no row; its ``returned`` is that of all other hands together.
    """

    seat: int
    wager: str
    kind: str
    row: Array
    staked: Array
    returned: Array


@dataclass(frozen=True)
class Many:
    """Many settled rounds; what the arrays say of a round marked ``ordinary`` is not its settlement."""

    lines: tuple[ManyLines, ...]
    ordinary: Array

    def returned(self) -> Array:
        """What each round hands over in all, in micro-dollars."""
        return sum((line.returned for line in self.lines), np.zeros(len(self.ordinary), np.int64))

    def staked(self) -> Array:
        """What each round takes in, in micro-dollars."""
        return sum((line.staked for line in self.lines), np.zeros(len(self.ordinary), np.int64))
