"""Compiled event code, kept on disk by our own rules instead of numba's.

Numba unpickles whatever stands in its folder: a damaged file ends a command, and one that another user put there is run. Here a
file is read only if it is this user's and whole (:mod:`pitbook.kept_files`); anything else is compiled again.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitbook.compiled.names import key_of, name_of, origin_of, warn_of
from pitbook.kept_files import read_kept, write_kept


class NumbaFiles:
    """What numba's dispatcher asks of a cache, for one function: the compiled forms of its signatures, a file for each."""

    def __init__(self, function: Callable[..., Any], folder: Path, sources: str) -> None:
        self._name = name_of(function)
        self._folder = folder
        self._origin = origin_of(function, sources)

    @property
    def cache_path(self) -> str:
        """The folder, in numba's words."""
        return str(self._folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled form for a signature; None where it must be compiled."""
        from numba.core import compiler

        target.refresh()
        content = read_kept(self._path(signature, target.codegen()))
        if content is None:
            return None
        try:
            rebuild: Any = compiler.CompileResult._rebuild
            return rebuild(target, *pickle.loads(content))
        except Exception as fault:  # noqa: BLE001, whatever is wrong with it: it is compiled again
            warn_of(self._name, "used", fault)
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled form, unless it is bound to addresses of this process."""
        from numba.core import serialize

        try:
            if not compiled.library.has_dynamic_globals:
                dumps: Any = serialize.dumps
                write_kept(self._path(signature, compiled.library.codegen), dumps(compiled._reduce()))
        except Exception as fault:  # noqa: BLE001, the function is compiled all the same
            warn_of(self._name, "kept", fault)

    def enable(self) -> None:
        """Numba's switch; these files are always used."""

    def disable(self) -> None:
        """Numba's switch; these files are always used."""

    def flush(self) -> None:
        """Forget the function's files."""
        for path in self._folder.glob(f"{self._name}-*.compiled"):
            path.unlink(missing_ok=True)

    def _path(self, signature: Any, codegen: Any) -> Path:
        import numba

        key = key_of(*self._origin, sys.version, numba.__version__, repr(signature), repr(codegen.magic_tuple()))
        return self._folder / f"{self._name}-{key}.compiled"
