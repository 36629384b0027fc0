"""What perfect play teaches: by rule of the house way, by class of hand, and when to split.

All counts are of the 154,143,080 hands (or those of the deck), all costs in house edge: what the edge would be lower by.
A hand's *class* is its type, whether it holds a straight or a flush, the ranks of its pairs, trios or four, and its highest
single card; a *play* says which of these cards go low.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

import numpy as np

from pitbook.cards import RANKS
from pitbook.compiled import compile_module, scalar
from pitbook.games.pai_gow_poker.hand_forms import Array, forms
from pitbook.games.pai_gow_poker.house_setter import (
    ABSENT,
    FOUR_RANK,
    LOWER_PAIR,
    LOWER_TRIO,
    MIDDLE_PAIR,
    PAIR,
    SINGLE,
    TRIO,
    TYPE,
    facts_of,
    is_complete,
)
from pitbook.games.pai_gow_poker.house_way import HAND_TYPES
from pitbook.games.pai_gow_poker.perfect_play import PerfectPlay
from pitbook.games.pai_gow_poker.setting import closest_ranks, five_suited, rank_pair
from pitbook.hands import ranks_held

# Groups of cards that a play names: four, trio, lower trio, pair, middle pair, lower pair, then the singles, highest first.
_GROUPS: Final = (FOUR_RANK, TRIO, LOWER_TRIO, PAIR, MIDDLE_PAIR, LOWER_PAIR)
_SINGLES: Final = len(_GROUPS)
_GROUP_WORDS: Final = ("four", "three", "lower three", "pair", "middle pair", "lower pair")
_ORDER_WORDS: Final = ("highest", "second", "third", "fourth", "fifth", "sixth", "lowest")
_MADE: Final = ("", "straight", "flush", "straight and flush")
_TYPE_NAMES: Final = {number: name for name, number in HAND_TYPES.items()}
_COMPLETE: Final = 1 << 8


@dataclass(frozen=True)
class RuleCost:
    """A rule of the player's way: the hands it sets, those perfect play sets otherwise, and what that costs."""

    rule: str
    words: str
    hands: int
    set_otherwise: int
    cost: Fraction


@dataclass(frozen=True)
class ClassLine:
    """A class of hand: how many, how perfect play sets most of them, how the way does, how many otherwise and at what cost.

    ``ranks`` are the cards of equal ranks, most and highest first (``QQQ 77``); ``highest_single`` is empty where there is none.
    """

    hand_type: str
    made: str
    ranks: str
    highest_single: str
    hands: int
    best_play: str
    best_play_hands: int
    way_play: str
    set_otherwise: int
    cost: Fraction
    example: int


@dataclass(frozen=True)
class Deviation:
    """A kind of departure from the way: hands of a type set one way by it, another by perfect play, and what the way costs."""

    hand_type: str
    made: str
    way_play: str
    best_play: str
    hands: int
    cost: Fraction
    example: int


@dataclass(frozen=True)
class Advice:
    """How to set the hands of one type and ranks: the play for each range of the highest single card, lowest first."""

    hand_type: str
    made: str
    ranks: str
    plays: tuple[tuple[str, str], ...]
    hands: int
    cost: Fraction


def rule_costs(play: PerfectPlay) -> Sequence[RuleCost]:
    """The rules of the player's way, the costliest first."""
    rows = _rows(play)
    found = []
    for number, rule in enumerate(play.player_way.rules):
        of_rule = rows.rule == number
        otherwise = of_rule & rows.otherwise
        found.append(
            RuleCost(
                rule.id,
                rule.words,
                int(rows.hands[of_rule].sum()),
                int(rows.hands[otherwise].sum()),
                _cost(play, rows.cost[otherwise]),
            )
        )
    return sorted(found, key=lambda line: line.cost, reverse=True)


