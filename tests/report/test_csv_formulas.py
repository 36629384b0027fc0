"""Names that look like formulas are texts in CSV."""

from __future__ import annotations

import csv

import pytest

from pitbook.report.csv_file import text
from pitbook.tables import Column, Row, Table


def _cell(given: str) -> str:
    rows = list(csv.reader(text([Table("t", (Column("name"),), (Row((given,)),))]).splitlines()))
    return rows[1][1]


@pytest.mark.parametrize("given", ['=HYPERLINK("x")', "@SUM(1)", "+cmd|' /C calc'!A0", "-2+3", "-1+cmd|x"])
def test_a_formula_becomes_a_text(given: str) -> None:
    assert _cell(given) == f"'{given}"


@pytest.mark.parametrize("given", ["-$1,200.00", "+3.5%", "-", "-0.25 points", "A=B", "5 to 1", ""])
def test_figures_and_names_stay(given: str) -> None:
    assert _cell(given) == given
