"""What tells one call's arguments from another's, and the machine parts that numba takes each apart into."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

Kinds = tuple[Any, ...]
"""What tells the arguments of one compiled form from those of another: a kind for each (:func:`kind_of`)."""

INT64: Final = "int64"
BOOL: Final = "bool"
MOST_KNOWN: Final = 16
_WORD: Final = range(-(1 << 63), 1 << 63)
_PARTS: Final = {INT64: ctypes.c_int64, BOOL: ctypes.c_uint8}


def kinds_of(values: Sequence[Any]) -> Kinds | None:
    """The kinds of a call's arguments; None where one of them is of no kind that is called here."""
    kinds = tuple(kind_of(each) for each in values)
    return None if None in kinds else kinds


def kind_of(value: Any) -> Any:
    """``int64`` or ``bool``; for an array its type, dimensions and whether it may be written; for a named tuple its type and
    the kinds of its fields. None for anything else: an integer beyond 64 bits, an array that is not one block of memory.
    """
    if type(value) is int:
        return INT64 if value in _WORD else None
    if type(value) is bool:
        return BOOL
    if isinstance(value, tuple):
        return _of_tuple(value).kind
    flags = getattr(value, "flags", None)
    if flags is None or not hasattr(value, "__array_interface__"):
        return None
    if value.ndim == 0:
        return INT64 if value.dtype.str[1:] == "i8" and not hasattr(value, "__len__") else None
    return (value.dtype.str, value.ndim, flags.writeable) if flags.c_contiguous and flags.aligned else None


class _Known(NamedTuple):
    """A tuple, held so that its place in memory is nobody else's, with its kind and its machine parts."""

    value: tuple[Any, ...]
    kind: Any
    parts: tuple[int | None, ...]


_known: dict[int, _Known] = {}


def _of_tuple(value: tuple[Any, ...]) -> _Known:
    """What was found of a tuple: tables go with many calls, and their arrays stay where they are."""
    known = _known.get(id(value))
    if known is None or known.value is not value:
        kinds = kinds_of(value)
        named = type(value)
        if kinds is None or not hasattr(value, "_fields"):
            known = _Known(value, None, ())
        else:
            known = _Known(value, (f"{named.__module__}.{named.__qualname__}", kinds), tuple(parts(value)))
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[id(value)] = known
    return known


def part_types(kinds: Kinds) -> Iterator[Any]:
    """The machine parts of arguments, as numba lays them out."""
    for kind in kinds:
        if isinstance(kind, str):
            yield _PARTS[kind]
        elif len(kind) == 2:
            yield from part_types(kind[1])
        else:
            yield from (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
            yield from (ctypes.c_int64,) * 2 * kind[1]


def parts(values: Sequence[Any]) -> Iterator[int | None]:
    """The machine parts of values: an integer is itself; an array its owner (nobody's here), size, place, shape and strides."""
    for value in values:
        if isinstance(value, tuple):
            yield from _of_tuple(value).parts
        elif hasattr(value, "strides") and value.ndim:
            yield from (None, None, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
        else:
            yield int(value)
