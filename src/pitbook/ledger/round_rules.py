"""What a round's wagers and results must be, and what they come to: the parts that the steps of rounds are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from pitbook.ledger.desk import Editions, Ledger, Seated, the_meter
from pitbook.ledger.errors import RefusedError
from pitbook.ledger.events import EventKind
from pitbook.ledger.moves import JsonMove, Running, Win, award_moves, contribution_moves, due, running
from pitbook.ledger.people import Actor, Right, require
from pitbook.ledger.played import RoundResult, Wager, fixed_json, wager_json
from pitbook.ledger.records import Fault, LinkRow, Member, Meter, MeterStatus, Round
from pitbook.ledger.terms import (
    ContributionTime,
    MeterPerAmount,
    VoidRound,
    configured_increments,
    parse_configuration,
)
from pitbook.ledger.unit import Unit
from pitbook.progressive import MeterState, dollars

THRESHOLD_WAGERS: Final = 100
"""Without a filed threshold a lock-out may add this many times the wager amount."""


class Common(TypedDict):
    """Who, at which table, in which round."""

    person: str | None
    table_id: str
    round_id: str


def check_round_id(round_id: str) -> None:
    """Raises RefusedError for an id that cannot name a round."""
    if not 0 < len(round_id) <= 120 or not round_id.isprintable():
        raise RefusedError(f"{round_id[:120]!r} is no round's id: 1 to 120 characters that can be printed")


def may_play(unit: Unit, actor: Actor | None) -> None:
    """A table's own system plays unsigned; somebody who signs must have the right."""
    if actor is not None:
        require(unit, actor, Right.PLAY)


def person_of(actor: Actor | None) -> str | None:
    """The id of who signs, None where nobody does."""
    return actor.person_id if actor else None


def the_round(unit: Unit, round_id: str) -> Round:
    """A round of this name. Raises RefusedError where there is none."""
    row = unit.get(Round, round_id)
    if row is None:
        raise RefusedError(f"no round {round_id!r} was opened")
    return row


def check_game(table: Seated, table_id: str, game: str) -> None:
    """Raises RefusedError where the table plays another game."""
    if game not in table.games:
        raise RefusedError(f"table {table_id!r} deals {', '.join(table.games)}, not {game!r}")


def wager_lines(
    ledger: Ledger, unit: Unit, head: LinkRow, table: Seated, table_id: str, game: str, wagers: Sequence[Wager]
) -> list[dict[str, Any]]:
    """The wagers with their meters and increments; every fault of every wager is reported at once."""
    check_game(table, table_id, game)
    faults: list[str] = []
    seen: set[tuple[int, str]] = set()
    taken: dict[tuple[str, int], _Taken] = {}
    lines = []
    for each in wagers:
        where = (each.seat, each.wager)
        if each.seat < 1:
            faults.append(f"{_place(each)}: seats are numbered from 1")
        if where in seen:
            faults.append(f"{_place(each)}: placed twice")
        seen.add(where)
        of_kind = taken.get((each.wager, each.amount_micros))
        if of_kind is None:
            member = table.members.get((game, each.wager, each.amount_micros))
            if member is None:
                faults.append(f"{_place(each)}: {_not_taken(table, table_id, game, each.amount_micros)}")
                continue
            meter = the_meter(ledger, unit, head, member.meter)
            if meter.status != MeterStatus.OPEN:
                faults.append(f"{_place(each)}: meter {meter.name} is {meter.status}")
                continue
            of_kind = taken[each.wager, each.amount_micros] = _Taken.by(meter, member, each.amount_micros)
        if each.paytable and each.paytable != of_kind.paytable:
            faults.append(
                f"{_place(each)}: dealt by paytable {each.paytable}, but table {table_id} was joined with {of_kind.paytable}"
            )
        if not each.void or of_kind.even_void:
            lines.append({**wager_json(each), "meter": of_kind.meter, "primary": of_kind.primary, "secondary": of_kind.secondary})
    if faults:
        raise RefusedError(*faults)
    return lines


