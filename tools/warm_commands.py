"""Commands run in forks of one process that has the program loaded: tests that run many need not load it for each.

:func:`warm_commands` gives a folder with a ``pitbook`` for the front of PATH. That one hands its words, its folder, its environment
and its three streams to the loaded process, which forks for it; it ends with the fork's status. Pipes, variables and scripts of a
shell are as with the command itself. A command with another PITBOOK_GAMES is run as ever: games are found as the program is loaded.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pkgutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NoReturn

_SHIM: Final = """#!{python} -IS
import json, os, socket, sys
if os.environ.get("PITBOOK_GAMES", "") != {games!r}:
    os.execv({python!r}, [{python!r}, "-m", "pitbook", *sys.argv[1:]])
with socket.socket(socket.AF_UNIX) as line:
    line.connect({address!r})
    asked = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(line, [len(asked).to_bytes(4, "big")], [0, 1, 2])
    line.sendall(asked)
    sys.exit(line.recv(1)[0])
"""
_UNUSED: Final = ("pitbook.web", "pitbook.__main__", ".routes", ".pages")
"""What the server alone loads, and what is a command itself."""


@contextmanager
def warm_commands() -> Iterator[Path]:
    """A folder with a ``pitbook`` that costs little, for as long as the context lasts."""
    with TemporaryDirectory() as made:
        folder, address = Path(made), f"{made}/line"
        games = os.environ.get("PITBOOK_GAMES", "")
        shim = folder / "pitbook"
        shim.write_text(_SHIM.format(python=sys.executable, games=games, address=address), "utf-8")
        shim.chmod(0o755)
        environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "FORCE_COLOR"}}
        words = [sys.executable, __file__, address]
        with subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            if process.stdout is None or not process.stdout.read(1):
                raise RuntimeError("the process that commands are forked from did not begin")
            try:
                yield folder
            finally:
                process.terminate()


def _load(place: Any, name: str) -> None:
    for found in pkgutil.iter_modules(place, f"{name}."):
        if not found.name.endswith(_UNUSED):
            module = import_module(found.name)
            if found.ispkg:
                _load(module.__path__, found.name)


def _serve(address: str) -> None:
    """Fork for every command; a fork returns from here when its command is to be run."""
    line = socket.socket(socket.AF_UNIX)
    line.bind(address)
    line.listen()
    os.write(1, b"1")
    while True:
        asked, _ = line.accept()
        if os.fork() == 0:
            line.close()
            _answer(asked)
            return
        asked.close()
        _reap()


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _answer(asked: socket.socket) -> None:
    """Put words, folder, environment and streams in place; a second fork does the work, and this one tells how it ended."""
    length, streams, _, _ = socket.recv_fds(asked, 4, 3)
    words, folder, environment = json.loads(_all(asked, int.from_bytes(length, "big")))
    worker = os.fork()
    if worker:
        status = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
        asked.sendall(bytes([status if status >= 0 else 128 - status]))
        os._exit(0)
    asked.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[:] = ["pitbook", *words]


def _end(run: Callable[[], None]) -> NoReturn:
    """Run a command to its end, without taking the loaded program to pieces."""
    status: Any = 0
    try:
        run()
    except SystemExit as end:
        status = end.code
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(int(status or 0))


def _all(asked: socket.socket, length: int) -> bytes:
    found = b""
    while len(found) < length:
        found += asked.recv(length - len(found))
    return found


if __name__ == "__main__":
    import numpy  # noqa: F401  what most commands load

    import pitbook
    from pitbook.cli import main

    _load(pitbook.__path__, "pitbook")
    list(pitbook.rulebook())
    gc.freeze()
    _serve(sys.argv[1])
    _end(main)
