"""Every game folder passes the conformance check, and the check finds what is wrong in one that does not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from typer.testing import CliRunner

from pitbook.catalog import rulebook
from pitbook.cli import app
from pitbook.conformance import check as checks
from pitbook.conformance.cases import CasesError, case_faults, hand_faults, load_cases
from pitbook.conformance.cases_file import CasePart, CasesFile, HandPart
from pitbook.conformance.check import check_game
from pitbook.families import Symmetry, families
from pitbook.game_modules import GameFolderError
from pitbook.games.three_card_poker import events
from pitbook.meanings import Role
from pitbook.payouts import parse_payout

GAME = rulebook().game("three-card-poker")


@pytest.mark.parametrize("game", list(rulebook().games))
def test_every_game_passes(game: str) -> None:
    assert [f"{each.code}: {each.place}: {each.found}" for each in check_game(game)] == []


HAND: dict[str, Any] = {
    "name": "a pair of aces",
    "clause": "58 Pa. Code § 649a.6(b)(5)",
    "wager": "pair-plus",
    "cards": "Ah As 2d",
    "stake": "5",
    "pays": {"all": "pair 10"},
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pays": {"A": "pair 15", "B C D E": "pair 10"}}, "paytable A: pair $10.00, not pair $15.00"),
        ({"pays": {"all": "flush 10"}}, "paytable E: pair $10.00, not flush $10.00"),
        ({"pays": {"A B C D": "pair 10"}}, "nothing is said of paytable E"),
        ({"pays": {"all": "pair 10", "A": "lose"}}, "paytable A is named twice"),
        ({"pays": {"F": "lose"}}, "there is no paytable 'F'"),
        ({"cards": "Ah As"}, "2 cards (Ah As)"),
        ({"cards": "Ah Ah 2d"}, "Ah occurs twice"),
        ({"wager": "pair-minus"}, "there is no wager 'pair-minus'"),
        ({"stake": "five"}, "'five' is no amount"),
    ],
)
def test_a_hand_that_is_not_so_is_found(change: dict[str, Any], said: str) -> None:
    assert hand_faults(GAME, HandPart(**HAND)) == []
    faults = hand_faults(GAME, HandPart(**{**HAND, **change}))
    assert any(said in fault for fault in faults), faults


ROUND: dict[str, Any] = {
    "dealer": "Jc 8d 2d",
    "choices": {"ante-bonus": "A", "progressive": "B"},
    "meters": {"progressive": {"meter": "1000.00"}},
    "seats": [
        {"seat": 1, "cards": "As Ks Qs", "wagers": {"ante": "5", "play": "5", "progressive": "1"}},
        {"seat": 2, "cards": "9h 6s 4d", "fold": True, "wagers": {"ante": "5", "progressive": "1"}},
    ],
}
EXPECT: dict[str, Any] = {
    "lines": [
        "1 ante-bonus: straight-flush 25",
        "1 progressive: ace-king-and-queen-of-spades 1,000.40",
        "2 progressive: lose",
        "2 progressive from 1: ace-king-and-queen-of-spades 100",
    ],
    "meters": {"progressive": "1000 + 0.40 - 1000.40 + 1000 = 1000, reserve 0"},
    "totals": {"1": "11 -> 1040.40", "2": "6 -> 100"},
}


def case(expect: dict[str, Any], game_round: dict[str, Any] = ROUND) -> CasePart:
    return CasePart.model_validate({"name": "a case", "clause": "§ 1", "round": game_round, "expect": expect})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"lines": EXPECT["lines"][:3]}, "not listed: seat 2 progressive ace-king-and-queen-of-spades returns $100.00"),
        ({"lines": [*EXPECT["lines"], "3 ante: win 5"]}, "3 ante: win 5: no such line"),
        ({"lines": ["1 ante: win 11", *EXPECT["lines"]]}, "1 ante: win 11: $10.00 returned"),
        ({"lines": ["1 ante: win 10 less 0.50", *EXPECT["lines"]]}, "$0.00 vigorish"),
        ({"lines": ["1 ante: lose", *EXPECT["lines"]]}, "1 ante: lose: win"),
        ({"meters": {"progressive": "1000 + 0.40 - 1000.40 + 1000 = 1001"}}, "does not add up"),
        ({"meters": {"progressive": "1000 + 0.41 - 1000.40 + 1000 = 1000.01"}}, "contributed $0.40, not 0.41"),
        ({"meters": {"progressive": "1000 + 0.40 - 1000.40 + 1000 = 1000, reserve 1"}}, "reserve $0.00, not 1"),
        ({"meters": {"five-card-progressive": "0 + 0 - 0 + 0 = 0"}}, "meter five-card-progressive: there is none"),
        ({"totals": {"1": "11 -> 1040.41"}}, "in all, not 11 -> 1040.41"),
        ({"totals": {"5": "11 -> 1040.41"}}, "seat 5: None"),
    ],
)
def test_a_round_that_is_not_so_is_found(change: dict[str, Any], said: str) -> None:
    assert case_faults(GAME, case(EXPECT)) == []
    faults = case_faults(GAME, case({**EXPECT, **change}))
    assert any(said in fault for fault in faults), faults


def test_an_error_must_be_the_one_expected() -> None:
    without_meter = {key: value for key, value in ROUND.items() if key != "meters"}
    assert case_faults(GAME, case({"error": "seat 1 progressive meter", "faults": 1}, without_meter)) == []
    assert "does not say 'joker'" in case_faults(GAME, case({"error": "joker"}, without_meter))[0]
    assert "1 faults, not 2" in case_faults(GAME, case({"error": "seat 1", "faults": 2}, without_meter))[0]
    assert case_faults(GAME, case(EXPECT, without_meter))[0].startswith("not settled: seat 1, progressive")
    assert case_faults(GAME, case({"error": "seat 1"})) == ["settled, although a fault is expected (seat 1)"]


@pytest.mark.parametrize(
    "text",
    [
        '[[hand]]\nname = "x"',
        '[[case]]\nname = "x"\nclause = "§ 1"\nround = { game = "three-card-poker" }\nexpect = { error = "x" }',
        '[[case]]\nname = "x"\nclause = "§ 1"\nround = {}\nexpect = {}',
        '[[case]]\nname = "x"\nclause = "§ 1"\nround = {}\nexpect = { error = "x", lines = ["1 ante: win 5"] }',
        '[[case]]\nname = "x"\nclause = "§ 1"\nround = {}\nexpect = { lines = ["one ante wins"] }',
        "not TOML",
    ],
)
def test_cases_that_cannot_be_read_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "cases.toml").write_text(text, "utf-8")
    with pytest.raises(CasesError, match=r"cases\.toml"):
        load_cases(tmp_path)


def codes(check: Any, game: Any = GAME) -> set[str]:
    return {each.code for each in check(game, CasesFile())}


def test_events_without_meaning_use_or_declaration_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    own = dict(events.MEANINGS["three-card"])
    pair = own.pop("pair")
    monkeypatch.setattr(events, "MEANINGS", MappingProxyType({**events.MEANINGS, "three-card": own}))
    assert codes(checks._meanings) == {"event-without-meaning"}
    own |= {"pair": replace(pair, role=Role.READING), "four-flush": pair, "flush": replace(own["flush"], role=Role.FACT)}
    assert codes(checks._meanings) == {"meaning-without-event"}
    found = [(each.code, each.place.split()[-1]) for each in checks._events_named(GAME, CasesFile())]
    assert found == [("event-role", "flush"), ("event-unused", "pair"), ("event-unused", "four-flush")]


def test_an_event_that_no_hand_has_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    family = families(GAME.package)["three-card"]
    never = replace(family, events=(*family.events, "four-suits"))
    monkeypatch.setattr(events, "FAMILIES", (never,))
    assert codes(checks._events_occur) == {"event-never"}


@pytest.mark.parametrize(
    ("family", "change", "said"),
    [
        ("three-card", {"symmetry": Symmetry.SUITS}, "ace-king-queen-of-spades holds for As Ks Qs and not for Ac Kc Qc"),
        ("six-card", {"symmetry": Symmetry.SUITS, "suit_named": ()}, "super-royal-of-diamonds holds for Ad Kd"),
        ("six-card", {"suit_named": ("royal-flush-of-spades",)}, "super-royal-of-diamonds holds for Ad Kd"),
        ("three-card", {"symmetry": Symmetry.COLORS}, " holds for "),
        (
            "three-card",
            {"symmetry": Symmetry.NAMED_SUITS, "suit_named": ("ace-king-queen-of-spades",)},
            "ace-king-queen-of-spades holds for As Ks Qs and not",
        ),
    ],
)
def test_a_symmetry_that_a_family_has_not_got_is_found(
    family: str, change: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "FAMILIES", (replace(families(GAME.package)[family], **change),))
    (found,) = checks._symmetry(GAME, CasesFile())
    assert found.code == "symmetry-false"
    assert said in found.found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"suit_named": ("nosuch", "pair")},
            "three_card_poker/events.py, family three-card: suit_named has nosuch; allowed are its events",
        ),
        ({"symmetry": "suits"}, "family three-card: symmetry is 'suits'; allowed: Symmetry.NONE, Symmetry.SUITS"),
        ({"deal": "hand"}, "family three-card: deal is 'hand'; allowed: Deal.HAND"),
    ],
)
def test_a_family_that_no_count_could_take_is_refused(change: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "FAMILIES", (replace(families(GAME.package)["three-card"], **change),))
    with pytest.raises(GameFolderError) as raised:
        families(GAME.package)
    assert said in str(raised.value)


def test_events_that_name_a_suit_have_their_symmetry() -> None:
    assert list(checks._symmetry(GAME, CasesFile())) == []


def with_rows(*pays: tuple[str, str]) -> Any:
    """The game with one Pair Plus table of these rows."""
    edition = GAME.editions[-1]
    wager = edition.wager("pair-plus")
    row = wager.paytables[0].rows[0]
    rows = tuple(replace(row, outcome=event, hand=event, event=event, pays=text, award=parse_payout(text)) for event, text in pays)
    changed = replace(wager, paytables=(replace(wager.paytables[0], rows=rows),))
    wagers = tuple(changed if each.id == wager.id else each for each in edition.wagers)
    return replace(GAME, editions=(replace(edition, wagers=wagers),))


def test_a_later_row_that_pays_more_is_found_where_both_can_hold() -> None:
    assert codes(checks._row_order, with_rows(("flush", "4 to 1"), ("straight-flush", "40 to 1"))) == {"later-row-pays-more"}
    assert codes(checks._row_order, with_rows(("straight-flush", "40 to 1"), ("flush", "4 to 1"))) == set()
    assert codes(checks._row_order, with_rows(("pair", "1 to 1"), ("straight", "6 to 1"))) == set()  # never both
    assert codes(checks._row_order, with_rows(("flush", "N/A"), ("straight-flush", "40 to 1"))) == {"later-row-pays-more"}


def test_a_row_without_a_case_is_found() -> None:
    cases = load_cases(GAME.folder)
    assert list(checks._rows_proven(GAME, cases)) == []
    without = cases.model_copy(update={"hand": [each for each in cases.hand if each.wager != "ante-bonus-akq"], "case": []})
    found = {each.found for each in checks._rows_proven(GAME, without) if "ante-bonus-akq" in each.place}
    assert "no case of Three-of-a-kind" in found


def test_the_command_says_how_much_was_checked_and_ends_with_1_on_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    run = CliRunner()
    result = run.invoke(app, ["check-game", "three-card-poker", "--json"])
    assert result.exit_code == 0
    (found,) = json.loads(result.stdout)
    assert found["findings"] == []
    assert found["hands"] > 100
    monkeypatch.setattr("pitbook.conformance.check.load_cases", lambda folder: CasesFile())
    result = run.invoke(app, ["check-game", "three-card-poker"])
    assert result.exit_code == 1
    assert "row-without-case" in result.stdout


def test_the_command_names_the_nearest_game() -> None:
    result = CliRunner().invoke(app, ["check-game", "three-card-poke"])
    assert result.exit_code != 0
    assert "three-card-poker" in str(result.exception)
