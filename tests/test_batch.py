"""Many rounds at once give what the same rounds give one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.batch import LOSE, NOT_PLACED, Deals, Many, Plan, plan, round_of, settle_many
from pitbook.cards import cards_text
from pitbook.choices import ChoiceError
from pitbook.rounds import Round, read_round
from pitbook.settlement import BONUS, ENVY, METER, aggregate_limit, settle
from random_rounds import Data, coup, deal, plan_of_seven, plan_of_three, random_coup, random_round

TODAY = date(2026, 1, 2)
GAMES = ("three-card-poker", "three-card-prime", "pai-gow-poker", "midibaccarat")
EXTRA_READINGS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "three-card-poker": {
        "akq-bonus-regardless": ("yes", "only-if-not-lower"), "within-rank-order": ("yes", "literal-highest-odd-card"),
        "five-card-wheel": ("yes", "no"), "five-card-cards": ("own-three-plus-two-community", "best-of-six"),
        "progressive-on-fold": ("settled", "lost"), "six-card-bonus-on-fold": ("settled", "lost"),
        "pair-plus-on-fold": ("lost", "settled"), "envy-trigger": ("any-player", "bettors-only"),
        "envy-after-fold": ("follows-the-wager", "never"), "envy-second-hand": ("no-envy-between-own-hands", "each-position"),
        "envy-min-wager": ("any", "$5"), "aggregate-limit": ("off", "$40"),
    },
    "three-card-prime": {
        "envy-multiple-of": ("receiver", "winner"), "envy-trigger": ("any-player", "bettors-only"),
        "four-card-hands": ("any-four-of-five", "ace-high-only"),
        "table-13-envy": ("as-printed", "as-table-12"), "envy-min-wager": ("any", "$2"),
    },
    "pai-gow-poker": {
        "pay-order": ("printed-order", "poker-rank"), "red-black-joker": ("no-colour", "push-hand", "majority", "chosen-colour"),
        "envy-min-wager": ("$5", "any"), "envy-second-hand": ("no-envy-between-own-hands", "each-position"),
        "commission-rounding": ("exact", "up-to-25-cents"), "variation": ("none", "ez", "commission-free"),
        "aggregate-limit": ("off", "$100"), "red-black-hand": ("own", "dealer"),
    },
    "midibaccarat": {
        "variation": ("none", "ez"), "banker-vigorish": ("5%", "4%"), "commission-rounding": ("exact", "up-to-25-cents"),
        "same-color-scope": ("all-cards", "each-hand"), "of-a-kind-by-rank": ("rank", "value"),
    },
}  # fmt: skip


def template(game: str, rng: Random) -> Data:
    """A round at random that can be a plan: nothing void, no hand set by a player, every Ante played."""
    data = random_round(game, rng)
    data.pop("irregularity", None)
    for name, values in EXTRA_READINGS[game].items():
        if rng.random() < 0.3:
            data.setdefault("readings", {})[name] = rng.choice(values)
    for seat in data["seats"]:
        seat.pop("high", None)
        seat.pop("low", None)
        if seat.pop("fold", False) and game == "three-card-poker":
            seat["wagers"]["play"] = seat["wagers"]["ante"]
    return data


def bits(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)


def deals(game: str, rng: Random, seats: int, rounds: int) -> Deals:
    """Cards for a plan, with hands that make something; some folds."""
    if game == "midibaccarat":
        coups = [random_coup(rng) for _ in range(rounds)]
        return Deals(coup=np.array([[*p, *[-1] * (3 - len(p)), *b, *[-1] * (3 - len(b))] for p, b in coups], np.int64))
    own, dealer, community = np.zeros((rounds, seats), np.int64), np.zeros(rounds, np.int64), np.zeros(rounds, np.int64)
    for n in range(rounds):
        if game == "pai-gow-poker":
            first, *hands = deal(rng, [7] * (seats + 1), joker=True, planned=plan_of_seven(rng, seats))
        else:
            first, second, *hands = deal(rng, [3, 2, *[3] * seats], planned=plan_of_three(rng, seats))
            community[n] = bits(second)
        dealer[n] = bits(first)
        own[n] = [bits(hand) for hand in hands]
    if game == "pai-gow-poker":
        return Deals(own=own, dealer=dealer)
    folded = np.array([[rng.random() < 0.3 for _ in range(seats)] for _ in range(rounds)], np.bool_)
    return Deals(own=own, dealer=dealer, community=community, folded=folded)


def one_by_one(game_round: Round) -> dict[tuple[int, str, str], int]:
    """What a round of its own hands over by seat, wager and kind; envies of several hands together."""
    found: dict[tuple[int, str, str], int] = {}
    for line in settle(game_round).lines:
        key = line.seat, line.wager, line.kind
        found[key] = found.get(key, 0) + line.returned
    return found


def many(done: Many, n: int) -> dict[tuple[int, str, str], int]:
    return {
        (line.seat, line.wager, line.kind): int(line.returned[n])
        for line in done.lines
        if line.returned[n] or (line.kind != ENVY and line.row[n] != NOT_PLACED)
    }


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_rounds_settled_together_are_settled_as_one_by_one(game: str, seed: int) -> None:
    rng = Random(seed)
    a_plan = plan(read_round(template(game, rng), today=TODAY))
    cards = deals(game, rng, len(a_plan.seats), 12)
    done = settle_many(a_plan, cards)
    for n in range(cards.rounds):
        game_round = round_of(a_plan, cards, n)
        if done.ordinary[n]:
            assert is_for_the_ordinary_way(game_round)
            continue
        assert many(done, n) == one_by_one(game_round)
        placed = [line for line in settle(game_round).lines if line.own_stake]
        assert sum(int(line.staked[n]) for line in done.lines) == sum(line.stake for line in placed)
        assert int(done.returned()[n]) == sum(one_by_one(game_round).values())
        assert int(done.staked()[n]) == sum(line.stake for line in placed)


def is_for_the_ordinary_way(game_round: Round) -> bool:
    """Whether something stands in a round that arrays do not hold."""
    done = settle(game_round)
    limit = aggregate_limit(game_round)
    uncut = [line.uncapped or line.returned for line in done.lines if line.kind == BONUS]
    return (
        any(line.paid_by == METER for line in done.lines)
        or any(line.decision is not None and line.decision.row is not None and line.decision.row.award.share for line in done.lines)
        or (limit is not None and sum(uncut) > limit)
        or game_round.values.get("akq-bonus-regardless") == "only-if-not-lower"
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_increments_of_a_plan_are_those_of_each_round(game: str) -> None:
    for seed in range(6):
        rng = Random(seed)
        data = template(game, rng)
        data["readings"] = {}
        a_plan = plan(read_round(data, today=TODAY))
        cards = deals(game, rng, len(a_plan.seats), 4)
        for n in range(cards.rounds):
            meters = settle(round_of(a_plan, cards, n)).meters
            fed = {name: (meter.contributed, meter.reserve_contributed) for name, meter in meters.items() if meter.contributed}
            assert fed == a_plan.contributions


def one_seat_plan(**more: Any) -> Plan:
    data = {
        "game": "three-card-poker",
        "dealer": "Jc 8d 2h",
        "choices": {"ante-bonus": "A", "pair-plus": "A", "progressive": "A"},
        "meters": {"progressive": {"meter": "2000"}},
        "seats": [
            {"seat": 4, "cards": "4h 5s 7d", "wagers": {"ante": "5", "play": "5", "pair-plus": "5", "progressive": "1"}, **more}
        ],
    }
    return plan(read_round(data, today=TODAY))


def hand_of(*texts: str) -> Any:
    from pitbook.cards import hand, parse_cards

    return np.array([hand(parse_cards(text)) for text in texts], np.int64)


def test_rows_and_amounts_of_a_few_rounds() -> None:
    """A straight against a dealer who does not qualify, a fold, a flush that loses to a pair... and the spades for the meter."""
    a_plan = one_seat_plan()
    own = hand_of("4h 5s 6d", "4h 5s 6d", "2s 9s 4s", "As Ks Qs").reshape(4, 1)
    cards = Deals(
        own, hand_of("Jc 8d 2h", "Jc 8d 2h", "Kc Kd Kh", "Jc 8d 2h"), None, None, np.array([[0], [1], [0], [0]], np.bool_)
    )
    done = settle_many(a_plan, cards)
    rows = {line.wager: line.row.tolist()[:3] for line in done.lines if line.kind != ENVY}
    assert rows == {
        "ante": [0, LOSE, LOSE],
        "play": [0, NOT_PLACED, LOSE],
        "ante-bonus": [2, NOT_PLACED, NOT_PLACED],
        "pair-plus": [2, LOSE, 3],
        "progressive": [4, 4, LOSE],
    }
    assert done.ordinary.tolist() == [False, False, False, True]
    assert done.staked().tolist()[:3] == [16_000_000, 11_000_000, 16_000_000]
    assert done.returned().tolist()[:3] == [(10 + 5 + 5 + 35 + 6) * 1_000_000, 6_000_000, 25_000_000]


def test_a_round_for_the_ordinary_way_is_settled_with_the_meter_as_it_stands() -> None:
    a_plan = one_seat_plan()
    cards = Deals(hand_of("As Ks Qs").reshape(1, 1), hand_of("Jc 8d 2h"), None, None, np.zeros((1, 1), np.bool_))
    done = settle(round_of(a_plan, cards, 0, {"progressive": (1_234_000_000, 0)}))
    assert next(line.returned for line in done.lines if line.paid_by == METER) == 1_234_140_000
    assert done.meters["progressive"].after == 1_000_000_000


def test_rounds_that_are_no_plan_are_refused() -> None:
    data = random_round("three-card-poker", Random(1))
    data["irregularity"] = {"void": ["all"]}
    with pytest.raises(ChoiceError, match="no plan for many"):
        plan(read_round(data, today=TODAY))
    own = random_round("pai-gow-poker", Random(2))
    own.pop("irregularity", None)
    cards = own["seats"][0]["cards"].split()
    own["seats"][0] |= {"high": " ".join(cards[:5]), "low": " ".join(cards[5:])}
    with pytest.raises(ChoiceError, match="no plan for many"):
        plan(read_round(own, today=TODAY))


def test_cards_that_the_plan_reads_must_be_dealt() -> None:
    a_plan = one_seat_plan()
    with pytest.raises(AssertionError, match="no dealer cards"):
        settle_many(a_plan, Deals(own=hand_of("As Ks Qs").reshape(1, 1)))


def test_a_coup_of_a_deal_is_the_coup_of_its_round() -> None:
    data = {"game": "midibaccarat", "player": "Kd 9c", "banker": "3h 5d", "seats": [{"seat": 2, "wagers": {"banker": "20"}}]}
    a_plan = plan(read_round(data, today=TODAY))
    player, banker = coup([4, 17, 30, 43, 8, 9])
    cards = Deals(coup=np.array([[*player, *[-1] * (3 - len(player)), *banker, *[-1] * (3 - len(banker))]], np.int64))
    game_round = round_of(a_plan, cards, 0)
    assert game_round.coup == (tuple(player), tuple(banker))
    assert cards_text(game_round.coup[0]) == cards_text(player)
