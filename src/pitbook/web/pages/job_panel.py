"""A job on a page: started, its progress shown, stopped; found again by its id after a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.errors import InputError
from pitbook.web.guard.middleware import address_of
from pitbook.web.jobs.process import Result, Task
from pitbook.web.jobs.queue import Job, JobState
from pitbook.web.look.widgets import Live, block, live, progress

LOOK_EVERY: Final = 0.4


class JobPanel:
    """The place of one job at a time. ``on_start`` is told its id (empty when it is over), ``on_done`` its result."""

    def __init__(
        self, services: Any, request: Request, what: str, on_start: Callable[[str], Any], on_done: Callable[[Result], Any]
    ) -> None:
        self.services, self.request, self.what = services, request, what
        self.on_start, self.on_done = on_start, on_done
        self.job: Job | None = None
        with block("pb-stack tight"):
            self.message: Live = live()
            self.bar = progress(what, self.stop)
        self.bar.set_visibility(False)
        self.timer = ui.timer(LOOK_EVERY, self.look, active=False)

    def start(self, task: Task) -> None:
        """Start a job; what is refused is said."""
        try:
            self.take(self.services.jobs.start(task, address_of(self.request.scope)))
        except InputError as fault:
            self.message.faults(str(fault).splitlines())

    def find(self, job_id: str) -> None:
        """Take up a job that was started before."""
        try:
            self.take(self.services.jobs.get(job_id))
        except InputError:
            self.message.put("Results are kept for an hour. Start it again.", "info", "This job is not there any more")

    def take(self, job: Job) -> None:
        """Show how far a job is."""
        self.job = job
        self.message.put()
        self.bar.set_visibility(True)
        self.on_start(job.id)
        self.timer.activate()
        self.look()

    def stop(self) -> None:
        """Stop it."""
        if self.job is not None:
            self.services.jobs.cancel(self.job.id)
            self.look()

    def look(self) -> None:
        """How far it is now."""
        job = self.job
        if job is None:
            self.timer.deactivate()
            return
        if job.state is JobState.WAITING:
            self.bar.put(None, "Waiting for a place.")
        elif job.state is JobState.RUNNING:
            part = job.done / job.whole if job.whole else None
            self.bar.put(part, f"{self.what}: {part:.0%}" if part is not None else f"{self.what}: starting")
        else:
            self.end(job)

    def end(self, job: Job) -> None:
        """It has ended, one way or another."""
        self.job = None
        self.timer.deactivate()
        self.bar.set_visibility(False)
        if job.state is JobState.DONE and job.result is not None:
            self.message.put()
            self.on_done(job.result)
        elif job.state is JobState.CANCELLED:
            self.message.put("Nothing was kept.", "info", "Stopped")
        else:
            self.message.faults(list(job.faults) or ["it failed"])
