"""Three Card Poker: the events counted a second way, the known counts of § 649a.6's hands, and the Ante game by two other ways.

The second way never looks at a hand as a set of bits. It takes a number for each of the thirteen ranks (how many cards of it),
multiplies the ways of choosing suits, and sets apart the choices with five or more cards of a suit; each event is then written
from the words of § 649a.6 on that description.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from pitbook.cards import hand, parse_cards, reduced_deck, standard_deck
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, offer
from pitbook.counting import histogram, plain_histogram
from pitbook.families import families, mask_function
from pitbook.games.three_card_poker.base_game import base_game
from pitbook.par import par

PACKAGE = "pitbook.games.three_card_poker"
GAME = rulebook().game("three-card-poker")
FAMILIES = families(PACKAGE)
ACE, KING, QUEEN, JACK, TEN, NINE = 12, 11, 10, 9, 8, 7
SPADES, DIAMONDS = 3, 1
DEALS = comb(52, 3) * comb(49, 3)


def names(family: str, mask: int) -> frozenset[str]:
    return frozenset(name for n, name in enumerate(FAMILIES[family].events) if mask >> n & 1)


def events_of(family: str, text: str) -> frozenset[str]:
    return names(family, mask_function(PACKAGE, FAMILIES[family])(hand(parse_cards(text))))


def by_names(family: str, counts: Mapping[int, int]) -> Counter[frozenset[str]]:
    found: Counter[frozenset[str]] = Counter()
    for mask, number in counts.items():
        found[names(family, mask)] += number
    return found


# The second way -----------------------------------------------------------------------------------------------------


def rank_numbers(size: int, ranks: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """Every way of saying how many cards of each rank a hand of ``size`` cards has."""
    if size == 0:
        yield {}
        return
    if not ranks:
        return
    for number in range(min(4, size) + 1):
        for rest in rank_numbers(size - number, ranks[1:]):
            yield {ranks[0]: number, **rest} if number else rest


def suited_part(numbers: Mapping[int, int], least: int) -> tuple[int, Counter[frozenset[int]]]:
    """How many choices of suits there are, and for one given suit the choices that give it ``least`` cards or more, by rank set."""
    every = 1
    for number in numbers.values():
        every *= comb(4, number)
    suited: Counter[frozenset[int]] = Counter()
    for size in range(least, len(numbers) + 1):
        for chosen in combinations(numbers, size):
            ways = 1
            for rank, number in numbers.items():
                ways *= comb(3, number - 1) if rank in chosen else comb(3, number)
            if ways:
                suited[frozenset(chosen)] += ways
    return every, suited


def holds_run(ranks: frozenset[int], length: int, tops: range) -> bool:
    """Whether ``length`` consecutive ranks are held whose highest is among ``tops``; the ace also stands below the deuce."""
    low_ace = ranks | {-1} if ACE in ranks else ranks
    return any(all(top - n in low_ace for n in range(length)) for top in tops)


def three_card_events(numbers: Mapping[int, int], suited: frozenset[int] | None, suit: int) -> frozenset[str]:
    """§ 649a.6(b), (e); ``suited`` are the ranks of a suit that holds all three cards."""
    held = set()
    consecutive = len(numbers) == 3 and holds_run(frozenset(numbers), 3, range(1, 13))
    if suited is not None:
        held.add("flush")
        if consecutive:
            held.add("straight-flush")
        if set(numbers) == {ACE, KING, QUEEN}:
            held |= {"mini-royal-flush", "ace-king-queen-of-spades" if suit == SPADES else "ace-king-queen-of-another-suit"}
    elif consecutive:
        held.add("straight")
    if 3 in numbers.values():
        held |= {"three-of-a-kind", "pair"}
    if 2 in numbers.values():
        held.add("pair")
    return frozenset(held)


def five_card_events(numbers: Mapping[int, int], suited: frozenset[int] | None, suit: int) -> frozenset[str]:
    """§ 649a.6(d) on the best five of the cards; ``suited`` are the ranks of a suit with five cards or more."""
    held = set()
    ranks = frozenset(numbers)
    times = sorted(numbers.values(), reverse=True)
    for event, test in [
        ("straight", holds_run(ranks, 5, range(3, 13))),
        ("straight-above-five-high", holds_run(ranks, 5, range(4, 13))),
        ("four-of-a-kind", times[0] == 4),
        ("three-of-a-kind", times[0] >= 3),
        ("full-house", times[0] >= 3 and len(times) > 1 and times[1] >= 2),
    ]:
        if test:
            held.add(event)
    if suited is None:
        return frozenset(held)
    held.add("flush")
    if holds_run(suited, 5, range(3, 13)):
        held.add("straight-flush")
    if holds_run(suited, 5, range(4, 13)):
        held.add("straight-flush-above-five-high")
    if {ACE, KING, QUEEN, JACK, TEN} <= suited:
        held |= {"royal-flush", "royal-flush-of-spades" if suit == SPADES else "royal-flush-of-another-suit"}
        if NINE in suited:
            held.add("super-royal-of-diamonds" if suit == DIAMONDS else "super-royal-of-another-suit")
    return frozenset(held)


def second_count(family: str, size: int, ranks: tuple[int, ...]) -> Counter[frozenset[str]]:
    """How many hands hold exactly each set of events, over all hands of a deck with these ranks."""
    events: Callable[[Mapping[int, int], frozenset[int] | None, int], frozenset[str]]
    events, least = (three_card_events, 3) if size == 3 else (five_card_events, 5)
    known = set(FAMILIES[family].events)
    found: Counter[frozenset[str]] = Counter()
    for numbers in rank_numbers(size, ranks):
        every, suited = suited_part(numbers, least)
        for chosen, ways in suited.items():
            for suit in range(4):
                found[events(numbers, chosen, suit) & known] += ways
        found[events(numbers, None, 0) & known] += every - 4 * sum(suited.values())
    return +found


SIZES = {"three-card": 3, "five-card": 5, "six-card": 6}


@pytest.mark.parametrize("family", SIZES)
def test_both_ways_give_every_set_of_events_the_same_number_of_hands(family: str) -> None:
    found = by_names(family, histogram(PACKAGE, family, standard_deck()))
    assert found == second_count(family, SIZES[family], tuple(range(13)))
    assert found.total() == comb(52, SIZES[family])


@pytest.mark.parametrize("family", SIZES)
@pytest.mark.parametrize("ranks", [(ACE, KING, QUEEN, JACK, TEN, NINE), (ACE, 0, 1, 2, 3, 4), (ACE, KING, 0, 1)])
def test_plain_and_compiled_counts_of_reduced_decks_agree_with_the_second_way(family: str, ranks: tuple[int, ...]) -> None:
    deck, size = reduced_deck(ranks), SIZES[family]
    function = mask_function(PACKAGE, FAMILIES[family])
    plain = getattr(function, "py_func", function)
    hands = list(deck.hands(size))[:: 1 if size < 6 else 7]
    compiled = plain_histogram(PACKAGE, family, deck)
    assert by_names(family, compiled) == second_count(family, size, tuple(sorted(ranks)))
    again = mask_function(PACKAGE, FAMILIES[family])
    assert all(plain(each) == again(each) for each in hands)


# The counts of § 649a.6, as published ---------------------------------------------------------------------------------

THREE_CARDS = {"straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1_096, "pair": 3_744, "none": 16_440}
FIVE_CARDS = {
    "royal-flush": 4,
    "straight-flush": 36,
    "four-of-a-kind": 624,
    "full-house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three-of-a-kind": 54_912,
    "none": 123_552 + 1_098_240 + 1_302_540,
}
SIX_CARDS = {
    "royal-flush": 188,
    "straight-flush": 1_656,
    "four-of-a-kind": 14_664,
    "full-house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three-of-a-kind": 732_160,
    "none": 2_532_816 + 9_730_740 + 6_612_900,
}


@pytest.mark.parametrize(("family", "known"), [("three-card", THREE_CARDS), ("five-card", FIVE_CARDS), ("six-card", SIX_CARDS)])
def test_the_hands_have_the_known_counts(family: str, known: dict[str, int]) -> None:
    """Each hand under the highest of the names of § 649a.6 that it bears."""
    found: Counter[str] = Counter()
    for held, number in by_names(family, histogram(PACKAGE, family, standard_deck())).items():
        found[next((event for event in known if event in held), "none")] += number
    assert found == known


def test_single_events_have_the_known_counts() -> None:
    def total(family: str, event: str) -> int:
        counts = by_names(family, histogram(PACKAGE, family, standard_deck()))
        return sum(number for held, number in counts.items() if event in held)

    assert total("three-card", "mini-royal-flush") == 4
    assert total("three-card", "ace-king-queen-of-spades") == 1
    assert total("six-card", "royal-flush-of-spades") == 47
    assert total("six-card", "royal-flush-of-another-suit") == 3 * 47
    assert total("six-card", "super-royal-of-diamonds") == 1
    assert total("six-card", "super-royal-of-another-suit") == 3
    assert total("five-card", "straight") - total("five-card", "straight-above-five-high") == 1_020 + 4
    assert total("five-card", "straight-flush") - total("five-card", "straight-flush-above-five-high") == 4


# Hands at the edges of the words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Ks Qs", {"straight-flush", "flush", "mini-royal-flush", "ace-king-queen-of-spades"}),
        ("Ad Kd Qd", {"straight-flush", "flush", "mini-royal-flush", "ace-king-queen-of-another-suit"}),
        ("As Ks Qh", {"straight"}),
        ("Ks Qs Js", {"straight-flush", "flush"}),
        ("Ah 2h 3h", {"straight-flush", "flush"}),
        ("Ah 2h 3c", {"straight"}),
        ("Kh Ah 2h", {"flush"}),
        ("Kh Ah 2c", set()),
        ("Ah 2h 4h", {"flush"}),
        ("7c 7d 7h", {"three-of-a-kind", "pair"}),
        ("7c 7d 8c", {"pair"}),
        ("7c 8c 8d", {"pair"}),
    ],
)
def test_three_cards_hold_these_events(text: str, expected: set[str]) -> None:
    assert events_of("three-card", text) == expected


ROYAL = {"royal-flush", "straight-flush", "straight-flush-above-five-high", "flush", "straight", "straight-above-five-high"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Ks Qs Js Ts 9s", ROYAL | {"royal-flush-of-spades", "super-royal-of-another-suit"}),
        ("Ad Kd Qd Jd Td 9d", ROYAL | {"royal-flush-of-another-suit", "super-royal-of-diamonds"}),
        ("Ad Kd Qd Jd Td 9s", ROYAL | {"royal-flush-of-another-suit"}),
        ("As Ks Qs Js Ts Th", ROYAL | {"royal-flush-of-spades"}),
        ("Ks Qs Js Ts 9s 8s", ROYAL - {"royal-flush"}),
        ("Ah 2h 3h 4h 5h Kh", {"straight-flush", "flush", "straight"}),
        ("Ah 2h 3h 4h 5h 6h", ROYAL - {"royal-flush"}),
        ("Ah 2h 3h 4h 5c 6h", {"flush", "straight", "straight-above-five-high"}),
        ("Ah Kh Qh 2h 3c 4c", set()),
        ("7c 7d 7h 8c 8d 8h", {"full-house", "three-of-a-kind"}),
        ("7c 7d 7h 8c 8d 9h", {"full-house", "three-of-a-kind"}),
        ("7c 7d 7h 7s 8d 8h", {"four-of-a-kind", "full-house", "three-of-a-kind"}),
        ("7c 7d 7h 7s 8d 9h", {"four-of-a-kind", "three-of-a-kind"}),
        ("7c 7d 8h 8s 9d 9h", set()),
        ("2c 4c 6c 8c Tc Ac", {"flush"}),
        ("2c 4c 6c 8c Tc Ad", {"flush"}),
        ("2c 4c 6c 8c Td Ad", set()),
    ],
)
def test_six_cards_hold_these_events(text: str, expected: set[str]) -> None:
    assert events_of("six-card", text) == expected


# The Ante game, by going through all deals of a small deck -----------------------------------------------------------


def place(cards: tuple[int, ...], literal: bool = False) -> tuple[int, ...]:
    """Where three cards stand in § 649a.6(b), (c): the kind, then what decides inside it.

    ``literal`` takes (c) by its letter: among hands of one kind, the highest card that the other does not hold.
    """
    ranks = sorted((n % 13 for n in cards), reverse=True)
    one_suit = len({n // 13 for n in cards}) == 1
    times = Counter(ranks)
    low = ranks == [ACE, 1, 0]
    straight = low or (len(times) == 3 and ranks[0] - ranks[2] == 2)
    kind = 0
    if straight:
        kind = 5 if one_suit else 3
    elif len(times) == 1:
        kind = 4
    elif one_suit:
        kind = 2
    elif len(times) == 2:
        kind = 1
    if literal:
        return (kind, *ranks)
    if straight:
        return (kind, 1 if low else ranks[0])
    return (kind, *sorted(times, key=lambda rank: (-times[rank], -rank)))


def qualifies(cards: tuple[int, ...]) -> bool:
    return place(cards)[0] > 0 or max(n % 13 for n in cards) >= QUEEN


@cache
def bonus_table(wager: str, label: str) -> dict[str, int]:
    """The printed Ante Bonus, by the words of the note on § 649a.12(b), (c)."""
    column = "ABC".index(label)
    if wager == "ante-bonus":
        return {"straight flush": [5, 5, 4][column], "three of a kind": [4, 3, 3][column], "straight": 1}
    return {
        "spades": 50,
        "other": [5, 50, 10][column],
        "straight flush": [4, 8, 6][column],
        "three of a kind": [3, 6, 3][column],
        "straight": [1, 0, 0][column],
    }


def bonus(wager: str, label: str, cards: tuple[int, ...]) -> int:
    table, kind = bonus_table(wager, label), place(cards)[0]
    if kind == 5:
        if "spades" in table and place(cards) == (5, ACE):
            return table["spades" if cards[0] // 13 == SPADES else "other"]
        return table["straight flush"]
    return {4: table["three of a kind"], 3: table["straight"]}.get(kind, 0)


Result = tuple[Counter[int], int]
TABLES = [(wager, label) for wager in ("ante-bonus", "ante-bonus-akq") for label in "ABC"]


@cache
def deal_by_deal(ranks: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], Counter[int]], ...]:
    """Every hand with the net results of Ante and Play, one dealer's hand after the other."""
    hands = [(set(cards), cards, place(cards), qualifies(cards)) for cards in combinations(reduced_deck(ranks).cards, 3)]
    found = []
    for held, own, mine, _ in hands:
        nets: Counter[int] = Counter()
        for other, _, theirs, qualified in hands:
            if held.isdisjoint(other):
                nets[2 * ((mine > theirs) - (mine < theirs)) if qualified else 1] += 1
        found.append((own, nets))
    return tuple(found)


