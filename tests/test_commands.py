"""The commands: a command loads its own module, and none is forgotten."""

from __future__ import annotations

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
