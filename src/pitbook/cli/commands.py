"""The commands and the words they are called by; ``main`` loads what the words on the command line need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Final

import typer

from pitbook.cli.missing import name_all_missing

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
    name_all_missing(app)
    return app


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