def all_deals(ranks: tuple[int, ...], wager: str, label: str, plays: Callable[[tuple[int, ...]], bool] | None) -> Result:
    """Net results with their deals, and how many hands are played: each where that loses less than a fold, or as ``plays`` says."""
    total: Counter[int] = Counter()
    played = 0
    for own, nets in deal_by_deal(ranks):
        extra, deals = bonus(wager, label, own), nets.total()
        gain = sum((net + extra) * number for net, number in nets.items())
        if plays(own) if plays else gain > -deals:
            played += 1
            for net, number in nets.items():
                total[net + extra] += number
        else:
            total[-1] += deals
    return Counter({net: number for net, number in total.items() if number}), played


def in_pitbook(wager: str, label: str, ranks: tuple[int, ...] | None = None, **chosen: str) -> Result:
    options = {"strategy": chosen.pop("strategy")} if "strategy" in chosen else {}
    readings = {name.replace("_", "-"): value for name, value in chosen.items()}
    offered = offer(GAME, wager, label, options=options, readings=readings)
    game = base_game(offered, reduced_deck(ranks) if ranks else standard_deck())
    assert game.strategy is not None
    return Counter({int(net): number for net, number in game.results if number}), game.strategy.plays


@pytest.mark.parametrize(("wager", "label"), [("ante-bonus", "A"), ("ante-bonus-akq", "B")])
@pytest.mark.parametrize("ranks", [(ACE, KING, QUEEN, 1), (ACE, JACK, TEN, 0)])
def test_the_ante_game_of_a_small_deck_comes_out_as_deal_by_deal(wager: str, label: str, ranks: tuple[int, ...]) -> None:
    assert in_pitbook(wager, label, ranks) == all_deals(ranks, wager, label, None)


