"""Hands an answer to the reader: a table in the terminal, JSON or CSV on standard output, or a file by its ending."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pitbook.errors import InputError
from pitbook.names import listed
from pitbook.tables import Document

FILE_KINDS = (".csv", ".html", ".json", ".pdf", ".xlsx")


class OutputError(InputError):
    """An output that cannot be written: its kind is unknown, or its place."""


Own = Mapping[str, Callable[[], bytes]]
"""The content of an answer's files by ending, made when it is asked for, where a table alone would say less."""


def deliver(
    answer: Document, *, as_json: bool = False, as_csv: bool = False, output: Path | None = None, own: Own | None = None
) -> None:
    """Print or write an answer; ``own`` has the files of its own. Raises :class:`OutputError` before anything is printed."""
    if output is not None:
        write_file(answer, output, own)
        print(f"written: {output}", file=sys.stderr)
        return
    if as_json:
        sys.stdout.write(json_text(answer.data))
    elif as_csv:
        from pitbook.report import csv_file

        sys.stdout.write(csv_file.text(answer.tables))
    else:
        from pitbook.report import terminal

        terminal.show(answer.tables)


def json_text(data: Any) -> str:
    """The JSON document, with a newline at its end."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_file(answer: Document, path: Path, own: Own | None = None) -> None:
    """Write an answer to a file whose ending says in which form; the file appears whole or not at all."""
    kind = path.suffix.lower()
    if kind not in FILE_KINDS:
        raise OutputError(
            f"--output {path.name}: {kind or 'no ending'!r} is no form for this answer; allowed: {listed(FILE_KINDS)}"
        )
    made = content(answer, kind, own)
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_bytes(made)
        partial.replace(path)
    except OSError as fault:
        partial.unlink(missing_ok=True)
        raise OutputError(f"--output {path}: {fault.strerror or fault}") from fault


def content(answer: Document, kind: str, own: Own | None = None) -> bytes:
    """An answer as the content of a file, ``kind`` one of :data:`FILE_KINDS`; ``own`` has the files of its own."""
    if own is not None and kind in own:
        return own[kind]()
    if kind == ".json":
        return json_text(answer.data).encode()
    if kind == ".csv":
        from pitbook.report import csv_file

        return csv_file.text(answer.tables).encode()
    if kind == ".xlsx":
        from pitbook.report import xlsx

        return xlsx.workbook(answer)
    if kind == ".pdf":
        from pitbook.report import pdf

        return pdf.document(answer)
    from pitbook.report import html

    return html.page(answer.title, answer.tables).encode()
