"""The labelled parts that pages are made of: fields, choices, sliders, buttons, tables, tabs, dialogs, files, notices, progress.

Each has a label that a screen reader says, its hint and its fault tied to it, and works by keyboard; ``parts/*.js`` has those that
hold a value in the browser. A handler is called with the new value, which has the type and the bounds of its part: a browser that
sends another is not heard. All text is escaped; :func:`markup` alone takes HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any, Final, Literal

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from pitbook.tables import Align, Table

FILE_LIMIT: Final = 500_000
"""The largest file, in bytes, that a page takes; what is larger goes by the command line or the API."""

TEXT_LIMIT: Final = 20_000
"""The longest text, in characters, that a field takes."""

Handler = Callable[[Any], Any]
Tone = Literal["good", "info", "warn", "bad"]


# Parts with a value ---------------------------------------------------------------------------------------------------


class Part(Element):
    """A part with a value that its user changes, and a fault that the page may set beside it."""

    def __init__(self, value: Any, on_change: Handler | None, props: Mapping[str, Any]) -> None:
        super().__init__()
        self._on_change = on_change
        self._props.update({"value": value, **{name: each for name, each in props.items() if each is not None}})
        self.on("edit", self._edited)

    @property
    def value(self) -> Any:
        """What stands in it now."""
        return self._props["value"]

    def put(self, value: Any) -> None:
        """Set the value without calling the handler."""
        if self._props["value"] != value:
            self._props["value"] = value

    def say(self, name: str, value: Any) -> None:
        """Set another property: ``error``, ``hint``, ``label``, ``text``, ``options``, ``disabled``; None takes it away."""
        if self._props.get(name) != value:
            self._props.set_optional(name, value)

    def fault(self, message: str | None) -> None:
        """Show a fault beside the part, or none."""
        self.say("error", message or None)

    def _edited(self, event: GenericEventArguments) -> Any:
        given = _only(event.args)
        if not self._allows(given):
            return None
        with self._props.suspend_updates():
            self._props["value"] = given
        return self._on_change(given) if self._on_change is not None else None

    def _allows(self, given: Any) -> bool:
        return isinstance(given, str) and len(given) <= TEXT_LIMIT


def _only(args: Any) -> Any:
    """The one argument of an event, which arrives alone or in a list."""
    return args[0] if isinstance(args, list) and len(args) == 1 else args


class Field(Part, component="parts/field.js"):
    """A field for text; made by :func:`text_field` and its like."""

    def __init__(
        self,
        value: str,
        on_change: Handler | None,
        props: Mapping[str, Any],
        on_enter: Handler | None = None,
        limit: int = TEXT_LIMIT,
    ) -> None:
        super().__init__(value, on_change, props)
        self._limit = limit
        if on_enter is not None:
            self.on("enter", lambda event: on_enter(_only(event.args)) if self._allows(_only(event.args)) else None)

    def _allows(self, given: Any) -> bool:
        return isinstance(given, str) and len(given) <= self._limit


class Choice(Part, component="parts/choice.js"):
    """A choice of one among several; made by :func:`choice`."""

    def put_options(self, options: Iterable[Option], value: str) -> None:
        """Other options, and which of them is chosen."""
        self._props["options"] = _options(options)
        self._props["value"] = value

    def _allows(self, given: Any) -> bool:
        return any(each["value"] == given for each in self._props["options"])


class Radios(Part, component="parts/radios.js"):
    """One of a few, all in sight; made by :func:`radios`."""

    def _allows(self, given: Any) -> bool:
        return any(each["value"] == given for each in self._props["options"])


class Tick(Part, component="parts/tick.js"):
    """A box to tick; made by :func:`tick`."""

    def _allows(self, given: Any) -> bool:
        return isinstance(given, bool)


class Slider(Part, component="parts/slider.js"):
    """A slider over whole steps; made by :func:`slider`."""

    def _allows(self, given: Any) -> bool:
        return type(given) is int and self._props["min"] <= given <= self._props["max"]


Option = tuple[str, str] | tuple[str, str, str]
"""Value, label and, where options are grouped, the group's name."""


def _options(options: Iterable[Option]) -> list[dict[str, str]]:
    return [{"value": each[0], "label": each[1], "group": each[2] if len(each) > 2 else ""} for each in options]


