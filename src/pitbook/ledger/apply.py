"""From events to records: what each event changes. No database, no clock, no rulebook.

The same function keeps the tables while steps are written, replays a journal and serves its verification. It uses the
event's own resolved figures only; whether those figures are right is :mod:`pitbook.ledger.recompute`'s question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitbook.ledger.errors import DamagedError
from pitbook.ledger.events import GENESIS, Content, Event, EventKind, canonical, parse_body
from pitbook.ledger.records import (
    AwardRow,
    AwardStatus,
    Fault,
    Level,
    LinkRow,
    Member,
    Meter,
    MeterStatus,
    Person,
    Proposal,
    ProposalStatus,
    R,
    Records,
    Round,
    RoundState,
    Setting,
    Token,
    with_state,
)
from pitbook.progressive import STATE_FIELDS, MeterState, MoveKind, add


def apply(records: Records, event: Event, content: Content, states: Mapping[str, MeterState] | None = None) -> None:
    """Change the records as the event says. ``content`` is its parsed body.

    ``states`` are the meters' states after the moves, from the step that has just made them; without it the moves are
    added up one by one. Raises DamagedError when the event names a record that does not exist or moves do not come to
    its figures, AssertionError when money would not be conserved.
    """
    if states is None:
        for move in content.get("moves", ()):
            _apply_move(records, event, move)
    else:
        for name, state in states.items():
            _put_state(records, event, the(records, Meter, event.link, name), state)
    handler = _HANDLERS.get(EventKind(event.kind))
    if handler is not None:
        handler(records, event, content)


def the(records: Records, kind: type[R], *key: Any) -> R:
    """A record that must exist."""
    found = records.get(kind, *key)
    if found is None:
        raise DamagedError(f"no {kind.__name__.lower()} {'/'.join(map(str, key))}")
    return found


def packed(state: MeterState) -> dict[str, int]:
    """The fields of a state that are not 0."""
    return {name: amount for name, amount in zip(STATE_FIELDS, state, strict=True) if amount}


def unpacked(data: Mapping[str, int]) -> MeterState:
    """The state of its fields that are not 0."""
    return MeterState(**data)


def _apply_move(records: Records, event: Event, move: Mapping[str, Any]) -> None:
    if move["kind"] == MoveKind.OPEN:
        return
    meter = the(records, Meter, event.link, move["meter"])
    state = add(meter.state, unpacked(move["change"]))
    if packed(state) != move["after"]:
        raise DamagedError(f"meter {meter.name} does not come to the figures of the event")
    _put_state(records, event, meter, state)


def _put_state(records: Records, event: Event, meter: Meter, state: MeterState) -> None:
    """A meter's new state; a restart puts the pending configuration in force."""
    if state.starts == meter.state.starts:
        records.put(with_state(meter, state))
        return
    records.put(
        meter._replace(
            state=state,
            start_seq=event.seq,
            configuration=meter.pending or meter.configuration,
            pending=None,
        )
    )


def _link_created(records: Records, event: Event, content: Content) -> None:
    records.put(LinkRow(content["link"], 0, GENESIS, "", 0, 0, ""))


def _person_added(records: Records, event: Event, content: Content) -> None:
    records.put(Person(content["person"], content["name"], content["role"], content["secret_digest"], event.seq, None))


def _person_disabled(records: Records, event: Event, content: Content) -> None:
    records.put(the(records, Person, content["person"])._replace(disabled_seq=event.seq))


def _secret_changed(records: Records, event: Event, content: Content) -> None:
    person = the(records, Person, content["person"])
    records.put(person._replace(secret_digest=content["secret_digest"]))


def _token_issued(records: Records, event: Event, content: Content) -> None:
    records.put(
        Token(
            content["token"],
            content["person"],
            content["name"],
            canonical(content["scopes"]),
            content["secret_hash"],
            event.seq,
            content["expires_at"],
            None,
        )
    )


def _token_revoked(records: Records, event: Event, content: Content) -> None:
    records.put(the(records, Token, content["token"])._replace(revoked_seq=event.seq))


def _setting_changed(records: Records, event: Event, content: Content) -> None:
    records.put(Setting(content["name"], canonical(content["value"])))


def _meter_opened(records: Records, event: Event, content: Content) -> None:
    state = unpacked(content["moves"][0]["after"])
    records.put(
        Meter(
            event.link,
            content["meter"],
            MeterStatus.OPEN,
            content["amount"],
            canonical(content["configuration"]),
            None,
            event.seq,
            event.seq,
            0,
            0,
            state,
        )
    )


