"""The typeset PAR pack: summary, findings, a page for each wager, exposure, readings, editions, with lines for signatures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.exposure import Exposure
from pitbook.exposure_table import exposure_tables
from pitbook.filing import Filing, GamingTables
from pitbook.findings import Finding, findings_document, verdict
from pitbook.par import EnvyFigures, ParSheet
from pitbook.par_table import dollar_text, one_in_text, share_text, sheet_table
from pitbook.payouts import dollars
from pitbook.report.meter_chart import meter_chart
from pitbook.report.par_workbook.book import editions
from pitbook.report.pdf import table_data, typeset
from pitbook.tables import Row, Table, left, right

_SHORT: Final = 44


def pack_pdf(filing: Filing, findings: Sequence[Finding], exposures: Sequence[Exposure | None]) -> bytes:
    """The PDF of a filing; ``exposures`` go with ``filing.tables``. The same filing gives the same bytes."""
    sheets = filing.sheets
    held = filing.editions
    found = findings_document("Findings of the check", findings, held)
    data = {
        "title": "PAR pack",
        "holder": filing.certificate_holder,
        "foot": " · ".join(part for part in ("PAR pack", filing.certificate_holder, filing.reference) if part),
        "facts": [list(pair) for pair in filing_facts(filing)],
        "verdict": verdict(findings, held),
        "clean": not any(each.severity.value == "violation" for each in findings),
        "summary": [_summary(tables) for tables in filing.tables],
        "findings": table_data(found.tables[0], full=True),
        "wagers": [wager_page(sheet) for sheet in sheets],
        "exposure": [
            {"title": _tables_title(tables), "tables": [table_data(table, full=True) for table in exposure_tables(exposure)]}
            for tables, exposure in zip(filing.tables, exposures, strict=True)
            if exposure is not None
        ],
        "readings": table_data(readings_table(sheets), full=True),
        "editions": [list(each) for each in editions(offered for tables in filing.tables for offered in tables.offers)],
        "definitions": [list(pair) for pair in DEFINITIONS],
    }
    return typeset("pack.typ", data, filing.filing_date)


def filing_facts(filing: Filing) -> list[tuple[str, str]]:
    """What the filing says of itself."""
    facts = [
        ("Certificate holder", filing.certificate_holder),
        ("Facility", filing.facility),
        ("Reference", filing.reference),
        ("Filing date", filing.filing_date.isoformat()),
        ("Effective date", filing.effective_date.isoformat() if filing.effective_date else ""),
        ("Notes", filing.notes),
    ]
    return [(name, value) for name, value in facts if value]


def _tables_title(tables: GamingTables) -> str:
    numbers = ", ".join(tables.numbers)
    return f"{tables.name}, table{'s' if len(tables.numbers) != 1 else ''} {numbers}"


# Summary -------------------------------------------------------------------------------------------------------------


def _summary(tables: GamingTables) -> dict[str, Any]:
    """A game's wagers at a glance; the page numbers are the typesetter's."""
    rows = [[f"{sheet.name}, {label(sheet)}", dollars(sheet.wager_micros), *_key_figures(sheet)] for sheet in tables.sheets]
    priced = {sheet.wager for sheet in tables.sheets}
    reasons: dict[str, list[str]] = {}
    for offered in tables.offers:
        if offered.wager.id not in priced:
            reasons.setdefault(offered.wager.no_sheet or "its count is a command of its own", []).append(offered.wager.name)
    without = [f"No sheet of its own for {' and '.join(names)}: {reason}." for reason, names in reasons.items()]
    return {"title": _tables_title(tables), "rows": rows, "without": without}


def label(sheet: ParSheet) -> str:
    """``paytable A``; the only table of a section is called the printed one."""
    return "the printed table" if sheet.paytable == "standard" else f"paytable {sheet.paytable}"


def _key_figures(sheet: ParSheet) -> tuple[str, ...]:
    meter = sheet.progressive
    return (
        share_text(sheet.house_edge),
        share_text(sheet.theoretical_hold),
        share_text(sheet.hit_frequency, 3),
        f"{sheet.standard_deviation:,.3f}",
        dollar_text(sheet.largest_award_micros),
        "–" if meter is None else dollar_text(meter.break_even_micros),
    )


# A wager -------------------------------------------------------------------------------------------------------------


def wager_page(sheet: ParSheet) -> dict[str, Any]:
    """The page of a PAR sheet as values."""
    table = sheet_table(sheet)
    leading = _leading(sheet)
    named = {name for name, _ in leading} | {"House edge"}
    envy = sum(1 for name, _ in table.figures if name.startswith("Envy Bonus")) and 1 + len(sheet.envy.rows if sheet.envy else ())
    first = next((n for n, (name, _) in enumerate(table.figures) if name.startswith("Envy Bonus")), len(table.figures))
    figures = [*table.figures[:first], *table.figures[first + envy :]]
    rest = [("House edge, exact", _exact(sheet.house_edge)), *(pair for pair in figures if pair[0] not in named)]
    return {
        "title": f"{sheet.name}, {label(sheet)}",
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
        at = "nothing on the meter" if sheet.meter_basis == "zero" else dollar_text(sheet.meter_micros)
        figures = [
            ("Theoretical hold", share_text(sheet.theoretical_hold)),
            (f"House edge at {at}", share_text(sheet.house_edge)),
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


# Readings ------------------------------------------------------------------------------------------------------------


def readings_table(sheets: Sequence[ParSheet]) -> Table:
    """Every reading that a figure depends on, once for each game: what was taken, why, and by which clause."""
    rows: dict[tuple[str, str, str], Row] = {}
    for sheet in sheets:
        for each in sheet.readings:
            reading = each.reading
            taken = f"{each.value}{' (chosen)' if each.given else ''}"
            meaning = reading.asks if each.meaning == each.value else f"{reading.asks} {each.meaning[0].upper()}{each.meaning[1:]}."
            key = (sheet.game, reading.id, each.value)
            rows.setdefault(key, Row((reading.id, sheet.game, taken, meaning, reading.why, reading.citation)))
    return Table(
        title="Readings",
        subtitle="Where the text is unclear, what was taken and why; a reading that the filing decides is marked as chosen.",
        columns=left("Reading", "Game", "Taken", "Question and answer", "Why", "Clause"),
        rows=tuple(rows.values()),
    )


DEFINITIONS: Final = (
    ("Count", "The deals, out of all that the deck has, in which a row is the first whose event holds. Exact."),
    ("Probability", "Count divided by the number of all deals."),
    ("Contribution", "Probability × what is handed over per unit of stake, the stake included where it comes back."),
    ("Return", "The contributions added up."),
    ("House edge", "1 − return, per unit first staked, pushes included."),
    ("Theoretical hold", "1 − long-run return for a progressive; the house edge elsewhere."),
    ("Fixed return", "The return without the rows that pay from the meter."),
    ("Long-run return", "Fixed return + increment rate + reserve rate + jackpot probability × reseed ÷ wager."),
    ("Break-even meter", "Wager × (1 − fixed return) ÷ Σ probability × share of the meter; envy left out."),
    ("Mean meter at a hit", "Wager × what enters per unit of stake ÷ Σ probability × share of the meter."),
    ("Hit frequency", "The probability that a row pays; a push is no hit."),
    ("Element of risk", "House edge ÷ average of all money staked."),
    ("Variance", "Σ probability × (handed over − mean)², per unit of stake; its root is the standard deviation."),
    ("Volatility index", "The normal quantile of the confidence × standard deviation."),
)
