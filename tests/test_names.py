"""Names in sentences."""

from __future__ import annotations

import pytest

from pitbook.names import both, in_words, own


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


@pytest.mark.parametrize(("names", "words"), [("A", "A"), ("AB", "A and B"), ("ABC", "A, B and C")])
def test_names_as_in_a_sentence(names: str, words: str) -> None:
    assert both(names) == words


@pytest.mark.parametrize(("form", "words"), [("amount", "an amount of your own"), ("rate", "a rate of your own")])
def test_a_value_of_your_own(form: str, words: str) -> None:
    assert own(form) == words
