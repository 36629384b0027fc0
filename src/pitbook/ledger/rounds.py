"""Rounds: open, wagers accepted, lock-out, result, void; and a whole round in one step.

The result of a round reaches the ledger as resolved awards (:class:`RoundResult`); cards and paytables are known
elsewhere. Contributions are on the meters at lock-out, an award is the meter when the result is recorded, in the
table's order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitbook.ledger.desk import Ledger, Receipt, event_at, link_of_round, on_its_link, run_step, seated, the_link
from pitbook.ledger.errors import RefusedError, UnknownNameError
from pitbook.ledger.events import Event, EventKind, parse_body
from pitbook.ledger.moves import reversal_moves
from pitbook.ledger.people import Actor, Right, require_once_people_exist
from pitbook.ledger.played import FixedAward as FixedAward
from pitbook.ledger.played import ResultAward as ResultAward
from pitbook.ledger.played import RoundResult as RoundResult
from pitbook.ledger.played import Wager as Wager
from pitbook.ledger.played import fingerprint_json, result_json, wager_json, wager_of
from pitbook.ledger.records import AwardRow, AwardStatus, Round, RoundState
from pitbook.ledger.round_rules import (
    Common,
    check_game,
    check_round_id,
    contributions,
    editions_in,
    keeps_void,
    may_play,
    person_of,
    rates_of,
    refuse_faulted,
    running_meters,
    states_of,
    the_round,
    wager_lines,
    wins_and_moves,
)
from pitbook.ledger.terms import ContributionTime
from pitbook.ledger.unit import Unit


def open_round(
    ledger: Ledger, round_id: str, table_id: str, game: str, *, actor: Actor | None = None, key: str | None = None
) -> Receipt:
    """Open a round of a table for wagers. The step's own key is ``ROUND/open`` if none is given."""
    check_round_id(round_id)
    key = key or f"{round_id}/open"
    request = {"step": "open-round", "round": round_id, "table": table_id, "game": game}

    def decide(unit: Unit, link: str) -> Event:
        may_play(unit, actor)
        head = the_link(unit, link)
        table = seated(ledger, unit, head, table_id)
        check_game(table, table_id, game)
        if unit.get(Round, round_id) is not None:
            raise RefusedError(f"round {round_id!r} was opened before")
        refuse_faulted(unit, head, table_id, None, {"round_id": round_id, "content": {"table": table_id}})
        return unit.append(
            link,
            EventKind.ROUND_OPENED,
            {"game": game},
            key=key,
            person=person_of(actor),
            table_id=table_id,
            round_id=round_id,
            **table.editions,
        )

    return on_its_link(ledger, table_id, lambda link: run_step(ledger, [link], key, request, lambda unit: decide(unit, link)))


def accept_wager(ledger: Ledger, round_id: str, wager: Wager, *, actor: Actor | None = None, key: str | None = None) -> Receipt:
    """Accept one wager of an open round. After lock-out, and while a fault is open, it is refused and the attempt
    logged.

    The step's own key is ``ROUND/bet/SEAT/WAGER`` if none is given.
    """
    link = link_of_round(ledger, round_id)
    key = key or f"{round_id}/bet/{wager.seat}/{wager.wager}"
    request = {"step": "bet", "round": round_id, "wager": wager_json(wager)}

    def decide(unit: Unit) -> Event:
        may_play(unit, actor)
        head = the_link(unit, link)
        row = the_round(unit, round_id)
        attempt = {
            "link": link,
            "kind": EventKind.WAGER_REFUSED,
            "person": person_of(actor),
            "table_id": row.table_id,
            "round_id": round_id,
            "content": {"wager": wager_json(wager)},
        }
        if row.state != RoundState.OPEN:
            raise RefusedError(f"round {round_id!r} is {row.state}: no wager is accepted after lock-out", log=attempt)
        table = seated(ledger, unit, head, row.table_id)
        lines = wager_lines(ledger, unit, head, table, row.table_id, row.game, [wager])
        if any((each["seat"], each["wager"]) == (wager.seat, wager.wager) for each in parse_body(row.wagers)):
            raise RefusedError(f"seat {wager.seat} has placed {wager.wager} in round {round_id!r} already")
        refuse_faulted(unit, head, row.table_id, {line["meter"] for line in lines}, attempt)
        return unit.append(
            link,
            EventKind.WAGER_ACCEPTED,
            {"wager": wager_json(wager)},
            key=key,
            person=person_of(actor),
            table_id=row.table_id,
            round_id=round_id,
            **table.editions,
        )

    return run_step(ledger, [link], key, request, decide)


