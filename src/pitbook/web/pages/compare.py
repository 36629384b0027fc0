"""The paytables of a wager side by side, ranked as the library ranks them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any, Final
from urllib.parse import quote

from nicegui import ui
from starlette.requests import Request

from pitbook.catalog import rulebook
from pitbook.errors import InputError
from pitbook.par import LONG_COUNTS, ParSheet
from pitbook.par_table import best_for_player, compare_tables, rank, share_text
from pitbook.payouts import PayoutError, parse_money
from pitbook.rulebook import UnknownNameError
from pitbook.tables import Row, Table
from pitbook.web.forms.par import ParState, parts, path, plain, query, read_state, sheet_of
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    Field,
    block,
    link,
    live,
    markup,
    money_field,
    notice,
    panel,
    print_button,
    table_html,
    tag_html,
)
from pitbook.web.pages.errors import missing
from pitbook.web.pages.wager_list import wagers_html

AT: Final = "/compare"
_Faults = (InputError, PayoutError)


def register(services: Any) -> None:
    """The pages under ``/compare``."""

    @ui.page(AT)
    def index() -> None:
        with frame(services, "Compare paytables", job=AT, lead="A wager's paytables side by side, the best for the player first."):
            for game in rulebook():
                markup(wagers_html(game.id, AT))

    @ui.page("/compare/{game}/{wager}", response_timeout=120.0)
    async def of_wager(game: str, wager: str, request: Request) -> None:
        try:
            state, faults = read_state(game, wager, [each for each in request.query_params.multi_items() if each[0] != "paytable"])
        except UnknownNameError as fault:
            return missing(services, fault.message, job=AT)
        await _Page(services, replace(state, pays={}), faults).show()
        return None


def all_sheets(state: ParState) -> list[ParSheet]:
    """The sheet of every paytable under the same conditions. Raises InputError or PayoutError."""
    _, _, wager = parts(state)
    return [sheet_of(replace(state, paytable=table.label, pays={})) for table in wager.paytables]


class _Page:
    """The comparison and what is asked of it."""

    def __init__(self, services: Any, state: ParState, faults: tuple[str, ...]) -> None:
        self.services, self.state, self.faults = services, state, faults
        self.game, self.edition, self.wager = parts(state)

    async def show(self) -> None:
        crumbs = [(AT, "Compare paytables")]
        lead = f"{self.game.name} · {self.wager.citation} · edition {self.edition.id} ({self.edition.period})"
        with frame(self.services, f"{self.wager.name}: paytables compared", job=AT, crumbs=crumbs, lead=lead):
            if self.wager.no_sheet is not None or self.wager.id in LONG_COUNTS:
                why = self.wager.no_sheet or "it has one paytable, whose count takes long; its PAR sheet has it"
                notice(why, "info", "Nothing to compare")
                markup(wagers_html(self.game.id, AT))
                return
            await self._first()

    async def _first(self) -> None:
        faults = list(self.faults)
        try:
            sheets = await self.services.count(all_sheets, self.state)
        except _Faults as fault:
            faults.extend(str(fault).splitlines())
            self.state = ParState(self.game.id, self.wager.id, self.state.paytable)
            sheets = await self.services.count(all_sheets, self.state)
        said = live()
        if faults:
            said.faults(faults, "Left out of what the address asks")
        self.said = said
        with panel("What is asked"), block("pb-row"):
            self.amount = money_field("Wager amount", plain(self.state.amount), partial(self._money, "amount"), width="11rem")
            if self.wager.meter is not None:
                given = "" if self.state.meter is None else plain(self.state.meter)
                self.meter = money_field(
                    "Meter", given, partial(self._money, "meter"), width="11rem", optional=True, hint="else each one's seed"
                )
        self.answer = markup(compared_html(sheets), classes="pb-stack")
        with block("pb-row pb-noprint"):
            link("Rules as printed", f"/rules/{self.game.id}/{self.wager.id}", as_button=True, small=True)
            print_button()

    async def _money(self, name: str, given: str) -> None:
        field: Field = self.amount if name == "amount" else self.meter
        changes: dict[str, Any]
        try:
            changes = {name: parse_money(given) if given.strip() or name == "amount" else None}
            state = replace(self.state, **changes)
            sheets = await self.services.count(all_sheets, state)
        except _Faults as fault:
            field.fault(str(fault))
            return
        field.fault(None)
        self.state = state
        self.answer.put(compared_html(sheets))
        ui.navigate.history.replace(path(state, AT) + query(state))


def compared_html(sheets: list[ParSheet]) -> str:
    """The ranking with links to the sheets and a drawing of the edge, then the pays side by side."""
    ranking, *rest = compare_tables(sheets)
    ranking = replace(ranking, columns=ranking.columns[:-1], rows=tuple(replace(row, cells=row.cells[:-1]) for row in ranking.rows))
    ranked = rank(sheets)
    best = best_for_player(sheets)
    one = sheets[0]

    def cell(words: str, row: int, column: int) -> str | None:
        if column:
            return None
        mark = " " + tag_html("best for the player", "good") if words in best else ""
        return f'<a href="/par/{one.game}/{one.wager}?paytable={quote(words)}">{escape(words)}</a>{mark}'

    return table_html(ranking, cell=cell) + _drawn(ranked, best) + (table_html(side_by_side(rest)) if rest else "")


def side_by_side(blocks: Sequence[Table]) -> Table:
    """The pays of all paytables in one table: the blocks of a few that a terminal has, joined by their rows."""
    columns = [blocks[0].columns[0], *(column for each in blocks for column in each.columns[1:])]
    order = list(dict.fromkeys((row.mark, row.cells[0]) for each in blocks for row in each.rows))
    order.sort(key=lambda each: each[0] == "dim")
    rows = []
    for mark, head in order:
        cells = [head]
        for each in blocks:
            found = next((row for row in each.rows if row.cells[0] == head), None)
            cells.extend(found.cells[1:] if found is not None else ["–"] * (len(each.columns) - 1))
        rows.append(Row(tuple(cells), mark))
    return Table(title="Paytables side by side", columns=tuple(columns), rows=tuple(rows), subtitle=blocks[0].subtitle)


def _drawn(ranked: list[ParSheet], best: set[str]) -> str:
    """What the house keeps under each paytable, as bars with their figures."""
    progressive = ranked[0].progressive is not None
    values = [(each, each.theoretical_hold if progressive else each.house_edge) for each in ranked]
    most = max((abs(float(value)) for _, value in values if value is not None), default=0.0) or 1.0
    rows = []
    for sheet, value in values:
        width = 0.0 if value is None else max(float(value), 0.0) / most * 100
        mark = " best" if sheet.paytable in best else ""
        rows.append(
            f'<li class="{mark}"><span>{escape(sheet.paytable)}</span><i style="width:{width:.2f}%"></i>'
            f"<b>{escape(share_text(value))}</b></li>"
        )
    what = "Theoretical hold" if progressive else "House edge"
    return (
        f'<figure class="pb-panel pb-chart"><figcaption>{what} by paytable</figcaption>'
        f'<ul class="pb-bars" aria-label="{what} by paytable">{"".join(rows)}</ul></figure>'
    )
