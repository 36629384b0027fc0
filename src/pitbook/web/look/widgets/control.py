"""What all parts with a value share: a label, a hint, a fault beside them, and a handler for what the user changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from nicegui.element import Element
from nicegui.events import GenericEventArguments

TEXT_LIMIT: Final = 20_000
"""The longest text, in characters, that a field takes."""

Handler = Callable[[Any], Any]


class Control(Element):
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
        given = only_argument(event.args)
        if not self._allows(given):
            return None
        with self._props.suspend_updates():
            self._props["value"] = given
        return self._on_change(given) if self._on_change is not None else None

    def _allows(self, given: Any) -> bool:
        return isinstance(given, str) and len(given) <= TEXT_LIMIT


def only_argument(args: Any) -> Any:
    """The one argument of an event, which arrives alone or in a list."""
    return args[0] if isinstance(args, list) and len(args) == 1 else args
