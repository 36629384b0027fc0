"""The paytables of a wager side by side, ranked as the library ranks them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any, Final
from urllib.parse import quote

from nicegui import ui
from starlette.requests import Request

from pitbook.catalog import rulebook
from pitbook.choices import ReadingInForce, allowed_options
from pitbook.errors import InputError
from pitbook.loading import parse_toml
from pitbook.own_table import check_label, table_of
from pitbook.par import ParSheet, par
from pitbook.par_table import best_for_player, compare_tables, rank, share_text
from pitbook.payouts import PayoutError, parse_money
from pitbook.rulebook import UnknownNameError
from pitbook.tables import Row, Table
from pitbook.web.api.inputs import refuse_files
from pitbook.web.forms.par import ParState, parts, path, plain, query, read_state, sheet_of, whole
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    TEXT_LIMIT,
    Control,
    block,
    choice,
    file_pick,
    link,
    live,
    markup,
    money_field,
    more,
    notice,
    number_field,
    panel,
    print_button,
    table_html,
    tag_html,
    text_field,
)
from pitbook.web.pages.choice_fields import option_field, reading_field
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


def all_sheets(state: ParState, own: str = "") -> list[ParSheet]:
    """The sheet of every paytable under the same conditions, and of one's own (a TOML text; empty: none) after them.

    Raises InputError or PayoutError.
    """
    _, _, wager = parts(state)
    sheets = [sheet_of(replace(state, paytable=table.label, pays={})) for table in wager.paytables]
    return [*sheets, _own_sheet(state, own)] if own.strip() else sheets


def _own_sheet(state: ParState, text: str) -> ParSheet:
    game, edition, wager = parts(state)
    place = "your paytable"
    table = table_of(parse_toml(text.encode(), place), place).paytable(game, wager, edition, state.amount)
    check_label(table.label, wager, "your paytable")
    refuse_files(state.readings, state.options)
    return par(
        state.game,
        state.wager,
        None,
        readings=state.readings,
        options=state.options,
        terms=state.terms,
        own_table=table,
        conditions=state.conditions,
    )


class _Page:
    """The comparison and what is asked of it."""

    def __init__(self, services: Any, state: ParState, faults: tuple[str, ...]) -> None:
        self.services, self.state, self.faults = services, state, faults
        self.game, self.edition, self.wager = parts(state)
        self.own = ""

    async def show(self) -> None:
        crumbs = [(AT, "Compare paytables")]
        lead = f"{self.game.name} · {self.wager.citation} · edition {self.edition.id} ({self.edition.period})"
        with frame(self.services, f"{self.wager.name}: paytables compared", job=AT, crumbs=crumbs, lead=lead):
            if self.wager.no_sheet is not None or self.wager.long_count:
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
        self._controls(sheets)
        self.answer = markup(compared_html(sheets), classes="pb-stack")
        with block("pb-row pb-noprint"):
            link("Rules as printed", f"/rules/{self.game.id}/{self.wager.id}", as_button=True, small=True)
            print_button()

    # What is asked

    def _controls(self, sheets: Sequence[ParSheet]) -> None:
        state, width = self.state, "11rem"
        with panel("What is asked"), block("pb-row"):
            amount = money_field(
                "Wager amount", plain(state.amount), lambda given: self._money(amount, "amount", given), width=width
            )
            if self.wager.meter is not None:
                given = "" if state.meter is None else plain(state.meter)
                meter = money_field(
                    "Meter",
                    given,
                    lambda given: self._money(meter, "meter", given),
                    width=width,
                    optional=True,
                    hint="else each one's seed",
                )
            if len(self.game.decks) > 1:
                decks = [(str(each), str(each)) for each in self.game.decks]
                usual = str(state.decks or self.game.default_decks)
                choice("Decks", decks, usual, lambda given: self._ask(None, decks=int(given)), width=width)
            if any(each.envy is not None for each in sheets):
                others = number_field(
                    "Other hands",
                    str(state.players or ""),
                    lambda given: self._number(others, "players", given, 0, 100, None),
                    width=width,
                    optional=True,
                    hint="that can bring an Envy Bonus",
                )
            if self.wager.divided is not None:
                bettors = number_field(
                    "Bettors",
                    str(state.bettors),
                    lambda given: self._number(bettors, "bettors", given, 1, 1000, 1),
                    width=width,
                    hint="who share a divided award",
                )
        self._further(sheets)

    def _further(self, sheets: Sequence[ParSheet]) -> None:
        """What few comparisons need, out of sight until it is asked for."""
        options = allowed_options(self.edition, self.wager)
        if options:
            with more("Options", opened=bool(self.state.options)):
                for name in options:
                    self._option(name)
        readings = {each.reading.id: each for sheet in sheets for each in sheet.readings}
        if readings:
            with more(f"Readings ({len(readings)})", opened=bool(self.state.readings)):
                for each in readings.values():
                    self._reading(each)
        if self.wager.family is not None:
            with more("A paytable of your own beside them"):
                self.own_field = text_field(
                    "Paytable",
                    on_change=self._own,
                    lines=8,
                    kind="mono",
                    hint="TOML as for par --paytable-file: a label, and rows with hand, pays and, where need be, event",
                    optional=True,
                )
                file_pick("From a file", self._own_file, accept=".toml", limit=TEXT_LIMIT, optional=True)

    def _option(self, name: str) -> None:
        given = self.state.options.get(name, "")
        field = option_field(
            self.edition, self.wager, name, given, lambda typed: self._named(field, "options", name, typed.strip())
        )

    def _reading(self, each: ReadingInForce) -> None:
        field = reading_field(each, lambda value: self._named(field, "readings", each.reading.id, value))

    # Handlers

    async def _money(self, field: Control, name: str, given: str) -> None:
        try:
            changes: dict[str, Any] = {name: parse_money(given) if given.strip() or name == "amount" else None}
        except _Faults as fault:
            field.fault(str(fault))
            return
        await self._ask(field, **changes)

    async def _number(self, field: Control, name: str, given: str, least: int, most: int, empty: int | None) -> None:
        try:
            changes: dict[str, Any] = {name: whole(name, given, least, most) if given.strip() else empty}
        except _Faults as fault:
            field.fault(str(fault))
            return
        await self._ask(field, **changes)

    async def _named(self, field: Control, group: str, name: str, given: str) -> None:
        """Another reading or option; an empty one is taken away."""
        kept = {key: value for key, value in getattr(self.state, group).items() if key != name}
        await self._ask(field, **{group: {**kept, name: given} if given else kept})

    async def _own_file(self, _: str, text: str) -> None:
        self.own_field.put(text)
        await self._own(text)

    async def _own(self, text: str) -> None:
        before, self.own = self.own, text
        if not await self._ask(self.own_field):
            self.own = before

    async def _ask(self, field: Control | None, **changes: Any) -> bool:
        """Compare under other conditions; what cannot be done is said at the field and changes nothing."""
        state = replace(self.state, **changes)
        try:
            sheets = await self.services.count(all_sheets, state, self.own)
        except _Faults as fault:
            if field is None:
                self.said.faults(str(fault).splitlines())
            else:
                field.fault(str(fault).replace("--", ""))
            return False
        if field is not None:
            field.fault(None)
        self.said.put()
        self.state = state
        self.answer.put(compared_html(sheets))
        ui.navigate.history.replace(path(state, AT) + query(state))
        return True


def compared_html(sheets: list[ParSheet]) -> str:
    """The ranking with links to the sheets and a drawing of the edge, then the pays side by side."""
    ranking, *rest = compare_tables(sheets)
    ranking = replace(ranking, columns=ranking.columns[:-1], rows=tuple(replace(row, cells=row.cells[:-1]) for row in ranking.rows))
    ranked = rank(sheets)
    best = best_for_player(sheets)
    one = sheets[0]
    printed = {each.paytable for each in sheets if each.offer is None or not each.offer.own}

    def cell(words: str, row: int, column: int) -> str | None:
        if column:
            return None
        mark = " " + tag_html("best for the player", "good") if words in best else ""
        if words not in printed:
            return escape(words) + mark
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
