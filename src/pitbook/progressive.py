"""The arithmetic of one progressive meter, in whole micro-dollars.

A meter serves one wager at one wager amount. Money reaches it from the house (the opening amount, a reseed) and from
accepted wagers (the increment goes on the meter, the reserve rate into a pool that helps to restart it); money leaves
it by awards, by a documented correction, by a transfer or when it is closed. Each function here takes a
:class:`MeterState` and gives the new state together with a :class:`Move`, the record of what went where. A state is
the sum of its moves, and every move is checked:

    opening + from_house + contributed + reserve_contributed + adjusted_up - adjusted_down + transferred_in -
    transferred_out - awarded - revenue  =  value + reserve + overflow + parked,  each of the last four at least 0.

Nothing is rounded but at the named places (:class:`AwardRounding`, :class:`ShareRemainder`); awards are whole cents.

Sources: 58 Pa. Code 649a.12(e), (h), (i), (j), 645a.13(e), 629b.7(j) and ch. 679b (k) for seed, reseed and rates; the
texts are silent on the rest, so each other choice is a policy with a default (:class:`MeterPolicies`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final

MICROS_PER_CENT: Final = 10_000
MICROS_PER_DOLLAR: Final = 1_000_000
WHOLE: Final = Fraction(1)


class MeterError(ValueError):
    """A request that the meter's rules refuse; the state is unchanged."""


class ReseedSource(StrEnum):
    """What a meter restarts from after a 100% award."""

    RESEED_AND_RESERVE = "reseed-and-reserve"
    SEED_ONLY = "seed-only"
    RESERVE_ONLY = "reserve-only"


class AwardRounding(StrEnum):
    """How a share of a meter becomes an amount that can be handed over."""

    DOWN = "down"
    HALF_EVEN = "half-even"
    UP = "up"
    DOLLAR_DOWN = "dollar-down"


class ShareRemainder(StrEnum):
    """Where the cents go that a divided award leaves over."""

    STAYS_ON_METER = "stays-on-meter"
    FIRST_IN_ORDER = "first-in-order"


class BelowSeed(StrEnum):
    """What happens when a share award would leave less than the reset amount."""

    ALLOW = "allow"
    TOP_UP_TO_SEED = "top-up-to-seed"
    HOUSE_PAYS_SHARE = "house-pays-share"


class PartialAwardSource(StrEnum):
    """Who pays an award of less than the whole meter."""

    METER = "meter"
    HOUSE = "house"


class MultiWinner(StrEnum):
    """How several meter awards of one round are put together."""

    IN_TURN = "in-turn"
    EQUAL_SPLIT = "equal-split"
    LOWER_AWARD_FIRST = "lower-award-first"


class Overflow(StrEnum):
    """Where money above the limit of the display goes."""

    TO_NEXT_START = "to-next-start"
    TO_REVENUE = "to-revenue"


class AdjustmentCause(StrEnum):
    """Why a meter is corrected. A meter falls for no other cause (beside awards, transfers and closing)."""

    MALFUNCTION = "malfunction"
    REDUCTION_TO_LIMIT = "reduction-to-limit"
    ACCOUNTING_CORRECTION = "accounting-correction"


class Pool(StrEnum):
    """The four places where a meter's money stands."""

    METER = "meter"
    RESERVE = "reserve"
    OVERFLOW = "overflow"
    PARKED = "parked"


class MoveKind(StrEnum):
    """What a move of money was."""

    OPEN = "open"
    CONTRIBUTE = "contribute"
    REVERSE = "reverse"
    AWARD = "award"
    ADJUST = "adjust"
    TRANSFER_OUT = "transfer-out"
    TRANSFER_IN = "transfer-in"
    PARK = "park"
    RELEASE = "release"
    RETURN = "return"


