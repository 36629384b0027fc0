"""Long work in threads: shared out, with progress, and stopped when asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

Progress = Callable[[float], None]
"""Told the share of the work that is done, 0 to 1. What it raises stops the work and is raised to the caller."""


def stage(progress: Progress | None, first: float, last: float) -> Progress | None:
    """The progress of a stage of the work that leads from one share of the whole to another."""
    return None if progress is None else lambda share: progress(first + share * (last - first))


def run(tasks: Sequence[Callable[[int], None]], workers: int, progress: Progress | None = None) -> None:
    """Call every task once with the number of the worker that does it, 0 to ``workers`` - 1.

    The first exception, of a task or of ``progress``, stops the work after the tasks that are running and is raised.
    """
    waiting = iter(tasks)
    lock = threading.Lock()
    failures: list[BaseException] = []
    done = 0

    def work(worker: int) -> None:
        nonlocal done
        while True:
            with lock:
                task = None if failures else next(waiting, None)
            if task is None:
                return
            try:
                task(worker)
                with lock:
                    done += 1
                    if progress and not failures:
                        progress(done / len(tasks))
            except BaseException as failure:  # noqa: BLE001 - raised again in the caller's thread
                with lock:
                    failures.append(failure)
                return

    threads = [threading.Thread(target=work, args=(worker,), daemon=True) for worker in range(1, workers)]
    for thread in threads:
        thread.start()
    try:
        work(0)
    finally:
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]
