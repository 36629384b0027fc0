"""What a settlement says: its lines, the meters before and after, sums, and what was paid against what is owed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitbook.choices import Offer, ReadingInForce
from pitbook.outcomes import Decision
from pitbook.payouts import CENT
from pitbook.rounds import Round

BASE: Final = "base"
BONUS: Final = "bonus"
PROGRESSIVE: Final = "progressive"
ENVY: Final = "envy"

WIN: Final = "win"
LOSE: Final = "lose"
PUSH: Final = "push"
VOID: Final = "void"

HOUSE: Final = "house"
METER: Final = "meter"


@dataclass(frozen=True)
class Line:
    """One line of a settlement; money in micro-dollars.

    ``returned`` is what is handed over, the stake included where the rule returns it; ``net`` is ``returned`` less the stake, or
    ``returned`` itself on a line without a stake of its own (``own_stake`` false; ``stake`` is then the wager it is computed on).
    ``uncapped`` is what would have been handed over without an aggregate limit.
    """

    seat: int
    wager: str
    kind: str
    stake: int
    outcome: str
    pays: str
    result: str
    returned: int
    commission: int
    paid_by: str
    citation: str
    note: str
    own_stake: bool = True
    from_seat: int | None = None
    uncapped: int | None = None
    decision: Decision | None = None

    @property
    def net(self) -> int:
        """What the seat gains by the line."""
        return self.returned - self.stake if self.own_stake else self.returned


@dataclass(frozen=True)
class MeterResult:
    """A meter before and after the round, in micro-dollars.

    Under a ceiling (``limit``) some of the round's money may wait for the next start (``overflow``) or go to the house
    (``revenue``).
    """

    before: int
    contributed: int
    awarded: int
    reseeded_from_house: int
    reseeded_from_reserve: int
    after: int
    reserve_before: int
    reserve_contributed: int
    reserve_after: int
    limit: int | None = None
    overflow: int = 0
    revenue: int = 0

    @property
    def reseeded(self) -> int:
        """What was put on after awards, from the house and from the reserve."""
        return self.reseeded_from_house + self.reseeded_from_reserve


@dataclass(frozen=True)
class Dispute:
    """What a seat was paid on a wager (or in all) against what it is owed; micro-dollars.

    ``within_total``: the seat's total is given as well, and this is a part of it. ``note`` is what else there is to know.
    """

    seat: int
    wager: str
    owed: int
    paid: int
    within_total: bool = False
    note: str = ""

    @property
    def difference(self) -> int:
        """What is still to be handed over (positive) or to be collected (negative); part of a cent cannot be, and is nothing."""
        left = self.owed - self.paid
        return left if abs(left) >= CENT else 0


@dataclass(frozen=True)
class SeatTotal:
    """A seat's sums over its lines."""

    staked: int
    returned: int

    @property
    def net(self) -> int:
        """What the seat gains in the round."""
        return self.returned - self.staked


@dataclass(frozen=True)
class Settlement:
    """A settled round. ``alive`` names, for each folded seat, the wagers that a fold leaves in play."""

    game_round: Round
    lines: tuple[Line, ...]
    meters: Mapping[str, MeterResult]
    totals: Mapping[int, SeatTotal]
    alive: Mapping[int, tuple[str, ...]]
    disputes: tuple[Dispute, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def readings(self) -> tuple[ReadingInForce, ...]:
        """The readings that the settlement depends on, with their values."""
        found: dict[str, ReadingInForce] = {}
        for offered in self.game_round.offers.values():
            for each in offered.readings("settlement"):
                found.setdefault(each.reading.id, each)
        recorded = {name for wagers in self.game_round.recorded.values() for name in wagers}
        for reading in self.game_round.edition.readings:
            value = self.game_round.values[reading.id]
            if recorded & {*reading.records.get(value, ())}:
                found.setdefault(reading.id, ReadingInForce(reading, value, value != reading.default))
        return tuple(found.values())


def line_kind(offered: Offer) -> str:
    """The kind of an offer's own line: base, bonus, or progressive for any wager with a meter."""
    return PROGRESSIVE if offered.wager.meter is not None else offered.wager.kind.value
