"""Who a request is from: somebody with a session, or a system with a token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pitbook.ledger.people import Actor, Role

if TYPE_CHECKING:
    from pitbook.web.services import Services

SCOPE_KEY: Final = "pitbook.identity"
"""Where the guard leaves the identity in the scope of a request."""


@dataclass(frozen=True)
class Identity:
    """Somebody who is signed in. A token has ``token_id`` and is held to its ``scopes``; a session has ``session_id``."""

    person_id: str
    role: Role
    session_id: str | None = None
    token_id: str | None = None
    scopes: frozenset[str] | None = None


def identity_of(request: Any) -> Identity | None:
    """The identity that the guard found for a request, a socket, or their scope; None where nobody is signed in."""
    scope: Mapping[str, Any] = request if isinstance(request, Mapping) else request.scope
    found = scope.get(SCOPE_KEY)
    return found if isinstance(found, Identity) else None


def actor_of(identity: Identity) -> Actor:
    """The ledger's actor, who signs what this identity does."""
    return Actor(identity.person_id, identity.role)


def still_valid(services: Services, identity: Identity | None, *, used: bool = True) -> Identity | None:
    """The identity as it is now; None when its session has ended, its token was revoked, or its person was disabled.

    A page calls this again at each act over its socket, as the session may have ended since the page was loaded. It looks into
    the database: call it with ``services.read``. With ``used`` false it does not count as use: a feed that is open keeps no session
    alive.
    """
    from pitbook.web.guard import sessions, tokens

    if identity is None or services.ledger is None:
        return None
    if identity.session_id is not None:
        return sessions.standing(services, identity.session_id, used=used)
    if identity.token_id is not None:
        return tokens.standing(services, identity.token_id)
    return None
