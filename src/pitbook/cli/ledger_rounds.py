"""``pitbook round`` and ``pitbook award``: rounds of tables with meters, and what becomes of their awards."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from pitbook.asked.texts import one_of
from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, one_form
from pitbook.cli.ledger_common import (
    ApprovedBy,
    ApproverSecretFile,
    Database,
    Key,
    SecretFile,
    SignAs,
    must_sign,
    opened,
    proposal_or_done,
    signed,
)
from pitbook.cli.round_input import OneRound, RoundLines, line_text, open_rounds, write_line
from pitbook.errors import InputError
from pitbook.report.output import deliver

round_app = typer.Typer(no_args_is_help=True, help="Rounds of tables with meters.")
award_app = typer.Typer(no_args_is_help=True, help="Awards from meters: approve, pay, reject.")

RoundId = Annotated[str, typer.Argument(metavar="ROUND", help="The round's id.")]
RoundFile = Annotated[str, typer.Argument(metavar="FILE", help="The round (TOML or JSON) with its cards; - for standard input.")]


@round_app.command("open")
def round_open(
    round_id: RoundId,
    table: Annotated[str, typer.Option("--table", help="The table's number.")],
    game: Annotated[str, typer.Option("--game", help="The game.")],
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Open a round of a table for wagers."""
    from pitbook.ledger import rounds
    from pitbook.ledger.answers import receipt_answer

    with opened(database) as ledger:
        receipt = rounds.open_round(ledger, round_id, table, game, actor=signed(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"Round {round_id} is open"), as_json=as_json)


