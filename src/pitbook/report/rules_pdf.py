"""The effective rules as a PDF: a page for each gaming table, in the largest type in which it holds them."""

from __future__ import annotations

from typing import Any, Final

from pitbook.pack.filing import Filing
from pitbook.pack.rules_sheet import RulesPage, rules_pages
from pitbook.report.pdf import page_count, table_data, typeset

SIZES: Final = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5)
"""Sizes of type in points, the largest first; what does not fit in the last goes on a second page."""


def rules_pdf(filing: Filing) -> bytes:
    """The sheets of all gaming tables of a filing. The same filing gives the same bytes."""
    games = [pages for pages in rules_pages(filing) if pages]
    data = {
        **_heading(filing),
        "games": [_game(pages[0]) | {"size": _fitting_size(filing, pages[0])} for pages in games],
        "pages": [{"title": page.title, "subtitle": page.subtitle, "game": n} for n, pages in enumerate(games) for page in pages],
    }
    return typeset("rules.typ", data, filing.filing_date)


def _heading(filing: Filing) -> dict[str, Any]:
    foot = " · ".join(part for part in ("Effective rules", filing.certificate_holder, filing.reference) if part)
    return {"title": "Effective rules", "holder": filing.certificate_holder, "foot": foot, "size": 9.5}


def _game(page: RulesPage) -> dict[str, Any]:
    return {
        "wagers": [table_data(table, full=True) for table in page.wagers],
        "options": table_data(page.options, full=True),
        "notes": list(page.notes),
    }


def _fitting_size(filing: Filing, page: RulesPage) -> float:
    shown = {"title": page.title, "subtitle": page.subtitle, "game": 0}
    for size in SIZES:
        data = {**_heading(filing), "games": [_game(page) | {"size": size}], "pages": [shown]}
        if page_count("rules.typ", data) == 1:
            return size
    return SIZES[-1]
