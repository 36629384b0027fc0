"""Choices: readings, options and terms turn a printed paytable into an offer, or are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, Offer, allowed_options, below_floor, offer, reading_values
from pitbook.payouts import MICROS, PayoutKind
from pitbook.rulebook import UnknownNameError

POKER = rulebook().game("three-card-poker")
PAI_GOW = rulebook().game("pai-gow-poker")
PRIME = rulebook().game("three-card-prime")
BACCARAT = rulebook().game("midibaccarat")


def rows(found: Offer) -> list[tuple[str, str]]:
    return [(row.outcome, row.pays) for row in found.rows]


# Paytables and readings -----------------------------------------------------------------------------------------------


def test_an_offer_has_the_printed_rows_in_the_printed_order() -> None:
    assert rows(offer(POKER, "pair-plus", "A")) == [
        ("straight-flush", "35 to 1"),
        ("three-of-a-kind", "25 to 1"),
        ("straight", "6 to 1"),
        ("flush", "4 to 1"),
        ("pair", "1 to 1"),
    ]
    assert offer(POKER, "pair-plus", "a").label == "A"


@pytest.mark.parametrize(
    ("value", "paying"), [("paytable-a", "A"), ("paytable-b", "B"), ("paytable-c", "C"), ("all", "ABC"), ("none", "")]
)
def test_a_cell_without_a_column_goes_where_the_reading_says(value: str, paying: str) -> None:
    for label in "ABC":
        found = rows(offer(POKER, "ante-bonus-akq", label, readings={"ante-bonus-akq-straight": value}))
        assert (("straight", "1 to 1") in found) is (label in paying)


@pytest.mark.parametrize(("value", "column"), [("e", "E"), ("d", "D")])
def test_the_super_royals_stand_in_the_column_of_the_reading(value: str, column: str) -> None:
    for label in "ABCDE":
        found = rows(offer(POKER, "six-card-bonus", label, readings={"super-royal-column": value}))
        wanted = [("super-royal-of-diamonds", "$1,000,000"), ("super-royal-of-hearts-spades-or-clubs", "$100,000")]
        assert found[:2] == wanted if label == column else found[0] == ("royal-flush", "1,000 to 1")


def test_the_stake_comes_back_beside_dollars_unless_it_is_kept() -> None:
    back = offer(POKER, "six-card-bonus", "E").rows[0].award
    kept = offer(POKER, "six-card-bonus", "E", readings={"super-royal-stake": "kept"}).rows[0].award
    assert back.kind is kept.kind is PayoutKind.DOLLARS
    assert back.fixed_micros(5 * MICROS) == 1_000_005 * MICROS
    assert kept.fixed_micros(5 * MICROS) == 1_000_000 * MICROS


def test_a_reading_changes_the_event_a_row_names_and_nothing_else() -> None:
    usual = offer(POKER, "five-card-progressive")
    other = offer(POKER, "five-card-progressive", readings={"five-card-wheel": "no"})
    assert rows(usual) == rows(other)
    changed = {row.outcome: row.event for row, before in zip(other.rows, usual.rows, strict=True) if row.event != before.event}
    assert changed == {"straight-flush": "straight-flush-above-five-high", "straight": "straight-above-five-high"}


def test_a_reading_may_change_the_cards_that_are_read() -> None:
    found = offer(POKER, "five-card-progressive", readings={"five-card-cards": "best-of-six"})
    assert (found.family, found.reads) == ("six-card", ("player", "dealer"))
    usual = offer(POKER, "five-card-progressive")
    assert (usual.family, usual.reads) == ("five-card", ("player", "community"))


def test_a_reading_may_put_a_row_on_top() -> None:
    found = offer(PAI_GOW, "red-black", readings={"red-black-joker": "push-hand"})
    assert rows(found)[0] == ("joker-held", "push")
    assert rows(found)[1:] == rows(offer(PAI_GOW, "red-black"))


def test_a_reading_may_bring_a_rate() -> None:
    assert offer(BACCARAT, "banker").vigorish == Fraction(5, 100)
    assert offer(BACCARAT, "banker", readings={"banker-vigorish": "4%"}).vigorish == Fraction(4, 100)
    assert offer(BACCARAT, "banker", readings={"banker-vigorish": "2.5%"}).vigorish == Fraction(25, 1000)
    assert offer(BACCARAT, "banker", readings={"variation": "ez"}).vigorish == 0


def test_a_reading_may_choose_the_envy_table() -> None:
    for value, dollars in [("as-printed", 5_000), ("as-table-12", 1_000)]:
        envy = offer(PRIME, "five-card-progressive", "13", readings={"table-13-envy": value}).envy
        assert envy is not None
        assert envy.micros("five-card-royal-flush", MICROS) == dollars * MICROS


def test_every_reading_has_a_value_and_all_wrong_ones_are_named_at_once() -> None:
    edition = POKER.edition()
    assert reading_values(edition, {}) == {each.id: each.default for each in edition.readings}
    with pytest.raises(ChoiceError) as caught:
        reading_values(edition, {"five-card-wheel": "perhaps", "no-such-reading": "yes", "super-royal-column": "e"})
    message = str(caught.value)
    assert "reading five-card-wheel: there is no value 'perhaps'; allowed: yes, no" in message
    assert "there is no reading 'no-such-reading'" in message


def test_a_wager_or_paytable_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="'pair-plos'"):
        offer(POKER, "pair-plos", "A")
    with pytest.raises(UnknownNameError, match="'F'; allowed: A, B, C, D, E"):
        offer(POKER, "pair-plus", "F")
    with pytest.raises(ChoiceError, match="must be chosen"):
        offer(POKER, "pair-plus")


def test_a_sheet_lists_the_readings_that_touch_its_wager() -> None:
    pair_plus = {each.reading.id for each in offer(POKER, "pair-plus", "A").readings("odds")}
    assert pair_plus == {"mini-royal-suited", "mini-royal-instead"}
    chosen = offer(POKER, "pair-plus", "A", readings={"mini-royal-instead": "on-top"}).readings("odds")
    assert {each.reading.id: each.given for each in chosen} == {"mini-royal-suited": False, "mini-royal-instead": True}
    meters = {each.reading.id for each in offer(POKER, "progressive", "A").readings("odds")}
    assert {"low-meter-order", "reseed-source", "envy-trigger"} <= meters
    assert "partial-award-source" not in meters, "no row of it pays a part of the meter"
    shares = {each.reading.id for each in offer(POKER, "five-card-progressive").readings("odds")}
    assert {"partial-award-source", "below-seed"} <= shares


# Options --------------------------------------------------------------------------------------------------------------


def test_the_options_of_a_wager() -> None:
    edition = POKER.edition()
    assert allowed_options(edition, edition.wager("pair-plus")) == ("mini-royal-flush",)
    assert set(allowed_options(edition, edition.wager("ante-bonus"))) == {"mini-royal-flush", "strategy"}
    assert allowed_options(edition, edition.wager("ante-bonus-akq")) == ("strategy",)
    assert allowed_options(edition, edition.wager("five-card-hand-bonus")) == ("magic-card-probability", "lucky-bonus-probability")


def test_the_mini_royal_stands_on_top_at_the_filed_odds() -> None:
    found = offer(POKER, "pair-plus", "A", options={"mini-royal-flush": "50 to 1"})
    assert rows(found)[:2] == [("mini-royal-flush", "50 to 1"), ("straight-flush", "35 to 1")]
    assert found.rows[0].citation == "58 Pa. Code § 649a.12(g)"
    on_top = offer(POKER, "pair-plus", "A", options={"mini-royal-flush": "50 to 1"}, readings={"mini-royal-instead": "on-top"})
    assert rows(on_top)[0] == ("mini-royal-flush", "85 to 1")


@pytest.mark.parametrize(("pays", "short"), [("39 to 1", True), ("40 to 1", False), ("41 to 1", False)])
def test_the_floor_of_the_mini_royal_below_at_and_above(pays: str, short: bool) -> None:
    found = offer(POKER, "pair-plus", "A", options={"mini-royal-flush": pays})
    assert bool(found.notes) is short
    assert below_floor(POKER, "pair-plus", "mini-royal-flush", pays) == ("40 to 1" if short else None)


@pytest.mark.parametrize("pays", ["40 for 1", "push", "N/A", "$50", "100%", "forty", ""])
def test_a_mini_royal_that_is_not_odds_to_1_is_refused(pays: str) -> None:
    with pytest.raises(ChoiceError, match="mini-royal-flush"):
        offer(POKER, "pair-plus", "A", options={"mini-royal-flush": pays})


def test_an_option_of_another_wager_is_refused() -> None:
    with pytest.raises(ChoiceError, match=r"six-card-bonus: there is no option 'mini-royal-flush'.*allowed: none"):
        offer(POKER, "six-card-bonus", "A", options={"mini-royal-flush": "50 to 1"})


# Terms ----------------------------------------------------------------------------------------------------------------


def terms(found: Offer) -> tuple[object, ...]:
    """Seed, reseed, increment, reserve."""
    assert found.terms is not None
    return found.terms.seed, found.terms.reseed, found.terms.increment, found.terms.reserve


def test_the_printed_terms_are_those_of_the_paytable() -> None:
    assert terms(offer(POKER, "progressive", "A")) == (1_000, 1_000, Fraction(14, 100), None)
    assert terms(offer(POKER, "progressive", "B")) == (1_000, 1_000, Fraction(20, 100), None)
    assert terms(offer(POKER, "five-card-hand-bonus")) == (10_000, 0, Fraction(21, 100), Fraction(8, 100))
    assert terms(offer(PRIME, "five-card-progressive", "8")) == (None, None, Fraction(15, 100), Fraction(3, 100))
    assert terms(offer(PAI_GOW, "progressive")) == (None, None, None, None)


@pytest.mark.parametrize(
    ("text", "multiple"),
    [("$5,000", 1_000), ("5000", 1_000), ("1,000x", 1_000), ("$1,000 for 1", 1_000), ("0", 0), ("$0", 0), ("N/A", None)],
)
def test_a_given_seed_is_dollars_of_the_meter_or_a_multiple(text: str, multiple: int | None) -> None:
    found = offer(POKER, "progressive", "A", terms={"seed": text}, wager_micros=5 * MICROS)
    assert terms(found)[0] == multiple
    assert terms(found)[1] == 1_000, "the printed reseed stays"


def test_a_seed_given_where_none_is_printed_is_put_on_again_unless_a_reserve_starts_the_meter() -> None:
    assert terms(offer(PAI_GOW, "progressive", terms={"seed": "2,000x"}))[:2] == (2_000, 2_000)
    assert terms(offer(PRIME, "five-card-progressive", "8", terms={"seed": "2,000x"}))[:2] == (2_000, None)
    filed = offer(
        PRIME, "five-card-progressive", "8", terms={"seed": "2,000x"}, readings={"seed-not-applicable": "reseed-parameter"}
    )
    assert terms(filed)[:2] == (2_000, 2_000)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"sed": "5"}, "'sed' .did you mean seed"),
        ({"seed": "lots"}, "term seed: 'lots'"),
        ({"reseed": "-1"}, "term reseed: '-1'"),
        ({"increment": "14"}, "term increment: '14'"),
        ({"reserve": "x"}, "term reserve: 'x'"),
    ],
)
def test_wrong_terms_are_refused(given: dict[str, str], words: str) -> None:
    with pytest.raises(ChoiceError, match=words):
        offer(POKER, "progressive", "A", terms=given)


def test_a_wager_without_a_meter_takes_no_terms() -> None:
    with pytest.raises(ChoiceError, match="pair-plus has no meter"):
        offer(POKER, "pair-plus", "A", terms={"seed": "5"})


# Envy -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dollars", "spades", "other"), [(1, 100, 25), (5, 500, 125)])
def test_envy_goes_by_the_column_of_the_receivers_wager(dollars: int, spades: int, other: int) -> None:
    envy = offer(POKER, "progressive", "A").envy
    assert envy is not None
    assert envy.wager_amounts == (MICROS, 5 * MICROS)
    assert envy.micros("ace-king-and-queen-of-spades", dollars * MICROS) == spades * MICROS
    assert envy.micros("ace-king-and-queen-of-hearts-diamonds-or-clubs", dollars * MICROS) == other * MICROS
    assert envy.micros("straight-flush", dollars * MICROS) is None


def test_a_wager_without_a_column_is_refused_or_taken_in_proportion() -> None:
    envy = offer(POKER, "progressive", "A").envy
    assert envy is not None
    with pytest.raises(ChoiceError, match=r"no Envy Bonus for a wager of \$2.00; allowed: \$1.00, \$5.00"):
        envy.micros("ace-king-and-queen-of-spades", 2 * MICROS)
    linear = offer(POKER, "progressive", "A", readings={"envy-other-amounts": "linear"}).envy
    assert linear is not None
    assert linear.micros("ace-king-and-queen-of-spades", 2 * MICROS) == 200 * MICROS


@pytest.mark.parametrize(("wager", "due"), [("4.99", 0), ("5.00", 5_000), ("5.01", 5_000), ("100.00", 5_000)])
def test_the_least_wager_that_draws_envy_below_at_and_above(wager: str, due: int) -> None:
    envy = offer(PAI_GOW, "fortune-bonus", "A").envy
    assert envy is not None
    assert envy.micros("seven-card-straight-flush", int(Fraction(wager) * MICROS)) == due * MICROS
