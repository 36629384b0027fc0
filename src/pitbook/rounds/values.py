"""A round as a value: its seats, wagers, hands, offers and meters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from pitbook.choices import Offer
from pitbook.errors import InputError
from pitbook.payouts import money
from pitbook.rulebook import Edition, Game

FILED = "filed"
"""The value of a reading that stands for a table of a Rules Submission."""


class RoundError(InputError):
    """A round that cannot be settled; ``faults`` lists every reason."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


@dataclass(frozen=True)
class Placed:
    """A wager at a seat: its stake in micro-dollars, and whether an irregularity voided it."""

    wager: str
    stake: int
    void: bool = False


@dataclass(frozen=True)
class Seat:
    """A seat of the round; ``cards`` is None where they are not known, ``paid`` maps a wager (or "total") to what was paid.

    ``void``: an irregularity voids all of it, so that its hand is out of the round.
    """

    number: int
    player: str | None
    cards: int | None
    placed: Mapping[str, Placed]
    folded: bool
    color: str | None
    high: int | None
    low: int | None
    paid: Mapping[str, int] = field(default_factory=dict)
    void: bool = False

    def stake(self, wager: str) -> int | None:
        """The stake on a wager that stands; None where there is none or it is void."""
        found = self.placed.get(wager)
        return None if found is None or found.void else found.stake


@dataclass(frozen=True)
class GivenMeter:
    """A meter before the round, in micro-dollars, with the terms given for it and the wager amount it serves.

    ``limits`` are the ceilings of its display that a Rules Submission sets, by wager amount, under None for all amounts.
    """

    id: str
    value: int
    reserve: int
    terms: Mapping[str, str]
    wager_micros: int | None
    limits: Mapping[int | None, int] = field(default_factory=dict)

    def limit(self, serves: int) -> int | None:
        """The ceiling of the display of a meter that serves a wager amount; None where there is none."""
        return self.limits.get(serves, self.limits.get(None))


@dataclass(frozen=True)
class Round:
    """A round that can be settled. Hands are card sets; baccarat hands are cards in dealing order.

    ``filing`` says in words under which Rules Submission it stands, if it does.
    """

    game: Game
    edition: Edition
    day: date
    values: Mapping[str, str]
    seats: tuple[Seat, ...]
    hands: Mapping[str, int]
    coup: tuple[tuple[int, ...], tuple[int, ...]] | None
    offers: Mapping[str, Offer]
    meters: Mapping[str, GivenMeter]
    dealer_setting: tuple[int, int] | None
    magic_card: int | None
    lucky_seats: frozenset[int]
    lucky_dealer: bool
    recorded: Mapping[int, Mapping[str, int]]
    limits: Mapping[str, Mapping[str, int]]
    decks: int
    key: str | None = None
    table: str | None = None
    filing: str | None = None

    def meter_of(self, wager: str, stake: int) -> GivenMeter | None:
        """The given meter that a wager of a stake feeds and draws on, if the round gives it."""
        return meter_for(self.meters, self.offers[wager], stake)


def meter_for(meters: Mapping[str, GivenMeter], offered: Offer, stake: int) -> GivenMeter | None:
    """The meter that an offer's wager of a stake feeds, if it is given."""
    if offered.wager.meter is None:
        return None
    name = offered.wager.meter
    return meters.get(f"{name}@{money(stake)}") or meters.get(name)
