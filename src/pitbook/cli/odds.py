"""``pitbook par`` and ``compare``: PAR sheets."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitbook.asked.sheets import comparison_json, sheets_asked
from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, complete_game, complete_wager, one_form
from pitbook.report.output import deliver
from pitbook.tables import Document

if TYPE_CHECKING:
    from pitbook.par import ParSheet

PaytableOption = Annotated[str | None, typer.Option("--paytable", "-p", help="One paytable; default all of them.")]
Players = Annotated[
    str | None, typer.Option("--players", help="Other hands that can bring an Envy Bonus; it then counts in the edge.")
]
Bettors = Annotated[list[str] | None, typer.Option("--bettors", help="WAGER=K: how many share a divided award (default 1).")]
Meter = Annotated[str | None, typer.Option("--meter", help="Dollars on the meter; default its seed, else nothing.")]
WagerAmount = Annotated[str | None, typer.Option("--wager-amount", help="Dollars staked (default 1).")]
Decks = Annotated[str | None, typer.Option("--decks", help="Decks in the shoe, where the game has a shoe.")]
Set = Annotated[list[str] | None, typer.Option("--set", help="READING=VALUE; repeat for more.")]
OptionPairs = Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE; repeat for more.")]
Terms = Annotated[str | None, typer.Option("--terms", help="seed=,reseed=,increment=,reserve= of the meter, comma separated.")]
PaytableFile = Annotated[Path | None, typer.Option("--paytable-file", help="A paytable of your own (TOML), or -.")]
FiledIn = Annotated[
    Path | None, typer.Option("--submission", help="A Rules Submission, or -: only what it offers, as it offers it.")
]
Confidence = Annotated[str | None, typer.Option("--confidence", help="Confidence of bands, between 0 and 1 (default 0.95).")]
Rounds = Annotated[str | None, typer.Option("--rounds", help="Show the band of the edge after so many rounds.")]
ReserveTarget = Annotated[str | None, typer.Option("--reserve-target", help="Dollars the reserve should reach; default the seed.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(par)
    app.command()(compare)


def par(
    game: Annotated[str | None, typer.Argument(help="A game.", autocompletion=complete_game)] = None,
    wager: Annotated[str | None, typer.Argument(help="One of its wagers; default all.", autocompletion=complete_wager)] = None,
    every: Annotated[bool, typer.Option("--all", help="Every wager and paytable of every game.")] = False,
    paytable: PaytableOption = None,
    players: Players = None,
    bettors: Bettors = None,
    meter: Meter = None,
    wager_amount: WagerAmount = None,
    decks: Decks = None,
    readings: Set = None,
    options: OptionPairs = None,
    terms: Terms = None,
    paytable_file: PaytableFile = None,
    submission: FiledIn = None,
    confidence: Confidence = None,
    rounds: Rounds = None,
    reserve_target: ReserveTarget = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Print exact PAR sheets: of a wager and paytable, of a game, of everything (--all), or of a filing (--submission)."""
    from pitbook.par_plain import sheet_for_files

    one_form(as_json, as_csv, output)
    if (every and game is not None) or (game is None and not every and submission is None):
        raise ChoiceError("par takes a game, or --all or --submission and no game")
    if paytable_file is not None and (wager is None or paytable is not None):
        raise ChoiceError("--paytable-file goes with one wager and in place of --paytable")
    asked = sheets_asked(
        wager=wager,
        paytable=paytable,
        players=players,
        bettors=bettors,
        meter=meter,
        wager_amount=wager_amount,
        decks=decks,
        readings=readings,
        options=options,
        terms=terms,
        paytable_file=paytable_file,
        confidence=confidence,
        rounds=rounds,
        reserve_target=reserve_target,
    )
    if submission is not None:
        sheets = asked.of_filing(submission, game)
    else:
        sheets = asked.of_every_game() if every else asked.of_game(game or "")
    for note in asked.notes:
        print(f"pitbook: {note}", file=sys.stderr)
    data: Any = [sheet.to_json() for sheet in sheets] if as_json or output is not None else None
    if data is not None and len(sheets) == 1 and not every:
        data = data[0]
    answer = Document("PAR sheets", [sheet_for_files(sheet) for sheet in sheets], data)
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output, own=_own_files(sheets, output))


def _own_files(sheets: list[ParSheet], output: Path | None) -> Any:
    """The forms of PAR sheets as files: a workbook with live formulas, a typeset page each."""
    if output is None:
        return None
    from pitbook.report.par_files import par_files

    return par_files(sheets)


def compare(
    game: Annotated[str, typer.Argument(help="A game.", autocompletion=complete_game)],
    wager: Annotated[str, typer.Argument(help="One of its wagers.", autocompletion=complete_wager)],
    players: Players = None,
    bettors: Bettors = None,
    meter: Meter = None,
    wager_amount: WagerAmount = None,
    decks: Decks = None,
    readings: Set = None,
    options: OptionPairs = None,
    terms: Terms = None,
    paytable_file: Annotated[
        Path | None, typer.Option("--paytable-file", help="A paytable of your own (TOML), or -, beside the printed ones.")
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Put all paytables of a wager side by side; the best for the player is marked."""
    from pitbook.par_table import compare_tables

    one_form(as_json, as_csv, output)
    asked = sheets_asked(
        wager=wager,
        players=players,
        bettors=bettors,
        meter=meter,
        wager_amount=wager_amount,
        decks=decks,
        readings=readings,
        options=options,
        terms=terms,
        paytable_file=paytable_file,
    )
    sheets = asked.compared(game)
    answer = Document(f"{game} {wager}: paytables compared", compare_tables(sheets), comparison_json(sheets))
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output)
