# ruff: noqa: E501
# One fault stands on one line.
"""Bad rounds: every fault is found, all at once, with its place and what is allowed; nothing else is ever raised."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.rounds import RoundError, read_round, round_data
from pitbook.settlement import Settlement, settle
from pitbook.settlement_json import settlement_json
from random_rounds import Data, any_rounds

TODAY = date(2026, 1, 2)


def settled(data: Any) -> Settlement:
    return settle(read_round(data, today=TODAY))


def faults(data: Any) -> tuple[str, ...]:
    with pytest.raises(RoundError) as caught:
        settled(data)
    return caught.value.faults


GOOD: dict[str, Any] = {
    "game": "three-card-poker",
    "dealer": "Jc 8d 2h",
    "community": "3c 4d",
    "choices": {"ante-bonus": "A", "pair-plus": "A", "progressive": "A", "five-card-hand-bonus": "standard"},
    "seats": [
        {"seat": 1, "cards": "Ks 9s 4s", "wagers": {"ante": "5", "play": "5", "pair-plus": "5", "progressive": "1"}},
        {"seat": 2, "cards": "Kd 9d 5c", "fold": True, "wagers": {"ante": "5", "five-card-hand-bonus": "1"}},
    ],
}
PRIME: dict[str, Any] = {
    "game": "three-card-prime",
    "dealer": "4d 8d 4c",
    "community": "Jh Th",
    "choices": {"five-card-progressive": "8"},
    "seats": [{"seat": 1, "cards": "Ah Kh Qh", "wagers": {"ante": "5", "five-card-progressive": "1"}}],
}
PAI_GOW: dict[str, Any] = {
    "game": "pai-gow-poker",
    "dealer": "Kc Td 8c 7s 5c 3s 2s",
    "choices": {"red-black": "standard", "progressive": "standard"},
    "meters": {"progressive": {"meter": "100", "increment": "20%", "seed": "5x"}},
    "seats": [{"seat": 1, "cards": "5h 6h 7h 8h 9h Th Jd", "color": "red", "wagers": {"pai-gow": "10", "red-black": "5"}}],
}


def changed(good: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The round with one value put in place, or taken away (None)."""
    data = deepcopy(good)
    *steps, last = path.split("/")
    at: Any = data
    for step in steps:
        at = at[int(step)] if isinstance(at, list) else at.setdefault(step, {})
    if value is None:
        del at[last]
    else:
        at[last] = value
    return data


def test_the_rounds_that_are_made_bad_below_are_good() -> None:
    assert settled(GOOD).lines
    assert settled(PAI_GOW).lines


