"""``pitbook meter`` and ``pitbook link``: meters, the tables that feed them, and the acts that need two people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitbook.asked.texts import comma_pairs, pairs
from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, one_form
from pitbook.cli.ledger_common import (
    ApprovedBy,
    ApproverSecretFile,
    Database,
    Key,
    Policies,
    SecretFile,
    SignAs,
    must_sign,
    opened,
    proposal_or_done,
    signed,
)
from pitbook.report.output import deliver

meter_app = typer.Typer(no_args_is_help=True, help="Progressive meters.")
link_app = typer.Typer(no_args_is_help=True, help="The tables that feed a meter.")

Name = Annotated[str, typer.Argument(metavar="METER", help="The name of a meter.")]
Reference = Annotated[str, typer.Option("--reference", help="The document that shows why.")]
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
    from pitbook.ledger.answers import meters_answer
    from pitbook.ledger.meters import list_meters

    one_form(as_json, as_csv, output)
    with opened(database) as ledger:
        deliver(meters_answer(list_meters(ledger)), as_json=as_json, as_csv=as_csv, output=output)


@meter_app.command("show")
def meter_show(
    name: Name, database: Database = None, as_json: AsJson = False, as_csv: AsCsv = False, output: Output = None
) -> None:
    """Show a meter: what the sign shows and says, its parts, terms, tables, hits and faults."""
    from pitbook.ledger.answers import meter_answer
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
    from pitbook.ledger.answers import report_answer
    from pitbook.ledger.meters import show_meter
    from pitbook.ledger.reports import build_up, event_log

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


@meter_app.command("configure")
def meter_configure(
    name: Name,
    reference: Reference,
    terms: TermsOption = None,
    limit: Limit = None,
    policies: Policies = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    approved_by: ApprovedBy = None,
    approver_secret_file: ApproverSecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Propose other terms, limit or policies, in force from the meter's next start once another person has approved."""
    from pitbook.ledger.acts import propose_configuration
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.asked import changed_configuration
    from pitbook.ledger.meters import show_meter

    given, decided = comma_pairs(terms, "--terms"), pairs(policies or (), "--set")
    with opened(database) as ledger:
        changed = changed_configuration(show_meter(ledger, name), given, decided, limit)
        actor = must_sign(ledger, person, secret_file)
        proposed = propose_configuration(ledger, name, changed, reference, actor=actor, key=key)
        receipt, say = proposal_or_done(ledger, proposed, approved_by, approver_secret_file)
    deliver(receipt_answer(receipt, f"Meter {name}: other parameters from the next start", *say), as_json=as_json)


