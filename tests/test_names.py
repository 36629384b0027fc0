"""Ids as words."""

from __future__ import annotations

import pytest

from pitbook.names import in_words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tie-with-6-9", "tie with 6-9"),
        ("4-card-tie", "4 card tie"),
        ("four-8s-4-cards-dealt", "four 8s 4 cards dealt"),
        ("pair-plus", "pair plus"),
    ],
)
def test_a_span_of_numbers_keeps_its_dash(name: str, words: str) -> None:
    assert in_words(name) == words
