"""A round laid out in a browser comes to what the library settles: by pointer and by key, folds, envy, meters, owed and paid."""

from __future__ import annotations

import io
import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from browsing import LAPTOP, PHONE, WALL, Windows, accessible, comes_to, fits, visit
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from pitbook.catalog import rulebook
from pitbook.conformance.cases import load_cases
from pitbook.payouts import dollars
from pitbook.report.dispute_slip import fingerprint
from pitbook.rounds import read_round
from pitbook.settlement import settle
from pitbook.web.rounds.link import packed, unpacked

pytest_plugins = ["browser_fixtures"]

GAMES = sorted(game.id for game in rulebook())
DISPUTED: dict[str, Any] = {
    "game": "three-card-poker",
    "dealer": "Qc 9d 4s",
    "community": "Jh 4c",
    "choices": {"ante-bonus": "A", "pair-plus": "D", "progressive": "A", "five-card-progressive": "standard"},
    "meters": {"progressive": {"meter": "6214.30"}, "five-card-progressive": {"meter": "48120.75"}},
    "seats": [
        {
            "seat": 2,
            "cards": "As Ks Qs",
            "wagers": {"ante": "10.00", "play": "10.00", "pair-plus": "5.00", "progressive": "1.00"},
            "paid": {"pair-plus": "200.00"},
        },
        {"seat": 3, "cards": "Td 8s 2d", "wagers": {"ante": "10.00", "play": "10.00", "progressive": "1.00"}},
        {"seat": 4, "cards": "4h 4d 7c", "fold": True, "wagers": {"ante": "10.00", "five-card-progressive": "5.00"}},
    ],
}


def address(site: str, data: Any) -> str:
    return f"{site}/settle?round={packed(data)}"


def held(page: Page) -> Any:
    """The round that the page's address holds; None while it holds none."""
    found = parse_qs(urlsplit(page.url).query).get("round")
    return unpacked(found[0]) if found else None


def holds(page: Page, data: Any) -> None:
    """The page's address comes to hold a round."""
    comes_to(page, data, lambda: held(page))


def lines(page: Page) -> list[tuple[str, ...]]:
    """The lines that the page shows at a moment: which, the row, what is owed and the net."""
    cells = "each => [each.dataset.line, ...[1, 4, 5].map(n => each.querySelectorAll('td')[n].innerText)]"
    return [tuple(row) for row in page.locator("tr[data-line]").evaluate_all(f"rows => rows.map({cells})")]


def due(data: Any) -> list[tuple[str, ...]]:
    """The lines that the library settles, as :func:`lines` gives them; the page goes seat by seat, envy with its seat."""
    settled = settle(read_round(data, today=date.today()))
    order = list(dict.fromkeys(line.seat for line in settled.lines))
    by_seat = sorted(settled.lines, key=lambda line: order.index(line.seat))
    return [
        (
            f"{line.seat} {line.wager} {line.kind}",
            line.outcome.replace("-", " "),
            dollars(line.returned),
            dollars(line.net),
        )
        for line in by_seat
    ]


def settled_as_due(page: Page, data: Any) -> None:
    """The page shows the library's lines; it may take a moment to come to them."""
    wanted = due(data)
    expect(page.locator("tr[data-line]")).to_have_count(len(wanted))
    expect(page.locator("#settlement")).to_contain_text(
        dollars(sum(each.returned for each in settle(read_round(data, today=date.today())).totals.values()))
    )
    comes_to(page, wanted, lambda: lines(page))


# Laid out by hand -----------------------------------------------------------------------------------------------------


