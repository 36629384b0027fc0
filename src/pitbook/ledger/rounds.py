"""Rounds: open, wagers accepted, lock-out, result, void; and a whole round in one step.

The result of a round reaches the ledger as resolved awards (:class:`RoundResult`); cards and paytables are known
elsewhere. Contributions are on the meters at lock-out, an award is the meter when the result is recorded, in the
table's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypedDict

from pitbook.ledger.desk import (
    Editions,
    Ledger,
    Receipt,
    Seated,
    event_at,
    link_of_round,
    on_its_link,
    request_digest,
    run_step,
    seated,
    the_link,
    the_meter,
)
from pitbook.ledger.errors import RefusedError
from pitbook.ledger.events import Event, EventKind, parse_body
from pitbook.ledger.moves import (
    JsonMove,
    Running,
    Win,
    award_moves,
    contribution_moves,
    reversal_moves,
    running,
)
from pitbook.ledger.people import Actor, Right, require, require_once_people_exist
from pitbook.ledger.records import AwardRow, AwardStatus, Fault, LinkRow, Meter, MeterStatus, Round, RoundState
from pitbook.ledger.terms import (
    ContributionTime,
    MeterPerAmount,
    VoidRound,
    configured_increments,
    parse_configuration,
    rates_text,
)
from pitbook.ledger.unit import Unit
from pitbook.progressive import MeterState, dollars

THRESHOLD_WAGERS: Final = 100
"""Without a filed threshold a lock-out may add this many times the wager amount."""


@dataclass(frozen=True)
class Wager:
    """A wager accepted by the device of a position: seat number, wager id, amount in micro-dollars, who sits there.

    ``paytable``, where it is said, must be the one the table was joined with. A ``void`` wager was returned: it wins
    nothing, and feeds a meter only where the policy ``void-round`` is ``keep``.
    """

    seat: int
    wager: str
    amount_micros: int
    player: str = ""
    paytable: str = ""
    void: bool = False


@dataclass(frozen=True)
class ResultAward:
    """A win that is a share of a meter: 1 is the whole meter; with several seats the award is divided equally among
    them.

    ``share`` is the printed one; ``seats`` are in payment order, one for each player. The order of awards in a result
    is the payment order. ``fallback_micros`` and ``fallback_outcome`` are the fixed row beneath that each is paid by
    the house instead if the share is worth less at that turn (policy ``low-meter-order`` = ``greater-of``).
    """

    wager: str
    outcome: str
    share: Fraction
    seats: tuple[int, ...]
    fallback_micros: int | None = None
    fallback_outcome: str | None = None


@dataclass(frozen=True)
class FixedAward:
    """A fixed award on a wager that feeds a meter, paid by the house; with ``from_seat`` an Envy Bonus for that hand."""

    seat: int
    wager: str
    outcome: str
    amount_micros: int
    from_seat: int | None = None


@dataclass(frozen=True)
class RoundResult:
    """What a round came to, resolved from its cards: meter awards in payment order, fixed awards, and the evidence.

    ``evidence`` are texts to keep with the result (hands, settlement), ``edition`` and ``rulebook`` name the edition
    of the rules used and the hash of the rulebook.
    """

    awards: tuple[ResultAward, ...] = ()
    fixed: tuple[FixedAward, ...] = ()
    evidence: Mapping[str, str] = field(default_factory=dict)
    edition: str | None = None
    rulebook: str | None = None


# --- steps ----------------------------------------------------------------------------------------------------------


def open_round(
    ledger: Ledger, round_id: str, table_id: str, game: str, *, actor: Actor | None = None, key: str | None = None
) -> Receipt:
    """Open a round of a table for wagers. The step's own key is ``ROUND/open`` if none is given."""
    _check_round(round_id)
    key = key or f"{round_id}/open"
    request = {"step": "open-round", "round": round_id, "table": table_id, "game": game}

    def decide(unit: Unit, link: str) -> Event:
        _may_play(unit, actor)
        head = the_link(unit, link)
        table = seated(ledger, unit, head, table_id)
        _check_game(table, table_id, game)
        if unit.get(Round, round_id) is not None:
            raise RefusedError(f"round {round_id!r} was opened before")
        _refuse_faulted(unit, head, table_id, None, {"round_id": round_id, "content": {"table": table_id}})
        return unit.append(
            link,
            EventKind.ROUND_OPENED,
            {"game": game},
            key=key,
            request=request_digest(request),
            person=_person(actor),
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
    request = {"step": "bet", "round": round_id, "wager": _wager_json(wager)}

    def decide(unit: Unit) -> Event:
        _may_play(unit, actor)
        head = the_link(unit, link)
        row = _the_round(unit, round_id)
        attempt = {
            "link": link,
            "kind": EventKind.WAGER_REFUSED,
            "person": _person(actor),
            "table_id": row.table_id,
            "round_id": round_id,
            "content": {"wager": _wager_json(wager)},
        }
        if row.state != RoundState.OPEN:
            raise RefusedError(f"round {round_id!r} is {row.state}: no wager is accepted after lock-out", log=attempt)
        table = seated(ledger, unit, head, row.table_id)
        lines = _lines(ledger, unit, head, table, row.table_id, row.game, [wager])
        if any((each["seat"], each["wager"]) == (wager.seat, wager.wager) for each in parse_body(row.wagers)):
            raise RefusedError(f"seat {wager.seat} has placed {wager.wager} in round {round_id!r} already")
        _refuse_faulted(unit, head, row.table_id, {line["meter"] for line in lines}, attempt)
        return unit.append(
            link,
            EventKind.WAGER_ACCEPTED,
            {"wager": _wager_json(wager)},
            key=key,
            request=request_digest(request),
            person=_person(actor),
            table_id=row.table_id,
            round_id=round_id,
            **table.editions,
        )

    return run_step(ledger, [link], key, request, decide)


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
    request = {"step": "lock", "round": round_id, "wagers": [_wager_json(each) for each in wagers]}

    def decide(unit: Unit) -> Event:
        _may_play(unit, actor)
        head = the_link(unit, link)
        row = _the_round(unit, round_id)
        if row.state != RoundState.OPEN:
            raise RefusedError(f"round {round_id!r} is {row.state}; only an open round is locked")
        accepted = [*(_wager_of(each) for each in parse_body(row.wagers)), *wagers]
        table = seated(ledger, unit, head, row.table_id)
        lines = _lines(ledger, unit, head, table, row.table_id, row.game, accepted)
        common = Common(person=_person(actor), table_id=row.table_id, round_id=round_id)
        if wagers:
            attempt = {"link": link, "kind": EventKind.WAGER_REFUSED, **common, "content": {"wagers": lines}}
            _refuse_faulted(unit, head, row.table_id, {line["meter"] for line in lines}, attempt)
        meters = _running(ledger, unit, head, lines)
        moves = _contribute(meters, lines, ContributionTime.LOCK_OUT, {"link": link, **common})
        return unit.append(
            link,
            EventKind.ROUND_LOCKED,
            {"wagers": lines, "rates": _rates(meters), "moves": moves},
            key=key,
            request=request_digest(request),
            **table.editions,
            **common,
            states=_states(meters),
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
    request = {"step": "result", "round": round_id, "result": _result_json(result)}

    def decide(unit: Unit) -> Event:
        _may_play(unit, actor)
        head = the_link(unit, link)
        row = _the_round(unit, round_id)
        table = seated(ledger, unit, head, row.table_id)
        if row.state != RoundState.LOCKED:
            raise RefusedError(f"round {round_id!r} is {row.state}; a result is recorded once, after lock-out")
        assert row.lock_seq is not None
        lines = parse_body(event_at(ledger.store, unit.session, link, row.lock_seq).body)["wagers"]
        meters = _running(ledger, unit, head, lines)
        common = Common(person=_person(actor), table_id=row.table_id, round_id=round_id)
        awards, moves, fixed = _win(meters, lines, result, round_id)
        moves += _contribute(meters, lines, ContributionTime.AFTER_SETTLEMENT, {"link": link, **common})
        return unit.append(
            link,
            EventKind.ROUND_RESULT,
            {"awards": awards, "fixed": fixed, "evidence": dict(result.evidence), "moves": moves},
            key=key,
            request=request_digest(request),
            **_editions(table, result),
            **common,
            states=_states(meters),
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
    _check_round(round_id)
    key = key or round_id
    request = {
        "step": "record",
        "round": round_id,
        "table": table_id,
        "game": game,
        "wagers": [_wager_json(each) for each in wagers],
        "result": _result_json(result),
    }

    def decide(unit: Unit, link: str) -> Event:
        _may_play(unit, actor)
        head = the_link(unit, link)
        table = seated(ledger, unit, head, table_id)
        lines = _lines(ledger, unit, head, table, table_id, game, wagers)
        common = Common(person=_person(actor), table_id=table_id, round_id=round_id)
        if head.faults:
            attempt = {"link": link, "kind": EventKind.WAGER_REFUSED, **common, "content": {"wagers": lines}}
            _refuse_faulted(unit, head, table_id, {line["meter"] for line in lines}, attempt)
        meters = _running(ledger, unit, head, lines)
        moves = _contribute(meters, lines, ContributionTime.LOCK_OUT, {"link": link, **common})
        awards, paid, fixed = _win(meters, lines, result, round_id)
        moves += paid
        moves += _contribute(meters, lines, ContributionTime.AFTER_SETTLEMENT, {"link": link, **common})
        return unit.append(
            link,
            EventKind.ROUND_RECORDED,
            {
                "game": game,
                "wagers": lines,
                "rates": _rates(meters),
                "awards": awards,
                "fixed": fixed,
                "evidence": dict(result.evidence),
                "moves": moves,
            },
            key=key,
            request=request_digest(request),
            **_editions(table, result),
            **common,
            states=_states(meters),
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
        row = _the_round(unit, round_id)
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
        kept = [each for each in made if _keeps_void(unit, link, each["meter"])]
        meters = _running(ledger, unit, head, made)
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
            request=request_digest(request),
            person=_person(actor),
            table_id=row.table_id,
            round_id=round_id,
            **table.editions,
        )

    return run_step(ledger, [link], key, request, decide)


class Common(TypedDict):
    """Who, at which table, in which round."""

    person: str | None
    table_id: str
    round_id: str


# --- parts of steps -------------------------------------------------------------------------------------------------


def _check_round(round_id: str) -> None:
    if not 0 < len(round_id) <= 120 or not round_id.isprintable():
        raise RefusedError(f"{round_id[:120]!r} is no round's id: 1 to 120 characters that can be printed")


def _may_play(unit: Unit, actor: Actor | None) -> None:
    """A table's own system plays unsigned; somebody who signs must have the right."""
    if actor is not None:
        require(unit, actor, Right.PLAY)


def _person(actor: Actor | None) -> str | None:
    return actor.person_id if actor else None


def _the_round(unit: Unit, round_id: str) -> Round:
    row = unit.get(Round, round_id)
    if row is None:
        raise RefusedError(f"no round {round_id!r} was opened")
    return row


def _check_game(table: Seated, table_id: str, game: str) -> None:
    if game not in table.games:
        raise RefusedError(f"table {table_id!r} deals {', '.join(table.games)}, not {game!r}")


def _lines(
    ledger: Ledger, unit: Unit, head: LinkRow, table: Seated, table_id: str, game: str, wagers: Sequence[Wager]
) -> list[dict[str, Any]]:
    """The wagers with their meters and increments; every fault of every wager is reported at once."""
    _check_game(table, table_id, game)
    faults: list[str] = []
    seen: set[tuple[int, str]] = set()
    open_meters: dict[str, Meter] = {}
    lines = []
    for each in wagers:
        where = (each.seat, each.wager)
        if each.seat < 1:
            faults.append(f"{_place(each)}: seats are numbered from 1")
        if where in seen:
            faults.append(f"{_place(each)}: placed twice")
        seen.add(where)
        member = table.members.get((game, each.wager, each.amount_micros))
        if member is None:
            allowed = sorted(f"{wager} {dollars(amount)}" for of_game, wager, amount in table.members if of_game == game)
            faults.append(
                f"{_place(each)}: no meter takes {dollars(each.amount_micros)} at table {table_id}; allowed: {', '.join(allowed)}"
            )
            continue
        if each.paytable and each.paytable != member.paytable:
            faults.append(
                f"{_place(each)}: dealt by paytable {each.paytable}, but table {table_id} was joined with {member.paytable}"
            )
        meter = open_meters.get(member.meter)
        if meter is None:
            meter = the_meter(ledger, unit, head, member.meter)
            if meter.status != MeterStatus.OPEN:
                faults.append(f"{_place(each)}: meter {meter.name} is {meter.status}")
                continue
            open_meters[member.meter] = meter
        if each.void and parse_configuration(meter.configuration).controls.void_round is VoidRound.REVERSE:
            continue
        primary, secondary = configured_increments(meter.configuration, each.amount_micros)
        line = _wager_json(each)
        line["meter"], line["primary"], line["secondary"] = meter.name, primary, secondary
        lines.append(line)
    if faults:
        raise RefusedError(*faults)
    return lines


def _place(wager: Wager) -> str:
    return f"seat {wager.seat}, {wager.wager}"


def _refuse_faulted(unit: Unit, head: LinkRow, table_id: str, meters: set[str] | None, attempt: Mapping[str, Any]) -> None:
    """No wager is taken while a fault of the controller, the table or one of the meters is open."""
    if not head.faults:
        return
    for fault in unit.find(Fault, link=head.name):
        if fault.cleared_seq is not None:
            continue
        concerns = {"link": True, "table": fault.subject == table_id, "meter": fault.subject in (meters or ())}
        if concerns[fault.scope]:
            raise RefusedError(
                f"{fault.scope} {fault.subject} is out of order since {fault.set_at} ({fault.code}, fault "
                f"{fault.fault_id}): no wager is accepted",
                log={"link": head.name, "kind": EventKind.WAGER_REFUSED, "table_id": table_id, **attempt},
            )


def _running(ledger: Ledger, unit: Unit, head: LinkRow, lines: Iterable[Mapping[str, Any]]) -> dict[str, Running]:
    names = {line["meter"]: None for line in lines}
    return {name: running(the_meter(ledger, unit, head, name)) for name in names}


def _contribute(
    meters: Mapping[str, Running],
    lines: Sequence[Mapping[str, Any]],
    when: ContributionTime,
    attempt: Mapping[str, Any],
) -> list[JsonMove]:
    """The contributions of the meters that take them at this time; an implausible sum is refused and logged."""
    times = {name: meter.configuration.controls.contribution_time for name, meter in meters.items()}
    if when not in times.values():
        return []
    due = [line for line in lines if times[line["meter"]] is when]
    for name in {line["meter"]: None for line in due}:
        meter = meters[name]
        most = meter.configuration.controls.contribution_threshold_micros
        most = THRESHOLD_WAGERS * meter.amount if most is None else most
        total = sum(line["primary"] + line["secondary"] for line in due if line["meter"] == name)
        if total > most:
            raise RefusedError(
                f"the round would add {dollars(total)} to meter {name}; more than {dollars(most)} is implausible",
                log={
                    **attempt,
                    "kind": EventKind.CONTRIBUTION_REFUSED,
                    "content": {"meter": name, "contribution": total, "threshold": most},
                },
            )
    return contribution_moves(meters, due)


def _win(
    meters: Mapping[str, Running], lines: Sequence[Mapping[str, Any]], result: RoundResult, round_id: str
) -> tuple[list[dict[str, Any]], list[JsonMove], list[dict[str, Any]]]:
    if not result.awards and not result.fixed:
        return [], [], []
    placed = {(line["seat"], line["wager"]): line for line in lines if not line.get("void")}
    faults = [*_award_faults(meters, placed, result), *_fixed_faults(placed, result)]
    if faults:
        raise RefusedError(*faults)
    wins = [
        Win(
            placed[each.seats[0], each.wager]["meter"],
            each.share,
            each.seats,
            tuple(placed[seat, each.wager]["amount"] for seat in each.seats),
            each.wager,
            each.outcome,
            each.fallback_micros,
            each.fallback_outcome,
        )
        for each in result.awards
    ]
    awards, moves = award_moves(meters, wins, round_id)
    fixed = [{**_fixed_json(each), "meter": placed[each.seat, each.wager]["meter"]} for each in result.fixed]
    return awards, moves, fixed


def _award_faults(
    meters: Mapping[str, Running], placed: Mapping[tuple[int, str], Mapping[str, Any]], result: RoundResult
) -> list[str]:
    faults = []
    won: set[tuple[int, str]] = set()
    for each in result.awards:
        where = f"{each.wager} {each.outcome}"
        if not 0 < each.share <= 1:
            faults.append(f"{where}: a share of {each.share} is no part of a meter")
        if (each.fallback_micros is None) != (each.fallback_outcome is None) or (each.fallback_micros or 0) < 0:
            faults.append(f"{where}: a fallback has an amount of $0.00 or more and an outcome")
        if not each.seats:
            faults.append(f"{where}: nobody has won it")
        for seat in each.seats:
            if (seat, each.wager) not in placed:
                faults.append(f"{where}: seat {seat} placed no such wager before lock-out")
            if (seat, each.wager) in won:
                faults.append(f"{where}: seat {seat} has an award on this wager already; one row is paid per wager")
            won.add((seat, each.wager))
        lines = [placed[seat, each.wager] for seat in each.seats if (seat, each.wager) in placed]
        if len({line["meter"] for line in lines}) > 1:
            faults.append(f"{where}: the seats play for different meters; give one award per meter")
        shared = any(meters[line["meter"]].configuration.controls.meter_per_amount is MeterPerAmount.SHARED for line in lines)
        if shared and len({line["amount"] for line in lines}) > 1:
            faults.append(f"{where}: an award divided on a shared meter is for one wager amount")
    return faults


def _fixed_faults(placed: Mapping[tuple[int, str], Mapping[str, Any]], result: RoundResult) -> list[str]:
    faults = []
    seen: set[tuple[int, str, str, int | None]] = set()
    players = {seat: line["player"] for (seat, _), line in placed.items()}
    for each in result.fixed:
        where = f"seat {each.seat}, {each.wager} {each.outcome}"
        if each.amount_micros <= 0:
            faults.append(f"{where}: an award of {dollars(each.amount_micros)}")
        if (each.seat, each.wager) not in placed:
            faults.append(f"{where}: no such wager was placed before lock-out")
        same = (each.seat, each.wager, each.outcome, each.from_seat)
        if same in seen:
            faults.append(f"{where}: listed twice")
        seen.add(same)
        if each.from_seat is None:
            continue
        if each.from_seat < 1:
            faults.append(f"{where}: envy is for another player's hand, never the dealer's")
        own = players.get(each.seat)
        if each.from_seat == each.seat or (own and own == players.get(each.from_seat)):
            faults.append(f"{where}: nobody has envy for a hand of their own")
    return faults


def _keeps_void(unit: Unit, link: str, name: str) -> bool:
    meter = unit.get(Meter, link, name)
    assert meter is not None
    return parse_configuration(meter.configuration).controls.void_round is VoidRound.KEEP


def _rates(meters: Mapping[str, Running]) -> dict[str, list[str]]:
    return {name: rates_text(meter.configuration.terms) for name, meter in meters.items()}


def _states(meters: Mapping[str, Running]) -> dict[str, MeterState]:
    return {name: meter.state for name, meter in meters.items()}


def _editions(table: Seated, result: RoundResult) -> Editions:
    """The edition and hash of the rulebook an event rests on: the result's, else those the table was joined with."""
    if result.edition or result.rulebook:
        return Editions(edition=result.edition, rulebook=result.rulebook)
    return table.editions


def _wager_json(wager: Wager) -> dict[str, Any]:
    """A wager as requests and events hold it. A later field stands in it only where it is used: old digests stay the
    same.
    """
    data: dict[str, Any] = {
        "seat": wager.seat,
        "wager": wager.wager,
        "amount": wager.amount_micros,
        "player": wager.player,
        "paytable": wager.paytable,
    }
    if wager.void:
        data["void"] = True
    return data


def _wager_of(data: Mapping[str, Any]) -> Wager:
    return Wager(data["seat"], data["wager"], data["amount"], data["player"], data["paytable"])


def _fixed_json(each: FixedAward) -> dict[str, Any]:
    return {
        "seat": each.seat,
        "wager": each.wager,
        "outcome": each.outcome,
        "amount": each.amount_micros,
        "from_seat": each.from_seat,
    }


def _result_json(result: RoundResult) -> dict[str, Any]:
    return {
        "awards": [
            {
                "wager": each.wager,
                "outcome": each.outcome,
                "share": str(each.share),
                "seats": list(each.seats),
                "fallback": each.fallback_micros,
                "fallback_outcome": each.fallback_outcome,
            }
            for each in result.awards
        ],
        "fixed": [_fixed_json(each) for each in result.fixed],
        "evidence": dict(result.evidence),
        "edition": result.edition,
        "rulebook": result.rulebook,
    }