@dataclass(frozen=True)
class Terms:
    """Seed, reseed and rates of a meter for the wager amount it serves.

    ``seed_micros`` (first start) and ``reseed_micros`` (after a 100% award) are already multiplied by the wager
    amount; None is the printed N/A, or nothing printed. ``increment`` and ``reserve`` are exact rates per unit
    staked.
    """

    seed_micros: int | None
    reseed_micros: int | None
    increment: Fraction
    reserve: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        for name, amount in (("seed", self.seed_micros), ("reseed", self.reseed_micros)):
            if amount is not None and amount < 0:
                raise MeterError(f"the {name} is {dollars(amount)}; it must be 0 or more, or N/A")
        for name, rate in (("increment", self.increment), ("reserve rate", self.reserve)):
            if not 0 <= rate <= 1:
                raise MeterError(f"the {name} is {rate}; it must be from 0 to 1")
        if self.increment + self.reserve > 1:
            raise MeterError(f"increment {self.increment} and reserve rate {self.reserve} are more than the wager")

    @property
    def reset_micros(self) -> int:
        """The amount a share award should not go below: the reseed, else the seed, else 0."""
        if self.reseed_micros is not None:
            return self.reseed_micros
        return self.seed_micros or 0


@dataclass(frozen=True)
class MeterPolicies:
    """The choices that the texts leave open; the defaults follow the text as far as it goes.

    ``limit_micros`` is the ceiling of the display (None: none). ``winner_floor_micros`` is the least that each of
    several winners of one round gets when an award is split; the house pays what is missing.
    """

    reseed_source: ReseedSource = ReseedSource.RESEED_AND_RESERVE
    award_rounding: AwardRounding = AwardRounding.DOWN
    share_remainder: ShareRemainder = ShareRemainder.STAYS_ON_METER
    below_seed: BelowSeed = BelowSeed.ALLOW
    partial_award_source: PartialAwardSource = PartialAwardSource.METER
    multi_winner: MultiWinner = MultiWinner.IN_TURN
    overflow: Overflow = Overflow.TO_NEXT_START
    limit_micros: int | None = None
    winner_floor_micros: int = 0


DEFAULT_POLICIES: Final = MeterPolicies()


@dataclass(frozen=True, slots=True)
class MeterState:
    """What stands on a meter and how it came there; all money in micro-dollars.

    ``value`` is the amount displayed and won, ``overflow`` what came in above a limit, ``parked`` what a closed meter
    keeps for a later one. ``seeded`` is the house's own money within ``value``. The rest are totals since the first
    start: ``contributed`` and ``reserve_contributed`` net of void rounds, ``house_paid`` awards the house paid beside
    the meter, ``hits`` awards, ``starts`` the first start and every restart. A value of this type also serves as a
    set of differences.
    """

    value: int = 0
    reserve: int = 0
    overflow: int = 0
    parked: int = 0
    seeded: int = 0
    opening: int = 0
    from_house: int = 0
    wagered: int = 0
    contributed: int = 0
    reserve_contributed: int = 0
    adjusted_up: int = 0
    adjusted_down: int = 0
    transferred_in: int = 0
    transferred_out: int = 0
    awarded: int = 0
    revenue: int = 0
    house_paid: int = 0
    hits: int = 0
    starts: int = 0

    @property
    def held(self) -> int:
        """All money the meter holds: value, reserve, overflow and parked."""
        return self.value + self.reserve + self.overflow + self.parked

    @property
    def current(self) -> int:
        """The value without the limit: displayed plus overflow."""
        return self.value + self.overflow

    @property
    def incremental(self) -> int:
        """The players' part of the displayed value."""
        return self.value - self.seeded

    @property
    def expected(self) -> int:
        """What the meter must hold by the identity of this module."""
        return (
            self.opening
            + self.from_house
            + self.contributed
            + self.reserve_contributed
            + self.adjusted_up
            - self.adjusted_down
            + self.transferred_in
            - self.transferred_out
            - self.awarded
            - self.revenue
        )


