"""``/simulate``: the tables of a filing played out; progress, results beside the exact odds, pictures, a stop."""

from __future__ import annotations

import base64
import json
from html import escape
from typing import Any, Final

from nicegui import ui
from starlette.datastructures import QueryParams
from starlette.requests import Request

from pitbook.catalog import rulebook
from pitbook.errors import InputError
from pitbook.web.forms.simulation import SimulationAsked, task_of, usual_text
from pitbook.web.jobs.for_pages import table_of
from pitbook.web.jobs.process import Result
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    Field,
    block,
    button,
    choice,
    download,
    file_pick,
    heading,
    live,
    markup,
    more,
    number_field,
    panel,
    table_html,
    text_field,
)
from pitbook.web.pages.job_panel import JobPanel

PATH: Final = "/simulate"
LARGEST: Final = 400_000
"""Characters of a filing or of a file of play."""


def register(services: Any) -> None:
    """The page at ``/simulate``."""

    @ui.page(PATH)
    async def simulate(request: Request) -> None:
        with frame(
            services,
            "Simulate tables",
            job=PATH,
            lead="Whole tables of a Rules Submission, dealt and settled by the rules that price them: seats, wagers, meters, "
            "links. The same seed gives the same rounds everywhere.",
        ):
            _Page(services, request)


class _Page:
    """The page of one browser."""

    def __init__(self, services: Any, request: Request) -> None:
        self.services, self.request = services, request
        self.result: Any = None
        query = request.query_params
        with panel("What is played"):
            with block("pb-row end"):
                games = [("", "Choose one"), *((game.id, game.name) for game in rulebook())]
                self.game = choice("Usual filing of a game", games, query.get("game", ""), self.usual, width="16rem")
                file_pick("Or a file", self.file, accept=".toml,.json")
            self.filing = text_field(
                "Rules Submission",
                lines=10,
                kind="mono",
                hint="TOML or JSON; its tables, wagers, meters and links are played",
                limit=LARGEST,
            )
            with block("pb-offers"):
                self.rounds = number_field("Rounds at each table", query.get("rounds", "200,000")[:20], self.kept)
                self.seed = number_field("Seed", query.get("seed", "1")[:20], self.kept)
                self.seats = number_field(
                    "Seats taken", query.get("seats", "")[:4], self.kept, optional=True, hint="6, or all there are"
                )
                self.period = number_field(
                    "Rounds of one result",
                    query.get("period", "")[:20],
                    self.kept,
                    optional=True,
                    hint="for the distribution; 28,800 is a month",
                )
            self._further(query)
            with block("pb-row"):
                self.go = button("Start", self.start, kind="primary")
            self.message = live()
        self.job = JobPanel(services, request, "Simulating", self.started, self.done)
        with block("pb-stack") as self.answer:
            with block("pb-row end"):
                heading("What was found")
                button("Save JSON", self.save, small=True)
            self.pictures = markup("", classes="pb-stack pb-pictures")
            self.tables = markup("", classes="pb-stack")
        self.answer.set_visibility(False)
        game = query.get("game", "")
        if game in rulebook().games:
            ui.timer(0.01, lambda: self.usual(game, keep=True), once=True)
        if query.get("job"):
            self.job.find(query["job"][:64])

    def _further(self, query: QueryParams) -> None:
        """What few simulations need, out of sight until it is asked for."""
        names = ("strategy", "pays", "pays_on", "pays_rounds")
        given = {name: query.get(name, "")[:500] for name in names}
        with more("Strategies, a promotion, a file of play, an older filing beside it", opened=any(given.values())):
            with block("pb-offers"):
                self.strategy = text_field(
                    "Strategies",
                    given["strategy"],
                    self.kept,
                    optional=True,
                    limit=500,
                    hint="GAME=NAME, as in three-card-poker=q-6-4; commas between",
                )
                self.pays = number_field(
                    "Fixed winnings are paid",
                    given["pays"],
                    self.kept,
                    optional=True,
                    after="times",
                    hint="a promotion: 2 is double payouts",
                )
                self.pays_on = text_field(
                    "On the wagers",
                    given["pays_on"],
                    self.kept,
                    optional=True,
                    limit=500,
                    hint="commas between; every one if empty",
                )
                self.pays_rounds = number_field(
                    "For the first rounds", given["pays_rounds"], self.kept, optional=True, hint="all of them if empty"
                )
            self.play = self._text_or_file(
                "Play", "who sits at the tables and what they bet, as a file of play has it; every wager at its least if empty"
            )
            self.against = self._text_or_file("The filing it would replace", "both are played on the same cards, side by side")

    def _text_or_file(self, label: str, hint: str) -> Field:
        def picked(name: str, text: str) -> None:
            del name
            field.put(text)

        with block("pb-stack tight"):
            field = text_field(label, lines=5, kind="mono", hint=hint, optional=True, limit=LARGEST)
            file_pick(f"{label}: a file", picked, accept=".toml,.json", optional=True, limit=LARGEST)
        return field

    # What is played

    async def usual(self, game: str, *, keep: bool = False) -> None:
        if game:
            self.message.put("The wagers that can be played as printed are looked for.", "info", "Being made")
            self.filing.put(await self.services.count(usual_text, game))
        self.message.put()
        if not keep:
            self.kept("")

    def file(self, name: str, text: str) -> None:
        del name
        self.filing.put(text)

    def kept(self, _: str, job: str = "") -> None:
        """Let the address hold what can be held in one."""
        fields = {
            "game": self.game,
            "rounds": self.rounds,
            "seed": self.seed,
            "seats": self.seats,
            "period": self.period,
            "strategy": self.strategy,
            "pays": self.pays,
            "pays_on": self.pays_on,
            "pays_rounds": self.pays_rounds,
        }
        given = {name: field.value for name, field in fields.items() if field.value}
        if job:
            given["job"] = job
        ui.navigate.history.replace(f"{PATH}?{_query(given)}")

    async def start(self) -> None:
        asked = SimulationAsked(
            filing=self.filing.value,
            rounds=self.rounds.value,
            seed=self.seed.value,
            seats=self.seats.value,
            period=self.period.value,
            strategy=self.strategy.value,
            pays=self.pays.value,
            pays_on=self.pays_on.value,
            pays_rounds=self.pays_rounds.value,
            play=self.play.value,
            against=self.against.value,
        )
        try:
            task = await self.services.count(task_of, asked)
        except InputError as fault:
            self.message.faults(str(fault).replace("--", "").splitlines())
            return
        self.message.put()
        self.answer.set_visibility(False)
        self.job.start(task)

    # The job

    def started(self, job: str) -> None:
        self.kept("", job)

    def done(self, result: Result) -> None:
        shown = json.loads(result.content)
        self.result = shown["answer"]
        self.pictures.put("".join(_picture(*each) for each in shown["pictures"]))
        self.tables.put("".join(table_html(table_of(each), classes="nowrap") for each in shown["tables"]))
        self.answer.set_visibility(True)

    def save(self) -> None:
        download(json.dumps(self.result, indent=2).encode(), "simulation.json", "application/json")


def _picture(words: str, svg: str) -> str:
    """A drawing with a style of its own, kept apart from the page's."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<figure class="pb-panel"><img src="data:image/svg+xml;base64,{data}" alt="{escape(words)}"></figure>'


def _query(given: dict[str, str]) -> str:
    from urllib.parse import urlencode

    return urlencode(given)
