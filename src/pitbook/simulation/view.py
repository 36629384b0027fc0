"""The answer of ``pitbook simulate`` as tables, as JSON values, and two simulations side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from pitbook.charts import counts_between, round_edges
from pitbook.par_json import in_dollars, rational
from pitbook.par_table import share_text
from pitbook.payouts import dollars, money, to_cent
from pitbook.simulation.figures import Comparison, MeterFigure, PeriodFigure, Simulated, WagerFigure
from pitbook.tables import BEHIND, Document, Row, Table, amounts, left, right

SAME_CARDS: Final = "Both ran on the same cards, so the difference is far surer than either figure."
PERCENTILES: Final = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
SPARKS: Final = "▁▂▃▄▅▆▇█"
SPARK_WIDTH: Final = 48
SHOWN_HITS: Final = 3
BAR_WIDTH: Final = 40


def answer(found: Simulated, name: str) -> Document:
    """The whole answer of a simulation."""
    tables = [_summary(found, name), _wagers(found), _tables(found)]
    tables.extend(_periods(each) for each in found.periods)
    if found.meters:
        tables.append(_meters(found))
        tables.append(_hits(found))
    return Document(f"Simulation: {name}", tables, simulation_json(found, name))


# Tables --------------------------------------------------------------------------------------------------------------


def _summary(found: Simulated, name: str) -> Table:
    figures = [
        ("Rounds at each table", f"{found.rounds:,}"),
        ("Seat rounds", f"{found.seat_rounds:,}"),
        ("Seed", str(found.seed)),
        ("Staked", dollars(found.staked)),
        ("Kept, awards charged when paid", f"{to_cent(found.paid)}  ({_hold(found.paid, found.staked)})"),
        ("Kept, increments charged when bet", f"{to_cent(found.accrued)}  ({_hold(found.accrued, found.staked)})"),
    ]
    return Table(
        title=f"Simulation: {name}",
        columns=(),
        rows=(),
        figures=tuple(figures),
        notes=found.notes,
        about=about(found, name),
        plain=(Table(f"Simulation: {name}", (), (), figures=tuple(_plain_summary(figures)), notes=found.notes),),
    )


def about(found: Simulated, name: str) -> tuple[tuple[str, str], ...]:
    """Whose figures they are."""
    return (("simulation of", name), ("rounds at each table", str(found.rounds)), ("seed", str(found.seed)))


def _plain_summary(figures: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The figures for programs: what was kept, and the hold, apart."""
    for name, value in figures:
        kept, _, hold = value.partition(BEHIND)
        yield name, kept
        if hold:
            yield name.replace("Kept", "Hold"), hold.strip("()")


def _wagers(found: Simulated) -> Table:
    rows = [Row(_wager_cells(each)) for each in found.wagers]
    rows.extend(
        Row((game, f"base game with {bonus}", "", "", "", "", *_compared_cells(compared)), "total")
        for game, bonus, compared in found.base_games
    )
    return Table(
        title="Wagers",
        columns=(
            *left("Game", "Wager"),
            *amounts("Staked", "Kept, paid", "Envy", "Off meters"),
            *right("Hold", "Exact", "± s.e.", "apart"),
        ),
        rows=tuple(rows),
        plain=(_plain_wagers(found),),
        notes=(
            "Kept, paid: awards charged when paid. Hold: increments charged when bet, reseeds at a hit, Envy Bonuses left out, "
            "over whole blocks, beside the exact one. More than three standard errors (s.e.) apart asks for a reason.",
        ),
    )


def _plain_wagers(found: Simulated) -> Table:
    """The wagers for programs: the paytable apart, and every column by its name."""
    rows = [Row((each.game, each.wager, each.paytable, *_wager_cells(each)[2:])) for each in found.wagers]
    rows.extend(
        Row((game, f"base game with {bonus}", "", "", "", "", "", *_compared_cells(compared)))
        for game, bonus, compared in found.base_games
    )
    return Table(
        title="Wagers",
        columns=(
            *left("Game", "Wager", "Paytable"),
            *amounts("Staked", "Kept, paid", "Envy", "Off meters"),
            *right("Hold, accrued", "Hold, exact", "Standard error", "Standard errors apart"),
        ),
        rows=tuple(rows),
    )


def _wager_cells(each: WagerFigure) -> tuple[str, ...]:
    return (
        each.game,
        f"{each.wager} {each.paytable}",
        dollars(each.staked),
        to_cent(each.paid),
        to_cent(each.envy) if each.envy else "",
        to_cent(each.from_meter + each.by_house) if each.from_meter or each.by_house else "",
        *_compared_cells(each.compared),
    )


