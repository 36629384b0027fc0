"""The figures of a progressive wager: return at a meter, long run, break-even, mean meter at a hit, reserve."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from pitbook.choices import ChoiceError, MeterTerms, Offer
from pitbook.par.values import (
    ZERO,
    Conditions,
    MeterFigures,
    ParRow,
    ReserveAdequacy,
)


def meter_basis(offered: Offer, asked: Conditions) -> tuple[Fraction | None, str | None]:
    """The meter at which the meter rows are taken, in micro-dollars, and where it comes from."""
    if offered.wager.meter is None:
        if asked.meter_micros is not None:
            raise ChoiceError(f"{offered.game.id} {offered.wager.id} has no meter")
        return None, None
    if asked.meter_micros is not None:
        return Fraction(asked.meter_micros), "given"
    seed = offered.terms.seed_micros(asked.wager_micros) if offered.terms else None
    return (ZERO, "zero") if seed is None else (seed, "seed")


def meter_figures(
    offered: Offer,
    asked: Conditions,
    rows: Sequence[ParRow],
    extra_return: Fraction,
    meter: Fraction | None,
    rows_at: Callable[[Fraction], Sequence[ParRow]],
) -> MeterFigures | None:
    """All figures of the wager's meter; None where it has none.

    ``rows`` count each hand in the row it stands in, ``rows_at`` those of any meter in the row that pays it there.
    """
    terms = offered.terms
    if terms is None or meter is None:
        return None
    amount = Fraction(asked.wager_micros)
    fixed = sum((row.contribution for row in rows if not row.share), ZERO) + extra_return
    paid_rows = list(zip(rows, offered.rows, strict=False))
    fixed += sum((row.probability * printed.award.fixed_multiple for row, printed in paid_rows if row.share), ZERO)
    whole = sum((row.probability for row, printed in paid_rows if printed.award.whole_meter), ZERO)
    shares = sum((row.probability * row.share for row in rows), ZERO)
    pool_whole = sum((row.probability * row.share for row, printed in paid_rows if printed.award.whole_meter), ZERO)
    seed = terms.seed_micros(asked.wager_micros)

    def returned_at(other: Fraction) -> Fraction:
        return sum((row.contribution for row in rows_at(other)), extra_return)

    least = None if seed is None else min(seed, _restart(offered, terms) * amount)
    by_hand = least is not None and [row.count for row in rows_at(least)] == [row.count for row in rows]
    no_long_run = _no_long_run(offered, terms, pool_whole, shares, by_hand)
    long_run, mean = (None, None) if no_long_run else _long_run(offered, terms, amount, fixed, pool_whole, shares)
    break_even = amount * (1 - fixed) / shares if shares and fixed < 1 else None
    if offered.pays_greater:
        break_even = _break_even(_turns(rows, meter, amount), returned_at, amount)
    return MeterFigures(
        seed_micros=seed,
        reseed_micros=None if terms.reseed is None else terms.reseed * amount,
        increment=terms.increment,
        reserve=terms.reserve if terms.reserve is not None else (ZERO if terms.increment is not None else None),
        seed_cost=None if terms.reseed is None else pool_whole * terms.reseed,
        fixed_return=fixed,
        expected_share=shares,
        return_at_seed=None if seed is None else returned_at(seed),
        return_at_meter=returned_at(meter),
        long_run_return=long_run,
        break_even_micros=break_even,
        mean_meter_micros=mean,
        jackpot_probability=whole,
        reserve_adequacy=_reserve_adequacy(terms, asked, whole, seed, asked.bettors if offered.wager.divided else 1),
        no_long_run=no_long_run,
    )


def _turns(rows: Sequence[ParRow], meter: Fraction, amount: Fraction) -> list[Fraction]:
    """The meters at which a row begins to pay more than another one, lowest first; what a row pays is a line over the meter."""
    lines = [(row.handed_over - row.share * meter / amount, row.share) for row in rows]
    turns = {amount * (other - one) / (steep - flat) for one, steep in lines for other, flat in lines if steep > flat}
    return sorted(turn for turn in turns if turn > 0)


def _break_even(turns: Sequence[Fraction], returned_at: Callable[[Fraction], Fraction], amount: Fraction) -> Fraction | None:
    """The meter at which the return is 1 where the greater of two rows is paid. Between the turns the return is a straight line."""
    low, returned = ZERO, returned_at(ZERO)
    if returned >= 1:
        return None
    for high in (*turns, max(turns, default=ZERO) + amount):
        found = returned_at(high)
        last = high not in turns
        if found > returned and (found >= 1 or last):
            return low + (high - low) * (1 - returned) / (found - returned)
        low, returned = high, found
    return None


def _no_long_run(offered: Offer, terms: MeterTerms, whole: Fraction, shares: Fraction, by_hand: bool) -> str | None:
    """Why there is no long-run return; None where there is one.

    ``by_hand``: at the least that the meter begins with, every hand is paid by the row it stands in. A meter that never falls
    below that pays the greater amount always.
    """
    values = offered.values
    if terms.increment is None:
        return "the text prints no rates for this meter; --terms increment=...,reserve=... gives them"
    if not shares:
        return "no hand draws on the meter"
    if offered.has_share_rows and values.get("below-seed", "allow") != "allow":
        return f"with below-seed = {values['below-seed']} what the house adds after a share depends on the meter"
    if values.get("meter-per-amount", "one-per-amount") != "one-per-amount":
        return f"with meter-per-amount = {values['meter-per-amount']} they depend on how often each amount is wagered"
    may_fall = offered.has_share_rows and values.get("partial-award-source") != "house"
    if offered.pays_greater and (may_fall or not by_hand):
        return "with low-meter-order = greater-of which row is paid depends on the meter, which may fall to where another pays more"
    if values.get("partial-award-source") == "house" and offered.has_share_rows and not whole:
        return "with partial-award-source = house no award empties the meter"
    return None


def _long_run(
    offered: Offer, terms: MeterTerms, amount: Fraction, fixed: Fraction, whole: Fraction, shares: Fraction
) -> tuple[Fraction, Fraction]:
    """Long-run return per unit and mean meter at a hit (micro-dollars).

    Every cent that enters the pool is handed over in the end, so the return is the fixed part plus what enters.
    """
    values = offered.values
    assert terms.increment is not None
    reserve = ZERO if values.get("reseed-source") == "seed-only" else (terms.reserve or ZERO)
    entering = terms.increment + reserve + whole * _restart(offered, terms)
    if values.get("partial-award-source") == "house" and offered.has_share_rows:
        mean = amount * entering / whole
        return fixed + entering + (shares - whole) * mean / amount, mean
    return fixed + entering, amount * entering / shares


def _restart(offered: Offer, terms: MeterTerms) -> Fraction:
    """What the house puts on the meter when it is won whole, as a multiple of the wager; the reserve is not in it."""
    return ZERO if offered.values.get("reseed-source") == "reserve-only" else (terms.reseed or ZERO)


def _reserve_adequacy(
    terms: MeterTerms, asked: Conditions, whole: Fraction, seed: Fraction | None, bettors: int
) -> ReserveAdequacy | None:
    """The reserve at a hit is q x a x N, N the rounds up to and with the winning one: geometric with probability ``whole``.

    Where contributions enter after the settlement, the winning round's own is missing and that of the round that won before it is
    there instead: N of them again, but for the first award after an opening.
    """
    if not terms.reserve or not whole:
        return None
    step = terms.reserve * asked.wager_micros * bettors
    target = Fraction(asked.reserve_target_micros) if asked.reserve_target_micros is not None else seed
    mean = step / whole
    if target is None:
        return ReserveAdequacy(None, mean, None, None)
    needed = math.ceil(target / step)
    log_miss = math.log1p(-float(whole)) if whole < 1 else -math.inf
    reached = 1.0 if needed <= 1 else math.exp((needed - 1) * log_miss)
    full = target / step
    steps = math.floor(full)
    within = -math.expm1(steps * log_miss) / float(whole) if steps else 0.0
    beyond = math.exp(steps * log_miss) if steps else 1.0
    shortfall = float(target) - float(step) * (within + float(full - steps) * beyond)
    return ReserveAdequacy(target, mean, reached, max(shortfall, 0.0))
