"""Values of a file held against its shape; what does not fit is said in plain words: where, what was found, what is allowed.

``form_of`` is the only place where a file's values are checked, so every file is refused in the same words.
"""

from __future__ import annotations

import datetime
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from pitbook.names import did_you_mean, listed, nearest, shown

Model = TypeVar("Model", bound=BaseModel)
Keys = tuple[int | str, ...]
"""The way to a value in a file: names of keys, and places in lists counted from 0."""


LONGEST_KEY: Final = 30
_PART: Final = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY: Final = re.compile(rf"(?<![^\s\[{{,])(?>{_PART}(?:\.[ \t]*+{_PART}){{{LONGEST_KEY}}})")
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def toml_values(text: str, **more: Any) -> dict[str, Any]:
    """The values of a TOML text. Raises ValueError (RecursionError) for what is none, and for a key of very many parts.

    Python reads a dotted key in the square of the number of its parts: a single line could keep it busy for hours.
    """
    found = _LONG_KEY.search(text)
    if found is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise tomllib.TOMLDecodeError(f"a key has more than {LONGEST_KEY} parts (at line {line})")
    with _numbers_told():
        return tomllib.loads(text, **more)


def json_values(text: str, **more: Any) -> Any:
    """The values of a JSON text. Raises ValueError (RecursionError) for what is none, and for half a character.

    JSON may write one half of a pair of escapes without the other; such a text can be neither written nor sent.
    """
    with _numbers_told():
        found = json.loads(text, **more)
    if _HALF.search(text) is not None:
        try:
            json.dumps(found, ensure_ascii=False, default=str).encode()
        except UnicodeEncodeError as fault:
            half = f"\\u{ord(fault.object[fault.start]):04x}"
            raise ValueError(f"{half} is half a character, and its other half does not stand beside it") from fault
    return found


@contextmanager
def _numbers_told() -> Iterator[None]:
    """A number too long to be read is told as that; Python's words are about its own settings."""
    try:
        yield
    except ValueError as fault:
        if "set_int_max_str_digits" not in str(fault):
            raise
        raise ValueError(f"a number has more than {sys.get_int_max_str_digits():,} digits") from fault


def form_of(
    model: type[Model], data: Any, refused: Callable[[list[str]], Exception], place: Callable[[Keys], str] | None = None
) -> Model:
    """The checked value of a file's plain values.

    Where they do not fit, raises what ``refused`` makes of the faults, one text for each; ``place`` names places.
    """
    try:
        return model.model_validate(data)
    except ValidationError as fault:
        raise refused(fault_texts(fault, model, data, place or key_path)) from fault


def key_path(keys: Keys) -> str:
    """``edition[0].wager[2].kind``."""
    text = ""
    for key in keys:
        text += f"[{key}]" if isinstance(key, int) else f".{key_text(key)}" if text else key_text(key)
    return text or "the file"


def key_text(key: int | str) -> str:
    """A key as it stands in a message: in quotes where it could not be read otherwise, a long one cut."""
    text = str(key)
    return text if text.isprintable() and 0 < len(text) <= 80 else shown(text)


def fault_texts(error: ValidationError, model: type[BaseModel], data: Any, place: Callable[[Keys], str] = key_path) -> list[str]:
    """One text for each place at fault, in the order of the file."""
    return [f"{place(keys)}: {_said(keys, faults, model)}" for keys, faults in _places(error, model, data)]


def faults_by_place(error: ValidationError, model: type[BaseModel], data: Any) -> list[tuple[Keys, str]]:
    """The places at fault in the order of the file, each with the first kind of fault found there, as the validator names it."""
    return [(keys, faults[0]["type"]) for keys, faults in _places(error, model, data)]


def _places(error: ValidationError, model: type[BaseModel], data: Any) -> list[tuple[Keys, list[ErrorDetails]]]:
    """The faults by the places at which they stand, without those that only follow from others."""
    places: dict[Keys, list[ErrorDetails]] = {}
    for each in error.errors(include_url=False):
        places.setdefault(_keys(each, data), []).append(each)
    echoes = _echoes(places, model)
    return [(keys, faults) for keys, faults in places.items() if keys not in echoes]


def _keys(fault: ErrorDetails, data: Any) -> Keys:
    """The keys of a fault's place, without the names of what was tried there (``str``, ``list[int]``, ``[key]``)."""
    keys: list[int | str] = []
    at = data
    for step in fault["loc"]:
        if (isinstance(at, Mapping) and step in at) or (isinstance(at, list) and isinstance(step, int) and step < len(at)):
            at = at[step]  # type: ignore[index]
        elif not (fault["type"] == "missing" and step is fault["loc"][-1]):
            continue
        keys.append(step)
    return tuple(keys)


# Echoes --------------------------------------------------------------------------------------------------------------


def _echoes(places: Mapping[Keys, Sequence[ErrorDetails]], model: type[BaseModel]) -> set[Keys]:
    """Faults that only follow from others: a key that is missing because it is misspelt, and the other forms of a value whose
    parts are at fault themselves."""
    inner = {keys[:n] for keys in places for n in range(len(keys))}
    echoes = {keys for keys, faults in places.items() if keys in inner and all(each["type"] in _OTHER_FORM for each in faults)}
    for keys, faults in places.items():
        if faults[0]["type"] == "extra_forbidden" and (meant := meant_key(keys, model)) is not None:
            named = (*keys[:-1], meant)
            if named in places and places[named][0]["type"] == "missing":
                echoes.add(named)
    return echoes


