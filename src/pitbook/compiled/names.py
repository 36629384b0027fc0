"""What compiled forms of a function are kept under, and how a failure to keep or use one is said."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any


def name_of(function: Callable[..., Any]) -> str:
    """The function's dotted name: files of its compiled forms begin with it."""
    return f"{function.__module__}.{function.__qualname__}"


def origin_of(function: Callable[..., Any], sources: str) -> tuple[str, ...]:
    """What tells a function's text from every other: the hash of all event code, its file's text, its line."""
    return (sources, text_hash(function.__code__.co_filename), str(function.__code__.co_firstlineno))


@cache
def text_hash(file: str) -> str:
    """A hash of a file's text; the file's name where it cannot be read."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return file


def key_of(*parts: str) -> str:
    """One short name for all that decides a compiled form."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def warn_of(name: str, what: str, fault: Exception) -> None:
    """A warning that a compiled form cannot be ``what`` (kept, used), so that the work is done each time."""
    warnings.warn(
        f"the compiled form of {name} cannot be {what}, and is compiled each time: {type(fault).__name__}: {fault}",
        RuntimeWarning,
        stacklevel=3,
    )
