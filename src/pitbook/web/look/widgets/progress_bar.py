"""How far a long work is."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from nicegui.element import Element

from pitbook.web.look.widgets.blocks import block
from pitbook.web.look.widgets.buttons import button
from pitbook.web.look.widgets.html_text import text


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
