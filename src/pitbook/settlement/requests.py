"""The awards of a round that are shares of a meter, in the order in which they are taken from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitbook.choices import Offer, OfferRow
from pitbook.choices.picked import touching
from pitbook.names import listed
from pitbook.payouts import dollars, money
from pitbook.rounds import GivenMeter, Round, RoundError
from pitbook.settlement.order import Turn

WHOLE: Final = Fraction(1)


@dataclass(frozen=True)
class MeterRequest:
    """An award that is a share of a meter, at its place in the payment order, and the turns it is paid to.

    ``fallback`` is the fixed row beneath that is paid instead when it pays more (reading ``low-meter-order``).
    """

    meter: str
    share: Fraction
    turns: tuple[Turn, ...]
    fallback: OfferRow | None = None

    @property
    def players(self) -> list[list[Turn]]:
        """The turns of each player who shares the award: a player on two positions is one player."""
        groups: dict[tuple[str | None, int], list[Turn]] = {}
        for turn in self.turns:
            player = turn.seat.player
            groups.setdefault((player, 0) if player is not None else (None, turn.seat.number), []).append(turn)
        return list(groups.values())


def meter_requests(game_round: Round, turns: Sequence[Turn]) -> list[MeterRequest]:
    """The awards that are shares of a meter, in the order in which they are taken from it.

    An award on a hand that its bettors share is one request, at the turn of the first of them or where the reading puts it.
    """
    requests: list[MeterRequest] = []
    first: list[MeterRequest] = []
    last: list[MeterRequest] = []
    divided: set[tuple[str, str]] = set()
    for turn in turns:
        row = share_row(turn)
        if row is None:
            continue
        meter = _meter_name(game_round, turn)
        if not _is_divided(turn.offered):
            requests.append(_request(game_round, meter, row, (turn,)))
            continue
        if (turn.offered.wager.id, meter) in divided:
            continue
        divided.add((turn.offered.wager.id, meter))
        sharing = tuple(
            each for each in turns
            if each.offered is turn.offered and share_row(each) is not None and _meter_name(game_round, each) == meter
        )  # fmt: skip
        request = _request(game_round, meter, row, sharing)
        {"first": first, "last": last}.get(_award_turn(turn.offered), requests).append(request)
    return [*first, *requests, *last]


def share_row(turn: Turn) -> OfferRow | None:
    """The row a turn is paid by, where it is a share of a meter."""
    row = turn.decision.row if turn.decision is not None else None
    return row if row is not None and row.award.share else None


def _is_divided(offered: Offer) -> bool:
    return offered.wager.divided is not None and offered.values[offered.wager.divided] == "divided"


def _award_turn(offered: Offer) -> str:
    """``first`` or ``last`` where a reading takes a shared award out of the seats' order."""
    turns = (each.award_turn.get(offered.values[each.id], "") for each in touching(offered.edition, offered.wager))
    return next(filter(None, turns), "")


def _meter_name(game_round: Round, turn: Turn) -> str:
    given = game_round.meter_of(turn.offered.wager.id, turn.stake)
    return given.id if given is not None else f"{turn.offered.wager.meter}@{money(turn.stake)}"


def _request(game_round: Round, meter: str, row: OfferRow, turns: tuple[Turn, ...]) -> MeterRequest:
    share = row.award.share
    given = game_round.meters.get(meter)
    if game_round.values["meter-per-amount"] == "shared" and given is not None:
        share = min(share * Fraction(turns[0].stake, meter_amount(game_round, given)), WHOLE)
    return MeterRequest(meter, share, turns, _fallback(game_round.values, turns[0]))


def _fallback(values: Mapping[str, str], turn: Turn) -> OfferRow | None:
    if values["low-meter-order"] != "greater-of" or turn.decision is None:
        return None
    fixed = [each for each in turn.decision.beneath if not each.award.share]
    return max(fixed, key=lambda each: each.award.fixed_micros(turn.stake), default=None)


def meter_amount(game_round: Round, given: GivenMeter) -> int:
    """The wager amount that a meter serves, in micro-dollars: the one given, else that of the wagers on it, which is one."""
    if given.wager_micros is not None:
        return given.wager_micros
    return max(
        placed.stake
        for seat in game_round.seats
        for placed in seat.placed.values()
        if game_round.meter_of(placed.wager, placed.stake) is given
    )


def refuse(game_round: Round, requests: Sequence[MeterRequest]) -> None:
    """Raise RoundError for awards of a meter that the round does not give, and for shares that no rule divides."""
    faults = []
    for request in requests:
        turn, row = request.turns[0], share_row(request.turns[0])
        assert row is not None
        stakes = sorted({each.stake for each in request.turns})
        if request.meter not in game_round.meters:
            faults.append(
                f"seat {turn.seat.number}, {turn.offered.wager.id}: {row.outcome} pays {row.pays}, and the round gives "
                f"{_no_meter(game_round, turn)}"
            )
        elif len(stakes) > 1:
            faults.append(
                f"meters.{request.meter}: {row.outcome} is divided equally, and the wagers on it are "
                f"{listed(dollars(stake) for stake in stakes)}; no rule divides an award among wagers of several amounts"
            )
    if faults:
        raise RoundError(faults)


def _no_meter(game_round: Round, turn: Turn) -> str:
    """That a round lacks a turn's meter, with those of other amounts that it gives, and what is allowed."""
    base, stake = turn.offered.wager.meter, turn.stake
    others = [each for each in game_round.meters.values() if each.id.partition("@")[0] == base and each.wager_micros]
    allowed = f'allowed: [meters.{base}] or [meters."{base}@{money(stake)}"] with meter and reserve'
    if not others:
        return f"no meter; {allowed}"
    given = listed(f"meters.{each.id} for wagers of {dollars(each.wager_micros or 0)}" for each in others)
    if game_round.values["meter-per-amount"] == "shared":
        allowed += f'; a meter that all amounts share is [meters.{base}] with amount = "{money(others[0].wager_micros or 0)}"'
    return f"no meter for wagers of {dollars(stake)}; given: {given}; {allowed}"