def _member_added(records: Records, event: Event, content: Content) -> None:
    records.put(
        Member(
            event.link,
            event.seq,
            content["meter"],
            content["table"],
            content["game"],
            content["wager"],
            content["paytable"],
            content["amount"],
            event.at,
            None,
            None,
            event.edition,
            event.rulebook,
        )
    )


def _member_removed(records: Records, event: Event, content: Content) -> None:
    member = the(records, Member, event.link, content["member"])
    records.put(member._replace(removed_seq=event.seq, removed_at=event.at))


def _round_opened(records: Records, event: Event, content: Content) -> None:
    assert event.round_id is not None
    assert event.table_id is not None
    records.put(Round(event.round_id, event.link, event.table_id, content["game"], RoundState.OPEN, "[]", event.seq, None, None, 0))


def _wager_accepted(records: Records, event: Event, content: Content) -> None:
    row = the(records, Round, event.round_id)
    wagers = [*parse_body(row.wagers), content["wager"]]
    records.put(row._replace(wagers=canonical(wagers)))


def _round_locked(records: Records, event: Event, content: Content) -> None:
    row = the(records, Round, event.round_id)
    records.put(row._replace(state=RoundState.LOCKED, wagers="[]", lock_seq=event.seq))


def _round_result(records: Records, event: Event, content: Content) -> None:
    row = the(records, Round, event.round_id)
    awards = content["awards"]
    records.put(
        row._replace(
            state=RoundState.RESULT if awards else RoundState.SETTLED,
            result_seq=event.seq,
            open_awards=len(awards),
        )
    )
    _win(records, event, content)


def _round_recorded(records: Records, event: Event, content: Content) -> None:
    assert event.round_id is not None
    assert event.table_id is not None
    awards = content["awards"]
    state = RoundState.RESULT if awards else RoundState.SETTLED
    records.put(
        Round(
            event.round_id,
            event.link,
            event.table_id,
            content["game"],
            state.value,  # drivers take plain text at once
            "[]",
            event.seq,
            event.seq,
            event.seq,
            len(awards),
        )
    )
    _win(records, event, content)


def _win(records: Records, event: Event, content: Content) -> None:
    """Awards become pending rows; hits and wins are counted by outcome, fixed awards of the house too."""
    assert event.round_id is not None
    assert event.table_id is not None
    for award in content["awards"]:
        records.put(
            AwardRow(
                award["award"],
                event.link,
                award["meter"],
                event.round_id,
                event.table_id,
                award["seat"],
                award["wager"],
                award["wager_amount"],
                award["outcome"],
                award["share"],
                award["players"],
                award["place"],
                award["amount"],
                award["from_meter"],
                award["from_house"],
                award["meter_before"],
                AwardStatus.PENDING,
                event.seq,
                event.at,
                event.person,
                "[]",
                None,
                None,
                None,
            )
        )
    for award in (*content["awards"], *content["fixed"]):
        if award.get("from_seat") is None:
            _count(records, event, award["meter"], award["outcome"], award["amount"], 1)


def _count(records: Records, event: Event, meter: str, outcome: str, amount: int, hits: int) -> None:
    level = records.get(Level, event.link, meter, outcome) or Level(event.link, meter, outcome, 0, 0)
    records.put(level._replace(hits=level.hits + hits, wins=level.wins + amount))


def _round_voided(records: Records, event: Event, content: Content) -> None:
    row = the(records, Round, event.round_id)
    records.put(row._replace(state=RoundState.VOID))
    for award in content["fixed"]:
        if award.get("from_seat") is None:
            _count(records, event, award["meter"], award["outcome"], -award["amount"], -1)


def _award_approved(records: Records, event: Event, content: Content) -> None:
    award = the(records, AwardRow, content["award"])
    approvals = [*parse_body(award.approvals), [event.person, event.seq]]
    records.put(award._replace(approvals=canonical(approvals), status=content["status"]))


def _award_paid(records: Records, event: Event, content: Content) -> None:
    award = the(records, AwardRow, content["award"])
    how = content["how"]
    records.put(award._replace(status=AwardStatus.PAID, paid_by=event.person, paid_how=how, paid_at=event.at))
    meter = the(records, Meter, event.link, award.meter)
    if how == "machine":
        records.put(meter._replace(machine_paid=meter.machine_paid + award.amount))
    else:
        records.put(meter._replace(attendant_paid=meter.attendant_paid + award.amount))
    _award_done(records, award.round_id)


