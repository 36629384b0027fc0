"""Envy Bonuses: what one player's hand brings the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pitbook.choices import ChoiceError, EnvyTerms, Offer, OfferRow
from pitbook.outcomes import Decision, decide, known
from pitbook.payouts import dollars
from pitbook.rounds import Round, RoundError, Seat
from pitbook.settlement.order import Turn, fold_outcome, seats_in_order
from pitbook.settlement.result import ENVY, HOUSE, WIN, Line

Holder = tuple[Seat, OfferRow]
"""A seat whose hand stands in a row with an Envy Bonus, and the row."""


def envy_lines(game_round: Round, turns: Sequence[Turn]) -> Iterator[Line]:
    """The Envy Bonuses of all wagers, each receiver in payment order; the dealer's hand brings none.

    ``turns`` are the wagers that stand; the rows of hands without a wager are decided here.
    """
    seats = seats_in_order(game_round)
    decided = {(turn.seat.number, turn.offered.wager.id): turn.decision for turn in turns}
    for offered in game_round.offers.values():
        if offered.envy is None:
            continue
        holders = [(seat, row) for seat in seats if (row := _envy_row(game_round, offered, seat, decided)) is not None]
        for receiver in seats:
            stake = receiver.stake(offered.wager.id)
            if holders and stake is not None and _counts(game_round, offered, receiver):
                yield from _lines(game_round, offered, receiver, stake, holders)


def _counts(game_round: Round, offered: Offer, seat: Seat) -> bool:
    """Whether a seat, folded or not, draws and brings envy: while the wager lives, unless a reading says never."""
    if not seat.folded:
        return True
    return game_round.values["envy-after-fold"] != "never" and fold_outcome(offered) == "settled"


def _envy_row(game_round: Round, offered: Offer, seat: Seat, decided: Mapping[tuple[int, str], Decision | None]) -> OfferRow | None:
    """The row with an Envy Bonus that a seat's hand stands in, if the hand counts."""
    assert offered.envy is not None
    if not known(game_round, offered, seat) or not _counts(game_round, offered, seat) or seat.void:
        return None
    if offered.envy.trigger == "bettors-only" and seat.stake(offered.wager.id) is None:
        return None
    row = (decided.get((seat.number, offered.wager.id)) or decide(game_round, offered, seat)).row
    return row if row is not None and offered.envy.row(row.outcome) is not None else None


def _lines(game_round: Round, offered: Offer, receiver: Seat, stake: int, holders: Sequence[Holder]) -> Iterator[Line]:
    envy = offered.envy
    assert envy is not None
    for holder, row in holders:
        if holder.number == receiver.number or _same_player(game_round, holder, receiver):
            continue
        amount = _amount(game_round, offered, envy, row, receiver, stake, holder.stake(offered.wager.id))
        if not amount:
            continue
        yield Line(
            seat=receiver.number,
            wager=offered.wager.id,
            kind=ENVY,
            stake=stake,
            outcome=row.outcome,
            pays=dollars(amount),
            result=WIN,
            returned=amount,
            commission=0,
            paid_by=HOUSE,
            citation=envy.citation,
            note=f"Envy Bonus for {row.hand.lower()} at seat {holder.number}: {dollars(amount)} on {dollars(stake)}",
            own_stake=False,
            from_seat=holder.number,
        )


def _amount(
    game_round: Round, offered: Offer, envy: EnvyTerms, row: OfferRow, receiver: Seat, stake: int, holders_stake: int | None
) -> int | None:
    """What the receiver draws; nothing below the least wager. By a reading the holder's wager is the one that is multiplied."""
    if stake < envy.minimum_micros:
        return None
    terms, counts = envy, stake
    if envy.by_winner and holders_stake is not None:
        terms, counts = replace(envy, minimum_micros=0), holders_stake
    try:
        return terms.micros(row.outcome, counts)
    except ChoiceError as fault:
        raise RoundError([f"seat {receiver.number}, {offered.wager.id}: {fault}"]) from fault


def _same_player(game_round: Round, one: Seat, other: Seat) -> bool:
    if game_round.values["envy-second-hand"] == "each-position":
        return False
    return one.player is not None and one.player == other.player
