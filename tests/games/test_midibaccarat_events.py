"""Midibaccarat: third cards, the events of a coup, and their counts, each found a second way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import perm

import pytest

from pitbook.cards import JOKER, CardError, Deck, parse_cards, shoe
from pitbook.catalog import rulebook
from pitbook.choices import OfferRow, offer
from pitbook.counting import histogram
from pitbook.games.midibaccarat import events
from pitbook.games.midibaccarat.counts import histogram as coup_histogram
from pitbook.games.midibaccarat.events import banker_draws, card_value, coup_fault, coup_mask, player_draws
from pitbook.payouts import PayoutKind
from pitbook.rulebook import UnknownNameError

PACKAGE = "pitbook.games.midibaccarat"
GAME = rulebook().game("midibaccarat")
(COUP,) = events.FAMILIES
DRAWN = 6
EIGHT_DECKS = 4_998_398_275_503_360
TABLES = "ABCDEFGHI"


def names(mask: int) -> set[str]:
    return {name for n, name in enumerate(COUP.events) if mask >> n & 1}


def coup(player: str, banker: str) -> set[str]:
    p, b = parse_cards(player), parse_cards(banker)
    return names(coup_mask(p[0], p[1], p[2] if p[2:] else -1, b[0], b[1], b[2] if b[2:] else -1))


def count(counts: Mapping[int, int], *held: str) -> int:
    """How many sequences have all the events."""
    bits = sum(COUP.bit(each) for each in held)
    return sum(number for mask, number in counts.items() if mask & bits == bits)


@cache
def shoe_counts(decks: int) -> Mapping[int, int]:
    return histogram(PACKAGE, "coup", shoe(decks))


def harmony(label: str, **readings: str) -> tuple[OfferRow, ...]:
    chosen = {name.replace("_", "-"): value for name, value in readings.items()}
    return offer(GAME, "harmony-progressive", label, readings=chosen).rows


def row_counts(rows: Sequence[OfferRow], counts: Mapping[int, int]) -> Counter[str]:
    """How many sequences each row is the first to hold for; ``lose`` for the rest."""
    found: Counter[str] = Counter()
    bits = [(row.outcome, COUP.bit(row.event)) for row in rows]
    for mask, number in counts.items():
        found[next((outcome for outcome, bit in bits if mask & bit), "lose")] += number
    return found


# Values and third cards -----------------------------------------------------------------------------------------------


def test_the_value_of_every_rank() -> None:
    cards = parse_cards("Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc")
    assert [card_value(each) for each in cards] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert card_value(-1) == 0


# A row per count of the Banker's two cards; a column for a Player that stood, then for a third card of 0 to 9.
CHART = ["DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDDSD", "DSSDDDDDDSS", "DSSSSDDDDSS", "SSSSSSSDDSS", "SSSSSSSSSSS"]


def test_the_player_draws_from_0_to_5() -> None:
    assert [player_draws(total) for total in range(8)] == [True] * 6 + [False] * 2


@pytest.mark.parametrize("total", range(8))
def test_the_banker_draws_as_the_chart_says(total: int) -> None:
    assert "".join("D" if banker_draws(total, third) else "S" for third in range(-1, 10)) == CHART[total]


@pytest.mark.parametrize(
    ("total", "below", "at", "above"),
    [
        (3, (7, True), (8, False), (9, True)),
        (4, (1, False), (2, True), (3, True)),
        (4, (6, True), (7, True), (8, False)),
        (5, (3, False), (4, True), (5, True)),
        (5, (6, True), (7, True), (8, False)),
        (6, (5, False), (6, True), (7, True)),
        (6, (6, True), (7, True), (8, False)),
    ],
)
def test_the_banker_below_at_and_above_each_threshold(
    total: int, below: tuple[int, bool], at: tuple[int, bool], above: tuple[int, bool]
) -> None:
    for third, draws in (below, at, above):
        assert banker_draws(total, third) is draws


@pytest.mark.parametrize(
    ("player", "banker"),
    [
        ("9h Kd", "7c Td"),
        ("4h 2c", "5d Ks 3c"),
        ("Td 4c 8h", "Kh 3s"),
        ("2h 2d Ac", "Qs 4d"),
        ("3h Ad 5s", "5c Kc 4h"),
        ("Kd 7h", "9c 8s"),
    ],
)
def test_a_coup_by_the_rules_has_no_fault(player: str, banker: str) -> None:
    assert coup_fault(parse_cards(player), parse_cards(banker)) is None


@pytest.mark.parametrize(
    ("player", "banker", "words"),
    [
        ("4h 2c", "Ks 6d 3c", ["Banker (Ks 6d 3c) has a third card", "count of 6 it stands", "the Player stood"]),
        ("4h 2c", "Ks 5d", ["Banker (Ks 5d) lacks a third card", "count of 5 it draws", "the Player stood"]),
        ("Td 4c 8h", "Kh 3s 2c", ["Banker", "count of 3 it stands", "third card counts 8"]),
        ("Td 4c 7h", "Kh 3s", ["Banker", "count of 3 it draws", "third card counts 7"]),
        ("2h 3d", "Kh 7s", ["Player (2h 3d) lacks a third card", "count of 5 it draws"]),
        ("2h 4d Kc", "Kh 7s", ["Player (2h 4d Kc) has a third card", "count of 6 it stands"]),
        ("2h 3d Kc", "Kh 8s", ["Player (2h 3d Kc) has a third card", "the Banker has a natural 8"]),
        ("2h 7d", "Kh 2s 3c", ["Banker (Kh 2s 3c) has a third card", "the Player has a natural 9"]),
        ("9h Kd 2c", "8c Td Ah", ["Player", "Banker", "the Player has a natural 9 and the Banker has a natural 8"]),
        ("9h", "8c Td", ["Player has 1 cards", "two or three"]),
        ("9h Kd", "8c Td 2c 3c", ["Banker has 4 cards", "two or three"]),
        ("9h", "8c", ["Player has 1 cards", "Banker has 1 cards"]),
    ],
)
def test_a_coup_against_the_rules_is_told(player: str, banker: str, words: list[str]) -> None:
    fault = coup_fault(parse_cards(player), parse_cards(banker))
    assert fault is not None
    assert all(word in fault for word in words), fault


def test_third_cards_are_judged_as_they_are_dealt() -> None:
    """Whatever coup the rules deal has no fault, and one card more or less is one."""
    chance = random.Random(629)
    for _ in range(2_000):
        cards = [chance.randrange(52) for _ in range(6)]
        player, banker = plain_coup(cards)
        assert coup_fault(player, banker) is None
        other = [*player, cards[5]] if len(player) == 2 else player[:2]
        assert coup_fault(other, banker) is not None
        other = [*banker, cards[5]] if len(banker) == 2 else banker[:2]
        assert coup_fault(player, other) is not None


# The events, coup by coup ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "banker", "expected"),
    [
        ("9h Kd", "7c Td", "player-wins"),
        ("4h 2c", "5d Ks 3c", "banker-wins banker-wins-without-three-card-7"),
        ("4h 2c", "5d Ks 2c", "banker-wins tie-or-banker-three-card-7"),
        ("4h 2c", "5d 2s", "banker-wins banker-wins-without-three-card-7"),
        ("Kd 7h", "9c 8s", "tie tie-with-7 tie-with-6-9 4-card-tie tie-each-hand-one-color"),
        ("8s 8h", "8d 8c", "tie tie-with-6 tie-with-6-9 4-card-tie four-of-a-kind-4-cards-dealt four-8s-4-cards-dealt"),
        ("9s 9h", "9d 9h", "tie tie-with-8 tie-with-6-9 4-card-tie four-of-a-kind-4-cards-dealt"),
        ("Qh Qs Qd", "Qc Qh Qd", "tie tie-with-0 6-card-tie six-of-a-kind six-of-a-kind-by-value six-0-value-cards"),
        ("Ks Jd Qh", "Tc Qs Kd", "tie tie-with-0 6-card-tie six-of-a-kind-by-value six-0-value-cards"),
        ("Tc Td Th", "Ts Tc Kd", "tie tie-with-0 6-card-tie six-of-a-kind-by-value six-0-value-cards"),
        ("2c 2d 2h", "2s 2c 2d", "tie tie-with-6 tie-with-6-9 6-card-tie six-of-a-kind six-of-a-kind-by-value"),
        ("4h 6d Kc", "Js Qd Th", "tie tie-with-0 6-card-tie"),
        ("Ad 2h 9s", "Kc 2s Td", "tie tie-with-2 tie-with-1-5 6-card-tie"),
        ("5h Kd 2c", "Td 7s", "tie tie-with-7 tie-with-6-9 5-card-tie"),
        ("2h 4d", "Kc 5s Ad", "tie tie-with-6 tie-with-6-9 5-card-tie"),
        ("8h Kd", "9d 9h", "tie tie-with-8 tie-with-6-9 4-card-tie tie-all-cards-same-color tie-each-hand-one-color"),
        ("8h Kd", "9c 9s", "tie tie-with-8 tie-with-6-9 4-card-tie tie-each-hand-one-color"),
        ("8h Kd", "9c 9h", "tie tie-with-8 tie-with-6-9 4-card-tie"),
    ],
)
def test_every_event_that_holds_is_in_the_mask(player: str, banker: str, expected: str) -> None:
    events_of_a_tie = {"tie-or-banker-three-card-7"} if expected.startswith("tie ") else set()
    assert coup(player, banker) == set(expected.split()) | events_of_a_tie
    assert coup_fault(parse_cards(player), parse_cards(banker)) is None


@pytest.mark.parametrize(
    ("total", "low", "high"),
    [(0, False, False), (1, True, False), (2, True, False), (4, True, False), (5, True, False), (6, False, True), (9, False, True)],
)
def test_the_bands_of_a_tie(total: int, low: bool, high: bool) -> None:
    """Six cards, both hands of the same count, whatever the rules for a third card say."""
    value = {0: "T", 1: "A"}.get(total, str(total))
    held = coup(f"Tc Td {value}h", f"Ts Td {value}c")
    assert ("tie-with-1-5" in held, "tie-with-6-9" in held) == (low, high)
    assert f"tie-with-{total}" in held


@pytest.mark.parametrize("third", ["", "Kd"])
def test_the_red_suits_and_the_black(third: str) -> None:
    assert "tie-all-cards-same-color" in coup(f"7h Kd {third}", "7d Kh")
    assert "tie-all-cards-same-color" in coup("7s Kc", "7c Ks")
    for odd in ("7c Kd", "7d Kc"):
        assert "tie-all-cards-same-color" not in coup(f"7h Kd {third}", odd)
    assert "tie-each-hand-one-color" not in coup("7h Kd Ks", "7c Ks")


def test_four_of_a_kind_by_value_is_four_of_a_kind_by_rank() -> None:
    """Hands of four cards that count 0 draw, so the reading has no effect on the four-card rows."""
    for p1, p2, b1, b2 in product(range(13), repeat=4):
        values = {card_value(each) for each in (p1, p2, b1, b2)}
        player, banker = plain_coup([p1, b1, p2, b2, 0, 0])
        if len(values) == 1 and len(player) == len(banker) == 2:
            assert len({p1, p2, b1, b2}) == 1


# The coup once more, in plain words -------------------------------------------------------------------------------------


def value_of(card: int) -> int:
    return [2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1][card % 13]


def drawn_values(start: Sequence[int]) -> tuple[bool, Mapping[int, bool]]:
    """Whether the Player draws to the values p1, b1, p2, b2, and whether the Banker does for each third value (-1: none)."""
    player, banker = (start[0] + start[2]) % 10, (start[1] + start[3]) % 10
    if max(player, banker) >= 8:
        return False, {-1: False}
    if player >= 6:
        return False, {-1: CHART[banker][0] == "D"}
    return True, {third: CHART[banker][1 + third] == "D" for third in range(10)}


def plain_coup(cards: Sequence[int]) -> tuple[list[int], list[int]]:
    """The hands that six cards in dealing order make; cards that are not due are left."""
    player, banker, rest = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    player_due, banker_due = drawn_values([value_of(each) for each in cards[:4]])
    if player_due:
        player.append(rest.pop(0))
    if banker_due[value_of(player[2]) if player_due else -1]:
        banker.append(rest.pop(0))
    return player, banker


def plain_events(player: Sequence[int], banker: Sequence[int]) -> set[str]:
    """The events of § 629b.7(g) from lists, without bits."""
    both = [*player, *banker]
    count_player, count_banker = sum(map(value_of, player)) % 10, sum(map(value_of, banker)) % 10
    if count_player > count_banker:
        return {"player-wins"}
    if count_player < count_banker:
        seven = count_banker == 7 and len(banker) == 3
        return {"banker-wins", "tie-or-banker-three-card-7" if seven else "banker-wins-without-three-card-7"}
    colors = ["red" if each // 13 in (1, 2) else "black" for each in both]
    one_rank, one_value = len({each % 13 for each in both}) == 1, len({value_of(each) for each in both}) == 1
    facts = {
        "six-of-a-kind": len(both) == 6 and one_rank,
        "four-8s-4-cards-dealt": len(both) == 4 and {each % 13 for each in both} == {6},
        "four-of-a-kind-4-cards-dealt": len(both) == 4 and one_rank,
        "six-0-value-cards": len(both) == 6 and not any(map(value_of, both)),
        "tie-with-1-5": count_player in range(1, 6),
        "tie-with-6-9": count_player in range(6, 10),
        "tie-all-cards-same-color": len(set(colors)) == 1,
        "tie-each-hand-one-color": len(set(colors[: len(player)])) == len(set(colors[len(player) :])) == 1,
        "six-of-a-kind-by-value": len(both) == 6 and one_value,
    }
    sure = {"tie", "tie-or-banker-three-card-7", f"tie-with-{count_player}", f"{len(both)}-card-tie"}
    return sure | {name for name, holds in facts.items() if holds}


SMALL_SHOES = {
    "queens, kings and a five, twice": Deck((3, 11, 24, 37, 50), 2),
    "queens, twice, with jacks": Deck((9, 10, 23, 36), 2),
    "eights and threes": Deck((1, 6, 14, 19, 27, 32, 40, 45)),
    "a card of every value": Deck((0, 4, 8, 14, 18, 25, 28, 32, 42)),
    "low cards, three times": Deck((12, 13, 27), 3),
    "six cards": Deck((0, 7, 13, 20, 26, 39)),
}


@pytest.mark.parametrize("deck", SMALL_SHOES.values(), ids=list(SMALL_SHOES))
def test_every_sequence_of_a_small_shoe(deck: Deck) -> None:
    """The counts by classes against every order of six of the shoe's cards, each card apart."""
    plain = Counter(frozenset(plain_events(*plain_coup(cards))) for cards in permutations(deck.cards * deck.copies, DRAWN))
    found = coup_histogram("coup", deck)
    assert {frozenset(names(mask)): number for mask, number in found.items()} == plain
    assert sum(found.values()) == perm(deck.size, DRAWN)


