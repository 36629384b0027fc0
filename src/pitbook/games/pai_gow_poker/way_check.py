"""Does a house way say one thing about every hand? Finds hands no rule covers, rules that fight, fouls, rules never used.

Every form of hand is tried (:mod:`.hand_forms`), so what is not found is not there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np

from pitbook.cards import hand_text
from pitbook.compiled import compile_module, scalar
from pitbook.games.pai_gow_poker.hand_forms import CHOOSE, RANK_FORMS, Array, forms
from pitbook.games.pai_gow_poker.house_setter import applied_low, facts_of, ready_program
from pitbook.games.pai_gow_poker.house_way import HouseWay, HouseWayError, load_way
from pitbook.games.pai_gow_poker.setting import high_rank, holds_complete_hand, is_foul, low_rank


class WayFault(StrEnum):
    """What can be wrong with a house way."""

    GAP = "gap"
    FIGHT = "fight"
    FOUL = "foul"
    UNUSED = "unused"


@dataclass(frozen=True)
class WayFinding:
    """A fault of a way: the rules concerned, how many of the 154,143,080 hands, one of them (0 where there is none), the words."""

    fault: WayFault
    rules: tuple[str, ...]
    hands: int
    example: int
    message: str


def check_way(way: HouseWay, reading: int = 0) -> Sequence[WayFinding]:
    """All faults of a way, gaps first; none for a sound one. Takes a second or two."""
    compile_module(sys.modules[__name__])
    every = forms()
    rules = len(way.rules)
    exceptions = sum(rule.exception for rule in way.rules)
    ruled = np.zeros((rules, 2), dtype=np.int64)
    fouls, fights, gaps = (np.zeros(shape, dtype=np.int64) for shape in ((rules, 2), (rules, rules, 2), (1, 2)))
    program, low = ready_program(way.program, compiled=True), np.zeros(rules, dtype=np.int64)
    try_rules(every.hands, form_hands(), program, reading, exceptions, low, ruled, fouls, fights, gaps)
    ids = [rule.id for rule in way.rules]
    findings = [_found(WayFault.GAP, (), gaps[0], "no rule applies to {hand}")]
    for first in range(rules):
        for second in range(first + 1, rules):
            both = ids[first], ids[second]
            words = f"the rules {both[0]} and {both[1]} both apply to {{hand}} and set it differently"
            findings.append(_found(WayFault.FIGHT, both, fights[first, second], words))
    for rule, name in enumerate(ids):
        findings.append(_found(WayFault.FOUL, (name,), fouls[rule], f"the rule {name} sets {{hand}} foul"))
        if ruled[rule, 0] == 0:
            findings.append(WayFinding(WayFault.UNUSED, (name,), 0, 0, f"the rule {name} never sets a hand"))
    return [finding for finding in findings if finding]


def _found(fault: WayFault, rules: tuple[str, ...], count: Array, words: str) -> WayFinding | None:
    hands, example = (int(number) for number in count)
    if not hands:
        return None
    message = words.format(hand=hand_text(example)) + (f", as {hands:,} hands" if hands > 1 else "")
    return WayFinding(fault, rules, hands, example, message)


def load_checked_way(name_or_path: str | Path, reading: int = 0) -> HouseWay:
    """The house way of a name or file, a file's checked as well.

    Raises :class:`~.house_way.HouseWayError` with all faults, each with a hand as an example; a rule that is never used is one.
    """
    way = load_way(name_or_path)
    if str(name_or_path).endswith(".toml"):
        faults = [f"{name_or_path}: {finding.message}" for finding in check_way(way, reading)]
        if faults:
            raise HouseWayError(faults)
    return way


def form_hands() -> Array:
    """How many of the 154,143,080 hands have each form, int64[forms]."""
    every = forms()
    hands = CHOOSE[4, every.counts.astype(np.int64)].prod(axis=1)
    hands[every.ranks == 0] = 0
    first, second = every.others.T
    choices = np.append(np.full(13, 3), 1)
    suited = 4 * np.where((first == second) & (first < 13), 3, choices[first] * choices[second])
    np.subtract.at(hands, every.rank_form[RANK_FORMS:], suited)
    return np.concatenate([hands, suited])


@scalar
def try_rules(
    hands: Array,
    number: Array,
    program: Any,
    reading: int,
    exceptions: int,
    low: Array,
    ruled: Array,
    fouls: Array,
    fights: Array,
    gaps: Array,
) -> None:
    """Try every rule on every form. The last axis of the results is [hands, an example]; ``low`` int64[rules] is room for one form.

    ``ruled`` int64[rules, 2] what each rule sets, ``fouls`` what it sets foul, ``fights`` int64[rules, rules, 2] what two rules
    of one rank (exceptions, or ordinary rules where no exception holds) set differently, ``gaps`` int64[1, 2].
    """
    rules = program[1]
    for form in range(len(hands)):
        if number[form] == 0:
            continue
        cards = hands[form]
        facts = facts_of(cards)
        complete = 2 if holds_complete_hand(cards) else 1
        first = -1
        for rule in range(rules):
            if rule == exceptions and first >= 0:
                break
            low[rule] = applied_low(cards, facts, complete, program, rule, reading)
            if low[rule] == 0:
                continue
            if first < 0:
                first = rule
            elif low_rank(low[rule]) != low_rank(low[first]) or (
                high_rank(cards ^ low[rule], reading) != high_rank(cards ^ low[first], reading)
            ):
                note(fights[first, rule], number[form], cards)
        if first < 0:
            note(gaps[0], number[form], cards)
        else:
            note(ruled[first], number[form], cards)
            if is_foul(cards ^ low[first], low[first]):
                note(fouls[first], number[form], cards)


@scalar
def note(count: Array, hands: int, example: int) -> None:
    """Count hands, and keep the first as the example."""
    if count[0] == 0:
        count[1] = example
    count[0] += hands
