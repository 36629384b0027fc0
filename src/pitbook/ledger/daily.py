"""The daily jobs at a meter: read its sign against the ledger, and try it with a test wager."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitbook.ledger.acts import Act
from pitbook.ledger.desk import Editions, Ledger, Receipt, editions_of, event_at, run_step, the_link
from pitbook.ledger.errors import NotAllowedError, RefusedError, UnknownNameError
from pitbook.ledger.events import Event, EventKind, parse_body
from pitbook.ledger.faults import FaultCode, FaultScope, append_fault
from pitbook.ledger.meters import link_of_meter
from pitbook.ledger.moves import brought, contribution_moves, reversal_moves, running
from pitbook.ledger.people import Actor, Right, require, require_once_people_exist
from pitbook.ledger.records import Member, Meter, MeterStatus, Proposal, ProposalStatus
from pitbook.ledger.terms import parse_configuration
from pitbook.ledger.unit import Unit
from pitbook.progressive import MICROS_PER_CENT, dollars, increments


@dataclass(frozen=True)
class Variance:
    """A sign against the ledger, in micro-dollars: shown - ledger, in percent of the ledger, and whether it is within
    the tolerance.
    """

    shown: int
    ledger: int
    variance: int
    percent: float | None
    tolerated: bool


def read_meter(
    ledger: Ledger,
    meter: str,
    shown_micros: int,
    *,
    table_id: str | None = None,
    actor: Actor | None = None,
    key: str | None = None,
) -> Receipt:
    """Reconcile a sign with the ledger. Beyond the tolerance the same step declares the meter at fault.

    The ledger's figure is the displayed value in whole cents, as a sign shows it.
    """
    link = link_of_meter(ledger, meter)
    request = {"step": "read-meter", "meter": meter, "shown": shown_micros, "table": table_id}
    if shown_micros < 0:
        raise RefusedError(f"a sign shows $0.00 or more, not {dollars(shown_micros)}")

    def decide(unit: Unit) -> Event:
        require_once_people_exist(unit, actor, Right.READ_METER)
        the_link(unit, link)
        row = _meter(unit, link, meter)
        if row.status != MeterStatus.OPEN:
            raise RefusedError(f"meter {meter} is {row.status}; only the sign of an open one is read")
        content = reading_of(row, shown_micros)
        person = actor.person_id if actor else None
        made = unit.append(
            link,
            EventKind.METER_READ,
            {"meter": meter, **content},
            key=key,
            person=person,
            table_id=table_id,
            **_editions(unit, meter),
        )
        if not content["tolerated"]:
            note = f"sign {dollars(shown_micros)}, ledger {dollars(content['ledger'])}"
            append_fault(unit, link, FaultScope.METER, meter, FaultCode.SIGN_VARIANCE, note, person=person)
        return made

    return run_step(ledger, [link], key, request, decide)


def reading_of(meter: Meter, shown_micros: int) -> dict[str, Any]:
    """A reading worked out: shown, ledger, variance, tolerance and whether it is within it."""
    value = meter.state.value // MICROS_PER_CENT * MICROS_PER_CENT
    tolerance = parse_configuration(meter.configuration).controls.tolerance_micros
    variance = shown_micros - value
    return {
        "shown": shown_micros,
        "ledger": value,
        "variance": variance,
        "tolerance": tolerance,
        "tolerated": abs(variance) <= tolerance,
    }


def variance_of(content: Mapping[str, Any]) -> Variance:
    """The variance of a reading's receipt."""
    value = content["ledger"]
    percent = content["variance"] / value * 100 if value else None
    return Variance(content["shown"], value, content["variance"], percent, content["tolerated"])


