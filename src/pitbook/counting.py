"""Exact counts of event masks over all hands of a deck: one histogram prices every paytable of a family.

Small families are counted as plain Python, large ones by the same functions compiled. Where every event of a family stays the
same when suits (or cards of one colour) are exchanged, one hand stands for its class with the size of the class as weight. Hands
with an event that names a suit are looked at one by one.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import accumulate, permutations
from math import comb
from typing import Any, Final

from pitbook.cards import JOKER, Deck
from pitbook.compiled import compile_module, is_compiled, scalar
from pitbook.families import Deal, Family, Symmetry, events_module, families
from pitbook.game_modules import game_module
from pitbook.hands import count

PLAIN_LIMIT: Final = 100_000
"""Families with fewer hands are counted without compiling: it takes longer to import the compiler."""

CHUNK: Final = 1 << 20
CLASS_CHUNK: Final = 1 << 16
_SLOTS: Final = 1 << 14


@cache
def histogram(package: str, family_name: str, deck: Deck) -> Mapping[int, int]:
    """How many hands of the family have each mask, over all hands of the deck.

    ``package`` is the dotted name of a game's folder. Counts are exact; they sum to C(n, k) for a hand of k cards, and for
    other deals to what the game's ``counts`` module says.
    """
    family = families(package)[family_name]
    if family.deal is not Deal.HAND:
        counts: Mapping[int, int] = game_module(package, "counts").histogram(family_name, deck)
        return counts
    if family.symmetry is Symmetry.COLORS:
        return _by_colors(package, family, deck)
    mask = getattr(events_module(package), family.mask)
    by_classes = family.symmetry in (Symmetry.SUITS, Symmetry.NAMED_SUITS) and deck.suit_closed
    if deck.hand_count(family.cards) < PLAIN_LIMIT and not is_compiled(mask):
        return _by_plain_classes(family, deck, mask) if by_classes else Counter(mask(hand) for hand in deck.hands(family.cards))
    if by_classes:
        return _by_suit_classes(package, family, deck)
    return _one_by_one(package, family, deck)


def total(package: str, family_name: str, deck: Deck) -> int:
    """The number of deals that a family's histogram counts."""
    return sum(histogram(package, family_name, deck).values())


def plain_histogram(package: str, family_name: str, deck: Deck) -> Mapping[int, int]:
    """The same counts hand by hand, whatever the symmetry: the second way for a proof. Slow for seven cards."""
    family = families(package)[family_name]
    return _one_by_one(package, family, deck)


# By colours ----------------------------------------------------------------------------------------------------------