def find_round(ledger: Ledger, round_id: str) -> Round:
    """A round that was opened or recorded. Raises UnknownNameError."""
    with ledger.store.reading() as session:
        found = Unit(ledger.store, session).get(Round, round_id)
    if found is None:
        raise UnknownNameError("round", round_id, [])
    return found


def lock_round(
    ledger: Ledger,
    round_id: str,
    wagers: Sequence[Wager] = (),
    *,
    actor: Actor | None = None,
    key: str | None = None,
) -> Receipt:
    """ "No more bets": close the round's list of wagers (those accepted so far and any given here) and contribute.

    The step's own key is ``ROUND/lock`` if none is given.
    """
    link = link_of_round(ledger, round_id)
    key = key or f"{round_id}/lock"
    request = {"step": "lock", "round": round_id, "wagers": [wager_json(each) for each in wagers]}

    def decide(unit: Unit) -> Event:
        may_play(unit, actor)
        head = the_link(unit, link)
        row = the_round(unit, round_id)
        if row.state != RoundState.OPEN:
            raise RefusedError(f"round {round_id!r} is {row.state}; only an open round is locked")
        accepted = [*(wager_of(each) for each in parse_body(row.wagers)), *wagers]
        table = seated(ledger, unit, head, row.table_id)
        lines = wager_lines(ledger, unit, head, table, row.table_id, row.game, accepted)
        common = Common(person=person_of(actor), table_id=row.table_id, round_id=round_id)
        if wagers:
            attempt = {"link": link, "kind": EventKind.WAGER_REFUSED, **common, "content": {"wagers": lines}}
            refuse_faulted(unit, head, row.table_id, {line["meter"] for line in lines}, attempt)
        meters = running_meters(ledger, unit, head, lines)
        moves = contributions(meters, lines, ContributionTime.LOCK_OUT, {"link": link, **common})
        return unit.append(
            link,
            EventKind.ROUND_LOCKED,
            {"wagers": lines, "rates": rates_of(meters), "moves": moves},
            key=key,
            **table.editions,
            **common,
            states=states_of(meters),
        )

    return run_step(ledger, [link], key, request, decide)


def record_result(
    ledger: Ledger, round_id: str, result: RoundResult, *, actor: Actor | None = None, key: str | None = None
) -> Receipt:
    """Record a locked round's result: awards leave the meters and become pending, won meters restart for everybody.

    The step's own key is ``ROUND/result`` if none is given.
    """
    link = link_of_round(ledger, round_id)
    key = key or f"{round_id}/result"
    request = {"step": "result", "round": round_id, "result": result_json(result)}

    def decide(unit: Unit) -> Event:
        may_play(unit, actor)
        head = the_link(unit, link)
        row = the_round(unit, round_id)
        table = seated(ledger, unit, head, row.table_id)
        if row.state != RoundState.LOCKED:
            raise RefusedError(f"round {round_id!r} is {row.state}; a result is recorded once, after lock-out")
        assert row.lock_seq is not None
        lines = parse_body(event_at(ledger.store, unit.session, link, row.lock_seq).body)["wagers"]
        meters = running_meters(ledger, unit, head, lines)
        common = Common(person=person_of(actor), table_id=row.table_id, round_id=round_id)
        awards, moves, fixed = wins_and_moves(meters, lines, result, round_id)
        moves += contributions(meters, lines, ContributionTime.AFTER_SETTLEMENT, {"link": link, **common})
        return unit.append(
            link,
            EventKind.ROUND_RESULT,
            {"awards": awards, "fixed": fixed, "evidence": dict(result.evidence), "moves": moves, **fingerprint_json(result)},
            key=key,
            **editions_in(table, result),
            **common,
            states=states_of(meters),
        )

    return run_step(ledger, [link], key, request, decide)


