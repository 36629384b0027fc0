"""``pitbook meter``: meters opened, shown, read and tested."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitbook.asked.texts import comma_pairs, pairs
from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, one_form
from pitbook.cli.ledger_common import (
    Database,
    Key,
    Policies,
    SecretFile,
    SignAs,
    must_sign,
    opened,
    signed,
)
from pitbook.report.output import deliver

meter_app = typer.Typer(no_args_is_help=True, help="Progressive meters.")

Name = Annotated[str, typer.Argument(metavar="METER", help="The name of a meter.")]
TermsOption = Annotated[str | None, typer.Option("--terms", help="seed=,reseed=,increment=,reserve= where the text prints none.")]
Limit = Annotated[str | None, typer.Option("--limit", help="The most the sign shows, in dollars.")]
Amount = Annotated[str, typer.Option("--amount", help="The wager amount the meter serves, in dollars.")]
Readings = Annotated[list[str] | None, typer.Option("--reading", help="READING=VALUE of the rulebook; repeat for more.")]


@meter_app.command("open")
def meter_open(
    name: Name,
    game: Annotated[str, typer.Option("--game", help="The game, as listed by `pitbook games`.")],
    wager: Annotated[str, typer.Option("--wager", help="The wager that feeds it.")],
    paytable: Annotated[
        str | None, typer.Option("--paytable", "-p", help="The paytable; its printed terms are the meter's.")
    ] = None,
    amount: Amount = "1.00",
    terms: TermsOption = None,
    opening: Annotated[str | None, typer.Option("--opening", help="The filed opening amount where the seed is N/A.")] = None,
    limit: Limit = None,
    policies: Policies = None,
    readings: Readings = None,
    submission: Annotated[
        Path | None,
        typer.Option("--submission", help="A Rules Submission, or -: the meter as it is filed, at the tables it names."),
    ] = None,
    link: Annotated[str, typer.Option("--link", help="The controller it is on; default the filed link, else main.")] = "",
    tables: Annotated[list[str] | None, typer.Option("--table", help="A table that feeds it; repeat for more.")] = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Open a meter for a wager amount, at its seed or its filed opening amount."""
    from pitbook.asked.texts import micros
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.asked import MeterAsked, as_filed, open_as_printed

    asked = MeterAsked(
        name,
        game,
        wager,
        micros(amount, "--amount"),
        paytable=paytable,
        terms=comma_pairs(terms, "--terms"),
        opening_micros=None if opening is None else micros(opening, "--opening"),
        limit=limit,
        policies=pairs(policies or (), "--set"),
        readings=pairs(readings or (), "--reading"),
        link=link or None,
        tables=tuple(tables or ()),
    )
    if submission is not None:
        from pitbook.submission import read_given

        asked = as_filed(asked, read_given(submission))
    with opened(database, create=True) as ledger:
        actor = signed(ledger, person, secret_file)
        receipt, citation = open_as_printed(ledger, asked, actor=actor, key=key)
    fed = ", ".join(asked.tables)
    joined = f"fed by table {fed}" if fed else f"no table feeds it yet: pitbook link add {name} --table TABLE"
    deliver(receipt_answer(receipt, f"Meter {name} is open", f"terms of {citation}", joined), as_json=as_json)


@meter_app.command("list")
def meter_list(database: Database = None, as_json: AsJson = False, as_csv: AsCsv = False, output: Output = None) -> None:
    """List the meters."""
    from pitbook.ledger.meter_answers import meters_answer
    from pitbook.ledger.meters import list_meters

    one_form(as_json, as_csv, output)
    with opened(database) as ledger:
        deliver(meters_answer(list_meters(ledger)), as_json=as_json, as_csv=as_csv, output=output)


@meter_app.command("show")
def meter_show(
    name: Name, database: Database = None, as_json: AsJson = False, as_csv: AsCsv = False, output: Output = None
) -> None:
    """Show a meter: what the sign shows and says, its parts, terms, tables, hits and faults."""
    from pitbook.ledger.meter_answers import meter_answer
    from pitbook.ledger.meters import show_meter

    one_form(as_json, as_csv, output)
    with opened(database) as ledger:
        deliver(meter_answer(show_meter(ledger, name)), as_json=as_json, as_csv=as_csv, output=output)


