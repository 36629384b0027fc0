"""Settles a round: what each seat is owed, in payment order, and what that does to the meters.

:func:`settle` is a pure function of a checked round. The steps: every wager's row is decided from the cards; the round's
contributions enter the meters at the lock-out; awards that are shares of a meter are taken from it in payment order; the
Envy Bonuses follow when all hands are known; an aggregate limit, where one is filed, comes last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitbook import progressive
from pitbook.choices import ChoiceError, Offer, OfferRow, ReadingInForce
from pitbook.names import listed
from pitbook.outcomes import Decision, decide, known, play_module
from pitbook.payouts import CENT, MICROS, PayoutKind, VigorishRounding, dollars, vigorish_micros
from pitbook.progressive import AwardRequest, MeterPolicies, MeterState, Terms
from pitbook.rounds import GivenMeter, Round, RoundError, Seat, meter_offer
from pitbook.rulebook import Kind

BASE, BONUS, PROGRESSIVE, ENVY = "base", "bonus", "progressive", "envy"
WIN, LOSE, PUSH, VOID = "win", "lose", "push", "void"
HOUSE, METER = "house", "meter"


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
    """A meter before and after the round, in micro-dollars."""

    before: int
    contributed: int
    awarded: int
    reseeded_from_house: int
    reseeded_from_reserve: int
    after: int
    reserve_before: int
    reserve_contributed: int
    reserve_after: int

    @property
    def reseeded(self) -> int:
        """What was put on after awards, from the house and from the reserve."""
        return self.reseeded_from_house + self.reseeded_from_reserve


@dataclass(frozen=True)
class Dispute:
    """What a seat was paid on a wager (or in all) against what it is owed."""

    seat: int
    wager: str
    owed: int
    paid: int

    @property
    def difference(self) -> int:
        """What is still to be handed over (positive) or to be collected (negative)."""
        return self.owed - self.paid


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
    readings: tuple[ReadingInForce, ...]
    alive: Mapping[int, tuple[str, ...]]
    disputes: tuple[Dispute, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Turn:
    """A wager that stands, at its place in the payment order."""

    seat: Seat
    offered: Offer
    stake: int
    lost_by_fold: bool
    decision: Decision | None


@dataclass(frozen=True)
class MeterRequest:
    """An award that is a share of a meter, at its place in the payment order, and the turns it is paid to.

    ``fallback`` is the fixed row beneath that is paid instead when it pays more (reading ``low-meter-order``).
    """

    meter: str
    share: Fraction
    turns: tuple[Turn, ...]
    fallback: OfferRow | None = None


@dataclass(frozen=True)
class Paid:
    """What a meter award came to at one turn; ``row`` is the row paid when a fallback took its place."""

    micros: int
    by: str
    note: str
    row: OfferRow | None = None


@dataclass
class _Meters:
    """The running states of the round's meters."""

    states: dict[str, MeterState] = field(default_factory=dict)
    before: dict[str, MeterState] = field(default_factory=dict)
    terms: dict[str, Terms] = field(default_factory=dict)


def settle(game_round: Round) -> Settlement:
    """Settle a round. Raises :class:`~pitbook.rounds.RoundError` when an award is a share of a meter the round does not give."""
    turns = turns_in_order(game_round)
    requests = meter_requests(game_round, turns)
    _refuse_missing_meters(game_round, requests)
    policies = meter_policies(game_round.values)
    meters = _open_meters(game_round, turns)
    at_lock_out = game_round.values["contribution-time"] == "lock-out"
    if at_lock_out:
        _contribute(game_round, meters, turns, policies)
    paid = _pay_requests(meters, requests, policies, game_round.values)
    if not at_lock_out:
        _contribute(game_round, meters, turns, policies)
    lines = [line for turn in turns for line in _turn_lines(game_round, turn, paid)]
    lines = [*_void_lines(game_round), *lines, *_envy_lines(game_round)]
    lines = _capped(game_round, lines)
    return Settlement(
        game_round=game_round,
        lines=tuple(lines),
        meters={name: _meter_result(meters, name) for name in meters.states},
        totals=_totals(game_round, lines),
        readings=_readings(game_round),
        alive={seat.number: _alive(game_round, seat) for seat in game_round.seats if seat.folded},
        disputes=_disputes(game_round, lines),
        notes=_notes(game_round),
    )