def meant_key(keys: Keys, model: type[BaseModel]) -> str | None:
    """The key that a key which is not known looks like."""
    return nearest(str(keys[-1]), _known_keys(model, keys[:-1]))


# Shapes --------------------------------------------------------------------------------------------------------------


def _known_keys(model: type[BaseModel], keys: Keys) -> list[str]:
    """The keys that are allowed in the table at a place, as the file writes them."""
    return list({field.alias or name: None for part in parts_at(model, keys) for name, field in part.model_fields.items()})


def parts_at(kind: Any, keys: Keys) -> Iterator[type[BaseModel]]:
    """The tables of known keys that may stand at a place of a value of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (dict, list):
        if keys:
            yield from parts_at(inner[-1], keys[1:])
    elif origin is Annotated:
        yield from parts_at(inner[0], keys)
    elif origin in (Union, UnionType):
        for each in inner:
            yield from parts_at(each, keys)
    elif isinstance(kind, type) and issubclass(kind, BaseModel):
        if not keys:
            yield kind
        for name, field in kind.model_fields.items() if keys else ():
            if keys[0] in (name, field.alias):
                yield from parts_at(field.annotation, keys[1:])


# Words ---------------------------------------------------------------------------------------------------------------

_TABLE = "a table of keys (in JSON an object)"
_FORMS = {
    "bool_type": "true or false",
    "date_type": "a day such as 2026-11-30",
    "dict_type": _TABLE,
    "int_type": "a whole number",
    "list_type": "a list",
    "model_type": _TABLE,
    "string_type": "a text",
}
"""What is allowed where a value has another form."""

_OTHER_FORM = frozenset({"literal_error", *_FORMS})

_BOUNDS: Mapping[str, Callable[[Any, Any], str]] = {
    "greater_than_equal": lambda found, ctx: f"{_value(found)}; allowed: {ctx['ge']} or more",
    "less_than_equal": lambda found, ctx: f"{_value(found)}; allowed: {ctx['le']} or less",
    "string_too_short": lambda found, ctx: f"{_value(found)}; allowed: a text of {_count(ctx['min_length'], 'character')} or more",
    "string_too_long": lambda found, ctx: f"a text of {len(found):,} characters; allowed: up to {ctx['max_length']}",
    "string_pattern_mismatch": lambda found, ctx: f"{_value(found)}; allowed: a text of the form {ctx['pattern']}",
    "string_unicode": lambda found, _: f"{_value(found)}; allowed: a text that can be written in UTF-8",
    "too_short": lambda found, ctx: f"{_count(len(found), 'entry')}; allowed: {ctx['min_length']} or more",
    "too_long": lambda found, ctx: f"{_count(len(found), 'entry')}; allowed: up to {ctx['max_length']}",
    "value_error": lambda found, ctx: f"{_value(found)}; {ctx['error']}",
}
"""What was found, and what is allowed, where a value has the right form."""

WORDED = frozenset({"missing", "extra_forbidden", "literal_error", *_FORMS, *_BOUNDS})
"""The kinds of fault that have words of their own."""


def _said(keys: Keys, faults: Sequence[ErrorDetails], model: type[BaseModel]) -> str:
    """A place's faults as one text; a value that may have several forms has one fault for each of them."""
    for each in faults:
        if each["type"] == "extra_forbidden":
            return f"unknown key{did_you_mean(meant_key(keys, model))}; allowed: {listed(_known_keys(model, keys[:-1]))}"
        if each["type"] == "missing":
            return f"missing{_need(keys, model)}"
        if each["type"] in _BOUNDS:
            return f"found {_BOUNDS[each['type']](each['input'], each.get('ctx', {}))}"
    names = [name for each in faults if each["type"] == "literal_error" for name in _literals(each)]
    forms = [_FORMS[each["type"]] for each in faults if each["type"] in _FORMS]
    found = faults[0]["input"]
    near = nearest(found, names) if isinstance(found, str) else None
    allowed = " or ".join(each for each in (*dict.fromkeys(forms), listed(names) if names else "") if each)
    return f"found {_value(found)}{did_you_mean(near)}; allowed: {allowed or 'a value of another kind'}"


def _literals(fault: ErrorDetails) -> list[str]:
    return re.findall(r"'([^']*)'", fault.get("ctx", {})["expected"])


def _need(keys: Keys, model: type[BaseModel]) -> str:
    """What a missing key stands for, where its shape says so."""
    for each in parts_at(model, keys[:-1]):
        for name, field in each.model_fields.items():
            if keys[-1] in (name, field.alias) and field.description:
                words = field.description.rstrip(".")
                return f"; needed: {words[0].lower()}{words[1:]}"
    return ""


def _value(found: Any) -> str:
    """What was found, as the file writes it; of a list or a table only that it is one."""
    if isinstance(found, str):
        return shown(found)
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, int):
        return shown(str(found)).strip("'")
    if isinstance(found, Mapping):
        return "a table of keys"
    if isinstance(found, list):
        return "a list"
    if isinstance(found, datetime.date | datetime.time):
        return found.isoformat()
    return "null" if found is None else str(found)


def _count(number: int, noun: str) -> str:
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1] + 'ies' if noun.endswith('y') else noun + 's'}"
