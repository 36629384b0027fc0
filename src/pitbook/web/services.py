"""What a server has: its ledger, its threads, its jobs, its feed and its counters. There is one for each server."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from pitbook.ledger.access import end_tokens
from pitbook.ledger.errors import LedgerError, RefusedError
from pitbook.web.api.inputs import answer, refuse_files
from pitbook.web.guard import sessions
from pitbook.web.guard.refusals import Refusals
from pitbook.web.guard.throttle import Throttle
from pitbook.web.jobs.queue import Jobs
from pitbook.web.logs import logger
from pitbook.web.metrics import Metrics
from pitbook.web.problems import TooBusyError
from pitbook.web.progressives.feed import Feed
from pitbook.web.settings import Settings

if TYPE_CHECKING:
    from pitbook.ledger.desk import Ledger

P = ParamSpec("P")
T = TypeVar("T")
SWEEP_SECONDS = 300.0
BESIDE_SECONDS = 0.25


class Kept:
    """Answers lately given, by address, up to so many bytes; a new day forgets them, as it may bring another edition."""

    def __init__(self, most: int = 32 << 20) -> None:
        self.most, self.size = most, 0
        self.answers: OrderedDict[str, bytes] = OrderedDict()
        self.day = date.today()

    def get(self, address: str) -> bytes | None:
        """What was answered, if it is kept."""
        if self.day != date.today():
            self.answers.clear()
            self.size, self.day = 0, date.today()
        found = self.answers.get(address)
        if found is not None:
            self.answers.move_to_end(address)
        return found

    def keep(self, address: str, given: bytes) -> None:
        """Keep an answer; the oldest go."""
        if address in self.answers or len(given) > self.most // 4:
            return
        self.answers[address] = given
        self.size += len(given) + len(address)
        while self.size > self.most:
            old, gone = self.answers.popitem(last=False)
            self.size -= len(gone) + len(old)


class Pool:
    """Some threads; so many calls wait for one for so many seconds, and more are refused."""

    def __init__(self, threads: int, waiting: int, patience: float) -> None:
        self.patience = patience
        self.most, self.under_way = threads + waiting, 0
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="pitbook")

    async def call(self, function: Callable[[], T]) -> T:
        """What a call in a thread gives. Raises :class:`~pitbook.web.problems.TooBusyError` when too many or it too long wait."""
        if self.under_way >= self.most:
            raise TooBusyError("too many requests are waiting; try again in a moment")
        self.under_way += 1
        try:
            called = self.executor.submit(function)
            answer = asyncio.wrap_future(called)
            await asyncio.wait({answer}, timeout=self.patience)
            if called.cancel():  # not begun yet
                raise TooBusyError("the server was busy for too long; try again in a moment")
            return await answer
        finally:
            self.under_way -= 1

    def end(self) -> None:
        """Wait for the calls that run; those that wait are not begun."""
        self.executor.shutdown(wait=True, cancel_futures=True)


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
    threads: Pool
    reading: Pool
    counting: Pool
    one_login_at_a_time: threading.Lock = field(default_factory=threading.Lock)
    one_verification_at_a_time: threading.Lock = field(default_factory=threading.Lock)
    kept: Kept = field(default_factory=Kept)
    keeping: asyncio.Task[None] | None = None
    besides: set[str] = field(default_factory=set)

    def the_ledger(self) -> Ledger:
        """The ledger. Raises RefusedError where the server has none."""
        if self.ledger is None:
            raise RefusedError("this server has no ledger: it was started without --database")
        return self.ledger

    def may_read_feed(self) -> None:
        """Raises RefusedError where there is no ledger, and TooBusyError where there are too many readers already."""
        self.the_ledger()
        if self.feed.readers >= self.settings.feeds:
            raise TooBusyError("there are too many readers of feeds; try again in a moment")

    async def work(self, function: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Call something that writes in the ledger, or takes long with it, in a thread.

        Raises :class:`~pitbook.web.problems.TooBusyError` when too many wait already.
        """
        return await self.threads.call(partial(function, *args, **more))

    async def read(self, function: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Call something that only reads the ledger, in a thread that no writer holds while it waits for the database.

        Raises :class:`~pitbook.web.problems.TooBusyError` when too many wait already.
        """
        return await self.reading.call(partial(function, *args, **more))

    def beside(self, name: str, function: Callable[[], object]) -> None:
        """Write something that no answer depends on, such as that a session is in use; called in a thread.

        It is waited for a moment; it goes on behind the writers before it, once for each name, and its faults are logged.
        """
        if name in self.besides:
            return
        self.besides.add(name)
        try:
            written = self.threads.executor.submit(function)
        except RuntimeError:  # the server ends
            self.besides.discard(name)
            return

        def ended(future: Future[object]) -> None:
            self.besides.discard(name)
            error = None if future.cancelled() else future.exception()
            if error is not None:
                logger().warning("what goes on beside the answers failed", fault=str(error))

        written.add_done_callback(ended)
        wait([written], timeout=BESIDE_SECONDS)

    async def count(self, function: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Call something that reckons: its threads are few and its own, so that rounds never wait behind odds.

        Raises :class:`~pitbook.web.problems.TooBusyError` when too many wait already.
        """
        return await self.counting.call(partial(function, *args, **more))

    async def pure(self, request: Request, function: Callable[..., Any], *args: Any) -> Response:
        """The answer to a question that depends on nothing but its address: what was asked lately is answered from memory."""
        refuse_files(*request.query_params.values())
        address = f"{request.url.path}?{request.url.query}"
        kept = self.kept.get(address)
        if kept is None:
            kept = bytes(answer(await self.count(function, *args)).body)
            self.kept.keep(address, kept)
        return Response(kept, media_type="application/json")

    async def start(self) -> None:
        """Begin what goes on in the background."""
        await self.feed.start(self.read)
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
        self.counting.end()
        self.reading.end()
        self.threads.end()
        if self.ledger is not None:
            self.ledger.close()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.work(self.refusals.flush)
                if self.ledger is not None:
                    await self.work(sessions.sweep, self.ledger, self.settings)
                    await self.work(end_tokens, self.ledger)
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
        "threads": Pool(settings.threads, settings.waiting, settings.patience_seconds),
        "reading": Pool(settings.reading, settings.waiting, settings.patience_seconds),
        "counting": Pool(settings.counting, settings.counting_waiting, settings.patience_seconds),
    }
    return Services(**{**made, **more})
