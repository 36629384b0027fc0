"""Simulated tables: seat rounds a second for each game, how time grows with the rounds, a year of twenty tables on all cores."""

from __future__ import annotations

import os
from pathlib import Path

from measure import Result, best, middle
from pitbook.simulation.block import run_block
from pitbook.simulation.order import Order, order_of
from pitbook.simulation.planning import plan_of
from pitbook.simulation.run import simulate

FILINGS = Path(__file__).parents[1] / "examples" / "submissions"
GAMES = ("three-card-poker", "three-card-prime", "pai-gow-poker", "midibaccarat")
ROUNDS = 150_000
TIMES = 3
YEAR = 12 * 28_800
TABLES = 20


def run() -> Result:
    """Measure."""
    rows = []
    for game in GAMES:
        order = order_of(FILINGS / f"{game}.toml", ROUNDS, 1)
        seconds = _played(order, TIMES)
        longer = _played(order_of(FILINGS / f"{game}.toml", 4 * ROUNDS, 1), 1)
        table = plan_of(order).tables[0]
        meters = len({meter for wager in table.wagers for meter in wager.meters if meter is not None})
        rows.append(
            (
                game,
                str(len(table.wagers)),
                str(meters),
                f"{_seat_rounds(order) / seconds / 1e6:.1f} M",
                f"{longer / seconds:.1f}",
            )
        )
    seconds = middle(_year_twice, 1)
    seat_rounds = 2 * 6 * TABLES * YEAR
    return Result(
        ("game", "wagers", "meters", "seat rounds a second, one core", "times the time for four times the rounds"),
        rows,
        (
            "The example filings, six seats, every wager in every round; dealing, settlement, Envy Bonuses and meters included.",
            f"What if: {YEAR:,} rounds (a year at forty an hour, day and night) at each of {TABLES} Three Card Poker tables with "
            f"all wagers and meters, as they are and with another paytable, {seat_rounds / 1e6:.0f} million seat rounds, on "
            f"{os.cpu_count()} cores: {seconds:.0f} s.",
        ),
        (
            f"A year of {TABLES} tables with all wagers and meters, played as they are and with another paytable: {seconds:.0f} s "
            f"on {os.cpu_count()} cores.",
        ),
    )


def _played(order: Order, times: int) -> float:
    run_block(order, 0, 0)  # compiled code and tables are made once
    return best(lambda: simulate(order, workers=0), times)


def _seat_rounds(order: Order) -> int:
    return order.rounds * sum(table.seats for table in plan_of(order).tables)


def _year_twice() -> None:
    text = (FILINGS / "three-card-poker.toml").read_text("utf-8")
    tables = ", ".join(f'"T{n}"' for n in range(1, TABLES + 1))
    now = text.replace('tables = ["TCP-1", "TCP-2"]', f"tables = [{tables}]", 1)
    then = now.replace('paytable = "A"', 'paytable = "B"', 1)
    assert now != text
    assert then != now
    for filing in (now, then):
        simulate(order_of(filing, YEAR, 1, period=28_800), workers=os.cpu_count())


if __name__ == "__main__":
    print(run().markdown())
