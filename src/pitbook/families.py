"""Event families: the kinds of hands whose events a game names, and how each is counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import ModuleType
from typing import Any

from pitbook.game_modules import game_module, named


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
    listed: tuple[Family, ...] = named(events_module(package), "FAMILIES")
    known = _known.get(package)
    if known is None or known[0] is not listed:
        known = _known[package] = (listed, {family.name: family for family in listed})
    return known[1]


_known: dict[str, tuple[tuple[Family, ...], Mapping[str, Family]]] = {}


def mask_function(package: str, family: Family) -> Any:
    """The family's scalar function as it stands now (plain or compiled)."""
    return getattr(events_module(package), family.mask)