def deviations(play: PerfectPlay) -> Sequence[Deviation]:
    """The kinds of departure from the player's way, the costliest first."""
    rows = _rows(play)
    chosen = np.flatnonzero(rows.otherwise)
    key = np.stack([rows.kind[chosen], rows.made[chosen], rows.way_play[chosen], rows.best_play[chosen]])
    found = []
    for (kind, made, way_play, best_play), places in _grouped(key):
        of_kind = chosen[places]
        example = of_kind[np.argmax(rows.hands[of_kind])]
        found.append(
            Deviation(
                _TYPE_NAMES[kind],
                _MADE[made],
                play_words(way_play, kind),
                play_words(best_play, kind),
                int(rows.hands[of_kind].sum()),
                _cost(play, rows.cost[of_kind]),
                int(rows.example[example]),
            )
        )
    return sorted(found, key=lambda line: line.cost, reverse=True)


def class_table(play: PerfectPlay) -> Sequence[ClassLine]:
    """All classes of hand, type by type, high ranks first."""
    rows = _rows(play)
    key = np.concatenate([np.stack([rows.kind, rows.made]), rows.groups, rows.single[None]])
    found = []
    for (kind, made, *groups, single), places in _grouped(key):
        hands = rows.hands[places]
        best_play, best_hands = _most(rows.best_play[places], hands)
        way_play, _ = _most(rows.way_play[places], hands)
        found.append(
            ClassLine(
                _TYPE_NAMES[kind],
                _MADE[made],
                _ranks_text(groups, kind),
                "" if single == ABSENT else RANKS[single],
                int(hands.sum()),
                play_words(best_play, kind),
                best_hands,
                play_words(way_play, kind),
                int(hands[rows.otherwise[places]].sum()),
                _cost(play, rows.cost[places]),
                int(rows.example[places[np.argmax(hands)]]),
            )
        )
    return sorted(found, key=_class_order)


def advice(play: PerfectPlay) -> Sequence[Advice]:
    """When to split: for each type and ranks the play by highest single, neighbours that play alike in one range."""
    found = []
    for (hand_type, made, ranks), lines in groupby(class_table(play), lambda line: (line.hand_type, line.made, line.ranks)):
        rising = sorted(lines, key=lambda line: RANKS.find(line.highest_single))
        plays = []
        for best, alike in groupby(rising, lambda line: line.best_play):
            singles = [line.highest_single for line in alike]
            plays.append((singles[0] if len(singles) == 1 else f"{singles[0]}-{singles[-1]}", best))
        hands, cost = sum(line.hands for line in rising), sum((line.cost for line in rising), Fraction(0))
        found.append(Advice(hand_type, made, ranks, tuple(plays), hands, cost))
    return found


def play_words(code: int, kind: int) -> str:
    """A play in words, such as ``the lower pair`` or ``two highest singles``."""
    complete = ", a straight or flush kept" if code & _COMPLETE else ""
    first, second = code >> 4 & 15, code & 15
    if first == second:
        word = _GROUP_WORDS[first]
        if kind == HAND_TYPES["five-aces"] and first == 0:
            return "two aces"
        return (f"two of the {word}" if first < PAIR - 1 else f"the {_pair_word(word, kind)}") + complete
    if first >= _SINGLES and second >= _SINGLES:
        one, other = _ORDER_WORDS[first - _SINGLES], _ORDER_WORDS[second - _SINGLES]
        pair = {("highest", "second"): "the two highest singles"}.get((one, other), f"the {one} and {other} single")
        return pair + complete
    return f"{_card_words(first, kind)} and {_card_words(second, kind)}{complete}"


def _pair_word(word: str, kind: int) -> str:
    many = {HAND_TYPES["two-pair"]: "higher pair", HAND_TYPES["three-pair"]: "highest pair"}
    return many.get(kind, word) if word == "pair" else word


def _card_words(group: int, kind: int) -> str:
    if group >= _SINGLES:
        return f"the {_ORDER_WORDS[group - _SINGLES]} single"
    return f"one of the {_pair_word(_GROUP_WORDS[group], kind)}"


# Settings chosen, described


@dataclass(frozen=True)
class _Rows:
    """The settings that are best for some hands, as arrays over them; ``groups`` int64[6, n] the ranks of the groups."""

    kind: Array
    made: Array
    groups: Array
    single: Array
    way_play: Array
    best_play: Array
    rule: Array
    otherwise: Array
    hands: Array
    cost: Array
    example: Array


