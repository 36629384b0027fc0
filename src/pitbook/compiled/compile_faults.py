"""What the compiler has against a function, in one line: the file, the line, the function, and its first sentence."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, Final

_CALLED: Final = re.compile(r"resolving callee type: type\(CPUDispatcher\(<function (\w+) at")
_PLACE: Final = re.compile(r'File "[^"\n]*", line (\d+):\s*\n(?:.*\n)??def (\w+)\(')
_UNKNOWN: Final = re.compile(r"NameError: (?:global )?name '(\w+)' is not defined")
_MOST: Final = 200


def is_of_arguments(fault: Exception) -> bool:
    """Whether it is the arguments of a call that numba cannot take, and not the function."""
    return "caused by the following argument" in str(fault)


def compile_fault(function: Callable[..., Any], fault: Exception) -> str:
    """``pocket_cards/events.py: does not compile: NameError: name 'X' is not defined (line 33 of /…/events.py, in two_card_mask)``.

    ``fault`` is numba's. It is told at the function called last, where one called by ``function`` is what does not compile.
    """
    text = str(fault)
    called = _CALLED.search(text)
    meant = _found(function, called[1]) if called else function
    name, file = meant.__name__, meant.__code__.co_filename
    places = [int(match[1]) for match in _PLACE.finditer(text) if match[2] == name]  # of several in no order that holds
    at = getattr(getattr(fault, "loc", None), "line", None) if meant is function else None
    line = _line_of_name(meant, text) or min(places, default=None) or at or meant.__code__.co_firstlineno
    where = "/".join(file.replace("\\", "/").split("/")[-2:])
    return f"{where}: does not compile: {_sentence(text)} (line {line} of {file}, in {name})"


def _found(function: Callable[..., Any], name: str) -> Any:
    """The plain function of a name that a function calls, itself or through others."""
    seen: set[int] = set()
    pending = [function]
    while pending:
        each = pending.pop()
        if each.__name__ == name:
            return each
        seen.add(id(each))
        pending.extend(called for called in _called_by(each) if id(called) not in seen)
    return function


def _called_by(function: Any) -> Iterator[Any]:
    for name in function.__code__.co_names:
        called = getattr(function.__globals__.get(name), "py_func", None)
        if called is not None:
            yield called


def _line_of_name(function: Any, text: str) -> int | None:
    """The line in a function of the name that text says is not defined."""
    unknown = _UNKNOWN.search(text)
    if unknown is None:
        return None
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError):
        return None
    found = (node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == unknown[1])
    return first + min(found, default=1) - 1


def _sentence(text: str) -> str:
    """The first sentence of what numba says, without the steps in which it was found; a call it knows nothing of is added."""
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line and not line.startswith("Failed in ")]
    first = said[0].rstrip(":") if said else "no reason is given"
    shape = next((line.removeprefix(">>> ") for line in said if line.startswith(">>> ")), "")
    words = f"{first}: {shape}" if shape else first
    return words if len(words) <= _MOST else words[:_MOST] + "…"
