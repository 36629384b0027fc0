"""A table as HTML: a fragment for a notebook, a page for a file."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from pitbook.tables import Align, Table

_STYLE = """
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1b1b1f;background:#fff}
h2{font-size:1.15rem;margin:2rem 0 .2rem}p.sub,li{color:#4a4a55}table{border-collapse:collapse;margin:.6rem 0}
th,td{padding:.25rem .7rem;border-bottom:1px solid #d9d9e0;text-align:left;vertical-align:top}
.r{text-align:right;font-variant-numeric:tabular-nums}tr.total td{font-weight:600;border-top:2px solid #1b1b1f}
tr.best td{font-weight:600;background:#eaf6ec}tr.warn td{background:#fff6e0}tr.bad td{background:#fdeaea}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem}dt{color:#4a4a55}dd{margin:0}
@media(prefers-color-scheme:dark){body{background:#16161a;color:#ececf1}p.sub,li,dt{color:#b4b4c0}th,td{border-color:#3a3a44}
tr.best td{background:#17351d}tr.warn td{background:#3a2f10}tr.bad td{background:#441b1b}tr.total td{border-top-color:#ececf1}}
@media print{body{margin:0;max-width:none}}
"""


def fragment(table: Table) -> str:
    """The table as an HTML fragment."""
    heads = "".join(f'<th scope="col"{_side(column.align)}>{escape(column.heading)}</th>' for column in table.columns)
    body = "".join(
        f'<tr class="{row.mark}">'
        + "".join(f"<td{_side(column.align)}>{escape(cell)}</td>" for column, cell in zip(table.columns, row.cells, strict=True))
        + "</tr>"
        for row in table.rows
    )
    figures = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in table.figures)
    notes = "".join(f"<li>{escape(note)}</li>" for note in table.notes)
    parts = [f"<h2>{escape(table.title)}</h2>"]
    if table.subtitle:
        parts.append(f'<p class="sub">{escape(table.subtitle)}</p>')
    if table.rows:
        parts.append(f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>")
    if figures:
        parts.append(f"<dl>{figures}</dl>")
    if notes:
        parts.append(f"<ul>{notes}</ul>")
    return "".join(parts)


def _side(align: Align) -> str:
    return ' class="r"' if align is Align.RIGHT else ""


def page(title: str, tables: Iterable[Table]) -> str:
    """A whole page that needs nothing else."""
    body = "\n".join(fragment(table) for table in tables)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n"
    )
