"""The plan of many rounds, made from one of them."""

from __future__ import annotations

from collections.abc import Sequence

from pitbook.batch.values import Plan, PlannedLine
from pitbook.choices import ChoiceError, Offer
from pitbook.families import families
from pitbook.game_modules import game_module
from pitbook.outcomes import chosen_events
from pitbook.progressive import increments
from pitbook.rounds import Round, Seat
from pitbook.settlement.lines import fixed_award
from pitbook.settlement.meters import meter_terms
from pitbook.settlement.requests import meter_amount


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
    names: Sequence[str] = game_module(offered.game.package, "many").EVENTS
    return names


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
