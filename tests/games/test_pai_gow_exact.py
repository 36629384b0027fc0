"""The exact main wager, best setting and perfect play against every deal of small decks, a simulation, published figures."""

from __future__ import annotations

import os
import random
import tomllib
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pai_gow_brute import PLAIN, SPADES, WHEEL, Hands, all_hands, beside, fallen, nine_high_low, queen_high, win_and_lose

from pitbook.cards import CardError, Deck, hand, hand_cards, joker_deck, parse_cards, reduced_deck, shoe
from pitbook.games.pai_gow_poker import setting as compiled_setting
from pitbook.games.pai_gow_poker.best_setting import setting_values
from pitbook.games.pai_gow_poker.exact import DealerPush, MainWagerCounts, main_wager_counts, vigorish_micros
from pitbook.games.pai_gow_poker.hand_classes import deals
from pitbook.games.pai_gow_poker.hand_forms import RANK_FORMS, forms
from pitbook.games.pai_gow_poker.house_way import HouseWay, HouseWayError, load_way
from pitbook.games.pai_gow_poker.house_way_file import parse_way
from pitbook.games.pai_gow_poker.perfect_play import PerfectPlay, perfect_play
from pitbook.games.pai_gow_poker.setting import JOKER_ACE_IN_FLUSH, WHEEL_LOWEST, five_suited, is_foul, settings
from pitbook.games.pai_gow_poker.way_check import form_hands
from pitbook.games.pai_gow_poker.way_table import way_table

TRUMP_PLAZA = load_way("trump-plaza")
FOXWOODS = load_way("foxwoods")
VIGORISH = Fraction(1, 20)
TENS_TO_KINGS = reduced_deck((8, 9, 10, 11), joker=True)
FIGURES = tomllib.loads(Path(__file__).with_name("pai_gow_exact_figures.toml").read_text(encoding="utf-8"))

