"""Kept files: whole and the user's own, or no content."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kept_damage import DAMAGES, damaged
from pitbook.kept_files import read_kept, write_kept


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_no_content_and_is_kept_anew(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "kept"
    write_kept(path, b"some content of a file")
    damaged(path, damage)
    if damage != "unreadable" or os.geteuid():  # which the root user reads all the same
        assert read_kept(path) is None
    write_kept(path, b"other content")
    assert read_kept(path) == (None if damage == "folder" else b"other content")
    assert [each.name for each in tmp_path.iterdir()] == ["kept"], "nothing half done is left"
