"""What holds other parts: blocks, panels, what opens and closes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nicegui.element import Element

from pitbook.web.look.widgets.html_text import heading, text


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
