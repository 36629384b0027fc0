"""Parts to choose with: a list, a box to tick, a slider."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pitbook.web.look.widgets.control import Control, Handler

Option = tuple[str, str] | tuple[str, str, str]
"""Value, label and, where options are grouped, the group's name."""


class Choice(Control, component="../parts/choice.js"):
    """A choice of one among several; made by :func:`choice`."""

    def put_options(self, options: Iterable[Option], value: str) -> None:
        """Other options, and which of them is chosen."""
        self._props["options"] = _options(options)
        self._props["value"] = value

    def _allows(self, given: Any) -> bool:
        return any(each["value"] == given for each in self._props["options"])


class Tick(Control, component="../parts/tick.js"):
    """A box to tick; made by :func:`tick`."""

    def _allows(self, given: Any) -> bool:
        return isinstance(given, bool)


class Slider(Control, component="../parts/slider.js"):
    """A slider over whole steps; made by :func:`slider`."""

    def _allows(self, given: Any) -> bool:
        return type(given) is int and self._props["min"] <= given <= self._props["max"]


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


def _options(options: Iterable[Option]) -> list[dict[str, str]]:
    """Options as the browser takes them."""
    return [{"value": each[0], "label": each[1], "group": each[2] if len(each) > 2 else ""} for each in options]
