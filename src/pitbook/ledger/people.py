"""People: who they are, what they may do, and how they sign in.

A secret is kept as an argon2 hash in a table of its own; the journal holds only the digest of that hash, so that an
export gives nobody a hash to guess at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import delete, insert, select

from pitbook.ledger.desk import Ledger, Receipt, run_step
from pitbook.ledger.errors import NotAllowedError, RefusedError, UnknownNameError
from pitbook.ledger.events import HOUSE, Event, EventKind, digest
from pitbook.ledger.records import Person
from pitbook.ledger.schema import SECRETS
from pitbook.ledger.unit import Unit

LEAST_SECRET: Final = 8


class Role(StrEnum):
    """What somebody is."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    ACCOUNTING = "accounting"
    AUDITOR = "auditor"
    ADMIN = "admin"


class Right(StrEnum):
    """What somebody may do; the texts end a message: 'may not ...'."""

    PLAY = "run rounds"
    TEST = "make or confirm a test wager"
    VOID = "void a round"
    SETUP = "open meters and join tables"
    PROPOSE = "propose a controlled act"
    APPROVE_ACT = "approve a controlled act"
    APPROVE_AWARD = "approve an award"
    PAY = "pay an award"
    FAULT = "set or clear a fault"
    READ_METER = "reconcile a meter with its sign"
    PEOPLE = "add or disable people"
    SETTINGS = "change settings"


RIGHTS: Final[Mapping[Role, frozenset[Right]]] = {
    Role.DEALER: frozenset({Right.PLAY, Right.TEST}),
    Role.SUPERVISOR: frozenset(
        {
            Right.PLAY,
            Right.TEST,
            Right.VOID,
            Right.PROPOSE,
            Right.APPROVE_ACT,
            Right.APPROVE_AWARD,
            Right.PAY,
            Right.FAULT,
        }
    ),
    Role.ACCOUNTING: frozenset({Right.PROPOSE, Right.APPROVE_ACT, Right.APPROVE_AWARD, Right.PAY, Right.READ_METER, Right.TEST}),
    Role.AUDITOR: frozenset(),
    Role.ADMIN: frozenset({Right.SETUP, Right.PROPOSE, Right.FAULT, Right.PEOPLE, Right.SETTINGS}),
}


@dataclass(frozen=True)
class Actor:
    """Somebody who has signed in (:func:`authenticate`)."""

    person_id: str
    role: Role


def authenticate(ledger: Ledger, person_id: str, secret: str) -> Actor:
    """Sign somebody in. A failed attempt is logged; NotAllowedError does not say which part was wrong."""
    from argon2.exceptions import VerificationError

    with ledger.store.reading() as session:
        person = Unit(ledger.store, session).get(Person, person_id)
        kept = session.rows(select(SECRETS.c.secret).where(SECRETS.c.person_id == person_id)).scalar()
    reason = None
    if person is None or kept is None:
        reason = "unknown person"
    elif person.disabled_seq is not None:
        reason = "disabled"
    elif digest(kept) != person.secret_digest:
        reason = "the kept secret is not the one of the journal"
    if reason is not None:
        _hasher(ledger).hash(secret)  # takes the time that a person's secret takes who may sign in
    else:
        try:
            _hasher(ledger).verify(kept, secret)
        except VerificationError:
            reason = "wrong secret"
    if reason is None:
        assert person is not None
        return Actor(person.person_id, Role(person.role))
    _log_failure(ledger, person_id, reason)
    raise NotAllowedError(f"{person_id!r} could not be signed in")


def _log_failure(ledger: Ledger, person_id: str, reason: str) -> None:
    content = {"person": person_id[:100], "reason": reason}
    run_step(ledger, [HOUSE], None, content, lambda unit: unit.append(HOUSE, EventKind.LOGIN_FAILED, content))


def add_person(
    ledger: Ledger, person_id: str, name: str, role: Role, secret: str, *, actor: Actor | None, key: str | None = None
) -> Receipt:
    """Register somebody. The first person must be an admin and needs nobody to sign; every later one needs an admin."""
    faults = []
    if not person_id.strip() or len(person_id) > 64:
        faults.append("a person's id has 1 to 64 characters")
    if len(secret) < LEAST_SECRET:
        faults.append(f"the secret has {len(secret)} characters; it needs {LEAST_SECRET} or more")
    if faults:
        raise RefusedError(*faults)
    kept = _hasher(ledger).hash(secret)
    content = {"person": person_id, "name": name, "role": role, "secret_digest": digest(kept)}
    # The salt differs each time, so the hash is no part of what makes two requests the same.
    request = {"step": "add-person", "person": person_id, "name": name, "role": role}

    def decide(unit: Unit) -> Event:
        people = unit.find(Person)
        if not people and role is not Role.ADMIN:
            raise RefusedError("the first person must be an admin")
        if people:
            require(unit, actor, Right.PEOPLE)
        if unit.get(Person, person_id) is not None:
            raise RefusedError(f"{person_id!r} is registered already")
        unit.session.rows(insert(SECRETS).values(person_id=person_id, secret=kept))
        return unit.append(
            HOUSE,
            EventKind.PERSON_ADDED,
            content,
            key=key,
            person=actor.person_id if actor else None,
        )

    return run_step(ledger, [HOUSE], key, request, decide)


