"""PAR sheets typeset: a page for each, with its leading figures, its rows, and return against meter for a progressive."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.par import EnvyFigures, ParSheet
from pitbook.par_table import dollar_text, one_in_text, reading_note, share_text, sheet_table
from pitbook.payouts import dollars
from pitbook.report.meter_chart import meter_chart
from pitbook.report.pdf import made_from, table_data, typeset
from pitbook.tables import Row, Table, left, right

_SHORT: Final = 44


def par_pdf(sheets: Sequence[ParSheet]) -> bytes:
    """The PDF of some PAR sheets; the same sheets give the same bytes."""
    notes = dict.fromkeys(reading_note(each) for sheet in sheets for each in sheet.readings)
    title = "PAR sheets"
    data = {
        "title": title,
        "foot": f"{title} · {made_from()}",
        "wagers": [wager_page(sheet) for sheet in sheets],
        "readings": list(notes),
    }
    return typeset("par.typ", data)


def sheet_title(sheet: ParSheet) -> str:
    """The wager, and its paytable where the section prints several."""
    return sheet.name if sheet.paytable == "standard" else f"{sheet.name}, paytable {sheet.paytable}"


def wager_page(sheet: ParSheet) -> dict[str, Any]:
    """The page of a PAR sheet as values."""
    table = sheet_table(sheet)
    leading = _leading(sheet)
    rows = sheet.envy.rows if sheet.envy is not None else ()
    elsewhere = {"House edge", "Envy Bonus per other hand", *(f"  {row.outcome}" for row in rows), *(name for name, _ in leading)}
    figures = (pair for pair in table.figures if pair[0] not in elsewhere)
    rest = [("House edge, exact", _exact(sheet.house_edge)), *figures]
    return {
        "title": sheet_title(sheet),
        "subtitle": table.subtitle,
        "leading": [list(pair) for pair in leading],
        "table": table_data(Table(table.title, table.columns, table.rows), full=True),
        "short": [list(pair) for pair in rest if len(pair[1]) <= _SHORT],
        "long": [list(pair) for pair in rest if len(pair[1]) > _SHORT],
        "envy": None if sheet.envy is None else table_data(_envy_table(sheet, sheet.envy), full=True),
        "chart": meter_chart(sheet),
        "notes": list(sheet.notes),
        "readings": [f"{each.reading.id} = {each.value}" for each in sheet.readings],
    }


def _envy_table(sheet: ParSheet, envy: EnvyFigures) -> Table:
    """The envy rows, with what an Envy Bonus is worth for each other hand that can bring it."""
    hands = {row.outcome: row.hand for row in sheet.rows}
    rows = [
        Row(
            (
                hands.get(row.outcome, row.outcome),
                "any" if row.wager_micros is None else dollars(row.wager_micros),
                row.pays,
                one_in_text(1 / row.probability if row.probability else None),
            )
        )
        for row in envy.rows
    ]
    worth = (
        f"{share_text(envy.per_other_hand)} of the stake for each other hand that can bring it ({envy.trigger}; {envy.citation})"
    )
    return Table("Envy Bonus", (*left("Another hand holds"), *right("Receiver's wager", "Pays", "1 in")), tuple(rows), worth)


def _leading(sheet: ParSheet) -> list[tuple[str, str]]:
    """The four figures that head the page."""
    figures = [("House edge", share_text(sheet.house_edge))]
    if sheet.progressive is not None:
        at = ", nothing on the meter" if sheet.meter_basis == "zero" else f" at {dollar_text(sheet.meter_micros)}"
        figures = [
            ("Theoretical hold", share_text(sheet.theoretical_hold)),
            (f"House edge{at}", share_text(sheet.house_edge)),
            ("Break-even meter", dollar_text(sheet.progressive.break_even_micros)),
        ]
    elif sheet.element_of_risk is not None and sheet.strategy is not None:
        figures.append(("Element of risk", share_text(sheet.element_of_risk)))
    figures.append(("Hit frequency", share_text(sheet.hit_frequency)))
    if len(figures) < 4:
        figures.append(("Standard deviation", f"{sheet.standard_deviation:,.4f}"))
    if len(figures) < 4:
        figures.append((f"Largest award on {dollars(sheet.wager_micros)}", dollar_text(sheet.largest_award_micros)))
    return figures


def _exact(value: Fraction) -> str:
    return f"{value.numerator:,} / {value.denominator:,}"
