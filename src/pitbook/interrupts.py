"""Interrupts that wait until what they would leave half begun can be ended."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final

INTERRUPT: Final = (signal.SIGINT,)
ENDING: Final = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def held_back(signals: Sequence[signal.Signals]) -> Iterator[None]:
    """Signals wait until the end of this; processes that are started meanwhile never see one.

    The mask is what such a process inherits. It holds for this thread alone, and a signal that another thread takes still stops
    Python's main thread: there a handler of our own keeps it until the end.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    kept: list[tuple[int, FrameType | None]] = []
    in_main = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in signals} if in_main else {}
    ours = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in ours:
        signal.signal(number, lambda taken, frame: kept.append((taken, frame)))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in ours.items():
            signal.signal(number, handler)
        for taken, frame in kept[:1]:
            ours[signal.Signals(taken)](taken, frame)
