"""What every page has: navigation, a skip link, a theme that is kept, a menu on a phone; and clear pages for bad addresses."""

from __future__ import annotations

import pytest
from browsing import LAPTOP, PHONE, WALL, Windows, accessible, fits, resize, visit
from playwright.sync_api import Page, expect

from pitbook.web.look.layout import NAVIGATION

pytest_plugins = ["browser_fixtures"]


def test_the_start_names_the_jobs_and_the_editions(site: str, look: Page) -> None:
    assert visit(look, f"{site}/") == 200
    assert look.title() == "The payout rules of table games, computed · Pitbook"
    assert look.locator("html").get_attribute("lang") == "en-US"
    assert look.locator(".pb-tile").count() == 6
    rows = look.locator("table tbody tr")
    assert rows.count() == 4
    assert "649a-2014" in rows.nth(2).inner_text()
    accessible(look)


def test_the_navigation_leads_to_every_job(site: str, look: Page) -> None:
    visit(look, f"{site}/")
    links = look.locator("nav[aria-label=Jobs] a")
    assert [each.get_attribute("href") for each in links.all()] == [path for _, pages in NAVIGATION for path, _ in pages]


@pytest.mark.parametrize("size", [PHONE, LAPTOP, WALL], ids=["phone", "laptop", "wall"])
def test_the_start_fits_every_width(site: str, look: Page, size: tuple[int, int]) -> None:
    resize(look, size)
    visit(look, f"{site}/")
    fits(look)


def test_the_first_key_leads_past_the_navigation(site: str, look: Page) -> None:
    visit(look, f"{site}/")
    look.keyboard.press("Tab")
    expect(look.get_by_role("link", name="Skip to the content")).to_be_focused()
    look.keyboard.press("Enter")
    expect(look.locator("#main")).to_be_focused()


def test_the_theme_is_kept_by_the_browser(site: str, look: Page) -> None:
    visit(look, f"{site}/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = look.evaluate(ground)
    look.get_by_role("button", name="Dark theme").click()
    expect(look.get_by_role("button", name="Light theme")).to_be_visible()
    dark = look.evaluate(ground)
    assert dark != light
    visit(look, f"{site}/")
    assert look.evaluate(ground) == dark
    look.get_by_role("button", name="Light theme").click()
    expect(look.get_by_role("button", name="Dark theme")).to_be_visible()
    assert look.evaluate(ground) == light


def test_without_a_choice_the_theme_is_the_readers_own(site: str, windows: Windows) -> None:
    page = windows(theme="dark")
    visit(page, f"{site}/")
    expect(page.get_by_role("button", name="Light theme")).to_be_visible()


def test_on_a_phone_the_navigation_opens_and_closes(site: str, look: Page) -> None:
    page = look
    resize(page, PHONE)
    visit(page, f"{site}/")
    menu, jobs = page.get_by_role("button", name="Menu"), page.locator("nav[aria-label=Jobs]")
    expect(jobs).to_be_hidden()
    menu.click()
    expect(jobs).to_be_visible()
    expect(menu).to_have_attribute("aria-expanded", "true")
    accessible(page)
    page.keyboard.press("Escape")
    expect(jobs).to_be_hidden()


def test_an_address_that_is_not_there_gets_a_clear_page(site: str, look: Page) -> None:
    assert visit(look, f"{site}/no/such<b>page</b>") == 404
    assert "There is no page /no/such" in look.locator("main").inner_text()
    assert look.locator("main b").count() == 0, "the address is shown as text"
    accessible(look)
