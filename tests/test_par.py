"""The PAR API: what a sheet is, how it shows itself, its JSON document, and conditions that have no meaning."""

from __future__ import annotations

import dataclasses
import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

import pitbook
from pitbook import ChoiceError, Conditions, UnknownNameError, par, rulebook, sheets
from pitbook.cards import reduced_deck
from pitbook.par import deck_of
from pitbook.par_json import sheet_json
from pitbook.par_table import sheet_table
from pitbook.payouts import MICROS

CONTRACT = [
    "game", "wager", "paytable", "citation", "edition", "wager_amount", "decks", "total", "rows", "extras", "house_edge", "return",
    "theoretical_hold", "edge_per_resolved", "hit_frequency", "push_frequency", "element_of_risk", "variance",
    "standard_deviation", "skewness", "largest_award", "meter", "progressive", "envy", "strategy", "readings",
]  # fmt: skip
PROGRESSIVE = [
    "seed", "reseed", "increment", "reserve", "seed_cost", "fixed_return", "return_at_seed", "return_at_meter", "long_run_return",
    "break_even_meter", "mean_meter_at_hit", "jackpot_probability", "reserve_adequacy",
]  # fmt: skip
ONE_OF_EACH = [
    ("three-card-poker", "pair-plus", "A"),
    ("three-card-poker", "progressive", "A"),
    ("three-card-poker", "five-card-hand-bonus", "standard"),
    ("three-card-poker", "ante-bonus", "B"),
    ("three-card-poker", "ante-bonus-akq", "A"),
    ("three-card-prime", "five-card-progressive", "13"),
    ("three-card-prime", "five-card-progressive", "8"),
    ("pai-gow-poker", "fortune-bonus", "C"),
    ("pai-gow-poker", "progressive", "standard"),
    ("midibaccarat", "banker", "standard"),
    ("midibaccarat", "harmony-progressive", "A"),
]


# The JSON document ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "wager", "label"), ONE_OF_EACH)
def test_the_document_has_the_keys_of_the_contract(game: str, wager: str, label: str) -> None:
    document = json.loads(json.dumps(par(game, wager, label, conditions=Conditions(players=2)).to_json()))
    assert set(CONTRACT) <= set(document)
    for row in document["rows"]:
        assert {"outcome", "pays", "count", "probability", "contribution"} <= set(row)
        assert isinstance(row["count"], int)
    for reading in document["readings"]:
        assert {"id", "value", "citation", "why"} <= set(reading)
        assert all(reading[name] for name in ("id", "value", "citation", "why"))
    if document["progressive"] is not None:
        assert set(PROGRESSIVE) <= set(document["progressive"])
        assert set(document["meter"]) == {"value", "basis"}
    if document["envy"] is not None:
        assert {"trigger", "receiver_minimum", "per_other_hand", "rows"} <= set(document["envy"])
        assert {"outcome", "wager_amount", "pays", "count", "probability"} <= set(document["envy"]["rows"][0])


