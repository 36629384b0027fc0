"""The Envy Bonus block of a computing worksheet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitbook.choices import EnvyTerms
from pitbook.par import ParSheet, pays_greater
from pitbook.payouts import MICROS, EnvyAmount
from pitbook.report.par_workbook.parts import EnvyBlock, EnvyLine


def envy_block(sheet: ParSheet) -> EnvyBlock | None:
    """The block of a sheet; None where the wager knows no envy."""
    if sheet.envy is None or sheet.offer is None or sheet.offer.envy is None:
        return None
    amount = Fraction(sheet.wager_micros, MICROS)
    return EnvyBlock(tuple(_lines(sheet, sheet.offer.envy)), amount, sheet.envy.per_other_hand)


def _lines(sheet: ParSheet, terms: EnvyTerms) -> Iterator[EnvyLine]:
    outcomes = [row.outcome for row in sheet.rows]
    held = {row.outcome: row.probability for row in sheet.envy.rows} if sheet.envy is not None else {}
    for row in terms.rows:
        at = outcomes.index(row.outcome) if row.outcome in outcomes else None
        for wager, each in sorted(row.amounts.items(), key=lambda pair: pair[0] or 0):
            yield EnvyLine(
                hand=row.hand if at is None else sheet.rows[at].hand,
                printed=row.printed.get("" if wager is None else f"${wager // MICROS:,}", ""),
                pay=Fraction(each.dollars_micros, MICROS) if each.dollars_micros else each.multiple,
                unit="dollars" if each.dollars_micros else "× wager",
                wager=None if wager is None else Fraction(wager, MICROS),
                at=None if pays_greater(sheet) else at,
                probability=held.get(row.outcome, Fraction(0)),
                due=_due(sheet, terms, wager, each),
                linear=terms.other_amounts == "linear",
            )


def _due(sheet: ParSheet, terms: EnvyTerms, wager: int | None, each: EnvyAmount) -> Fraction:
    """Dollars that this amount of the row brings at the sheet's wager."""
    if sheet.wager_micros < terms.minimum_micros:
        return Fraction(0)
    if wager is None or wager == sheet.wager_micros:
        return Fraction(each.micros(sheet.wager_micros), MICROS)
    columns = terms.wager_amounts
    if terms.other_amounts == "linear" and sheet.wager_micros not in columns and wager == min(columns):
        return Fraction(each.micros(wager), MICROS) * sheet.wager_micros / wager
    return Fraction(0)