CLASSES = [
    # Cards.
    ("a card twice", GOOD, "seats/0/cards", "Ks 9s Jc", "Jc was dealt twice (dealer and seat 1, cards); the deck has it once"),
    ("a card twice in one hand", GOOD, "seats/0/cards", "Ks Ks 9s", "Ks was dealt twice (seat 1, cards); the deck has it once"),
    ("a card three times", GOOD, "community", "Ks Ks", "Ks was dealt 3 times (community and seat 1, cards)"),
    ("no card", GOOD, "seats/0/cards", "Ks 9s Xx", "seat 1, cards: 'Xx' is no card; a card is a rank of"),
    ("a joker", GOOD, "seats/0/cards", "Ks 9s Jk", "seat 1, cards: Jk, but Three Card Poker is dealt without a joker"),
    ("too few", GOOD, "seats/0/cards", "Ks 9s", "seat 1, cards: 2 cards (Ks 9s); allowed: 3"),
    ("too many", GOOD, "dealer", "Jc 8d 2h 2c", "dealer: 4 cards (Jc 8d 2h 2c); allowed: 3"),
    ("own cards missing", GOOD, "seats/0/cards", None, "seat 1, cards: missing; ante reads them"),
    ("dealer missing", GOOD, "dealer", None, "dealer: missing; ante at seat 1 reads 3 cards"),
    ("community missing", GOOD, "community", None, "community: missing; five-card-hand-bonus at seat 2 reads 2 cards"),
    ("cards of another game", GOOD, "player", "2c 3c", "player: Three Card Poker has no such hand; a seat's cards stand at the seat"),
    ("no community cards", PAI_GOW, "community", "2c 3c", "community: Pai Gow Poker has no such cards"),
    # Wagers.
    ("an unknown wager", GOOD, "seats/0/wagers/antee", "5", "seat 1: there is no wager 'antee' (did you mean ante?); allowed: ante, play"),
    ("not offered", GOOD, "seats/0/wagers/six-card-bonus", "5", "not offered, [choices] names no paytable for it; allowed: A, B, C, D, E"),
    ("no prerequisite", GOOD, "seats/1/wagers", {"progressive": "1"}, "seat 2, progressive: it needs ante beside it"),
    ("Play without Ante", GOOD, "seats/0/wagers/ante", None, "seat 1, play: it needs ante beside it"),
    ("Play not equal", GOOD, "seats/0/wagers/play", "6", "seat 1, play: $6.00 against ante $5.00; they must be equal"),
    ("neither Play nor fold", GOOD, "seats/0/wagers/play", None, "seat 1, ante: neither play nor fold"),
    ("Play and fold", GOOD, "seats/0/fold", True, "seat 1: folded, and yet a play wager"),
    ("a fold without an ante", GOOD, "seats/1/wagers", {"pair-plus": "5"}, "seat 2: folded without an ante"),
    ("no fold", PAI_GOW, "seats/0/fold", True, "seat 1: Pai Gow Poker knows no fold"),
    ("no envy column", GOOD, "seats/0/wagers/progressive", "3", "seat 1, progressive: $3.00 has no column in the envy table"),
    ("nothing staked", GOOD, "seats/0/wagers/pair-plus", "0.00", "seat 1, pair-plus: '0.00'; a stake is more than nothing"),
    ("a negative stake", GOOD, "seats/0/wagers/pair-plus", "-5", "seat 1, pair-plus: '-5' is no amount"),
    ("a part of a cent", GOOD, "seats/0/wagers/pair-plus", "5.005",
     "seat 1, pair-plus: '5.005' is not a whole number of cents; allowed are dollars and cents, such as 5.00"),
    ("no amount", GOOD, "seats/0/wagers/pair-plus", "five", "seat 1, pair-plus: 'five' is no amount"),
    ("foreign digits", GOOD, "seats/0/wagers/pair-plus", "٥", "seat 1, pair-plus: '٥' is no amount"),
    ("too much", GOOD, "seats/0/wagers/pair-plus", "9" * 18, "is more than the largest amount"),
    ("a stake of a bonus without one", GOOD, "seats/0/wagers/ante-bonus", "5", "seat 1, ante-bonus: it has no stake of its own"),
    ("no color", PAI_GOW, "seats/0/color", None, "seat 1, red-black: the seat must say its color; allowed: red, black"),
    ("a third color", PAI_GOW, "seats/0/color", "green", "seat 1, color: found 'green' (did you mean red?); allowed: red, black"),
    ("a color for nothing", GOOD, "seats/0/color", "red", "seat 1, color: Three Card Poker has no wager on a color"),
    # Limits and choices.
    ("below the minimum", GOOD, "choices/pair-plus", {"paytable": "A", "minimum": "10"}, "seat 1, pair-plus: $5.00 is below the minimum of $10.00"),
    ("above the maximum", GOOD, "choices/pair-plus", {"paytable": "A", "maximum": "4"}, "seat 1, pair-plus: $5.00 is above the maximum of $4.00"),
    ("no such paytable", GOOD, "choices/pair-plus", "Z", "there is no paytable 'Z'"),
    ("no paytable named", GOOD, "choices/pair-plus", {"minimum": "1"}, "choices.pair-plus: pair-plus: a paytable must be chosen; allowed: A, B, C, D, E"),
    ("a choice for no wager", GOOD, "choices/pair-minus", "A", "choices: there is no wager 'pair-minus'"),
    ("an option for nothing", GOOD, "choices/progressive", {"paytable": "A", "mini-royal-flush": "50 to 1"}, "choices.progressive"),
    ("both Ante Bonuses", GOOD, "choices/ante-bonus-akq", "A", "choices: ante-bonus and ante-bonus-akq; one replaces the other"),
    ("no reading", GOOD, "readings", {"five-card-whell": "no"}, "readings: there is no reading 'five-card-whell' (did you mean five-card-wheel?)"),
    ("no such variation", PAI_GOW, "choices/insurance", "A",
     'allowed: emperors-challenge, fortune; set it by [readings] variation = "emperors-challenge"'),
    ("no value", GOOD, "readings", {"five-card-wheel": "perhaps"}, "readings: reading five-card-wheel: there is no value 'perhaps'; allowed: yes, no"),
    ("a table that only a filing brings", PAI_GOW, "readings", {"progressive-envy": "filed"}, "readings.progressive-envy: 'filed' is a table of"),
    # Settings.
    ("a foreign card set", PAI_GOW, "seats/0/low", "Jd Kc", "seat 1, low: Kc was not dealt to this hand; allowed: Jd Th 9h 8h 7h 6h 5h"),
    ("a set hand too small", PAI_GOW, "seats/0/high", "5h 6h", "seat 1, high: 2 cards (5h 6h); allowed: 5"),
    ("the dealer's setting", PAI_GOW, "dealer_low", "Ah Kc", "dealer, low: Ah was not dealt to this hand"),
    ("a setting of three cards", GOOD, "seats/0/high", "Ks", "seat 1: high and low belong to a game of seven cards set as two hands"),
    ("the dealer's setting of three", GOOD, "dealer_high", "Jc", "dealer_high, dealer_low: they belong to a game of seven cards"),
    # Meters.
    ("no such meter", GOOD, "meters", {"pair-plus": {"meter": "5"}}, "there is no meter 'pair-plus'"),
    ("a wager's id for its meter", GOOD, "meters", {"five-card-hand-bonus-on-dealer@1": {"meter": "5"}},
     "meters.five-card-hand-bonus-on-dealer@1: five-card-hand-bonus-on-dealer is a wager; the id of its meter is five-card-hand-bonus"),
    ("a meter without a figure", GOOD, "meters", {"progressive": {"reserve": "5"}}, "meters.progressive.meter: missing"),
    ("a meter of no wager offered", GOOD, "meters", {"five-card-progressive": {"meter": "5"}},
     "meters.five-card-progressive: the round offers no wager on it; allowed: five-card-hand-bonus, progressive"),
    ("no figure", GOOD, "meters", {"progressive": {"meter": "x"}}, "meters.progressive.meter: 'x' is no amount"),
    ("an empty figure", GOOD, "meters", {"progressive": {"meter": ""}}, "meters.progressive.meter: '' is no amount"),
    ("an empty reserve", GOOD, "meters", {"progressive": {"meter": "9", "reserve": ""}}, "meters.progressive.reserve: '' is no amount"),
    ("two amounts of a meter", GOOD, "meters", {"progressive@5": {"meter": "5", "amount": "1"}}, "it serves wagers of $1.00 and of $5.00"),
    ("a meter for nothing", GOOD, "meters", {"progressive@0": {"meter": "5"}}, "meters.progressive@0: it serves wagers of $0.00"),
    ("a meter twice", GOOD, "meters", {"progressive@5": {"meter": "5"}, "progressive@5.00": {"meter": "5"}}, "progressive@5.00 is given twice"),
    ("another amount", GOOD, "meters", {"progressive": {"meter": "5", "amount": "5"}},
     'meters.progressive: it serves wagers of $5.00, not $1.00; allowed: a meter of their own, [meters."progressive@1.00"]'),
    ("a printed rate", GOOD, "meters", {"progressive": {"meter": "5", "increment": "15%"}},
     "meters.progressive.increment: '15%', but the text prints it (58 Pa. Code § 649a.12(e)(1)); allowed: 14%"),
    ("a printed seed", GOOD, "meters", {"progressive": {"meter": "5", "reseed": "3x"}}, "meters.progressive.reseed: '3x', but the text prints it"),

    ("a reseed that no reading asks for", PRIME, "meters", {"five-card-progressive": {"meter": "5", "reseed": "500"}},
     "meters.five-card-progressive.reseed: '500', but seed-not-applicable = restart-from-reserve: with the reserve; "
     'set it by [readings] seed-not-applicable = "reseed-parameter"'),
    ("no seed", GOOD, "meters", {"progressive": {"meter": "5", "seed": "many"}}, "meters.progressive.seed: 'many' is no seed"),
    ("no rate", PAI_GOW, "meters/progressive/increment", "lots", "meters.progressive.increment: 'lots' is no rate"),
    ("more than the wager", PAI_GOW, "meters/progressive/reserve_rate", "90%", "increment and reserve_rate are 110% of a wager"),
    ("a rate that is missing", changed(PAI_GOW, "seats/0/wagers/progressive", "1"), "meters/progressive/increment", None,
     "meters.progressive.increment: missing; the text prints none"),
    ("a part of a micro-dollar", changed(PAI_GOW, "seats/0/wagers/progressive", "0.01"), "meters/progressive/increment", "0.3333%",
     "increment 0.3333% of $0.01 is not a whole number of micro-dollars; allowed is a rate of which it is one"),
    # The rest.
    ("no game", GOOD, "game", "three-card-pokre", "there is no game 'three-card-pokre' (did you mean three-card-poker?)"),
    ("a day before the edition", GOOD, "date", "2013-01-01", "there is no edition in force on '2013-01-01'"),
    ("no day", GOOD, "date", "yesterday", "date: found 'yesterday'; allowed: a day such as 2026-11-30"),
    ("a bank", PAI_GOW, "bank", 1, "bank: rounds with a player bank or co-bank are not in the rulebook"),
    ("an unknown key", GOOD, "seats/0/wager", {}, "seat 1, wager: unknown key (did you mean wagers?); allowed: seat, player, cards"),
    ("decks", GOOD, "decks", 2, "decks: 2; allowed: 1"),
    ("no seats", GOOD, "seats", [], "seats: none; a round has at least one seat"),
    ("a seat twice", GOOD, "seats/1/seat", 1, "seat 1 is given 2 times"),
    ("seat 0", GOOD, "seats/0/seat", 0, "seats[0].seat: found 0; allowed: 1 or more"),
    ("a seat in words", GOOD, "seats/0/seat", "one", "seats[0].seat: found 'one'; allowed: a whole number"),
    ("a fold in words", GOOD, "seats/1/fold", "yes", "seat 2, fold: found 'yes'; allowed: true or false"),
    ("a drawn card not offered", GOOD, "magic_card", "Kh", 'magic_card, lucky: not offered; set it by [readings] magic-lucky = "offered"'),
    ("a drawn card where none is drawn", PAI_GOW, "magic_card", "Kh", "magic_card, lucky: pai-gow-poker has no pays that the table's system draws"),
    ("a drawn seat that is empty", {**GOOD, "readings": {"magic-lucky": "offered"}}, "lucky", [7], "lucky: there is no seat 7; allowed: 1, 2, dealer"),
    ("a void wager that is none", GOOD, "irregularity", {"void": ["antes"]},
     "irregularity.void: 'antes' (did you mean ante?); allowed is a wager with a stake of its own (ante, play, pair-plus, "),
    ("a void wager misspelt", GOOD, "irregularity", {"void": ["pairplus"]}, "irregularity.void: 'pairplus' (did you mean pair-plus?); allowed"),
    ("a void wager misspelt at a seat", GOOD, "irregularity", {"void": ["seat 1 pairplus"]}, "(did you mean 1 pair-plus?); allowed"),
    ("a void wager like none", GOOD, "irregularity", {"void": ["zzz"]}, "irregularity.void: 'zzz'; allowed is a wager with a stake of its own"),
    ("a void bonus", GOOD, "irregularity", {"void": ["ante-bonus"]}, "irregularity.void: 'ante-bonus'; allowed is a wager with a stake"),
    ("void at an empty seat", GOOD, "irregularity", {"void": ["5 ante"]}, "irregularity.void: '5 ante': there is no seat 5; allowed: 1, 2"),
    ("all void at an empty seat", GOOD, "irregularity", {"void": ["9 all"]}, "irregularity.void: '9 all': there is no seat 9; allowed: 1, 2"),
    ("void and not placed", GOOD, "irregularity", {"void": ["2 play"]}, "irregularity.void: '2 play': seat 2 has placed no play; allowed: ante, five-card-hand-bonus, all"),
    ("paid for no wager", GOOD, "seats/0/paid", {"antes": "5"}, "seat 1, paid: there is no wager 'antes'"),
    ("paid less in all than in part", GOOD, "seats/0/paid", {"ante": "10", "total": "9.99"},
     "seat 1, paid: a total of $9.99 is less than the $10.00 of the wagers beside it"),
    ("paid a part of a cent", GOOD, "seats/0/paid", "315.005",
     "seat 1, paid total: '315.005' is not a whole number of cents; allowed are dollars and cents, such as 5.00"),
    ("paid a part of a cent on a wager", GOOD, "seats/0/paid", {"ante": "0.001"}, "seat 1, paid ante: '0.001' is not a whole number of cents"),
    ("a meter far too large", GOOD, "meters", {"progressive": {"meter": "9" * 30}}, "is more than the largest amount, $1,000,000,000,000,000"),
    ("paid no amount", GOOD, "seats/0/paid", "ten", "seat 1, paid total: 'ten' is no amount"),
    ("a name that cannot be printed", GOOD, "seats/0/player", "A\x1b[31m", "seat 1, player: found 'A\\x1b[31m'; allowed: characters that can be printed"),
    ("a name too long", GOOD, "seats/0/wagers", {"x" * 500: "5"}, "found a text of 500 characters; allowed: up to 80"),
    ("a round of many seats", GOOD, "seats", [GOOD["seats"][0]] * 1000, "seats: found 1,000 entries; allowed: up to 28"),
]  # fmt: skip


