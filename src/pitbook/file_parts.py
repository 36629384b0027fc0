"""What the shapes of all files are made of: tables that refuse unknown keys, texts, amounts, days."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

Text = Annotated[str, Field(min_length=1)]
Label = Annotated[
    str, BeforeValidator(lambda value: " ".join(value.split()) if isinstance(value, str) else value), Field(min_length=1)
]
"""A name that stands in headings: on one line, without blanks around it."""
Citation = Annotated[str, Field(min_length=3)]


def whole_as_text(value: Any) -> Any:
    """Whole numbers are taken as texts; a float is not, because it is not the number that was written."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def day_of_text(value: Any) -> Any:
    """The day of a text; JSON has no days of its own."""
    if not isinstance(value, str):
        return value
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        return value  # no day, and refused as such


Amount = Annotated[str, BeforeValidator(whole_as_text), StringConstraints(max_length=40)]
"""A number as it is written: dollars, or how many."""

Day = Annotated[datetime.date, BeforeValidator(day_of_text)]
"""A day: TOML's own, or a text such as 2026-11-30."""


class Part(BaseModel):
    """A table of a file: only the keys named here."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, strict=True)
