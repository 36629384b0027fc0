"""Awards from won to paid: pending, approved, paid. The money left the meter when the result was recorded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pitbook.cards import CardError, parse_cards
from pitbook.ledger.desk import Editions, Ledger, Receipt, editions_of, event_at, request_digest, run_step, the_link
from pitbook.ledger.errors import NotAllowedError, RefusedError, UnknownNameError
from pitbook.ledger.events import Event, EventKind, parse_body
from pitbook.ledger.people import Actor, Right, require
from pitbook.ledger.records import AwardRow, AwardStatus, Member, Meter, Round, approvers
from pitbook.ledger.terms import parse_configuration
from pitbook.ledger.unit import Unit
from pitbook.ledger.wager_rules import cards_fault
from pitbook.progressive import dollars


class PaidHow(StrEnum):
    """Who handed the money over."""

    ATTENDANT = "attendant"
    MACHINE = "machine"


@dataclass(frozen=True)
class _Confirmed:
    """What somebody who signs for an award says to have checked."""

    hand: str
    wager_micros: int
    amount_micros: int
    deck_checked: bool


def approve_award(
    ledger: Ledger,
    award_id: str,
    *,
    hand: str,
    wager_micros: int,
    amount_micros: int,
    deck_checked: bool,
    actor: Actor,
    key: str | None = None,
) -> Receipt:
    """Sign for an award after checking the hand, the accepted wager, the amount and the deck.

    From the filed threshold on two people are needed: whoever signed the result counts as one, never twice. What does
    not agree with the record is refused and logged.
    """
    link = _link_of(ledger, award_id)
    said = _Confirmed(hand, wager_micros, amount_micros, deck_checked)
    request = {
        "step": "approve-award",
        "award": award_id,
        "hand": hand,
        "wager": wager_micros,
        "amount": amount_micros,
        "deck_checked": deck_checked,
        "by": actor.person_id,
    }
    # The same signature said twice is one step; another one meets the award's own state.
    key = key or f"{award_id}/approve/{actor.person_id}/{request_digest(request)[:12]}"

    def decide(unit: Unit) -> Event:
        the_link(unit, link)
        award = _the_award(unit, award_id)
        _check_signature(unit, award, said, actor)
        return unit.append(
            link,
            EventKind.AWARD_APPROVED,
            _signature(unit, award, said, actor),
            key=key,
            person=actor.person_id,
            table_id=award.table_id,
            round_id=award.round_id,
            **_editions(unit, award),
        )

    return run_step(ledger, [link], key, request, decide)


def _signature(unit: Unit, award: AwardRow, said: _Confirmed, actor: Actor) -> dict[str, Any]:
    """What the journal keeps of a signature, and whether the award now has as many as it needs."""
    signed = {*approvers(award), actor.person_id, award.recorded_by} - {None}
    enough = len(signed) >= signatures_needed(unit, award)
    return {
        "award": award.award_id,
        "hand": said.hand,
        "wager_amount": said.wager_micros,
        "amount": said.amount_micros,
        "deck_checked": said.deck_checked,
        "status": AwardStatus.APPROVED if enough else AwardStatus.PENDING,
    }


def _check_signature(unit: Unit, award: AwardRow, said: _Confirmed, actor: Actor) -> None:
    """That this person may sign, that the award waits for it, and that what was checked agrees with the record."""
    log = {
        "link": award.link,
        "kind": EventKind.AWARD_REFUSED,
        "person": actor.person_id,
        "table_id": award.table_id,
        "round_id": award.round_id,
        "content": {"award": award.award_id, "hand": said.hand, "wager": said.wager_micros, "amount": said.amount_micros},
    }
    try:
        require(unit, actor, Right.APPROVE_AWARD)
        _check_person(award, actor)
    except NotAllowedError as refusal:
        raise NotAllowedError(str(refusal), log=log) from refusal
    if award.status != AwardStatus.PENDING:
        raise RefusedError(f"award {award.award_id} is {award.status}")
    faults = [*_confirmation_faults(award, said), *_hand_faults(unit, award, said.hand)]
    if faults:
        raise RefusedError(*faults, log=log)


def _check_person(award: AwardRow, actor: Actor) -> None:
    if actor.person_id == award.recorded_by:
        raise NotAllowedError(f"{actor.person_id!r} recorded the result; another person approves the award")
    if actor.person_id in approvers(award):
        raise NotAllowedError(f"{actor.person_id!r} has signed already; another person is needed")


def _confirmation_faults(award: AwardRow, said: _Confirmed) -> list[str]:
    faults = []
    if not said.hand.strip():
        faults.append("the hand was not confirmed")
    if said.wager_micros != award.wager_amount:
        faults.append(f"the accepted wager is {dollars(award.wager_amount)}, not {dollars(said.wager_micros)}")
    if said.amount_micros != award.amount:
        faults.append(f"the award is {dollars(award.amount)}, not {dollars(said.amount_micros)}")
    if not said.deck_checked:
        faults.append("the deck was not checked")
    return faults


def _hand_faults(unit: Unit, award: AwardRow, hand: str) -> list[str]:
    """Cards that are named must be the hand that the wager reads, as the round recorded it."""
    if not hand.strip():
        return []  # said already
    try:
        named = parse_cards(hand)
    except CardError:
        return []  # a hand in words is what the people who sign answer for
    event = event_at(unit.store, unit.session, award.link, award.won_seq)
    of_round = unit.get(Round, award.round_id)
    assert of_round is not None
    fault = cards_fault(
        of_round.game, award.wager, award.seat, named, parse_body(event.body).get("evidence", {}), edition=event.edition
    )
    return [] if fault is None else [f"the hand: {fault}"]


def signatures_needed(unit: Unit, award: AwardRow) -> int:
    """How many people must sign for an award, whoever signed the result included."""
    meter = unit.get(Meter, award.link, award.meter)
    assert meter is not None
    threshold = parse_configuration(meter.configuration).controls.dual_control_from_micros
    return 2 if award.amount >= threshold else 1


def pay_award(ledger: Ledger, award_id: str, *, how: PaidHow = PaidHow.ATTENDANT, actor: Actor, key: str | None = None) -> Receipt:
    """Record that an approved award was handed over. It is paid once."""
    link = _link_of(ledger, award_id)
    key = key or f"{award_id}/pay"
    request = {"step": "pay-award", "award": award_id, "how": how, "by": actor.person_id}

    def decide(unit: Unit) -> Event:
        the_link(unit, link)
        require(unit, actor, Right.PAY)
        award = _the_award(unit, award_id)
        if award.status != AwardStatus.APPROVED:
            raise RefusedError(f"award {award_id} is {award.status}; only an approved one is paid")
        return unit.append(
            link,
            EventKind.AWARD_PAID,
            {"award": award_id, "amount": award.amount, "how": how, "seat": award.seat},
            key=key,
            person=actor.person_id,
            table_id=award.table_id,
            round_id=award.round_id,
            **_editions(unit, award),
        )

    return run_step(ledger, [link], key, request, decide)


def list_awards(ledger: Ledger, *, status: AwardStatus | None = None, meter: str | None = None) -> list[AwardRow]:
    """Awards in the order they were won on each link."""
    where: dict[str, Any] = {}
    if status is not None:
        where["status"] = status
    if meter is not None:
        where["meter"] = meter
    with ledger.store.reading() as session:
        found = Unit(ledger.store, session).find(AwardRow, **where)
    return sorted(found, key=lambda each: (each.link, each.won_seq, each.place, -each.seat))


def _the_award(unit: Unit, award_id: str) -> AwardRow:
    found = unit.get(AwardRow, award_id)
    if found is None:
        unpaid = [each.award_id for each in unit.find(AwardRow) if each.status != AwardStatus.PAID]
        raise UnknownNameError("award", award_id, unpaid)
    return found


def _link_of(ledger: Ledger, award_id: str) -> str:
    with ledger.store.reading() as session:
        return _the_award(Unit(ledger.store, session), award_id).link


def _editions(unit: Unit, award: AwardRow) -> Editions:
    return editions_of([each for each in unit.find(Member, table_id=award.table_id) if each.meter == award.meter])
