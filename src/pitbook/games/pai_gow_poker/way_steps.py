"""How a house way comes to its setting: the facts of the hand, and each rule for its kind, why it fails or what it sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pitbook.cards import RANKS
from pitbook.compiled import is_compiled
from pitbook.games.pai_gow_poker import house_setter as machine
from pitbook.games.pai_gow_poker.house_way import CONDITIONS, HAND_TYPES, PLAYS, HouseWay, Setting
from pitbook.games.pai_gow_poker.setting import holds_complete_hand

_TYPE_NAMES: Final = {number: name for name, number in HAND_TYPES.items()}
_FACT_NAMES: Final = {fact: name for name, fact in CONDITIONS.items()}
_PLAY_NAMES: Final = {number: name for name, number in reversed(PLAYS.items())}


@dataclass(frozen=True)
class Step:
    """A rule that was tried: its id and words, whether it is an exception, and why it does not hold (empty: it sets the hand)."""

    rule: str
    words: str
    exception: bool
    why_not: str


@dataclass(frozen=True)
class WaySteps:
    """The facts of a hand in words, the rules tried in their order, and how many rules are for other kinds of hand."""

    facts: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]
    passed_over: int
    setting: Setting


def way_steps(way: HouseWay, cards: int, reading: int = 0) -> WaySteps:
    """The steps by which a way sets seven cards. Raises as :meth:`~.house_way.HouseWay.set`."""
    setting = way.set(cards, reading)
    program = machine.ready_program(way.program, is_compiled(machine.set_low))
    facts = tuple(int(each) for each in machine.facts_of(cards))
    complete = bool(holds_complete_hand(cards))
    steps = []
    passed_over = 0
    for number, rule in enumerate(way.rules):
        start = machine.HEADER + number * machine.WIDTH
        if not way.program[start + machine.RULE_TYPES] >> facts[machine.TYPE] & 1:
            passed_over += 1
            continue
        low = machine.applied_low(cards, facts, 2 if complete else 1, program, number, reading)
        why_not = "" if low else "; ".join(_reasons(way.program[start : start + machine.WIDTH], facts, complete))
        steps.append(Step(rule.id, rule.words, rule.exception, why_not))
        if low:
            break
    return WaySteps(tuple(_facts(facts, complete)), tuple(steps), passed_over, setting)


def _facts(facts: tuple[int, ...], complete: bool) -> Iterator[tuple[str, str]]:
    yield "Kind of hand", _TYPE_NAMES[facts[machine.TYPE]].replace("-", " ")
    for fact, name in _FACT_NAMES.items():
        if facts[fact] != machine.ABSENT:
            yield name.replace("-", " ").capitalize(), RANKS[facts[fact]].replace("T", "10")
    yield "Straight or flush", "five cards make one" if complete else "none"


def _reasons(rule: tuple[int, ...], facts: tuple[int, ...], complete: bool) -> Iterator[str]:
    """Which of a rule's conditions do not hold."""
    if not rule[machine.RULE_COMPLETE] & (2 if complete else 1):
        yield "five cards make a straight or flush" if complete else "no five cards make a straight or flush"
    unmet = False
    for fact, name in _FACT_NAMES.items():
        allowed = rule[machine.RULE_RANKS + fact - 1]
        if not allowed >> facts[fact] & 1:
            unmet = True
            yield f"{name.replace('-', ' ')}: {_rank(facts[fact])}, and it wants {_ranks(allowed)}"
    if not unmet and rule[machine.RULE_COMPLETE] & (2 if complete else 1):
        beats = rule[machine.RULE_BEATS]
        play = _PLAY_NAMES[rule[machine.RULE_PLAY]].replace("-", " ")
        other = "" if beats == machine.NO_PLAY else f", or they do not outrank {_PLAY_NAMES[beats].replace('-', ' ')}"
        yield f"{play}: the hand has no such cards that may go low{other}"


def _rank(rank: int) -> str:
    return "none" if rank == machine.ABSENT else RANKS[rank].replace("T", "10")


def _ranks(allowed: int) -> str:
    """A set of ranks in words: ``7 to 10``, ``K or A``, ``none``."""
    held = [rank for rank in range(13) if allowed >> rank & 1]
    parts = [] if not allowed >> machine.ABSENT & 1 else ["none"]
    if len(held) == 13:
        parts.append("any")
    elif len(held) > 2 and held == list(range(held[0], held[-1] + 1)):
        parts.append(f"{_rank(held[0])} to {_rank(held[-1])}")
    else:
        parts.extend(_rank(rank) for rank in held)
    return " or ".join(parts)
