"""Documented corrections, transfers between meters, the end of a meter."""

from __future__ import annotations

from pitbook.progressive.state import STATE_FIELDS, MeterState, Move, MoveKind, Pool, moved, pool_of, seeded_after
from pitbook.progressive.terms import DEFAULT_POLICIES, AdjustmentCause, MeterError, MeterPolicies, dollars


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
    return moved(state, MoveKind.ADJUST, _with(change, adjusted_up=up, adjusted_down=down))


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
    out = moved(
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
    into = moved(target, MoveKind.TRANSFER_IN, _with(change, transferred_in=amount_micros))
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
    return moved(state, MoveKind.PARK, change)


def release_seed(state: MeterState) -> tuple[MeterState, Move]:
    """Return the house's own money on an ending meter to the house, so that the rest can be transferred."""
    change = MeterState(value=-state.seeded, seeded=-state.seeded, revenue=state.seeded)
    return moved(state, MoveKind.RELEASE, change)


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


def _pool_change(state: MeterState, pool: Pool, amount: int) -> MeterState:
    if pool is Pool.METER:
        return MeterState(value=amount, seeded=seeded_after(state, state.value + amount))
    if pool is Pool.RESERVE:
        return MeterState(reserve=amount)
    if pool is Pool.OVERFLOW:
        return MeterState(overflow=amount)
    return MeterState(parked=amount)


def _with(change: MeterState, **more: int) -> MeterState:
    fields = {name: getattr(change, name) for name in STATE_FIELDS}
    return MeterState(**{**fields, **more})
