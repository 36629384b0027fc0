"""Files that a user names, on a command line or in another file; ``-`` on a command line is standard input.

No file is read without a limit: a device or a pipe may have no end, and would fill the memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from pitbook.errors import InputError

LARGEST_FILE: Final = 64 * 1024 * 1024
"""The most bytes that are read of a file, or of one line of a file that is read line by line."""

_INPUT: Final = Path("-")


class GivenFileError(InputError):
    """Standard input holds nothing, a file is larger than any that is read, or its name is empty."""


def is_input(path: Path) -> bool:
    """Whether a path stands for standard input."""
    return path == _INPUT


def called(path: Path) -> str:
    """What a file is called in a message: by its name; a device by its path, since ``null`` alone says nothing."""
    if is_input(path):
        return "standard input"
    return str(path) if path.is_relative_to("/dev") else path.name or str(path)


def bytes_of(path: Path) -> bytes:
    """What is in a file, or on standard input. Raises ``OSError``; :class:`GivenFileError` for an empty input, and for too much."""
    if not is_input(path):
        return file_bytes(path)
    raw = all_of(sys.stdin.buffer, called(path))
    if not raw.strip():
        # So it is for the second of two files that are named so.
        raise GivenFileError("standard input is empty; it is read once, so only one file can be -")
    return raw


def file_bytes(path: Path) -> bytes:
    """What is in a file; ``-`` is a file of that name. Raises ``OSError``; :class:`GivenFileError` for too much."""
    with path.open("rb") as stream:
        return all_of(stream, called(path))


def text_of(path: Path) -> str:
    """The text of a file, or of standard input, as :func:`bytes_of`. Raises ``UnicodeDecodeError`` too."""
    return bytes_of(path).decode("utf-8-sig")


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """The bytes of a file by its name, or standard input, to be read with the limit by its reader. Raises ``OSError``."""
    if not name:
        raise GivenFileError("the name of a file is empty; allowed is a file, or - for standard input")
    if name == str(_INPUT):
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def all_of(stream: IO[bytes], name: str, head: bytes = b"") -> bytes:
    """The whole of a stream, whose ``head`` is read already. Raises :class:`GivenFileError` for too much."""
    raw = head + stream.read(LARGEST_FILE + 1 - len(head))
    must_be_small(len(raw), name)
    return raw


def must_be_small(size: int, name: str, what: str = "a file") -> None:
    """Raises :class:`GivenFileError` for more than :data:`LARGEST_FILE` bytes."""
    if size > LARGEST_FILE:
        raise GivenFileError(f"{name}: {what} of more than {LARGEST_FILE:,} bytes; a larger one is not read")


def lines_of(stream: IO[bytes], name: str) -> Iterator[bytes]:
    """The lines of a stream as they come; there may be any number of them.

    Raises :class:`GivenFileError` for a line of more than :data:`LARGEST_FILE` bytes, and where standard input has nothing in it.
    """
    empty = True
    while line := stream.readline(LARGEST_FILE + 1):
        must_be_small(len(line), name, "a line")
        empty = empty and not line.strip()
        yield line
    if empty and name == called(_INPUT):
        raise GivenFileError("standard input is empty")
