"""The PAR workbook computes: LibreOffice, given wrong values, arrives at the exact figures, also after a cell was changed."""

from __future__ import annotations

import io
import math
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from office import WRONG, recalculate, spoil

from pitbook.par import Conditions, ParSheet, par
from pitbook.payouts import MICROS
from pitbook.report.par_workbook import Heading, workbook, worksheet_names

DOLLAR = MICROS
POKER, PRIME, PAI_GOW, BACCARAT = "three-card-poker", "three-card-prime", "pai-gow-poker", "midibaccarat"


def filed_sheets() -> list[ParSheet]:
    """One sheet for each way a figure is computed."""
    magic = {"magic-card-probability": "1/52", "lucky-bonus-probability": "0.5%"}
    return [
        par(POKER, "pair-plus", "A", options={"mini-royal-flush": "50 to 1"}, conditions=Conditions(rounds=1_000_000)),
        par(POKER, "ante-bonus-akq", "B", conditions=Conditions(wager_micros=25 * DOLLAR, rounds=500)),
        par(POKER, "six-card-bonus", "E"),
        par(POKER, "six-card-bonus", "E", readings={"super-royal-stake": "kept"}, conditions=at_stake(5)),
        par(POKER, "progressive", "A", conditions=Conditions(players=5)),
        par(POKER, "five-card-progressive", readings={"partial-award-source": "house"}, conditions=at_meter(54_321)),
        par(POKER, "five-card-hand-bonus", options=magic, readings={"magic-lucky": "offered"}),
        par(POKER, "five-card-hand-bonus-on-dealer", readings={"reseed-source": "seed-only"}, conditions=Conditions(bettors=3)),
        par(POKER, "five-of-six-progressive", readings={"low-meter-order": "greater-of"}, conditions=at_meter(100)),
        par(PRIME, "five-card-progressive", "11", readings={"reseed-source": "reserve-only"}),
        par(PRIME, "five-card-progressive", "12", conditions=Conditions(players=2, wager_micros=5 * DOLLAR)),
        par(BACCARAT, "banker", readings={"commission-rounding": "up-to-25-cents"}, conditions=at_stake(12, decks=6)),
        par(BACCARAT, "tie", conditions=Conditions(rounds=100)),
        par(BACCARAT, "harmony-progressive", "E", conditions=Conditions(bettors=2, reserve_target_micros=2_000 * DOLLAR)),
        par(PAI_GOW, "fortune-bonus", "A", conditions=at_stake(5, players=3)),
        par(PAI_GOW, "red-black"),
        par(PAI_GOW, "progressive"),
        par(
            POKER, "progressive", "A", readings={"low-meter-order": "greater-of"}, conditions=Conditions(players=5, meter_micros=1)
        ),
    ]


def at_stake(amount: int, *, players: int | None = None, decks: int | None = None) -> Conditions:
    return Conditions(wager_micros=amount * DOLLAR, players=players, decks=decks)


def at_meter(amount: int) -> Conditions:
    return Conditions(meter_micros=amount * DOLLAR)


def cells(page: Any) -> dict[str, Any]:
    """The figures of a worksheet by name: the column ``Now`` of its figures, and the inputs."""
    found: dict[str, Any] = {}
    for row in page.iter_rows(min_row=7, max_col=2, values_only=True):
        if row[0] is not None and row[0] not in found:
            found[row[0]] = row[1]
    return found


def address(page: Any, label: str, column: str = "B") -> str:
    """The address of what stands beside a label, the first from the top of the paytable on."""
    for row in page.iter_rows(min_row=7, max_col=1):
        if row[0].value == label:
            return f"{column}{row[0].row}"
    raise AssertionError(f"{page.title} has no {label}")


def near(found: Any, wanted: Fraction | float | None, *, within: float = 1e-9) -> bool:
    if wanted is None:
        return bool(found == "undefined")
    return isinstance(found, int | float) and math.isclose(found, float(wanted), rel_tol=within, abs_tol=1e-12)


class Recalculated:
    """The filed workbook, and what LibreOffice makes of it and of a copy whose inputs were changed."""

    def __init__(self, folder: Path) -> None:
        self.sheets = filed_sheets()
        self.names = worksheet_names(self.sheets)
        self.content = workbook(self.sheets, Heading("Workbook of the test", day=date(2026, 11, 30)))
        original = folder / "original.xlsx"
        original.write_bytes(self.content)
        self.formulas = spoil(original, folder / "spoiled.xlsx")
        self.filed = openpyxl.load_workbook(original, data_only=True)
        self.written = openpyxl.load_workbook(original)
        change(openpyxl.load_workbook(original), self.names, folder / "changed.xlsx")
        files = {"spoiled": folder / "spoiled.xlsx", "changed": folder / "changed.xlsx"}
        self.spoiled = openpyxl.load_workbook(files["spoiled"], data_only=True)
        self.computed = recalculate(folder, files)


