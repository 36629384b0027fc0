"""The lines of a settlement: what each wager comes to, and one sentence that says how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from operator import or_

from pitbook.choices import Offer, OfferRow
from pitbook.meanings import Role, meanings
from pitbook.outcomes import Decision
from pitbook.payouts import PayoutKind, VigorishRounding, dollars, vigorish_micros
from pitbook.rounds import Round, RoundError
from pitbook.rulebook import Extra, Kind
from pitbook.settlement.meters import Paid, Payments
from pitbook.settlement.order import Turn, fold_citation, seats_in_order
from pitbook.settlement.result import HOUSE, LOSE, PUSH, VOID, WIN, Line, line_kind


def lines_of(game_round: Round, turn: Turn, paid: Payments) -> Iterator[Line]:
    """A turn's own line and its extras. A bonus that is due on another wager has a line only when it pays."""
    stakeless = turn.offered.wager.stakeless
    if turn.lost_by_fold:
        if not stakeless:
            yield _lost(turn, "the player folded, and the wager is lost with the hand", citation=fold_citation(turn.offered))
        return
    if turn.decision is None:
        if stakeless:
            return
        raise RoundError([f"seat {turn.seat.number}, {turn.offered.wager.id}: the cards it reads are not known"])
    if stakeless and (turn.seat.folded or turn.decision.outcome == LOSE):
        return
    yield _decided(turn, turn.decision, paid.get((turn.seat.number, turn.offered.wager.id)))
    yield from _extras(game_round, turn)


def _decided(turn: Turn, decision: Decision, paid: Paid | None) -> Line:
    if decision.outcome == LOSE:
        return _lost(turn, _lose_words(turn, decision), decision)
    row = paid.row if paid is not None and paid.row is not None else decision.row
    assert row is not None
    made = f"{decision.cards}: {decision.words or _hand_words(turn, decision, row)}"
    if paid is not None:
        returned, commission, by = paid.micros, 0, paid.by
        how = f"{paid.note}; {dollars(returned)} is handed over"
    else:
        returned, commission = fixed_award(turn.offered, row, turn.stake)
        by, how = HOUSE, _amount_words(row, turn, returned, commission)
    return _line(
        turn,
        outcome=row.outcome,
        pays=row.pays,
        result=PUSH if row.award.kind is PayoutKind.PUSH else WIN,
        returned=returned,
        commission=commission,
        paid_by=by,
        citation=row.citation,
        note=f"{made}; {how}",
        decision=decision,
    )


def _hand_words(turn: Turn, decision: Decision, row: OfferRow) -> str:
    """The row's wording, and what it stands for where a reading puts another event in its place."""
    event = decision.own.get(row.event, row.event)
    meaning = meanings(turn.offered.game.package)[decision.family][event] if decision.family is not None else None
    return row.hand if meaning is None or meaning.role is not Role.READING else f"{row.hand} ({meaning.needs})"


def _lost(turn: Turn, note: str, decision: Decision | None = None, citation: str | None = None) -> Line:
    return _line(turn, outcome=LOSE, pays=LOSE, result=LOSE, returned=0, note=note, decision=decision, citation=citation)


def _line(
    turn: Turn,
    *,
    outcome: str,
    pays: str,
    result: str,
    returned: int,
    note: str,
    commission: int = 0,
    paid_by: str = HOUSE,
    citation: str | None = None,
    decision: Decision | None = None,
) -> Line:
    return Line(
        seat=turn.seat.number,
        wager=turn.offered.wager.id,
        kind=line_kind(turn.offered),
        stake=turn.stake,
        outcome=outcome,
        pays=pays,
        result=result,
        returned=returned,
        commission=commission,
        paid_by=paid_by,
        citation=citation or turn.offered.citation,
        note=note,
        own_stake=not turn.offered.wager.stakeless,
        decision=decision,
    )


# Amounts -------------------------------------------------------------------------------------------------------------


