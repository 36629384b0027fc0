"""A progressive meter over many wagers: the time between hits, the meter and the reserve at a hit.

Hits are independent of the meter, so the meter at a hit is distributed as the meter at any turn after a long time, whatever the row
that is won. Wagers are taken one after another; those of one round enter together, which moves the meter at a turn by less than
one round's increments.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitbook.choices import ChoiceError, MeterTerms
from pitbook.hold.hand import Line, MeterKey
from pitbook.hold.spread import Spread
from pitbook.payouts import CENT, MICROS, dollars

Array = Any

CELLS: Final = 1 << 14
"""Points of the meter's distribution."""
REACH, REACH_WITH_SHARES = 12, 6
"""How many times its mean the meter is followed; share awards keep it from climbing. What lies above widens the bracket."""
LEFT: Final = 1e-10
"""The part of the hits that the going through of awards may leave out."""

_LESS_MORE: Final = {"down": (0, CENT), "half-even": (CENT // 2, CENT // 2), "up": (CENT, 0), "dollar-down": (0, MICROS)}
"""By award rounding: how much less or more than the exact part an award can leave on the meter, at most."""


@dataclass(frozen=True)
class Meter:
    """A meter and what a period's wagers do to it. Money in micro-dollars.

    ``increment`` and ``reserve`` are what one wager adds; ``opening`` stands on it at the start. ``restarts`` maps whole awards,
    ``shares`` each smaller share, to their chance per wager. ``less`` and ``more`` bound what the rounding of an award leaves.
    ``target`` is what the reserve should reach: the seed, unless another amount was named.
    """

    key: MeterKey
    terms: MeterTerms
    opening: int
    opening_given: bool
    increment: int
    reserve: int
    reseed: int
    reserve_stays: bool
    wagers_per_round: Fraction
    whole: Fraction
    shares: Mapping[Fraction, Fraction]
    less: int
    more: int
    target: int | None = None

    @property
    def mean_at_hit(self) -> Fraction | None:
        """The mean of the meter at a hit after a long time; None where no hit restarts it."""
        drawn = self.whole + sum(share * chance for share, chance in self.shares.items())
        if not self.whole:
            return None
        reserve = 0 if self.reserve_stays else self.reserve
        return (self.increment + reserve + self.whole * self.reseed) / drawn

    @property
    def mean_reserve_at_restart(self) -> Fraction | None:
        """The mean of the reserve when the whole meter is won."""
        return self.reserve / self.whole if self.whole and self.reserve else None

    def reserve_risk(self, target: int) -> tuple[float, float]:
        """The probability that the reserve is short of a target when the whole meter is won, and by how much on average.

        The reserve is the rate times the wagers since the last whole award, a geometric number.
        """
        enough = -(-target // self.reserve)
        log_miss = math.log1p(-float(self.whole)) if self.whole < 1 else -math.inf
        short = -math.expm1((enough - 1) * log_miss)
        full, rest = divmod(target, self.reserve)
        reached = -math.expm1(full * log_miss) / float(self.whole) * self.reserve + rest * math.exp(full * log_miss)
        return short, max(0.0, target - reached)


def meter_of(key: MeterKey, lines: Sequence[Line]) -> Meter:
    """The meter that lines feed. Raises :class:`~pitbook.choices.ChoiceError` where its terms are not known or no whole amounts."""
    bets = [bet for line in lines for bet in line.bets if bet.meter == key]
    terms = bets[0].offered.terms
    assert terms is not None
    if any(bet.offered.terms != terms for bet in bets):
        raise ChoiceError(f"{key.name}: its wagers have different terms (paytables); a meter has one set of them")
    openings = {bet.opening for bet in bets if bet.opening is not None}
    if len(openings) > 1:
        raise ChoiceError(f"{key.name}: two amounts on one meter")
    values = bets[0].offered.values
    source = values.get("reseed-source", "reseed-and-reserve")
    increment, reserve = (_per_wager(key, name, getattr(terms, name)) for name in ("increment", "reserve"))
    wagers, whole, shares = _chances(key, lines)
    less, more = _LESS_MORE[values.get("award-rounding", "down")]
    return Meter(
        key=key,
        terms=terms,
        opening=openings.pop() if openings else int(terms.seed_micros(key.wager) or 0),
        opening_given=any(bet.opening is not None for bet in bets) or terms.seed is not None,
        increment=increment,
        reserve=reserve,
        reseed=0 if source == "reserve-only" else int(terms.reseed_micros(key.wager)),
        reserve_stays=source == "seed-only",
        wagers_per_round=wagers,
        whole=whole,
        shares=shares,
        less=less,
        more=more + CENT * max(bet.bettors for bet in bets),
        target=None if terms.seed is None else int(terms.seed * key.wager),
    )


def check_one_by_one(key: MeterKey, lines: Sequence[Line]) -> None:
    """Refuse a meter off which one deal pays several awards: the time between hits and the meter at a hit are not as for one."""
    if any(sum(1 for meter, _ in outcome.draws if meter == key) > 1 for line in lines for outcome in line.outcomes):
        raise ChoiceError(
            f"{key.name}: several bettors are paid by the same cards one after another, so hits do not come one by one; "
            "simulate it (pitbook simulate)"
        )


def _per_wager(key: MeterKey, name: str, rate: Fraction | None) -> int:
    if rate is None:
        if name == "reserve":
            return 0
        raise ChoiceError(f"{key.name}: the text prints no increment; give it (--terms increment=20%)")
    amount = rate * key.wager
    if amount.denominator != 1:
        raise ChoiceError(f"{key.name}: {name} {rate} of {dollars(key.wager)} is not a whole number of micro-dollars")
    return int(amount)


def _chances(key: MeterKey, lines: Sequence[Line]) -> tuple[Fraction, Fraction, dict[Fraction, Fraction]]:
    """Wagers on the meter per round, and per wager the chance of a whole award and of each share."""
    wagers, found = Fraction(0), dict[Fraction, Fraction]()
    for line in lines:
        wagers += line.per_round * sum(bet.bettors for bet in line.bets if bet.meter == key)
        for outcome in line.outcomes:
            for meter, share in outcome.draws:
                if meter == key:
                    found[share] = found.get(share, Fraction(0)) + line.per_round * Fraction(outcome.count, line.deals)
    per_wager = {share: chance / wagers for share, chance in found.items()}
    return wagers, per_wager.pop(Fraction(1), Fraction(0)), per_wager


# Time between hits ---------------------------------------------------------------------------------------------------


def hits_below(chance: Fraction, wagers: float) -> float:
    """The probability of a hit within so many wagers."""
    return -math.expm1(wagers * math.log1p(-float(chance)))


def wagers_until(chance: Fraction, probability: float) -> int:
    """Within how many wagers a hit comes with at least this probability: geometric."""
    return max(1, math.ceil(math.log1p(-probability) / math.log1p(-float(chance)) - 1e-9))


# The meter at a hit --------------------------------------------------------------------------------------------------


def at_hit(meter: Meter, cells: int = CELLS) -> Spread | None:
    """The distribution of the meter at a hit after a long time; None where no hit restarts it.

    Two runs on a grid of amounts, one rounded down and one up at every step, enclose it: each step, the growth between awards and
    what an award leaves, keeps the order of two meters.
    """
    import numpy as np

    mean = meter.mean_at_hit
    if mean is None:
        return None
    unit = max(1, math.ceil(mean * (REACH_WITH_SHARES if meter.shares else REACH) / cells))
    functions = [np.cumsum(_run(meter, unit, cells, upwards=upwards)) for upwards in (False, True)]
    most, least = (np.clip(each, 0.0, 1.0) for each in functions)
    return Spread(0, unit, np.clip(least - 2 * LEFT, 0.0, 1.0), np.clip(most + 2 * LEFT, 0.0, 1.0), whole=False)


def _run(meter: Meter, unit: int, cells: int, *, upwards: bool) -> Array:
    """The meter at a hit on the grid: every amount rounded down, or up (what lies above the grid is then left out)."""
    import numpy as np

    award = float(meter.whole + sum(meter.shares.values()))
    growth = _growth(meter.increment, award, unit, cells, upwards=upwards)
    state = _restart(meter, unit, cells, upwards=upwards)
    moves = [
        (float(chance) / award, _after_share(meter, share, unit, cells, upwards=upwards)) for share, chance in meter.shares.items()
    ]
    hits, left = np.zeros(cells), 1.0
    whole = float(meter.whole) / award
    transform = np.fft.rfft(growth, 2 * cells)
    while left > LEFT:
        turn = np.fft.irfft(np.fft.rfft(state, 2 * cells) * transform, 2 * cells)
        turn[cells - 1] += 0.0 if upwards else turn[cells:].sum()
        turn = np.clip(turn[:cells], 0.0, None)
        hits += whole * turn
        state = sum((chance * np.bincount(places, turn, cells)[:cells] for chance, places in moves), np.zeros(cells))
        left *= 1 - whole
    return hits


def _growth(step: int, chance: float, unit: int, cells: int, *, upwards: bool) -> Array:
    """The distribution of ``step`` times a geometric number, on the grid."""
    import numpy as np

    found = np.zeros(cells)
    if not step:
        found[0] = 1.0
        return found
    log_miss = math.log1p(-chance) if chance < 1 else -math.inf
    edges = np.arange(cells + 1, dtype=np.float64) * unit / step
    if upwards:
        survive = np.exp(np.floor(edges[:-1]) * log_miss)
        found[1:] = survive[:-1] - survive[1:]
        return found
    first = np.maximum(np.ceil(edges), 1.0)
    survive = np.exp((first - 1) * log_miss)
    found[:] = survive[:-1] - survive[1:]
    found[-1] += survive[-1]
    return found


def _restart(meter: Meter, unit: int, cells: int, *, upwards: bool) -> Array:
    """What the meter starts from after a whole award: the reseed, the reserve, and what the rounding left."""
    import numpy as np

    reserve = 0 if meter.reserve_stays else meter.reserve
    found = _growth(reserve, float(meter.whole), unit, cells, upwards=upwards)
    first = -(-(meter.reseed + meter.more) // unit) if upwards else meter.reseed // unit
    moved = np.zeros(cells)
    if first < cells:
        moved[first:] = found[: cells - first]
    if not upwards:
        moved[-1] += found[cells - min(first, cells) :].sum()
    return moved


def _after_share(meter: Meter, share: Fraction, unit: int, cells: int, *, upwards: bool) -> Array:
    """For each point, the point that a share award leaves the meter at."""
    import numpy as np

    amounts = np.arange(cells, dtype=np.float64) * unit * float(1 - share)
    left = np.ceil((amounts + meter.more) / unit + 1e-9) if upwards else np.floor((amounts - meter.less) / unit - 1e-9)
    return np.clip(left, 0, cells - 1).astype(np.int64)
