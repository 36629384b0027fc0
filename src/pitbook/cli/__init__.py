"""The command line: ``pitbook``. Each command reads its input, calls the library and hands over the answer."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import typer

from pitbook.cli.common import say_fault
from pitbook.errors import InputError

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": ("games", "show", "audit"),
    "odds": ("par", "compare"),
    "hold": ("hold", "what-if", "simulate"),
    "rounds": ("settle", "why"),
    "filings": ("check", "pack", "new", "schema"),
    "checks": ("check-game",),
    "": (),
    "ledger": ("meter", "link", "round", "award", "fault", "ledger", "user"),
    "serve": ("serve",),
}
"""The modules in the order of the help, with the first word of their commands; the empty name stands for the games' own."""


def application(words: Sequence[str] = ()) -> typer.Typer:
    """The commands: all of them, or only those of the module that ``words`` are for, which is there sooner."""
    app = typer.Typer(
        name="pitbook",
        help="Exact odds, settlement, progressive meters and filing checks for regulated casino table games.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    asked = [name for name, commands in COMMANDS.items() if words and words[0] in commands]
    for name in [] if words and words[0] == "--version" else asked or COMMANDS:
        for module in [f"pitbook.cli.{name}"] if name else _games_own():
            import_module(module).add_to(app)
    return app


def __getattr__(name: str) -> Any:
    # All commands; put together only where they are asked for.
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()["app"] = application()
    return found


def _games_own() -> Iterator[str]:
    """The modules of commands that stand in a game's folder."""
    from pitbook.catalog import game_folders
    from pitbook.rulebook import RulebookError

    try:
        folders = game_folders()
    except RulebookError:
        return  # the command says so when it asks for the rulebook
    for folder in folders:
        if (folder / "commands.py").is_file():
            yield f"pitbook.games.{folder.name}.commands"


def _version(wanted: bool) -> None:
    if wanted:
        from pitbook import __version__
        from pitbook.catalog import rulebook

        book = rulebook()
        editions = ", ".join(game.editions[-1].id for game in book)
        print(f"pitbook {__version__}; rulebook {book.source_hash[:16]}; editions {editions}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version, the editions and the rulebook's hash."
    ),
) -> None:
    del version


def _run() -> None:
    """The application; a reader that went away is told from a failure, which ends with the same status there."""
    try:
        application(sys.argv[1:])()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        raise


class _ClosedInput(io.StringIO):
    """Standard input that was closed before the command began: at its end for who asks for a line, a fault for who reads a file."""

    @property
    def buffer(self) -> Any:
        raise InputError("standard input is closed, and - reads a file from it; name the file instead")


def main() -> None:
    """Run the command line. Exit status: 0 done, 1 violations or differences, 2 bad input or usage."""
    if sys.stdout is None:
        say_fault("standard output is closed; name a file with --output, or redirect it")
        sys.exit(2)
    if sys.stdin is None:
        sys.stdin = _ClosedInput()
    for stream in (sys.stdout, sys.stderr):
        # Sections are cited with signs that a plain locale's encoding does not have; a file's name may be no text in any encoding.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        _run()
    except InputError as fault:
        say_fault(str(fault))
        sys.exit(2)
    except BrokenPipeError:
        # The reader of a pipe went away; that is its right.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        say_fault("stopped")
        sys.exit(130)
    except MemoryError:
        say_fault("the memory does not suffice; a file that is read may be too large, or without an end")
        sys.exit(2)
    except OSError as fault:
        # Standard output on a full disk, a terminal that is gone: the answer is lost, and nobody may take it for "violations".
        say_fault(f"the answer cannot be written: {fault.strerror or fault}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(2)
