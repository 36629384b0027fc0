"""Every reading that a settlement names decides something: some round comes out otherwise under each of its values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any, Final

import pytest

from pitbook.catalog import rulebook
from pitbook.choices import offer
from pitbook.conformance.cases import load_cases
from pitbook.games.three_card_poker import play
from pitbook.rounds import RoundError, read_round
from pitbook.rulebook import Game, Reading
from pitbook.settlement import settle
from pitbook.settlement.order import withholding

Data = Mapping[str, Any]
OWN_VALUES: Final = {"rate": "3%", "payout": "9 to 1", "amount": "$7"}
"""A value of one's own for readings that take one."""


def outcome(game: str, data: Data) -> Any:
    """What a round comes to: its lines in order, its meters and notes, or its faults."""
    key = f"{game} {data}"
    if key not in _outcomes:
        _outcomes[key] = new_outcome(game, data)
    return _outcomes[key]


_outcomes: dict[str, Any] = {}


def new_outcome(game: str, data: Data) -> Any:
    try:
        done = settle(read_round({"game": game, **data}, today=date(2026, 1, 2)))
    except RoundError as fault:
        return fault.faults
    lines = [
        (line.seat, line.wager, line.kind, line.outcome, line.result, line.returned, line.commission, line.paid_by, line.from_seat)
        for line in done.lines
    ]
    return lines, done.meters, done.notes


def seat(number: int, cards: str | None = None, **more: Any) -> dict[str, Any]:
    wagers = {name.replace("_", "-"): amount for name, amount in more.pop("wagers").items()}
    return {"seat": number, "wagers": wagers, **({"cards": cards} if cards else {}), **more}


def harmony(label: str, player: str, banker: str, *seats: Any, **more: Any) -> dict[str, Any]:
    return {"player": player, "banker": banker, "choices": {"harmony-progressive": label}, "seats": list(seats), **more}


MIDIBACCARAT = [
    {"player": "Kd 6c", "banker": "4h As 2c", "seats": [seat(1, wagers={"banker": "7"})]},
    {"player": "Kc 9s", "banker": "2d 7h", "seats": [seat(1, wagers={"tie": "5"})]},
    harmony("D", "Kc 9s", "2d 7h", *(seat(n, wagers={"tie": "5", "harmony_progressive": "1"}) for n in (1, 2))),
    harmony(
        "A", "Kh Kd Ks", "Kc Kh Qd", seat(1, wagers={"tie": "5", "harmony_progressive": "1"}),
        meters={"harmony-progressive": {"meter": "5000"}},
    ),
    harmony(
        "A", "7h 7d 7s", "7c 7h 7d", *(seat(n, wagers={"player": "5", "harmony_progressive": "1"}) for n in (1, 2)),
        meters={"harmony-progressive": {"meter": "99.715", "reserve": "10", "reseed": "5x"}},
    ),
    harmony(
        "A", "7h 7d 7s", "7c 7h 7d", *(seat(n, wagers={"player": "5", "harmony_progressive": "1"}) for n in (1, 2)),
        meters={"harmony-progressive": {"meter": "99.71", "reserve": "10"}}, readings={"harmony-jackpot": "in-turn"},
    ),
    harmony(
        "A", "Kh 5d", "Kc 9h", seat(1, wagers={"player": "5", "harmony_progressive": "1"}),
        seat(2, wagers={"player": "5", "harmony_progressive": "5"}), meters={"harmony-progressive": {"meter": "99"}},
    ),
    harmony(
        "A", "Kh 2d", "Kc 9h", seat(1, wagers={"player": "5", "harmony_progressive": "1"}),
        meters={"harmony-progressive": {"meter": "99"}}, irregularity={"void": ["all"]},
    ),
]  # fmt: skip

PAI_GOW_METER: Final = {"meter": "800.03", "reserve": "7", "seed": "1,000x", "reseed": "2,000x", "increment": "20%"}


def pai_gow(*seats: Any, dealer: str = "Kc Td 8c 7s 5c 3s 2s", **more: Any) -> dict[str, Any]:
    return {"dealer": dealer, "seats": list(seats), **more}


