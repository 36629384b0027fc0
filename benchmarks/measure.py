"""Timing, and the table that a benchmark hands back."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """A benchmark's table as cells, the remarks under it, and sentences for the README's summary."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    summary: Sequence[str] = ()

    def markdown(self) -> str:
        """The table as Markdown; all columns but the first are figures."""
        lines = [list(self.headings), ["---", *("---:" for _ in self.headings[1:])], *self.rows]
        table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        return "\n\n".join([table, *self.notes])


def best(work: Callable[[], object], times: int) -> float:
    """Processor seconds of the quickest of several runs: what the work takes when nothing else is in its way."""
    return min(_seconds(work, time.process_time) for _ in range(times))


def middle(work: Callable[[], object], times: int) -> float:
    """Seconds on the clock of the run in the middle: what a user waits."""
    return statistics.median(_seconds(work, time.perf_counter) for _ in range(times))


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    work()
    return clock() - start
