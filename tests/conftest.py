"""Settings of all tests: generated examples are the same in every run, no test is timed, and CI has every tool."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["command_runs"]

settings.register_profile("pitbook", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pitbook")
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as for what runs in the background: interrupts are tested
    signal.signal(signal.SIGINT, signal.default_int_handler)
for name in ("COLUMNS", "FORCE_COLOR", "TTY_COMPATIBLE", "PITBOOK_DATABASE", "PITBOOK_GAMES"):
    os.environ.pop(name, None)  # what tests run is as wide as its tables, without colors, and no ledger or game of the user's own

_MISSING_TOOL = "needs "
_LONG = (
    "tests/web/browser/test_meters.py",
    "tests/games/test_pai_gow_exact.py",
    "tests/test_simulation.py",
    "tests/compiled/test_compiled.py",
    "tests/test_docs.py",
    "tests/web/browser/",
    "tests/ledger/",
    "tests/web/test_server.py",
    "tests/test_examples.py",
    "tests/test_outside_game.py",
    "tests/web/test_ledger_routes.py",
    "tests/web/test_error_pages.py",
    "tests/web/",
    "tests/games/",
)
"""What takes long, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files begin, so that no process is left with one at the end."""
    items.sort(key=lambda item: next((place for place, start in enumerate(_LONG) if item.nodeid.startswith(start)), len(_LONG)))


def pytest_collection_finish() -> None:
    """All that is loaded by now stays: the garbage collector need not look through it again."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test skipped with a reason such as "needs chromium" has failed where CI must have all tools."""
    report: pytest.TestReport = yield
    reason: Any = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    if report.skipped and os.environ.get("CI") == "true" and reason.removeprefix("Skipped: ").startswith(_MISSING_TOOL):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped in CI: {reason}"
    return report
