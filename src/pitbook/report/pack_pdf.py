"""The typeset PAR pack: summary, findings, a page for each wager, exposure, readings, editions, with lines for signatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pitbook.exposure import Exposure
from pitbook.exposure.view import exposure_tables
from pitbook.findings import Finding, findings_document, verdict_in_full
from pitbook.pack.filing import Filing, GamingTables
from pitbook.par import ParSheet
from pitbook.par_table import dollar_text, share_text
from pitbook.payouts import dollars
from pitbook.report.par_pdf import sheet_title, wager_page
from pitbook.report.par_workbook.book import editions
from pitbook.report.pdf import made_from, table_data, typeset
from pitbook.tables import Row, Table, left


def pack_pdf(filing: Filing, findings: Sequence[Finding], exposures: Sequence[Exposure | None]) -> bytes:
    """The PDF of a filing; ``exposures`` go with ``filing.tables``. The same filing gives the same bytes."""
    sheets = filing.sheets
    held = filing.editions
    found = findings_document("Findings of the check", findings, held)
    data = {
        "title": "PAR pack",
        "holder": filing.certificate_holder,
        "foot": " · ".join(part for part in ("PAR pack", filing.certificate_holder, filing.reference, made_from()) if part),
        "facts": [list(pair) for pair in filing_facts(filing)],
        "verdict": verdict_in_full(findings, held),
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
    rows = [[sheet_title(sheet), dollars(sheet.wager_micros), *_key_figures(sheet)] for sheet in tables.sheets]
    priced = {sheet.wager for sheet in tables.sheets}
    reasons: dict[str, list[str]] = {}
    for offered in tables.offers:
        if offered.wager.id not in priced:
            reason = offered.wager.no_sheet or "its count is a command of its own"
            reasons.setdefault(reason.split(";")[0], []).append(offered.wager.name)
    without = [f"No sheet of its own for {' and '.join(names)}: {reason}." for reason, names in reasons.items()]
    return {"title": _tables_title(tables), "rows": rows, "without": without}


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
