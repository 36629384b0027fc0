"""Connections that never finish saying what they want are closed; the web server has no limits of its own for that."""

from __future__ import annotations

import asyncio
from typing import Any, Final

MOST_HEAD: Final = 64 * 1024
"""Bytes that may come of a head before its end; what comes at once is read at once."""
_PROBLEM: Final = (
    b'{"type":"about:blank","title":"Request Header Fields Too Large","status":431,"faults":["the head is larger than 64 KiB"]}'
)
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: application/problem+json\r\n"
    b"Content-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(_PROBLEM), _PROBLEM)
)


def protocol(seconds: float) -> type[asyncio.Protocol]:
    """The web server's HTTP protocol; the head of each request must be there ``seconds`` after its first byte, that of the first
    after the connection.
    """
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

    usual: Any = AutoHTTPProtocol

    class InTime(usual):  # type: ignore[misc]
        deadline: asyncio.TimerHandle | None = None
        in_head = False
        head = 0  # bytes of a head that is not whole yet

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wait()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self.in_head, self.head = True, 0

        def on_headers_complete(self) -> None:
            self.in_head = False
            super().on_headers_complete()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.in_head and not self.transport.is_closing():
                self.head += len(data)
                if self.head > MOST_HEAD:
                    self.transport.write(_TOO_LARGE)
                    self.transport.close()
            upgraded = self.transport.get_protocol() is not self
            answering = self.cycle is not None and not self.cycle.response_complete
            if upgraded or answering:
                self._end_wait()
            elif self.deadline is None:
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._end_wait()
            super().connection_lost(exc)

        def _wait(self) -> None:
            self.deadline = self.loop.call_later(seconds, self._too_late)

        def _end_wait(self) -> None:
            if self.deadline is not None:
                self.deadline.cancel()
                self.deadline = None

        def _too_late(self) -> None:
            self.deadline = None
            answering = self.cycle is not None and not self.cycle.response_complete
            if not answering and not self.transport.is_closing():
                self.transport.close()

    return InTime