def _award_done(records: Records, round_id: str) -> None:
    row = the(records, Round, round_id)
    left = row.open_awards - 1
    state = RoundState.SETTLED if left == 0 else RoundState(row.state)
    records.put(row._replace(open_awards=left, state=state))


def _act_proposed(records: Records, event: Event, content: Content) -> None:
    assert event.person is not None
    records.put(
        Proposal(
            content["proposal"],
            event.link,
            content["act"],
            content["subject"],
            canonical(content["content"]),
            ProposalStatus.PROPOSED,
            event.seq,
            event.person,
            None,
            None,
        )
    )


def _decide(records: Records, event: Event, content: Content, status: ProposalStatus) -> Proposal:
    proposal = the(records, Proposal, content["proposal"])._replace(status=status, decided_by=event.person, decided_seq=event.seq)
    records.put(proposal)
    return proposal


def _act_rejected(records: Records, event: Event, content: Content) -> None:
    _decide(records, event, content, ProposalStatus.REJECTED)


def _act_approved(records: Records, event: Event, content: Content) -> None:
    proposal = _decide(records, event, content, ProposalStatus.APPROVED)
    if proposal.act == "configure":
        meter = the(records, Meter, event.link, proposal.subject)
        records.put(meter._replace(pending=canonical(content["configuration"])))
    elif proposal.act == "close":
        meter = the(records, Meter, event.link, proposal.subject)
        records.put(meter._replace(status=MeterStatus.CLOSED, pending=None))
    elif proposal.act == "reject-award":
        award = the(records, AwardRow, proposal.subject)
        records.put(award._replace(status=AwardStatus.REJECTED))
        _count(records, event, award.meter, award.outcome, -award.amount, -1)
        _award_done(records, award.round_id)


def _test_reversed(records: Records, event: Event, content: Content) -> None:
    _decide(records, event, content, ProposalStatus.APPROVED)


def _fault_set(records: Records, event: Event, content: Content) -> None:
    records.put(
        Fault(
            content["fault"],
            event.link,
            content["scope"],
            content["subject"],
            content["code"],
            content["note"],
            event.seq,
            event.at,
            event.person,
            None,
            None,
        )
    )
    link = the(records, LinkRow, event.link)
    records.put(link._replace(faults=link.faults + 1))


def _fault_cleared(records: Records, event: Event, content: Content) -> None:
    fault = the(records, Fault, content["fault"])
    records.put(fault._replace(cleared_seq=event.seq, cleared_by=event.person))
    link = the(records, LinkRow, event.link)
    records.put(link._replace(faults=link.faults - 1))


_HANDLERS: Final[Mapping[EventKind, Callable[[Records, Event, Content], None]]] = {
    EventKind.LINK_CREATED: _link_created,
    EventKind.PERSON_ADDED: _person_added,
    EventKind.PERSON_DISABLED: _person_disabled,
    EventKind.SECRET_CHANGED: _secret_changed,
    EventKind.TOKEN_ISSUED: _token_issued,
    EventKind.TOKEN_REVOKED: _token_revoked,
    EventKind.SETTING_CHANGED: _setting_changed,
    EventKind.METER_OPENED: _meter_opened,
    EventKind.MEMBER_ADDED: _member_added,
    EventKind.MEMBER_REMOVED: _member_removed,
    EventKind.ROUND_OPENED: _round_opened,
    EventKind.WAGER_ACCEPTED: _wager_accepted,
    EventKind.ROUND_LOCKED: _round_locked,
    EventKind.ROUND_RESULT: _round_result,
    EventKind.ROUND_RECORDED: _round_recorded,
    EventKind.ROUND_VOIDED: _round_voided,
    EventKind.AWARD_APPROVED: _award_approved,
    EventKind.AWARD_PAID: _award_paid,
    EventKind.ACT_PROPOSED: _act_proposed,
    EventKind.METER_TESTED: _act_proposed,
    EventKind.ACT_APPROVED: _act_approved,
    EventKind.ACT_REJECTED: _act_rejected,
    EventKind.METER_TEST_REVERSED: _test_reversed,
    EventKind.FAULT_SET: _fault_set,
    EventKind.FAULT_CLEARED: _fault_cleared,
}
