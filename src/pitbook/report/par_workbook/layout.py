"""Where things stand on a computing worksheet: columns, rows, and the address of everything a formula names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitbook.par import ParSheet
from pitbook.report.par_workbook.envy import envy_block
from pitbook.report.par_workbook.figures import figures
from pitbook.report.par_workbook.inputs import inputs
from pitbook.report.par_workbook.parts import EnvyBlock, Figure, Input
from pitbook.report.xlsx_book import cell, column_range

OUTCOME, FILED, PAY, UNIT, COUNTS, CHANCE, ONE_IN, HANDED, CONTRIBUTION, SPREAD = range(10)
WIDTHS: Final = (36, 21, 15, 17, 21, 15, 15, 15, 15, 15)
LAST: Final = SPREAD

# The figures' block uses the same columns.
NAME, NOW, AS_FILED, CHANGE, EXACT, WORDS = OUTCOME, FILED, PAY, UNIT, COUNTS, ONE_IN

HEADER: Final = 5
FIRST: Final = HEADER + 1


@dataclass(frozen=True)
class Layout:
    """A sheet's inputs, figures and envy with their rows (from 0); ``cells`` maps each name to the address formulas use."""

    sheet: ParSheet
    inputs: tuple[Input, ...]
    figures: tuple[Figure, ...]
    envy: EnvyBlock | None
    inputs_row: int
    figures_row: int
    envy_row: int
    words_row: int
    cells: Mapping[str, str]

    @property
    def last_row(self) -> int:
        """The paytable's last row."""
        return FIRST + len(self.sheet.rows) - 1

    @property
    def leading(self) -> tuple[Figure, ...]:
        """The figures that head the sheet."""
        return tuple(figure for figure in self.figures if figure.leading)


def layout(sheet: ParSheet) -> Layout:
    """Where a sheet's parts stand. Blocks follow each other with room for their headings between."""
    given, computed, envy = tuple(inputs(sheet)), tuple(figures(sheet)), envy_block(sheet)
    first, last = FIRST, FIRST + len(sheet.rows) - 1
    cells = {
        name: column_range(column, first, last)
        for name, column in (
            ("pays", PAY),
            ("units", UNIT),
            ("counts", COUNTS),
            ("probabilities", CHANCE),
            ("handed", HANDED),
            ("contributions", CONTRIBUTION),
            ("spreads", SPREAD),
        )
    }
    cells.update(total=cell(last + 1, COUNTS), mean=cell(last + 1, CONTRIBUTION), extras="0", envy_value="0")
    if sheet.extras:
        cells["extras"] = f"SUM({column_range(CONTRIBUTION, last + 2, last + 1 + len(sheet.extras))})"
    inputs_row = last + 2 + len(sheet.extras) + 2
    cells.update({each.key: cell(inputs_row + n, FILED) for n, each in enumerate(given)})
    figures_row = inputs_row + len(given) + 3
    cells.update({each.key: cell(figures_row + n, NOW) for n, each in enumerate(computed)})
    envy_row = words_row = figures_row + len(computed) + 1
    if envy is not None:
        envy_row += 2
        end = envy_row + len(envy.rows)
        cells.update(envy_wagers=column_range(COUNTS, envy_row, end - 1), envy_value=cell(end, HANDED))
        words_row = end + 2
    return Layout(sheet, given, computed, envy, inputs_row, figures_row, envy_row, words_row, cells)
