"""What a server has: its ledger, its threads, its jobs, its feed and its counters. There is one for each server."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pitbook.ledger.errors import LedgerError, RefusedError
from pitbook.web import sessions
from pitbook.web.feed import Feed
from pitbook.web.jobs import Jobs
from pitbook.web.logs import logger
from pitbook.web.metrics import Metrics
from pitbook.web.problems import TooBusyError
from pitbook.web.refusals import Refusals
from pitbook.web.settings import Settings
from pitbook.web.throttle import Throttle

if TYPE_CHECKING:
    from pitbook.ledger.desk import Ledger

P = ParamSpec("P")
T = TypeVar("T")
SWEEP_SECONDS = 300.0


@dataclass
class Services:
    """Everything that routes and pages share. ``ledger`` None: the server was started without a database."""

    settings: Settings
    ledger: Ledger | None
    metrics: Metrics
    jobs: Jobs
    feed: Feed
    refusals: Refusals
    throttle: Throttle
    threads: ThreadPoolExecutor
    under_way: int = 0
    one_login_at_a_time: threading.Lock = field(default_factory=threading.Lock)
    keeping: asyncio.Task[None] | None = None

    def the_ledger(self) -> Ledger:
        """The ledger. Raises RefusedError where the server has none."""
        if self.ledger is None:
            raise RefusedError("this server has no ledger: it was started without --database")
        return self.ledger

    async def work(self, function: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Call something that waits for the database, or works for long, in one of the server's threads.

        Raises :class:`~pitbook.web.problems.TooBusyError` when too many wait already.
        """
        if self.under_way >= self.settings.threads + self.settings.waiting:
            raise TooBusyError("too many requests are waiting; try again in a moment")
        self.under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, partial(function, *args, **more))
        finally:
            self.under_way -= 1

    async def start(self) -> None:
        """Begin what goes on in the background."""
        await self.feed.start(self.work)
        self.keeping = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """End what goes on in the background, write what is left to write, and close the ledger."""
        if self.keeping is not None:
            self.keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.keeping
        await self.feed.stop()
        self.jobs.stop()
        await self.work(self.refusals.flush)
        self.threads.shutdown(wait=True)
        if self.ledger is not None:
            self.ledger.close()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.work(self.refusals.flush)
                if self.ledger is not None:
                    await self.work(sessions.sweep, self.ledger, self.settings)
            except (LedgerError, TooBusyError) as error:
                logger().warning("housekeeping failed", fault=str(error))


def make_services(settings: Settings, ledger: Ledger | None = None, **more: Any) -> Services:
    """The services of a server; opens the ledger of the settings where none is given."""
    if ledger is None and settings.database is not None:
        from pitbook.ledger.desk import open_ledger

        ledger = open_ledger(settings.database, create=False)
    metrics = Metrics()
    made: dict[str, Any] = {
        "settings": settings,
        "ledger": ledger,
        "metrics": metrics,
        "jobs": Jobs(settings, metrics),
        "feed": Feed(settings, ledger, metrics),
        "refusals": Refusals(ledger),
        "throttle": Throttle(),
        "threads": ThreadPoolExecutor(settings.threads, thread_name_prefix="pitbook"),
    }
    return Services(**{**made, **more})
