"""Five-card ranking of all C(52,5) hands, beside other programs that Python can call.

Each is given its hands in its own form beforehand, in the way that is quickest for it, and only the ranking is timed. The results
are compared: all must put the hands into the same 7,462 classes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, combinations, repeat, starmap
from math import comb
from typing import Any

import eval7
import numpy as np
import numpy.typing as npt
import pkrbot
import treys
from phevaluator import _pheval

from measure import Result, best
from pitbook.cards import card_text
from pitbook.ranking import CLASSES, five_card_ranks

HANDS = comb(52, 5)
TIMES = 3


def run() -> Result:
    """Measure and compare."""
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.int64, count=5 * HANDS).reshape(HANDS, 5)
    hands = (np.int64(1) << cards).sum(axis=1)
    ours = five_card_ranks(hands)
    assert len(np.unique(ours)) == CLASSES
    seconds = {"pitbook": best(lambda: five_card_ranks(hands), 10)}
    for name, prepare, times in PEERS:
        ranks = prepare(cards)
        _assert_same_classes(ours, ranks, name)
        seconds[name] = best(lambda ranks=ranks: deque(ranks(), maxlen=0), times)  # type: ignore[misc]
    half = best(lambda: five_card_ranks(hands[: HANDS // 2]), 10)
    rows = [
        (name, f"{each * 1000:,.0f} ms", f"{HANDS / each / 1e6:,.1f} M", f"{each / seconds['pitbook']:,.1f}")
        for name, each in seconds.items()
    ]
    ahead = seconds["pkrbot"] / seconds["pitbook"]
    return Result(
        ("program", f"all {HANDS:,} hands", "hands a second", "times pitbook's"),
        rows,
        (
            "One core. pitbook ranks an array in one call, the others are called once a hand, in a loop that runs in C; treys is "
            f"written in Python. All {HANDS:,} hands take {seconds['pitbook'] / half:.1f} times as long as half of them.",
        ),
        (f"Five-card ranking: {HANDS / seconds['pitbook'] / 1e6:,.0f} million hands a second on one core, {ahead:,.0f} × pkrbot.",),
    )


Ranks = Callable[[], Iterator[int]]


def _pkrbot(cards: npt.NDArray[np.int64]) -> Ranks:
    ranks = [row.tobytes() for row in (cards % 13).astype(np.uint8)]
    suits = [row.tobytes() for row in (cards // 13).astype(np.uint8)]
    return lambda: map(pkrbot.evaluate_raw, ranks, suits, repeat(5))


def _phevaluator(cards: npt.NDArray[np.int64]) -> Ranks:
    numbers = [tuple(row) for row in (cards % 13 * 4 + cards // 13).tolist()]
    return lambda: starmap(_pheval.evaluate_5cards, numbers)


def _eval7(cards: npt.NDArray[np.int64]) -> Ranks:
    deck = [eval7.Card(card_text(n)) for n in range(52)]
    hands = [[deck[n] for n in row] for row in cards.tolist()]
    return lambda: map(eval7.evaluate, hands)


def _treys(cards: npt.NDArray[np.int64]) -> Ranks:
    deck = [treys.Card.new(card_text(n)) for n in range(52)]
    hands = [[deck[n] for n in row] for row in cards.tolist()]
    return lambda: map(treys.Evaluator()._five, hands)


PEERS: tuple[tuple[str, Callable[[npt.NDArray[np.int64]], Ranks], int], ...] = (
    ("pkrbot", _pkrbot, TIMES),
    ("phevaluator", _phevaluator, TIMES),
    ("eval7", _eval7, TIMES),
    ("treys", _treys, 1),
)


def _assert_same_classes(ours: npt.NDArray[Any], ranks: Ranks, name: str) -> None:
    theirs = np.fromiter(ranks(), np.int64, count=HANDS)
    pairs = len(np.unique(ours * (np.int64(1) << 32) + theirs))
    assert pairs == len(np.unique(theirs)) == CLASSES, f"{name} has other classes"
