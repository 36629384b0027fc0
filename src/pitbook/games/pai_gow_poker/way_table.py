"""A house way applied to every form of hand: the ranks of its high and low hands, and the rule that set them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pitbook.cards import hand_text
from pitbook.compiled import compile_module, scalar
from pitbook.games.pai_gow_poker.hand_forms import Array, forms
from pitbook.games.pai_gow_poker.house_setter import ready_program, set_low
from pitbook.games.pai_gow_poker.house_way import HouseWay, HouseWayError
from pitbook.games.pai_gow_poker.setting import high_rank, is_foul, low_rank


@dataclass(frozen=True)
class WayTable:
    """How a way sets each form (see :class:`Forms`): int64 arrays of high rank, low rank and the rule's place in the way."""

    way: HouseWay
    reading: int
    high: Array
    low: Array
    rule: Array


@lru_cache(maxsize=8)
def way_table(way: HouseWay, reading: int = 0) -> WayTable:
    """The table of a way under given readings.

    Raises :class:`HouseWayError` naming a hand that no rule covers or that is set foul.
    """
    compile_module(sys.modules[__name__])
    every = forms()
    high, low, rule = (np.zeros(len(every.hands), dtype=np.int64) for _ in range(3))
    faulty = fill_table(every.hands, ready_program(way.program, compiled=True), reading, high, low, rule)
    if faulty >= 0:
        cards = hand_text(int(every.hands[faulty]))
        by = int(rule[faulty])
        fault = f"rule {way.rules[by].id} sets {cards} foul" if by >= 0 else f"no rule applies to {cards}"
        raise HouseWayError([f"{way.name}: {fault}"])
    return WayTable(way, reading, high, low, rule)


@scalar
def fill_table(hands: Array, program: Any, reading: int, high: Array, low: Array, rule: Array) -> int:
    """Set every form's hand; returns the number of a form that no rule covers (rule -1) or that is set foul, else -1."""
    for form in range(len(hands)):
        if hands[form]:
            cards, rule[form] = set_low(hands[form], program, reading)
            if cards == 0 or is_foul(hands[form] ^ cards, cards):
                return form
            high[form] = high_rank(hands[form] ^ cards, reading)
            low[form] = low_rank(cards)
    return -1
