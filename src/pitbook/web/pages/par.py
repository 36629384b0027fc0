"""PAR sheets: every figure of a wager and paytable, the meter on a slider, any payout to be changed; the sheet as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from functools import partial
from html import escape
from typing import Any, Final

from nicegui import core, ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pitbook.catalog import rulebook
from pitbook.choices import TERM_NAMES, ReadingInForce, allowed_options
from pitbook.errors import InputError
from pitbook.hold.charts import round_step
from pitbook.par import LONG_COUNTS, ParSheet, has_base_game
from pitbook.par_table import dollar_text, one_in_text, share_text, sheet_table
from pitbook.payouts import PayoutError, dollars, parse_money
from pitbook.report.meter_chart import meter_chart
from pitbook.rulebook import UnknownNameError
from pitbook.web.exports import MEDIA, sheets_file
from pitbook.web.forms.par import (
    LONGEST,
    ParState,
    is_known,
    parts,
    path,
    pay_fault,
    plain,
    query,
    read_state,
    sheet_of,
    whole,
    with_pay,
    without_changes,
)
from pitbook.web.jobs.process import Task
from pitbook.web.look.charts import Axis, Level, Mark, Series, plot_html
from pitbook.web.look.layout import frame
from pitbook.web.look.widgets import (
    Slider,
    block,
    button,
    choice,
    facts_html,
    link,
    live,
    markup,
    money_field,
    more,
    notes_html,
    notice,
    notice_html,
    number_field,
    panel,
    print_button,
    slider,
    text,
    text_field,
)
from pitbook.web.pages.errors import missing
from pitbook.web.pages.job_panel import JobPanel

FORMS: Final = (("xlsx", "Workbook"), ("pdf", "PDF"), ("csv", "CSV"), ("json", "JSON"))
_STEPS: Final = 400
_Faults = (InputError, PayoutError)


def register(services: Any) -> None:
    """The pages under ``/par`` and the sheets as files."""

    @ui.page("/par")
    def index() -> None:
        with frame(services, "PAR sheets", job="/par", lead="The exact odds of every wager and paytable of the rulebook."):
            for game in rulebook():
                markup(wagers_html(game.id, "/par"))

    @ui.page("/par/{game}")
    def of_game(game: str) -> None:
        try:
            found = rulebook().game(game)
        except UnknownNameError as fault:
            return missing(services, fault.message, job="/par")
        with frame(services, f"{found.name}: PAR sheets", job="/par", crumbs=[("/par", "PAR sheets")]):
            markup(wagers_html(found.id, "/par"))
        return None

    @ui.page("/par/{game}/{wager}", response_timeout=120.0)
    async def of_wager(game: str, wager: str, request: Request) -> None:
        try:
            state, faults = read_state(game, wager, request.query_params.multi_items())
        except UnknownNameError as fault:
            return missing(services, fault.message, job="/par")
        await _Desk(services, request, state, faults).show()
        return None

    @core.app.get("/par/{game}/{wager}/sheet.{kind}", include_in_schema=False)
    async def as_file(game: str, wager: str, kind: str, request: Request) -> Response:
        if kind not in dict(FORMS):
            return PlainTextResponse(f"a sheet has no form {kind!r}; allowed: {', '.join(dict(FORMS))}\n", 404)
        try:
            state, faults = read_state(game, wager, request.query_params.multi_items())
        except UnknownNameError as fault:
            return PlainTextResponse(f"{fault.message}\n", 404)
        if faults:
            return PlainTextResponse("\n".join(faults) + "\n", 422)
        try:
            content = await services.count(lambda: sheets_file([sheet_of(state)], kind))
        except _Faults as fault:
            return PlainTextResponse(f"{fault}\n", 422)
        headers = {"Content-Disposition": f'attachment; filename="{file_name(state, kind)}"'}
        return Response(content, media_type=MEDIA[kind], headers=headers)


def file_name(state: ParState, kind: str) -> str:
    """``three-card-poker-pair-plus-A.xlsx``; with ``-changed`` where payouts are."""
    return f"{state.game}-{state.wager}-{state.paytable}{'-changed' if state.pays else ''}.{kind}"


def wagers_html(game: str, at: str) -> str:
    """A game's wagers as links to their pages under an address; those without a sheet say why."""
    found = rulebook().game(game)
    items = []
    for wager in found.wagers:
        count = len(wager.paytables)
        tables = f"{count} paytable{'s' if count != 1 else ''}"
        if wager.no_sheet is not None:
            items.append(f"<li>{escape(wager.name)} <span class='pb-muted'>{escape(wager.no_sheet)}</span></li>")
        else:
            items.append(
                f'<li><a href="{at}/{game}/{wager.id}">{escape(wager.name)}</a> <span class="pb-muted">{tables}</span></li>'
            )
    return (
        f'<section class="pb-panel" aria-labelledby="{game}"><h2 id="{game}">{escape(found.name)}</h2>'
        f'<p class="pb-cite">{escape(found.chapter)}, edition {escape(found.edition().id)}</p>'
        f'<ul class="pb-list">{"".join(items)}</ul></section>'
    )


