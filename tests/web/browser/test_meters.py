"""Meters in a browser: a jackpot from wager to payment by two people, refusals, corrections, faults, reports, the journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from browsing import LAPTOP, PHONE, WALL, Windows, accessible, arrive, fits, listens, serving, visit
from house import PEOPLE, PROGRESSIVE, SECRET, jackpot_round, make_house, plain_round, record
from playwright.sync_api import Page, expect

from pitbook.ledger.awards import list_awards
from pitbook.ledger.desk import Ledger
from pitbook.ledger.meters import display, show_meter
from pitbook.ledger.people import Actor, Role
from pitbook.ledger.verify import heads
from pitbook.payouts import dollars
from pitbook.web.rounds.link import packed

pytest_plugins = ["browser_fixtures"]


@dataclass
class House:
    """A server on a ledger, and the same ledger opened beside it."""

    site: str
    ledger: Ledger
    folder: Path
    rounds: int = 100

    def key(self) -> str:
        """A round's number that was not used yet."""
        self.rounds += 1
        return f"R{self.rounds}"

    def shown(self, meter: str = PROGRESSIVE) -> str:
        """What the meter's sign shows by the ledger."""
        return dollars(display(show_meter(self.ledger, meter)).amount)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    ledger = make_house(folder / "house.db")
    with serving("--database", f"sqlite:///{folder / 'house.db'}", folder=folder) as site:
        yield House(site, ledger, folder)
    ledger.close()


def sign_in(page: Page, house: House, person: str) -> Page:
    """Sign somebody in by the form."""
    visit(page, f"{house.site}/login")
    page.get_by_label("Person").fill(person)
    page.get_by_label("Secret").fill(SECRET)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".pb-who")).to_contain_text(person)
    return page


def list_unpaid(house: House) -> list[str]:
    return [each.award_id for each in list_awards(house.ledger) if each.status in ("pending", "approved")]


# A jackpot ---------------------------------------------------------------------------------------------------------------


def test_a_jackpot_from_the_wager_to_its_payment_by_two_people(house: House, windows: Windows) -> None:
    record(house.ledger, plain_round(house.key()))  # the meter is above its start, whatever was won before
    dealer, boss = sign_in(windows(), house, "dora"), sign_in(windows(), house, "sam")
    visit(boss, f"{house.site}/meters/{PROGRESSIVE}")
    before, others = house.shown(), list_unpaid(house)
    expect(boss.locator(f"[data-meter='{PROGRESSIVE}']")).to_have_text(before)

    key = house.key()
    visit(dealer, f"{house.site}/settle?round={packed(jackpot_round(key))}")
    dealer.get_by_role("button", name="Record this round").click()
    expect(dealer.get_by_text(f"Round {key} is recorded")).to_be_visible()
    award = f"{key}/1"
    assert list_unpaid(house) == [*others, award]
    won = next(each for each in list_awards(house.ledger) if each.award_id == award)

    # The supervisor's page moves by itself: the meter has started again, the award waits.
    expect(boss.locator(f"[data-meter='{PROGRESSIVE}']")).to_have_text(house.shown())
    assert house.shown() != before
    card = boss.get_by_role("article", name=f"Award {award}")
    expect(card).to_contain_text(dollars(won.amount))
    expect(card).to_contain_text("Recorded by dora. 1 more person signs")

    # What does not agree with the record is refused, and nothing is signed.
    card.get_by_label("Hand, as shown at the table").fill("As Ks Qd")
    card.get_by_label("Accepted wager").fill("1.00")
    card.get_by_label("Amount of the award").fill("5")
    card.get_by_role("button", name="Approve").click()
    refused = boss.locator("#awards .pb-notice.bad")
    for words in ("Qd was not dealt to seat 2", "the award is", "the deck was not checked"):
        expect(refused).to_contain_text(words)

    card.get_by_label("Hand, as shown at the table").fill("As Ks Qs")
    card.get_by_label("Amount of the award").fill(str(won.amount / 1_000_000))
    card.get_by_label("The deck was checked").check()
    with boss.expect_download() as slip:
        card.get_by_role("button", name="Slip of award").click()
    assert Path(slip.value.path()).read_bytes().startswith(b"%PDF")
    card.get_by_role("button", name="Approve").click()
    expect(boss.locator("#awards")).to_contain_text("Approved: it may be paid")

    # The dealer may not pay; accounting does.
    visit(dealer, f"{house.site}/meters/{PROGRESSIVE}")
    expect(dealer.locator("#awards")).to_contain_text("Your role may not pay awards; allowed: supervisor or accounting")
    cashier = sign_in(windows(), house, "ann")
    visit(cashier, f"{house.site}/meters/{PROGRESSIVE}")
    cashier.get_by_role("button", name=f"Pay award {award}").click()
    expect(cashier.locator("#awards")).to_contain_text("Paid")
    expect(card).to_have_count(0)
    assert list_unpaid(house) == others
    if not others:
        expect(boss.locator("#awards")).to_contain_text("None.")
    paid = next(each for each in list_awards(house.ledger) if each.award_id == award)
    assert (paid.status, paid.recorded_by, paid.approvals.count("sam"), paid.paid_by) == ("paid", "dora", 1, "ann")


