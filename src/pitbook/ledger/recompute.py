"""Whether an event's figures are right: its moves worked out again from its own inputs and the records before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitbook.ledger.acts import Act, act_moves
from pitbook.ledger.daily import reading_of, rise_is_right
from pitbook.ledger.events import Content, Event, EventKind, canonical, parse_body
from pitbook.ledger.moves import (
    Running,
    award_moves,
    brought,
    contribution_moves,
    due,
    reversal_moves,
    running,
    wins_of,
)
from pitbook.ledger.records import AwardRow, Meter, Proposal, Records, Round
from pitbook.ledger.terms import ContributionTime, VoidRound, configuration_of
from pitbook.progressive import MeterState, increments
from pitbook.progressive import open_meter as opened

History = Callable[[str, int], Content]
"""An earlier event's content, by link and place."""


def faults_of(records: Records, event: Event, content: Content, history: History) -> list[str]:
    """What is wrong with an event's figures; called before the event is applied. Empty: all as it should be."""
    check = _CHECKS.get(EventKind(event.kind))
    if check is None:
        return []
    return check(records, event, content, history)


def _differs(what: str, told: Any, worked_out: Any) -> list[str]:
    if told == worked_out or canonical(told) == canonical(worked_out):
        return []
    return [f"{what}: the event says {canonical(told)[:300]}, worked out {canonical(worked_out)[:300]}"]


def _meters(records: Records, link: str, named: Any) -> dict[str, Running]:
    found: dict[str, Running] = {}
    for each in named:
        if each["meter"] not in found:
            meter = records.get(Meter, link, each["meter"])
            if meter is not None:
                found[meter.name] = running(meter)
    return found


def _opened(records: Records, event: Event, content: Content, history: History) -> list[str]:
    configuration = configuration_of(content["configuration"])
    told = content["moves"]
    opening = told[0]["change"].get("opening", 0)
    seed = configuration.terms.seed_micros
    state, move = opened(configuration.terms, opening if seed is None else None, configuration.policies)
    meter = Running(content["meter"], content["amount"], configuration, None, MeterState())
    return _differs("opening", told, [meter.made(state, move)])


def _contributions(meters: Mapping[str, Running], content: Content) -> list[str]:
    faults = []
    known: dict[tuple[str, int], tuple[int, int]] = {}
    for line in content["wagers"]:
        at = (line["meter"], line["amount"])
        if at not in known:
            known[at] = increments(meters[line["meter"]].configuration.terms, line["amount"])
        if (line["primary"], line["secondary"]) != known[at]:
            told = [line["primary"], line["secondary"]]
            faults += _differs(f"increments of seat {line['seat']}", told, list(known[at]))
    return faults + _differs("rates", content["rates"], {name: meter.rates for name, meter in meters.items()})


def _locked(records: Records, event: Event, content: Content, history: History) -> list[str]:
    meters = _meters(records, event.link, content["wagers"])
    faults = _contributions(meters, content)
    at_lock = contribution_moves(meters, due(meters, content["wagers"], ContributionTime.LOCK_OUT))
    return faults + _differs("contributions", content["moves"], at_lock)


def _result(records: Records, event: Event, content: Content, history: History) -> list[str]:
    row = records.get(Round, event.round_id)
    if row is None or row.lock_seq is None:
        return ["the round was never locked"]
    lines = history(event.link, row.lock_seq)["wagers"]
    meters = _meters(records, event.link, lines)
    awards, moves = award_moves(meters, wins_of(content["awards"]), str(event.round_id))
    moves += contribution_moves(meters, due(meters, lines, ContributionTime.AFTER_SETTLEMENT))
    return _differs("awards", content["awards"], awards) + _differs("moves", content["moves"], moves)


