"""Imports run one way, and a command loads no heavy library that it does not use."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import pitbook

ROOT = Path(pitbook.__file__).parent

TIERS = [
    # What cards are.
    [
        "errors",
        "names",
        "given_files",
        "outside",
        "interrupts",
        "beside",
        "kept_files",
        "compiled",
        "game_modules",
        "cards",
        "hands",
        "families",
        "meanings",
        "three_cards",
        "ranking",
    ],
    # What is printed and what it means.
    ["payouts", "tables", "charts", "findings"],
    ["file_parts", "file_faults", "file_rest", "rulebook", "rules_file", "loading"],
    ["choices", "asked.texts"],
    # The games' own code: events, counts, settings, house ways.
    ["games"],
    ["rulebook_cache", "catalog", "own_table", "starter", "schemas", "round_file", "rules_table"],
    # Odds; a game's base game is priced here too.
    [
        "counting",
        "stored_counts",
        "par",
        "par_json",
        "par_table",
        "games.*.base_game",
        "games.*.folds",
        "games.*.perfect_play",
        "games.*.play_report",
        "games.*.answers",
    ],
    ["progressive"],
    # Rounds; how a game is played stands with them.
    [
        "rounds",
        "outcomes",
        "settlement",
        "settlement_json",
        "settlement_table",
        "why",
        "conformance",
        "batch",
        "games.*.play",
        "games.*.many",
    ],
    ["hold", "exposure"],
    # Filings.
    ["submission", "checks"],
    ["audit"],
    ["simulation"],
    ["ledger"],
    ["report", "asked", "pack"],
    ["cli", "games.*.commands", "__main__"],
    ["web", "games.*.routes", "games.*.pages"],
]
"""Each module imports from its own tier and from those above it; ``games.*.x`` is the module x of any game.

A module that is not named stands just before the command line: it may use everything above, and nothing above may use it.
"""

UNNAMED = next(n for n, names in enumerate(TIERS) if "cli" in names) - 1

SHOWN = {("par", "par_json"), ("par", "par_table"), ("par", "report.html"), ("par", "report.terminal")}
"""What a sheet loads only when it is asked to show itself."""

LOADED_ON_DEMAND = {
    ("counting", "games"),
    ("games", "games.*.base_game"),
    ("games.*.play", "games.*.base_game"),
    ("stored_counts", "par"),
    ("cli.serve", "web.app"),
    ("cli.serve", "web.guard.connections"),
    ("cli.serve", "web.logs"),
    ("cli.serve", "web.settings"),
}


# The graph ------------------------------------------------------------------------------------------------------------


@cache
def modules() -> dict[str, Path]:
    """Every module by its dotted name inside the package; the package itself is the empty name."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "migrations" in parts:
            continue
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def for_types_only(tree: ast.Module) -> set[ast.AST]:
    """Statements that run under TYPE_CHECKING alone."""
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)]
    return {inner for block in blocks for inner in ast.walk(block)}


@cache
def imports(name: str) -> tuple[tuple[str, bool], ...]:
    """The modules of the package that a module imports, and whether it does so when it is loaded itself."""
    return tuple(found_imports(name))


def found_imports(name: str) -> Iterator[tuple[str, bool]]:
    tree = ast.parse(modules()[name].read_text(encoding="utf-8"))
    typing = for_types_only(tree)
    for node in ast.walk(tree):
        if node in typing:
            continue
        targets: list[str] = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports by a relative name"
            if node.module and node.module.split(".")[0] == "pitbook":
                targets = [f"{node.module}.{each.name}" for each in node.names]
        elif isinstance(node, ast.Import):
            targets = [each.name for each in node.names if each.name.split(".")[0] == "pitbook"]
        for target in targets:
            inside = target.removeprefix("pitbook").lstrip(".")
            while inside and inside not in modules():
                inside = inside.rpartition(".")[0]
            if inside != name:
                yield inside, node in tree.body


def pattern(name: str) -> str:
    """``games.*.play`` for the play module of a game."""
    parts = name.split(".")
    return f"games.*.{parts[2]}" if parts[0] == "games" and len(parts) > 2 else name


