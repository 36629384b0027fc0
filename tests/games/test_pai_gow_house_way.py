"""House ways: the shipped ones against a plain second way, worked hands, and what is wrong with a file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pai_gow_reference import WAYS, cards_of, high_value, low_value

from pitbook.cards import CardError, hand, hand_text, parse_cards
from pitbook.games.pai_gow_poker.house_way import HouseWayError, load_way, shipped_ways
from pitbook.games.pai_gow_poker.house_way_file import parse_way


def cards(text: str) -> int:
    return hand(parse_cards(text))


def shuffled_hands(number: int, seed: int) -> list[int]:
    """Seven cards, half of them from a short deck so that rare hands occur, with the joker in a third."""
    rng = random.Random(seed)
    hands = []
    for n in range(number):
        ranks = rng.sample(range(13), 4 if n % 4 == 0 else 6 if n % 4 == 1 else 13)
        suits = range(4) if n % 5 else (0, 1)
        pool = [suit * 13 + rank for rank in ranks for suit in suits]
        pool += [52] * (len(pool) < 52 or n % 3 == 0)
        hands.append(hand(rng.sample(pool, 7)))
    return hands


@pytest.mark.parametrize("name", sorted(WAYS))
def test_a_shipped_way_sets_every_hand_as_the_plain_second_way(name: str) -> None:
    way = load_way(name)
    used = set()
    for each in [*shuffled_hands(12_000, seed=21), cards("As Ah Ad Ac Jk Kh Kd"), cards("As Ah Ad Ac Jk 4h 4d")]:
        setting = way.set(each)
        low = WAYS[name](each)
        high = [card for card in cards_of(each) if card not in low]
        assert low_value(cards_of(setting.low)) == low_value(low), hand_text(each)
        assert high_value(cards_of(setting.high)) == high_value(high), hand_text(each)
        assert not setting.foul
        used.add(setting.rule)
    missing = {rule.id for rule in way.rules} - used
    assert not missing


@pytest.mark.parametrize(
    ("held", "low", "rule"),
    [
        ("Kh Kd Ks Kc As 9d 4c", "As 9d", "four-jacks-to-kings-kept"),
        ("Qh Qd Qs Qc Ks 9d 4c", "two Q", "four-split"),
        ("8h 8d 8s 8c Ks 5d 3c", "Ks 5d", "four-7s-to-10s-kept"),
        ("6h 6d 6s 6c 4s 3d 2c", "4s 3d", "four-2s-to-6s"),
        ("Qh Qd Qs 2c 2s Ad Kc", "Ad Kc", "full-house-with-deuces-and-ace-king"),
        ("Kh Kd Ks 2c 2s Ad Qc", "2s 2c", "full-house"),
        ("Jh Jd 9s 9c As 5d 3c", "9s 9c", "two-pair-high-and-high-or-medium"),
        ("Jh Jd 4s 4c As 5d 3c", "As 5d", "two-pair-high-and-low-kept"),
        ("8h 8d 5s 5c Ks 4d 2c", "Ks 4d", "two-pair-medium-or-low-and-low-kept"),
        ("8h 8d 5s 5c Qs 4d 2c", "5s 5c", "two-pair-medium-or-low-and-low"),
        ("As Ah Ad Ac Jk Kh Kd", "Kh Kd", "five-aces-with-kings"),
        ("As Ah Ad Ac Jk Qh Qd", "Jk Ac", "five-aces"),
        ("As Ah Jk Kh Qd 9c 4s", "Jk Kh", "three-aces"),
    ],
)
def test_worked_hands_of_trump_plaza(held: str, low: str, rule: str) -> None:
    setting = load_way("trump-plaza").set(cards(held))
    assert setting.rule == rule
    if low.startswith("two "):
        assert setting.low_words == "pair of queens"
    else:
        assert setting.low == cards(low)


def test_a_setting_says_its_ranks_and_words() -> None:
    setting = load_way("trump-plaza").set(cards("Jh Jd 4s 4c As 5d 3c"))
    assert hand_text(setting.low) == "As 5d"
    assert hand_text(setting.high) == "Jh Jd 4s 4c 3c"
    assert (setting.high_words, setting.low_words) == ("two pair, jacks and fours", "ace-five")
    assert setting.words.startswith("Jacks to kings with 2s to 6s and an ace")


def test_shipped_ways_are_listed_and_a_wrong_name_is_helped() -> None:
    assert set(WAYS) <= set(shipped_ways())
    with pytest.raises(HouseWayError, match=r"did you mean trump-plaza\?"):
        load_way("trump-plazza")


def test_a_way_can_be_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    assert load_way(file).set(cards("Jh Td 9s 7c 5s 3d 2c")).rule == "no-pair"
    with pytest.raises(HouseWayError, match="cannot be read"):
        load_way(tmp_path / "other.toml")


def test_a_hand_no_rule_covers_is_named() -> None:
    with pytest.raises(HouseWayError, match="no rule applies to Js Jh Td 9s 7c 5s 3d"):
        parse_way(OWN).set(cards("Jh Js Td 9s 7c 5s 3d"))


def test_only_seven_cards_are_set() -> None:
    with pytest.raises(CardError, match="seven cards"):
        load_way("trump-plaza").set(cards("Jh Js Td 9s 7c 5s"))


OWN = """
name = "own"
title = "Own"
source = "made up"
ace-goes-low = "joker-first"

[[rules]]
id = "no-pair"
hand = "no-pair"
play = "second-and-third-highest"
words = "No pair: second and third highest low."
"""


@pytest.mark.parametrize(
    ("change", "to", "message"),
    [
        ('title = "Own"', "", "title: missing"),
        ('title = "Own"', 'title = "Own"\ncolour = "red"', "colour: unknown key"),
        ("words =", "word =", "rules[0].word: unknown key (did you mean words?)"),
        ('hand = "no-pair"', 'hand = "nopair"', "rules[0].hand: found 'nopair'"),
        ('play = "second-and-third-highest"', 'play = "pair"', "rules[0] (no-pair).play: no-pair has no cards for 'pair'"),
        ("play =", 'trio = "A"\nplay =', "rules[0] (no-pair).trio: no-pair has no trio"),
        ("play =", 'highest-single = "A-K"\nplay =', "rules[0] (no-pair).highest-single: found 'A-K'; allowed: a rank"),
        ('"joker-first"', '"joker"', "ace-goes-low: found 'joker'"),
        ("[[rules]]", '[bands]\nlow = "1-6"\n[[rules]]', "bands.low: found '1-6'"),
        ("[[rules]]", '[bands]\nany = "2-6"\n[[rules]]', "bands.any: a band may not be named"),
        ("[[rules]]", "[[rules]", "not TOML"),
    ],
)
def test_a_faulty_file_is_refused_with_place_and_allowed_values(change: str, to: str, message: str) -> None:
    with pytest.raises(HouseWayError) as refused:
        parse_way(OWN.replace(change, to, 1), "own.toml")
    assert any(message in fault for fault in refused.value.faults), refused.value
    assert all(fault.startswith("own.toml: ") for fault in refused.value.faults)


def test_all_faults_are_reported_at_once() -> None:
    text = OWN.replace('title = "Own"', "").replace("words =", "word =") + OWN[OWN.index("[[rules]]") :]
    with pytest.raises(HouseWayError) as refused:
        parse_way(text)
    assert len(refused.value.faults) == 2


def test_a_repeated_id_is_a_fault() -> None:
    with pytest.raises(HouseWayError, match=r"rules\[1\].id: 'no-pair' is also the id of rules\[0\]"):
        parse_way(OWN + OWN[OWN.index("[[rules]]") :])