def change(book: Any, names: list[str], target: Path) -> None:
    """Turn Pair Plus A into D, the stake of a dollar award into $5, and give a meter other terms."""
    pair_plus = book[names[0]]
    for hand, pay in (("Straight flush", 40), ("Three-of-a-kind", 30)):
        pair_plus[address(pair_plus, hand, "C")] = pay
    super_royal = book[names[2]]
    super_royal[address(super_royal, "Wager amount")] = 5
    progressive = book[names[4]]
    for label, value in (
        ("Meter", 1717.17),
        ("Seed", 2000),
        ("Reseed", 500),
        ("Increment rate", 0.25),
        ("Reserve rate", 0.03),
        ("Other hands", 2),
    ):
        progressive[address(progressive, label)] = value
    progressive[address(progressive, "Straight flush", "C")] = 100
    progressive[address(progressive, "Straight flush", "D")] = "to 1"
    book.save(target)


@pytest.fixture(scope="module")
def recalculated(tmp_path_factory: pytest.TempPathFactory) -> Recalculated:
    return Recalculated(tmp_path_factory.mktemp("workbook"))


def test_the_copy_has_wrong_values_and_nothing_but_formulas_was_spoiled(recalculated: Recalculated) -> None:
    edge = recalculated.spoiled[recalculated.names[0]]["B3"].value
    assert edge == float(WRONG)
    written = sum(str(cell.value).startswith("=") for page in recalculated.written for row in page.iter_rows() for cell in row)
    assert recalculated.formulas == written > 50 * len(recalculated.names)


def test_every_formula_comes_to_the_value_written_beside_it(recalculated: Recalculated) -> None:
    differ = []
    for page in recalculated.written:
        for row in page.iter_rows():
            for cell in row:
                if not (isinstance(cell.value, str) and cell.value.startswith("=")):
                    continue
                filed = recalculated.filed[page.title][cell.coordinate].value
                found = recalculated.computed["spoiled"][page.title][cell.coordinate].value
                same = near(found, filed, within=1e-8) if isinstance(filed, int | float) else (found or "") == (filed or "")
                if not same:
                    differ.append(f"{page.title}!{cell.coordinate}: {found!r}, filed {filed!r}")
    assert not differ, differ[:20]


def test_the_figures_are_those_of_the_sheets(recalculated: Recalculated) -> None:
    for filed, name in zip(recalculated.sheets, recalculated.names, strict=True):
        found = cells(recalculated.computed["spoiled"][name])
        figures = common_figures(filed)
        wrong = [
            f"{name}: {key} {found.get(key)!r}, exact {value}" for key, value in figures.items() if not near(found.get(key), value)
        ]
        assert not wrong


def common_figures(filed: ParSheet) -> dict[str, Fraction | float | None]:
    figures: dict[str, Fraction | float | None] = {
        "Edge per bet resolved": filed.edge_per_resolved,
        "Hit frequency": filed.hit_frequency,
        "Push frequency": filed.push_frequency,
        "Variance": filed.variance,
        "Standard deviation": filed.standard_deviation,
        "Skewness": filed.skewness,
        "Volatility index": filed.volatility_index,
        "Largest award": filed.largest_award_micros / MICROS,
    }
    if filed.element_of_risk is not None:
        figures["Element of risk"] = filed.element_of_risk
    meter = filed.progressive
    if meter is None:
        return {**figures, "House edge": filed.house_edge, "Return": filed.returned}
    adequacy = meter.reserve_adequacy
    if adequacy is not None:
        figures["Mean reserve at a hit"] = adequacy.mean_micros / MICROS
        figures["Reserve reaches its target"] = adequacy.probability
    return {
        **figures,
        "Theoretical hold": filed.theoretical_hold,
        "House edge at this meter": filed.house_edge,
        "Return at this meter": filed.returned,
        "Return at this meter, envy left out": meter.return_at_meter,
        "Fixed return": meter.fixed_return,
        "Jackpot probability": meter.jackpot_probability,
        "Return at the seed": meter.return_at_seed,
        "Cost of the reseed": meter.seed_cost,
        "Long-run return": meter.long_run_return,
        "Break-even meter": None if meter.break_even_micros is None else meter.break_even_micros / MICROS,
        "Mean meter at a hit": None if meter.mean_meter_micros is None else meter.mean_meter_micros / MICROS,
    }