@pytest.mark.parametrize(("good", "path", "value", "said"), [each[1:] for each in CLASSES], ids=[each[0] for each in CLASSES])
def test_each_fault_says_where_what_and_what_is_allowed(good: dict[str, Any], path: str, value: Any, said: str) -> None:
    found = faults(changed(good, path, value))
    assert any(said in fault for fault in found), found
    assert all("\n" not in fault for fault in found)


def test_an_ante_bonus_that_a_hand_may_win_must_be_chosen() -> None:
    straight = changed(changed(GOOD, "choices/ante-bonus", None), "seats/0/cards", "7s 8s 9c")
    assert faults(straight) == (
        "seat 1: its hand may win an Ante Bonus, and [choices] names none; allowed: ante-bonus: A, B, C; ante-bonus-akq: A, B, C",
    )
    assert settled(changed(GOOD, "choices/ante-bonus", None)).lines  # no hand of this round may


def test_faults_of_every_kind_stand_side_by_side() -> None:
    data = deepcopy(GOOD)
    data |= {"dealer": "Ks 8d", "decks": 3, "bank": "house", "readings": {"payment-order": "clockwise"}, "lucky": [9]}
    data["choices"] |= {"pair-plus": "Q", "nothing": "A"}
    data["meters"] = {"progressive": {"meter": "-5"}, "none": {"meter": "5"}}
    data["irregularity"] = {"void": ["9 ante", "tips"]}
    data["seats"][0]["wagers"] |= {"play": "7", "progressive": "2", "side": "1"}
    data["seats"][0] |= {"color": "red", "paid": "x", "high": "Ks"}
    data["seats"].append({"seat": 2, "cards": "Qd Qc Q", "wagers": {"six-card-bonus": "0"}})
    found = faults(data)
    wanted = [
        "bank:", "readings: reading payment-order", "decks: 3", "dealer: 2 cards", "seat 1: high and low", "seat 1: there is no wager 'side'",
        "seat 1, paid total: 'x'", "seat 2, cards: 'Q' is no card", "seat 2, six-card-bonus: '0'", "seat 2 is given 2 times",
        "choices.pair-plus: pair-plus: there is no paytable 'Q'", "choices: there is no wager 'nothing'",
        "meters.progressive.meter: '-5'", "there is no meter 'none'", "'9 ante': there is no seat 9", "'tips'; allowed",
        "seat 1, play: $7.00 against ante $5.00", "seat 1, color:", "magic_card, lucky: not offered", "lucky: there is no seat 9",
        "Ks was dealt twice (dealer and seat 1, cards)", "seat 1, progressive: $2.00 has no column",
    ]  # fmt: skip
    missing = [text for text in wanted if not any(text in fault for fault in found)]
    assert not missing, found
    assert len(found) == len(set(found)) >= len(wanted)