def _by_colors(package: str, family: Family, deck: Deck) -> Mapping[int, int]:
    """One hand for all that hold as many red and black cards, with or without the joker."""
    mask = getattr(events_module(package), family.mask)
    red = [n for n in deck.cards if n != JOKER and n // 13 in (1, 2)]
    black = [n for n in deck.cards if n != JOKER and n // 13 in (0, 3)]
    counts: Counter[int] = Counter()
    for jokers in range(2 if JOKER in deck.cards else 1):
        for reds in range(family.cards - jokers + 1):
            blacks = family.cards - jokers - reds
            if reds > len(red) or blacks > len(black):
                continue
            hand = sum(1 << n for n in red[:reds] + black[:blacks]) | jokers << JOKER
            counts[mask(hand)] += comb(len(red), reds) * comb(len(black), blacks)
    return counts


# Hand by hand --------------------------------------------------------------------------------------------------------


@scalar
def fill_hands(cards: Any, place: Any, hands: Any) -> int:
    """Write the next hands, in lexical order, into ``hands``; returns how many.

    ``cards`` are the deck's cards as bits (int64). ``place`` holds the positions of the next hand's cards, rising; it is moved on,
    and its first entry is -1 when there are no more.
    """
    size, last = len(place), len(cards)
    filled, room = 0, len(hands)
    while place[0] >= 0 and filled < room:
        prefix = 0
        for n in range(size - 1):
            prefix |= cards[place[n]]
        final = place[size - 1]
        while final < last and filled < room:
            hands[filled] = prefix | cards[final]
            filled += 1
            final += 1
        place[size - 1] = final
        if final == last:
            advance(place, size - 2, last)
    return filled


@scalar
def advance(place: Any, n: int, last: int) -> None:
    """Move on the position at ``n``, or the nearest one before it that can move; all after it follow closely."""
    size = len(place)
    while n >= 0 and place[n] >= last - size + n:
        n -= 1
    if n < 0:
        place[0] = -1
        return
    place[n] += 1
    for later in range(n + 1, size):
        place[later] = place[later - 1] + 1


@scalar
def tally(masks: Any, weights: Any, filled: int, keys: Any, counts: Any) -> int:
    """Add the weights of the masks to a table of slots (open addressing, -1 an empty key); returns the number of keys."""
    used, slots = 0, len(keys)
    last_mask, last_slot = -1, 0
    for n in range(filled):
        mask = masks[n]
        if mask != last_mask:
            slot = ((mask ^ mask >> 29) * 2654435761 >> 8) & (slots - 1)
            while keys[slot] != mask and keys[slot] != -1:
                slot = (slot + 1) & (slots - 1)
            keys[slot] = mask
            last_mask, last_slot = mask, slot
        counts[last_slot] += weights[n]
    for slot in range(slots):
        used += keys[slot] != -1
    return used


class _Tally:
    """Counts of masks in a table that compiled code fills."""

    def __init__(self) -> None:
        import numpy as np

        self.keys = np.full(_SLOTS, -1, np.int64)
        self.counts = np.zeros(_SLOTS, np.int64)

    def add(self, masks: Any, weights: Any, filled: int) -> None:
        used = tally(masks, weights, filled, self.keys, self.counts)
        assert used < _SLOTS // 2, "more different masks than the table has room for"

    def result(self) -> Mapping[int, int]:
        held = self.keys >= 0
        return dict(zip(self.keys[held].tolist(), self.counts[held].tolist(), strict=True))


def _compiled(package: str, family: Family) -> Any:
    module = events_module(package)
    compile_module(module)
    compile_module(sys.modules[__name__])
    return getattr(module, family.masks)


def hand_chunks(deck: Deck, size: int) -> Iterator[Any]:
    """All hands of a deck as int64 arrays of at most ``CHUNK`` hands, in lexical order."""
    import numpy as np

    compile_module(sys.modules[__name__])
    cards = np.array([1 << n for n in deck.cards], np.int64)
    place = np.arange(size, dtype=np.int64)
    hands = np.empty(min(CHUNK, deck.hand_count(size)), np.int64)
    while place[0] >= 0:
        filled = fill_hands(cards, place, hands)
        yield hands[:filled]


def _one_by_one(package: str, family: Family, deck: Deck) -> Mapping[int, int]:
    import numpy as np

    fill_masks = _compiled(package, family)
    table = _Tally()
    masks = np.empty(CHUNK, np.int64)
    weights = np.ones(CHUNK, np.int64)
    for hands in hand_chunks(deck, family.cards):
        fill_masks(hands, masks)
        table.add(masks, weights, len(hands))
    return table.result()


# By suit classes -----------------------------------------------------------------------------------------------------


@scalar
def fill_suit_classes(sets: Any, starts: Any, size: int, first: int, last: int, hands: Any, weights: Any, fill: bool) -> int:
    """One hand for each class of hands that differ by an exchange of suits, with the size of the class; returns how many.

    A hand is its four rank sets; the class is their multiset, so they are taken in falling order. ``sets`` holds the rank sets by
    number of ranks, each group rising; group k starts at ``starts[k]``. The classes are those whose highest set stands from
    ``first`` to before ``last``. With ``fill`` false they are only counted.
    """
    found = 0
    groups = len(starts) - 1
    for a_at in range(first, last):
        a = sets[a_at]
        a_size = count(a)
        if a_size > size:
            break
        for b_size in range(min(size - a_size, groups - 1) + 1):
            for b_at in range(starts[b_size], starts[b_size + 1]):
                b = sets[b_at]
                if b > a:
                    break
                rest = size - a_size - b_size
                for c_size in range(min(rest, groups - 1) + 1):
                    d_size = rest - c_size
                    if d_size >= groups:
                        continue
                    for c_at in range(starts[c_size], starts[c_size + 1]):
                        c = sets[c_at]
                        if c > b:
                            break
                        for d_at in range(starts[d_size], starts[d_size + 1]):
                            d = sets[d_at]
                            if d > c:
                                break
                            if fill:
                                hands[found] = a | b << 13 | c << 26 | d << 39
                                weights[found] = arrangements(a, b, c, d)
                            found += 1
    return found


@scalar
def count_suit_classes(sets: Any, starts: Any, size: int, nothing: Any, counts: Any) -> None:
    """How many classes have each set as their highest."""
    for n in range(len(counts)):
        counts[n] = fill_suit_classes(sets, starts, size, n, n + 1, nothing, nothing, False)


@scalar
def arrangements(a: int, b: int, c: int, d: int) -> int:
    """In how many ways four rank sets in falling order can be dealt to the four suits."""
    if a == b:
        if b == c:
            return 1 if c == d else 4
        return 6 if c == d else 12
    if b == c:
        return 4 if c == d else 12
    return 12 if c == d else 24


def suit_classes(deck: Deck, size: int) -> tuple[Any, Any]:
    """Representative hands and class sizes (int64 arrays) of a deck whose suits hold the same ranks."""
    import numpy as np

    chunks = [(hands.copy(), weights.copy()) for hands, weights in class_chunks(deck, size)]
    return np.concatenate([hands for hands, _ in chunks]), np.concatenate([weights for _, weights in chunks])


def class_chunks(deck: Deck, size: int) -> Iterator[tuple[Any, Any]]:
    """As :func:`suit_classes`, in parts that a processor's cache holds; each is gone with the next."""
    import numpy as np

    compile_module(sys.modules[__name__])
    sets, starts = (np.array(each, np.int64) for each in _rank_sets(deck))
    nothing, counts = np.empty(0, np.int64), np.empty(len(sets), np.int64)
    count_suit_classes(sets, starts, size, nothing, counts)
    before = np.concatenate([[0], np.cumsum(counts)])
    room = max(CLASS_CHUNK, int(counts.max()))
    hands, weights = np.empty(room, np.int64), np.empty(room, np.int64)
    first = 0
    while first < len(sets):
        last = int(np.searchsorted(before, before[first] + room, side="right")) - 1
        filled = fill_suit_classes(sets, starts, size, first, last, hands, weights, True)
        yield hands[:filled], weights[:filled]
        first = last


@cache
def _rank_sets(deck: Deck) -> tuple[list[int], list[int]]:
    """All sets of a suit's ranks by their size, rising within each size, and where each size starts."""
    held = sum(1 << rank for rank in range(13) if rank in deck.cards)
    by_size: list[list[int]] = [[] for _ in range(held.bit_count() + 1)]
    for members in range(1 << 13):
        if members | held == held:
            by_size[members.bit_count()].append(members)
    return [each for group in by_size for each in group], [0, *accumulate(len(group) for group in by_size)]


def _by_plain_classes(family: Family, deck: Deck, mask: Callable[[int], int]) -> Mapping[int, int]:
    """As :func:`_by_suit_classes`, without compiled code."""
    counts: Counter[int] = Counter()
    for jokers in range(2 if JOKER in deck.cards else 1):
        for hand, number in zip(*_listed_classes(deck, family.cards - jokers), strict=True):
            held = hand | jokers << JOKER
            events = mask(held)
            if events & family.suit_named_bits:
                counts.update(mask(each) for each in suit_class(held))
            else:
                counts[events] += number
    return counts


def _listed_classes(deck: Deck, size: int) -> tuple[list[int], list[int]]:
    if is_compiled(fill_suit_classes):
        hands, weights = suit_classes(deck, size)
        return hands.tolist(), weights.tolist()
    sets, starts = _rank_sets(deck)
    number = fill_suit_classes(sets, starts, size, 0, len(sets), [], [], False)
    listed, sizes = [0] * number, [0] * number
    fill_suit_classes(sets, starts, size, 0, len(sets), listed, sizes, True)
    return listed, sizes


def _by_suit_classes(package: str, family: Family, deck: Deck) -> Mapping[int, int]:
    fill_masks = _compiled(package, family)
    table = _Tally()
    for jokers in range(2 if JOKER in deck.cards else 1):
        for hands, weights in class_chunks(deck, family.cards - jokers):
            _, sizes, masks = _masked(fill_masks, family, hands | jokers << JOKER, weights)
            table.add(masks, sizes, len(masks))
    return table.result()


def masked_classes(package: str, family: Family, deck: Deck) -> tuple[Any, Any, Any]:
    """Hands without a joker that stand for all: representatives, the number each stands for, their masks (int64 arrays).

    A hand with an event that names a suit stands for itself alone; those it can be exchanged with are there beside it. So does
    every hand of a family that claims no symmetry.
    """
    hands, weights = suit_classes(deck, family.cards)
    return _masked(_compiled(package, family), family, hands, weights)


def _masked(fill_masks: Any, family: Family, hands: Any, weights: Any) -> tuple[Any, Any, Any]:
    import numpy as np

    masks = np.empty(len(hands), np.int64)
    fill_masks(hands, masks)
    if family.symmetry is Symmetry.SUITS:
        return hands, weights, masks
    named = masks & family.suit_named_bits != 0
    if family.symmetry is not Symmetry.NAMED_SUITS:
        named[:] = True
    apart = _each_exchanged(hands[named])
    masks_apart = np.empty(len(apart), np.int64)
    fill_masks(apart, masks_apart)
    return (
        np.concatenate([hands[~named], apart]),
        np.concatenate([weights[~named], np.ones(len(apart), np.int64)]),
        np.concatenate([masks[~named], masks_apart]),
    )


def _each_exchanged(hands: Any) -> Any:
    """All hands that differ from one of these by an exchange of suits, each once."""
    import numpy as np

    moved = np.sort([exchange_suits(hands, (p[0], p[1], p[2], p[3])) for p in permutations(range(4))], axis=0)
    first = np.ones(moved.shape, bool)
    first[1:] = moved[1:] != moved[:-1]
    return moved[first]


def exchange_suits(hand: Any, order: tuple[int, int, int, int]) -> Any:
    """The hand (or array of hands) with its suits exchanged: suit n becomes ``order[n]``."""
    moved = hand & 1 << JOKER
    for suit, target in enumerate(order):
        moved |= (hand >> 13 * suit & 0x1FFF) << 13 * target
    return moved


def suit_class(hand: int) -> frozenset[int]:
    """All hands that differ from a hand by an exchange of suits."""
    return frozenset(exchange_suits(hand, (p[0], p[1], p[2], p[3])) for p in permutations(range(4)))
