"""Where a command takes a file, ``-`` is standard input; it is read once."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from command_runs import Command, refused

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
