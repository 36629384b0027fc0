"""Controlled acts: change of terms, correction, transfer, closing, rejection of an award.

Each is two events by two people who signed in: proposed and approved. What it does is worked out when it is approved;
the proposal is tried out first, so that an impossible one is refused at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pitbook.ledger.desk import Editions, Ledger, Receipt, editions_of, run_step, the_link
from pitbook.ledger.errors import NotAllowedError, RefusedError, UnknownNameError
from pitbook.ledger.events import Event, EventKind, parse_body
from pitbook.ledger.meters import check_configuration, link_of_meter, refuse_running
from pitbook.ledger.moves import JsonMove, Running, running
from pitbook.ledger.people import Actor, Right, require
from pitbook.ledger.records import AwardRow, AwardStatus, Member, Meter, MeterStatus, Proposal, ProposalStatus
from pitbook.ledger.terms import (
    Configuration,
    ParameterChange,
    configuration_json,
    configuration_of,
)
from pitbook.ledger.unit import Unit
from pitbook.progressive import (
    AdjustmentCause,
    Pool,
    adjust,
    check_limit,
    close_into,
    park,
    return_award,
    transfer,
)


class Act(StrEnum):
    """What needs two people (beside awards)."""

    CONFIGURE = "configure"
    ADJUST = "adjust"
    TRANSFER = "transfer"
    CLOSE = "close"
    REJECT_AWARD = "reject-award"
    TEST = "test"


# --- proposing ------------------------------------------------------------------------------------------------------


def propose_configuration(
    ledger: Ledger,
    meter: str,
    configuration: Configuration,
    reference: str,
    *,
    edition: str | None = None,
    rulebook: str | None = None,
    actor: Actor,
    key: str | None = None,
) -> Receipt:
    """Propose other parameters for a meter, in force from its next start."""
    content = {
        "configuration": configuration_json(configuration),
        "reference": reference,
        "edition": edition,
        "rulebook": rulebook,
    }
    return _propose(ledger, Act.CONFIGURE, link_of_meter(ledger, meter), meter, content, actor, key)


def propose_adjustment(
    ledger: Ledger,
    meter: str,
    amount_micros: int,
    *,
    cause: AdjustmentCause | None,
    reference: str,
    pool: Pool = Pool.METER,
    actor: Actor,
    key: str | None = None,
) -> Receipt:
    """Propose a correction, upwards or downwards, with its cause and the document that shows it."""
    content = {"amount": amount_micros, "cause": cause, "reference": reference, "pool": pool}
    return _propose(ledger, Act.ADJUST, link_of_meter(ledger, meter), meter, content, actor, key)


def propose_transfer(
    ledger: Ledger,
    meter: str,
    to: str,
    amount_micros: int,
    *,
    reference: str,
    from_pool: Pool = Pool.METER,
    to_pool: Pool = Pool.METER,
    actor: Actor,
    key: str | None = None,
) -> Receipt:
    """Propose to move money from one meter to another, of the same link or not."""
    content = {
        "to": to,
        "to_link": link_of_meter(ledger, to),
        "amount": amount_micros,
        "from_pool": from_pool,
        "to_pool": to_pool,
        "reference": reference,
    }
    return _propose(ledger, Act.TRANSFER, link_of_meter(ledger, meter), meter, content, actor, key)


def propose_closing(
    ledger: Ledger, meter: str, *, into: str | None = None, reference: str, actor: Actor, key: str | None = None
) -> Receipt:
    """Propose to end a meter: the players' money goes into a like meter, or is parked with its origin."""
    content = {"to": into, "to_link": link_of_meter(ledger, into) if into else None, "reference": reference}
    return _propose(ledger, Act.CLOSE, link_of_meter(ledger, meter), meter, content, actor, key)


def propose_rejection(ledger: Ledger, award_id: str, reason: str, *, actor: Actor, key: str | None = None) -> Receipt:
    """Propose not to pay an award; its money returns to the meter."""
    with ledger.store.reading() as session:
        award = Unit(ledger.store, session).get(AwardRow, award_id)
    if award is None:
        raise RefusedError(f"no award {award_id!r}")
    return _propose(ledger, Act.REJECT_AWARD, award.link, award_id, {"reference": reason}, actor, key)


def _propose(
    ledger: Ledger, act: Act, link: str, subject: str, content: Mapping[str, Any], actor: Actor, key: str | None
) -> Receipt:
    request = {"step": "propose", "act": act, "subject": subject, "content": dict(content)}
    if not str(content["reference"]).strip():
        raise RefusedError(f"to {act} needs a document reference")

    def decide(unit: Unit) -> Event:
        require(unit, actor, Right.PROPOSE)
        head = the_link(unit, link)
        plan = _plan(unit, act, link, subject, content)
        return unit.append(
            link,
            EventKind.ACT_PROPOSED,
            {
                "proposal": f"{link}:{head.head_seq + 1}",
                "act": act,
                "subject": subject,
                "content": dict(content),
            },
            key=key,
            person=actor.person_id,
            **plan.editions,
        )

    return run_step(ledger, [link, content.get("to_link") or link], key, request, decide)


