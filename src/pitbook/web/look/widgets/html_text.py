"""Text and HTML of the program’s own: paragraphs, headings, tags."""

from __future__ import annotations

from html import escape
from typing import Literal

from nicegui.element import Element

Tone = Literal["good", "info", "warn", "bad"]


class Markup(Element, component="../parts/markup.js"):
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
