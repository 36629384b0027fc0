"""``pitbook games``, ``show``, ``audit``: what the rulebook holds, and whether it is what the regulation prints."""

from __future__ import annotations

from typing import Annotated

import typer

from pitbook.cli.common import AsCsv, AsJson, Output, complete_game, complete_wager, one_form
from pitbook.report.output import deliver
from pitbook.tables import Document


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(games)
    app.command()(show)
    app.command()(audit)


def games(as_json: AsJson = False, as_csv: AsCsv = False, output: Output = None) -> None:
    """List the games, their editions and how many wagers and paytables each has."""
    from pitbook.rules_table import games_answer

    one_form(as_json, as_csv, output)
    deliver(games_answer(), as_json=as_json, as_csv=as_csv, output=output)


def show(
    game: Annotated[str, typer.Argument(help="A game, as listed by `pitbook games`.", autocompletion=complete_game)],
    wager: Annotated[str | None, typer.Argument(help="One of its wagers.", autocompletion=complete_wager)] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Show a game's wagers, or a wager's paytables as printed, its meter and envy terms and its readings."""
    from pitbook.rules_table import game_answer, wager_answer

    one_form(as_json, as_csv, output)
    answer: Document = game_answer(game) if wager is None else wager_answer(game, wager)
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output)


def audit(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Texts of the regulation; - for standard input.")],
    clauses: Annotated[
        list[str] | None,
        typer.Option("--clause", metavar="CLAUSE", help="Compare this subsection only, '(d)' or '649a.12(d)'; repeat for more."),
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Compare the rulebook with the regulation's own text, figure by figure. Exit status 1 when something differs."""
    from pitbook.audit import audit as compare
    from pitbook.audit import read_texts

    one_form(as_json, as_csv, output)
    report = compare(read_texts(files), clauses=clauses or ())
    deliver(report.table(), as_json=as_json, as_csv=as_csv, output=output)
    raise typer.Exit(report.exit_status)
