"""The Ante, the Play Wager and the Ante Bonus as one game, over all C(52,3) x C(49,3) = 407,170,400 deals.

A player's hand stands for its suit class against the dealer's hands, because the order of hands knows no suits; the bonus is
looked up hand by hand, because § 649a.12(c) names one.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from pitbook.cards import RANKS, Deck
from pitbook.choices import ChoiceError, Offer, offer
from pitbook.compiled import compile_module, scalar
from pitbook.families import families
from pitbook.games.three_card_poker import events
from pitbook.games.three_card_poker.events import showdown_of_ranks, three_card_rank, three_card_rank_by_odd_card
from pitbook.hands import ALL
from pitbook.names import listed
from pitbook.par import BaseGame, Strategy
from pitbook.three_cards import LOWEST_PLAYED

STRATEGIES: Final = ("optimal", *LOWEST_PLAYED)
_MASKS: Final = 256


@scalar
def fill_ranks(hands: Any, ranks: Any, odd_ranks: Any) -> None:
    """The places of many hands in the order of three cards: the printed one, and by the odd card alone."""
    for n in range(len(hands)):
        ranks[n] = three_card_rank(hands[n])
        odd_ranks[n] = three_card_rank_by_odd_card(hands[n])


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
    hands = np.array(tuple(deck.hands(3)), np.int64)
    ranks, odd_ranks, masks = (np.empty(len(hands), np.int64) for _ in range(3))
    fill_ranks(hands, ranks, odd_ranks)
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
class _Prices:
    """What each mask brings, as whole numbers of 1/``unit`` of the Ante: Ante and Play together, and the bonus.

    ``unpaid`` are the showdown events that take the bonus away.
    """

    unit: int
    nets: Callable[[int], int]
    bonus: Callable[[int], int]
    unpaid: int

    def results(self, three_card: int, showdowns: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """The net results, with their counts, of a hand of this mask that is played."""
        bonus = self.bonus(three_card)
        for mask, count in showdowns.items():
            yield self.nets(mask) + (0 if mask & self.unpaid else bonus), count


@dataclass(frozen=True)
class _Hand:
    """A group priced, in whole numbers of ``_Prices.unit``: what one of its hands gains over all its deals, played and folded."""

    group: Group
    deals: int
    gain: int
    fold: int


def base_game(offered: Offer, deck: Deck) -> BaseGame:
    """The base game with the Ante Bonus table of an offer, under the strategy of option ``strategy`` (default: the optimal one)."""
    wanted = offered.options.get("strategy", "optimal")
    if wanted not in STRATEGIES:
        raise ChoiceError(f"strategy {wanted!r}; allowed: {listed(STRATEGIES)}")
    prices = _prices(offered)
    hands = [_priced(group, prices) for group in groups(deck)]
    played = [hand for hand in hands if _plays(hand, wanted)]
    number, deals = sum(hand.group.hands for hand in hands), sum(hand.deals * hand.group.hands for hand in hands)
    plays = sum(hand.group.hands for hand in played)
    edges = {name: Fraction(_loss(hands, name), deals * prices.unit) for name in STRATEGIES}
    return BaseGame(
        results=tuple((Fraction(net, prices.unit), count) for net, count in _results(hands, played, prices).items()),
        average_stake=1 + Fraction(plays, number),
        strategy=Strategy(
            name=wanted,
            rule=_rule(hands, wanted),
            plays=plays,
            hands=number,
            alternatives=tuple((name, _rule(hands, name), edges[name]) for name in STRATEGIES if name != wanted),
        ),
        citation=f"58 Pa. Code § 649a.12(a); {offered.citation}",
    )


def _results(hands: Sequence[_Hand], played: Sequence[_Hand], prices: _Prices) -> Mapping[int, int]:
    """How many deals have each net result, when these hands are played and the others folded."""
    showdowns: dict[int, Counter[int]] = {}
    for hand in played:
        of_mask = showdowns.setdefault(hand.group.mask, Counter())
        for mask, count in hand.group.showdowns.items():
            of_mask[mask] += count * hand.group.hands
    results: Counter[int] = Counter()
    for three_card, of_mask in showdowns.items():
        for net, count in prices.results(three_card, of_mask):
            results[net] += count
    folded = sum(hand.deals * hand.group.hands for hand in hands) - results.total()
    if folded:
        results[-prices.unit] += folded
    return results


def _priced(group: Group, prices: _Prices) -> _Hand:
    deals = sum(group.showdowns.values())
    gain = sum(net * count for net, count in prices.results(group.mask, group.showdowns))
    return _Hand(group, deals, gain, -prices.unit * deals)


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

    return _Prices(unit, nets, bonus, _unpaid_bits(offered))


def _unpaid_bits(offered: Offer) -> int:
    """The event of a hand lower than the dealer's, where the bonus is paid only on one that is not."""
    if offered.wager.id != "ante-bonus-akq" or offered.values["akq-bonus-regardless"] != "only-if-not-lower":
        return 0
    literal = offered.values["within-rank-order"] == "literal-highest-odd-card"
    return families(offered.game.package)["showdown"].bit("player-lower-by-odd-card" if literal else "player-lower")


# Strategies ----------------------------------------------------------------------------------------------------------


def _plays(hand: _Hand, strategy: str) -> bool:
    if strategy == "optimal":
        return hand.gain > hand.fold
    return hand.group.rank >= LOWEST_PLAYED[strategy]


def _loss(priced: Sequence[_Hand], strategy: str) -> int:
    return -sum((hand.gain if _plays(hand, strategy) else hand.fold) * hand.group.hands for hand in priced)


def _rule(priced: Sequence[_Hand], strategy: str) -> str:
    if strategy == "q-6-4":
        return "play Q-6-4 or better"
    if strategy == "any-queen":
        return "play any queen-high or better"
    if strategy == "always":
        return "play every hand"
    playing = {hand.group.rank for hand in priced if _plays(hand, "optimal")}
    folding = {hand.group.rank for hand in priced} - playing
    if not folding:
        return "play every hand"
    lowest = min(playing)
    if max(folding) < lowest and lowest < 1 << 13:
        held = "-".join(RANKS[rank] for rank in range(12, -1, -1) if lowest >> rank & 1)
        return f"play {held} or better"
    return "play the hands whose expectation beats a fold"
