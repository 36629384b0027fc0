"""Three Card Prime: the events of five cards, counted two ways, and the printed tables of the Five Card progressive."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import pytest
from phevaluator.evaluator import evaluate_cards

from pitbook.cards import card_text, hand, parse_cards, reduced_deck, standard_deck
from pitbook.catalog import rulebook
from pitbook.choices import OfferRow, offer
from pitbook.counting import histogram, plain_histogram
from pitbook.families import Family
from pitbook.games.three_card_prime import events
from pitbook.payouts import PayoutKind

PACKAGE = "pitbook.games.three_card_prime"
GAME = rulebook().game("three-card-prime")
FIVE, SHOWDOWN = events.FAMILIES
ALL_HANDS = 2_598_960
PAIR_TABLES = [str(n) for n in range(1, 15)]
SUIT_TABLES = [str(n) for n in range(15, 19)]


def names(mask: int, family: Family = FIVE) -> set[str]:
    return {name for n, name in enumerate(family.events) if mask >> n & 1}


def five(text: str) -> set[str]:
    return names(events.five_card_mask(hand(parse_cards(text))))


def table_rows(label: str, **readings: str) -> tuple[OfferRow, ...]:
    chosen = {name.replace("_", "-"): value for name, value in readings.items()}
    return offer(GAME, "five-card-progressive", label, readings=chosen).rows


def row_counts(rows: Iterable[OfferRow], counts: Mapping[int, int]) -> Counter[str]:
    """How many hands each row is the first to hold for; ``lose`` for the rest."""
    found: Counter[str] = Counter()
    bits = [(row.outcome, FIVE.bit(row.event)) for row in rows]
    for mask, number in counts.items():
        found[next((outcome for outcome, bit in bits if mask & bit), "lose")] += number
    return found


def full_deck() -> Mapping[int, int]:
    return histogram(PACKAGE, "five-card", standard_deck())


# The events, hand by hand -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("As Ks Qs Js Ts", {"royal-flush", "straight-flush", "flush", "straight", "four-card-straight-flush", "four-card-flush"}),
        ("9s Ks Qs Js Ts", {"straight-flush", "flush", "straight", "four-card-straight-flush", "four-card-flush"}),
        ("As Ks Qs Js Th", {"straight", "four-card-straight-flush", "four-card-flush"}),
        ("As Ks Qs Jh Th", {"straight"}),
        ("9c 9d 9h 9s 2d", {"four-of-a-kind", "three-of-a-kind"}),
        ("9c 9d 9h 2s 2d", {"full-house", "three-of-a-kind", "two-pair"}),
        ("9c 9d 9h 3s 2d", {"three-of-a-kind"}),
        ("9c 9d 3h 3s 2d", {"two-pair"}),
        ("9c 9d 4h 3s 2d", set()),
        ("5h 6h 7h 8h Kh", {"flush", "four-card-straight-flush", "four-card-flush"}),
        ("5h 6h 7h 9h Kh", {"flush", "four-card-flush"}),
        ("5h 6h 7h 8h 8c", {"four-card-straight-flush", "four-card-flush"}),
        ("5h 6h 7h 8c 9c", {"straight"}),
        ("Kh Ah 2h 3h 4c", {"four-card-flush"}),
        ("Qh Kh Ah 2h 3h", {"flush", "four-card-flush"}),
    ],
)
def test_every_event_that_holds_is_in_the_mask(cards: str, expected: set[str]) -> None:
    assert five(cards) & set(FIVE.events[:10]) == expected


@pytest.mark.parametrize(
    ("cards", "run", "ace_high_run", "run_no_flush", "ace_high_run_no_flush"),
    [
        ("Ah 2h 3h 4h 9c", True, False, True, False),
        ("Ah 2h 3h 4h 9h", True, False, False, False),
        ("2h 3h 4h 5h 9c", True, True, True, True),
        ("2h 3h 4h 5h 9h", True, True, False, False),
        ("Ah 2h 3h 4h 5h", True, True, False, False),
        ("Ah Kh Qh Jh 9c", True, True, True, True),
        ("Ah Kh Qh 2h 9c", False, False, False, False),
    ],
)
def test_the_readings_of_a_four_card_straight_flush(
    cards: str, run: bool, ace_high_run: bool, run_no_flush: bool, ace_high_run_no_flush: bool
) -> None:
    held = five(cards)
    assert ("four-card-straight-flush" in held) is run
    assert ("four-card-straight-flush-ace-high-only" in held) is ace_high_run
    assert ("four-card-straight-flush-no-flush" in held) is run_no_flush
    assert ("four-card-straight-flush-ace-high-only-no-flush" in held) is ace_high_run_no_flush


def test_the_lowest_straight_has_a_reading_of_its_own() -> None:
    assert {"straight", "straight-flush"} <= five("Ah 2h 3h 4h 5h")
    assert not {"straight-above-five-high", "straight-flush-above-five-high"} & five("Ah 2h 3h 4h 5h")
    assert {"straight-above-five-high", "straight-flush-above-five-high"} <= five("2h 3h 4h 5h 6h")


# The counts -----------------------------------------------------------------------------------------------------------


def test_the_rows_of_paytables_1_to_14_have_the_known_counts() -> None:
    for label in PAIR_TABLES:
        assert row_counts(table_rows(label), full_deck()) == {
            "five-card-royal-flush": 4,
            "five-card-straight-flush": 36,
            "four-of-a-kind": 624,
            "full-house": 3_744,
            "five-card-flush": 5_108,
            "five-card-straight": 10_200,
            "three-of-a-kind": 54_912,
            "two-pair": 123_552,
            "lose": 1_098_240 + 1_302_540,
        }


def test_the_same_counts_by_formula() -> None:
    found = row_counts(table_rows("1"), full_deck())
    assert found["five-card-royal-flush"] + found["five-card-straight-flush"] == 10 * 4
    assert found["four-of-a-kind"] == 13 * 48
    assert found["full-house"] == 13 * comb(4, 3) * 12 * comb(4, 2)
    assert found["five-card-flush"] == 4 * (comb(13, 5) - 10)
    assert found["five-card-straight"] == 10 * (4**5 - 4)
    assert found["three-of-a-kind"] == 13 * comb(4, 3) * comb(12, 2) * 4**2
    assert found["two-pair"] == comb(13, 2) * comb(4, 2) ** 2 * 11 * 4
    assert found.total() == comb(52, 5) == ALL_HANDS


def test_the_rows_of_paytables_15_to_18_have_the_known_counts() -> None:
    for label in SUIT_TABLES:
        assert row_counts(table_rows(label), full_deck()) == {
            "five-card-royal-flush": 4,
            "five-card-straight-flush": 36,
            "four-card-straight-flush": 316 + 1_716,
            "five-card-flush": 5_108 - 316,
            "four-card-flush": 111_540 - 1_716,
            "lose": ALL_HANDS - 40 - 316 - 1_716 - (5_108 - 316) - (111_540 - 1_716),
        }


def test_the_suited_runs_by_formula() -> None:
    """Eleven runs of four ranks in a suit; the fifth card of another suit, or of the suit without making five in a row."""
    found = row_counts(table_rows("15"), full_deck())
    sets = [set(each) | ({-1} if 12 in each else set()) for each in combinations(range(13), 5)]
    with_run = sum(any({low + n for n in range(4)} <= each for low in range(-1, 10)) for each in sets)
    assert found["four-card-straight-flush"] == 4 * (11 * 39 + with_run - 10)
    assert found["four-card-flush"] == 4 * (comb(13, 4) - 11) * 39


@pytest.mark.parametrize(
    ("label", "readings", "changes"),
    [
        ("1", {"five_card_wheel": "no"}, {"five-card-straight-flush": -4, "five-card-flush": 4, "five-card-straight": -1_020}),
        ("15", {"flush_with_four_run": "five-card-flush"}, {"four-card-straight-flush": -316, "five-card-flush": 316}),
        (
            "15",
            {"four_card_hands": "ace-high-only"},
            {"four-card-straight-flush": -188, "five-card-flush": 32, "four-card-flush": 156},
        ),
        (
            "15",
            {"four_card_hands": "ace-high-only", "flush_with_four_run": "five-card-flush"},
            {"four-card-straight-flush": -316 - 156, "five-card-flush": 316, "four-card-flush": 156},
        ),
        ("15", {"five_card_wheel": "no"}, {"five-card-straight-flush": -4, "four-card-straight-flush": 4}),
    ],
)
def test_a_reading_moves_as_many_hands_as_it_says(label: str, readings: dict[str, str], changes: dict[str, int]) -> None:
    before, after = row_counts(table_rows(label), full_deck()), row_counts(table_rows(label, **readings), full_deck())
    moved = {outcome: after[outcome] - before[outcome] for outcome in before if outcome != "lose"}
    assert {outcome: change for outcome, change in moved.items() if change} == changes


def plain_events(cards: Iterable[int]) -> set[str]:
    """The events once more, from lists of ranks and suits."""
    by_suit: dict[int, set[int]] = {}
    ranks: list[int] = []
    for each in cards:
        by_suit.setdefault(each // 13, set()).add(each % 13)
        ranks.append(each % 13)

    def runs(held: set[int], length: int) -> set[int]:
        both = held | {-1} if 12 in held else held
        return {low for low in range(-1, 14 - length) if all(low + n in both for n in range(length))}

    suited = max(by_suit.values(), key=len)
    times = sorted(Counter(ranks).values(), reverse=True)
    straight, four_run = runs(set(ranks), 5), runs(suited, 4) if len(suited) >= 4 else set()
    flush = len(suited) == 5
    facts = {
        "royal-flush": flush and 8 in straight,
        "straight-flush": flush and bool(straight),
        "four-of-a-kind": times[0] == 4,
        "full-house": times == [3, 2],
        "flush": flush,
        "straight": bool(straight),
        "three-of-a-kind": times[0] >= 3,
        "two-pair": times[1:2] == [2],
        "four-card-straight-flush": bool(four_run),
        "four-card-flush": len(suited) >= 4,
        "straight-flush-above-five-high": flush and bool(straight - {-1}),
        "straight-above-five-high": bool(straight - {-1}),
        "four-card-straight-flush-ace-high-only": bool(four_run - {-1}),
        "four-card-straight-flush-no-flush": bool(four_run) and not flush,
        "four-card-straight-flush-ace-high-only-no-flush": bool(four_run - {-1}) and not flush,
    }
    assert set(facts) == set(FIVE.events)
    return {name for name, holds in facts.items() if holds}


def test_every_hand_of_a_reduced_deck_both_ways() -> None:
    deck = reduced_deck([0, 1, 2, 3, 11, 12])
    for cards in combinations(deck.cards, 5):
        assert names(events.five_card_mask(hand(cards))) == plain_events(cards)


def test_a_hand_stands_for_its_suit_class() -> None:
    deck = reduced_deck([0, 1, 2, 3, 4, 8, 9, 10, 11, 12])
    assert dict(histogram(PACKAGE, "five-card", deck)) == dict(plain_histogram(PACKAGE, "five-card", deck))


def test_a_public_evaluator_finds_the_same_kinds() -> None:
    """Random hands of the whole deck; the evaluator numbers hands from 1, the royal flush, to 7,462."""
    chance = random.Random(679)
    for _ in range(20_000):
        cards = chance.sample(range(52), 5)
        place, held = evaluate_cards(*map(card_text, cards)), names(events.five_card_mask(hand(cards)))
        assert held == plain_events(cards)
        assert ("flush" in held) == (place <= 10 or 323 <= place <= 1_599)
        assert ("straight" in held) == (place <= 10 or 1_600 <= place <= 1_609)
        assert ("straight-flush" in held) == (place <= 10)
        assert ("royal-flush" in held) == (place == 1)
        assert ("four-of-a-kind" in held) == (11 <= place <= 166)
        assert ("full-house" in held) == (167 <= place <= 322)
        assert ("three-of-a-kind" in held) == (11 <= place <= 322 or 1_610 <= place <= 2_467)
        assert ("two-pair" in held) == (167 <= place <= 322 or 2_468 <= place <= 3_325)


# The rulebook ---------------------------------------------------------------------------------------------------------

M, TENTH, NA = "100% progressive meter", "10% progressive meter", "N/A"

# royal, straight flush, four of a kind, full house, flush, straight, three of a kind, two pair; seed, increment, reserve
PRINTED: dict[str, list[str | int]] = {
    "1": [M, 1500, 250, 100, 50, 25, 5, NA, "10,000x", "22%", NA],
    "2": [M, 2500, 250, 100, 50, 25, 5, NA, "10,000x", "22%", NA],
    "3": [M, 1000, 200, 100, 75, 20, 5, NA, "10,000x", "22%", NA],
    "4": [M, 2000, 250, 75, 50, 20, 5, NA, "10,000x", "30%", NA],
    "5": [M, M, 250, 75, 50, 20, 5, 3, "2,000x", "15%", NA],
    "6": [M, 1500, 250, 75, 50, 20, 10, NA, "10,000x", "21%", NA],
    "7": [M, M, 200, 75, 50, 30, 5, 3, "2,000x", "15%", NA],
    "8": [M, 2000, 250, 75, 50, 25, 5, 2, NA, "15%", "3%"],
    "9": [M, 2500, 250, 100, 50, 20, 10, NA, NA, "15%", "3%"],
    "10": [M, 2000, 300, 50, 40, 30, 10, NA, NA, "15%", "4%"],
    "11": [M, TENTH, 300, 50, 40, 30, 10, NA, NA, "18%", "3%"],
    "12": [M, TENTH, 300, 50, 40, 30, 9, NA, "10,000x", "22%", NA],
    "13": [M, TENTH, 300, 50, 40, 30, 9, NA, "10,000x", "22%", NA],
    "14": [M, TENTH, 250, 75, 50, 25, 10, NA, "10,000x", "21%", NA],
    # royal, straight flush, four-card straight flush, flush, four-card flush; seed, increment, reserve
    "15": [M, 500, 200, 50, 5, NA, "26%", "4%"],
    "16": [M, 1000, 200, 50, 5, NA, "26%", "4%"],
    "17": [M, 2500, 150, 75, 5, NA, "22%", "4%"],
    "18": [M, 500, 200, 75, 5, NA, "25%", "4%"],
}


@pytest.mark.parametrize("label", PRINTED)
def test_the_printed_table(label: str) -> None:
    table = GAME.wager("five-card-progressive").paytable(label)
    assert table.terms is not None
    found = [*(row.pays for row in table.rows), *(table.terms.printed[name] for name in ("seed", "increment", "reserve"))]
    assert found == [f"{cell:,} for 1" if isinstance(cell, int) else cell for cell in PRINTED[label]]
    assert table.citation.endswith("subsection (j)")
    assert table.terms.citation.endswith("subsection (k)")


@pytest.mark.parametrize("label", PRINTED)
def test_no_later_fixed_row_pays_more_than_an_earlier_one_it_can_hold_with(label: str) -> None:
    fixed = [row for row in table_rows(label) if row.award.kind is PayoutKind.FOR_ONE]
    for earlier, later in pairwise(fixed):
        both = FIVE.bit(earlier.event) | FIVE.bit(later.event)
        if any(mask & both == both for mask in full_deck()):
            assert later.award.multiple <= earlier.award.multiple


@pytest.mark.parametrize("reading", ["as-printed", "as-table-12"])
def test_the_envy_columns_and_the_reading_of_paytable_13(reading: str) -> None:
    found: dict[str, list[int | None]] = {}
    for label in PRINTED:
        terms = offer(GAME, "five-card-progressive", label, readings={"table-13-envy": reading}).envy
        if terms is not None:
            found[label] = [terms.micros(row, 1) for row in ("five-card-royal-flush", "five-card-straight-flush")]
    of_13 = [5_000, 1_500] if reading == "as-printed" else [1_000, 300]
    assert found == {"12": [1_000, 300], "13": of_13, "14": [1_000, 250]}


def test_the_policies_that_the_section_decides() -> None:
    edition = GAME.edition()
    assert edition.reading("settlement-passes").default == "two-passes"
    assert edition.reading("settlement-passes").citation.endswith("subsection (h)")
    assert edition.reading("envy-trigger").default == "bettors-only"
    assert edition.reading("envy-trigger").citation.endswith("subsection (l)")


def test_the_progressive_outlives_a_fold_and_needs_an_ante() -> None:
    wager = GAME.wager("five-card-progressive")
    assert (wager.after_fold, wager.fold_reading, wager.requires, wager.meter) == ("settled", None, ("ante",), wager.id)
    assert wager.reads == ("player", "community")


def test_the_ante_is_settled_and_has_no_sheet() -> None:
    wager = GAME.wager("ante")
    assert wager.no_sheet is not None
    assert "§ 679a.12" in wager.no_sheet
    assert "not in the rulebook" in wager.no_sheet
    pays = {row.event: row.pays for row in wager.paytables[0].rows}
    assert pays == {"dealer-does-not-qualify": "push", "player-higher": "1 to 1", "tie": "push"}
    assert set(pays) < set(SHOWDOWN.events)


@pytest.mark.parametrize(
    ("dealer", "folded", "event"),
    [("Jd 8c 4h", 0, "dealer-does-not-qualify"), ("Qh 8c 4d", 0, "player-higher"), ("Qh 8c 4d", 1, "fold"), ("Kc Kh Qs", 0, "tie")],
)
def test_the_ante_against_the_dealer(dealer: str, folded: int, event: str) -> None:
    player = hand(parse_cards("Ks Kd Qh"))
    assert event in names(events.showdown_mask(player, hand(parse_cards(dealer)), folded), SHOWDOWN)


def test_the_long_run_terms_are_exact() -> None:
    terms = offer(GAME, "five-card-progressive", "8").terms
    assert terms is not None
    assert (terms.seed, terms.reseed, terms.increment, terms.reserve) == (None, None, Fraction(3, 20), Fraction(3, 100))