@pytest.mark.parametrize(
    ("strategy", "plays"),
    [
        ("always", lambda own: True),
        ("any-queen", qualifies),
        ("q-6-4", lambda own: place(own) >= (0, QUEEN, 4, 2)),
    ],
)
def test_each_strategy_of_a_small_deck_comes_out_as_deal_by_deal(strategy: str, plays: Callable[[tuple[int, ...]], bool]) -> None:
    ranks = (QUEEN, JACK, 4, 2)
    assert in_pitbook("ante-bonus", "C", ranks, strategy=strategy) == all_deals(ranks, "ante-bonus", "C", plays)


# The Ante game of 52 cards, by inclusion and exclusion ----------------------------------------------------------------


class Dealers:
    """The places of the dealer's qualifying hands, sorted: of all hands, and of those that hold given cards."""

    def __init__(self, literal: bool) -> None:
        self.literal = literal
        self.qualifying: dict[frozenset[int], list[tuple[int, ...]]] = {}
        for cards in combinations(range(52), 3):
            if qualifies(cards):
                where = place(cards, literal)
                for size in range(4):
                    for held in combinations(cards, size):
                        self.qualifying.setdefault(frozenset(held), []).append(where)
        for places in self.qualifying.values():
            places.sort()

    def against(self, own: tuple[int, ...]) -> tuple[int, int, int]:
        """Of the qualifying hands that share no card with ``own``: how many are lower, equal, higher."""
        mine = place(own, self.literal)
        lower = equal = higher = 0
        for size in range(4):
            sign = -1 if size % 2 else 1
            for held in combinations(own, size):
                places = self.qualifying.get(frozenset(held), [])
                below, upto = bisect_left(places, mine), bisect_right(places, mine)
                lower += sign * below
                equal += sign * (upto - below)
                higher += sign * (len(places) - upto)
        return lower, equal, higher


