"""Pages in a real browser: a server, the browser of the system, what a page must pass.

``browser_fixtures`` has the fixtures. :func:`serving` starts a server of one's own (with a database, say); :func:`visit` opens a
page; :func:`accessible` and :func:`fits` are what every page must pass.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LAPTOP: Final = (1280, 800)
PHONE: Final = (390, 844)
WALL: Final = (1920, 1080)
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
_GRAVE: Final = {"serious", "critical"}

Windows = Callable[..., Page]


def chromium() -> str:
    """The browser, without windows where there is that form of it, which does half the work; without any, tests are skipped
    (never in CI)."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser"):
        if found := shutil.which(name):
            return found
    pytest.skip("needs Chromium")


# The server -----------------------------------------------------------------------------------------------------------


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def serving(*options: str, folder: Path) -> Iterator[str]:
    """A server of its own with further options of ``pitbook serve``; gives its address, without a slash at its end."""
    port = free_port()
    log = folder / f"server-{port}.log"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("NICEGUI_", "PYTEST_"))}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "pitbook", "serve", "--port", str(port), *options], stdout=out, stderr=out, env=environment
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address, process, log)
            yield address
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise AssertionError(f"the server ended with {process.returncode}:\n{log.read_text()}")
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(f"the server does not answer:\n{log.read_text()}")


def visit(page: Page, address: str) -> int:
    """Open an address, wait until the page listens, and return the status of the answer."""
    answer = page.goto(address)
    page.wait_for_selector("h1, [data-ready]")
    page.wait_for_function("window.did_handshake === true")
    assert answer is not None
    return answer.status


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
