"""The rulebook in a browser: as printed, with readings; links lead to the odds; a bad name gets a clear page."""

from __future__ import annotations

import pytest
from browsing import PHONE, WALL, accessible, arrive, fits, resize, visit
from playwright.sync_api import Page

from pitbook.catalog import rulebook
from pitbook.rules_table import paytable_tables

pytest_plugins = ["browser_fixtures"]

SIX_CARD = "/rules/three-card-poker/six-card-bonus"


def test_from_the_games_to_a_paytable_and_its_odds(site: str, look: Page) -> None:
    visit(look, f"{site}/rules")
    accessible(look)
    look.get_by_role("link", name="Three Card Poker").click()
    arrive(look, "**/rules/three-card-poker")
    accessible(look)
    look.get_by_role("rowheader", name="Six Card Bonus Wager").get_by_role("link").click()
    arrive(look, f"**{SIX_CARD}")
    look.get_by_role("link", name="PAR sheet", exact=True).click()
    arrive(look, "**/par/three-card-poker/six-card-bonus")


def test_paytables_stand_side_by_side_as_printed(site: str, look: Page) -> None:
    visit(look, f"{site}{SIX_CARD}")
    wager = rulebook().game("three-card-poker").wager("six-card-bonus")
    printed = paytable_tables(wager)[0]
    shown = look.locator("table").first
    cells = [row.locator("th,td").all_inner_texts() for row in shown.locator("tbody tr").all()]
    assert cells == [list(row.cells) for row in printed.rows]
    assert "58 Pa. Code § 649a.12(f)" in look.locator("main").inner_text()
    accessible(look)


def test_a_reading_names_its_alternatives_and_why(site: str, look: Page) -> None:
    visit(look, f"{site}{SIX_CARD}")
    reading = look.locator("section", has=look.locator("#reading-super-royal-column")).last
    words = reading.inner_text()
    for each in ("Which paytable has them?", "paytable E", "default", "paytable D, as the cell stands", "§ 649a.6(d)(8)"):
        assert each in words


@pytest.mark.parametrize("size", [PHONE, WALL], ids=["phone", "wall"])
def test_a_long_table_scrolls_by_itself(site: str, look: Page, size: tuple[int, int]) -> None:
    resize(look, size)
    visit(look, f"{site}/rules/three-card-prime/five-card-progressive")
    fits(look)


@pytest.mark.parametrize("path", ["/rules/no-game", "/rules/three-card-poker/no-wager", "/par/no-game/x", "/compare/no-game/x"])
def test_a_name_that_is_not_there_is_said_with_what_there_is(site: str, look: Page, path: str) -> None:
    assert visit(look, f"{site}{path}") == 404
    words = look.locator("main").inner_text()
    assert "there is no" in words
    assert "allowed: " in words
