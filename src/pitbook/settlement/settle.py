"""Settles a round: what each seat is owed, in payment order, and what that does to the meters.

:func:`settle` is a pure function of a checked round. The steps: every wager's row is decided from the cards; the round's
contributions enter the meters at the lock-out; awards that are shares of a meter are taken from it in payment order; the
Envy Bonuses follow when all hands are known; an aggregate limit, where one is filed, comes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitbook.names import listed
from pitbook.payouts import dollars
from pitbook.rounds import Round
from pitbook.settlement.disputes import disputes
from pitbook.settlement.envy import envy_lines
from pitbook.settlement.limit import capped
from pitbook.settlement.lines import lines_of, void_lines
from pitbook.settlement.meters import contribute, meter_policies, open_meters, pay
from pitbook.settlement.order import alive, turns_in_order
from pitbook.settlement.requests import meter_requests, refuse
from pitbook.settlement.result import ENVY, Line, MeterResult, SeatTotal, Settlement


def settle(game_round: Round) -> Settlement:
    """Settle a round. Raises :class:`~pitbook.rounds.RoundError` when an award is a share of a meter the round does not give."""
    turns = turns_in_order(game_round)
    requests = meter_requests(game_round, turns)
    refuse(game_round, requests)
    policies = meter_policies(game_round.values)
    meters = open_meters(game_round)
    at_lock_out = game_round.values["contribution-time"] == "lock-out"
    if at_lock_out:
        contribute(game_round, meters, policies)
    paid = pay(meters, requests, policies)
    if not at_lock_out:
        contribute(game_round, meters, policies)
    lines = [*void_lines(game_round)]
    for turn in turns:
        lines.extend(lines_of(game_round, turn, paid))
    lines = capped(game_round, [*lines, *envy_lines(game_round, turns)])
    results = meters.results()
    return Settlement(
        game_round=game_round,
        lines=tuple(lines),
        meters=results,
        totals=_totals(game_round, lines),
        alive={seat.number: alive(game_round, seat) for seat in game_round.seats if seat.folded},
        disputes=tuple(disputes(game_round, lines)),
        notes=(*_notes(game_round, lines), *_above_ceilings(results)),
    )


def _totals(game_round: Round, lines: Sequence[Line]) -> dict[int, SeatTotal]:
    totals = {}
    for seat in game_round.seats:
        own = [line for line in lines if line.seat == seat.number]
        totals[seat.number] = SeatTotal(sum(line.stake for line in own if line.own_stake), sum(line.returned for line in own))
    return totals


def _notes(game_round: Round, lines: Sequence[Line]) -> Iterator[str]:
    for number, recorded in game_round.recorded.items():
        stakes = listed(f"{name} {dollars(stake)}" for name, stake in recorded.items())
        void = next(seat.void for seat in game_round.seats if seat.number == number)
        why = "void by an irregularity: the stakes go back" if void else "the odds are not in the rulebook"
        yield f"Seat {number}: {stakes} recorded, not settled; {why}."
    drawn = {line.wager for line in lines if line.kind == ENVY}
    for each in game_round.edition.readings:
        if game_round.values[each.id] in each.envy_on_link and drawn & {*each.wagers}:
            yield f"Bettors at linked tables draw this Envy Bonus too (reading {each.id}); they stand in their own rounds."


def _above_ceilings(results: Mapping[str, MeterResult]) -> Iterator[str]:
    """What a round brought above the ceilings of its meters, and where it is."""
    for name, each in results.items():
        places = ((each.overflow, "waits for the next start"), (each.revenue, "goes to the house"))
        for micros, where in places:
            if micros and each.limit is not None:
                above = f"{dollars(micros)} above its ceiling of {dollars(each.limit)}"
                yield f"Meter {name}: {above} {where} (reading overflow)."