def rationals(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        if "exact" in value:
            return [value]
        return [each for part in value.values() for each in rationals(part)]
    return [each for part in value for each in rationals(part)] if isinstance(value, list) else []


@pytest.mark.parametrize(("game", "wager", "label"), ONE_OF_EACH)
def test_every_rational_is_an_exact_quotient_beside_its_number(game: str, wager: str, label: str) -> None:
    found = rationals(par(game, wager, label).to_json())
    assert len(found) > 10
    for each in found:
        assert set(each) == {"exact", "value"}
        over, under = each["exact"].split("/")
        fraction = Fraction(int(over), int(under))
        assert each["exact"] == f"{fraction.numerator}/{fraction.denominator}"
        assert each["value"] == float(fraction)


@pytest.mark.parametrize(("game", "wager", "label"), ONE_OF_EACH)
def test_counts_sum_to_the_total_rows_end_with_lose_and_contributions_sum_to_the_return(game: str, wager: str, label: str) -> None:
    sheet = par(game, wager, label)
    assert sum(row.count for row in sheet.rows) == sheet.total
    assert sheet.rows[-1].outcome == "lose"
    assert [row.outcome for row in sheet.rows].count("lose") == 1
    assert sum(row.contribution for row in sheet.rows) == sheet.returned == 1 - sheet.house_edge
    assert all(row.contribution == row.probability * row.handed_over for row in sheet.rows)
    assert all(row.probability == Fraction(row.count, sheet.total) for row in sheet.rows)


# What is undefined ------------------------------------------------------------------------------------------------------


def test_a_wager_without_a_meter_has_no_meter_figures() -> None:
    document = par("three-card-poker", "pair-plus", "A").to_json()
    assert (document["meter"], document["progressive"], document["envy"], document["strategy"]) == (None, None, None, None)
    assert document["theoretical_hold"] == document["house_edge"]


def test_where_no_seed_is_printed_only_the_figures_of_the_seed_are_null() -> None:
    """Paytable 8 of the Five Card progressive prints a seed of N/A, and both rates."""
    document = par("three-card-prime", "five-card-progressive", "8").to_json()
    figures = document["progressive"]
    assert [name for name in PROGRESSIVE if figures[name] is None] == ["seed", "reseed", "seed_cost", "return_at_seed"]
    assert document["meter"] == {"value": {"exact": "0/1", "value": 0.0}, "basis": "zero"}


def test_where_no_rates_are_printed_either_the_long_run_is_null_too() -> None:
    """§ 645a.13(e) breaks off before its terms."""
    document = par("pai-gow-poker", "progressive").to_json()
    figures = document["progressive"]
    defined = [name for name in PROGRESSIVE if figures[name] is not None]
    assert defined == ["fixed_return", "return_at_meter", "break_even_meter", "jackpot_probability"]
    assert document["theoretical_hold"] is None
    assert any("nothing on the meter" in note for note in document["notes"])


def test_given_terms_define_what_the_text_leaves_out() -> None:
    figures = par("pai-gow-poker", "progressive", terms={"seed": "$5,000", "increment": "20%", "reserve": "2%"}).to_json()[
        "progressive"
    ]
    assert [name for name in PROGRESSIVE if figures[name] is None] == ["reseed", "seed_cost"], "the reserve starts it again"
    figures = par("pai-gow-poker", "progressive", terms={"seed": "$5,000", "increment": "20%"}).to_json()["progressive"]
    assert [name for name in PROGRESSIVE if figures[name] is None] == ["reserve_adequacy"]


def test_a_break_even_meter_that_is_not_above_nothing_is_null() -> None:
    """With the best of six cards the fixed pays alone hand back more than is staked."""
    sheet = par("three-card-poker", "five-card-progressive", readings={"five-card-cards": "best-of-six"})
    assert sheet.progressive is not None
    assert sheet.progressive.fixed_return > 1
    assert sheet.progressive.break_even_micros is None


@pytest.mark.parametrize(("meter", "basis", "value"), [(None, "seed", 1_000), (0, "given", 0), (48_000, "given", 48_000)])
def test_the_edge_of_a_progressive_is_at_a_meter_that_is_named(meter: int | None, basis: str, value: int) -> None:
    asked = Conditions(meter_micros=None if meter is None else meter * MICROS)
    sheet = par("three-card-poker", "progressive", "A", conditions=asked)
    assert sheet.meter_basis == basis
    assert sheet.meter_micros == value * MICROS
    fixed = Fraction(3 * 500 + 44 * 70 + 52 * 60 + 720 * 6, 22_100)
    assert sheet.house_edge == 1 - fixed - Fraction(value, 22_100)
    assert sheet.progressive is not None
    assert sheet.theoretical_hold == 1 - fixed - Fraction(14, 100) - Fraction(1_000, 22_100)


def test_at_the_break_even_meter_the_edge_is_nothing_below_it_the_houses_and_above_it_the_players() -> None:
    sheet = par("three-card-poker", "five-card-progressive")
    assert sheet.progressive is not None
    even = sheet.progressive.break_even_micros
    assert even is not None
    for meter, sign in [(int(even) - 1_000_000, 1), (int(even) + 1_000_000, -1)]:
        edge = par("three-card-poker", "five-card-progressive", conditions=Conditions(meter_micros=meter)).house_edge
        assert edge * sign > 0
    assert sheet.progressive.fixed_return + sum(row.probability * row.share for row in sheet.rows) * even / MICROS == 1


def test_envy_counts_in_the_edge_only_where_other_hands_are_asked_for() -> None:
    alone = par("three-card-poker", "progressive", "A")
    six = par("three-card-poker", "progressive", "A", conditions=Conditions(players=6))
    per_hand = Fraction(100 + 3 * 25, 22_100)
    assert alone.envy is not None
    assert alone.envy.per_other_hand == per_hand
    assert alone.house_edge - six.house_edge == 6 * per_hand
    assert alone.theoretical_hold == six.theoretical_hold


@pytest.mark.parametrize(("dollars", "drawn"), [("4.99", False), ("5", True), ("5.01", True)])
def test_an_envy_bonus_is_drawn_from_the_least_wager_on(dollars: str, drawn: bool) -> None:
    sheet = par("pai-gow-poker", "fortune-bonus", "A", conditions=Conditions(wager_micros=int(Fraction(dollars) * MICROS)))
    assert sheet.envy is not None
    assert bool(sheet.envy.per_other_hand) is drawn


# Base games -----------------------------------------------------------------------------------------------------------


def test_a_base_game_has_a_row_for_each_net_result_of_all_money_staked() -> None:
    sheet = par("three-card-poker", "ante-bonus", "A")
    assert sheet.rows[-1].pays == "-2"
    assert [row.pays for row in sheet.rows] == ["+7", "+6", "+5", "+3", "+2", "+1", "0", "-1", "-2"]
    nets = [int(row.pays) for row in sheet.rows]
    assert sheet.house_edge == -sum(Fraction(net * row.count, sheet.total) for net, row in zip(nets, sheet.rows, strict=True))
    mean = -sheet.house_edge
    assert sheet.variance == sum(row.probability * (net - mean) ** 2 for net, row in zip(nets, sheet.rows, strict=True))
    assert sheet.hit_frequency == sum(row.probability for net, row in zip(nets, sheet.rows, strict=True) if net > 0)
    assert sheet.push_frequency == sum(row.probability for net, row in zip(nets, sheet.rows, strict=True) if net == 0)
    assert sheet.edge_per_resolved == sheet.house_edge / (1 - sheet.push_frequency)


def test_the_document_of_a_base_game_names_its_strategy_and_what_others_cost() -> None:
    strategy = par("three-card-poker", "ante-bonus", "A").to_json()["strategy"]
    assert (strategy["name"], strategy["plays"], strategy["hands"]) == ("optimal", 14_900, 22_100)
    assert [each["name"] for each in strategy["alternatives"]] == ["q-6-4", "any-queen", "always"]


@pytest.mark.parametrize("pays", ["5 to 1", "4 to 1"])
def test_a_mini_royal_row_on_an_ante_bonus_below_its_floor_is_noted(pays: str) -> None:
    sheet = par("three-card-poker", "ante-bonus", "A", options={"mini-royal-flush": pays})
    assert any("below the floor of 5 to 1" in note for note in sheet.notes) is (pays == "4 to 1")


# The API --------------------------------------------------------------------------------------------------------------


def test_a_sheet_is_frozen() -> None:
    sheet = par("three-card-poker", "pair-plus", "A")
    with pytest.raises(dataclasses.FrozenInstanceError):
        sheet.house_edge = Fraction(0)  # type: ignore[misc]


def test_a_sheet_shows_itself_as_a_table() -> None:
    sheet = par("three-card-poker", "pair-plus", "A")
    for shown in (str(sheet), sheet._repr_html_()):
        assert "Straight flush" in shown
        assert "35 to 1" in shown
        assert "4.5792%" in shown
    assert "<table" in sheet._repr_html_()
    assert "<script" not in sheet._repr_html_()


def test_a_row_is_found_by_its_outcome() -> None:
    sheet = par("three-card-poker", "pair-plus", "A")
    assert sheet.row("pair").one_in == Fraction(22_100, 3_744)
    with pytest.raises(KeyError, match="no row 'trips'"):
        sheet.row("trips")


def test_a_single_paytable_needs_no_label_and_several_do() -> None:
    assert par("midibaccarat", "player").paytable == "standard"
    with pytest.raises(ChoiceError, match="a paytable must be chosen; allowed: A, B, C, D, E"):
        par("three-card-poker", "pair-plus")


def test_sheets_gives_every_paytable_and_leaves_out_what_has_no_sheet() -> None:
    assert [each.paytable for each in sheets("three-card-poker", "pair-plus")] == list("ABCDE")
    found = {each.wager for each in sheets("three-card-poker")}
    assert found == {wager.id for wager in rulebook().game("three-card-poker").wagers} - {"ante", "play"}


def test_a_sheet_is_of_the_edition_in_force_on_a_day() -> None:
    assert par("three-card-poker", "pair-plus", "A", day=date(2014, 12, 13)).edition == "649a-2014"
    with pytest.raises(UnknownNameError, match="2014-12-12"):
        par("three-card-poker", "pair-plus", "A", day=date(2014, 12, 12))


def test_a_reduced_deck_may_be_priced() -> None:
    sheet = par("three-card-poker", "pair-plus", "A", conditions=Conditions(deck=reduced_deck([0, 1, 2])))
    assert (sheet.total, sheet.row("straight-flush").count, sheet.row("three-of-a-kind").count) == (220, 4, 4 * 3)


def test_the_decks_of_the_games() -> None:
    sizes = {game.id: deck_of(game, game.default_decks).size for game in rulebook()}
    assert sizes == {"midibaccarat": 416, "pai-gow-poker": 53, "three-card-poker": 52, "three-card-prime": 52}


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ({"wager_micros": 0}, "wager amount"),
        ({"wager_micros": -1}, "wager amount"),
        ({"meter_micros": -1}, "meter"),
        ({"players": -1}, "players"),
        ({"bettors": 0}, "bettors"),
        ({"rounds": 0}, "rounds"),
        ({"confidence": 0.0}, "confidence"),
        ({"confidence": 1.0}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"reserve_target_micros": -1}, "reserve_target"),
        ({"decks": 2}, "2 decks"),
    ],
)
def test_conditions_without_a_meaning_are_refused(asked: dict[str, Any], word: str) -> None:
    for wager, label in [("progressive", "A"), ("ante-bonus", "A")]:
        with pytest.raises(ChoiceError, match=word):
            par("three-card-poker", wager, label, conditions=Conditions(**asked))


