"""The policies of a settlement, each by worked figures: several winners, roundings, seeds, shares, envy, order, limits."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from pitbook.payouts import parse_money
from pitbook.rounds import RoundError, read_round
from pitbook.settlement import METER, Settlement, aggregate_limit, seats_in_order, settle, turns_in_order
from pitbook.settlement.limit import cut
from pitbook.settlement_json import settlement_json

PRIME_RUN = "7h 6h"
"""Community cards beside which 5h 4h 3h and Th 9h 8h are straight flushes."""
PRIME_ROYAL = "Jh Th"


def settled(data: dict[str, Any]) -> Settlement:
    return settle(read_round(data, today=date(2026, 1, 2)))


def prime(table: str, seats: dict[int, str], community: str, meter: str, reserve: str = "0", **readings: str) -> Settlement:
    """A round of Three Card Prime with $1 on the progressive at every seat."""
    return settled(
        {
            "game": "three-card-prime",
            "dealer": "4d 8d 4c",
            "community": community,
            "choices": {"five-card-progressive": table},
            "readings": {name.replace("_", "-"): value for name, value in readings.items()},
            "meters": {"five-card-progressive": {"meter": meter, "reserve": reserve}},
            "seats": [
                {"seat": number, "cards": cards, "wagers": {"ante": "5", "five-card-progressive": "1"}}
                for number, cards in seats.items()
            ],
        }
    )


def shares(done: Settlement) -> dict[int, str]:
    """What each seat was paid from a meter, in dollars."""
    return {line.seat: f"{line.returned / 1_000_000:.2f}" for line in done.lines if line.paid_by == METER}


def meter(done: Settlement, name: str = "five-card-progressive") -> dict[str, str]:
    return {key: value for key, value in settlement_json(done)["meters"][name].items() if key in ("awarded", "reseeded", "after")}


TWO_WHOLE = {2: "8h 9h Th", 4: "3h 4h 5h"}
ROYAL_AND_RUN = {2: "7h 8h 9h", 4: "Ah Kh Qh"}
RUN_AND_ROYAL = {4: "7h 8h 9h", 2: "Ah Kh Qh"}


# Several winners -----------------------------------------------------------------------------------------------------


def test_in_turn_the_first_takes_the_meter_and_the_next_the_new_one() -> None:
    """Two whole-meter awards on paytable 7 (reseed 2,000 times the wager)."""
    done = prime("7", TWO_WHOLE, PRIME_RUN, "47999.70")
    assert shares(done) == {4: "48000.00", 2: "2000.00"}
    assert meter(done) == {"awarded": "50000.00", "reseeded": "4000.00", "after": "2000.00"}


def test_an_equal_split_works_the_award_out_once() -> None:
    done = prime("7", TWO_WHOLE, PRIME_RUN, "47999.70", multi_winner="equal-split")
    assert shares(done) == {4: "24000.00", 2: "24000.00"}
    assert meter(done) == {"awarded": "48000.00", "reseeded": "2000.00", "after": "2000.00"}


def test_shares_first_then_whole_awards() -> None:
    done = prime("12", ROYAL_AND_RUN, PRIME_ROYAL, "47999.56", multi_winner="lower-award-first")
    assert shares(done) == {4: "43200.00", 2: "4800.00"}
    assert meter(done)["after"] == "10000.00"


@pytest.mark.parametrize("winners", ["in-turn", "equal-split"])
def test_a_tenth_before_the_whole_leaves_the_rest_to_the_whole(winners: str) -> None:
    """The tenth sits at the higher seat and is paid first: $4,800.00, then $43,200.00."""
    done = prime("12", RUN_AND_ROYAL, PRIME_ROYAL, "47999.56", multi_winner=winners)
    assert shares(done) == {4: "4800.00", 2: "43200.00"}
    assert meter(done)["after"] == "10000.00"


@pytest.mark.parametrize(
    ("policy", "after", "from_house"),
    [("allow", "9000.00", 10_000), ("top-up-to-seed", "10000.00", 11_000), ("house-pays-share", "10000.00", 10_000)],
)
def test_a_tenth_after_the_whole_is_of_the_new_meter_and_below_its_seed(policy: str, after: str, from_house: int) -> None:
    done = prime("12", ROYAL_AND_RUN, PRIME_ROYAL, "47999.56", below_seed=policy)
    assert {line.seat: line.returned for line in done.lines if line.wager != "ante" and line.own_stake} == {
        4: parse_money("48000"), 2: parse_money("1000"),
    }  # fmt: skip
    assert meter(done)["after"] == after
    assert done.meters["five-card-progressive"].reseeded_from_house == from_house * 1_000_000
    assert [line.paid_by for line in done.lines if line.seat == 2 and line.own_stake][-1] == (
        "house" if policy == "house-pays-share" else "meter"
    )


def test_three_winners_in_turn_end_on_the_last_restart() -> None:
    """The third winner takes the second restart; a meter without seed or reserve then pays nothing."""
    done = settled(
        {
            "game": "midibaccarat",
            "player": "7h 7d 7s",
            "banker": "7c 7h 7d",
            "choices": {"harmony-progressive": "A"},
            "readings": {"harmony-jackpot": "in-turn"},
            "meters": {"harmony-progressive": {"meter": "90000", "reserve": "6000"}},
            "seats": [{"seat": n, "wagers": {"player": "5", "harmony-progressive": "1"}} for n in (1, 2, 3)],
        }
    )
    assert shares(done) == {3: "90000.45", 2: "6000.09", 1: "0.00"}
    assert meter(done, "harmony-progressive") == {"awarded": "96000.54", "reseeded": "6000.09", "after": "0.00"}


def test_rows_that_outbid_a_split_share_leave_the_meter_to_no_one() -> None:
    """A tenth of $900 split between two is $45 each, less than the flush row's 50 for 1: both are paid the flush row."""
    cards = {1: "5h 4h 3h", 3: "Th 9h 8h"}
    low = hand_bonus({n: (cards[n], ["five-card-hand-bonus"]) for n in cards}, "899.58", "7h 6h",
                     multi_winner="equal-split", low_meter_order="greater-of")  # fmt: skip
    assert [(line.seat, line.outcome, line.returned) for line in low.lines if line.wager == "five-card-hand-bonus"] == [
        (3, "flush", 50_000_000), (1, "flush", 50_000_000),
    ]  # fmt: skip
    assert meter(low, "five-card-hand-bonus") == {"awarded": "0.00", "reseeded": "0.00", "after": "900.00"}
    high = hand_bonus({n: (cards[n], ["five-card-hand-bonus"]) for n in cards}, "999.58", "7h 6h",
                      multi_winner="equal-split", low_meter_order="greater-of")  # fmt: skip
    assert shares(high) == {3: "50.00", 1: "50.00"}


