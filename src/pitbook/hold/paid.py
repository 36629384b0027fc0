"""The house's result when meter awards are charged as they are paid.

Money is neither made nor lost on a meter: what it held plus increments, reserve and reseeds less awards is what it holds. So what
the house keeps when awards are charged when paid is what it keeps on the accrued basis (increments when bet, the reseed at a hit)
and what stands on the meter at the end, less what stood there at the start. The distribution of the two together is worked out in
blocks of wagers. Where inside its block an award falls is not followed; it is taken once at the place that leaves most on the meter
and once at the place that leaves least. Both runs keep the order of two meters, so they enclose the truth.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from pitbook.compiled import compile_module, scalar
from pitbook.hold.hand import Line, MeterKey, Outcome
from pitbook.hold.lottery import Lottery, Repeated
from pitbook.hold.meter import Meter
from pitbook.hold.rare import hits
from pitbook.hold.spread import TAIL, Spread, sum_of
from pitbook.hold.sums import total, totals

Array = Any

ENOUGH: Final = 33.0
"""So many whole awards expected, and the meter has forgotten its start but for a probability of 2e-13 (two awards needed)."""
BLOCKS, CELLS = 1024, 4096
WORK: Final = 1 << 28
"""About how many steps of the grid a run may take; more awards to tell apart make it coarser."""
FORGOTTEN: Final = 1e-14
"""A combination of awards in one block that is rarer than this is left out, and widens the bracket."""


@dataclass(frozen=True)
class Fed:
    """The lines that feed one meter, each with its number of deals."""

    meter: Meter
    lines: tuple[Line, ...]
    deals: tuple[int, ...]


def paid(fed: Fed) -> Spread:
    """The distribution of the house's result on the wagers that feed a meter, awards charged when paid."""
    first, last = _divided(fed)
    known_start = not any(first.deals)
    result = _last_part(last, known_start, _wagers(fed, first.deals))
    if not known_start:
        result = sum_of(
            total([Repeated(accrued(line, fed.meter), deals) for line, deals in zip(first.lines, first.deals, strict=True)]), result
        )
    return result


def accrued(line: Line, *meters: Meter) -> Lottery:
    """What one deal of a line brings the house when increments are charged as they are bet and the reseed at a hit."""
    by_key = {meter.key: meter for meter in meters}
    increments = sum(
        (by_key[bet.meter].increment + by_key[bet.meter].reserve) * bet.bettors for bet in line.bets if bet.meter is not None
    )

    def amount(outcome: Outcome) -> int:
        reseeds = sum(by_key[key].reseed for key, share in outcome.draws if share == 1)
        return line.staked - outcome.returned - increments - reseeds

    return Lottery.of((amount(outcome), outcome.count) for outcome in line.outcomes)


def _divided(fed: Fed) -> tuple[Fed, Fed]:
    """The deals in two parts: the later one long enough for the meter to forget what it was before."""
    expected = sum(deals * float(_whole_chance(line, fed.meter.key)) for line, deals in zip(fed.lines, fed.deals, strict=True))
    part = min(1.0, ENOUGH / expected) if expected else 1.0
    later = tuple(min(deals, math.ceil(deals * part)) for deals in fed.deals)
    earlier = tuple(deals - own for deals, own in zip(fed.deals, later, strict=True))
    return replace(fed, deals=earlier), replace(fed, deals=later)


def _whole_chance(line: Line, key: MeterKey) -> Fraction:
    return Fraction(sum(each.count for each in line.outcomes if _wholes(each, key)), line.deals)


def _wholes(outcome: Outcome, key: MeterKey) -> int:
    return sum(1 for meter, share in outcome.draws if meter == key and share == 1)


# Awards within one block ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Awards:
    """A combination of awards in one block: its probability, the whole awards, the share awards, what part these leave."""

    chance: float
    wholes: int
    shares: int
    left: Fraction


_NO_AWARD: Final = _Awards(1.0, 0, 0, Fraction(1))


