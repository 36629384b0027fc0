"""Sessions of people: a random cookie, of which the server keeps the hash; they end by themselves when not used."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from pitbook.ledger import access
from pitbook.ledger.errors import NotAllowedError
from pitbook.ledger.people import authenticate
from pitbook.web.guard.identity import Identity

if TYPE_CHECKING:
    from pitbook.ledger.desk import Ledger
    from pitbook.ledger.people import Actor
    from pitbook.web.services import Services
    from pitbook.web.settings import Settings

USE_KEPT_EVERY: Final = timedelta(seconds=60)
COOKIE_FORM: Final = re.compile(r"[A-Za-z0-9_-]{43}")


class ThrottledError(NotAllowedError):
    """Too many failed logins; ``seconds`` is how long to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many failed logins; wait {seconds} seconds")
        self.seconds = seconds


@dataclass(frozen=True)
class SignedIn:
    """A new session: the value of its cookie, which nobody keeps but the browser, and whose it is."""

    cookie: str
    identity: Identity


def sign_in(services: Services, person: str, secret: str, address: str) -> SignedIn:
    """Begin a session. Raises :class:`ThrottledError`, or :class:`~pitbook.ledger.errors.NotAllowedError` without a reason."""
    actor = proved(services, person, secret, address)
    services.metrics.logins.labels("done").inc()
    cookie = secrets.token_urlsafe(32)
    session_id = _hashed(cookie)
    access.begin_session(services.the_ledger(), actor, session_id, address=address)
    return SignedIn(cookie, Identity(actor.person_id, actor.role, session_id=session_id))


def proved(services: Services, person: str, secret: str, address: str) -> Actor:
    """Somebody who knows their secret. A failure is journalled and makes the next attempts wait; raises as :func:`sign_in`."""
    _must_not_wait(services, person, address)
    with services.one_login_at_a_time:
        _must_not_wait(services, person, address)  # others may have failed while this one waited
        try:
            actor = authenticate(services.the_ledger(), person, secret)
        except NotAllowedError:
            services.throttle.failed(person, address)
            services.metrics.logins.labels("failed").inc()
            raise
    services.throttle.succeeded(person)
    return actor


def _must_not_wait(services: Services, person: str, address: str) -> None:
    seconds = services.throttle.wait(person, address)
    if seconds:
        raise ThrottledError(seconds)


def sign_out(services: Services, identity: Identity) -> None:
    """End a session."""
    if identity.session_id is not None and services.ledger is not None:
        access.end_session(services.ledger, identity.session_id, "signed out")


def of_cookie(services: Services, cookie: str) -> Identity | None:
    """The identity of a cookie's value; None when there is no such session, or it has ended. Notes that it was used."""
    return standing(services, _hashed(cookie)) if COOKIE_FORM.fullmatch(cookie) else None


def standing(services: Services, session_id: str, *, used: bool = True) -> Identity | None:
    """The identity of a session that has not ended; notes that it was used, if it was."""
    ledger = services.ledger
    found = None if ledger is None else access.find_session(ledger, session_id)
    if ledger is None or found is None:
        return None
    now = ledger.clock()
    if _is_over(now - found.seen_at, now - found.begun_at, services.settings):
        access.end_session(ledger, session_id, "expired")
        return None
    if used and now - found.seen_at >= USE_KEPT_EVERY:
        services.beside(f"use of {session_id}", partial(access.note_use, ledger, session_id))
    return Identity(found.actor.person_id, found.actor.role, session_id=session_id)


def sweep(ledger: Ledger, settings: Settings) -> int:
    """Take sessions off that have ended by themselves; gives how many."""
    return access.drop_sessions(ledger, begun_before=ledger.clock() - timedelta(hours=settings.session_hours))


def cookie_name(settings: Settings) -> str:
    """The cookie's name; under TLS browsers hold it to this host and to TLS."""
    return "__Host-pitbook" if settings.secure else "pitbook"


def cookie_header(settings: Settings, value: str | None) -> str:
    """The ``Set-Cookie`` of a session; None takes it away."""
    parts = [f"{cookie_name(settings)}={value or ''}", "Path=/", "HttpOnly", "SameSite=Lax"]
    if value is None:
        parts.append("Max-Age=0")
    if settings.secure:
        parts.append("Secure")
    return "; ".join(parts)


def _is_over(unused: timedelta, age: timedelta, settings: Settings) -> bool:
    """Whether a session has ended: after its time, or where the clock was put back, so that nobody knows how old it is."""
    longest = timedelta(minutes=settings.session_minutes)
    return not -longest < unused < longest or age >= timedelta(hours=settings.session_hours)


def _hashed(cookie: str) -> str:
    return hashlib.sha256(f"pitbook-session:{cookie}".encode()).hexdigest()
