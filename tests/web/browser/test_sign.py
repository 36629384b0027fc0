"""The sign: large figures that count up, and a fault that nobody can miss when the meter or the feed stops; it mends itself."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from browsing import PHONE, WALL, Windows, accessible, end_server, fits, start_server, visit
from house import FIVE_CARD, PROGRESSIVE, SECRET, TABLE, make_house, plain_round, record
from playwright.sync_api import Page, expect

from own_port import own_port
from pitbook.ledger.desk import Ledger
from pitbook.ledger.faults import FaultCode, FaultScope, clear_fault, set_fault
from pitbook.ledger.meters import display, show_meter
from pitbook.ledger.people import Actor, Role
from pitbook.payouts import dollars

pytest_plugins = ["browser_fixtures"]


@dataclass
class Server:
    """A server that can be stopped and started again at the same address."""

    folder: Path
    ledger: Ledger
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        database = f"sqlite:///{self.folder / 'house.db'}"
        self.process = start_server(self.port, "--database", database, log=self.folder / "server.log")

    def stop(self) -> None:
        if self.process is not None:
            end_server(self.process)
            self.process = None


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("sign")
    ledger = make_house(folder / "house.db")
    with own_port() as port:
        made = Server(folder, ledger, port)
        made.start()
        yield made
        made.stop()
    ledger.close()


def at_sign(page: Page, server: Server, path: str) -> Page:
    visit(page, f"{server.site}/login?next={path.replace('&', '%26').replace('?', '%3F')}")
    page.get_by_label("Person").fill("otto")
    page.get_by_label("Secret").fill(SECRET)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_selector("[data-ready]")
    expect(page.locator(".meter").first).to_be_visible()
    return page


def amount(server: Server, meter: str) -> str:
    return dollars(display(show_meter(server.ledger, meter)).amount)


def test_a_sign_of_a_table_shows_its_meters_and_counts_up(server: Server, windows: Windows) -> None:
    page = at_sign(windows(WALL), server, f"/sign/{TABLE}?theme=light&title=Three Card Jackpots")
    expect(page.get_by_role("heading", level=1)).to_have_text("Three Card Jackpots")
    expect(page.locator("html")).to_have_attribute("data-look", "light")
    for meter, place in ((FIVE_CARD, 0), (PROGRESSIVE, 1)):
        expect(page.locator(".amount").nth(place)).to_have_text(amount(server, meter))
    assert page.locator(".amount").first.evaluate("each => getComputedStyle(each).fontVariantNumeric").count("tabular-nums")
    record(server.ledger, plain_round("S1"))
    expect(page.locator(".amount").nth(1)).to_have_text(amount(server, PROGRESSIVE))
    expect(page.locator("footer")).to_contain_text("winners")


def test_between_two_amounts_the_sign_counts_and_never_falls(server: Server, windows: Windows) -> None:
    page = windows(WALL)
    page.emulate_media(reduced_motion="no-preference")
    at_sign(page, server, f"/sign/{PROGRESSIVE}")
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => seen.push(document.querySelector('.amount').textContent))
        .observe(document.querySelector('.amount'), { childList: true, characterData: true, subtree: true }); }"""
    )
    seen: list[float] = []
    for n in range(30):  # a browser that is short of time shows few of the amounts in between
        record(server.ledger, plain_round(f"C{n}"))
        expect(page.locator(".amount")).to_have_text(amount(server, PROGRESSIVE))
        seen = [float(each.strip("$").replace(",", "")) for each in page.evaluate("seen")]
        assert seen == sorted(seen)
        if n > 1 and len(set(seen)) > n + 2:
            break
    assert len(set(seen)) > n + 2, "it counts in steps"


def test_a_meter_out_of_order_is_unmistakable(server: Server, windows: Windows) -> None:
    page = at_sign(windows(WALL), server, "/sign/main")
    receipt = set_fault(server.ledger, "main", FaultScope.METER, PROGRESSIVE, FaultCode.OTHER)
    down = page.locator(".meter.down")
    expect(down).to_have_count(1)
    expect(down.locator(".fault")).to_be_visible()
    expect(down).to_contain_text("OUT OF ORDER")
    clear_fault(server.ledger, receipt.content["fault"], actor=Actor("sam", Role.SUPERVISOR))
    expect(page.locator(".meter.down")).to_have_count(0)


def test_a_lost_connection_and_a_stopped_server_are_faults_that_mend_themselves(server: Server, windows: Windows) -> None:
    page = at_sign(windows(WALL), server, "/sign/main")
    lost = page.locator("#lost")
    expect(lost).to_be_hidden()
    server.stop()
    expect(lost).to_be_visible()
    expect(lost).to_contain_text("OUT OF ORDER")
    expect(page.locator(".amount").first).to_be_hidden()
    record(server.ledger, plain_round("S2"))
    server.start()
    expect(lost).to_be_hidden()
    expect(page.locator(".amount").nth(1)).to_have_text(amount(server, PROGRESSIVE))


def test_a_session_that_ends_is_a_fault(server: Server, windows: Windows) -> None:
    page = at_sign(windows(WALL), server, "/sign/main")
    assert page.request.delete(f"{server.site}/api/v1/session", headers={"Origin": server.site}).ok
    expect(page.locator("#lost")).to_be_visible()


def test_a_display_with_a_token_of_its_own(server: Server, windows: Windows) -> None:
    """Opened once with its token it shows the sign, also when it is loaded anew; the token is in no address and in no log."""
    page = windows(WALL)
    ada = page.context.request
    headers = {"Origin": server.site, "Idempotency-Key": "display"}
    assert ada.post(f"{server.site}/api/v1/session", headers=headers, data={"person": "ada", "secret": SECRET}).ok
    asked = {"person": "otto", "name": "a display", "scopes": ["signs"], "days": 300}
    issued = ada.post(f"{server.site}/api/v1/tokens", headers=headers, data=asked).json()
    admin = page.context.cookies()
    page.context.clear_cookies()
    page.goto(f"{server.site}/sign/main?title=Jackpots&token={issued['bearer']}")
    for _ in range(2):
        page.wait_for_url(f"{server.site}/sign/main?title=Jackpots")
        expect(page.locator(".amount").nth(1)).to_have_text(amount(server, PROGRESSIVE))
        page.reload()
    [cookie] = page.context.cookies()
    assert (cookie["path"], cookie["httpOnly"]) == ("/sign/main", True)
    page.goto(f"{server.site}/meters")
    assert "/login" in page.url
    page.goto(f"{server.site}/sign/main")
    expect(page.locator("#lost")).to_be_hidden()
    page.context.add_cookies(admin)  # type: ignore[arg-type]
    assert ada.delete(f"{server.site}/api/v1/tokens/{issued['token']}", headers={**headers, "Idempotency-Key": "end"}).ok
    page.context.clear_cookies(name="pitbook")
    expect(page.locator("#lost")).to_be_visible()
    assert issued["bearer"] not in (server.folder / "server.log").read_text("utf-8")


def test_a_sign_fits_every_screen_and_axe_finds_no_grave_fault(server: Server, windows: Windows) -> None:
    for size in (PHONE, WALL):
        page = at_sign(windows(size), server, "/sign/main")
        fits(page)
        for box in page.locator(".amount").all():
            place = box.bounding_box()
            assert place is not None
            assert place["x"] >= 0
            assert place["x"] + place["width"] <= size[0]
        accessible(page)
    answer = page.goto(f"{server.site}/sign/nothing")
    assert answer is not None
    assert answer.status == 404
