"""How many seats of one deal can hold rare hands at once: a deck has one royal flush of spades, and no second seat can hold it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from pitbook.cards import JOKER, Deck, hand_cards
from pitbook.compiled import compile_module
from pitbook.counting import PLAIN_LIMIT, hand_chunks, suit_class, suit_classes
from pitbook.families import Family, Symmetry, events_module

MOST_HANDS: Final = 2_000
"""More hands than this are not rare: every seat may hold one."""

_MOST_STEPS: Final = 20_000


def hands_by_mask(package: str, family: Family, deck: Deck, masks: Collection[int]) -> dict[int, list[int]]:
    """All hands of a deck (as card sets, rising) whose event mask is one of ``masks``, by mask."""
    wanted = frozenset(masks)
    found: dict[int, list[int]] = {mask: [] for mask in wanted}
    if deck.hand_count(family.cards) < PLAIN_LIMIT:
        mask_of = getattr(events_module(package), family.mask)
        for hand in deck.hands(family.cards):
            if (mask := mask_of(hand)) in wanted:
                found[mask].append(hand)
        return found
    for hand, mask in _rare(package, family, deck, wanted):
        found[mask].append(hand)
    return {mask: sorted(set(hands)) for mask, hands in found.items()}


def _rare(package: str, family: Family, deck: Deck, wanted: frozenset[int]) -> Iterator[tuple[int, int]]:
    """The hands with a wanted mask, by suit classes where suits may be exchanged."""
    if family.symmetry is not Symmetry.SUITS or not deck.suit_closed:
        yield from _filtered(package, family, hand_chunks(deck, family.cards), wanted)
        return
    for jokers in range(2 if JOKER in deck.cards else 1):
        hands, _ = suit_classes(deck, family.cards - jokers)
        hands |= jokers << JOKER
        for hand, mask in _filtered(package, family, iter([hands]), wanted):
            yield from ((each, mask) for each in suit_class(hand))


def _filtered(package: str, family: Family, chunks: Iterator[Any], wanted: frozenset[int]) -> Iterator[tuple[int, int]]:
    import numpy as np

    module = events_module(package)
    compile_module(module)
    fill_masks = getattr(module, family.masks)
    kept = np.array(sorted(wanted), np.int64)
    for hands in chunks:
        masks = np.empty(len(hands), np.int64)
        fill_masks(hands, masks)
        at = np.isin(masks, kept)
        yield from zip(hands[at].tolist(), masks[at].tolist(), strict=True)


def seats_at_once(hands: Sequence[int], own_cards: int, seats: int) -> int:
    """How many seats, at most ``seats``, can hold one of these hands in the same deal.

    A hand is ``own_cards`` of the seat's own and the rest of cards that all seats share. Never less than the true number, and the
    true number unless the search is long.
    """
    if not hands:
        return 0
    shared = hands[0].bit_count() - own_cards
    if shared == 0:
        return _disjoint(hands, seats)
    own_by_shared: dict[int, list[int]] = {}
    for hand in hands:
        for cards in combinations(hand_cards(hand), shared):
            core = sum(1 << each for each in cards)
            own_by_shared.setdefault(core, []).append(hand & ~core)
    most = 0
    for own in sorted(own_by_shared.values(), key=len, reverse=True):
        if most >= min(seats, len(own)):
            break
        if _room(own) > most:
            most = max(most, _disjoint(own, seats))
    return most


def _disjoint(hands: Sequence[int], most: int) -> int:
    """The largest number, at most ``most``, of hands without a common card; ``most`` where the search would be long."""
    best, steps = 0, 0
    stack = [(0, tuple(hands))]
    while stack:
        count, left = stack.pop()
        best = max(best, count)
        steps += 1
        if best >= most or steps > _MOST_STEPS:
            return most
        if not left or count + _room(left) <= best:
            continue
        first, others = left[0], left[1:]
        stack.append((count, others))
        stack.append((count + 1, tuple(each for each in others if not each & first)))
    return best


def _room(hands: Sequence[int]) -> int:
    """No more hands than this can be disjoint, for want of cards."""
    cards = 0
    for each in hands:
        cards |= each
    return min(len(hands), cards.bit_count() // hands[0].bit_count())
