"""Buttons and links."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Literal

from nicegui.element import Element

from pitbook.web.look.widgets.html_text import Markup, markup


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
