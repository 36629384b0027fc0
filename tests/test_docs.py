"""The documentation says what the program does."""

from __future__ import annotations

import doctest
import os
import re
from collections.abc import Iterator
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest
import typer
from pydantic import BaseModel

from pitbook import hands, meanings, own_table, par, rulebook, rules_file
from pitbook.cli import app
from pitbook.conformance.cases_file import CasePart, ExpectPart, HandPart
from pitbook.families import families
from pitbook.file_parts import Part
from pitbook.par import Conditions
from update_docs import PROGRAMS, ROOT, as_it_should_be, every_command, pages
from warm_commands import warm_commands

PAGES = pages()
ALONE = {"tutorial-audit.md", "tutorial-filing.md"}
"""Pages whose commands are processes of their own; those of the others are forks of one that has the program loaded."""
MEANT = ("left out", "only an approved one is paid", "3 faults")
"""What a page shows on purpose: a note, refusals."""


@pytest.fixture(scope="module")
def warm() -> Iterator[Path]:
    with warm_commands() as folder:
        yield folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_shows_what_the_program_prints(page: Path, warm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.name not in ALONE:
        monkeypatch.setattr("update_docs.PROGRAMS", f"{warm}{os.pathsep}{PROGRAMS}")
    text, wanted = page.read_text("utf-8"), as_it_should_be(page)
    assert text.splitlines() == wanted.splitlines(), "run: make docs-update"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_shows_a_fault(page: Path) -> None:
    lines = page.read_text("utf-8").splitlines()
    faults = [line for line in lines if line.startswith(("Traceback", "pitbook: "))]
    assert not [line for line in faults if not any(meant in line for meant in MEANT)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        if not target.startswith("https://"):
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in page.read_text("utf-8")], ids=lambda page: page.name)
def test_the_python_of_a_page_prints_what_it_shows(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 1
    assert not failed


def test_every_command_and_option_is_in_the_page_of_commands() -> None:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8") + "\n### "
    missing = []
    for words, command in every_command(typer.main.get_command(app)):
        _, _, section = text.partition(f"\n### {' '.join(words)}\n")
        names = [parameter.metavar or parameter.opts[0] for parameter in command.params]
        missing += [(*words, name) for name in names if name not in section.partition("\n### ")[0]]
    assert not missing, "run: make docs-update"


def test_every_event_is_in_the_page_of_events() -> None:
    text = (ROOT / "docs" / "events.md").read_text("utf-8")
    for game in rulebook():
        for family in families(game.package).values():
            section = text.partition(f"\n### {game.id}: {family.name}\n")[2].partition("\n#")[0]
            assert [event for event in family.events if f"`{event}`" not in section] == [], "run: make docs-update"


def test_the_picture_of_the_house_has_every_room() -> None:
    picture = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("```")[1]
    package = ROOT / "src" / "pitbook"
    rooms = {path.stem if path.suffix == ".py" else path.name for path in package.iterdir()} - {"__pycache__", "py.typed"}
    assert not {room for room in rooms if not re.search(rf"\b{re.escape(room)}\b", picture)}, "put it into CONTRIBUTING.md"


def keys(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from keys(value)
    if isinstance(data, list):
        for each in data:
            yield from keys(each)


# What a sheet is, beside its figures.
FACTS = {
    *(
        "game",
        "wager",
        "name",
        "paytable",
        "own_paytable",
        "citation",
        "edition",
        "edition_period",
        "decks",
        "bettors",
        "rows",
        "outcome",
        "hand",
    ),
    *("pays", "readings", "id", "value", "why", "default", "notes", "exact", "progressive", "envy", "confidence", "rule", "plays"),
    *("hands", "printed", "rounds", "low", "high", "refused"),
}


@pytest.mark.parametrize(
    ("game", "wager", "paytable"),
    [
        ("three-card-poker", "ante-bonus", "A"),
        ("three-card-poker", "progressive", "A"),
        ("three-card-poker", "five-card-hand-bonus", "standard"),
        ("three-card-poker", "five-of-six-progressive", "standard"),
        ("pai-gow-poker", "fortune-bonus", "B"),
    ],
)
def test_every_figure_of_a_sheet_is_defined(game: str, wager: str, paytable: str) -> None:
    sheet = par(game, wager, paytable, conditions=Conditions(rounds=1000, players=1, wager_micros=5_000_000))
    text = (ROOT / "docs" / "mathematics.md").read_text("utf-8")
    undefined = [key for key in dict.fromkeys(keys(sheet.to_json())) if key not in FACTS and f"`{key}`" not in text]
    assert not undefined


def parts(module: Any) -> Iterator[type[BaseModel]]:
    return (each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Part))


def test_every_key_of_the_rules_files_is_described() -> None:
    text = (ROOT / "docs" / "rulebook.md").read_text("utf-8")
    for part in (*parts(rules_file), *parts(own_table)):
        for name, field in part.model_fields.items():
            key = field.alias or name
            assert re.search(rf"`{key}`|\[(edition\.)?{key}\]", text), f"{part.__name__}.{key}"


def test_every_helper_of_events_and_key_of_cases_is_described() -> None:
    text = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    helpers = [
        name
        for module in (hands, meanings)
        for name, each in vars(module).items()
        if isfunction(each) and each.__module__ == module.__name__ and not name.startswith("_")
    ]
    helpers += [name for name, each in vars(hands).items() if name.isupper() and isinstance(each, int)]
    internal = {"meanings", "why_not"}
    missing = [name for name in helpers if name not in internal and not re.search(rf"`{name}[`(]", text)]
    keys = [*HandPart.model_fields, *CasePart.model_fields, *(f"expect.{name}" for name in ExpectPart.model_fields)]
    missing += [name for name in keys if f"`{name}`" not in text]
    assert missing == []