def test_the_public_names_are_there() -> None:
    for name in pitbook.__all__:
        assert getattr(pitbook, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pitbook.nothing  # noqa: B018


def test_where_the_greater_row_is_paid_what_goes_by_the_hand_is_the_same_at_every_meter() -> None:
    def at(meter: int | None, order: str = "greater-of") -> pitbook.ParSheet:
        asked = Conditions(meter_micros=meter, players=5)
        return par("three-card-poker", "progressive", "A", readings={"low-meter-order": order}, conditions=asked)

    low, seed, printed = at(500_000), at(None), at(None, "printed-order")
    assert low.row("ace-king-and-queen-of-spades").count == 0, "it is paid as the 500 for 1 that the hand holds too"
    assert low.envy == seed.envy == printed.envy, "what another hand brings does not depend on the meter"
    assert low.envy is not None
    assert low.envy.per_other_hand == Fraction(100 + 3 * 25, 22_100)
    assert low.theoretical_hold == seed.theoretical_hold == printed.theoretical_hold, "no meter falls below the seed here"
    figures = low.progressive
    assert figures is not None
    assert figures.return_at_meter == low.returned
    assert printed.progressive is not None
    assert dataclasses.replace(figures, return_at_meter=printed.progressive.return_at_meter) == printed.progressive


def test_a_sheet_without_a_hold_says_why() -> None:
    readings = {"low-meter-order": "greater-of"}
    for game, wager, label in [
        ("three-card-poker", "five-card-progressive", None),
        ("three-card-prime", "five-card-progressive", "8"),
    ]:
        sheet = par(game, wager, label, readings=readings, terms={"increment": "14%"} if label else None)
        assert sheet.theoretical_hold is None
        held = [note for note in sheet.notes if "go by the hand that is held" in note]
        assert ["Envy Bonus" in note for note in held] == [sheet.envy is not None], "an Envy Bonus is named where there is one"
        assert [note for note in sheet.notes if "Hold" in note] == [
            "Hold, long-run return and mean meter are undefined: with low-meter-order = greater-of which row is paid depends on "
            "the meter, which may fall to where another pays more."
        ]


@pytest.mark.parametrize(
    ("game", "wager", "label", "terms", "values"),
    [
        ("three-card-poker", "progressive", "A", {}, {"reseed-source": "reserve-only"}),
        ("three-card-prime", "five-card-progressive", "1", {"seed": "10000", "reseed": "1000"}, {}),
        ("midibaccarat", "harmony-progressive", "A", {"seed": "100000", "reseed": "50", "increment": "15%"}, {}),
        ("three-card-poker", "five-card-hand-bonus", None, {}, {"partial-award-source": "house"}),
    ],
)
def test_a_meter_that_begins_again_where_another_row_pays_more_has_no_hold(
    game: str, wager: str, label: str | None, terms: dict[str, str], values: dict[str, str]
) -> None:
    greater = par(game, wager, label, terms=terms or None, readings={"low-meter-order": "greater-of", **values})
    printed = par(game, wager, label, terms=terms or None, readings=values)
    assert greater.theoretical_hold is None
    assert printed.theoretical_hold is not None


def test_a_paytable_of_ones_own_is_called_that_whatever_its_label() -> None:
    printed = rulebook().game("three-card-poker").edition().wager("pair-plus").paytables[0]
    sheet = par("three-card-poker", "pair-plus", own_table=printed)
    assert sheet_json(sheet)["own_paytable"] is True
    assert sheet_table(sheet).title == "Pair Plus Wager · your own paytable 'A'"
    assert sheet_json(par("three-card-poker", "pair-plus", "A"))["own_paytable"] is False
