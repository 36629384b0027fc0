"""The machine that sets seven cards by a house way: an interpreter of rules written as rows of integers.

:mod:`pitbook.games.pai_gow_poker.house_way` reads rule files into a *program*: a sequence of integers, of which the first is
how an ace is taken for the low hand, the second the number of rules, and then :data:`WIDTH` numbers for each rule, exceptions
before ordinary rules. A hand is first described by its *facts*; the first rule whose conditions all hold says which ranks go
low. The functions run as they stand (program a tuple) and compiled (program an int64 array).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from pitbook.cards import JOKER
from pitbook.compiled import is_compiled, scalar
from pitbook.games.pai_gow_poker.setting import (
    ACE,
    FIVE_ACES,
    FULL_HOUSE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    high_rank,
    holds_complete_hand,
    is_foul,
    low_rank,
    two_ranks_rank,
)
from pitbook.hands import (
    count,
    highest,
    ranks_held,
    ranks_held_four_times,
    ranks_held_three_times,
    ranks_held_twice,
)

# Hand types by rank counts, the joker counted as an ace.
NO_PAIR, ONE_PAIR, TWO_PAIR, THREE_PAIR, THREE, FULL_HOUSE_TYPE, TWO_THREES, FOUR, FIVE = range(9)

# Facts: the type, then ranks (ABSENT where there is none).
TYPE, FOUR_RANK, TRIO, LOWER_TRIO, PAIR, MIDDLE_PAIR, LOWER_PAIR, SINGLE, SECOND_SINGLE, THIRD_SINGLE = range(10)
RANK_FACTS: Final = 9
ABSENT: Final = 13

# What goes low.
(
    PLAY_PAIR,
    PLAY_MIDDLE_PAIR,
    PLAY_LOWER_PAIR,
    PLAY_TWO_OF_FOUR,
    PLAY_TWO_OF_TRIO,
    PLAY_TWO_OF_LOWER_TRIO,
    PLAY_HIGHEST_SINGLES,
    PLAY_SECOND_AND_THIRD_SINGLE,
    PLAY_ONE_OF_TRIO_AND_SINGLE,
    PLAY_ONE_OF_PAIR_AND_SINGLE,
    PLAY_BESIDE_COMPLETE,
    PLAY_TRIO_BESIDE_COMPLETE,
) = range(12)
NO_PLAY: Final = -1

# An ace that goes low: the joker if it is among the aces, a natural one if there is one, or what leaves the better high hand.
JOKER_FIRST, JOKER_LAST, JOKER_BEST = range(3)

# One rule: allowed types (bits), complete hand (1 not held, 2 held, 3 either), allowed ranks of each fact (bits), what goes
# low, and the play whose low hand it must outrank (or none).
RULE_TYPES, RULE_COMPLETE, RULE_RANKS = 0, 1, 2
RULE_PLAY: Final = RULE_RANKS + RANK_FACTS
RULE_BEATS: Final = RULE_PLAY + 1
WIDTH: Final = RULE_BEATS + 1
HEADER: Final = 2

Program = Sequence[int]
"""A tuple for the functions as they stand, an int64 array for their compiled forms (:func:`ready_program`)."""


@lru_cache(maxsize=32)
def ready_program(program: tuple[int, ...], compiled: bool) -> Any:
    """A program in the form that the functions of this module take."""
    if not compiled:
        return program
    import numpy as np

    return np.array(program, dtype=np.int64)


def set_by(program: tuple[int, ...], cards: int, reading: int) -> tuple[int, int]:
    """:func:`set_low`, whether it is compiled by now or not."""
    return set_low(cards, ready_program(program, is_compiled(set_low)), reading)


@scalar
def set_low(cards: int, program: Program, reading: int) -> tuple[int, int]:
    """The two cards a house way sets low, as a set, and the number of the rule that did it; (0, -1) where no rule applies."""
    facts = facts_of(cards)
    complete = 2 if holds_complete_hand(cards) else 1
    for rule in range(program[1]):
        low = applied_low(cards, facts, complete, program, rule, reading)
        if low:
            return low, rule
    return 0, -1


@scalar
def applied_low(cards: int, facts: tuple[int, ...], complete: int, program: Program, rule: int, reading: int) -> int:
    """The two cards one rule sets low, 0 where its conditions do not hold or what it asks for is not there."""
    start = HEADER + rule * WIDTH
    if not program[start + RULE_TYPES] >> facts[TYPE] & 1 or not program[start + RULE_COMPLETE] & complete:
        return 0
    for fact in range(RANK_FACTS):
        if not program[start + RULE_RANKS + fact] >> facts[1 + fact] & 1:
            return 0
    low = played_low(cards, facts, program[start + RULE_PLAY], program[0], reading)
    beats = program[start + RULE_BEATS]
    if low and beats != NO_PLAY:
        other = played_low(cards, facts, beats, program[0], reading)
        if other and low_rank(low) <= low_rank(other):
            return 0
    return low


@scalar
def played_low(cards: int, facts: tuple[int, ...], play: int, ace_policy: int, reading: int) -> int:
    """The two cards that a play sets low. Cards of one rank are chosen so that the better high hand is left."""
    wanted = -1
    if play != PLAY_BESIDE_COMPLETE:
        higher, lower = played_ranks(facts, play)
        if higher == ABSENT or lower == ABSENT:
            return 0
        wanted = two_ranks_rank(higher, lower) if higher >= lower else two_ranks_rank(lower, higher)
    best = 0
    best_value = -1
    for first in range(JOKER + 1):
        if not cards >> first & 1:
            continue
        for second in range(first):
            if not cards >> second & 1:
                continue
            low = 1 << first | 1 << second
            value = low_rank(low)
            if wanted >= 0 and value != wanted:
                continue
            high = high_rank(cards ^ low, reading)
            if play >= PLAY_BESIDE_COMPLETE and (not is_complete(high) or is_foul(cards ^ low, low)):
                continue
            first_concern = joker_preference(cards, low, ace_policy) if wanted >= 0 else value
            value = first_concern * HIGH_BONUS + high
            if value > best_value:
                best = low
                best_value = value
    return best


HIGH_BONUS: Final = 1 << 16
"""More than any rank of five cards, so that what it multiplies decides first."""


@scalar
def is_complete(high: int) -> bool:
    """Whether a rank of five cards is a straight, flush, straight flush or royal flush."""
    return STRAIGHT <= high < FULL_HOUSE or STRAIGHT_FLUSH <= high < FIVE_ACES


@scalar
def joker_preference(cards: int, low: int, ace_policy: int) -> int:
    """1 where the joker stands where the way wants it, among the choices of equal low ranks."""
    if ace_policy == JOKER_BEST or not cards >> JOKER & 1:
        return 0
    return 1 if (low >> JOKER & 1) == (ace_policy == JOKER_FIRST) else 0


@scalar
def played_ranks(facts: tuple[int, ...], play: int) -> tuple[int, int]:
    """The two ranks that a play sends low; ABSENT among them where the hand has no such cards."""
    if play == PLAY_PAIR:
        return facts[PAIR], facts[PAIR]
    if play == PLAY_MIDDLE_PAIR:
        return facts[MIDDLE_PAIR], facts[MIDDLE_PAIR]
    if play == PLAY_LOWER_PAIR:
        return facts[LOWER_PAIR], facts[LOWER_PAIR]
    if play == PLAY_TWO_OF_FOUR:
        return facts[FOUR_RANK], facts[FOUR_RANK]
    if play in (PLAY_TWO_OF_TRIO, PLAY_TRIO_BESIDE_COMPLETE):
        return facts[TRIO], facts[TRIO]
    if play == PLAY_TWO_OF_LOWER_TRIO:
        return facts[LOWER_TRIO], facts[LOWER_TRIO]
    if play == PLAY_HIGHEST_SINGLES:
        return facts[SINGLE], facts[SECOND_SINGLE]
    if play == PLAY_SECOND_AND_THIRD_SINGLE:
        return facts[SECOND_SINGLE], facts[THIRD_SINGLE]
    if play == PLAY_ONE_OF_TRIO_AND_SINGLE:
        return facts[TRIO], facts[SINGLE]
    return facts[PAIR], facts[SINGLE]


@scalar
def facts_of(cards: int) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    """What the rules may ask about seven cards: the hand type and the ranks that make it, the joker counted as an ace."""
    one = ranks_held(cards)
    two = ranks_held_twice(cards)
    three = ranks_held_three_times(cards)
    four = ranks_held_four_times(cards)
    five = 0
    if cards >> JOKER & 1:
        ace = 1 << ACE
        five = four & ace
        four |= three & ace
        three |= two & ace
        two |= one & ace
        one |= ace
    singles = one & ~two
    pairs = two & ~three
    trios = three & ~four
    four_rank = ranked(four, 0)
    trio = ranked(trios, 0)
    pair_count = count(pairs)
    if five:
        kind = FIVE
    elif four:
        kind = FOUR
    elif count(trios) == 2:
        kind = TWO_THREES
    elif trios:
        kind = FULL_HOUSE_TYPE if pairs else THREE
    else:
        kind = NO_PAIR + pair_count
    lower_pair = ranked(pairs, pair_count - 1) if pair_count >= 2 else ABSENT
    middle_pair = ranked(pairs, 1) if pair_count == 3 else ABSENT
    return (
        kind,
        four_rank,
        trio,
        ranked(trios, 1),
        ranked(pairs, 0),
        middle_pair,
        lower_pair,
        ranked(singles, 0),
        ranked(singles, 1),
        ranked(singles, 2),
    )


@scalar
def ranked(ranks: int, place: int) -> int:
    """The rank at a place of a set, 0 for the highest; ABSENT where there are fewer."""
    for _ in range(place):
        if ranks:
            ranks ^= 1 << highest(ranks)
    return highest(ranks) if ranks else ABSENT
