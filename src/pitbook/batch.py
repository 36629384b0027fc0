"""Many rounds at once, for the simulation: the chosen tables compiled to mask, first row, micro-dollars, over arrays.

A :class:`Plan` is made from one round that can be settled: who sits where, the wagers and stakes, the paytables and readings.
:func:`settle_many` settles that plan over the cards of many rounds. What hangs on a meter, and whatever else the arrays do not
hold, is not settled here: such rounds are marked ``ordinary``, :func:`round_of` gives each as a round of its own, and the
ordinary settlement settles it, with the meter as it then stands. Both give the same amounts; a test holds them equal.

Envy Bonuses are settled here: they are fixed sums, and in some games they come up in one round of a hundred.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitbook.choices import ChoiceError, Offer, OfferRow
from pitbook.compiled import compile_module, scalar
from pitbook.families import Deal, Family, events_module, families
from pitbook.game_modules import game_module
from pitbook.outcomes import chosen_events, play_module
from pitbook.progressive import increments
from pitbook.rounds import Round, Seat
from pitbook.settlement.limit import aggregate_limit
from pitbook.settlement.lines import fixed_award
from pitbook.settlement.meters import meter_terms
from pitbook.settlement.order import fold_outcome
from pitbook.settlement.requests import meter_amount
from pitbook.settlement.result import BONUS, ENVY, line_kind

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


# The plan ------------------------------------------------------------------------------------------------------------


def plan(game_round: Round) -> Plan:
    """The plan of a round: its cards are left aside, its seats, wagers, stakes, tables and readings are kept.

    A seat that has placed Ante and Play plays or folds as :class:`Deals` says. Raises :class:`~pitbook.choices.ChoiceError` for a
    round with void wagers or set hands, which are no plan for others.
    """
    for seat in game_round.seats:
        if any(placed.void for placed in seat.placed.values()) or seat.high is not None:
            raise ChoiceError(f"seat {seat.number}: a round with void wagers or hands set by a player is no plan for many")
    lines = [
        _planned(seat, place, offered)
        for place, seat in enumerate(game_round.seats)
        for offered in game_round.offers.values()
        if _stands(seat, offered)
    ]
    return Plan(game_round, tuple(lines), _contributions(game_round))


def _stands(seat: Seat, offered: Offer) -> bool:
    wager = offered.wager
    needed = (wager.basis or wager.id, *(wager.requires if wager.stakeless else ()))
    return all(seat.stake(name) is not None for name in needed)


def _planned(seat: Seat, place: int, offered: Offer) -> PlannedLine:
    stake = seat.stake(offered.wager.basis or offered.wager.id)
    assert stake is not None
    own = chosen_events(offered, seat.color)
    events = _events(offered)
    rows = offered.rows
    return PlannedLine(
        seat=seat.number,
        place=place,
        offered=offered,
        stake=stake,
        bits=tuple(1 << events.index(own.get(row.event, row.event)) for row in rows),
        returned=(*(0 if row.award.share else fixed_award(offered, row, stake)[0] for row in rows), 0),
        from_meter=(*(bool(row.award.share) for row in rows), False),
    )


def _events(offered: Offer) -> Sequence[str]:
    """The events of an offer's masks in bit order; a wager without a hand family has them in its game's module ``many``."""
    if offered.family is not None:
        return families(offered.game.package)[offered.family].events
    names: Sequence[str] = _many(offered.game.package).EVENTS
    return names


def _many(package: str) -> Any:
    return game_module(package, "many")


def _contributions(game_round: Round) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for seat in game_round.seats:
        for placed in seat.placed.values():
            given = game_round.meter_of(placed.wager, placed.stake)
            if given is None:
                continue
            offered = game_round.offers[placed.wager]
            primary, reserve = increments(meter_terms(offered, given, meter_amount(game_round, given)), placed.stake)
            before = found.get(given.id, (0, 0))
            found[given.id] = before[0] + primary, before[1] + reserve
    return found


# Settling ------------------------------------------------------------------------------------------------------------


def settle_many(a_plan: Plan, deals: Deals) -> Many:
    """Settle a plan over the cards of many rounds."""
    masks = _Masks(a_plan, deals)
    rounds = deals.rounds
    ordinary = np.zeros(rounds, np.bool_)
    lines = [_line(a_plan, deals, planned, masks, ordinary) for planned in a_plan.lines]
    _mark_limits(a_plan, lines, ordinary)
    return Many((*lines, *_envies(a_plan, deals, masks)), ordinary)


def _line(a_plan: Plan, deals: Deals, planned: PlannedLine, masks: _Masks, ordinary: Array) -> ManyLines:
    wager = planned.offered.wager
    rounds = deals.rounds
    rows, returned, marked = np.empty(rounds, np.int8), np.empty(rounds, np.int64), np.zeros(rounds, np.bool_)
    _compiled()
    fill_rows(
        masks.of(planned.offered, planned.place),
        np.array(planned.bits, np.int64),
        np.array(planned.returned, np.int64),
        np.array(planned.from_meter, np.bool_),
        rows,
        returned,
        marked,
    )
    if planned.offered.extras:
        marked[:] = True  # the system's draws are not in the cards
    staked = np.full(rounds, 0 if wager.stakeless else planned.stake, np.int64)
    folded = None if deals.folded is None else deals.folded[:, planned.place]
    if wager.stakeless:
        _only_where_due(a_plan, planned, rows, folded, marked)
        returned[rows < 0] = 0
    elif folded is not None and wager.equals is not None:
        rows[folded], returned[folded], staked[folded] = NOT_PLACED, 0, 0
    elif folded is not None and fold_outcome(planned.offered) == "lost":
        rows[folded], returned[folded], marked[folded] = LOSE, 0, False
    ordinary |= marked
    return ManyLines(planned.seat, planned.wager, line_kind(planned.offered), rows, staked, returned)


def _only_where_due(a_plan: Plan, planned: PlannedLine, rows: Array, folded: Array | None, marked: Array) -> None:
    """A bonus on another wager has a line only when it pays; one that may be withheld is settled by the ordinary way."""
    withheld = planned.wager in getattr(play_module(a_plan.game_round), "WITHHELD", {})
    rows[rows == LOSE] = NOT_PLACED
    if folded is not None:
        rows[folded] = NOT_PLACED
    if withheld and a_plan.game_round.values["akq-bonus-regardless"] != "yes":
        marked |= rows >= 0


def _mark_limits(a_plan: Plan, lines: Sequence[ManyLines], ordinary: Array) -> None:
    """Rounds in which a hand's bonus pays pass a filed limit are settled by the ordinary way."""
    limit = aggregate_limit(a_plan.game_round)
    if limit is None:
        return
    for seat in a_plan.seats:
        won = np.zeros(len(ordinary), np.int64)
        for line in lines:
            if line.seat == seat.number and line.kind == BONUS:
                won += np.maximum(line.returned - line.staked, 0)
        ordinary |= won > limit


