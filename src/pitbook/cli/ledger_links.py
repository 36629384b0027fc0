"""``pitbook link``: the tables that feed a meter."""

from __future__ import annotations

from typing import Annotated

import typer

from pitbook.asked.texts import comma_pairs, pairs
from pitbook.cli.common import AsCsv, AsJson, Output, one_form
from pitbook.cli.ledger_common import Database, Key, SecretFile, SignAs, opened, signed
from pitbook.cli.ledger_meters import Name, Readings, TermsOption
from pitbook.report.output import deliver

link_app = typer.Typer(no_args_is_help=True, help="The tables that feed a meter.")


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
    from pitbook.ledger.meter_answers import members_answer
    from pitbook.ledger.meters import list_meters, show_meter

    one_form(as_json, as_csv, output)
    with opened(database) as ledger:
        views = [show_meter(ledger, name)] if name else list_meters(ledger)
    found = [each for view in views for each in view.members if former or each.removed_seq is None]
    deliver(members_answer(found), as_json=as_json, as_csv=as_csv, output=output)
