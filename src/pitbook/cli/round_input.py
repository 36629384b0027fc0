"""Where ``pitbook settle`` gets its rounds: one in a file or on standard input, or many as JSON lines, read one by one."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any

from pitbook.choices import ChoiceError
from pitbook.given_files import all_of, called, lines_of, must_be_small, opened

LINE_ENDINGS = {".jsonl", ".ndjson"}
MOST_HEAD = 10_000
"""Lines that are looked at for a second one with something in it."""


@dataclass(frozen=True)
class OneRound:
    """The text of a round, and whether it is ``toml`` or ``json``."""

    text: str
    kind: str


@dataclass(frozen=True)
class RoundLines:
    """Rounds as JSON lines, as they come: the number of the line and its bytes; blank lines are left out."""

    lines: Iterator[tuple[int, bytes]]


@contextmanager
def open_rounds(file: str) -> Iterator[OneRound | RoundLines]:
    """The round or rounds of a file; ``-`` is standard input. Raises :class:`ChoiceError` for what cannot be read."""
    with ExitStack() as until_read:
        try:
            rounds = _rounds(file, until_read.enter_context(opened(file)))
        except OSError as fault:
            raise ChoiceError(f"{file}: {fault.strerror or fault}") from fault
        yield rounds


def _rounds(file: str, stream: IO[bytes]) -> OneRound | RoundLines:
    suffix = Path(file).suffix.lower()
    name = called(Path(file)) if file == "-" else file
    lines = lines_of(stream, name)
    if suffix in LINE_ENDINGS:
        return RoundLines(_numbered(lines))
    if suffix == ".toml":
        return OneRound(_decoded(name, all_of(stream, name)), "toml")
    head = _head(lines, name)
    if _are_documents(head):
        return RoundLines(_numbered(chain(head, lines)))
    text = _decoded(name, all_of(stream, name, b"".join(head)))
    return OneRound(text, "json" if suffix == ".json" or _is_json(text) else "toml")


def _is_json(text: str) -> bool:
    """Whether a text without an ending of its name is meant as JSON: an object, a list of objects, or any whole JSON value."""
    if re.match(r"\s*(\{|\[\s*\{)", text):
        return True
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _head(lines: Iterable[bytes], name: str) -> list[bytes]:
    """The first lines up to the second that is not blank, where the first starts a JSON object."""
    head: list[bytes] = []
    filled = size = 0
    for line in lines:
        head.append(line)
        size += len(line)
        must_be_small(size, name)
        blank = not line.strip(b" \t\r\n\xef\xbb\xbf")
        filled += not blank
        if filled == 2 or len(head) == MOST_HEAD or not (blank or line.lstrip(b" \t\xef\xbb\xbf").startswith(b"{")):
            break
    return head


def _are_documents(head: list[bytes]) -> bool:
    """Whether the lines are documents of their own: there are two, and one of them is a whole JSON object."""
    filled = [line for line in head if line.strip(b" \t\r\n\xef\xbb\xbf")]
    return len(filled) == 2 and any(_is_object(line) for line in filled)


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line.decode("utf-8-sig")), dict)
    except (ValueError, RecursionError):
        return False


def _numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, line


def _decoded(file: str, raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise ChoiceError(f"{file}: not UTF-8 text ({fault.reason} at byte {fault.start})") from fault


def line_text(line: bytes) -> str:
    """The text of a JSON line. Raises :class:`ChoiceError` where it is not UTF-8."""
    return _decoded("the line", line)


def write_line(document: Any) -> None:
    """One JSON document on one line, handed over at once."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
    sys.stdout.flush()
