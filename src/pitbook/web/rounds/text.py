"""A round as the text of a file, TOML or JSON: what the page keeps is what ``pitbook settle`` takes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pitbook.rounds import RoundError, round_data


def parsed_round(text: str) -> Any:
    """The values of a file's text, whichever of the two it is. Raises :class:`RoundError`."""
    data = round_data(text, "json" if text.lstrip().startswith("{") else "toml")
    if not isinstance(data, dict):
        raise RoundError(["not a round: a table of values is wanted"])
    # Dates stand in TOML as dates and in a link as texts.
    return json.loads(json.dumps(data, default=str))


def as_json(data: Mapping[str, Any]) -> str:
    """The round as JSON."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def as_toml(data: Mapping[str, Any]) -> str:
    """The round as TOML: its own values first, then its tables, then the seats."""
    return "\n".join(_lines(data)).lstrip("\n") + "\n"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    tables = {key: value for key, value in data.items() if isinstance(value, dict)}
    rows = {key: value for key, value in data.items() if _is_rows(value)}
    for key, value in data.items():
        if key not in tables and key not in rows:
            yield f"{_key(key)} = {_value(value)}"
    for key, table in tables.items():
        yield from ("", *_table(key, table))
    for key, entries in rows.items():
        for entry in entries:
            yield from ("", f"[[{_key(key)}]]")
            yield from (f"{_key(name)} = {_value(value)}" for name, value in entry.items())


def _table(key: str, table: Mapping[str, Any]) -> Iterator[str]:
    yield f"[{_key(key)}]"
    yield from (f"{_key(name)} = {_value(value)}" for name, value in table.items())


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items()) + " }"
    # A JSON text is a TOML basic string, but for the one control character JSON leaves as it is.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
