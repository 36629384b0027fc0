"""Tables, facts and notes as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Final

from pitbook.tables import Align, Table


def table_html(
    table: Table,
    *,
    caption: str | None = None,
    hide_caption: bool = False,
    classes: str = "",
    cell: Callable[[str, int, int], str | None] | None = None,
) -> str:
    """A table with caption, scopes and notes; ``cell(text, row, column)`` may give the HTML of a cell in place of its text.

    The first column heads its row. A table wider than the window scrolls by itself and can be reached by keyboard.
    """
    title = caption or table.title
    small = f"<small>{escape(table.subtitle)}</small>" if table.subtitle else ""
    heads = "".join(
        f'<th scope="col"{_side(column.align)}>{escape(column.heading) or _EMPTY_HEAD}</th>' for column in table.columns
    )
    body = []
    for n, row in enumerate(table.rows):
        cells = []
        for k, (column, words) in enumerate(zip(table.columns, row.cells, strict=True)):
            inner = (cell(words, n, k) if cell else None) or escape(words)
            cells.append(f'<th scope="row">{inner}</th>' if k == 0 else f"<td{_side(column.align)}>{inner}</td>")
        body.append(f'<tr class="{escape(row.mark)}">{"".join(cells)}</tr>')
    parts = []
    if table.rows:
        parts.append(
            f'<div class="pb-wrap" tabindex="0" role="group" aria-label="{escape(title)}"><table class="pb-table {classes}">'
            f"<caption{' class=pb-hide' if hide_caption else ''}>{escape(title)}{small}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
        )
    if table.figures:
        parts.append(facts_html(table.figures))
    if table.notes:
        parts.append(notes_html(table.notes))
    return "".join(parts)


_EMPTY_HEAD: Final = '<span class="pb-hide">Remark</span>'


def _side(align: Align) -> str:
    return ' class="r"' if align is Align.RIGHT else ""


def facts_html(pairs: Iterable[tuple[str, str]], *, big: bool = False) -> str:
    """Names and values beside each other; ``big`` for the few that matter most."""
    start = '<div class="big">' if big else "<div>"
    items = "".join(f"{start}<dt>{escape(name.strip())}</dt><dd>{escape(value)}</dd></div>" for name, value in pairs)
    return f'<dl class="pb-facts">{items}</dl>'


def notes_html(notes: Iterable[str]) -> str:
    """Notes below a table."""
    return f'<ul class="pb-notes">{"".join(f"<li>{escape(each)}</li>" for each in notes)}</ul>'
