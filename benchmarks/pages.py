"""Pages on loopback, warm: until the document is there, until the page listens, until a changed payout has moved the edge.

Chromium of the system opens them; its cache is warm, as in everybody's second visit. ``python benchmarks/pages.py`` runs it alone.
"""

from __future__ import annotations

import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, sync_playwright

from measure import Result

PAGES: Final = (
    ("start", "/"),
    ("rules of a wager", "/rules/three-card-prime/five-card-progressive"),
    ("PAR sheet", "/par/three-card-poker/pair-plus"),
    ("PAR sheet with a meter", "/par/three-card-poker/five-card-progressive"),
    ("18 paytables compared", "/compare/three-card-prime/five-card-progressive"),
    ("form of a filing", "/submission?game=three-card-poker"),
)
TIMES: Final = 9
EDGE: Final = ".pb-facts .big dd"
FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")


def run() -> Result:
    """Measure, on a server of its own."""
    port = _free_port()
    server = subprocess.Popen([sys.executable, "-m", "pitbook", "serve", "--port", str(port)], stderr=subprocess.DEVNULL)
    try:
        site = f"http://127.0.0.1:{port}"
        _wait_for(site)
        with sync_playwright() as player:
            browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
            page = browser.new_page()
            rows = [_row(page, name, site + path) for name, path in PAGES]
            payout = _payout(page, f"{site}/par/three-card-poker/pair-plus")
            slider = _slider(page, f"{site}/par/three-card-poker/five-card-progressive")
            browser.close()
    finally:
        server.terminate()
        server.wait(30)
    notes = (
        "Document: until its last byte is there, asked for without a browser. Listening: until the page answers to its user. "
        f"The middle of {TIMES} visits; the goal is 50 ms and 0.4 s.",
        f"A payout that is typed moves the edge {_ms(payout)} later, of which 40 ms wait for the next key; a step of the meter's "
        f"slider moves the return {_ms(slider)} later.",
    )
    summary = (f"A payout changed on the page of a PAR sheet moves the edge {_ms(payout)} later.",)
    return Result(("page", "document", "listening"), rows, notes, summary)


def _row(page: Page, name: str, address: str) -> tuple[str, str, str]:
    _opened(page, address)
    _document(address)
    document = statistics.median(_document(address) for _ in range(TIMES))
    listening = statistics.median(_opened(page, address) for _ in range(TIMES))
    return name, _ms(document), _ms(listening)


def _document(address: str) -> float:
    start = time.perf_counter()
    with urllib.request.urlopen(address) as answer:
        answer.read()
    return time.perf_counter() - start


def _opened(page: Page, address: str) -> float:
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function("window.did_handshake === true && document.querySelector('h1') !== null")
    return time.perf_counter() - start


def _payout(page: Page, address: str) -> float:
    _opened(page, address)
    field = page.get_by_label("Pays, Straight", exact=True)
    texts = iter(f"{n} to 1" for n in range(7, 100))
    return statistics.median(_moved(page, 0, lambda: field.fill(next(texts))) for _ in range(TIMES))


def _slider(page: Page, address: str) -> float:
    _opened(page, address)
    page.get_by_label("Meter", exact=True).focus()
    return statistics.median(_moved(page, 2, lambda: page.keyboard.press("ArrowRight")) for _ in range(TIMES))


def _moved(page: Page, figure: int, act: Callable[[], None]) -> float:
    before = page.locator(EDGE).nth(figure).inner_text()
    start = time.perf_counter()
    act()
    page.wait_for_function(
        "([where, n, before]) => document.querySelectorAll(where)[n].textContent !== before", arg=[EDGE, figure, before]
    )
    return time.perf_counter() - start


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _wait_for(site: str) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{site}/healthz", timeout=2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


if __name__ == "__main__":
    print(run().markdown())
