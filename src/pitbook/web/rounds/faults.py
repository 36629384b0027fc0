"""Where on a form a fault of a round belongs, and whether it says no more than that something is still to be filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_UNFINISHED: Final = (": missing", "neither play nor fold", "seats: none", "the seat must say its color", "[choices] names none")
_DEALT: Final = re.compile(r"^\S+ was dealt .* times? \((.+)\);|^\S+ was dealt twice \((.+)\);")


@dataclass(frozen=True)
class RoundFault:
    """A fault with the places it concerns; ``unfinished`` where something is only missing so far."""

    text: str
    places: tuple[str, ...]
    unfinished: bool


def placed_faults(faults: Iterable[str], data: Mapping[str, Any]) -> list[RoundFault]:
    """The faults of a round, each with its places: ``dealer``, ``seat 2, cards``, ``choices.pair-plus``, ``meters.progressive``.

    Its seats are tables, each with a number of its own.
    """
    seats = [each.get("seat") for each in data.get("seats", [])]
    return [RoundFault(_worded(each), tuple(dict.fromkeys(_places(each, seats))), _is_unfinished(each)) for each in faults]


def at_place(faults: Sequence[RoundFault], place: str) -> list[RoundFault]:
    """The faults of one place."""
    return [each for each in faults if place in each.places]


def _is_unfinished(text: str) -> bool:
    return any(words in text for words in _UNFINISHED)


_WORDS: Final = (
    ("seats: none; a round has at least one seat", "a round has at least one seat"),
    ("[choices] names none", "the table offers none"),
    ("[choices] names no paytable for it", "the table names no paytable for it"),
)
"""What a file calls by the name of its table, in the words of the form."""


def _worded(text: str) -> str:
    for words, shown in _WORDS:
        text = text.replace(words, shown)
    text = re.sub(r"^(player|banker): ", lambda hand: f"{hand[1].capitalize()}'s cards: ", text)
    given = re.search(r"allowed: \[(meters\.[a-z0-9-]+)\] or .*$", text)
    return text[: given.start()] + "give the meter before the round" if given else text


def _places(text: str, seats: Sequence[Any]) -> list[str]:
    dealt = _DEALT.match(text)
    if dealt:
        return (dealt[1] or dealt[2]).split(" and ")
    head = text.partition(": ")[0]
    coup = re.match(r"(Player|Banker) \(", text)
    if coup:
        return [coup[1].lower()]
    if head == "readings":
        named = re.match(r"readings: reading (\S+):", text)
        return [f"readings.{named[1]}"] if named else ["readings"]
    found = _of_head(head, seats)
    found += re.findall(r"\[(meters\.[a-z0-9-]+)\]", text)
    if "must say its color" in text:
        found.append(f"{head.partition(',')[0]}, color")
    if "names no paytable for it" in text:
        found.append(f"choices.{head.partition(', ')[2]}")
    return found


def _of_head(head: str, seats: Sequence[Any]) -> list[str]:
    """The places of a fault's head. Only a seat's number is named by its place in the list, as it cannot name itself."""
    numbered = re.match(r"seats\[(\d+)\]\.seat$", head)
    if numbered:
        return [f"seat {seats[int(numbered[1])]}"]
    given = re.match(r"(seat \d+) is given", head)
    if given:
        return [given[1]]
    if head in ("magic_card, lucky", "dealer_high, dealer_low"):
        return head.split(", ")
    return [head]
