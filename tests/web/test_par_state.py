"""What an address asks of a PAR page: it says the same as it is read, and what has no meaning is named and left out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitbook.errors import InputError
from pitbook.par import Conditions, par
from pitbook.rulebook import UnknownNameError
from pitbook.web.forms.par import (
    ParState,
    changed_table,
    is_known,
    parts,
    pay_fault,
    query,
    read_state,
    sheet_of,
    with_pay,
    without_changes,
)
from pitbook.web.pages.par_answer import edge_facts


def test_counts_that_are_kept_are_known_without_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitbook.games.pai_gow_poker import base_game

    kept: list[object] = [None, {"total": 0}]
    monkeypatch.setattr(base_game, "_read", lambda _: kept.pop())
    state = ParState("pai-gow-poker", "pai-gow", "standard", options={"house-way": "foxwoods"}, pays={"win": "2 to 1"})
    assert is_known(state)
    assert not is_known(state)
    assert not is_known(ParState("pai-gow-poker", "pai-gow", "standard", options={"house-way": "no-such-way"}))


PAIR_PLUS = ("three-card-poker", "pair-plus")


def test_an_address_without_a_query_is_the_first_paytable_at_one_dollar() -> None:
    state, faults = read_state(*PAIR_PLUS, [])
    assert (state.paytable, state.amount, state.meter, faults) == ("A", 1_000_000, None, ())
    assert query(state) == ""
    assert sheet_of(state).house_edge == par(*PAIR_PLUS, "A").house_edge


def test_an_edge_says_what_is_on_the_meter() -> None:
    given = par("midibaccarat", "harmony-progressive", "C", conditions=Conditions(meter_micros=5_000_000))
    names = [edge_facts(each)[1][0] for each in (replace(given, meter_basis="zero"), given)]
    assert names == ["House edge, nothing on the meter", "House edge at $5.00"]


@pytest.mark.parametrize(
    ("wager", "asked"),
    [
        (PAIR_PLUS, [("paytable", "C"), ("pays.straight-flush", "50 to 1"), ("pays.flush", "3 to 1")]),
        (PAIR_PLUS, [("amount", "25.00"), ("set.mini-royal-instead", "on-top"), ("option.mini-royal-flush", "60 to 1")]),
        (("three-card-poker", "five-card-progressive"), [("meter", "123456.78"), ("players", "5"), ("term.increment", "30%")]),
        (PAIR_PLUS, [("rounds", "30000"), ("confidence", "99.99999999999%")]),
        (("midibaccarat", "harmony-progressive"), [("paytable", "C"), ("meter", "5000.00"), ("decks", "6"), ("bettors", "3")]),
    ],
)
def test_a_state_stands_in_its_address(wager: tuple[str, str], asked: list[tuple[str, str]]) -> None:
    state, faults = read_state(*wager, asked)
    assert faults == ()
    again, _ = read_state(*wager, [tuple(each.split("=")) for each in _decoded(query(state))])  # type: ignore[misc]
    assert again == state
    assert sorted(_decoded(query(state))) == sorted(f"{name}={value}" for name, value in asked)


def _decoded(text: str) -> list[str]:
    from urllib.parse import parse_qsl

    return [f"{name}={value}" for name, value in parse_qsl(text.removeprefix("?"))]


def test_a_changed_payout_is_counted_as_the_library_counts_it() -> None:
    """Straight at 5 to 1 in place of 6: one unit less in 720 of 22,100 hands."""
    state, _ = read_state(*PAIR_PLUS, [("pays.straight", "5 to 1")])
    sheet = sheet_of(state)
    assert sheet.house_edge - par(*PAIR_PLUS, "A").house_edge == Fraction(720, 22_100)
    assert sheet.paytable == "A, changed"
    assert sheet_of(without_changes(state)).paytable == "A"


def test_a_payout_put_back_as_printed_is_no_change() -> None:
    state, _ = read_state(*PAIR_PLUS, [("pays.straight", "5 to 1")])
    assert with_pay(state, "straight", " 6  to 1 ", "6 to 1").pays == {}
    assert with_pay(state, "straight", "", "6 to 1").pays == {}
    assert with_pay(state, "flush", "3 to 1", "4 to 1").pays == {"straight": "5 to 1", "flush": "3 to 1"}


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("paytable", "Z", "paytable 'Z'"),
        ("amount", "0", "more than nothing"),
        ("amount", "five", "'five'"),
        ("players", "101", "from 0 to 100"),
        ("bettors", "0", "from 1 to 1,000"),
        ("decks", "9", "from 1 to 8"),
        ("rounds", "0", "from 1 to 999,999,999"),
        ("confidence", "100%", "confidence '100%': allowed is a number between 0 and 1"),
        ("set.nothing", "x", "there is no reading 'nothing'"),
        ("set.mini-royal-suited", "maybe", "'maybe'"),
        ("option.nothing", "x", "none of this name"),
        ("term.nothing", "x", "none of this name"),
        ("pays.nothing", "5 to 1", "none of this name"),
        ("hello", "x", "hello: not known here; allowed: paytable, amount, meter"),
        ("metr", "5", "did you mean meter?"),
        ("pays.straight", "9" * 121, "121 characters"),
    ],
)
def test_what_has_no_meaning_is_named_and_left_out(name: str, value: str, words: str) -> None:
    state, faults = read_state(*PAIR_PLUS, [(name, value), *([] if name == "paytable" else [("paytable", "B")])])
    assert len(faults) == 1
    assert words in faults[0]
    assert state == ParState(*PAIR_PLUS, "A" if name == "paytable" else "B")


def test_what_an_address_says_twice_is_named_and_left_out() -> None:
    state, faults = read_state("three-card-poker", "progressive", [("meter", "5"), ("meter", "7"), ("paytable", "B")])
    assert faults == ("meter: given 2 times; allowed: once (query)",)
    assert state == ParState("three-card-poker", "progressive", "B")


def test_an_unknown_game_or_wager_is_said_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean three-card-poker"):
        read_state("three-card-pokr", "pair-plus", [])
    with pytest.raises(UnknownNameError, match="did you mean pair-plus"):
        read_state("three-card-poker", "pair-pls", [])


def test_every_changed_payout_without_a_meaning_is_a_fault() -> None:
    state = ParState(*PAIR_PLUS, "A", pays={"straight": "lots", "flush": "50% of meter", "nine": "2 to 1"})
    with pytest.raises(InputError) as fault:
        changed_table(state)
    assert [line.split(":")[0] for line in str(fault.value).splitlines()] == ["Straight", "Flush", "pays.nine"]


def test_a_payout_is_held_to_what_the_wager_can_pay() -> None:
    _, _, pair_plus = parts(ParState(*PAIR_PLUS, "A"))
    _, _, ante_bonus = parts(ParState("three-card-poker", "ante-bonus", "A"))
    _, _, progressive = parts(ParState("three-card-poker", "progressive", "A"))
    assert pay_fault(pair_plus, "40 to 1") is None
    assert "no meter" in (pay_fault(pair_plus, "10% of meter") or "")
    assert "not odds to 1" in (pay_fault(ante_bonus, "5 for 1") or "")
    assert pay_fault(progressive, "10% of meter") is None


def test_no_choice_names_a_file_of_the_server() -> None:
    state = ParState("pai-gow-poker", "pai-gow", "standard", options={"house-way": "../secret.toml"})
    with pytest.raises(InputError, match="is a file"):
        sheet_of(state)


def test_the_band_of_the_edge_is_that_of_the_command() -> None:
    state, _ = read_state(*PAIR_PLUS, [("rounds", "30000"), ("confidence", "0.99")])
    conditions = Conditions(rounds=30_000, confidence=0.99)
    assert sheet_of(state).to_json() == par(*PAIR_PLUS, "A", conditions=conditions).to_json()
