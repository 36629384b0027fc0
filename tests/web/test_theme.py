"""The two themes: every text can be read on its ground, and the stylesheet uses no colour that is not a token."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitbook.web.look import theme

THEMES = {"light": theme.LIGHT, "dark": theme.DARK}


def test_contrast_is_that_of_the_standard() -> None:
    assert theme.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert theme.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert theme.contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("name", THEMES)
def test_every_text_has_a_contrast_of_four_and_a_half(name: str) -> None:
    colors = THEMES[name]
    low = {pair: theme.contrast(colors[pair[0]], colors[pair[1]]) for pair in theme.PAIRS}
    assert {pair: found for pair, found in low.items() if found < 4.5} == {}


@pytest.mark.parametrize("name", THEMES)
def test_every_line_that_carries_meaning_has_a_contrast_of_three(name: str) -> None:
    colors = THEMES[name]
    low = {pair: theme.contrast(colors[pair[0]], colors[pair[1]]) for pair in theme.LINES}
    assert {pair: found for pair, found in low.items() if found < 3} == {}


def test_both_themes_name_the_same_colours() -> None:
    assert set(theme.LIGHT) == set(theme.DARK)


def test_the_rules_use_tokens_that_are_there_and_no_colour_of_their_own() -> None:
    rules = Path(theme.__file__).with_name("style.css").read_text("utf-8")
    used = set(re.findall(r"var\(--([a-z0-9-]+)", rules))
    assert used - set(theme.LIGHT) == {"w"}, "--w is the width that a field is given"
    printed = rules[rules.index("@media print") :]
    assert not re.findall(r"#[0-9a-f]{3,8}\b", rules.removesuffix(printed))


def test_every_text_colour_stands_in_a_tested_pair() -> None:
    """``color:`` of a rule names a token whose contrast is computed above."""
    rules = Path(theme.__file__).with_name("style.css").read_text("utf-8")
    inks = set(re.findall(r"[;{\s](?:color|fill):var\(--([a-z0-9-]+)\)", rules)) - {f"series-{n}" for n in range(1, 5)}
    assert inks <= {ink for ink, _ in theme.PAIRS}


def test_the_address_of_the_stylesheet_changes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    theme.stylesheet.cache_clear()
    theme.stylesheet_path.cache_clear()
    before = theme.stylesheet_path()
    monkeypatch.setattr(theme, "LIGHT", {**theme.LIGHT, "ink": "#000001"})
    theme.stylesheet.cache_clear()
    theme.stylesheet_path.cache_clear()
    after = theme.stylesheet_path()
    theme.stylesheet.cache_clear()
    theme.stylesheet_path.cache_clear()
    assert before != after
