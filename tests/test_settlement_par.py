"""Odds and settlement agree: the same cards in the same row, and the average over a whole deck is the sheet's return."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook import par
from pitbook.cards import JOKER, Deck, card, cards_text
from pitbook.catalog import rulebook
from pitbook.par import Conditions, ParSheet
from pitbook.payouts import MICROS, money
from pitbook.rounds import read_round
from pitbook.settlement import METER, Settlement, settle
from random_rounds import coup, deal, plan_of_seven, plan_of_three

TODAY = date(2026, 1, 2)
METER_MICROS = 40_000 * MICROS
"""On every meter before the round's own increments."""


def settled(game: str, data: Mapping[str, Any]) -> Settlement:
    return settle(read_round({"game": game, **data}, today=TODAY))


# The same row --------------------------------------------------------------------------------------------------------

SHEETS = [
    (game.id, wager.id, table.label)
    for game in rulebook()
    for wager in game.wagers
    if wager.no_sheet is None and wager.family is not None and not wager.stakeless
    for table in wager.paytables
]


def one_seat(game: str, wager: str, label: str, rng: Random, stake: int) -> dict[str, Any]:
    """A round of one seat with a wager on random cards, and a meter where the wager has one."""
    wagers = {wager: money(stake)}
    data: dict[str, Any] = {"choices": {wager: label}}
    seat: dict[str, Any] = {"seat": 1, "wagers": wagers, "color": "red"}
    if game.startswith("three-card"):
        dealer, community, own = deal(rng, [3, 2, 3], planned=plan_of_three(rng, 1))
        data |= {"dealer": cards_text(dealer), "community": cards_text(community)}
        seat |= {"cards": cards_text(own), "fold": wager not in ("pair-plus",)}
        wagers["ante"] = "5"
        if not seat["fold"]:
            wagers["play"] = "5"
            data["choices"]["ante-bonus"] = "A"
    elif game == "pai-gow-poker":
        dealer, own = deal(rng, [7, 7], joker=True, planned=plan_of_seven(rng, 1))
        data["dealer"] = cards_text(dealer)
        seat["cards"] = cards_text(own)
        wagers["pai-gow"] = "5"
        if wager == "insurance":
            data["readings"] = {"insurance-variation": "any-table"}
    else:
        shoe = [each for each in range(52) for _ in range(8)]
        player, banker = coup(rng.sample([each for each in shoe if each % 13 in (6, 7, 9)] if rng.random() < 0.5 else shoe, 6))
        data |= {"player": cards_text(player), "banker": cards_text(banker)}
        wagers.setdefault("player", "5")
    if wager != "red-black" or game != "pai-gow-poker":
        seat.pop("color")
    found = rulebook().game(game).wager(wager)
    if found.meter is not None:
        data["meters"] = {found.meter: {"meter": money(METER_MICROS)}}
        if game == "pai-gow-poker":
            data["meters"][found.meter] |= {"seed": "1,000x", "increment": "20%"}
    data["seats"] = [seat]
    return data


@pytest.mark.parametrize(("game", "wager", "label"), SHEETS, ids=["-".join(each) for each in SHEETS])
def test_a_settled_wager_is_the_row_of_its_sheet(game: str, wager: str, label: str) -> None:
    rng = Random(f"{game} {wager} {label}")
    for _ in range(12):
        amounts = [1, 5] if rulebook().game(game).wager(wager).meter else [1, 2, 5, 25, 40]
        stake = rng.choice(amounts) * MICROS
        done = settled(game, one_seat(game, wager, label, rng, stake))
        line = next(each for each in done.lines if each.wager == wager and each.own_stake)
        sheet = sheet_of(game, wager, label, stake)
        row = sheet.row(line.outcome)
        assert row.count > 0
        if line.paid_by == METER:
            meter = next(iter(done.meters.values()))
            assert line.returned == int(row.share * (meter.before + meter.contributed)) // 10_000 * 10_000
        else:
            assert line.returned == row.handed_over * stake


_sheets: dict[tuple[str, str, str, int], ParSheet] = {}


def sheet_of(game: str, wager: str, label: str, stake: int) -> ParSheet:
    key = game, wager, label, stake
    if key not in _sheets:
        _sheets[key] = par(game, wager, label, conditions=conditions(game, wager, stake, METER_MICROS))
    return _sheets[key]


