"""Event families: the kinds of hands whose events a game names, and how each is counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import ModuleType
from typing import Any

from pitbook.game_modules import GameFolderError, game_module, named
from pitbook.names import listed


class Symmetry(StrEnum):
    """Which exchanges of cards leave every event of a family as it is."""

    NONE = "none"
    SUITS = "suits"
    NAMED_SUITS = "suits, but for the events that name one"
    COLORS = "colors"


class Deal(StrEnum):
    """What a hand of the family is."""

    HAND = "one hand of a single deck"
    SHOWDOWN = "two hands of a single deck, compared"
    COUP = "a baccarat coup of a shoe"


@dataclass(frozen=True)
class Family:
    """A hand family: its events in bit order and the names of its functions in the game's ``events`` module.

    ``mask`` takes one hand (or the hands of a showdown, or a coup's cards) and returns the bits of every event that holds;
    ``masks`` fills an int64 array with the masks of an int64 array of hands (of players' hands, dealers' and folds; of coups).
    ``suit_named`` are the events that name a suit: with suits exchanged a hand has another one of them, but never none.
    """

    name: str
    cards: int
    events: tuple[str, ...]
    mask: str
    masks: str = ""
    symmetry: Symmetry = Symmetry.NONE
    deal: Deal = Deal.HAND
    suit_named: tuple[str, ...] = ()

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """The bit of every event as a mask."""
        return {event: 1 << n for n, event in enumerate(self.events)}

    @cached_property
    def suit_named_bits(self) -> int:
        """The bits of the events that name a suit, where the family claims the symmetry that knows of them."""
        return sum(map(self.bit, self.suit_named)) if self.symmetry is Symmetry.NAMED_SUITS else 0

    def bit(self, event: str) -> int:
        """The bit of an event as a mask."""
        return self.bits[event]


def events_module(package: str) -> ModuleType:
    """A game's ``events`` module, by the dotted name of the game's folder."""
    return game_module(package, "events")


def families(package: str) -> Mapping[str, Family]:
    """The families of a game by name."""
    given: tuple[Family, ...] = named(events_module(package), "FAMILIES")
    known = _known.get(package)
    if known is None or known[0] is not given:
        for family in given:
            _check(package, family)
        known = _known[package] = (given, {family.name: family for family in given})
    return known[1]


def _check(package: str, family: Family) -> None:
    """Raises :class:`~pitbook.game_modules.GameFolderError` for a family that no count could take at its word."""
    place = f"{package.rpartition('.')[2]}/events.py, family {family.name}"
    for name, kind in (("symmetry", Symmetry), ("deal", Deal)):
        if not isinstance(getattr(family, name), kind):
            allowed = listed(f"{kind.__name__}.{each.name}" for each in kind)
            raise GameFolderError(f"{place}: {name} is {getattr(family, name)!r}; allowed: {allowed}")
    unknown = [event for event in family.suit_named if event not in family.events]
    if unknown:
        raise GameFolderError(f"{place}: suit_named has {listed(unknown)}; allowed are its events: {listed(family.events)}")


_known: dict[str, tuple[tuple[Family, ...], Mapping[str, Family]]] = {}


def mask_function(package: str, family: Family) -> Any:
    """The family's scalar function as it stands now (plain or compiled)."""
    return getattr(events_module(package), family.mask)
