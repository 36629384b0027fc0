"""A Rules Submission in a browser: mended at its fields until it is clean, its pack, what changes against the last one."""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from browsing import PATIENCE, PHONE, WALL, Windows, accessible, fits, resize, visit
from playwright.sync_api import Page, expect

from pitbook.checks import check
from pitbook.pack.folder import pack_contents
from pitbook.pack.of_submission import pack_filing
from pitbook.submission import read_submission
from pitbook.web.forms.filing.values import plain_values
from pitbook.web.rounds.link import unpacked

pytest_plugins = ["browser_fixtures"]

EXAMPLES = Path(__file__).parents[3] / "examples" / "submissions"
THREE_CARD = EXAMPLES / "three-card-poker.toml"
MIDI = EXAMPLES / "midibaccarat.toml"


def held(address: str) -> Any:
    """The filing that an address holds."""
    return unpacked(parse_qs(urlsplit(address).query)["filing"][0])


def upload(page: Page, path: Path) -> None:
    """Take a filing from a file."""
    page.get_by_label("Rules Submission", exact=True).set_input_files(path)
    expect(page.locator("main")).to_contain_text("in the editions held")


def test_a_starter_is_filled_in_until_it_is_clean(site: str, look: Page) -> None:
    visit(look, f"{site}/submission")
    accessible(look)
    look.get_by_label("Game", exact=True).select_option("three-card-poker")
    look.get_by_role("button", name="Start with this game").click()
    expect(look.locator("main")).to_contain_text("3 violations")
    accessible(look)
    for label, value in (("Certificate holder", "Example LP"), ("Licensed facility", "Riverside"), ("Table numbers", "T1, T2")):
        field = look.get_by_label(label)
        expect(field).to_have_attribute("aria-invalid", "true")
        field.fill(value)
        look.keyboard.press("Tab")
        expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(look.locator("main")).to_contain_text("no violation found in the editions held (649a-2014)")


def test_a_broken_rule_stands_at_its_field_with_clause_and_remedy(site: str, look: Page) -> None:
    visit(look, f"{site}/submission")
    upload(look, MIDI)
    expect(look.locator("main")).to_contain_text("no violation found")
    minimum = look.get_by_label("Minimum").first
    kept = minimum.input_value()
    minimum.fill("6000.00")
    look.keyboard.press("Tab")
    expect(minimum).to_have_attribute("aria-invalid", "true")
    beside = look.locator(f"#{minimum.get_attribute('id')}".replace("-in", "-err"))
    expect(beside).to_contain_text("allowed")
    place = look.get_by_role("link", name="games[0].wagers.player.minimum")
    expect(place).to_be_visible()
    place.click()
    minimum.fill(kept)
    look.keyboard.press("Tab")
    expect(look.locator("main")).to_contain_text("no violation found")


def test_a_reload_and_a_link_give_the_filing_back(site: str, windows: Windows) -> None:
    page = windows()
    visit(page, f"{site}/submission?game=three-card-poker")
    page.wait_for_url("**/submission?filing=*")
    page.get_by_label("Certificate holder").fill("Riverside & Sons")
    page.keyboard.press("Tab")
    page.wait_for_url(lambda url: held(url)["certificate_holder"] == "Riverside & Sons")
    address = page.url
    page.reload()
    expect(page.get_by_label("Certificate holder")).to_have_value("Riverside & Sons")
    other = windows()
    visit(other, address)
    expect(other.get_by_label("Certificate holder")).to_have_value("Riverside & Sons")


def test_wagers_and_games_come_and_go(site: str, look: Page) -> None:
    visit(look, f"{site}/submission?game=three-card-poker")
    look.get_by_label("Pair Plus Wager", exact=True).check()
    table = look.locator("details", has=look.locator("summary", has_text="Pair Plus Wager")).last
    expect(table.get_by_label("Paytable", exact=True)).to_have_value("A")
    table.get_by_role("button", name="Write the paytable out as printed").click()
    expect(table.get_by_role("textbox", name="Three-of-a-kind")).to_have_value("25 to 1")
    look.get_by_label("Another game").select_option("midibaccarat")
    look.get_by_role("button", name="Add the game").click()
    expect(look.get_by_role("heading", name="Midibaccarat")).to_be_visible()
    look.get_by_role("button", name="Take Midibaccarat out").click()
    expect(look.get_by_role("heading", name="Midibaccarat")).to_have_count(0)


def test_the_pack_is_the_command_s(site: str, look: Page) -> None:
    visit(look, f"{site}/submission")
    upload(look, EXAMPLES / "three-card-prime.toml")
    look.get_by_role("button", name="Make the PAR pack").click()
    with look.expect_download(timeout=3 * PATIENCE) as handed:
        look.get_by_role("button", name="All files (ZIP)").click(timeout=3 * PATIENCE)
    filing = read_submission(tomllib.loads((EXAMPLES / "three-card-prime.toml").read_text("utf-8")))
    expected = pack_contents(pack_filing(filing), check(filing))
    with zipfile.ZipFile(io.BytesIO(Path(handed.value.path()).read_bytes())) as found:
        assert {name: found.read(name) for name in found.namelist()} == dict(expected)


def test_saved_it_is_the_file_that_was_taken(site: str, look: Page) -> None:
    visit(look, f"{site}/submission")
    upload(look, THREE_CARD)
    with look.expect_download() as handed:
        look.get_by_role("button", name="Save the filing").click()
    saved = json.loads(Path(handed.value.path()).read_text("utf-8"))
    assert saved == plain_values(tomllib.loads(THREE_CARD.read_text("utf-8")))


def test_what_changes_against_the_last_filing_is_listed(site: str, look: Page, tmp_path: Path) -> None:
    old = tmp_path / "old.toml"
    written = MIDI.read_text("utf-8")
    old.write_text(written.replace('minimum = "25.00"', 'minimum = "15.00"', 1))
    assert old.read_text("utf-8") != written
    visit(look, f"{site}/submission")
    upload(look, MIDI)
    look.get_by_text("Compare with the last filing").click()
    look.get_by_label("The filing before this one").set_input_files(old)
    table = look.locator("table").last
    expect(table).to_contain_text("minimum")
    expect(table).to_contain_text("$15.00")
    accessible(look)


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"a = ", "not TOML"), (b"\xff\xfe\x00", "not UTF-8 text"), (b"#" * 500_001, "allowed are up to 500,000")],
    ids=["broken", "binary", "large"],
)
def test_a_file_that_cannot_be_taken_is_refused_with_why(site: str, look: Page, tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "filing.toml"
    path.write_bytes(content)
    visit(look, f"{site}/submission")
    look.get_by_label("Rules Submission", exact=True).set_input_files(path)
    expect(look.get_by_role("alert").filter(has_text=words)).to_be_visible()


def test_a_damaged_link_is_said(site: str, look: Page) -> None:
    visit(look, f"{site}/submission?filing=zzzz")
    assert "no filing that can be read" in look.locator("main").inner_text()
    visit(look, f"{site}/submission?game=no-game")
    assert "there is no game 'no-game'" in look.locator("main").inner_text()


@pytest.mark.parametrize("size", [PHONE, WALL], ids=["phone", "wall"])
def test_the_form_fits(site: str, look: Page, size: tuple[int, int]) -> None:
    resize(look, size)
    visit(look, f"{site}/submission?game=pai-gow-poker")
    fits(look)
