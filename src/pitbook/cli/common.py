"""What the commands share: their options, and how a fault is said."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from pitbook.choices import ChoiceError
from pitbook.names import listed

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="The tables as CSV on standard output.")]


def output_file(text: str) -> Path:
    """The file of ``--output``; a folder is refused, whose slash a path would lose."""
    if text.endswith("/"):
        raise typer.BadParameter(f"{text} is a folder; allowed is the name of a file")
    return Path(text)


Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", parser=output_file, metavar="<path>", help="Write the answer to a file; its ending says in which form."
    ),
]


def say_fault(message: str) -> None:
    """A fault on standard error: one line, or a line for each of several."""
    lines = message.splitlines() or ["unknown fault"]
    if len(lines) == 1:
        print(f"pitbook: {lines[0]}", file=sys.stderr)
        return
    print(f"pitbook: {len(lines)} faults", file=sys.stderr)
    for line in lines:
        print(f"  - {line}", file=sys.stderr)


def complete_game(incomplete: str) -> Iterable[str]:
    """Game ids for the shell."""
    from pitbook.catalog import rulebook

    return [name for name in rulebook().games if name.startswith(incomplete)]


def complete_wager(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Wager ids of the game already typed, for the shell."""
    from pitbook.catalog import rulebook

    game = str(ctx.params.get("game"))
    games = rulebook().games
    return [each.id for each in games[game].wagers if each.id.startswith(incomplete)] if game in games else []


def one_form(as_json: bool, as_csv: bool, output: Path | None) -> None:
    """At most one of ``--json``, ``--csv`` and ``--output``."""
    given = [name for name, on in (("--json", as_json), ("--csv", as_csv), ("--output", output is not None)) if on]
    if len(given) > 1:
        raise ChoiceError(f"{listed(given)}: only one of them at a time")
