"""The process of a job: it imports little but what the job itself needs."""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, Final

from pitbook.errors import InputError

POLL_SECONDS: Final = 0.1

Tell = Callable[[float, float], None]
"""Told how much is done, and how much there is."""


@dataclass(frozen=True)
class Result:
    """What a job came to: its bytes and their media type."""

    content: bytes
    media: str = "application/json"


@dataclass(frozen=True)
class Task:
    """What a job is to do: a function of a module, ``module:function``, called with ``request`` and a :data:`Tell`.

    The function gives a :class:`Result`; what the request holds must be plain values, as it goes to another process.
    """

    kind: str
    function: str
    request: Mapping[str, Any]


def work(theirs: Connection, task: Task, server: int) -> None:
    """Do a task and send what it came to. Runs in a process of its own, and ends with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server cancels it
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    told = 0.0

    def tell(done: float, whole: float) -> None:
        nonlocal told
        if time.monotonic() - told > POLL_SECONDS:
            told = time.monotonic()
            theirs.send(("progress", float(done), float(whole)))

    try:
        module, _, name = task.function.partition(":")
        result: Result = getattr(import_module(module), name)(task.request, tell)
        theirs.send(("done", result.content, result.media))
    except InputError as fault:
        theirs.send(("refused", str(fault).splitlines()))
    except Exception:  # noqa: BLE001 - whatever it is, the server must hear of it
        theirs.send(("broken", traceback.format_exc()))


def _end_with(server: int) -> None:
    while os.getppid() == server:
        time.sleep(1)
    os._exit(1)
