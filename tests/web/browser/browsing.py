"""Pages in a real browser: a server, the browser of the system, what a page must pass.

``browser_fixtures`` has the fixtures. :func:`serving` starts a server of one's own (with a database, say); :func:`visit` opens a
page, :func:`arrive` waits for one that a link or a form leads to; :func:`comes_to` waits for what a page is to become;
:func:`accessible` and :func:`fits` are what every page must pass.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from own_port import own_port

LAPTOP: Final = (1280, 800)
PHONE: Final = (390, 844)
WALL: Final = (1920, 1080)
PATIENCE: Final = 120_000
"""So many milliseconds a page may take to come to something: a machine that runs other tests beside these answers late."""
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
_GRAVE: Final = {"serious", "critical"}

Windows = Callable[..., Page]
T = TypeVar("T")


def chromium() -> str:
    """The browser, without windows where there is that form of it, which does half the work; without any, tests are skipped
    (never in CI)."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser"):
        if found := shutil.which(name):
            return found
    pytest.skip("needs Chromium")


# The server -----------------------------------------------------------------------------------------------------------


@contextmanager
def serving(*options: str, folder: Path) -> Iterator[str]:
    """A server of its own with further options of ``pitbook serve``; gives its address, without a slash at its end."""
    with own_port() as port:
        process = start_server(port, *options, log=folder / f"server-{port}.log")
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            end_server(process)


def start_server(port: int, *options: str, log: Path) -> subprocess.Popen[bytes]:
    """A server that answers at a port; what it says is added to a file."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("NICEGUI_", "PYTEST_"))}
    command = [sys.executable, "-m", "pitbook", "serve", "--port", str(port), *options]
    with log.open("ab") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
    try:
        _wait(f"http://127.0.0.1:{port}", process, log)
    except BaseException:
        process.kill()
        process.wait()
        raise
    return process


def end_server(process: subprocess.Popen[bytes]) -> None:
    """End a server, gently if it lets itself be ended so."""
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 180
    while time.monotonic() < until:
        if process.poll() is not None:
            raise AssertionError(f"the server ended with {process.returncode}:\n{log.read_text()}")
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=10).close()
            return
        except (urllib.error.URLError, OSError, HTTPException):
            time.sleep(0.1)
    raise AssertionError(f"the server does not answer:\n{log.read_text()}")


def visit(page: Page, address: str) -> int:
    """Open an address, wait until the page listens, and return the status of the answer."""
    answer = page.goto(address)
    listens(page)
    assert answer is not None
    return answer.status


def arrive(page: Page, address: str) -> None:
    """Wait until a link or a form has led to a page (its address may be a pattern) that listens."""
    page.wait_for_url(address)
    listens(page)


def listens(page: Page) -> None:
    """Wait until a page is there and its server hears what is done on it."""
    page.wait_for_selector("h1, [data-ready]")
    page.wait_for_function("window.did_handshake === true")


def comes_to(page: Page, wanted: T, look: Callable[[], T]) -> None:
    """Look at a page until what is seen is what it must come to."""
    until = time.monotonic() + PATIENCE / 1000
    while (seen := look()) != wanted and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert seen == wanted


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give a window another size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def accessible(page: Page) -> None:
    """No serious or critical fault that axe finds, in the light and in the dark theme, which differ in their colours alone."""
    kept = page.evaluate("document.documentElement.dataset.theme || ''")
    found = []
    every: dict[str, Any] = {"resultTypes": ["violations"]}
    for theme, options in (("light", every), ("dark", {**every, "runOnly": ["color-contrast"]})):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        for each in Axe().run(page, options=options).response["violations"]:
            if each["impact"] in _GRAVE:
                found.append((theme, each["id"], [node["html"][:200] for node in each["nodes"]][:4]))
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", kept)
    assert not found, found


def fits(page: Page) -> None:
    """Nothing is wider than the window: what is wide scrolls by itself."""
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0, f"the page is {over} pixels wider than its window"
