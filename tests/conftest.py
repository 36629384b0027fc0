"""Settings of all tests: generated examples are the same in every run, no test is timed, and CI leaves out no test unseen."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("pitbook", deadline=None, derandomize=True, database=None)
settings.load_profile("pitbook")

# A test over files kept beside the project has no parameters where they are not there.
_NOTHING_TO_RUN = "got empty parameter set"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI a test that is skipped, for a missing tool say, has failed."""
    report: pytest.TestReport = yield
    reason: Any = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    if report.skipped and os.environ.get("CI") == "true" and _NOTHING_TO_RUN not in reason:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped in CI: {reason}"
    return report
