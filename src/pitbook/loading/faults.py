"""Faults of a rules file, collected with the key at which each stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitbook.payouts import PayoutError
from pitbook.rulebook import UnknownNameError


class Faults:
    """Collects faults with the file and the key at which each was found."""

    def __init__(self, path: str, *, whole: bool = True) -> None:
        self.path, self.found = path, list[str]()
        self.whole = whole
        """Whether all of the file could be read, so that a name that is nowhere in it is a fault."""

    def add(self, key: str, text: str) -> None:
        """Note a fault at a key."""
        self.found.append(f"{self.path}: {key}: {text}")

    def missing(self, key: str, text: str) -> None:
        """Note a name that other parts of the file do not have; where some of them could not be read, that is no fault."""
        if self.whole:
            self.add(key, text)

    def attempt(self, key: str, parse: Any, printed: str, otherwise: Any) -> Any:
        """What a printed text means; ``otherwise`` where it means nothing, which is then a fault."""
        try:
            return parse(printed)
        except PayoutError as fault:
            self.add(key, str(fault))
            return otherwise


def check_unique(ids: Sequence[str], key: str, faults: Faults) -> None:
    """That no id is given twice."""
    for each in sorted({each for each in ids if ids.count(each) > 1}):
        faults.add(key, f"{each!r} is given {ids.count(each)} times")


def check_event(event: str, family: str, events: Mapping[str, Sequence[str]], key: str, faults: Faults) -> None:
    """That a family has an event; a family that is not there is a fault of its own, said where it is named."""
    if family in events and event not in events[family]:
        faults.add(key, UnknownNameError("event", event, events[family], f"family {family}").message)