# The hand bonus: own hand and dealer's hand on one meter -------------------------------------------------------------


def hand_bonus(
    seats: dict[int, tuple[str, list[str]]], meter_text: str, community: str, dealer: str = "Kd Jc 2d", **readings: str
) -> Settlement:
    return settled(
        {
            "game": "three-card-poker",
            "dealer": dealer,
            "community": community,
            "choices": {"ante-bonus": "A", "five-card-hand-bonus": "standard", "five-card-hand-bonus-on-dealer": "standard"},
            "readings": {name.replace("_", "-"): value for name, value in readings.items()},
            "meters": {"five-card-hand-bonus": {"meter": meter_text}},
            "seats": [
                {"seat": n, "cards": cards, "wagers": {"ante": "5", "play": "5", **dict.fromkeys(names, "1")}}
                for n, (cards, names) in seats.items()
            ],
        }
    )


DEALERS_RUN = {"dealer": "5s 6s 7s", "community": "8s 9s"}
OWN, DEALERS = "five-card-hand-bonus", "five-card-hand-bonus-on-dealer"


@pytest.mark.parametrize(
    ("turn", "own", "dealers"),
    [("first-bettor", "900.00", "1000.00"), ("before-seats", "900.00", "1000.00"), ("after-seats", "1000.00", "900.00")],
)
def test_the_turn_of_the_dealers_hand(turn: str, own: str, dealers: str) -> None:
    """Seat 3 bets on the dealer, seat 2 holds the own straight flush and is paid after seat 3."""
    seats = {2: ("Ts Js Qs", [OWN]), 3: ("Ad Kh 3d", [DEALERS])}
    done = hand_bonus(seats, "9999.58", **DEALERS_RUN, dealer_hand_turn=turn)
    assert shares(done) == {2: own, 3: dealers}


def test_the_dealers_hand_is_taken_after_the_first_bettors_own_hand() -> None:
    """One seat with both wagers: its own hand's tenth comes first, unless the dealer's hand is taken before the seats."""
    both = {2: ("Ts Js Qs", [OWN, DEALERS])}
    by_turn = {
        turn: [line.returned // 10_000 for line in hand_bonus(both, "9999.58", **DEALERS_RUN, dealer_hand_turn=turn).lines
               if line.kind == "progressive"]
        for turn in ("first-bettor", "before-seats", "after-seats")
    }  # fmt: skip
    assert by_turn == {"first-bettor": [100_000, 90_000], "before-seats": [90_000, 100_000], "after-seats": [100_000, 90_000]}