def _rows(play: PerfectPlay) -> _Rows:
    compile_module(sys.modules[__name__])
    every, choices, sums = forms(), play.choices, play.sums
    form_of = np.repeat(np.arange(len(every.hands)), np.diff(choices.start))
    chosen = np.flatnonzero(sums.hands)
    form = form_of[chosen]
    first = choices.start[form]
    described = np.zeros((2 + len(_GROUPS) + 1 + 2, len(chosen)), dtype=np.int64)
    describe(every.hands[form], choices.cards[first], choices.high[first], choices.cards[chosen], choices.high[chosen], described)
    whole = play.vigorish.denominator
    won = whole - play.vigorish.numerator
    gain = won * (sums.win - sums.way_win) - whole * (sums.lose - sums.way_lose)
    kind, made, *groups, single, way_play, best_play = described
    return _Rows(
        kind,
        made,
        np.stack(groups),
        single,
        way_play,
        best_play,
        play.table.rule[form],
        chosen != first,
        sums.hands[chosen],
        gain[chosen],
        sums.example[chosen],
    )


@scalar
def describe(hands: Array, way_low: Array, way_high: Array, best_low: Array, best_high: Array, described: Array) -> None:
    """Write hand type, made hands (1 straight, 2 flush), the ranks of the groups, the highest single, and both plays."""
    for row in range(len(hands)):
        facts = facts_of(hands[row])
        joker = hands[row] >> 52 & 1
        straight = closest_ranks(ranks_held(hands[row])) + joker >= 5
        described[0, row] = facts[TYPE]
        described[1, row] = straight + 2 * five_suited(hands[row])
        for group in range(6):
            described[2 + group, row] = facts[1 + group]
        described[8, row] = facts[SINGLE]
        described[9, row] = play_code(hands[row], facts, way_low[row], way_high[row])
        described[10, row] = play_code(hands[row], facts, best_low[row], best_high[row])


@scalar
def play_code(cards: int, facts: tuple[int, ...], low: int, high: int) -> int:
    """Which groups the two low cards are of, four bits each, and whether a straight or flush stays high."""
    first, second = rank_pair(low)
    code = group_of(cards, facts, first) << 4 | group_of(cards, facts, second)
    return code | 256 if is_complete(high) else code


@scalar
def group_of(cards: int, facts: tuple[int, ...], rank: int) -> int:
    """The group of a rank: of four, trios, pairs, or 6 and its place among the singles."""
    for group in range(6):
        if facts[1 + group] == rank:
            return group
    place = 6
    held = ranks_held(cards)
    if cards >> 52 & 1:
        held |= 1 << 12
    for higher in range(rank + 1, 13):
        if held >> higher & 1:
            single = True
            for group in range(6):
                if facts[1 + group] == higher:
                    single = False
            place += single
    return place


def _grouped(key: Array) -> Iterator[tuple[tuple[int, ...], Array]]:
    """The distinct columns of a key with the places where each stands."""
    if key.shape[1] == 0:
        return
    order = np.lexsort(key[::-1])
    ordered = key[:, order]
    starts = np.flatnonzero(np.concatenate(([True], (ordered[:, 1:] != ordered[:, :-1]).any(axis=0))))
    for places in np.split(order, starts[1:]):
        yield tuple(int(number) for number in key[:, places[0]]), places


def _most(codes: Array, hands: Array) -> tuple[int, int]:
    """The code with the most hands, and how many."""
    distinct, place = np.unique(codes, return_inverse=True)
    totals = np.bincount(place, weights=hands)
    most = int(np.argmax(totals))
    return int(distinct[most]), int(hands[place == most].sum())


def _ranks_text(groups: Sequence[int], kind: int) -> str:
    sizes = [5 if kind == HAND_TYPES["five-aces"] else 4, 3, 3, 2, 2, 2]
    return " ".join(RANKS[rank] * size for rank, size in zip(groups, sizes, strict=True) if rank != ABSENT)


def _cost(play: PerfectPlay, gains: Array) -> Fraction:
    return Fraction(int(gains.sum()), play.vigorish.denominator * play.total)


def _class_order(line: ClassLine) -> tuple[int, int, list[int], int]:
    ranks = [-16 * len(group) - RANKS.index(group[0]) for group in line.ranks.split()]
    return -HAND_TYPES[line.hand_type], _MADE.index(line.made), ranks, -RANKS.find(line.highest_single)
