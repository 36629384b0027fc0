"""What a simulation found, as values: wagers beside their PAR figures, tables, meters, results by period. Money in micros."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitbook.errors import InputError
from pitbook.findings import Severity
from pitbook.hold.hand import Bet, Hand, lines_of
from pitbook.hold.meter import meter_of
from pitbook.hold.paid import accrued
from pitbook.names import listed
from pitbook.par import Conditions, has_base_game, sheet
from pitbook.progressive import MeterState
from pitbook.simulation.fold import Fold, MeterHit, Spread, WagerTotal, increments_of, is_base
from pitbook.simulation.plan import TablePlan, WagerPlan
from pitbook.three_cards import LOWEST_PLAYED, NEVER_FOLD

FEWEST_BLOCKS: Final = 20
"""So many whole blocks are needed for a standard error."""


@dataclass(frozen=True)
class Comparison:
    """A hold beside its PAR figure, on the accrued basis, Envy Bonuses left out; None where one of them is not known."""

    found: Fraction | None
    expected: Fraction | None
    error: float | None

    @property
    def deviations(self) -> float | None:
        """By how many standard errors the two differ."""
        if self.found is None or self.expected is None or not self.error:
            return None
        return float(self.found - self.expected) / self.error


@dataclass(frozen=True)
class WagerFigure:
    """A wager over all tables that are played alike. ``paid`` and ``accrued`` are what the house keeps on either basis."""

    game: str
    wager: str
    paytable: str
    tables: int
    placed: int
    staked: int
    returned: int
    envy: int
    from_meter: int
    by_house: int
    extra: int
    paid: int
    accrued: int
    rows: tuple[tuple[str, int], ...]
    compared: Comparison


@dataclass(frozen=True)
class TableFigure:
    """A table: its game, seats and strategy, and what the house keeps on either basis."""

    id: str
    game: str
    seats: int
    strategy: str
    staked: int
    paid: int
    accrued: int


@dataclass(frozen=True)
class MeterFigure:
    """A meter at the end; ``mean_before`` is the mean of what stood on it at its whole awards."""

    id: str
    tables: tuple[str, ...]
    opening: int
    state: MeterState
    whole_awards: int
    mean_before: Fraction | None
    path: tuple[tuple[int, int], ...]
    hits: tuple[MeterHit, ...]


@dataclass(frozen=True)
class PeriodFigure:
    """The results of whole periods of tables that are played alike, lowest first, on either basis."""

    game: str
    tables: tuple[str, ...]
    rounds: int
    paid: tuple[int, ...]
    accrued: tuple[int, ...]


@dataclass(frozen=True)
class Simulated:
    """The whole answer."""

    rounds: int
    seed: int
    seat_rounds: int
    wagers: tuple[WagerFigure, ...]
    base_games: tuple[tuple[str, str, Comparison], ...]
    tables: tuple[TableFigure, ...]
    meters: tuple[MeterFigure, ...]
    periods: tuple[PeriodFigure, ...]
    notes: tuple[str, ...]

    @property
    def staked(self) -> int:
        """All stakes."""
        return sum(each.staked for each in self.tables)

    @property
    def paid(self) -> int:
        """What the house keeps, awards charged when paid."""
        return sum(each.paid for each in self.tables)

    @property
    def accrued(self) -> int:
        """What the house keeps, increments charged when bet and reseeds at a hit."""
        return sum(each.accrued for each in self.tables)


def simulated(fold: Fold, *, at_length: bool = False) -> Simulated:
    """The figures of a fold. ``at_length`` also compares wagers whose sheets take long to count."""
    alike = list(_alike(fold))
    return Simulated(
        rounds=fold.order.rounds,
        seed=fold.order.seed,
        seat_rounds=sum(table.seats for table in fold.plan.tables) * fold.order.rounds,
        wagers=tuple(figure for tables in alike for figure in _wagers(fold, tables, at_length)),
        base_games=tuple(found for tables in alike if (found := _base_game(fold, tables)) is not None),
        tables=tuple(_table(fold, table) for table in fold.plan.tables),
        meters=tuple(_meters(fold)),
        periods=tuple(figure for tables in alike if (figure := _periods(fold, tables)) is not None),
        notes=(*fold.plan.notes, *_violations(fold), *_notes(fold), *_few_blocks(fold, alike)),
    )


def _alike(fold: Fold) -> Iterator[list[TablePlan]]:
    for name in dict.fromkeys(table.alike for table in fold.plan.tables):
        yield [table for table in fold.plan.tables if table.alike == name]


def _violations(fold: Fold) -> Iterator[str]:
    """A filing may be played that may not be filed: then the answer says so."""
    from pitbook.checks import check

    number = sum(each.severity is Severity.VIOLATION for each in check(fold.plan.submission))
    if number:
        yield f"The filing has {number} violation{'s' if number > 1 else ''}, played as filed; pitbook check says which."


def _notes(fold: Fold) -> Iterator[str]:
    if any(table.filed.game.deck == "shoe" for table in fold.plan.tables):
        yield "Every coup is dealt from a full shoe."
    for name in dict.fromkeys(table.filed.game.name for table in fold.plan.tables if table.player_way is not None):
        yield f"{name}: players set their hands by a house way, as the dealer does."
    if fold.order.pays != 1:
        yield f"A promotion pays fixed winnings {float(fold.order.pays):g} times in the first {fold.order.pays_rounds:,} rounds."


def _few_blocks(fold: Fold, alike: Sequence[Sequence[TablePlan]]) -> Iterator[str]:
    """Why wagers have no standard error: their tables have too few whole blocks."""
    order = fold.order
    block = order.block if order.period >= order.rounds else min(order.block, order.period)
    few = [tables for tables in alike if _whole_blocks(fold, tables) < FEWEST_BLOCKS]
    if few:
        names = dict.fromkeys(tables[0].filed.game.name for tables in few)
        rounds = block * max(-(-FEWEST_BLOCKS // len(tables)) for tables in few)
        yield (
            f"{listed(names)}: no standard error, for it takes {FEWEST_BLOCKS} whole blocks of {block:,} rounds at tables that are "
            f"alike; ask for {rounds:,} rounds or more."
        )


def _whole_blocks(fold: Fold, tables: Sequence[TablePlan]) -> int:
    """The most whole blocks that a wager of these tables was placed in."""
    return max(sum(fold.totals[table.id][n].spread.blocks for table in tables) for n in range(len(tables[0].wagers)))


# Wagers --------------------------------------------------------------------------------------------------------------


def _wagers(fold: Fold, tables: Sequence[TablePlan], at_length: bool) -> Iterator[WagerFigure]:
    for n, plan in enumerate(tables[0].wagers):
        totals = [fold.totals[table.id][n] for table in tables]
        staked, returned, envy, from_meter, by_house, extra = (
            sum(getattr(total, name) for total in totals)
            for name in ("staked", "returned", "envy", "from_meter", "by_house", "extra")
        )
        rows = [sum(counts) for counts in zip(*(total.rows or [0] for total in totals), strict=True)]
        names = [*(row.outcome for row in plan.offered.rows), "lose"]
        yield WagerFigure(
            game=plan.offered.game.id,
            wager=plan.id,
            paytable=plan.offered.label,
            tables=len(tables),
            placed=sum(total.placed for total in totals),
            staked=staked,
            returned=returned,
            envy=envy,
            from_meter=from_meter,
            by_house=by_house,
            extra=extra,
            paid=staked - returned - envy - from_meter - by_house,
            accrued=staked - returned - envy - increments_of(plan, staked) - sum(total.accrued for total in totals),
            rows=tuple(zip(names, rows, strict=True)),
            compared=_compared(fold, tables[0], plan, totals, at_length),
        )


def _compared(fold: Fold, table: TablePlan, plan: WagerPlan, totals: Sequence[WagerTotal], at_length: bool) -> Comparison:
    spread = _summed([total.spread for total in totals])
    known = None if is_base(plan) else _expected(fold, table, plan, at_length)
    if known is None:
        return _comparison(spread, None, 0.0)
    return _comparison(spread, known.hold, math.sqrt(known.variance * spread.staked))


def _comparison(spread: Spread, expected: Fraction | None, least_error: float) -> Comparison:
    """The hold of whole blocks. Its standard error is what the blocks show, and no less than the sheet's variance makes it.

    Blocks without a rare large award show too little; the sheet knows nothing of seats that share cards. ``least_error`` is in
    micro-dollars.
    """
    if not spread.staked:
        return Comparison(None, expected, None)
    error = None
    if spread.blocks >= FEWEST_BLOCKS:
        variance = (spread.squares - Fraction(spread.kept**2, spread.blocks)) / (spread.blocks - 1)
        error = max(math.sqrt(variance * spread.blocks), least_error) / spread.staked
    return Comparison(Fraction(spread.kept, spread.staked), expected, error)


def _summed(spreads: Sequence[Spread]) -> Spread:
    return Spread(*(sum(getattr(each, name) for each in spreads) for name in ("blocks", "staked", "kept", "squares")))


@dataclass(frozen=True)
class _Known:
    """What a wager's odds say: the hold on the accrued basis, the variance of a result per micro-dollar staked."""

    hold: Fraction
    variance: float