@pytest.mark.parametrize(
    ("remainder", "paid", "after"),
    [
        ("stays-on-meter", {2: "1000.00", 3: "1000.00", 4: "1000.00"}, "27000.10"),
        ("first-in-order", {4: "1000.01", 3: "1000.00", 2: "1000.00"}, "27000.09"),
    ],
)
def test_the_odd_cent_of_a_divided_award(remainder: str, paid: dict[int, str], after: str) -> None:
    """A tenth of $30,000.10 among three bettors."""
    seats = {2: ("Ad Kh 3d", [DEALERS]), 3: ("Ac Kc Td", [DEALERS]), 4: ("2d 4h Jd", [DEALERS])}
    done = hand_bonus(seats, "29999.47", **DEALERS_RUN, share_remainder=remainder)
    assert shares(done) == paid
    assert meter(done, "five-card-hand-bonus")["after"] == after


def test_a_divided_award_counts_players_and_not_positions() -> None:
    done = settled(
        {
            "game": "three-card-poker",
            **DEALERS_RUN,
            "choices": {"ante-bonus": "A", DEALERS: "standard"},
            "meters": {OWN: {"meter": "9999.16"}},
            "seats": [
                {"seat": 1, "player": "seat 4", "cards": "Ad Kh 3d", "wagers": {"ante": "5", "play": "5", DEALERS: "1"}},
                {"seat": 2, "player": "Ames", "cards": "Ac Kc Td", "wagers": {"ante": "5", "play": "5", DEALERS: "1"}},
                {"seat": 3, "player": " Ames ", "cards": "2d 4h Jd", "wagers": {"ante": "5", "play": "5", DEALERS: "1"}},
                {"seat": 4, "player": "", "cards": "2c 4c Jh", "wagers": {"ante": "5", "play": "5", DEALERS: "1"}},
            ],
        }
    )
    assert shares(done) == {4: "333.33", 3: "333.33", 2: "0.00", 1: "333.33"}
    assert "at another position" in next(line.note for line in done.lines if line.seat == 2 and line.wager == DEALERS)


def test_two_seats_without_a_players_name_are_two_players() -> None:
    done = hand_bonus({2: ("Ad Kh 3d", [DEALERS]), 3: ("Ac Kc Td", [DEALERS])}, "9999.58", **DEALERS_RUN)
    assert shares(done) == {2: "500.00", 3: "500.00"}


# Meters for amounts --------------------------------------------------------------------------------------------------


def progressive(meters: dict[str, Any], seats: dict[int, tuple[str, str]], **readings: str) -> Settlement:
    """Three Card Poker with the progressive, paytable A: cards and amount of each seat."""
    return settled(
        {
            "game": "three-card-poker",
            "dealer": "Jc 8d 2h",
            "choices": {"ante-bonus": "A", "progressive": "A"},
            "readings": {name.replace("_", "-"): value for name, value in readings.items()},
            "meters": meters,
            "seats": [
                {"seat": n, "cards": cards, "wagers": {"ante": "5", "play": "5", "progressive": amount}}
                for n, (cards, amount) in seats.items()
            ],
        }
    )


@pytest.mark.parametrize("name", ["progressive@5.00", "progressive@5", "progressive@$5", "progressive@5.0"])
def test_the_amount_of_a_meter_may_be_written_in_any_way(name: str) -> None:
    done = progressive({"progressive@1": {"meter": "2000"}, name: {"meter": "17000"}}, {1: ("As Ks Qs", "5"), 2: ("4h 6s 9d", "1")})
    assert shares(done) == {1: "17000.70"}
    assert settlement_json(done)["meters"]["progressive@5.00"]["reseeded"] == "5000.00"
    assert settlement_json(done)["meters"]["progressive@1.00"]["after"] == "2000.14"


