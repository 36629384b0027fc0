"""The Ante, the Play Wager and the Ante Bonus as one game, over all C(52,3) x C(49,3) = 407,170,400 deals.

A player's hand stands for its suit class against the dealer's hands, because the order of hands knows no suits; the bonus is
looked up hand by hand, because § 649a.12(c) names one.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from pitbook.cards import RANKS, Deck
from pitbook.choices import ChoiceError, Offer, offer
from pitbook.compiled import compile_module, scalar
from pitbook.families import families
from pitbook.games.three_card_poker import events
from pitbook.games.three_card_poker.events import showdown_of_ranks
from pitbook.hands import ALL
from pitbook.names import listed
from pitbook.par import BaseGame, Strategy

STRATEGIES: Final = ("optimal", "q-6-4", "any-queen", "always")
_MASKS: Final = 256


@scalar
def count_showdowns(
    hands: Any, ranks: Any, odd_ranks: Any, dealers: Any, dealer_ranks: Any, dealer_odd_ranks: Any, counts: Any
) -> None:
    """For each hand, how often each showdown mask occurs against the dealer's hands that share no card with it."""
    for n in range(len(hands)):
        for m in range(len(dealers)):
            if hands[n] & dealers[m] == 0:
                counts[n, showdown_of_ranks(ranks[n], dealer_ranks[m], odd_ranks[n], dealer_odd_ranks[m])] += 1


@dataclass(frozen=True)
class Group:
    """Hands of one suit class with the same three-card mask: their place in the order, how many they are, their showdowns.

    ``showdowns`` counts, for one of the hands, the showdown masks over all dealer's hands.
    """

    rank: int
    mask: int
    hands: int
    showdowns: Mapping[int, int]


@cache
def groups(deck: Deck) -> tuple[Group, ...]:
    """Every hand of three cards, in groups that no rule of the base game tells apart."""
    import numpy as np

    compile_module(events)
    compile_module(sys.modules[__name__])
    listed_hands = tuple(deck.hands(3))
    hands = np.array(listed_hands, np.int64)
    ranks = np.array([events.three_card_rank(hand) for hand in listed_hands], np.int64)
    odd_ranks = np.array([events.three_card_rank_by_odd_card(hand) for hand in listed_hands], np.int64)
    masks = np.empty(len(hands), np.int64)
    events.three_card_masks(hands, masks)
    classes = hands
    if deck.suit_closed:  # the hand with its suits in the order of their ranks stands for all exchanges of suits
        suits = np.sort(np.stack([hands >> 13 * suit & ALL for suit in range(4)]), axis=0)
        classes = suits[0] | suits[1] << 13 | suits[2] << 26 | suits[3] << 39
    _, first, of_class = np.unique(classes, return_index=True, return_inverse=True)
    table = np.zeros((len(first), _MASKS), np.int64)
    count_showdowns(hands[first], ranks[first], odd_ranks[first], hands, ranks, odd_ranks, table)
    showdowns = [{mask: count for mask, count in enumerate(row) if count} for row in table.tolist()]
    numbers = Counter(zip(of_class.tolist(), masks.tolist(), strict=True))
    class_ranks = ranks[first].tolist()
    return tuple(Group(class_ranks[n], mask, number, showdowns[n]) for (n, mask), number in numbers.items())


@dataclass(frozen=True)
class _Hand:
    """A group priced: its place, how many hands it has, and the net results when one is played, with their counts.

    Net results and their sum ``gain`` are whole numbers of a fraction of the Ante, ``_Prices.unit``.
    """

    rank: int
    hands: int
    played: Mapping[int, int]
    deals: int
    gain: int
    fold: int


@dataclass(frozen=True)
class _Prices:
    """What each mask brings, as whole numbers of 1/``unit`` of the Ante: Ante and Play together, the bonus, a fold."""

    unit: int
    nets: Callable[[int], int]
    bonus: Callable[[int], int]