def _awards(lines: Sequence[Line], deals: Sequence[int]) -> list[_Awards]:
    """The combinations of awards in so many deals of each line, all but those rarer than FORGOTTEN."""
    found = [_NO_AWARD]
    for line, number in zip(lines, deals, strict=True):
        found = [_both(one, other) for one in found for other in _of_kinds(_kinds(line), number)]
    sums: dict[tuple[int, int, Fraction], float] = {}
    for each in found:
        key = each.wholes, each.shares, each.left
        sums[key] = sums.get(key, 0.0) + each.chance
    return [_Awards(chance, *key) for key, chance in sums.items() if chance > FORGOTTEN]


def _both(one: _Awards, other: _Awards) -> _Awards:
    return _Awards(one.chance * other.chance, one.wholes + other.wholes, one.shares + other.shares, one.left * other.left)


def _kinds(line: Line) -> list[_Awards]:
    """Each kind of award that a deal of the line can bring, with its chance."""
    counts: dict[tuple[int, int, Fraction], int] = {}
    for outcome in line.outcomes:
        if outcome.draws:
            wholes = sum(1 for _, share in outcome.draws if share == 1)
            left = math.prod((1 - share for _, share in outcome.draws if share != 1), start=Fraction(1))
            key = wholes, len(outcome.draws) - wholes, left
            counts[key] = counts.get(key, 0) + outcome.count
    return [_Awards(count / line.deals, *key) for key, count in counts.items()]


def _of_kinds(kinds: Sequence[_Awards], deals: int, others: float = 0.0) -> Iterator[_Awards]:
    """How often each kind comes in so many deals: multinomial, kind after kind; ``others`` is the chance of those before."""
    if not kinds:
        yield _NO_AWARD
        return
    kind, rest = kinds[0], kinds[1:]
    chance = kind.chance / (1 - others)
    logarithm = deals * math.log1p(-chance)
    for number in range(deals + 1):
        if logarithm < math.log(FORGOTTEN) and number > deals * chance:
            return
        own = _Awards(math.exp(logarithm), number * kind.wholes, number * kind.shares, kind.left**number)
        yield from (_both(own, each) for each in _of_kinds(rest, deals - number, others + kind.chance))
        if number < deals:
            logarithm += math.log((deals - number) / (number + 1) * chance / (1 - chance))


# The meter at the end ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Grid:
    """The grid on which a meter is followed, less the increments so far: points ``lowest + n * unit``, the last one for all above.

    ``most_wholes`` is how many whole awards are told apart; 0 where they need not be.
    """

    unit: int
    lowest: int
    cells: int
    blocks: int
    most_wholes: int
    by_restart: bool