full = pytest.mark.skipif("PITBOOK_EXACT" not in os.environ, reason="the full deck is counted where PITBOOK_EXACT is set")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile once, so that hands set one by one are set by compiled code as well."""
    way_table(TRUMP_PLAZA)


# Forms


def test_forms_stand_for_every_hand_once() -> None:
    every = forms()
    assert int((every.ranks > 0).sum()) == 49_205 + 18_395
    assert int(form_hands().sum()) == comb(53, 7)
    number = form_hands()
    for form in random.Random(1).sample(range(len(every.hands)), 3000):
        if number[form]:
            assert len(hand_cards(int(every.hands[form]))) == 7
            assert five_suited(int(every.hands[form])) == (form >= RANK_FORMS)


def test_suit_classes_are_as_many_as_known() -> None:
    ways = deals(True)
    used = [form for form in range(RANK_FORMS) if forms().ranks[form]]
    classes = sum(int(ways.start[ways.pattern[form] + 1] - ways.start[ways.pattern[form]]) for form in used)
    assert classes == 6_972_147


def ranks(cards: int) -> tuple[int, ...]:
    return tuple(sorted(n % 13 if n < 52 else 13 for n in hand_cards(cards)))


def test_suits_do_not_matter_where_no_five_are_of_one() -> None:
    rng = random.Random(4)
    table = way_table(TRUMP_PLAZA)
    every = forms()
    by_ranks = {
        tuple(sorted(n % 13 if n < 52 else 13 for n in hand_cards(int(c)))): f for f, c in enumerate(every.hands[:RANK_FORMS])
    }
    tried = 0
    for _ in range(3000):
        cards = hand(rng.sample(range(53), 7))
        if five_suited(cards):
            continue
        form = by_ranks[ranks(cards)]
        setting = TRUMP_PLAZA.set(cards)
        assert (setting.high_rank, setting.low_rank) == (table.high[form], table.low[form])
        assert TRUMP_PLAZA.rules[table.rule[form]].id == setting.rule
        tried += 1
    assert tried > 2000


# The main wager


@pytest.mark.parametrize(
    ("deck", "player", "dealer", "reading"),
    [
        (SPADES, TRUMP_PLAZA, FOXWOODS, 0),
        (SPADES, FOXWOODS, TRUMP_PLAZA, JOKER_ACE_IN_FLUSH),
        (WHEEL, FOXWOODS, FOXWOODS, 0),
        (WHEEL, TRUMP_PLAZA, FOXWOODS, WHEEL_LOWEST),
        (PLAIN, FOXWOODS, TRUMP_PLAZA, 0),
        (TENS_TO_KINGS, TRUMP_PLAZA, FOXWOODS, 0),
    ],
    ids=["spades", "spades-ace", "wheel", "wheel-lowest", "plain", "tens-to-kings"],
)
def test_counts_are_those_of_every_deal_of_a_small_deck(deck: Deck, player: Any, dealer: Any, reading: int) -> None:
    counts = main_wager_counts(player, dealer, deck=deck, reading=reading)
    fell, _ = fallen(all_hands(deck, player, reading), all_hands(deck, dealer, reading))
    assert counts.fell == tuple(tuple(row) for row in fell.tolist())
    assert counts.total == comb(deck.size, 7) * comb(deck.size - 7, 7) == fell.sum()
    assert counts.win + counts.push + counts.lose == counts.total
    assert counts.pushed_by_dealer == 0


@full
def test_counts_of_a_deck_of_like_suits_with_flushes() -> None:
    """Twenty cards, five ranks: every class of player's hands against every dealer's hand."""
    deck = reduced_deck((0, 1, 2, 3, 12))
    counts = main_wager_counts(TRUMP_PLAZA, FOXWOODS, deck=deck)
    dealer = all_hands(deck, FOXWOODS)
    classes: dict[tuple[int, ...], list[int]] = {}
    for cards in deck.hands(7):
        classes.setdefault(tuple(sorted(cards >> 13 * suit & 0x1FFF for suit in range(4))), []).append(cards)
    fell = np.zeros((3, 3), dtype=np.int64)
    for alike in classes.values():
        setting = TRUMP_PLAZA.set(alike[0])
        one = Hands(np.array(alike[:1]), np.array([setting.high_rank]), np.array([setting.low_rank]))
        fell += len(alike) * fallen(one, dealer)[0]
    assert counts.fell == tuple(tuple(row) for row in fell.tolist())


@pytest.mark.parametrize("deck", [PLAIN, SPADES], ids=["plain", "spades"])
def test_a_dealer_hand_that_pushes_all_counts_for_nothing_else(deck: Deck) -> None:
    player, dealer = all_hands(deck, TRUMP_PLAZA), all_hands(deck, TRUMP_PLAZA)
    total = 0
    for push, rule in ((DealerPush.QUEEN_HIGH, queen_high), (DealerPush.NINE_HIGH_LOW, nine_high_low)):
        counts = main_wager_counts(TRUMP_PLAZA, TRUMP_PLAZA, deck=deck, dealer_push=push)
        fell, pushed = fallen(player, dealer, rule)
        assert counts.fell == tuple(tuple(row) for row in fell.tolist())
        assert counts.pushed_by_dealer == pushed
        total += pushed
    assert total > 0


def test_the_same_way_on_both_sides_falls_alike_and_one_worker_counts_the_same() -> None:
    two = main_wager_counts(FOXWOODS, FOXWOODS, deck=SPADES)
    one = main_wager_counts(FOXWOODS, FOXWOODS, deck=SPADES, workers=1)
    assert one == two
    assert all(one.fell[h][low] == one.fell[2 - h][2 - low] for h in range(3) for low in range(3))


def test_progress_reaches_the_end_and_may_stop_the_work() -> None:
    shares: list[float] = []
    main_wager_counts(TRUMP_PLAZA, TRUMP_PLAZA, deck=PLAIN, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        main_wager_counts(TRUMP_PLAZA, TRUMP_PLAZA, deck=PLAIN, progress=stop)


def test_a_way_with_a_gap_or_a_foul_and_a_shoe_are_refused() -> None:
    base = 'name = "own"\ntitle = "Own"\nsource = "made up"\nace-goes-low = "joker-first"\n'
    rule = '[[rules]]\nid = "r"\nhand = "no-pair"\nwords = "w"\nplay = "{}"\n'
    with pytest.raises(HouseWayError, match="no rule applies to"):
        main_wager_counts(parse_way(base + rule.format("second-and-third-highest")), TRUMP_PLAZA, deck=PLAIN)
    with pytest.raises(HouseWayError, match=r"rule r sets .* foul|no rule applies"):
        main_wager_counts(parse_way(base + rule.format("two-highest-singles")), TRUMP_PLAZA, deck=PLAIN)
    with pytest.raises(CardError, match="single deck"):
        main_wager_counts(TRUMP_PLAZA, TRUMP_PLAZA, deck=shoe(2))


def counts_of(win: int, lose: int, push: int) -> MainWagerCounts:
    fell = ((win, 0, push), (0, 0, 0), (0, 0, lose))
    return MainWagerCounts("a", "b", DealerPush.NONE, 0, win + lose + push, fell, 0)


def test_edge_is_loss_less_win_plus_the_vigorish_on_wins() -> None:
    counts = counts_of(30, 32, 38)
    assert counts.edge(Fraction(0)) == Fraction(2, 100)
    assert counts.edge(VIGORISH) == Fraction(35, 1000)
    assert counts.bank_edge(VIGORISH) == Fraction(-2, 100) + Fraction(32, 2000)


@pytest.mark.parametrize(
    ("won", "exact", "rounded"),
    [(5_000_000, 250_000, 250_000), (7_000_000, 350_000, 500_000), (36_000_000, 1_800_000, 2_000_000), (5_000_001, None, 500_000)],
)
def test_vigorish_is_exact_or_rounded_up_to_quarters(won: int, exact: int | None, rounded: int) -> None:
    if exact is not None:
        assert vigorish_micros(won, VIGORISH) == exact
    assert vigorish_micros(won, VIGORISH, 250_000) == rounded


def test_edge_at_a_stake_takes_the_rounded_vigorish() -> None:
    counts = counts_of(30, 32, 38)
    assert counts.edge_at(7_000_000, VIGORISH) == counts.edge(VIGORISH)
    assert counts.edge_at(7_000_000, VIGORISH, 250_000) == Fraction(2, 100) + Fraction(30, 100) * Fraction(1, 14)


# The best setting


@pytest.mark.parametrize("deck", [SPADES, WHEEL, TENS_TO_KINGS], ids=["spades", "wheel", "tens-to-kings"])
def test_every_setting_is_valued_as_against_every_dealer_hand(deck: Deck) -> None:
    dealer = all_hands(deck, FOXWOODS)
    for cards in random.Random(8).sample(list(dealer.cards.tolist()), 25):
        values = setting_values(cards, FOXWOODS, deck=deck, vigorish=VIGORISH)
        legal = [(high, low) for high, low in settings(cards) if not is_foul(high, low)]
        assert {(value.setting.high, value.setting.low) for value in values} == set(legal)
        gains = [value.expectation(VIGORISH) for value in values]
        assert gains == sorted(gains, reverse=True)
        others = beside(cards, dealer)
        for value in values:
            won_and_lost = win_and_lose(value.setting.high_rank, value.setting.low_rank, others)
            assert (value.win, value.lose, value.total) == (*won_and_lost, len(others.cards))


def test_only_seven_cards_of_the_deck_have_a_best_setting() -> None:
    with pytest.raises(CardError, match="seven cards"):
        setting_values(hand(parse_cards("As Kd")), FOXWOODS)
    with pytest.raises(CardError, match="not a hand of the deck"):
        setting_values(hand(parse_cards("As Kd 2c 3c 4c 5c 6c")), FOXWOODS, deck=TENS_TO_KINGS)


def test_a_full_deck_hand_is_valued_over_all_dealer_hands() -> None:
    values = setting_values(hand(parse_cards("Kh Kd Jk 9c 9s 4d 2h")), FOXWOODS, vigorish=VIGORISH)
    assert all(value.total == 53_524_680 for value in values)
    assert values[0].setting.low_words == "pair of nines"


# Perfect play


@pytest.mark.parametrize(
    ("deck", "player", "dealer"),
    [(SPADES, TRUMP_PLAZA, FOXWOODS), (WHEEL, FOXWOODS, FOXWOODS), (PLAIN, FOXWOODS, TRUMP_PLAZA)],
    ids=["spades", "wheel", "plain"],
)
def test_perfect_play_is_the_best_setting_of_every_hand(deck: Deck, player: Any, dealer: Any) -> None:
    play = perfect_play(dealer, player_way=player, vigorish=VIGORISH, deck=deck)
    hands, own = all_hands(deck, dealer), all_hands(deck, player)
    high_ranks = {cards: compiled_setting.high_rank(cards, 0) for cards in deck.hands(5)}
    low_ranks = {cards: compiled_setting.low_rank(cards) for cards in deck.hands(2)}
    gain = otherwise = 0
    for cards, high, low in zip(hands.cards.tolist(), own.high.tolist(), own.low.tolist(), strict=True):
        legal = {(high_ranks[five], low_ranks[two]) for five, two in settings(cards) if not compiled_setting.is_foul(five, two)}
        others = beside(cards, hands)
        results = {ranks: value_of(*win_and_lose(*ranks, others)) for ranks in legal}
        gain += max(results.values())
        otherwise += max(results.values()) > results[high, low]
    assert value_of(play.win, play.lose) == gain
    assert play.hands_set_otherwise == otherwise
    assert play.hands == comb(deck.size, 7)
    assert play.win + play.push + play.lose == play.total
    counts = main_wager_counts(player, dealer, deck=deck)
    assert (play.way_win, play.way_push, play.way_lose) == (counts.win, counts.push, counts.lose)


def value_of(win: int, lose: int) -> int:
    """What hands won and lost are worth with a vigorish of 5%, in twentieths."""
    return 19 * win - 20 * lose


def test_perfect_play_on_a_deck_of_like_suits() -> None:
    play = perfect_play(FOXWOODS, player_way=TRUMP_PLAZA, vigorish=VIGORISH, deck=TENS_TO_KINGS)
    counts = main_wager_counts(TRUMP_PLAZA, FOXWOODS, deck=TENS_TO_KINGS)
    assert (play.way_win, play.way_push, play.way_lose) == (counts.win, counts.push, counts.lose)
    assert play.edge < play.way_edge == counts.edge(VIGORISH)
    best_for_some = np.flatnonzero(play.sums.hands)
    for choice in random.Random(2).sample(best_for_some.tolist(), 30):
        values = setting_values(int(play.sums.example[choice]), FOXWOODS, deck=TENS_TO_KINGS, vigorish=VIGORISH)
        wanted = int(play.choices.high[choice]), int(play.choices.low[choice])
        chosen = next(value for value in values if (value.setting.high_rank, value.setting.low_rank) == wanted)
        assert chosen.expectation(VIGORISH) == values[0].expectation(VIGORISH)


# The full deck


def figures(name: str) -> dict[str, Any]:
    found: dict[str, Any] = FIGURES["main-wager"][name]
    return found


def test_published_figures_of_foxwoods_come_out() -> None:
    found = figures("foxwoods against foxwoods")
    total = found["win"] + found["push"] + found["lose"]
    assert total == 8_250_459_031_214_400 == comb(53, 7) * comb(46, 7)
    assert [round(100 * found[key] / total, 2) for key in ("win", "push", "lose")] == [29.12, 40.50, 30.38]
    edge = Fraction(found["lose"], total) - Fraction(19 * found["win"], 20 * total)
    assert abs(100 * edge - Fraction("2.7212")) < Fraction("0.0001")
    lowest = figures("foxwoods against foxwoods, ace-low-straight lowest")
    edge = Fraction(lowest["lose"], total) - Fraction(19 * lowest["win"], 20 * total)
    assert round(100 * float(edge), 4) == 2.7212
    play = FIGURES["perfect-play"]["foxwoods"]
    best = Fraction(play["lose"], total) - Fraction(19 * play["win"], 20 * total)
    way = Fraction(found["lose"], total) - Fraction(19 * found["win"], 20 * total)
    assert round(100 * float(way - best), 2) == 0.21


ROUNDS = 30_000


@cache
def dealt() -> tuple[list[int], list[int]]:
    """Hands of two seats, dealt at random from the full deck."""
    rng, deck = random.Random(20), list(joker_deck().cards)
    rounds = [rng.sample(deck, 14) for _ in range(ROUNDS)]
    return [hand(cards[:7]) for cards in rounds], [hand(cards[7:]) for cards in rounds]


@cache
def set_as(way: HouseWay, reading: int, seat: int) -> list[tuple[int, int]]:
    """The ranks of a seat's hands, each set by itself."""
    found = [way.set(cards, reading) for cards in dealt()[seat]]
    return [(setting.high_rank, setting.low_rank) for setting in found]