@cache
def showdowns(literal: bool) -> tuple[tuple[tuple[int, ...], int, int, int, int], ...]:
    dealers = Dealers(literal)
    found = []
    for own in combinations(range(52), 3):
        lower, equal, higher = dealers.against(own)
        found.append((own, comb(49, 3) - lower - equal - higher, lower, equal, higher))
    return tuple(found)


def counted(wager: str, label: str, *, literal: bool = False, not_if_lower: bool = False) -> Result:
    total: Counter[int] = Counter()
    played = 0
    for own, no_hand, lower, equal, higher in showdowns(literal):
        extra = bonus(wager, label, own)
        nets = Counter({1 + extra: no_hand})
        nets[2 + extra] += lower
        nets[extra] += equal
        nets[-2 + (0 if not_if_lower else extra)] += higher
        if sum(net * number for net, number in nets.items()) > -comb(49, 3):
            played += 1
            total += nets
        else:
            total[-1] += comb(49, 3)
    return Counter({net: number for net, number in total.items() if number}), played


@pytest.mark.parametrize(("wager", "label"), TABLES)
def test_the_ante_game_comes_out_by_inclusion_and_exclusion(wager: str, label: str) -> None:
    found = in_pitbook(wager, label)
    assert found == counted(wager, label)
    assert found[0].total() == DEALS == 407_170_400


