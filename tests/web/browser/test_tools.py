"""Pai Gow hands, the hold of a period and a simulation in a browser, each with an address that holds its state."""

from __future__ import annotations

import json
import re
from pathlib import Path

from browsing import LAPTOP, PATIENCE, PHONE, WALL, accessible, fits, resize, visit
from playwright.sync_api import Page, expect

from pitbook.cards import hand, parse_cards
from pitbook.games.pai_gow_poker.house_way import load_way

pytest_plugins = ["browser_fixtures"]

EXAMPLE = Path(__file__).parents[3] / "examples" / "midibaccarat-changed.txt"
MENDED = ("tie | 3 for 1 | 4 for 1", "tie | 3 for 1 | 3 for 1", 1)
HAND = "7s 7h 7d 7c Qs 5h 3d"


def test_seven_cards_are_set_and_the_house_way_explained(site: str, look: Page) -> None:
    visit(look, f"{site}/pai-gow")
    look.get_by_role("button", name="Seven cards").focus()
    look.keyboard.type("7s7h7d7cqs5h3d")
    steps = look.locator(".pb-steps li")
    expect(steps.last).to_contain_text("This rule sets the hand")
    setting = load_way("trump-plaza").set(hand(parse_cards(HAND)))
    expect(steps.last).to_contain_text(setting.words)
    expect(look.locator(".pb-table tr.best")).to_contain_text("best")
    look.wait_for_url("**cards=7s+7h+7d+7c+Qs+5h+3d**")
    look.get_by_label("House way of the dealer").select_option("foxwoods")
    expect(steps.last).to_contain_text(load_way("foxwoods").set(hand(parse_cards(HAND))).words)
    look.reload()
    expect(steps.last).to_contain_text(load_way("foxwoods").set(hand(parse_cards(HAND))).words)
    accessible(look)


def test_a_hand_is_picked_card_by_card_and_a_wrong_one_is_told(site: str, look: Page) -> None:
    visit(look, f"{site}/pai-gow?cards=As+As+Kd")
    expect(look.locator(".pb-hand .err, .pb-notice.info").first).to_be_visible()
    look.get_by_role("button", name="Clear").first.click()
    look.get_by_role("button", name="Seven cards").click()
    for name in ("joker", "ace of spades", "ace of hearts"):
        look.get_by_role("button", name=name, exact=True).click()
    expect(look.get_by_text("4 cards to go")).to_be_visible()
    look.get_by_role("button", name="ace of hearts", exact=True).click()
    expect(look.get_by_text("5 cards to go")).to_be_visible()


def test_is_this_month_normal(site: str, look: Page) -> None:
    visit(look, f"{site}/hold?rounds=2000&result=4000")
    expect(look.get_by_text("is within the 0.95 interval")).to_be_visible()
    expect(look.locator(".pb-chart svg")).to_have_count(1)
    look.get_by_role("textbox", name="Result of the house").fill("-9000")
    look.get_by_role("textbox", name="Result of the house").press("Tab")
    expect(look.get_by_text("This is an unusual result")).to_be_visible()
    look.wait_for_url("**result=-9000**")
    look.get_by_label("Paytable").select_option("B")
    expect(look.get_by_role("table", name="Hold: three-card-poker pair-plus B at $10.00")).to_be_visible()
    look.reload()
    expect(look.get_by_text("This is an unusual result")).to_be_visible()
    accessible(look)
    look.get_by_label("Rounds", exact=True).fill("none")
    look.get_by_label("Rounds", exact=True).press("Tab")
    expect(look.locator(".pb-notice.bad")).to_contain_text("rounds")


