"""A Rules Submission: taken from a file or built by form, each finding beside its field, until it is clean; then its PAR pack."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.catalog import rulebook
from pitbook.rounds import RoundError
from pitbook.rulebook import UnknownNameError
from pitbook.submission import SubmissionError
from pitbook.web.forms.filing.check import checked, placed
from pitbook.web.forms.filing.values import Data, as_json, file_stem, read_text, starter_data
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import FILE_LIMIT, Live, block, button, choice, download, file_pick, live, markup, panel, print_button
from pitbook.web.pages.filing_against import AgainstPanel
from pitbook.web.pages.filing_findings import findings_html, verdict_html
from pitbook.web.pages.filing_form import FilingForm
from pitbook.web.pages.filing_pack import PackPanel
from pitbook.web.rounds.link import packed, unpacked

AT: Final = "/submission"
LONGEST_LINK: Final = 7000
"""The longest packed filing, in characters, that an address holds."""


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
    """The page: where a filing is taken or begun, then the filing under work with what its check says."""

    def __init__(self, services: Any, request: Request) -> None:
        self.services, self.request = services, request
        self.data: Data = {}
        self.turn = 0  # checks asked for: the answer of an older one is not shown

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

    # Begin

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

    # The filing under work

    async def _open(self, data: Data) -> None:
        """Begin with a filing; an empty one is none."""
        self.turn += 1
        self.start._props.set_bool("hidden", bool(data))
        self.work.clear()
        if not data:
            return
        with self.work:
            self.verdict = markup("", classes="pb-stack tight")
            self._acts()
            with block("pb-aside"):
                self.form = FilingForm(data, self._changed)
                with panel("Findings") as side:
                    side.classes("pb-sticky")
                    side._props["tabindex"] = "0"
                    self.findings = markup("")
        await self._changed(data)

    def _acts(self) -> None:
        with block("pb-row pb-noprint center"):
            button("Save the filing", self._save, small=True)
            self.pack = PackPanel(self.services, self.request)
            print_button()
            button("Start over", self._start_over, small=True)
        self.against = AgainstPanel(self.services)
        self.pack.place()

    def _save(self) -> None:
        download(as_json(self.data), f"{file_stem(self.data)}.json", "application/json")

    async def _start_over(self) -> None:
        self.pack.stop()
        await self._open({})
        ui.navigate.history.replace(AT)

    async def _changed(self, data: Data) -> None:
        """Check the filing and say each finding at its field; keep it in the address where it is short enough."""
        self.data = data
        self.turn += 1
        turn = self.turn
        found = await self.services.count(checked, data)
        if turn != self.turn:
            return
        spots = self.form.spots
        by_place, _ = placed(found.findings, spots)
        for place, spot in spots.items():
            spot.say(by_place.get(place, []))
        self.verdict.put(verdict_html(found))
        self.findings.put(findings_html(found, {place: spot.anchor for place, spot in spots.items()}))
        self.pack.offer(data, found.filing)
        link = packed(data)
        ui.navigate.history.replace(f"{AT}?filing={link}" if len(link) <= LONGEST_LINK else AT)
        await self.against.compare(data if found.filing is not None else None)
