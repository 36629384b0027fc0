"""The journal of refusals. Each is written at once; the same one again within a minute is counted, not written, so that nobody
can fill the journal by asking over and over.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pitbook.ledger.access import log_refusals
from pitbook.ledger.errors import LedgerError
from pitbook.web.logs import logger

if TYPE_CHECKING:
    from pitbook.ledger.desk import Ledger

WINDOW_SECONDS: Final = 60.0
REMEMBERED: Final = 2_000
MOST_A_MINUTE: Final = 600
"""Different refusals written in a minute; beyond it they are logged, not journalled, and their number is."""


@dataclass(frozen=True)
class Refusal:
    """A request that was refused: by what, on which route, from where, and by whom if somebody had signed in."""

    reason: str
    why: str
    method: str
    route: str
    address: str
    person: str | None = None
    token: str | None = None


@dataclass
class Refusals:
    """What was written when, and how often it came again."""

    ledger: Ledger | None
    clock: Callable[[], float] = time.monotonic
    seen: OrderedDict[Refusal, list[float]] = field(default_factory=OrderedDict)
    written: list[float] = field(default_factory=list)
    dropped: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, refusal: Refusal) -> None:
        """Write a refusal, or count it. Call it in a thread: it waits for the database."""
        entry = self._entry(refusal)
        if entry is None or self.ledger is None:
            return
        try:
            log_refusals(self.ledger, [entry])
        except LedgerError as error:
            logger().error("a refusal could not be journalled", fault=str(error))

    def flush(self) -> None:
        """Write what was only counted so far: before the server ends, and now and then."""
        with self.lock:
            again = [{**_content(each), "again": int(state[1])} for each, state in self.seen.items() if state[1]]
            if self.dropped:
                again.append({"reason": "flood", "why": "too many different refusals in a minute", "again": self.dropped})
            self.seen.clear()
            self.dropped = 0
        if again and self.ledger is not None:
            try:
                log_refusals(self.ledger, again)
            except LedgerError as error:
                logger().error("refusals could not be journalled", fault=str(error))

    def _entry(self, refusal: Refusal) -> dict[str, Any] | None:
        with self.lock:
            now = self.clock()
            known = self.seen.get(refusal)
            if known is not None and now - known[0] < WINDOW_SECONDS:
                known[1] += 1
                return None
            self.written = [at for at in self.written if now - at < WINDOW_SECONDS]
            if len(self.written) >= MOST_A_MINUTE:
                self.dropped += 1
                return None
            self.written.append(now)
            before = 0 if known is None else int(known[1])
            self.seen[refusal] = [now, 0]
            self.seen.move_to_end(refusal)
            while len(self.seen) > REMEMBERED:
                _, state = self.seen.popitem(last=False)
                self.dropped += int(state[1])
        return {**_content(refusal), **({"again": before} if before else {})}


def _content(refusal: Refusal) -> dict[str, Any]:
    named = {
        "reason": refusal.reason,
        "why": refusal.why[:300],
        "method": refusal.method[:20],
        "route": refusal.route[:200],
        "address": refusal.address[:100],
        "person": refusal.person,
        "token": refusal.token,
    }
    return {name: value for name, value in named.items() if value is not None}
