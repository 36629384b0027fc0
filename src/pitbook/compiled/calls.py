"""A marked function in its compiled form: each call goes to machine code for arguments of its kinds.

Code that is kept is called as it stands (:mod:`pitbook.compiled.machine_code`). Only where there is none numba is loaded, which
compiles the function or takes its own kept form of it (:mod:`pitbook.compiled.numba_files`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import update_wrapper
from pathlib import Path
from typing import Any

from pitbook.compiled.kinds import Kinds, kinds_of
from pitbook.compiled.machine_code import GaveUpError, MachineCode
from pitbook.game_modules import GameFolderError

_lock = threading.RLock()


class CompiledFunction:
    """Called as the function is; ``py_func`` is the plain one."""

    def __init__(self, function: Callable[..., Any], folder: Path, sources: str) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._folder = folder
        self._sources = sources
        self._kept = MachineCode(function, folder, sources)
        self._calls: dict[Kinds | None, Callable[..., Any]] = {}
        self._numba: Any = None

    def __call__(self, *values: Any) -> Any:
        kinds = kinds_of(values)
        call = self._calls.get(kinds)
        if call is None:
            return self._first(kinds, values)
        try:
            return call(*values)
        except GaveUpError:
            return self._by_numba(values)

    @property
    def numba_form(self) -> Any:
        """The function as numba's dispatcher. Loads numba."""
        with _lock:
            if self._numba is None:
                self._numba = _dispatcher(self.py_func, self._folder, self._sources)
            return self._numba

    def _first(self, kinds: Kinds | None, values: tuple[Any, ...]) -> Any:
        """A call with arguments of kinds that were not met before."""
        call = self._kept.load(kinds) if kinds is not None else None
        if call is not None:
            self._calls[kinds] = call
            return self(*values)
        result = self._by_numba(values)
        if kinds is not None:
            self._keep(kinds, values)
            self._calls[kinds] = self.numba_form
        return result

    def _by_numba(self, values: tuple[Any, ...]) -> Any:
        """The call by numba. Raises :class:`~pitbook.game_modules.GameFolderError` where the function does not compile."""
        numba_form = self.numba_form
        from numba.core.errors import NumbaError

        try:
            return numba_form(*values)
        except NumbaError as fault:
            from pitbook.compiled.compile_faults import compile_fault, is_of_arguments

            if is_of_arguments(fault):
                raise
            raise GameFolderError(compile_fault(self.py_func, fault)) from fault

    def _keep(self, kinds: Kinds, values: tuple[Any, ...]) -> None:
        forms = getattr(self.numba_form, "overloads", {})  # none where numba was told not to compile
        compiled = forms and forms.get(tuple(self.numba_form.typeof_pyval(each) for each in values))
        if compiled:
            self._kept.keep(kinds, compiled)


def _dispatcher(function: Callable[..., Any], folder: Path, sources: str) -> Any:
    from numba import njit

    from pitbook.compiled.numba_files import NumbaFiles

    _tell_numba()
    dispatcher = njit(function, nogil=True)
    dispatcher._cache = NumbaFiles(function, folder, sources)
    return dispatcher


def _tell_numba() -> None:
    """Event code that numba compiles may call other event code: to numba a compiled function is its dispatcher."""
    from numba.core.types import Dispatcher
    from numba.extending import typeof_impl

    if CompiledFunction not in typeof_impl.registry:
        typeof_impl.register(CompiledFunction)(lambda function, _: Dispatcher(function.numba_form))
