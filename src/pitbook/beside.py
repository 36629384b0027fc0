"""Work that a second process does while this one goes on: it knows what this one knows, and answers through a pipe."""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, NamedTuple, NoReturn, TypeVar

from pitbook.interrupts import ENDING, held_back

T = TypeVar("T")


@contextmanager
def beside(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Begin a piece of work; call what this gives for its answer, which must be a value that can be pickled.

    The work is done here, when it is asked for, where a second process would not help or did not come to an answer: then what
    it raises is raised here. Left early, the process is ended.
    """
    if not _helps():
        yield work
        return
    begun: _Begun | None = None
    ended = False

    def answer() -> T:
        nonlocal ended
        if begun is None:
            return work()
        given = begun.pipe.read()
        ended = True
        try:
            _, status = os.waitpid(begun.process, 0)
        except ChildProcessError:  # somebody else waits for this program's processes
            status = 0
        if status != 0 or not given:
            return work()
        found: T = pickle.loads(given)
        return found

    try:
        with held_back(ENDING):  # none between the fork and what ends the process
            begun = _begin(work)
        yield answer
    finally:
        if begun is not None:
            if not ended:
                with contextlib.suppress(ProcessLookupError, ChildProcessError):
                    os.kill(begun.process, signal.SIGKILL)
                    os.waitpid(begun.process, 0)
            begun.pipe.close()


def in_turns(tasks: Sequence[Callable[[], T]]) -> list[T]:
    """The answers to all tasks, in their order. This process and one beside it each take the next that nobody has begun.

    At most 256 tasks, the longest best first. What goes wrong in one of them is raised here.
    """
    waiting, adding = os.pipe()
    try:
        os.write(adding, bytes(range(len(tasks))))
    finally:
        os.close(adding)

    def taken() -> dict[int, T]:
        found = {}
        while number := os.read(waiting, 1):
            found[number[0]] = tasks[number[0]]()
        return found

    try:
        with beside(taken) as others:
            found = taken()
            found.update(others())
    finally:
        os.close(waiting)
    return [found[n] if n in found else task() for n, task in enumerate(tasks)]


class _Begun(NamedTuple):
    """A second process, and the end of the pipe that its answer comes out of."""

    process: int
    pipe: IO[bytes]


def _begin(work: Callable[[], object]) -> _Begun | None:
    """Begin a second process; None where the system has none to give, or no file for the pipe."""
    ends: tuple[int, ...] = ()
    try:
        ends = os.pipe()
        child = os.fork()
    except OSError:
        for each in ends:
            os.close(each)
        return None
    reading, writing = ends
    if child == 0:
        _answer(work, reading, writing)
    os.close(writing)
    return _Begun(child, os.fdopen(reading, "rb"))


def _answer(work: Callable[[], object], reading: int, writing: int) -> NoReturn:
    """What the second process does. It ends without a word: what went wrong, the first one meets and says."""
    status = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe, contextlib.redirect_stderr(io.StringIO()):
            pipe.write(pickle.dumps(work()))
        status = 0
    finally:
        os._exit(status)


def _helps() -> bool:
    """A second process helps where it has a core and can be forked: a thread's locks would be copied as they stand."""
    return hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1
