"""What a round does to its meters: contributions at the lock-out, awards in payment order, and what each turn gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitbook import progressive
from pitbook.choices import Offer, OfferRow
from pitbook.payouts import dollars
from pitbook.progressive import Award, AwardRequest, MeterPolicies, MeterState, MultiWinner, Terms
from pitbook.rounds import GivenMeter, Placed, Round, meter_offer
from pitbook.settlement.requests import MeterRequest, share_row
from pitbook.settlement.result import HOUSE, METER, MeterResult

Payments = Mapping[tuple[int, str], "Paid"]
"""What turns are paid from meters, by seat and wager."""


@dataclass(frozen=True)
class Paid:
    """What a meter award came to at one turn; ``row`` is the row paid when a fixed one took its place."""

    micros: int
    by: str
    note: str
    row: OfferRow | None = None


@dataclass
class RunningMeters:
    """The states of the round's meters as it goes on, by id, and the wagers that feed them; one that none feeds has no terms."""

    feeding: list[tuple[Placed, GivenMeter]] = field(default_factory=list)
    states: dict[str, MeterState] = field(default_factory=dict)
    before: dict[str, MeterState] = field(default_factory=dict)
    terms: dict[str, Terms] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)

    def results(self) -> dict[str, MeterResult]:
        """Each meter before and after."""
        return {name: _result(self.before[name], after, self.limits.get(name)) for name, after in self.states.items()}

    def policies(self, name: str, policies: MeterPolicies) -> MeterPolicies:
        """The policies of a meter: those of the round, with its own ceiling."""
        return replace(policies, limit_micros=self.limits.get(name))


def meter_policies(values: Mapping[str, str]) -> MeterPolicies:
    """The meter policies that the readings in force choose."""
    return MeterPolicies(
        reseed_source=progressive.ReseedSource(values["reseed-source"]),
        award_rounding=progressive.AwardRounding(values["award-rounding"]),
        share_remainder=progressive.ShareRemainder(values["share-remainder"]),
        below_seed=progressive.BelowSeed(values["below-seed"]),
        partial_award_source=progressive.PartialAwardSource(values["partial-award-source"]),
        multi_winner=MultiWinner(values["multi-winner"]),
        overflow=progressive.Overflow(values["overflow"]),
    )


def meter_terms(offered: Offer, given: GivenMeter, serves: int) -> Terms:
    """The terms of a given meter in micro-dollars for the wager amount it serves; given ones stand for those not printed."""
    terms = meter_offer(offered, given, serves).terms
    assert terms is not None
    return Terms(
        seed_micros=None if terms.seed is None else int(terms.seed * serves),
        reseed_micros=None if terms.reseed is None else int(terms.reseed * serves),
        increment=terms.increment or Fraction(0),
        reserve=terms.reserve or Fraction(0),
    )


# A round's steps -----------------------------------------------------------------------------------------------------


def open_meters(game_round: Round) -> RunningMeters:
    """The given meters as they stand before the round."""
    meters = RunningMeters(_feeding(game_round) if game_round.meters else [])
    for given in game_round.meters.values():
        meters.states[given.id] = meters.before[given.id] = progressive.given_meter(given.value, given.reserve)
    serves: dict[str, int] = {}
    for placed, given in meters.feeding:
        serves[given.id] = given.wager_micros or max(placed.stake, serves.get(given.id, 0))
    for placed, given in meters.feeding:
        if given.id not in meters.terms:
            meters.terms[given.id] = meter_terms(game_round.offers[placed.wager], given, serves[given.id])
            limit = given.limit(serves[given.id])
            if limit is not None:
                meters.limits[given.id] = limit
    return meters


def contribute(game_round: Round, meters: RunningMeters, policies: MeterPolicies) -> None:
    """Every wager that stands, folded or not, was accepted and increments its meter; a void one only where a reading keeps it."""
    keeps_void = game_round.values["void-round"] == "keep"
    sums: dict[str, tuple[int, int, int]] = {}
    for placed, given in meters.feeding:
        if placed.void and not keeps_void:
            continue
        primary, reserve = progressive.increments(meters.terms[given.id], placed.stake)
        wagered, first, second = sums.get(given.id, (0, 0, 0))
        sums[given.id] = wagered + placed.stake, first + primary, second + reserve
    for name, fed in sums.items():
        meters.states[name], _ = progressive.add_contribution(meters.states[name], *fed, meters.policies(name, policies))


def _feeding(game_round: Round) -> list[tuple[Placed, GivenMeter]]:
    """The wagers placed on given meters."""
    return [
        (placed, given)
        for seat in game_round.seats
        for placed in seat.placed.values()
        if (given := game_round.meter_of(placed.wager, placed.stake)) is not None
    ]


