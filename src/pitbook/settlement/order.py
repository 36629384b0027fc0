"""The order of a settlement: the seats, and every wager that stands at its turn, with its row decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from pitbook.choices import Offer
from pitbook.choices.picked import touching
from pitbook.game_modules import play_part
from pitbook.outcomes import Decision, decide, known
from pitbook.rounds import Round, Seat
from pitbook.rulebook import Kind

_KINDS: Final = {Kind.BASE: 0, Kind.BONUS: 1, Kind.PROGRESSIVE: 2}


@dataclass(frozen=True)
class Turn:
    """A wager that stands, at its place in the payment order. ``decision`` is None where a fold lost it or cards are missing."""

    seat: Seat
    offered: Offer
    stake: int
    lost_by_fold: bool
    decision: Decision | None


def seats_in_order(game_round: Round) -> list[Seat]:
    """The seats in payment order: the highest number sits at the dealer's right."""
    rightmost_first = game_round.values["payment-order"] != "dealer-left"
    return sorted(game_round.seats, key=lambda seat: seat.number, reverse=rightmost_first)


def turns_in_order(game_round: Round) -> list[Turn]:
    """Every wager that stands, in the order in which it is settled, with its row decided.

    Seat by seat base, bonus and progressive wagers; in two passes the progressive wagers of all seats come last.
    """
    position = {wager.id: n for n, wager in enumerate(game_round.edition.wagers)}
    seats = seats_in_order(game_round)
    place = {seat.number: n for n, seat in enumerate(seats)}
    two_passes = game_round.values["settlement-passes"] == "two-passes"

    def key(turn: Turn) -> tuple[int, int, int, int]:
        kind = _KINDS[turn.offered.wager.kind]
        late = int(two_passes and turn.offered.wager.kind is Kind.PROGRESSIVE)
        return late, place[turn.seat.number], kind, position[turn.offered.wager.id]

    return sorted((turn for seat in seats for turn in _turns_of(game_round, seat)), key=key)


def _turns_of(game_round: Round, seat: Seat) -> Iterator[Turn]:
    for name, offered in game_round.offers.items():
        wager = offered.wager
        stake = seat.stake(wager.basis or name)
        if stake is None:
            continue
        if wager.stakeless and not all(seat.stake(each) is not None for each in wager.requires):
            continue
        lost = seat.folded and fold_outcome(offered) == "lost"
        decision = None if lost or not known(game_round, offered, seat) else decide(game_round, offered, seat)
        if decision is not None and wager.stakeless and decision.row is not None and _withheld(game_round, offered, seat):
            decision = replace(decision, row=None)
        yield Turn(seat, offered, stake, lost, decision)


def _withheld(game_round: Round, offered: Offer, seat: Seat) -> bool:
    rule = withholding(offered)
    return rule is not None and rule(game_round, seat)


def withholding(offered: Offer) -> Callable[[Round, Seat], bool] | None:
    """The game's own rule by which a bonus may be withheld from a seat; None where it has none, or the readings leave it out."""
    rules = play_part(offered.game.package, "WITHHELD") or {}
    leave_out = any(
        each.withholds and offered.values[each.id] not in each.withholds for each in touching(offered.edition, offered.wager)
    )
    rule: Callable[[Round, Seat], bool] | None = None if leave_out else rules.get(offered.wager.id)
    return rule


def fold_outcome(offered: Offer) -> str:
    """What a fold does to the wager: ``lost``, ``settled``, ``not due`` or ``no fold``, by the reading where there is one."""
    return offered.after_fold


def fold_citation(offered: Offer) -> str:
    """The clause of what a fold does to the wager: that of the reading where there is one."""
    reading = offered.wager.fold_reading
    return offered.citation if reading is None else offered.edition.reading(reading).citation


def alive(game_round: Round, seat: Seat) -> tuple[str, ...]:
    """The wagers of a seat that a fold leaves in play."""
    return tuple(
        name for name in seat.placed if seat.stake(name) is not None and fold_outcome(game_round.offers[name]) == "settled"
    )