def test_whoever_recorded_the_result_does_not_approve_it(house: House, windows: Windows) -> None:
    key = house.key()
    record(house.ledger, jackpot_round(key), Actor("sam", Role.SUPERVISOR))
    page = sign_in(windows(), house, "sam")
    visit(page, f"{house.site}/meters/{PROGRESSIVE}")
    card = page.get_by_role("article", name=f"Award {key}/1")
    expect(card).to_contain_text("You recorded the result; another person checks and approves the award.")
    expect(card.get_by_role("button", name="Approve")).to_have_count(0)


def test_a_session_that_has_ended_signs_nothing(house: House, windows: Windows) -> None:
    key = house.key()
    record(house.ledger, jackpot_round(key))
    page = sign_in(windows(), house, "sam")
    visit(page, f"{house.site}/meters/{PROGRESSIVE}")
    won = next(each for each in list_awards(house.ledger) if each.award_id == f"{key}/1")
    card = page.get_by_role("article", name=f"Award {key}/1")
    card.get_by_label("Hand, as shown at the table").fill("As Ks Qs")
    card.get_by_label("Accepted wager").fill("1")
    card.get_by_label("Amount of the award").fill(str(won.amount / 1_000_000))
    card.get_by_label("The deck was checked").check()
    assert page.request.delete(f"{house.site}/api/v1/session", headers={"Origin": house.site}).ok
    card.get_by_role("button", name="Approve").click()
    expect(page.locator("#awards")).to_contain_text("Nobody is signed in any more")
    assert next(each for each in list_awards(house.ledger) if each.award_id == f"{key}/1").status == "pending"


@pytest.mark.parametrize(("person", "may_not"), [
    ("dora", ("approve awards", "propose a correction")),
    ("otto", ("approve awards", "propose a correction")),
    ("ada", ("approve awards",)),
])  # fmt: skip
def test_each_wrong_role_is_told_what_it_may_not(house: House, windows: Windows, person: str, may_not: tuple[str, ...]) -> None:
    if not list_unpaid(house):
        record(house.ledger, jackpot_round(house.key()))
    page = sign_in(windows(), house, person)
    visit(page, f"{house.site}/meters/{PROGRESSIVE}")
    for words in may_not:
        expect(page.get_by_text(f"Your role may not {words}").first).to_be_visible()  # said at each award
    expect(page.get_by_role("button", name="Approve", exact=True)).to_have_count(0)
    status = visit_any(page, f"{house.site}/ledger")
    assert status == (403 if PEOPLE[person] is Role.DEALER else 200)
    if person != "dora":
        visit(page, f"{house.site}/settle")
        expect(page.get_by_text("Your role may not record rounds; allowed: dealer or supervisor")).to_be_visible()


def visit_any(page: Page, address: str) -> int:
    answer = page.goto(address)
    assert answer is not None
    return answer.status


def test_nobody_sees_a_meter_without_signing_in(house: House, look: Page) -> None:
    for path in ("/meters", f"/meters/{PROGRESSIVE}", "/sign/main", "/ledger"):
        visit_any(look, house.site + path)
        assert "/login?next=" in look.url
    listens(look)
    look.get_by_label("Person").fill("otto")
    look.get_by_label("Secret").fill("wrong secret")
    look.get_by_role("button", name="Sign in").click()
    expect(look.get_by_text("Not signed in")).to_be_visible()
    listens(look)
    look.get_by_label("Person").fill("otto")
    look.get_by_label("Secret").fill(SECRET)
    look.get_by_role("button", name="Sign in").click()
    arrive(look, "**/ledger")
    visit(look, f"{house.site}/login")
    look.get_by_role("button", name="Sign out").click()
    arrive(look, f"{house.site}/")
    visit_any(look, f"{house.site}/meters")
    assert "/login?next=" in look.url


# Moving ------------------------------------------------------------------------------------------------------------------


def test_two_browsers_see_one_meter_move(house: House, windows: Windows) -> None:
    pages = [sign_in(windows(), house, person) for person in ("ann", "otto")]
    for page, path in zip(pages, ("/meters", f"/meters/{PROGRESSIVE}"), strict=True):
        visit(page, house.site + path)
        expect(page.locator(f"[data-meter='{PROGRESSIVE}']")).to_have_text(house.shown())
    before = house.shown()
    record(house.ledger, plain_round(house.key()))
    assert house.shown() != before
    for page in pages:
        expect(page.locator(f"[data-meter='{PROGRESSIVE}']")).to_have_text(house.shown())