# --- deciding -------------------------------------------------------------------------------------------------------


def approve_act(ledger: Ledger, proposal_id: str, *, actor: Actor, key: str | None = None) -> Receipt:
    """Approve a proposed act as the second person, and carry it out."""
    proposal = _look_up(ledger, proposal_id)
    content = parse_body(proposal.content)
    key = key or f"{proposal_id}/approve"
    request = {"step": "approve", "proposal": proposal_id, "by": actor.person_id}

    def decide(unit: Unit) -> Event:
        now = _waiting(unit, proposal_id)
        _second_person(unit, now, actor)
        act = Act(now.act)
        plan = _plan(unit, act, now.link, now.subject, content)
        head = the_link(unit, now.link)
        made = unit.append(
            now.link,
            EventKind.ACT_APPROVED,
            {
                "proposal": proposal_id,
                "act": act,
                "subject": now.subject,
                "proposed_by": now.proposed_by,
                "reference": content["reference"],
                **plan.content,
                "moves": plan.moves,
                "moves_elsewhere": plan.moves_elsewhere,
            },
            key=key,
            person=actor.person_id,
            **plan.editions,
        )
        if content.get("to_link") not in (None, now.link):
            unit.append(
                content["to_link"],
                EventKind.METER_RECEIVED,
                {
                    "proposal": proposal_id,
                    "act": act,
                    "from": now.subject,
                    "from_event": f"{now.link}:{head.head_seq + 1}",
                    "moves": plan.moves_elsewhere,
                },
                person=actor.person_id,
                **plan.editions,
            )
        return made

    return run_step(ledger, [proposal.link, content.get("to_link") or proposal.link], key, request, decide)


def reject_act(ledger: Ledger, proposal_id: str, reason: str, *, actor: Actor, key: str | None = None) -> Receipt:
    """Turn a proposal down; whoever made it may withdraw it so."""
    proposal = _look_up(ledger, proposal_id)
    key = key or f"{proposal_id}/reject"
    request = {"step": "reject", "proposal": proposal_id, "reason": reason, "by": actor.person_id}

    def decide(unit: Unit) -> Event:
        now = _waiting(unit, proposal_id)
        require(unit, actor, Right.PROPOSE if actor.person_id == now.proposed_by else Right.APPROVE_ACT)
        return unit.append(
            proposal.link,
            EventKind.ACT_REJECTED,
            {"proposal": proposal_id, "act": now.act, "subject": now.subject, "reason": reason},
            key=key,
            person=actor.person_id,
        )

    return run_step(ledger, [proposal.link], key, request, decide)


def list_proposals(ledger: Ledger, *, only_waiting: bool = True) -> list[Proposal]:
    """Controlled acts, in the order they were proposed on each link."""
    with ledger.store.reading() as session:
        found = Unit(ledger.store, session).find(Proposal)
    found = [each for each in found if not only_waiting or each.status == ProposalStatus.PROPOSED]
    return sorted(found, key=lambda each: (each.link, each.proposed_seq))


def _look_up(ledger: Ledger, proposal_id: str) -> Proposal:
    with ledger.store.reading() as session:
        unit = Unit(ledger.store, session)
        found = unit.get(Proposal, proposal_id)
        if found is None:
            waiting = [each.proposal_id for each in unit.find(Proposal) if each.status == ProposalStatus.PROPOSED]
            raise UnknownNameError("proposal", proposal_id, waiting)
    if found.act == Act.TEST:
        raise RefusedError(f"{proposal_id} is a test wager; it is confirmed, not approved")
    return found


def _waiting(unit: Unit, proposal_id: str) -> Proposal:
    found = unit.get(Proposal, proposal_id)
    assert found is not None
    if found.status != ProposalStatus.PROPOSED:
        raise RefusedError(f"{proposal_id} was {found.status} by {found.decided_by}")
    return found


def _second_person(unit: Unit, proposal: Proposal, actor: Actor) -> None:
    log = {
        "link": proposal.link,
        "kind": EventKind.ACT_REFUSED,
        "person": actor.person_id,
        "content": {"proposal": proposal.proposal_id, "act": proposal.act, "subject": proposal.subject},
    }
    if actor.person_id == proposal.proposed_by:
        raise NotAllowedError(f"{actor.person_id!r} proposed this; another person approves it", log=log)
    try:
        require(unit, actor, Right.APPROVE_ACT)
    except NotAllowedError as refusal:
        raise NotAllowedError(str(refusal), log=log) from refusal