def test_a_payout_changed_moves_every_figure_to_that_of_the_other_paytable(recalculated: Recalculated) -> None:
    page = recalculated.computed["changed"][recalculated.names[0]]
    other = par(POKER, "pair-plus", "D", options={"mini-royal-flush": "50 to 1"})
    found = cells(page)
    assert other.house_edge != recalculated.sheets[0].house_edge
    assert {key: found[key] for key, value in common_figures(other).items() if not near(found[key], value)} == {}
    assert near(page["B3"].value, other.house_edge)
    assert near(page["C3"].value, other.house_edge - recalculated.sheets[0].house_edge, within=1e-6)
    row = address(page, "House edge", "C")
    assert near(page[row].value, recalculated.sheets[0].house_edge), "the filed figure stays beside the new one"


def test_a_stake_changed_moves_dollar_awards(recalculated: Recalculated) -> None:
    found = cells(recalculated.computed["changed"][recalculated.names[2]])
    other = par(POKER, "six-card-bonus", "E", conditions=Conditions(wager_micros=5 * DOLLAR))
    assert {key: found[key] for key, value in common_figures(other).items() if not near(found[key], value)} == {}


def test_meter_terms_changed_move_hold_and_break_even(recalculated: Recalculated) -> None:
    found = cells(recalculated.computed["changed"][recalculated.names[4]])
    conditions = Conditions(players=2, meter_micros=1_717_170_000)
    terms = {"seed": "2000x", "reseed": "500x", "increment": "25%", "reserve": "3%"}
    filed = par(POKER, "progressive", "A", conditions=conditions, terms=terms)
    straight_flush = filed.row("straight-flush")
    more = straight_flush.probability * 101 - straight_flush.contribution
    meter = filed.progressive
    assert meter is not None
    assert meter.long_run_return is not None
    assert near(found["House edge at this meter"], filed.house_edge - more)
    assert near(found["Theoretical hold"], 1 - meter.long_run_return - more)
    assert near(found["Return at the seed"], (meter.return_at_seed or 0) + more)
    shares = sum((row.probability * row.share for row in filed.rows), Fraction(0))
    assert near(found["Break-even meter"], (1 - meter.fixed_return - more) / shares)


def test_the_summary_follows(recalculated: Recalculated) -> None:
    filed, changed = recalculated.filed["Summary"], recalculated.computed["changed"]["Summary"]
    marks = [row[11].value for row in changed.iter_rows(min_row=4) if row[11].value in ("as filed", "changed")]
    assert marks == ["changed" if n in (0, 2, 4) else "as filed" for n in range(len(recalculated.names))]
    links = [
        cell.hyperlink.location for row in recalculated.written["Summary"].iter_rows(max_col=1) for cell in row if cell.hyperlink
    ]
    assert links == [f"'{name}'!A1" for name in recalculated.names]
    assert filed["A1"].value == "Workbook of the test"


def test_long_counts_are_whole_in_the_file(recalculated: Recalculated) -> None:
    page = recalculated.filed[recalculated.names[12]]
    counts = [page.cell(row, 5).value for row in range(7, 9)]
    assert counts == [f"{row.count:,}" for row in recalculated.sheets[12].rows]
    assert isinstance(recalculated.filed[recalculated.names[0]]["E7"].value, int)


def test_readings_name_their_wagers(recalculated: Recalculated) -> None:
    page = recalculated.filed["Readings"]
    taken = {(row[0], row[3]): row for row in page.iter_rows(min_row=4, values_only=True)}
    row = taken["partial-award-source", "house"]
    assert row[5] == "chosen; default meter"
    assert "five-card-progressive standard" in row[8]
    wanted = {(each.reading.id, each.value) for filed in recalculated.sheets for each in filed.readings}
    assert set(taken) == wanted


def test_the_same_sheets_give_the_same_bytes_dated_by_the_filing(recalculated: Recalculated) -> None:
    again = workbook(recalculated.sheets, Heading("Workbook of the test", day=date(2026, 11, 30)))
    assert again == recalculated.content
    assert openpyxl.load_workbook(io.BytesIO(again)).properties.created.date() == date(2026, 11, 30)