def _recorded(records: Records, event: Event, content: Content, history: History) -> list[str]:
    lines = content["wagers"]
    meters = _meters(records, event.link, lines)
    faults = _contributions(meters, content)
    moves = contribution_moves(meters, due(meters, lines, ContributionTime.LOCK_OUT))
    awards, paid = award_moves(meters, wins_of(content["awards"]), str(event.round_id))
    moves += paid
    moves += contribution_moves(meters, due(meters, lines, ContributionTime.AFTER_SETTLEMENT))
    return [
        *faults,
        *_differs("awards", content["awards"], awards),
        *_differs("moves", content["moves"], moves),
    ]


def _voided(records: Records, event: Event, content: Content, history: History) -> list[str]:
    made: list[Any] = []
    for seq in sorted({seq for seq in content["reverses"] if seq is not None}):
        made += history(event.link, seq)["moves"]
    meters = _meters(records, event.link, made)
    back = [each for each in made if meters[each["meter"]].configuration.controls.void_round is not VoidRound.KEEP]
    return _differs("reversal", content["moves"], reversal_moves(meters, back))


def _approved(records: Records, event: Event, content: Content, history: History) -> list[str]:
    proposal = records.get(Proposal, content["proposal"])
    if proposal is None:
        return ["nothing was proposed"]
    if proposal.proposed_by == event.person:
        return [f"{event.person} proposed and approved it"]
    act = Act(proposal.act)
    asked = parse_body(proposal.content)
    if act is Act.CONFIGURE:
        return _differs("configuration", content["configuration"], asked["configuration"])
    award = records.get(AwardRow, proposal.subject) if act is Act.REJECT_AWARD else None
    name = award.meter if award else proposal.subject
    meters = _meters(records, event.link, [{"meter": name}])
    target = None
    if asked.get("to"):
        found = records.get(Meter, asked["to_link"], asked["to"])
        target = running(found) if found else None
    moves, target_moves = act_moves(act, asked, meters[name], target, award)
    if asked.get("to_link") in (None, event.link):
        moves, target_moves = [*moves, *target_moves], []
    return [
        *_differs("moves", content["moves"], moves),
        *_differs("moves on the other link", content["moves_elsewhere"], target_moves),
    ]


def _received(records: Records, event: Event, content: Content, history: History) -> list[str]:
    link, _, seq = content["from_event"].rpartition(":")
    sent = history(link, int(seq))
    return _differs("moves", content["moves"], sent["moves_elsewhere"])


def _tested(records: Records, event: Event, content: Content, history: History) -> list[str]:
    line = content["content"]
    meters = _meters(records, event.link, [line])
    terms = meters[line["meter"]].configuration.terms
    return [
        *_differs("increments", [line["primary"], line["secondary"]], list(increments(terms, line["amount"]))),
        *_differs("moves", content["moves"], contribution_moves(meters, brought([line]))),
    ]


def _test_reversed(records: Records, event: Event, content: Content, history: History) -> list[str]:
    made = history(event.link, content["reverses"])["moves"]
    meters = _meters(records, event.link, made)
    passed = rise_is_right(content["expected"], content["shown"])
    return [
        *_differs("moves", content["moves"], reversal_moves(meters, made)),
        *_differs("passed", content["passed"], passed),
    ]


def _read(records: Records, event: Event, content: Content, history: History) -> list[str]:
    meter = records.get(Meter, event.link, content["meter"])
    if meter is None:
        return [f"no meter {content['meter']}"]
    told = {name: value for name, value in content.items() if name != "meter"}
    return _differs("reading", told, reading_of(meter, content["shown"]))


_CHECKS: Final[Mapping[EventKind, Callable[[Records, Event, Content, History], list[str]]]] = {
    EventKind.METER_OPENED: _opened,
    EventKind.ROUND_LOCKED: _locked,
    EventKind.ROUND_RESULT: _result,
    EventKind.ROUND_RECORDED: _recorded,
    EventKind.ROUND_VOIDED: _voided,
    EventKind.ACT_APPROVED: _approved,
    EventKind.METER_RECEIVED: _received,
    EventKind.METER_TESTED: _tested,
    EventKind.METER_TEST_REVERSED: _test_reversed,
    EventKind.METER_READ: _read,
}
