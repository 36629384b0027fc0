"""What does not compile is told in one line: the file, the line, the function."""

from __future__ import annotations

import sys
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from pitbook.compiled import compile_module
from pitbook.game_modules import GameFolderError

CODE = """
from pitbook.compiled import scalar


@scalar
def helper(hand):
    return hand | UNKNOWN


@scalar
def calls_a_helper(hand):
    mask = 0
    mask |= helper(hand)
    return mask


@scalar
def two_kinds(hand):
    if hand:
        return 1
    return "a"


@scalar
def adds_a_text(hand):
    return hand + "a"


@scalar
def divides(hand):
    return hand // (hand - hand)
"""
FAULTS = {
    "helper": ("return hand | UNKNOWN", "helper", "NameError: name 'UNKNOWN' is not defined"),
    "calls_a_helper": ("return hand | UNKNOWN", "helper", "NameError: name 'UNKNOWN' is not defined"),
    "two_kinds": ("return 1", "two_kinds", "Can't unify return type"),
    "adds_a_text": ('return hand + "a"', "adds_a_text", "No implementation of function"),
}


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A game's events, not yet compiled."""
    file = tmp_path / "own_game" / "events.py"
    file.parent.mkdir()
    file.write_text(CODE, encoding="utf-8")
    spec = util.spec_from_file_location("own_game_events", file)
    assert spec is not None
    assert spec.loader is not None
    made = util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "own_game_events", made)
    spec.loader.exec_module(made)
    compile_module(made)
    return made


@pytest.mark.parametrize("name", FAULTS)
def test_what_does_not_compile_is_one_line_with_file_line_and_function(module: ModuleType, name: str) -> None:
    code, function, words = FAULTS[name]
    line = CODE[: CODE.index(code)].count("\n") + 1
    with pytest.raises(GameFolderError) as caught:
        getattr(module, name)(5)
    said = str(caught.value)
    assert "\n" not in said
    assert said.startswith(f"own_game/events.py: does not compile: {words}")
    assert said.endswith(f"(line {line} of {module.__file__}, in {function})")


def test_what_compiled_code_raises_is_its_own(module: ModuleType) -> None:
    with pytest.raises(ZeroDivisionError):
        module.divides(5)
