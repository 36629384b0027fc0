"""A plan settled over the cards of many rounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitbook.batch.envies import envy_lines
from pitbook.batch.first_rows import first_rows
from pitbook.batch.masks import Masks
from pitbook.batch.values import LOSE, NOT_PLACED, Array, Deals, Many, ManyLines, Plan, PlannedLine
from pitbook.settlement.limit import aggregate_limit
from pitbook.settlement.order import fold_outcome, withholding
from pitbook.settlement.result import BONUS, line_kind


def settle_many(a_plan: Plan, deals: Deals) -> Many:
    """Settle a plan over the cards of many rounds."""
    masks = Masks(a_plan, deals)
    rounds = deals.rounds
    ordinary = np.zeros(rounds, np.bool_)
    lines = [_line(a_plan, deals, planned, masks, ordinary) for planned in a_plan.lines]
    _mark_limits(a_plan, lines, ordinary)
    return Many((*lines, *envy_lines(a_plan, deals, masks)), ordinary)


def _line(a_plan: Plan, deals: Deals, planned: PlannedLine, masks: Masks, ordinary: Array) -> ManyLines:
    wager = planned.offered.wager
    rounds = deals.rounds
    rows, returned, marked = first_rows(
        masks.of(planned.offered, planned.place), planned.bits, planned.returned, planned.from_meter
    )
    if planned.offered.extras:
        marked[:] = True  # the system's draws are not in the cards
    staked = np.full(rounds, 0 if wager.stakeless else planned.stake, np.int64)
    folded = None if deals.folded is None else deals.folded[:, planned.place]
    if wager.stakeless:
        _only_where_due(planned, rows, folded, marked)
        returned[rows < 0] = 0
    elif folded is not None and wager.equals is not None:
        rows[folded], returned[folded], staked[folded] = NOT_PLACED, 0, 0
    elif folded is not None and fold_outcome(planned.offered) == "lost":
        rows[folded], returned[folded], marked[folded] = LOSE, 0, False
    ordinary |= marked
    return ManyLines(planned.seat, planned.wager, line_kind(planned.offered), rows, staked, returned)


def _only_where_due(planned: PlannedLine, rows: Array, folded: Array | None, marked: Array) -> None:
    """A bonus on another wager has a line only when it pays; one that may be withheld is settled by the ordinary way."""
    rows[rows == LOSE] = NOT_PLACED
    if folded is not None:
        rows[folded] = NOT_PLACED
    if withholding(planned.offered) is not None:
        marked |= rows >= 0


def _mark_limits(a_plan: Plan, lines: Sequence[ManyLines], ordinary: Array) -> None:
    """Rounds in which a hand's bonus pays pass a filed limit are settled by the ordinary way."""
    limit = aggregate_limit(a_plan.game_round)
    if limit is None:
        return
    for seat in a_plan.seats:
        won = np.zeros(len(ordinary), np.int64)
        for line in lines:
            if line.seat == seat.number and line.kind == BONUS:
                won += np.maximum(line.returned - line.staked, 0)
        ordinary |= won > limit
