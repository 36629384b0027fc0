"""A server for the run and windows of a browser, which are held to what no page may do.

A test file says ``pytest_plugins = ["browser_fixtures"]``. ``site`` is the address of a server without a ledger. ``look`` is a
window of a laptop; ``windows`` opens more, also at other widths and in the dark theme. At the end of each test every window is held
to: no request left this machine, no script failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import pytest
from browsing import FLAGS, LAPTOP, Windows, chromium, serving
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, sync_playwright

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
        found = player.chromium.launch(executable_path=path, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def windows(browser: Browser) -> Iterator[Windows]:
    """Opens windows: ``windows(size=PHONE, theme="dark", script=True, **of_the_context)``, each with cookies of its own."""
    contexts: list[BrowserContext] = []
    foreign: list[str] = []
    faults: list[str] = []

    def leave(route: Route) -> None:
        foreign.append(route.request.url)
        route.abort()

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and _EXPECTED not in message.text:
            faults.append(message.text)

    def open_window(size: tuple[int, int] = LAPTOP, theme: Literal["light", "dark"] = "light", **more: Any) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce", **more
        )
        context.set_default_timeout(15_000)
        context.route(lambda url: urlsplit(url).hostname not in {"127.0.0.1", "localhost"}, leave)
        contexts.append(context)
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield open_window
    for each in contexts:
        each.close()
    assert foreign == [], "a request left this machine"
    assert faults == [], "a script failed"


@pytest.fixture
def look(windows: Windows) -> Page:
    """A browser window of a laptop in the light theme."""
    return windows()