def tier(name: str) -> int:
    """The tier of the longest name in it that is the module's or holds it."""
    best, found = -1, UNNAMED
    for n, names in enumerate(TIERS):
        for each in names:
            if (pattern(name) == each or f"{name}.".startswith(f"{each}.")) and len(each) > best:
                best, found = len(each), n
    return found


def test_modules_import_from_their_own_tier_and_those_above() -> None:
    wrong = []
    for name in modules():
        for target, _ in imports(name):
            if not name or not target or (name.startswith("cli") and not target.startswith("web")):
                continue
            if tier(target) <= tier(name) or (name.split(".")[0], target) in SHOWN:
                continue
            if (pattern(name), pattern(target)) not in LOADED_ON_DEMAND:
                wrong.append(f"{name} imports {target}")
    assert not wrong, wrong


def test_what_a_sheet_shows_itself_with_is_loaded_only_then() -> None:
    at_once = {(name, target) for name in modules() for target, loaded in imports(name) if loaded}
    assert not {(name.split(".")[0], target) for name, target in at_once} & SHOWN
    assert not {(pattern(name), pattern(target)) for name, target in at_once} & LOADED_ON_DEMAND


def test_no_modules_import_each_other() -> None:
    graph = {name: {target for target, at_once in imports(name) if at_once and target} for name in modules() if name}
    assert list(TopologicalSorter(graph).static_order())


def test_a_game_imports_no_other_game() -> None:
    for name in modules():
        parts = name.split(".")
        if parts[0] == "games" and len(parts) > 1:
            for target, _ in imports(name):
                others = target.split(".")
                assert others[0] != "games" or len(others) == 1 or others[1] == parts[1], f"{name} imports {target}"


def test_no_module_but_a_game_names_a_game() -> None:
    """A new game is a folder: nothing else imports one by its name."""
    for name in modules():
        if not name.startswith("games"):
            assert not [target for target, _ in imports(name) if target.startswith("games.")], name


def test_modules_of_a_games_folder_are_loaded_where_their_faults_are_told() -> None:
    """By ``game_modules``, which names the file that is missing or does not load."""
    for name, path in modules().items():
        assert name == "game_modules" or not re.search(r"import_module\(.*package", path.read_text(encoding="utf-8")), name


def test_only_the_ledger_uses_the_database() -> None:
    for name, path in modules().items():
        if not name.startswith(("ledger", "web")):
            text = path.read_text(encoding="utf-8")
            assert "import sqlalchemy" not in text, name
            assert "from sqlalchemy" not in text, name


# What each command loads ----------------------------------------------------------------------------------------------

HEAVY = ("numpy", "numba", "llvmlite", "sqlalchemy", "alembic", "nicegui", "fastapi", "typst", "xlsxwriter", "dask", "scipy")

LOADED = """
import json, sys
sys.argv = ["pitbook", *sys.argv[1:]]
from pitbook.cli import main
try:
    main()
except SystemExit:
    pass
sys.stderr.write(json.dumps(sorted(name for name in %r if name in sys.modules)))
"""


def loaded(*words: str) -> list[str]:
    """The heavy libraries that a command has loaded when it ends."""
    command = [sys.executable, "-c", LOADED % (HEAVY,), *words]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "NO_COLOR": "1"})
    assert run.stdout, "the command answered"
    found: list[str] = json.loads(run.stderr.splitlines()[-1])
    return found


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("--version",),
        ("games",),
        ("games", "--json"),
        ("show", "three-card-poker"),
        ("show", "pai-gow-poker", "fortune-bonus"),
        ("par", "--help"),
        ("serve", "--help"),
        ("par", "three-card-poker", "pair-plus", "--json"),
        ("compare", "three-card-poker", "progressive"),
    ],
    ids=" ".join,
)
def test_a_small_command_loads_no_heavy_library(words: tuple[str, ...]) -> None:
    assert loaded(*words) == []


def test_a_large_family_is_counted_by_compiled_code() -> None:
    words = ("par", "three-card-prime", "five-card-progressive", "--json")
    assert loaded(*words)[-1] == "numpy", "numba is loaded where the code is not kept yet"
    assert loaded(*words) == ["llvmlite", "numpy"]


def test_importing_the_package_loads_nothing() -> None:
    command = [
        sys.executable,
        "-c",
        "import pitbook, sys; print(sorted(name for name in sys.modules if name.startswith('pitbook')))",
    ]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "['pitbook']\n"