# --- what an act does -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """What an act will do: further content of its event, the moves on its link, and those on another link."""

    content: Mapping[str, Any]
    moves: list[JsonMove]
    moves_elsewhere: list[JsonMove]
    editions: Editions


def _plan(unit: Unit, act: Act, link: str, subject: str, content: Mapping[str, Any]) -> Plan:
    if act is Act.REJECT_AWARD:
        award = unit.get(AwardRow, subject)
        assert award is not None
        if award.status not in (AwardStatus.PENDING, AwardStatus.APPROVED):
            raise RefusedError(f"award {subject} is {award.status}; only an unpaid one is rejected")
        meter = _open_meter(unit, link, award.meter)
        return Plan({"award": subject}, act_moves(act, content, meter, None, award)[0], [], _editions(unit, meter.name))
    meter = _open_meter(unit, link, subject, closed_too=act is Act.TRANSFER)
    editions = _editions(unit, subject)
    if act is Act.CONFIGURE:
        return _plan_configuration(unit, link, meter, content, editions)
    if act is Act.CLOSE:
        for member in unit.find(Member, link=link):
            if member.meter == subject and member.removed_seq is None:
                refuse_running(unit, member.table_id)
    target = None
    if content.get("to"):
        if content["to"] == subject:
            raise RefusedError("source and target are the same meter")
        target = _open_meter(unit, content["to_link"], content["to"])
    moves, target_moves = act_moves(act, content, meter, target, None)
    if content.get("to_link") in (None, link):
        return Plan(dict(content), [*moves, *target_moves], [], editions)
    return Plan(dict(content), moves, target_moves, editions)


def _plan_configuration(unit: Unit, link: str, meter: Running, content: Mapping[str, Any], editions: Editions) -> Plan:
    new = configuration_of(content["configuration"])
    if meter.configuration.controls.parameter_change is ParameterChange.REFUSE:
        raise RefusedError(f"meter {meter.name} is filed with parameter-change = refuse: transfer or close it instead")
    check_configuration(new, meter.amount)
    check_limit(meter.state.value, new.policies.limit_micros)
    for member in unit.find(Member, link=link):
        if member.meter == meter.name and member.removed_seq is None:
            check_configuration(new, member.amount)
    named = Editions(edition=content["edition"] or editions["edition"], rulebook=content["rulebook"] or editions["rulebook"])
    return Plan(
        {"configuration": configuration_json(new), "before": configuration_json(meter.configuration)},
        [],
        [],
        named,
    )


def act_moves(
    act: Act, content: Mapping[str, Any], meter: Running, target: Running | None, award: AwardRow | None
) -> tuple[list[JsonMove], list[JsonMove]]:
    """The moves of an act on its meter and on the target's."""
    if act is Act.REJECT_AWARD:
        assert award is not None
        made = return_award(meter.state, award.from_meter, award.from_house, meter.configuration.policies)
        return [meter.made(*made)], []
    if act is Act.ADJUST:
        cause = AdjustmentCause(content["cause"]) if content["cause"] else None
        made = adjust(
            meter.state,
            content["amount"],
            cause=cause,
            reference=content["reference"],
            pool=Pool(content["pool"]),
            policies=meter.configuration.policies,
        )
        return [meter.made(*made)], []
    if act is Act.TRANSFER:
        assert target is not None
        out, into = transfer(
            meter.state,
            target.state,
            content["amount"],
            from_pool=Pool(content["from_pool"]),
            to_pool=Pool(content["to_pool"]),
            target_policies=target.configuration.policies,
        )
        return [meter.made(*out)], [target.made(*into)]
    assert act is Act.CLOSE
    if target is None:
        return [meter.made(*park(meter.state))], []
    (_, out_moves), (_, in_moves) = close_into(meter.state, target.state, target.configuration.policies)
    return [meter.went(move) for move in out_moves], [target.went(move) for move in in_moves]


def _open_meter(unit: Unit, link: str, name: str, *, closed_too: bool = False) -> Running:
    meter = unit.get(Meter, link, name)
    if meter is None:
        raise UnknownNameError("meter", name, [each.name for each in unit.find(Meter)])
    if meter.status != MeterStatus.OPEN and not closed_too:
        raise RefusedError(f"meter {name} is {meter.status}")
    return running(meter)


def _editions(unit: Unit, meter: str) -> Editions:
    return editions_of([each for each in unit.find(Member, meter=meter) if each.removed_seq is None])


def old_and_new(content: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """What a change of configuration changed: name, old, new."""
    before, after = content["before"], content["configuration"]
    return [
        (f"{part}.{name}", before[part].get(name), value)
        for part in after
        for name, value in after[part].items()
        if before[part].get(name) != value
    ]