@meter_app.command("log")
def meter_log(
    name: Name,
    last: Annotated[int, typer.Option("--last", min=1, help="The last so many events.")] = 20,
    built: Annotated[bool, typer.Option("--built", help="How the amount was built since the present start.")] = False,
    database: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Show a meter's events."""
    from pitbook.ledger.event_log import build_up, event_log
    from pitbook.ledger.meters import show_meter
    from pitbook.ledger.report_answers import report_answer

    one_form(as_json, as_csv, output)
    with opened(database) as ledger:
        meter = show_meter(ledger, name).meter
        report = build_up(ledger, meter) if built else event_log(ledger, meter.link, meter=name, last=last)
        deliver(report_answer(report), as_json=as_json, as_csv=as_csv, output=output)


@meter_app.command("read")
def meter_read(
    name: Name,
    shown: Annotated[str, typer.Argument(metavar="AMOUNT", help="What the sign shows, in dollars.")],
    table: Annotated[str | None, typer.Option("--table", help="The table whose sign was read.")] = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Reconcile a sign with the ledger. Exit status 1 and a fault when it is off by more than the tolerance."""
    from pitbook.asked.texts import micros
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.daily import read_meter, variance_of
    from pitbook.payouts import dollars

    with opened(database) as ledger:
        actor = signed(ledger, person, secret_file)
        receipt = read_meter(ledger, name, micros(shown, "AMOUNT"), table_id=table, actor=actor, key=key)
    found = variance_of(receipt.content)
    percent = "" if found.percent is None else f" ({found.percent:+.4f}%)"
    say = f"ledger {dollars(found.ledger)}, sign {dollars(found.shown)}, variance {dollars(found.variance)}{percent}"
    more = () if found.tolerated else ("beyond the tolerance: the meter is out of order until the fault is cleared",)
    deliver(receipt_answer(receipt, f"Reading of meter {name}", say, *more), as_json=as_json)
    if not found.tolerated:
        raise typer.Exit(1)


@meter_app.command("test")
def meter_test(
    name: Name,
    table: Annotated[str | None, typer.Option("--table", help="The table that makes the test wager.")] = None,
    wager: Annotated[str | None, typer.Option("--wager", help="Its wager, where several feed the meter.")] = None,
    confirm: Annotated[str | None, typer.Option("--confirm", help="The id of the test wager to confirm.")] = None,
    shown: Annotated[str | None, typer.Option("--shown", help="By how much the sign rose, in dollars.")] = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Make a test wager, or confirm one as the second person: it is then taken off again. Exit status 1 when it
    failed.
    """
    from pitbook.asked.texts import micros
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.daily import confirm_test, make_test_wager

    with opened(database) as ledger:
        actor = must_sign(ledger, person, secret_file)
        if confirm is None:
            if table is None:
                raise ChoiceError("--table: which table makes the test wager? (or --confirm ID --shown AMOUNT)")
            receipt = make_test_wager(ledger, name, table_id=table, wager=wager, actor=actor, key=key)
            test = receipt.content["proposal"]
            say = f"watch the sign; another person confirms: pitbook meter test {name} --confirm {test} --shown AMOUNT --as PERSON"
            deliver(receipt_answer(receipt, "Test wager", say), as_json=as_json)
            return
        if shown is None:
            raise ChoiceError("--shown: by how much did the sign rise?")
        receipt = confirm_test(ledger, confirm, micros(shown, "--shown"), actor=actor, key=key)
    passed = bool(receipt.content["passed"])
    say = "the sign is right; the test wager is off again" if passed else "the sign is wrong: the meter is out of order"
    deliver(receipt_answer(receipt, "Test wager confirmed", say), as_json=as_json)
    if not passed:
        raise typer.Exit(1)