def fixed_award(offered: Offer, row: OfferRow, stake: int) -> tuple[int, int]:
    """What a fixed row hands over for a stake, and the vigorish taken off it; micro-dollars, whole."""
    award = row.award
    won = award.multiple * stake
    commission = 0
    if offered.vigorish and award.kind is PayoutKind.TO_ONE:
        rounding = VigorishRounding(offered.values.get("commission-rounding", "exact"))
        commission = vigorish_micros(int(won), offered.vigorish, rounding, offered.wager.vigorish_multiple)
    back = stake if award.stake_back and not offered.wager.stakeless else 0
    return int((won + award.dollars_micros + back - commission) // 1), commission


def _amount_words(row: OfferRow, turn: Turn, returned: int, commission: int) -> str:
    stake = dollars(turn.stake)
    if row.award.kind is PayoutKind.PUSH:
        return f"the {stake} staked goes back"
    if turn.offered.wager.stakeless:
        return f"{row.pays} on the {stake} {turn.offered.wager.basis} is {dollars(returned)}"
    if row.award.kind is PayoutKind.FOR_ONE:
        return f"{row.pays} on {stake} is {dollars(returned)}, and the stake is not returned"
    if row.award.kind is PayoutKind.DOLLARS:
        back = ", and the stake goes back" if row.award.stake_back else ", and the stake is kept"
        return f"{row.pays} is paid whatever the stake{back}: {dollars(returned)}"
    words = f"{row.pays} on {stake}"
    if commission:
        words += f" less a vigorish of {dollars(commission)}"
    return f"{words}, and the stake goes back: {dollars(returned)}"


def _lose_words(turn: Turn, decision: Decision) -> str:
    if decision.words:
        return f"{decision.cards}: {decision.words}"
    if decision.row is not None:
        return f"{decision.cards}: {decision.row.hand} does not pay in paytable {turn.offered.label}"
    if turn.offered.wager.kind is Kind.BASE and decision.events:
        return f"{decision.cards}: {decision.events[0].replace('-', ' ')}"
    return f"{decision.cards}: no row of paytable {turn.offered.label} holds"


# Extras --------------------------------------------------------------------------------------------------------------


def _extras(game_round: Round, turn: Turn) -> Iterator[Line]:
    """Magic Card and Lucky Bonus: facts that the table's system supplies, paid beside the row and off no meter."""
    for extra in turn.offered.extras:
        reason = _extra_reason(game_round, turn, extra)
        if reason is None:
            continue
        returned = int(extra.award.multiple * turn.stake)
        words = f"{reason}; {extra.pays} on {dollars(turn.stake)} is {dollars(returned)}, beside the wager's own result"
        line = _line(
            turn, outcome=extra.outcome, pays=extra.pays, result=WIN, returned=returned, note=words, citation=extra.citation
        )
        yield replace(line, own_stake=False)


def _extra_reason(game_round: Round, turn: Turn, extra: Extra) -> str | None:
    on_dealer = "player" not in turn.offered.reads
    if extra.draws == "seats":
        if on_dealer:
            return "the system drew the dealer's position" if game_round.lucky_dealer else None
        return f"the system drew seat {turn.seat.number}" if turn.seat.number in game_round.lucky_seats else None
    card = game_round.magic_card
    if card is None:
        return None
    hand = reduce(or_, (turn.seat.cards or 0 if area == "player" else game_round.hands[area] for area in turn.offered.reads))
    return "the drawn card is in the hand" if hand >> card & 1 else None


# Void wagers ---------------------------------------------------------------------------------------------------------


def void_lines(game_round: Round) -> Iterator[Line]:
    """Wagers that an irregularity voids go back."""
    for seat in seats_in_order(game_round):
        for placed in seat.placed.values():
            if not placed.void:
                continue
            offered = game_round.offers[placed.wager]
            yield Line(
                seat=seat.number,
                wager=placed.wager,
                kind=line_kind(offered),
                stake=placed.stake,
                outcome=VOID,
                pays=VOID,
                result=VOID,
                returned=placed.stake,
                commission=0,
                paid_by=HOUSE,
                citation=offered.citation,
                note=f"void by an irregularity: the {dollars(placed.stake)} staked goes back",
            )
