"""A dialog."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui.element import Element
from nicegui.events import GenericEventArguments


class Dialog(Element, component="../parts/dialog_box.js"):
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