# Order and decisions -------------------------------------------------------------------------------------------------


def seats_in_order(game_round: Round) -> list[Seat]:
    """The seats in payment order: the highest number sits at the dealer's right."""
    rightmost_first = game_round.values["payment-order"] != "dealer-left"
    return sorted(game_round.seats, key=lambda seat: seat.number, reverse=rightmost_first)


def turns_in_order(game_round: Round) -> list[Turn]:
    """Every wager that stands, in the order in which it is settled, with its row decided."""
    rank = {Kind.BASE: 0, Kind.BONUS: 1, Kind.PROGRESSIVE: 2}
    position = {wager.id: n for n, wager in enumerate(game_round.edition.wagers)}
    turns = [turn for seat in seats_in_order(game_round) for turn in _seat_turns(game_round, seat)]
    place = {seat.number: n for n, seat in enumerate(seats_in_order(game_round))}
    two_passes = game_round.values["settlement-passes"] == "two-passes"

    def key(turn: Turn) -> tuple[int, int, int, int]:
        kind = rank[turn.offered.wager.kind]
        late = int(two_passes and kind == 2)
        return late, place[turn.seat.number], kind, position[turn.offered.wager.id]

    return sorted(turns, key=key)


def _seat_turns(game_round: Round, seat: Seat) -> list[Turn]:
    turns = []
    for name, offered in game_round.offers.items():
        wager = offered.wager
        stake = seat.stake(wager.basis or name)
        if stake is None:
            continue
        if wager.stakeless and not all(seat.stake(each) is not None for each in wager.requires):
            continue
        lost = seat.folded and fold_outcome(offered) == "lost"
        decision = None if lost or not known(game_round, offered, seat) else decide(game_round, offered, seat)
        if decision is not None and wager.stakeless and decision.row is not None and _withheld(game_round, offered, seat):
            decision = replace(decision, row=None)
        turns.append(Turn(seat, offered, stake, lost, decision))
    return turns


def _withheld(game_round: Round, offered: Offer, seat: Seat) -> bool:
    withheld = getattr(play_module(game_round), "WITHHELD", {}).get(offered.wager.id)
    return withheld is not None and bool(withheld(game_round, seat))


def fold_outcome(offered: Offer) -> str:
    """What a fold does to the wager: ``lost``, ``settled``, ``not due`` or ``no fold``, by the reading where there is one."""
    if offered.wager.fold_reading is not None:
        return offered.values[offered.wager.fold_reading]
    return offered.wager.after_fold


def _alive(game_round: Round, seat: Seat) -> tuple[str, ...]:
    return tuple(
        name for name in seat.placed if seat.stake(name) is not None and fold_outcome(game_round.offers[name]) == "settled"
    )


# Meter awards --------------------------------------------------------------------------------------------------------


def meter_requests(game_round: Round, turns: Sequence[Turn]) -> list[MeterRequest]:
    """The awards that are shares of a meter, in the order in which they are taken from it."""
    requests: list[MeterRequest] = []
    first: list[MeterRequest] = []
    last: list[MeterRequest] = []
    divided: set[tuple[str, str]] = set()
    for turn in turns:
        row = turn.decision.row if turn.decision is not None else None
        if row is None or not row.award.share:
            continue
        meter = _meter_name(game_round, turn)
        if not _is_divided(turn.offered):
            requests.append(_request(game_round, meter, row, (turn,)))
            continue
        if (turn.offered.wager.id, meter) in divided:
            continue
        divided.add((turn.offered.wager.id, meter))
        sharing = tuple(each for each in turns if each.offered is turn.offered and _shares(game_round, each, meter))
        request = _request(game_round, meter, row, sharing)
        when = game_round.values.get("dealer-hand-turn") if "dealer" in turn.offered.reads else None
        {"before-seats": first, "after-seats": last}.get(when or "", requests).append(request)
    return [*first, *requests, *last]


