"""What a table offers: paytables and added rows, the meters before the round, decks, extras, readings, what is void."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, Final

from nicegui.element import Element

from pitbook.rulebook import Reading
from pitbook.web.look.widgets import block, choice, heading, markup, money_field, more, text_field
from pitbook.web.rounds import edit, view
from pitbook.web.rounds.form import MeterForm, WagerForm, meter_forms

if TYPE_CHECKING:
    from pitbook.web.pages.adjudicate import Desk

_METER_FIELDS: Final = {"meter": "meter", "reserve": "reserve"}
_TERM_FIELDS: Final = {"seed": "seed", "reseed": "reseed", "increment": "increment rate", "reserve_rate": "reserve rate"}


class TableSetup:
    """The fields that hold for the whole table."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.fields: dict[tuple[Any, ...], Any] = {}
        self.places: dict[str, Any] = {}
        self.built: Any = None
        self.built_meters: Any = None
        self.meter_blocks: dict[MeterForm, Element] = {}
        self.outer = Element("details").classes("pb-more pb-setup")
        if not desk.data.get("choices"):
            self.outer._props["open"] = True
        with self.outer:
            self.summary = markup("", tag="summary")
            self.holder = block("in")
        with more("Day, round, irregularities, readings") as self.details:
            pass

    def show(self) -> None:
        """Put the fields in step with the round."""
        form = self.desk.form
        if self.built != (form.game.id, form.edition.id):
            self.build()
            self.built = (form.game.id, form.edition.id)
            self.built_meters = None
        meters = meter_forms(form, self.desk.data)
        if self.built_meters != meters:
            self.build_meters(meters)
            self.built_meters = meters
        self.fill()

    # Building

    def build(self) -> None:
        """All fields but those of the meters."""
        form = self.desk.form
        self.holder.clear()
        self.fields, self.places, self.meter_blocks = {}, {}, {}
        with self.holder:
            if form.choices:
                heading("What the table offers", 3)
                with block("pb-offers"):
                    for wager in form.choices:
                        self.offer(wager)
            self.meters_head = heading("Meters before the round", 3)
            self.meters = block("pb-stack tight")
        self.details.clear()
        with self.details:
            with block("pb-offers"):
                self.text(("date",), "Day", "date", hint="which edition; today if empty", kind="date")
                if len(form.game.decks) > 1:
                    self.decks()
                self.text(("table",), "Table", "table")
                self.text(("key",), "Round", "key", hint="the number of the round")
                if form.extras:
                    self.lucky()
                self.void()
            self.readings = _readings_block(self)

    def offer(self, wager: WagerForm) -> None:
        """Which paytable the table has for a wager, and the rows it adds to it."""
        options = [("", "Not offered"), *((label, _label(label)) for label in wager.labels)]
        name = f"{view.short_name(wager)}"
        made = choice(name, options, "", lambda label: self.desk.change(edit.with_choice(self.desk.data, wager.id, label or None)))
        self.places[f"choices.{wager.id}"] = made
        self.fields["choices", wager.id] = made
        for option in wager.options:
            field = text_field(
                f"{view.short_name(wager)}: {option.hand}",
                "",
                self.option_setter(wager.id, option.id),
                hint=f"added row, at least {option.floor}",
                placeholder="not added",
                limit=80,
            )
            self.fields["choices", wager.id, option.id] = field
            self.places[f"choices.{wager.id}.{option.id}"] = field

    def option_setter(self, wager: str, option: str) -> Callable[[str], None]:
        return lambda pays: self.desk.change(edit.with_option(self.desk.data, wager, option, pays.strip()))

    def text(self, path: tuple[str, ...], name: str, place: str, *, hint: str | None = None, kind: str = "text") -> None:
        """A field of text at a path."""
        made = text_field(
            name,
            "",
            lambda words: self.desk.change(edit.with_value(self.desk.data, path, words.strip())),
            hint=hint,
            type=kind,
            optional=True,
            limit=200,
        )
        self.fields[path], self.places[place] = made, made

    def decks(self) -> None:
        """How many decks the shoe has."""
        game = self.desk.form.game
        options = [("", f"{game.default_decks} (usual)"), *((str(each), str(each)) for each in game.decks)]
        made = choice(
            "Decks",
            options,
            "",
            lambda text: self.desk.change(edit.with_value(self.desk.data, ("decks",), int(text) if text else None)),
        )
        self.fields[("decks",)] = self.places["decks"] = made

    def lucky(self) -> None:
        """The seats drawn for the Lucky Bonus."""
        made = text_field(
            "Lucky Bonus drawn",
            "",
            lambda words: self.desk.change(edit.with_value(self.desk.data, ("lucky",), edit.lucky_of(words))),
            hint="seats such as 3, 5, or dealer",
            optional=True,
            limit=80,
        )
        self.fields["lucky",] = self.places["lucky"] = made

    def void(self) -> None:
        """What an irregularity voids."""
        made = text_field(
            "Void wagers",
            "",
            lambda words: self.desk.change(
                edit.with_void(self.desk.data, [each.strip() for each in words.split(",") if each.strip()])
            ),
            hint="ante, all, or 3 ante for one seat; commas between",
            optional=True,
            limit=1000,
        )
        self.fields["irregularity", "void"] = self.places["irregularity.void"] = made

    def build_meters(self, meters: tuple[MeterForm, ...]) -> None:
        """The meters of what is offered; those that stay are left as they are."""
        for known, holder in list(self.meter_blocks.items()):
            if known not in meters:
                self.fields = {path: field for path, field in self.fields.items() if path[:2] != ("meters", known.id)}
                for key in (*_METER_FIELDS, *_TERM_FIELDS):
                    self.places.pop(f"meters.{known.id}.{key}", None)
                holder.delete()
                del self.meter_blocks[known]
        self.meters_head.set_visibility(bool(meters))
        for n, meter in enumerate(meters):
            if meter not in self.meter_blocks:
                with self.meters:
                    self.meter_blocks[meter] = self.meter(meter)
            self.meter_blocks[meter].move(target_index=n)

    def meter(self, meter: MeterForm) -> Element:
        """The fields of one meter."""
        name = view.plain_name(meter.name) + (f", ${meter.id.partition('@')[2]}" if "@" in meter.id else "")
        with block("pb-offers") as made:
            for key, words in _METER_FIELDS.items():
                self.meter_field(meter.id, key, f"{name}: {words}", money=True)
            for key in meter.terms:
                self.meter_field(meter.id, key, f"{name}: {_TERM_FIELDS[key]}", money=False)
        return made

    def meter_field(self, meter: str, key: str, name: str, *, money: bool) -> None:
        """One figure of a meter."""
        path = ("meters", meter, key)

        def change(words: str) -> None:
            self.desk.change(edit.with_meter(self.desk.data, meter, key, words.strip()))

        if money:
            made = money_field(name, "", change, optional=key == "reserve", pause=None)
        else:
            made = text_field(
                name, "", change, hint="the text prints none", placeholder="20%" if key == "increment" else "500", limit=80
            )
        self.fields[path] = made
        self.places[f"meters.{meter}.{key}"] = made

    def reading_field(self, reading: Reading) -> None:
        """How an unclear clause is read."""
        path = ("readings", reading.id)

        def change(value: str) -> None:
            self.desk.change(edit.with_value(self.desk.data, path, "" if value == reading.default else value))

        name = reading.id.replace("-", " ").capitalize()
        if reading.accepts:
            listed = ", ".join(reading.values)
            made: Any = text_field(name, reading.default, change, hint=f"{listed}, or a {reading.accepts}", limit=80)
        else:
            made = choice(
                name, [(value, value.replace("-", " ")) for value in reading.values], reading.default, change, hint=reading.asks
            )
        self.fields[path] = self.places[f"readings.{reading.id}"] = made

    # In step

    def fill(self) -> None:
        """Values and faults as they are now."""
        data = self.desk.data
        self.summary.put(_summary(self))
        for path, field in self.fields.items():
            field.put(_shown(data, path, self.desk.form.readings))
        for place, field in self.places.items():
            field.fault(self.fault(place) or None)

    def fault(self, place: str) -> str:
        """The faults of a field; those of a whole meter stand at its amount."""
        text = view.fault_at(self.desk.outcome, place)
        if place.startswith("meters.") and place.endswith(".meter"):
            text = " ".join(each for each in (text, view.fault_at(self.desk.outcome, place.removesuffix(".meter"))) if each)
        return text


