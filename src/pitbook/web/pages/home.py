"""The start: what this is, the six jobs, the editions held."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any, Final

from nicegui import ui

from pitbook.catalog import rulebook
from pitbook.tables import Row, Table, left, right
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import heading, markup, table_html

JOBS: Final = (
    (
        "Odds",
        "/par",
        "PAR sheets",
        "The exact odds of every wager and paytable: change a payout and see the edge move. Compare paytables, export the sheet.",
    ),
    (
        "Settlement",
        "/settle",
        "Adjudicate a round",
        "What each seat is owed, in payment order, with the clause that says so. Owed against paid, and a slip for the file.",
    ),
    (
        "Progressives",
        "/meters",
        "Meters",
        "Seed, increment, reserve and envy of every meter, its journal, and awards that two people approve and pay.",
    ),
    (
        "Rules Submission",
        "/submission",
        "Check a filing",
        "Which rule a filing breaks, what it costs, what mends it. Build one by form, take the PAR pack, compare with the last.",
    ),
    (
        "Simulation",
        "/simulate",
        "Simulate tables",
        "Whole tables with meters, played out; and whether a month's hold is within what chance allows.",
    ),
    (
        "Audit",
        "/audit",
        "Audit against the text",
        "The rulebook held against the regulation's own text, figure by figure: what differs, and which reading explains it. "
        "The rules as printed are under Rulebook.",
    ),
)


def register(services: Any) -> None:
    """The page at ``/``."""

    @ui.page("/")
    def home() -> None:
        with frame(
            services,
            "The payout rules of table games, computed",
            lead="Pitbook reads the printed rules of 58 Pa. Code, Subpart K as data. Odds, settlement, meters and the check of "
            "a filing all come from the same rules, and every figure names its clause.",
        ):
            markup(_jobs())
            heading("What the rulebook holds")
            markup(_editions(), classes="pb-stack tight")


@cache
def _jobs() -> str:
    tiles = "".join(
        f'<li><div class="pb-tile"><h2>{escape(job)}</h2><p>{escape(words)}</p><a href="{path}">{escape(name)}</a></div></li>'
        for job, path, name, words in JOBS
    )
    return f'<ul class="pb-tiles">{tiles}</ul>'


@cache
def _editions() -> str:
    rows = []
    for game in rulebook():
        edition = game.edition()
        tables = sum(len(wager.paytables) for wager in edition.wagers)
        rows.append(
            Row((game.name, game.chapter, edition.id, edition.period, str(len(edition.wagers)), str(tables), game.source_hash[:12]))
        )
    ids = [game.id for game in rulebook()]
    shown = Table(
        title="Games and editions",
        subtitle=f"Rulebook SHA-256 {rulebook().source_hash}",
        columns=(*left("Game", "Chapter", "Edition", "In force"), *right("Wagers", "Paytables"), *left("Hash of its rules")),
        rows=tuple(rows),
    )

    def cell(words: str, row: int, column: int) -> str | None:
        if column == 0:
            return f'<a href="/rules/{ids[row]}">{escape(words)}</a>'
        return f"<code>{escape(words)}</code>" if column == 6 else None

    return table_html(shown, cell=cell)