def _shares(game_round: Round, turn: Turn, meter: str) -> bool:
    return (
        turn.decision is not None
        and turn.decision.row is not None
        and bool(turn.decision.row.award.share)
        and _meter_name(game_round, turn) == meter
    )


def _is_divided(offered: Offer) -> bool:
    return offered.wager.divided is not None and offered.values[offered.wager.divided] == "divided"


def _meter_name(game_round: Round, turn: Turn) -> str:
    given = game_round.meter_of(turn.offered.wager.id, turn.stake)
    return given.id if given is not None else f"{turn.offered.wager.meter}@{turn.stake}"


def _request(game_round: Round, meter: str, row: OfferRow, turns: tuple[Turn, ...]) -> MeterRequest:
    fallback = None
    decision = turns[0].decision
    if game_round.values["low-meter-order"] == "greater-of" and decision is not None:
        fixed = [each for each in decision.beneath if not each.award.share]
        fallback = max(fixed, key=lambda each: each.award.fixed_multiple, default=None)
    share = row.award.share
    given = game_round.meters.get(meter)
    if game_round.values["meter-per-amount"] == "shared" and given is not None:
        share *= Fraction(turns[0].stake, given.wager_micros or _largest_stake(game_round, turns[0].offered))
    return MeterRequest(meter, min(share, Fraction(1)), turns, fallback)


def _largest_stake(game_round: Round, offered: Offer) -> int:
    stakes = [seat.stake(offered.wager.id) or 0 for seat in game_round.seats]
    return max(stakes)


def _refuse_missing_meters(game_round: Round, requests: Sequence[MeterRequest]) -> None:
    faults = []
    for request in requests:
        if request.meter in game_round.meters:
            continue
        turn = request.turns[0]
        assert turn.decision is not None
        row = turn.decision.row
        assert row is not None
        base = turn.offered.wager.meter
        faults.append(
            f"seat {turn.seat.number}, {turn.offered.wager.id}: {row.outcome} pays {row.pays}, and the round gives no meter; "
            f'allowed: [meters.{base}] or [meters."{base}@{turn.stake / MICROS:.2f}"] with meter and reserve'
        )
    if faults:
        raise RoundError(faults)


def meter_policies(values: Mapping[str, str]) -> MeterPolicies:
    """The meter policies that the readings in force choose."""
    return MeterPolicies(
        reseed_source=progressive.ReseedSource(values["reseed-source"]),
        award_rounding=progressive.AwardRounding(values["award-rounding"]),
        share_remainder=progressive.ShareRemainder(values["share-remainder"]),
        below_seed=progressive.BelowSeed(values["below-seed"]),
        partial_award_source=progressive.PartialAwardSource(values["partial-award-source"]),
        multi_winner=progressive.MultiWinner(values["multi-winner"]),
        overflow=progressive.Overflow(values["overflow"]),
    )


def _open_meters(game_round: Round, turns: Sequence[Turn]) -> _Meters:
    meters = _Meters()
    for turn in turns:
        given = game_round.meter_of(turn.offered.wager.id, turn.stake) if turn.offered.wager.meter else None
        if given is not None and given.id not in meters.states:
            meters.states[given.id] = progressive.given_meter(given.value, given.reserve)
            meters.before[given.id] = meters.states[given.id]
            meters.terms[given.id] = meter_terms(turn.offered, given, turn.stake)
    for given in game_round.meters.values():
        if given.id not in meters.states:
            meters.states[given.id] = meters.before[given.id] = progressive.given_meter(given.value, given.reserve)
    return meters


def meter_terms(offered: Offer, given: GivenMeter, stake: int) -> Terms:
    """The terms of a given meter in micro-dollars, those given in place of those the text does not print."""
    terms = meter_offer(offered, given, stake).terms
    assert terms is not None
    serves = given.wager_micros or stake
    return Terms(
        seed_micros=None if terms.seed is None else int(terms.seed * serves),
        reseed_micros=None if terms.reseed is None else int(terms.reseed * serves),
        increment=terms.increment or Fraction(0),
        reserve=terms.reserve or Fraction(0),
    )


