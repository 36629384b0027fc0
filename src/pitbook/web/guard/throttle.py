"""Failed logins make the next ones wait: per person and per address."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

FREE_PERSON: Final = 5
FREE_ADDRESS: Final = 20
LONGEST_SECONDS: Final = 300.0
FORGET_SECONDS: Final = 3600.0
REMEMBERED: Final = 10_000


@dataclass
class _Failures:
    count: int
    last: float


@dataclass
class Throttle:
    """Counts failures by subject. After so many free ones each more doubles the wait, up to five minutes; an hour without any,
    or a success, forgets them. It is kept in the memory of the server; the journal has every failure.
    """

    clock: Callable[[], float] = time.monotonic
    failures: OrderedDict[tuple[str, str], _Failures] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, person: str, address: str) -> int:
        """The whole seconds until the next attempt is taken; 0 for now."""
        with self.lock:
            now = self.clock()
            left = max(
                self._left(("person", person), FREE_PERSON, now),
                self._left(("address", address), FREE_ADDRESS, now),
            )
        return math.ceil(left)

    def failed(self, person: str, address: str) -> None:
        """Count a failure."""
        with self.lock:
            now = self.clock()
            for subject in (("person", person), ("address", address)):
                known = self.failures.pop(subject, None)
                fresh = known is None or now - known.last > FORGET_SECONDS
                self.failures[subject] = _Failures(1 if fresh or known is None else known.count + 1, now)
            while len(self.failures) > REMEMBERED:
                self.failures.popitem(last=False)

    def succeeded(self, person: str) -> None:
        """Forget a person's failures. Those of the address stay: it may be trying others."""
        with self.lock:
            self.failures.pop(("person", person), None)

    def _left(self, subject: tuple[str, str], free: int, now: float) -> float:
        known = self.failures.get(subject)
        if known is None or known.count < free or now - known.last > FORGET_SECONDS:
            return 0.0
        needed = min(2.0 ** min(known.count - free, 20), LONGEST_SECONDS)
        return max(0.0, known.last + needed - now)