def test_a_round_laid_out_by_pointer_and_by_key(site: str, look: Page) -> None:
    visit(look, f"{site}/settle")
    for wager, label in (
        ("Ante Bonus", "A"),
        ("Pair Plus", "D"),
        ("Progressive Payout", "A"),
        ("Five-Card Progressive Payout", "standard"),
    ):
        look.get_by_label(wager, exact=True).first.select_option(label)
    look.get_by_label("Progressive Payout: meter", exact=True).fill("6214.30")
    look.get_by_label("Five-Card Progressive Payout: meter", exact=True).fill("48120.75")
    look.get_by_label("Five-Card Progressive Payout: meter", exact=True).press("Tab")

    # The dealer's cards by pointer; the picker goes on to the community cards by itself.
    look.get_by_role("button", name="Dealer: no cards").click()
    for name in ("queen of clubs", "nine of diamonds", "four of spades"):
        look.get_by_role("button", name=name, exact=True).click()
    expect(look.locator(".pb-picker .what")).to_contain_text("Community cards")
    for name in ("jack of hearts", "four of clubs"):
        look.get_by_role("button", name=name, exact=True).click()
    # A card that lies elsewhere cannot be picked again.
    expect(look.get_by_role("button", name="queen of clubs", exact=True)).to_have_attribute("aria-disabled", "true")
    look.keyboard.press("Escape")
    expect(look.locator(".pb-picker")).to_be_hidden()

    # Three seats; their cards by key.
    look.get_by_role("button", name="Remove seat 1").click()
    for number in (2, 3, 4):
        look.get_by_role("button", name=f"Add seat {number}").click()
    for number, keys in ((2, "asksqs"), (3, "10d8s2d"), (4, "4h4d7c")):
        hand = look.get_by_role("button", name=f"Seat {number}, cards")
        hand.focus()
        look.keyboard.type(keys)
    for number, wagers in ((2, {"Ante": "10.00", "Pair Plus": "5.00", "Progressive Payout": "1.00"}),
                           (3, {"Ante": "10.00", "Progressive Payout": "1.00"}),
                           (4, {"Ante": "10.00", "Five-Card Progressive Payout": "5.00"})):  # fmt: skip
        seat = look.locator(f"section[aria-label='Seat {number}']")
        for name, stake in wagers.items():
            seat.get_by_label(name, exact=True).fill(stake)
            seat.get_by_label(name, exact=True).press("Tab")
        seat.get_by_role("button", name="Fold" if number == 4 else "Play", exact=True).click()
    expect(look.locator(".pb-standing")).to_contain_text("is owed on")
    look.get_by_label("Compare with what was paid").check()
    paid = look.locator("section[aria-label='Seat 2']").get_by_label("Pair Plus, paid")
    paid.fill("200.00")
    paid.press("Tab")

    expect(look.locator(".pb-standing")).to_contain_text("Paid too little: hand over $5.00")
    holds(look, DISPUTED)
    settled_as_due(look, DISPUTED)
    expect(look.locator("section[aria-label='Seat 4'] .alive")).to_contain_text("five-card-progressive")
    expect(look.locator("tr[data-line='3 progressive envy']")).to_have_count(1)


def test_a_reload_keeps_the_round(site: str, look: Page) -> None:
    visit(look, address(site, DISPUTED))
    settled_as_due(look, DISPUTED)
    look.get_by_label("Ante", exact=True).nth(1).fill("25")
    look.get_by_label("Ante", exact=True).nth(1).press("Tab")
    expect(look.locator("tr[data-line='3 ante base']")).to_contain_text("$25.00")
    changed = json.loads(json.dumps(DISPUTED))
    changed["seats"][1]["wagers"] |= {"ante": "25", "play": "25"}  # play follows its ante
    holds(look, changed)
    look.reload()
    settled_as_due(look, changed)


def test_undo_goes_back_step_by_step(site: str, look: Page) -> None:
    visit(look, address(site, DISPUTED))
    look.get_by_role("button", name="Remove seat 3").click()
    expect(look.locator("section[aria-label='Seat 3']")).to_have_count(0)
    look.get_by_role("button", name="Clear").first.click()
    expect(look.locator(".pb-standing")).to_contain_text("Nothing is staked yet")
    look.get_by_role("button", name="Undo", exact=True).click()
    look.get_by_role("button", name="Undo", exact=True).click()
    settled_as_due(look, DISPUTED)


def test_everything_is_within_reach_of_the_keyboard(site: str, look: Page) -> None:
    visit(look, f"{site}/settle?game=pai-gow-poker")
    hand = look.get_by_role("button", name="Seat 1, cards")
    hand.focus()
    look.keyboard.press("Enter")
    expect(look.get_by_role("button", name="ace of spades", exact=True)).to_be_focused()
    look.keyboard.press("ArrowRight")
    look.keyboard.press("ArrowDown")
    expect(look.get_by_role("button", name="king of hearts", exact=True)).to_be_focused()
    look.keyboard.press("Space")
    look.keyboard.type("jk")
    look.keyboard.type("7c")
    expect(look.locator(".pb-picker .what")).to_contain_text("3 of 7")
    look.keyboard.press("Backspace")
    look.keyboard.press("Escape")
    expect(hand).to_be_focused()
    holds(look, {"game": "pai-gow-poker", "seats": [{"seat": 1, "cards": "Kh Jk"}]})


# Every game ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_the_worked_examples_come_to_what_the_library_settles(site: str, look: Page, game_id: str) -> None:
    cases = [(n, each) for n, each in enumerate(load_cases(rulebook().game(game_id).folder).case) if each.expect.error is None]
    chosen = [*cases[:2], *(each for each in cases[2:] if _is_telling(each[1].round))][:7]
    visit(look, f"{site}/settle?game={game_id}")
    for number, case in chosen:
        look.get_by_label("Worked examples").select_option(str(number))
        expect(look.get_by_text(case.clause, exact=False).first).to_be_visible()
        data = {"game": game_id, **json.loads(json.dumps(case.round, default=str))}
        settled_as_due(look, data)
        holds(look, data)


def _is_telling(data: Any) -> bool:
    """A fold, a meter, a hand as set, void wagers, a reading."""
    seats = data["seats"]
    return any("fold" in seat or "high" in seat for seat in seats) or bool(
        {"meters", "irregularity", "lucky", "readings"} & set(data)
    )