def _contribute(game_round: Round, meters: _Meters, turns: Sequence[Turn], policies: MeterPolicies) -> None:
    """Every wager that stands, folded or not, was accepted and increments its meter."""
    for turn in turns:
        if turn.offered.wager.meter is None:
            continue
        given = game_round.meter_of(turn.offered.wager.id, turn.stake)
        if given is not None:
            state, _ = progressive.contribute(meters.states[given.id], meters.terms[given.id], turn.stake, policies)
            meters.states[given.id] = state
    if game_round.values["void-round"] == "keep":
        _contribute_void(game_round, meters, policies)


def _contribute_void(game_round: Round, meters: _Meters, policies: MeterPolicies) -> None:
    for seat in game_round.seats:
        for placed in seat.placed.values():
            offered = game_round.offers[placed.wager]
            given = game_round.meter_of(placed.wager, placed.stake) if placed.void and offered.wager.meter else None
            if given is not None:
                terms = meters.terms.setdefault(given.id, meter_terms(offered, given, placed.stake))
                meters.states[given.id], _ = progressive.contribute(meters.states[given.id], terms, placed.stake, policies)


def _pay_requests(
    meters: _Meters, requests: Sequence[MeterRequest], policies: MeterPolicies, values: Mapping[str, str]
) -> dict[tuple[int, str], Paid]:
    """What each turn is paid from a meter, by seat and wager."""
    paid: dict[tuple[int, str], Paid] = {}
    in_turn = policies.multi_winner is progressive.MultiWinner.IN_TURN
    for meter in dict.fromkeys(request.meter for request in requests):
        own = [request for request in requests if request.meter == meter]
        kept = []
        for request in own:
            if _fallback_pays_more(meters.states[meter], request, policies):
                paid.update(_fallback(request))
            elif in_turn:
                paid.update(_pay_together(meters, meter, [request], policies, values))
            else:
                kept.append(request)
        if kept:
            paid.update(_pay_together(meters, meter, kept, policies, values))
    return paid


def _players(request: MeterRequest) -> list[list[Turn]]:
    """The turns of each player who shares an award: a player on two positions is one player."""
    groups: dict[str, list[Turn]] = {}
    for turn in request.turns:
        groups.setdefault(turn.seat.player or f"seat {turn.seat.number}", []).append(turn)
    return list(groups.values())


def _fallback_pays_more(state: MeterState, request: MeterRequest, policies: MeterPolicies) -> bool:
    if request.fallback is None:
        return False
    amount = progressive.round_award(request.share * state.value, policies.award_rounding)
    each = progressive.divide(amount, len(_players(request)), policies.share_remainder)[0]
    return request.fallback.award.fixed_micros(request.turns[0].stake) > each


def _fallback(request: MeterRequest) -> dict[tuple[int, str], Paid]:
    row = request.fallback
    assert row is not None
    note = f"the share of the meter is worth less than {row.hand.lower()} at {row.pays}, which is paid (reading low-meter-order)"
    return {
        (turn.seat.number, turn.offered.wager.id): Paid(int(row.award.fixed_micros(turn.stake)), HOUSE, note, row)
        for turn in request.turns
    }


def _pay_together(
    meters: _Meters, meter: str, requests: Sequence[MeterRequest], policies: MeterPolicies, values: Mapping[str, str]
) -> dict[tuple[int, str], Paid]:
    state, record = progressive.award_round(
        meters.states[meter],
        meters.terms[meter],
        [AwardRequest(request.share, len(_players(request))) for request in requests],
        policies,
    )
    meters.states[meter] = state
    paid: dict[tuple[int, str], Paid] = {}
    for request, award in zip(requests, record.awards, strict=True):
        by = HOUSE if award.from_meter == 0 and award.from_house else METER
        note = _award_note(request, award, policies, values)
        for payment, turns in zip(award.payments, _players(request), strict=True):
            for n, turn in enumerate(turns):
                shared = "; the player's share is paid once, at another position" if n else ""
                paid[turn.seat.number, turn.offered.wager.id] = Paid(payment if n == 0 else 0, by, note + shared)
    return paid


