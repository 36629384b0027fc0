"""PAR sheets as files of their own: a workbook that computes, and a page for each sheet."""

from __future__ import annotations

from collections.abc import Sequence

from pitbook.par import ParSheet
from pitbook.report.output import Own


def par_files(sheets: Sequence[ParSheet]) -> Own:
    """What ``--output`` writes for PAR sheets, by ending. Nothing is loaded or made before it is asked for."""
    return {".xlsx": lambda: _workbook(sheets), ".pdf": lambda: _pdf(sheets)}


def _workbook(sheets: Sequence[ParSheet]) -> bytes:
    from pitbook.report.par_workbook import workbook

    return workbook(sheets)


def _pdf(sheets: Sequence[ParSheet]) -> bytes:
    from pitbook.report.par_pdf import par_pdf

    return par_pdf(sheets)
