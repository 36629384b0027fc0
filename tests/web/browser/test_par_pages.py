"""Odds in a browser: a changed payout moves the edge as the library does, the address holds the state, files are the command's."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from browsing import PHONE, WALL, Windows, accessible, comes_to, fits, listens, resize, visit
from playwright.sync_api import Locator, Page, expect

from pitbook.par import Conditions, par
from pitbook.par_table import rank, share_text
from pitbook.web.forms.par import ParState, read_state, sheet_of
from pitbook.web.pages.par_answer import FORMS, file_name

pytest_plugins = ["browser_fixtures"]

OWN = Path(__file__).parents[3] / "examples" / "own-pair-plus.toml"
PAIR_PLUS = "/par/three-card-poker/pair-plus"
METER = "/par/three-card-poker/five-card-progressive"


def edge_on(page: Page) -> Locator:
    """The first figure of the panel that leads the page."""
    return page.locator(".pb-facts .big dd").first


def test_a_changed_payout_moves_the_edge_to_what_the_library_counts(site: str, look: Page) -> None:
    visit(look, f"{site}{PAIR_PLUS}")
    printed = par("three-card-poker", "pair-plus", "A").house_edge
    expect(edge_on(look)).to_have_text(share_text(printed))
    look.get_by_label("Pays, Straight", exact=True).fill("5 to 1")
    state, _ = read_state("three-card-poker", "pair-plus", [("pays.straight", "5 to 1")])
    changed = sheet_of(state).house_edge
    assert changed != printed
    expect(edge_on(look)).to_have_text(share_text(changed))
    expect(look.locator("main")).to_contain_text(f"{float(changed - printed) * 100:+.4f} points, better for the house")
    expect(look.locator("main")).to_contain_text("changed, printed 6 to 1")
    accessible(look)
    look.get_by_role("button", name="Payouts as printed").click()
    expect(edge_on(look)).to_have_text(share_text(printed))
    expect(look.get_by_label("Pays, Straight", exact=True)).to_have_value("6 to 1")


def test_a_payout_without_a_meaning_is_said_below_its_row_and_moves_nothing(site: str, look: Page) -> None:
    visit(look, f"{site}{PAIR_PLUS}")
    before = edge_on(look).inner_text()
    field = look.get_by_label("Pays, Flush", exact=True)
    field.fill("plenty")
    expect(look.get_by_role("alert").filter(has_text="'plenty' is no payout")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(edge_on(look)).to_have_text(before)
    field.fill("4 to 1")
    expect(look.get_by_role("alert").filter(has_text="'plenty'")).to_have_count(0)


def test_a_lost_socket_comes_back(site: str, look: Page) -> None:
    visit(look, f"{site}{PAIR_PLUS}")
    look.evaluate("window.socket.once('disconnect', () => { window.lost = true }); window.socket.io.engine.close()")
    look.wait_for_function("window.lost && window.socket.connected")
    look.get_by_label("Pays, Pair", exact=True).fill("2 to 1")
    state, _ = read_state("three-card-poker", "pair-plus", [("pays.pair", "2 to 1")])
    expect(edge_on(look)).to_have_text(share_text(sheet_of(state).house_edge))


def test_the_address_holds_the_state_and_gives_it_back(site: str, windows: Windows) -> None:
    page = windows()
    visit(page, f"{site}{METER}")
    page.get_by_label("Pays, Flush", exact=True).fill("45 for 1")
    page.wait_for_url("**pays.flush**")
    page.get_by_label("Meter, to the cent").fill("123456.78")
    page.wait_for_url("**meter=123456.78**")
    kept = page.url
    state, faults = read_state("three-card-poker", "five-card-progressive", [("meter", "123456.78"), ("pays.flush", "45 for 1")])
    assert faults == ()
    edge = share_text(sheet_of(state).theoretical_hold)
    expect(edge_on(page)).to_have_text(edge)
    page.reload()
    listens(page)
    other = windows()
    visit(other, kept)
    for each in (page, other):
        expect(edge_on(each)).to_have_text(edge)
        expect(each.get_by_label("Pays, Flush", exact=True)).to_have_value("45 for 1")
        expect(each.get_by_label("Meter, to the cent")).to_have_value("123456.78")


def test_the_slider_moves_the_meter_and_the_return(site: str, look: Page) -> None:
    visit(look, f"{site}{METER}")
    slide = look.get_by_label("Meter", exact=True)
    slide.focus()
    before = look.locator(".pb-facts .big dd").nth(2).inner_text()
    start = look.get_by_label("Meter, to the cent").input_value()
    look.keyboard.press("End")
    expect(look.locator(".pb-facts .big dd").nth(2)).not_to_have_text(before)
    expect(look.get_by_label("Meter, to the cent")).not_to_have_value(start)
    meter = look.get_by_label("Meter, to the cent").input_value()
    sheet = par(
        "three-card-poker",
        "five-card-progressive",
        conditions=Conditions(meter_micros=int(meter.partition(".")[0]) * 1_000_000 + int(meter.partition(".")[2]) * 10_000),
    )
    expect(look.locator(".pb-facts .big dd").nth(2)).to_have_text(share_text(sheet.returned))
    assert sheet.progressive is not None
    assert sheet.progressive.break_even_micros is not None
    words = look.get_by_role("img", name="Return against meter").get_attribute("aria-label") or ""
    assert "break-even" in words
    assert sheet.returned > 1, "the slider goes beyond break-even"


def test_a_reading_and_an_option_change_the_sheet(site: str, look: Page) -> None:
    visit(look, f"{site}{PAIR_PLUS}")
    look.get_by_text("Options", exact=True).click()
    look.get_by_label("Mini royal flush").fill("60 to 1")
    look.keyboard.press("Tab")
    look.wait_for_url("**option.mini-royal-flush=60**")
    expected = par("three-card-poker", "pair-plus", "A", options={"mini-royal-flush": "60 to 1"}).house_edge
    expect(edge_on(look)).to_have_text(share_text(expected))
    look.get_by_text("Readings (2)").click()
    look.get_by_label("Is a mini-royal flush paid in place of the straight flush, or on top of it?").select_option("on-top")
    look.wait_for_url("**set.mini-royal-instead=on-top**")
    expected = par(
        "three-card-poker", "pair-plus", "A", options={"mini-royal-flush": "60 to 1"}, readings={"mini-royal-instead": "on-top"}
    ).house_edge
    expect(edge_on(look)).to_have_text(share_text(expected))


def test_a_base_game_has_its_payouts_beside_its_net_results(site: str, look: Page) -> None:
    visit(look, f"{site}/par/three-card-poker/ante-bonus")
    look.get_by_role("textbox", name="Straight flush").fill("6 to 1")
    look.wait_for_url("**pays.straight-flush=6**")
    state = ParState("three-card-poker", "ante-bonus", "A", pays={"straight-flush": "6 to 1"})
    expect(edge_on(look)).to_have_text(share_text(sheet_of(state).house_edge))
    accessible(look)


def test_another_paytable_is_another_address(site: str, look: Page) -> None:
    visit(look, f"{site}{PAIR_PLUS}")
    look.get_by_label("Paytable", exact=True).select_option("C")
    look.wait_for_url("**paytable=C")
    expected = par("three-card-poker", "pair-plus", "C").house_edge
    expect(edge_on(look)).to_have_text(share_text(expected))


def test_what_an_address_cannot_ask_is_named_and_left_out(site: str, look: Page) -> None:
    visit(look, f"{site}{PAIR_PLUS}?paytable=Z&players=many&pays.flush=zz")
    words = look.locator("main").inner_text()
    for each in ("paytable 'Z'", "players", "'zz' is no payout"):
        assert each in words
    expect(edge_on(look)).to_have_text(share_text(par("three-card-poker", "pair-plus", "A").house_edge))


@pytest.mark.parametrize("size", [PHONE, WALL], ids=["phone", "wall"])
def test_a_sheet_fits_every_width(site: str, look: Page, size: tuple[int, int]) -> None:
    resize(look, size)
    visit(look, f"{site}{METER}")
    fits(look)
    if size == PHONE:
        accessible(look)


@pytest.mark.parametrize("kind", [kind for kind, _ in FORMS])
def test_a_file_is_the_command_s(site: str, tmp_path: Path, kind: str) -> None:
    """The button on the page leads to this address."""
    written = tmp_path / f"sheet.{kind}"
    command = [sys.executable, "-m", "pitbook", "par", "three-card-poker", "five-card-progressive", "--meter", "20000"]
    subprocess.run([*command, "--output", str(written)], check=True, capture_output=True)
    with urlopen(f"{site}{METER}/sheet.{kind}?meter=20000") as answer:
        assert answer.headers["Content-Disposition"] == (
            f'attachment; filename="three-card-poker-five-card-progressive-standard.{kind}"'
        )
        assert parts_of(answer.read(), kind) == parts_of(written.read_bytes(), kind)


def parts_of(content: bytes, kind: str) -> dict[str, bytes]:
    """A file as it is; a workbook by its parts, without the one that says when it was made."""
    if kind != "xlsx":
        return {"": content}
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        return {name: book.read(name) for name in book.namelist() if name != "docProps/core.xml"}


def test_the_page_hands_over_a_changed_sheet(site: str, look: Page) -> None:
    visit(look, f"{site}{PAIR_PLUS}?pays.straight=5+to+1")
    with look.expect_download() as handed:
        look.get_by_role("link", name="JSON").click()
    state = ParState("three-card-poker", "pair-plus", "A", pays={"straight": "5 to 1"})
    assert handed.value.suggested_filename == file_name(state, "json")
    document = json.loads(Path(handed.value.path()).read_text("utf-8"))
    assert document == sheet_of(state).to_json()


def test_paytables_compared_are_ranked_as_the_library_ranks_them(site: str, look: Page) -> None:
    visit(look, f"{site}/compare/three-card-poker/pair-plus")
    expected = rank([par("three-card-poker", "pair-plus", label) for label in "ABCDE"])
    rows = look.locator("table").first.locator("tbody tr")
    expect(rows.locator("a")).to_have_text([each.paytable for each in expected])
    assert rows.first.locator("td").first.inner_text() == share_text(expected[0].house_edge)
    assert "best for the player" in rows.first.inner_text()
    accessible(look)


def test_progressives_are_compared_at_a_meter(site: str, look: Page) -> None:
    page = look
    resize(page, PHONE)
    visit(page, f"{site}/compare/three-card-prime/five-card-progressive")
    fits(page)
    first = page.locator("table").first.locator("tbody tr").first.inner_text()
    page.get_by_role("textbox", name="Meter").fill("50000")
    page.wait_for_url("**meter=50000.00")
    expect(page.locator("table").first.locator("tbody tr").first).not_to_have_text(first)
    page.get_by_label("Wager amount").fill("none")
    expect(page.locator("main")).to_contain_text("'none'")


def test_paytables_are_compared_under_other_conditions_and_beside_one_of_ones_own(site: str, look: Page) -> None:
    visit(look, f"{site}/compare/midibaccarat/harmony-progressive")
    look.get_by_label("Decks").select_option("6")
    look.wait_for_url("**decks=6")
    look.get_by_role("textbox", name="Bettors").fill("3")
    look.wait_for_url("**bettors=3")
    visit(look, f"{site}/compare/three-card-poker/pair-plus")
    look.get_by_text("A paytable of your own").click()
    field = look.get_by_role("textbox", name="Paytable")
    field.fill('rows = [{ hand = "Flush", pays = "much" }]')
    look.keyboard.press("Tab")
    expect(field).to_have_attribute("aria-invalid", "true")
    look.locator("input[type=file]").set_input_files(OWN)
    rows = look.locator("table").first.locator("tbody tr")
    expect(rows).to_have_count(6)
    expect(look.get_by_role("link", name="mini-royal at 100")).to_have_count(0)  # it has no page of its own
    look.get_by_text("Readings (").click()
    look.get_by_label("Is a mini-royal flush paid").select_option("on-top")
    look.wait_for_url("**set.mini-royal*on-top*")
    expect(rows).to_have_count(6)
    lefts = "bars => new Set(bars.map(bar => Math.round(bar.getBoundingClientRect().left))).size"
    comes_to(look, 1, lambda: look.locator(".pb-bars i").evaluate_all(lefts))
    accessible(look)
    resize(look, PHONE)
    fits(look)


def test_the_band_of_the_edge_after_so_many_rounds(site: str, look: Page) -> None:
    visit(look, f"{site}/par/three-card-poker/pair-plus")
    look.get_by_text("Band of the edge").click()
    look.get_by_label("Rounds").fill("30000")
    look.keyboard.press("Tab")
    expect(look.locator("main")).to_contain_text("Edge after 30,000 rounds")
    look.wait_for_url("**rounds=30000*")
    confidence = look.get_by_label("Confidence")
    confidence.fill("101%")
    look.keyboard.press("Tab")
    expect(confidence).to_have_attribute("aria-invalid", "true")
    confidence.fill("99%")
    look.keyboard.press("Tab")
    expect(look.locator("main")).to_contain_text("Volatility index (0.99)")
