"""What two and five cards are worth, and how seven cards may be divided.

Everything here is arithmetic on bit sets, so it runs as it stands for one hand and compiled for millions. A *high* hand is
five cards, a *low* hand two; their ranks are small dense integers, larger is better, equal means a copy. The joker is an ace
or completes a straight, flush, straight flush or royal flush, whichever is worth most; in two cards it is an ace.

Two points on which the usual rules differ are *readings*, given as a sum of flags (:func:`reading_flags`): where A-2-3-4-5
stands among the straights, and which card the joker is in a flush.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitbook.cards import ALL_RANKS, JOKER, RANKS
from pitbook.compiled import scalar
from pitbook.hands import (
    count,
    highest,
    ranks_held,
    ranks_held_four_times,
    ranks_held_three_times,
    ranks_held_twice,
    suit_ranks,
)

ACE: Final = 12
ACE_BIT: Final = 1 << ACE
WHEEL: Final = ACE_BIT | 0b1111

# Flags of the readings; none set is the default.
WHEEL_LOWEST: Final = 1
JOKER_ACE_IN_FLUSH: Final = 2

# First rank of each kind of five cards. The widths are the numbers of rank combinations; a high card or a flush counts the
# combinations that are straights as well, which leaves a few numbers unused.
HIGH_CARD: Final = 0
PAIR: Final = HIGH_CARD + 1287
TWO_PAIR: Final = PAIR + 13 * 220
THREE_OF_A_KIND: Final = TWO_PAIR + 78 * 11
STRAIGHT: Final = THREE_OF_A_KIND + 13 * 66
FLUSH: Final = STRAIGHT + 10
FULL_HOUSE: Final = FLUSH + 1287 + 220
FOUR_OF_A_KIND: Final = FULL_HOUSE + 156
STRAIGHT_FLUSH: Final = FOUR_OF_A_KIND + 156
FIVE_ACES: Final = STRAIGHT_FLUSH + 10
HIGH_RANKS: Final = FIVE_ACES + 1
"""How many numbers :func:`high_rank` uses."""

LOW_PAIR: Final = 78
LOW_RANKS: Final = LOW_PAIR + 13
"""How many numbers :func:`low_rank` uses."""

READINGS: Final = {
    "ace-low-straight": {"second-highest": 0, "lowest": WHEEL_LOWEST},
    "joker-in-flush": {"highest-missing": 0, "ace-always": JOKER_ACE_IN_FLUSH},
}


def reading_flags(ace_low_straight: str = "second-highest", joker_in_flush: str = "highest-missing") -> int:
    """The flags of the two readings, from their values as the rulebook names them. Raises ValueError for another value."""
    flags = 0
    for name, value in (("ace-low-straight", ace_low_straight), ("joker-in-flush", joker_in_flush)):
        if value not in READINGS[name]:
            raise ValueError(f"{name} is {value!r}; allowed: {', '.join(READINGS[name])}")
        flags |= READINGS[name][value]
    return flags


@scalar
def high_rank(cards: int, reading: int) -> int:
    """The rank of five cards, 0 to :data:`HIGH_RANKS` - 1."""
    joker = cards >> JOKER & 1
    one = ranks_held(cards)
    two = ranks_held_twice(cards)
    three = ranks_held_three_times(cards)
    four = ranks_held_four_times(cards)
    straight = -1
    flush = False
    if two == 0:
        straight = straight_order(one, reading)
        flush = in_one_suit(cards, one)
        if flush and straight >= 0:
            return STRAIGHT_FLUSH + straight
    naturals = one
    if joker:
        if four & ACE_BIT:
            return FIVE_ACES
        four |= three & ACE_BIT
        three |= two & ACE_BIT
        two |= one & ACE_BIT
        one |= ACE_BIT
    if four:
        rank = highest(four)
        return FOUR_OF_A_KIND + rank * 12 + highest(without_rank(one, rank))
    if three and two != three:
        rank = highest(three)
        return FULL_HOUSE + rank * 12 + highest(without_rank(two, rank))
    if flush:
        return FLUSH + flush_order(naturals, joker, reading)
    if straight >= 0:
        return STRAIGHT + straight
    if three:
        rank = highest(three)
        return THREE_OF_A_KIND + rank * 66 + combination_order(without_rank(one, rank))
    if two:
        rank = highest(two)
        if two == 1 << rank:
            return PAIR + rank * 220 + combination_order(without_rank(one, rank))
        lower = highest(two ^ 1 << rank)
        kicker = highest(without_rank(without_rank(one, rank), lower))
        return TWO_PAIR + combination_order(two) * 11 + kicker
    return HIGH_CARD + combination_order(one)


@scalar
def low_rank(cards: int) -> int:
    """The rank of two cards, 0 to :data:`LOW_RANKS` - 1."""
    return two_ranks_rank(*rank_pair(cards))


@scalar
def two_ranks_rank(higher: int, lower: int) -> int:
    """The rank of two cards of the given ranks, the higher first."""
    if higher == lower:
        return LOW_PAIR + higher
    return higher * (higher - 1) // 2 + lower


@scalar
def is_foul(high: int, low: int) -> bool:
    """Whether the two cards rank above the five: pair against pair, or no pair against no pair by first, then second card."""
    one = ranks_held(high)
    two = ranks_held_twice(high)
    if high >> JOKER & 1:
        two |= one & ACE_BIT
        one |= ACE_BIT
    low_value = low_rank(low)
    if two:
        return count(one) == 4 and LOW_PAIR + highest(two) < low_value
    first = highest(one)
    second = highest(one ^ 1 << first)
    if two_ranks_rank(first, second) >= low_value:
        return False
    # Five different ranks that look lower may still be a straight or a flush.
    return high_rank(high, 0) < PAIR


@scalar
def holds_complete_hand(cards: int) -> bool:
    """Whether some five of the cards are a straight, flush, straight flush or royal flush, the joker completing it or not."""
    joker = cards >> JOKER & 1
    return joker + max(longest_suit(cards), closest_ranks(ranks_held(cards))) >= 5


@scalar
def five_suited(cards: int) -> bool:
    """Whether five of the cards can be a flush; where not, suits do not matter to any setting."""
    return longest_suit(cards) + (cards >> JOKER & 1) >= 5


def settings(cards: int) -> Iterator[tuple[int, int]]:
    """The 21 divisions of seven cards as (high, low) sets, fouls included."""
    for first in range(JOKER + 1):
        if cards >> first & 1:
            for second in range(first):
                if cards >> second & 1:
                    low = 1 << first | 1 << second
                    yield cards ^ low, low


# Small steps


@scalar
def in_one_suit(cards: int, held: int) -> bool:
    """Whether some suit holds all of the ranks, given which ranks are held and that none is held twice."""
    return held in (suit_ranks(cards, 0), suit_ranks(cards, 1), suit_ranks(cards, 2), suit_ranks(cards, 3))


@scalar
def longest_suit(cards: int) -> int:
    """How many natural cards the suit with most of them has."""
    most = 0
    for suit in range(4):
        most = max(most, count(suit_ranks(cards, suit)))
    return most


@scalar
def closest_ranks(held: int) -> int:
    """The most ranks held of any five that make a straight."""
    most = count(held & WHEEL)
    for lowest in range(9):
        most = max(most, count(held >> lowest & 0b11111))
    return most


@scalar
def without_rank(ranks: int, rank: int) -> int:
    """The set without a rank, the higher ranks moved down by one, as numbers of the twelve ranks left."""
    below = (1 << rank) - 1
    return (ranks & below) | (ranks >> rank + 1 << rank)


@scalar
def choose(n: int, k: int) -> int:
    """The binomial coefficient for k from 1 to 5."""
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) // 2
    if k == 3:
        return n * (n - 1) * (n - 2) // 6
    if k == 4:
        return n * (n - 1) * (n - 2) * (n - 3) // 24
    return n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120


@scalar
def combination_order(ranks: int) -> int:
    """The place of a set among the sets of its size, compared by highest rank first: the order of high cards and kickers."""
    place = 0
    size = 0
    for rank in range(13):
        if ranks >> rank & 1:
            size += 1
            place += choose(rank, size)
    return place


@scalar
def straight_order(ranks: int, reading: int) -> int:
    """The place, 0 to 9, of the highest straight that holds all the different ranks (a joker fills the gap); -1 if none."""
    if ranks & ~(0b11111 << 8) == 0:
        return 9
    lowest = 1 if reading & WHEEL_LOWEST else 0
    if not lowest and ranks & ~WHEEL == 0:
        return 8
    for start in range(7, -1, -1):
        if ranks & ~(0b11111 << start) == 0:
            return start + lowest
    if lowest and ranks & ~WHEEL == 0:
        return 0
    return -1


@scalar
def flush_order(naturals: int, joker: int, reading: int) -> int:
    """The place of a flush: its ranks with the joker as the highest missing one, or as a second ace above all others."""
    if not joker:
        return combination_order(naturals)
    if reading & JOKER_ACE_IN_FLUSH and naturals & ACE_BIT:
        return 1287 + combination_order(naturals ^ ACE_BIT)
    return combination_order(naturals | 1 << highest(ALL_RANKS & ~naturals))


@scalar
def rank_pair(cards: int) -> tuple[int, int]:
    """The ranks of two cards, the higher first, the joker as an ace."""
    held = ranks_held(cards)
    first = highest(held)
    if cards >> JOKER & 1:
        return ACE, first
    if held == 1 << first:
        return first, first
    return first, highest(held ^ 1 << first)


# Words

_WORDS: Final = "deuce three four five six seven eight nine ten jack queen king ace"
_ONE: Final = dict(zip(RANKS, _WORDS.split(), strict=True))
_MANY: Final = {rank: "sixes" if rank == "6" else f"{word}s" for rank, word in _ONE.items()}


def low_words(cards: int) -> str:
    """Two cards in words: ``pair of kings``, ``ace-nine``."""
    higher, lower = rank_pair(cards)
    if higher == lower:
        return f"pair of {_MANY[RANKS[higher]]}"
    return f"{_ONE[RANKS[higher]]}-{_ONE[RANKS[lower]]}"


def high_words(cards: int) -> str:
    """Five cards in words: ``full house, kings over twos``, ``flush``, ``ace high``."""
    value = high_rank(cards, 0)
    counts = [sum(cards >> 13 * suit + rank & 1 for suit in range(4)) for rank in range(13)]
    counts[ACE] += cards >> JOKER & 1
    by_count = sorted((rank for rank in range(13) if counts[rank]), key=lambda rank: (-counts[rank], -rank))
    many = [_MANY[RANKS[rank]] for rank in by_count]
    if value >= FIVE_ACES:
        return "five aces"
    if value >= STRAIGHT_FLUSH:
        return "royal flush" if value == STRAIGHT_FLUSH + 9 else "straight flush"
    if value >= FOUR_OF_A_KIND:
        return f"four {many[0]}"
    if value >= FULL_HOUSE:
        return f"full house, {many[0]} over {many[1]}"
    if value >= FLUSH:
        return "flush"
    if value >= STRAIGHT:
        return "straight"
    if value >= THREE_OF_A_KIND:
        return f"three {many[0]}"
    if value >= TWO_PAIR:
        return f"two pair, {many[0]} and {many[1]}"
    if value >= PAIR:
        return f"pair of {many[0]}"
    return f"{_ONE[RANKS[by_count[0]]]} high"