def bonus(number: int, cards: str, name: str, amount: str = "5", **more: Any) -> dict[str, Any]:
    return seat(number, cards, wagers={"pai_gow": "5", name: amount}, **more)


PAI_GOW_POKER = [
    pai_gow(seat(1, "7c 7d 6h 6s Kh 9d 2h", wagers={"pai_gow": "5"}), dealer="7h 7s 6c 6d Ks Jd 3s"),
    pai_gow(seat(1, "7c 7d 4h 4s Kh Kd 2h", wagers={"pai_gow": "5"}), dealer="Qc Qd 3h 3s Ah 9c 4c"),
    pai_gow(bonus(1, "7h 7c 7d 8s 9d Th Jc", "fortune-bonus"), choices={"fortune-bonus": "A"}),
    pai_gow(bonus(1, "Ah Kh Jk Jh Th Kd Qd", "fortune-bonus"), choices={"fortune-bonus": "A"}),
    pai_gow(bonus(1, "Ah Kh Qh Jh Th Jk Kd", "emperors-treasure"), choices={"emperors-treasure": "A"}),
    pai_gow(
        bonus(1, "5d 6h 7h 8h Ts Kh Jk", "insurance"), choices={"insurance": "A"}, readings={"insurance-variation": "any-table"}
    ),
    pai_gow(bonus(1, "5d 6h 7h 8h Ts Kh Ad", "insurance"), choices={"insurance": "A"}),
    pai_gow(bonus(1, "2d 3h 4d 6h 8d 9d Jk", "red-black", color="red"), choices={"red-black": "standard"}),
    pai_gow(bonus(1, "2d 3h 4d 6s 8s 9c Jk", "red-black", color="red"), choices={"red-black": "standard"}),
    pai_gow(
        bonus(1, "5h 6h Jk 8h 9h Th Jh", "progressive", "1"), choices={"progressive": "standard"},
        meters={"progressive": {**PAI_GOW_METER, "reserve_rate": "5%"}},
    ),
    pai_gow(
        bonus(1, "5h 6h 7h 8h 9h Th Jh", "progressive", "1"), bonus(2, "Ac Ad Ah As Jk 7c 2d", "progressive", "1"),
        choices={"progressive": "standard"}, meters={"progressive": {**PAI_GOW_METER, "meter": "900.06"}},
    ),
    pai_gow(
        bonus(1, "5h 6h 7h 8h 9h Th Jh", "progressive", "1"), bonus(2, "Ac Ad Ah As Jk 7c 2d", "progressive", "1"),
        choices={"progressive": "standard"}, meters={"progressive": {**PAI_GOW_METER, "meter": "600.06"}},
    ),
    pai_gow(
        bonus(1, "5h 6h 7h 8h 9h Th Jh", "progressive", "1"), bonus(2, "5c 6c 7c 8c 9c Tc Jc", "progressive", "1"),
        choices={"progressive": "standard"}, meters={"progressive": PAI_GOW_METER}, dealer="Kc Td 8d 7s 5d 3s 2s",
    ),
    pai_gow(
        bonus(1, "5h 6h 7h 8h 9h Th Jh", "progressive", "1"), bonus(2, "Ac Ad Ah As Jk 7c 2d", "progressive", "1"),
        choices={"progressive": "standard"}, meters={"progressive": {**PAI_GOW_METER, "meter": "2000"}},
        readings={"multi-winner": "in-turn", "payment-order": "dealer-left"},
    ),
    pai_gow(
        bonus(1, "5h 6h 7d 8h 9h Th Jh", "progressive", "1"), bonus(2, "Ac Ad Ah As 8d 7c 2d", "progressive", "5"),
        choices={"progressive": "standard"}, meters={"progressive": PAI_GOW_METER},
    ),
    pai_gow(
        bonus(1, "5h 6h 7d 8h 9h Th Jh", "progressive", "1"), irregularity={"void": ["all"]},
        choices={"progressive": "standard"}, meters={"progressive": PAI_GOW_METER},
    ),
    pai_gow(
        bonus(1, "Qc Qd Qh Qs 9s 7d 2h", "fortune-bonus", "25", player="Ames"),
        bonus(2, "Kd Jd 9h 6h 4h 3h 2c", "fortune-bonus", "5", player="Ames"),
        bonus(3, "Kh Js 9d 6d 4d 3d 2d", "fortune-bonus", "5"), choices={"fortune-bonus": "A"},
    ),
    pai_gow(
        seat(1, "5h 6h 7h 8h 9h Th Jh", wagers={"pai_gow": "5", "fortune_bonus": "100", "dynasty_bonus": "5"}),
        choices={"fortune-bonus": "A", "dynasty-bonus": "standard"}, readings={"aggregate-limit": "$6"},
    ),
]  # fmt: skip


