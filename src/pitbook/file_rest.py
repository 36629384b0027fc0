"""What is left of a file whose form has faults, so that its other faults are found at once and not one mending later.

A misspelt key is taken for the one it looks like, another unknown key is left out, an unreadable value gives way to its default or
to a stand-in. What is found in the rest must not follow from that: :func:`only_follows` tells a fault that names a
stand-in, ``whole`` whether names may be missing that other parts of the file refer to.
"""

from __future__ import annotations

import copy
import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Final, Generic, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from pitbook.file_faults import Keys, Model, fault_texts, faults_by_place, meant_key, parts_at

STAND_IN: Final = "unread-value-"
"""How a text begins that stands for one that cannot be read; each is another, so that none is given twice."""


@dataclass(frozen=True)
class Rest(Generic[Model]):
    """The faults of a file's form, and the value of what is left; ``value`` None where nothing can be made of it."""

    value: Model | None
    faults: tuple[str, ...]
    whole: bool


def only_follows(fault: str) -> bool:
    """Whether a fault that was found in what is left only follows from one of the form."""
    return STAND_IN in fault


def rest_of(model: type[Model], data: Any) -> Rest[Model]:
    """The checked value of a file's plain values, or of what is left of them."""
    try:
        return Rest(model.model_validate(data), (), True)
    except ValidationError as error:
        texts = tuple(fault_texts(error, model, data))
        left, whole = _mended(error, model, data)
    try:
        return Rest(model.model_validate(left), texts, whole)
    except ValidationError:
        return Rest(None, texts, False)


def _mended(error: ValidationError, model: type[BaseModel], data: Any) -> tuple[Any, bool]:
    """The values without what is at fault, and whether nothing is lost by that."""
    left, whole = copy.deepcopy(data), True
    for number, (keys, kind) in enumerate(faults_by_place(error, model, data)):
        table = _at(left, keys[:-1])
        if kind == "extra_forbidden" and isinstance(table, dict):
            value, meant = table.pop(keys[-1]), meant_key(keys, model)
            if meant is not None and meant not in table:
                table[meant] = value
            else:
                whole &= not any(_takes(field.annotation, value) for name, field in _fields(model, keys) if name not in table)
            continue
        whole = False
        if isinstance(table, list) and isinstance(keys[-1], int) and keys[-1] < len(table):
            table[keys[-1]] = ""
        elif isinstance(table, dict):
            table.pop(keys[-1], None)
            for field in (field for name, field in _fields(model, keys) if name == keys[-1] and field.is_required()):
                if (filled := _stand_in(field.annotation, f"{STAND_IN}{number}")) is not None:
                    table[keys[-1]] = filled
    return left, whole


def _at(values: Any, keys: Keys) -> Any:
    for key in keys:
        if isinstance(values, dict):
            values = values.get(key)
        elif isinstance(values, list) and isinstance(key, int) and key < len(values):
            values = values[key]
        else:
            return None
    return values


def _fields(model: type[BaseModel], keys: Keys) -> Iterator[tuple[str, FieldInfo]]:
    """The keys, as the file writes them, of the table in which a key stands."""
    for part in parts_at(model, keys[:-1]):
        for name, field in part.model_fields.items():
            yield field.alias or name, field


def _kinds(annotation: Any) -> Iterator[Any]:
    """The types that a value may have, each by itself."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _kinds(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for each in get_args(annotation):
            yield from _kinds(each)
    else:
        yield annotation


def _takes(annotation: Any, value: Any) -> bool:
    """Whether a key of a type might have been meant for a value, by the kind of value it is."""
    return any(isinstance(value, _python_type(kind)) for kind in _kinds(annotation))


def _python_type(kind: Any) -> type:
    origin = get_origin(kind) or kind
    if origin is Literal:
        return str
    if isinstance(origin, type):
        return dict if issubclass(origin, BaseModel | Mapping) else origin
    return object


def _stand_in(annotation: Any, text: str) -> Any:
    """A value that stands for one that cannot be read; None where there is none that says nothing."""
    for kind in _kinds(annotation):
        if get_origin(kind) is Literal:
            return get_args(kind)[0]
        if kind is str:
            return text
        if kind is int:
            return 1
        if kind is datetime.date:
            return datetime.date(2000, 1, 1)
    return None
