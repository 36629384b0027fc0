"""Fields for text, numbers and dollars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitbook.web.look.widgets.control import TEXT_LIMIT, Control, Handler, only_argument


class Field(Control, component="../parts/field.js"):
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
            self.on("enter", lambda event: on_enter(only_argument(event.args)) if self._allows(only_argument(event.args)) else None)

    def _allows(self, given: Any) -> bool:
        return isinstance(given, str) and len(given) <= self._limit


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
