"""What was paid against what is owed: each entry of a seat's ``paid``, the sums of a round, and what is to be done.

A seat's ``total`` holds all that the seat was paid, so the wagers named beside it are parts of it and count in no sum of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pitbook.names import listed
from pitbook.payouts import dollars
from pitbook.rounds import Round, Seat
from pitbook.settlement.result import ENVY, Dispute, Line

TOTAL = "total"


@dataclass(frozen=True)
class PaidInAll:
    """Sums of what is owed and was paid, each dollar once, and what is still to be done; micro-dollars.

    What one seat was paid too much does not make up for what another lacks: ``to_hand_over`` and ``to_collect`` stand apart.
    """

    owed: int
    paid: int
    to_hand_over: int
    to_collect: int

    @property
    def words(self) -> str:
        """``hand over $5.00, collect $94.58``."""
        parts = [("hand over", self.to_hand_over), ("collect", self.to_collect)]
        return ", ".join(f"{what} {dollars(micros)}" for what, micros in parts if micros) or "right"


def paid_in_all(disputes: Iterable[Dispute]) -> PaidInAll:
    """The sums of entries; those within a seat's total are counted there."""
    counted = [each for each in disputes if not each.within_total]
    return PaidInAll(
        owed=sum(each.owed for each in counted),
        paid=sum(each.paid for each in counted),
        to_hand_over=sum(each.difference for each in counted if each.difference > 0),
        to_collect=-sum(each.difference for each in counted if each.difference < 0),
    )


def what_to_do(dispute: Dispute) -> str:
    """``hand over $5.00``; of a part of a seat's total only what is wrong with it, as the total says what to hand over."""
    amount = dollars(abs(dispute.difference))
    if not dispute.difference:
        words = "right"
    elif dispute.within_total:
        words = f"{amount} too {'little' if dispute.difference > 0 else 'much'}, within the total"
    else:
        words = f"{'hand over' if dispute.difference > 0 else 'collect'} {amount}"
    return f"{words} ({dispute.note})" if dispute.note else words


def disputes(game_round: Round, lines: Sequence[Line]) -> Iterator[Dispute]:
    """Each entry of what was paid: for a wager with its extras and envies, for its envies apart, or for the seat."""
    for seat in game_round.seats:
        own = [line for line in lines if line.seat == seat.number]
        for name, paid in seat.paid.items():
            yield Dispute(
                seat=seat.number,
                wager=name,
                owed=sum(line.returned for line in own if name == TOTAL or _is_for(line, name, seat)),
                paid=paid,
                within_total=name != TOTAL and TOTAL in seat.paid,
                note=_note(game_round, seat, name),
            )


def _is_for(line: Line, name: str, seat: Seat) -> bool:
    """Whether an entry's name is that of a line; a wager's envies are its own entry where the seat has one."""
    wager = name.removesuffix(" envy")
    if line.wager != wager:
        return False
    if line.kind == ENVY:
        return name != wager or f"{wager} envy" not in seat.paid
    return name == wager


def _note(game_round: Round, seat: Seat, name: str) -> str:
    if name == TOTAL:
        recorded = game_round.recorded.get(seat.number, {})
        return f"without {listed(recorded)}, recorded and not settled" if recorded else ""
    wager = game_round.edition.wager(name.removesuffix(" envy"))
    needed = wager.basis if wager.stakeless else wager.id
    if needed in seat.placed:
        return ""
    return f"no {needed} was placed"
