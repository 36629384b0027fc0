"""What the ledger's commands share: the database, who signs, amounts and policies as texts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitbook.choices import ChoiceError
from pitbook.cli.common import amount, pairs
from pitbook.payouts import parse_money

if TYPE_CHECKING:
    from pitbook.ledger.desk import Ledger
    from pitbook.ledger.people import Actor
    from pitbook.ledger.terms import Configuration
    from pitbook.progressive import Terms

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
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
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
    from pitbook.ledger.people import authenticate

    return authenticate(ledger, person, read_secret(person, secret_file))


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
            return secret_file.read_text(encoding="utf-8").split("\n", 1)[0].rstrip("\r")
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


def micros(text: str, option: str) -> int:
    """An amount of an option or argument, in micro-dollars."""
    found = amount(text, option)
    assert found is not None
    return found


def signed_micros(text: str, option: str) -> int:
    """An amount that may be negative: ``-5.00`` or ``+5.00``."""
    sign = -1 if text.startswith("-") else 1
    return sign * micros(text.lstrip("+-"), option)


def configuration(terms: Terms, policies: Sequence[str], limit: str | None, base: Configuration | None = None) -> Configuration:
    """A meter's configuration: terms, and policies given as ``POLICY=VALUE`` over those of ``base``."""
    from dataclasses import replace

    from pitbook.ledger.terms import Configuration as Made

    made = base or Made(terms)
    arithmetic: dict[str, Any] = {}
    controls: dict[str, Any] = {}
    for name, value in pairs(policies, "--set").items():
        if name not in _POLICIES:
            raise ChoiceError(f"--set {name}: no such policy of a meter; allowed: {', '.join(_POLICIES)}")
        field, parse = _POLICIES[name]
        part = arithmetic if hasattr(made.policies, field) else controls
        part[field] = _parsed(name, value, parse)
    if limit is not None:
        arithmetic["limit_micros"] = None if limit == "none" else micros(limit, "--limit")
    return Made(terms, replace(made.policies, **arithmetic), replace(made.controls, **controls))


def _parsed(name: str, value: str, parse: Callable[[str], Any]) -> Any:
    try:
        return parse(value)
    except ValueError as fault:
        allowed = ", ".join(getattr(parse, "__members__", {}).values()) or "a decimal number of dollars, or a whole number"
        raise ChoiceError(f"--set {name}={value}: allowed: {allowed}") from fault


def _policies() -> Mapping[str, tuple[str, Callable[[str], Any]]]:
    from pitbook import progressive

    return {
        "reseed-source": ("reseed_source", progressive.ReseedSource),
        "award-rounding": ("award_rounding", progressive.AwardRounding),
        "share-remainder": ("share_remainder", progressive.ShareRemainder),
        "below-seed": ("below_seed", progressive.BelowSeed),
        "partial-award-source": ("partial_award_source", progressive.PartialAwardSource),
        "multi-winner": ("multi_winner", progressive.MultiWinner),
        "overflow": ("overflow", progressive.Overflow),
        "winner-floor": ("winner_floor_micros", parse_money),
        "contribution-time": ("contribution_time", _control("ContributionTime")),
        "meter-per-amount": ("meter_per_amount", _control("MeterPerAmount")),
        "void-round": ("void_round", _control("VoidRound")),
        "parameter-change": ("parameter_change", _control("ParameterChange")),
        "contribution-threshold": ("contribution_threshold_micros", parse_money),
        "dual-control": ("dual_control_from_micros", parse_money),
        "tolerance": ("tolerance_micros", parse_money),
        "notice-days": ("notice_days", int),
    }


def _control(name: str) -> Callable[[str], Any]:
    def parse(value: str) -> Any:
        from pitbook.ledger import terms

        kind = getattr(terms, name)
        if value not in list(kind):
            raise ChoiceError(f"{value!r}: allowed: {', '.join(kind)}")
        return kind(value)

    return parse


_POLICIES = _policies()
