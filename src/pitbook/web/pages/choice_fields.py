"""Fields for what is chosen of a wager, as the pages of its sheet and of its comparison have them: options and readings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitbook.choices import ReadingInForce
from pitbook.rulebook import Edition, Wager
from pitbook.web.forms.par import LONGEST
from pitbook.web.look.widgets import Control, choice, text_field


def option_field(edition: Edition, wager: Wager, name: str, given: str, on_change: Callable[[str], Any]) -> Control:
    """A field for an option; one that adds a row says what that row must pay at least."""
    found = next((each for each in edition.options if each.id == name), None)
    return text_field(
        name.replace("-", " ").capitalize(),
        given,
        on_change,
        hint=f"{found.hand}: at least {found.floors[wager.id]} ({found.citation})" if found is not None else None,
        optional=True,
        limit=LONGEST,
    )


def reading_field(each: ReadingInForce, on_change: Callable[[str], Any]) -> Control:
    """A field for a reading; ``on_change`` takes the value chosen, nothing for the default."""
    reading = each.reading
    hint = f"{reading.why} [{reading.citation}]"

    def chosen(given: str) -> Any:
        return on_change("" if given == reading.default else given)

    if reading.accepts is not None:
        return text_field(reading.asks, each.value, chosen, hint=hint, suggestions=list(reading.values), limit=LONGEST)
    values = [(value, value if value == meaning else f"{value}: {meaning}") for value, meaning in reading.values.items()]
    return choice(reading.asks, values, each.value, chosen, hint=hint)
