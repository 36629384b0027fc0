"""The wagers of a game as links, for the pages that have one page per wager."""

from __future__ import annotations

from html import escape

from pitbook.catalog import rulebook


def wagers_html(game: str, at: str) -> str:
    """A game's wagers as links to their pages under an address; those without a sheet say why."""
    found = rulebook().game(game)
    items = []
    for wager in found.wagers:
        count = len(wager.paytables)
        tables = f"{count} paytable{'s' if count != 1 else ''}"
        if wager.no_sheet is not None:
            items.append(f"<li>{escape(wager.name)} <span class='pb-muted'>{escape(wager.no_sheet)}</span></li>")
        else:
            items.append(
                f'<li><a href="{at}/{game}/{wager.id}">{escape(wager.name)}</a> <span class="pb-muted">{tables}</span></li>'
            )
    return (
        f'<section class="pb-panel" aria-labelledby="{game}"><h2 id="{game}">{escape(found.name)}</h2>'
        f'<p class="pb-cite">{escape(found.chapter)}, edition {escape(found.edition().id)}</p>'
        f'<ul class="pb-list">{"".join(items)}</ul></section>'
    )
