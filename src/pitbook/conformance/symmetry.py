"""Whether a family has the symmetry it claims: in every count one hand stands for its class, so a false claim makes false odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, Final

from pitbook.cards import JOKER, Deck, hand_text
from pitbook.compiled import compile_module
from pitbook.counting import PLAIN_LIMIT, exchange_suits, suit_classes
from pitbook.families import Deal, Family, Symmetry, events_module, families
from pitbook.findings import Finding, Severity
from pitbook.par import deck_of
from pitbook.rulebook import Game

MOST_OF_A_MASK: Final = 5_000
"""Of a large family so many classes of each event mask are looked at, so that rare hands are among them."""


def symmetry_findings(game: Game) -> Iterator[Finding]:
    """An event of each family that claims a symmetry and has not got it, with two hands that tell."""
    deck = deck_of(game, game.default_decks)
    for family in families(game.package).values():
        if family.deal is not Deal.HAND or family.symmetry is Symmetry.NONE:
            continue
        found = _against(game.package, family, deck)
        if found is not None:
            yield Finding(
                "symmetry-false",
                Severity.VIOLATION,
                f"events.py, {family.name}",
                found,
                f"the same events when cards are exchanged: {family.symmetry}; or a lesser symmetry",
                citation="",
                remedy="a hand stands for all it can be exchanged with, so its counts would be false",
            )


def _against(package: str, family: Family, deck: Deck) -> str | None:
    """What speaks against a family's claim."""
    import numpy as np

    masks_of = _masks_of(package, family, deck)
    hands = np.concatenate([suit_classes(deck, family.cards - jokers)[0] | jokers << JOKER for jokers in range(_jokers(deck) + 1)])
    for some, others in _alike(family, deck, _some_of_each(hands, masks_of(hands))):
        masks = masks_of(some)
        differing = _events_apart(family, masks, masks_of(others))
        for n in np.flatnonzero(differing)[:1]:
            event = next(event for event in family.events if family.bit(event) & int(differing[n]))
            pair = (int(some[n]), int(others[n]))
            holds, lacks = pair if int(masks[n]) & family.bit(event) else reversed(pair)
            return f"{event} holds for {hand_text(holds)} and not for {hand_text(lacks)}"
    return None


def _jokers(deck: Deck) -> int:
    return 1 if JOKER in deck.cards else 0


def _alike(family: Family, deck: Deck, hands: Any) -> Iterator[tuple[Any, Any]]:
    """Arrays of hands that the family says have the same events, each with the one at its place in the other."""
    import numpy as np

    for order in permutations(range(4)):
        moved = exchange_suits(hands, (order[0], order[1], order[2], order[3]))
        if family.symmetry is Symmetry.COLORS:
            yield moved, np.array([_first_of_its_colors(deck, hand) for hand in moved.tolist()], np.int64)
        else:
            yield hands, moved


def _first_of_its_colors(deck: Deck, hand: int) -> int:
    """The hand of as many red and black cards as another, the first of each in the deck."""
    first = hand & 1 << JOKER
    for suits in ((0, 3), (1, 2)):
        cards = [1 << n for n in deck.cards if n != JOKER and n // 13 in suits]
        first |= sum(cards[: sum(1 for card in cards if card & hand)])
    return first


def _masks_of(package: str, family: Family, deck: Deck) -> Callable[[Any], Any]:
    """The masks of an array of hands; of a small family without the compiler."""
    import numpy as np

    module = events_module(package)
    if deck.hand_count(family.cards) < PLAIN_LIMIT:
        mask = getattr(module, family.mask)
        return lambda hands: np.array([mask(hand) for hand in hands.tolist()], np.int64)
    compile_module(module)

    def fill(hands: Any) -> Any:
        masks = np.empty(len(hands), np.int64)
        getattr(module, family.masks)(hands, masks)
        return masks

    return fill


def _some_of_each(hands: Any, masks: Any) -> Any:
    """The first hands of every mask."""
    import numpy as np

    order = np.argsort(masks, kind="stable")
    _, start, number = np.unique(masks[order], return_index=True, return_counts=True)
    kept = order[np.arange(len(order)) - np.repeat(start, number) < MOST_OF_A_MASK]
    return hands[kept]


def _events_apart(family: Family, masks: Any, moved: Any) -> Any:
    """The events, as bits, that an exchange of cards changes. Those that name a suit may change, but not from some to none."""
    import numpy as np

    named = family.suit_named_bits
    other = sum(family.bits.values()) & ~named
    none_left = (masks & named != 0) != (moved & named != 0)
    return (masks ^ moved) & np.where(none_left, other | named, other)