def _grid(fed: Fed, before: int, known_start: bool) -> _Grid:
    meter = fed.meter
    wagers = _wagers(fed, fed.deals)
    by_restart = bool(meter.reserve) and not meter.reserve_stays
    expected = sum(deals * float(_whole_chance(line, meter.key)) for line, deals in zip(fed.lines, fed.deals, strict=True))
    tells = meter.reseed or any(outcome.returned for line in fed.lines for outcome in line.outcomes if outcome.draws)
    most_wholes = hits(sum(fed.deals), min(1.0, expected / sum(fed.deals)))[-1] if tells and expected else 0
    blocks = min(BLOCKS // 4 if by_restart else BLOCKS, max(fed.deals))
    states = (most_wholes + 1) * (blocks + 1 if by_restart else 1)
    cells = max(256, min(CELLS, WORK // (blocks * states * 4))) if meter.shares or by_restart else CELLS
    highest = max(meter.opening if known_start else 0, meter.reseed + meter.reserve * (wagers + before)) + meter.more
    lowest = min(0, meter.reseed - meter.less) - meter.increment * wagers
    return _Grid(-(-(highest - lowest) // (cells - 3)), lowest, cells, blocks, most_wholes, by_restart)


def _wagers(fed: Fed, deals: Sequence[int]) -> int:
    """The wagers on the meter in so many deals of each line."""
    return sum(
        number * sum(bet.bettors for bet in line.bets if bet.meter == fed.meter.key)
        for line, number in zip(fed.lines, deals, strict=True)
    )


class _Run:
    """One run over the blocks of the last part, every place rounded down or up.

    ``state[w, r, n]``: the probability of w whole awards so far, the last restart in block r - 1 (0: none yet), the meter at
    point n.
    """

    def __init__(self, fed: Fed, grid: _Grid, known_start: bool, *, upwards: bool) -> None:
        import numpy as np

        self.fed, self.grid, self.upwards, self.known_start = fed, grid, upwards, known_start
        self.state = np.zeros((grid.most_wholes + 1, grid.blocks + 1 if grid.by_restart else 1, grid.cells))
        start = grid.cells - 1 if upwards and not known_start else int(self.places(fed.meter.opening if known_start else 0))
        self.state[0, 0, start] = 1.0
        self.increments = 0
        self.reserves = [0]
        """The reserve rate's money up to the start of each block."""
        known: dict[tuple[int, ...], list[_Awards]] = {}
        for block in range(grid.blocks):
            deals = tuple((block + 1) * each // grid.blocks - block * each // grid.blocks for each in fed.deals)
            if deals not in known:
                known[deals] = _awards(fed.lines, deals)
            self.step(block, deals, known[deals])

    def places(self, amounts: Any) -> Array:
        """The points of amounts on the meter less the increments so far, rounded."""
        import numpy as np

        at = (np.asarray(amounts, np.float64) - self.grid.lowest) / self.grid.unit
        rounded = np.ceil(at + 1e-9) if self.upwards else np.floor(at - 1e-9)
        return np.clip(rounded, 0, self.grid.cells - 1).astype(np.int64)

    def step(self, block: int, deals: Sequence[int], awards: Sequence[_Awards]) -> None:
        """The block's deals: no award leaves the meter at its point, share awards move it, a whole award restarts it."""
        import numpy as np

        meter = self.fed.meter
        wagers = _wagers(self.fed, deals)
        growth, reserve = meter.increment * wagers, meter.reserve * wagers
        self.reserves.append(self.reserves[-1] + reserve)
        mass = self.state.sum(axis=2)
        none = sum(each.chance for each in awards if not each.wholes and not each.shares)
        shared = [each for each in awards if each.shares and not each.wholes]
        if shared:
            new = none * self.state
            places = np.stack([self.after_shares(each, growth) for each in shared])
            move(self.state, places, np.array([each.chance for each in shared]), new)
            self.state = new
        else:
            self.state *= none
        for each in awards:
            if each.wholes:
                self.restart(mass * each.chance, each, block, growth)
        self.increments += growth

    def after_shares(self, each: _Awards, growth: int) -> Array:
        """The points that the meter is left at: the awards before the block's increments leave most, after them least."""
        import numpy as np

        meter, grid = self.fed.meter, self.grid
        amounts = grid.lowest + np.arange(grid.cells, dtype=np.float64) * grid.unit + self.increments
        left = float(each.left)
        if self.upwards:
            places = self.places(left * amounts + meter.more * each.shares - self.increments)
            places[-1] = grid.cells - 1
            return places
        return self.places(left * (amounts + growth) - meter.less * each.shares - growth - self.increments)

    def restart(self, mass: Array, each: _Awards, block: int, growth: int) -> None:
        """The last whole award at the block's start leaves most, at its end (with the share awards after it) least."""
        import numpy as np

        meter, grid = self.fed.meter, self.grid
        low, high = self.reserves_found(block, again=each.wholes > 1)
        if self.upwards:
            at = self.places(meter.reseed + high + meter.more - self.increments)
            at[high < 0] = grid.cells - 1
        else:
            at = self.places(float(each.left) * (meter.reseed + low) - meter.less * (each.shares + 1) - growth - self.increments)
        to = block + 1 if grid.by_restart else 0
        after = np.minimum(np.arange(grid.most_wholes + 1) + each.wholes, grid.most_wholes)
        np.add.at(self.state[:, to], (after[:, None], at[None, :]), mass[:, : len(at)])

    def reserves_found(self, block: int, *, again: bool) -> tuple[Array, Array]:
        """Bounds of the reserve that a block's last whole award finds, by last restart; -1 above is none.

        ``again``: a whole award before it in the same block has taken what was there.
        """
        import numpy as np

        if not self.grid.by_restart:
            return np.zeros(1), np.zeros(1)
        by_block = np.array(self.reserves, np.float64)
        if again:
            own = by_block[block + 1] - by_block[block]
            return np.zeros(block + 1), np.full(block + 1, own)
        low = by_block[block] - by_block[: block + 1]
        high = by_block[block + 1] - np.concatenate([[0.0], by_block[:block]])
        low[0], high[0] = (by_block[block], by_block[block + 1]) if self.known_start else (0.0, -1.0)
        return low, high

    def held(self) -> Array:
        """By whole awards: the probabilities of what meter and reserve hold at the end.

        The first point is ``lowest`` and the increments. Upwards, what may be anything is left out.
        """
        import numpy as np

        grid = self.grid
        if not grid.by_restart:
            found = self.state[:, 0, :].copy()
            if self.upwards:
                found[:, -1] = 0.0
            return found
        steps = -(-self.reserves[-1] // grid.unit) + 1
        found = np.zeros((grid.most_wholes + 1, grid.cells + steps))
        for since in range(self.state.shape[1]):
            low, high = self._reserve_at_end(since)
            if self.upwards and high < 0:
                continue
            at = -(-high // grid.unit) if self.upwards else low // grid.unit
            last = grid.cells - 1 if self.upwards else grid.cells
            found[:, at : at + last] += self.state[:, since, :last]
        return found

    def _reserve_at_end(self, since: int) -> tuple[int, int]:
        end = self.reserves[-1]
        if since:
            return end - self.reserves[since], end - self.reserves[since - 1]
        return end, end if self.known_start else -1


@scalar
def move(state: Any, places: Any, chances: Any, new: Any) -> None:
    """Add to ``new`` what each point of ``state`` sends to its place, for each of several combinations of awards."""
    for wholes in range(state.shape[0]):
        for since in range(state.shape[1]):
            for n in range(state.shape[2]):
                value = state[wholes, since, n]
                if value > 0.0:
                    for each in range(len(chances)):
                        new[wholes, since, places[each, n]] += chances[each] * value


# The result ----------------------------------------------------------------------------------------------------------


def _last_part(fed: Fed, known_start: bool, before: int) -> Spread:
    """The result of the last part, and of the meter over the whole period; ``before`` are the wagers of the part before."""
    import numpy as np

    compile_module(sys.modules[__name__])
    grid = _grid(fed, before, known_start)
    functions = []
    for upwards in (False, True):
        run = _Run(fed, grid, known_start, upwards=upwards)
        functions.append(_with_fixed(fed, grid, run.held(), upwards=upwards))
    (low_first, low), (high_first, high) = functions
    first, last = min(low_first, high_first), max(low_first + len(low), high_first + len(high))
    most, least = np.zeros(last - first), np.zeros(last - first)
    most[low_first - first :][: len(low)] = low
    least[high_first - first :][: len(high)] = high
    most, least = np.cumsum(most), np.cumsum(least)
    most += max(0.0, 1 - most[-1]) + TAIL
    meter, wagers = fed.meter, _wagers(fed, fed.deals)
    base = sum(line.staked * deals for line, deals in zip(fed.lines, fed.deals, strict=True))
    base += grid.lowest - meter.opening - (0 if meter.reserve_stays else meter.reserve * wagers)
    base += meter.reserve * before if meter.reserve_stays else 0
    return Spread(base + first * grid.unit, grid.unit, np.clip(least - TAIL, 0.0, 1.0), np.clip(most, 0.0, 1.0), whole=False)


def _with_fixed(fed: Fed, grid: _Grid, held: Array, *, upwards: bool) -> tuple[int, Array]:
    """The chances of what the meters hold less reseeds and fixed awards, in units of the grid, and the first of them."""
    import numpy as np

    shares = _share_awards(fed)
    numbers = [int(wholes) for wholes in np.flatnonzero(held.any(axis=1))]
    ranges = [(wholes, wholes) if grid.most_wholes else _whole_awards(fed) for wholes in numbers]
    pieces: list[tuple[int, Array]] = []
    for wholes, both, fixed in zip(numbers, ranges, _fixed(fed, ranges, shares, fewest=upwards), strict=True):
        chances = fixed.chances(grid.unit, upwards=not upwards)
        moved = -(fed.meter.reseed * wholes + _on_awards(fed, both, shares, least=upwards)) / grid.unit
        shift = math.ceil(moved) if upwards else math.floor(moved)
        size = 1 << (len(held[wholes]) + len(chances)).bit_length()
        joint = np.fft.irfft(np.fft.rfft(held[wholes], size) * np.fft.rfft(chances[::-1], size), size)
        joint = np.clip(joint[: len(held[wholes]) + len(chances) - 1], 0.0, None)
        pieces.append((shift - fixed.start // grid.unit - (len(chances) - 1), joint))
    first = min(at for at, _ in pieces)
    found = np.zeros(max(at + len(each) for at, each in pieces) - first)
    for at, each in pieces:
        found[at - first : at - first + len(each)] += each
    return first, found


def _share_awards(fed: Fed) -> tuple[tuple[int, int], ...]:
    """By line: bounds of the number of deals that bring share awards and no whole one."""
    found = []
    for line, deals in zip(fed.lines, fed.deals, strict=True):
        chance = sum(each.count for each in line.outcomes if each.draws and not _wholes(each, fed.meter.key)) / line.deals
        found.append((hits(deals, chance)[0], hits(deals, chance)[-1]) if chance else (0, 0))
    return tuple(found)


def _whole_awards(fed: Fed) -> tuple[int, int]:
    expected = sum(deals * float(_whole_chance(line, fed.meter.key)) for line, deals in zip(fed.lines, fed.deals, strict=True))
    numbers = hits(sum(fed.deals), min(1.0, expected / sum(fed.deals))) if expected else range(1)
    return numbers[0], numbers[-1]


def _fixed(fed: Fed, wholes: Sequence[tuple[int, int]], shares: Sequence[tuple[int, int]], *, fewest: bool) -> list[Spread]:
    """The fixed awards of all deals that bring no award off the meter; as few such deals as there can be, or as many.

    One answer for each range of whole awards. Where several lines feed the meter, nobody says which of them had the awards.
    """
    alone = len(fed.lines) == 1
    deals = []
    for low, high in wholes:
        without = [high + most if fewest else (low if alone else 0) + least for least, most in shares]
        deals.append([max(0, number - less) for number, less in zip(fed.deals, without, strict=True)])
    lotteries = [Lottery.of((each.returned, each.count) for each in line.outcomes if not each.draws) for line in fed.lines]
    return totals(lotteries, deals)


def _on_awards(fed: Fed, wholes: tuple[int, int], shares: Sequence[tuple[int, int]], *, least: bool) -> int:
    """What the deals with an award off the meter hand over beside it: the least it can be, or the most."""
    found = 0
    for line, numbers in zip(fed.lines, shares, strict=True):
        with_whole = [each.returned for each in line.outcomes if _wholes(each, fed.meter.key)] or [0]
        with_share = [each.returned for each in line.outcomes if each.draws and not _wholes(each, fed.meter.key)] or [0]
        if least:
            found += numbers[0] * min(with_share) + (wholes[0] * min(with_whole) if len(fed.lines) == 1 else 0)
        else:
            found += numbers[1] * max(with_share) + wholes[1] * max(with_whole)
    return found
