"""Files that are named on a command line: ``-`` is standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from pitbook.errors import InputError

_INPUT: Final = Path("-")


class GivenFileError(InputError):
    """Standard input holds nothing."""


def is_input(path: Path) -> bool:
    """Whether a path stands for standard input."""
    return path == _INPUT


def called(path: Path) -> str:
    """What a file is called in a message."""
    return "standard input" if is_input(path) else path.name


def bytes_of(path: Path) -> bytes:
    """What is in a file. Raises ``OSError``; :class:`GivenFileError` where standard input is empty."""
    if not is_input(path):
        return path.read_bytes()
    raw = sys.stdin.buffer.read()
    if not raw.strip():
        # So it is for the second of two files that are named so.
        raise GivenFileError("standard input is empty; it is read once, so only one file can be -")
    return raw