def three_card(*seats: Any, dealer: str = "Kd 8h 2d", choices: Any = None, **more: Any) -> dict[str, Any]:
    return {"dealer": dealer, "choices": {"ante-bonus": "A", **(choices or {})}, "seats": list(seats), **more}


def plays(number: int, cards: str, name: str = "", amount: str = "1") -> dict[str, Any]:
    return seat(number, cards, wagers={"ante": "5", "play": "5", **({name: amount} if name else {})})


THREE_CARD_POKER = [
    *(
        {"dealer": "Kd 8h 2d", "choices": {"ante-bonus-akq": label}, "seats": [plays(1, "4h 5d 6c")]}
        for label in "ABC"
    ),
    three_card(plays(1, "Ad Kd 9d", "six_card_bonus"), dealer="Qd Jd Td", choices={"six-card-bonus": "E"}),
    three_card(plays(1, "Ah Kh Qh", "pair_plus"), choices={"pair-plus": {"paytable": "A", "mini-royal-flush": "50 to 1"}}),
    three_card(plays(1, "Kh Kc 3c"), dealer="2d 2h As"),
    three_card(plays(1, "Ac 2c Kh", "six_card_bonus"), dealer="3c 4d 5h", choices={"six-card-bonus": "A"}),
    three_card(plays(1, "Ac 2s 3h", "five_card_progressive"), community="4d 5h", choices={"five-card-progressive": "standard"}),
    three_card(
        seat(1, "Ac 2s 3h", wagers={"pair_plus": "1", "six_card_bonus": "1"}), choices={"pair-plus": "A", "six-card-bonus": "A"}
    ),
    three_card(seat(1, "Ac 2s 3h", wagers={"six_card_bonus": "1"}), choices={"six-card-bonus": "A"}),
    three_card(plays(1, "4h 5d 6c", "progressive"), plays(2, "4d 5s 6h", "progressive"), choices={"progressive": "A"}),
    three_card(
        plays(1, "As Ks Qs", "progressive"), plays(2, "Ac Kc Qc", "progressive"), choices={"progressive": "A"},
        meters={"progressive": {"meter": "900", "reserve": "60"}},
    ),
    three_card(
        plays(1, "5h 4h 3h", "five_card_progressive"), plays(3, "Th 9h 8h", "five_card_progressive"), dealer="Kd Jc 2d",
        community="7h 6h", choices={"five-card-progressive": "standard"}, meters={"five-card-progressive": {"meter": "20000"}},
    ),
    three_card(plays(1, "4h 4d 6c", "pair_plus", "50"), choices={"pair-plus": "A"}),
]  # fmt: skip


def prime(label: str, *seats: Any, community: str = "7h 6h", meter: str = "9000.035", **more: Any) -> dict[str, Any]:
    return {
        "dealer": "Kd 8c 2d",
        "community": community,
        "choices": {"five-card-progressive": label},
        "seats": list(seats),
        "meters": {"five-card-progressive": {"meter": meter, "reserve": "11"}},
        **more,
    }


def antes(number: int, cards: str, amount: str = "1", **more: Any) -> dict[str, Any]:
    return seat(number, cards, wagers={"ante": "5", "five_card_progressive": amount}, **more)


