"""A Rules Submission: taken from a file or built by form, each finding beside its field, until it is clean; then its PAR pack."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from html import escape
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.against import changes, changes_table
from pitbook.catalog import rulebook
from pitbook.findings import Finding, Severity
from pitbook.pack_filing import long_counts
from pitbook.rounds import RoundError
from pitbook.rulebook import Game, UnknownNameError, Wager
from pitbook.submission import SubmissionError
from pitbook.web.forms.filing.check import UNREAD, Checked, checked, finding_text, placed, read_filing
from pitbook.web.forms.filing.fields import game_section, general_section, link_section, readings_section, wager_sections
from pitbook.web.forms.filing.parts import (
    edition_of,
    games_in,
    with_game,
    with_link,
    with_pays_as_printed,
    with_wager,
    without_game,
    without_link,
)
from pitbook.web.forms.filing.values import (
    Data,
    Entry,
    Section,
    as_json,
    read_text,
    starter_data,
    table_at,
    text_of,
    value_at,
    with_entry,
)
from pitbook.web.jobs.kinds import KINDS
from pitbook.web.jobs.process import Result, Task
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    FILE_LIMIT,
    Live,
    Markup,
    Tick,
    block,
    button,
    choice,
    download,
    file_pick,
    live,
    markup,
    more,
    notice,
    notice_html,
    panel,
    print_button,
    table_html,
    tag_html,
    text,
    text_field,
    tick,
)
from pitbook.web.pages.job_panel import JobPanel
from pitbook.web.rounds.link import packed, unpacked

AT: Final = "/submission"
LONGEST_LINK: Final = 7000
"""The longest packed filing, in characters, that an address holds."""

_TONES: Final = {Severity.VIOLATION: "bad", Severity.WARNING: "warn", Severity.NOTE: "info"}


def register(services: Any) -> None:
    """The page ``/submission``."""

    @ui.page(AT, response_timeout=60.0)
    async def submission(request: Request) -> None:
        with frame(
            services,
            "Rules Submission",
            job=AT,
            lead="Take a filing from a file or build one by form. Every rule it breaks stands beside the field it concerns, with "
            "the clause and what mends it.",
        ):
            await _Desk(services, request).show(request.query_params)


class _Desk:
    """The page: a filing under work, what its check says, and the fields it says it at."""

    def __init__(self, services: Any, request: Request) -> None:
        self.services, self.request = services, request
        self.data: Data = {}
        self.old: Data | None = None
        self.checked = Checked(None, (), "")
        self.turn = 0
        self.spots: dict[str, _Spot] = {}
        self.files: Mapping[str, bytes] = {}
        self.pack = b""
        self.packing: JobPanel | None = None
        self.left_out: list[str] = []
        self.with_long: Tick | None = None

    async def show(self, asked: Mapping[str, str]) -> None:
        self.said: Live = live()
        self.start = block()
        self.work = block("pb-stack")
        with self.start:
            self._start_panel()
        fault = self._from_address(asked)
        if fault:
            self.said.put(fault, "bad", "What the address asks")
        await self._open(self.data)

    def _from_address(self, asked: Mapping[str, str]) -> str | None:
        """The filing that the address holds, or the starter of the game it names; what is wrong with it, if anything."""
        if "filing" in asked:
            try:
                self.data = unpacked(asked["filing"])
            except RoundError:
                return "the link holds no filing that can be read; ask for it again, or take the filing's file"
        elif "game" in asked:
            try:
                self.data = starter_data(rulebook().game(asked["game"]), date.today())
            except UnknownNameError as fault:
                return fault.message
        return None

    # Start

    def _start_panel(self) -> None:
        games = [(each.id, each.name) for each in rulebook()]
        with block("pb-cols"):
            with panel("From a file"):
                self.picked = file_pick(
                    "Rules Submission",
                    self._file,
                    accept=".toml,.json",
                    hint=f"TOML or JSON, up to {FILE_LIMIT // 1000} kB. It stays in this page.",
                )
            with panel("By form"):
                self.game = choice("Game", games, games[0][0])
                with block("pb-row"):
                    button("Start with this game", self._starter, kind="primary")

    async def _file(self, name: str, content: str) -> None:
        try:
            data = read_text(content, name)
        except SubmissionError as fault:
            self.picked.fault("; ".join(fault.faults))
            return
        self.picked.fault(None)
        self.said.put()
        await self._open(data)

    async def _starter(self) -> None:
        self.said.put()
        await self._open(starter_data(rulebook().game(self.game.value), date.today()))

    async def _open(self, data: Data) -> None:
        """Begin with a filing."""
        self.data, self.files, self.with_long = data, {}, None
        self.start._props.set_bool("hidden", bool(data))
        self.work.clear()
        if not data:
            return
        with self.work:
            self.top = markup("", classes="pb-stack tight")
            self._acts()
            with block("pb-aside"):
                self.form = block("pb-stack")
                with panel("Findings") as side:
                    side.classes("pb-sticky")
                    side._props["tabindex"] = "0"
                    self.list = markup("")
        await self._rebuild()

    def _acts(self) -> None:
        with block("pb-row pb-noprint center"):
            button("Save the filing", self._save, small=True)
            self.pack_button = button("Make the PAR pack", self._pack, kind="primary", small=True)
            print_button()
            button("Start over", self._start_over, small=True)
            self.long_place = block()
        with more("Compare with the last filing"):
            self.before = file_pick(
                "The filing before this one", self._against, accept=".toml,.json", hint="What changes is listed."
            )
            self.against = markup("")
        self.pack_place = block("pb-stack")

    async def _start_over(self) -> None:
        self.old = None
        await self._open({})
        ui.navigate.history.replace(AT)

    # The form

    async def _rebuild(self) -> None:
        """Make the form anew from the filing: its parts have changed."""
        self.spots = {}
        self.form.clear()
        with self.form:
            with panel("The filing"):
                self._entries(general_section())
            for n, game in enumerate(games_in(self.data)):
                self._game(n, game)
            self._links()
            self._add_game()
        await self._check()

    def _game(self, n: int, game: Game | None) -> None:
        if game is None:
            with panel(f"Game {n + 1}"):
                self._entry(Entry(("games", n, "game"), "Game", "choice", tuple((each.id, each.name) for each in rulebook())), True)
            return
        edition = edition_of(game, self.data)
        section = game_section(self.data, n, game)
        with panel(game.name):
            self._spot(f"games[{n}]")
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
            self._spot(first.place)
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
            self._spot(section.place)
            if section.hint:
                text(section.hint, classes="pb-note")
            self._entries(section)

    def _links(self) -> None:
        links = self.data.get("links")
        for n, _ in enumerate(links if isinstance(links, list) else []):
            with panel(f"Link {n + 1}"):
                self._spot(f"links[{n}]")
                self._entries(link_section(n))
                with block("pb-row"):
                    button("Take this link out", partial(self._replace_by, without_link, n), kind="danger", small=True)

    def _add_game(self) -> None:
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
        more_of: dict[str, Any] = {"hint": entry.hint or None}
        if entry.kind == "choice" or (entry.kind == "whole" and entry.options):
            known = [value for value, _ in entry.options]
            extra = [(shown, f"{shown} (not allowed)")] if shown and shown not in known else []
            part: Any = choice(entry.label, [("", "not said"), *entry.options, *extra], shown, edited, **more_of)
        else:
            kinds: dict[str, dict[str, Any]] = {
                "money": {"before": "$", "kind": "num", "inputmode": "decimal"},
                "day": {"placeholder": "2026-11-30"},
                "open": {"suggestions": [value for value, _ in entry.options]},
            }
            more_of |= kinds.get(entry.kind, {}) | ({"lines": 2} if entry.path[-1] == "notes" else {})
            part = text_field(entry.label, shown, edited, limit=2000, **more_of)
        self.spots[entry.place] = _Spot(part.html_id, part, None)

    def _spot(self, place: str) -> None:
        self.spots[place] = _Spot("", None, markup("", classes="pb-spot"))

    # Handlers

    async def _edited(self, entry: Entry, rebuilds: bool, given: str) -> None:
        self.data = with_entry(self.data, entry, given)
        if rebuilds:
            await self._rebuild()
        else:
            await self._check()

    async def _offer(self, n: int, wager: Wager, on: bool) -> None:
        await self._replace(with_wager(self.data, n, wager, on))

    async def _replace(self, data: Data) -> None:
        self.data = data
        await self._rebuild()

    async def _replace_by(self, change: Callable[[Data, int], Data], n: int) -> None:
        await self._replace(change(self.data, n))

    # The check

    async def _check(self) -> None:
        """Check the filing and say each finding at its field; keep it in the address where it is short enough."""
        self.turn += 1
        turn = self.turn
        found = await self.services.count(checked, self.data)
        if turn != self.turn:
            return
        self.checked = found
        by_place, _ = placed(found.findings, self.spots)
        for place, spot in self.spots.items():
            spot.say(by_place.get(place, []))
        self.top.put(verdict_html(found))
        self.list.put(findings_html(found, {place: spot.anchor for place, spot in self.spots.items()}))
        self.pack_button.enable(found.filing is not None)
        self._offer_long(found)
        link = packed(self.data)
        ui.navigate.history.replace(f"{AT}?filing={link}" if len(link) <= LONGEST_LINK else AT)
        await self._compare()

    def _offer_long(self, found: Checked) -> None:
        """A box for wagers whose count takes long, where the filing has some."""
        names = long_counts(found.filing) if found.filing is not None else []
        if bool(names) == (self.with_long is not None):
            return
        self.long_place.clear()
        self.with_long = None
        if names:
            with self.long_place:
                self.with_long = tick(f"Pack with {', '.join(names)}, whose count takes long the first time")

    def _save(self) -> None:
        download(as_json(self.data), f"{file_stem(self.data)}.json", "application/json")

    async def _against(self, name: str, content: str) -> None:
        try:
            data = read_text(content, name)
            await self.services.count(read_filing, data)
        except SubmissionError as fault:
            self.before.fault("; ".join(fault.faults))
            return
        self.before.fault(None)
        self.old = data
        await self._compare()

    async def _compare(self) -> None:
        if self.old is None or self.checked.filing is None:
            self.against.put("" if self.old is None else notice_html("This filing cannot be read yet.", "warn", "Not compared"))
            return
        self.against.put(await self.services.count(_changes_html, self.old, self.data))

    # The pack

    def _pack(self) -> None:
        """Make the pack in a job; what takes long to count is left out unless it is asked for."""
        filing = self.checked.filing
        if filing is None:
            return
        self.left_out = [] if self.with_long is not None and self.with_long.value else long_counts(filing)
        if self.packing is not None:
            self.packing.stop()
        self.pack_place.clear()
        with self.pack_place:
            what = "Counting and typesetting the pack"
            self.packing = JobPanel(self.services, self.request, what, lambda _: None, self._pack_made)
            self.packing.start(Task("pack", KINDS["pack"].function, {"submission": self.data, "without": self.left_out}))

    def _pack_made(self, result: Result) -> None:
        self.pack = result.content
        with zipfile.ZipFile(io.BytesIO(result.content)) as found:
            self.files = {name: found.read(name) for name in found.namelist()}
        with self.pack_place, panel("PAR pack"):
            if self.left_out:
                notice(f"Left out, as its count takes long: {', '.join(self.left_out)}. Tick it above to have it.", "info")
            with block("pb-row"):
                name = f"{file_stem(self.data)}-par-pack.zip"
                button("All files (ZIP)", lambda: download(self.pack, name, "application/zip"), kind="primary")
                for each, content in self.files.items():
                    button(f"{each} ({len(content) / 1000:,.0f} kB)", partial(self._one_file, each), small=True)

    def _one_file(self, name: str) -> None:
        download(self.files[name], name)


class _Spot:
    """A place of the form where findings are said: a field, or the head of a section."""

    def __init__(self, anchor: str, part: Any, head: Markup | None) -> None:
        self.part, self.head = part, head
        self.anchor = anchor or (head.html_id if head is not None else "")

    def say(self, found: list[Finding]) -> None:
        """Show the findings of this place, or none."""
        if self.head is not None:
            self.head.put("".join(notice_html(finding_text(each), _tone(each), _title(each)) for each in found))
            return
        grave = [finding_text(each) for each in found if each.severity is Severity.VIOLATION]
        light = [finding_text(each) for each in found if each.severity is not Severity.VIOLATION]
        self.part.fault(" ".join(grave))
        self.part.say("remark", " ".join(light) or None)


def _tone(found: Finding) -> Any:
    return _TONES[found.severity]


def _title(found: Finding) -> str:
    return found.severity.value.capitalize()


def verdict_html(found: Checked) -> str:
    """The verdict and how many findings of each kind there are."""
    if found.filing is None:
        return notice_html(found.verdict, "bad", f"{len(found.findings)} faults of form")
    counts = [f"{count} {each.value}{'s' if count != 1 else ''}" for each, count in found.counts.items() if count]
    return notice_html(found.verdict, "good" if found.clean else "bad", ", ".join(counts) or "Nothing found")


def findings_html(found: Checked, anchors: Mapping[str, str]) -> str:
    """All findings, the gravest first, each with a link to its field."""
    if not found.findings:
        return '<p class="pb-muted">None.</p>'
    order = list(Severity)
    by_place, _ = placed(found.findings, anchors)
    at = {id(each): anchors[place] for place, those in by_place.items() for each in those}
    items = []
    for each in sorted(found.findings, key=lambda one: order.index(one.severity)):
        code = "" if each.code == UNREAD else f" <code>{escape(each.code)}</code>"
        anchor = at.get(id(each))
        place = f'<a href="#{anchor}">{escape(each.place)}</a>' if anchor else f"<code>{escape(each.place)}</code>"
        allowed = f"<p>Allowed: {escape(each.allowed)}</p>" if each.allowed else ""
        cite = f'<p class="pb-cite">{escape(each.citation)}</p>' if each.citation else ""
        items.append(
            f"<li>{tag_html(_title(each), _tone(each))}{code}<p>{place}</p><p>{escape(each.found)}</p>{allowed}"
            f"<p>{escape(each.remedy)}</p>{cite}</li>"
        )
    return f'<ol class="pb-findings">{"".join(items)}</ol>'


def file_stem(data: Data) -> str:
    """A name for the filing's files, from its reference or its holder."""
    name = str(data.get("reference") or data.get("certificate_holder") or "filing")
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "filing"


def _changes_html(old: Data, new: Data) -> str:
    before = read_filing(old, "the filing before")
    found = changes(before, read_filing(new))
    if not found:
        return notice_html("Nothing changes between the two filings.", "good", "No change")
    return table_html(changes_table(found, before.file.reference or before.name))
