"""Connections that never finish saying what they want are closed; the web server has no limit of its own for that."""

from __future__ import annotations

import asyncio
from typing import Any


def protocol(seconds: float) -> type[asyncio.Protocol]:
    """The web server's HTTP protocol; the head of each request must be there ``seconds`` after its first byte, that of the first
    after the connection.
    """
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

    usual: Any = AutoHTTPProtocol

    class InTime(usual):  # type: ignore[misc]
        deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
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
