"""Faults of controllers, tables and meters. While one is open the wagers it concerns are refused."""

from __future__ import annotations

from enum import StrEnum

from pitbook.ledger.desk import Ledger, Receipt, run_step, the_link
from pitbook.ledger.errors import RefusedError
from pitbook.ledger.events import HOUSE, Event, EventKind
from pitbook.ledger.people import Actor, Right, require, require_once_people_exist
from pitbook.ledger.records import Fault, Meter, MeterStatus
from pitbook.ledger.unit import Unit


class FaultScope(StrEnum):
    """What is out of order: a whole link, one table, or one meter."""

    LINK = "link"
    TABLE = "table"
    METER = "meter"


class FaultCode(StrEnum):
    """Why."""

    MEMORY = "memory"
    POWER = "power"
    SELF_CHECK = "self-check"
    CONFIGURATION = "configuration"
    COMMUNICATION = "communication"
    SIGN_VARIANCE = "sign-variance"
    TEST_FAILED = "test-failed"
    OTHER = "other"


def set_fault(
    ledger: Ledger,
    link: str,
    scope: FaultScope,
    subject: str,
    code: FaultCode,
    note: str = "",
    *,
    actor: Actor | None = None,
    key: str | None = None,
) -> Receipt:
    """Declare something out of order. A controller may do so itself, unsigned."""
    request = {"step": "set-fault", "link": link, "scope": scope, "subject": subject, "code": code, "note": note}

    def decide(unit: Unit) -> Event:
        if actor is not None:
            require(unit, actor, Right.FAULT)
        the_link(unit, link)
        if link == HOUSE:
            raise RefusedError(f"{HOUSE!r} is no link of tables")
        if scope is FaultScope.METER:
            meter = unit.get(Meter, link, subject)
            if meter is None:
                raise RefusedError(f"there is no meter {subject!r} on link {link!r}")
            if meter.status != MeterStatus.OPEN:
                raise RefusedError(f"meter {subject} is {meter.status}; no wager is accepted for it")
        return append_fault(unit, link, scope, subject, code, note, key=key, person=_person(actor))

    return run_step(ledger, [link], key, request, decide)


def append_fault(
    unit: Unit,
    link: str,
    scope: FaultScope,
    subject: str,
    code: FaultCode,
    note: str,
    *,
    key: str | None = None,
    person: str | None = None,
) -> Event:
    """Write a fault within a step. Its id is its place: ``LINK:SEQ``."""
    head = the_link(unit, link)
    return unit.append(
        link,
        EventKind.FAULT_SET,
        {
            "fault": f"{link}:{head.head_seq + 1}",
            "scope": scope,
            "subject": link if scope is FaultScope.LINK else subject,
            "code": code,
            "note": note,
        },
        key=key,
        person=person,
        table_id=subject if scope is FaultScope.TABLE else None,
    )


def clear_fault(ledger: Ledger, fault_id: str, note: str = "", *, actor: Actor | None = None, key: str | None = None) -> Receipt:
    """Declare a fault mended."""
    link = fault_id.rpartition(":")[0]
    request = {"step": "clear-fault", "fault": fault_id, "note": note}

    def decide(unit: Unit) -> Event:
        require_once_people_exist(unit, actor, Right.FAULT)
        fault = unit.get(Fault, fault_id)
        if fault is None:
            known = ", ".join(each.fault_id for each in unit.find(Fault) if each.cleared_seq is None) or "none is open"
            raise RefusedError(f"no fault {fault_id!r}; open: {known}")
        if fault.cleared_seq is not None:
            raise RefusedError(f"fault {fault_id} was cleared before")
        return unit.append(
            link,
            EventKind.FAULT_CLEARED,
            {"fault": fault_id, "note": note},
            key=key,
            person=_person(actor),
            table_id=fault.subject if fault.scope == FaultScope.TABLE else None,
        )

    return run_step(ledger, [link], key, request, decide)


def list_faults(ledger: Ledger, *, only_open: bool = True) -> list[Fault]:
    """Faults, oldest first."""
    with ledger.store.reading() as session:
        faults = Unit(ledger.store, session).find(Fault)
    return [each for each in sorted(faults, key=lambda each: each.set_at) if not only_open or each.cleared_seq is None]


def _person(actor: Actor | None) -> str | None:
    return actor.person_id if actor else None
