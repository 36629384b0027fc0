"""``/audit``: the regulation's text, pasted or from a file, held against the rulebook; the differences first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.choices import ChoiceError
from pitbook.errors import InputError
from pitbook.report.output import json_text
from pitbook.tables import Table
from pitbook.web.api.conformance import TEXTS_LIMIT, audited
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    block,
    button,
    download,
    file_pick,
    heading,
    live,
    markup,
    notice_html,
    panel,
    table_html,
    text_field,
)

PATH: Final = "/audit"
PASTED: Final = "the text"
SHOWN: Final = 500
"""Rows of a table on the page; the file has all."""


def register(services: Any) -> None:
    """The page at ``/audit``."""

    @ui.page(PATH)
    async def audit(request: Request) -> None:
        with frame(
            services,
            "Audit against the text",
            job=PATH,
            lead="The regulation’s own text, as copied from the Pennsylvania Code, held against the rulebook: every figure, row, "
            "column, clause and reference.",
        ):
            _Page(services, request.query_params.get("clauses", "")[:500])


@dataclass(frozen=True)
class Audited:
    """An audit as the page shows it: what it comes to, what could not be read, the tables with the differences first, the file."""

    verdict: str
    clean: bool
    warnings: tuple[str, ...]
    tables: tuple[Table, ...]
    json: bytes


def audit_of(text: str, name: str, clauses: str) -> Audited:
    """Audit a text; ``clauses`` names subsections, as many as are wanted. Raises an InputError with every fault."""
    if not text.strip():
        raise ChoiceError("The text: there is none; paste one, or choose a file")
    if len(text.encode()) > TEXTS_LIMIT:
        raise ChoiceError(f"The text has {len(text.encode()):,} bytes; allowed are {TEXTS_LIMIT:,}")
    report = audited({name: text}, [clauses] if clauses.strip() else ())
    made = report.table()
    counts, *found = made.tables
    warnings = tuple(each for each in counts.notes if each.startswith("Warning: "))
    verdict = counts.figures[0][1]
    counts = replace(counts, figures=(), notes=tuple(each for each in counts.notes if each not in warnings))
    return Audited(
        verdict=verdict,
        clean=not report.differences,
        warnings=tuple(each.removeprefix("Warning: ") for each in warnings),
        tables=(*map(_cut, found), counts),
        json=json_text(made.data).encode(),
    )


def _cut(table: Table) -> Table:
    """A table with as many rows as are shown, and in the words of the page."""
    notes = tuple(
        "The file has each of them; naming subsections compares those alone." if each.startswith("--json") else each
        for each in table.notes
    )
    if len(table.rows) > SHOWN:
        notes = (f"{len(table.rows) - SHOWN:,} more rows are in the file.", *notes)
    return replace(table, rows=table.rows[:SHOWN], notes=notes)


class _Page:
    """The page of one browser."""

    def __init__(self, services: Any, clauses: str) -> None:
        self.services = services
        self.name = PASTED
        self.found: Audited | None = None
        with panel("The text"):
            file_pick("From a file", self.file, accept=".txt,.md,text/plain", limit=TEXTS_LIMIT, optional=True)
            self.text = text_field(
                "Text of one section or several",
                lines=14,
                kind="mono",
                hint="each begins with its heading on a line of its own: § 629b.7. Payout odds",
                limit=TEXTS_LIMIT,
            )
            self.clauses = text_field(
                "Subsections",
                clauses,
                self.kept,
                hint="(d) of every section, 649a.12(d) of one; commas between",
                optional=True,
                limit=500,
            )
            with block("pb-row"):
                self.go = button("Compare", self.compare, kind="primary")
        self.message = live()
        with block("pb-stack") as self.answer:
            with block("pb-row end"):
                heading("What was found")
                button("Save JSON", self.save, small=True)
            self.tables = markup("", classes="pb-stack")
        self.answer.set_visibility(False)

    def file(self, name: str, text: str) -> None:
        """A file's text into the field; what was found before is of another text."""
        self.name = name
        self.text.put(text)
        self.message.put()
        self.answer.set_visibility(False)

    def kept(self, given: str) -> None:
        """Let the address hold what can be held in one."""
        from urllib.parse import urlencode

        ui.navigate.history.replace(f"{PATH}?{urlencode({'clauses': given})}" if given else PATH)

    async def compare(self) -> None:
        """Hold the text against the rulebook."""
        self.go.enable(False)
        self.message.put("A section takes a moment.", "info", "Being compared")
        try:
            found = await self.services.count(audit_of, self.text.value, self.name, self.clauses.value)
        except InputError as fault:
            self.message.faults(str(fault).splitlines())
            self.answer.set_visibility(False)
            return
        finally:
            self.go.enable()
        self.found = found
        self.message.put(found.verdict, *(("good", "No difference") if found.clean else ("warn", "Text and rulebook differ")))
        self.tables.put(audited_html(found.warnings, found.tables))
        self.answer.set_visibility(True)

    def save(self) -> None:
        if self.found is not None:
            download(self.found.json, "audit.json", "application/json")


def audited_html(warnings: Sequence[str], tables: Sequence[Table]) -> str:
    """What could not be read, then the tables."""
    told = notice_html("\n".join(warnings), "warn", "Lines that were not compared") if warnings else ""
    return told + "".join(table_html(each, classes="nowrap") for each in tables)
