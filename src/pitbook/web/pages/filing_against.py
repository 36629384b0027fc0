"""What a filing changes against the one before it, which is taken from a file."""

from __future__ import annotations

from typing import Any

from pitbook.submission import SubmissionError
from pitbook.submission.changes import changes, changes_table
from pitbook.web.forms.filing.check import read_filing
from pitbook.web.forms.filing.values import Data, read_text
from pitbook.web.look.widgets import file_pick, markup, more, notice_html, table_html


class AgainstPanel:
    """A place for the filing before this one, and the list of what changes."""

    def __init__(self, services: Any) -> None:
        self.services = services
        self.before: Data | None = None
        self.now: Data | None = None
        with more("Compare with the last filing"):
            self.picked = file_pick("The filing before this one", self._file, accept=".toml,.json", hint="What changes is listed.")
            self.changes = markup("")

    async def compare(self, now: Data | None) -> None:
        """List what a filing changes; None is one that cannot be read."""
        self.now = now
        if self.before is None:
            self.changes.put("")
        elif now is None:
            self.changes.put(notice_html("This filing cannot be read yet.", "warn", "Not compared"))
        else:
            self.changes.put(await self.services.count(changes_html, self.before, now))

    async def _file(self, name: str, content: str) -> None:
        try:
            before = read_text(content, name)
            await self.services.count(read_filing, before)
        except SubmissionError as fault:
            self.picked.fault("; ".join(fault.faults))
            return
        self.picked.fault(None)
        self.before = before
        await self.compare(self.now)


def changes_html(before: Data, now: Data) -> str:
    """What changes from one filing to another, as a table. Both must be readable."""
    filed_before = read_filing(before, "the filing before")
    found = changes(filed_before, read_filing(now))
    if not found:
        return notice_html("Nothing changes between the two filings.", "good", "No change")
    return table_html(changes_table(found, filed_before.file.reference or filed_before.name))
