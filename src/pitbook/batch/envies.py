"""What each seat draws by Envy Bonuses from all other hands of a round together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pitbook.batch.first_rows import first_rows
from pitbook.batch.masks import Masks
from pitbook.batch.values import NOT_PLACED, Array, Deals, ManyLines, Plan
from pitbook.choices import Offer
from pitbook.families import families
from pitbook.rounds import Seat
from pitbook.settlement.order import fold_outcome
from pitbook.settlement.result import ENVY


def envy_lines(a_plan: Plan, deals: Deals, masks: Masks) -> list[ManyLines]:
    """What each seat draws by a wager from all other hands of a round together."""
    lines: list[ManyLines] = []
    for offered in a_plan.game_round.offers.values():
        if offered.envy is None:
            continue
        receivers = [(place, seat) for place, seat in enumerate(a_plan.seats) if seat.stake(offered.wager.id) is not None]
        if receivers:
            rows = _holders(a_plan, deals, offered, masks)
            hit = np.flatnonzero((rows >= 0).any(axis=1))
            lines.extend(_envy_line(a_plan, deals, offered, place, rows, hit) for place, _ in receivers)
    return lines


def _counts(a_plan: Plan, deals: Deals, offered: Offer, place: int) -> Array | bool:
    """Whether a seat draws and brings envy, folded or not."""
    lives = a_plan.game_round.values["envy-after-fold"] != "never" and fold_outcome(offered) == "settled"
    return True if deals.folded is None or lives else ~deals.folded[:, place]


def _holders(a_plan: Plan, deals: Deals, offered: Offer, masks: Masks) -> Array:
    """The row of every seat's hand for an offer, int8[rounds, seats]; -1 where it brings no envy."""
    assert offered.envy is not None
    family = families(offered.game.package)[str(offered.family)]
    bits = [family.bit(row.event) for row in offered.rows]
    brings = np.array([offered.envy.row(row.outcome) is not None for row in offered.rows] + [False], np.bool_)
    nothing = [0] * len(brings)
    rows = np.full((deals.rounds, len(a_plan.seats)), -1, np.int8)
    for place, seat in enumerate(a_plan.seats):
        if offered.envy.trigger == "bettors-only" and seat.stake(offered.wager.id) is None:
            continue
        own, _, _ = first_rows(masks.of(offered, place), bits, nothing, [False] * len(brings))
        rows[:, place] = np.where(brings[own] & _counts(a_plan, deals, offered, place), own, np.int8(-1))
    return rows


def _envy_line(a_plan: Plan, deals: Deals, offered: Offer, place: int, rows: Array, hit: Array) -> ManyLines:
    receiver = a_plan.seats[place]
    stake = receiver.stake(offered.wager.id)
    assert stake is not None
    drawn = np.zeros(len(hit), np.int64)
    for other, holder in enumerate(a_plan.seats):
        if other != place and not _same_player(a_plan, holder, receiver):
            drawn += _amounts(a_plan, offered, stake, holder.stake(offered.wager.id))[rows[hit, other]]
    returned, none = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    returned[hit] = drawn
    returned *= _counts(a_plan, deals, offered, place)
    return ManyLines(receiver.number, offered.wager.id, ENVY, np.full(len(rows), NOT_PLACED, np.int8), none, returned)


def _amounts(a_plan: Plan, offered: Offer, stake: int, holders_stake: int | None) -> Array:
    """What each row brings a receiver with a stake, in micro-dollars, nothing for no row."""
    envy = offered.envy
    assert envy is not None
    terms, counts = envy, stake
    if envy.by_winner and holders_stake is not None:
        terms, counts = replace(envy, minimum_micros=0), holders_stake
    drawn = [0 if stake < envy.minimum_micros else terms.micros(row.outcome, counts) or 0 for row in offered.rows]
    return np.array([*drawn, 0], np.int64)


def _same_player(a_plan: Plan, one: Seat, other: Seat) -> bool:
    own_hands = a_plan.game_round.values["envy-second-hand"] != "each-position"
    return own_hands and one.player is not None and one.player == other.player
