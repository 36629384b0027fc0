"""Tokens of systems: they act for a registered person, within scopes, and never as one of two people who must sign."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from pitbook.ledger import access
from pitbook.ledger.desk import Receipt
from pitbook.web.guard.identity import Identity, actor_of
from pitbook.web.guard.roles import SIGNS

if TYPE_CHECKING:
    from pitbook.ledger.people import Actor
    from pitbook.ledger.records import Token
    from pitbook.web.services import Services

SCOPES: Final[dict[str, str]] = {
    "meters": "read meters, links, faults and their feed",
    "rounds": "open, bet, lock, record and void rounds",
    "awards": "read awards and slips",
    "reports": "read reports and events, verify the journal",
    "faults": "set and clear faults",
    "metrics": "read the server's metrics",
    SIGNS: "show signs, at displays",
}
"""What a token may be for. No scope approves, pays, corrects or registers: that takes people who signed in."""

TOKEN_FORM: Final = re.compile(r"pbk_([a-z0-9]{12})_([A-Za-z0-9_-]{43})")
LONGEST_DAYS: Final = 730


@dataclass(frozen=True)
class Issued:
    """A new token and its receipt; ``token`` is None where the key was used before: it is shown once."""

    token: str | None
    receipt: Receipt


def issue(
    services: Services, person: str, name: str, scopes: tuple[str, ...], days: int, *, by: Identity, key: str | None
) -> Issued:
    """Issue a token for a person; an admin signs for it."""
    ledger = services.the_ledger()
    token_id, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
    new = access.NewToken(token_id, person, name, scopes, ledger.clock() + timedelta(days=days), _hashed(secret))
    receipt = access.issue_token(ledger, new, actor=actor_of(by), key=key)
    return Issued(None if receipt.repeated else f"pbk_{token_id}_{secret}", receipt)


def of_header(services: Services, value: str) -> Identity | None:
    """The identity of a token as it is sent; None when there is none, it has ended, or the secret is another."""
    written = TOKEN_FORM.fullmatch(value)
    if written is None or services.ledger is None:
        return None
    found = access.find_token(services.ledger, written[1])
    if found is None or not hmac.compare_digest(found[0].secret_hash, _hashed(written[2])):
        return None
    return _identity(*found)


def standing(services: Services, token_id: str) -> Identity | None:
    """The identity of a token that has not ended."""
    found = None if services.ledger is None else access.find_token(services.ledger, token_id)
    return None if found is None else _identity(*found)


def _identity(token: Token, actor: Actor) -> Identity:
    scopes = frozenset(access.token_scopes(token))
    return Identity(actor.person_id, actor.role, token_id=token.token_id, scopes=scopes)


def _hashed(secret: str) -> str:
    return hashlib.sha256(f"pitbook-token:{secret}".encode()).hexdigest()