def _compared_cells(each: Comparison) -> tuple[str, str, str, str]:
    return (
        "" if each.found is None else share_text(each.found, 3),
        "" if each.expected is None else share_text(each.expected, 3),
        "" if each.error is None else share_text(each.error, 3),
        "" if each.deviations is None else f"{each.deviations:+.1f}",
    )


def _tables(found: Simulated) -> Table:
    rows = [
        Row(
            (
                each.id,
                each.game,
                str(each.seats),
                each.strategy,
                dollars(each.staked),
                to_cent(each.paid),
                _hold(each.paid, each.staked),
            )
        )
        for each in found.tables
    ]
    return Table(
        "Tables",
        (*left("Table", "Game"), *right("Seats"), *left("Strategy"), *amounts("Staked", "Kept"), *right("Hold")),
        tuple(rows),
    )


def _periods(each: PeriodFigure) -> Table:
    """Results of periods: percentiles and a chart of those that charge awards when they are paid."""
    number = len(each.paid)
    edges = round_edges(each.paid[0], each.paid[-1], 12)
    counts = counts_between(each.paid, edges)
    rows = [
        Row((f"{_whole(low)} to {_whole(high)}", f"{count:,}", "█" * round(BAR_WIDTH * count / max(counts))))
        for low, high, count in zip(edges, edges[1:], counts, strict=False)
    ]
    figures = [("Periods", f"{number:,} of {each.rounds:,} rounds, tables {', '.join(each.tables)}")]
    for basis, results in (("paid", each.paid), ("accrued", each.accrued)):
        mean, deviation = _spread(results)
        figures.append((f"Mean, {basis}", f"{to_cent(mean)}, standard deviation {to_cent(deviation)}"))
    figures.append(("Percentiles, paid", "  ".join(f"{part:.0%} {to_cent(_percentile(each.paid, part))}" for part in PERCENTILES)))
    return Table(
        f"Results by period: {each.game}",
        (*left("Kept, paid"), *right("Periods"), *left("")),
        tuple(rows),
        figures=tuple(figures),
        plain=tuple(_plain_periods(each, edges, counts)),
    )


def _plain_periods(each: PeriodFigure, edges: Sequence[int], counts: Sequence[int]) -> Iterator[Table]:
    """The results of periods for programs: the bins, then percentiles, means and deviations."""
    bins = zip(edges, edges[1:], counts, strict=False)
    rows = [Row((each.game, dollars(low), dollars(high), f"{count:,}")) for low, high, count in bins]
    columns = (*left("Game"), *amounts("From", "To below"), *right("Periods"))
    figures = [("Periods", f"{len(each.paid):,}"), ("Rounds of a period", f"{each.rounds:,}"), ("Tables", ", ".join(each.tables))]
    for basis, results in (("paid", each.paid), ("accrued", each.accrued)):
        mean, deviation = _spread(results)
        figures += [(f"Mean, {basis}", to_cent(mean)), (f"Standard deviation, {basis}", to_cent(deviation))]
    title = f"Results by period: {each.game}"
    yield Table(title, columns, tuple(rows), figures=tuple(figures))
    parts = tuple(Row((each.game, f"{part:g}", to_cent(_percentile(each.paid, part)))) for part in PERCENTILES)
    yield Table(f"{title}, percentiles", (*left("Game"), *right("Probability of at most"), *amounts("Kept, paid")), parts)


def _spread(results: Sequence[int]) -> tuple[Fraction, float]:
    """The mean, and the standard deviation of a sample."""
    mean = Fraction(sum(results), len(results))
    return mean, math.sqrt(sum((result - mean) ** 2 for result in results) / (len(results) - 1))


def _percentile(ordered: Sequence[int], part: float) -> int:
    return ordered[min(len(ordered) - 1, math.floor(part * len(ordered)))]


def _meters(found: Simulated) -> Table:
    rows = [
        Row(
            (
                each.id,
                to_cent(each.opening),
                to_cent(each.state.value),
                to_cent(each.state.reserve),
                f"{each.state.hits:,}",
                f"{each.whole_awards:,}",
                "" if each.mean_before is None else to_cent(each.mean_before),
                to_cent(each.state.awarded),
                to_cent(each.state.from_house),
                spark([value for _, value in each.path]),
            )
        )
        for each in found.meters
    ]
    table = Table(
        title="Meters",
        columns=(
            *left("Meter"),
            *amounts("Opened", "Now", "Reserve"),
            *right("Awards", "Whole"),
            *amounts("Mean at a whole", "Awarded", "From the house"),
            *left("Path"),
        ),
        rows=tuple(rows),
    )
    without_path = tuple(Row(row.cells[:-1]) for row in rows)
    return replace(table, plain=(replace(table, columns=table.columns[:-1], rows=without_path),))


