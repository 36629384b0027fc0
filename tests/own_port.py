"""A port that a server of the tests listens at, and that nobody else is given meanwhile."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_port() -> Iterator[int]:
    """A port of this machine that the system gives to no other socket while the context lasts, whether a server listens or not.

    A socket that does not listen is bound to it; beside it one may listen that shares its address, as servers do.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        if sys.platform != "linux":  # elsewhere two sockets share no address
            held.close()
        yield port
