"""The check of a filing: every code has a filing that breaks it alone, clean filings are clean, thresholds are exact."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitbook.catalog import rulebook
from pitbook.checks import check, codes, editions_held, payouts
from pitbook.checks.answer import check_answer, failed
from pitbook.choices import offer
from pitbook.findings import Finding, Severity, verdict, verdict_in_full
from pitbook.par import par
from pitbook.payouts import MICROS, PayoutKind, payout_text
from pitbook.rulebook import Game, Wager
from pitbook.starter import starter
from pitbook.submission import Submission, read_file, read_submission

HERE = Path(__file__).parent
FAULTY = sorted((HERE / "data" / "filings").glob("*.toml"))
EXAMPLES = sorted((HERE.parent / "examples" / "submissions").glob("*.toml"))

STANDING = {"edition-dates-unknown"}
"""Found wherever a game's copy of the rules bears no date, whatever is filed."""

Data = dict[str, Any]


def plain(path: Path) -> Data:
    return tomllib.loads(path.read_text("utf-8"))


def found(data: Data) -> tuple[Finding, ...]:
    return check(read_submission(data))


def found_codes(data: Data) -> set[str]:
    return {each.code for each in found(data)} - STANDING


def filing(game: str, wagers: Mapping[str, Any], **keys: Any) -> Data:
    """A filing of one game: keys of the game, and under ``file`` those of the filing."""
    file = {"certificate_holder": "A", "facility": "F", "filing_date": "2026-03-02", **keys.pop("file", {})}
    return {**file, "games": [{"game": game, "tables": ["T-1"], "wagers": dict(wagers), **keys}]}


BASE = {
    "ante": {"minimum": "10.00", "maximum": "500.00"},
    "play": {"minimum": "10.00", "maximum": "500.00"},
    "ante-bonus": {"paytable": "A"},
}
PAIR_PLUS = {"pair-plus-alone": "allowed", "aggregate-limit": "off"}
SYSTEM = ["605a.7"]


def three_card(wagers: Mapping[str, Any], **keys: Any) -> Data:
    return filing("three-card-poker", {**BASE, **wagers}, **keys)


def progressive(meter: Mapping[str, Any] | None = None, **keys: Any) -> Data:
    readings = {"overflow": "to-next-start", **keys.pop("readings", {})}
    wager = {"paytable": "A", "amounts": ["1.00"], **({"meter": dict(meter)} if meter else {})}
    return three_card({"progressive": wager}, systems=SYSTEM, readings=readings, **keys)


# Codes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_faulty_filing_yields_its_code_alone(path: Path) -> None:
    findings = check(read_file(path))
    assert {each.code for each in findings} - (STANDING - {path.stem}) == {path.stem}


def test_every_code_has_a_faulty_filing_and_no_filing_an_unknown_code() -> None:
    assert {path.stem for path in FAULTY} == set(codes())


def test_every_code_says_what_it_means_by_which_clause_and_what_mends_it() -> None:
    for name, code in codes().items():
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", name)
        for text in (code.means, code.remedy):
            assert text.endswith((".", ".)")), name
        assert code.clause, name
        assert "approved" not in code.means


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_finding_names_a_place_in_the_file_what_was_found_and_what_is_allowed(path: Path) -> None:
    data = plain(path)
    for each in check(read_file(path)):
        assert each.found
        assert each.allowed
        assert each.citation
        assert each.remedy
        assert at_place(data, each.place), each.place


def at_place(data: Data, place: str) -> bool:
    """Whether a key path leads into the file; its last step or two may be what is missing."""
    value: Any = data
    steps = re.findall(r"[^.\[\]]+|\[\d+\]", place)
    for n, step in enumerate(steps):
        try:
            value = value[int(step[1:-1])] if step.startswith("[") else value[step]
        except (KeyError, IndexError, TypeError):
            return len(steps) - n <= 3
    return True


def test_severities_of_the_codes_are_those_of_their_findings_but_for_the_notes_on_shared_policies() -> None:
    for path in FAULTY:
        for each in check(read_file(path)):
            assert each.severity in {codes()[each.code].severity, Severity.NOTE}


# Clean filings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_has_notes_at_most(path: Path) -> None:
    findings = check(read_file(path))
    assert {each.severity for each in findings} <= {Severity.NOTE}
    assert {each.code for each in findings} <= {"edition-dates-unknown", "odds-not-held"}