def test_a_shared_meter_pays_a_smaller_wager_its_part_and_goes_on() -> None:
    """The meter serves $5, so a $1 wager has a fifth of a whole award; its seed is 1,000 times $5."""
    given = {"progressive": {"meter": "9999.16", "amount": "5"}}
    small = progressive(given, {1: ("As Ks Qs", "1"), 2: ("4h 6s 9d", "5")}, meter_per_amount="shared")
    assert shares(small) == {1: "2000.00"}
    assert meter(small, "progressive") == {"awarded": "2000.00", "reseeded": "0.00", "after": "8000.00"}
    large = progressive(given, {1: ("As Ks Qs", "5"), 2: ("4h 6s 9d", "1")}, meter_per_amount="shared")
    assert shares(large) == {1: "10000.00"}
    assert meter(large, "progressive") == {"awarded": "10000.00", "reseeded": "5000.00", "after": "5000.00"}


def test_a_shared_meter_names_its_amount_where_the_wagers_on_it_differ() -> None:
    """What others stake does not change what a wager is worth."""
    one, two = {1: ("As Ks Qs", "1")}, {1: ("As Ks Qs", "1"), 2: ("4h 6s 9d", "5")}
    with pytest.raises(RoundError, match=r"meters\.progressive\.amount: missing; wagers of \$1\.00, \$5\.00 share it"):
        progressive({"progressive": {"meter": "9999.16"}}, two, meter_per_amount="shared")
    assert shares(progressive({"progressive": {"meter": "9999.16"}}, one, meter_per_amount="shared")) == {1: "9999.30"}
    given = {"progressive": {"meter": "9999.16", "amount": "1"}}
    assert shares(progressive(given, two, meter_per_amount="shared")) == {1: "10000.00"}


def test_no_rule_divides_an_award_among_wagers_of_several_amounts() -> None:
    data = {
        "game": "midibaccarat",
        "player": "7h 7d 7s",
        "banker": "7c 7h 7d",
        "choices": {"harmony-progressive": "A"},
        "readings": {"meter-per-amount": "shared"},
        "meters": {"harmony-progressive": {"meter": "90000", "amount": "1"}},
        "seats": [{"seat": n, "wagers": {"player": "5", "harmony-progressive": str(n)}} for n in (1, 2)],
    }
    with pytest.raises(RoundError, match=r"wagers on it are \$1\.00, \$2\.00; no rule divides"):
        settled(data)


# Order ---------------------------------------------------------------------------------------------------------------

ORDER: dict[str, Any] = {
    "game": "three-card-poker",
    "dealer": "Jc 8d 2h",
    "choices": {"ante-bonus": "A", "pair-plus": "A", "progressive": "A"},
    "seats": [
        {"seat": n, "cards": cards, "wagers": {"progressive": "1", "pair-plus": "5", "play": "5", "ante": "5"}}
        for n, cards in ((2, "4h 5s 6d"), (7, "Kh Ks 3d"))
    ],
}


@pytest.mark.parametrize(
    ("readings", "lines"),
    [
        (
            {},
            [
                "7 ante",
                "7 play",
                "7 pair-plus",
                "7 progressive",
                "2 ante",
                "2 play",
                "2 ante-bonus",
                "2 pair-plus",
                "2 progressive",
            ],
        ),
        (
            {"payment-order": "dealer-left"},
            [
                "2 ante",
                "2 play",
                "2 ante-bonus",
                "2 pair-plus",
                "2 progressive",
                "7 ante",
                "7 play",
                "7 pair-plus",
                "7 progressive",
            ],
        ),
        (
            {"settlement-passes": "two-passes"},
            [
                "7 ante",
                "7 play",
                "7 pair-plus",
                "2 ante",
                "2 play",
                "2 ante-bonus",
                "2 pair-plus",
                "7 progressive",
                "2 progressive",
            ],
        ),
    ],
)
def test_lines_stand_in_the_order_of_payment(readings: dict[str, str], lines: list[str]) -> None:
    done = settled({**ORDER, "readings": readings})
    assert [f"{line.seat} {line.wager}" for line in done.lines] == lines


def test_three_card_prime_settles_in_two_passes_unless_a_reading_says_otherwise() -> None:
    seats = {1: "2c 3d 9s", 5: "2d 3c 9d"}
    passes = {reading: [f"{line.seat} {line.wager}" for line in prime("1", seats, "Kh Qd", "12000", **reading_of(reading)).lines]
              for reading in ("", "per-seat")}  # fmt: skip
    assert passes[""] == ["5 ante", "1 ante", "5 five-card-progressive", "1 five-card-progressive"]
    assert passes["per-seat"] == ["5 ante", "5 five-card-progressive", "1 ante", "1 five-card-progressive"]


def reading_of(value: str) -> dict[str, str]:
    return {"settlement_passes": value} if value else {}


