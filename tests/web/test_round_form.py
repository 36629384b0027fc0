"""A round on the page: its fields come from the rulebook, its edits, its link and its file keep every value."""

from __future__ import annotations

import copy
import json
import tomllib
from datetime import date
from typing import Any

import pytest

from pitbook.catalog import rulebook
from pitbook.conformance.cases import load_cases
from pitbook.rounds import RoundError, read_round
from pitbook.settlement import settle
from pitbook.web.rounds import edit
from pitbook.web.rounds.faults import at_place, placed_faults
from pitbook.web.rounds.form import meter_forms, round_form
from pitbook.web.rounds.link import MOST_BYTES, packed, unpacked
from pitbook.web.rounds.text import as_json, as_toml, parsed_round

TODAY = date(2026, 3, 1)
GAMES = sorted(rulebook().games)


def case_rounds(game_id: str) -> list[Any]:
    folder = rulebook().game(game_id).folder
    return [{"game": game_id, **each.round} for each in load_cases(folder).case]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_case_comes_back_from_its_link_and_its_file(game_id: str) -> None:
    for data in case_rounds(game_id):
        plain = json.loads(json.dumps(data, default=str))
        assert unpacked(packed(plain)) == plain
        assert parsed_round(as_toml(plain)) == plain
        assert parsed_round(as_json(plain)) == plain


@pytest.mark.parametrize("game_id", GAMES)
def test_the_form_has_a_field_for_everything_a_case_says(game_id: str) -> None:
    form = round_form(game_id, TODAY)
    keys = {"game", "date", "decks", "seats", "choices", "meters", "irregularity", "readings", *(each.key for each in form.areas)}
    keys |= {"magic_card", "lucky"} if form.extras else set()
    keys |= {"dealer_high", "dealer_low"} if form.set_hands else set()
    names = {each.id for each in form.wagers} | set(form.recorded)
    readings = {each.id for each in form.readings}
    for data in case_rounds(game_id):
        try:
            settle(read_round(data, today=TODAY))
        except RoundError:
            continue
        assert set(data) <= keys
        assert set(data.get("choices", {})) <= {each.id for each in form.wagers if each.chosen or len(each.labels) == 1}
        assert {each for each, value in data.get("readings", {}).items() if value} - readings <= {"parameter-change", "closing"}
        for seat in data["seats"]:
            assert set(seat.get("wagers", {})) <= names
            assert "fold" not in seat or form.folds
            assert "high" not in seat or form.set_hands
        shown = {each.id for each in meter_forms(form, data)}
        assert set(data.get("meters", {})) <= shown


@pytest.mark.parametrize("game_id", GAMES)
def test_every_fault_of_a_case_has_a_place_on_the_form(game_id: str) -> None:
    form = round_form(game_id, TODAY)
    fields = {"bank", "decks", "date", "magic_card", "lucky", "irregularity.void", "choices", *(each.key for each in form.areas)}
    for data in case_rounds(game_id):
        try:
            settle(read_round(data, today=TODAY))
        except RoundError as refusal:
            heads = fields | {f"seat {each['seat']}" for each in data["seats"]}
            for fault in placed_faults(refusal.faults, data):
                assert fault.places, fault
                for place in fault.places:
                    known = place.partition(",")[0] in heads or place.startswith(("choices.", "meters.", "readings."))
                    assert known, (place, fault.text)


def test_a_fault_names_each_place_of_a_card_dealt_twice() -> None:
    data = {"game": "three-card-poker", "dealer": "As Kd 2c", "seats": [{"seat": 3, "cards": "As 7d 8d"}]}
    with pytest.raises(RoundError) as refusal:
        read_round(data, today=TODAY)
    faults = placed_faults(refusal.value.faults, data)
    assert [each.places for each in faults] == [("dealer", "seat 3, cards")]
    assert at_place(faults, "seat 3, cards") == faults
    assert not faults[0].unfinished


def test_the_hand_of_a_coup_is_named_in_words() -> None:
    data = {"game": "midibaccarat", "seats": [{"seat": 1, "wagers": {"player": "5"}}]}
    with pytest.raises(RoundError) as refusal:
        read_round(data, today=TODAY)
    faults = {each.places[0]: each.text for each in placed_faults(refusal.value.faults, data)}
    assert faults["player"].startswith("Player's cards: missing")
    assert faults["banker"].startswith("Banker's cards: missing")


def test_what_is_only_missing_is_told_apart() -> None:
    data = {"game": "three-card-poker", "seats": [{"seat": 2, "cards": "As Kd 4c", "wagers": {"ante": "5", "pair-plus": "x"}}]}
    with pytest.raises(RoundError) as refusal:
        read_round(data, today=TODAY)
    faults = placed_faults(refusal.value.faults, data)
    unfinished = {each.places[0] for each in faults if each.unfinished}
    assert unfinished == {"dealer", "seat 2, ante"}
    assert {each.places[0] for each in faults if not each.unfinished} == {"seat 2, pair-plus"}


