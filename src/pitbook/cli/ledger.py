"""``pitbook ledger``, ``fault`` and ``user``; and all the ledger's commands together."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from pitbook.asked.texts import one_of
from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, one_form
from pitbook.cli.ledger_acts import acts_app
from pitbook.cli.ledger_common import Database, Key, SecretFile, SignAs, default_database, opened, read_secret, signed
from pitbook.cli.ledger_links import link_app
from pitbook.cli.ledger_meters import meter_app
from pitbook.cli.ledger_rounds import award_app, round_app
from pitbook.report.output import deliver

REPORT_NAMES = "balances, contributions, hits, levels, pending, liability, changes, falls, readings, security, events"

ledger_app = typer.Typer(no_args_is_help=True, help="The journal: verify, heads, export, reports.")
fault_app = typer.Typer(no_args_is_help=True, help="Faults of controllers, tables and meters.")
user_app = typer.Typer(no_args_is_help=True, help="People who sign.")


def add_to(app: typer.Typer) -> None:
    """Add the ledger's commands."""
    meter_app.add_typer(acts_app)
    app.add_typer(meter_app, name="meter")
    app.add_typer(link_app, name="link")
    app.add_typer(round_app, name="round")
    app.add_typer(award_app, name="award")
    app.add_typer(fault_app, name="fault")
    app.add_typer(ledger_app, name="ledger")
    app.add_typer(user_app, name="user")


# --- ledger ---------------------------------------------------------------------------------------------------------


@ledger_app.command("verify")
def ledger_verify(
    head: Annotated[
        list[str] | None, typer.Option("--head", help="A head kept elsewhere (LINK:SEQ:HASH), or a file of them; repeat for more.")
    ] = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Work the whole journal out again and compare everything. Exit status 1 names the first event that does not fit."""
    from pitbook.ledger.report_answers import verification_answer
    from pitbook.ledger.verify import parse_heads, verify

    kept = [each for text in head or () for each in parse_heads(_text_or_file(text))]
    with opened(database) as ledger:
        outcome = verify(ledger, kept)
    deliver(verification_answer(outcome), as_json=as_json)
    if not outcome.good:
        first = outcome.misfits[0]
        print(f"pitbook: {first.where} does not fit: {first.what}", file=sys.stderr)
        raise typer.Exit(1)


def _text_or_file(text: str) -> str:
    from pitbook.given_files import is_input, text_of

    path = Path(text)
    if len(text) >= 200 or not (is_input(path) or path.is_file()):
        return text
    try:
        return text_of(path)
    except (OSError, UnicodeDecodeError) as fault:
        raise ChoiceError(f"--head {text}: cannot be read ({fault})") from fault


@ledger_app.command("head")
def ledger_head(database: Database = None, as_json: AsJson = False) -> None:
    """Print the last event of every link, to be kept elsewhere: ``verify --head`` finds a journal that was cut or
    rewritten.
    """
    from pitbook.ledger.verify import heads
    from pitbook.report.output import json_text

    with opened(database) as ledger:
        found = heads(ledger)
    if as_json:
        sys.stdout.write(json_text([{"link": each.link, "seq": each.seq, "hash": each.hash} for each in found]))
        return
    for each in found:
        print(each)


@ledger_app.command("check")
def ledger_check(database: Database = None, as_json: AsJson = False) -> None:
    """The quick self-check before work begins. Exit status 1 when something does not fit."""
    from pitbook.ledger.report_answers import verification_answer
    from pitbook.ledger.verify import quick_check

    with opened(database) as ledger:
        outcome = quick_check(ledger)
    deliver(verification_answer(outcome, quick=True), as_json=as_json)
    if not outcome.good:
        raise typer.Exit(1)


@ledger_app.command("export")
def ledger_export(
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file; default standard output.")] = None,
    database: Database = None,
) -> None:
    """Write the journal as JSON lines, in an order in which it can be replayed. Secrets are not in it."""
    from pitbook.ledger.verify import export_lines

    with opened(database) as ledger:
        if output is None:
            for line in export_lines(ledger):
                sys.stdout.write(line + "\n")
            return
        partial = output.with_name(f".{output.name}.partial")
        try:
            with partial.open("w", encoding="utf-8") as file:
                count = sum(file.write(line + "\n") > 0 for line in export_lines(ledger))
            partial.replace(output)
        except OSError as fault:
            partial.unlink(missing_ok=True)
            raise ChoiceError(f"--output {output}: {fault.strerror or fault}") from fault
    print(f"written: {count:,} events to {output}", file=sys.stderr)


@ledger_app.command("rebuild")
def ledger_rebuild(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An exported journal, or - for standard input.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Fill an empty database from an exported journal, after checking it whole. People then need new secrets."""
    from pitbook.given_files import called, lines_of
    from pitbook.given_files import opened as opened_file
    from pitbook.ledger.report_answers import verification_answer
    from pitbook.ledger.verify import rebuild

    with ExitStack() as until_read:
        try:
            # Line by line: a journal has no largest size, and what is none ends at its first line.
            lines: Iterator[bytes] = lines_of(until_read.enter_context(opened_file(str(file))), called(file))
            lines = chain([next(lines, b"")], lines)  # no database is made for nothing
            ledger = until_read.enter_context(opened(database, create=True))
            outcome = rebuild(ledger, (line.decode("utf-8") for line in lines))
        except (OSError, UnicodeDecodeError) as fault:
            raise ChoiceError(f"{file}: {fault}") from fault
    deliver(verification_answer(outcome), as_json=as_json)


@ledger_app.command("backup")
def ledger_backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; it must not exist.")], database: Database = None
) -> None:
    """Copy an SQLite ledger while it is in use. (PostgreSQL: pg_dump.)"""
    from pitbook.ledger.desk import backup

    with opened(database) as ledger:
        backup(ledger, target)
    print(f"written: {target}", file=sys.stderr)