def test_turns_and_seats_in_order_are_public() -> None:
    game_round = read_round(ORDER, today=date(2026, 1, 2))
    assert [seat.number for seat in seats_in_order(game_round)] == [7, 2]
    assert [turn.seat.number for turn in turns_in_order(game_round)] == [7] * 5 + [2] * 5


# Envy ----------------------------------------------------------------------------------------------------------------


def envies(done: Settlement) -> dict[tuple[int, int | None], str]:
    return {(line.seat, line.from_seat): f"{line.returned / 1_000_000:.2f}" for line in done.lines if line.kind == "envy"}


def test_envy_of_five_dollar_wagers_and_none_for_the_dealers_hand() -> None:
    """$5 wagers at seats 1, 3 and 4; seat 3 holds the spades, the dealer the diamonds."""
    done = settled(
        {
            "game": "three-card-poker",
            "dealer": "Ad Kd Qd",
            "choices": {"ante-bonus": "A", "progressive": "A"},
            "meters": {"progressive": {"meter": "9000"}},
            "seats": [
                {"seat": n, "cards": cards, "wagers": {"ante": "5", "play": "5", "progressive": "5"}}
                for n, cards in ((1, "2c 7d 9s"), (3, "As Ks Qs"), (4, "2d 7c 9d"))
            ],
        }
    )
    assert envies(done) == {(1, 3): "500.00", (4, 3): "500.00"}


def test_envies_of_two_hands_add_up() -> None:
    """$1 at seats 1, 3 and 4; seat 1 spades, seat 4 hearts."""
    seats = {1: ("As Ks Qs", "1"), 3: ("3c 7s 9d", "1"), 4: ("Ah Kh Qh", "1")}
    done = progressive({"progressive": {"meter": "9000"}}, seats)
    assert envies(done) == {(4, 1): "100.00", (3, 1): "100.00", (3, 4): "25.00", (1, 4): "25.00"}
    assert shares(done) == {1: "9000.42"}


def test_the_least_wager_for_envy_is_the_receivers_even_where_the_winners_is_multiplied() -> None:
    data = {
        "game": "three-card-prime",
        "dealer": "4d 8d 4c",
        "community": PRIME_ROYAL,
        "choices": {"five-card-progressive": "12"},
        "readings": {"envy-min-wager": "$5", "envy-multiple-of": "winner"},
        "meters": {f"five-card-progressive@{n}.00": {"meter": "9000"} for n in (1, 5)},
        "seats": [
            {"seat": 1, "cards": "Ah Kh Qh", "wagers": {"ante": "5", "five-card-progressive": "1"}},
            {"seat": 2, "cards": "2c 9s 3d", "wagers": {"ante": "5", "five-card-progressive": "5"}},
            {"seat": 3, "cards": "2d 9c 3c", "wagers": {"ante": "5", "five-card-progressive": "1"}},
        ],
    }
    assert envies(settled(data)) == {(2, 1): "1000.00"}


def test_where_the_winners_wager_is_multiplied_a_hand_without_one_brings_the_receivers_multiple() -> None:
    data = {
        "game": "three-card-prime",
        "dealer": "4d 8d 4c",
        "community": PRIME_ROYAL,
        "choices": {"five-card-progressive": "12"},
        "readings": {"envy-trigger": "any-player", "envy-multiple-of": "winner"},
        "seats": [
            {"seat": 1, "cards": "Ah Kh Qh", "wagers": {"ante": "5"}},
            {"seat": 2, "cards": "2c 9s 3d", "wagers": {"ante": "5", "five-card-progressive": "2"}},
            {"seat": 3, "cards": "9h 8h 7h", "wagers": {"ante": "5", "five-card-progressive": "5"}},
        ],
        "meters": {f"five-card-progressive@{n}.00": {"meter": "9000"} for n in (2, 5)},
    }
    assert envies(settled(data)) == {(2, 1): "2000.00", (3, 1): "5000.00", (2, 3): "1500.00"}


def test_linked_tables_are_told_of_but_not_settled_here() -> None:
    done = prime("12", {1: "Ah Kh Qh", 2: "2c 9s 3d"}, PRIME_ROYAL, "9000", envy_scope="whole-link")
    assert envies(done) == {(2, 1): "1000.00"}
    assert any("linked tables" in note for note in done.notes)


