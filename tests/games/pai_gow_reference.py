"""A second, plain way to rank and to set: slow, object by object, written from the wording and not from the package.

Cards are (rank, suit) with rank 2..14, the joker is ("joker", None). Five cards get a tuple that compares as the hands do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

Card = tuple[int, int]
JOKER: Card = (0, 9)
Value = tuple[int, ...]

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, FIVE_ACES = range(10)
COMPLETE = (STRAIGHT, FLUSH, STRAIGHT_FLUSH)


def cards_of(hand: int) -> list[Card]:
    return [JOKER if n == 52 else (n % 13 + 2, n // 13) for n in range(53) if hand >> n & 1]


def hand_of(cards: Iterable[Card]) -> int:
    return sum(1 << (52 if card == JOKER else card[1] * 13 + card[0] - 2) for card in cards)


def natural_value(ranks: list[int], flush: bool, wheel_lowest: bool) -> Value:
    """Five ranks without a joker; five equal ranks are five aces."""
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [n for _, n in counts]
    order = tuple(rank for rank, _ in counts)
    straight: int | None = None
    if len(order) == 5:
        if order[0] - order[4] == 4:
            straight = order[0] * 2
        elif order == (14, 5, 4, 3, 2):
            straight = 5 * 2 if wheel_lowest else 14 * 2 - 1
    if shape == [5]:
        return (FIVE_ACES,)
    if straight and flush:
        return (STRAIGHT_FLUSH, straight)
    if shape == [4, 1]:
        return (QUADS, *order)
    if shape == [3, 2]:
        return (FULL, *order)
    if flush:
        return (FLUSH, *sorted(ranks, reverse=True))
    if straight:
        return (STRAIGHT, straight)
    return ({(3, 1, 1): TRIPS, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR}.get(tuple(shape), HIGH), *order)


def high_value(cards: list[Card], wheel_lowest: bool = False, ace_always: bool = False) -> Value:
    """Five cards at their best."""
    naturals = [card for card in cards if card != JOKER]
    suits = {suit for _, suit in naturals}
    ranks = [rank for rank, _ in naturals]
    if len(naturals) == 5:
        return natural_value(ranks, len(suits) == 1, wheel_lowest)
    values = [natural_value([*ranks, 14], False, wheel_lowest)]
    for stands_for in range(2, 15):
        if stands_for in ranks:
            continue
        value = natural_value([*ranks, stands_for], len(suits) == 1, wheel_lowest)
        if value[0] in (STRAIGHT, STRAIGHT_FLUSH) or (value[0] == FLUSH and not ace_always):
            values.append(value)
    if ace_always and len(suits) == 1 and len(set(ranks)) == 4:
        # Two aces in a flush: above every flush with one.
        doubled = sorted([*ranks, 14], reverse=True)
        values.append((FLUSH, *([15] if doubled[:2] == [14, 14] else []), *doubled))
    return max(values)


def low_value(cards: Iterable[Card]) -> Value:
    ranks = sorted((14 if card == JOKER else card[0] for card in cards), reverse=True)
    return (PAIR if ranks[0] == ranks[1] else HIGH, *ranks)


def foul(high: list[Card], low: Iterable[Card]) -> bool:
    upper, lower = high_value(high), low_value(low)
    if upper[0] > PAIR:
        return False
    if upper[0] != lower[0]:
        return lower[0] == PAIR
    return lower[1:2] > upper[1:2] if upper[0] == PAIR else lower[1:3] > upper[1:3]


class Hand:
    """Seven cards looked at as the house ways do: ranks counted with the joker as an ace."""

    def __init__(self, hand: int, joker_first: bool) -> None:
        self.cards = sorted(cards_of(hand), key=lambda card: (card != JOKER) if joker_first else (card == JOKER))
        counts = Counter(self.rank(card) for card in self.cards)
        self.fives, self.fours, self.trios, self.pairs, self.singles = (
            sorted((rank for rank, n in counts.items() if n == wanted), reverse=True) for wanted in (5, 4, 3, 2, 1)
        )

    @staticmethod
    def rank(card: Card) -> int:
        return 14 if card == JOKER else card[0]

    def take(self, *ranks: int) -> list[Card]:
        """The first cards of the wanted ranks that are still there."""
        left = list(self.cards)
        taken = []
        for wanted in ranks:
            card = next(card for card in left if self.rank(card) == wanted)
            left.remove(card)
            taken.append(card)
        return taken

    def complete_splits(self) -> list[tuple[Value, Value, list[Card]]]:
        splits = []
        for low in combinations(self.cards, 2):
            high = [card for card in self.cards if card not in low]
            if high_value(high)[0] in COMPLETE:
                splits.append((low_value(low), high_value(high), list(low)))
        return splits


def trump_plaza(hand: int) -> list[Card]:
    """The two low cards, case by case as the way is published."""
    h = Hand(hand, joker_first=True)
    if h.fives:
        return h.take(13, 13) if h.pairs == [13] else h.take(14, 14)
    if h.fours:
        four = h.fours[0]
        if h.pairs:
            return h.take(h.pairs[0], h.pairs[0])
        if h.trios:
            return h.take(h.trios[0], h.trios[0])
        if four == 14:
            keep = False
        elif four >= 11:
            keep = h.singles[0] == 14
        elif four >= 7:
            keep = h.singles[0] >= 13
        else:
            keep = True
        return h.take(h.singles[0], h.singles[1]) if keep else h.take(four, four)
    if len(h.trios) == 2:
        return h.take(h.trios[0], h.trios[0])
    if h.trios and h.pairs:
        if h.pairs == [2] and h.singles == [14, 13]:
            return h.take(14, 13)
        return h.take(h.pairs[0], h.pairs[0])
    if len(h.pairs) == 3:
        return h.take(h.pairs[0], h.pairs[0])
    if len(h.pairs) == 2:
        return trump_plaza_two_pair(h)
    splits = h.complete_splits()
    if splits:
        return max(splits)[2]
    if h.trios == [14]:
        return h.take(14, h.singles[0])
    if h.trios or h.pairs:
        return h.take(h.singles[0], h.singles[1])
    return h.take(h.singles[1], h.singles[2])


def trump_plaza_two_pair(h: Hand) -> list[Card]:
    def grade(rank: int) -> str:
        return "aces" if rank == 14 else "high" if rank >= 11 else "medium" if rank >= 7 else "low"

    higher, lower = h.pairs
    both = grade(higher), grade(lower)
    if both[0] == "aces" or both in (("high", "high"), ("high", "medium")):
        split = True
    elif both in (("high", "low"), ("medium", "medium")):
        split = h.singles[0] != 14
    else:
        split = h.singles[0] < 13
    return h.take(lower, lower) if split else h.take(h.singles[0], h.singles[1])


def foxwoods(hand: int) -> list[Card]:
    """The two low cards, with the gaps of the wording filled as its file says."""
    h = Hand(hand, joker_first=False)
    if h.fives:
        return h.take(13, 13) if h.pairs == [13] else h.take(14, 14)
    if h.fours:
        four = h.fours[0]
        beside = h.pairs or h.trios
        if beside:
            return h.take(beside[0], beside[0])
        split = four > 10 or (four > 6 and h.singles[0] < 13)
        return h.take(four, four) if split else h.take(h.singles[0], h.singles[1])
    if len(h.trios) == 2:
        return h.take(h.trios[0], h.trios[0])
    if (h.trios and h.pairs) or len(h.pairs) == 3:
        return h.take(h.pairs[0], h.pairs[0])
    if len(h.pairs) == 2:
        kept_with = 15 if h.pairs[0] > 10 else 14 if h.pairs[0] > 6 else 13
        return h.take(h.singles[0], h.singles[1]) if h.singles[0] >= kept_with else h.take(h.pairs[1], h.pairs[1])
    splits = h.complete_splits()
    if splits:
        low, _, cards = max(splits)
        if h.pairs and 10 <= h.pairs[0] <= 13 and h.singles[0] == 14:
            broken = h.take(14, h.singles[1])
            if low_value(broken) > low:
                return broken
        return cards
    if h.trios == [14]:
        return h.take(14, h.singles[0])
    if h.trios or h.pairs:
        return h.take(h.singles[0], h.singles[1])
    return h.take(h.singles[1], h.singles[2])


WAYS: dict[str, Callable[[int], list[Card]]] = {"foxwoods": foxwoods, "trump-plaza": trump_plaza}
