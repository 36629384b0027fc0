"""The arithmetic of one progressive meter, in whole micro-dollars.

A meter serves one wager at one wager amount. Money reaches it from the house (the opening amount, a reseed) and from
accepted wagers (the increment goes on the meter, the reserve rate into a pool that helps to restart it); money leaves
it by awards, by a documented correction, by a transfer or when it is closed. Each function here takes a
:class:`MeterState` and gives the new state together with a :class:`Move`, the record of what went where. A state is
the sum of its moves, and every move is checked:

    opening + from_house + contributed + reserve_contributed + adjusted_up - adjusted_down + transferred_in -
    transferred_out - awarded - revenue  =  value + reserve + overflow + parked,  each of the last four at least 0.

Nothing is rounded but at the named places (:class:`AwardRounding`, :class:`ShareRemainder`); awards are whole cents.

Sources: 58 Pa. Code 649a.12(e), (h), (i), (j), 645a.13(e), 629b.7(j) and ch. 679b (k) for seed, reseed and rates; the
texts are silent on the rest, so each other choice is a policy with a default (:class:`MeterPolicies`).

``terms`` and ``state`` are the values; ``contributions``, ``awards`` and ``corrections`` are what moves money.
"""

from pitbook.progressive.awards import (
    Award,
    AwardRecord,
    AwardRequest,
    award_all,
    award_divided,
    award_round,
    award_share,
    divide,
    return_award,
    round_award,
)
from pitbook.progressive.contributions import add_contribution, contribute, given_meter, increments, open_meter, reverse
from pitbook.progressive.corrections import adjust, close_into, park, release_seed, transfer
from pitbook.progressive.state import STATE_FIELDS, MeterState, Move, MoveKind, Pool, add, pool_of, replay
from pitbook.progressive.terms import (
    DEFAULT_POLICIES,
    MICROS_PER_CENT,
    MICROS_PER_DOLLAR,
    WHOLE,
    AdjustmentCause,
    AwardRounding,
    BelowSeed,
    MeterError,
    MeterPolicies,
    MultiWinner,
    Overflow,
    PartialAwardSource,
    ReseedSource,
    ShareRemainder,
    Terms,
    check_limit,
    dollars,
)

__all__ = [
    "DEFAULT_POLICIES",
    "MICROS_PER_CENT",
    "MICROS_PER_DOLLAR",
    "STATE_FIELDS",
    "WHOLE",
    "AdjustmentCause",
    "Award",
    "AwardRecord",
    "AwardRequest",
    "AwardRounding",
    "BelowSeed",
    "MeterError",
    "MeterPolicies",
    "MeterState",
    "Move",
    "MoveKind",
    "MultiWinner",
    "Overflow",
    "PartialAwardSource",
    "Pool",
    "ReseedSource",
    "ShareRemainder",
    "Terms",
    "add",
    "add_contribution",
    "adjust",
    "award_all",
    "award_divided",
    "award_round",
    "award_share",
    "check_limit",
    "close_into",
    "contribute",
    "divide",
    "dollars",
    "given_meter",
    "increments",
    "open_meter",
    "park",
    "pool_of",
    "release_seed",
    "replay",
    "return_award",
    "reverse",
    "round_award",
    "transfer",
]
