"""Where a command takes a file, ``-`` is standard input; it is read once."""

from __future__ import annotations

import io
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from command_runs import Command, refused
from pitbook import given_files

EXAMPLES = Path(__file__).parents[1] / "examples"
FILING = EXAMPLES / "submissions" / "three-card-poker.toml"
PLAY = EXAMPLES / "plays" / "three-card-poker.toml"
MIX = EXAMPLES / "mixes" / "three-card-table.toml"
OWN = EXAMPLES / "own-pair-plus.toml"
PAIR_PLUS = ("three-card-poker", "pair-plus")
SIMULATE = ("simulate", FILING, "--rounds", "20", "--seed", "1", "--workers", "0")


class Input:
    """Standard input that has the bytes of a file."""

    def __init__(self, raw: bytes) -> None:
        self.buffer = io.BytesIO(raw)


@pytest.mark.parametrize(
    ("words", "file"),
    [
        ((*SIMULATE, "--json", "--play"), PLAY),
        ((*SIMULATE, "--json", "--against"), FILING),
        (("hold", "--rounds", "100", "--json", "--mix"), MIX),
        (("hold", *PAIR_PLUS, "--rounds", "100", "--json", "--submission"), FILING),
        (("what-if", *PAIR_PLUS, "--rounds", "100", "--json", "--to-submission"), FILING),
        (("par", *PAIR_PLUS, "--json", "--paytable-file"), OWN),
        (("par", *PAIR_PLUS, "--json", "--submission"), FILING),
        (("check", FILING, "--json", "--against"), FILING),
        (("settle", EXAMPLES / "rounds" / "disputed-hand.toml", "--json", "--submission"), FILING),
    ],
    ids=lambda each: f"{each[0]} {each[-1]}" if isinstance(each, tuple) else None,
)
def test_a_file_from_standard_input(
    pitbook: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], file: Path
) -> None:
    named = pitbook(*words, file)
    monkeypatch.setattr(sys, "stdin", Input(file.read_bytes()))
    given = pitbook(*words, "-")
    expected = named.out.replace(f'"{file.name}, ', '"standard input, ').replace(f'"name": "{file.stem}"', '"name": "submission"')
    assert (given.status, given.out) == (named.status, expected)
    assert "standard input" not in given.err
    monkeypatch.setattr(sys, "stdin", Input(b"\n"))
    refused(pitbook(*words, "-"), "standard input is empty")
    monkeypatch.setattr(sys, "stdin", Input(b"nothing = ["))
    refused(pitbook(*words, "-"), "standard input: ")


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "-", *SIMULATE[2:], "--play", "-"),
        ("simulate", "-", *SIMULATE[2:], "--against", "-"),
        ("check", "-", "--against", "-"),
        ("what-if", *PAIR_PLUS, "--rounds", "100", "--submission", "-", "--to-submission", "-"),
        ("settle", "-", "--submission", "-"),
    ],
    ids=lambda words: " ".join(map(str, words)),
)
def test_only_one_file_is_standard_input(pitbook: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...]) -> None:
    monkeypatch.setattr(sys, "stdin", Input(FILING.read_bytes()))
    refused(pitbook(*words), "only one file can be -")


class Endless:
    """Standard input without an end: the same bytes again and again."""

    def __init__(self, again: bytes) -> None:
        self.buffer = self
        self.again = again * (1000 // len(again))
        self.given = 0

    def read(self, most: int = -1) -> bytes:
        assert most >= 0, "read without a limit"
        self.given += most
        return (self.again * (most // len(self.again) + 1))[:most]

    def readline(self, most: int = -1) -> bytes:
        end = self.again.find(b"\n") + 1
        return self.again[:end] if end else self.read(most)


@pytest.mark.parametrize(
    ("again", "words"),
    [
        (again, words)
        for again in (b"\0", b"y\n", b"\n")
        for words in (
            ("settle", "-"),
            ("check", "-"),
            ("check", FILING, "--against", "-"),
            ("audit", "-"),
            ("pack", "-", "-o", "pack"),
            (*SIMULATE, "--play", "-"),
            ("hold", "--rounds", "100", "--mix", "-"),
            ("par", *PAIR_PLUS, "--paytable-file", "-"),
            ("par", "--submission", "-"),
            ("round", "record", "-", "--database", "no.db"),
            ("ledger", "verify", "--head", "-", "--database", "no.db"),
            ("user", "add", "bob", "--role", "admin", "--secret-file", "-", "--database", "no.db"),
        )
    ],
    ids=lambda each: repr(each) if isinstance(each, bytes) else f"{each[0]} {each[-1]}",
)
def test_an_input_without_an_end_is_a_fault(
    pitbook: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, again: bytes, words: tuple[object, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(given_files, "LARGEST_FILE", 50_000)
    monkeypatch.setattr(sys, "stdin", Endless(again))
    refused(pitbook(*words), "standard input: ", "of more than 50,000 bytes")


def test_an_endless_journal_ends_at_its_first_line(pitbook: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(given_files, "LARGEST_FILE", 50_000)
    for again, word in ((b"y\n", "'y'"), (b"\0", "a line of more than 50,000 bytes"), (b"[" * 999 + b"\n", "no line of")):
        monkeypatch.setattr(sys, "stdin", Endless(again))
        refused(pitbook("ledger", "rebuild", "-", "--database", tmp_path / "ledger.db"), word)


@pytest.mark.parametrize("size", [49_999, 50_000, 50_001])
def test_the_largest_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, size: int) -> None:
    monkeypatch.setattr(given_files, "LARGEST_FILE", 50_000)
    file = tmp_path / "file"
    file.write_bytes(b"x" * size)
    with (
        nullcontext()
        if size <= 50_000
        else pytest.raises(given_files.GivenFileError, match="file: a file of more than 50,000 bytes")
    ):
        assert given_files.bytes_of(file) == b"x" * size
    with nullcontext() if size <= 50_000 else pytest.raises(given_files.GivenFileError, match="a line of more than"):
        assert list(given_files.lines_of(io.BytesIO(b"y\n" * 40_000 + b"x" * size), "lines"))[-1] == b"x" * size


@pytest.mark.parametrize("words", ["settle", "check", "audit", "par three-card-poker pair-plus --paytable-file"])
def test_a_device_without_an_end_is_a_fault(pitbook: Command, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setattr(given_files, "LARGEST_FILE", 50_000)
    refused(pitbook(*words.split(), "/dev/zero"), "of more than 50,000 bytes", lines=1)


def test_a_file_without_a_name(pitbook: Command) -> None:
    refused(pitbook("settle", ""), "the name of a file is empty")


def test_a_mark_of_utf_8_and_other_encodings(pitbook: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("par", *PAIR_PLUS, "--json", "--paytable-file", "-")
    monkeypatch.setattr(sys, "stdin", Input(b"\xef\xbb\xbf" + OWN.read_bytes().replace(b"\n", b"\r\n")))
    assert pitbook(*words).status == 0
    monkeypatch.setattr(sys, "stdin", Input(OWN.read_text("utf-8").encode("utf-16")))
    refused(pitbook(*words), "standard input: not UTF-8 text (invalid start byte at byte 0)")
    monkeypatch.setattr(sys, "stdin", Input(b"a." * 40 + b"a = 1"))
    refused(pitbook(*words), "a key has more than 30 parts")
