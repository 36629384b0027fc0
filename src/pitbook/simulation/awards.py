"""Awards off meters in a simulated round: which they are, by the settlement's own code, and what they come to in the fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from pitbook.outcomes import Decision
from pitbook.payouts import money
from pitbook.progressive import MeterPolicies, MeterState, Terms
from pitbook.rounds import GivenMeter, Placed, Round, Seat
from pitbook.settlement import MeterRequest, Paid, Turn, meter_requests, turns_in_order
from pitbook.settlement.meters import RunningMeters, pay
from pitbook.simulation.plan import TablePlan

if TYPE_CHECKING:
    from pitbook.simulation.block import Cards


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


def award_requests(table: TablePlan, cards: Cards, wagers: Sequence[int]) -> list[Request]:
    """The awards off meters of a round, found by the settlement from its cards; ``wagers`` are those of the plan that have one."""
    names = {table.wagers[n].id: n for n in wagers}
    played = _round(table, cards, names)
    found = []
    for request in meter_requests(played, turns_in_order(played)):
        turn = request.turns[0]
        offered = turn.offered
        assert turn.decision is not None
        assert turn.decision.row is not None
        wager = table.wagers[names[offered.wager.id]]
        meter = wager.meters[turn.seat.number - 1]
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


def _round(table: TablePlan, cards: Cards, names: Mapping[str, int]) -> Round:
    """The round with these wagers, as the settlement takes it."""
    filed = table.filed
    seats = []
    for seat in range(table.seats):
        placed = {name: Placed(name, table.wagers[n].stakes[seat]) for name, n in names.items() if cards.placed[n][seat]}
        hand = cards.hands[seat] if cards.hands else None
        color = next((wager.colors[seat] for wager in table.wagers if wager.colors[seat]), None)
        seats.append(Seat(seat + 1, None, hand, placed, cards.folded[seat], color, None, None))
    coup = None
    if cards.coup is not None:
        coup = tuple(card for card in cards.coup[:3] if card >= 0), tuple(card for card in cards.coup[3:] if card >= 0)
    return Round(
        game=filed.game,
        edition=filed.edition,
        day=filed.edition.effective_from or date.min,
        values={**filed.values, **filed.own_values},
        seats=tuple(seats),
        hands=cards.others,
        coup=coup,
        offers={name: table.wagers[n].offered for name, n in names.items()},
        meters=_given(table, names),
        dealer_setting=None,
        magic_card=None,
        lucky_seats=frozenset(),
        lucky_dealer=False,
        recorded={},
        limits={},
        decks=table.decks,
    )


def _given(table: TablePlan, names: Mapping[str, int]) -> dict[str, GivenMeter]:
    """Meters by the names the settlement looks for; what stands on them is not asked here."""
    shared = table.filed.values.get("meter-per-amount") == "shared"
    given: dict[str, GivenMeter] = {}
    for n in names.values():
        wager = table.wagers[n]
        base = str(wager.offered.wager.meter)
        for stake in {stake for stake in wager.stakes if stake}:
            name = base if shared else f"{base}@{money(stake)}"
            serves = max(stake, (given[name].wager_micros or 0) if name in given else 0)
            given[name] = GivenMeter(name, 0, 0, {}, serves)
    return given


# When they are folded ------------------------------------------------------------------------------------------------


def pay_requests(
    table: TablePlan, requests: Sequence[Request], state: MeterState, terms: Terms, policies: MeterPolicies
) -> tuple[MeterState, dict[tuple[int, int], Paid]]:
    """Pay one meter's requests of a round by the settlement's arithmetic; what is paid by seat (from 0) and wager of the plan."""
    meter = requests[0].meter
    numbers = {wager.id: n for n, wager in enumerate(table.wagers)}
    meters = RunningMeters({meter: state}, {}, {meter: terms})
    paid = pay(meters, [_as_settled(table, each) for each in requests], policies)
    return meters.states[meter], {(seat - 1, numbers[wager]): each for (seat, wager), each in paid.items()}


def _as_settled(table: TablePlan, request: Request) -> MeterRequest:
    turns = []
    for seat, n in request.turns:
        wager = table.wagers[n]
        row = wager.offered.rows[request.row]
        sitting = Seat(seat + 1, None, None, {}, False, None, None, None)
        turns.append(Turn(sitting, wager.offered, wager.stakes[seat], False, Decision(row, (), "", ())))
    fallback = None if request.fallback is None else table.wagers[request.turns[0][1]].offered.rows[request.fallback]
    return MeterRequest(request.meter, request.share, tuple(turns), fallback)