# Limits --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "limit", "how", "kept"),
    [
        ((500, 500), 1000, "pro-rata", (500, 500)),
        ((600, 600), 1000, "pro-rata", (500, 500)),
        ((600, 600), 1000, "in-order", (600, 400)),
        ((1000, 600, 10), 900, "in-order", (900, 0, 0)),
        ((100, 100, 100), 200, "pro-rata", ("66.67", "66.67", "66.66")),
        ((100, 200), 100, "pro-rata", ("33.34", "66.66")),
        ((5,), 0, "pro-rata", (0,)),
        ((), 10, "pro-rata", ()),
    ],
)
def test_wins_are_cut_to_the_limit_to_the_cent(wins: tuple[Any, ...], limit: Any, how: str, kept: tuple[Any, ...]) -> None:
    found = cut([parse_money(str(win)) for win in wins], parse_money(str(limit)), how)
    assert found == [parse_money(str(each)) for each in kept]


def bonuses(limit: str, minimums: str = "1", **stakes: str) -> dict[str, Any]:
    names = {name.replace("_", "-"): amount for name, amount in stakes.items()}
    return {
        "game": "pai-gow-poker",
        "dealer": "Kc Td 8c 7s 5c 3s 2s",
        "choices": {name: {"paytable": "B" if name == "fortune-bonus" else "standard", "minimum": minimums} for name in names},
        "readings": {"aggregate-limit": limit},
        "seats": [{"seat": 1, "cards": "5h 6h 7h 8h 9h Th Jh", "color": "red", "wagers": {"pai-gow": "5", **names}}],
    }


@pytest.mark.parametrize(("minimum", "figure"), [("1", "50000"), ("10", "50000"), ("10.01", "50050"), ("25", "125000")])
def test_the_figure_of_the_code_is_the_greater_of_its_amount_and_the_most_at_the_minimum(minimum: str, figure: str) -> None:
    """Fortune Bonus, paytable B: 5,000 to 1 at most."""
    game_round = read_round(bonuses("code-figure", minimum, fortune_bonus="25"), today=date(2026, 1, 2))
    assert aggregate_limit(game_round) == parse_money(figure)


def test_the_most_counts_what_one_hand_wins_together_and_other_cards_at_their_best() -> None:
    """Seven hearts in a row: 5,000 + 2,000 + 5 to 1; the dealer's queen-high beside it: 50 to 1. The minimum is $10."""
    data = bonuses("code-figure", "10", fortune_bonus="10", dynasty_bonus="10", red_black="10", queens_dragon="10")
    game_round = read_round(data, today=date(2026, 1, 2))
    assert aggregate_limit(game_round) == parse_money(str(10 * (5000 + 2000 + 5 + 50)))


def test_what_would_have_been_paid_is_kept_on_the_lines_that_were_cut() -> None:
    done = settled(bonuses("$60,000", "1", fortune_bonus="10", red_black="100", dynasty_bonus="10"))
    lines = {line.wager: line for line in done.lines}
    assert sum(line.net for line in done.lines if line.kind == "bonus") == parse_money("60000")
    assert lines["fortune-bonus"].uncapped == parse_money("50010")
    assert "cut to" in lines["fortune-bonus"].note
    document = {each["wager"]: each for each in settlement_json(done)["lines"]}
    assert document["fortune-bonus"]["uncapped"] == "50010.00"
    in_order = settled(
        {**(data := bonuses("$60,000", "1", fortune_bonus="10", red_black="100", dynasty_bonus="10")),
         "readings": {**data["readings"], "aggregate-shortfall": "in-order"}}
    )  # fmt: skip
    assert [line.uncapped for line in in_order.lines if line.wager == "fortune-bonus"] == [None]


def test_base_wagers_envies_and_meter_shares_are_not_cut() -> None:
    done = settled(
        {
            "game": "three-card-poker",
            "dealer": "Jc 8d 2h",
            "choices": {"ante-bonus": "A", "progressive": "A", "pair-plus": "A"},
            "readings": {"aggregate-limit": "$5"},
            "meters": {"progressive": {"meter": "9000"}},
            "seats": [
                {"seat": 1, "cards": "As Ks Qs", "wagers": {"ante": "50", "play": "50", "progressive": "1", "pair-plus": "1"}},
                {"seat": 2, "cards": "2s 7s 9d", "wagers": {"ante": "50", "play": "50", "progressive": "1", "pair-plus": "1"}},
            ],
        }
    )
    paid = {(line.seat, line.wager, line.kind): line.net for line in done.lines if line.net > 0}
    assert paid[1, "pair-plus", "bonus"] == parse_money("5")
    assert paid[1, "ante-bonus", "base"] == parse_money("250")
    assert paid[1, "progressive", "progressive"] == parse_money("8999.28")
    assert paid[2, "progressive", "envy"] == parse_money("100")