def text_field(
    label: str,
    value: str = "",
    on_change: Handler | None = None,
    *,
    hint: str | None = None,
    error: str | None = None,
    kind: str = "",
    type: str = "text",  # noqa: A002
    before: str | None = None,
    after: str | None = None,
    lines: int | None = None,
    width: str | None = None,
    pause: int | None = None,
    placeholder: str | None = None,
    autocomplete: str | None = None,
    inputmode: str | None = None,
    suggestions: Sequence[str] | None = None,
    optional: bool = False,
    disabled: bool = False,
    on_enter: Handler | None = None,
    limit: int = TEXT_LIMIT,
) -> Field:
    """A labelled text field. ``on_change`` is called when it is left, with ``pause`` (milliseconds) also after a pause in typing.

    ``kind`` is ``mono`` or ``num`` for another form of letters; ``type`` is that of HTML; ``lines`` makes a field of several lines.
    """
    return Field(
        value,
        on_change,
        {
            "label": label,
            "hint": hint,
            "error": error,
            "kind": kind,
            "type": type,
            "before": before,
            "after": after,
            "lines": lines,
            "width": width,
            "pause": pause,
            "placeholder": placeholder,
            "autocomplete": autocomplete,
            "inputmode": inputmode,
            "suggestions": list(suggestions) if suggestions else None,
            "optional": optional or None,
            "disabled": disabled or None,
        },
        on_enter,
        limit,
    )


def number_field(label: str, value: str = "", on_change: Handler | None = None, **more: Any) -> Field:
    """A field for a number, as text: the page parses it and says what is wrong. Keywords as :func:`text_field`."""
    return text_field(label, value, on_change, **{"kind": "num", "inputmode": "decimal", "limit": 60, "pause": 250, **more})


def money_field(label: str, value: str = "", on_change: Handler | None = None, **more: Any) -> Field:
    """A field for dollars, as text. Keywords as :func:`text_field`."""
    return number_field(label, value, on_change, **{"before": "$", **more})


def choice(
    label: str,
    options: Iterable[Option],
    value: str,
    on_change: Handler | None = None,
    *,
    hint: str | None = None,
    error: str | None = None,
    width: str | None = None,
    optional: bool = False,
    disabled: bool = False,
) -> Choice:
    """A labelled choice of one among several: the browser's own list."""
    props = {"label": label, "options": _options(options), "hint": hint, "error": error, "width": width}
    return Choice(value, on_change, {**props, "optional": optional or None, "disabled": disabled or None})


def radios(
    label: str, options: Iterable[Option], value: str, on_change: Handler | None = None, *, hint: str | None = None
) -> Radios:
    """One of a few, all of them in sight."""
    return Radios(value, on_change, {"label": label, "options": _options(options), "hint": hint})


def tick(
    label: str, value: bool = False, on_change: Handler | None = None, *, hint: str | None = None, disabled: bool = False
) -> Tick:
    """A labelled box to tick."""
    return Tick(value, on_change, {"label": label, "hint": hint, "disabled": disabled or None})


def slider(
    label: str,
    value: int,
    on_change: Handler | None = None,
    *,
    least: int = 0,
    most: int = 100,
    text: str = "",
    hint: str | None = None,
    width: str | None = None,
) -> Slider:
    """A labelled slider over the whole numbers from ``least`` to ``most``; ``text`` says in words where it stands."""
    props = {"label": label, "min": least, "max": most, "text": text or str(value), "hint": hint, "width": width}
    return Slider(value, on_change, props)


# Files ----------------------------------------------------------------------------------------------------------------


class FilePick(Element, component="parts/file_pick.js"):
    """A choice of a text file; made by :func:`file_pick`."""

    def __init__(self, on_file: Callable[[str, str], Any], props: Mapping[str, Any], limit: int) -> None:
        super().__init__()
        self._on_file, self._limit = on_file, limit
        self._props.update({name: each for name, each in props.items() if each is not None})
        self._props["limit"] = limit
        self.on("picked", self._picked)

    def fault(self, message: str | None) -> None:
        """Show a fault beside it, or none."""
        self._props.set_optional("error", message or None)

    def _picked(self, event: GenericEventArguments) -> Any:
        args = event.args
        if not (isinstance(args, list) and len(args) == 2 and all(isinstance(each, str) for each in args)):
            return None
        name, text = args
        if len(name) > 255 or len(text.encode()) > self._limit:
            return self.fault(f"the file is too large; allowed are up to {self._limit:,} bytes")
        return self._on_file(name, text)


