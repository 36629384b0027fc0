"""Settles a round: every seat, every wager, in payment order, with the clause that says so.

``settle`` does it; the modules beside it are its subjects: ``order`` (seats and turns), ``requests`` (awards that are shares of a
meter), ``meters``, ``lines``, ``envy``, ``limit`` and ``result`` (the values).
"""

from pitbook.settlement.disputes import PaidInAll, paid_in_all, what_to_do
from pitbook.settlement.limit import aggregate_limit
from pitbook.settlement.lines import fixed_award
from pitbook.settlement.meters import Paid, meter_policies, meter_terms
from pitbook.settlement.order import Turn, fold_outcome, seats_in_order, turns_in_order
from pitbook.settlement.requests import MeterRequest, meter_requests
from pitbook.settlement.result import (
    BASE,
    BONUS,
    ENVY,
    HOUSE,
    LOSE,
    METER,
    PROGRESSIVE,
    PUSH,
    VOID,
    WIN,
    Dispute,
    Line,
    MeterResult,
    SeatTotal,
    Settlement,
)
from pitbook.settlement.settle import settle

__all__ = [
    "BASE",
    "BONUS",
    "ENVY",
    "HOUSE",
    "LOSE",
    "METER",
    "PROGRESSIVE",
    "PUSH",
    "VOID",
    "WIN",
    "Dispute",
    "Line",
    "MeterRequest",
    "MeterResult",
    "Paid",
    "PaidInAll",
    "SeatTotal",
    "Settlement",
    "Turn",
    "aggregate_limit",
    "fixed_award",
    "fold_outcome",
    "meter_policies",
    "meter_requests",
    "meter_terms",
    "paid_in_all",
    "seats_in_order",
    "settle",
    "turns_in_order",
    "what_to_do",
]