@pytest.mark.parametrize("game_id", GAMES)
def test_every_wager_of_a_game_has_its_fields(site: str, look: Page, game_id: str) -> None:
    edition = rulebook().game(game_id).edition()
    visit(look, f"{site}/settle?game={game_id}")
    for select in look.locator(".pb-setup .pb-offers select").all():
        values = select.locator("option").evaluate_all("each => each.map(one => one.value)")
        if "" in values and len(values) > 1:
            select.select_option(values[1])
    seat = look.locator("section[aria-label='Seat 1']")
    staked = [each for each in edition.wagers if not each.stakeless]
    for wager in staked:
        expect(seat.locator(f"input[name='{wager.id}']")).to_be_visible()
    for name in edition.recorded:
        expect(seat.locator(f"input[name='{name}']")).to_be_visible()
    meters = {each.meter for each in staked if each.meter}
    expect(look.locator(".pb-setup label", has_text=": meter")).to_have_count(len(meters))


@pytest.mark.parametrize("game_id", GAMES)
def test_the_page_fits_and_axe_finds_no_grave_fault(site: str, windows: Windows, game_id: str) -> None:
    page = windows(LAPTOP)
    case = next(
        each for each in load_cases(rulebook().game(game_id).folder).case if each.expect.error is None and _is_telling(each.round)
    )
    visit(page, address(site, {"game": game_id, **json.loads(json.dumps(case.round, default=str))}))
    page.locator(".pb-hand button").first.click()
    expect(page.locator(".pb-picker")).to_be_visible()
    for width, height in (PHONE, LAPTOP, WALL):
        page.set_viewport_size({"width": width, "height": height})
        fits(page)
    if game_id in ("three-card-poker", "pai-gow-poker"):
        page.get_by_label("Compare with what was paid").check()
        accessible(page)


# Faults ----------------------------------------------------------------------------------------------------------------


def test_every_fault_stands_at_its_place(site: str, look: Page) -> None:
    wrong = json.loads(json.dumps(DISPUTED))
    wrong["seats"][0]["cards"] = "Qc Ks Zs"
    wrong["seats"][1]["wagers"]["progressive"] = "2.00"
    wrong["seats"][1]["wagers"]["play"] = "5.00"
    wrong["choices"]["pair-plus"] = {"paytable": "D", "mini-royal-flush": "39 to 1"}
    wrong["meters"]["progressive"] = {"meter": "much"}
    visit(look, address(site, wrong))
    expect(look.locator(".pb-standing")).to_contain_text("Not settled")
    seat2, seat3 = (look.locator(f"section[aria-label='Seat {number}']") for number in (2, 3))
    expect(seat2.locator(".pb-hand .err")).to_contain_text("'Zs' is no card")
    expect(seat3.locator(".row.bad")).to_have_count(2)
    expect(seat3.locator(".row.bad").first).to_contain_text("they must be equal")
    expect(look.locator(".pb-setup .err")).to_have_count(2)
    expect(look.get_by_text("To mend")).to_be_visible()


def test_a_damaged_address_is_told_and_nothing_breaks(site: str, look: Page) -> None:
    assert visit(look, f"{site}/settle?round=eJxTAAA") == 200
    expect(look.get_by_text("This address holds no round that can be shown")).to_be_visible()
    assert visit(look, f"{site}/settle?round={quote(json.dumps({'game': 'whist'}))}") == 200
    expect(look.get_by_text("there is no game 'whist'")).to_be_visible()


# In and out ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def opened(site: str, look: Page) -> Page:
    visit(look, address(site, DISPUTED))
    return look


def test_the_slip_is_of_this_round(opened: Page) -> None:
    with opened.expect_download() as got:
        opened.get_by_role("button", name="Dispute slip (PDF)").click()
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(Path(got.value.path()).read_bytes())).pages)
    assert fingerprint(DISPUTED) in text
    assert "hand over $5.00" in text
    opened.get_by_label("Slip of").select_option("4")
    with opened.expect_download() as got:
        opened.get_by_role("button", name="Dispute slip (PDF)").click()
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(Path(got.value.path()).read_bytes())).pages)
    assert "Seat 4" in text
    assert "Settlement slip, seat 4" in text


def test_a_round_is_saved_and_opened_again(opened: Page) -> None:
    with opened.expect_download() as got:
        opened.get_by_role("button", name="Save TOML").click()
    text = Path(got.value.path()).read_text("utf-8")
    assert tomllib.loads(text) == DISPUTED
    opened.get_by_role("button", name="Clear").first.click()
    expect(opened.locator("tr[data-line]")).to_have_count(0)
    opened.get_by_role("button", name="Open", exact=True).click()
    opened.get_by_label("Or paste it").fill("game = 'three-card-poker'\nseats = 3")
    opened.get_by_role("button", name="Open what was pasted").click()
    expect(opened.locator("dialog .pb-notice.bad")).to_contain_text("seats")
    opened.get_by_label("Or paste it").fill(text)
    opened.get_by_role("button", name="Open what was pasted").click()
    settled_as_due(opened, DISPUTED)


def test_paper_has_the_lines_and_not_the_buttons(opened: Page) -> None:
    opened.emulate_media(media="print")
    expect(opened.locator("tr[data-line]").first).to_be_visible()
    expect(opened.get_by_role("button", name="Save TOML")).to_be_hidden()
    expect(opened.locator(".pb-picker")).to_be_hidden()
