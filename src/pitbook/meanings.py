"""Events in words: what each needs, by which clause, and how near given cards come to it.

A game's ``events`` module has ``MEANINGS`` beside its ``FAMILIES``: for each family and event a :class:`Meaning`. Its words say
what the event needs; ``short_of`` says what cards hold instead, so that "why was this row not paid" has a real answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pitbook.cards import JOKER
from pitbook.families import events_module
from pitbook.hands import count, ranks_held, suit_ranks

Dealt = Sequence[int]
"""What a family's mask function takes: one card set, the hands of a showdown, or the cards of a coup."""

Words = Callable[[Dealt], str]

SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
NUMBERS: Final = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Role(StrEnum):
    """What an event is there for."""

    ROW = "a printed row names it"
    FACT = "no row names it; it is counted and told"
    READING = "it stands in the place of a row's event under a reading"
    OTHER_GAME = "another game's rows or readings name it"


@dataclass(frozen=True)
class Meaning:
    """What an event needs, the clause that says so, what cards without it hold instead, and what the event is there for."""

    needs: str
    clause: str
    short_of: Words
    role: Role = Role.ROW


def meanings(package: str) -> Mapping[str, Mapping[str, Meaning]]:
    """The meanings of a game's events by family."""
    found: Mapping[str, Mapping[str, Meaning]] = events_module(package).MEANINGS
    return found


def why_not(package: str, family: str, event: str, dealt: Dealt) -> str:
    """Why an event does not hold: ``needs five cards of one suit; at most four are``."""
    meaning = meanings(package)[family][event]
    return f"needs {meaning.needs}; {meaning.short_of(dealt)}"


# How near cards come -------------------------------------------------------------------------------------------------


def at_most(number: int, verb: str = "are") -> str:
    """``at most four are``; ``no two are`` where one card is all there is."""
    if number <= 1:
        return f"no two {verb}"
    return f"at most {NUMBERS[number]} {verb}"


def of_a_suit() -> Words:
    """How many cards are of one suit, a joker with them."""
    return lambda dealt: at_most(max(count(suit_ranks(dealt[0], suit)) for suit in range(4)) + _joker(dealt[0]))


def of_a_rank() -> Words:
    """How many cards are of one rank, a joker with the aces."""
    return lambda dealt: at_most(max(rank_counts(dealt[0])))


def by_rank() -> Words:
    """How the cards go together by rank."""

    def words(dealt: Dealt) -> str:
        groups = sorted((number for number in rank_counts(dealt[0]) if number), reverse=True)
        if groups[0] == 1:
            return "all are of different ranks"
        return f"of one rank are {_and(NUMBERS[number] for number in groups if number > 1)}"

    return words


def in_a_row(length: int) -> Words:
    """How many ranks of ``length`` consecutive ones are held, a joker for one more."""
    return lambda dealt: at_most(min(length, nearest_run(ranks_held(dealt[0]), length) + _joker(dealt[0])))


def in_a_row_of_a_suit(length: int) -> Words:
    """How many cards of one suit lie within ``length`` consecutive ranks, a joker for one more."""

    def words(dealt: Dealt) -> str:
        best = max(nearest_run(suit_ranks(dealt[0], suit), length) for suit in range(4))
        return at_most(min(length, best + _joker(dealt[0])))

    return words


def of_these_in_a_suit(ranks: int, suits: Sequence[int] = (0, 1, 2, 3)) -> Words:
    """How many of some ranks are held in one of the suits, a joker for one more."""

    def words(dealt: Dealt) -> str:
        best = max(count(suit_ranks(dealt[0], suit) & ranks) for suit in suits) + _joker(dealt[0])
        where = SUIT_NAMES[suits[0]] if len(suits) == 1 else "one suit" if len(suits) == 4 else "one of these suits"
        return f"{at_most(best, 'are held') if best > 1 else f'{NUMBERS[best]} is held'} in {where}"

    return words


def unless(test: Callable[[Dealt], object], words: str, otherwise: Words) -> Words:
    """One wording where a test holds, another where it does not."""
    return lambda dealt: words if test(dealt) else otherwise(dealt)


# Facts ---------------------------------------------------------------------------------------------------------------


def rank_counts(hand: int) -> list[int]:
    """How many cards of each rank are held, a joker with the aces."""
    counts = [sum(hand >> 13 * suit + rank & 1 for suit in range(4)) for rank in range(13)]
    counts[12] += _joker(hand)
    return counts


def nearest_run(ranks: int, length: int) -> int:
    """The most ranks held of any ``length`` consecutive ones, the ace high or low."""
    line = ranks << 1 | ranks >> 12
    window = (1 << length) - 1
    return max((line >> start & window).bit_count() for start in range(15 - length))


def _joker(hand: int) -> int:
    return hand >> JOKER & 1


def _and(words: Iterable[str]) -> str:
    parts = list(words)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
