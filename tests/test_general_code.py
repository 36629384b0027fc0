"""The code that serves every game names no reading, option, wager or drawn pay that a single game has: its rules file does."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitbook
from pitbook.catalog import rulebook
from pitbook.rulebook import Game

ROOT = Path(pitbook.__file__).parent

FILED = {"house-way", "variation", "commission-rounding"}
"""Readings that a filing's form has a key of its own for."""

EXAMPLES = ("web/api/", "web/forms/hold.py")
"""What is shown as an example of a request, and what a page opens with."""

ADDRESSES = ("web/guard/queries.py",)
"""What the address of a page may say, a page of a game's own among them."""


def names_of(game: Game) -> set[str]:
    """What a game calls its own; a word without a hyphen may mean something else."""
    policies = {each.id for each in rulebook().policies}
    found = set()
    for edition in game.editions:
        found |= (
            {each.id for each in edition.readings} | {each.id for each in edition.options} | {each.id for each in edition.wagers}
        )
        found |= {extra.outcome for wager in edition.wagers for extra in wager.extras}
    return {each for each in found - policies - FILED if "-" in each}


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module with their lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


FOLDERS = sorted(each.parent.name for each in ROOT.glob("*/__init__.py") if each.parent.name != "games")


@pytest.mark.parametrize("folder", FOLDERS)
def test_general_code_names_nothing_that_one_game_alone_has(folder: str) -> None:
    check(sorted((ROOT / folder).rglob("*.py")))


def test_the_modules_beside_the_folders_name_nothing_that_one_game_alone_has() -> None:
    check(sorted(ROOT.glob("*.py")))


def check(paths: list[Path]) -> None:
    times = Counter(name for game in rulebook() for name in names_of(game))
    own = {name for name, games in times.items() if games == 1}
    assert {"magic-lucky", "mini-royal-flush", "pair-plus", "lucky-bonus"} <= own
    for path in paths:
        at = path.relative_to(ROOT).as_posix()
        if not at.startswith((*EXAMPLES, *ADDRESSES)):
            assert [f"{at}:{line}: {text}" for line, text in texts_of(path) if text in own] == []