class _Masks:
    """The masks of the plan's families, made once for each family, cards read, and seat."""

    def __init__(self, a_plan: Plan, deals: Deals) -> None:
        self.plan, self.deals = a_plan, deals
        self.made: dict[tuple[str | None, tuple[str, ...], int], Array] = {}
        self.of_game: Array | None = None

    def of(self, offered: Offer, place: int) -> Array:
        """Masks int64[rounds] of an offer at a seat."""
        key = offered.family, offered.reads, place if "player" in offered.reads else -1
        if key not in self.made:
            self.made[key] = self._of_cards(offered, place) if offered.family else self._of_game(offered, place)
        return self.made[key]

    def _of_cards(self, offered: Offer, place: int) -> Array:
        package = offered.game.package
        family: Family = families(package)[str(offered.family)]
        compile_module(events_module(package))
        fill = getattr(events_module(package), family.masks)
        masks = np.empty(self.deals.rounds, np.int64)
        if family.deal is Deal.COUP:
            assert self.deals.coup is not None
            fill(self.deals.coup, masks)
        elif family.deal is Deal.SHOWDOWN:
            folded = np.zeros(len(masks), np.bool_) if self.deals.folded is None else self.deals.folded[:, place]
            fill(self._hands("player", place), self._hands("dealer", place), folded, masks)
        else:
            hands = self._hands(offered.reads[0], place)
            for area in offered.reads[1:]:
                hands = hands | self._hands(area, place)
            fill(hands, masks)
        return masks

    def _of_game(self, offered: Offer, place: int) -> Array:
        """Masks of the game's own counting: all seats at once, so that the dealer's hand is looked at once."""
        if self.of_game is None:
            results = _many(offered.game.package).main_wager(self.plan.game_round.values)
            assert self.deals.own is not None
            self.of_game = np.ascontiguousarray(results(self.deals.own, self._hands("dealer", place)).T)
        found: Array = self.of_game[place]
        return found

    def _hands(self, area: str, place: int) -> Array:
        cards = {"player": self.deals.own, "dealer": self.deals.dealer, "community": self.deals.community}[area]
        assert cards is not None, f"the deals have no {area} cards"
        return np.ascontiguousarray(cards[:, place]) if area == "player" else cards


@scalar
def fill_rows(masks: Any, bits: Any, pays: Any, from_meter: Any, rows: Any, returned: Any, ordinary: Any) -> None:
    """The first row whose bit is set (-1 for none) and what it hands over; rounds with a share of a meter are marked."""
    for n in range(len(masks)):
        row = -1
        for each in range(len(bits)):
            if masks[n] & bits[each]:
                row = each
                break
        rows[n] = row
        returned[n] = pays[row]  # the last entry is that of no row
        if from_meter[row]:
            ordinary[n] = True


def _compiled() -> None:
    compile_module(sys.modules[__name__])


# Envy ----------------------------------------------------------------------------------------------------------------


