"""The commands: a command loads its own module, and none is forgotten."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from command_runs import Command, refused
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


@pytest.mark.parametrize("words", ["settle -", "check -", "audit -", "simulate - --rounds 1 --seed 1", "pack - -o {}"])
def test_an_input_that_is_closed_is_said(words: str, tmp_path: Path) -> None:
    command = f"exec {sys.executable} -m pitbook {words.format(tmp_path / 'out')} <&-"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "pitbook: standard input is closed, and - reads a file from it; name the file instead\n"


def test_a_user_without_a_home_is_asked_for_the_ledgers_file(pitbook: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("PITBOOK_DATABASE", raising=False)
    monkeypatch.setattr(Path, "home", home)
    refused(pitbook("meter", "list"), "--database: this user has no home")


@pytest.mark.parametrize("host", ["../..", "x" * 100_000, os.fsdecode(b"\xff")])
def test_a_host_that_is_no_name(pitbook: Command, host: str) -> None:
    refused(pitbook("serve", "--host", host), "--host", "is no name of a machine")


def test_a_port_of_a_database_that_is_no_number(pitbook: Command) -> None:
    refused(pitbook("meter", "list", "--database", "postgresql://me@host:abc/name"), "is no database URL")


@pytest.mark.parametrize("words", ["settle", "check", "audit", "par three-card-poker pair-plus --paytable-file"])
def test_a_file_without_an_end_is_a_fault(words: str) -> None:
    code = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)); from pitbook.cli import main; main()"
    run = subprocess.run([sys.executable, "-c", code, *words.split(), "/dev/zero"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("pitbook: the memory does not suffice")
    assert len(run.stderr.splitlines()) == 1
