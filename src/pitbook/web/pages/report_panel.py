"""Reports of a link for a period, as a table and as files."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request

from pitbook.errors import InputError
from pitbook.ledger.asked import period_of, report_of
from pitbook.ledger.desk import Ledger
from pitbook.ledger.report_answers import report_answer
from pitbook.tables import Document
from pitbook.web.guard.identity import identity_of
from pitbook.web.guard.roles import READ_REPORTS, refusal
from pitbook.web.look.widgets import block, button, choice, download, live, markup, panel, table_html, text_field
from pitbook.web.pages.acts import standing

REPORTS: Final = {
    "balances": "Meter balances",
    "contributions": "Contributions by table",
    "hits": "Hits",
    "levels": "Hits and wins by level",
    "pending": "Awards not yet paid",
    "liability": "Liability",
    "changes": "Changes of parameters",
    "falls": "Falls of meters",
    "readings": "Readings of signs",
    "security": "Security and error events",
    "events": "Event log",
}
_FILES: Final = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "json": "application/json",
}
MOST_ROWS: Final = 200
"""So many rows are shown; the files have all."""


class ReportPanel:
    """The reports of a link."""

    def __init__(self, services: Any, request: Request, link: str) -> None:
        self.services, self.request, self.link = services, request, link
        with panel("Reports"):
            why = refusal(READ_REPORTS, identity_of(request))
            if why is not None:
                markup(f'<p class="pb-note">Reports are read by others: {why}.</p>')
                return
            with block("pb-row end"):
                self.which = choice("Report", list(REPORTS.items()), "balances", width="15rem")
                self.first = text_field("From", type="date", optional=True, width="11rem")
                self.last = text_field("To", type="date", optional=True, width="11rem")
                button("Show", self.show, kind="primary")
                for kind in _FILES:
                    button(kind.upper(), self.saver(kind), label=f"Save the report as {kind.upper()}")
            markup('<p class="pb-note">Days are gaming days of the house; without them the report is of all time.</p>')
            self.message = live()
            self.result = markup("", classes="pb-stack")

    async def answer(self) -> Document | None:
        """The report that is asked for; None where it may not be given."""
        if await standing(self.services, self.request, self.message) is None:
            return None
        try:
            asked = self.which.value, self.first.value, self.last.value
            found: Document = await self.services.read(make_report, self.services.ledger, self.link, *asked)
        except InputError as fault:
            self.message.faults(str(fault).splitlines())
            return None
        self.message.put()
        return found

    async def show(self) -> None:
        """Show it."""
        found = await self.answer()
        if found is not None:
            self.result.put("".join(_shortened(each) for each in found.tables))

    def saver(self, kind: str) -> Any:
        async def save() -> None:
            from pitbook.report.output import content

            found = await self.answer()
            if found is not None:
                made = await self.services.work(content, found, f".{kind}")
                download(made, f"{self.link}-{self.which.value}.{kind}", _FILES[kind])

        return save


def _shortened(table: Any) -> str:
    from dataclasses import replace

    if len(table.rows) <= MOST_ROWS:
        return table_html(table, classes="nowrap")
    note = f"The last {MOST_ROWS} of {len(table.rows):,} rows; the files have all of them."
    return table_html(replace(table, rows=table.rows[-MOST_ROWS:], notes=(*table.notes, note)), classes="nowrap")


def make_report(ledger: Ledger, link: str, which: str, first: str, last: str) -> Document:
    """A report of a link. Raises an :class:`~pitbook.errors.InputError` for what cannot be reported on."""
    return report_answer(report_of(ledger, which, link, period_of(ledger, first or None, last or None)))
