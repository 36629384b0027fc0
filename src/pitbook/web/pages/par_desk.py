"""The page of one wager: every figure of its sheet, the meter on a slider, any payout to be changed; the sheet as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final

from nicegui import ui
from starlette.requests import Request

from pitbook.choices import TERM_NAMES, ReadingInForce, allowed_options
from pitbook.errors import InputError
from pitbook.par import ParSheet, has_base_game
from pitbook.par_table import dollar_text
from pitbook.payouts import PayoutError, parse_money
from pitbook.web.forms.par import (
    CONFIDENCE,
    LONGEST,
    MOST_ROUNDS,
    ParState,
    confidence_in,
    is_known,
    parts,
    path,
    pay_fault,
    plain,
    query,
    share,
    sheet_of,
    whole,
    with_pay,
    without_changes,
)
from pitbook.web.jobs.process import Task
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    Slider,
    block,
    button,
    choice,
    live,
    markup,
    money_field,
    more,
    notice,
    number_field,
    panel,
    slider,
    text,
    text_field,
)
from pitbook.web.pages.choice_fields import option_field, reading_field
from pitbook.web.pages.job_panel import JobPanel
from pitbook.web.pages.par_answer import (
    slider_steps,
)
from pitbook.web.pages.par_answer_panel import AnswerPanel
from pitbook.web.pages.wager_list import wagers_html

_Faults = (InputError, PayoutError)
COUNT: Final = "Count all deals"


class ParDesk:
    """The page of a wager: what is asked, and the parts that show the answer."""

    def __init__(self, services: Any, request: Request, state: ParState, faults: tuple[str, ...]) -> None:
        self.services, self.request, self.state, self.faults = services, request, state, faults
        self.game, self.edition, self.wager = parts(state)
        self.unread: dict[str, tuple[str, str]] = {}
        """Payouts as typed that have no meaning, with what is wrong, by outcome."""
        self.turn = 0
        self.sheet: ParSheet
        self.printed: ParSheet

    async def show(self) -> None:
        """Build the page."""
        crumbs = [("/par", "PAR sheets"), (f"/par/{self.game.id}", self.game.name)]
        lead = f"{self.wager.citation} · edition {self.edition.id} ({self.edition.period})"
        with frame(self.services, f"{self.wager.name}: PAR sheet", job="/par", crumbs=crumbs, lead=lead):
            if self.wager.no_sheet is not None:
                notice(f"{self.wager.name} has no sheet of its own: {self.wager.no_sheet}", "info", "No PAR sheet")
                markup(wagers_html(self.game.id, "/par"))
            elif self._takes_long and not await self.services.count(is_known, self.state):
                self._count_long()
            else:
                await self._first()

    def _count_long(self) -> None:
        """Count in a job what takes long, once somebody asks for it; its counts are then kept, and the page is made from them.

        To open the page is not to ask: whatever follows links would keep the jobs of others waiting.
        """
        place = block()

        async def counted() -> None:
            place.clear()
            with place:
                await self._first()

        def begin() -> None:
            if panel_of.job is None:
                panel_of.start(Task("par", "pitbook.web.forms.par:count", asdict(self.state)))

        with place:
            text("All deals are counted, which takes a while the first time on this machine; the counts are then kept.")
            with block("pb-row"):
                button(COUNT, begin, kind="primary")
            panel_of = JobPanel(
                self.services,
                self.request,
                "Counting all deals",
                lambda _: None,
                lambda _: ui.timer(0.01, counted, once=True),
            )

    @property
    def _takes_long(self) -> bool:
        return self.wager.long_count

    async def _first(self) -> None:
        faults = list(self.faults)
        try:
            await self._compute(self.state)
        except _Faults as fault:
            faults.extend(str(fault).splitlines())
            self.state = ParState(self.game.id, self.wager.id, self.state.paytable)
            await self._compute(self.state)
        self.said = live()
        if faults:
            self.said.faults(faults, "Left out of what the address asks")
        with block("pb-split"):
            with block("pb-stack"):
                self._controls()
            with block("pb-stack"):
                self.answer = AnswerPanel(self.state, self._pay, self._as_printed)
        self._put()

    async def _compute(self, state: ParState) -> None:
        """The sheet of a state and the one with the payouts as printed."""
        sheet = await self.services.count(sheet_of, state)
        printed = await self.services.count(sheet_of, without_changes(state)) if state.pays else sheet
        self.sheet, self.printed = sheet, printed

    async def _ask(self, state: ParState) -> bool:
        """Compute another state and show it; its faults are said and nothing changes. Whether it was shown."""
        self.turn += 1
        turn = self.turn
        try:
            await self._compute(state)
        except _Faults as fault:
            self.said.faults(str(fault).splitlines())
            return False
        if turn != self.turn:
            return False
        self.state = state
        self.said.put()
        self._put()
        ui.navigate.history.replace(path(state) + query(state))
        return True

    # What is asked

    def _controls(self) -> None:
        with panel("What is asked"):
            if len(self.wager.paytables) > 1:
                labels = [(each.label, f"Paytable {each.label}") for each in self.wager.paytables]
                choice("Paytable", labels, self.state.paytable or "", self._paytable)
            self.amount = money_field("Wager amount", plain(self.state.amount), self._amount)
            if len(self.game.decks) > 1:
                decks = [(str(each), str(each)) for each in self.game.decks]
                choice("Decks", decks, str(self.state.decks or self.game.default_decks), self._decks)
            if self.sheet.envy is not None:
                self.players = number_field(
                    "Other hands",
                    str(self.state.players or ""),
                    self._players,
                    optional=True,
                    hint="that can bring an Envy Bonus: it then counts in the edge",
                )
            if self.wager.divided is not None:
                self.bettors = number_field("Bettors", str(self.state.bettors), self._bettors, hint="who share a divided award")
            if self.sheet.progressive is not None:
                self._meter_controls()
        with more("Band of the edge", opened=self.state.rounds is not None):
            self._band_controls()
        if self.wager.meter is not None:
            with more("Meter terms", opened=bool(self.state.terms)):
                self._terms_controls()
        options = allowed_options(self.edition, self.wager)
        if options:
            with more("Options", opened=bool(self.state.options)):
                for name in options:
                    self._option(name)
        if has_base_game(self._offer) and self.wager.paytables:
            with more("Payouts", opened=True):
                self._pay_fields()
        if self.sheet.readings:
            with more(f"Readings ({len(self.sheet.readings)})", opened=bool(self.state.readings)):
                text("Where the text can be read in more than one way.", classes="pb-note")
                for each in self.sheet.readings:
                    self._reading(each)

    def _band_controls(self) -> None:
        self.rounds = number_field(
            "Rounds",
            "" if self.state.rounds is None else str(self.state.rounds),
            self._rounds,
            optional=True,
            hint="where the edge of so many rounds lies, among the figures",
        )
        self.confidence = text_field(
            "Confidence", share(self.state.confidence), self._confidence, hint="of the band and of the volatility index", limit=20
        )

    @property
    def _offer(self) -> Any:
        assert self.sheet.offer is not None
        return self.sheet.offer

    def _meter_controls(self) -> None:
        unit, top = slider_steps(self.sheet)
        self.unit = unit
        at = min(int((self.sheet.meter_micros or 0) / unit), top)
        self.slide: Slider = slider("Meter", at, self._slid, most=top, text=dollar_text(self.sheet.meter_micros))
        self.meter = money_field(
            "Meter, to the cent", plain(self.state.meter) if self.state.meter is not None else "", self._meter, optional=True
        )
        self._say_meter()

    def _say_meter(self) -> None:
        basis = {"seed": "the seed, as none is given", "zero": "nothing on the meter", "given": ""}
        self.slide.say("text", dollar_text(self.sheet.meter_micros))
        self.meter.say("hint", basis[self.sheet.meter_basis or "given"] or None)

    def _terms_controls(self) -> None:
        table = self.wager.paytable(self.state.paytable or "") if self.state.paytable else None
        printed: Mapping[str, str] = table.terms.printed if table is not None and table.terms is not None else {}
        for name in TERM_NAMES:
            shown = printed.get(name, "not printed")
            text_field(
                name.capitalize(),
                self.state.terms.get(name, ""),
                partial(self._named, "terms", name),
                hint=f"printed: {shown}",
                optional=True,
                limit=LONGEST,
            )

    def _option(self, name: str) -> None:
        option_field(self.edition, self.wager, name, self.state.options.get(name, ""), partial(self._named, "options", name))

    def _reading(self, each: ReadingInForce) -> None:
        reading_field(each, partial(self._named, "readings", each.reading.id))

    def _pay_fields(self) -> None:
        """Fields for the payouts of a base game, whose sheet has a row per net result and not per payout."""
        self.fields = {}
        for row in self.wager.paytable(self.state.paytable or "").rows:
            now = self.state.pays.get(row.outcome, row.pays)
            self.fields[row.outcome] = number_field(
                row.hand,
                now,
                partial(self._pay, row.outcome),
                hint=f"printed: {row.pays}",
                inputmode="text",
                limit=LONGEST,
            )

    # Handlers

    async def _paytable(self, label: str) -> None:
        self.unread.clear()
        if await self._ask(replace(self.state, paytable=label, pays={}, terms={})):
            # Terms and payouts are those of another table: the page is made anew from its address.
            ui.navigate.to(path(self.state) + query(self.state))

    async def _amount(self, given: str) -> None:
        await self._money(self.amount, given, "amount")

    async def _meter(self, given: str) -> None:
        await self._money(self.meter, given, "meter", empty_allowed=True)
        self.slide.put(min(int((self.sheet.meter_micros or 0) / self.unit), self.slide._props["max"]))

    async def _money(self, field: Any, given: str, name: str, *, empty_allowed: bool = False) -> None:
        changes: dict[str, Any]
        try:
            micros = None if empty_allowed and not given.strip() else parse_money(given)
            if name == "amount" and not micros:
                raise PayoutError("the wager amount must be more than nothing")
            changes = {name: micros}
        except PayoutError as fault:
            field.fault(str(fault))
            return
        field.fault(None)
        await self._ask(replace(self.state, **changes))

    async def _slid(self, steps: int) -> None:
        micros = steps * self.unit
        self.meter.put(plain(micros))
        self.meter.fault(None)
        await self._ask(replace(self.state, meter=micros))

    async def _decks(self, given: str) -> None:
        await self._ask(replace(self.state, decks=int(given)))

    async def _players(self, given: str) -> None:
        await self._number(self.players, given, "players", 0, 100)

    async def _bettors(self, given: str) -> None:
        await self._number(self.bettors, given, "bettors", 1, 1000)

    async def _rounds(self, given: str) -> None:
        await self._number(self.rounds, given, "rounds", 1, MOST_ROUNDS)

    async def _confidence(self, given: str) -> None:
        try:
            confidence = confidence_in(given) if given.strip() else CONFIDENCE
        except InputError as fault:
            self.confidence.fault(str(fault))
            return
        self.confidence.fault(None)
        await self._ask(replace(self.state, confidence=confidence))

    async def _number(self, field: Any, given: str, name: str, least: int, most: int) -> None:
        changes: dict[str, Any]
        try:
            changes = {name: (1 if name == "bettors" else None) if not given.strip() else whole(name, given, least, most)}
        except InputError as fault:
            field.fault(str(fault))
            return
        field.fault(None)
        await self._ask(replace(self.state, **changes))

    async def _named(self, group: str, name: str, given: str) -> None:
        values = {key: each for key, each in getattr(self.state, group).items() if key != name}
        if given.strip():
            values[name] = given.strip()
        changes: dict[str, Any] = {group: values}
        asked = replace(self.state, **changes)
        if self._takes_long:
            # Other ways or readings may have to be counted: the page is made anew from its address, which asks first.
            ui.navigate.to(path(asked) + query(asked))
        else:
            await self._ask(asked)

    async def _pay(self, outcome: str, given: str) -> None:
        printed = self._printed_pays().get(outcome)
        if printed is None:
            return
        fault = pay_fault(self.wager, given) if given.strip() and given.strip() != printed else None
        self.unread.pop(outcome, None)
        if fault is not None:
            self.unread[outcome] = (given, fault)
            self._put()
        else:
            await self._ask(with_pay(self.state, outcome, given, printed))
        if outcome in getattr(self, "fields", {}):
            self.fields[outcome].fault(fault)

    async def _as_printed(self) -> None:
        self.unread.clear()
        if await self._ask(without_changes(self.state)):
            for outcome, field in getattr(self, "fields", {}).items():
                field.put(self._printed_pays()[outcome])
                field.fault(None)

    def _printed_pays(self) -> dict[str, str]:
        """The payouts that can be changed, as printed under the readings in force."""
        if has_base_game(self._offer):
            return {row.outcome: row.pays for row in self.wager.paytable(self.state.paytable or "").rows}
        held = {row.outcome for row in self.wager.paytable(self.state.paytable or "").rows}
        return {row.outcome: row.pays for row in self.printed.rows if row.outcome in held}

    # The answer

    def _put(self) -> None:
        """Show the sheet."""
        editable = {} if has_base_game(self._offer) else self._printed_pays()
        self.answer.put(self.state, self.sheet, self.printed, editable, self.unread)
        if self.sheet.progressive is not None:
            self._say_meter()
