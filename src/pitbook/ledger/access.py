"""Who is signed in at the web, which systems have tokens, and the log of logins and refusals.

A session or token is a random secret of which only a hash is kept. A session ends with the secret it was begun with, and
with its person. Tokens are part of the journal, so that one slipped into the tables is found by a verification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from pitbook.ledger.desk import Ledger, Receipt, run_step
from pitbook.ledger.errors import NotAllowedError, RefusedError, UnknownNameError
from pitbook.ledger.events import HOUSE, Event, EventKind, parse_body, utc_text, utc_time
from pitbook.ledger.people import Actor, Right, Role, require
from pitbook.ledger.records import Person, Token
from pitbook.ledger.schema import SESSIONS
from pitbook.ledger.unit import Unit


@dataclass(frozen=True)
class WebSession:
    """A session that stands: whose it is, since when, and when it was last used."""

    session_hash: str
    actor: Actor
    begun_at: datetime
    seen_at: datetime


# --- sessions -------------------------------------------------------------------------------------------------------


def begin_session(ledger: Ledger, actor: Actor, session_hash: str, *, address: str) -> Receipt:
    """Begin a session of somebody who has just signed in; the login is logged."""
    content = {"person": actor.person_id, "session": session_hash[:16], "address": address}

    def decide(unit: Unit) -> Event:
        person = _active(unit, actor.person_id)
        now = utc_text(ledger.clock())
        unit.session.rows(
            insert(SESSIONS).values(
                session_hash=session_hash,
                person_id=person.person_id,
                secret_digest=person.secret_digest,
                begun_at=now,
                seen_at=now,
            )
        )
        return unit.append(HOUSE, EventKind.LOGGED_IN, content, person=person.person_id)

    return run_step(ledger, [HOUSE], None, content, decide)


def find_session(ledger: Ledger, session_hash: str) -> WebSession | None:
    """A session whose person is still there, with the secret it was begun with; None otherwise. Its age is not looked at."""
    with ledger.store.reading() as session:
        row = session.rows(select(*SESSIONS.c).where(SESSIONS.c.session_hash == session_hash)).one_or_none()
        person = None if row is None else Unit(ledger.store, session).get(Person, row.person_id)
    if row is None or person is None or person.disabled_seq is not None or person.secret_digest != row.secret_digest:
        return None
    return WebSession(session_hash, Actor(person.person_id, Role(person.role)), utc_time(row.begun_at), utc_time(row.seen_at))


def note_use(ledger: Ledger, session_hash: str) -> None:
    """Keep that a session was used just now."""
    with ledger.store.writing([HOUSE]) as session:
        now = utc_text(ledger.clock())
        session.rows(update(SESSIONS).where(SESSIONS.c.session_hash == session_hash).values(seen_at=now))


def end_session(ledger: Ledger, session_hash: str, reason: str) -> None:
    """End a session, if it is there; its end is logged."""

    def decide(unit: Unit) -> Event:
        person = unit.session.rows(select(SESSIONS.c.person_id).where(SESSIONS.c.session_hash == session_hash)).scalar()
        if person is None:
            raise RefusedError("there is no such session")
        unit.session.rows(delete(SESSIONS).where(SESSIONS.c.session_hash == session_hash))
        content = {"person": person, "session": session_hash[:16], "reason": reason}
        return unit.append(HOUSE, EventKind.LOGGED_OUT, content, person=person)

    try:
        run_step(ledger, [HOUSE], None, {"session": session_hash[:16]}, decide)
    except RefusedError:
        return


def drop_sessions(ledger: Ledger, *, begun_before: datetime) -> int:
    """Take sessions off that began before a time; gives how many. They had ended by themselves, so nothing is logged."""
    with ledger.store.writing([HOUSE]) as session:
        return int(session.rows(delete(SESSIONS).where(SESSIONS.c.begun_at < utc_text(begun_before))).rowcount)


# --- tokens ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewToken:
    """What a token is to be: its id, whom it acts for, its name, scopes, end, and the hash of its secret."""

    token_id: str
    person_id: str
    name: str
    scopes: tuple[str, ...]
    expires_at: datetime
    secret_hash: str


def issue_token(ledger: Ledger, new: NewToken, *, actor: Actor, key: str | None = None) -> Receipt:
    """Issue a token; an admin signs for it. The same key gives the first receipt again, which names the first token."""
    request = {"step": "issue-token", "person": new.person_id, "name": new.name, "scopes": list(new.scopes)}

    def decide(unit: Unit) -> Event:
        require(unit, actor, Right.PEOPLE)
        _active(unit, new.person_id)
        return unit.append(
            HOUSE,
            EventKind.TOKEN_ISSUED,
            {
                "token": new.token_id,
                "person": new.person_id,
                "name": new.name,
                "scopes": list(new.scopes),
                "secret_hash": new.secret_hash,
                "expires_at": utc_text(new.expires_at),
            },
            key=key,
            person=actor.person_id,
        )

    return run_step(ledger, [HOUSE], key, request, decide)


def revoke_token(ledger: Ledger, token_id: str, *, actor: Actor, key: str | None = None) -> Receipt:
    """Revoke a token; from now on it opens nothing."""
    request = {"step": "revoke-token", "token": token_id}

    def decide(unit: Unit) -> Event:
        require(unit, actor, Right.PEOPLE)
        token = unit.get(Token, token_id)
        if token is None:
            raise UnknownNameError("token", token_id, [each.token_id for each in unit.find(Token)])
        if token.revoked_seq is not None:
            raise RefusedError(f"token {token_id!r} is revoked already")
        return unit.append(HOUSE, EventKind.TOKEN_REVOKED, {"token": token_id}, key=key, person=actor.person_id)

    return run_step(ledger, [HOUSE], key, request, decide)


def end_tokens(ledger: Ledger) -> int:
    """End all tokens that are past their end; gives how many."""
    now = ledger.clock()
    over = [each for each in list_tokens(ledger) if each.revoked_seq is None and utc_time(each.expires_at) <= now]
    for each in over:
        _end_token(ledger, each.token_id)
    return len(over)


def _end_token(ledger: Ledger, token_id: str) -> None:
    """Revoke a token that was seen past its end, so that it does not come back when the clock is put back."""

    def decide(unit: Unit) -> Event:
        token = unit.get(Token, token_id)
        if token is None or token.revoked_seq is not None:
            raise RefusedError("there is no such token")
        return unit.append(HOUSE, EventKind.TOKEN_REVOKED, {"token": token_id, "reason": "expired"})

    try:
        run_step(ledger, [HOUSE], None, {"token": token_id}, decide)
    except RefusedError:
        return


def find_token(ledger: Ledger, token_id: str) -> tuple[Token, Actor] | None:
    """A token that is neither revoked nor past its end, and for whom it acts; None otherwise. One past its end is ended."""
    with ledger.store.reading() as session:
        unit = Unit(ledger.store, session)
        token = unit.get(Token, token_id)
        person = None if token is None else unit.get(Person, token.person_id)
    if token is None or person is None or token.revoked_seq is not None or person.disabled_seq is not None:
        return None
    if utc_time(token.expires_at) <= ledger.clock():
        _end_token(ledger, token_id)
        return None
    return token, Actor(person.person_id, Role(person.role))


def list_tokens(ledger: Ledger) -> list[Token]:
    """All tokens, by their ids."""
    with ledger.store.reading() as session:
        return Unit(ledger.store, session).find(Token)


def token_scopes(token: Token) -> tuple[str, ...]:
    """The scopes of a token."""
    return tuple(parse_body(token.scopes))


# --- the log --------------------------------------------------------------------------------------------------------


def log_refusals(ledger: Ledger, refusals: Sequence[Mapping[str, Any]]) -> None:
    """Log that requests were refused; each has at least ``reason``, and ``person`` where somebody had signed in."""

    def decide(unit: Unit) -> Event:
        made = [unit.append(HOUSE, EventKind.ACCESS_REFUSED, each, person=each.get("person")) for each in refusals]
        return made[0]

    run_step(ledger, [HOUSE], None, {"refusals": len(refusals)}, decide)


def _active(unit: Unit, person_id: str) -> Person:
    person = unit.get(Person, person_id)
    if person is None:
        raise UnknownNameError("person", person_id, [each.person_id for each in unit.find(Person)])
    if person.disabled_seq is not None:
        raise NotAllowedError(f"{person_id!r} may not sign in")
    return person