@ledger_app.command("upgrade")
def ledger_upgrade(database: Database = None) -> None:
    """Bring the tables of an older version up to date; make a backup first."""
    from pitbook.ledger.desk import upgrade_ledger

    before, after = upgrade_ledger(database or default_database())
    print(f"tables of version {before}" + (f" brought to {after}" if before != after else ": nothing to do"))


@ledger_app.command("report")
def ledger_report(
    which: Annotated[str, typer.Argument(metavar="REPORT", help=REPORT_NAMES)] = "balances",
    link: Annotated[str, typer.Option("--link", help="The link.")] = "main",
    first: Annotated[str | None, typer.Option("--from", help="First gaming day, or a time with its zone.")] = None,
    last: Annotated[str | None, typer.Option("--to", help="Last gaming day, or a time with its zone.")] = None,
    day: Annotated[str | None, typer.Option("--day", help="One gaming day.")] = None,
    database: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Report on a link and a period: balances, contributions by table, hits, liability, changes, falls, events."""
    from pitbook.ledger.asked import period_of, report_of
    from pitbook.ledger.report_answers import report_answer

    one_form(as_json, as_csv, output)
    with opened(database) as ledger:
        report = report_of(ledger, which, link, period_of(ledger, day or first, day or last))
    deliver(report_answer(report), as_json=as_json, as_csv=as_csv, output=output)


@ledger_app.command("setting")
def ledger_setting(
    name: Annotated[str | None, typer.Argument(help="facility, time-zone or gaming-day-start.")] = None,
    value: Annotated[str | None, typer.Argument(help="Its new value.")] = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Show the settings of the house, or change one."""
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.house import change_setting, settings
    from pitbook.report.output import json_text

    with opened(database, create=True) as ledger:
        if name is None or value is None:
            found = settings(ledger)
            if as_json:
                sys.stdout.write(json_text(found))
            else:
                for each, held in found.items():
                    print(f"{each} = {held}")
            return
        receipt = change_setting(ledger, name, value, actor=signed(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"Setting {name} = {receipt.content['value']}"), as_json=as_json)


# --- faults ---------------------------------------------------------------------------------------------------------


@fault_app.command("set")
def fault_set(
    scope: Annotated[str, typer.Option("--scope", help="link, table or meter.")] = "link",
    subject: Annotated[str | None, typer.Option("--subject", help="The table or meter.")] = None,
    code: Annotated[str, typer.Option("--code", help="memory, power, self-check, configuration, communication, other.")] = "other",
    note: Annotated[str, typer.Option("--note", help="What happened.")] = "",
    link: Annotated[str, typer.Option("--link", help="The link.")] = "main",
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Declare a link, a table or a meter out of order: the wagers it concerns are refused."""
    from pitbook.ledger import faults
    from pitbook.ledger.answers import receipt_answer

    of, what = one_of(faults.FaultScope, scope, "--scope"), one_of(faults.FaultCode, code, "--code")
    if of is not faults.FaultScope.LINK and subject is None:
        raise ChoiceError(f"--subject: which {scope}?")
    with opened(database) as ledger:
        actor = signed(ledger, person, secret_file)
        receipt = faults.set_fault(ledger, link, of, subject or link, what, note, actor=actor, key=key)
    deliver(receipt_answer(receipt, f"Fault {receipt.content['fault']}"), as_json=as_json)


@fault_app.command("clear")
def fault_clear(
    fault: Annotated[str, typer.Argument(metavar="FAULT", help="Its id, as `pitbook fault list` gives it.")],
    note: Annotated[str, typer.Option("--note", help="What was done.")] = "",
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Declare a fault mended."""
    from pitbook.ledger import faults
    from pitbook.ledger.answers import receipt_answer

    with opened(database) as ledger:
        receipt = faults.clear_fault(ledger, fault, note, actor=signed(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"Fault {fault} is cleared"), as_json=as_json)


@fault_app.command("list")
def fault_list(
    everything: Annotated[bool, typer.Option("--all", help="Those cleared as well.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List faults."""
    from pitbook.ledger import faults
    from pitbook.ledger.answers import faults_answer

    with opened(database) as ledger:
        deliver(faults_answer(faults.list_faults(ledger, only_open=not everything)), as_json=as_json)


# --- people ---------------------------------------------------------------------------------------------------------


@user_app.command("add")
def user_add(
    user: Annotated[str, typer.Argument(metavar="PERSON", help="The person's id.")],
    role: Annotated[str, typer.Option("--role", help="dealer, supervisor, accounting, auditor or admin.")],
    name: Annotated[str, typer.Option("--name", help="The person's name.")] = "",
    new_secret_file: Annotated[
        Path | None, typer.Option("--new-secret-file", help="A file with the new person's secret; else it is asked for.")
    ] = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Register somebody. The first is an admin and needs nobody to sign; then an admin signs (--as)."""
    from pitbook.ledger import people
    from pitbook.ledger.answers import receipt_answer

    as_role = one_of(people.Role, role, "--role")
    with opened(database, create=True) as ledger:
        # The first person has nobody to sign: then --secret-file can only mean the new secret.
        own = new_secret_file or (secret_file if person is None else None)
        actor = signed(ledger, person, secret_file if person is not None else None)
        secret = read_secret(user, own, confirm=True)
        receipt = people.add_person(ledger, user, name or user, as_role, secret, actor=actor, key=key)
    deliver(receipt_answer(receipt, f"{user} is registered as {role}"), as_json=as_json)


@user_app.command("list")
def user_list(database: Database = None, as_json: AsJson = False, as_csv: AsCsv = False, output: Output = None) -> None:
    """List people."""
    from pitbook.ledger.answers import people_answer
    from pitbook.ledger.people import list_people

    one_form(as_json, as_csv, output)
    with opened(database) as ledger:
        deliver(people_answer(list_people(ledger)), as_json=as_json, as_csv=as_csv, output=output)


@user_app.command("disable")
def user_disable(
    user: Annotated[str, typer.Argument(metavar="PERSON", help="The person's id.")],
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Let somebody sign in no more."""
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.people import disable_person

    with opened(database) as ledger:
        receipt = disable_person(ledger, user, actor=signed(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"{user} is disabled"), as_json=as_json)


@user_app.command("secret")
def user_secret(
    user: Annotated[str, typer.Argument(metavar="PERSON", help="The person's id.")],
    new_secret_file: Annotated[Path | None, typer.Option("--new-secret-file", help="A file with the new secret.")] = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Give somebody a new secret: an admin for anybody, everybody for themselves."""
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.people import change_secret

    with opened(database) as ledger:
        actor = signed(ledger, person, secret_file)
        secret = read_secret(f"{user} (new)", new_secret_file, confirm=True)
        receipt = change_secret(ledger, user, secret, actor=actor)
    deliver(receipt_answer(receipt, f"{user} has a new secret"), as_json=as_json)