# One wager ------------------------------------------------------------------------------------------------------------


class _PayTable(Element, component="../look/parts/pay_table.js"):
    """The rows of the sheet, with fields for the payouts."""

    def __init__(self, on_edit: Any) -> None:
        super().__init__()
        self._on_edit = on_edit
        self._props.update({"caption": "", "note": "", "rows": []})
        self.on("edit", self._edited)

    def put(self, caption: str, note: str, rows: list[dict[str, Any]]) -> None:
        with self._props.suspend_updates():
            self._props.update({"caption": caption, "note": note, "rows": rows})
        self.update()

    def _edited(self, event: GenericEventArguments) -> Any:
        args = event.args
        if isinstance(args, list) and len(args) == 2 and all(isinstance(each, str) and len(each) <= LONGEST for each in args):
            return self._on_edit(*args)
        return None


class _Desk:
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
            elif self._takes_long and not is_known(self.state):
                self._count_long()
            else:
                await self._first()

    def _count_long(self) -> None:
        """Count in a job what takes long; its counts are then kept, and the page is made from them."""
        place = block()

        async def counted() -> None:
            place.clear()
            with place:
                await self._first()

        with place:
            text("All deals are counted, which takes a while the first time on this machine; the counts are then kept.")
            panel_of = JobPanel(
                self.services,
                self.request,
                "Counting all deals",
                lambda _: None,
                lambda _: ui.timer(0.01, counted, once=True),
            )
            panel_of.start(Task("par", "pitbook.web.forms.par:count", asdict(self.state)))

    @property
    def _takes_long(self) -> bool:
        return self.wager.id in LONG_COUNTS

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
                self._answer()
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
        found = next((each for each in self.edition.options if each.id == name), None)
        hint = f"{found.hand}: at least {found.floors[self.wager.id]} ({found.citation})" if found is not None else None
        text_field(
            name.replace("-", " ").capitalize(),
            self.state.options.get(name, ""),
            partial(self._named, "options", name),
            hint=hint,
            optional=True,
            limit=LONGEST,
        )

    def _reading(self, each: ReadingInForce) -> None:
        reading = each.reading
        hint = f"{reading.why} [{reading.citation}]"

        def chosen(given: str) -> Any:
            return self._named("readings", reading.id, "" if given == reading.default else given)

        if reading.accepts is not None:
            text_field(reading.asks, each.value, chosen, hint=hint, suggestions=list(reading.values), limit=LONGEST)
        else:
            values = [(value, value if value == meaning else f"{value}: {meaning}") for value, meaning in reading.values.items()]
            choice(reading.asks, values, each.value, chosen, hint=hint)

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

    async def _number(self, field: Any, given: str, name: str, least: int, most: int) -> None:
        changes: dict[str, Any]
        try:
            changes = {name: (None if name == "players" else 1) if not given.strip() else whole(name, given, least, most)}
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
            # Other ways or readings may have to be counted: the page is made anew from its address, which does so in a job.
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

    def _answer(self) -> None:
        with panel("The edge"):
            self.edge = markup("")
            self.change = block("pb-row center")
            with self.change:
                self.moved = markup("", classes="pb-grow")
                button("Payouts as printed", self._as_printed, small=True)
        self.rows = _PayTable(self._pay)
        with block("pb-row pb-noprint"):
            self.files = {
                kind: link(words, "", as_button=True, small=True, download_as=file_name(self.state, kind)) for kind, words in FORMS
            }
            link("Compare paytables", f"/compare/{self.game.id}/{self.wager.id}", as_button=True, small=True)
            link("Rules as printed", f"/rules/{self.game.id}/{self.wager.id}", as_button=True, small=True)
            print_button()
        self.chart = markup("", classes="pb-chart-place")
        with panel("All figures"):
            self.figures = markup("")
        with panel("Notes and readings"):
            self.notes = markup("")

    def _put(self) -> None:
        """Show the sheet."""
        self.edge.put(facts_html(edge_facts(self.sheet), big=True))
        changed = bool(self.state.pays)
        self.change._props.set_bool("hidden", not changed)
        self.moved.put(moved_html(self.sheet, self.printed, len(self.state.pays)) if changed else "")
        base = has_base_game(self._offer)
        caption = f"{self.sheet.name}, paytable {self.sheet.paytable}"
        note = self.sheet.citation + ("" if base else " · a payout can be changed in its field")
        editable = {} if base else self._printed_pays()
        self.rows.put(caption, note, sheet_rows(self.sheet, editable, self.unread))
        for kind, each in self.files.items():
            each.put(f"{path(self.state)}/sheet.{kind}{query(self.state)}")
        self.chart.put(meter_html(self.sheet))
        table = sheet_table(self.sheet)
        self.figures.put(facts_html(named_figures(table.figures)))
        self.notes.put(notes_html(table.notes) if table.notes else '<p class="pb-muted">None.</p>')
        if self.sheet.progressive is not None:
            self._say_meter()