def test_the_examples_are_of_every_game_and_of_a_whole_casino() -> None:
    assert {path.stem for path in EXAMPLES} == {*rulebook().games, "whole-casino"}
    assert {each.game.id for each in read_file(EXAMPLES[-1]).games} == set(rulebook().games)


@cache
def examples() -> tuple[Data, ...]:
    return tuple(plain(path) for path in EXAMPLES)


@settings(max_examples=40)
@given(st.integers(0, len(EXAMPLES) - 1), st.randoms(use_true_random=False))
def test_a_clean_filing_stays_clean_in_another_order(n: int, random: Any) -> None:
    shuffled = in_another_order(examples()[n], random)
    assert summary(found(shuffled)) == summary(found(examples()[n]))


def in_another_order(value: Any, random: Any) -> Any:
    """The same filing with its tables' keys, games, links, amounts and members in another order."""
    if isinstance(value, dict):
        keys = list(value)
        random.shuffle(keys)
        return {key: in_another_order(value[key], random) for key in keys}
    if isinstance(value, list):
        changed = [in_another_order(each, random) for each in value]
        random.shuffle(changed)
        return changed
    return value


def summary(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return sorted((each.code, each.found) for each in findings)


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_json_filing_is_checked_like_a_toml_one(path: Path, tmp_path: Path) -> None:
    import json

    written = tmp_path / "filing.json"
    written.write_text(json.dumps(plain(path), default=str), "utf-8")
    assert check(read_file(written)) == check(read_file(path))


# Every printed paytable, as printed, is clean ------------------------------------------------------------------------


def with_paytables() -> Iterator[tuple[Game, Wager, str]]:
    for game in rulebook():
        for wager in game.wagers:
            for table in wager.paytables:
                yield game, wager, table.label


@pytest.mark.parametrize(("game", "wager", "label"), list(with_paytables()), ids=lambda each: getattr(each, "id", each))
def test_a_paytable_filed_as_printed_breaks_no_rule(game: Game, wager: Wager, label: str) -> None:
    findings = found(as_printed(game, wager, label))
    odd = {"payout-not-printed", "for-to-slip", "row-missing", "row-not-printed", "row-of-another-paytable", "player-edge"}
    odd |= {f"{term}-not-of-paytable" for term in ("seed", "reseed", "increment", "reserve", "envy")}
    assert not odd & {each.code for each in findings}


def as_printed(game: Game, wager: Wager, label: str) -> Data:
    """A wager with everything that its paytable prints: payouts, terms, Envy Bonuses."""
    offered = offer(game, wager.id, label)
    part: Data = {"paytable": label, "pays": {row.hand: row.pays or "N/A" for row in offered.rows}}
    terms = wager.paytable(label).terms
    if terms is not None:
        part["meter"] = dict(terms.printed)
    envy = wager.paytable(label).envy
    for amount in (envy.wager_amounts or (None,)) if envy is not None else ():
        column = {row.outcome: row.printed["" if amount is None else f"${amount // MICROS}"] for row in (envy.rows if envy else ())}
        part.setdefault("envy", []).append({"pays": column, **({} if amount is None else {"wager": f"{amount // MICROS}.00"})})
    return filing(game.id, {wager.id: part})


@pytest.mark.parametrize("wager", ["pair-plus", "six-card-bonus"])
def test_every_changed_payout_is_found_where_it_stands(wager: str) -> None:
    game = rulebook().game("three-card-poker")
    for table in game.wager(wager).paytables:
        clean = as_printed(game, game.wager(wager), table.label)
        for hand, pays in clean["games"][0]["wagers"][wager]["pays"].items():
            if " to 1" not in pays:
                continue
            changed = copy.deepcopy(clean)
            changed["games"][0]["wagers"][wager]["pays"][hand] = pays.replace(" to 1", "000 to 1").replace(",", "")
            places = {each.place for each in found(changed) if each.code == "payout-not-printed"}
            assert [place.rpartition(".")[2] for place in places] == [row.outcome for row in table.rows if row.hand == hand]


def test_every_exchange_of_for_and_to_is_told_as_a_slip() -> None:
    for game, wager, label in with_paytables():
        clean = as_printed(game, wager, label)
        pays = clean["games"][0]["wagers"][wager.id]["pays"]
        for row in offer(game, wager.id, label).rows:
            if row.award.kind not in {PayoutKind.TO_ONE, PayoutKind.FOR_ONE}:
                continue
            text = payout_text(row.award)
            slip = text.replace(" to ", " for ") if " to " in text else text.replace(" for ", " to ")
            if not slip.endswith(" 1"):
                continue
            changed = copy.deepcopy(clean)
            changed["games"][0]["wagers"][wager.id]["pays"] = {**pays, row.hand: slip}
            slips = {each.code for each in payouts.check(read_submission(changed))}
            assert "for-to-slip" in slips, (game.id, wager.id, label, row.hand)


# Wordings ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["35 to 1", "35:1", "35-1", "35-to-1", "35 : 1", "35 TO 1", "35 to one", "35.0 to 1", "70 to 2"])
def test_a_payout_in_another_wording_is_the_printed_one(text: str) -> None:
    pays = {
        "Straight flush": text,
        "Three-of-a-kind": "25 to 1",
        "Straight": "6 to 1",
        "Flush": "4 to 1",
        "Pair": "1 to 1",
    }
    wager = {"pair-plus": {"paytable": "a", "minimum": "5", "maximum": "100", "pays": pays}}
    assert found_codes(three_card(wager, readings=PAIR_PLUS)) == set()


@pytest.mark.parametrize("text", ["100% of meter", "100%", "100% of the meter", "100% progressive meter", "100% of Progressive"])
def test_the_whole_meter_in_another_wording_is_the_printed_one(text: str) -> None:
    pays = {
        "ace-king-and-queen-of-spades": text,
        "ace-king-and-queen-of-hearts-diamonds-or-clubs": "500 for 1",
        "straight-flush": "70 for one",
        "three-of-a-kind": "60-for-1",
        "straight": "6 for 1",
    }
    wager = {"progressive": {"paytable": "A", "amounts": ["1.00"], "pays": pays}}
    assert found_codes(three_card(wager, systems=SYSTEM)) == set()


@pytest.mark.parametrize("seed", ["$1,000 for 1", "1,000 for 1", "1000x", "1,000 ×", "$1,000", "1000.00"])
def test_a_seed_in_another_wording_is_the_printed_one(seed: str) -> None:
    assert found_codes(progressive({"seed": seed})) == set()


def test_dollars_mean_the_meter_of_the_amount_offered() -> None:
    data = progressive({"seed": "$5,000"})
    data["games"][0]["wagers"]["progressive"]["amounts"] = ["5.00"]
    assert found_codes(data) == set()
    data["games"][0]["wagers"]["progressive"]["meter"]["seed"] = "$1,000"
    assert found_codes(data) == {"seed-not-of-paytable"}


# Terms of another paytable -------------------------------------------------------------------------------------------


def test_terms_of_another_paytable_are_recognised() -> None:
    [finding] = found(progressive({"increment": "20%"}))
    assert finding.found == "20% (that of paytable B)"
    assert finding.allowed == "14% for paytable A"
    assert finding.citation == "58 Pa. Code § 649a.12(e)(3)"


def test_the_payouts_of_one_number_and_the_terms_of_another_are_found() -> None:
    wager = {"paytable": "12", "amounts": ["1.00"], "meter": {"seed": "2,000x", "increment": "15%"}}
    findings = [each for each in found(prime(wager)) if each.code not in STANDING]
    assert [(each.code, each.found) for each in findings] == [
        ("seed-not-of-paytable", "2,000x (that of paytable 5, 7)"),
        ("increment-not-of-paytable", "15% (that of paytable 5, 7, 8, 9, 10)"),
    ]


def prime(wager: Mapping[str, Any], **keys: Any) -> Data:
    wagers = {"ante": {"minimum": "10.00", "maximum": "500.00"}, "five-card-progressive": wager}
    return filing("three-card-prime", wagers, systems=SYSTEM, **keys)


def test_an_envy_bonus_of_another_paytable_is_recognised() -> None:
    pays = {"five-card-royal-flush": "5,000x", "five-card-straight-flush": "300x"}
    findings = found(prime({"paytable": "12", "amounts": ["1.00"], "envy": [{"pays": pays}]}))
    [finding] = [each for each in findings if each.code not in STANDING]
    assert (finding.found, finding.allowed) == ("5,000x (that of paytable 13)", "1,000x")


def test_an_envy_bonus_left_out_is_found() -> None:
    findings = found(prime({"paytable": "12", "amounts": ["1.00"], "envy": [{"pays": {"five-card-royal-flush": "1,000x"}}]}))
    [finding] = [each for each in findings if each.code not in STANDING]
    assert (finding.code, finding.found, finding.allowed) == ("envy-not-of-paytable", "none", "300x")


def test_a_number_for_a_seed_that_is_not_applicable_is_no_seed_of_the_paytable() -> None:
    wager = {"paytable": "8", "amounts": ["1.00"], "meter": {"seed": "10,000x", "opening": "5000.00"}}
    codes_found = found_codes(prime(wager, readings={"seed-not-applicable": "restart-from-reserve"}))
    assert codes_found == {"seed-not-of-paytable"}


def test_a_reseed_is_filed_where_the_reading_asks_for_one() -> None:
    readings = {"seed-not-applicable": "reseed-parameter"}
    wager: Data = {"paytable": "8", "amounts": ["1.00"], "meter": {"seed": "N/A", "opening": "5000.00"}}
    assert found_codes(prime(wager, readings=readings)) == {"missing-terms"}
    wager["meter"]["reseed"] = "1,000x"
    assert found_codes(prime(wager, readings=readings)) == set()


def test_each_wager_amount_needs_its_opening() -> None:
    wager: Data = {"paytable": "8", "amounts": ["1.00", "5.00"], "meter": {"opening": {"1.00": "5000.00"}}}
    readings = {"seed-not-applicable": "restart-from-reserve", "meter-per-amount": "one-per-amount"}
    assert found_codes(prime(wager, readings=readings)) == {"missing-opening"}
    wager["meter"]["opening"]["5.00"] = "25000.00"
    assert found_codes(prime(wager, readings=readings)) == set()


# Thresholds: below, at, above ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("odds", "codes_found"), [("39 to 1", {"option-below-floor"}), ("40 to 1", set()), ("41 to 1", set())])
def test_the_floor_of_a_mini_royal_at_pair_plus(odds: str, codes_found: set[str]) -> None:
    wager = {"paytable": "A", "minimum": "5.00", "maximum": "10.00", "options": {"mini-royal-flush": odds}}
    assert found_codes(three_card({"pair-plus": wager}, readings={**PAIR_PLUS, "mini-royal-instead": "instead"})) == codes_found


@pytest.mark.parametrize(("odds", "allowed"), [("20 to 1", "40 to 1 or more"), ("50 to 1", "50 to 1")])
def test_a_missing_row_is_asked_for_at_odds_that_may_be_filed(odds: str, allowed: str) -> None:
    pays = {"straight-flush": "40 to 1"}
    wager = {"paytable": "A", "minimum": "5.00", "maximum": "10.00", "options": {"mini-royal-flush": odds}, "pays": pays}
    missing = [each.allowed for each in found(three_card({"pair-plus": wager})) if each.code == "row-missing"]
    assert f"mini-royal-flush = {allowed}" in missing


@pytest.mark.parametrize(("odds", "codes_found"), [("4 to 1", {"option-below-floor"}), ("5 to 1", set()), ("6 to 1", set())])
def test_the_floor_of_a_mini_royal_at_the_ante_bonus(odds: str, codes_found: set[str]) -> None:
    bonus = {"ante-bonus": {"paytable": "A", "options": {"mini-royal-flush": odds}}}
    assert found_codes(three_card(bonus, readings={"mini-royal-instead": "instead"})) == codes_found


def test_odds_for_one_are_no_odds_of_an_optional_row() -> None:
    wager = {"paytable": "A", "minimum": "5.00", "maximum": "10.00", "options": {"mini-royal-flush": "50 for 1"}}
    readings = {**PAIR_PLUS, "mini-royal-instead": "instead"}
    assert found_codes(three_card({"pair-plus": wager}, readings=readings)) == {"option-below-floor"}


@pytest.mark.parametrize(("limit", "code"), [("999.99", "limit-below-seed"), ("1000.00", "mean-meter-above-limit")])
def test_a_limit_below_and_at_the_seed(limit: str, code: str) -> None:
    assert found_codes(progressive({"limit": limit})) == {code}


@pytest.mark.parametrize(("limit", "warned"), [("4093.99", True), ("4094.00", True), ("4094.01", False)])
def test_a_limit_below_at_and_above_the_mean_meter(limit: str, warned: bool) -> None:
    figures = par("three-card-poker", "progressive", "A").progressive
    assert figures is not None
    assert figures.mean_meter_micros == 4094 * MICROS
    assert found_codes(progressive({"limit": limit})) == ({"mean-meter-above-limit"} if warned else set())


@pytest.mark.parametrize(("one_in", "codes_found"), [(22_099, {"jackpot-too-rare"}), (22_100, set()), (22_101, set())])
def test_a_jackpot_rarer_than_at_and_more_often_than_the_threshold(one_in: int, codes_found: set[str]) -> None:
    assert found_codes(progressive(file={"thresholds": {"jackpot_one_in": one_in}})) == codes_found


def test_a_long_run_return_below_at_and_above_the_threshold() -> None:
    figures = par("three-card-poker", "progressive", "A").progressive
    assert figures is not None
    returned = figures.long_run_return
    assert returned is not None
    for floor, codes_found in (
        (returned + Fraction(1, 10**6), {"long-run-return-below-threshold"}),
        (returned, set[str]()),
        (returned - Fraction(1, 10**6), set[str]()),
    ):
        text = f"{floor.numerator}/{floor.denominator}"
        assert found_codes(progressive(file={"thresholds": {"long_run_return": text}})) == codes_found


def test_a_date_before_and_on_the_first_day_of_the_edition() -> None:
    assert found_codes(three_card({}, file={"filing_date": "2014-12-12"})) == {"date-outside-edition"}
    assert found_codes(three_card({}, file={"filing_date": "2014-12-13"})) == set()


def test_the_day_it_takes_effect_decides() -> None:
    assert found_codes(three_card({}, file={"filing_date": "2014-12-01", "effective_date": "2014-12-13"})) == set()


@pytest.mark.parametrize(("limit", "differs"), [("$49,999", True), ("$50,000", False), ("$50,001", True)])
def test_the_payout_limit_below_at_and_above_the_figure(limit: str, differs: bool) -> None:
    assert found_codes(fortune(limit, "1.00")) == ({"aggregate-limit-differs"} if differs else set())


@pytest.mark.parametrize(("limit", "codes_found"), [("$50,000", {"aggregate-limit-differs"}), ("$55,000", set())])
def test_the_figure_is_the_most_one_patron_can_win_where_that_is_more(limit: str, codes_found: set[str]) -> None:
    """5,000 to 1 on $11 is $55,000; Insurance cannot win with a seven-card straight flush."""
    assert found_codes(fortune(limit, "11.00")) == codes_found


def fortune(limit: str, minimum: str) -> Data:
    wagers = {
        "pai-gow": {"minimum": "10.00", "maximum": "500.00"},
        "fortune-bonus": {"paytable": "B", "minimum": minimum, "maximum": "100.00"},
        "insurance": {"paytable": "C", "minimum": minimum, "maximum": "100.00"},
    }
    return filing(
        "pai-gow-poker",
        wagers,
        variation="fortune",
        house_way="trump-plaza",
        commission_rounding="exact",
        aggregate_limit=limit,
        readings={"envy-min-wager": "$5"},
    )


# The player's edge ---------------------------------------------------------------------------------------------------


def test_the_exchange_that_explains_an_edge_is_named() -> None:
    """Harmony I pays ties 10, 6 and 4 for 1; filed as 10, 6 and 7 to 1 it hands back more than is staked in the long run."""
    wagers = {name: {"minimum": "25.00", "maximum": "500.00"} for name in ("player", "banker", "tie")}
    pays = {
        "six-of-a-kind": "100%",
        "four-8s-4-cards-dealt": "300 for 1",
        "four-of-a-kind-4-cards-dealt": "300 for 1",
        "six-0-value-cards": "50 for 1",
        "5-card-tie": "10 to 1",
        "6-card-tie": "6 to 1",
        "4-card-tie": "7 to 1",
    }
    harmony = {"paytable": "I", "amounts": ["1.00"], "meter": {"opening": "1000.00"}, "pays": pays}
    readings = {"banker-vigorish": "5%", "tie-odds": "8 to 1", "harmony-requires": "any"}
    keys: Data = {"variation": "none", "commission_rounding": "exact", "decks": 8, "systems": SYSTEM, "readings": readings}
    findings = {each.code: each for each in found(filing("midibaccarat", {**wagers, "harmony-progressive": harmony}, **keys))}
    assert set(findings) - STANDING == {"player-edge", "for-to-slip", "payout-not-printed"}
    assert "with 5-card-tie, 6-card-tie, 4-card-tie at for 1 in place of to 1" in findings["player-edge"].found


def test_a_changed_payout_that_would_be_right_as_for_one_is_named_alone() -> None:
    pays = {"straight-flush": "35 to 1", "three-of-a-kind": "25 to 1", "straight": "6 to 1", "flush": "5 to 1", "pair": "1 to 1"}
    wager = {"pair-plus": {"paytable": "A", "minimum": "5.00", "maximum": "10.00", "pays": pays}}
    [edge] = [each for each in found(three_card(wager, readings=PAIR_PLUS)) if each.code == "player-edge"]
    assert "100.3801%" in edge.found
    assert "with flush at for 1 in place of to 1 it would be 95.4208%" in edge.found


def test_an_opening_amount_at_which_the_player_has_the_edge_is_found() -> None:
    """Prime 8 breaks even where the meter shows its break-even amount."""
    figures = par("three-card-prime", "five-card-progressive", "8").progressive
    assert figures is not None
    assert figures.break_even_micros is not None
    even = int(figures.break_even_micros // MICROS)
    readings = {"seed-not-applicable": "restart-from-reserve"}
    for opening, codes_found in ((even, set[str]()), (even + 1, {"player-edge"})):
        wager = {"paytable": "8", "amounts": ["1.00"], "meter": {"opening": f"{opening}.00"}}
        assert found_codes(prime(wager, readings=readings)) == codes_found


def test_dollar_awards_are_priced_at_the_least_wager() -> None:
    wager = {"paytable": "E", "minimum": "0.05", "maximum": "25.00"}
    readings = {"super-royal-column": "e", "six-card-bonus-requires": "ante", "aggregate-limit": "off"}
    assert found_codes(three_card({"six-card-bonus": wager}, readings=readings)) == {"player-edge"}
    assert found_codes(three_card({"six-card-bonus": {**wager, "minimum": "1.00"}}, readings=readings)) == set()


def test_a_payout_that_favors_the_player_at_a_game_without_numpy() -> None:
    readings = {"banker-vigorish": "5%", "tie-odds": "11 to 1", "harmony-requires": "any"}
    wagers = {name: {"minimum": "25.00", "maximum": "500.00"} for name in ("player", "banker", "tie")}
    keys: Data = {"variation": "none", "commission_rounding": "exact", "decks": 8, "readings": readings}
    assert found_codes(filing("midibaccarat", wagers, **keys)) == {"player-edge"}


# Choices -------------------------------------------------------------------------------------------------------------


def test_both_ante_bonuses_stand_where_the_reading_says_so() -> None:
    readings = {"ante-bonus-version": "both", "ante-bonus-akq-straight": "none"}
    assert found_codes(three_card({"ante-bonus-akq": {"paytable": "B"}}, readings=readings)) == set()


def test_an_ante_without_an_ante_bonus_leaves_a_choice() -> None:
    data = three_card({})
    del data["games"][0]["wagers"]["ante-bonus"]
    [finding] = found(data)
    assert (finding.code, finding.allowed) == ("missing-choice", "ante-bonus, ante-bonus-akq")


def test_an_ante_without_a_play_wager_misses_it() -> None:
    data = three_card({})
    del data["games"][0]["wagers"]["play"]
    assert found_codes(data) == {"missing-prerequisite"}


def test_insurance_without_a_named_variation_stands_where_the_reading_says_so() -> None:
    data = fortune("off", "1.00")
    data["games"][0]["variation"] = "none"
    data["games"][0]["readings"]["bonus-by-variation"] = "ignore"
    assert found_codes(data) == {"wager-against-variation"}
    data["games"][0]["readings"]["insurance-variation"] = "any-table"
    assert found_codes(data) == set()


@pytest.mark.parametrize("label", ["A", "B", "C", "D", "E"])
@pytest.mark.parametrize("variation", ["fortune", "emperors-challenge"])
def test_insurance_tables_by_variation(label: str, variation: str) -> None:
    """§ 645a.13(d): A and B with Emperor's Challenge, C, D and E with Fortune."""
    data = fortune("off", "1.00")
    del data["games"][0]["wagers"]["fortune-bonus"]
    data["games"][0]["variation"] = variation
    data["games"][0]["wagers"]["insurance"]["paytable"] = label
    fits = (label in "AB") == (variation == "emperors-challenge")
    assert found_codes(data) == (set() if fits else {"paytable-against-variation"})


def test_a_super_royal_belongs_to_paytable_d_only_by_its_reading() -> None:
    game = rulebook().game("three-card-poker")
    for value, label in (("e", "D"), ("d", "E")):
        data = as_printed(game, game.wager("six-card-bonus"), "A")
        part = data["games"][0]["wagers"]["six-card-bonus"]
        part["paytable"] = label
        part["pays"] = {row.hand: row.pays for row in offer(game, "six-card-bonus", "E").rows}
        data["games"][0]["readings"] = {"super-royal-column": value}
        rows = [each.place for each in found(data) if each.code in {"row-of-another-paytable", "payouts-of-another-paytable"}]
        assert rows, (value, label)


def test_a_decided_clause_is_not_asked_again() -> None:
    data = three_card({"pair-plus": {"paytable": "A", "minimum": "5.00", "maximum": "10.00"}})
    asked = {each.place.rpartition(".")[2]: each.severity for each in found(data) if each.code == "unclear-clause-undecided"}
    assert asked == {"pair-plus-alone": Severity.WARNING, "aggregate-limit": Severity.NOTE}
    data["games"][0]["readings"] = {"pair-plus-alone": "needs-ante"}
    data["games"][0]["aggregate_limit"] = "off"
    assert found_codes(data) == set()


@pytest.mark.parametrize(("label", "asked"), [("12", False), ("13", True)])
def test_a_clause_is_asked_only_where_it_matters(label: str, asked: bool) -> None:
    places = {each.place.rpartition(".")[2] for each in found(prime({"paytable": label, "amounts": ["1.00"]}))}
    assert ("table-13-envy" in places) == asked


# Verdict, answer, status ---------------------------------------------------------------------------------------------


def test_the_verdict_never_approves() -> None:
    for path in (*EXAMPLES, *FAULTY):
        filed = read_file(path)
        text = verdict(check(filed), editions_held(filed)).lower()
        assert "found in the editions held" in text
        assert not re.search("approv|certif|complian|legal", text)


def test_a_clean_filing_has_no_violation_found_in_the_editions_held() -> None:
    filed = read_submission(three_card({}))
    assert verdict(check(filed), editions_held(filed)) == "no violation found in the editions held (649a-2014)"


def test_a_cover_counts_the_warnings_and_notes_beside_the_verdict() -> None:
    def of(severity: Severity) -> Finding:
        return Finding("code", severity, "games[0]", "found", "allowed", "clause", "remedy")

    warning, note = of(Severity.WARNING), of(Severity.NOTE)
    assert verdict_in_full([], ["649a-2014"]) == "no violation found in the editions held (649a-2014)"
    full = verdict_in_full([warning, note, warning], ["649a-2014"])
    assert full == "no violation found in the editions held (649a-2014); 2 warnings, 1 note"


def test_the_answer_counts_and_ranks_its_findings() -> None:
    data = three_card({"pair-plus": {"paytable": "F"}, "progressive": {"paytable": "A"}})
    findings, answer = check_answer(read_submission(data))
    ranks = [list(Severity).index(Severity(each["severity"])) for each in answer.data["findings"]]
    assert ranks == sorted(ranks)
    assert sum(answer.data["counts"].values()) == len(findings) == len(answer.data["findings"])
    assert failed(findings, strict=False)


def test_warnings_fail_only_where_they_shall() -> None:
    filed = read_file(HERE / "data" / "filings" / "unclear-clause-undecided.toml")
    findings = check(filed)
    assert not failed(findings, strict=False)
    assert failed(findings, strict=True)


def test_notes_never_fail() -> None:
    filed: Submission = read_file(HERE / "data" / "filings" / "odds-not-held.toml")
    assert check(filed)
    assert not failed(check(filed), strict=True)


# Whatever is filed ---------------------------------------------------------------------------------------------------

AMOUNTS = st.sampled_from(["0.01", "1.00", "3.00", "5.00", "1000000.00"])
TEXTS: dict[str, st.SearchStrategy[str]] = {
    "seed": st.sampled_from(["N/A", "$1,000 for 1", "2,000x", "$0", "0.5x"]),
    "reseed": st.sampled_from(["N/A", "$1,000 for 1", "$0"]),
    "increment": st.sampled_from(["N/A", "0%", "14%", "22.3333%", "100%"]),
    "reserve": st.sampled_from(["N/A", "0%", "3%", "100%"]),
    "opening": AMOUNTS,
    "limit": AMOUNTS,
    "link": st.sampled_from(["a", "b"]),
}
PAYS = st.sampled_from(["1 to 1", "500 for 1", "100% of meter", "10%", "$1,000", "push", "N/A", "3:2"])


@st.composite
def wagers_of(draw: st.DrawFn, game: Game) -> Data:
    """Some wagers of a game with choices that have the form, and need not have sense."""
    names = [each.id for each in game.wagers if not each.stakeless or draw(st.booleans())]
    chosen = draw(st.lists(st.sampled_from([*names, *game.edition().recorded]), min_size=1, max_size=4, unique=True))
    return {name: draw(part_of(game, name)) for name in chosen}


@st.composite
def part_of(draw: st.DrawFn, game: Game, name: str) -> Data:
    labels = [table.label for each in game.wagers if each.id == name for table in each.paytables]
    outcomes = [row.outcome for each in game.wagers if each.id == name for table in each.paytables for row in table.rows]
    outcomes_or_none = st.sampled_from([*outcomes, "nothing-such"])
    keys: dict[str, st.SearchStrategy[Any]] = {
        "paytable": st.sampled_from([*labels, "Z"]),
        "minimum": AMOUNTS,
        "maximum": AMOUNTS,
        "denomination": AMOUNTS,
        "amounts": st.lists(AMOUNTS, max_size=3),
        "extras": st.dictionaries(
            st.sampled_from(["magic-card", "lucky-bonus", "x"]), st.sampled_from(["1 in 2", "0%"]), max_size=2
        ),
        "meter": st.fixed_dictionaries({}, optional=TEXTS),
        # Other payouts of the base game would have it counted anew.
        "pays": st.dictionaries(outcomes_or_none, PAYS, max_size=0 if name.startswith("ante-bonus") else 4),
        "envy": st.lists(
            st.fixed_dictionaries(
                {"pays": st.dictionaries(outcomes_or_none, st.sampled_from(["$100", "1,000x", "N/A"]), max_size=3)},
                optional={"wager": AMOUNTS},
            ),
            max_size=2,
        ),
    }
    taken: Data = draw(st.fixed_dictionaries({}, optional=keys))
    return taken


@st.composite
def filings(draw: st.DrawFn) -> Data:
    """A filing of the form, with little sense."""
    games = []
    for _ in range(draw(st.integers(1, 2))):
        game = draw(st.sampled_from(list(rulebook())))
        readings = {each.id: st.sampled_from(list(each.values)) for each in game.edition().readings}
        part: Data = {
            "game": game.id,
            "tables": draw(st.lists(st.sampled_from(["T-1", "T-2"]), min_size=1, max_size=2)),
            "systems": draw(st.lists(st.sampled_from(["605a.7", "605a.8"]), max_size=2)),
            "readings": draw(st.fixed_dictionaries({}, optional=readings)),
            "wagers": draw(wagers_of(game)),
        }
        games.append(part)
    links = draw(st.lists(st.sampled_from(["a", "b"]), unique=True, max_size=2))
    return {
        "certificate_holder": "A",
        "filing_date": draw(st.sampled_from(["2014-01-01", "2026-03-02"])),
        "games": games,
        "links": [{"link": each, "facility": "F", "members": ["T-1", "T-9"]} for each in links],
        "thresholds": draw(st.sampled_from([{}, {"long_run_return": "99%"}, {"jackpot_one_in": 1}])),
    }


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(filings())
def test_any_filing_of_the_form_is_checked_and_every_code_is_known(data: Data) -> None:
    filed = read_submission(data)
    for each in check(filed):
        assert each.code in codes()
        assert each.found
        assert each.allowed


# Games of one's own --------------------------------------------------------------------------------------------------


def with_own_rules(filing: Submission) -> Submission:
    games = [replace(each, game=replace(each.game, chapter=f"Rules of {each.game.name}")) for each in filing.games]
    return replace(filing, games=tuple(games))


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_game_with_rules_of_its_own_is_told_of_those(path: Path) -> None:
    filed = read_file(path)
    own = check(with_own_rules(filed))
    names = [f"Rules of {each.game.name}" for each in filed.games]
    for here, there in zip(check(filed), own, strict=True):
        by_own_rules = any(name in there.citation for name in names)
        assert by_own_rules or there.citation == here.citation != codes()[here.code].clause
        assert "Pennsylvania" not in there.remedy
    undated = [each for each in own if each.code == "edition-dates-unknown"]
    assert all(any(f"the current text of {name}" in each.remedy for name in names) for each in undated)


def test_shared_readings_and_starters_name_no_authority_of_other_games() -> None:
    assert not [each.id for each in rulebook().policies if "Pennsylvania" in each.why + each.citation + each.asks]
    game = rulebook().game("midibaccarat")
    editions = tuple(replace(each, system_clause=None) for each in game.editions)
    day = date(2026, 3, 2)
    assert "(58 Pa. Code §§ 605a.7, 605a.8 (not held))" in starter(replace(game, editions=editions), day)
    text = starter(replace(game, editions=editions, chapter="Rules of Own"), day)
    assert "named as in 58 Pa. Code: 605a.7" in text