def _award_note(request: MeterRequest, award: progressive.Award, policies: MeterPolicies, values: Mapping[str, str]) -> str:
    turn = request.turns[0]
    assert turn.decision is not None
    assert turn.decision.row is not None
    players = len(_players(request))
    note = f"{turn.decision.row.pays}: the meter stands at {dollars(award.meter_before)} at this turn"
    if policies.multi_winner is not progressive.MultiWinner.IN_TURN:
        note += f" (several winners: {policies.multi_winner})"
    if players > 1:
        note += f"; {dollars(award.paid)} is divided equally among {players} players"
    if award.restarted:
        note += "; it starts again for the next"
    del values
    return note


def _meter_result(meters: _Meters, name: str) -> MeterResult:
    before, after = meters.before[name], meters.states[name]
    from_house = after.from_house - before.from_house
    reserve_contributed = after.reserve_contributed - before.reserve_contributed
    return MeterResult(
        before=before.value,
        contributed=after.contributed - before.contributed,
        awarded=after.awarded - before.awarded,
        reseeded_from_house=from_house,
        reseeded_from_reserve=before.reserve + reserve_contributed - after.reserve,
        after=after.value,
        reserve_before=before.reserve,
        reserve_contributed=reserve_contributed,
        reserve_after=after.reserve,
    )


# Lines ---------------------------------------------------------------------------------------------------------------


def _turn_lines(game_round: Round, turn: Turn, paid: Mapping[tuple[int, str], Paid]) -> list[Line]:
    wager = turn.offered.wager
    if turn.decision is None:
        if turn.lost_by_fold:
            return [] if wager.stakeless else [_lost(turn, "the player folded, and the wager is lost with the hand")]
        return [] if wager.stakeless else [_unsettled(turn)]
    if wager.stakeless and (turn.seat.folded or turn.decision.outcome == "lose"):
        return []
    lines = [_decided(game_round, turn, turn.decision, paid.get((turn.seat.number, wager.id)))]
    lines.extend(_extra_lines(game_round, turn))
    return lines


def _line_kind(offered: Offer) -> str:
    return PROGRESSIVE if offered.wager.meter is not None else offered.wager.kind.value


def _lost(turn: Turn, note: str, decision: Decision | None = None) -> Line:
    return Line(
        seat=turn.seat.number,
        wager=turn.offered.wager.id,
        kind=_line_kind(turn.offered),
        stake=turn.stake,
        outcome="lose",
        pays="lose",
        result=LOSE,
        returned=0,
        commission=0,
        paid_by=HOUSE,
        citation=turn.offered.citation,
        note=note,
        own_stake=not turn.offered.wager.stakeless,
        decision=decision,
    )


def _unsettled(turn: Turn) -> Line:
    raise RoundError([f"seat {turn.seat.number}, {turn.offered.wager.id}: the cards it reads are not known"])


def _decided(game_round: Round, turn: Turn, decision: Decision, paid: Paid | None) -> Line:
    if decision.outcome == "lose":
        return _lost(turn, _lose_note(turn, decision), decision)
    row = paid.row if paid is not None and paid.row is not None else decision.row
    assert row is not None
    if paid is not None:
        returned, commission, by = paid.micros, 0, paid.by
        note = f"{_made(decision, row)}; {paid.note}; {dollars(returned)} is handed over"
    else:
        returned, commission = fixed_award(game_round, turn.offered, row, turn.stake)
        by = HOUSE
        note = f"{_made(decision, row)}; {_amount_words(row, turn, returned, commission)}"
    return Line(
        seat=turn.seat.number,
        wager=turn.offered.wager.id,
        kind=_line_kind(turn.offered),
        stake=turn.stake,
        outcome=row.outcome,
        pays=row.pays,
        result=PUSH if row.award.kind is PayoutKind.PUSH else WIN,
        returned=returned,
        commission=commission,
        paid_by=by,
        citation=row.citation,
        note=note,
        own_stake=not turn.offered.wager.stakeless,
        decision=decision,
    )


