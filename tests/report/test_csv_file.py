"""What stands in CSV: plain numbers in columns of figures, and names that look like formulas as texts."""

from __future__ import annotations

import csv

import pytest

from pitbook.report.csv_file import plain, text
from pitbook.tables import Column, Row, Table, left, right


def _cell(given: str) -> str:
    rows = list(csv.reader(text([Table("t", (Column("name"),), (Row((given,)),))]).splitlines()))
    return rows[1][1]


@pytest.mark.parametrize("given", ['=HYPERLINK("x")', "@SUM(1)", "+cmd|' /C calc'!A0", "-2+3", "-1+cmd|x"])
def test_a_formula_becomes_a_text(given: str) -> None:
    assert _cell(given) == f"'{given}"


@pytest.mark.parametrize("given", ["-$1,200.00", "+3.5%", "-", "-0.25 points", "A=B", "5 to 1", ""])
def test_figures_and_names_stay(given: str) -> None:
    assert _cell(given) == given


@pytest.mark.parametrize(
    ("printed", "number"),
    [
        ("22,100", "22100"),
        ("4.959276%", "0.04959276"),
        ("100%", "1.00"),
        ("-$58.21", "-58.21"),
        ("+3.5%", "0.035"),
        ("$1,000.00", "1000.00"),
        ("-0", "-0"),
        ("8,250,459,031,214,400", "8250459031214400"),
        ("40 to 1", "40 to 1"),
        ("100% of meter", "100% of meter"),
        ("1,23", "1,23"),
        ("", ""),
    ],
)
def test_a_figure_is_a_plain_number(printed: str, number: str) -> None:
    assert plain(printed) == number


def test_figures_have_what_stands_behind_them_apart_and_notes_are_kept() -> None:
    table = Table(
        "t",
        (*left("Name"), *right("Count", "1 in")),
        (Row(("1,000", "1,000", "1 in 4,165")),),
        figures=(("House edge", "2.3167%  (128/5525)  at the seed"),),
        notes=("a reading",),
    )
    assert list(csv.reader(text([table]).splitlines())) == [
        ["table", "Name", "Count", "1 in"],
        ["t", "1,000", "1000", "4165"],
        ["t", "House edge", "0.023167", "128/5525", "at the seed"],
        ["t", "note", "a reading"],
    ]