def _expected(fold: Fold, table: TablePlan, plan: WagerPlan, at_length: bool) -> _Known | None:
    """What the exact odds say of a wager; None where they are of another thing than was played."""
    stakes = {stake for stake in plan.stakes if stake}
    promoted = fold.order.pays != 1 and (not fold.order.pays_on or plan.id in fold.order.pays_on)
    if len(stakes) != 1 or promoted or (plan.offered.wager.long_count and not at_length):
        return None
    offered = plan.offered
    if offered.lost_by_fold and table.plays_from == NEVER_FOLD and offered.wager.fold_reading:
        offered = replace(offered, values={**offered.values, offered.wager.fold_reading: "settled"})
    elif offered.lost_by_fold and table.plays_from != LOWEST_PLAYED["q-6-4"]:
        return None
    # Seats that share the cards have one result between them.
    shared = not table.sources[plan.source].per_seat
    bettors = sum(1 for stake in plan.stakes if stake) if shared else 1
    if bettors > 1 and plan.offered.wager.divided and not plan.always:
        return None
    return _known(Bet(offered, stakes.pop(), bettors), table.decks)


def _known(bet: Bet, decks: int) -> _Known | None:
    """The odds of one wager alone, without a limit on what several bonus wagers pay together."""
    alone = replace(bet, offered=replace(bet.offered, values={**bet.offered.values, "aggregate-limit": "off"}))
    try:
        lines = lines_of(Hand((alone,), decks=decks))
        lottery = accrued(lines[0], *(meter_of(key, lines) for key in lines[0].meters))
    except InputError:
        return None
    staked = lines[0].staked
    return _Known(lottery.mean / staked, float(lottery.variance) / staked)


