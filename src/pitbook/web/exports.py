"""Answers as files, the same as the command line writes: by ending."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitbook.par import ParSheet
from pitbook.par_plain import sheet_for_files
from pitbook.report.output import content
from pitbook.report.par_files import par_files
from pitbook.tables import Document

MEDIA: Final = {
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""Endings of files and the media type of each."""


def sheets_file(sheets: Sequence[ParSheet], kind: str) -> bytes:
    """PAR sheets as a file, ``kind`` one of :data:`MEDIA`: byte for byte what ``pitbook par --output`` writes."""
    data = [sheet.to_json() for sheet in sheets]
    answer = Document("PAR sheets", [sheet_for_files(sheet) for sheet in sheets], data[0] if len(data) == 1 else data)
    return content(answer, f".{kind}", par_files(sheets))