ECHOES = [
    ("a misspelt ante", "seats/0/wagers", {"anet": "5", "play": "5", "pair-plus": "5"}, "seat 1: there is no wager 'anet' (did you mean ante?)"),
    ("an ante of no amount", "seats/0/wagers/ante", "five", "seat 1, ante: 'five' is no amount"),
    ("a misspelt play", "seats/0/wagers", {"ante": "5", "paly": "5"}, "seat 1: there is no wager 'paly' (did you mean play?)"),
    ("a play of no amount", "seats/0/wagers/play", "0", "seat 1, play: '0'; a stake is more than nothing"),
    ("a misspelt choice", "choices", {"ante-bonus": "A", "pair-plsu": "A", "progressive": "A", "five-card-hand-bonus": "standard"},
     "choices: there is no wager 'pair-plsu' (did you mean pair-plus?)"),
    ("a misspelt key", "", {"seats": [{"saet": 1}]}, "seats[0].saet: unknown key (did you mean seat?)"),
    ("a misspelt choice with a meter", "",
     {"choices": {"ante-bonus": "A", "pair-plus": "A", "progresive": "A", "five-card-hand-bonus": "standard"},
      "meters": {"progressive": {"meter": "5"}}}, "choices: there is no wager 'progresive'"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "said"), [each[1:] for each in ECHOES], ids=[each[0] for each in ECHOES])