def file_pick(
    label: str,
    on_file: Callable[[str, str], Any],
    *,
    accept: str = "",
    hint: str = "",
    limit: int = FILE_LIMIT,
    optional: bool = False,
) -> FilePick:
    """A choice of a text file, also by dropping it; ``on_file`` gets its name and its text.

    Its size is checked in the browser and again here.
    """
    return FilePick(on_file, {"label": label, "accept": accept, "hint": hint, "optional": optional or None}, limit)


def download(content: bytes, name: str, media_type: str = "application/octet-stream") -> None:
    """Hand a file to the browser that the current event came from."""
    ui.download.content(content, name, media_type)


# Buttons and links ----------------------------------------------------------------------------------------------------


class Button(Element):
    """A button; made by :func:`button`."""

    def __init__(self, text: str, on_click: Callable[[], Any] | None, kind: str, small: bool, label: str | None) -> None:
        super().__init__("button")
        self._text = text
        self._props["type"] = "button"
        if label:
            self._props["aria-label"] = label
        self.classes(f"pb-button {kind} {'small' if small else ''}")
        if on_click is not None:
            self.on("click", lambda _: None if self._props.get("disabled") else on_click(), args=[])

    def enable(self, on: bool = True) -> None:
        """Let it be pressed, or not."""
        self._props.set_bool("disabled", not on)

    def put(self, text: str) -> None:
        """Other words on it."""
        self._text = text
        self.update()


def button(
    text: str,
    on_click: Callable[[], Any] | None = None,
    *,
    kind: Literal["", "primary", "danger"] = "",
    small: bool = False,
    label: str | None = None,
    disabled: bool = False,
) -> Button:
    """A button; ``label`` is for a screen reader where the words on it need more."""
    made = Button(text, on_click, kind, small, label)
    if disabled:
        made.enable(False)
    return made


def print_button(words: str = "Print") -> Markup:
    """A button that prints the page; it asks the browser alone."""
    return markup(f'<button type="button" class="pb-button small" data-switch="print">{escape(words)}</button>', tag="span")


class Link(Element):
    """A link whose address may change; made by :func:`link`."""

    def __init__(self, text: str, to: str, classes: str, download_as: str | None) -> None:
        super().__init__("a")
        self._text = text
        self._props["href"] = to
        if download_as is not None:
            self._props["download"] = download_as
        self.classes(classes)

    def put(self, to: str) -> None:
        """Another address."""
        if self._props["href"] != to:
            self._props["href"] = to


def link(text: str, to: str, *, as_button: bool = False, small: bool = False, download_as: str | None = None) -> Link:
    """A link; ``download_as`` names the file that it hands over."""
    classes = f"pb-button {'small' if small else ''}" if as_button else ""
    return Link(text, to, classes, download_as)


# Text -----------------------------------------------------------------------------------------------------------------


class Markup(Element, component="parts/markup.js"):
    """HTML made by the program; made by :func:`markup` and those that build on it."""

    def __init__(self, content: str, tag: str, classes: str) -> None:
        super().__init__()
        self._props["content"], self._props["tag"] = content, tag
        if classes:
            self.classes(classes)

    def put(self, content: str) -> None:
        """Other HTML in its place."""
        if self._props["content"] != content:
            self._props["content"] = content


def markup(content: str, *, tag: str = "div", classes: str = "") -> Markup:
    """HTML of our own making: whoever calls it has escaped what came from outside (``html.escape``)."""
    return Markup(content, tag, classes)


def text(words: str, *, tag: str = "p", classes: str = "") -> Markup:
    """A paragraph, or another element of text."""
    return markup(escape(words), tag=tag, classes=classes)


def heading(words: str, level: int = 2) -> Markup:
    """A heading within the page; the page's own is level 1."""
    return text(words, tag=f"h{level}")


def tag_html(words: str, tone: Tone | Literal[""] = "") -> str:
    """A small tag; its tone has a sign as well as a colour."""
    sign = {"good": "✓", "warn": "!", "bad": "✕", "info": "i", "": ""}[tone]
    mark = f'<span aria-hidden="true">{sign}</span>' if sign else ""
    return f'<span class="pb-tag {tone}">{mark}{escape(words)}</span>'


_TONES: Final = {"good": "Done", "info": "Note", "warn": "Warning", "bad": "Fault"}


def notice_html(words: str, tone: Tone = "info", title: str | None = None) -> str:
    """A notice with its tone said in words."""
    return (
        f'<div class="pb-notice {tone}"><strong>{escape(title or _TONES[tone])}</strong>'
        f"{''.join(f'<p>{escape(line)}</p>' for line in words.splitlines())}</div>"
    )


