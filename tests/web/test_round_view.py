"""What a felt shows of a round: used cards, the next hand, rows of wagers with their results, what is alive after a fold."""

from __future__ import annotations

import copy
import json
from datetime import date
from typing import Any

import pytest

from pitbook.catalog import rulebook
from pitbook.payouts import dollars
from pitbook.rounds import RoundError
from pitbook.rulebook import UnknownNameError
from pitbook.web.pages.adjudicate import checked_round
from pitbook.web.rounds import edit
from pitbook.web.rounds.card_parts import cards_html
from pitbook.web.rounds.form import meter_forms, round_form
from pitbook.web.rounds.link import packed, unpacked
from pitbook.web.rounds.settlement_html import alive_html, faults_html, settlement_html
from pitbook.web.rounds.text import as_toml, parsed_round
from pitbook.web.rounds.view import (
    cards_of,
    cards_to_pick,
    fault_at,
    hand_places,
    next_hand,
    normal_cards,
    outcome,
    seat_state,
    shown_wagers,
    standing,
    used_cards,
)

TODAY = date(2026, 3, 1)
FORM = round_form("three-card-poker", TODAY)
ROUND: dict[str, Any] = {
    "game": "three-card-poker",
    "dealer": "Qc 9d 4s",
    "community": "Jh 4c",
    "choices": {"ante-bonus": "A", "progressive": "A", "five-card-progressive": "standard"},
    "meters": {"progressive": {"meter": "5000"}},
    "seats": [
        {"seat": 2, "player": "<Ann>", "cards": "As Ks Qs", "wagers": {"ante": "10", "play": "10", "progressive": "1"}},
        {"seat": 3, "cards": "Td 8s 2d", "wagers": {"ante": "10", "play": "10", "progressive": "1"}},
        {"seat": 4, "cards": "4h 4d 7c", "fold": True, "wagers": {"ante": "10", "five-card-progressive": "5"}},
    ],
}


def rows(data: Any, seat: int, **more: Any) -> dict[str, Any]:
    state = seat_state(FORM, data, seat, outcome(data, TODAY), paid=False, voids=False, **more)
    return {each["id"]: each for each in state["rows"]}


def test_each_wager_says_how_it_ended() -> None:
    assert rows(ROUND, 2)["progressive"]["result"] == "✓ $5,000.28"
    assert rows(ROUND, 2)["ante-bonus"]["result"] == "✓ $50.00"
    assert rows(ROUND, 2)["ante-bonus"]["stakeless"]
    assert rows(ROUND, 3)["ante"]["result"] == "✕ lost"
    # Its own wager lost, and yet an Envy Bonus is paid on it.
    assert rows(ROUND, 3)["progressive"]["tone"] == "win"
    assert rows(ROUND, 4)["five-card-progressive"]["result"] == "✓ $45.00"
    assert rows(ROUND, 4)["progressive"]["result"] == ""


def test_what_is_alive_after_a_fold_stands_at_the_seat() -> None:
    settled = outcome(ROUND, TODAY).settled
    assert "five-card-progressive" in alive_html(settled, 4)
    assert alive_html(settled, 2) == ""


def test_cards_of_other_hands_are_used() -> None:
    hands = {each.place: each for each in hand_places(FORM, ROUND)}
    used = used_cards(FORM, ROUND, hands["dealer"])
    assert used["As"] == 1
    assert "Qc" not in used
    assert cards_of(ROUND, hands["seat 3, cards"]) == "Td 8s 2d"


def test_the_next_hand_is_one_that_lacks_cards() -> None:
    data = edit.with_value(edit.with_value(ROUND, ("community",), ""), ("seats", 3, "cards"), "Td")
    found = next_hand(FORM, data, "seat 2, cards")
    assert found is not None
    assert found.place == "seat 3, cards"
    found = next_hand(FORM, data, "seat 3, cards")
    assert found is not None
    assert found.place == "community"
    assert next_hand(FORM, ROUND, "dealer") is None


def test_a_hand_as_set_is_made_of_the_cards_of_its_seat() -> None:
    form = round_form("pai-gow-poker", TODAY)
    data = {"game": "pai-gow-poker", "seats": [{"seat": 1, "cards": "As Ks Qs Js Ts 9h jk"}]}
    low = next(each for each in hand_places(form, data) if each.place == "seat 1, low")
    assert cards_to_pick(data, low) == ["As", "Ks", "Qs", "Js", "Ts", "9h", "Jk"]
    assert cards_to_pick(data, hand_places(form, data)[0]) is None


def test_cards_have_one_form_and_what_is_none_stays() -> None:
    assert normal_cards("aS,10h JK") == "As Th Jk"
    assert normal_cards("as zz 10h") == "As zz Th"