def _summary(setup: TableSetup) -> str:
    """What is offered, in one line."""
    form, chosen = setup.desk.form, setup.desk.data.get("choices", {})
    offered = []
    for wager in form.choices:
        found = chosen.get(wager.id)
        if found is not None:
            label = found if isinstance(found, str) else str(found.get("paytable", ""))
            offered.append(view.short_name(wager) + ("" if label == "standard" else f" {label}"))
    words = " · ".join(offered) or ("nothing beside the base wagers yet" if form.choices else "base wagers")
    return f"<b>The table</b> <span>{escape(words)}</span>"


def _shown(data: edit.Data, path: tuple[Any, ...], readings: tuple[Reading, ...]) -> str:
    if path[0] == "choices":
        found = edit.value_at(data, path[:2])
        if len(path) == 3:
            return str(found.get(path[2], "")) if isinstance(found, dict) else ""
        return str(found.get("paytable", "") if isinstance(found, dict) else found or "")
    found = edit.value_at(data, path)
    if path[0] == "readings":
        return str(found or next(each.default for each in readings if each.id == path[1]))
    if isinstance(found, list):
        return ", ".join(map(str, found))
    return "" if found is None else str(found)


def _label(label: str) -> str:
    return "Offered" if label == "standard" else f"Paytable {label}"


def _readings_block(setup: TableSetup) -> Element:
    """The readings, built when they are opened, or at once where the round sets one."""
    outer = Element("details").classes("pb-more pb-noprint")
    given = setup.desk.data.get("readings", {})

    def build() -> None:
        if holder.default_slot.children:
            return
        with holder, block("pb-offers"):
            for each in setup.desk.form.readings:
                setup.reading_field(each)
        setup.fill()

    with outer:
        markup(f"Readings of unclear clauses{f': {len(given)} set' if given else ''}", tag="summary")
        with block("in") as holder:
            pass
    if given:
        with holder, block("pb-offers"):
            for each in setup.desk.form.readings:
                setup.reading_field(each)
    else:
        outer.on("toggle", lambda _: build(), args=[])
    return outer
