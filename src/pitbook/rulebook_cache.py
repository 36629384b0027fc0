"""Rules that were read and found good, kept in the user's cache, so that a command starts without reading them again.

A kept value is named by a hash of all it was made of: the rules' text, the code that reads them, the Python that ran. What is found
damaged, foreign or unreadable is left alone and the rules are read anew; where nothing can be kept, nothing is.
"""

from __future__ import annotations

import glob
import hashlib
import io
import pickle
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeVar

from pitbook.compiled import cache_folder
from pitbook.kept_files import forget_unused, read_kept, write_kept

Value = TypeVar("Value")

_HERE: Final = Path(__file__).parent
_READERS: Final = (
    "errors.py",
    "file_faults.py",
    "file_parts.py",
    *sorted(f"loading/{path.name}" for path in (_HERE / "loading").glob("*.py")),
    "names.py",
    "payouts.py",
    "rulebook.py",
    "rulebook_cache.py",
    "rules_file.py",
)
"""The modules that decide what a rules file becomes."""


def kept(kind: type[Value], name: str, made_of: Iterable[bytes], make: Callable[[], Value]) -> Value:
    """The value that ``make`` returns, or the one kept from an earlier time when ``made_of`` was the same.

    ``name`` and ``kind`` tell values of one file from another. What ``make`` raises is not kept.
    """
    path = _folder() / f"{name}-{_key((name.encode(), *made_of))}.pickle"
    found = _read(path)
    if isinstance(found, kind):
        return found
    value = make()
    _write(path, value)
    forget_unused(path.parent, f"{glob.escape(name)}-*.pickle", path)
    return value


def _folder() -> Path:
    return cache_folder() / "rulebook"


def _key(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    readers = ((_HERE / name).read_bytes() for name in _READERS)
    for part in (sys.version.encode(), *readers, *parts):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()[:32]


def _read(path: Path) -> Any:
    """The value in a file; None where there is none that can be trusted."""
    content = read_kept(path)
    try:
        return None if content is None else pickle.loads(content)
    except Exception:  # noqa: BLE001, whatever is wrong with it: it is made anew
        return None


class _Pickler(pickle.Pickler):
    """Fractions as two integers; their own form is a text that must be parsed."""

    def reducer_override(self, value: Any) -> Any:
        return (Fraction, (value.numerator, value.denominator)) if type(value) is Fraction else NotImplemented


def _write(path: Path, value: Any) -> None:
    stream = io.BytesIO()
    _Pickler(stream, pickle.HIGHEST_PROTOCOL).dump(value)
    write_kept(path, stream.getvalue())
