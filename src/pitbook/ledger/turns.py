"""Writers of one process: first come, first served, and several in one transaction.

SQLite lets a second writer sleep and try again, the longer the longer it has waited: whoever comes last goes first. Threads
need not sleep. Whoever has written and sees that another waits leaves the transaction open to it; the last one commits for all,
as the wait for the disk takes longer than a step. Nobody is answered before that.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

from pitbook.ledger.errors import StoreError

BUSY_SECONDS: Final = 30.0
"""How long a writer waits for its turn."""
MOST_TOGETHER: Final = 16
"""How many write in one transaction at the most: the first of them waits for the last."""


def waited_too_long() -> StoreError:
    """The error of a writer whose turn did not come."""
    return StoreError(f"another writer held the link for over {BUSY_SECONDS:.0f} seconds; repeat the step")


@dataclass
class Shared:
    """A transaction that writers pass on, and how it ended."""

    session: Any
    writers: int = 1
    error: StoreError | None = None
    _ended: threading.Event = field(default_factory=threading.Event)

    def end(self, error: StoreError | None) -> None:
        """It was committed, or failed for all."""
        self.error = error
        self._ended.set()

    def wait(self) -> None:
        """Wait until it is committed. Raises StoreError where it failed."""
        self._ended.wait()
        if self.error is not None:
            raise type(self.error)(str(self.error)) from self.error


@dataclass
class _Waiting:
    joins: bool
    shared: Shared | None = None
    called: threading.Event = field(default_factory=threading.Event)


class Turns:
    """The queue of writers: one has its turn, the others wait."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._taken = False

    def take(self, *, joins: bool) -> Shared | None:
        """Wait for one's turn; gives the open transaction of those before, where there is one and the writer ``joins``.

        Raises StoreError when the turn does not come in time.
        """
        with self._guard:
            if not self._taken:
                self._taken = True
                return None
            mine = _Waiting(joins)
            self._waiting.append(mine)
        try:
            called = mine.called.wait(BUSY_SECONDS)
        finally:  # also after an interrupt
            with self._guard:
                if late := mine in self._waiting:
                    self._waiting.remove(mine)
        if late and not called:
            raise waited_too_long()
        return mine.shared

    def hand_over(self, shared: Shared) -> bool:
        """Give the turn to the next with the open transaction; says whether somebody took it."""
        with self._guard:
            if not self._waiting or not self._waiting[0].joins or shared.writers >= MOST_TOGETHER:
                return False
            shared.writers += 1
            self._call(shared)
            return True

    def give(self) -> None:
        """Give the turn to the next, who begins anew."""
        with self._guard:
            if self._waiting:
                self._call(None)
            else:
                self._taken = False

    def _call(self, shared: Shared | None) -> None:
        following = self._waiting.popleft()
        following.shared = shared
        following.called.set()
