"""Compiles what the tests call, once, into the user's cache: processes that test side by side would each compile it."""

from __future__ import annotations

import contextlib
import io
import sys
from fractions import Fraction
from pathlib import Path

from pitbook import cli
from pitbook.cards import reduced_deck
from pitbook.games.pai_gow_poker.exact import main_wager_counts
from pitbook.games.pai_gow_poker.house_way import load_way
from pitbook.games.pai_gow_poker.perfect_play import perfect_play

FILINGS = sorted((Path(__file__).parents[1] / "examples" / "submissions").glob("*.toml"))
COMMANDS = [
    ["par", "--all", "--json"],
    ["hold", "three-card-poker", "pair-plus", "--paytable", "A", "--rounds", "1000"],
    ["set", "Kh Kd Jk 9c 9s 4d 2h"],
    *(["simulate", str(filing), "--rounds", "200", "--seed", "1", "--workers", "0"] for filing in FILINGS),
]


def main() -> None:
    """Run the commands whose code is compiled, and the counts of Pai Gow Poker over a small deck."""
    for words in COMMANDS:
        sys.argv = ["pitbook", *words]
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                cli.main()
        except SystemExit as end:
            if end.code:
                sys.exit(f"{' '.join(words)}: {said.getvalue()}")
    way, deck = load_way("trump-plaza"), reduced_deck((8, 9, 10, 11), joker=True)
    main_wager_counts(way, way, deck=deck)
    perfect_play(way, vigorish=Fraction(1, 20), deck=deck)


if __name__ == "__main__":
    main()
