"""What a meter holds and has done, and the moves that it is the sum of."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from operator import add as plus
from typing import Final, NamedTuple


class Pool(StrEnum):
    """The four places where a meter's money stands."""

    METER = "meter"
    RESERVE = "reserve"
    OVERFLOW = "overflow"
    PARKED = "parked"


class MoveKind(StrEnum):
    """What a move of money was."""

    OPEN = "open"
    CONTRIBUTE = "contribute"
    REVERSE = "reverse"
    AWARD = "award"
    ADJUST = "adjust"
    TRANSFER_OUT = "transfer-out"
    TRANSFER_IN = "transfer-in"
    PARK = "park"
    RELEASE = "release"
    RETURN = "return"


class MeterState(NamedTuple):
    """What stands on a meter and how it came there; all money in micro-dollars.

    ``value`` is the amount displayed and won, ``overflow`` what came in above a limit, ``parked`` what a closed meter
    keeps for a later one. ``seeded`` is the house's own money within ``value``. The rest are totals since the first
    start: ``contributed`` and ``reserve_contributed`` net of void rounds, ``house_paid`` awards the house paid beside
    the meter, ``hits`` awards, ``starts`` the first start and every restart. A value of this type also serves as a
    set of differences.
    """

    value: int = 0
    reserve: int = 0
    overflow: int = 0
    parked: int = 0
    seeded: int = 0
    opening: int = 0
    from_house: int = 0
    wagered: int = 0
    contributed: int = 0
    reserve_contributed: int = 0
    adjusted_up: int = 0
    adjusted_down: int = 0
    transferred_in: int = 0
    transferred_out: int = 0
    awarded: int = 0
    revenue: int = 0
    house_paid: int = 0
    hits: int = 0
    starts: int = 0

    @property
    def held(self) -> int:
        """All money the meter holds: value, reserve, overflow and parked."""
        return self.value + self.reserve + self.overflow + self.parked

    @property
    def current(self) -> int:
        """The value without the limit: displayed plus overflow."""
        return self.value + self.overflow

    @property
    def incremental(self) -> int:
        """The players' part of the displayed value."""
        return self.value - self.seeded

    @property
    def expected(self) -> int:
        """What the meter must hold by the identity of this module."""
        return (
            self.opening
            + self.from_house
            + self.contributed
            + self.reserve_contributed
            + self.adjusted_up
            - self.adjusted_down
            + self.transferred_in
            - self.transferred_out
            - self.awarded
            - self.revenue
        )


STATE_FIELDS: Final = MeterState._fields


class Move(NamedTuple):
    """One recorded movement: its kind and what it changes, field by field of :class:`MeterState`."""

    kind: MoveKind
    change: MeterState


def add(state: MeterState, change: MeterState) -> MeterState:
    """The state after a change, checked: the four pools at least 0, the identity kept."""
    new = MeterState(*map(plus, state, change))
    _check(new, change)
    return new


def _check(new: MeterState, change: MeterState) -> None:
    """The invariants of every move; raised and not asserted, so that they also hold under ``python -O``."""
    if min(new.value, new.reserve, new.overflow, new.parked) < 0:
        raise AssertionError(f"a pool would fall below 0: {new}")
    if not 0 <= new.seeded <= new.value:
        raise AssertionError(f"more house money than money on the meter: {new}")
    if change.held != change.expected:
        raise AssertionError(f"{change.held - change.expected} micro-dollars would come from nowhere: {change}")


def replay(moves: Sequence[Move], state: MeterState | None = None) -> MeterState:
    """The state after all moves, from the empty meter or the one given."""
    state = state or MeterState()
    for move in moves:
        state = add(state, move.change)
    return state


def pool_of(state: MeterState, pool: Pool) -> int:
    """The amount in one of the four pools."""
    return {
        Pool.METER: state.value,
        Pool.RESERVE: state.reserve,
        Pool.OVERFLOW: state.overflow,
        Pool.PARKED: state.parked,
    }[pool]


def moved(state: MeterState, kind: MoveKind, change: MeterState) -> tuple[MeterState, Move]:
    """The state after a change, and the change as a move of its kind."""
    return add(state, change), Move(kind, change)


def seeded_after(state: MeterState, value: int) -> int:
    """The change of the house's part when the value becomes less: players' money is taken first."""
    return min(state.seeded, value) - state.seeded