def make_test_wager(
    ledger: Ledger, meter: str, *, table_id: str, wager: str | None = None, actor: Actor, key: str | None = None
) -> Receipt:
    """Put one test wager of a table on a meter, for a second person to watch; :func:`confirm_test` takes it off
    again.
    """
    link = link_of_meter(ledger, meter)
    request = {"step": "test", "meter": meter, "table": table_id, "wager": wager}

    def decide(unit: Unit) -> Event:
        require(unit, actor, Right.TEST)
        head = the_link(unit, link)
        row = _meter(unit, link, meter)
        if row.status != MeterStatus.OPEN:
            raise RefusedError(f"meter {meter} is {row.status}")
        found = [
            each
            for each in unit.find(Member, table_id=table_id)
            if each.removed_seq is None and each.meter == meter and wager in (None, each.wager)
        ]
        if not found:
            raise RefusedError(f"table {table_id} has no such wager on meter {meter}")
        member = found[0]
        configuration = parse_configuration(row.configuration)
        primary, secondary = increments(configuration.terms, member.amount)
        line = {"meter": meter, "amount": member.amount, "primary": primary, "secondary": secondary}
        moves = contribution_moves({meter: running(row)}, brought([line]))
        return unit.append(
            link,
            EventKind.METER_TESTED,
            {
                "proposal": f"{link}:{head.head_seq + 1}",
                "act": Act.TEST,
                "subject": meter,
                "content": {"table": table_id, "wager": member.wager, "reference": "test wager", **line},
                "moves": moves,
            },
            key=key,
            person=actor.person_id,
            table_id=table_id,
            **editions_of(found),
        )

    return run_step(ledger, [link], key, request, decide)


def confirm_test(ledger: Ledger, test_id: str, shown_increase_micros: int, *, actor: Actor, key: str | None = None) -> Receipt:
    """Say, as the second person, by how much the sign rose; the test wager is then taken off the meter by this event.

    A sign shows the expected amount in whole cents or one cent more; anything else declares the meter at fault.
    """
    link = test_id.rpartition(":")[0]
    key = key or f"{test_id}/confirm"
    request = {"step": "confirm-test", "test": test_id, "shown": shown_increase_micros, "by": actor.person_id}

    def decide(unit: Unit) -> Event:
        require(unit, actor, Right.TEST)
        test = unit.get(Proposal, test_id)
        if test is None or test.act != Act.TEST:
            waiting = [
                each.proposal_id for each in unit.find(Proposal, act=str(Act.TEST)) if each.status == ProposalStatus.PROPOSED
            ]
            raise UnknownNameError("test wager", test_id, waiting)
        if test.status != ProposalStatus.PROPOSED:
            raise RefusedError(f"test {test_id} was confirmed by {test.decided_by}")
        content = parse_body(test.content)
        if actor.person_id == test.proposed_by:
            raise NotAllowedError(
                f"{actor.person_id!r} made the test wager; another person confirms it",
                log={
                    "link": link,
                    "kind": EventKind.ACT_REFUSED,
                    "person": actor.person_id,
                    "table_id": content["table"],
                    "content": {"proposal": test_id, "act": Act.TEST, "subject": test.subject},
                },
            )
        made = parse_body(event_at(ledger.store, unit.session, link, test.proposed_seq).body)["moves"]
        passed = rise_is_right(content["primary"], shown_increase_micros)
        event = unit.append(
            link,
            EventKind.METER_TEST_REVERSED,
            {
                "proposal": test_id,
                "meter": test.subject,
                "reverses": test.proposed_seq,
                "expected": content["primary"],
                "shown": shown_increase_micros,
                "passed": passed,
                "moves": reversal_moves({test.subject: running(_meter(unit, link, test.subject))}, made),
            },
            key=key,
            person=actor.person_id,
            table_id=content["table"],
            **_editions(unit, test.subject),
        )
        if not passed:
            note = f"test wager: expected {dollars(content['primary'])}, the sign rose {dollars(shown_increase_micros)}"
            append_fault(unit, link, FaultScope.METER, test.subject, FaultCode.TEST_FAILED, note, person=actor.person_id)
        return event

    return run_step(ledger, [link], key, request, decide)


def rise_is_right(expected_micros: int, shown_micros: int) -> bool:
    """Whether a sign's rise is the expected one in whole cents, or one cent more; never less."""
    least = expected_micros // MICROS_PER_CENT * MICROS_PER_CENT
    return shown_micros in (least, least + MICROS_PER_CENT)


def _meter(unit: Unit, link: str, name: str) -> Meter:
    found = unit.get(Meter, link, name)
    assert found is not None
    return found


def _editions(unit: Unit, meter: str) -> Editions:
    return editions_of([each for each in unit.find(Member, meter=meter) if each.removed_seq is None])
