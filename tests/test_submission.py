"""A Rules Submission is read whole: every fault of its form is named, and what it offers is resolved as it says."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.choices import ChoiceError
from pitbook.par import Conditions, par
from pitbook.payouts import MICROS, Award, PayoutError, PayoutKind
from pitbook.stored_counts import FILE, counts, fresh_counts, is_counted, sources_hash
from pitbook.submission import SubmissionError, read_file, read_submission
from pitbook.submission.sheets import Wanted, filed_sheet, offered_sheets, stakes
from pitbook.submission.wording import (
    filed_amount,
    filed_by_amount,
    filed_envy,
    filed_frequency,
    filed_payout,
    filed_rate,
    filed_seed,
    multiple_text,
)

EXAMPLES = Path(__file__).parents[1] / "examples" / "submissions"
Data = dict[str, Any]

MINIMAL: Data = {
    "certificate_holder": "Example Gaming Associates, LP",
    "filing_date": "2026-03-02",
    "games": [{"game": "three-card-poker", "tables": ["TCP-1"], "wagers": {"ante": {}, "pair-plus": {"paytable": "A"}}}],
}


def changed(**wagers: Any) -> Data:
    """The minimal filing with wagers of these parts."""
    data = copy.deepcopy(MINIMAL)
    data["games"][0]["wagers"] = {name.replace("_", "-"): part for name, part in wagers.items()}
    return data


def faults(data: Any) -> tuple[str, ...]:
    with pytest.raises(SubmissionError) as caught:
        read_submission(data)
    return caught.value.faults


# What is read --------------------------------------------------------------------------------------------------------


def test_the_day_is_the_day_it_takes_effect() -> None:
    assert read_submission(MINIMAL).day == date(2026, 3, 2)
    assert read_submission({**MINIMAL, "effective_date": date(2026, 4, 1)}).day == date(2026, 4, 1)


def test_a_single_printed_paytable_need_not_be_named_and_labels_have_no_case() -> None:
    filing = read_submission(changed(ante={}, progressive={"paytable": "b", "amounts": [1, "5.00"]}, five_card_progressive={}))
    labels = {wager.id: wager.paytable.label for _, wager in filing.wagers() if wager.paytable is not None}
    assert labels == {"ante": "standard", "progressive": "B", "five-card-progressive": "standard"}
    assert filing.games[0].wager("progressive").amounts == (1 * MICROS, 5 * MICROS)


def test_frequencies_of_extras_become_probabilities_and_offer_them() -> None:
    extras = {"magic-card": "1 in 250", "lucky-bonus": "0.5%"}
    game = read_submission(changed(ante={}, five_card_hand_bonus={"amounts": ["1.00"], "extras": extras})).games[0]
    wager = game.wager("five-card-hand-bonus")
    assert wager.options == {"magic-card-probability": "1/250", "lucky-bonus-probability": "1/200"}
    assert game.values["magic-lucky"] == "offered"
    assert wager.offered is not None
    assert [each.outcome for each in wager.offered.extras] == ["magic-card", "lucky-bonus"]


def test_terms_that_the_text_leaves_out_come_from_the_filing() -> None:
    meter = {"seed": "$20,000", "increment": "20%", "reserve": "5%"}
    part = {"game": "pai-gow-poker", "tables": ["P"], "wagers": {"progressive": {"amounts": ["2.00"], "meter": meter}}}
    data = {**MINIMAL, "games": [part]}
    offered = read_submission(data).games[0].wager("progressive").offered
    assert offered is not None
    assert offered.terms is not None
    assert offered.terms.seed == 10_000
    assert (offered.terms.increment, offered.terms.reserve) == (Fraction(1, 5), Fraction(1, 20))


def test_printed_terms_stand_whatever_is_filed() -> None:
    wager = (
        read_submission(changed(ante={}, progressive={"paytable": "A", "meter": {"increment": "20%"}}))
        .games[0]
        .wager("progressive")
    )
    assert wager.offered is not None
    assert wager.offered.terms is not None
    assert wager.offered.terms.increment == Fraction(14, 100)
    assert wager.meter is not None
    assert wager.meter.terms["increment"].value == Fraction(1, 5)


def test_an_envy_table_of_the_filing_stands_where_a_reading_leaves_it_to_the_filing() -> None:
    wager = read_file(EXAMPLES / "pai-gow-poker.toml").games[0].wager("progressive")
    assert wager.offered is not None
    envy = wager.offered.envy
    assert envy is not None
    assert envy.micros("five-aces", 1 * MICROS) == 200 * MICROS
    assert envy.micros("straight-flush", 1 * MICROS) is None


def test_openings_and_limits_are_by_amount_or_for_all() -> None:
    meter = read_file(EXAMPLES / "midibaccarat.toml").games[0].wager("harmony-progressive").meter
    assert meter is not None
    assert (meter.opening(1 * MICROS), meter.opening(5 * MICROS), meter.opening(2 * MICROS)) == (10**10, 5 * 10**10, None)


def test_readings_with_a_key_of_their_own_may_stand_in_either_place_but_once() -> None:
    data = copy.deepcopy(MINIMAL)
    data["games"][0]["readings"] = {"payment-order": "dealer-left"}
    assert read_submission(data).games[0].values["payment-order"] == "dealer-left"
    data["games"][0]["payment_order"] = "dealer-left"
    read_submission(data)
    data["games"][0]["payment_order"] = "dealer-right"
    assert faults(data) == ("games[0].payment_order: 'dealer-right', but readings.payment-order is 'dealer-left'; say it once",)


def test_a_wager_whose_odds_are_not_held_is_named_and_its_amounts_are_read() -> None:
    part: Data = {"game": "three-card-prime", "tables": ["P"], "wagers": {"ante": {}, "prime": {"minimum": "5.00"}}}
    assert read_submission({**MINIMAL, "games": [part]}).games[0].recorded == ("prime",)
    part["wagers"]["prime"]["minimum"] = "five"
    assert "games[0].wagers.prime.minimum" in faults({**MINIMAL, "games": [part]})[0]


def test_a_house_way_of_ones_own_is_a_file_beside_the_filing(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[1] / "src" / "pitbook" / "games" / "pai_gow_poker" / "house_ways" / "trump_plaza.toml"
    (tmp_path / "ours.toml").write_text(shipped.read_text("utf-8").replace('name = "trump-plaza"', 'name = "ours"'), "utf-8")
    part = {"game": "pai-gow-poker", "tables": ["P"], "house_way": "ours.toml", "wagers": {"pai-gow": {}}}
    data = {**MINIMAL, "games": [part]}
    game = read_submission(data, folder=tmp_path).games[0]
    assert game.own_values == {"house-way": str(tmp_path / "ours.toml")}
    assert game.wager("pai-gow").options == {"house-way": str(tmp_path / "ours.toml")}
    (tmp_path / "ours.toml").write_text('name = "ours"\n', "utf-8")
    with pytest.raises(SubmissionError, match=r"games\[0\].house_way"):
        read_submission(data, folder=tmp_path)
    (tmp_path / "ours.toml").unlink()
    with pytest.raises(SubmissionError, match=r"games\[0\].house_way"):
        read_submission(data, folder=tmp_path)


def test_parts_of_one_game_are_found_by_their_tables() -> None:
    filing = read_file(EXAMPLES / "whole-casino.toml")
    assert filing.game_at("three-card-poker", "TCP-5").part.tables == ["TCP-5"]
    with pytest.raises(ChoiceError, match="name a table: TCP-1"):
        filing.game_at("three-card-poker", None)
    with pytest.raises(ChoiceError, match="no three-card-poker at table TCP-9"):
        filing.game_at("three-card-poker", "TCP-9")
    with pytest.raises(ChoiceError, match="offers no blackjack"):
        filing.games_of("blackjack")


# Faults of the form --------------------------------------------------------------------------------------------------


def test_every_fault_is_named_at_once_with_its_key() -> None:
    data = {
        "certificate_holder": "",
        "filing_date": "2026-02-30",
        "colour": "red",
        "games": [
            {"game": "three-card-poker", "tables": [], "wagers": {"ante": {"minimum": 5.0}}},
            {"tables": ["T"], "wagers": {}},
        ],
    }
    text = "\n".join(faults(data))
    for place in (
        "certificate_holder:",
        "filing_date: found '2026-02-30'; allowed: a day such as",
        "colour: unknown key",
        "games[0].tables:",
        "games[0].wagers.ante.minimum:",
        "games[1].game: missing",
        "games[1].wagers:",
    ):
        assert place in text, place


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("minimum", "-5", "no amount"),
        ("minimum", "0", "more than nothing"),
        ("minimum", "1.005", "whole number of cents"),
        ("maximum", "5,00", "no amount"),
        ("denomination", "five", "no amount"),
        ("amounts", ["1.00", "x"], "no amount"),
        ("pays", {"pair": "forty"}, "no payout"),
        ("options", {"mini-royal-flush": "40%%"}, "no payout"),
        ("extras", {"magic-card": "often"}, "no frequency"),
        ("extras", {"magic-card": "3 in 2"}, "more than 100%"),
        ("envy", [{"pays": {"pair": "five"}}], "no Envy Bonus"),
        ("envy", [{"wager": "0", "pays": {}}], "more than nothing"),
        ("meter", {"increment": "140%"}, "more than 100%"),
        ("meter", {"reserve": "x"}, "no rate"),
        ("meter", {"seed": "a lot"}, "no seed"),
        ("meter", {"seed": "$1,000"}, "for which wager amount"),
        ("meter", {"opening": "-1"}, "no amount"),
        ("meter", {"limit": {"0": "5.00"}}, "more than nothing"),
    ],
)
def test_money_rates_and_payouts_without_a_meaning_are_faults(place: str, value: Any, words: str) -> None:
    [fault] = faults(changed(ante={}, progressive={"paytable": "A", place: value}))
    assert fault.startswith(f"games[0].wagers.progressive.{place}")
    assert words in fault


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("game",), "three-card-pokre", "did you mean three-card-poker?"),
        (("variation",), "fortune", "no reading 'variation'"),
        (("house_way",), "ours.toml", "three-card-poker has no house way"),
        (("commission_rounding",), "exact", "no reading 'commission-rounding'"),
        (("aggregate_limit",), "much", "an amount of your own up to $1,000,000,000,000,000.00"),
        (("readings", "pair-plus-alon"), "allowed", "did you mean pair-plus-alone?"),
        (("readings", "pair-plus-alone"), "yes", "allowed: allowed, needs-ante"),
        (("wagers", "pair-plsu"), {}, "did you mean pair-plus?"),
        (("systems",), ["605a.9"], "605a.7"),
        (("decks",), 9, "found 9; allowed: 8 or less"),
    ],
)
def test_names_that_are_not_there_are_faults(path: tuple[str, ...], value: Any, words: str) -> None:
    data = copy.deepcopy(MINIMAL)
    part: Any = data["games"][0]
    for step in path[:-1]:
        part = part.setdefault(step, {})
    part[path[-1]] = value
    found = faults(data)
    assert len(found) == 1
    assert words in found[0]
    assert found[0].startswith("games[0]." + ".".join(path))


def test_an_outcome_or_a_link_given_twice_is_a_fault() -> None:
    data = changed(ante={}, pair_plus={"paytable": "A", "pays": {"Pair": "1 to 1", "pair": "1 to 1"}})
    assert "given twice" in faults(data)[0]
    link = {"link": "a", "facility": "F", "members": ["T"]}
    assert faults({**MINIMAL, "links": [link, link]}) == ("links: 'a' is given 2 times",)


@pytest.mark.parametrize(
    ("name", "raw", "words"),
    [
        ("filing.toml", b"certificate_holder = ", "not TOML"),
        ("filing.toml", b"a = 1\na = 2\n", "not TOML"),
        ("filing.json", b"{", "not JSON"),
        ("filing.json", b"[" * 100_000, "too deep"),
        ("filing.json", b"[1, 2]", "the file: found a list; allowed: a table of keys"),
        ("filing.toml", b"\xff\xfe", "not UTF-8"),
        ("filing.toml", b"#" * 4_000_001, "allowed are up to 4,000,000"),
        ("filing.toml", b"", "certificate_holder: missing"),
    ],
)
def test_a_file_that_is_no_filing_is_refused(name: str, raw: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(raw)
    with pytest.raises(SubmissionError) as caught:
        read_file(tmp_path / name)
    assert words in str(caught.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="No such file"):
        read_file(tmp_path / "none.toml")


def test_an_error_of_toml_says_its_line(tmp_path: Path) -> None:
    (tmp_path / "filing.toml").write_text('certificate_holder = "A"\nfiling_date == 2026\n', "utf-8")
    with pytest.raises(SubmissionError, match="line 2"):
        read_file(tmp_path / "filing.toml")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = [
    "certificate_holder",
    "filing_date",
    "games",
    "links",
    "thresholds",
    "game",
    "tables",
    "wagers",
    "readings",
    "meter",
    "pays",
]


@given(st.dictionaries(st.sampled_from(KEYS), anything, max_size=5) | anything)
def test_whatever_is_not_a_filing_is_refused_with_words(data: Any) -> None:
    with pytest.raises(SubmissionError) as caught:
        read_submission(data)
    assert all(caught.value.faults)


@given(st.sampled_from(["minimum", "paytable", "options", "pays", "envy", "meter", "extras", "amounts"]), anything)
def test_whatever_stands_at_a_wager_is_read_or_refused_with_words(key: str, value: Any) -> None:
    with suppress(SubmissionError):
        read_submission(changed(ante={}, progressive={"paytable": "A", key: value}))


# Wordings ------------------------------------------------------------------------------------------------------------


def test_payouts_as_filings_write_them() -> None:
    to_one = Award(PayoutKind.TO_ONE, multiple=Fraction(1000), stake_back=True)
    for text in ("1,000 to 1", "1000:1", "1,000 – 1", "1000-to-1", "1,000 To One"):
        assert filed_payout(text) == to_one, text
    assert filed_payout("3:2") == Award(PayoutKind.TO_ONE, multiple=Fraction(3, 2), stake_back=True)
    assert filed_payout("7-for-1") == Award(PayoutKind.FOR_ONE, multiple=Fraction(7))
    for text in ("-", "—", "N/A", "no pay", ""):
        assert filed_payout(text).kind is PayoutKind.NOTHING
    with pytest.raises(PayoutError, match="'5 on 1'"):
        filed_payout("5 on 1")


def test_seeds_rates_frequencies_and_amounts_as_filings_write_them() -> None:
    assert filed_seed("N/A", ()) is None
    assert filed_seed("$0", ()) == 0
    assert filed_seed("$2,500", (5 * MICROS,)) == 500
    with pytest.raises(PayoutError, match="for which wager amount"):
        filed_seed("$2,500", (1 * MICROS, 5 * MICROS))
    assert filed_rate("n/a") is None
    assert filed_rate("0.333%") == Fraction(333, 100_000)
    assert filed_envy("none") is None
    assert filed_frequency("1 in 1,000") == filed_frequency("0.1%") == filed_frequency("1/1000") == Fraction(1, 1000)
    for text in ("1 in 0", "in 5", "2 in 1"):
        with pytest.raises(PayoutError):
            filed_frequency(text)
    assert filed_amount("$1,000") == 1000 * MICROS
    assert filed_by_amount({"1.00": "5", "5.00": "25"}) == {MICROS: 5 * MICROS, 5 * MICROS: 25 * MICROS}
    assert filed_by_amount("7") == {None: 7 * MICROS}


@given(st.fractions(0, 10**6, max_denominator=1000))
def test_a_multiple_of_the_wager_is_written_exactly_or_refused(value: Fraction) -> None:
    try:
        text = multiple_text(value)
    except PayoutError:
        assert (value * MICROS).denominator != 1
    else:
        assert filed_seed(text, ()) == value


# Stakes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stake", "words"),
    [
        ("4.99", "below the minimum of $5.00"),
        ("5.00", None),
        ("7.00", "no multiple of $5.00"),
        ("100.00", None),
        ("105.00", "above the maximum of $100.00"),
    ],
)
def test_stakes_outside_limits_or_denomination_are_refused(stake: str, words: str | None) -> None:
    wager = read_file(EXAMPLES / "three-card-poker.toml").games[0].wager("pair-plus")
    found = wager.refusal(filed_amount(stake))
    assert found is None if words is None else found is not None and words in found


def test_stakes_that_are_not_listed_are_refused() -> None:
    wager = read_file(EXAMPLES / "three-card-poker.toml").games[0].wager("progressive")
    assert wager.refusal(5 * MICROS) is None
    assert "allowed: $1.00, $5.00" in (wager.refusal(3 * MICROS) or "")


# Sheets of what is offered -------------------------------------------------------------------------------------------


def test_sheets_are_those_of_the_filed_choices() -> None:
    filing = read_file(EXAMPLES / "three-card-poker.toml")
    sheets = {(each.wager, each.wager_micros): each for each in offered_sheets(filing, Wanted())}
    options = {"mini-royal-flush": "50 to 1"}
    alone = par("three-card-poker", "pair-plus", "A", options=options, conditions=Conditions(wager_micros=5 * MICROS))
    assert sheets["pair-plus", 5 * MICROS].rows == alone.rows
    assert {stake for wager, stake in sheets if wager == "progressive"} == {1 * MICROS, 5 * MICROS}
    assert {stake for wager, stake in sheets if wager == "six-card-bonus"} == {5 * MICROS, 25 * MICROS}
    assert not {"ante", "play", "ante-bonus-akq"} & {wager for wager, _ in sheets}


def test_kept_counts_give_the_same_sheets_as_counting_anew() -> None:
    for name in ("three-card-poker", "midibaccarat", "three-card-prime"):
        filing = read_file(EXAMPLES / f"{name}.toml")
        for game, wager in filing.wagers():
            kept = filed_sheet(game, wager)
            if kept is not None and wager.wager.family is not None and not wager.wager.stakeless:
                [fresh, *_] = offered_sheets(filing, Wanted(wager=wager.id))
                assert [row.count for row in kept.rows] == [row.count for row in fresh.rows]
                assert kept.theoretical_hold == fresh.theoretical_hold
                if kept.meter_micros == fresh.meter_micros:  # without a seed the pack's sheets stand at the filed opening
                    assert (kept.rows, kept.house_edge, kept.progressive) == (fresh.rows, fresh.house_edge, fresh.progressive)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Wanted(game="midibaccarat"), "offers no midibaccarat; offered: three-card-poker"),
        (Wanted(wager="ante-bonus-akq"), "offers no ante-bonus-akq"),
        (Wanted(wager="pair-plus", paytable="B"), "offers no paytable B; offered: A"),
        (Wanted(wager="pair-plus", options={"mini-royal-flush": "60 to 1"}), "mini-royal-flush is 50 to 1 in the Rules Submission"),
        (Wanted(wager="pair-plus", readings={"mini-royal-instead": "on-top"}), "mini-royal-instead is instead"),
        (Wanted(wager="pair-plus", conditions=Conditions(wager_micros=MICROS), any_stake=False), "below the minimum"),
        (Wanted(wager="ante"), "no sheet of its own"),
        (Wanted(decks=2), "1 decks in the Rules Submission, not 2"),
    ],
)
def test_what_is_not_offered_has_no_sheet(wanted: Wanted, words: str) -> None:
    filing = read_file(EXAMPLES / "three-card-poker.toml")
    with pytest.raises(ChoiceError) as caught:
        offered_sheets(filing, wanted)
    assert words in str(caught.value)


def test_what_the_filing_leaves_open_may_be_asked() -> None:
    filing = read_file(EXAMPLES / "three-card-poker.toml")
    readings = {"five-card-wheel": "no"}
    [five, _] = offered_sheets(filing, Wanted(wager="six-card-bonus", readings=readings))
    [usual, _] = offered_sheets(filing, Wanted(wager="six-card-bonus"))
    assert five.house_edge > usual.house_edge


def test_a_wager_without_a_printed_paytable_has_no_sheet() -> None:
    filing = read_submission(changed(ante={}, pair_plus={"paytable": "F"}))
    with pytest.raises(ChoiceError, match="none of the printed paytables; allowed: A, B, C, D, E"):
        offered_sheets(filing, Wanted())


def test_stakes_that_matter() -> None:
    filing = read_submission(
        changed(ante={}, pair_plus={"paytable": "A"}, six_card_bonus={"paytable": "E", "minimum": "1", "maximum": "9"})
    )
    found = {wager.id: stakes(game, wager) for game, wager in filing.wagers()}
    assert found == {"ante": (MICROS,), "pair-plus": (MICROS,), "six-card-bonus": (MICROS, 9 * MICROS)}


def test_a_pay_on_another_wager_is_priced_at_that_ones_stake() -> None:
    filing = read_submission(changed(ante={"minimum": "25.00"}, ante_bonus={"paytable": "A"}))
    assert stakes(filing.games[0], filing.games[0].wager("ante-bonus")) == (25 * MICROS,)


# Counts that are kept ------------------------------------------------------------------------------------------------


def test_kept_counts_are_what_counting_gives_and_of_the_sources_as_they_are() -> None:
    from pitbook.catalog import rulebook
    from pitbook.families import families

    kept = {(each["game"], each["family"], each["decks"]): each for each in json.loads(FILE.read_text("utf-8"))}
    wanted = set()
    for game in rulebook():
        for family in families(game.package).values():
            for decks in game.decks if is_counted(family) else ():
                wanted.add((game.id, family.name, decks))
                entry = kept[game.id, family.name, decks]
                fresh = {str(mask): count for mask, count in fresh_counts(game, family, decks).items()}
                assert entry["counts"] == fresh, (game.id, family.name)
                assert entry["sources"] == sources_hash(game), "make them anew: python -m pitbook.stored_counts"
                assert counts(game, family, decks) == {int(mask): count for mask, count in fresh.items()}
    assert set(kept) == wanted