@pytest.mark.parametrize("name", sorted(FIGURES["main-wager"]))
def test_a_simulation_agrees_with_the_exact_figures(name: str) -> None:
    found = figures(name)
    reading = found["reading"]
    mine, others = set_as(load_way(found["player-way"]), reading, 0), set_as(load_way(found["dealer-way"]), reading, 1)
    pushes = {"queen-high": queen_high, "nine-high-low": nine_high_low}.get(found["dealer-push"])
    seen = {"win": 0, "lose": 0}
    for own, other in zip(mine, others, strict=True):
        if pushes and pushes(*other):
            continue
        better = (own[0] > other[0]) + (own[1] > other[1])
        seen["win"] += better == 2
        seen["lose"] += better == 0
    total = found["win"] + found["push"] + found["lose"]
    for key, number in seen.items():
        share = found[key] / total
        assert abs(number / ROUNDS - share) < 4 * sqrt(share * (1 - share) / ROUNDS)


@full
@pytest.mark.parametrize("name", sorted(FIGURES["main-wager"]))
def test_the_main_wager_is_counted_anew(name: str) -> None:
    found = figures(name)
    counts = main_wager_counts(
        load_way(found["player-way"]),
        load_way(found["dealer-way"]),
        reading=found["reading"],
        dealer_push=DealerPush(found["dealer-push"]),
    )
    assert (counts.win, counts.push, counts.lose) == (found["win"], found["push"], found["lose"])


@full
@pytest.mark.parametrize("name", sorted(FIGURES["perfect-play"]))
def test_perfect_play_is_counted_anew(name: str) -> None:
    found = FIGURES["perfect-play"][name]
    play: PerfectPlay = perfect_play(load_way(name), vigorish=VIGORISH)
    assert (play.win, play.push, play.lose, play.hands_set_otherwise) == (
        found["win"],
        found["push"],
        found["lose"],
        found["hands-set-otherwise"],
    )
