"""The command line: ``pitbook``. Each command reads its input, calls the library and hands over the answer.

Little is loaded with this module: from here on an interrupt is told in a line, also while the rest is loaded.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

from pitbook.errors import InputError


def __getattr__(name: str) -> Any:
    # All commands; put together only where they are asked for.
    if name not in ("app", "application", "COMMANDS"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pitbook.cli.commands import COMMANDS, application

    if name == "app":
        globals()["app"] = application()
        return globals()["app"]
    return application if name == "application" else COMMANDS


class _ClosedInput(io.StringIO):
    """Standard input that was closed before the command began: at its end for who asks for a line, a fault for who reads a file."""

    @property
    def buffer(self) -> Any:
        raise InputError("standard input is closed, and - reads a file from it; name the file instead")


class _Ended(KeyboardInterrupt):
    """The process is told to end: it leaves as at an interrupt, so that nothing half done and no second process is left."""


def main() -> None:
    """Run the command line. Exit status: 0 done, 1 violations or differences, 2 bad input or usage."""
    atexit.register(gc.freeze)  # what is left at the end is not searched for circles: a tenth of a second of a large answer
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's own threads take their time to begin, and nothing here uses them
    try:
        with _told_to_end():
            _main()
    except KeyboardInterrupt as end:
        print("pitbook: stopped", file=sys.stderr)
        sys.exit(128 + (signal.SIGTERM if isinstance(end, _Ended) else signal.SIGINT))


@contextmanager
def _told_to_end() -> Iterator[None]:
    """SIGTERM is an :class:`_Ended` here, unless somebody else has said what it is."""
    ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    if not ours:
        yield
        return
    signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise _Ended


def _main() -> None:
    from pitbook.cli.common import say_fault

    if sys.stderr is None:
        # Closed: what is said would be printed among the answer, or into the next file that is opened.
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if sys.stdout is None:
        say_fault("standard output is closed; name a file with --output, or redirect it")
        sys.exit(2)
    if sys.stdin is None:
        sys.stdin = _ClosedInput()
    for stream in (sys.stdout, sys.stderr):
        # Sections are cited with signs that a plain locale's encoding does not have; a file's name may be no text in any encoding.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        _run()
    except InputError as fault:
        say_fault(str(fault))
        sys.exit(2)
    except BrokenPipeError:
        # The reader of a pipe went away; that is its right.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except MemoryError:
        say_fault("the memory does not suffice; a file that is read may be too large, or without an end")
        sys.exit(2)
    except OSError as fault:
        # Standard output on a full disk, a terminal that is gone: the answer is lost, and nobody may take it for "violations".
        say_fault(f"the answer cannot be written: {fault.strerror or fault}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(2)
    except Exception as fault:
        said = _said_of_a_game(fault)
        if said is None:
            raise
        say_fault(said)
        sys.exit(2)


def _said_of_a_game(fault: BaseException) -> str | None:
    """What to say of a fault of a game outside the package, which may not end the program either; None where there is none."""
    if "pitbook.game_modules" not in sys.modules:
        return None
    from pitbook.game_modules import own_game_fault

    return own_game_fault(fault)


def _run() -> None:
    """The application; a reader that went away and an interrupt are told from a failure, which end with the same status there."""
    from pitbook.cli.commands import application

    try:
        application(sys.argv[1:])()
    except SystemExit as end:
        if (said := _said_of_a_game(end)) is not None:
            raise InputError(said) from end
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        cause: BaseException | None = end
        while cause is not None and not isinstance(cause, KeyboardInterrupt):
            # One that was raised "from None" has been told.
            cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
        raise cause or end from None
