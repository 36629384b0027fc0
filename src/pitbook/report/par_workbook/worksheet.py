"""A PAR sheet as a worksheet that computes: counts and payouts are cells, every other figure is a formula over them.

Each formula carries the exact figure as its value, so the figures stand before anything is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pitbook.par import ParSheet, pays_greater
from pitbook.par_table import reading_note, share_text
from pitbook.payouts import MICROS, dollars
from pitbook.report.par_workbook.layout import (
    AS_FILED,
    CHANCE,
    CHANGE,
    COUNTS,
    EXACT,
    FILED,
    FIRST,
    HANDED,
    LAST,
    NAME,
    NOW,
    ONE_IN,
    OUTCOME,
    PAY,
    UNIT,
    WIDTHS,
    WORDS,
    Layout,
    layout,
)
from pitbook.report.par_workbook.parts import (
    DOLLAR,
    FACTOR,
    LONG_COUNTS,
    MULTIPLE,
    PROBABILITY,
    EnvyBlock,
    Figure,
    Input,
    is_base_game,
)
from pitbook.report.par_workbook.rows import write_rows
from pitbook.report.xlsx_book import Page, cell, column_range, lines_needed

_LINE_ROOM: Final = sum(WIDTHS) * 1.05


def write_sheet(page: Page, sheet: ParSheet, back: str) -> Layout:
    """Write a PAR sheet; ``back`` is the name of the summary sheet. Returns where its figures are."""
    for n, width in enumerate(WIDTHS):
        page.sheet.set_column(n, n, width)
    where = layout(sheet)
    _top(page, where, back)
    write_rows(page, where)
    _inputs(page, where)
    _figures(page, where)
    if where.envy is not None:
        _envy(page, where, where.envy)
    _words(page, where)
    return where


def _section(page: Page, at: int, title: str) -> None:
    for column in range(LAST + 1):
        page.text(at, column, title if column == OUTCOME else "", "section")


# Top -----------------------------------------------------------------------------------------------------------------


def _top(page: Page, where: Layout, back: str) -> None:
    """Title and leading figures: they stay in view while a reader changes a payout."""
    sheet = where.sheet
    table = "" if sheet.paytable == "standard" else f", paytable {sheet.paytable}"
    page.text(0, OUTCOME, f"{sheet.name}{table}", "title")
    page.link(0, LAST, back, "← Summary", "right")
    source = f"{sheet.game} {sheet.wager} · {sheet.citation} · edition {sheet.edition} ({sheet.period})"
    page.text(1, OUTCOME, source, "subtitle")
    page.text(2, COUNTS, "Change a yellow cell and every figure follows.", "quiet", "right")
    page.text(2, CHANCE, "input", "input", "center")
    for at, figure in zip((2, 3), where.leading, strict=False):
        now = where.cells[figure.key]
        page.text(at, OUTCOME, figure.name, "big")
        page.formula(at, FILED, now, figure.value, figure.form, "big")
        moved = cell(int(now.rsplit("$", 1)[1]) - 1, CHANGE)
        page.formula(at, PAY, moved, 0, '+0.0000%;[Red]-0.0000%;"as filed"')
    page.sheet.set_row(2, 19)
    page.sheet.set_row(3, 19)


# Inputs and figures --------------------------------------------------------------------------------------------------


def _inputs(page: Page, where: Layout) -> None:
    _section(page, where.inputs_row - 1, "Inputs")
    for at, each in enumerate(where.inputs, start=where.inputs_row):
        page.text(at, OUTCOME, each.label)
        _input(page, at, each, where)
        page.text(at, PAY, each.note, "quiet", "indent")


def _input(page: Page, at: int, each: Input, where: Layout) -> None:
    if each.formula:
        value = each.value if each.value is not None else ""
        page.formula(at, FILED, each.formula.format_map(where.cells), value, each.form, "input")
    else:
        page.number(at, FILED, each.value, each.form, "input", "right")
    rule: dict[str, Any] = {"validate": "decimal", "criteria": ">=", "value": each.least, "ignore_blank": True}
    if each.most is not None:
        rule.update(criteria="between", minimum=each.least, maximum=each.most)
    page.sheet.data_validation(at, FILED, at, FILED, rule)


def _figures(page: Page, where: Layout) -> None:
    first = where.figures_row
    _section(page, first - 2, "Figures")
    page.text(first - 1, NAME, "Figure", "head")
    for column, head in ((NOW, "Now"), (AS_FILED, "As filed"), (CHANGE, "Change")):
        page.text(first - 1, column, head, "head", "right")
    page.block(first - 1, EXACT, WORDS - 1, "Exact, as filed", "head", "indent")
    page.block(first - 1, WORDS, LAST, "How it is computed", "head")
    for at, figure in enumerate(where.figures, start=first):
        _figure(page, at, figure, where)
    last = first + len(where.figures) - 1
    moved = {"type": "cell", "criteria": "!=", "value": 0, "format": page.book.style("warn")}
    page.sheet.conditional_format(first, CHANGE, last, CHANGE, moved)


def _figure(page: Page, at: int, figure: Figure, where: Layout) -> None:
    strong = ("bold",) if figure.leading else ()
    now, filed = cell(at, NOW), cell(at, AS_FILED)
    page.text(at, NAME, figure.name, "line", *strong)
    page.formula(at, NOW, figure.formula.format_map(where.cells), figure.value, figure.form, "line", *strong)
    page.number(at, AS_FILED, figure.value, figure.form, "line", "quiet", "right")
    # What rounding of the last digits leaves is no change.
    close = f"ABS({now}-{filed})<=0.000000001*MAX(1,ABS({filed}))"
    change = f"IF(AND(ISNUMBER({now}),ISNUMBER({filed})),IF({close},0,{now}-{filed}),0)"
    page.formula(at, CHANGE, change, 0, f"+{figure.form};-{figure.form};–", "line", "quiet")
    page.block(at, EXACT, WORDS - 1, figure.exact, "line", "quiet", "indent")
    page.block(at, WORDS, LAST, figure.words, "line", "quiet")


# Envy ----------------------------------------------------------------------------------------------------------------


def _envy(page: Page, where: Layout, envy: EnvyBlock) -> None:
    first, after = where.envy_row, where.envy_row + len(envy.rows)
    _section(page, first - 2, "Envy Bonus, for each other hand that can bring it")
    page.text(first - 1, OUTCOME, "Another hand holds", "head")
    page.text(first - 1, UNIT, "Unit", "head", "indent")
    heads = ((FILED, "As filed"), (PAY, "Pay"), (COUNTS, "Receiver's wager"), (CHANCE, "Probability"))
    for column, head in (*heads, (ONE_IN, "Due here"), (HANDED, "Per unit")):
        page.text(first - 1, column, head, "head", "right")
    for n in range(len(envy.rows)):
        _envy_row(page, first + n, envy, n, where)
    for column in range(HANDED):
        page.text(after, column, "Per other hand" if column == OUTCOME else "", "total")
    page.formula(after, HANDED, f"SUM({column_range(HANDED, first, after - 1)})", envy.value, FACTOR, "total")


def _envy_row(page: Page, at: int, envy: EnvyBlock, n: int, where: Layout) -> None:
    row, pay, wager = envy.rows[n], cell(at, PAY), cell(at, COUNTS)
    page.text(at, OUTCOME, row.hand, "line")
    page.text(at, FILED, row.printed, "line", "right")
    page.number(at, PAY, row.pay, DOLLAR if row.unit == "dollars" else MULTIPLE.removesuffix(".####"), "input", "right")
    page.text(at, UNIT, row.unit, "line", "quiet", "indent")
    page.number(at, COUNTS, "any" if row.wager is None else row.wager, DOLLAR, "line", "right")
    filed = f"{row.probability.numerator}/{row.probability.denominator}"
    source = filed if row.at is None else cell(FIRST + row.at, CHANCE)
    page.formula(at, CHANCE, source, row.probability, PROBABILITY, "line")
    page.formula(at, ONE_IN, row.due_formula(pay, wager, where.cells), row.due, DOLLAR, "line")
    value = row.probability * row.due / envy.amount
    page.formula(at, HANDED, f"{cell(at, CHANCE)}*{cell(at, ONE_IN)}/{where.cells['amount']}", value, FACTOR, "line")


# Words ---------------------------------------------------------------------------------------------------------------


def _words(page: Page, where: Layout) -> None:
    sheet, at = where.sheet, where.words_row
    for title, lines in (
        ("Strategy", tuple(_strategy(sheet))),
        ("Notes", (*_notes(where), *sheet.notes)),
        ("Readings these figures depend on", tuple(reading_note(each).removeprefix("Reading ") for each in sheet.readings)),
    ):
        if not lines:
            continue
        _section(page, at, title)
        for text in lines:
            at += 1
            page.block(at, OUTCOME, LAST, text, "wrap")
            page.sheet.set_row(at, 13.5 * lines_needed(text, _LINE_ROOM))
        at += 2


def _strategy(sheet: ParSheet) -> Iterator[str]:
    strategy = sheet.strategy
    if strategy is None:
        return
    part = "" if strategy.plays == strategy.hands else f" ({strategy.plays:,} of {strategy.hands:,} hands)"
    yield f"{strategy.name}: {strategy.rule}{part}."
    for name, rule, edge in strategy.alternatives:
        more = edge - sheet.house_edge
        yield f"{name}: {rule}; edge {share_text(edge, 6)}, {share_text(abs(more), 6)} {'less' if more < 0 else 'more'}."


def _notes(where: Layout) -> Iterator[str]:
    sheet = where.sheet
    if sheet.counts is not None:
        yield "Of all deals: " + ", ".join(f"{name} {count:,}" for name, count in sheet.counts.items()) + "."
    if sheet.total >= LONG_COUNTS:
        yield "Counts of more than 15 digits are texts, for a spreadsheet would round them; the probabilities are made from them."
    if is_base_game(sheet):
        yield "A row for each net result of all money staked, in units of the first wager."
    if sheet.progressive is not None and pays_greater(sheet):
        shown = dollars(int(sheet.meter_micros or 0))
        yield f"Which row is paid depends on the meter; the counts are those at {shown} and stay when the meter is changed here."
    amounts = sorted({row.wager for row in where.envy.rows if row.wager is not None}) if where.envy is not None else []
    if amounts:
        columns = " and ".join(dollars(int(amount * MICROS)) for amount in amounts)
        yield f"The Envy Bonus has columns for wagers of {columns}; at another amount none is counted unless it goes in proportion."
