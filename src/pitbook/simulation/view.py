"""The answer of ``pitbook simulate`` as tables; with it go its JSON values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitbook.charts import counts_between, round_edges
from pitbook.par_table import share_text
from pitbook.payouts import dollars, to_cent
from pitbook.simulation.figures import Comparison, PeriodFigure, Simulated, WagerFigure
from pitbook.simulation.simulation_json import simulation_json
from pitbook.tables import BEHIND, Document, Row, Table, amounts, left, right

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


def _summary(found: Simulated, name: str) -> Table:
    figures = [
        ("Rounds at each table", f"{found.rounds:,}"),
        ("Seat rounds", f"{found.seat_rounds:,}"),
        ("Seed", str(found.seed)),
        ("Staked", dollars(found.staked)),
        ("Kept, awards charged when paid", f"{to_cent(found.paid)}  ({hold_text(found.paid, found.staked)})"),
        ("Kept, increments charged when bet", f"{to_cent(found.accrued)}  ({hold_text(found.accrued, found.staked)})"),
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
                hold_text(each.paid, each.staked),
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


def _whole(micros: int) -> str:
    return f"{'-' if micros < 0 else ''}${abs(micros) // 1_000_000:,}"


def hold_text(kept: int, staked: int) -> str:
    """What was kept as a share of what was staked; nothing where nothing was."""
    return "" if not staked else share_text(Fraction(kept, staked), 3)
