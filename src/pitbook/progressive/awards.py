"""Awards from a meter, and its restart after a whole one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitbook.progressive.state import MeterState, Move, MoveKind, moved, seeded_after
from pitbook.progressive.terms import (
    DEFAULT_POLICIES,
    MICROS_PER_CENT,
    MICROS_PER_DOLLAR,
    WHOLE,
    AwardRounding,
    BelowSeed,
    MeterError,
    MeterPolicies,
    MultiWinner,
    Overflow,
    PartialAwardSource,
    ReseedSource,
    ShareRemainder,
    Terms,
)


@dataclass(frozen=True)
class AwardRequest:
    """An award to be paid from the meter: ``share`` of it, divided equally among ``players`` (1: not divided)."""

    share: Fraction
    players: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise MeterError(f"the share {self.share} is no part of a meter; it must be above 0 and at most 1")
        if self.players < 1:
            raise MeterError(f"an award is divided among 1 player or more, not {self.players}")


@dataclass(frozen=True)
class Award:
    """What an award came to, in micro-dollars: the meter before it and each player's payment in order, whole cents.

    ``house_parts`` is what the house adds to each payment from its own money (all of it where the house pays shares).
    """

    request: AwardRequest
    meter_before: int
    payments: tuple[int, ...]
    house_parts: tuple[int, ...]
    restarted: bool

    @property
    def paid(self) -> int:
        """The sum of the payments."""
        return sum(self.payments)

    @property
    def from_house(self) -> int:
        """What the house pays beside the meter."""
        return sum(self.house_parts)

    @property
    def from_meter(self) -> int:
        """What the meter pays."""
        return self.paid - self.from_house


@dataclass(frozen=True)
class AwardRecord:
    """Everything that the awards of a round did to one meter: the awards as requested, and the moves in the order
    made.
    """

    awards: tuple[Award, ...]
    moves: tuple[Move, ...] = field(default=())


def award_all(state: MeterState, terms: Terms, policies: MeterPolicies = DEFAULT_POLICIES) -> tuple[MeterState, AwardRecord]:
    """Pay the whole meter to one player and restart it."""
    return award_divided(state, terms, WHOLE, 1, policies)


def award_share(
    state: MeterState, terms: Terms, share: Fraction, policies: MeterPolicies = DEFAULT_POLICIES
) -> tuple[MeterState, AwardRecord]:
    """Pay a share of the meter to one player; a share of 1 restarts it."""
    return award_divided(state, terms, share, 1, policies)


def award_divided(
    state: MeterState, terms: Terms, share: Fraction, players: int, policies: MeterPolicies = DEFAULT_POLICIES
) -> tuple[MeterState, AwardRecord]:
    """Pay a share of the meter, worked out once, to several players equally; a share of 1 restarts it."""
    return _pay(state, terms, policies, (AwardRequest(share, players),), floor=0)


def award_round(
    state: MeterState,
    terms: Terms,
    requests: Sequence[AwardRequest],
    policies: MeterPolicies = DEFAULT_POLICIES,
    *,
    next_terms: Terms | None = None,
) -> tuple[MeterState, AwardRecord]:
    """Pay all awards of one round, given in payment order; the record's awards are in the same order.

    ``in-turn`` pays each as it comes. ``equal-split`` works awards of the same share out once, at the turn of the
    first, and divides them equally; ``lower-award-first`` does so too and takes the smaller share before the larger.
    ``next_terms``, when given, are in force from the first restart on, and that restart is already on them.
    """
    awards: dict[int, Award] = {}
    moves: list[Move] = []
    for group in _award_groups(requests, policies.multi_winner):
        if next_terms is not None and requests[group[0]].share == 1:
            terms, next_terms = next_terms, None
        state, record = _pay(
            state,
            terms,
            policies,
            tuple(requests[index] for index in group),
            floor=policies.winner_floor_micros if len(group) > 1 else 0,
        )
        awards.update(zip(group, record.awards, strict=True))
        moves.extend(record.moves)
    return state, AwardRecord(tuple(awards[index] for index in range(len(requests))), tuple(moves))


def return_award(
    state: MeterState, from_meter: int, from_house: int, policies: MeterPolicies = DEFAULT_POLICIES
) -> tuple[MeterState, Move]:
    """Take an award that is not to be paid back: the meter's part returns to it (above the limit: to the overflow)."""
    shown = from_meter
    if policies.limit_micros is not None:
        shown = min(from_meter, max(0, policies.limit_micros - state.value))
    change = MeterState(value=shown, overflow=from_meter - shown, awarded=-from_meter, house_paid=-from_house, hits=-1)
    return moved(state, MoveKind.RETURN, change)