def _envies(a_plan: Plan, deals: Deals, masks: _Masks) -> list[ManyLines]:
    """What each seat draws by a wager from all other hands of a round together."""
    lines: list[ManyLines] = []
    for offered in a_plan.game_round.offers.values():
        if offered.envy is None:
            continue
        receivers = [(place, seat) for place, seat in enumerate(a_plan.seats) if seat.stake(offered.wager.id) is not None]
        if receivers:
            rows = _holders(a_plan, deals, offered, masks)
            hit = np.flatnonzero((rows >= 0).any(axis=1))
            lines.extend(_envy_line(a_plan, deals, offered, place, rows, hit) for place, _ in receivers)
    return lines


def _counts(a_plan: Plan, deals: Deals, offered: Offer, place: int) -> Array | bool:
    """Whether a seat draws and brings envy, folded or not."""
    lives = a_plan.game_round.values["envy-after-fold"] != "never" and fold_outcome(offered) == "settled"
    return True if deals.folded is None or lives else ~deals.folded[:, place]


def _holders(a_plan: Plan, deals: Deals, offered: Offer, masks: _Masks) -> Array:
    """The row of every seat's hand for an offer, int8[rounds, seats]; -1 where it brings no envy."""
    assert offered.envy is not None
    family = families(offered.game.package)[str(offered.family)]
    bits = np.array([family.bit(row.event) for row in offered.rows], np.int64)
    brings = np.array([offered.envy.row(row.outcome) is not None for row in offered.rows] + [False], np.bool_)
    rounds = deals.rounds
    rows = np.full((rounds, len(a_plan.seats)), -1, np.int8)
    nothing, unused = np.zeros(len(brings), np.int64), np.zeros(rounds, np.bool_)
    _compiled()
    for place, seat in enumerate(a_plan.seats):
        if offered.envy.trigger == "bettors-only" and seat.stake(offered.wager.id) is None:
            continue
        own = np.empty(rounds, np.int8)
        fill_rows(masks.of(offered, place), bits, nothing, np.zeros(len(brings), np.bool_), own, np.empty(rounds, np.int64), unused)
        rows[:, place] = np.where(brings[own] & _counts(a_plan, deals, offered, place), own, np.int8(-1))
    return rows


def _envy_line(a_plan: Plan, deals: Deals, offered: Offer, place: int, rows: Array, hit: Array) -> ManyLines:
    receiver = a_plan.seats[place]
    stake = receiver.stake(offered.wager.id)
    assert stake is not None
    drawn = np.zeros(len(hit), np.int64)
    for other, holder in enumerate(a_plan.seats):
        if other != place and not _same_player(a_plan, holder, receiver):
            drawn += _amounts(a_plan, offered, stake, holder.stake(offered.wager.id))[rows[hit, other]]
    returned, none = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    returned[hit] = drawn
    returned *= _counts(a_plan, deals, offered, place)
    return ManyLines(receiver.number, offered.wager.id, ENVY, np.full(len(rows), NOT_PLACED, np.int8), none, returned)


def _amounts(a_plan: Plan, offered: Offer, stake: int, holders_stake: int | None) -> Array:
    """What each row brings a receiver with a stake, in micro-dollars, nothing for no row."""
    envy = offered.envy
    assert envy is not None
    terms, counts = envy, stake
    if a_plan.game_round.values.get("envy-multiple-of") == "winner" and holders_stake is not None:
        terms, counts = replace(envy, minimum_micros=0), holders_stake
    drawn = [0 if stake < envy.minimum_micros else terms.micros(row.outcome, counts) or 0 for row in offered.rows]
    return np.array([*drawn, 0], np.int64)


def _same_player(a_plan: Plan, one: Seat, other: Seat) -> bool:
    own_hands = a_plan.game_round.values["envy-second-hand"] != "each-position"
    return own_hands and one.player is not None and one.player == other.player


# Single rounds -------------------------------------------------------------------------------------------------------


def round_of(a_plan: Plan, deals: Deals, number: int, meters: Mapping[str, tuple[int, int]] | None = None) -> Round:
    """One of the rounds for the ordinary settlement; ``meters`` are value and reserve of each meter before it, in micro-dollars."""
    game_round = a_plan.game_round
    seats = []
    for place, seat in enumerate(game_round.seats):
        folded = deals.folded is not None and bool(deals.folded[number, place])
        placed = {
            name: each for name, each in seat.placed.items() if not (folded and game_round.edition.wager(name).equals is not None)
        }
        cards = None if deals.own is None else int(deals.own[number, place])
        seats.append(replace(seat, cards=cards, folded=folded, placed=placed))
    hands = {
        area: int(cards[number]) for area, cards in (("dealer", deals.dealer), ("community", deals.community)) if cards is not None
    }
    given = dict(game_round.meters)
    for name, (value, reserve) in (meters or {}).items():
        given[name] = replace(given[name], value=value, reserve=reserve)
    coup = None if deals.coup is None else _coup(deals.coup[number])
    return replace(game_round, seats=tuple(seats), hands=hands, coup=coup, meters=given, dealer_setting=None)


def _coup(cards: Array) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = (tuple(int(card) for card in hand if card >= 0) for hand in (cards[:3], cards[3:]))
    return first, second
