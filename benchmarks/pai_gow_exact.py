"""Pai Gow on the full deck, exactly: how long it takes, and whether the figures are those that are kept.

    python benchmarks/pai_gow_exact.py           counts, prints times and memory, compares with the kept figures
    python benchmarks/pai_gow_exact.py --write   keeps the figures, with the hash of the sources they come from

Run it twice: the first run compiles. Exit status 1 if a figure differs from the kept one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import sys
import time
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pitbook
from pitbook.cards import hand, parse_cards
from pitbook.games.pai_gow_poker.best_setting import setting_values
from pitbook.games.pai_gow_poker.exact import DealerPush, main_wager_counts
from pitbook.games.pai_gow_poker.house_way import load_way
from pitbook.games.pai_gow_poker.perfect_play import perfect_play
from pitbook.games.pai_gow_poker.setting import WHEEL_LOWEST

KEPT = Path(__file__).parent.parent / "tests" / "games" / "pai_gow_exact_figures.toml"
VIGORISH = Fraction(1, 20)
WAGERS = {
    "trump-plaza against trump-plaza": ("trump-plaza", "trump-plaza", 0, DealerPush.NONE),
    "trump-plaza against foxwoods": ("trump-plaza", "foxwoods", 0, DealerPush.NONE),
    "foxwoods against trump-plaza": ("foxwoods", "trump-plaza", 0, DealerPush.NONE),
    "foxwoods against foxwoods": ("foxwoods", "foxwoods", 0, DealerPush.NONE),
    "foxwoods against foxwoods, ace-low-straight lowest": ("foxwoods", "foxwoods", WHEEL_LOWEST, DealerPush.NONE),
    "trump-plaza against trump-plaza, queen-high pushes": ("trump-plaza", "trump-plaza", 0, DealerPush.QUEEN_HIGH),
    "trump-plaza against trump-plaza, nine-high low pushes": ("trump-plaza", "trump-plaza", 0, DealerPush.NINE_HIGH_LOW),
}
KINDS = ("main-wager", "perfect-play")
WAYS = ("foxwoods", "trump-plaza")


def main() -> int:
    """Count, report, and compare or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the figures")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    found: dict[str, Any] = {"sources": sources(), "main-wager": {}, "perfect-play": {}}
    for name, (player, dealer, reading, push) in WAGERS.items():
        started = time.perf_counter()
        counts = main_wager_counts(load_way(player), load_way(dealer), reading=reading, dealer_push=push, workers=arguments.workers)
        found["main-wager"][name] = {
            "player-way": player,
            "dealer-way": dealer,
            "reading": reading,
            "dealer-push": str(push),
            "win": counts.win,
            "push": counts.push,
            "lose": counts.lose,
        }
        vigorish = VIGORISH if push is DealerPush.NONE else Fraction(0)
        report(name, started, f"edge {100 * float(counts.edge(vigorish)):.5f}%")
    for name in WAYS:
        started = time.perf_counter()
        play = perfect_play(load_way(name), vigorish=VIGORISH, workers=arguments.workers)
        found["perfect-play"][name] = {
            "win": play.win,
            "push": play.push,
            "lose": play.lose,
            "hands-set-otherwise": play.hands_set_otherwise,
        }
        gain = play.way_edge - play.edge
        report(f"perfect play against {name}", started, f"edge {100 * float(play.edge):.5f}%, {100 * float(gain):.5f} points lower")
    started = time.perf_counter()
    setting_values(hand(parse_cards("Kh Kd Jk 9c 9s 4d 2h")), load_way("foxwoods"), vigorish=VIGORISH)
    report("best setting of one hand", started, "")
    return keep(found) if arguments.write else compare(found)


def report(name: str, started: float, words: str) -> None:
    """Print a line with time and the most memory so far."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"{name:55} {time.perf_counter() - started:7.2f} s  {most:5.2f} GiB  {words}", flush=True)


def sources() -> str:
    """A hash of the sources that the figures come from."""
    root = Path(pitbook.__file__).parent
    game = root / "games" / "pai_gow_poker"
    names = (
        "setting",
        "house_setter",
        "house_way",
        "hand_forms",
        "way_table",
        "beaten",
        "below",
        "hand_classes",
        "exact",
        "perfect_play",
    )
    files = [
        root / "cards.py",
        root / "hands.py",
        *(game / f"{name}.py" for name in names),
        *sorted(game.glob("house_ways/*.toml")),
    ]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:32]


def keep(found: dict[str, Any]) -> int:
    """Write the figures where the tests read them."""
    lines = ["# Written by benchmarks/pai_gow_exact.py --write.", f'sources = "{found["sources"]}"']
    for kind in KINDS:
        for name, values in found[kind].items():
            lines += ["", f'[{kind}."{name}"]']
            lines += [f"{key} = {json.dumps(value)}" for key, value in values.items()]
    KEPT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def compare(found: dict[str, Any]) -> int:
    """Name each figure that is not as kept."""
    kept = tomllib.loads(KEPT.read_text(encoding="utf-8"))
    wrong = [
        f"{kind}, {name}"
        for kind in ("main-wager", "perfect-play")
        for name in found[kind]
        if found[kind][name] != kept[kind].get(name)
    ]
    for name in wrong:
        print(f"differs from the kept figures: {name}", file=sys.stderr)
    if kept["sources"] != found["sources"]:
        print("the sources have changed since the figures were kept", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
