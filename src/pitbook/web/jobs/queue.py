"""Long work: simulations, the odds that take long to count, packs with them, perfect play.

Each job runs in a process of its own, one at a time; so many wait, and more are refused. A job can be cancelled, its result is
kept for a while, and what is running ends with the server.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from multiprocessing.connection import Connection
from typing import Any, Final

from pitbook.ledger.errors import UnknownNameError
from pitbook.web.jobs.process import POLL_SECONDS, Result, Task, work
from pitbook.web.logs import logger
from pitbook.web.metrics import Metrics
from pitbook.web.problems import TooBusyError
from pitbook.web.settings import Settings

KEPT_JOBS: Final = 50
KEPT_SECONDS: Final = 3600.0
FOR_EACH_ADDRESS: Final = 3


class JobState(StrEnum):
    """A job's life."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


UNFINISHED: Final = frozenset({JobState.WAITING, JobState.RUNNING})


@dataclass
class Job:
    """A job: who may ask for it knows its id. ``done`` of ``whole`` is how far it is; ``whole`` 0 where that is not known."""

    id: str
    task: Task
    address: str
    state: JobState = JobState.WAITING
    done: float = 0.0
    whole: float = 0.0
    faults: tuple[str, ...] = ()
    result: Result | None = None
    made_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    ended: float | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)

    def json(self) -> dict[str, Any]:
        """The job as JSON values."""
        return {
            "id": self.id,
            "kind": self.task.kind,
            "state": self.state,
            "progress": {"done": self.done, "whole": self.whole} if self.whole else None,
            "faults": list(self.faults),
            "made_at": self.made_at.isoformat(timespec="seconds"),
        }


class Jobs:
    """The jobs of a server. A thread for each that may run at a time takes them from the queue."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.metrics = settings, metrics
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self.waiting: queue.Queue[Job | None] = queue.Queue()
        self.lock = threading.Lock()
        self.runners: list[threading.Thread] = []
        self.stopped = False

    def start(self, task: Task, address: str) -> Job:
        """Put a job in the queue. Raises :class:`~pitbook.web.problems.TooBusyError` where too many wait."""
        with self.lock:
            self._forget()
            unfinished = [each for each in self.jobs.values() if each.state in UNFINISHED]
            if len(unfinished) >= self.settings.jobs_at_once + self.settings.jobs_waiting:
                raise TooBusyError("too many jobs are waiting; try again later")
            if sum(each.address == address for each in unfinished) >= FOR_EACH_ADDRESS:
                raise TooBusyError(f"{FOR_EACH_ADDRESS} jobs of yours are not done yet; wait, or cancel one")
            job = self.jobs[secrets.token_hex(16)] = Job("", task, address)
            job.id = next(reversed(self.jobs))
            self._count()
            if not self.runners:
                self.runners = [
                    threading.Thread(target=self._run_all, name=f"pitbook-job-{n}", daemon=True)
                    for n in range(self.settings.jobs_at_once)
                ]
                for each in self.runners:
                    each.start()
        self.waiting.put(job)
        return job

    def get(self, job_id: str) -> Job:
        """A job. Raises UnknownNameError, also for one that ended long ago."""
        with self.lock:
            self._forget()
            found = self.jobs.get(job_id)
        if found is None:
            raise UnknownNameError("job", job_id, [])
        return found

    def list(self) -> list[Job]:
        """All jobs that are not forgotten yet, the newest last."""
        with self.lock:
            self._forget()
            return [*self.jobs.values()]

    def cancel(self, job_id: str) -> Job:
        """Cancel a job; one that has ended stays as it is."""
        job = self.get(job_id)
        job.cancelled.set()
        with self.lock:
            if job.state is JobState.WAITING:
                self._end(job, JobState.CANCELLED)
        return job

    def stop(self) -> None:
        """Cancel everything and wait for what runs to end."""
        self.stopped = True
        for job in self.list():
            job.cancelled.set()
        for _ in self.runners:
            self.waiting.put(None)
        for each in self.runners:
            each.join(timeout=15)

    # --- running ---

    def _run_all(self) -> None:
        while (job := self.waiting.get()) is not None:
            if job.cancelled.is_set() or self.stopped:
                with self.lock:
                    self._end(job, JobState.CANCELLED)
                continue
            with self.lock:
                job.state = JobState.RUNNING
                self._count()
            try:
                self._run(job)
            except Exception as error:  # noqa: BLE001 - a job that cannot even be started must not end the runner
                logger().error("a job could not be run", kind=job.task.kind, exc_info=error)
                with self.lock:
                    self._end(job, JobState.FAILED, ("the job could not be run; the server's log says why",))

    def _run(self, job: Job) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(theirs, job.task, os.getpid()), name=f"pitbook-{job.task.kind}", daemon=False)
        process.start()
        theirs.close()
        until = time.monotonic() + self.settings.job_minutes * 60
        try:
            while job.state is JobState.RUNNING:
                if job.cancelled.is_set():
                    with self.lock:
                        self._end(job, JobState.CANCELLED)
                elif time.monotonic() > until:
                    with self.lock:
                        self._end(job, JobState.FAILED, (f"it took longer than {self.settings.job_minutes} minutes",))
                elif ours.poll(POLL_SECONDS):
                    self._hear(job, ours)
        finally:
            if process.is_alive():
                process.terminate()
            process.join(timeout=5)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()
            ours.close()

    def _hear(self, job: Job, ours: Connection) -> None:
        """Take one message of the process."""
        try:
            kind, *rest = ours.recv()
        except EOFError:
            with self.lock:
                self._end(job, JobState.FAILED, ("its process ended without a result",))
            return
        with self.lock:
            if kind == "progress":
                job.done, job.whole = rest
            elif kind == "done":
                job.result, job.done = Result(*rest), job.whole  # the last of its reports may not have been sent
                self._end(job, JobState.DONE)
            elif kind == "refused":
                self._end(job, JobState.FAILED, tuple(rest[0]))
            else:
                logger().error("a job failed", kind=job.task.kind, trace=rest[0])
                self._end(job, JobState.FAILED, ("the job failed; the server's log says why",))

    def _end(self, job: Job, state: JobState, faults: tuple[str, ...] = ()) -> None:
        if job.state in UNFINISHED:
            job.state, job.faults, job.ended = state, faults, time.monotonic()
            self._count()

    def _forget(self) -> None:
        ended = [each for each in self.jobs.values() if each.ended is not None]
        for n, each in enumerate(ended):
            assert each.ended is not None
            if n < len(ended) - KEPT_JOBS or time.monotonic() - each.ended > KEPT_SECONDS:
                del self.jobs[each.id]

    def _count(self) -> None:
        for state in JobState:
            self.metrics.jobs.labels(state).set(sum(each.state is state for each in self.jobs.values()))
