"""The check of house ways: gaps, rules that fight, fouls and rules never used, each with a hand."""

from __future__ import annotations

from importlib import resources
from math import comb
from pathlib import Path

import pytest

from pitbook.cards import hand_cards
from pitbook.games.pai_gow_poker.house_way import HouseWayError, load_way, shipped_ways
from pitbook.games.pai_gow_poker.house_way_file import parse_way
from pitbook.games.pai_gow_poker.way_check import WayFault, WayFinding, check_way, load_checked_way

SOURCE = resources.files("pitbook.games.pai_gow_poker").joinpath("house_ways/trump_plaza.toml").read_text(encoding="utf-8")


def rule_text(name: str) -> str:
    """A rule's table in the shipped file."""
    return next(part for part in SOURCE.split("[[rules]]") if f'id = "{name}"' in part)


def changed(name: str, old: str, new: str) -> str:
    text = rule_text(name)
    assert old in text
    return SOURCE.replace(text, text.replace(old, new, 1))


def findings(text: str) -> dict[WayFault, list[WayFinding]]:
    found: dict[WayFault, list[WayFinding]] = {}
    for finding in check_way(parse_way(text)):
        found.setdefault(finding.fault, []).append(finding)
    return found


@pytest.mark.parametrize("name", shipped_ways())
@pytest.mark.parametrize("reading", [0, 3])
def test_shipped_ways_say_one_thing_about_every_hand(name: str, reading: int) -> None:
    assert check_way(load_way(name), reading) == []


def test_a_hand_without_a_rule_is_a_gap() -> None:
    found = findings(changed("two-pair-high-and-low", 'lower-pair = "low"', 'lower-pair = "2-5"'))
    assert list(found) == [WayFault.GAP]
    (gap,) = found[WayFault.GAP]
    with pytest.raises(HouseWayError, match="no rule applies"):
        parse_way(changed("two-pair-high-and-low", 'lower-pair = "low"', 'lower-pair = "2-5"')).set(gap.example)
    # Jacks, queens or kings with sixes, and three more of the ten other ranks that are neither a pair nor an ace.
    assert gap.hands == 3 * 6 * 6 * comb(10, 3) * 4**3
    assert gap.message.startswith("no rule applies to ")


def test_two_rules_that_set_a_hand_differently_fight() -> None:
    found = findings(changed("three-of-a-kind", "complete-hand = false\n", ""))
    assert list(found) == [WayFault.FIGHT]
    (fight,) = found[WayFault.FIGHT]
    assert fight.rules == ("complete-hand", "three-of-a-kind")
    assert len(hand_cards(fight.example)) == 7


def test_rules_that_overlap_and_agree_do_not_fight() -> None:
    assert findings(changed("two-pair-high-and-low", 'lower-pair = "low"', 'lower-pair = "any"')) == {}


def test_an_exception_does_not_fight_the_rule_it_departs_from() -> None:
    found = findings(changed("four-jacks-to-kings-kept", "exception = true\n", ""))
    assert [finding.rules for finding in found[WayFault.FIGHT]] == [("four-split", "four-jacks-to-kings-kept")]


def test_a_low_hand_above_the_high_hand_is_a_foul() -> None:
    found = findings(changed("no-pair", "second-and-third-highest", "two-highest-singles"))
    assert list(found) == [WayFault.FOUL]
    assert found[WayFault.FOUL][0].hands == 24_780_420
    assert found[WayFault.FOUL][0].message.startswith("the rule no-pair sets ")


def test_a_rule_that_never_sets_a_hand_is_named() -> None:
    found = findings(changed("five-aces-with-kings", 'pair = "K"', 'pair = "A"'))
    assert [finding.rules for finding in found[WayFault.UNUSED]] == [("five-aces-with-kings",)]


def test_a_file_is_checked_when_asked(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(changed("no-pair", "second-and-third-highest", "two-highest-singles"), encoding="utf-8")
    with pytest.raises(HouseWayError, match=r"own.toml: the rule no-pair sets .* foul, as 24,780,420 hands"):
        load_checked_way(file)
    file.write_text(SOURCE, encoding="utf-8")
    assert load_checked_way(file).name == "trump-plaza"
    assert load_checked_way("foxwoods").name == "foxwoods"
