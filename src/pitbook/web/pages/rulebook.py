"""The rulebook: games, wagers and paytables as printed, side by side, with clause, edition and every reading."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any

from nicegui import ui

from pitbook.catalog import rulebook
from pitbook.choices.picked import touching
from pitbook.names import listed
from pitbook.payouts import percent
from pitbook.rulebook import Edition, Game, Reading, UnknownNameError, Wager
from pitbook.rules_table import paytable_tables
from pitbook.tables import Row, Table, left, right
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import block, facts_html, link, markup, notice, print_button, table_html
from pitbook.web.pages.errors import missing


def register(services: Any) -> None:
    """The pages under ``/rules``."""

    @ui.page("/rules")
    def games() -> None:
        with frame(
            services,
            "Rules as printed",
            job="/rules",
            lead="The tables in the words of the regulation, with clause and edition, and how each unclear point is read.",
        ):
            markup(_games_html(), classes="pb-stack")

    @ui.page("/rules/{game}")
    def of_game(game: str) -> None:
        try:
            found = rulebook().game(game)
        except UnknownNameError as fault:
            return missing(services, fault.message, job="/rules")
        with frame(services, found.name, job="/rules", lead=found.summary, crumbs=[("/rules", "Rules as printed")]):
            markup(_game_html(found.id), classes="pb-stack")
        return None

    @ui.page("/rules/{game}/{wager}")
    def of_wager(game: str, wager: str) -> None:
        try:
            found = rulebook().game(game)
            printed = found.edition().wager(wager)
        except UnknownNameError as fault:
            return missing(services, fault.message, job="/rules")
        crumbs = [("/rules", "Rules as printed"), (f"/rules/{found.id}", found.name)]
        edition = found.edition()
        lead = f"{printed.citation} · edition {edition.id} ({edition.period}) · {edition.source}"
        with frame(services, printed.name, job="/rules", lead=lead, crumbs=crumbs):
            if printed.no_sheet is not None:
                notice(f"{printed.no_sheet}.", "info", "No PAR sheet of its own")
            with block("pb-row pb-noprint"):
                if printed.no_sheet is None:
                    link("PAR sheet", f"/par/{found.id}/{printed.id}", as_button=True, small=True)
                if printed.no_sheet is None and len(printed.paytables) > 1:
                    link("Compare paytables", f"/compare/{found.id}/{printed.id}", as_button=True, small=True)
                print_button()
            markup(_wager_html(found.id, printed.id), classes="pb-stack")
        return None


# Games ----------------------------------------------------------------------------------------------------------------


@cache
def _games_html() -> str:
    tiles = []
    for game in rulebook():
        edition = game.edition()
        count = sum(len(each.paytables) for each in edition.wagers)
        tiles.append(
            f'<li><div class="pb-tile"><h2><a href="/rules/{game.id}">{escape(game.name)}</a></h2>'
            f"<p>{escape(game.summary)}</p>"
            f'<p class="pb-cite">{escape(game.chapter)} · edition {escape(edition.id)} · {escape(edition.period)}</p>'
            f'<p class="pb-cite">{len(edition.wagers)} wagers, {count} paytables, {len(edition.readings)} readings</p></div></li>'
        )
    return f'<ul class="pb-tiles">{"".join(tiles)}</ul>'


@cache
def _game_html(name: str) -> str:
    game = rulebook().game(name)
    edition = game.edition()
    wagers = edition.wagers
    shown = Table(
        title="Wagers",
        subtitle=f"{game.chapter} · edition {edition.id} ({edition.period}) · {edition.source}",
        columns=left("Wager", "Kind", "Reads", "Requires", "After a fold", "Paytables", "Odds", "Clause"),
        rows=tuple(
            Row(
                (
                    wager.name,
                    wager.kind.value,
                    ", ".join(wager.reads),
                    " or ".join(wager.requires) or "–",
                    wager.after_fold,
                    ", ".join(each.label for each in wager.paytables) or "–",
                    "PAR sheet" if wager.no_sheet is None else "none of its own",
                    wager.citation,
                )
            )
            for wager in wagers
        ),
    )

    def cell(words: str, row: int, column: int) -> str | None:
        if column == 0:
            return f'<a href="/rules/{game.id}/{wagers[row].id}">{escape(words)}</a>'
        if column == 6 and wagers[row].no_sheet is None:
            return f'<a href="/par/{game.id}/{wagers[row].id}">{escape(words)}</a>'
        return None

    own = [each for each in edition.readings if each.wagers]
    shared = [each for each in edition.readings if not each.wagers]
    return (
        table_html(shown, cell=cell)
        + _editions_html(game)
        + f"<h2>Readings of its wagers ({len(own)})</h2>"
        + _readings_html(own)
        + _folded_html("Readings of the game and of all its wagers", shared)
    )


def _editions_html(game: Game) -> str:
    rows = tuple(Row((each.id, each.period, each.source)) for each in reversed(game.editions))
    columns = left("Edition", "In force", "Source")
    return table_html(Table(title="Editions held", subtitle=f"SHA-256 of the rules {game.source_hash}", columns=columns, rows=rows))


# A wager --------------------------------------------------------------------------------------------------------------


@cache
def _wager_html(game: str, name: str) -> str:
    edition = rulebook().game(game).edition()
    wager = edition.wager(name)
    parts = [table_html(each) for each in paytable_tables(wager)]
    parts.append(
        f'<section class="pb-panel"><h2>How it is played</h2>{facts_html(_facts(edition, wager))}{_notes(wager)}</section>'
    )
    options = _options_html(edition, wager)
    own = touching(edition, wager)
    shared = [each for each in edition.readings if not each.wagers]
    if options:
        parts.append(options)
    parts.append(f"<h2>Readings of this wager ({len(own)})</h2>{_readings_html(own)}")
    parts.append(_folded_html("Readings that all wagers share", shared))
    return "".join(parts)


def _facts(edition: Edition, wager: Wager) -> list[tuple[str, str]]:
    names = {each.id: each.name for each in edition.wagers}
    facts = [
        ("Clause", wager.citation),
        ("Kind", wager.kind.value),
        ("Reads", ", ".join(wager.reads)),
        ("Placed", wager.placed),
        ("Requires", " or ".join(names.get(each, each) for each in wager.requires) or "nothing"),
        ("After a fold", wager.after_fold + (f" (reading {wager.fold_reading})" if wager.fold_reading else "")),
    ]
    if wager.equals:
        facts.append(("Amount", f"equal to {names.get(wager.equals, wager.equals)}"))
    if wager.basis:
        facts.append(("Paid on", names.get(wager.basis, wager.basis)))
    if wager.vigorish:
        facts.append(("Vigorish", percent(wager.vigorish)))
    if wager.meter:
        facts.append(("Meter", wager.meter))
    facts.extend((variation, f"paytables {listed(labels)}") for variation, labels in wager.variations.items())
    facts.extend((extra.hand, f"{extra.pays} beside the rows ({extra.citation})") for extra in wager.extras)
    return facts


def _notes(wager: Wager) -> str:
    return f'<ul class="pb-notes">{"".join(f"<li>{escape(each)}</li>" for each in wager.notes)}</ul>' if wager.notes else ""


def _options_html(edition: Edition, wager: Wager) -> str:
    found = [each for each in edition.options if wager.id in each.floors]
    if not found:
        return ""
    rows = tuple(Row((each.hand, f"at least {each.floors[wager.id]}", each.citation)) for each in found)
    columns = (*left("Row that a filing may add"), *right("Pays"), *left("Clause"))
    return table_html(Table(title="Options", columns=columns, rows=rows))


def _folded_html(title: str, readings: list[Reading]) -> str:
    if not readings:
        return ""
    inner = _readings_html(readings)
    return f'<details class="pb-more"><summary>{title} ({len(readings)})</summary><div class="in">{inner}</div></details>'


def _readings_html(readings: list[Reading] | tuple[Reading, ...]) -> str:
    if not readings:
        return '<p class="pb-muted">None: the text is clear here.</p>'
    return f'<div class="pb-panel">{"".join(_reading_html(each) for each in readings)}</div>'


def _reading_html(reading: Reading) -> str:
    """The question, what is taken, what else may be chosen, and why."""
    values = []
    for value, meaning in reading.values.items():
        default = value == reading.default
        words = f"<code>{escape(value)}</code>" + (f" {escape(meaning)}" if meaning != value else "")
        mark = ' <span class="pb-tag">default</span>' if default else ""
        values.append(f'<li class="{"on" if default else ""}">{words}{mark}</li>')
    if reading.accepts is not None:
        values.append(f"<li>a {escape(reading.accepts)} of your own</li>")
    effect = f" Effect: {escape(reading.effect)}." if reading.effect else ""
    return (
        f'<section class="pb-reading" aria-labelledby="reading-{reading.id}">'
        f'<h3 id="reading-{reading.id}">{escape(reading.asks)}</h3>'
        f'<p class="pb-cite"><code>{escape(reading.id)}</code> · {escape(reading.citation)}</p><ul>{"".join(values)}</ul>'
        f'<p class="pb-note">{escape(reading.why)}{effect}</p></section>'
    )
