"""Plain Python event code that can be compiled.

Functions marked with :func:`scalar` are ordinary Python on integers: they run as they stand, which is the fastest way to look
at a few hands, because nothing has to be imported. :func:`compile_module` replaces them, in the module that holds them, by
their numba-compiled forms, for the millions of hands of an enumeration. Both forms are the same source text.

Compiled code is kept on disk. The folder's name holds a hash of all event code of this package, because the library's own test
of staleness does not see a change of a helper in another module.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_MARK = "__pitbook_scalar__"
_compiled: dict[Any, Any] = {}
_lock = threading.RLock()


def scalar(function: Function) -> Function:
    """Mark a function as event code: integers and arrays in and out, no objects, fit to be compiled."""
    setattr(function, _MARK, True)
    return function


def sources_hash(root: Path | None = None) -> str:
    """A short hash of every source file of this package that holds event code."""
    digest = hashlib.sha256()
    base = root or Path(__file__).parent
    for path in sorted(base.rglob("*.py")):
        text = path.read_bytes()
        if b"@scalar" in text:
            digest.update(path.relative_to(base).as_posix().encode())
            digest.update(text)
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where figures and compiled code are kept: PITBOOK_CACHE, else a folder in the user's cache."""
    base = os.environ.get("PITBOOK_CACHE")
    if base:
        return Path(base)
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(home) / "pitbook"


def _choose_cache() -> None:
    """Point numba at a writable folder of this version's own; a temporary one where the user's cache cannot be written."""
    if "NUMBA_CACHE_DIR" in os.environ or "numba" in sys.modules:
        return
    folder = cache_folder() / f"compiled-{sources_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise OSError("not writable")
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="pitbook-compiled-"))
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


def _compiled_form(function: Any) -> Any:
    from numba import njit

    if function not in _compiled:
        _compiled[function] = njit(cache=True)(function)
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
