"""Displays that run for months: the token of a sign comes once, in its address, and becomes a cookie of that address alone.

``/sign/NAME?token=pbk_...`` answers with the cookie and leads to the same address without the token, so that no history has it. The
cookie is the token itself: whatever ends the token ends the display.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, quote, urlencode

from pitbook.ledger import access
from pitbook.ledger.events import utc_time
from pitbook.web.guard import tokens
from pitbook.web.guard.identity import Identity
from pitbook.web.guard.roles import SIGN, SIGNS

if TYPE_CHECKING:
    from starlette.types import Scope

    from pitbook.web.guard.roles import Rule
    from pitbook.web.services import Services
    from pitbook.web.settings import Settings

_FOLDER: Final = SIGN.partition("{")[0]
_SCOPES: Final = frozenset({SIGNS})


@dataclass(frozen=True)
class Arrival:
    """A display that shows its token: what it may be, and the address without it."""

    token: str
    onward: str
    path: str


def arrival(scope: Scope, rule: Rule | None) -> Arrival | None:
    """A request for a sign that has a token in its address; None for any other."""
    if rule is None or rule.template != SIGN:
        return None
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    given = [value for name, value in query if name == "token"]
    if not given:
        return None
    path = _FOLDER + quote(scope["path"].removeprefix(_FOLDER), safe="")
    rest = urlencode([(name, value) for name, value in query if name != "token"])
    return Arrival(given[-1], f"{path}?{rest}" if rest else path, path)


def cookie_for(services: Services, come: Arrival) -> str | None:
    """The ``Set-Cookie`` for a display; None where its token is not valid, or is for more than signs.

    A token that may do more has no place in an address, where people see it.
    """
    ledger = services.the_ledger()
    identity = tokens.of_header(services, come.token)
    if identity is None or identity.token_id is None or identity.scopes != _SCOPES:
        return None
    found = access.find_token(ledger, identity.token_id)
    if found is None:
        return None
    seconds = int((utc_time(found[0].expires_at) - ledger.clock()).total_seconds())
    cookie = f"{cookie_name(services.settings)}={come.token}; Path={come.path}; Max-Age={seconds}; HttpOnly; SameSite=Lax"
    return f"{cookie}; Secure" if services.settings.secure else cookie


def of_cookie(services: Services, cookie: str) -> Identity | None:
    """The identity of a display's cookie; None where its token has ended, or is for more than signs."""
    identity = tokens.of_header(services, cookie)
    return identity if identity is not None and identity.scopes == _SCOPES else None


def is_sign(path: str) -> bool:
    """Whether a path is that of a sign, where the cookies of displays count."""
    return path.startswith(_FOLDER)


def cookie_name(settings: Settings) -> str:
    """The cookie's name; under TLS browsers hold it to TLS."""
    return "__Secure-pitbook-sign" if settings.secure else "pitbook-sign"