# The answer as values -------------------------------------------------------------------------------------------------


def slider_steps(sheet: ParSheet) -> tuple[int, int]:
    """The micro-dollars of one step of the meter's slider, and how many steps there are: beyond every meter that matters."""
    figures = sheet.progressive
    assert figures is not None
    known = [each for each in (figures.seed_micros, figures.mean_meter_micros, figures.break_even_micros) if each is not None]
    top = max([*known, sheet.meter_micros or Fraction(0), Fraction(sheet.wager_micros * 100)])
    unit = round_step(int(top * 3 / 2) // _STEPS, 10_000)
    return unit, int(top * 3 / 2) // unit + 1


def edge_facts(sheet: ParSheet) -> list[tuple[str, str]]:
    """The figures that matter most."""
    edge = ("House edge", share_text(sheet.house_edge))
    if sheet.progressive is not None:
        at = "nothing on the meter" if sheet.meter_basis == "zero" else f"at {dollar_text(sheet.meter_micros)}"
        edge = (f"House edge {at}", share_text(sheet.house_edge))
        return [("Theoretical hold", share_text(sheet.theoretical_hold)), edge, ("Return now", share_text(sheet.returned))]
    return [edge, ("Return", share_text(sheet.returned)), ("Hit frequency", share_text(sheet.hit_frequency))]


def named_figures(figures: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The figures of a sheet; one that stands indented below another bears its name too."""
    found, above = [], ""
    for name, value in figures:
        if name.startswith(" "):
            found.append((f"{above}, {name.strip()}", value))
        else:
            above = name.split(" per ")[0]
            found.append((name, value))
    return found


def moved_html(sheet: ParSheet, printed: ParSheet, changes: int) -> str:
    """How far the changed payouts move the edge from the printed paytable's."""
    moved = sheet.house_edge - printed.house_edge
    side = "better for the player" if moved < 0 else "better for the house" if moved > 0 else "no change"
    words = (
        f"{changes} payout{'s' if changes != 1 else ''} changed. House edge {share_text(printed.house_edge)} as printed, now "
        f"{share_text(sheet.house_edge)}: {float(moved) * 100:+.4f} points, {side}."
    )
    return notice_html(words, "info", "Not as printed")


def sheet_rows(sheet: ParSheet, editable: Mapping[str, str], unread: Mapping[str, tuple[str, str]]) -> list[dict[str, Any]]:
    """The rows of the sheet for the table; ``editable`` has the printed payouts that may be changed."""
    most = max((abs(row.contribution) for row in sheet.rows), default=Fraction(0)) or Fraction(1)
    found = []
    for row in sheet.rows:
        typed, fault = unread.get(row.outcome, (row.pays, ""))
        found.append(
            {
                "outcome": row.outcome,
                "hand": row.hand,
                "pays": typed,
                "printed": editable.get(row.outcome, row.pays),
                "editable": row.outcome in editable,
                "changed": row.outcome in editable and editable[row.outcome] != row.pays,
                "fault": fault,
                "count": f"{row.count:,}",
                "probability": share_text(row.probability, 6),
                "one_in": one_in_text(row.one_in),
                "contribution": f"{float(row.contribution):.6f}",
                "bar": round(float(max(row.contribution, Fraction(0)) / most) * 100, 2),
                "mark": "dim" if row.outcome == "lose" else "",
            }
        )
    for extra in sheet.extras:
        found.append(
            {
                "outcome": f"extra {extra.outcome}",
                "hand": f"+ {extra.outcome}",
                "pays": extra.pays,
                "count": "",
                "probability": share_text(extra.probability, 6),
                "one_in": "",
                "contribution": "" if extra.contribution is None else f"{float(extra.contribution):.6f}",
                "bar": 0,
                "mark": "",
            }
        )
    found.append(
        {
            "outcome": "total",
            "hand": "Total",
            "pays": "",
            "count": f"{sheet.total:,}",
            "probability": "100%",
            "one_in": "",
            "contribution": f"{float(sheet.returned):.6f}",
            "bar": 0,
            "mark": "total",
        }
    )
    return found


_COLOURS: Final = {"seed": 2, "given": 1, "mean": 4, "even": 3}


def meter_html(sheet: ParSheet) -> str:
    """Return against meter with the meters that matter; nothing for a wager without one."""
    drawn = meter_chart(sheet)
    if drawn is None:
        return ""
    low, high = drawn["line"]
    levels = []
    if drawn["even"] is not None:
        levels.append(Level(drawn["even"], "return 100%", colour=3))
    if drawn["long_run"] is not None and sheet.progressive is not None:
        levels.append(Level(drawn["long_run"], f"long run {share_text(sheet.progressive.long_run_return, 2)}", colour=4))
    marks = [
        Mark(each["x"], each["y"], each["name"], f"{each['meter']}, return {each['returned']}", _COLOURS[each["color"]])
        for each in drawn["marks"]
    ]
    return (
        '<section class="pb-panel">'
        + plot_html(
            "Return against meter",
            [Series("return", ((0.0, low), (1.0, high)))],
            Axis(
                f"meter, for a wager of {dollars(sheet.wager_micros)}", 0, 1, tuple((at, words) for at, words in drawn["x_ticks"])
            ),
            Axis("return", 0, 1, tuple((at, words) for at, words in drawn["y_ticks"])),
            marks=marks,
            levels=levels,
            alt=drawn["alt"],
        )
        + "</section>"
    )