def test_random_coups_have_the_events_of_the_plain_words() -> None:
    chance = random.Random(7)
    for n in range(20_000):
        alike = chance.sample(range(52), 3) if n % 2 else range(52)
        player, banker = plain_coup([chance.choice(alike) for _ in range(DRAWN)])
        mask = coup_mask(*player, *[-1] * (3 - len(player)), *banker, *[-1] * (3 - len(banker)))
        assert names(mask) == plain_events(player, banker)


# The counts of whole shoes ----------------------------------------------------------------------------------------------


def by_values(sizes: Sequence[int], cards: int) -> Iterator[tuple[str, int, int, int]]:
    """Result, count, cards used and number of sequences of every coup by value, a recursion over the shoe.

    ``sizes`` are the cards of each value that may be used, ``cards`` all cards of the shoe, which fill up to six.
    """

    left = list(sizes)

    def deal(start: tuple[int, ...], number: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if len(start) == 4:
            yield start, number  # the four cards are out of ``left`` until the next is asked for
            return
        for value in range(10):
            left[value] -= 1
            yield from deal((*start, value), number * (left[value] + 1))
            left[value] += 1

    for start, number in deal((), 1):
        player_due, banker_due = drawn_values(start)
        for third, ways in [(value, left[value]) for value in range(10)] if player_due else [(-1, 1)]:
            left[third] -= player_due
            fourths = [(value, left[value]) for value in range(10)] if banker_due[third] else [(-1, 1)]
            left[third] += player_due
            for fourth, more in fourths:
                player = (start[0] + start[2] + max(third, 0)) % 10
                banker = (start[1] + start[3] + max(fourth, 0)) % 10
                used = 4 + (third >= 0) + (fourth >= 0)
                result = "tie" if player == banker else "player" if player > banker else "banker"
                yield result, player, used, number * ways * more * perm(cards - used, DRAWN - used)


@cache
def value_counts(decks: int) -> Mapping[tuple[str, int, int], int]:
    """Sequences by result, count of the Player and cards used."""
    found: Counter[tuple[str, int, int]] = Counter()
    for result, total, used, number in by_values([16 * decks, *[4 * decks] * 9], 52 * decks):
        found[result, total, used] += number
    return found


TIES = {
    0: (0, 0, 28_979_901_420_544),
    1: (0, 0, 20_499_217_668_352),
    2: (0, 0, 20_006_606_104_576),
    3: (0, 3_470_505_148_416, 18_780_004_980_992),
    4: (0, 20_627_229_806_592, 15_666_903_656_448),
    5: (0, 24_206_575_435_776, 15_477_471_308_032),
    6: (44_487_098_110_464, 39_750_157_000_704, 11_932_746_197_248),
    7: (44_838_810_157_056, 45_322_716_217_344, 11_556_012_525_568),
    8: (44_487_098_110_464, 0, 10_392_318_564_608),
    9: (44_838_810_157_056, 0, 10_307_243_902_976),
}


def test_the_published_results_of_eight_decks() -> None:
    counts = shoe_counts(8)
    assert sum(counts.values()) == EIGHT_DECKS == perm(416, DRAWN)
    assert count(counts, "player-wins") == 2_230_518_282_592_256
    assert count(counts, "banker-wins") == 2_292_252_566_437_888
    assert count(counts, "tie") == 475_627_426_473_216


@pytest.mark.parametrize("total", TIES)
def test_the_ties_of_eight_decks_by_count_and_cards(total: int) -> None:
    found = tuple(count(shoe_counts(8), f"tie-with-{total}", f"{cards}-card-tie") for cards in (4, 5, 6))
    assert found == TIES[total]


def test_the_natural_ties_of_eight_decks() -> None:
    assert TIES[8][0] + TIES[9][0] == 89_325_908_267_520


@pytest.mark.parametrize("decks", GAME.decks)
def test_a_recursion_over_values_finds_the_same(decks: int) -> None:
    counts, by_value = shoe_counts(decks), value_counts(decks)
    for event, result in (("player-wins", "player"), ("banker-wins", "banker"), ("tie", "tie")):
        assert count(counts, event) == sum(number for key, number in by_value.items() if key[0] == result)
    for total, cards in product(range(10), (4, 5, 6)):
        assert count(counts, f"tie-with-{total}", f"{cards}-card-tie") == by_value["tie", total, cards]


@pytest.mark.parametrize("decks", GAME.decks)
def test_the_single_events_by_formula(decks: int) -> None:
    counts, cards = shoe_counts(decks), 52 * decks
    of_four = perm(4 * decks, 4) * perm(cards - 4, 2)
    assert count(counts, "six-of-a-kind") == 9 * perm(4 * decks, 6)
    assert count(counts, "four-of-a-kind-4-cards-dealt") == 4 * of_four
    assert count(counts, "four-8s-4-cards-dealt") == of_four
    assert count(counts, "six-0-value-cards") == perm(16 * decks, 6)
    assert count(counts, "six-of-a-kind-by-value") == perm(16 * decks, 6) + 5 * perm(4 * decks, 6)
    reds = by_values([8 * decks, *[2 * decks] * 9], cards)
    assert count(counts, "tie-all-cards-same-color") == 2 * sum(number for result, _, _, number in reds if result == "tie")


def test_the_single_events_of_eight_decks_have_the_known_counts() -> None:
    counts = shoe_counts(8)
    assert count(counts, "six-of-a-kind") == 9 * 652_458_240 == 5_872_124_160
    assert count(counts, "four-of-a-kind-4-cards-dealt") == 4 * 146_140_289_280 == 584_561_157_120
    assert count(counts, "six-0-value-cards") == 3_905_000_064_000
    assert count(counts, "tie-all-cards-same-color") == 34_987_065_975_040


def test_six_decks_have_their_own_total() -> None:
    assert sum(shoe_counts(6).values()) == perm(312, DRAWN)


@pytest.mark.parametrize(
    ("family", "deck", "error", "word"),
    [
        ("shoe", shoe(8), UnknownNameError, "coup"),
        ("coup", Deck((0, 1, 2, 3, 4)), CardError, "5"),
        ("coup", Deck((*range(52), JOKER), 8), CardError, "joker"),
        ("coup", shoe(28), CardError, "27 decks"),
    ],
)
def test_a_shoe_that_cannot_be_counted_is_refused(family: str, deck: Deck, error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        coup_histogram(family, deck)


def test_the_largest_shoe_is_counted_exactly() -> None:
    assert sum(coup_histogram("coup", shoe(27)).values()) == perm(27 * 52, DRAWN)


# The rulebook -----------------------------------------------------------------------------------------------------------

PRINTED: dict[str, list[int]] = {
    # four 8s, four of a kind, six 0-value cards, then the rows of the family of tables
    "A": [1_000, 300, 100, 20, 6, 3],
    "B": [1_000, 200, 100, 20, 5, 3],
    "C": [600, 300, 100, 20, 5, 5],
    "D": [600, 300, 200, 20, 3],
    "E": [1_000, 300, 100, 20, 3],
    "F": [300, 300, 100, 20, 5],
    "G": [600, 200, 100, 10, 3, 3],
    "H": [1_000, 200, 50, 8, 4, 3],
    "I": [300, 300, 50, 10, 6, 4],
}
LAST_ROWS = {
    "ABC": ["tie-with-0", "tie-with-1-5", "tie-with-6-9"],
    "DEF": ["tie-all-cards-same-color", "any-tie"],
    "GHI": ["5-card-tie", "6-card-tie", "4-card-tie"],
}


@pytest.mark.parametrize("label", TABLES)
def test_the_printed_table(label: str) -> None:
    table = GAME.wager("harmony-progressive").paytable(label)
    last = next(rows for labels, rows in LAST_ROWS.items() if label in labels)
    first = ["six-of-a-kind", "four-8s-4-cards-dealt", "four-of-a-kind-4-cards-dealt", "six-0-value-cards"]
    assert [row.outcome for row in table.rows] == first + last
    assert [row.pays for row in table.rows] == ["100% of Progressive", *(f"{pay:,} for 1" for pay in PRINTED[label])]
    assert table.citation == "58 Pa. Code § 629b.7(i)"
    assert table.terms is not None
    rates = ("19%", "5%") if label in "BEH" else ("15%", "3%")
    assert table.terms.printed == dict(zip(("increment", "reserve"), rates, strict=True))
    assert (table.terms.seed, table.terms.reseed, table.envy) == (None, None, None)


@pytest.mark.parametrize("decks", GAME.decks)
@pytest.mark.parametrize("label", TABLES)
def test_every_tie_and_nothing_else_is_paid(label: str, decks: int) -> None:
    counts = shoe_counts(decks)
    found = row_counts(harmony(label), counts)
    assert found.total() == perm(52 * decks, DRAWN)
    assert found["lose"] == found.total() - count(counts, "tie")
    assert all(found[row.outcome] for row in harmony(label))


def test_the_first_rows_of_each_family_of_tables() -> None:
    """The three top rows are the same everywhere; what they take is taken from the rows beneath."""
    top = {
        "six-of-a-kind": 5_872_124_160,
        "four-8s-4-cards-dealt": 146_140_289_280,
        "four-of-a-kind-4-cards-dealt": 3 * 146_140_289_280,
        "six-0-value-cards": 3_905_000_064_000 - 4 * 652_458_240,
    }
    for label in TABLES:
        found = row_counts(harmony(label), shoe_counts(8))
        assert {outcome: found[outcome] for outcome in top} == top
        if label in "ABC":
            assert found["tie-with-0"] == TIES[0][2] - 3_905_000_064_000
        if label in "GHI":
            assert found["4-card-tie"] == 178_651_816_535_040 - 4 * 146_140_289_280
            assert found["5-card-tie"] == 133_377_183_608_832
            assert found["6-card-tie"] == 163_598_426_329_344 - 3_905_000_064_000 - 5 * 652_458_240


@pytest.mark.parametrize("label", TABLES)
def test_no_later_fixed_row_pays_more_than_an_earlier_one_it_can_hold_with(label: str) -> None:
    fixed = [row for row in harmony(label) if row.award.kind is PayoutKind.FOR_ONE]
    for earlier, later in pairwise(fixed):
        if count(shoe_counts(8), earlier.event, later.event):
            assert later.award.multiple <= earlier.award.multiple


def test_the_readings_of_harmony_move_sequences() -> None:
    counts = shoe_counts(8)
    by_value = row_counts(harmony("D", of_a_kind_by_rank="value"), counts)
    assert by_value["six-0-value-cards"] == 0
    assert by_value["six-of-a-kind"] == 5_872_124_160 + 3_902_390_231_040
    whole, each_hand = row_counts(harmony("D"), counts), row_counts(harmony("D", same_color_scope="each-hand"), counts)
    assert each_hand["tie-all-cards-same-color"] > whole["tie-all-cards-same-color"]
    assert each_hand["lose"] == whole["lose"]


def expected_net(wager: str, **readings: str) -> Fraction:
    """What a wager brings per unit, over eight decks, by its rows and its vigorish."""
    chosen = {name.replace("_", "-"): value for name, value in readings.items()}
    offered = offer(GAME, wager, readings=chosen)
    counts, net = row_counts(offered.rows, shoe_counts(8)), Fraction(0)
    for row in offered.rows:
        won = row.award.multiple if row.award.kind is PayoutKind.TO_ONE else 0
        net += counts[row.outcome] * won * (1 - offered.vigorish)
    return (net - counts["lose"]) / EIGHT_DECKS


@pytest.mark.parametrize(
    ("wager", "readings", "edge"),
    [
        ("player", {}, "1.2351"),
        ("banker", {}, "1.0579"),
        ("banker", {"banker_vigorish": "4%"}, "0.5993"),
        ("banker", {"variation": "ez"}, "1.0183"),
        ("tie", {}, "14.3596"),
    ],
)
def test_the_published_house_edges(wager: str, readings: dict[str, str], edge: str) -> None:
    """In percent, to four decimals, as published for eight decks."""
    assert f"{float(-expected_net(wager, **readings) * 100):.4f}" == edge


def test_the_game_is_played_with_eight_decks_or_six() -> None:
    assert (GAME.default_decks, GAME.decks, GAME.seats) == (8, (8, 6), 9)


def test_harmony_stands_beside_a_base_wager() -> None:
    wager = GAME.wager("harmony-progressive")
    assert (wager.requires, wager.requires_reading) == (("player", "banker", "tie"), "harmony-requires")
    assert (wager.reads, wager.meter, wager.divided) == (("coup",), wager.id, "harmony-jackpot")
    passes = GAME.edition().reading("settlement-passes")
    assert (passes.default, passes.citation) == ("per-seat", "58 Pa. Code § 629b.7(f)")