@meter_app.command("adjust", context_settings={"ignore_unknown_options": True})
def meter_adjust(
    name: Name,
    by: Annotated[str, typer.Argument(metavar="AMOUNT", help="Dollars to add, or to take off with a minus: -5.00.")],
    cause: Annotated[str, typer.Option("--cause", help="malfunction, reduction-to-limit or accounting-correction.")],
    reference: Reference,
    pool: Annotated[str, typer.Option("--pool", help="meter, reserve, overflow or parked.")] = "meter",
    person: SignAs = None,
    secret_file: SecretFile = None,
    approved_by: ApprovedBy = None,
    approver_secret_file: ApproverSecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Propose a correction with its cause; another person approves it."""
    from pitbook.asked.texts import one_of
    from pitbook.ledger.acts import propose_adjustment
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.asked import signed_micros
    from pitbook.progressive import AdjustmentCause, Pool

    with opened(database) as ledger:
        actor = must_sign(ledger, person, secret_file)
        proposed = propose_adjustment(
            ledger,
            name,
            signed_micros(by, "AMOUNT"),
            cause=one_of(AdjustmentCause, cause, "--cause"),
            reference=reference,
            pool=one_of(Pool, pool, "--pool"),
            actor=actor,
            key=key,
        )
        receipt, say = proposal_or_done(ledger, proposed, approved_by, approver_secret_file)
    deliver(receipt_answer(receipt, f"Correction of meter {name}", *say), as_json=as_json)


@meter_app.command("transfer")
def meter_transfer(
    name: Name,
    to: Annotated[str, typer.Argument(metavar="TO", help="The meter that receives it.")],
    by: Annotated[str, typer.Argument(metavar="AMOUNT", help="Dollars.")],
    reference: Reference,
    from_pool: Annotated[str, typer.Option("--from-pool", help="meter, reserve, overflow or parked.")] = "meter",
    to_pool: Annotated[str, typer.Option("--to-pool", help="meter, reserve, overflow or parked.")] = "meter",
    person: SignAs = None,
    secret_file: SecretFile = None,
    approved_by: ApprovedBy = None,
    approver_secret_file: ApproverSecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Propose to move money from one meter to another; another person approves it."""
    from pitbook.asked.texts import micros, one_of
    from pitbook.ledger.acts import propose_transfer
    from pitbook.ledger.answers import receipt_answer
    from pitbook.progressive import Pool

    with opened(database) as ledger:
        actor = must_sign(ledger, person, secret_file)
        proposed = propose_transfer(
            ledger,
            name,
            to,
            micros(by, "AMOUNT"),
            reference=reference,
            from_pool=one_of(Pool, from_pool, "--from-pool"),
            to_pool=one_of(Pool, to_pool, "--to-pool"),
            actor=actor,
            key=key,
        )
        receipt, say = proposal_or_done(ledger, proposed, approved_by, approver_secret_file)
    deliver(receipt_answer(receipt, f"Transfer from meter {name} to {to}", *say), as_json=as_json)


@meter_app.command("close")
def meter_close(
    name: Name,
    reference: Reference,
    into: Annotated[
        str | None, typer.Option("--into", help="A like meter that takes the players' money; else it is parked.")
    ] = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    approved_by: ApprovedBy = None,
    approver_secret_file: ApproverSecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Propose to end a meter; another person approves it."""
    from pitbook.ledger.acts import propose_closing
    from pitbook.ledger.answers import receipt_answer

    with opened(database) as ledger:
        actor = must_sign(ledger, person, secret_file)
        proposed = propose_closing(ledger, name, into=into, reference=reference, actor=actor, key=key)
        receipt, say = proposal_or_done(ledger, proposed, approved_by, approver_secret_file)
    deliver(receipt_answer(receipt, f"Ending of meter {name}", *say), as_json=as_json)


Proposal = Annotated[str, typer.Argument(metavar="PROPOSAL", help="Its id, as `pitbook meter proposals` lists it.")]


@meter_app.command("proposals")
def meter_proposals(
    everything: Annotated[bool, typer.Option("--all", help="Those decided as well.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List what waits for a second person."""
    from pitbook.ledger.acts import list_proposals
    from pitbook.ledger.answers import proposals_answer

    with opened(database) as ledger:
        deliver(proposals_answer(list_proposals(ledger, only_waiting=not everything)), as_json=as_json)


@meter_app.command("approve")
def meter_approve(
    proposal: Proposal,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Approve a proposal as the second person; it is carried out."""
    from pitbook.ledger.acts import approve_act
    from pitbook.ledger.answers import receipt_answer

    with opened(database) as ledger:
        receipt = approve_act(ledger, proposal, actor=must_sign(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"Approved: {receipt.content['act']} {receipt.content['subject']}"), as_json=as_json)


@meter_app.command("reject")
def meter_reject(
    proposal: Proposal,
    reason: Annotated[str, typer.Option("--reason", help="Why not.")],
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Turn a proposal down, or withdraw one's own."""
    from pitbook.ledger.acts import reject_act
    from pitbook.ledger.answers import receipt_answer

    with opened(database) as ledger:
        receipt = reject_act(ledger, proposal, reason, actor=must_sign(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"Rejected: {receipt.content['act']} {receipt.content['subject']}"), as_json=as_json)


# --- links ----------------------------------------------------------------------------------------------------------


@link_app.command("add")
def link_add(
    name: Name,
    table: Annotated[str, typer.Option("--table", help="The table's number.")],
    game: Annotated[str | None, typer.Option("--game", help="The game; default that of the meter's other tables.")] = None,
    wager: Annotated[str | None, typer.Option("--wager", help="The wager; default all that the other tables have.")] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", "-p", help="The paytable.")] = None,
    amount: Annotated[str | None, typer.Option("--amount", help="The wager amount; default the meter's.")] = None,
    terms: TermsOption = None,
    readings: Readings = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Let a table's wager feed a meter. The terms its paytable prints must be those of the meter."""
    from pitbook.asked.texts import micros
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.asked import TableAsked, join_table

    asked = TableAsked(
        table,
        game,
        wager,
        paytable,
        None if amount is None else micros(amount, "--amount"),
        comma_pairs(terms, "--terms"),
        pairs(readings or (), "--reading"),
    )
    with opened(database) as ledger:
        receipts = join_table(ledger, name, asked, actor=signed(ledger, person, secret_file), key=key)
    said = ", ".join(str(receipt.content["wager"]) for receipt in receipts)
    deliver(receipt_answer(receipts[-1], f"Table {table} feeds meter {name}", said), as_json=as_json)


@link_app.command("remove")
def link_remove(
    name: Name,
    table: Annotated[str, typer.Option("--table", help="The table's number.")],
    wager: Annotated[str | None, typer.Option("--wager", help="The wager, where several feed the meter.")] = None,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Let a table's wager feed a meter no more; not in the middle of a round."""
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.meters import remove_member

    with opened(database) as ledger:
        actor = signed(ledger, person, secret_file)
        receipt = remove_member(ledger, name, table_id=table, wager=wager, actor=actor, key=key)
    deliver(receipt_answer(receipt, f"Table {table} has left meter {name}"), as_json=as_json)


@link_app.command("list")
def link_list(
    name: Annotated[str | None, typer.Argument(metavar="[METER]", help="One meter; default all.")] = None,
    former: Annotated[bool, typer.Option("--former", help="Those that have left as well.")] = False,
    database: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """List the wagers of tables that feed meters."""
    from pitbook.ledger.answers import members_answer
    from pitbook.ledger.meters import list_meters, show_meter

    one_form(as_json, as_csv, output)
    with opened(database) as ledger:
        views = [show_meter(ledger, name)] if name else list_meters(ledger)
    found = [each for view in views for each in view.members if former or each.removed_seq is None]
    deliver(members_answer(found), as_json=as_json, as_csv=as_csv, output=output)
