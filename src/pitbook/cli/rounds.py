"""``pitbook settle`` and ``why``: rounds."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from pitbook.asked.texts import pairs
from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, complete_game, complete_wager, one_form
from pitbook.cli.round_input import RoundLines, line_text, open_rounds, write_line
from pitbook.errors import InputError
from pitbook.report.output import deliver
from pitbook.tables import Document


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(settle)
    app.command()(why)


def settle(
    file: Annotated[
        str, typer.Argument(metavar="ROUND", help="A round (TOML or JSON), rounds as JSON lines, or - for standard input.")
    ],
    submission: Annotated[
        Path | None, typer.Option("--submission", help="A Rules Submission, or -: its choices, and nothing it does not offer.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show every row that was tested.")] = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Settle a round: what every seat is owed, in payment order, with the clause; what the meters do."""
    from pitbook.rounds import round_data
    from pitbook.settlement_json import settlement_json
    from pitbook.settlement_table import settlement_tables

    one_form(as_json, as_csv, output)
    under = _Under(file, submission)
    with open_rounds(file) as rounds:
        if isinstance(rounds, RoundLines):
            if as_csv or output is not None:
                raise ChoiceError(f"{file}: rounds as JSON lines are answered by JSON lines; --csv and --output are for one round")
            _settle_lines(rounds, explain, under)
            return
        given = round_data(rounds.text, rounds.kind)
        settled = _settled(given, under)
    data = settlement_json(settled, explain=explain) if as_json or output is not None else None
    answer = Document("Settlement", settlement_tables(settled, explain=explain), data)
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output, own={".pdf": lambda: _slip(settled, given, explain)})


def _slip(settled: Any, given: Any, explain: bool) -> bytes:
    """As a PDF the settlement is a slip to sign."""
    from pitbook.report.dispute_slip import dispute_slip

    return dispute_slip(settled, given, explain=explain)


class _Under:
    """The filing that rounds are settled under: one named on the command line, or those that they name, beside their file."""

    def __init__(self, file: str, submission: Path | None) -> None:
        from pitbook.given_files import is_input
        from pitbook.submission import read_given

        if file == "-" and submission is not None and is_input(submission):
            raise ChoiceError("--submission -: standard input is the round; only one file can be -")
        self.folder = Path() if file == "-" else Path(file).parent
        self.filing = None if submission is None else read_given(submission)


def _settled(data: Any, under: _Under) -> Any:
    from pitbook.settlement import settle as settle_round
    from pitbook.submission.rounds import read_filed_round

    return settle_round(read_filed_round(data, today=date.today(), filing=under.filing, folder=under.folder))


def _settle_lines(rounds: RoundLines, explain: bool, under: _Under) -> None:
    """One JSON line for each round as it comes; a faulty one as its line number and faults, and exit status 2 at the end."""
    from pitbook.rounds import round_data
    from pitbook.settlement_json import settlement_json

    faulty = count = 0
    for number, line in rounds.lines:
        count += 1
        try:
            document: Any = settlement_json(_settled(round_data(line_text(line), "json"), under), explain=explain)
        except InputError as fault:
            document = {"line": number, "faults": str(fault).splitlines()}
            faulty += 1
        write_line(document)
    if not count:
        raise ChoiceError("no rounds: there is no line in it")
    if faulty:
        print(f"pitbook: {faulty} faulty round{'s' if faulty > 1 else ''}", file=sys.stderr)
        raise typer.Exit(2)


def why(
    game: Annotated[str, typer.Argument(help="A game.", autocompletion=complete_game)],
    wager: Annotated[str, typer.Argument(help="One of its wagers.", autocompletion=complete_wager)],
    cards: Annotated[
        list[str],
        typer.Argument(
            help="The cards it reads: own first, then the dealer's or the community cards. "
            "Baccarat: two quoted hands, '9h Kd' '7c Td'."
        ),
    ],
    color: Annotated[str | None, typer.Option("--color", help="red or black, for a wager on a color.")] = None,
    readings: Annotated[list[str] | None, typer.Option("--set", help="READING=VALUE; repeat for more.")] = None,
    options: Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE; repeat for more.")] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Say what these cards make for a wager, in every paytable, with the clause."""
    from pitbook.why import why as find
    from pitbook.why import why_answer

    one_form(as_json, as_csv, output)
    found = find(game, wager, cards, color=color, readings=pairs(readings or [], "--set"), options=pairs(options or [], "--option"))
    deliver(why_answer(found), as_json=as_json, as_csv=as_csv, output=output)