@round_app.command("bet")
def round_bet(
    round_id: RoundId,
    seat: Annotated[int, typer.Option("--seat", help="The seat's number.")],
    wager: Annotated[str, typer.Option("--wager", help="The wager.")],
    amount: Annotated[str, typer.Option("--amount", help="Dollars.")],
    player: Annotated[str, typer.Option("--player", help="Who sits there, for one person on two seats.")] = "",
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Accept a wager. After lock-out it is refused and the attempt logged."""
    from pitbook.asked.texts import micros
    from pitbook.ledger import rounds
    from pitbook.ledger.answers import receipt_answer

    placed = rounds.Wager(seat, wager, micros(amount, "--amount"), player)
    with opened(database) as ledger:
        receipt = rounds.accept_wager(ledger, round_id, placed, actor=signed(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"Seat {seat}: {wager} accepted"), as_json=as_json)


@round_app.command("lock")
def round_lock(
    round_id: RoundId,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """No more bets: the round's wagers are closed and put on the meters."""
    from pitbook.ledger import rounds
    from pitbook.ledger.answers import receipt_answer

    with opened(database) as ledger:
        receipt = rounds.lock_round(ledger, round_id, actor=signed(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"Round {round_id} is locked"), as_json=as_json)


@round_app.command("result")
def round_result(
    file: RoundFile,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Record the result of a locked round from its cards.

    The key in the file is the round's id.
    """
    from pitbook.ledger import rounds
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.from_cards import played_round

    played = played_round(_data(file), today=date.today(), folder=_folder(file))
    with opened(database) as ledger:
        actor = signed(ledger, person, secret_file)
        receipt = rounds.record_result(ledger, played.round_id, played.result, actor=actor, key=key)
    deliver(receipt_answer(receipt, f"Result of round {played.round_id}"), as_json=as_json)


@round_app.command("void")
def round_void(
    round_id: RoundId,
    reason: Annotated[str, typer.Option("--reason", help="Why.")],
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Declare a round void; its contributions are taken back by a new event."""
    from pitbook.ledger import rounds
    from pitbook.ledger.answers import receipt_answer

    with opened(database) as ledger:
        receipt = rounds.void_round(ledger, round_id, reason, actor=signed(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"Round {round_id} is void"), as_json=as_json)


@round_app.command("record")
def round_record(
    file: RoundFile,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Record a whole round in one step: its wagers, then its result. Many rounds: a file of JSON lines."""
    from pitbook.ledger.answers import receipt_answer

    with open_rounds(file) as source, opened(database) as ledger:
        actor = signed(ledger, person, secret_file)
        if isinstance(source, RoundLines):
            _record_lines(ledger, source, actor, _folder(file))
            return
        receipt = _record(ledger, _parsed(source), actor, key, _folder(file))
    deliver(receipt_answer(receipt, f"Round {receipt.key} is recorded"), as_json=as_json)


def _record(ledger: Any, data: Any, actor: Any, key: str | None, folder: Path) -> Any:
    from pitbook.ledger import rounds
    from pitbook.ledger.from_cards import played_round

    played = played_round(data, today=date.today(), folder=folder)
    return rounds.record_round(
        ledger, played.round_id, played.table_id, played.game, played.wagers, played.result, actor=actor, key=key
    )


def _record_lines(ledger: Any, source: RoundLines, actor: Any, folder: Path) -> None:
    """One JSON line for each round as it comes; a faulty one as its line number and faults, and exit status 2 at the
    end.
    """
    from pitbook.ledger.answers import receipt_answer

    faulty = 0
    for number, line in source.lines:
        try:
            receipt = _record(ledger, _parsed(OneRound(line_text(line), "json")), actor, None, folder)
        except InputError as fault:
            write_line({"line": number, "faults": str(fault).splitlines()})
            faulty += 1
        else:
            write_line(receipt_answer(receipt, "").data)
    if faulty:
        print(f"pitbook: {faulty} faulty round{'s' if faulty > 1 else ''}", file=sys.stderr)
        raise typer.Exit(2)


def _data(file: str) -> Any:
    with open_rounds(file) as source:
        if isinstance(source, RoundLines):
            raise ChoiceError(f"{file}: one round at a time")
        return _parsed(source)


def _parsed(source: OneRound) -> Any:
    from pitbook.rounds import round_data

    return round_data(source.text, source.kind)


def _folder(file: str) -> Path:
    return Path() if file == "-" else Path(file).parent


# --- awards ---------------------------------------------------------------------------------------------------------

AwardId = Annotated[str, typer.Argument(metavar="AWARD", help="Its id, as `pitbook award list` gives it.")]


@award_app.command("list")
def award_list(
    status: Annotated[str | None, typer.Option("--status", help="pending, approved, paid or rejected.")] = None,
    meter: Annotated[str | None, typer.Option("--meter", help="Of one meter.")] = None,
    database: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """List awards in the order they were won."""
    from pitbook.ledger.answers import awards_answer
    from pitbook.ledger.awards import list_awards
    from pitbook.ledger.records import AwardStatus

    one_form(as_json, as_csv, output)
    wanted = None if status is None else one_of(AwardStatus, status, "--status")
    with opened(database) as ledger:
        found = list_awards(ledger, status=wanted, meter=meter)
    deliver(awards_answer(found), as_json=as_json, as_csv=as_csv, output=output)


@award_app.command("approve")
def award_approve(
    award: AwardId,
    hand: Annotated[str, typer.Option("--hand", help="The hand, as confirmed.")],
    wager: Annotated[str, typer.Option("--wager", help="The accepted wager, in dollars.")],
    amount: Annotated[str, typer.Option("--amount", help="The award, in dollars.")],
    deck_checked: Annotated[bool, typer.Option("--deck-checked", help="The deck was checked.")] = False,
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Sign for an award after checking hand, wager, amount and deck."""
    from pitbook.asked.texts import micros
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.awards import approve_award

    with opened(database) as ledger:
        receipt = approve_award(
            ledger,
            award,
            hand=hand,
            wager_micros=micros(wager, "--wager"),
            amount_micros=micros(amount, "--amount"),
            deck_checked=deck_checked,
            actor=must_sign(ledger, person, secret_file),
            key=key,
        )
    approved = receipt.content["status"] == "approved"
    say = "approved: it may be paid" if approved else "signed: one more person must sign"
    deliver(receipt_answer(receipt, f"Award {award}", say), as_json=as_json)


@award_app.command("pay")
def award_pay(
    award: AwardId,
    how: Annotated[str, typer.Option("--how", help="attendant or machine.")] = "attendant",
    person: SignAs = None,
    secret_file: SecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Record that an approved award was handed over."""
    from pitbook.ledger.answers import receipt_answer
    from pitbook.ledger.awards import PaidHow, pay_award

    paid = one_of(PaidHow, how, "--how")
    with opened(database) as ledger:
        receipt = pay_award(ledger, award, how=paid, actor=must_sign(ledger, person, secret_file), key=key)
    deliver(receipt_answer(receipt, f"Award {award} is paid"), as_json=as_json)


@award_app.command("reject")
def award_reject(
    award: AwardId,
    reason: Annotated[str, typer.Option("--reason", help="Why it is not to be paid; names the document.")],
    person: SignAs = None,
    secret_file: SecretFile = None,
    approved_by: ApprovedBy = None,
    approver_secret_file: ApproverSecretFile = None,
    database: Database = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Propose not to pay an award; once another person has approved, its money returns to the meter."""
    from pitbook.ledger.acts import propose_rejection
    from pitbook.ledger.answers import receipt_answer

    with opened(database) as ledger:
        actor = must_sign(ledger, person, secret_file)
        proposed = propose_rejection(ledger, award, reason, actor=actor, key=key)
        receipt, say = proposal_or_done(ledger, proposed, approved_by, approver_secret_file)
    deliver(receipt_answer(receipt, f"Award {award}: not to be paid", *say), as_json=as_json)


@award_app.command("slip")
def award_slip_command(
    award: AwardId,
    thresholds: Annotated[Path | None, typer.Option("--thresholds", help="Dated thresholds of tax forms (TOML).")] = None,
    database: Database = None,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Print the slip of an award."""
    from pitbook.ledger.answers import slip_answer
    from pitbook.ledger.slips import award_slip, load_thresholds

    one_form(as_json, False, output)
    known = load_thresholds(thresholds) if thresholds else ()
    with opened(database) as ledger:
        slip = award_slip(ledger, award, known)
    deliver(slip_answer(slip), as_json=as_json, output=output)
