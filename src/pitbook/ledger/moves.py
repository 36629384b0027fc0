"""How a round's wagers and wins become moves of meters. Pure: used when a step is decided and again when it is
verified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from pitbook.ledger.apply import packed, unpacked
from pitbook.ledger.records import Meter
from pitbook.ledger.terms import Configuration, ContributionTime, MeterPerAmount, configured_rates, parse_configuration
from pitbook.progressive import (
    AwardRequest,
    MeterState,
    Move,
    MoveKind,
    MultiWinner,
    add,
    add_contribution,
    award_round,
    divide,
    reverse,
    round_award,
)

JsonMove = dict[str, Any]


@dataclass
class Running:
    """A meter while a step's moves are worked out one after another."""

    name: str
    amount: int
    configuration: Configuration
    pending: Configuration | None
    state: MeterState
    rates: list[str] = field(default_factory=list)
    """Increment and reserve rate as the round finds them, as texts such as ``21/100``."""

    def made(self, state: MeterState, move: Move) -> JsonMove:
        """Go on to the state and give the move as the journal holds it."""
        self.state = state
        return {"meter": self.name, "kind": move.kind, "change": packed(move.change), "after": packed(state)}

    def went(self, move: Move) -> JsonMove:
        """Go on by the move."""
        return self.made(add(self.state, move.change), move)


def running(meter: Meter) -> Running:
    """A meter as it stands, ready for moves."""
    pending = None if meter.pending is None else parse_configuration(meter.pending)
    found = parse_configuration(meter.configuration)
    return Running(meter.name, meter.amount, found, pending, meter.state, configured_rates(meter.configuration))


class Brought(NamedTuple):
    """What the wagers of a round bring to one meter, in micro-dollars."""

    wagered: int
    primary: int
    secondary: int


def brought(lines: Iterable[Mapping[str, Any]]) -> dict[str, Brought]:
    """The increments of all wagers, added up for each meter they feed."""
    of_meter: dict[str, list[Mapping[str, Any]]] = {}
    for line in lines:
        of_meter.setdefault(line["meter"], []).append(line)
    return {
        name: Brought(
            sum([line["amount"] for line in lines]),
            sum([line["primary"] for line in lines]),
            sum([line["secondary"] for line in lines]),
        )
        for name, lines in of_meter.items()
    }


def due(meters: Mapping[str, Running], lines: Sequence[Mapping[str, Any]], when: ContributionTime) -> dict[str, Brought]:
    """What wagers bring at this time to the meters that take it then."""
    names = {name for name, meter in meters.items() if meter.configuration.controls.contribution_time is when}
    return brought(line for line in lines if line["meter"] in names) if names else {}


def contribution_moves(meters: Mapping[str, Running], sums: Mapping[str, Brought]) -> list[JsonMove]:
    """One move per meter."""
    moves = []
    for name, of_meter in sums.items():
        meter = meters[name]
        moves.append(meter.made(*add_contribution(meter.state, *of_meter, meter.configuration.policies)))
    return moves


def reversal_moves(meters: Mapping[str, Running], made: Iterable[Mapping[str, Any]]) -> list[JsonMove]:
    """The contributions among a step's moves taken back, last first."""
    moves = []
    for move in reversed([each for each in made if each["kind"] == MoveKind.CONTRIBUTE]):
        meter = meters[move["meter"]]
        contribution = Move(MoveKind.CONTRIBUTE, unpacked(move["change"]))
        moves.append(meter.made(*reverse(meter.state, contribution, unpacked(move["after"]).starts)))
    return moves


@dataclass(frozen=True)
class Win:
    """A win to be worked out: from which meter, which printed share, which seats and what they staked.

    ``fallback`` is the fixed amount (and its outcome) that each is paid by the house instead, if the share is worth
    less.
    """

    meter: str
    share: Fraction
    seats: tuple[int, ...]
    amounts: tuple[int, ...]
    wager: str
    outcome: str
    fallback: int | None = None
    fallback_outcome: str | None = None


