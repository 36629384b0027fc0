"""Prices a choice of paytables from Python: reads examples/paytables.toml and prints a line per wager.

Every figure of a sheet is a fraction; a float appears only where it is printed.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pitbook

CHOICE = Path(__file__).with_name("paytables.toml")


def line(game: str, wager: str, paytable: str) -> str:
    """A wager with its paytable: house edge, or theoretical hold where there is a meter, how often it hits, how it spreads."""
    sheet = pitbook.par(game, wager, paytable)
    hold = sheet.house_edge if sheet.progressive is None else sheet.theoretical_hold
    shown = "     –  " if hold is None else f"{float(hold):8.4%}"
    return f"{wager:32}{paytable:>9}{shown:>10}{float(sheet.hit_frequency):10.4%}{sheet.standard_deviation:12,.2f}"


def main() -> None:
    """Price every wager of the choice."""
    print(f"{'':32}{'paytable':>9}{'hold':>10}{'hits':>10}{'deviation':>12}")
    for game, wagers in tomllib.loads(CHOICE.read_text("utf-8")).items():
        print(game)
        for wager, paytable in wagers.items():
            print(" ", line(game, wager, paytable))


if __name__ == "__main__":
    main()
