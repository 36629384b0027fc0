"""``pitbook check-game``: the conformance of the game folders."""

from __future__ import annotations

from typing import Annotated

import typer

from pitbook.cli.common import AsCsv, AsJson, Output, complete_game, one_form
from pitbook.report.output import deliver


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("check-game")(check_game)


def check_game(
    game: Annotated[str | None, typer.Argument(help="A game; default all.", autocompletion=complete_game)] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Check that a game's rules, events, counts and expert cases hold together; exit status 1 where something does not."""
    from pitbook.conformance.check import examine_games
    from pitbook.conformance.report import conformance

    one_form(as_json, as_csv, output)
    checks = examine_games(game)
    deliver(conformance(checks), as_json=as_json, as_csv=as_csv, output=output)
    if any(each.findings for each in checks):
        raise typer.Exit(1)