def conditions(game: str, wager: str, stake: int, meter_micros: int, deck: Deck | None = None) -> Conditions:
    has_meter = rulebook().game(game).wager(wager).meter is not None
    return Conditions(wager_micros=stake, meter_micros=meter_micros if has_meter else None, deck=deck)


# The average over a whole deck ---------------------------------------------------------------------------------------


def reduced(ranks: Sequence[int], suits: Sequence[int] = (0, 1, 2, 3), *, joker: bool = False) -> Deck:
    cards = sorted(card(rank, suit) for rank in ranks for suit in suits)
    return Deck((*cards, JOKER) if joker else tuple(cards))


def spare(deck: Deck, number: int) -> str:
    """Cards that are not in the deck, for the hands that the wager does not read: no pair, no two of a suit in a row."""
    left = [each for each in range(52) if each not in deck.cards]
    return cards_text(left[:: max(1, len(left) // number)][:number])


REDUCED = [
    ("three-card-poker", "pair-plus", "A", reduced((0, 1, 2, 12))),
    ("three-card-poker", "pair-plus", "C", reduced((9, 10, 11, 12))),
    ("three-card-poker", "six-card-bonus", "B", reduced((0, 1, 2), (0, 1, 2))),
    ("three-card-poker", "six-card-bonus", "E", reduced((7, 8, 9, 10, 11, 12), (1,))),
    ("three-card-poker", "five-card-progressive", "standard", reduced((0, 1, 2, 3, 12), (0, 1))),
    ("three-card-poker", "five-of-six-progressive", "standard", reduced((8, 9, 10, 11, 12), (2, 3))),
    ("three-card-prime", "five-card-progressive", "8", reduced((0, 1, 2), (0, 1, 2))),
    ("three-card-prime", "five-card-progressive", "17", reduced((0, 1, 2, 3, 12), (0, 1))),
    ("pai-gow-poker", "fortune-bonus", "C", reduced((10, 11, 12), (0, 1, 2), joker=True)),
    ("pai-gow-poker", "dynasty-bonus", "standard", reduced((0, 1, 2, 3, 12), (0, 1), joker=True)),
    ("pai-gow-poker", "protection", "standard", reduced((0, 1, 2, 3, 5, 6, 7, 8, 10, 12), (0,))),
    ("pai-gow-poker", "red-black", "standard", reduced((0, 1), (0, 1, 2, 3), joker=True)),
]


@pytest.mark.parametrize(("game", "wager", "label", "deck"), REDUCED, ids=[f"{each[0]}-{each[1]}-{each[2]}" for each in REDUCED])
def test_the_average_over_all_hands_of_a_deck_is_the_return_of_the_sheet(game: str, wager: str, label: str, deck: Deck) -> None:
    """Meter rows are left to the fixed return: what they pay hangs on the meter."""
    stake = 5 * MICROS
    sheet = par(game, wager, label, conditions=conditions(game, wager, stake, 0, deck))
    family = rulebook().game(game).wager(wager)
    number = sum(rulebook().game(game).cards[area] for area in family.reads)
    returned, counts = 0, Counter[str]()
    for cards in combinations(deck.cards, number):
        done = settled(game, round_of(game, wager, label, cards, deck, stake))
        line = next(each for each in done.lines if each.wager == wager and each.own_stake)
        counts[line.outcome] += 1
        returned += line.returned if line.paid_by != METER else 0
    assert counts == Counter({row.outcome: row.count for row in sheet.rows if row.count})
    assert Fraction(returned, stake * sheet.total) == sheet.returned


def round_of(game: str, wager: str, label: str, cards: Sequence[int], deck: Deck, stake: int) -> dict[str, Any]:
    found = rulebook().game(game)
    data: dict[str, Any] = {"choices": {wager: label}}
    seat: dict[str, Any] = {"seat": 1, "wagers": {wager: money(stake)}}
    at = 0
    hands = {}
    for area in found.wager(wager).reads:
        hands[area] = cards_text(cards[at : at + found.cards[area]])
        at += found.cards[area]
    hands.setdefault("dealer", spare(deck, found.cards["dealer"]))
    seat["cards"] = hands.pop("player")
    data |= hands
    if game == "pai-gow-poker":
        seat["wagers"]["pai-gow"] = "1"
        if wager == "red-black":
            seat["color"] = "red"
    elif wager != "pair-plus":
        seat |= {"fold": True, "wagers": {**seat["wagers"], "ante": "1"}}
    meter = found.wager(wager).meter
    if meter is not None:
        data["meters"] = {meter: {"meter": "40000"}}
    data["seats"] = [seat]
    return data


BASE_DECK = Deck((3, 9, 10, 16, 29, 35, 36, 49))
"""Fives, jacks and queens, eight of them: pairs, flushes, hands that do not qualify and that tie."""


@pytest.mark.parametrize("strategy", ["always", "any-queen"])
@pytest.mark.parametrize(("bonus", "label"), [("ante-bonus", "A"), ("ante-bonus-akq", "C")])
def test_the_average_base_game_over_all_deals_of_a_deck_is_the_return_of_the_sheet(bonus: str, label: str, strategy: str) -> None:
    sheet = par("three-card-poker", bonus, label, options={"strategy": strategy}, conditions=Conditions(deck=BASE_DECK))
    ante, net, deals = 5 * MICROS, 0, 0
    for own in combinations(BASE_DECK.cards, 3):
        plays = strategy == "always" or 10 in {each % 13 for each in own} or len({each % 13 for each in own}) < 3
        plays = plays or len({each // 13 for each in own}) == 1
        for dealer in combinations([each for each in BASE_DECK.cards if each not in own], 3):
            seat = {"seat": 1, "cards": cards_text(own), "wagers": {"ante": "5", **({"play": "5"} if plays else {})}}
            done = settled(
                "three-card-poker",
                {"dealer": cards_text(dealer), "choices": {bonus: label}, "seats": [{**seat, "fold": not plays}]},
            )
            net += done.totals[1].net
            deals += 1
    assert deals == sheet.total
    assert Fraction(net, ante * deals) == sheet.returned - 1 == -sheet.house_edge


SMALL_SHOE = Deck((4, 6, 17, 19, 22, 30))
"""Three 6s, two 8s and a jack: all three results, ties of several kinds."""


@pytest.mark.parametrize("label", ["A", "E", "I"])
def test_the_average_over_every_order_of_a_small_shoe_is_the_return_of_the_sheet(label: str) -> None:
    stake = 5 * MICROS
    wagers = {"player": "standard", "banker": "standard", "tie": "standard", "harmony-progressive": label}
    returned, counts = Counter[str](), Counter[tuple[str, str]]()
    for (player, banker), number in coups(SMALL_SHOE).items():
        data: dict[str, Any] = {
            "player": cards_text(player),
            "banker": cards_text(banker),
            "choices": {"harmony-progressive": label},
            "seats": [{"seat": 1, "wagers": dict.fromkeys(wagers, "5")}],
        }
        for line in settled("midibaccarat", data).lines:
            counts[line.wager, line.outcome] += number
            returned[line.wager] += line.returned * number
    for wager, own in wagers.items():
        sheet = par("midibaccarat", wager, own, conditions=conditions("midibaccarat", wager, stake, 0, SMALL_SHOE))
        assert {row.outcome: row.count for row in sheet.rows if row.count} == {
            outcome: number for (name, outcome), number in counts.items() if name == wager
        }
        assert Fraction(returned[wager], stake * sheet.total) == sheet.returned


_coups: dict[Deck, Mapping[Any, int]] = {}


def coups(deck: Deck) -> Mapping[Any, int]:
    """Every coup that the first six cards of the shoe make, and in how many orders."""
    if deck not in _coups:
        counts: Counter[Any] = Counter()
        for cards in permutations(deck.cards, 6):
            player, banker = coup(cards)
            counts[tuple(player), tuple(banker)] += 1
        _coups[deck] = counts
    return _coups[deck]


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_a_vigorish_is_the_same_in_the_sheet_and_at_the_table(seed: int) -> None:
    rng = Random(seed)
    stake = rng.randrange(1, 50_000) * 10_000
    rounding = rng.choice(["exact", "up-to-25-cents"])
    sheet = par("midibaccarat", "banker", readings={"commission-rounding": rounding}, conditions=Conditions(wager_micros=stake))
    done = settled(
        "midibaccarat",
        {
            "player": "Kd 8c",
            "banker": "4h 5d",
            "readings": {"commission-rounding": rounding},
            "seats": [{"seat": 1, "wagers": {"banker": money(stake)}}],
        },
    )
    (line,) = done.lines
    assert line.returned == sheet.row("bankers-hand-wins").handed_over * stake
    assert line.stake * 2 - line.commission == line.returned
