"""The reports on perfect play add up to it, and say what is known of some hands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from pai_gow_brute import SPADES

from pitbook.games.pai_gow_poker.best_setting import setting_values
from pitbook.games.pai_gow_poker.house_way import load_way
from pitbook.games.pai_gow_poker.perfect_play import PerfectPlay, perfect_play
from pitbook.games.pai_gow_poker.play_report import (
    Advice,
    ClassLine,
    advice,
    class_table,
    deviations,
    play_words,
    rule_costs,
)

VIGORISH = Fraction(1, 20)


@pytest.fixture(scope="module")
def play() -> PerfectPlay:
    return perfect_play(load_way("foxwoods"), player_way=load_way("trump-plaza"), vigorish=VIGORISH, deck=SPADES)


def test_costs_of_rules_classes_and_deviations_sum_to_the_gain(play: PerfectPlay) -> None:
    gain = play.way_edge - play.edge
    assert gain > 0
    assert sum(line.cost for line in rule_costs(play)) == gain
    assert sum(line.cost for line in class_table(play)) == gain
    assert sum(line.cost for line in deviations(play)) == gain
    assert sum(line.cost for line in advice(play)) == gain


def test_every_hand_is_in_one_rule_and_one_class(play: PerfectPlay) -> None:
    number = comb(SPADES.size, 7)
    assert sum(line.hands for line in rule_costs(play)) == number
    assert sum(line.hands for line in class_table(play)) == number
    assert sum(line.set_otherwise for line in rule_costs(play)) == play.hands_set_otherwise
    assert sum(line.hands for line in deviations(play)) == play.hands_set_otherwise


def test_costliest_come_first_and_no_deviation_gains_nothing(play: PerfectPlay) -> None:
    for lines in (rule_costs(play), deviations(play)):
        costs = [line.cost for line in lines]
        assert costs == sorted(costs, reverse=True)
    assert all(line.cost > 0 for line in deviations(play))


def test_an_example_is_set_as_its_line_says(play: PerfectPlay) -> None:
    for line in deviations(play)[:10]:
        best = setting_values(line.example, load_way("foxwoods"), deck=SPADES, vigorish=VIGORISH)[0]
        way = load_way("trump-plaza").set(line.example)
        assert (best.setting.high_rank, best.setting.low_rank) != (way.high_rank, way.low_rank)
        assert line.way_play != line.best_play or line.made


def test_advice_takes_neighbouring_singles_together() -> None:
    lines: Sequence[Advice] = advice(perfect_play(load_way("foxwoods"), vigorish=VIGORISH, deck=SPADES))
    for line in lines:
        plays = [play for _, play in line.plays]
        assert all(one != other for one, other in pairwise(plays))


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (0x33, 2, "the higher pair"),
        (0x55, 2, "the lower pair"),
        (0x33, 1, "the pair"),
        (0x00, 7, "two of the four"),
        (0x00, 8, "two aces"),
        (0x11, 6, "two of the three"),
        (0x67, 1, "the two highest singles"),
        (0x78, 0, "the second and third single"),
        (0x16, 4, "one of the three and the highest single"),
        (0x167, 1, "the two highest singles, a straight or flush kept"),
    ],
)
def test_plays_in_words(code: int, kind: int, words: str) -> None:
    assert play_words(code, kind) == words


def test_classes_name_their_cards(play: PerfectPlay) -> None:
    lines: Sequence[ClassLine] = class_table(play)
    assert any(line.ranks == "AAA KK" and line.hand_type == "full-house" for line in lines)
    assert all(line.hands >= line.best_play_hands > 0 for line in lines)