def test_what_follows_from_a_fault_is_not_a_fault_more(path: str, value: Any, said: str) -> None:
    found = faults({**GOOD, **value} if not path else changed(GOOD, path, value))
    assert len(found) == 1, found
    assert said in found[0]


def test_a_meter_of_another_amount_is_named_where_an_award_finds_none() -> None:
    """The Progressive of $1.00 wins, and the meter given serves $5.00."""
    data = changed(GOOD, "seats/0/cards", "Ks Qs As") | {
        "community": "Jc Tc",
        "dealer": "Js 8d 2h",
        "meters": {"progressive@5.00": {"meter": "900"}},
    }
    said = 'and the round gives no meter for wagers of $1.00; given: meters.progressive@5.00 for wagers of $5.00; allowed: [meters.progressive] or [meters."progressive@1.00"] with meter and reserve'
    assert [each[each.index("and the round") :] for each in faults(data)] == [said]
    shared = faults(data | {"readings": {"meter-per-amount": "shared"}})
    assert shared[0].endswith(f'{said}; a meter that all amounts share is [meters.progressive] with amount = "5.00"')
    assert "and the round gives no meter; allowed: [meters.progressive] or" in faults({**data, "meters": {}})[0]


def test_a_meter_on_which_nobody_bet_may_stand_in_a_round() -> None:
    data = changed(GOOD, "choices/five-card-progressive", "standard")
    assert settled(
        data | {"meters": {"five-card-progressive@1.00": {"meter": "5"}, "five-card-progressive@5.00": {"meter": "5"}}}
    ).lines


