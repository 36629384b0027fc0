"""The fields of a filing and what stands in them: the values of its file, read, shown and changed."""

from __future__ import annotations

import copy
import datetime
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from pitbook.rulebook import Game
from pitbook.starter import starter
from pitbook.submission import SubmissionError, parse

Data = dict[str, Any]
Path = tuple[str | int, ...]
Kind = Literal["text", "money", "day", "list", "choice", "open", "amounts", "whole"]


@dataclass(frozen=True)
class Entry:
    """A field: its path in the values, its label, how it is filled in, and between what it chooses.

    ``kind`` list is texts with commas between, amounts a sum or one for each wager amount (``1.00: 5000.00, 5.00: 25000.00``),
    ``open`` a choice that takes other values too.
    """

    path: Path
    label: str
    kind: Kind = "text"
    options: tuple[tuple[str, str], ...] = ()
    hint: str = ""

    @property
    def place(self) -> str:
        """Where it stands, in the words of findings: ``games[0].wagers.pair-plus.minimum``."""
        return place_of(self.path)


@dataclass(frozen=True)
class Section:
    """Fields that belong together; ``folded`` says that they start out of sight."""

    title: str
    path: Path
    entries: tuple[Entry, ...]
    folded: bool = False
    hint: str = ""

    @property
    def place(self) -> str:
        """Where it stands, in the words of findings."""
        return place_of(self.path)


def place_of(path: Sequence[str | int]) -> str:
    """A path in the words of findings."""
    words = ""
    for step in path:
        words += f"[{step}]" if isinstance(step, int) else f".{step}" if words else step
    return words


def starter_data(game: Game, today: datetime.date) -> Data:
    """The values of the starter of a game."""
    data: Data = plain_values(parse(starter(game, today).encode(), "toml", "starter"))
    return data


def read_text(text: str, name: str) -> Data:
    """The values of a file's text, TOML or JSON. Raises :class:`~pitbook.submission.SubmissionError`."""
    is_json = name.lower().endswith(".json") or text.lstrip()[:1] == "{"
    data = parse(text.encode(), "json" if is_json else "toml", name)
    if not isinstance(data, dict):
        raise SubmissionError([f"{name}: a filing is a table of keys, not {type(data).__name__}"])
    values: Data = plain_values(data)
    return values


def plain_values(value: Any) -> Any:
    """The values with days as texts, as JSON has them."""
    if isinstance(value, dict):
        return {key: plain_values(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain_values(each) for each in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def as_json(data: Data) -> bytes:
    """The values as a file that ``pitbook check`` reads."""
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()


def file_stem(data: Data) -> str:
    """A name for the filing's files, from its reference or its holder."""
    name = str(data.get("reference") or data.get("certificate_holder") or "filing")
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "filing"


def value_at(data: Any, path: Sequence[str | int]) -> Any:
    """What stands at a path; None where there is nothing."""
    for step in path:
        if isinstance(step, int):
            data = data[step] if isinstance(data, list) and step < len(data) else None
        else:
            data = data.get(step) if isinstance(data, dict) else None
    return data


def with_value(data: Data, path: Path, value: Any) -> Data:
    """The values with another one at a path; None takes the key away, and with it tables that then say nothing."""
    made = copy.deepcopy(data)
    _put(made, path, value)
    return made


def _put(place: Any, path: Path, value: Any) -> None:
    """Put a value into a table or a list; what stands on the way and is neither gives way to a table."""
    step, rest = path[0], path[1:]
    if not rest:
        if value is None:
            place.pop(step, None)
        else:
            place[step] = value
        return
    child = value_at(place, (step,))
    if not isinstance(child, list if isinstance(rest[0], int) else dict):
        place[step] = child = {}
    if isinstance(rest[0], int) and value_at(child, rest[:1]) is None:
        return
    _put(child, rest, value)
    if step in _MAY_GO and child == {}:
        place.pop(step)


_MAY_GO: Final = {"thresholds", "readings", "options", "extras", "pays", "meter"}
"""Tables that say nothing when they are empty."""


def table_at(data: Any, path: Sequence[str | int]) -> Data:
    """The table at a path; an empty one where there is none."""
    found = value_at(data, path)
    return found if isinstance(found, dict) else {}


def text_of(entry: Entry, data: Data) -> str:
    """What a field shows."""
    value = value_at(data, entry.path)
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{amount}: {each}" for amount, each in value.items())
    return str(value)


def with_entry(data: Data, entry: Entry, text: str) -> Data:
    """The values after a field was filled in; an empty one takes its key away."""
    written = text.strip()
    value: Any = written or None
    if written and entry.kind == "list":
        value = [each.strip() for each in written.split(",") if each.strip()]
    elif written and entry.kind == "amounts" and ":" in written:
        pairs = (each.partition(":") for each in written.split(",") if each.strip())
        value = {amount.strip(): figure.strip() for amount, _, figure in pairs}
    elif written and entry.kind == "whole":
        value = int(written) if written.isascii() and written.isdigit() else written
    return with_value(data, entry.path, value)
