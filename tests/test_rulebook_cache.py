"""The rulebook kept in the user's cache: the same values, and never in the way."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

from pitbook import loading, rulebook_cache
from pitbook.catalog import game_folders, load_game, rulebook
from pitbook.kept_files import forget_unused, read_kept, write_kept
from pitbook.rulebook import Game, Reading, RulebookError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    return tmp_path / "rulebook"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The rules files that are read anew."""
    found: list[Path] = []
    load = loading.load

    def counted(path: Path, *rest: object) -> Game:
        found.append(path)
        return load(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(loading, "load", counted)
    return found


def policies() -> tuple[Reading, ...]:
    return rulebook().policies


def test_a_kept_game_is_the_game_that_was_read(reads: list[Path]) -> None:
    for each in game_folders():
        assert load_game(each, policies()) == load_game(each, policies()) == rulebook().games[each.name.replace("_", "-")]
    assert len(reads) == len(game_folders())


def test_what_a_game_is_made_of_decides_whether_it_is_read_anew(reads: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    one = game_folders()[0]
    load_game(one, policies())
    load_game(one, policies()[1:])
    monkeypatch.setattr(rulebook_cache, "_READERS", rulebook_cache._READERS[1:])
    load_game(one, policies())
    assert len(reads) == 3


def test_changed_rules_are_read_anew_and_refused_where_they_have_a_fault(tmp_path: Path) -> None:
    source = (game_folders()[0] / "rules.toml").read_text("utf-8")
    copy = tmp_path / game_folders()[0].name
    copy.mkdir()
    (copy / "rules.toml").write_text(source, "utf-8")
    assert load_game(copy, policies()).source_hash == load_game(game_folders()[0], policies()).source_hash
    (copy / "rules.toml").write_text(source.replace("[game]", "[game]\ncolour = 1"), "utf-8")
    for _ in range(2):
        with pytest.raises(RulebookError, match="colour: unknown key"):
            load_game(copy, policies())


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "foreign", "open", "folder"])
def test_a_damaged_or_foreign_file_is_left_alone(folder: Path, reads: list[Path], damage: str) -> None:
    one = game_folders()[0]
    wanted = load_game(one, policies())
    (path,) = folder.glob(f"{one.name}-*.pickle")
    content = path.read_bytes()
    if damage == "open":
        path.chmod(0o666)
    elif damage == "folder":
        path.unlink()
        path.mkdir()
    else:
        foreign = pickle.dumps("no game")
        path.write_bytes(
            {
                "cut": content[:-1],
                "changed": content[:-1] + bytes([content[-1] ^ 1]),
                "empty": b"",
                "foreign": hashlib.sha256(foreign).digest() + foreign,
            }[damage]
        )
    assert load_game(one, policies()) == wanted
    assert len(reads) == 2
    if damage != "folder":
        assert load_game(one, policies()) == wanted
        assert len(reads) == 2  # written anew, whole and the user's own


def test_where_nothing_can_be_kept_the_rules_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: list[Path]) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path / "file" / "below"))
    one = game_folders()[0]
    assert load_game(one, policies()) == load_game(one, policies())
    assert len(reads) == 2


def test_many_at_once_read_the_same(folder: Path) -> None:
    one = game_folders()[0]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: load_game(one, policies()), range(24)))
    assert all(each == found[0] for each in found)
    assert {each.suffix for each in folder.iterdir()} == {".pickle"}


def test_fractions_come_back_as_they_were() -> None:
    value = (Fraction(1, 3), (Fraction(-7, 2), Fraction(5)))
    for _ in range(2):
        assert rulebook_cache.kept(tuple, "t", [b"x"], lambda: value) == value


def test_a_command_with_a_kept_rulebook_loads_no_validator_of_ours() -> None:
    code = "from pitbook import rulebook; list(rulebook()); import sys; print('pydantic' in sys.modules)"
    said = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert said == ["True\n", "False\n"]


@pytest.mark.parametrize(("days", "stays"), [(29, True), (31, False)])
def test_what_was_not_used_for_a_month_goes_when_something_is_kept_anew(tmp_path: Path, days: int, stays: bool) -> None:
    used = time.time() - days * 86_400
    (tmp_path / "one-folder").mkdir()
    for name in ("one-old", "one-new", "other-old", "one-folder/file"):
        (tmp_path / name).touch()
    (tmp_path / "one-link").symlink_to(tmp_path / "other-old")
    for name in ("one-old", "other-old", "one-folder"):
        os.utime(tmp_path / name, (used, used))
    forget_unused(tmp_path, "one-*", tmp_path / "one-new")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"one-new", "one-link", "other-old"} | ({"one-old", "one-folder"} if stays else set())


def test_a_file_that_is_read_counts_as_used(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    write_kept(path, b"content")
    os.utime(path, (1, 1))
    before = time.time()
    assert read_kept(path) == b"content"
    assert path.stat().st_mtime > before - 60


def test_a_file_in_the_place_of_another_is_no_content(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write_kept(tmp_path / name, name.encode())
    (tmp_path / "one").rename(tmp_path / "third")
    (tmp_path / "other").rename(tmp_path / "one")
    assert read_kept(tmp_path / "one") is None
    (tmp_path / "third").rename(tmp_path / "one")
    assert read_kept(tmp_path / "one") == b"one"
