"""The commands: a command loads its own module, and none is forgotten."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from command_runs import Command, refused
from pitbook.cli import commands as cli_commands
from pitbook.cli.commands import COMMANDS, application


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


def command_that(does: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever words are given, this is done."""
    app = typer.Typer()
    app.command()(lambda: does() and None)
    monkeypatch.setattr(cli_commands, "application", lambda words: app)


def test_memory_that_does_not_suffice(pitbook: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    command_that(lambda: bytes(2**62), monkeypatch)
    refused(pitbook(), "the memory does not suffice", lines=1)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_command_that_is_told_to_end(pitbook: Command, monkeypatch: pytest.MonkeyPatch, number: int, status: int) -> None:
    left: list[str] = []

    def work() -> None:
        try:
            os.kill(os.getpid(), number)
            time.sleep(10)
        finally:
            left.append("in order")

    command_that(work, monkeypatch)
    assert pitbook() == (status, "", "pitbook: stopped\n")
    assert left == ["in order"]
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_little_is_loaded_before_an_interrupt_is_told_in_a_line() -> None:
    code = "import sys, pitbook.cli; print([name for name in ('typer', 'pydantic', 'pitbook.rulebook') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_what_is_said_to_a_closed_standard_error_is_not_in_the_answer(pitbook: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    command_that(lambda: (print("said", file=sys.stderr), print("answer")), monkeypatch)
    monkeypatch.setattr(sys, "stderr", None)
    assert pitbook().out == "answer\n"
