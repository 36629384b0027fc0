"""Machine code of compiled functions, kept and called without the compiler.

Loading numba takes longer than most counts do, and it is needed only to compile. What a function was compiled to for arguments of
one kind is kept as object code, which llvmlite alone can load; it is called through ctypes as numba calls it: a status comes
back, the result is written to a place that is given, and every argument is handed over in its machine parts.

Code that asks anything of numba or of Python while it runs, such as memory, is not kept here; numba then runs it as ever.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from pitbook.compiled.kinds import BOOL, INT64, Kinds, part_types, parts
from pitbook.compiled.names import key_of, name_of, origin_of, text_hash, warn_of
from pitbook.kept_files import read_kept, write_kept

_RESULTS: Final[dict[str, Any]] = {
    "none": ctypes.c_void_p,
    INT64: ctypes.c_int64,
    BOOL: ctypes.c_uint8,
    "uint64": ctypes.c_uint64,
    "int32": ctypes.c_int32,
    "uint32": ctypes.c_uint32,
    "uint8": ctypes.c_uint8,
    "float64": ctypes.c_double,
}
_RETURNED: Final = (0, -2)
"""The statuses of a call that came to its end: with a value, with None."""


# Calls ---------------------------------------------------------------------------------------------------------------


class GaveUpError(Exception):
    """Compiled code met a fault, such as a division by zero. Which one, numba can tell: it is asked to run the call again."""


class _Call:
    """A function in memory. Python's lock is let go while it runs."""

    def __init__(self, address: int, kinds: Kinds, returns: str) -> None:
        base, _, number = returns.partition(" x ")
        self._result = _RESULTS[base] * int(number) if number else _RESULTS[base]
        self._read: Callable[[Any], Any] = tuple if number else _value_of(base)
        self._entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *part_types(kinds))(address)

    def __call__(self, *values: Any) -> Any:
        result, fault = self._result(), ctypes.c_void_p()
        status = self._entry(ctypes.addressof(result), ctypes.addressof(fault), *parts(values))
        if status not in _RETURNED:
            raise GaveUpError
        return self._read(result)


def _value_of(returns: str) -> Callable[[Any], Any]:
    if returns == "none":
        return lambda _: None
    if returns == BOOL:
        return lambda result: bool(result.value)
    return lambda result: result.value


# Files ---------------------------------------------------------------------------------------------------------------


class MachineCode:
    """The kept machine code of one function in a folder: a file for each kind of arguments."""

    def __init__(self, function: Callable[..., Any], folder: Path, sources: str) -> None:
        self._name = name_of(function)
        self._folder = folder
        self._origin = origin_of(function, sources)

    def load(self, kinds: Kinds) -> Callable[..., Any] | None:
        """The function for arguments of these kinds; None where no code of it is kept."""
        key = self._key(kinds)
        content = read_kept(self._path(key))
        if content is None:
            return None
        returns, _, code = content.partition(b"\n")
        address = _address_of(code, _symbol(key))
        return _Call(address, kinds, returns.decode()) if address else None

    def keep(self, kinds: Kinds, compiled: Any) -> None:
        """Keep what numba compiled (its compile result) for arguments of these kinds, if it can run without numba."""
        key = self._key(kinds)
        returns = _returned(str(compiled.signature.return_type))
        if os.name != "posix" or returns is None or compiled.library.has_dynamic_globals:
            return
        from pitbook.compiled.object_code import object_code

        try:
            code = object_code(compiled, _symbol(key), kinds)
        except Exception as fault:  # noqa: BLE001, the function is compiled all the same
            warn_of(self._name, "kept", fault)
            return
        if code is not None:
            write_kept(self._path(key), returns.encode() + b"\n" + code)

    def _key(self, kinds: Kinds) -> str:
        return key_of(*self._origin, *_machine(), self._name, repr(kinds))

    def _path(self, key: str) -> Path:
        return self._folder / f"{self._name}-{key}.code"


def _symbol(key: str) -> str:
    return f"pitbook_{key}"


def _returned(numba_type: str) -> str | None:
    """A result type in the words of a kept file; None for one that is not read here."""
    if numba_type.startswith("UniTuple(") and numba_type.endswith(")"):
        numba_type = numba_type[len("UniTuple(") : -1]
    base, _, number = numba_type.partition(" x ")
    if not number:
        return base if base in _RESULTS else None
    return numba_type if base in _RESULTS and base not in {"none", BOOL} and number.isdigit() else None


# In memory -----------------------------------------------------------------------------------------------------------


@cache
def _machine() -> tuple[str, ...]:
    """What the code was made for and by: the processor, Python, and the libraries' versions."""
    from importlib.util import find_spec

    from llvmlite import binding

    processor = (binding.get_process_triple(), binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten())
    folders = [Path(str(spec.origin)).parent for spec in map(find_spec, ("numba", "llvmlite")) if spec]
    here = Path(__file__).parent  # another release may call in another way
    ours = [text_hash(str(here / name)) for name in ("kinds.py", "machine_code.py", "object_code.py")]
    return (sys.version, *ours, *(text_hash(str(folder / "_version.py")) for folder in folders), *processor)


@cache
def _engine() -> Any:
    """The place in memory that object code is loaded to."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_triple(binding.get_process_triple()).create_target_machine(jit=True)
    return binding.create_mcjit_compiler(binding.parse_assembly(""), machine)


_loading = threading.Lock()
_addresses: dict[str, int] = {}


def _address_of(code: bytes, symbol: str) -> int:
    """Where a function of object code stands in memory; 0 where the code has none of that name.

    The code must be whole: llvmlite cannot say that it is not.
    """
    from llvmlite import binding

    with _loading:
        if symbol not in _addresses:
            engine = _engine()
            engine.add_object_file(binding.ObjectFileRef.from_data(code))
            engine.finalize_object()
            _addresses[symbol] = engine.get_function_address(symbol)
        return _addresses[symbol]