class _Taken(NamedTuple):
    """How a table takes a wager of one kind and amount: to which meter, under which paytable, with which increments."""

    meter: str
    paytable: str
    even_void: bool
    primary: int
    secondary: int

    @classmethod
    def by(cls, meter: Meter, member: Member, amount: int) -> _Taken:
        keeps = parse_configuration(meter.configuration).controls.void_round is VoidRound.KEEP
        return cls(meter.name, member.paytable, keeps, *configured_increments(meter.configuration, amount))


def _place(wager: Wager) -> str:
    return f"seat {wager.seat}, {wager.wager}"


def _not_taken(table: Seated, table_id: str, game: str, amount: int) -> str:
    allowed = sorted(f"{wager} {dollars(amount)}" for of_game, wager, amount in table.members if of_game == game)
    return f"no meter takes {dollars(amount)} at table {table_id}; allowed: {', '.join(allowed)}"


def refuse_faulted(unit: Unit, head: LinkRow, table_id: str, meters: set[str] | None, attempt: Mapping[str, Any]) -> None:
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


def running_meters(ledger: Ledger, unit: Unit, head: LinkRow, lines: Iterable[Mapping[str, Any]]) -> dict[str, Running]:
    """The meters that lines feed, as they stand at this moment of the step."""
    names = {line["meter"]: None for line in lines}
    return {name: running(the_meter(ledger, unit, head, name)) for name in names}


def contributions(
    meters: Mapping[str, Running],
    lines: Sequence[Mapping[str, Any]],
    when: ContributionTime,
    attempt: Mapping[str, Any],
) -> list[JsonMove]:
    """The contributions of the meters that take them at this time; an implausible sum is refused and logged."""
    sums = due(meters, lines, when)
    for name, of_meter in sums.items():
        meter = meters[name]
        most = meter.configuration.controls.contribution_threshold_micros
        most = THRESHOLD_WAGERS * meter.amount if most is None else most
        total = of_meter.primary + of_meter.secondary
        if total > most:
            raise RefusedError(
                f"the round would add {dollars(total)} to meter {name}; more than {dollars(most)} is implausible",
                log={
                    **attempt,
                    "kind": EventKind.CONTRIBUTION_REFUSED,
                    "content": {"meter": name, "contribution": total, "threshold": most},
                },
            )
    return contribution_moves(meters, sums)


def wins_and_moves(
    meters: Mapping[str, Running], lines: Sequence[Mapping[str, Any]], result: RoundResult, round_id: str
) -> tuple[list[dict[str, Any]], list[JsonMove], list[dict[str, Any]]]:
    """The awards a result wins in their order, with the moves of the meters. Raises RefusedError for what does not fit."""
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
    fixed = [{**fixed_json(each), "meter": placed[each.seat, each.wager]["meter"]} for each in result.fixed]
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


def keeps_void(unit: Unit, link: str, name: str) -> bool:
    """Whether the contributions of void wagers stay on a meter (policy ``void-round``)."""
    meter = unit.get(Meter, link, name)
    assert meter is not None
    return parse_configuration(meter.configuration).controls.void_round is VoidRound.KEEP


def rates_of(meters: Mapping[str, Running]) -> dict[str, list[str]]:
    """The increment and reserve rates that the round finds on the meters, as an event keeps them."""
    return {name: meter.rates for name, meter in meters.items()}


def states_of(meters: Mapping[str, Running]) -> dict[str, MeterState]:
    """The states of meters, by name."""
    return {name: meter.state for name, meter in meters.items()}


def editions_in(table: Seated, result: RoundResult) -> Editions:
    """The edition and hash of the rulebook an event rests on: the result's, else those the table was joined with."""
    if result.edition or result.rulebook:
        return Editions(edition=result.edition, rulebook=result.rulebook)
    return table.editions
