"""A server for the run and windows of a browser, which are held to what no page may do.

A test file says ``pytest_plugins = ["browser_fixtures"]``. ``site`` is the address of a server without a ledger. ``look`` is a
window of a laptop; ``windows`` opens more, also at other widths and in the dark theme. At the end of each test every window is held
to: no request left this machine, no script failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import pytest
from browsing import FLAGS, LAPTOP, PATIENCE, Windows, chromium, serving
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

expect.set_options(timeout=PATIENCE)

_EXPECTED: Final = "Failed to load resource"
"""What the console says of an answer that is no success: a test of such a page looks at the answer itself."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server without a ledger, one for the whole run."""
    chromium()
    with serving(folder=tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. It ends with each file, as no other event loop can run in this process beside Playwright's."""
    path = chromium()
    with sync_playwright() as player:
        found = player.chromium.launch(executable_path=path, args=list(FLAGS), timeout=3 * PATIENCE)
        yield found
        found.close()


class Watch:
    """What windows did that no page may do. It listens and does not stand between, so that the browser's cache works."""

    def __init__(self) -> None:
        self.foreign: list[str] = []
        self.faults: list[str] = []

    def over(self, page: Page) -> Page:
        """Watch a window."""
        page.on("request", lambda request: self._ask(request.url))
        page.on("websocket", lambda socket: self._ask(socket.url))
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def _ask(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname not in {"127.0.0.1", "localhost"}:
            self.foreign.append(url)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and _EXPECTED not in message.text:
            self.faults.append(message.text)

    def holds(self) -> None:
        """Nothing of it was done."""
        assert self.foreign == [], "a request left this machine"
        assert self.faults == [], "a script failed"


def _context(browser: Browser, size: tuple[int, int], theme: Literal["light", "dark"], **more: Any) -> BrowserContext:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce", **more
    )
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture
def windows(browser: Browser) -> Iterator[Windows]:
    """Opens windows: ``windows(size=PHONE, theme="dark", **of_the_context)``, each a browser of its own with its own cookies."""
    contexts: list[BrowserContext] = []
    watch = Watch()

    def open_window(size: tuple[int, int] = LAPTOP, theme: Literal["light", "dark"] = "light", **more: Any) -> Page:
        context = _context(browser, size, theme, **more)
        contexts.append(context)
        return watch.over(context.new_page())

    yield open_window
    for each in contexts:
        each.close()
    watch.holds()


@pytest.fixture(scope="module")
def one_browser(browser: Browser) -> Iterator[BrowserContext]:
    """The browser that the windows of a file share, so that what never changes is loaded once."""
    context = _context(browser, LAPTOP, "light")
    yield context
    context.close()


@pytest.fixture
def look(one_browser: BrowserContext) -> Iterator[Page]:
    """A window of a laptop in the light theme, in a browser that remembers nothing of the tests before."""
    watch = Watch()
    page = watch.over(one_browser.new_page())
    yield page
    with suppress(PlaywrightError):
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.close()
    one_browser.clear_cookies()
    watch.holds()
