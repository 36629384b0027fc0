"""Awards off meters in a simulated round: which they are, by the settlement's own code, and what they come to in the fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pitbook.outcomes import Decision
from pitbook.progressive import MeterPolicies, MeterState, Terms
from pitbook.rounds import Round, Seat
from pitbook.settlement import MeterRequest, Paid, Turn, meter_requests, turns_in_order
from pitbook.settlement.meters import RunningMeters, pay
from pitbook.simulation.plan import TablePlan


@dataclass(frozen=True)
class Request:
    """An award that is a share of a meter, in its place: who is paid (seat from 0, wager of the plan), the row, the row beneath."""

    meter: str
    share: Fraction
    turns: tuple[tuple[int, int], ...]
    row: int
    fallback: int | None


@dataclass(frozen=True)
class AwardRound:
    """A round with awards off meters: its number, its table in the group, the requests in payment order.

    ``before`` is what each meter concerned was fed in the block before this round of this table, ``own`` what the round feeds it.
    """

    number: int
    table: int
    requests: tuple[Request, ...]
    before: Mapping[str, int]
    own: Mapping[str, int]


def award_requests(table: TablePlan, game_round: Round, wagers: Sequence[int]) -> list[Request]:
    """The awards off meters of a round, found by the settlement from its cards; ``wagers`` are those of the plan that have one."""
    names = {table.wagers[n].id: n for n in wagers}
    played = replace(game_round, offers={name: offered for name, offered in game_round.offers.items() if name in names})
    found = []
    for request in meter_requests(played, turns_in_order(played)):
        turn = request.turns[0]
        offered = turn.offered
        assert turn.decision is not None
        assert turn.decision.row is not None
        meter = table.wagers[names[offered.wager.id]].meters[turn.seat.number - 1]
        assert meter is not None
        found.append(
            Request(
                meter=meter,
                share=request.share,
                turns=tuple((each.seat.number - 1, names[each.offered.wager.id]) for each in request.turns),
                row=offered.rows.index(turn.decision.row),
                fallback=None if request.fallback is None else offered.rows.index(request.fallback),
            )
        )
    return found


# When they are folded ------------------------------------------------------------------------------------------------


def pay_requests(
    table: TablePlan, requests: Sequence[Request], state: MeterState, terms: Terms, policies: MeterPolicies
) -> tuple[MeterState, dict[tuple[int, int], Paid]]:
    """Pay one meter's requests of a round by the settlement's arithmetic; what is paid by seat (from 0) and wager of the plan."""
    meter = requests[0].meter
    numbers = {wager.id: n for n, wager in enumerate(table.wagers)}
    meters = RunningMeters([], states={meter: state}, terms={meter: terms})
    paid = pay(meters, [_as_settled(table, each) for each in requests], policies)
    return meters.states[meter], {(seat - 1, numbers[wager]): each for (seat, wager), each in paid.items()}


def _as_settled(table: TablePlan, request: Request) -> MeterRequest:
    turns = []
    for seat, n in request.turns:
        wager = table.wagers[n]
        row = wager.offered.rows[request.row]
        sitting = Seat(seat + 1, None, None, {}, False, None, None, None)
        turns.append(Turn(sitting, wager.offered, wager.stakes[seat], False, Decision(row, "", (), (), {})))
    fallback = None if request.fallback is None else table.wagers[request.turns[0][1]].offered.rows[request.fallback]
    return MeterRequest(request.meter, request.share, tuple(turns), fallback)