def fixed_award(game_round: Round, offered: Offer, row: OfferRow, stake: int) -> tuple[int, int]:
    """What a fixed row hands over for a stake, and the vigorish taken off it; micro-dollars, whole."""
    award = row.award
    won = award.multiple * stake
    commission = 0
    if offered.vigorish and award.kind is PayoutKind.TO_ONE:
        rounding = VigorishRounding(game_round.values.get("commission-rounding", "exact"))
        commission = vigorish_micros(int(won), offered.vigorish, rounding, offered.wager.vigorish_multiple)
    back = stake if award.stake_back and not offered.wager.stakeless else 0
    returned = won + award.dollars_micros + back - commission
    return int(returned // 1), commission


def _made(decision: Decision, row: OfferRow) -> str:
    return f"{decision.cards}: {decision.words or row.hand}"


def _amount_words(row: OfferRow, turn: Turn, returned: int, commission: int) -> str:
    stake = dollars(turn.stake)
    if row.award.kind is PayoutKind.PUSH:
        return f"the {stake} staked goes back"
    if turn.offered.wager.stakeless:
        return f"{row.pays} on the {stake} {turn.offered.wager.basis} is {dollars(returned)}"
    if row.award.kind is PayoutKind.FOR_ONE:
        return f"{row.pays} on {stake} is {dollars(returned)}, and the stake is not returned"
    if row.award.kind is PayoutKind.DOLLARS:
        back = ", and the stake goes back" if row.award.stake_back else ", and the stake is kept"
        return f"{row.pays} is paid whatever the stake{back}: {dollars(returned)}"
    words = f"{row.pays} on {stake}"
    if commission:
        words += f" less a vigorish of {dollars(commission)}"
    return f"{words}, and the stake goes back: {dollars(returned)}"


def _lose_note(turn: Turn, decision: Decision) -> str:
    if decision.words:
        return f"{decision.cards}: {decision.words}"
    if decision.row is not None:
        return f"{decision.cards}: {decision.row.hand} does not pay in paytable {turn.offered.label}"
    if turn.offered.wager.kind is Kind.BASE and decision.events:
        return f"{decision.cards}: {decision.events[0].replace('-', ' ')}"
    return f"{decision.cards}: no row of paytable {turn.offered.label} holds"


def _extra_lines(game_round: Round, turn: Turn) -> list[Line]:
    """Magic Card and Lucky Bonus: facts that the table's system supplies, paid beside the row and off no meter."""
    lines = []
    for extra in turn.offered.extras:
        reason = _extra_reason(game_round, turn, extra.outcome)
        if reason is None:
            continue
        returned = int(extra.award.multiple * turn.stake)
        lines.append(
            Line(
                seat=turn.seat.number,
                wager=turn.offered.wager.id,
                kind=_line_kind(turn.offered),
                stake=turn.stake,
                outcome=extra.outcome,
                pays=extra.pays,
                result=WIN,
                returned=returned,
                commission=0,
                paid_by=HOUSE,
                citation=extra.citation,
                note=f"{reason}; {extra.pays} on {dollars(turn.stake)} is {dollars(returned)}, beside the wager's own result",
                own_stake=False,
            )
        )
    return lines


def _extra_reason(game_round: Round, turn: Turn, outcome: str) -> str | None:
    on_dealer = "dealer" in turn.offered.reads
    if outcome == "lucky-bonus":
        if on_dealer:
            return "the system drew the dealer's position" if game_round.lucky_dealer else None
        return f"the system drew seat {turn.seat.number}" if turn.seat.number in game_round.lucky_seats else None
    card = game_round.magic_card
    if card is None:
        return None
    hand = (game_round.hands.get("dealer", 0) if on_dealer else turn.seat.cards or 0) | game_round.hands.get("community", 0)
    return "the drawn card is in the hand" if hand >> card & 1 else None


def _void_lines(game_round: Round) -> list[Line]:
    lines = []
    for seat in seats_in_order(game_round):
        for placed in seat.placed.values():
            if not placed.void:
                continue
            offered = game_round.offers[placed.wager]
            lines.append(
                Line(
                    seat=seat.number,
                    wager=placed.wager,
                    kind=_line_kind(offered),
                    stake=placed.stake,
                    outcome=VOID,
                    pays=VOID,
                    result=VOID,
                    returned=placed.stake,
                    commission=0,
                    paid_by=HOUSE,
                    citation=offered.citation,
                    note=f"void by an irregularity: the {dollars(placed.stake)} staked goes back",
                )
            )
    return lines


# Envy ----------------------------------------------------------------------------------------------------------------


def _envy_lines(game_round: Round) -> list[Line]:
    lines: list[Line] = []
    for offered in game_round.offers.values():
        if offered.envy is None:
            continue
        holders = [(seat, row) for seat in seats_in_order(game_round) if (row := _envy_hand(game_round, offered, seat))]
        for receiver in seats_in_order(game_round):
            if holders and _receives(game_round, offered, receiver):
                lines.extend(_envies_of(game_round, offered, receiver, holders))
    return lines


def _lives(game_round: Round, offered: Offer, seat: Seat) -> bool:
    """Whether a folded seat still counts for envy."""
    if not seat.folded:
        return True
    return game_round.values["envy-after-fold"] != "never" and fold_outcome(offered) == "settled"


def _envy_hand(game_round: Round, offered: Offer, seat: Seat) -> OfferRow | None:
    """The row with an Envy Bonus that a seat's hand stands in, if the hand counts."""
    assert offered.envy is not None
    if not known(game_round, offered, seat) or not _lives(game_round, offered, seat):
        return None
    if offered.envy.trigger == "bettors-only" and seat.stake(offered.wager.id) is None:
        return None
    row = decide(game_round, offered, seat).row
    return row if row is not None and offered.envy.row(row.outcome) is not None else None


def _receives(game_round: Round, offered: Offer, seat: Seat) -> bool:
    return seat.stake(offered.wager.id) is not None and _lives(game_round, offered, seat)


def _envies_of(game_round: Round, offered: Offer, receiver: Seat, holders: Sequence[tuple[Seat, OfferRow]]) -> list[Line]:
    envy = offered.envy
    stake = receiver.stake(offered.wager.id)
    assert envy is not None
    assert stake is not None
    lines = []
    for holder, row in holders:
        if holder.number == receiver.number or _same_player(game_round, holder, receiver):
            continue
        by_winner = game_round.values.get("envy-multiple-of") == "winner"
        counts = (holder.stake(offered.wager.id) or stake) if by_winner else stake
        try:
            amount = envy.micros(row.outcome, counts)
        except ChoiceError as fault:
            raise RoundError([f"seat {receiver.number}, {offered.wager.id}: {fault}"]) from fault
        if not amount:
            continue
        lines.append(
            Line(
                seat=receiver.number,
                wager=offered.wager.id,
                kind=ENVY,
                stake=stake,
                outcome=row.outcome,
                pays=dollars(amount),
                result=WIN,
                returned=amount,
                commission=0,
                paid_by=HOUSE,
                citation=envy.citation,
                note=f"Envy Bonus for {row.hand.lower()} at seat {holder.number}: {dollars(amount)} on {dollars(stake)}",
                own_stake=False,
                from_seat=holder.number,
            )
        )
    return lines


def _same_player(game_round: Round, one: Seat, other: Seat) -> bool:
    if game_round.values["envy-second-hand"] == "each-position":
        return False
    return one.player is not None and one.player == other.player


# Aggregate limit -----------------------------------------------------------------------------------------------------


def _capped(game_round: Round, lines: list[Line]) -> list[Line]:
    """Cut the odds-to-1 bonus pays of a hand to the limit that is filed; base wagers and meter shares are never cut."""
    limit = aggregate_limit(game_round)
    if limit is None:
        return lines
    result = list(lines)
    for seat in game_round.seats:
        at = [n for n, line in enumerate(lines) if line.seat == seat.number and line.kind == BONUS and line.net > 0]
        wins = [lines[n].net for n in at]
        if sum(wins) <= limit:
            continue
        for n, cut in zip(at, _cut(wins, limit, game_round.values["aggregate-shortfall"]), strict=True):
            line = lines[n]
            note = f"{line.note}; cut to {dollars(line.returned - line.net + cut)} by the limit of {dollars(limit)} on one hand"
            result[n] = replace(line, returned=line.returned - line.net + cut, uncapped=line.returned, note=note)
    return result


def aggregate_limit(game_round: Round) -> int | None:
    """The limit on one hand's bonus pays in micro-dollars; None where none is filed.

    The figure of the code is the greater of its printed amount and the most one patron could win at the minimum wagers.
    """
    from pitbook.payouts import parse_money

    value = game_round.values["aggregate-limit"]
    if value == "off":
        return None
    reading = game_round.edition.reading("aggregate-limit")
    if value not in reading.amounts:
        return parse_money(value)
    missing = []
    most = Fraction(0)
    for name, offered in game_round.offers.items():
        if offered.wager.kind is not Kind.BONUS:
            continue
        minimum = game_round.limits.get(name, {}).get("minimum")
        if minimum is None:
            missing.append(name)
            continue
        most += (
            max((row.award.multiple for row in offered.rows if row.award.kind is PayoutKind.TO_ONE), default=Fraction(0)) * minimum
        )
    if missing:
        raise RoundError([f"choices: aggregate-limit = {value} needs the minimum wager of {listed(missing)}"])
    return max(reading.amounts[value], int(most))


def _cut(wins: Sequence[int], limit: int, how: str) -> list[int]:
    """The wins cut to a limit: in proportion (odd cents to the first), or the last ones first."""
    if how == "in-order":
        left, kept = limit, []
        for win in wins:
            kept.append(min(win, left))
            left -= kept[-1]
        return kept
    total = sum(wins)
    kept = [win * limit // total // CENT * CENT for win in wins]
    short = limit - sum(kept)
    for n in range(len(kept)):
        more = min(short, CENT, wins[n] - kept[n])
        kept[n] += more
        short -= more
    return kept


# Totals, readings, disputes ------------------------------------------------------------------------------------------


def _totals(game_round: Round, lines: Sequence[Line]) -> dict[int, SeatTotal]:
    totals = {}
    for seat in game_round.seats:
        own = [line for line in lines if line.seat == seat.number]
        totals[seat.number] = SeatTotal(sum(line.stake for line in own if line.own_stake), sum(line.returned for line in own))
    return totals


def _readings(game_round: Round) -> tuple[ReadingInForce, ...]:
    found: dict[str, ReadingInForce] = {}
    for offered in game_round.offers.values():
        for each in offered.readings("settlement"):
            found.setdefault(each.reading.id, each)
    return tuple(found.values())


def _disputes(game_round: Round, lines: Sequence[Line]) -> tuple[Dispute, ...]:
    disputes = []
    for seat in game_round.seats:
        own = [line for line in lines if line.seat == seat.number]
        apart = {name.removesuffix(" envy") for name in seat.paid if name.endswith(" envy")}
        for name, paid in seat.paid.items():
            if name == "total":
                due = own
            elif name.endswith(" envy"):
                due = [line for line in own if line.wager == name.removesuffix(" envy") and line.kind == ENVY]
            else:
                due = [line for line in own if line.wager == name and (line.kind != ENVY or name not in apart)]
            disputes.append(Dispute(seat.number, name, sum(line.returned for line in due), paid))
    return tuple(disputes)


def _notes(game_round: Round) -> tuple[str, ...]:
    notes = []
    for number, recorded in game_round.recorded.items():
        stakes = listed(f"{name} {dollars(stake)}" for name, stake in recorded.items())
        notes.append(f"Seat {number}: {stakes} recorded, not settled; the odds are not in the rulebook.")
    return tuple(notes)
