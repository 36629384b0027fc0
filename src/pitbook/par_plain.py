"""A PAR sheet as tables for programs: whose it is in columns, each figure in a cell of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pitbook.par import EnvyFigures, MeterFigures, ParSheet, Strategy
from pitbook.par_table import dollar_text, figures, one_in_text, share_text, sheet_table, sheet_title
from pitbook.payouts import MICROS, dollars, money, percent
from pitbook.tables import Row, Table, amounts, left, right


def sheet_for_files(sheet: ParSheet) -> Table:
    """The printed sheet, which in CSV stands as its plain tables: the sheet, and the Envy Bonuses of other hands."""
    printed = sheet_table(sheet)
    rows = tuple(replace(row, cells=(row.cells[0].removeprefix("+ "), *row.cells[1:])) for row in printed.rows)
    plain = replace(printed, rows=rows, figures=tuple(_figures(sheet)))
    tables = [plain] if sheet.envy is None else [plain, _envy_table(sheet, sheet.envy)]
    return replace(printed, about=about(sheet), plain=tuple(tables))


def about(sheet: ParSheet) -> tuple[tuple[str, str], ...]:
    """Whose figures they are."""
    return (
        ("game", sheet.game),
        ("wager", sheet.wager),
        ("paytable", sheet.paytable),
        ("clause", sheet.citation),
        ("edition", sheet.edition),
        ("in force", sheet.period),
        ("wager amount ($)", money(sheet.wager_micros)),
    )


def _figures(sheet: ParSheet) -> Iterator[tuple[str, str]]:
    """The printed figures; those that join several are told apart, and those of envy have a table of their own."""
    for each in figures(sheet):
        if each.key == "largest_award":
            yield each.heading, f"{dollar_text(sheet.largest_award_micros)}  on {dollars(sheet.wager_micros)}"
        elif each.key == "house_edge":
            yield each.heading, f"{share_text(sheet.house_edge)}  ({sheet.house_edge})"
            if sheet.progressive is not None:
                yield "Meter of the house edge", f"{dollar_text(sheet.meter_micros or Fraction(0))}  {sheet.meter_basis}"
        elif each.key == "rates":
            yield from _rates(sheet.progressive)
        elif each.key == "edge_after" and sheet.rounds is not None:
            yield from _band(sheet, sheet.rounds)
        elif each.key == "reserve_reaches":
            yield from _reserve(sheet.progressive)
        elif each.key == "strategy":
            yield from _strategies(sheet.strategy)
        elif each.key in ("envy_per_hand", "envy_cost"):
            share, _, rest = each.text.partition(" ")
            yield each.heading, f"{share}  {rest}"
        elif each.key not in ("envy_row", "other_strategy"):
            yield each.heading, each.text


def _rates(meter: MeterFigures | None) -> Iterator[tuple[str, str]]:
    for name, rate in (("Increment rate", meter.increment), ("Reserve rate", meter.reserve)) if meter is not None else ():
        yield name, "not printed" if rate is None else percent(rate)


def _band(sheet: ParSheet, rounds: int) -> Iterator[tuple[str, str]]:
    yield "Rounds", f"{rounds:,}"
    band = sheet.band(rounds)
    if isinstance(band, str):
        yield "Edge after these rounds", band
        return
    yield "Edge after these rounds, lowest", share_text(band[0])
    yield "Edge after these rounds, highest", share_text(band[1])


def _reserve(meter: MeterFigures | None) -> Iterator[tuple[str, str]]:
    adequacy = None if meter is None else meter.reserve_adequacy
    if adequacy is not None and adequacy.probability is not None:
        yield "Reserve target", dollar_text(adequacy.target_micros)
        yield "Reserve reaches its target", share_text(adequacy.probability)
        yield "Expected shortfall of the reserve", f"${(adequacy.expected_shortfall_micros or 0.0) / MICROS:,.2f}"


def _strategies(strategy: Strategy | None) -> Iterator[tuple[str, str]]:
    if strategy is None:
        return
    yield "Strategy", f"{strategy.name}: {strategy.rule}"
    if strategy.plays != strategy.hands:
        yield "Hands played", f"{strategy.plays:,}  of {strategy.hands:,}"
    for name, rule, edge in strategy.alternatives:
        yield f"House edge with {name}", f"{share_text(edge)}  ({edge})  {rule}"


def _envy_table(sheet: ParSheet, envy: EnvyFigures) -> Table:
    hands = {row.outcome: row.hand for row in sheet.rows}
    rows = [
        Row(
            (
                hands.get(row.outcome, row.outcome),
                f"{row.count:,}",
                share_text(row.probability, 6),
                one_in_text(1 / row.probability if row.probability else None),
                "" if row.wager_micros is None else dollars(row.wager_micros),
                dollars(row.micros),
            )
        )
        for row in envy.rows
    ]
    columns = (*left("Outcome"), *right("Count", "Probability", "1 in"), *amounts("Receiver's wager", "Envy Bonus"))
    return Table(f"{sheet_title(sheet)}: Envy Bonus of another hand", columns, tuple(rows))