# Irregularities and folds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("void", "gone"),
    [
        (["all"], {(2, n) for n in ("ante", "play", "pair-plus", "progressive")}
         | {(7, n) for n in ("ante", "play", "pair-plus", "progressive")}),
        (["pair-plus"], {(2, "pair-plus"), (7, "pair-plus")}),
        (["2 all"], {(2, n) for n in ("ante", "play", "pair-plus", "progressive")}),
        (["seat 7 progressive", "2 ante"], {(7, "progressive"), (2, "ante")}),
    ],
)  # fmt: skip
def test_void_wagers_go_back_and_the_others_are_settled(void: list[str], gone: set[tuple[int, str]]) -> None:
    done = settled({**ORDER, "irregularity": {"void": void}})
    assert {(line.seat, line.wager) for line in done.lines if line.result == "void"} == gone
    assert all(line.returned == line.stake for line in done.lines if line.result == "void")
    if "2 ante" in void:
        assert not [line for line in done.lines if line.wager == "ante-bonus"]


MISDEALT: list[dict[str, Any]] = [
    {"game": "midibaccarat", "seats": [{"seat": 1, "wagers": {"player": "5"}}]},
    {"game": "midibaccarat", "player": "9h Kd 2c", "banker": "9d Kc", "seats": [{"seat": 1, "wagers": {"player": "5"}}]},
    {"game": "midibaccarat", "player": "9h Kd 2c 4d", "banker": "", "seats": [{"seat": 1, "wagers": {"player": "5"}}]},
    {"game": "pai-gow-poker", "dealer": "Ah", "seats": [{"seat": 1, "cards": "Kh Kd 9s 8s 7s 2c", "wagers": {"pai-gow": "5"}}]},
    {**ORDER, "dealer": "Jc Jc 2h"},
]


@pytest.mark.parametrize("dealt", MISDEALT)
def test_a_round_that_is_void_may_be_misdealt(dealt: dict[str, Any]) -> None:
    done = settled({**dealt, "irregularity": {"void": ["all"]}})
    assert {line.result for line in done.lines} == {"void"}
    assert all(total.returned == total.staked for total in done.totals.values())
    with pytest.raises(RoundError):
        settled(dealt)


def test_a_seat_that_is_void_may_be_misdealt_and_brings_no_envy() -> None:
    seats = [
        {"seat": 1, "cards": "As Ks Qs 2d", "wagers": {"pair-plus": "5", "ante": "5", "play": "5"}},
        {"seat": 2, "cards": "4h 5s 6d", "wagers": {"progressive": "5", "ante": "5", "play": "5"}},
    ]
    data = {**ORDER, "seats": seats}
    for way in ("1 all", "seat 1 all", "seat  01 all"):
        data["irregularity"] = {"void": [way]}
        assert not [line for line in settled(data).lines if line.kind == "envy"]
    for cards in ("4h 4h 4h", "Jc As", "4h 5s 6d"):  # twice at the seat, and also at the dealer or another seat
        seats[0]["cards"] = cards
        assert {line.result for line in settled(data).lines if line.seat == 1} == {"void"}
    seats[0]["cards"] = "As Ks Qs"
    only = [seats[0] | {"wagers": {"pair-plus": "5"}}, seats[1]]
    assert [
        line for line in settled({**data, "seats": only, "irregularity": {"void": ["1 pair-plus"]}}).lines if line.kind == "envy"
    ]
    assert not [line for line in settled(data).lines if line.kind == "envy"]
    [envy] = [line for line in settled({**data, "irregularity": {"void": ["1 pair-plus"]}}).lines if line.kind == "envy"]
    assert (envy.from_seat, envy.returned) == (1, parse_money("500"))


@pytest.mark.parametrize(("policy", "contributed"), [("reverse", "0.14"), ("keep", "0.28")])
def test_increments_of_a_void_wager(policy: str, contributed: str) -> None:
    data = {**ORDER, "irregularity": {"void": ["7 progressive"]}, "readings": {"void-round": policy}}
    done = settled({**data, "meters": {"progressive": {"meter": "100"}}})
    assert settlement_json(done)["meters"]["progressive"]["contributed"] == contributed


def test_a_folded_seat_says_what_is_still_alive() -> None:
    seat = {"seat": 1, "cards": "2s 7s 9d", "fold": True, "wagers": {"ante": "5", "pair-plus": "5", "progressive": "1"}}
    done = settled(
        {"game": "three-card-poker", "dealer": "Jc 8d 2h", "choices": {"pair-plus": "A", "progressive": "A"}, "seats": [seat]}
    )
    assert done.alive == {1: ("progressive",)}
    assert settlement_json(done)["alive"] == {"1": ["progressive"]}


