"""Plain Python event code that can be compiled.

Functions marked with :func:`scalar` are ordinary Python on integers: they run as they stand, which is the fastest way to look
at a few hands, because nothing has to be imported. :func:`compile_module` replaces them, in the module that holds them, by
their numba-compiled forms, for the millions of hands of an enumeration. Both forms are the same source text.

Compiled code is kept on disk (:mod:`pitbook.compiled_files`), under a hash of all event code of this package and of games outside
it: a change of a helper in another module changes what is compiled, too.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from pitbook.compiled_files import CompiledFiles
from pitbook.outside import outside_folders

Function = TypeVar("Function", bound=Callable[..., Any])

_MARK = "__pitbook_scalar__"
_compiled: dict[Any, Any] = {}
_lock = threading.RLock()


def scalar(function: Function) -> Function:
    """Mark a function as event code: integers and arrays in and out, no objects, fit to be compiled."""
    setattr(function, _MARK, True)
    return function


def event_sources(root: Path) -> list[Path]:
    """The source files whose text decides what is compiled: those with event code, and the cards' constants in it."""
    return [path for path in sorted(root.rglob("*.py")) if path == root / "cards.py" or b"@scalar" in path.read_bytes()]


def sources_hash(root: Path | None = None) -> str:
    """A short hash of every source file that decides what is compiled: of this package, and of games outside it."""
    digest = hashlib.sha256()
    for base in (root or Path(__file__).parent, *outside_folders()):
        for path in event_sources(base):
            digest.update(path.relative_to(base).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _own_hash() -> str:
    return sources_hash()


def cache_folder() -> Path:
    """Where figures and compiled code are kept: PITBOOK_CACHE, else a folder in the user's cache."""
    base = os.environ.get("PITBOOK_CACHE")
    if base:
        return Path(base)
    try:
        home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    except RuntimeError:  # this user has no home
        home = _temporary_folder()
    return Path(home) / "pitbook"


@cache
def _temporary_folder() -> Path:
    """A folder of this process's own, which goes with it. Never one that others may write: compiled code is loaded from it."""
    folder = Path(tempfile.mkdtemp(prefix="pitbook-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _choose_cache() -> None:
    """Name a writable folder of this version's own; a temporary one where the user's cache cannot be written.

    The name stands where numba would look for it: a user may choose the folder there, and processes begun by this one share it.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    folder = cache_folder() / f"compiled-{_own_hash()}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise OSError("not writable")
    except (OSError, ValueError):
        folder = _temporary_folder()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


def _compiled_form(function: Any) -> Any:
    from numba import njit

    if function not in _compiled:
        dispatcher = njit(function)
        dispatcher._cache = CompiledFiles(function, Path(os.environ["NUMBA_CACHE_DIR"]), _own_hash())
        _compiled[function] = dispatcher
    return _compiled[function]


def compile_module(module: ModuleType) -> None:
    """Replace the module's marked functions, and those it imported by name, by their compiled forms. Twice does no harm."""
    with _lock:
        _choose_cache()
        pending = [module]
        seen: set[str] = set()
        while pending:
            each = pending.pop()
            if each.__name__ in seen:
                continue
            seen.add(each.__name__)
            for name, value in list(vars(each).items()):
                if getattr(value, _MARK, False) and not hasattr(value, "py_func"):
                    home = sys.modules[value.__module__]
                    setattr(each, name, _compiled_form(value))
                    pending.append(home)
