"""``/hold``: what the house keeps after a number of rounds, and whether a month's result is normal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.catalog import rulebook
from pitbook.errors import InputError
from pitbook.web.forms.hold import HoldAsked, asked_of, fitting, hold_answer, hold_wagers, needs_terms
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import block, choice, heading, live, markup, money_field, number_field, panel, table_html, text_field

PATH: Final = "/hold"


def register(services: Any) -> None:
    """The page at ``/hold``."""

    @ui.page(PATH)
    async def hold(request: Request) -> None:
        with frame(
            services,
            "Hold of a period",
            job=PATH,
            lead="The exact distribution of the house’s result on a wager after so many rounds: what a month brings by chance "
            "alone, and whether the month that was is within it.",
        ):
            _Page(services, asked_of(dict(request.query_params)))


class _Page:
    """The page of one browser."""

    def __init__(self, services: Any, asked: HoldAsked) -> None:
        self.services, self.asked = services, asked
        self._bet()
        self._period()
        self.message = live()
        with block("pb-stack") as self.answer:
            self.pictures = markup("", classes="pb-cols pb-charts")
            heading("The figures")
            self.tables = markup("", classes="pb-stack")
        self.answer.set_visibility(False)
        self.show()
        ui.timer(0.01, self.work_out, once=True)

    def _bet(self) -> None:
        asked = self.asked
        with panel("What is bet") as held, block("pb-offers"):
            held.classes("pb-find")
            games = [(game.id, game.name) for game in rulebook() if hold_wagers(game.id)]
            self.game = choice("Game", games, asked.game, lambda value: self.pick(game=value))
            self.wager = choice("Wager", [], asked.wager, lambda value: self.pick(wager=value))
            self.paytable = choice("Paytable", [], asked.paytable, lambda value: self.pick(paytable=value))
            self.stake = text_field(
                "Stake in dollars",
                asked.stake,
                lambda value: self.put(stake=value),
                before="$",
                hint="or a mix: 5=60%,10=30%,25=10%",
                limit=60,
            )
            self.per_round = number_field("Hands a round", asked.per_round, lambda value: self.put(per_round=value), pause=None)
            self.players = number_field(
                "Other bettors for Envy",
                asked.players,
                lambda value: self.put(players=value),
                pause=None,
                optional=True,
            )
            self.meter = money_field(
                "Meter at the start",
                asked.meter,
                lambda value: self.put(meter=value),
                pause=None,
                optional=True,
                hint="its seed if empty",
            )
            self.terms = text_field(
                "Terms of the meter",
                asked.terms,
                lambda value: self.put(terms=value),
                hint="the text prints none: seed=500,increment=20%",
                limit=80,
            )

    def _period(self) -> None:
        asked = self.asked
        with panel("The period, and what the house won in it") as held, block("pb-offers"):
            held.classes("pb-find")
            self.rounds = number_field(
                "Rounds",
                asked.rounds,
                lambda value: self.put(rounds=value),
                pause=None,
                hint="28,800 is a month of a table at 40 an hour",
            )
            self.result = money_field(
                "Result of the house",
                asked.result,
                lambda value: self.put(result=value),
                pause=None,
                optional=True,
                hint="what it won, or lost: -1200; is it normal?",
            )
            self.confidence = text_field("Confidence", asked.confidence, lambda value: self.put(confidence=value), limit=12)
            self.within = number_field(
                "Rounds until within",
                asked.within,
                lambda value: self.put(within=value),
                pause=None,
                optional=True,
                after="points",
                hint="of the expected hold: 2 is two of a hundred",
            )

    def show(self) -> None:
        """Put the choices in step with what is asked for."""
        asked = self.asked
        wagers = hold_wagers(asked.game)
        self.wager.put_options([(each.id, each.name) for each in wagers], asked.wager)
        wager = next(each for each in wagers if each.id == asked.wager)
        self.paytable.put_options([(table.label, table.label) for table in wager.paytables], asked.paytable)
        self.meter.set_visibility(wager.meter is not None)
        self.players.set_visibility(any(table.envy is not None for table in wager.paytables))
        self.terms.set_visibility(needs_terms(asked))
        self.meter.put(asked.meter)
        self.terms.put(asked.terms)

    async def pick(self, **changed: str) -> None:
        """Another game, wager or paytable."""
        self.asked = fitting(replace(self.asked, **changed))
        self.show()
        await self.work_out(keep=True)

    async def put(self, **changed: str) -> None:
        """Another figure."""
        self.asked = replace(self.asked, **{name: value.strip() for name, value in changed.items()})
        await self.work_out(keep=True)

    async def work_out(self, *, keep: bool = False) -> None:
        """The answer to what is asked for."""
        asked = self.asked
        if keep:
            ui.navigate.history.replace(f"{PATH}?{asked.address()}")
        self.message.put("The first one takes a few seconds.", "info", "Being worked out")
        try:
            found = await self.services.count(hold_answer, asked)
        except InputError as fault:
            if asked == self.asked:
                self.message.faults(str(fault).replace("--", "").splitlines())
                self.answer.set_visibility(False)
            return
        if asked != self.asked:
            return  # something else was asked for meanwhile
        self.message.put(*found.verdict) if found.verdict is not None else self.message.put()
        self.pictures.put("".join(found.pictures))
        self.tables.put("".join(table_html(each) for each in found.document.tables if not _is_bars(each.title)))
        self.answer.set_visibility(True)


def _is_bars(title: str) -> bool:
    """Whether a table is a chart of letters; the page draws it."""
    return title.startswith("Result of the house")
