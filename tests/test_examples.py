"""Everything in ``examples`` runs and shows what it is there to show."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pitbook
from update_docs import PROGRAMS, printed
from warm_commands import warm_commands

ROOT = Path(__file__).parents[1]
CHOICE = tomllib.loads((ROOT / "examples" / "paytables.toml").read_text("utf-8"))


def test_the_tour_runs_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with warm_commands() as folder:
        monkeypatch.setattr("update_docs.PROGRAMS", f"{folder}{os.pathsep}{PROGRAMS}")
        shown = printed("sh examples/tour.sh; echo status $?")
    assert shown.endswith("status 0\n")
    assert "Traceback" not in shown
    for game in pitbook.rulebook():
        assert f"$ pitbook par {game.id}" in shown, "a sheet of every game"
    assert "Where to go next" in shown


def test_the_example_choice_names_every_wager_that_has_a_sheet_of_its_own() -> None:
    for game in pitbook.rulebook():
        offered = {wager.id for wager in game.wagers if wager.no_sheet is None and wager.id != "pai-gow"}
        versions = {"ante-bonus-akq"}  # one or the other Ante Bonus is offered
        assert set(CHOICE[game.id]) == offered - versions, game.id


def test_the_choice_is_priced_line_by_line() -> None:
    lines = printed("python examples/price_a_choice.py").splitlines()
    wagers = sum(len(each) for each in CHOICE.values())
    assert len(lines) == 1 + len(CHOICE) + wagers
    [pair_plus] = [line for line in lines if "pair-plus" in line]
    assert pair_plus.split() == ["pair-plus", "D", "2.3167%", "25.6109%", "2.91"]


def test_a_paytable_of_ones_own_is_priced() -> None:
    sheet = json.loads(printed("pitbook par three-card-poker pair-plus --paytable-file examples/own-pair-plus.toml --json"))
    assert sheet["paytable"] == "mini-royal at 100"
    assert [row["count"] for row in sheet["rows"]] == [4, 44, 52, 720, 1096, 3744, 16440]


def test_the_changed_text_differs_in_one_figure() -> None:
    shown = printed("pitbook audit examples/midibaccarat-changed.txt --json; echo status $?")
    assert shown.endswith("status 1\n")
    assert "4 for 1" in shown


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_every_python_example_runs(path: Path) -> None:
    subprocess.run([sys.executable, str(path)], check=True, stdout=subprocess.DEVNULL)
