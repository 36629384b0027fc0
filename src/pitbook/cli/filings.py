"""``pitbook check``, ``pack``, ``new``, ``schema``: Rules Submissions."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, complete_game, one_form
from pitbook.report.output import deliver, json_text, write_file
from pitbook.tables import Document

if TYPE_CHECKING:
    from pitbook.submission import Submission

Filing = Annotated[str, typer.Argument(metavar="SUBMISSION", help="A Rules Submission (TOML or JSON), or - for standard input.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(check)
    app.command()(pack)
    app.command()(new)
    app.command()(schema)


def check(
    submission: Filing,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OLD", help="Also show what changes against this filing, or -.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 for warnings too.")] = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Check a filing: every rule it breaks, with clause and remedy. Exit status 1 when it breaks one."""
    from pitbook.checks.answer import check_answer, failed
    from pitbook.submission import read_given

    one_form(as_json, as_csv, output)
    filing = read_filing(submission)
    old = None if against is None else read_given(against)
    findings, answer = check_answer(filing, old, to_read=not (as_json or as_csv or output))
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output)
    raise typer.Exit(1 if failed(findings, strict=strict) else 0)


def pack(
    submission: Filing,
    folder: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="A new or an empty folder.")],
    without: Annotated[
        list[str] | None, typer.Option("--without", help="A wager that gets no PAR sheet; repeat for more.", metavar="WAGER")
    ] = None,
) -> None:
    """Write the PAR pack of a filing: workbook, PDF, CSV, JSON, findings, effective rules. Exit status as for check."""
    from pitbook.checks import check as check_filing
    from pitbook.checks import editions_held
    from pitbook.checks.answer import failed
    from pitbook.findings import verdict
    from pitbook.pack.folder import pack as write_pack
    from pitbook.pack.of_submission import long_counts, pack_filing

    filing = read_filing(submission)
    leave_out = without or []
    for each in long_counts(filing):
        if each not in leave_out:
            print(f"pitbook: counting {each}, which takes a while the first time (--without {each} leaves it out)", file=sys.stderr)
    findings = check_filing(filing)
    for path in write_pack(folder, pack_filing(filing, leave_out=leave_out), findings):
        print(path)
    print(f"pitbook: {verdict(findings, editions_held(filing))}", file=sys.stderr)
    raise typer.Exit(1 if failed(findings, strict=False) else 0)


def read_filing(name: str) -> Submission:
    """The filing of a file, or of standard input."""
    from pitbook.submission import read_given

    return read_given(Path(name))


def new(
    game: Annotated[str, typer.Argument(help="A game.", autocompletion=complete_game)],
    filing_date: Annotated[
        str | None, typer.Option("--filing-date", help="The day of filing, as in 2026-11-30; default today.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write it to a file, which must not be there yet.")] = None,
) -> None:
    """Write a commented starter of a Rules Submission for a game."""
    from pitbook.asked.texts import day
    from pitbook.catalog import rulebook
    from pitbook.starter import starter

    text = starter(rulebook().game(game), date.today() if filing_date is None else day(filing_date, "--filing-date"))
    if output is None:
        sys.stdout.write(text)
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as fault:
        raise ChoiceError(f"--output {output}: {fault.strerror or fault}") from fault
    print(f"written: {output}", file=sys.stderr)


def schema(
    name: Annotated[str, typer.Argument(help="submission, round, paytable or house-way.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write it to a .json file.")] = None,
) -> None:
    """Print the JSON Schema of a kind of file, with which editors complete and check it."""
    from pitbook.schemas import schema as find

    found = find(name)
    if output is not None:
        write_file(Document(f"Schema of a {name}", (), found), output)
        print(f"written: {output}", file=sys.stderr)
        return
    sys.stdout.write(json_text(found))
