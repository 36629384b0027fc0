"""The parts of a felt: a hand of cards, the picker of cards, and what a seat has placed."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Final

from nicegui.element import Element
from nicegui.events import GenericEventArguments

MOST_TEXT: Final = 200


class CardHand(Element, component="../look/parts/hand.js"):
    """A hand: a button that shows its cards; pressing it opens the picker, typing at it adds cards."""

    def __init__(
        self,
        label: str,
        least: int,
        most: int,
        on_open: Callable[[], Any],
        on_edit: Callable[[str], Any],
        *,
        note: str = "",
        whose: str = "",
    ) -> None:
        super().__init__()
        self._props.update({"label": label, "whose": whose, "least": least, "most": most, "value": "", "note": note})
        self.on("open", lambda _: on_open(), args=[])
        self.on("edit", lambda event: _heard(event, on_edit))

    def put(self, cards: str, *, active: bool, error: str) -> None:
        """Show these cards, whether the picker serves the hand now, and its fault."""
        _put(self, {"value": cards, "active": active, "error": error or None})


class Picker(Element, component="../look/parts/picker.js"):
    """The deck to pick from, for one hand at a time."""

    def __init__(self, on_edit: Callable[[str], Any], on_done: Callable[[], Any], on_next: Callable[[], Any]) -> None:
        super().__init__()
        self._props.update({"open": False, "turn": 0, "value": "", "least": 1, "most": 1})
        self.on("edit", lambda event: _heard(event, on_edit))
        self.on("done", lambda _: on_done(), args=[])
        self.on("next", lambda _: on_next(), args=[])

    def put(self, **props: Any) -> None:
        """Show another state; a new hand (``label``) takes the focus."""
        turned = props.get("open") and (not self._props["open"] or props.get("label") != self._props.get("label"))
        _put(self, {**props, **({"turn": self._props["turn"] + 1} if turned else {})})


class Stakes(Element, component="../look/parts/stakes.js"):
    """What a seat has placed; ``on_act`` is called with the name of the act and its values."""

    def __init__(self, label: str, on_act: Callable[..., Any]) -> None:
        super().__init__()
        self._props.update({"label": label, "rows": []})
        for name in ("stake", "paid", "void", "fold", "play", "color", "player"):
            self.on(name, lambda event, name=name: _act(event, name, on_act))

    def put(self, **props: Any) -> None:
        """Show another state."""
        _put(self, props)


def _put(element: Element, props: dict[str, Any]) -> None:
    for name, value in props.items():
        if element._props.get(name) != value:
            element._props.set_optional(name, value)


def _heard(event: GenericEventArguments, on_edit: Callable[[str], Any]) -> Any:
    given = event.args[0] if isinstance(event.args, list) and len(event.args) == 1 else event.args
    return on_edit(given) if isinstance(given, str) and len(given) <= MOST_TEXT else None


def _act(event: GenericEventArguments, name: str, on_act: Callable[..., Any]) -> Any:
    args = event.args if isinstance(event.args, list) else [event.args]
    wanted: dict[str, tuple[type, ...]] = {
        "stake": (str, str), "paid": (str, str), "void": (str, bool), "fold": (bool,), "play": (bool,), "color": (str,),
        "player": (str,),
    }  # fmt: skip
    kinds = wanted[name]
    if len(args) != len(kinds) or any(type(each) is not kind for each, kind in zip(args, kinds, strict=True)):
        return None
    return on_act(name, *args) if all(len(str(each)) <= MOST_TEXT for each in args) else None


_SIGNS: Final = {"c": "♣\ufe0e", "d": "♦\ufe0e", "h": "♥\ufe0e", "s": "♠\ufe0e"}


def cards_html(text: str) -> str:
    """Cards in a line of text, their suits as signs; the letters stay for whoever copies or hears them."""
    parts = []
    for each in text.split():
        sign = _SIGNS.get(each[-1:])
        if len(each) != 2 or sign is None:
            parts.append(f'<span class="pb-ct">{escape(each)}</span>')
            continue
        rank = escape(each[0].replace("T", "10"))
        suit = f'<span aria-hidden="true">{sign}</span><span class="pb-hide">{each[-1]}</span>'
        parts.append(f'<span class="pb-ct {each[-1]}">{rank}{suit}</span>')
    return f'<span class="pb-cards">{" ".join(parts)}</span>'
