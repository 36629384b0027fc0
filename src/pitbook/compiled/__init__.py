"""Plain Python event code that can be compiled.

Functions marked with :func:`scalar` are ordinary Python on integers: they run as they stand, which is the fastest way to look
at a few hands, because nothing has to be imported. :func:`compile_module` replaces them, in the module that holds them, by
their compiled forms (:mod:`pitbook.compiled.calls`), for the millions of hands of an enumeration. Both forms are the same source
text.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final, TypeVar

from pitbook.compiled.folder import cache_folder, choose_folder, own_hash, sources_hash

__all__ = ["cache_folder", "compile_module", "is_compiled", "scalar", "sources_hash"]

Function = TypeVar("Function", bound=Callable[..., Any])

_MARK: Final = "__pitbook_scalar__"
_forms: dict[Any, Any] = {}
_lock = threading.RLock()


def scalar(function: Function) -> Function:
    """Mark a function as event code: integers and arrays in and out, no objects, fit to be compiled."""
    setattr(function, _MARK, True)
    return function


def is_compiled(function: Any) -> bool:
    """Whether a function is in its compiled form."""
    return hasattr(function, "py_func")


def compile_module(module: ModuleType) -> None:
    """Replace the module's marked functions, and those it imported by name, by their compiled forms. Twice does no harm."""
    with _lock:
        pending = [module]
        seen: set[str] = set()
        while pending:
            each = pending.pop()
            if each.__name__ in seen:
                continue
            seen.add(each.__name__)
            for name, value in list(vars(each).items()):
                if getattr(value, _MARK, False) and not is_compiled(value):
                    home = sys.modules[value.__module__]
                    setattr(each, name, _form(value))
                    pending.append(home)


def _form(function: Any) -> Any:
    from pitbook.compiled.calls import CompiledFunction

    if function not in _forms:
        _forms[function] = CompiledFunction(function, choose_folder(), own_hash())
    return _forms[function]
