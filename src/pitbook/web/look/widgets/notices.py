"""Notices and lists of faults, in the page or coming and going."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from nicegui.element import Element

from pitbook.web.look.widgets.html_text import Markup, Tone, markup


def notice(words: str, tone: Tone = "info", title: str | None = None) -> Markup:
    """A notice in the page; see :func:`live` for one that comes and goes."""
    return markup(notice_html(words, tone, title))


def notice_html(words: str, tone: Tone = "info", title: str | None = None) -> str:
    """A notice with its tone said in words."""
    return (
        f'<div class="pb-notice {tone}"><strong>{escape(title or _TONES[tone])}</strong>'
        f"{''.join(f'<p>{escape(line)}</p>' for line in words.splitlines())}</div>"
    )


_TONES: Final = {"good": "Done", "info": "Note", "warn": "Warning", "bad": "Fault"}


class Live(Element):
    """A place for messages that come and go, said aloud by a screen reader; made by :func:`live`."""

    def __init__(self) -> None:
        super().__init__("div")
        self.classes("pb-live")
        self._props.update({"role": "status", "aria-live": "polite"})
        with self:
            self._message = markup("")

    def put(self, words: str = "", tone: Tone = "info", title: str | None = None) -> None:
        """Show a message; without words none."""
        self._message.put(notice_html(words, tone, title) if words else "")

    def faults(self, found: Sequence[str], title: str | None = None) -> None:
        """Show a list of faults; none clears it."""
        self._message.put(error_list_html(found, title) if found else "")


def live() -> Live:
    """A place for messages that come and go."""
    return Live()


def error_list_html(found: Sequence[str], title: str | None = None) -> str:
    """Faults, all at once, as a list."""
    head = title or (f"{len(found)} faults" if len(found) > 1 else "Fault")
    items = "".join(f"<li>{escape(each)}</li>" for each in found)
    return f'<div class="pb-notice bad"><strong>{escape(head)}</strong><ul>{items}</ul></div>'
