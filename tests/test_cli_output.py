"""What becomes of an answer that cannot be written, or is not read to its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PITBOOK = f"'{sys.executable}' -m pitbook"


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("where", ["> /dev/full", ">&-"])
def test_an_answer_that_cannot_be_written_is_a_fault_and_no_violation(where: str) -> None:
    found = shell(f"{PITBOOK} games {where}")
    assert found.returncode == 2
    assert found.stderr.startswith("pitbook: ")
    assert "Traceback" not in found.stderr


def test_a_reader_may_go_away() -> None:
    found = shell(f"{PITBOOK} show pai-gow-poker | head -1; exit ${{PIPESTATUS[0]}}")
    assert found.returncode == 0
    assert not found.stderr


def test_no_rounds_are_no_answer(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("\n")
    found = shell(f"{PITBOOK} settle '{tmp_path / 'none.jsonl'}'")
    assert found.returncode == 2
    assert "no rounds" in found.stderr