def test_a_text_is_held_against_the_rulebook(site: str, look: Page, tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    visit(look, f"{site}/audit?clauses=(i)")
    look.get_by_role("button", name="Compare").click()
    expect(look.locator(".pb-notice.bad")).to_contain_text("there is none")
    look.locator("input[type=file]").set_input_files(EXAMPLE)
    expect(look.get_by_label("Text of one section or several")).to_have_value(text)
    look.get_by_role("button", name="Compare").click()
    expect(look.locator(".pb-notice.warn")).to_contain_text("1 difference (1 other value)")
    expect(look.get_by_role("table").first).to_contain_text("4 for 1")
    resize(look, PHONE)
    fits(look)
    accessible(look)
    with look.expect_download() as got:
        look.get_by_role("button", name="Save JSON").click()
    got.value.save_as(tmp_path / "audit.json")
    assert json.loads((tmp_path / "audit.json").read_text())["differences"][0]["in_text"] == "4 for 1"
    look.get_by_label("Text of one section or several").fill(text.replace(*MENDED))
    look.get_by_label("Subsections").fill("")
    look.get_by_label("Subsections").press("Tab")
    look.wait_for_url("**/audit")
    look.get_by_role("button", name="Compare").press("Enter")
    expect(look.locator(".pb-notice.good")).to_contain_text("no difference")


def test_a_simulation_runs_shows_its_results_and_is_found_again(site: str, look: Page) -> None:
    visit(look, f"{site}/simulate")
    look.get_by_role("button", name="Start").click()
    expect(look.locator(".pb-notice.bad")).to_contain_text("there is none")
    look.get_by_label("Usual filing of a game").select_option("three-card-prime")
    expect(look.get_by_label("Rules Submission")).to_have_value(holding("three-card-prime"))
    look.get_by_label("Rounds at each table").fill("2,000")
    look.get_by_label("Rounds of one result").fill("500")
    look.get_by_role("button", name="Start").click()
    expect(look.get_by_role("heading", name="What was found")).to_be_visible(timeout=3 * PATIENCE)
    expect(look.get_by_role("table", name="Wagers")).to_contain_text("five-card-progressive")
    expect(look.locator(".pb-pictures img")).to_have_count(2)
    with look.expect_download() as got:
        look.get_by_role("button", name="Save JSON").click()
    assert json.loads(Path(got.value.path()).read_text("utf-8"))["rounds"] == 2000
    accessible(look)
    look.reload()
    expect(look.get_by_role("table", name="Wagers")).to_contain_text("five-card-progressive")


def holding(text: str) -> re.Pattern[str]:
    """Values that hold a text."""
    return re.compile(rf"[\s\S]*{re.escape(text)}[\s\S]*")


def test_a_simulation_is_stopped(site: str, look: Page) -> None:
    visit(look, f"{site}/simulate?game=three-card-prime&rounds=90000000")
    expect(look.get_by_label("Rules Submission")).to_have_value(holding("three-card-prime"))
    look.get_by_role("button", name="Start").click()
    expect(look.locator(".pb-progress")).to_be_visible()
    look.get_by_role("button", name="Stop").click()
    expect(look.get_by_text("Nothing was kept")).to_be_visible()


def test_the_pages_fit_every_width(site: str, look: Page) -> None:
    for path, shown in (
        (f"/pai-gow?cards={HAND.replace(' ', '+')}", ".pb-steps li"),
        ("/hold?rounds=500", ".pb-chart svg"),
        ("/simulate?game=three-card-prime", "textarea"),
        ("/login", "h1"),
    ):
        visit(look, site + path)
        expect(look.locator(shown).first).to_be_visible()
        for width, height in (PHONE, LAPTOP, WALL):
            look.set_viewport_size({"width": width, "height": height})
            fits(look)


def test_a_server_without_a_ledger_says_so(site: str, look: Page) -> None:
    answer = look.goto(f"{site}/meters")
    assert answer is not None
    assert answer.status == 404
    expect(look.get_by_text("it was started without --database")).to_be_visible()
    visit(look, f"{site}/login")
    expect(look.get_by_text("There is nothing to sign in to")).to_be_visible()
