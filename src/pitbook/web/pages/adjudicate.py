"""``/settle``: a felt on which a round is laid out, and what every seat is owed. The whole round stands in the address."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.catalog import rulebook
from pitbook.conformance.cases import load_cases
from pitbook.errors import InputError
from pitbook.rounds import RoundError
from pitbook.rulebook import UnknownNameError
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    block,
    button,
    choice,
    dialog,
    download,
    file_pick,
    heading,
    live,
    markup,
    notice_html,
    text_field,
    tick,
)
from pitbook.web.pages.felt import Felt
from pitbook.web.pages.record_round import RecordPanel
from pitbook.web.pages.table_setup import TableSetup
from pitbook.web.rounds import edit, view
from pitbook.web.rounds.form import round_form
from pitbook.web.rounds.link import packed, unpacked
from pitbook.web.rounds.settlement_html import faults_html, settlement_html
from pitbook.web.rounds.text import as_json, as_toml, parsed_round

PATH: Final = "/settle"
MOST_UNDO: Final = 100


def register(services: Any) -> None:
    """The page at ``/settle``."""

    @ui.page(PATH)
    def adjudicate(request: Request) -> None:
        data, fault = start(request.query_params)
        with frame(
            services,
            "Adjudicate a round",
            job=PATH,
            lead="Lay out the cards and the wagers. Every line names its row, its clause and why no other row is paid.",
        ):
            Desk(services, request, data, fault)


def start(query: Any) -> tuple[edit.Data, str]:
    """The round that an address holds, and what was wrong with it."""
    text = query.get("round", "")
    game = query.get("game", "")
    if text:
        try:
            return checked_round(unpacked(text)), ""
        except (RoundError, UnknownNameError) as fault:
            return edit.new_round("three-card-poker"), f"The round of this address cannot be shown. {fault}"
    if game:
        try:
            round_form(game, date.today())
            return edit.new_round(game), ""
        except UnknownNameError as fault:
            return edit.new_round("three-card-poker"), str(fault)
    return edit.new_round("three-card-poker"), ""


def checked_round(data: Any) -> edit.Data:
    """A round from outside that a felt can show, be it right or not. Raises ``RoundError``, ``UnknownNameError`` for its game."""
    faults = edit.shape_faults(data)
    if faults:
        raise RoundError(faults)
    round_form(data.get("game", ""), date.today())
    return dict(data)


class Desk:
    """The page of one browser: the round as it stands, and what can be gone back to."""

    def __init__(self, services: Any, request: Request, data: edit.Data, fault: str) -> None:
        self.services, self.request = services, request
        self.data = data
        self.before: list[edit.Data] = []
        self.four_colors = request.query_params.get("suits") == "4"
        self.shows_paid = any("paid" in seat for seat in data.get("seats", []) if isinstance(seat, dict))
        self.shows_voids = "irregularity" in data
        self.work_out()
        self.build(fault)
        self.show()

    def work_out(self) -> None:
        """The form and the outcome of the round as it stands."""
        today = date.today()
        try:
            self.form = round_form(self.data["game"], self.day(today))
        except UnknownNameError:
            self.form = round_form(self.data["game"], today)
        self.outcome = view.outcome(self.data, today)

    def day(self, today: date) -> date:
        """The day of the round, or today."""
        try:
            return date.fromisoformat(str(self.data.get("date", "")))
        except ValueError:
            return today

    @property
    def decks(self) -> int:
        """The decks in the shoe."""
        found = self.data.get("decks")
        return found if isinstance(found, int) else self.form.game.default_decks

    # The page

    def build(self, fault: str) -> None:
        """Every part of the page."""
        with block("pb-row end pb-noprint"):
            games = [(game.id, game.name) for game in rulebook()]
            self.game = choice("Game", games, self.data["game"], self.choose_game, width="14rem")
            self.examples = choice("Worked examples", self.example_options(), "", self.choose_example, width="22rem")
            with block("pb-row"):
                button("Undo", self.undo, small=True)
                button("Clear", lambda: self.change(edit.new_round(self.data["game"])), small=True)
                button("Open", lambda: self.opener.open(), small=True)
                button("Save TOML", lambda: self.save("toml"), small=True)
                button("Save JSON", lambda: self.save("json"), small=True)
                markup(_COPY, tag="span")
        self.message = live()
        if fault:
            self.message.put(fault, "bad", "This address holds no round that can be shown")
        self.opener = dialog("Open a round")
        with self.opener:
            file_pick(
                "A file",
                lambda name, text: self.load(text),
                accept=".toml,.json",
                hint="TOML or JSON, as `pitbook settle` takes it",
            )
            self.pasted = text_field("Or paste it", lines=8, kind="mono", limit=60_000)
            button("Open what was pasted", lambda: self.load(self.pasted.value), kind="primary")
            self.open_fault = live()
        self.setup = TableSetup(self)
        self.standing = markup("", classes="pb-standing").props('role="status" aria-live="polite"')
        with block("pb-row center pb-noprint", label="What the felt shows"):
            tick("Compare with what was paid", self.shows_paid, self.toggle_paid)
            tick("Void wagers", self.shows_voids, self.toggle_voids)
            tick("Four colors", self.four_colors, self.toggle_colors)
        with block("pb-stack") as self.table:
            self.felt = Felt(self)
        with block("pb-row end pb-noprint"):
            self.slip_seat = choice("Slip of", [("", "the whole round")], "", width="12rem")
            self.slip = button("Dispute slip (PDF)", self.print_slip, kind="primary")
            markup('<button type="button" class="pb-button" onclick="window.print()">Print the page</button>', tag="span")
        with block("pb-stack", tag="section", label="Settlement").props("id=settlement"):
            self.head = heading("Settlement")
            self.result = markup("", classes="pb-stack")
        if self.services.ledger is not None:
            RecordPanel(self)

    def show(self) -> None:
        """Put the page in step with the round."""
        self.setup.show()
        self.felt.show()
        tone, words = view.standing(self.data, self.outcome)
        titles = {"good": "Settled", "info": "Not settled yet", "warn": "Paid wrong", "bad": "Not settled"}
        self.standing.put(notice_html(words, tone, titles[tone]))  # type: ignore[arg-type]
        settled = self.outcome.settled
        self.result.put(faults_html(self.outcome.faults) if settled is None else settlement_html(settled))
        self.slip.enable(settled is not None)
        seats = [("", "the whole round"), *((str(each), f"seat {each}") for each in edit.seat_numbers(self.data))]
        chosen = self.slip_seat.value if self.slip_seat.value in {each[0] for each in seats} else ""
        self.slip_seat.put_options(seats, chosen)
        self.table.classes(remove="pb-four", add="pb-four" if self.four_colors else "")

    def change(self, data: edit.Data, *, remember: bool = True) -> None:
        """Another round in place of this one."""
        if data == self.data:
            self.show()
            return
        if remember:
            self.before = [*self.before[-MOST_UNDO:], self.data]
        game = self.data["game"]
        self.data = data
        self.work_out()
        if data["game"] != game:
            self.game.put(data["game"])
            self.examples.put_options(self.example_options(), "")
        self.show()
        self.keep_address()

    def keep_address(self) -> None:
        """Let the address hold the round as it stands."""
        suits = "&suits=4" if self.four_colors else ""
        ui.navigate.history.replace(f"{PATH}?round={packed(self.data)}{suits}")

    # Acts

    def choose_game(self, game: str) -> None:
        self.change(edit.new_round(game))

    def example_options(self) -> list[tuple[str, str]]:
        """The expert cases of the game that can be settled."""
        cases = load_cases(rulebook().game(self.data["game"]).folder).case
        return [("", "Choose one"), *((str(n), each.name) for n, each in enumerate(cases) if each.expect.error is None)]

    def choose_example(self, number: str) -> None:
        if number:
            game = self.data["game"]
            case = load_cases(rulebook().game(game).folder).case[int(number)]
            self.take(parsed_round(as_json({"game": game, **case.round})))
            self.message.put(f"{case.name}. {case.clause}", "info", "Worked example")

    def take(self, data: edit.Data) -> None:
        """A round from elsewhere."""
        self.shows_paid = self.shows_paid or any("paid" in seat for seat in data.get("seats", []))
        self.shows_voids = self.shows_voids or "irregularity" in data
        self.change(data)

    def load(self, text: str) -> None:
        """The round of a file's text."""
        try:
            data = checked_round(parsed_round(text))
        except InputError as fault:
            self.open_fault.faults(str(fault).splitlines())
            return
        self.open_fault.put()
        self.opener.close()
        self.message.put()
        self.take(data)

    def undo(self) -> None:
        if self.before:
            *self.before, data = self.before
            self.change(data, remember=False)

    def save(self, kind: str) -> None:
        text = as_toml(self.data) if kind == "toml" else as_json(self.data)
        download(text.encode(), f"round.{kind}", "application/toml" if kind == "toml" else "application/json")

    async def print_slip(self) -> None:
        from pitbook.report.dispute_slip import dispute_slip, fingerprint

        settled = self.outcome.settled
        if settled is None:
            return
        seats = [int(self.slip_seat.value)] if self.slip_seat.value else []
        made = await self.services.count(dispute_slip, settled, self.data, seats)
        download(made, f"settlement-{fingerprint(self.data)}.pdf", "application/pdf")

    def toggle_paid(self, on: bool) -> None:
        self.shows_paid = on
        self.show()

    def toggle_voids(self, on: bool) -> None:
        self.shows_voids = on
        self.show()

    def toggle_colors(self, on: bool) -> None:
        self.four_colors = on
        self.show()
        self.keep_address()


_COPY: Final = (
    '<button type="button" class="pb-button small" onclick="navigator.clipboard.writeText(location.href).then('
    "()=>{this.textContent='Link copied';setTimeout(()=>{this.textContent='Copy link'},2000)},"
    "()=>{this.textContent='Copy the address above'})\">Copy link</button>"
)
