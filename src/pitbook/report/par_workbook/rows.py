"""The paytable of a computing worksheet: counts and payouts in, probabilities and contributions out."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitbook.par import ParRow
from pitbook.payouts import MICROS, Award, PayoutKind, VigorishRounding
from pitbook.report.par_workbook.layout import (
    CHANCE,
    CONTRIBUTION,
    COUNTS,
    FILED,
    FIRST,
    HANDED,
    HEADER,
    LAST,
    ONE_IN,
    OUTCOME,
    PAY,
    SPREAD,
    UNIT,
    Layout,
)
from pitbook.report.par_workbook.parts import (
    COUNT,
    DOLLAR,
    FACTOR,
    LONG_COUNTS,
    PROBABILITY,
    is_base_game,
    mean,
    vigorish_rounding,
)
from pitbook.report.xlsx_book import Page, cell

UNITS: Final = {
    PayoutKind.TO_ONE: "to 1",
    PayoutKind.FOR_ONE: "for 1",
    PayoutKind.METER: "of meter",
    PayoutKind.PUSH: "push",
    PayoutKind.NOTHING: "nothing",
}
DOLLARS_AND_STAKE: Final = "dollars and stake"
DOLLARS_ALONE: Final = "dollars"
ALL_UNITS: Final = (*UNITS.values(), DOLLARS_AND_STAKE, DOLLARS_ALONE)
NOTHING: Final = Award(PayoutKind.NOTHING)


def write_rows(page: Page, at: Layout) -> None:
    """Headings, rows, totals, and the pays beside the rows."""
    _heads(page, at)
    for n, row in enumerate(at.sheet.rows):
        _row(page, FIRST + n, row, at)
    _totals(page, at)
    _extras(page, at)


def _heads(page: Page, at: Layout) -> None:
    pay = "Net result" if is_base_game(at.sheet) else "Pay"
    heads = ("Outcome", "As filed", pay, "Unit", "Count", "Probability", "One in", "Handed over\nper unit", "Contribution")
    for n, head in enumerate((*heads, "Part of\nvariance")):
        page.text(HEADER, n, head, "head", {OUTCOME: "bold", UNIT: "indent"}.get(n, "right"))
    page.sheet.set_row(HEADER, 30)


def _row(page: Page, at: int, row: ParRow, where: Layout) -> None:
    chance, handed = cell(at, CHANCE), cell(at, HANDED)
    page.text(at, OUTCOME, row.hand, "line")
    page.text(at, FILED, row.pays, "line", "right")
    _pay(page, at, row, where)
    page.number(at, COUNTS, f"{row.count:,}" if where.sheet.total >= LONG_COUNTS else row.count, COUNT, "line")
    page.formula(at, CHANCE, _probability(at, where), row.probability, PROBABILITY, "line")
    one_in = "never" if row.one_in is None else row.one_in
    page.formula(at, ONE_IN, f'IF({chance}>0,1/{chance},"never")', one_in, "#,##0.00", "line")
    page.formula(at, HANDED, _handed(at, where), row.handed_over, FACTOR, "line")
    page.formula(at, CONTRIBUTION, f"{chance}*{handed}", row.contribution, FACTOR, "line")
    spread = row.probability * (row.handed_over - mean(where.sheet)) ** 2
    page.formula(at, SPREAD, f"{chance}*({handed}-{where.cells['mean']})^2", spread, FACTOR, "line")


def _probability(at: int, where: Layout) -> str:
    total = where.cells["total"]
    if where.sheet.total < LONG_COUNTS:
        return f"{cell(at, COUNTS)}/{total}"
    # More digits than a number keeps: the texts are read, to the 15 digits that any figure here has.
    return f'VALUE(SUBSTITUTE({cell(at, COUNTS)},",",""))/VALUE(SUBSTITUTE({total},",",""))'


def _pay(page: Page, at: int, row: ParRow, where: Layout) -> None:
    """The payout as a number and its unit: what the reader may change."""
    if is_base_game(where.sheet):
        page.number(at, PAY, row.handed_over - 1, _fitting(row.handed_over, "+#,##0{};-#,##0{};0"), "input", "right")
        page.text(at, UNIT, "net units", "line", "quiet", "indent")
        return
    offered = where.sheet.offer
    assert offered is not None
    place = at - FIRST
    number, unit, form = _as_number(offered.rows[place].award if place < len(offered.rows) else NOTHING)
    page.number(at, PAY, number, form, "input", "right")
    page.text(at, UNIT, unit, "input", "indent")
    page.sheet.data_validation(at, UNIT, at, UNIT, {"validate": "list", "source": list(ALL_UNITS)})
    page.sheet.data_validation(at, PAY, at, PAY, {"validate": "decimal", "criteria": ">=", "value": 0})


def _as_number(award: Award) -> tuple[Fraction, str, str]:
    """An award as a number, its unit and the number's form."""
    if award.kind is PayoutKind.DOLLARS:
        return Fraction(award.dollars_micros, MICROS), DOLLARS_AND_STAKE if award.stake_back else DOLLARS_ALONE, DOLLAR
    if award.kind is PayoutKind.METER:
        return award.share, UNITS[award.kind], _fitting(award.share * 100, "0{}%")
    return award.multiple, UNITS[award.kind], _fitting(award.multiple, "#,##0{}")