def pay(meters: RunningMeters, requests: Sequence[MeterRequest], policies: MeterPolicies) -> dict[tuple[int, str], Paid]:
    """Take the requests from their meters; what each turn is paid, by seat and wager."""
    paid: dict[tuple[int, str], Paid] = {}
    in_turn = policies.multi_winner is MultiWinner.IN_TURN
    for meter in dict.fromkeys(request.meter for request in requests):
        own = [request for request in requests if request.meter == meter]
        for together in [[request] for request in own] if in_turn else [own]:
            paid.update(_pay_together(meters, meter, together, meters.policies(meter, policies)))
    return paid


def _pay_together(
    meters: RunningMeters, meter: str, requests: Sequence[MeterRequest], policies: MeterPolicies
) -> dict[tuple[int, str], Paid]:
    """Pay requests that are worked out together; those that a fixed row beneath outbids are paid that row and leave the meter."""
    left = list(requests)
    paid: dict[tuple[int, str], Paid] = {}
    while left:
        state, record = progressive.award_round(
            meters.states[meter],
            meters.terms[meter],
            [AwardRequest(request.share, len(request.players)) for request in left],
            policies,
        )
        outbid = [request for request, award in zip(left, record.awards, strict=True) if _is_outbid(request, award)]
        if not outbid:
            meters.states[meter] = state
            for request, award in zip(left, record.awards, strict=True):
                among = [each for each in left if each.share == request.share]
                paid.update(_payments(request, award, sum(len(each.players) for each in among), meters.terms[meter], policies))
            break
        for request in outbid:
            paid.update(_fallback_payments(request))
        left = [request for request in left if request not in outbid]
    return paid


def _is_outbid(request: MeterRequest, award: Award) -> bool:
    fallback = request.fallback
    return fallback is not None and fallback.award.fixed_micros(request.turns[0].stake) > award.payments[0]


def _fallback_payments(request: MeterRequest) -> dict[tuple[int, str], Paid]:
    row = request.fallback
    assert row is not None
    note = f"the share of the meter is worth less than {row.hand.lower()} at {row.pays}, which is paid (reading low-meter-order)"
    return {
        (turn.seat.number, turn.offered.wager.id): Paid(int(row.award.fixed_micros(turn.stake)), HOUSE, note, row)
        for turn in request.turns
    }


def _payments(
    request: MeterRequest, award: Award, players: int, terms: Terms, policies: MeterPolicies
) -> dict[tuple[int, str], Paid]:
    by = HOUSE if award.from_meter == 0 and award.from_house else METER
    note = _note(request, award, players, terms, policies)
    paid = {}
    for payment, turns in zip(award.payments, request.players, strict=True):
        for n, turn in enumerate(turns):
            key = turn.seat.number, turn.offered.wager.id
            paid[key] = Paid(payment, by, note) if n == 0 else Paid(0, by, f"{note}; the player's part is paid at another position")
    return paid


def _note(request: MeterRequest, award: Award, players: int, terms: Terms, policies: MeterPolicies) -> str:
    row = share_row(request.turns[0])
    assert row is not None
    note = f"{row.pays}: the meter stands at {dollars(award.meter_before)} at this turn"
    if request.share != row.award.share:
        note += f", of which a wager of {dollars(request.turns[0].stake)} has {request.share} (reading meter-per-amount)"
    if policies.multi_winner is not MultiWinner.IN_TURN:
        note += f" (several winners: {policies.multi_winner})"
    if players > len(request.players):
        note += f"; it is divided equally among the {players} players who win such a share"
    elif players > 1:
        note += f"; {dollars(award.paid)} is divided equally among {players} players"
    if award.restarted:
        note += "; it starts again for the next"
        if terms.seed_micros is None and terms.reseed_micros is None and not terms.reserve:
            note += " with what is left, as no seed is given"
    return note


def _result(before: MeterState, after: MeterState, limit: int | None) -> MeterResult:
    reserve_contributed = after.reserve_contributed - before.reserve_contributed
    return MeterResult(
        before=before.value,
        contributed=after.contributed - before.contributed,
        awarded=after.awarded - before.awarded,
        reseeded_from_house=after.from_house - before.from_house,
        reseeded_from_reserve=before.reserve + reserve_contributed - after.reserve,
        after=after.value,
        reserve_before=before.reserve,
        reserve_contributed=reserve_contributed,
        reserve_after=after.reserve,
        limit=limit,
        overflow=after.overflow,
        revenue=after.revenue,
    )
