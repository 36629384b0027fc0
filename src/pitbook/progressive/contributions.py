"""A meter's start, and what wagers bring to it."""

from __future__ import annotations

from pitbook.progressive.state import MeterState, Move, MoveKind, moved, seeded_after
from pitbook.progressive.terms import DEFAULT_POLICIES, MeterError, MeterPolicies, Overflow, Terms, check_limit, dollars


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
    return moved(MeterState(), MoveKind.OPEN, MeterState(value=amount, seeded=amount, opening=amount, starts=1))


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
    return moved(state, MoveKind.CONTRIBUTE, change)


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
        seeded=seeded_after(state, state.value - from_value),
        revenue=-made.revenue,
        wagered=-made.wagered,
        contributed=-made.contributed,
        reserve_contributed=-made.reserve_contributed,
        from_house=primary - from_overflow - from_value + made.reserve - from_reserve,
    )
    return moved(state, MoveKind.REVERSE, change)
