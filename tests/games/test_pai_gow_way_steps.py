"""How a house way comes to its setting is told by the same rules that set the hand."""

from __future__ import annotations

import random

import pytest

from pitbook.cards import hand, parse_cards
from pitbook.games.pai_gow_poker.house_way import load_way, shipped_ways
from pitbook.games.pai_gow_poker.way_steps import way_steps


@pytest.mark.parametrize("name", shipped_ways())
def test_the_last_step_is_the_rule_that_sets_the_hand(name: str) -> None:
    way = load_way(name)
    chance = random.Random(1)
    for _ in range(400):
        cards = hand(chance.sample(range(53), 7))
        told = way_steps(way, cards)
        assert told.setting == way.set(cards)
        assert told.steps[-1].rule == told.setting.rule
        assert not told.steps[-1].why_not
        assert all(step.why_not for step in told.steps[:-1])
        assert told.passed_over + len(told.steps) <= len(way.rules)


def test_a_rule_that_does_not_hold_says_what_it_wants() -> None:
    told = way_steps(load_way("trump-plaza"), hand(parse_cards("7s 7h 7d 7c Qs 5h 3d")))
    assert dict(told.facts)["Kind of hand"] == "four of a kind"
    assert dict(told.facts)["Four"] == "7"
    said = {step.rule: step.why_not for step in told.steps}
    assert said["four-with-pair"] == "pair: none, and it wants any"
    assert told.steps[-1].rule == "four-split"


def test_a_straight_is_a_fact() -> None:
    told = way_steps(load_way("foxwoods"), hand(parse_cards("9s 8h 7d 6c 5s Ah Kd")))
    assert dict(told.facts)["Straight or flush"] == "five cards make one"