def notice(words: str, tone: Tone = "info", title: str | None = None) -> Markup:
    """A notice in the page; see :func:`live` for one that comes and goes."""
    return markup(notice_html(words, tone, title))


class Live(Element):
    """A place for messages that come and go, said aloud by a screen reader; made by :func:`live`."""

    def __init__(self) -> None:
        super().__init__("div")
        self.classes("pb-live")
        self._props.update({"role": "status", "aria-live": "polite"})
        with self:
            self._in = markup("")

    def put(self, words: str = "", tone: Tone = "info", title: str | None = None) -> None:
        """Show a message; without words none."""
        self._in.put(notice_html(words, tone, title) if words else "")

    def faults(self, found: Sequence[str], title: str | None = None) -> None:
        """Show a list of faults; none clears it."""
        self._in.put(error_list_html(found, title) if found else "")


def live() -> Live:
    """A place for messages that come and go."""
    return Live()


def error_list_html(found: Sequence[str], title: str | None = None) -> str:
    """Faults, all at once, as a list."""
    head = title or (f"{len(found)} faults" if len(found) > 1 else "Fault")
    items = "".join(f"<li>{escape(each)}</li>" for each in found)
    return f'<div class="pb-notice bad"><strong>{escape(head)}</strong><ul>{items}</ul></div>'


# Tables ---------------------------------------------------------------------------------------------------------------


def table_html(
    table: Table,
    *,
    caption: str | None = None,
    hide_caption: bool = False,
    classes: str = "",
    cell: Callable[[str, int, int], str | None] | None = None,
) -> str:
    """A table with caption, scopes and notes; ``cell(text, row, column)`` may give the HTML of a cell in place of its text.

    The first column heads its row. A table wider than the window scrolls by itself and can be reached by keyboard.
    """
    title = caption or table.title
    small = f"<small>{escape(table.subtitle)}</small>" if table.subtitle else ""
    heads = "".join(
        f'<th scope="col"{_side(column.align)}>{escape(column.heading) or _EMPTY_HEAD}</th>' for column in table.columns
    )
    body = []
    for n, row in enumerate(table.rows):
        cells = []
        for k, (column, words) in enumerate(zip(table.columns, row.cells, strict=True)):
            inner = (cell(words, n, k) if cell else None) or escape(words)
            cells.append(f'<th scope="row">{inner}</th>' if k == 0 else f"<td{_side(column.align)}>{inner}</td>")
        body.append(f'<tr class="{escape(row.mark)}">{"".join(cells)}</tr>')
    parts = []
    if table.rows:
        parts.append(
            f'<div class="pb-wrap" tabindex="0" role="group" aria-label="{escape(title)}"><table class="pb-table {classes}">'
            f"<caption{' class=pb-hide' if hide_caption else ''}>{escape(title)}{small}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
        )
    if table.figures:
        parts.append(facts_html(table.figures))
    if table.notes:
        parts.append(notes_html(table.notes))
    return "".join(parts)


_EMPTY_HEAD: Final = '<span class="pb-hide">Remark</span>'


def _side(align: Align) -> str:
    return ' class="r"' if align is Align.RIGHT else ""


def table(shown: Table, **more: Any) -> Markup:
    """A table in the page; keywords as :func:`table_html`."""
    return markup(table_html(shown, **more), classes="pb-stack tight")


def facts_html(pairs: Iterable[tuple[str, str]], *, big: bool = False) -> str:
    """Names and values beside each other; ``big`` for the few that matter most."""
    start = '<div class="big">' if big else "<div>"
    items = "".join(f"{start}<dt>{escape(name.strip())}</dt><dd>{escape(value)}</dd></div>" for name, value in pairs)
    return f'<dl class="pb-facts">{items}</dl>'


def notes_html(notes: Iterable[str]) -> str:
    """Notes below a table."""
    return f'<ul class="pb-notes">{"".join(f"<li>{escape(each)}</li>" for each in notes)}</ul>'


# Blocks ---------------------------------------------------------------------------------------------------------------


def block(classes: str = "pb-stack", *, tag: str = "div", label: str | None = None) -> Element:
    """An element that holds others: ``pb-stack``, ``pb-row``, ``pb-cols``, ``pb-split``, ``pb-panel``, ``pb-tiles``."""
    made = Element(tag).classes(classes)
    if label:
        made._props["aria-label"] = label
        if tag == "div":
            made._props["role"] = "group"
    return made