def award_moves(meters: Mapping[str, Running], wins: Sequence[Win], round_id: str) -> tuple[list[dict[str, Any]], list[JsonMove]]:
    """The awards of a round, seat by seat in payment order, and the moves that pay them."""
    by_meter: dict[str, list[int]] = {}
    for place, win in enumerate(wins):
        by_meter.setdefault(win.meter, []).append(place)
    lines: dict[int, list[dict[str, Any]]] = {}
    moves: list[JsonMove] = []
    for name, places in by_meter.items():
        meter = meters[name]
        in_turn = meter.configuration.policies.multi_winner is MultiWinner.IN_TURN
        together: list[int] = []
        for place in places:
            if _fallback_pays_more(meter, wins[place]):
                lines[place], made = _pay_fallback(meter, wins[place])
                moves += made
            elif in_turn:
                moves += _pay(meter, wins, [place], lines)
            else:
                together.append(place)
        if together:
            moves += _pay(meter, wins, together, lines)
    ordered = [{**line, "place": place} for place in range(len(wins)) for line in lines[place]]
    return [{**line, "award": f"{round_id}/{number}"} for number, line in enumerate(ordered, 1)], moves


def _pay(meter: Running, wins: Sequence[Win], places: Sequence[int], lines: dict[int, list[dict[str, Any]]]) -> list[JsonMove]:
    """Pay the wins of some places together; their lines are added, the moves given."""
    _, record = award_round(
        meter.state,
        meter.configuration.terms,
        [AwardRequest(scaled_share(meter, wins[place]), len(wins[place].seats)) for place in places],
        meter.configuration.policies,
        next_terms=meter.pending.terms if meter.pending else None,
    )
    moves = [meter.went(move) for move in record.moves]
    if meter.pending and any(move.change.starts for move in record.moves):
        meter.configuration = Configuration(meter.pending.terms, meter.configuration.policies, meter.configuration.controls)
    for place, award in zip(places, record.awards, strict=True):
        lines[place] = _award_lines(meter.name, wins[place], award.request, award.payments, award.house_parts, award.meter_before)
    return moves


def _fallback_pays_more(meter: Running, win: Win) -> bool:
    if win.fallback is None:
        return False
    policies = meter.configuration.policies
    amount = round_award(scaled_share(meter, win) * meter.state.value, policies.award_rounding)
    return win.fallback > divide(amount, len(win.seats), policies.share_remainder)[0]


def _pay_fallback(meter: Running, win: Win) -> tuple[list[dict[str, Any]], list[JsonMove]]:
    """The fixed row beneath pays more than the share: the house pays it, the meter stays."""
    assert win.fallback is not None
    request = AwardRequest(scaled_share(meter, win), len(win.seats))
    paid = [win.fallback] * len(win.seats)
    lines = _award_lines(meter.name, win, request, paid, paid, meter.state.value)
    move = Move(MoveKind.AWARD, MeterState(house_paid=sum(paid), hits=1))
    return [{**line, "outcome": win.fallback_outcome, "fell_back": True} for line in lines], [meter.went(move)]


def scaled_share(meter: Running, win: Win) -> Fraction:
    """The printed share; on a meter shared by several amounts it is scaled by wager amount / amount of the meter."""
    if meter.configuration.controls.meter_per_amount is MeterPerAmount.SHARED:
        return win.share * win.amounts[0] / meter.amount
    return win.share


def _award_lines(
    meter: str, win: Win, request: AwardRequest, payments: Sequence[int], house_parts: Sequence[int], before: int
) -> list[dict[str, Any]]:
    return [
        {
            "meter": meter,
            "seat": seat,
            "wager": win.wager,
            "wager_amount": amount,
            "outcome": win.outcome,
            "won": win.outcome,
            "printed_share": str(win.share),
            "share": str(request.share),
            "players": request.players,
            "fallback": win.fallback,
            "fallback_outcome": win.fallback_outcome,
            "fell_back": False,
            "amount": payment,
            "from_meter": payment - house,
            "from_house": house,
            "meter_before": before,
        }
        for seat, amount, payment, house in zip(win.seats, win.amounts, payments, house_parts, strict=True)
    ]


def wins_of(awards: Iterable[Mapping[str, Any]]) -> list[Win]:
    """The wins that a step's award lines came from, for working them out again."""
    by_place: dict[int, list[Mapping[str, Any]]] = {}
    for line in awards:
        by_place.setdefault(line["place"], []).append(line)
    return [
        Win(
            lines[0]["meter"],
            Fraction(lines[0]["printed_share"]),
            tuple(line["seat"] for line in lines),
            tuple(line["wager_amount"] for line in lines),
            lines[0]["wager"],
            lines[0]["won"],
            lines[0]["fallback"],
            lines[0]["fallback_outcome"],
        )
        for _, lines in sorted(by_place.items())
    ]