STATE_FIELDS: Final = tuple(MeterState.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Move:
    """One recorded movement: its kind and what it changes, field by field of :class:`MeterState`."""

    kind: MoveKind
    change: MeterState


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


# --- moves ----------------------------------------------------------------------------------------------------------


def add(state: MeterState, change: MeterState) -> MeterState:
    """The state after a change, checked: the four pools at least 0, the identity kept."""
    new = MeterState(
        state.value + change.value,
        state.reserve + change.reserve,
        state.overflow + change.overflow,
        state.parked + change.parked,
        state.seeded + change.seeded,
        state.opening + change.opening,
        state.from_house + change.from_house,
        state.wagered + change.wagered,
        state.contributed + change.contributed,
        state.reserve_contributed + change.reserve_contributed,
        state.adjusted_up + change.adjusted_up,
        state.adjusted_down + change.adjusted_down,
        state.transferred_in + change.transferred_in,
        state.transferred_out + change.transferred_out,
        state.awarded + change.awarded,
        state.revenue + change.revenue,
        state.house_paid + change.house_paid,
        state.hits + change.hits,
        state.starts + change.starts,
    )
    _check(new, change)
    return new


def _check(new: MeterState, change: MeterState) -> None:
    """The invariants of every move; raised and not asserted, so that they also hold under ``python -O``."""
    if min(new.value, new.reserve, new.overflow, new.parked) < 0:
        raise AssertionError(f"a pool would fall below 0: {new}")
    if not 0 <= new.seeded <= new.value:
        raise AssertionError(f"more house money than money on the meter: {new}")
    if change.held != change.expected:
        raise AssertionError(f"{change.held - change.expected} micro-dollars would come from nowhere: {change}")


def replay(moves: Sequence[Move], state: MeterState | None = None) -> MeterState:
    """The state after all moves, from the empty meter or the one given."""
    state = state or MeterState()
    for move in moves:
        state = add(state, move.change)
    return state


def pool_of(state: MeterState, pool: Pool) -> int:
    """The amount in one of the four pools."""
    return {
        Pool.METER: state.value,
        Pool.RESERVE: state.reserve,
        Pool.OVERFLOW: state.overflow,
        Pool.PARKED: state.parked,
    }[pool]


def _moved(state: MeterState, kind: MoveKind, change: MeterState) -> tuple[MeterState, Move]:
    return add(state, change), Move(kind, change)


# --- start and contributions ----------------------------------------------------------------------------------------


def open_meter(
    terms: Terms, opening_micros: int | None = None, policies: MeterPolicies = DEFAULT_POLICIES
) -> tuple[MeterState, Move]:
    """The first start: at the seed, or at the filed opening amount where the seed is N/A.

    Raises MeterError when the seed is N/A and no amount is filed, when an amount is filed that is not the printed
    seed, and when the start is above the limit.
    """
    seed = terms.seed_micros
    if seed is None and opening_micros is None:
        raise MeterError("the seed of these terms is N/A: an opening amount is required")
    if seed is not None and opening_micros is not None and opening_micros != seed:
        raise MeterError(f"the opening amount is {dollars(opening_micros)}, but the seed is {dollars(seed)}")
    amount = seed if seed is not None else opening_micros
    assert amount is not None
    if amount < 0:
        raise MeterError(f"the opening amount is {dollars(amount)}; it must be 0 or more")
    check_limit(amount, policies.limit_micros)
    return _moved(MeterState(), MoveKind.OPEN, MeterState(value=amount, seeded=amount, opening=amount, starts=1))


def given_meter(value_micros: int, reserve_micros: int = 0, seeded_micros: int = 0) -> MeterState:
    """A meter taken over as it stands, its history unknown: the whole value counts as opening amount."""
    if value_micros < 0 or reserve_micros < 0:
        raise MeterError("a meter and its reserve are 0 or more")
    return MeterState(
        value=value_micros,
        reserve=reserve_micros,
        seeded=min(seeded_micros, value_micros),
        opening=value_micros + reserve_micros,
        starts=1,
    )


def increments(terms: Terms, wager_micros: int) -> tuple[int, int]:
    """What an accepted wager adds to the meter and to the reserve, in micro-dollars.

    Raises MeterError when the wager is not positive or rate x wager is not a whole number of micro-dollars.
    """
    if wager_micros <= 0:
        raise MeterError(f"the wager is {dollars(wager_micros)}; it must be above 0")
    parts = []
    for name, rate in (("increment", terms.increment), ("reserve rate", terms.reserve)):
        amount, rest = divmod(wager_micros * rate.numerator, rate.denominator)
        if rest:
            raise MeterError(f"{name} {rate} of {dollars(wager_micros)} is not a whole number of micro-dollars")
        parts.append(amount)
    return parts[0], parts[1]


def contribute(
    state: MeterState, terms: Terms, wager_micros: int, policies: MeterPolicies = DEFAULT_POLICIES
) -> tuple[MeterState, Move]:
    """Put an accepted wager's increment on the meter and its reserve part into the reserve, exactly.

    What does not fit under the limit overflows. Raises MeterError as :func:`increments` does.
    """
    primary, secondary = increments(terms, wager_micros)
    return add_contribution(state, wager_micros, primary, secondary, policies)


def add_contribution(
    state: MeterState, wagered: int, primary: int, secondary: int, policies: MeterPolicies = DEFAULT_POLICIES
) -> tuple[MeterState, Move]:
    """As :func:`contribute`, with the increments already worked out (also for several wagers at once)."""
    shown = primary
    if policies.limit_micros is not None:
        shown = min(primary, max(0, policies.limit_micros - state.value))
    above = primary - shown
    keeps = policies.overflow is Overflow.TO_NEXT_START
    change = MeterState(
        value=shown,
        reserve=secondary,
        overflow=above if keeps else 0,
        revenue=0 if keeps else above,
        wagered=wagered,
        contributed=primary,
        reserve_contributed=secondary,
    )
    return _moved(state, MoveKind.CONTRIBUTE, change)


def reverse(state: MeterState, contribution: Move, start: int) -> tuple[MeterState, Move]:
    """Take a void round's contribution back; ``start`` is the meter's number of starts when it was made.

    Money above the limit goes first. What is no longer there, because the meter was won since, the house bears.
    """
    made = contribution.change
    if contribution.kind is not MoveKind.CONTRIBUTE:
        raise MeterError(f"only a contribution can be reversed, not a move of kind {contribution.kind}")
    there = state.starts == start
    primary = made.contributed - made.revenue
    from_overflow = min(primary, state.overflow) if there else 0
    from_value = min(primary - from_overflow, state.value) if there else 0
    from_reserve = min(made.reserve, state.reserve) if there else 0
    change = MeterState(
        value=-from_value,
        overflow=-from_overflow,
        reserve=-from_reserve,
        seeded=_seeded_after(state, state.value - from_value),
        revenue=-made.revenue,
        wagered=-made.wagered,
        contributed=-made.contributed,
        reserve_contributed=-made.reserve_contributed,
        from_house=primary - from_overflow - from_value + made.reserve - from_reserve,
    )
    return _moved(state, MoveKind.REVERSE, change)


# --- awards ---------------------------------------------------------------------------------------------------------


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
    return _moved(state, MoveKind.RETURN, change)


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
    state, move = _moved(state, MoveKind.AWARD, change)
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
            seeded=_seeded_after(state, left) + top_up,
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


# --- corrections, transfers, endings --------------------------------------------------------------------------------


def adjust(
    state: MeterState,
    amount_micros: int,
    *,
    cause: AdjustmentCause | None,
    reference: str = "",
    pool: Pool = Pool.METER,
    policies: MeterPolicies = DEFAULT_POLICIES,
) -> tuple[MeterState, Move]:
    """Correct a pool upwards or downwards for a documented cause; a meter is never set to a figure by hand.

    Raises MeterError when the amount is 0, cause or reference are missing, the pool holds less than is to be taken, a
    reduction to the limit is not one, or the limit would be passed.
    """
    if amount_micros == 0:
        raise MeterError("an adjustment of $0.00 changes nothing")
    if cause is None or not reference.strip():
        allowed = ", ".join(AdjustmentCause)
        raise MeterError(f"an adjustment needs a cause ({allowed}) and a document reference")
    held = pool_of(state, pool)
    if held + amount_micros < 0:
        raise MeterError(f"the {pool} holds {dollars(held)}; {dollars(-amount_micros)} cannot be taken from it")
    limit = policies.limit_micros
    if cause is AdjustmentCause.REDUCTION_TO_LIMIT and (
        pool is not Pool.METER or limit is None or state.value + amount_micros != limit
    ):
        wanted = "none is set" if limit is None else f"it is {dollars(limit)}"
        raise MeterError(f"a reduction to the limit ends at the limit of the meter; {wanted}")
    if pool is Pool.METER and amount_micros > 0 and limit is not None and state.value + amount_micros > limit:
        raise MeterError(f"the meter would pass its limit of {dollars(limit)}")
    change = _pool_change(state, pool, amount_micros)
    up, down = max(amount_micros, 0), max(-amount_micros, 0)
    return _moved(state, MoveKind.ADJUST, _with(change, adjusted_up=up, adjusted_down=down))


def transfer(
    source: MeterState,
    target: MeterState,
    amount_micros: int,
    *,
    from_pool: Pool = Pool.METER,
    to_pool: Pool = Pool.METER,
    target_policies: MeterPolicies = DEFAULT_POLICIES,
) -> tuple[tuple[MeterState, Move], tuple[MeterState, Move]]:
    """Move money from a pool of one meter to a pool of another; what passes the target's limit overflows there.

    Raises MeterError when the amount is not above 0 or the pool holds less.
    """
    if amount_micros <= 0:
        raise MeterError(f"the transfer is {dollars(amount_micros)}; it must be above 0")
    held = pool_of(source, from_pool)
    if held < amount_micros:
        raise MeterError(f"the {from_pool} holds {dollars(held)}; {dollars(amount_micros)} cannot be taken from it")
    out = _moved(
        source,
        MoveKind.TRANSFER_OUT,
        _with(_pool_change(source, from_pool, -amount_micros), transferred_out=amount_micros),
    )
    shown = amount_micros
    if to_pool is Pool.METER and target_policies.limit_micros is not None:
        shown = min(amount_micros, max(0, target_policies.limit_micros - target.value))
    change = _pool_change(target, to_pool, shown)
    if shown < amount_micros:
        change = _with(change, overflow=amount_micros - shown)
    into = _moved(target, MoveKind.TRANSFER_IN, _with(change, transferred_in=amount_micros))
    return out, into


def park(state: MeterState) -> tuple[MeterState, Move]:
    """End a meter: the players' money (above the house's seed, reserve, overflow) is parked, the seed returns to the
    house.
    """
    players = state.incremental + state.reserve + state.overflow
    change = MeterState(
        value=-state.value,
        reserve=-state.reserve,
        overflow=-state.overflow,
        parked=players,
        seeded=-state.seeded,
        revenue=state.seeded,
    )
    return _moved(state, MoveKind.PARK, change)


def release_seed(state: MeterState) -> tuple[MeterState, Move]:
    """Return the house's own money on an ending meter to the house, so that the rest can be transferred."""
    change = MeterState(value=-state.seeded, seeded=-state.seeded, revenue=state.seeded)
    return _moved(state, MoveKind.RELEASE, change)


def close_into(
    source: MeterState, target: MeterState, target_policies: MeterPolicies = DEFAULT_POLICIES
) -> tuple[tuple[MeterState, tuple[Move, ...]], tuple[MeterState, tuple[Move, ...]]]:
    """End a meter in favour of a like one: its seed returns to the house, every other pool moves over.

    Meter, overflow and parked money go on the target's meter, the reserve into its reserve.
    """
    source, move = release_seed(source)
    out_moves, in_moves = [move], []
    for pool in Pool:
        amount = pool_of(source, pool)
        if not amount:
            continue
        (source, out), (target, into) = transfer(
            source,
            target,
            amount,
            from_pool=pool,
            to_pool=Pool.RESERVE if pool is Pool.RESERVE else Pool.METER,
            target_policies=target_policies,
        )
        out_moves.append(out)
        in_moves.append(into)
    return (source, tuple(out_moves)), (target, tuple(in_moves))


def check_limit(value_micros: int, limit_micros: int | None) -> None:
    """Refuse a limit below what the meter shows (MeterError)."""
    if limit_micros is not None and limit_micros < value_micros:
        raise MeterError(f"the limit {dollars(limit_micros)} is below the meter, which shows {dollars(value_micros)}")


def _seeded_after(state: MeterState, value: int) -> int:
    """The change of the house's part when the value becomes less: players' money is taken first."""
    return min(state.seeded, value) - state.seeded


def _pool_change(state: MeterState, pool: Pool, amount: int) -> MeterState:
    if pool is Pool.METER:
        return MeterState(value=amount, seeded=_seeded_after(state, state.value + amount))
    if pool is Pool.RESERVE:
        return MeterState(reserve=amount)
    if pool is Pool.OVERFLOW:
        return MeterState(overflow=amount)
    return MeterState(parked=amount)


def _with(change: MeterState, **more: int) -> MeterState:
    fields = {name: getattr(change, name) for name in STATE_FIELDS}
    return MeterState(**{**fields, **more})


def dollars(micros: int) -> str:
    """Micro-dollars as ``$1,234.56``, with as many more decimals as it takes to be exact."""
    sign, rest = ("-", -micros) if micros < 0 else ("", micros)
    whole, part = divmod(rest, MICROS_PER_DOLLAR)
    decimals = f"{part:06d}".rstrip("0").ljust(2, "0")
    return f"{sign}${whole:,}.{decimals}"