def _base_game(fold: Fold, tables: Sequence[TablePlan]) -> tuple[str, str, Comparison] | None:
    """The base game as one, per unit of its first wager, beside its sheet under the strategy that was played."""
    table = tables[0]
    bonus = next((plan for plan in table.wagers if plan.offered.wager.stakeless and has_base_game(plan.offered)), None)
    if bonus is None or fold.order.pays != 1:
        return None
    spread = _summed([fold.base[each.id] for each in tables])
    played = replace(bonus.offered, options={**bonus.offered.options, "strategy": table.strategy})
    counted = sheet(played, Conditions())
    least = math.sqrt(float(counted.variance) * max(bonus.stakes) * spread.staked)
    return table.filed.game.id, bonus.id, _comparison(spread, counted.house_edge, least)


# Tables, meters, periods ---------------------------------------------------------------------------------------------


def _table(fold: Fold, table: TablePlan) -> TableFigure:
    periods = fold.periods[table.id].values()
    return TableFigure(
        id=table.id,
        game=table.filed.game.id,
        seats=table.seats,
        strategy=table.strategy,
        staked=sum(total.staked for total in fold.totals[table.id]),
        paid=sum(each.paid for each in periods),
        accrued=sum(each.accrued for each in periods),
    )


def _meters(fold: Fold) -> Iterator[MeterFigure]:
    for group in fold.plan.groups:
        for meter in group.meters:
            total = fold.meters[meter.id]
            yield MeterFigure(
                id=meter.id,
                tables=meter.tables,
                opening=total.state.opening,
                state=total.state,
                whole_awards=total.whole_awards,
                mean_before=Fraction(total.whole_before, total.whole_awards) if total.whole_awards else None,
                path=tuple(total.path),
                hits=tuple(total.hits),
            )


def _periods(fold: Fold, tables: Sequence[TablePlan]) -> PeriodFigure | None:
    """Whole periods only; None where there is not even two of them."""
    whole = fold.order.rounds // fold.order.period
    results = [fold.periods[table.id][period] for table in tables for period in range(whole) if period in fold.periods[table.id]]
    if len(results) < 2:
        return None
    return PeriodFigure(
        game=tables[0].filed.game.id,
        tables=tuple(table.id for table in tables),
        rounds=fold.order.period,
        paid=tuple(sorted(each.paid for each in results)),
        accrued=tuple(sorted(each.accrued for each in results)),
    )
