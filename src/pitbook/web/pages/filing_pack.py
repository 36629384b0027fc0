"""The PAR pack of a filing: made in a job, handed over whole or file by file."""

from __future__ import annotations

import io
import zipfile
from functools import partial
from typing import Any

from starlette.requests import Request

from pitbook.pack.of_submission import long_counts
from pitbook.submission import Submission
from pitbook.web.forms.filing.values import Data, file_stem
from pitbook.web.jobs.kinds import KINDS
from pitbook.web.jobs.process import Result, Task
from pitbook.web.look.widgets import Tick, block, button, download, notice, panel, tick
from pitbook.web.pages.job_panel import JobPanel


class PackPanel:
    """A button that makes the pack, a box for what takes long to count, and in :meth:`place` the pack's files."""

    def __init__(self, services: Any, request: Request) -> None:
        self.services, self.request = services, request
        self.data: Data = {}
        self.filing: Submission | None = None
        self.with_long: Tick | None = None
        self.job: JobPanel | None = None
        self.make_button = button("Make the PAR pack", self._make, kind="primary", small=True)
        self.long_place = block()

    def place(self) -> None:
        """Put the place of the pack's files here."""
        self.files_place = block("pb-stack")

    def offer(self, data: Data, filing: Submission | None) -> None:
        """The filing that the pack is made of; one that cannot be read has none. Wagers that take long have a box to tick."""
        self.data, self.filing = data, filing
        self.make_button.enable(filing is not None)
        names = long_counts(filing) if filing is not None else []
        if bool(names) == (self.with_long is not None):
            return
        self.long_place.clear()
        self.with_long = None
        if names:
            with self.long_place:
                self.with_long = tick(f"Pack with {', '.join(names)}, whose count takes long the first time")

    def stop(self) -> None:
        """Stop a pack that is being made."""
        if self.job is not None:
            self.job.stop()

    def _make(self) -> None:
        """Make the pack in a job; what takes long to count is left out unless it is asked for."""
        if self.filing is None:
            return
        left_out = [] if self.with_long is not None and self.with_long.value else long_counts(self.filing)
        task = Task("pack", KINDS["pack"].function, {"submission": self.data, "without": left_out})
        made = partial(self._made, f"{file_stem(self.data)}-par-pack.zip", left_out)
        self.stop()
        self.files_place.clear()
        with self.files_place:
            self.job = JobPanel(self.services, self.request, "Counting and typesetting the pack", lambda _: None, made)
            self.job.start(task)

    def _made(self, name: str, left_out: list[str], result: Result) -> None:
        """Hand over the pack, a ZIP of this name."""
        pack = result.content
        with zipfile.ZipFile(io.BytesIO(pack)) as found:
            files = {each: found.read(each) for each in found.namelist()}
        with self.files_place, panel("PAR pack"):
            if left_out:
                notice(f"Left out, as its count takes long: {', '.join(left_out)}. Tick it above to have it.", "info")
            with block("pb-row"):
                button("All files (ZIP)", lambda: download(pack, name, "application/zip"), kind="primary")
                for each, content in files.items():
                    button(f"{each} ({len(content) / 1000:,.0f} kB)", partial(download, content, each), small=True)
