"""The CSV of every command: one head, whole rows, plain numbers with their unit, and whose figures they are."""

from __future__ import annotations

import csv
import io
import re
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Final

import pytest

from command_runs import Command
from pitbook.catalog import rulebook
from pitbook.par import Conditions, par
from pitbook.par_plain import sheet_for_files
from pitbook.par_table import figures
from pitbook.payouts import MICROS

EXAMPLES: Final = Path(__file__).parents[1] / "examples"
SUBMISSION: Final = EXAMPLES / "submissions" / "three-card-prime.toml"
TIMES: Final = ("--rounds", "400", "--seed", "1", "--period", "50", "--workers", "0")
POKER: Final = "three-card-poker"

COMMANDS: Final = [
    ("par", POKER, "pair-plus"),
    ("par", POKER, "progressive", "--players", "2", "--rounds", "1000000"),
    ("par", POKER, "ante-bonus", "-p", "A"),
    ("par", "midibaccarat", "harmony-progressive", "-p", "A", "--reserve-target", "5000"),
    ("par", "pai-gow-poker", "fortune-bonus"),
    ("compare", POKER, "pair-plus", "--paytable-file", EXAMPLES / "own-pair-plus.toml"),
    ("compare", POKER, "progressive"),
    ("why", POKER, "progressive", "As", "Ks", "Qs"),
    ("hold", POKER, "pair-plus", "--paytable-file", EXAMPLES / "own-pair-plus.toml", "--rounds", "1000"),
    ("hold", POKER, "progressive", "-p", "A", "--rounds", "200", "--result", "-100", "--within", "9"),
    ("what-if", POKER, "pair-plus", "-p", "A", "--to-paytable", "B", "--pays", "2", "--rounds", "1000"),
    ("settle", EXAMPLES / "rounds" / "disputed-hand.toml", "--explain"),
    ("settle", EXAMPLES / "rounds" / "midibaccarat.toml"),
    ("simulate", SUBMISSION, *TIMES),
    ("simulate", SUBMISSION, *TIMES, "--against", SUBMISSION),
    ("games",),
    ("show", POKER),
    ("show", POKER, "progressive"),
    ("show", "midibaccarat", "harmony-progressive"),
    ("check", EXAMPLES / "submissions" / "whole-casino.toml"),
    ("audit", EXAMPLES / "midibaccarat-changed.txt"),
    ("set", "As Ks Qs Js Ts 2c 3d"),
    ("house-way", "foxwoods", "As Ks Qs Js Ts 2c 3d"),
]

DRESSED: Final = re.compile(r"'.*|[+-]?\$[\d,.]+.*|\d{1,3}(,\d{3})+(\.\d+)?|[+-]?[\d.]+%.*|1 in [\d,.]+|.*[▁-▏].*|on \$.*")
"""A number that is no plain one: with an apostrophe, a dollar sign, commas, a percent sign, bars or words before it."""
AS_PRINTED: Final = re.compile(r"[\d,.$%/ x×]+ (?:to|for) 1.*|[\d.]+% of .*|[\d.]+% progressive meter|\$[\d,.]+ on .*")
"""A pay as it is printed: a text."""
WORDS: Final = {"table", "note", "figure", "hold of", "would be", "Why", "Default", "Alternatives", "Text", "Rulebook", "Found"}
"""Columns of sentences and of what a text prints."""


def rows_of(pitbook: Command, *words: object) -> list[dict[str, str]]:
    """The rows of a command's CSV by column; each is as long as the head, whose names are all different."""
    head, *rows = csv.reader(io.StringIO(pitbook(*words, "--csv").out))
    assert len(set(head)) == len(head)
    assert all(len(row) == len(head) for row in rows)
    assert rows
    return [dict(zip(head, row, strict=True)) for row in rows]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(getattr(each, "name", str(each)) for each in words))
def test_csv_is_rectangular_with_plain_numbers(pitbook: Command, words: tuple[object, ...]) -> None:
    rows = rows_of(pitbook, *words)
    assert list(rows[0])[:2] == ["table", "kind"]
    assert {each["kind"] for each in rows} <= {"row", "total", "figure", "note"}
    for row in rows:
        for name, cell in row.items():
            if name == "value" or name.endswith("($)"):
                assert not cell or is_number(cell), (name, cell)
            if name not in WORDS and not AS_PRINTED.fullmatch(cell):
                assert not DRESSED.fullmatch(cell), (name, cell)


