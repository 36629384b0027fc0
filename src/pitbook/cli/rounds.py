"""``pitbook settle`` and ``why``: rounds."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, complete_game, complete_wager, one_form, pairs
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
        Path | None, typer.Option("--submission", help="A Rules Submission: its choices, and nothing it does not offer.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show every row that was tested.")] = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Settle a round: what every seat is owed, in payment order, with the clause; what the meters do."""
    from pitbook.settlement_json import settlement_json
    from pitbook.settlement_table import settlement_tables

    one_form(as_json, as_csv, output)
    text, kind = _read(file)
    under = _Under(file, submission)
    if kind == "lines":
        _settle_lines(text, explain, under)
        return
    settled = _settled(text, kind, under)
    data = settlement_json(settled, explain=explain) if as_json or output is not None else None
    answer = Document("Settlement", settlement_tables(settled, explain=explain), data)
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output)


def _read(file: str) -> tuple[str, str]:
    """The text of a file or of standard input, and its kind: toml, json or lines."""
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = raw.decode("utf-8-sig")
    except OSError as fault:
        raise ChoiceError(f"{file}: {fault.strerror or fault}") from fault
    except UnicodeDecodeError as fault:
        raise ChoiceError(f"{file}: not UTF-8 text ({fault.reason} at byte {fault.start})") from fault
    suffix = Path(file).suffix.lower()
    if suffix in {".jsonl", ".ndjson"}:
        return text, "lines"
    if suffix == ".toml":
        return text, "toml"
    if not text.lstrip().startswith("{"):
        return text, "json" if suffix == ".json" else "toml"
    return text, "lines" if _is_lines(text) else "json"


def _is_lines(text: str) -> bool:
    """More than one line that is a JSON document of its own."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return False
    try:
        return isinstance(json.loads(lines[0]), dict)
    except (ValueError, RecursionError):
        return False


class _Under:
    """The filing that rounds are settled under: one named on the command line, or those that they name, beside their file."""

    def __init__(self, file: str, submission: Path | None) -> None:
        from pitbook.submission import read_file

        self.folder = Path() if file == "-" else Path(file).parent
        self.filing = None if submission is None else read_file(submission)


def _settled(text: str, kind: str, under: _Under) -> Any:
    from pitbook.round_filing import read_filed_round
    from pitbook.rounds import round_data
    from pitbook.settlement import settle as settle_round

    data = round_data(text, kind)
    return settle_round(read_filed_round(data, today=date.today(), filing=under.filing, folder=under.folder))


def _settle_lines(text: str, explain: bool, under: _Under) -> None:
    """One JSON line for each round; a faulty one as its line number and faults, and exit status 2 at the end."""
    from pitbook.rounds import RoundError
    from pitbook.settlement_json import settlement_json

    faulty = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            document: Any = settlement_json(_settled(line, "json", under), explain=explain)
        except RoundError as fault:
            document = {"line": number, "faults": list(fault.faults)}
            faulty += 1
        sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
    if faulty:
        print(f"pitbook: {faulty} faulty round{'s' if faulty > 1 else ''}", file=sys.stderr)
        raise typer.Exit(2)


def why(
    game: Annotated[str, typer.Argument(help="A game.", autocompletion=complete_game)],
    wager: Annotated[str, typer.Argument(help="One of its wagers.", autocompletion=complete_wager)],
    cards: Annotated[list[str], typer.Argument(help="The cards it reads: own first, then the dealer's or the community cards.")],
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
