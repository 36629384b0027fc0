"""The form of a filing: a field for each of its values, and a place beside each where findings are said."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from typing import Any, Final

from pitbook.catalog import rulebook
from pitbook.rulebook import Game, Wager
from pitbook.web.forms.filing.edits import (
    edition_of,
    games_in,
    with_game,
    with_link,
    with_pays_as_printed,
    with_wager,
    without_game,
    without_link,
)
from pitbook.web.forms.filing.fields import game_section, general_section, link_section, readings_section, wager_sections
from pitbook.web.forms.filing.values import Data, Entry, Kind, Section, table_at, text_of, value_at, with_entry
from pitbook.web.look.widgets import Control, block, button, choice, markup, more, panel, text, text_field, tick
from pitbook.web.pages.filing_findings import FieldSpot, HeadSpot, Spot


class FilingForm:
    """The fields of ``data``; ``on_change`` is told the filing after each change. ``spots`` are the places of its findings."""

    def __init__(self, data: Data, on_change: Callable[[Data], Awaitable[None]]) -> None:
        self.data, self.on_change = data, on_change
        self.spots: dict[str, Spot] = {}
        self.fields = block("pb-stack")
        self._build()

    def _build(self) -> None:
        """Make the fields anew: which there are has changed."""
        self.spots = {}
        self.fields.clear()
        with self.fields:
            with panel("The filing"):
                self._entries(general_section())
            for n, game in enumerate(games_in(self.data)):
                self._game(n, game)
            links = self.data.get("links")
            for n in range(len(links) if isinstance(links, list) else 0):
                self._link(n)
            self._additions()

    def _game(self, n: int, game: Game | None) -> None:
        if game is None:
            with panel(f"Game {n + 1}"):
                self._entry(Entry(("games", n, "game"), "Game", "choice", tuple((each.id, each.name) for each in rulebook())), True)
            return
        edition = edition_of(game, self.data)
        section = game_section(self.data, n, game)
        with panel(game.name):
            self._head(f"games[{n}]")
            text(f"{game.chapter}, edition {edition.id} ({edition.period})", classes="pb-cite")
            self._entries(section)
            readings = readings_section(self.data, n, game)
            if readings.entries:
                self._section(readings)
            with block("pb-group", tag="fieldset"):
                markup("Wagers offered", tag="legend", classes="pb-legend")
                with block("pb-fields"):
                    offered = table_at(self.data, ("games", n, "wagers"))
                    for wager in edition.wagers:
                        tick(wager.name, wager.id in offered, partial(self._offer, n, wager))
            for wager in edition.wagers:
                if wager.id in offered:
                    self._wager(n, game, wager)
            if len(games_in(self.data)) > 1:
                with block("pb-row"):
                    button(f"Take {game.name} out", lambda: self._replace(without_game(self.data, n)), kind="danger", small=True)

    def _wager(self, n: int, game: Game, wager: Wager) -> None:
        first, *rest = wager_sections(self.data, n, game, wager)
        with more(wager.name, opened=True):
            self._head(first.place)
            text(first.hint, classes="pb-cite")
            self._entries(first)
            for section in rest:
                self._section(section)
            if not value_at(self.data, (*first.path, "pays")):
                with block("pb-row"):
                    button(
                        "Write the paytable out as printed",
                        lambda: self._replace(with_pays_as_printed(self.data, n, wager)),
                        small=True,
                    )

    def _section(self, section: Section) -> None:
        filled = value_at(self.data, section.path)
        with more(section.title, opened=bool(filled) or not section.folded):
            self._head(section.place)
            if section.hint:
                text(section.hint, classes="pb-note")
            self._entries(section)

    def _link(self, n: int) -> None:
        with panel(f"Link {n + 1}"):
            self._head(f"links[{n}]")
            self._entries(link_section(n))
            with block("pb-row"):
                button("Take this link out", lambda: self._replace(without_link(self.data, n)), kind="danger", small=True)

    def _additions(self) -> None:
        with panel("More"), block("pb-row end"):
            games = [(each.id, each.name) for each in rulebook()]
            another = choice("Another game", games, games[0][0], width="16rem")
            button("Add the game", lambda: self._replace(with_game(self.data, rulebook().game(another.value), date.today())))
            button("Add a link of tables", lambda: self._replace(with_link(self.data)))

    def _entries(self, section: Section) -> None:
        with block("pb-fields"):
            for each in section.entries:
                self._entry(each)

    def _entry(self, entry: Entry, rebuilds: bool = False) -> None:
        shown = text_of(entry, self.data)
        edited = partial(self._edited, entry, rebuilds or entry.path[-1] == "paytable")
        hint = entry.hint or None
        field: Control
        if entry.kind == "choice" or (entry.kind == "whole" and entry.options):
            known = [value for value, _ in entry.options]
            unknown = [(shown, f"{shown} (not allowed)")] if shown and shown not in known else []
            field = choice(entry.label, [("", "not said"), *entry.options, *unknown], shown, edited, hint=hint)
        else:
            suggestions = [value for value, _ in entry.options] if entry.kind == "open" else None
            lines = 2 if entry.path[-1] == "notes" else None
            form = _TEXT_FORMS.get(entry.kind, {})
            field = text_field(entry.label, shown, edited, hint=hint, limit=2000, suggestions=suggestions, lines=lines, **form)
        self.spots[entry.place] = FieldSpot(field)

    def _head(self, place: str) -> None:
        """A place for findings at the head of a section."""
        self.spots[place] = HeadSpot(markup("", classes="pb-spot"))

    # Changes

    async def _edited(self, entry: Entry, rebuilds: bool, given: str) -> None:
        self.data = with_entry(self.data, entry, given)
        if rebuilds:
            self._build()
        await self.on_change(self.data)

    async def _offer(self, n: int, wager: Wager, on: bool) -> None:
        await self._replace(with_wager(self.data, n, wager, on))

    async def _replace(self, data: Data) -> None:
        self.data = data
        self._build()
        await self.on_change(data)


_TEXT_FORMS: Final[dict[Kind, dict[str, Any]]] = {
    "money": {"before": "$", "kind": "num", "inputmode": "decimal"},
    "day": {"placeholder": "2026-11-30"},
}
"""How text fields of some kinds differ from others, as keywords of :func:`~pitbook.web.look.widgets.text_field`."""
