"""The commands: a command loads its own module, and none is forgotten."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from pitbook.cli import COMMANDS, application


def names(*words: str) -> list[str]:
    return list(getattr(typer.main.get_command(application(words)), "commands", {}))


def test_every_command_is_listed_with_its_module() -> None:
    everything = names()
    listed = [name for commands in COMMANDS.values() for name in commands]
    assert set(listed) <= set(everything)
    for module, commands in COMMANDS.items():
        for name in commands:
            assert names(name) == list(commands), module


@pytest.mark.parametrize("words", [("house-way",), ("no-such-command",), ("--help",), ()])
def test_all_commands_are_there_for_a_games_own_and_for_what_is_none(words: tuple[str, ...]) -> None:
    assert names(*words) == names()
    assert "house-way" in names(*words)


@pytest.mark.parametrize("words", ["settle", "check", "audit", "par three-card-poker pair-plus --paytable-file", "games"])
def test_a_name_that_is_no_text_is_said_as_well_as_it_can_be(words: str, tmp_path: Path) -> None:
    """A file's name may be any bytes; so may a word that is no file at all."""
    file = tmp_path / os.fsdecode(b"n\xff.toml")
    file.write_bytes(b"x = 1")
    for last in (str(file), os.fsdecode(b"\xfe\xff")):
        run = subprocess.run([sys.executable, "-m", "pitbook", *words.split(), last], capture_output=True, check=False)
        assert (run.returncode, run.stdout) == (2, b""), run
        assert b"Traceback" not in run.stderr
        assert run.stderr.decode("utf-8")
