"""Commands run in this process: what they wrote and how they ended. Every test may take the fixture ``pitbook``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from pitbook import cli


class Run(NamedTuple):
    """A command's exit status and what it wrote."""

    status: int
    out: str
    err: str


Command = Callable[..., Run]


@pytest.fixture
def pitbook(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command."""

    def run(*words: object) -> Run:
        monkeypatch.setattr(sys, "argv", ["pitbook", *map(str, words)])
        try:
            cli.main()
            status = 0
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else int(bool(leaving.code))
        written = capsys.readouterr()
        return Run(status, written.out, written.err)

    return run


def refused(found: Run, *words: str, lines: int = 6) -> None:
    """Status 2, nothing on standard output, a message of few lines with these words and no traceback."""
    assert found.status == 2, found
    assert found.out == ""
    assert "Traceback" not in found.err
    assert 0 < len(found.err.splitlines()) <= lines, found.err
    missing = [word for word in words if word not in found.err]
    assert not missing, f"{missing} not in {found.err!r}"
