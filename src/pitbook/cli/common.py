"""What the commands share: their options, parsing of ``NAME=VALUE``, and how a fault is said."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from pitbook.choices import ChoiceError
from pitbook.names import listed, shown
from pitbook.payouts import PayoutError, parse_money

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


def pairs(texts: Sequence[str], option: str) -> dict[str, str]:
    """``NAME=VALUE`` texts as a mapping. Raises :class:`ChoiceError` for another form or a repeated name."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise ChoiceError(f"{option} {text!r}: allowed is NAME=VALUE")
        if name.strip() in found:
            raise ChoiceError(f"{option}: {name.strip()} is given twice")
        found[name.strip()] = value.strip()
    return found


def comma_pairs(text: str | None, option: str) -> dict[str, str]:
    """``seed=$10,000 for 1,increment=20%`` as a mapping; commas inside amounts are no separators."""
    if text is None:
        return {}
    return pairs(re.split(r",\s*(?=[A-Za-z_]+\s*=)", text), option)


def amount(text: str | None, option: str) -> int | None:
    """Micro-dollars of an option; None when it is not given."""
    if text is None:
        return None
    try:
        return parse_money(text)
    except PayoutError as fault:
        raise ChoiceError(f"{option}: {fault}") from fault


def whole(text: str | None, option: str, least: int = 1, most: int = 10**12) -> int | None:
    """A whole number of an option within bounds; None when it is not given."""
    if text is None:
        return None
    written = re.fullmatch(r"[0-9]{1,3}(?:,[0-9]{3}){1,5}|[0-9]{1,18}", text.strip())
    value = int(text.replace(",", "")) if written else None
    if value is None or not least <= value <= most:
        raise ChoiceError(f"{option} {shown(text)}: allowed is a whole number from {least} to {most:,}")
    return value


def one_form(as_json: bool, as_csv: bool, output: Path | None) -> None:
    """At most one of ``--json``, ``--csv`` and ``--output``."""
    given = [name for name, on in (("--json", as_json), ("--csv", as_csv), ("--output", output is not None)) if on]
    if len(given) > 1:
        raise ChoiceError(f"{listed(given)}: only one of them at a time")