def disable_person(ledger: Ledger, person_id: str, *, actor: Actor | None, key: str | None = None) -> Receipt:
    """Let somebody sign in no more; the name stays, for what was signed with it."""
    request = {"step": "disable-person", "person": person_id}

    def decide(unit: Unit) -> Event:
        require(unit, actor, Right.PEOPLE)
        person = unit.get(Person, person_id)
        if person is None:
            raise UnknownNameError("person", person_id, [each.person_id for each in unit.find(Person)])
        if person.disabled_seq is not None:
            raise RefusedError(f"{person_id!r} is disabled already")
        admins = [each for each in unit.find(Person) if each.role == Role.ADMIN and each.disabled_seq is None]
        if [each.person_id for each in admins] == [person_id]:
            raise RefusedError(f"{person_id!r} is the last admin; add another first")
        return unit.append(
            HOUSE,
            EventKind.PERSON_DISABLED,
            {"person": person_id},
            key=key,
            person=actor.person_id if actor else None,
        )

    return run_step(ledger, [HOUSE], key, request, decide)


def change_secret(ledger: Ledger, person_id: str, secret: str, *, actor: Actor | None, key: str | None = None) -> Receipt:
    """Give somebody a new secret: an admin for anybody, everybody for themselves.

    In a ledger that was rebuilt from a journal nobody has a secret yet; there an admin's first one needs nobody to
    sign.
    """
    if len(secret) < LEAST_SECRET:
        raise RefusedError(f"the secret has {len(secret)} characters; it needs {LEAST_SECRET} or more")
    kept = _hasher(ledger).hash(secret)
    request = {"step": "change-secret", "person": person_id, "secret": digest(kept)}

    def decide(unit: Unit) -> Event:
        person = unit.get(Person, person_id)
        if person is None:
            raise UnknownNameError("person", person_id, [each.person_id for each in unit.find(Person)])
        nobody = not unit.session.rows(select(SECRETS.c.person_id).limit(1)).all()
        if not (nobody and person.role == Role.ADMIN) and (actor is None or actor.person_id != person_id):
            require(unit, actor, Right.PEOPLE)
        unit.session.rows(delete(SECRETS).where(SECRETS.c.person_id == person_id))
        unit.session.rows(insert(SECRETS).values(person_id=person_id, secret=kept))
        return unit.append(
            HOUSE,
            EventKind.SECRET_CHANGED,
            {"person": person_id, "secret_digest": digest(kept)},
            key=key,
            person=actor.person_id if actor else None,
        )

    return run_step(ledger, [HOUSE], key, request, decide)


def list_people(ledger: Ledger) -> list[Person]:
    """Everybody registered."""
    with ledger.store.reading() as session:
        return Unit(ledger.store, session).find(Person)


def require(unit: Unit, actor: Actor | None, right: Right) -> None:
    """Refuse unless the actor is registered, not disabled, and of a role with the right."""
    if actor is None:
        raise NotAllowedError(f"somebody must sign in to {right}")
    person = unit.get(Person, actor.person_id)
    if person is None or person.disabled_seq is not None:
        raise NotAllowedError(f"{actor.person_id!r} may not sign in")
    if right not in RIGHTS[Role(person.role)]:
        allowed = ", ".join(role for role, rights in RIGHTS.items() if right in rights)
        raise NotAllowedError(f"{actor.person_id!r} is {person.role} and may not {right}; allowed: {allowed}")


def require_once_people_exist(unit: Unit, actor: Actor | None, right: Right) -> None:
    """As :func:`require`, but while nobody is registered the house is still being set up and everything is open."""
    if actor is None and not unit.find(Person):
        return
    require(unit, actor, right)


def _hasher(ledger: Ledger):  # type: ignore[no-untyped-def]
    if ledger.hasher is not None:
        return ledger.hasher
    from argon2 import PasswordHasher

    return PasswordHasher()
