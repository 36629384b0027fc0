"""Settling rounds: one by one in process, and many at once over arrays, six seats with every bonus wager and meter."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import numpy as np

from measure import Result, best
from pitbook.batch import Deals, Plan, plan, round_of, settle_many
from pitbook.cards import cards_text
from pitbook.games.midibaccarat.events import NONE, banker_draws, card_value, is_natural, player_draws
from pitbook.rounds import read_round, round_data
from pitbook.settlement import settle
from pitbook.settlement_json import settlement_json

TODAY = date(2026, 1, 2)
SEATS = 6
ONE_BY_ONE = 40
MANY = 200_000
TIMES = 3

WAGERS: dict[str, dict[str, str]] = {
    "three-card-poker": {
        "ante": "10", "play": "10", "pair-plus": "5", "six-card-bonus": "5", "progressive": "1", "five-card-progressive": "1",
        "five-of-six-progressive": "1",
    },
    "three-card-prime": {"ante": "10", "five-card-progressive": "1"},
    "pai-gow-poker": {
        "pai-gow": "10", "fortune-bonus": "5", "dynasty-bonus": "5", "protection": "5", "queens-dragon": "1", "red-black": "5",
        "progressive": "1",
    },
    "midibaccarat": {"banker": "25", "tie": "1", "harmony-progressive": "1"},
}  # fmt: skip
CHOICES: dict[str, dict[str, str]] = {
    "three-card-poker": {
        "ante-bonus": "A", "pair-plus": "A", "six-card-bonus": "A", "progressive": "A", "five-card-progressive": "standard",
        "five-of-six-progressive": "standard",
    },
    "three-card-prime": {"five-card-progressive": "12"},
    "pai-gow-poker": {
        "fortune-bonus": "B", "dynasty-bonus": "standard", "protection": "standard", "queens-dragon": "standard",
        "red-black": "standard", "progressive": "standard",
    },
    "midibaccarat": {"harmony-progressive": "A"},
}  # fmt: skip
SIZES = {"three-card-poker": (3, 3, 2), "three-card-prime": (3, 3, 2), "pai-gow-poker": (7, 7, 0)}


def template(game: str) -> dict[str, Any]:
    """A round of six seats with the wagers above; its cards are replaced by others."""
    data: dict[str, Any] = {"game": game, "choices": CHOICES[game], "seats": [], "meters": {}}
    for name in {"progressive", "five-card-progressive", "five-of-six-progressive", "harmony-progressive"} & set(WAGERS[game]):
        data["meters"][name] = {"meter": "25000.00", "reserve": "500.00"}
        if game == "pai-gow-poker":
            data["meters"][name] |= {"seed": "5,000x", "increment": "20%"}
    deck = [n for n in range(52) if n % 13 != 8]
    for number in range(1, SEATS + 1):
        seat: dict[str, Any] = {"seat": number, "wagers": WAGERS[game]}
        if game in SIZES:
            own = SIZES[game][0]
            seat["cards"] = cards_text(deck.pop() for _ in range(own))
            seat |= {"color": "red"} if game == "pai-gow-poker" else {}
        data["seats"].append(seat)
    if game == "midibaccarat":
        return data | {"player": "Kd 9c", "banker": "3h 5d"}
    _, dealer, community = SIZES[game]
    rest = [*deck, *(n for n in range(52) if n % 13 == 8)]
    data["dealer"] = cards_text(rest.pop() for _ in range(dealer))
    return data | ({"community": cards_text(rest.pop() for _ in range(community))} if community else {})


def deals(game: str, rounds: int) -> Deals:
    """Random cards of many rounds."""
    rng = np.random.default_rng(20260102)
    if game == "midibaccarat":
        return Deals(coup=np.array([_coup(cards) for cards in rng.integers(0, 52, (min(rounds, 20_000), 6)).tolist()], np.int64))
    own, dealer, community = SIZES[game]
    number = own * SEATS + dealer + community
    order = np.argsort(rng.random((rounds, 53 if game == "pai-gow-poker" else 52)), axis=1)[:, :number]
    cards = np.left_shift(np.int64(1), order.astype(np.int64))
    seats = np.stack([cards[:, own * n : own * (n + 1)].sum(axis=1) for n in range(SEATS)], axis=1)
    at = own * SEATS
    shared = cards[:, at + dealer : at + dealer + community].sum(axis=1)
    folded = np.zeros(seats.shape, np.bool_) if game == "pai-gow-poker" else rng.random(seats.shape) < 0.33
    return Deals(seats, cards[:, at : at + dealer].sum(axis=1), shared, None, folded)


def _coup(cards: list[int]) -> list[int]:
    player, banker, rest = [cards[0], cards[2]], [cards[1], cards[3]], cards[4:]
    counts = [sum(map(card_value, hand)) % 10 for hand in (player, banker)]
    third = NONE
    if not any(map(is_natural, counts)):
        if player_draws(counts[0]):
            player.append(rest.pop(0))
            third = card_value(player[2])
        if banker_draws(counts[1], third):
            banker.append(rest.pop(0))
    return [*player, *[NONE] * (3 - len(player)), *banker, *[NONE] * (3 - len(banker))]


def run() -> Result:
    """Measure."""
    rows = []
    for game in WAGERS:
        text = json.dumps(template(game))
        a_plan = plan(read_round(round_data(text, "json"), today=TODAY))
        single = _one_by_one(a_plan, deals(game, ONE_BY_ONE))
        whole = best(lambda: settlement_json(settle(read_round(round_data(text, "json"), today=TODAY))), 20)  # noqa: B023
        cards = deals(game, MANY)
        settle_many(a_plan, cards)
        seconds = best(lambda: settle_many(a_plan, cards), TIMES)  # noqa: B023
        rate = cards.rounds / seconds
        rows.append(
            (
                game,
                f"{len(a_plan.lines)}",
                f"{single * 1000:.2f} ms",
                f"{whole * 1000:.1f} ms",
                f"{rate:,.0f}",
                f"{rate * SEATS:,.0f}",
            )
        )
    return Result(
        ("game", "wagers of six seats", "settle", "read, settle, write", "rounds a second, arrays", "seat-rounds a second"),
        rows,
        (
            "One core. *settle* is one checked round in process; *read, settle, write* goes from its JSON text to the settlement "
            "as JSON values. Rounds with an award off a meter are marked by the arrays and settled one by one.",
        ),
    )


def _one_by_one(a_plan: Plan, cards: Deals) -> float:
    """Seconds of one settlement, hands seen for the first time: the quickest of several passes over other cards."""
    rounds = [round_of(a_plan, cards, n) for n in range(cards.rounds)]
    tenth = len(rounds) // 10
    passes = [rounds[n : n + tenth] for n in range(0, len(rounds), tenth)]
    return min(best(lambda: [settle(each) for each in few], 1) for few in passes) / tenth  # noqa: B023


if __name__ == "__main__":
    print(run().markdown())
