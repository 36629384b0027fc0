"""``pitbook meter``: the acts that need two people, proposed, approved and rejected."""

from __future__ import annotations

from typing import Annotated

import typer

from pitbook.asked.texts import comma_pairs, pairs
from pitbook.cli.common import AsJson
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
)
from pitbook.cli.ledger_meters import Limit, Name, TermsOption
from pitbook.report.output import deliver

acts_app = typer.Typer(no_args_is_help=True)
"""Commands of ``pitbook meter``."""

Reference = Annotated[str, typer.Option("--reference", help="The document that shows why.")]


@acts_app.command("configure")
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


@acts_app.command("adjust", context_settings={"ignore_unknown_options": True})
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


@acts_app.command("transfer")
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


@acts_app.command("close")
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


@acts_app.command("proposals")
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


@acts_app.command("approve")
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


@acts_app.command("reject")
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
