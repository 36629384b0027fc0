"""A game that stands outside the package, in a folder of PITBOOK_GAMES, does every job that the games of the package do."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "examples" / "games"
FILING = GAMES / "pocket_cards_filing.toml"
ROUND = 'game = "pocket-cards"\nchoices = { pocket = "A" }\nseats = [{ seat = 1, cards = "Ah Kh", wagers = { pocket = "5" } }]\n'


def pitbook(*words: str, games: str = str(GAMES), text: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PITBOOK_GAMES": games}
    return subprocess.run(
        [sys.executable, "-m", "pitbook", *words], env=environment, input=text, capture_output=True, text=True, check=False
    )


def answer(*words: str, text: str = "") -> Any:
    done = pitbook(*words, "--json", text=text)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def paid_by(cards: tuple[tuple[int, int], ...]) -> str:
    (rank, suit), (other, other_suit) = cards
    if rank == other:
        return "pair-of-aces" if rank == 12 else "pair"
    if suit != other_suit:
        return "lose"
    return "ace-and-king-of-one-suit" if {rank, other} == {11, 12} else "suited"


def test_it_is_found_and_conforms() -> None:
    assert "pocket-cards" in {game["game"] for game in answer("games")}
    assert pitbook("check-game", "pocket-cards").returncode == 0


def test_its_sheet_has_the_counts_of_a_plain_enumeration() -> None:
    sheet = answer("par", "pocket-cards", "pocket", "--paytable", "A")
    counted = Counter(map(paid_by, combinations([(rank, suit) for rank in range(13) for suit in range(4)], 2)))
    assert {row["outcome"]: row["count"] for row in sheet["rows"]} == dict(counted)
    assert sheet["house_edge"]["exact"] == "40/663"


def test_it_is_settled_checked_played_and_packed(tmp_path: Path) -> None:
    (line,) = answer("settle", "-", text=ROUND)["lines"]
    assert (line["outcome"], line["returned"]) == ("ace-and-king-of-one-suit", "105.00")
    assert {finding["severity"] for finding in answer("check", str(FILING))["findings"]} == {"note"}
    played = answer("simulate", str(FILING), "--rounds", "2000", "--seed", "1", "--workers", "0")
    assert "pocket-cards" in json.dumps(played)
    assert answer("hold", "pocket-cards", "pocket", "--paytable", "A", "--rounds", "1000")
    assert pitbook("pack", str(FILING), "-o", str(tmp_path / "pack")).returncode == 0
    assert (tmp_path / "pack" / "par-workbook.xlsx").is_file()


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ("nowhere", "nowhere: no folder there holds a rules.toml"),
        (str(ROOT / "src" / "pitbook" / "games"), "there is a game of that name already"),
    ],
)
def test_a_folder_that_will_not_do_is_named(games: str, said: str) -> None:
    done = pitbook("games", games=games)
    assert done.returncode == 2
    assert "PITBOOK_GAMES" in done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


FAULTS = {
    "events.py is missing": ("events", None, "pocket_cards/events.py: missing; the game's folder needs it"),
    "no Python": ("events", "def (", "pocket_cards/events.py: does not load: invalid syntax (line "),
    "it raises": ("play", "1 / 0", "pocket_cards/play.py: does not load: ZeroDivisionError: division by zero (line "),
    "it wants a library": ("events", "import no_such_library", "pocket_cards/events.py: does not load: ModuleNotFoundError"),
    "it ends the program": ("events", "raise SystemExit(0)", "pocket_cards/events.py: does not load: SystemExit: 0 (line "),
    "no families": ("events", "del FAMILIES", "pocket_cards/events.py: does not define FAMILIES"),
}


def test_without_play_there_are_sheets_and_no_settlement(tmp_path: Path) -> None:
    """A play.py that was lost is not taken for one that holds nothing."""
    games = tmp_path / "games"
    shutil.copytree(GAMES, games, ignore=shutil.ignore_patterns("__pycache__"))
    (games / "pocket_cards" / "play.py").unlink()
    assert pitbook("par", "pocket-cards", "pocket", "--paytable", "A", games=str(games)).returncode == 0
    said = "pocket_cards/play.py: missing; rounds are settled only of a game whose folder has one, be it empty"
    refused = pitbook("settle", "-", games=str(games), text=ROUND)
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", f"pitbook: {said}\n")
    checked = pitbook("check-game", "pocket-cards", "--json", games=str(games))
    assert checked.returncode == 1
    assert f"not settled: {said}" in checked.stdout


UNKNOWN_NAME = ("mask |= SUITED", "mask |= SUITEDX")
COMMANDS = {
    "fails": ("settle", "-"),
    "does not compile": ("simulate", str(FILING), "--rounds", "20", "--seed", "1", "--workers", "0"),
}


@pytest.mark.parametrize("how", COMMANDS)
def test_events_that_fail_or_do_not_compile_are_told_in_one_line(how: str, tmp_path: Path) -> None:
    """One hand is looked at by plain Python, many by compiled code."""
    games = tmp_path / "games"
    shutil.copytree(GAMES, games, ignore=shutil.ignore_patterns("__pycache__"))
    file = games / "pocket_cards" / "events.py"
    text = file.read_text("utf-8")
    file.write_text(text.replace(*UNKNOWN_NAME), "utf-8")
    line = text[: text.index(UNKNOWN_NAME[0])].count("\n") + 1
    said = f"NameError: name 'SUITEDX' is not defined (line {line} of {file}, in two_card_mask)\n"
    refused = pitbook(*COMMANDS[how], games=str(games), text=ROUND)
    assert (refused.returncode, refused.stderr) == (2, f"pitbook: pocket_cards/events.py: {how}: {said}")


def test_a_function_that_ends_the_program_is_a_fault_of_its_folder(tmp_path: Path) -> None:
    games = tmp_path / "games"
    shutil.copytree(GAMES, games, ignore=shutil.ignore_patterns("__pycache__"))
    file = games / "pocket_cards" / "events.py"
    file.write_text(file.read_text("utf-8").replace("mask |= SUITED", "raise SystemExit(0)"), "utf-8")
    refused = pitbook("settle", "-", games=str(games), text=ROUND)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("pitbook: pocket_cards/events.py: fails: SystemExit: 0 (line ")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_its_folder_is_told_in_one_line_and_leaves_other_games_alone(fault: str, tmp_path: Path) -> None:
    name, more, said = FAULTS[fault]
    games = tmp_path / "games"
    shutil.copytree(GAMES, games, ignore=shutil.ignore_patterns("__pycache__"))
    file = games / "pocket_cards" / f"{name}.py"
    if more is None:
        file.unlink()
    else:
        file.write_text(f"{file.read_text('utf-8')}\n{more}\n", "utf-8")
    refused = pitbook("par", "pocket-cards", "pocket", "--paytable", "A", games=str(games))
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"pitbook: {said}")
    assert refused.stderr.count("\n") == 1
    assert pitbook("par", "three-card-poker", "pair-plus", "--paytable", "A", games=str(games)).returncode == 0