def spark(values: Sequence[int], width: int = SPARK_WIDTH) -> str:
    """A path as a line of bars, the highest value of each stretch."""
    if not values:
        return ""
    step = max(1, -(-len(values) // width))
    stretches = [max(values[at : at + step]) for at in range(0, len(values), step)]
    highest = max(stretches) or 1
    return "".join(SPARKS[min(len(SPARKS) - 1, value * len(SPARKS) // (highest + 1))] for value in stretches)


def _hits(found: Simulated) -> Table:
    """The last awards of each meter."""
    rows = [
        Row(
            (
                each.id,
                hit.table,
                f"{hit.round_number + 1:,}",
                hit.wager,
                _share(hit.share),
                to_cent(hit.before),
                to_cent(hit.paid),
            )
        )
        for each in found.meters
        for hit in each.hits[-SHOWN_HITS:]
    ]
    return Table(
        "Last meter awards",
        (*left("Meter", "Table"), *right("Round"), *left("Wager"), *right("Share"), *amounts("Meter before", "Paid in the round")),
        tuple(rows),
    )


def _share(text: str) -> str:
    return share_text(Fraction(text), 0)


# JSON ----------------------------------------------------------------------------------------------------------------


def simulation_json(found: Simulated, name: str) -> dict[str, Any]:
    """The answer as JSON values; money as decimal dollars, holds as exact quotients and numbers."""
    return {
        "submission": name,
        "rounds": found.rounds,
        "seed": found.seed,
        "seat_rounds": found.seat_rounds,
        "staked": money(found.staked),
        "kept_paid": money(found.paid),
        "kept_accrued": money(found.accrued),
        "wagers": [_wager_json(each) for each in found.wagers],
        "base_games": [{"game": game, "bonus": bonus, **_compared_json(compared)} for game, bonus, compared in found.base_games],
        "tables": [
            {
                "table": each.id,
                "game": each.game,
                "seats": each.seats,
                "strategy": each.strategy,
                "staked": money(each.staked),
                "kept_paid": money(each.paid),
                "kept_accrued": money(each.accrued),
            }
            for each in found.tables
        ],
        "meters": [_meter_json(each) for each in found.meters],
        "periods": [
            {
                "game": each.game,
                "tables": list(each.tables),
                "rounds": each.rounds,
                "kept_paid": [money(result) for result in each.paid],
                "kept_accrued": [money(result) for result in each.accrued],
            }
            for each in found.periods
        ],
        "notes": list(found.notes),
    }


def _wager_json(each: WagerFigure) -> dict[str, Any]:
    return {
        "game": each.game,
        "wager": each.wager,
        "paytable": each.paytable,
        "tables": each.tables,
        "placed": each.placed,
        "staked": money(each.staked),
        "returned": money(each.returned),
        "envy": money(each.envy),
        "from_meter": money(each.from_meter),
        "by_house": money(each.by_house),
        "promotion": money(each.extra),
        "kept_paid": money(each.paid),
        "kept_accrued": money(each.accrued),
        "rows": [{"outcome": outcome, "count": count} for outcome, count in each.rows],
        **_compared_json(each.compared),
    }


def _compared_json(each: Comparison) -> dict[str, Any]:
    return {
        "hold_accrued": rational(each.found),
        "expected_hold": rational(each.expected),
        "standard_error": each.error,
        "deviations": each.deviations,
    }


def _meter_json(each: MeterFigure) -> dict[str, Any]:
    state = each.state
    return {
        "meter": each.id,
        "tables": list(each.tables),
        "opened": money(each.opening),
        "value": money(state.value),
        "reserve": money(state.reserve),
        "overflow": money(state.overflow),
        "wagered": money(state.wagered),
        "contributed": money(state.contributed),
        "reserve_contributed": money(state.reserve_contributed),
        "from_house": money(state.from_house),
        "awarded": money(state.awarded),
        "awards": state.hits,
        "whole_awards": each.whole_awards,
        "mean_before_whole": in_dollars(each.mean_before),
        "path": [{"round": at, "value": money(value)} for at, value in each.path],
        "last_awards": [
            {
                "round": hit.round_number + 1,
                "table": hit.table,
                "wager": hit.wager,
                "share": hit.share,
                "before": money(hit.before),
                "paid": money(hit.paid),
            }
            for hit in each.hits
        ],
    }


# Two simulations -----------------------------------------------------------------------------------------------------


def against(old: Simulated, new: Simulated, name: str) -> Document:
    """A filing beside the one it replaces, on the same cards where tables, seats and wagers stay."""
    rows = [Row(cells) for cells in _against_rows(old, new)]
    cost = old.accrued - new.accrued
    table = Table(
        title=f"What if: {name}",
        subtitle=f"{new.rounds:,} rounds at each table, seed {new.seed}",
        columns=(
            *left("Game", "Wager"),
            *amounts("Kept now, accrued", "Kept then, accrued", "Difference"),
            *right("Hold now", "Hold then"),
        ),
        rows=tuple(rows),
        about=about(new, name),
        plain=tuple(_plain_against(old, new, rows)),
        figures=(
            ("Staked", f"{dollars(old.staked)}, then {dollars(new.staked)}"),
            ("Kept, accrued", f"{to_cent(old.accrued)}, then {to_cent(new.accrued)}"),
            ("Kept, paid", f"{to_cent(old.paid)}, then {to_cent(new.paid)}"),
            ("The change cost", to_cent(cost)),
            *_exposures(old, new),
        ),
        notes=(SAME_CARDS,),
    )
    return Document(
        f"What if: {name}",
        [table],
        {
            "old": simulation_json(old, name),
            "new": simulation_json(new, name),
            "cost_accrued": money(cost),
            "cost_paid": money(old.paid - new.paid),
        },
    )


def _plain_against(old: Simulated, new: Simulated, rows: Sequence[Row]) -> Iterator[Table]:
    """The comparison for programs: what the whole came to, now and then, in columns too."""
    columns = (*left("Game", "Wager"), *amounts("Now", "Then", "Difference"), *right("Hold now", "Hold then"))
    yield Table("Kept by wager, accrued", columns, tuple(rows))
    sums = [("Staked", old.staked, new.staked), ("Kept, accrued", old.accrued, new.accrued), ("Kept, paid", old.paid, new.paid)]
    sums += [(f"Worst period, {game}", one, other) for game, one, other in _worst_periods(old, new)]
    cells = tuple(Row((name, to_cent(one), to_cent(other), to_cent(other - one))) for name, one, other in sums)
    figures = (("The change cost", to_cent(old.accrued - new.accrued)),)
    yield Table("The whole", (*left(""), *amounts("Now", "Then", "Difference")), cells, figures=figures, notes=(SAME_CARDS,))


def _against_rows(old: Simulated, new: Simulated) -> Iterator[tuple[str, ...]]:
    before = _by_wager(old)
    after = _by_wager(new)
    for key in dict.fromkeys([*before, *after]):
        one, other = before.get(key), after.get(key)
        kept = [None if each is None else each[0] for each in (one, other)]
        yield (
            *key,
            *("" if each is None else to_cent(each) for each in kept),
            to_cent((kept[1] or 0) - (kept[0] or 0)),
            *("" if each is None else _hold(each[0], each[1]) for each in (one, other)),
        )


def _by_wager(found: Simulated) -> dict[tuple[str, str], tuple[int, int]]:
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for each in found.wagers:
        kept, staked = sums.get((each.game, each.wager), (0, 0))
        sums[each.game, each.wager] = kept + each.accrued, staked + each.staked
    return sums


def _exposures(old: Simulated, new: Simulated) -> Iterator[tuple[str, str]]:
    """The worst period of each kind of table, before and after, in words."""
    for game, one, other in _worst_periods(old, new):
        yield f"Worst period, {game}", f"{to_cent(one)}, then {to_cent(other)}"


def _worst_periods(old: Simulated, new: Simulated) -> Iterator[tuple[str, int, int]]:
    """The worst period of each kind of table, before and after."""
    before = {(each.game, each.tables): each for each in old.periods}
    for each in new.periods:
        other = before.get((each.game, each.tables))
        if other is not None:
            yield each.game, other.paid[0], each.paid[0]


# Texts ---------------------------------------------------------------------------------------------------------------


def _whole(micros: int) -> str:
    return f"{'-' if micros < 0 else ''}${abs(micros) // 1_000_000:,}"


def _hold(kept: int, staked: int) -> str:
    return "" if not staked else share_text(Fraction(kept, staked), 3)