def is_number(cell: str) -> bool:
    try:
        return Decimal(cell).is_finite()
    except InvalidOperation:
        return False


def test_a_par_sheet_says_whose_it_is_in_every_row(pitbook: Command) -> None:
    rows = rows_of(pitbook, "par", POKER, "progressive", "-p", "A")
    whose = {name: {row[name] for row in rows} for name in ("game", "wager", "paytable", "clause", "edition", "wager amount ($)")}
    assert whose == {
        "game": {POKER},
        "wager": {"progressive"},
        "paytable": {"A"},
        "clause": {"58 Pa. Code § 649a.12(e)(1)"},
        "edition": {"649a-2014"},
        "wager amount ($)": {"1.00"},
    }


def test_the_figures_of_a_par_sheet_are_numbers_with_their_unit(pitbook: Command) -> None:
    rows = rows_of(pitbook, "par", POKER, "progressive", "-p", "A")
    figures = {row["figure"]: (row["value"], row["unit"]) for row in rows if row["kind"] == "figure"}
    assert figures["Jackpot"] == ("22100", "1 in")
    assert figures["Largest award"] == ("1000.00", "$")
    assert figures["Increment rate"] == ("0.14", "")
    assert figures["Envy Bonus per other hand"][0] == "0.007919"
    envy = [row for row in rows if row["table"].endswith("Envy Bonus of another hand")]
    assert [(row["Receiver's wager ($)"], row["Envy Bonus ($)"], row["1 in"]) for row in envy] == [
        ("1.00", "100.00", "22100"),
        ("5.00", "500.00", "22100"),
        ("1.00", "25.00", "7367"),
        ("5.00", "125.00", "7367"),
    ]
    counts = [int(row["Count"]) for row in rows if row["kind"] == "row" and row["Contribution"]]
    assert sum(counts) == 22_100, "the row that adds up is no row among them"


@pytest.mark.parametrize(
    ("wager", "asked"),
    [
        ("progressive", Conditions(players=2, rounds=1_000_000)),
        ("ante-bonus", Conditions()),
        ("five-card-hand-bonus", Conditions(reserve_target_micros=5_000 * MICROS)),
    ],
)
def test_the_figures_are_told_apart_whatever_their_headings_say(
    wager: str, asked: Conditions, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = par(POKER, wager, rulebook().game(POKER).wager(wager).paytables[0].label, conditions=asked)
    usual = [value for _, value in sheet_for_files(sheet).plain[0].figures]
    reworded = [each._replace(heading=f"Said otherwise: {each.heading}") for each in figures(sheet)]
    monkeypatch.setattr("pitbook.par_plain.figures", lambda _: reworded)
    assert [value for _, value in sheet_for_files(sheet).plain[0].figures] == usual


def test_what_cards_make_is_in_the_csv(pitbook: Command) -> None:
    rows = rows_of(pitbook, "why", POKER, "pair-plus", "2c 3c 4c")
    assert {row["what they are"] for row in rows} == {"the cards make: straight flush, flush"}


def test_the_result_of_the_house_has_its_ends_in_columns(pitbook: Command) -> None:
    rows = rows_of(pitbook, "hold", POKER, "pair-plus", "-p", "A", "--rounds", "1000")
    bins = [row for row in rows if row["table"] == "Result of the house"]
    assert [bins[0]["From ($)"], bins[-1]["To below ($)"]] == ["", ""]
    assert [row["To below ($)"] for row in bins[:-1]] == [row["From ($)"] for row in bins[1:]]
    percentiles = [row["Probability of at most"] for row in rows if row["table"] == "Percentiles of the result"]
    assert percentiles[:3] == ["0.001", "0.01", "0.025"]
    assert {(row["figure"], row["Result"], row["unit"]) for row in rows if row["figure"] == "Expected result"} == {
        ("Expected result", "45.79", "$")
    }


def test_a_line_that_is_only_paid_on_a_stake_stakes_nothing(pitbook: Command) -> None:
    rows = rows_of(pitbook, "settle", EXAMPLES / "rounds" / "disputed-hand.toml")
    bonus = next(row for row in rows if row["Wager"] == "ante-bonus")
    assert (bonus["Stake ($)"], bonus["Paid on ($)"], bonus["Returned ($)"]) == ("0.00", "10.00", "50.00")
    lines = [row for row in rows if row["kind"] == "row" and row["Stake ($)"]]
    staked = next(row["value"] for row in rows if row["figure"] == "Staked")
    assert sum(Decimal(row["Stake ($)"]) for row in lines) == Decimal(staked)