# Words ---------------------------------------------------------------------------------------------------------------


def test_a_row_under_a_reading_says_what_it_stands_for() -> None:
    data = {
        "game": "midibaccarat",
        "player": "Kd 6c",
        "banker": "4h As 2c",
        "readings": {"variation": "ez"},
        "seats": [{"seat": 1, "wagers": {"banker": "20"}}],
    }
    (line,) = settled(data).lines
    assert (line.result, line.returned) == ("push", 20_000_000)
    assert "Tie (equal counts, or a Banker that wins by a 7 of three cards)" in line.note
    plain = settled({**data, "readings": {}}).lines[0]
    assert "Banker's Hand wins; 1 to 1 on $20.00 less a vigorish of $1.00" in plain.note


def test_a_reading_by_which_a_wager_is_only_recorded_is_named() -> None:
    for value in ("record-only", "published-rules"):
        done = prime("1", {1: "2s 7d 9h"}, "Jh Tc", "1000", ante_settlement=value)
        assert {each.reading.id: each.value for each in done.readings}["ante-settlement"] == value


def test_recorded_wagers_of_a_void_round_go_back() -> None:
    seat = {"seat": 1, "cards": "2s 7d 9h", "wagers": {"ante": "5", "play": "5"}}
    data = {"game": "three-card-prime", "dealer": "4d 8d 4c", "seats": [seat], "irregularity": {"void": ["all"]}}
    assert settled(data).notes == ("Seat 1: play $5.00 recorded, not settled; void by an irregularity: the stakes go back.",)


def test_awards_divided_among_several_hands_say_so() -> None:
    done = prime("7", TWO_WHOLE, PRIME_RUN, "47999.70", multi_winner="equal-split")
    notes = [line.note for line in done.lines if line.paid_by == METER]
    assert len(notes) == 2
    assert all("divided equally among the 2 players who win such a share" in note for note in notes)


# Pai Gow Poker -------------------------------------------------------------------------------------------------------


def pai_gow(**more: Any) -> dict[str, Any]:
    """A round in which the player wins both hands of a dealer who holds a queen-high without a pair."""
    seats = [{"seat": 1, "cards": "Ad Jd 9d 2h 6d 4d 3d", "wagers": {"pai-gow": "7.10"}, **more.pop("seat", {})}]
    return {"game": "pai-gow-poker", "dealer": "Qh Th 8h 7c 5s 4s 2s", "seats": seats, **more}


@pytest.mark.parametrize(
    ("variation", "result", "words"),
    [("none", "win", "the high hand wins, the low hand wins"), ("ez", "push", "and every base wager pushes (variation ez)")],
)
def test_a_dealers_hand_pushes_whatever_the_player_holds(variation: str, result: str, words: str) -> None:
    [line] = settled(pai_gow(readings={"variation": variation})).lines
    assert line.result == result
    assert words in line.note


def test_part_of_a_cent_can_neither_be_handed_over_nor_collected() -> None:
    """$7.10 less 5% with the stake is $13.845."""
    for paid, left in (("13.84", 0), ("13.85", 0), ("13.83", 15_000), ("13.86", -15_000)):
        [found] = settled(pai_gow(seat={"paid": paid})).disputes
        assert (found.owed, found.difference) == (13_845_000, left)


def test_a_dealers_hand_that_the_round_sets_foul_is_told() -> None:
    [line] = settled(pai_gow(dealer_high="Th 8h 7c 5s 4s", dealer_low="Qh 2s")).lines
    assert "the dealer's two cards rank above the five" in line.note
    [line] = settled(pai_gow()).lines
    assert "rank above" not in line.note


def test_a_meter_without_a_seed_says_with_what_it_starts_again() -> None:
    royal = {"cards": "Kd Qd Jd Td 9d 8d 7d", "wagers": {"pai-gow": "5", "progressive": "1"}}
    given = {"meter": "10000", "increment": "20%"}
    for more, told in (({}, True), ({"seed": "5000"}, False), ({"reserve_rate": "5%"}, False)):
        data = pai_gow(seat=royal, choices={"progressive": "standard"}, meters={"progressive": {**given, **more}})
        line = next(each for each in settled(data | {"dealer": "Qh Th 8h 7c 5s 4s 2s"}).lines if each.wager == "progressive")
        assert ("with what is left, as no seed is given" in line.note) == told