# Texts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("{", "json", "not JSON: "),
        ("[1, 2]", "json", "the round: found .*; allowed: a table of keys"),
        ("null", "json", "the round: found .*; allowed: a table of keys"),
        ('"a round"', "json", "the round: found .*; allowed: a table of keys"),
        ('{"game": "midibaccarat", "game": "three-card-poker"}', "json", "'game' stands twice in one object"),
        ('{"seats": [{"wagers": {"ante": "5", "ante": "50"}}]}', "json", "'ante' stands twice in one object"),
        ('{"game": ' + "[" * 100_000, "json", "not JSON: "),
        ('{"game": ' + "9" * 5_000 + "}", "json", "not JSON: "),
        ('{"game": "\\ud800"}', "json", r"not JSON: \\ud800 is half a character"),
        ('{"a\\uDFFF": 1}', "json", r"not JSON: \\udfff is half a character"),
        ("game = ", "toml", "not TOML: "),
        ("game = 'a'\ngame = 'b'", "toml", "not TOML: "),
        ("a = " + "[" * 5_000, "toml", "not TOML: "),
        ("", "toml", "game: missing"),
        ("{}", "json", "game: missing"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_round_is_one_clear_fault(text: str, kind: str, said: str) -> None:
    with pytest.raises(RoundError, match="(?i)" + said):
        settled(round_data(text, kind))


def as_toml(value: Any) -> str:
    """A value as inline TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(each)}" for key, each in value.items() if each is not None) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value)


@settings(max_examples=60)
@given(any_rounds())
def test_toml_and_json_of_a_round_settle_alike(data: Data) -> None:
    toml = "\n".join(f"{json.dumps(key)} = {as_toml(value)}" for key, value in data.items())
    one, other = (settlement_json(settled(round_data(text, kind))) for text, kind in ((toml, "toml"), (json.dumps(data), "json")))
    assert one == other


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_a_number_is_taken_as_it_is_written(kind: str) -> None:
    """A stake may be a plain number; 0.1 is ten cents and not the nearest binary fraction."""
    texts = {
        "json": '{"game": "midibaccarat", "player": "Kd 9c", "banker": "3h 5d", "seats": [{"seat": 1, "wagers": {"player": 10.1, "tie": 3}}]}',
        "toml": 'game = "midibaccarat"\nplayer = "Kd 9c"\nbanker = "3h 5d"\n[[seats]]\nseat = 1\nwagers = { player = 10.1, tie = 3 }',
    }  # fmt: skip
    assert [line.stake for line in settled(round_data(texts[kind], kind)).lines] == [10_100_000, 3_000_000]


@pytest.mark.parametrize("number", ["1e1", "nan", "NaN", "Infinity", "true", "[5]", '"5e0"', "null", "-0.0"])
def test_numbers_of_other_forms_are_refused(number: str) -> None:
    text = '{"game": "midibaccarat", "player": "Kd 9c", "banker": "3h 5d", "seats": [{"seat": 1, "wagers": {"player": %s}}]}'
    with pytest.raises(RoundError, match=r"player|not JSON"):
        settled(round_data(text % number, "json"))


# Nothing else is raised ----------------------------------------------------------------------------------------------

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-10, 10**30),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(["As", "Jk", "1", "0.01", "99999999999999", "all", "standard", "A", "greater-of", "\x00", "١", "5x", "100%"]),
    st.lists(st.sampled_from(["As Ks Qs", "ante", 3, "dealer"]), max_size=3),
    st.dictionaries(st.sampled_from(["paytable", "meter", "ante", "seat", "void"]), st.sampled_from(["A", "5", "x"]), max_size=3),
)


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [at] if at else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        found.extend(paths(each, (*at, key)))
    return found


@settings(max_examples=250)
@given(any_rounds(), st.data())
def test_a_round_with_anything_in_a_place_is_settled_or_refused(data: Data, choose: st.DataObject) -> None:
    for _ in range(choose.draw(st.integers(1, 3))):
        *steps, last = choose.draw(st.sampled_from(sorted(paths(data), key=str)))
        at: Any = data
        for step in steps:
            at = at[step]
        how = choose.draw(st.sampled_from(["junk", "remove", "swap"]))
        if how == "remove":
            del at[last]
        elif how == "swap":
            at[last] = choose.draw(st.sampled_from(["Ac Kc Qc", "5", "seat", "1.00", "B"]))
        else:
            at[last] = choose.draw(JUNK)
        if not data:
            break
    found: tuple[str, ...] = ()
    try:
        json.dumps(settlement_json(settled(data), explain=True))
    except RoundError as fault:
        found = fault.faults or ("",)
    assert all(text.strip() and "Traceback" not in text for text in found)


@settings(max_examples=60)
@given(st.recursive(JUNK, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)))
def test_anything_at_all_is_refused(data: Any) -> None:
    with pytest.raises(RoundError):
        settled(data)