def test_a_correction_is_proposed_by_one_and_approved_by_another(house: House, windows: Windows) -> None:
    one, two = sign_in(windows(), house, "sue"), sign_in(windows(), house, "ann")
    for page in (one, two):
        visit(page, f"{house.site}/meters/{PROGRESSIVE}")
    before = show_meter(house.ledger, PROGRESSIVE).meter.state.value
    one.get_by_text("Propose a correction").click()
    one.get_by_label("Amount of the correction").fill("12.50")
    one.get_by_role("textbox", name="Document", exact=True).fill("Report 17")
    one.get_by_role("button", name="Propose", exact=True).click()
    expect(one.get_by_text("an adjustment needs a cause")).to_be_visible()
    one.get_by_label("Cause").select_option("accounting-correction")
    one.get_by_role("button", name="Propose", exact=True).click()
    expect(one.get_by_text("Nothing moves until another person approves it")).to_be_visible()
    assert show_meter(house.ledger, PROGRESSIVE).meter.state.value == before
    act = two.get_by_role("article", name="Act main:")
    expect(act).to_contain_text("Correct the meter of progressive-1 up by $12.50, accounting-correction (Report 17)")
    expect(act).to_contain_text("Proposed by sue")
    one.get_by_role("button", name="Approve act").click()
    expect(one.get_by_text("proposed this; another person approves it")).to_be_visible()
    two.get_by_role("button", name="Approve act").click()
    expect(two.get_by_text("Approved and carried out")).to_be_visible()
    assert show_meter(house.ledger, PROGRESSIVE).meter.state.value == before + 12_500_000
    expect(one.locator(f"[data-meter='{PROGRESSIVE}']")).to_have_text(house.shown())


def test_a_fault_stops_the_wagers_and_is_cleared(house: House, windows: Windows) -> None:
    page = sign_in(windows(), house, "sam")
    visit(page, f"{house.site}/meters/{PROGRESSIVE}")
    page.get_by_text("Declare something out of order").click()
    page.get_by_label("What happened").fill("display torn")
    page.get_by_role("button", name="Set the fault").click()
    expect(page.locator(".pb-notice.bad", has_text="display torn")).to_be_visible()
    key = house.key()
    visit(page, f"{house.site}/settle?round={packed(plain_round(key))}")
    page.get_by_role("button", name="Record this round").click()
    expect(page.get_by_text("Refused")).to_be_visible()
    visit(page, f"{house.site}/meters/{PROGRESSIVE}")
    page.get_by_role("button", name="Clear fault").click()
    expect(page.get_by_text("is cleared")).to_be_visible()


# Reports and the journal -------------------------------------------------------------------------------------------------


def test_a_report_is_shown_and_saved(house: House, windows: Windows) -> None:
    page = sign_in(windows(), house, "ann")
    visit(page, f"{house.site}/meters/{PROGRESSIVE}")
    page.get_by_label("Report", exact=True).select_option("contributions")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("table", name="Contributions by table, link main")).to_be_visible()
    for kind, start in (("CSV", b"table,kind,link"), ("PDF", b"%PDF"), ("XLSX", b"PK")):
        with page.expect_download() as got:
            page.get_by_role("button", name=f"Save the report as {kind}").click()
        assert start in Path(got.value.path()).read_bytes()[:80]


def test_the_journal_is_browsed_verified_and_exported(house: House, windows: Windows) -> None:
    page = sign_in(windows(), house, "otto")
    visit(page, f"{house.site}/ledger?link=main&kind=round-recorded&table=TCP-4")
    rows = page.locator(".pb-journal tbody tr")
    expect(rows.first).to_contain_text("round recorded")
    expect(rows).not_to_have_count(1)
    page.get_by_label("Round").fill("R3")
    page.get_by_role("button", name="Show", exact=True).first.click()
    page.wait_for_url("**round=R3**")
    expect(rows).to_have_count(1)
    for head in heads(house.ledger):
        if head.link == "main":
            expect(page.locator(".pb-heads")).to_contain_text(str(head))
    page.get_by_text("Compare with heads kept elsewhere").click()
    page.get_by_role("textbox", name="Heads").fill("\n".join(str(each) for each in heads(house.ledger)))
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("The ledger fits").first).to_be_visible()
    page.get_by_role("textbox", name="Heads").fill("main:3:" + "0" * 64)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("The ledger does not fit").first).to_be_visible()
    with page.expect_download() as got:
        page.get_by_role("link", name="Export the journal").click()
    assert len(Path(got.value.path()).read_text("utf-8").splitlines()) >= sum(each.seq for each in heads(house.ledger)) - 5


def test_pages_of_the_house_fit_and_axe_finds_no_grave_fault(house: House, windows: Windows) -> None:
    if not list_unpaid(house):
        record(house.ledger, jackpot_round(house.key()))
    page = sign_in(windows(LAPTOP), house, "ann")
    for path in ("/meters", f"/meters/{PROGRESSIVE}", "/ledger", "/login", "/meters/nothing"):
        visit(page, house.site + path)
        for width, height in (PHONE, WALL, LAPTOP):
            page.set_viewport_size({"width": width, "height": height})
            fits(page)
        accessible(page)