def _award_groups(requests: Sequence[AwardRequest], rule: MultiWinner) -> list[list[int]]:
    if rule is MultiWinner.IN_TURN:
        return [[index] for index in range(len(requests))]
    by_share: dict[Fraction, list[int]] = {}
    for index, request in enumerate(requests):
        by_share.setdefault(request.share, []).append(index)
    if rule is MultiWinner.LOWER_AWARD_FIRST:
        return [by_share[share] for share in sorted(by_share)]
    return list(by_share.values())


def _pay(
    state: MeterState, terms: Terms, policies: MeterPolicies, requests: tuple[AwardRequest, ...], floor: int
) -> tuple[MeterState, AwardRecord]:
    """Work one share out once and pay it to all players of the requests together."""
    share = requests[0].share
    whole = share == 1
    payments = divide(
        round_award(share * state.value, policies.award_rounding),
        sum(request.players for request in requests),
        policies.share_remainder,
    )
    extra = tuple(max(0, floor - payment) for payment in payments)
    by_house = not whole and _house_pays(state, terms, policies, sum(payments))
    change = _award_change(state, terms, policies, sum(payments), whole, by_house, sum(extra), len(requests))
    payments = tuple(payment + more for payment, more in zip(payments, extra, strict=True))
    awards, at = [], 0
    for request in requests:
        until = at + request.players
        own = payments[at:until]
        awards.append(Award(request, state.value, own, own if by_house else extra[at:until], whole))
        at = until
    state, move = moved(state, MoveKind.AWARD, change)
    return state, AwardRecord(tuple(awards), (move,))


def _house_pays(state: MeterState, terms: Terms, policies: MeterPolicies, paid: int) -> bool:
    if policies.partial_award_source is PartialAwardSource.HOUSE:
        return True
    return policies.below_seed is BelowSeed.HOUSE_PAYS_SHARE and state.value - paid < terms.reset_micros


def _award_change(
    state: MeterState,
    terms: Terms,
    policies: MeterPolicies,
    paid: int,
    whole: bool,
    by_house: bool,
    house_extra: int,
    hits: int,
) -> MeterState:
    if by_house:
        return MeterState(house_paid=paid + house_extra, hits=hits)
    # Rounding up can ask for a part of a cent that is not on the meter: the house adds it.
    added = max(0, paid - state.value)
    left = state.value + added - paid
    if not whole:
        top_up = 0
        if policies.below_seed is BelowSeed.TOP_UP_TO_SEED:
            top_up = max(0, terms.reset_micros - left)
        added += top_up
        return MeterState(
            value=left + top_up - state.value,
            seeded=seeded_after(state, left) + top_up,
            from_house=added,
            awarded=paid,
            house_paid=house_extra,
            hits=hits,
        )
    source = policies.reseed_source
    reseed = 0 if source is ReseedSource.RESERVE_ONLY else (terms.reseed_micros or 0)
    reserve = 0 if source is ReseedSource.SEED_ONLY else state.reserve
    start = left + reseed + reserve + state.overflow
    limit = policies.limit_micros
    value = start if limit is None else min(start, limit)
    above = start - value
    keeps = policies.overflow is Overflow.TO_NEXT_START
    return MeterState(
        value=value - state.value,
        reserve=-reserve,
        overflow=(above if keeps else 0) - state.overflow,
        revenue=0 if keeps else above,
        seeded=min(reseed, value) - state.seeded,
        from_house=added + reseed,
        awarded=paid,
        house_paid=house_extra,
        hits=hits,
        starts=1,
    )


def round_award(amount: Fraction, rule: AwardRounding) -> int:
    """An award in micro-dollars as whole cents (or whole dollars) by the rule."""
    if rule is AwardRounding.DOLLAR_DOWN:
        return amount // MICROS_PER_DOLLAR * MICROS_PER_DOLLAR
    cents = amount / MICROS_PER_CENT
    if rule is AwardRounding.DOWN:
        whole = cents.numerator // cents.denominator
    elif rule is AwardRounding.UP:
        whole = -(-cents.numerator // cents.denominator)
    else:
        whole = round(cents)
    return whole * MICROS_PER_CENT


def divide(amount_micros: int, players: int, remainder: ShareRemainder) -> tuple[int, ...]:
    """An amount of whole cents divided equally among players, in order; what does not divide goes by the rule."""
    each, left = divmod(amount_micros // MICROS_PER_CENT, players)
    if remainder is ShareRemainder.STAYS_ON_METER:
        left = 0
    return tuple((each + (1 if index < left else 0)) * MICROS_PER_CENT for index in range(players))