THREE_CARD_PRIME = [
    prime("15", antes(1, "As 2s 3s"), community="4s 9d"),
    prime("15", antes(1, "As 2s 3s"), community="4s 9s"),
    prime("1", antes(1, "As 2s 3d"), community="4s 5c"),
    prime("11", antes(1, "5h 4h 3h"), antes(3, "Th 9h 8h", fold=True), antes(5, "Ac Jc 9c")),
    prime("12", antes(1, "5h 4h 3h"), antes(3, "Th 9h 8h", fold=True), antes(5, "Ac Jc 9c"), meter="9005.005"),
    prime("12", antes(1, "5h 4h 3h", player="Ames"), antes(3, "Kc 9s 8s", player="Ames")),
    prime("7", antes(1, "5h 4h 3h"), antes(3, "Th 9h 8h"), meter="50.005"),
    prime("5", antes(1, "5h 4h 2h", "1"), antes(3, "Td 9h 8h", "5")),
    prime("5", antes(1, "5h 4h 2h"), irregularity={"void": ["all"]}),
]

WITNESSES: Final[Mapping[str, list[dict[str, Any]]]] = {
    "midibaccarat": MIDIBACCARAT,
    "pai-gow-poker": PAI_GOW_POKER,
    "three-card-poker": THREE_CARD_POKER,
    "three-card-prime": THREE_CARD_PRIME,
}


def other_values(reading: Reading) -> list[str]:
    own = [OWN_VALUES[reading.accepts]] if reading.accepts else []
    return [value for value in [*reading.values, *own] if value != reading.default]


@cache
def named_by_offers(name: str) -> set[str]:
    """The readings that some offer's settlement names."""
    game = rulebook().game(name)
    return {
        each.reading.id
        for wager in game.wagers
        for table in wager.paytables
        for each in offer(game, wager.id, table.label).readings("settlement")
    }


def has_fold(game: Game) -> bool:
    return any(wager.after_fold != "no fold" for wager in game.wagers)


NAMED = [
    (game.id, reading.id, value)
    for game in rulebook()
    for reading in game.edition().readings
    if "settlement" in reading.affects and reading.id in named_by_offers(game.id)
    if reading.id != "envy-after-fold" or has_fold(game)
    for value in other_values(reading)
]


@pytest.mark.parametrize(("game", "name", "value"), NAMED)
def test_a_reading_that_is_named_decides_something(game: str, name: str, value: str) -> None:
    cases = [
        case.round for case in load_cases(rulebook().game(game).folder).case if case.round.get("readings", {}).get(name) == value
    ]
    for data in [*cases, *WITNESSES[game]]:
        readings = {key: each for key, each in data.get("readings", {}).items() if key != name}
        if outcome(game, {**data, "readings": readings}) != outcome(game, {**data, "readings": {**readings, name: value}}):
            return
    pytest.fail(f"no round comes out otherwise under {name} = {value}")


NOT_NAMED = [
    (game.id, reading.id, value)
    for game in rulebook()
    for reading in game.edition().readings
    if "settlement" in reading.affects and reading.id not in named_by_offers(game.id)
    for value in other_values(reading)
]


@pytest.mark.parametrize(("game", "name", "value"), NOT_NAMED)
def test_a_reading_that_no_offer_names_decides_nothing(game: str, name: str, value: str) -> None:
    for data in WITNESSES[game]:
        readings = data.get("readings", {})
        assert outcome(game, data) == outcome(game, {**data, "readings": {**readings, name: value}})


@pytest.mark.parametrize("game", list(rulebook().games))
def test_what_a_settlement_names_are_the_readings_of_its_offers(game: str) -> None:
    for data in WITNESSES[game][:3]:
        done = settle(read_round({"game": game, **data}, today=date(2026, 1, 2)))
        found = {each.reading.id for each in done.readings}
        expected = {each.reading.id for offered in done.game_round.offers.values() for each in offered.readings("settlement")}
        assert found == expected
        assert {"payment-order", "settlement-passes"} <= found


def test_a_bonus_is_withheld_by_the_rule_of_its_game_where_no_reading_leaves_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    poker = rulebook().game("three-card-poker")
    asked = {"akq-bonus-regardless": "only-if-not-lower"}
    assert withholding(offer(poker, "ante-bonus-akq", "A")) is None
    assert withholding(offer(poker, "ante-bonus-akq", "A", readings=asked)) is play.dealer_is_higher
    assert withholding(offer(poker, "ante-bonus", "A")) is None
    monkeypatch.setattr(play, "WITHHELD", {"ante-bonus": play.dealer_is_higher})
    assert withholding(offer(poker, "ante-bonus", "A")) is play.dealer_is_higher