def test_the_readings_of_the_ante_game_come_out_by_inclusion_and_exclusion() -> None:
    literal = in_pitbook("ante-bonus", "A", within_rank_order="literal-highest-odd-card")
    assert literal == counted("ante-bonus", "A", literal=True)
    assert showdowns(True) != showdowns(False)
    assert literal == in_pitbook("ante-bonus", "A"), "what single hands win or lose by the reading others lose or win"
    held_back = in_pitbook("ante-bonus-akq", "B", akq_bonus_regardless="only-if-not-lower")
    assert held_back == counted("ante-bonus-akq", "B", not_if_lower=True)
    assert held_back != in_pitbook("ante-bonus-akq", "B")


def test_published_figures_of_the_ante_game() -> None:
    assert sum(qualifies(cards) for cards in combinations(range(52), 3)) == 15_380
    sheet = par("three-card-poker", "ante-bonus", "A")
    assert sheet.house_edge == Fraction(13_733_780, DEALS)
    assert f"{float(sheet.house_edge):.3%}" == "3.373%"
    assert sheet.element_of_risk == Fraction(13_733_780, DEALS) / (1 + Fraction(14_900, 22_100))
    assert f"{float(sheet.element_of_risk or 0):.2%}" == "2.01%"


@pytest.mark.parametrize(("wager", "label"), TABLES)
def test_the_optimal_strategy_is_queen_six_four_and_others_cost(wager: str, label: str) -> None:
    sheet = par("three-card-poker", wager, label)
    assert sheet.strategy is not None
    assert (sheet.strategy.name, sheet.strategy.rule) == ("optimal", "play Q-6-4 or better")
    assert (sheet.strategy.plays, sheet.strategy.hands) == (14_900, 22_100)
    edges = {name: edge for name, _, edge in sheet.strategy.alternatives}
    assert edges["q-6-4"] == sheet.house_edge < edges["any-queen"] < edges["always"]
    for name, edge in edges.items():
        assert par("three-card-poker", wager, label, options={"strategy": name}).house_edge == edge


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(ChoiceError, match="'bold'; allowed: optimal, q-6-4, any-queen, always"):
        par("three-card-poker", "ante-bonus", "A", options={"strategy": "bold"})