def _fitting(value: Fraction, form: str) -> str:
    """The form with decimals only where the value has some: a spreadsheet shows an optional point even before nothing."""
    return form.replace("{}", "" if Fraction(value).denominator == 1 else ".00##")


def _handed(at: int, where: Layout) -> str:
    """What the row hands over per unit of stake, by the unit of its pay."""
    pay, unit, amount = cell(at, PAY), cell(at, UNIT), where.cells["amount"]
    if is_base_game(where.sheet):
        return f"1+{pay}"
    cases = [
        (UNITS[PayoutKind.TO_ONE], f"1+{_less_vigorish(pay, where)}"),
        (UNITS[PayoutKind.FOR_ONE], pay),
        (UNITS[PayoutKind.PUSH], "1"),
        (DOLLARS_AND_STAKE, f"1+{pay}/{amount}"),
        (DOLLARS_ALONE, f"{pay}/{amount}"),
    ]
    if "meter" in where.cells:
        each = f"/{where.cells['bettors']}" if "bettors" in where.cells else ""
        cases.append((UNITS[PayoutKind.METER], f"{pay}*{where.cells['meter']}{each}/{amount}"))
    formula = "0"
    for name, value in reversed(cases):
        formula = f'IF({unit}="{name}",{value},{formula})'
    return formula


def _less_vigorish(pay: str, where: Layout) -> str:
    cells = where.cells
    if "vigorish" not in cells:
        return pay
    if vigorish_rounding(where.sheet) is VigorishRounding.EXACT:
        return f"{pay}*(1-{cells['vigorish']})"
    won = f"ROUND({pay}*{cells['amount']}*{cells['vigorish']},9)"
    return f"{pay}-CEILING({won},{cells['vigorish_multiple']})/{cells['amount']}"


def _totals(page: Page, where: Layout) -> None:
    at, sheet, cells = where.last_row + 1, where.sheet, where.cells
    for column in range(LAST + 1):
        page.text(at, column, "Total" if column == OUTCOME else "", "total")
    if sheet.total >= LONG_COUNTS:
        page.number(at, COUNTS, f"{sheet.total:,}", COUNT, "total")
    else:
        page.formula(at, COUNTS, f"SUM({cells['counts']})", sheet.total, COUNT, "total")
    page.formula(at, CHANCE, f"SUM({cells['probabilities']})", 1, PROBABILITY, "total")
    page.formula(at, CONTRIBUTION, f"SUM({cells['contributions']})", mean(sheet), FACTOR, "total")
    page.formula(at, SPREAD, f"SUM({cells['spreads']})", sheet.variance, FACTOR, "total")


def _extras(page: Page, where: Layout) -> None:
    """Pays beside the rows: their probability is the table system's, so it is an input."""
    offered = where.sheet.offer
    for n, extra in enumerate(where.sheet.extras):
        assert offered is not None
        at, printed = where.last_row + 2 + n, offered.extras[n]
        page.text(at, OUTCOME, f"beside the rows: {printed.hand}", "line")
        page.text(at, FILED, extra.pays, "line", "right")
        page.number(at, PAY, printed.award.multiple, _fitting(printed.award.multiple, "#,##0{}"), "input", "right")
        page.text(at, UNIT, UNITS[printed.award.kind], "line", "quiet", "indent")
        page.text(at, COUNTS, "not of the cards", "line", "quiet", "right")
        page.number(at, CHANCE, extra.probability, PROBABILITY, "input", "right")
        value = extra.contribution if extra.contribution is not None else 0
        page.formula(at, CONTRIBUTION, f"N({cell(at, CHANCE)})*{cell(at, PAY)}", value, FACTOR, "line")
