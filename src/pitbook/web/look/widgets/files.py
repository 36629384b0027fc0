"""Files: one taken from the browser, one handed to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

FILE_LIMIT: Final = 500_000
"""The largest file, in bytes, that a page takes; what is larger goes by the command line or the API."""


class FilePick(Element, component="../parts/file_pick.js"):
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
