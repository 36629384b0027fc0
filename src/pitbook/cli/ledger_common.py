"""What the ledger's commands share: the database, and who signs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitbook.choices import ChoiceError
from pitbook.given_files import text_of

if TYPE_CHECKING:
    from pitbook.ledger.desk import Ledger
    from pitbook.ledger.people import Actor

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        "-d",
        envvar="PITBOOK_DATABASE",
        help="postgresql://USER@HOST/NAME, sqlite:///FILE or a file; default a file in your data folder.",
    ),
]
SignAs = Annotated[str | None, typer.Option("--as", help="Who signs: the id of a registered person.")]
SecretFile = Annotated[Path | None, typer.Option("--secret-file", help="A file with that person's secret; else it is asked for.")]
ApprovedBy = Annotated[str | None, typer.Option("--approved-by", help="A second person who approves at once.")]
ApproverSecretFile = Annotated[Path | None, typer.Option("--approver-secret-file", help="A file with the second person's secret.")]
Key = Annotated[str | None, typer.Option("--key", help="Idempotency key: the same step with the same key is carried out once.")]
Policies = Annotated[list[str] | None, typer.Option("--set", help="POLICY=VALUE; repeat for more.")]


@contextmanager
def opened(database: str | None, *, create: bool = False) -> Iterator[Ledger]:
    """The ledger of a command; only the commands that set one up make it where there is none."""
    from pitbook.ledger.desk import open_ledger

    ledger = open_ledger(database or default_database(), create=create)
    try:
        yield ledger
    finally:
        ledger.close()


def default_database() -> str:
    """The ledger in the user's data folder."""
    try:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    except RuntimeError as fault:  # this user has no home
        raise ChoiceError("--database: this user has no home to keep a ledger in; name its file") from fault
    folder = Path(base) / "pitbook"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise ChoiceError(f"--database: {folder} cannot be made ({fault.strerror}); name another place") from fault
    return str(folder / "ledger.db")


def signed(ledger: Ledger, person: str | None, secret_file: Path | None) -> Actor | None:
    """The person who signs, or None where nobody is named."""
    if person is None:
        if secret_file is not None:
            raise ChoiceError("--secret-file: whose secret? name the person with --as")
        return None
    from pitbook.ledger.errors import NotAllowedError
    from pitbook.ledger.people import authenticate

    try:
        return authenticate(ledger, person, read_secret(person, secret_file))
    except NotAllowedError as fault:
        if secret_file is None:
            raise
        raise NotAllowedError(f"{fault}; {secret_file} was read as the secret of {person!r}, who signs") from fault


def must_sign(ledger: Ledger, person: str | None, secret_file: Path | None) -> Actor:
    """The person who signs; somebody must."""
    actor = signed(ledger, person, secret_file)
    if actor is None:
        raise ChoiceError("--as: somebody must sign for this; name a registered person")
    return actor


def read_secret(person: str, secret_file: Path | None, *, confirm: bool = False) -> str:
    """A secret from a file (its first line) or from a prompt."""
    if secret_file is not None:
        try:
            return text_of(secret_file).split("\n", 1)[0].rstrip("\r")
        except (OSError, UnicodeDecodeError) as fault:
            raise ChoiceError(f"{secret_file}: the secret cannot be read ({fault})") from fault
    try:
        return str(typer.prompt(f"Secret of {person}", hide_input=True, confirmation_prompt=confirm, err=True))
    except typer.Abort as fault:
        raise ChoiceError(f"no secret of {person} was given; use --secret-file where nobody can type") from fault


def proposal_or_done(
    ledger: Ledger, proposed: Any, approved_by: str | None, approver_secret_file: Path | None
) -> tuple[Any, tuple[str, ...]]:
    """Approve at once where a second person is there; gives the receipt and what to say about it."""
    proposal = proposed.content["proposal"]
    if approved_by is None:
        return proposed, (f"proposed; another person approves it: pitbook meter approve {proposal} --as PERSON",)
    from pitbook.ledger.acts import approve_act

    actor = must_sign(ledger, approved_by, approver_secret_file)
    return approve_act(ledger, proposal, actor=actor), ("proposed and approved",)