def base_game(offered: Offer, deck: Deck) -> BaseGame:
    """The base game with the Ante Bonus table of an offer, under the strategy of option ``strategy`` (default: the optimal one)."""
    wanted = offered.options.get("strategy", "optimal")
    if wanted not in STRATEGIES:
        raise ChoiceError(f"strategy {wanted!r}; allowed: {listed(STRATEGIES)}")
    prices = _prices(offered)
    priced = _priced(offered, deck, prices)
    deals = sum(hand.deals * hand.hands for hand in priced)
    edges = {name: Fraction(_loss(priced, name), deals * prices.unit) for name in STRATEGIES}
    results: Counter[int] = Counter()
    plays = 0
    for hand in priced:
        if _plays(hand, wanted):
            plays += hand.hands
            for net, count in hand.played.items():
                results[net] += count * hand.hands
        else:
            results[hand.fold] += hand.deals * hand.hands
    hands = sum(hand.hands for hand in priced)
    return BaseGame(
        results=tuple((Fraction(net, prices.unit), count) for net, count in results.items()),
        average_stake=1 + Fraction(plays, hands),
        strategy=Strategy(
            name=wanted,
            rule=_rule(priced, wanted),
            plays=plays,
            hands=hands,
            alternatives=tuple((name, _rule(priced, name), edges[name]) for name in STRATEGIES if name != wanted),
        ),
        citation=f"58 Pa. Code § 649a.12(a); {offered.citation}",
    )


def _priced(offered: Offer, deck: Deck, prices: _Prices) -> list[_Hand]:
    only_if_not_lower = offered.values["akq-bonus-regardless"] == "only-if-not-lower" and offered.wager.id == "ante-bonus-akq"
    withheld = _lower_bits(offered) if only_if_not_lower else 0
    priced = []
    for group in groups(deck):
        extra = prices.bonus(group.mask)
        played: dict[int, int] = {}
        gain = deals = 0
        for mask, count in group.showdowns.items():
            net = prices.nets(mask) + (0 if mask & withheld else extra)
            played[net] = played.get(net, 0) + count
            gain += net * count
            deals += count
        priced.append(_Hand(group.rank, group.hands, played, deals, gain, -prices.unit))
    return priced


def _lower_bits(offered: Offer) -> int:
    family = families(offered.game.package)["showdown"]
    literal = offered.values["within-rank-order"] == "literal-highest-odd-card"
    return family.bit("player-lower-by-odd-card" if literal else "player-lower")


def _prices(offered: Offer) -> _Prices:
    """The prices of the masks, by the rows of the Ante, the Play Wager and the bonus in the rulebook."""
    held = families(offered.game.package)
    tables = [offer(offered.game, name, readings=offered.values).rows for name in ("ante", "play")]
    unit = math.lcm(*(row.award.multiple.denominator for rows in (*tables, offered.rows) for row in rows))
    tests = [[(held["showdown"].bit(row.event), int((row.award.fixed_multiple - 1) * unit)) for row in rows] for rows in tables]
    bonuses = [(held["three-card"].bit(row.event), int(row.award.multiple * unit)) for row in offered.rows]

    @cache
    def nets(mask: int) -> int:
        return sum(next((gain for bit, gain in rows if mask & bit), -unit) for rows in tests)

    @cache
    def bonus(mask: int) -> int:
        return next((gain for bit, gain in bonuses if mask & bit), 0)

    return _Prices(unit, nets, bonus)


# Strategies ----------------------------------------------------------------------------------------------------------


def _threshold(text: str) -> int:
    """The place of a hand of three ranks without a pair, as in ``Q64``."""
    return sum(1 << RANKS.index(rank) for rank in text)


def _plays(hand: _Hand, strategy: str) -> bool:
    if strategy == "optimal":
        return hand.gain > hand.fold * hand.deals
    if strategy == "q-6-4":
        return hand.rank >= _threshold("Q64")
    if strategy == "any-queen":
        return hand.rank >= 1 << RANKS.index("Q")
    return True


def _loss(priced: Sequence[_Hand], strategy: str) -> int:
    return -sum((hand.gain if _plays(hand, strategy) else hand.fold * hand.deals) * hand.hands for hand in priced)


def _rule(priced: Sequence[_Hand], strategy: str) -> str:
    if strategy == "q-6-4":
        return "play Q-6-4 or better"
    if strategy == "any-queen":
        return "play any queen-high or better"
    if strategy == "always":
        return "play every hand"
    playing = {hand.rank for hand in priced if _plays(hand, "optimal")}
    folding = {hand.rank for hand in priced} - playing
    if not folding:
        return "play every hand"
    lowest = min(playing)
    if max(folding) < lowest and lowest < 1 << 13:
        held = "-".join(RANKS[rank] for rank in range(12, -1, -1) if lowest >> rank & 1)
        return f"play {held} or better"
    return "play the hands whose expectation beats a fold"
