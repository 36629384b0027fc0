"""Every figure of every PAR sheet, computed again from its definition (``par_model``) and compared exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import par_model
from par_model import Asked, every_reading, expected, games, priced_wagers, wager_part
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, offer
from pitbook.counting import histogram
from pitbook.families import families
from pitbook.par import Conditions, ParSheet, deck_of, par
from pitbook.payouts import MICROS

SHEETS = [(game, wager, label) for game in games() for wager, label in priced_wagers(game)]
PROGRESSIVES = [each for each in SHEETS if "meter" in wager_part(each[0], each[1])]
IDS = ["/".join(each) for each in SHEETS]


def micros(dollars: Fraction | None) -> int | None:
    return None if dollars is None else int(dollars * MICROS)


def found(game: str, wager: str, label: str, asked: Asked, **more: Any) -> ParSheet:
    conditions = Conditions(
        wager_micros=int(asked.amount * MICROS),
        meter_micros=micros(asked.meter),
        players=asked.players,
        bettors=asked.bettors,
        reserve_target_micros=micros(asked.target),
        decks=asked.decks,
        **more,
    )
    return par(game, wager, label, readings=asked.readings, options=asked.options, terms=asked.terms, conditions=conditions)


def exact(value: Any) -> Any:
    """A JSON rational as a fraction, checked against its number; everything else as it is."""
    if isinstance(value, Mapping) and set(value) == {"exact", "value"}:
        over, under = value["exact"].split("/")
        fraction = Fraction(int(over), int(under))
        assert (fraction.numerator, fraction.denominator) == (int(over), int(under)), "in lowest terms"
        assert value["value"] == float(fraction)
        return fraction
    return value


def compare(sheet: ParSheet, wanted: Mapping[str, Any]) -> None:
    document = sheet.to_json()
    assert document["total"] == wanted["total"]
    assert [
        (row["outcome"], row["count"], exact(row["probability"]), exact(row["contribution"])) for row in document["rows"]
    ] == wanted["rows"]
    assert sum(row["count"] for row in document["rows"]) == document["total"]
    assert all(exact(row["handed_over"]) * exact(row["probability"]) == exact(row["contribution"]) for row in document["rows"])
    assert [exact(row["meter_share"]) for row in document["rows"]] == wanted["shares"]
    assert [each["outcome"] for each in document["extras"]] == [outcome for outcome, _, _ in wanted["extras"]]
    for name in (
        "house_edge",
        "return",
        "theoretical_hold",
        "edge_per_resolved",
        "hit_frequency",
        "push_frequency",
        "element_of_risk",
        "variance",
        "largest_award",
    ):
        assert exact(document[name]) == wanted[name], name
    for name in ("standard_deviation", "skewness"):
        assert document[name] == pytest.approx(float(wanted[name]), rel=1e-9), name
    meter = document["meter"]
    assert (None if meter is None else {"value": exact(meter["value"]), "basis": meter["basis"]}) == wanted["meter"]
    compare_progressive(document["progressive"], wanted["progressive"])
    compare_envy(document["envy"], wanted["envy"])


def compare_progressive(document: Mapping[str, Any] | None, wanted: Mapping[str, Any] | None) -> None:
    if document is None or wanted is None:
        assert document is wanted is None
        return
    assert set(document) == set(wanted)
    for name in set(wanted) - {"reserve_adequacy"}:
        assert exact(document[name]) == wanted[name], name
    adequacy, model = document["reserve_adequacy"], wanted["reserve_adequacy"]
    if adequacy is None or model is None:
        assert adequacy is model is None
        return
    assert exact(adequacy["target"]) == model["target"]
    assert exact(adequacy["mean_reserve"]) == model["mean_reserve"]
    for name in ("probability", "expected_shortfall"):
        assert adequacy[name] == (None if model[name] is None else pytest.approx(model[name], rel=1e-7, abs=1e-6)), name


def compare_envy(document: Mapping[str, Any] | None, wanted: Mapping[str, Any] | None) -> None:
    if document is None or wanted is None:
        assert document is wanted is None
        return
    for name in ("receiver_minimum", "per_other_hand", "cost_per_round"):
        assert exact(document[name]) == wanted[name], name
    assert document["trigger"] == wanted["trigger"]
    rows = [(row["outcome"], exact(row["pays"]), exact(row["probability"])) for row in document["rows"]]
    assert sorted(rows) == sorted((outcome, dollars, chance) for outcome, _, dollars, chance in wanted["cells"])
    for row in document["rows"]:
        if row["wager_amount"] is not None and row["printed"].startswith("$"):
            assert exact(row["pays"]) == par_model.number(row["printed"])


def amounts(wager: str, label: str, game: str) -> list[Fraction]:
    """Wager amounts to price; only those printed where the envy table has columns for no other."""
    envy = [column for block in wager_part(game, wager).get("envy", []) for column in block["columns"]]
    if any(column.startswith("$") for column in envy):
        return [par_model.number(column) for column in envy]
    return [Fraction(1), Fraction(5), Fraction(1, 4), Fraction(37, 2)]


# The default readings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "wager", "label"), SHEETS, ids=IDS)
def test_every_figure_at_every_amount_and_number_of_hands(game: str, wager: str, label: str) -> None:
    for amount in amounts(wager, label, game):
        for players, bettors in [(0, 1), (6, 1), (1, 3)]:
            asked = Asked(amount=amount, players=players, bettors=bettors)
            compare(found(game, wager, label, asked), expected(game, wager, label, asked))


@pytest.mark.parametrize(("game", "wager", "label"), PROGRESSIVES, ids=["/".join(each) for each in PROGRESSIVES])
def test_every_figure_at_every_meter_and_under_given_terms(game: str, wager: str, label: str) -> None:
    cases = [
        Asked(meter=Fraction(0)),
        Asked(meter=Fraction("123456.789012"), bettors=2),
        Asked(amount=Fraction(5), meter=Fraction(1_000_000), bettors=7, players=5),
        Asked(amount=Fraction(5), terms={"seed": "$5,000", "reseed": "2,000x", "increment": "17.5%", "reserve": "0%"}),
        Asked(terms={"seed": "2,500 for 1", "reseed": "$1,000", "increment": "12%", "reserve": "3%"}, bettors=4),
        Asked(terms={"increment": "0.2", "reserve": "1/50"}, target=Fraction(500)),
        Asked(amount=Fraction(5), terms={"increment": "1/7", "reserve": "2%"}, target=Fraction(1_000), bettors=3),
        Asked(terms={"seed": "N/A", "reseed": "N/A", "increment": "N/A", "reserve": "N/A"}),
    ]
    for asked in cases:
        compare(found(game, wager, label, asked), expected(game, wager, label, asked))


@pytest.mark.parametrize("label", list("ABCDEFGHI"))
def test_a_shoe_of_six_decks_has_its_own_figures(label: str) -> None:
    for wager, table in [("player", "standard"), ("banker", "standard"), ("tie", "standard"), ("harmony-progressive", label)]:
        asked = Asked(decks=6)
        compare(found("midibaccarat", wager, table, asked), expected("midibaccarat", wager, table, asked))


def test_a_seed_that_is_given_where_none_is_printed_is_put_on_again() -> None:
    given = Asked(terms={"seed": "$5,000", "increment": "20%"})
    wanted = Asked(terms={"seed": "$5,000", "reseed": "$5,000", "increment": "20%"})
    compare(found("pai-gow-poker", "progressive", "standard", given), expected("pai-gow-poker", "progressive", "standard", wanted))


# Other readings -----------------------------------------------------------------------------------------------------

OWN_VALUES = {"rate": ["2.5%", "0%"], "payout": ["9 to 1", "17 to 2"], "amount": ["$3"]}


def alternatives(game: str, wager: str) -> list[tuple[str, str]]:
    """Every value, other than the default, of every reading that could touch the wager."""
    pairs: list[tuple[str, str]] = []
    for reading in every_reading(game):
        if reading.get("wagers") and wager not in reading["wagers"]:
            continue
        values = [*reading["values"], *OWN_VALUES.get(reading.get("accepts", ""), [])]
        pairs.extend((reading["id"], value) for value in values if value != reading["default"])
    return pairs


PRICED = {"low-meter-order", "reseed-source", "partial-award-source", "below-seed", "meter-per-amount"}
"""Shared policies that have a formula of their own; the envy policies are in the notes of each game or change who is counted."""


def cases_of(game: str, wager: str) -> list[Asked]:
    if "meter" not in wager_part(game, wager):
        return [Asked(amount=Fraction(5), players=2)]
    return [Asked(meter=Fraction(150), players=2), Asked(amount=Fraction(5), meter=Fraction(2_000), bettors=2)]


@pytest.mark.parametrize(("game", "wager", "label"), SHEETS, ids=IDS)
def test_every_figure_under_every_reading(game: str, wager: str, label: str) -> None:
    own = {each["id"] for each in par_model.edition(game).get("reading", []) if "odds" in each["affects"]}
    for reading, value in alternatives(game, wager):
        if reading not in own | PRICED and not reading.startswith("envy-"):
            continue
        for plain in cases_of(game, wager):
            asked = replace(plain, readings={reading: value})
            if (reading, value) == ("harmony-jackpot", "in-turn") and asked.bettors > 1:
                # Awards in turn are not shared, so there are no figures for several bettors.
                with pytest.raises(ChoiceError, match="in-turn"):
                    found(game, wager, label, asked)
                continue
            try:
                compare(found(game, wager, label, asked), expected(game, wager, label, asked))
            except AssertionError as fault:
                raise AssertionError(f"{reading}={value}, {plain}: {fault}") from fault


@pytest.mark.parametrize(("offered", "noted"), [("not-offered", 1), ("offered", 0)])
def test_a_probability_that_is_not_used_is_noted(offered: str, noted: int) -> None:
    extras = [each for each in par_model.edition("three-card-poker")["wager"] if "extra" in each]
    option = f"{par_model.slug(extras[0]['extra'][0]['hand'])}-probability"
    asked = Asked(readings={"magic-lucky": offered}, options={option: "1%"})
    notes = found("three-card-poker", extras[0]["id"], extras[0]["table"][0]["columns"][0], asked).notes
    assert sum("Not used" in each for each in notes) == noted


def figures(sheet: ParSheet) -> dict[str, Any]:
    document = sheet.to_json()
    kept = {name: document[name] for name in document if name not in {"readings", "notes", "envy"}}
    return kept | {"envy": {name: value for name, value in (document["envy"] or {}).items() if name != "trigger"}}


def some_tables() -> list[tuple[str, str, str]]:
    """The first paytable of every wager, and those that differ from it in more than their figures."""
    first = {(game, wager): label for game, wager, label in reversed(SHEETS)}
    more = [("three-card-prime", "five-card-progressive", label) for label in ("5", "8", "11", "13", "15")]
    more += [("three-card-poker", "six-card-bonus", label) for label in "DE"]
    more += [("pai-gow-poker", "fortune-bonus", "C"), *(("midibaccarat", "harmony-progressive", label) for label in "DG")]
    return [*((game, wager, label) for (game, wager), label in first.items()), *more]


@pytest.mark.parametrize(("game", "wager", "label"), some_tables(), ids=["/".join(each) for each in some_tables()])
def test_a_sheet_names_every_reading_that_its_figures_depend_on(game: str, wager: str, label: str) -> None:
    for plain in cases_of(game, wager):
        usual = found(game, wager, label, plain)
        listed = {each.reading.id for each in usual.readings}
        before = figures(usual)
        for reading, value in alternatives(game, wager):
            if reading not in listed:
                other = found(game, wager, label, replace(plain, readings={reading: value}))
                assert figures(other) == before, f"{reading}={value} changes a figure of {plain}"


@pytest.mark.parametrize("readings", [{}, {"joker-in-royal": "no"}, {"pay-order": "poker-rank"}])
def test_readings_are_taken_together(readings: dict[str, str]) -> None:
    asked = Asked(readings={"joker-in-match": "yes", **readings})
    for wager in ("fortune-bonus", "emperors-treasure"):
        compare(found("pai-gow-poker", wager, "A", asked), expected("pai-gow-poker", wager, "A", asked))


@pytest.mark.parametrize(
    ("label", "readings"),
    [(label, value) for label in ("15", "18") for value in ("four-card-straight-flush", "five-card-flush")],
)
def test_four_card_readings_are_taken_together(label: str, readings: str) -> None:
    asked = Asked(readings={"flush-with-four-run": readings, "four-card-hands": "ace-high-only", "five-card-wheel": "no"})
    compare(
        found("three-card-prime", "five-card-progressive", label, asked),
        expected("three-card-prime", "five-card-progressive", label, asked),
    )


# Options ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", list("ABCDE"))
@pytest.mark.parametrize("instead", ["instead", "on-top"])
def test_the_mini_royal_row_of_649a_12_g(label: str, instead: str) -> None:
    asked = Asked(options={"mini-royal-flush": "50 to 1"}, readings={"mini-royal-instead": instead})
    sheet = found("three-card-poker", "pair-plus", label, asked)
    compare(sheet, expected("three-card-poker", "pair-plus", label, asked))
    assert (sheet.rows[0].outcome, sheet.rows[0].count, sheet.row("straight-flush").count) == ("mini-royal-flush", 4, 44)


@pytest.mark.parametrize("wager", ["five-card-hand-bonus", "five-card-hand-bonus-on-dealer"])
@pytest.mark.parametrize(
    "options", [{}, {"magic-card-probability": "5/104"}, {"magic-card-probability": "1%", "lucky-bonus-probability": "1/14"}]
)
@pytest.mark.parametrize("on_fold", ["settled", "lost"])
def test_magic_card_and_lucky_bonus_pay_beside_the_rows(wager: str, options: dict[str, str], on_fold: str) -> None:
    asked = Asked(options=options, readings={"magic-lucky": "offered", "progressive-on-fold": on_fold}, bettors=2)
    sheet = found("three-card-poker", wager, "standard", asked)
    wanted = expected("three-card-poker", wager, "standard", asked)
    compare(sheet, wanted)
    for extra, (outcome, multiple, chance) in zip(sheet.extras, wanted["extras"], strict=True):
        assert (extra.outcome, extra.probability) == (outcome, chance)
        assert extra.contribution == (None if chance is None else chance * multiple)


# Bands --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_the_volatility_index_holds_its_confidence(confidence: float) -> None:
    sheet = found("three-card-poker", "pair-plus", "A", Asked(), confidence=confidence)
    assert math.erf(sheet.volatility_index / sheet.standard_deviation / math.sqrt(2)) == pytest.approx(confidence, rel=1e-12)


@pytest.mark.parametrize(("rounds", "given"), [(9_207, False), (9_208, True), (9_209, True)])
def test_a_band_needs_twenty_of_every_row_that_carries_a_twentieth_of_the_variance(rounds: int, given: bool) -> None:
    """Straight flushes (48 of 22,100) carry more than that in Pair Plus A, so 20 of them take 9,208.33 rounds; trips 52."""
    sheet = found("three-card-poker", "pair-plus", "A", Asked(), rounds=rounds)
    carrying = [row for row in sheet.rows if row.probability * (row.handed_over - sheet.returned) ** 2 * 20 > sheet.variance]
    least = min(row.probability for row in carrying)
    band = sheet.band(rounds)
    assert isinstance(band, tuple) == (least * rounds >= 20)
    if isinstance(band, tuple):
        half = sheet.volatility_index / math.sqrt(rounds)
        assert band[0] == pytest.approx(float(sheet.house_edge) - half)
        assert band[1] == pytest.approx(float(sheet.house_edge) + half)
    assert given or isinstance(band, str)


# Figures the notes on the regulation name -----------------------------------------------------------------------------

SHOE = 4_998_398_275_503_360
PLAYER, BANKER, TIE = 2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216


@pytest.mark.parametrize(
    ("game", "wager", "label", "edge"),
    [
        ("three-card-poker", "pair-plus", "A", Fraction(253, 5_525)),
        ("three-card-poker", "pair-plus", "D", Fraction(128, 5_525)),
        ("three-card-poker", "six-card-bonus", "A", Fraction(15_306, 149_695)),
        ("pai-gow-poker", "fortune-bonus", "B", Fraction(12_066_096, 154_143_080)),
        ("midibaccarat", "player", "standard", Fraction(BANKER - PLAYER, SHOE)),
        ("midibaccarat", "banker", "standard", Fraction(PLAYER * 20 - BANKER * 19, SHOE * 20)),
        ("midibaccarat", "tie", "standard", 1 - Fraction(9 * TIE, SHOE)),
    ],
)
def test_published_house_edges(game: str, wager: str, label: str, edge: Fraction) -> None:
    assert par(game, wager, label).house_edge == edge


@pytest.mark.parametrize(
    ("game", "wager", "label", "shown"),
    [
        ("three-card-poker", "pair-plus", "A", "4.5792%"),
        ("three-card-poker", "pair-plus", "D", "2.3167%"),
        ("three-card-poker", "six-card-bonus", "A", "10.2248%"),
        ("pai-gow-poker", "fortune-bonus", "B", "7.8279%"),
        ("midibaccarat", "player", "standard", "1.2351%"),
        ("midibaccarat", "banker", "standard", "1.0579%"),
        ("midibaccarat", "tie", "standard", "14.3596%"),
    ],
)
def test_published_house_edges_as_they_are_printed(game: str, wager: str, label: str, shown: str) -> None:
    assert f"{float(par(game, wager, label).house_edge):.4%}" == shown


def test_paid_by_poker_rank_fortune_b_costs_201_824_units_more() -> None:
    usual = par("pai-gow-poker", "fortune-bonus", "B")
    other = par("pai-gow-poker", "fortune-bonus", "B", readings={"pay-order": "poker-rank"})
    assert other.house_edge - usual.house_edge == Fraction(201_824, 154_143_080)


def test_the_jackpot_of_harmony_and_of_the_pai_gow_progressive_by_reading() -> None:
    def jackpot(game: str, wager: str, label: str, **readings: str) -> Fraction:
        sheet = par(game, wager, label, readings={name.replace("_", "-"): value for name, value in readings.items()})
        assert sheet.progressive is not None
        return sheet.progressive.jackpot_probability

    assert jackpot("midibaccarat", "harmony-progressive", "A") == Fraction(5_872_124_160, SHOE)
    assert jackpot("pai-gow-poker", "progressive", "standard") == Fraction(228, 154_143_080)
    natural = jackpot("pai-gow-poker", "progressive", "standard", progressive_seven_card_straight_flush="natural-only")
    assert natural == Fraction(32, 154_143_080)


# The order of rows ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "wager", "label"), SHEETS, ids=IDS)
def test_no_table_pays_a_later_fixed_row_more_than_an_earlier_one_that_can_hold_with_it(game: str, wager: str, label: str) -> None:
    offered = offer(rulebook().game(game), wager, label)
    assert offered.family is not None
    family = families(offered.game.package)[offered.family]
    masks = histogram(offered.game.package, offered.family, deck_of(offered.game, offered.game.default_decks))
    rows = [(row.outcome, family.bit(row.event), row.award.per_unit(MICROS, 0)) for row in offered.rows if not row.award.share]
    for n, (earlier, bit, pays) in enumerate(rows):
        for later, other_bit, other_pays in rows[n + 1 :]:
            if other_pays > pays:
                assert not any(mask & bit and mask & other_bit for mask in masks), f"{later} pays more than {earlier}"


def test_wagers_without_a_column_in_the_envy_table_are_refused_or_taken_in_proportion() -> None:
    asked = Asked(amount=Fraction(2))
    with pytest.raises(ChoiceError, match=r"no Envy Bonus for a wager of \$2.00; allowed: \$1.00, \$5.00"):
        found("three-card-poker", "progressive", "A", asked)
    linear = found("three-card-poker", "progressive", "A", Asked(amount=Fraction(2), readings={"envy-other-amounts": "linear"}))
    one = found("three-card-poker", "progressive", "A", Asked())
    assert linear.envy is not None
    assert one.envy is not None
    assert linear.envy.per_other_hand == one.envy.per_other_hand == Fraction(100 * 1 + 25 * 3, 22_100)