def test_an_ill_formed_file_is_placed_by_the_number_of_its_seat() -> None:
    data = {"game": "three-card-poker", "seats": [{"seat": 4, "wagers": {"ante": 5.5}, "paid": {"ante": 1.5}}]}
    with pytest.raises(RoundError) as refusal:
        read_round(data, today=TODAY)
    assert {place for each in placed_faults(refusal.value.faults, data) for place in each.places} == {
        "seat 4, ante",
        "seat 4, paid ante",
    }


def test_a_seat_whose_number_is_wrong_says_so_itself() -> None:
    data = {"game": "three-card-poker", "seats": [{"seat": 2, "wagers": {"ante": "5"}}, {"seat": 0, "wagers": {"ante": 5.5}}]}
    with pytest.raises(RoundError) as refusal:
        read_round(data, today=TODAY)
    faults = [(each.places, each.text.partition(";")[0]) for each in placed_faults(refusal.value.faults, data)]
    assert faults == [(("seat 0",), "seats[1].seat: found 0"), (("seat 0, ante",), "seat 0, ante: found 5.5")]


def test_a_value_comes_and_goes_and_leaves_nothing_behind() -> None:
    start = edit.new_round("three-card-poker")
    before = copy.deepcopy(start)
    made = edit.with_stake(start, 1, "ante", "10.00")
    assert start == before
    assert edit.value_at(made, ("seats", 1, "wagers", "ante")) == "10.00"
    assert edit.with_stake(made, 1, "ante", "") == start
    meters = edit.with_value(made, ("meters", "progressive", "meter"), "500")
    assert edit.with_value(meters, ("meters", "progressive", "meter"), "") == made


def test_a_wager_that_must_be_equal_follows_only_while_it_is_equal() -> None:
    data = edit.with_stake(edit.with_stake(edit.new_round("three-card-poker"), 1, "ante", "10"), 1, "play", "10")
    raised = edit.with_stake(data, 1, "ante", "25", equal=("play",))
    assert edit.value_at(raised, ("seats", 1, "wagers", "play")) == "25"
    apart = edit.with_stake(edit.with_stake(data, 1, "play", "5"), 1, "ante", "25", equal=("play",))
    assert edit.value_at(apart, ("seats", 1, "wagers", "play")) == "5"


def test_a_seat_that_leaves_takes_its_void_wagers_and_its_lucky_draw_along() -> None:
    data = edit.with_seat(edit.with_stake(edit.new_round("three-card-poker"), 1, "ante", "10"), 4)
    assert edit.seat_numbers(data) == [1, 4]
    assert edit.value_at(data, ("seats", 4, "wagers", "ante")) == "10"
    data = edit.with_value(edit.with_wager_void(data, 4, "ante", True), ("lucky",), [4])
    assert edit.is_void(data, 4, "ante")
    assert not edit.is_void(data, 1, "ante")
    left = edit.without_seat(data, 4)
    assert "irregularity" not in left
    assert not left["lucky"]


def test_a_paytable_keeps_its_added_row() -> None:
    data = edit.with_option(
        edit.with_choice(edit.new_round("three-card-poker"), "pair-plus", "A"), "pair-plus", "mini-royal-flush", "50 to 1"
    )
    assert edit.with_choice(data, "pair-plus", "B")["choices"] == {"pair-plus": {"paytable": "B", "mini-royal-flush": "50 to 1"}}
    assert edit.with_option(data, "pair-plus", "mini-royal-flush", "")["choices"] == {"pair-plus": "A"}
    assert "choices" not in edit.with_choice(data, "pair-plus", None)


def test_meters_are_given_for_each_amount_and_ask_for_terms_that_are_not_printed() -> None:
    form = round_form("pai-gow-poker", TODAY)
    data: dict[str, Any] = {
        "game": "pai-gow-poker",
        "choices": {"progressive": "standard"},
        "seats": [{"seat": 1, "wagers": {"progressive": "1"}}],
    }
    assert [(each.id, each.terms) for each in meter_forms(form, data)] == [("progressive", ("seed", "increment"))]
    data["seats"].append({"seat": 2, "wagers": {"progressive": "5.00"}})
    assert [each.id for each in meter_forms(form, data)] == ["progressive@1.00", "progressive@5.00"]


@pytest.mark.parametrize("text", ["", "x", "%%%", "eJw", packed({"game": "x"})[:-6], "[1]", packed([1]), "{", '{"a":1,"a":2}'])
def test_a_damaged_link_is_refused_in_words(text: str) -> None:
    with pytest.raises(RoundError):
        unpacked(text)


def test_a_link_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(RoundError, match="too long"):
        unpacked(packed({"game": "x" * (MOST_BYTES + 1)}))


def test_a_link_may_be_plain_json() -> None:
    assert unpacked('{"game": "midibaccarat"}') == {"game": "midibaccarat"}


def test_toml_keeps_odd_names_and_texts() -> None:
    data = {
        "game": "x",
        "lucky": "dealer",
        "meters": {"progressive@5.00": {"meter": '1 "q" \\ é'}},
        "seats": [{"seat": 1, "paid": {"a b": "1"}}],
    }
    assert tomllib.loads(as_toml(data)) == data
