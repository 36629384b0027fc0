"""The text of a round, and its form: every key known, every value of its kind."""

from __future__ import annotations

from typing import Any

from pitbook.file_faults import Keys, form_of, json_values, key_path, key_text, toml_values
from pitbook.names import listed
from pitbook.round_file import RoundFile
from pitbook.rounds.values import RoundError


def round_data(text: str, kind: str) -> Any:
    """The plain values of a round's text; ``kind`` is ``toml`` or ``json``. Raises :class:`RoundError`."""
    try:
        if kind == "toml":
            return toml_values(text, parse_float=_as_written)
        return json_values(text, parse_float=_as_written, object_pairs_hook=_once)
    except RecursionError as fault:
        raise RoundError([f"not {kind.upper()}: lists or tables too deep inside each other"]) from fault
    except ValueError as fault:
        raise RoundError([f"not {kind.upper()}: {fault}"]) from fault


def _as_written(text: str) -> str:
    # A number with decimals is taken as it was written, not as the nearest binary fraction.
    return text


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys stand in it once, as in TOML; the last of two would win unseen."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = listed(repr(name) for name in found if names.count(name) > 1)
        raise ValueError(f"{twice} stands twice in one object")
    return found


def round_file(data: Any) -> RoundFile:
    """The form of a round's values. Raises :class:`RoundError` with all faults."""
    return form_of(RoundFile, data, RoundError, lambda keys: _place(keys, data))


def _place(keys: Keys, data: Any) -> str:
    """A place as the other faults of a round name it: ``seat 3, color``, and for the rest the keys."""
    if keys[:1] != ("seats",) or len(keys) < 3 or keys[2] == "seat":
        return key_path(keys) if keys else "the round"
    number = data["seats"][keys[1]].get("seat")
    if not isinstance(number, int) or isinstance(number, bool):
        return key_path(keys)
    inside = keys[3:] if keys[2] == "wagers" and len(keys) > 3 else keys[2:]
    return f"seat {number}, {' '.join(key_text(key) for key in inside)}"