def record_round(
    ledger: Ledger,
    round_id: str,
    table_id: str,
    game: str,
    wagers: Sequence[Wager],
    result: RoundResult,
    *,
    actor: Actor | None = None,
    key: str | None = None,
) -> Receipt:
    """Record a whole round in one step: lock-out, then result. The step's own key is the round's id if none is given."""
    check_round_id(round_id)
    key = key or round_id
    request = {
        "step": "record",
        "round": round_id,
        "table": table_id,
        "game": game,
        "wagers": [wager_json(each) for each in wagers],
        "result": result_json(result),
    }

    def decide(unit: Unit, link: str) -> Event:
        may_play(unit, actor)
        head = the_link(unit, link)
        table = seated(ledger, unit, head, table_id)
        lines = wager_lines(ledger, unit, head, table, table_id, game, wagers)
        common = Common(person=person_of(actor), table_id=table_id, round_id=round_id)
        if head.faults:
            attempt = {"link": link, "kind": EventKind.WAGER_REFUSED, **common, "content": {"wagers": lines}}
            refuse_faulted(unit, head, table_id, {line["meter"] for line in lines}, attempt)
        meters = running_meters(ledger, unit, head, lines)
        moves = contributions(meters, lines, ContributionTime.LOCK_OUT, {"link": link, **common})
        awards, paid, fixed = wins_and_moves(meters, lines, result, round_id)
        moves += paid
        moves += contributions(meters, lines, ContributionTime.AFTER_SETTLEMENT, {"link": link, **common})
        return unit.append(
            link,
            EventKind.ROUND_RECORDED,
            {
                "game": game,
                "wagers": lines,
                "rates": rates_of(meters),
                "awards": awards,
                "fixed": fixed,
                "evidence": dict(result.evidence),
                "moves": moves,
                **fingerprint_json(result),
            },
            key=key,
            **editions_in(table, result),
            **common,
            states=states_of(meters),
        )

    return on_its_link(ledger, table_id, lambda link: run_step(ledger, [link], key, request, lambda unit: decide(unit, link)))


def void_round(ledger: Ledger, round_id: str, reason: str, *, actor: Actor | None = None, key: str | None = None) -> Receipt:
    """Declare a round void: its contributions are taken back by an event that names the one that made them.

    A round with an award that is unpaid or paid is not voided: its unpaid awards are rejected first. The step's own
    key is ``ROUND/void`` if none is given.
    """
    link = link_of_round(ledger, round_id)
    key = key or f"{round_id}/void"
    request = {"step": "void", "round": round_id, "reason": reason}
    if not reason.strip():
        raise RefusedError("a void round needs a reason")

    def decide(unit: Unit) -> Event:
        require_once_people_exist(unit, actor, Right.VOID)
        head = the_link(unit, link)
        row = the_round(unit, round_id)
        table = seated(ledger, unit, head, row.table_id)
        if row.state == RoundState.VOID:
            raise RefusedError(f"round {round_id!r} is void already")
        standing = [
            f"{each.award_id} is {each.status}"
            for each in unit.find(AwardRow, round_id=round_id)
            if each.status != AwardStatus.REJECTED
        ]
        if standing:
            raise RefusedError(f"round {round_id!r} has awards: {', '.join(standing)}; reject what is unpaid first")
        made: list[Mapping[str, Any]] = []
        fixed: list[Any] = []
        for seq in sorted({row.lock_seq, row.result_seq} - {None}):  # type: ignore[type-var]
            content = parse_body(event_at(ledger.store, unit.session, link, seq).body)  # type: ignore[arg-type]
            made += content["moves"]
            fixed += content.get("fixed", [])
        kept = [each for each in made if keeps_void(unit, link, each["meter"])]
        meters = running_meters(ledger, unit, head, made)
        return unit.append(
            link,
            EventKind.ROUND_VOIDED,
            {
                "reason": reason,
                "reverses": [row.lock_seq, row.result_seq],
                "fixed": fixed,
                "moves": reversal_moves(meters, [each for each in made if each not in kept]),
            },
            key=key,
            person=person_of(actor),
            table_id=row.table_id,
            round_id=round_id,
            **table.editions,
        )

    return run_step(ledger, [link], key, request, decide)
