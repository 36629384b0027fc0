"""Settings of all tests: generated examples are the same in every run, and no test is timed."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("pitbook", deadline=None, derandomize=True, database=None)
settings.load_profile("pitbook")