@pytest.mark.parametrize("game", list(rulebook()), ids=lambda game: game.id)
def test_every_wager_on_offer_has_a_row(game: Any) -> None:
    form = round_form(game.id, TODAY)
    data: dict[str, Any] = {"game": game.id, "seats": [{"seat": 1}], "choices": {each.id: each.labels[0] for each in form.choices}}
    assert [name for name, _, _ in shown_wagers(form, data)] == [*(each.id for each in form.wagers), *form.recorded]


def test_the_magic_card_is_asked_for_only_where_it_is_offered() -> None:
    assert "magic_card" not in {each.place for each in hand_places(FORM, ROUND)}
    offered = edit.with_value(ROUND, ("readings", "magic-lucky"), "offered")
    assert "magic_card" in {each.place for each in hand_places(FORM, offered)}


def test_a_round_says_how_it_stands() -> None:
    assert standing(ROUND, outcome(ROUND, TODAY))[0] == "good"
    missing = edit.with_value(ROUND, ("dealer",), "")
    assert standing(missing, outcome(missing, TODAY)) == (
        "info",
        "Still missing: dealer: missing; ante at seat 2 reads 3 cards (and 4 more).",
    )
    wrong = edit.with_value(ROUND, ("dealer",), "Qc 9d Zz")
    assert standing(wrong, outcome(wrong, TODAY))[0] == "bad"
    assert "'Zz' is no card" in fault_at(outcome(wrong, TODAY), "dealer")
    assert "To mend" in faults_html(outcome(wrong, TODAY).faults)
    paid = edit.with_paid(ROUND, 2, "ante-bonus", "40")
    assert standing(paid, outcome(paid, TODAY))[0] == "warn"
    assert "hand over $10.00" in standing(paid, outcome(paid, TODAY))[1]
    paid["seats"][0]["paid"] = {"ante": "10", "total": "70"}
    paid["seats"][1]["paid"] = "1000"
    settled = outcome(paid, TODAY).settled
    assert settled is not None
    due, back = (dollars(abs(settled.totals[seat].returned - given * 1_000_000)) for seat, given in ((2, 70), (3, 1000)))
    assert standing(paid, outcome(paid, TODAY))[1].endswith(f"Paid wrong: hand over {due} and collect {back}.")


def test_what_people_typed_is_never_markup() -> None:
    settled = outcome(ROUND, TODAY).settled
    assert settled is not None
    made = settlement_html(settled)
    assert "&lt;Ann&gt;" in made
    assert "<Ann>" not in made
    assert "<" not in cards_html("<b>").replace("<span", "").replace("</span", "")


def test_what_was_paid_for_the_whole_seat_stays_beside_a_wager() -> None:
    data = edit.with_value(ROUND, ("seats", 2, "paid"), "5000")
    both = edit.with_paid(data, 2, "ante", "20")
    assert edit.value_at(both, ("seats", 2, "paid")) == {"total": "5000", "ante": "20"}
    assert edit.with_paid(both, 2, "ante", "") == data


def test_a_meter_without_its_amount_is_none() -> None:
    made = edit.with_meter(ROUND, "progressive", "reserve", "5")
    assert made["meters"]["progressive"] == {"meter": "5000", "reserve": "5"}
    assert "meters" not in edit.with_meter(made, "progressive", "meter", "")


def test_seats_drawn_are_numbers_or_the_dealer() -> None:
    assert edit.lucky_of("3, 5") == [3, 5]
    assert edit.lucky_of("dealer") == "dealer"
    assert edit.lucky_of("3 dealer") == [3, "dealer"]


JUNK: tuple[Any, ...] = (None, True, 3, -1, 2.5, "", "x", "As", [], ["x"], [1, {}], {}, {"a": 1}, {"a": []}, "\x00<b>")


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain values."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            found += spots(each, (*path, key))
    return found


def test_whatever_a_link_brings_is_refused_in_words_or_shown() -> None:
    """Junk at every place of a round, one by one: the felt's views never fail on what has passed."""
    whole = {**ROUND, "decks": 1, "lucky": [2], "irregularity": {"void": ["2 ante"]}, "readings": {"magic-lucky": "offered"}}
    shown = 0
    for path in spots(whole):
        for junk in JUNK:
            data = copy.deepcopy(whole)
            place: Any = data
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = junk
            try:
                data = checked_round(data)
            except (RoundError, UnknownNameError):
                continue
            shown += 1
            form = round_form(data["game"], TODAY)
            found = outcome(data, TODAY)
            for hand in hand_places(form, data):
                used_cards(form, data, hand)
                cards_to_pick(data, hand)
                next_hand(form, data, hand.place)
            for number in edit.seat_numbers(data):
                seat_state(form, data, number, found, paid=True, voids=True)
            standing(data, found)
            meter_forms(form, data)
            unpacked(packed(data))
            parsed_round(as_toml(json.loads(json.dumps(data))))
    assert shown > 100
