"""What stands in CSV: plain numbers in columns of figures, and names that look like formulas as texts."""

from __future__ import annotations

import csv

import pytest

from pitbook.report.csv_file import plain, text
from pitbook.tables import Column, Row, Table, amounts, left, right


def _cell(given: str) -> str:
    (row,) = csv.DictReader(text([Table("t", (Column("name"),), (Row((given,)),))]).splitlines())
    return row["name"]


@pytest.mark.parametrize("given", ['=HYPERLINK("x")', "@SUM(1)", "+cmd|' /C calc'!A0", "-2+3", "-1+cmd|x"])
def test_a_formula_becomes_a_text(given: str) -> None:
    assert _cell(given) == f"'{given}"


@pytest.mark.parametrize("given", ["-$1,200.00", "+3.5%", "-", "-0.25 points", "-4712/5525", "A=B", "5 to 1", ""])
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
        ("4.525e-05", "0.00004525"),
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
        ["table", "kind", "figure", "value", "unit", "exact", "Name", "Count", "1 in", "note"],
        ["t", "row", "", "", "", "", "1,000", "1000", "4165", ""],
        ["t", "figure", "House edge", "0.023167", "", "128/5525", "", "", "", "at the seed"],
        ["t", "note", "", "", "", "", "", "", "", "a reading"],
    ]


def test_many_tables_have_one_head_and_say_whose_they_are() -> None:
    first = Table("a", left("Game"), (Row(("x",)),), about=(("edition", "2014"),))
    other = Table("b", right("Pays"), (Row(("5 to 1",)), Row(("7",), is_sum=True)))
    assert list(csv.reader(text([first, other]).splitlines())) == [
        ["table", "kind", "edition", "figure", "value", "unit", "exact", "Game", "Pays", "note"],
        ["a", "row", "2014", "", "", "", "", "x", "", ""],
        ["b", "row", "2014", "", "", "", "", "", "5 to 1", ""],
        ["b", "total", "2014", "", "", "", "", "", "7", ""],
    ]


def test_a_table_that_says_no_more_has_its_subtitle() -> None:
    (row,) = csv.DictReader(text([Table("t", left("A"), (Row(("x",)),), subtitle="of the day")]).splitlines())
    assert row["about"] == "of the day"


def test_an_amount_has_its_unit_in_the_head_or_beside_it() -> None:
    table = Table(
        "t", (*left(""), *right("Result"), *amounts("Stake")), (Row(("Mean", "$1,000.00", "$5.00")), Row(("Hold", "4%", "–")))
    )
    rows = list(csv.DictReader(text([table]).splitlines()))
    assert [(row["figure"], row["Result"], row["unit"], row["Stake ($)"]) for row in rows] == [
        ("Mean", "1000.00", "$", "5.00"),
        ("Hold", "0.04", "", ""),
    ]


@pytest.mark.parametrize(
    ("printed", "words"), [("not printed", "not printed"), ("3 faults", "3 faults"), ("undefined", "undefined")]
)
def test_a_figure_without_a_number_has_words_in_the_note(printed: str, words: str) -> None:
    (row,) = csv.DictReader(text([Table("t", (), (), figures=(("Seed", printed),))]).splitlines())
    assert (row["value"], row["unit"], row["note"]) == ("", "", words)


def test_columns_of_one_name_are_kept_apart() -> None:
    columns = (*left("table", "Kind", "kind"), *right("note", "A", "A"))
    head, row = csv.reader(text([Table("t", columns, (Row(("T1", "x", "y", "1", "2", "3")),), about=(("A", "b"),))]).splitlines())
    assert dict(zip(head, row, strict=True)) == {
        "table": "t", "kind": "row", "figure": "", "value": "", "unit": "", "exact": "", "note": "",
        "A": "b", "Table": "T1", "Kind": "x", "Kind, again": "y", "Note": "1", "A, again": "2", "A, again, again": "3",
    }  # fmt: skip
