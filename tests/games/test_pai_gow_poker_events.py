"""Pai Gow Poker's events and rule data: a second, literal way of telling each event, and the known counts of all hands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb

import pytest

from pitbook.cards import JOKER, SUITS, Deck, card, hand, hand_cards, joker_deck, parse_cards, reduced_deck
from pitbook.catalog import rulebook
from pitbook.choices import Offer, offer
from pitbook.counting import histogram, plain_histogram
from pitbook.families import Family, families
from pitbook.games.pai_gow_poker import events
from pitbook.payouts import MICROS

PACKAGE = "pitbook.games.pai_gow_poker"
ALL_HANDS = 154_143_080
SEVEN_CARD: Family = families(PACKAGE)["seven-card"]
COLORS: Family = families(PACKAGE)["seven-card-colors"]


def names(family: Family, mask: int) -> set[str]:
    return {name for n, name in enumerate(family.events) if mask >> n & 1}


def events_of(text: str) -> set[str]:
    return names(SEVEN_CARD, events.seven_card_mask(hand(parse_cards(text))))


def offered(wager: str, label: str | None = None, **readings: str) -> Offer:
    return offer(rulebook().game("pai-gow-poker"), wager, label, readings={k.replace("_", "-"): v for k, v in readings.items()})


def counts_of_rows(an_offer: Offer) -> Counter[str]:
    """How many of all hands are paid by each row, and by none (``lose``)."""
    assert an_offer.family is not None
    family = families(PACKAGE)[an_offer.family]
    rows = [(row.outcome, family.bit(row.event)) for row in an_offer.rows]
    found: Counter[str] = Counter()
    for mask, number in histogram(PACKAGE, family.name, joker_deck()).items():
        found[next((outcome for outcome, bit in rows if mask & bit), "lose")] += number
    return found


def units_lost(an_offer: Offer) -> Fraction:
    """What the player loses over all hands with one unit on each."""
    counts = counts_of_rows(an_offer)
    paid = (counts[row.outcome] * row.award.per_unit(MICROS, 0) for row in an_offer.rows)
    return ALL_HANDS - sum(paid, Fraction(0))


# The second way: every five of the seven cards, and every card that the joker may be ------------------------------------

Card = tuple[int, str]
WILD: Card = (0, "joker")
DECK: tuple[Card, ...] = tuple((rank, suit) for rank in range(2, 15) for suit in SUITS)
HIGH_CARD = {9: "nine-high", 10: "ten-high", 11: "jack-high", 12: "queen-high", 13: "king-high", 14: "ace-high"}


def cards_of(a_hand: int) -> list[Card]:
    return [WILD if n == JOKER else (n % 13 + 2, SUITS[n // 13]) for n in hand_cards(a_hand)]


def in_a_row(ranks: Iterable[int]) -> bool:
    """Different ranks that follow each other, the ace above the king or below the deuce."""
    high = sorted(ranks)
    low = sorted(1 if rank == 14 else rank for rank in high)
    return any(each == list(range(each[0], each[0] + len(each))) for each in (high, low))


def kinds_of_naturals(five: Sequence[Card]) -> set[str]:
    flush = len({suit for _, suit in five}) == 1
    straight = in_a_row(rank for rank, _ in five)
    royal = flush and {rank for rank, _ in five} == {10, 11, 12, 13, 14}
    held = {"flush": flush, "straight": straight, "straight-flush": flush and straight, "royal-flush": royal}
    return {name for name, is_so in held.items() if is_so}


@cache
def kinds(five: tuple[Card, ...]) -> frozenset[str]:
    """What five cards can be when the joker may be any card that is not among them."""
    if WILD not in five:
        return frozenset(kinds_of_naturals(five))
    four = [each for each in five if each != WILD]
    return frozenset().union(*(kinds_of_naturals([*four, stand_in]) for stand_in in DECK if stand_in not in four))


def seven_in_a_row(seven: Sequence[Card]) -> bool:
    return len({suit for _, suit in seven}) == 1 and in_a_row(rank for rank, _ in seven)


def beside_five(five: Sequence[Card], two: Sequence[Card]) -> set[str]:
    """The events that join a straight flush of five and the other two cards."""
    found: set[str] = set()
    natural = WILD not in five
    royal = "royal-flush" in kinds(tuple(five))
    ace_five = natural and {rank for rank, _ in five} == {14, 2, 3, 4, 5}
    pair = {rank for rank, _ in two} if len({suit for _, suit in two}) == 1 else set()
    joker_as_ace_and_king = WILD in two and any(rank == 13 for rank, _ in two)
    if ace_five:
        found.add("ace-five-natural-straight-flush")
        if pair == {14, 12}:
            found.add("ace-five-natural-straight-flush-and-a-natural-ace-queen-suited")
    if royal and pair == {14, 12} and natural:
        found.add("natural-royal-flush-and-natural-ace-queen-suited")
    for form in ["", "natural-"] if natural else [""]:
        if royal and pair == {13, 12}:
            found.add(f"{form}royal-flush-and-royal-match")
        if royal and pair == {14, 13}:
            found.add(f"{form}royal-flush-and-ace-king-suited")
        if royal and (pair == {14, 13} or joker_as_ace_and_king):
            found.add(f"{form}royal-flush-and-ace-king-suited-joker-as-ace")
    return found


def literal_events(a_hand: int) -> set[str]:
    """Every event of seven cards, from the wording."""
    cards = cards_of(a_hand)
    naturals = [each for each in cards if each != WILD]
    found: set[str] = set()
    for five in combinations(cards, 5):
        found |= kinds(five)
        if "straight-flush" in kinds(five):
            found |= beside_five(five, [each for each in cards if each not in five])
    if WILD in cards:
        if any(seven_in_a_row([*naturals, stand_in]) for stand_in in DECK if stand_in not in naturals):
            found |= {"seven-card-straight-flush-with-joker", "seven-card-straight-flush"}
    elif seven_in_a_row(cards):
        found |= {"seven-card-natural-straight-flush", "seven-card-straight-flush"}
    return found | literal_rank_events(cards, found)


def literal_rank_events(cards: Sequence[Card], found: set[str]) -> set[str]:
    as_ace = [(14, "none") if each == WILD else each for each in cards]
    counts = sorted(Counter(rank for rank, _ in as_ace).items(), key=lambda each: -each[1])
    most, second = counts[0][1], counts[1][1]
    pairs = sum(number >= 2 for _, number in counts)
    held = {
        "five-aces": most == 5,
        "four-of-a-kind": most >= 4,
        "full-house": most >= 3 and second >= 2,
        "three-of-a-kind": most >= 3,
        "three-of-a-kind-without-straight": most >= 3 and "straight" not in found,
        "three-pair": pairs >= 3,
        "two-pair": pairs >= 2,
        "pair": pairs >= 1,
    }
    if not pairs:
        highest = HIGH_CARD.get(max(rank for rank, _ in as_ace), "")
        made = set().union(*(kinds_of_naturals(five) for five in combinations(as_ace, 5)))
        held[highest] = not found & {"straight", "flush"}
        held["ace-high-joker-as-ace-only"] = highest == "ace-high" and not made
    return {name for name, is_so in held.items() if is_so}


def one_per_suit_class(hands: Iterable[int], suits: Sequence[int] = range(4)) -> Iterator[int]:
    """Of hands that differ by an exchange of the suits, the one whose rank sets fall."""
    for each in hands:
        ranks = [each >> 13 * suit & 0x1FFF for suit in suits]
        if ranks == sorted(ranks, reverse=True):
            yield each


def random_hands(seed: int, number: int) -> Iterator[int]:
    """Hands of the whole deck, then as many of few ranks or few suits, where the rare events are."""
    chance = random.Random(seed)
    for _ in range(number):
        yield hand(chance.sample(range(53), 7))
    for _ in range(number):
        first, width = chance.randrange(13), chance.randrange(3, 8)
        suits = chance.sample(range(4), chance.randrange(2, 5))
        pool = [card((first + n) % 13, suit) for n in range(width) for suit in suits]
        if len(pool) >= 7:
            yield hand(chance.sample([*pool, JOKER], 7))


def agree(hands: Iterable[int]) -> int:
    number = 0
    for number, each in enumerate(hands, start=1):  # noqa: B007
        found = names(SEVEN_CARD, events.seven_card_mask(each))
        assert found == literal_events(each), cards_of(each)
    return number


def test_random_hands_hold_the_events_of_the_wording() -> None:
    assert agree(random_hands(seed=645, number=1_000)) > 1_500


@pytest.mark.parametrize("ranks", [(8, 9, 10, 11, 12), (12, 0, 1, 2, 3), (0, 4, 5, 6, 10)], ids=["T-A", "A-5", "gaps"])
def test_all_hands_of_five_ranks_and_the_joker(ranks: tuple[int, ...]) -> None:
    """Four suits of five ranks: royal flushes, matches, five aces, the natural ace to five."""
    classes = one_per_suit_class(reduced_deck(ranks, joker=True).hands(7))
    assert agree(classes) > 5_000


def test_all_hands_with_an_ace_to_five_and_a_queen() -> None:
    """The five natural cards, and every two cards that may lie beside them."""
    five = hand(parse_cards("Ah 2h 3h 4h 5h"))
    rest = [n for n in range(53) if not five >> n & 1]
    assert agree(five | 1 << one | 1 << other for one, other in combinations(rest, 2)) == comb(48, 2)


def test_all_hands_with_four_royal_cards_of_a_suit() -> None:
    """Every three cards beside A-K-Q-J of spades: natural royals, royals with the joker, and neither."""
    four = hand(parse_cards("As Ks Qs Js"))
    rest = [n for n in range(53) if not four >> n & 1]
    hands = (four | hand(three) for three in combinations(rest, 3))
    assert agree(one_per_suit_class(hands, suits=(0, 1, 2))) > comb(49, 3) // 6


@pytest.mark.parametrize("ranks", [range(5, 13), (12, *range(7))], ids=["7-A", "A-8"])
def test_all_hands_of_two_suits_of_eight_ranks(ranks: Sequence[int]) -> None:
    """Two suits: seven cards in a row, with and without the joker, at both ends of the suit."""
    deck = Deck((*sorted(card(rank, suit) for rank in ranks for suit in (0, 1)), JOKER))
    assert agree(one_per_suit_class(deck.hands(7))) > comb(17, 7) // 2


def test_an_exchange_of_suits_changes_no_event() -> None:
    for each in random_hands(seed=13, number=200):
        masks = set()
        for order in permutations(range(4)):
            moved = each & 1 << JOKER
            for suit in range(4):
                moved |= (each >> 13 * suit & 0x1FFF) << 13 * order[suit]
            masks.add(events.seven_card_mask(moved))
        assert len(masks) == 1


def test_each_bit_is_named_by_its_place() -> None:
    for n, name in enumerate(SEVEN_CARD.events):
        assert getattr(events, name.upper().replace("-", "_")) == 1 << n
    assert len(COLORS.events) == COLORS.bit("joker-held").bit_length() == events.JOKER_HELD.bit_length()
    assert all(family.bit(family.events[-1]) < 1 << 62 for family in families(PACKAGE).values())


# Worked hands ------------------------------------------------------------------------------------------------------------

FORTUNE_C_OF_HANDS = [
    ("Kh Kd Jk 9c 9s 4d 2h", None),  # the joker is an ace and no third king
    ("Kh Kd 9c 9s 4h 4d 2s", "three-pair"),
    ("8d 8c 8s Kh Kd Js 4s", "full-house"),
    ("Ah Ad Jk 9c 9s 4d 2h", "full-house"),  # the joker is the third ace
    ("Ah Ad As Jk 9s 4d 2h", "four-of-a-kind"),
    ("Ah Ad As Ac Jk 4d 2h", "five-aces"),
    ("Ah Ad As Ac 9s 4d 2h", "four-of-a-kind"),
    ("7d 7h 7s 6s 5h 4d 3s", "three-of-a-kind"),  # stands above the straight
    ("7d 7h 6s 5h 4d 3s 2c", "straight"),
    ("Kh Qs Jk Jd Tc 4h 2s", "straight"),  # the joker as the ace or the nine
    ("Ks Ah 2d 3c 9d Qd 4h", None),  # no run passes through the ace
    ("Ks Ah 2d 3c Jk Qd 4h", "straight"),  # the joker as the five
    ("9d 6d 5d 2d Jk Kc Kh", "flush"),
    ("Ks Qs Js Ts Jk Kh Qh", "royal-flush-and-royal-match"),
    ("As Ks Qs Js Jk Kh Qh", "royal-flush-and-royal-match"),
    ("As Ks Qs Js Ts Jk Kh", "royal-flush"),
    ("As Ks Qs Js Ts Kd Qh", "royal-flush"),
    ("As Ks Qs Js Ts Ah Kh", "royal-flush"),
    ("As 2s 3s 4s Jk Kd Kh", "straight-flush"),
    ("As Ks Qs 2s 3s Jk Kh", "flush"),
    ("2s 3s 4s 5s 6s 7s 8s", "seven-card-straight-flush"),
    ("As 2s 3s 4s 5s 6s 7s", "seven-card-straight-flush"),
    ("8s 9s Ts Js Qs Ks As", "seven-card-straight-flush"),
    ("2s 3s 4s 5s 6s 7s Jk", "seven-card-straight-flush-with-joker"),
    ("9s Ts Js Qs Ks As Jk", "seven-card-straight-flush-with-joker"),
    ("As 2s 3s 5s 6s 7s Jk", "seven-card-straight-flush-with-joker"),
    ("As 2s 3s 4s 5s 6s 8s", "straight-flush"),
    ("Qs Ks As 2s 3s 4s Jk", "straight-flush"),  # ace to five; no seven pass through the ace
    ("Qs Ks As 2s 3s 9s Jk", "flush"),
    ("2s 3s 4s 5s 6s 9s Jk", "straight-flush"),  # two missing of seven
]


@pytest.mark.parametrize(("text", "outcome"), FORTUNE_C_OF_HANDS)
def test_fortune_bonus_pays_the_first_row_that_holds(text: str, outcome: str | None) -> None:
    held = events_of(text)
    paid = next((row.outcome for row in offered("fortune-bonus", "C").rows if row.event in held), None)
    assert paid == outcome


DYNASTY_OF_HANDS = [
    ("Ah 2h 3h 4h 5h As Qs", "ace-five-natural-straight-flush-and-a-natural-ace-queen-suited"),
    ("Ah 2h 3h 4h 5h Jk Qs", "ace-five-natural-straight-flush"),
    ("Ah 2h 3h 4h Jk As Qs", "straight-flush"),
    ("Ah 2h 3h 4h 5h 6h 9c", "ace-five-natural-straight-flush"),
    ("Ah 2h 3h 4h 5h 6h 7h", "seven-card-natural-straight-flush"),
    ("Ah 2h 3h 4h 5h 6h Jk", "seven-card-straight-flush"),
    ("Ad Kd Qd Jd Td Ac Qc", "natural-royal-flush-and-natural-ace-queen-suited"),
    ("Ad Kd Qd Jd Jk Ac Qc", "royal-flush"),
    ("Ad Kd Qd Jd Td Jk Qc", "royal-flush"),
]


@pytest.mark.parametrize(("text", "outcome"), DYNASTY_OF_HANDS)
def test_dynasty_bonus_pays_the_first_row_that_holds(text: str, outcome: str) -> None:
    held = events_of(text)
    assert next(row.outcome for row in offered("dynasty-bonus").rows if row.event in held) == outcome


# All hands ---------------------------------------------------------------------------------------------------------------

BELOW_ROYAL = {
    "five-aces": 1_128,
    "straight-flush": 184_644,
    "four-of-a-kind": 307_472,
    "full-house": 4_188_528,
    "flush": 6_172_088,
    "three-of-a-kind": 7_672_500,
    "straight": 11_034_204,
}


@pytest.mark.parametrize("label", "ABCD")
def test_fortune_bonus_has_the_published_counts(label: str) -> None:
    counts = counts_of_rows(offered("fortune-bonus", label))
    pushes = {"three-pair": 2_862_000} if label == "C" else {}
    top = {
        "seven-card-straight-flush": 32,
        "royal-flush-and-royal-match": 72,
        "seven-card-straight-flush-with-joker": 196,
        "royal-flush": 26_020,
    }
    paid = top | BELOW_ROYAL | pushes
    assert counts == paid | {"lose": ALL_HANDS - sum(paid.values())}


def test_emperors_treasure_has_the_same_counts() -> None:
    counts = counts_of_rows(offered("emperors-treasure", "C"))
    assert counts["royal-flush-and-ace-king-suited"] == 72
    assert counts["royal-flush"] == 26_020
    assert {name: counts[name] for name in BELOW_ROYAL} == BELOW_ROYAL


def test_by_poker_rank_the_hands_have_the_published_counts() -> None:
    order = {
        "five-aces": 1_128,
        "royal-flush": 26_132,
        "straight-flush": 184_832,
        "four-of-a-kind": 307_472,
        "full-house": 4_188_528,
        "flush": 6_172_088,
        "straight": 11_236_028,
        "three-of-a-kind": 7_470_676,
        "two-pair": 35_553_816,
        "pair": 64_221_960,
        "": 24_780_420,
    }
    found: Counter[str] = Counter()
    for mask, number in histogram(PACKAGE, "seven-card", joker_deck()).items():
        found[next((name for name in order if name and mask & SEVEN_CARD.bit(name)), "")] += number
    assert found == order


def bits_held(name: str) -> int:
    bit = SEVEN_CARD.bit(name)
    return sum(number for mask, number in histogram(PACKAGE, "seven-card", joker_deck()).items() if mask & bit)


def test_top_rows_can_be_counted_by_hand() -> None:
    sixes = {six for lowest in range(8) for six in combinations(range(lowest, lowest + 7), 6)}
    assert bits_held("seven-card-natural-straight-flush") == 4 * 8 == 32
    assert bits_held("seven-card-straight-flush-with-joker") == 4 * len(sixes) == 196
    assert bits_held("royal-flush") == 4 * comb(48, 2) + 4 * 5 * comb(47, 2)
    assert bits_held("ace-five-natural-straight-flush") == 4 * comb(48, 2)
    assert bits_held("five-aces") == comb(48, 2)
    assert bits_held("natural-royal-flush-and-natural-ace-queen-suited") == 4 * 3
    assert bits_held("ace-five-natural-straight-flush-and-a-natural-ace-queen-suited") == 4 * 3
    assert bits_held("royal-flush-and-royal-match") == 4 * 3 * (1 + 5)


def no_pair_counts() -> Counter[str]:
    """Hands without a pair, straight and flush: rank sets times the ways to give them suits without four or five of one."""
    seven_suited = 4**7 - 4 * sum(comb(7, k) * 3 ** (7 - k) for k in (5, 6, 7))
    six_suited = 4**6 - 4 * sum(comb(6, k) * 3 ** (6 - k) for k in (4, 5, 6))
    runs = [{14, 2, 3, 4, 5}, *({*range(low, low + 5)} for low in range(2, 11))]
    counts: Counter[str] = Counter()
    for ranks in combinations(range(2, 15), 7):
        if not any(run <= {*ranks} for run in runs):
            counts[HIGH_CARD[max(ranks)]] += seven_suited
    for ranks in combinations(range(2, 14), 6):  # and the joker
        if not any(len(run & {*ranks}) >= 4 for run in runs):
            counts["ace-high"] += six_suited
    return counts


def test_no_pair_hands_are_counted_from_their_ranks() -> None:
    wanted = no_pair_counts()
    assert sum(wanted.values()) == 24_780_420
    for label in "ABCDE":
        counts = counts_of_rows(offered("insurance", label))
        assert {name: counts[name] for name in wanted} == wanted
    protection = counts_of_rows(offered("protection"))
    assert protection - wanted == {"ace-five-natural-straight-flush": 4_512, "lose": ALL_HANDS - 24_780_420 - 4_512}
    assert counts_of_rows(offered("queens-dragon"))["queen-high"] == wanted["queen-high"]


def test_fortune_b_gives_the_house_the_published_edge() -> None:
    lost = units_lost(offered("fortune-bonus", "B"))
    assert lost == 12_066_096
    assert f"{float(lost / ALL_HANDS):.3%}" == "7.828%"


@pytest.mark.parametrize(("wager", "label"), [("fortune-bonus", "B"), ("emperors-treasure", "A"), ("dynasty-bonus", None)])
def test_paying_by_poker_rank_costs_the_player_one_unit_a_hand(wager: str, label: str | None) -> None:
    by_rank = units_lost(offered(wager, label, pay_order="poker-rank"))
    assert by_rank - units_lost(offered(wager, label)) == 201_824


def test_classes_count_as_hands_one_by_one() -> None:
    deck = reduced_deck((0, 1, 2, 3, 4, 11, 12), joker=True)
    for family in (SEVEN_CARD, COLORS):
        counts = histogram(PACKAGE, family.name, deck)
        assert dict(counts) == dict(plain_histogram(PACKAGE, family.name, deck))
        assert sum(counts.values()) == comb(29, 7)


def test_compiled_masks_are_those_of_the_plain_functions() -> None:
    import numpy as np

    from pitbook.compiled import compile_module

    hands = list(random_hands(seed=5, number=500))
    expected = [literal_events(each) for each in hands]
    compile_module(events)
    masks = np.empty(len(hands), np.int64)
    events.seven_card_masks(np.array(hands, np.int64), masks)
    assert [names(SEVEN_CARD, int(mask)) for mask in masks] == expected


# Other readings ----------------------------------------------------------------------------------------------------------

MATCH = "royal-flush-and-ace-king-suited"


@pytest.mark.parametrize(
    ("in_royal", "in_match", "royal_match", "ace_king"),
    [("yes", "no", 72, 72), ("no", "no", 12, 12), ("yes", "yes", 72, 84), ("no", "yes", 12, 24)],
)
def test_the_joker_in_the_royal_or_beside_it(in_royal: str, in_match: str, royal_match: int, ace_king: int) -> None:
    fortune = counts_of_rows(offered("fortune-bonus", "A", joker_in_royal=in_royal, joker_in_match=in_match))
    emperor = counts_of_rows(offered("emperors-treasure", "A", joker_in_royal=in_royal, joker_in_match=in_match))
    assert fortune["royal-flush-and-royal-match"] == royal_match
    assert emperor[MATCH] == ace_king
    assert fortune["royal-flush"] == 26_020 + 72 - royal_match
    assert emperor["royal-flush"] == 26_020 + 72 - ace_king


def test_the_meter_goes_to_228_hands_or_to_32() -> None:
    default = counts_of_rows(offered("progressive"))
    natural = counts_of_rows(offered("progressive", progressive_seven_card_straight_flush="natural-only"))
    assert default["seven-card-straight-flush"] == 228
    assert natural["seven-card-straight-flush"] == 32
    fallen = natural - default
    assert fallen.keys() == {"royal-flush", "straight-flush"}
    assert sum(fallen.values()) == 196


def test_a_joker_that_is_an_ace_only_spoils_fewer_hands() -> None:
    """Without a straight or flush by the joker, six other ranks and an ace are ace-high."""
    runs = [{14, 2, 3, 4, 5}, *({*range(low, low + 5)} for low in range(2, 11))]
    seven_suited = 4**7 - 4 * sum(comb(7, k) * 3 ** (7 - k) for k in (5, 6, 7))
    six_suited = 4**6 - 4 * sum(comb(6, k) * 3 ** (6 - k) for k in (5, 6))
    free = [ranks for ranks in combinations(range(2, 14), 6) if not any(run <= {*ranks, 14} for run in runs)]
    wanted = len(free) * (seven_suited + six_suited)
    counts = counts_of_rows(offered("protection", insurance_joker="ace-only"))
    assert counts["ace-high"] == wanted
    assert counts["king-high"] == no_pair_counts()["king-high"]


# Red and black -----------------------------------------------------------------------------------------------------------

NUMBERS = {7: "seven", 6: "six", 5: "five", 4: "four"}


def literal_cards_of_color(a_hand: int, color: str, joker: str) -> int:
    """How many cards are of the color; -1 for a hand that loses with its joker."""
    of_color = {"red": "dh", "black": "cs"}
    cards = cards_of(a_hand)
    held = {name: sum(suit in of_color[name] for rank, suit in cards if rank) for name in of_color}
    other = held["red" if color == "black" else "black"]
    if WILD not in cards or joker == "no-colour":
        return held[color]
    if joker == "loses-hand":
        return -1
    joins = joker == "chosen-colour" or held[color] > other
    return held[color] + 1 if joins else held[color]


@pytest.mark.parametrize("joker", ["no-colour", "loses-hand", "majority", "chosen-colour"])
@pytest.mark.parametrize("color", ["red", "black"])
def test_red_black_counts_the_chosen_color(color: str, joker: str) -> None:
    rows = offered("red-black", red_black_joker=joker).rows
    swap = offered("red-black").wager.player_choice[color]
    for each in random_hands(seed=50, number=2_000):
        held = names(COLORS, events.seven_card_colors_mask(each))
        paid = next((row.outcome for row in rows if swap.get(row.event, row.event) in held), None)
        cards = literal_cards_of_color(each, color, joker)
        assert paid == (f"{NUMBERS[cards]}-cards-of-the-chosen-color" if cards >= 4 else None)


def hands_with(red: int, jokers: int) -> int:
    return comb(26, red) * comb(26, 7 - jokers - red)


RED_BLACK_COUNTS = {
    "no-colour": {n: hands_with(n, 0) + (hands_with(n, 1) if n < 7 else 0) for n in NUMBERS},
    "loses-hand": {n: hands_with(n, 0) for n in NUMBERS},
    "majority": {n: hands_with(n, 0) + (hands_with(n - 1, 1) if n > 4 else 0) for n in NUMBERS},
    "chosen-colour": {n: hands_with(n, 0) + hands_with(n - 1, 1) for n in NUMBERS},
}


@pytest.mark.parametrize("joker", RED_BLACK_COUNTS)
def test_red_black_has_the_counts_of_two_colors(joker: str) -> None:
    counts = counts_of_rows(offered("red-black", red_black_joker=joker))
    assert sum(counts.values()) == ALL_HANDS
    assert {n: counts[f"{NUMBERS[n]}-cards-of-the-chosen-color"] for n in NUMBERS} == RED_BLACK_COUNTS[joker]


def test_a_pushing_joker_gives_the_stake_back() -> None:
    pushing = offered("red-black", red_black_joker="push-hand")
    counts = counts_of_rows(pushing)
    assert counts["joker-held"] == comb(52, 6)
    assert {n: counts[f"{NUMBERS[n]}-cards-of-the-chosen-color"] for n in NUMBERS} == RED_BLACK_COUNTS["loses-hand"]


def test_the_effect_of_the_red_black_joker_is_as_stated() -> None:
    reading = rulebook().game("pai-gow-poker").edition().reading("red-black-joker")
    edges = {value: units_lost(offered("red-black", red_black_joker=value)) / ALL_HANDS for value in reading.values}
    assert reading.effect == "house edge: " + ", ".join(f"{value} {float(edge):.2%}" for value, edge in edges.items())


# The rule data -----------------------------------------------------------------------------------------------------------


def test_every_event_that_a_choice_or_a_reading_names_exists() -> None:
    edition = rulebook().game("pai-gow-poker").edition()
    for wager in edition.wagers:
        if wager.family is None:
            continue
        known = set(families(PACKAGE)[wager.family].events)
        for swapped in wager.player_choice.values():
            assert set(swapped) | set(swapped.values()) <= known
        for reading in edition.readings:
            if wager.id in reading.wagers:
                assert {row[1] for row in reading.top_row.values()} <= known
                for replaced in reading.events.values():
                    assert set(replaced) | set(replaced.values()) <= known


def test_no_later_row_pays_more_than_an_earlier_one_that_may_hold_with_it() -> None:
    """So the row that stands first is also the best of those that hold."""
    held_masks = {name: histogram(PACKAGE, name, joker_deck()) for name in ("seven-card", "seven-card-colors")}
    edition = rulebook().game("pai-gow-poker").edition()
    for wager in edition.wagers:
        for table in wager.paytables if wager.family else ():
            family = families(PACKAGE)[wager.family or ""]
            for first, later in combinations([row for row in table.rows if not row.award.share], 2):
                both = family.bit(first.event) | family.bit(later.event)
                if any(mask & both == both for mask in held_masks[family.name]):
                    assert first.award.multiple >= later.award.multiple, (wager.id, table.label, first.hand, later.hand)


def test_envy_is_printed_down_to_four_of_a_kind_and_needs_five_dollars() -> None:
    for wager in ("fortune-bonus", "emperors-treasure", "dynasty-bonus"):
        for table in offered(wager, "A" if wager != "dynasty-bonus" else None).wager.paytables:
            envy = offered(wager, table.label).envy
            assert envy is not None
            assert [row.outcome for row in envy.rows] == [row.outcome for row in table.rows[: len(envy.rows)]]
            assert envy.rows[-1].outcome == "four-of-a-kind"
            assert (envy.minimum_micros, envy.trigger) == (5 * MICROS, "any-player")
            assert envy.micros("four-of-a-kind", 100 * MICROS) == 5 * MICROS
    for wager in ("insurance", "queens-dragon", "protection", "red-black", "progressive"):
        assert offered(wager, "A" if wager == "insurance" else None).envy is None


def test_the_progressive_prints_no_terms() -> None:
    terms = offered("progressive").terms
    assert terms is not None
    assert (terms.seed, terms.reseed, terms.increment, terms.reserve) == (None, None, None, None)


def test_the_base_wager_pays_even_money_less_a_vigorish() -> None:
    base = offered("pai-gow")
    assert [(row.event, row.pays) for row in base.rows] == [("win", "1 to 1"), ("push", "push")]
    assert (base.vigorish, base.wager.vigorish_multiple) == (Fraction(1, 20), MICROS // 4)


def test_two_variations_take_no_vigorish() -> None:
    variations = rulebook().game("pai-gow-poker").edition().reading("variation").values
    free = {value for value in variations if not offered("pai-gow", variation=value).vigorish}
    assert free == {"ez", "commission-free"}


def test_insurance_has_its_paytables_by_variation() -> None:
    insurance = offered("insurance", "A").wager
    assert insurance.variations == {"emperors-challenge": ("A", "B"), "fortune": ("C", "D", "E")}
