"""``/simulate``: the tables of a filing played out; progress, results beside the exact odds, pictures, a stop."""

from __future__ import annotations

import base64
import json
from datetime import date
from html import escape
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError
from pitbook.errors import InputError
from pitbook.rulebook import Game
from pitbook.web.forms.filing.edits import with_wager
from pitbook.web.forms.filing.values import as_json, read_text, starter_data
from pitbook.web.jobs.for_pages import table_of
from pitbook.web.jobs.kinds import KINDS
from pitbook.web.jobs.process import Result, Task
from pitbook.web.jobs.simulation import MOST_ROUNDS
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    block,
    button,
    choice,
    download,
    file_pick,
    heading,
    live,
    markup,
    number_field,
    panel,
    table_html,
    text_field,
)
from pitbook.web.pages.job_panel import JobPanel

PATH: Final = "/simulate"
FUNCTION: Final = "pitbook.web.jobs.for_pages:simulate"


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
                limit=400_000,
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

    # What is played

    async def usual(self, game: str, *, keep: bool = False) -> None:
        if game:
            self.message.put("The wagers that can be played as printed are looked for.", "info", "Being made")
            self.filing.put(await self.services.count(_usual_text, game))
        self.message.put()
        if not keep:
            self.kept("")

    def file(self, name: str, text: str) -> None:
        del name
        self.filing.put(text)

    def kept(self, _: str, job: str = "") -> None:
        """Let the address hold what can be held in one."""
        fields = {"game": self.game, "rounds": self.rounds, "seed": self.seed, "seats": self.seats, "period": self.period}
        given = {name: field.value for name, field in fields.items() if field.value}
        if job:
            given["job"] = job
        ui.navigate.history.replace(f"{PATH}?{_query(given)}")

    async def start(self) -> None:
        try:
            task = await self.services.count(
                task_of, self.filing.value, self.rounds.value, self.seed.value, self.seats.value, self.period.value
            )
        except InputError as fault:
            self.message.faults(str(fault).splitlines())
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


def _usual_text(game: str) -> str:
    return as_json(usual_filing(rulebook().game(game), date.today())).decode()


def usual_filing(game: Game, today: date) -> dict[str, Any]:
    """A filing of a table of a game: each of its wagers at its first paytable, where that can be played as it is printed."""
    data = starter_data(game, today)
    data["games"][0]["tables"] = ["T1"]
    for wager in game.edition(today).wagers:
        if wager.id in data["games"][0].get("wagers", {}):
            continue
        more = with_wager(data, 0, wager, True)
        try:
            KINDS["simulate"].check({"submission": more, "rounds": 1, "seed": 1})
        except InputError:
            continue  # it needs terms of the filing's own, or stands in place of another
        data = more
    return data


def _query(given: dict[str, str]) -> str:
    from urllib.parse import urlencode

    return urlencode(given)


def task_of(filing: str, rounds: str, seed: str, seats: str, period: str) -> Task:
    """The job that is asked for, checked as far as can be done at once. Raises an ``InputError`` with its faults."""
    if not filing.strip():
        raise ChoiceError("Rules Submission: there is none; choose a game's usual filing, or paste one")
    faults: list[str] = []
    figures = {
        "rounds": _whole("Rounds at each table", rounds, 1, MOST_ROUNDS, faults),
        "seed": _whole("Seed", seed, 0, 2**63 - 1, faults),
        "seats": _whole("Seats taken", seats, 1, 99, faults) if seats else None,
        "period": _whole("Rounds of one result", period, 1, MOST_ROUNDS, faults) if period else None,
    }
    if faults:
        raise ChoiceError("\n".join(faults))
    data = read_text(filing, "filing.json" if filing.lstrip().startswith("{") else "filing.toml")
    parts = data.get("games")
    games = [each["game"] for each in parts if isinstance(each, dict) and "game" in each] if isinstance(parts, list) else []
    play = [{"game": game, "seats": figures["seats"]} for game in dict.fromkeys(map(str, games))] if figures["seats"] else []
    request = {
        "kind": "simulate",
        "submission": data,
        "rounds": figures["rounds"],
        "seed": figures["seed"],
        "play": {"play": play},
        "period": figures["period"],
        "name": str(data.get("reference") or "filing"),
    }
    KINDS["simulate"].check(request)
    return Task("simulate", FUNCTION, request)


def _whole(name: str, text: str, least: int, most: int, faults: list[str]) -> int | None:
    plain = text.replace(",", "").strip()
    if plain.isascii() and plain.isdigit() and len(plain) < 20 and least <= int(plain) <= most:
        return int(plain)
    faults.append(f"{name}: found {text!r}; allowed is a whole number from {least:,} to {most:,}")
    return None
