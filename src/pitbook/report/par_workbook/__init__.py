"""The PAR workbook: worksheets that compute, so that a reader who changes a payout sees the edge move."""

from pitbook.report.par_workbook.book import Heading, workbook, worksheet_names

__all__ = ["Heading", "workbook", "worksheet_names"]