@contextmanager
def panel(title: str | None = None, *, level: int = 2) -> Iterator[Element]:
    """A framed part of the page with a heading of its own."""
    made = block("pb-panel", tag="section")
    with made:
        if title:
            head = heading(title, level)
            made._props["aria-labelledby"] = head.html_id
        yield made


@contextmanager
def more(title: str, *, opened: bool = False) -> Iterator[Element]:
    """A part of the page that opens and closes."""
    outer = Element("details").classes("pb-more")
    if opened:
        outer._props["open"] = True
    with outer:
        text(title, tag="summary")
        with block("in") as inner:
            yield inner


class Tabs:
    """Tabs and their panels; made by :func:`tabs`. Fill a panel with ``with shown[value]:``."""

    def __init__(self, label: str, options: Sequence[tuple[str, str]], value: str, on_change: Handler | None) -> None:
        self._row = _TabRow(label, value, on_change, self._show)
        self._panels = {}
        for name, _ in options:
            panel_of = block("pb-stack")
            panel_of._props.update({"role": "tabpanel", "tabindex": "0"})
            self._panels[name] = panel_of
        tabs = []
        for name, words in options:
            tab = f"{self._panels[name].html_id}-tab"
            self._panels[name]._props["aria-labelledby"] = tab
            tabs.append({"value": name, "label": words, "tab": tab, "panel": self._panels[name].html_id})
        self._row._props["tabs"] = tabs
        self._show(value)

    def __getitem__(self, name: str) -> Element:
        return self._panels[name]

    def choose(self, name: str) -> None:
        """Show a tab."""
        self._row.put(name)
        self._show(name)

    def _show(self, name: str) -> None:
        for each, panel_of in self._panels.items():
            panel_of._props.set_bool("hidden", each != name)


class _TabRow(Part, component="parts/tab_list.js"):
    def __init__(self, label: str, value: str, on_change: Handler | None, show: Handler) -> None:
        super().__init__(value, on_change, {"label": label})
        self._show = show

    def _allows(self, given: Any) -> bool:
        return any(each["value"] == given for each in self._props["tabs"])

    def _edited(self, event: GenericEventArguments) -> Any:
        if self._allows(_only(event.args)):
            self._show(_only(event.args))
        return super()._edited(event)


def tabs(label: str, options: Sequence[tuple[str, str]], value: str, on_change: Handler | None = None) -> Tabs:
    """Tabs (value and words of each) over panels; arrows move between them."""
    return Tabs(label, options, value, on_change)


class Dialog(Element, component="parts/dialog_box.js"):
    """A dialog; made by :func:`dialog`. Fill it with ``with``."""

    def __init__(self, title: str, on_close: Callable[[], Any] | None) -> None:
        super().__init__()
        self._on_close = on_close
        self._props.update({"title": title, "open": False})
        self.on("closed", self._closed, args=[])

    def open(self, title: str | None = None) -> None:
        """Show it, with another title if one is given."""
        if title is not None:
            self._props["title"] = title
        self._props["open"] = True

    def close(self) -> None:
        """Take it away."""
        self._props["open"] = False

    def _closed(self, _: GenericEventArguments) -> Any:
        was_open = self._props["open"]
        self._props["open"] = False
        return self._on_close() if was_open and self._on_close is not None else None


def dialog(title: str, on_close: Callable[[], Any] | None = None) -> Dialog:
    """A dialog, closed at first."""
    return Dialog(title, on_close)


class Progress(Element):
    """How far a long work is, with words and a button that stops it; made by :func:`progress`."""

    def __init__(self, label: str, on_stop: Callable[[], Any] | None) -> None:
        super().__init__("div")
        self.classes("pb-progress")
        with self:
            self._words = text(label, classes="pb-note")
            self._words._props.update({"role": "status", "aria-live": "polite"})
            self._bar = Element("progress")
            self._bar._props.update({"max": 1, "aria-label": label})
            if on_stop is not None:
                with block("pb-row"):
                    button("Stop", on_stop, kind="danger", small=True)

    def put(self, share: float | None, words: str) -> None:
        """How far it is, from 0 to 1 (None: not known), and what is being done."""
        self._bar._props.set_optional("value", share)
        self._words.put(escape(words))


def progress(label: str, on_stop: Callable[[], Any] | None = None) -> Progress:
    """How far a long work is; ``on_stop`` adds a button that stops it."""
    return Progress(label, on_stop)
