"""Distributions of the house's result: how long they take, how many points they have, how exact they are, how time grows."""

from __future__ import annotations

from typing import Any

from measure import Result, best
from pitbook.catalog import rulebook
from pitbook.choices import offer
from pitbook.hold import Basis, Bet, Hand, hold
from pitbook.payouts import MICROS

CASES = (
    ("three-card-poker", "pair-plus", "A", 5, Basis.PAID),
    ("pai-gow-poker", "fortune-bonus", "A", 5, Basis.PAID),
    ("three-card-poker", "six-card-bonus", "E", 5, Basis.PAID),
    ("midibaccarat", "banker", None, 25, Basis.PAID),
    ("three-card-poker", "progressive", "A", 1, Basis.ACCRUED),
    ("three-card-poker", "progressive", "A", 1, Basis.PAID),
    ("three-card-poker", "five-card-progressive", None, 1, Basis.PAID),
    ("three-card-poker", "five-card-hand-bonus", None, 1, Basis.PAID),
)
ROUNDS = (28_800, 100 * 28_800)
TIMES = 3


def run() -> Result:
    """Measure."""
    rows = []
    for game, wager, label, stake, basis in CASES:
        hand = Hand((Bet(offer(rulebook().game(game), wager, label, wager_micros=stake * MICROS), stake * MICROS),))
        found: list[Any] = []
        seconds = []
        for rounds in ROUNDS:
            answer = hold([hand], rounds, bases=[basis])
            found.append(answer.on(basis).spread)
            seconds.append(best(lambda rounds=rounds, hand=hand, basis=basis: hold([hand], rounds, bases=[basis]), TIMES))  # type: ignore[misc]
        rows.append(
            (
                f"{game} {wager}, {basis}",
                *(f"{each * 1000:,.0f} ms" for each in seconds),
                *(f"{each.error:.1g}" for each in found),
            )
        )
    return Result(
        ("wager", *(f"{rounds:,} rounds" for rounds in ROUNDS), *(f"widest bracket, {rounds:,}" for rounds in ROUNDS)),
        rows,
        (
            "A widest bracket of 1e-9 means that no probability of the distribution is off by more. One core. A meter whose awards "
            "are charged when paid is enclosed by two runs on a grid.",
        ),
    )


if __name__ == "__main__":
    print(run().markdown())
