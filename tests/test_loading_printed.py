"""What a rules file keeps as printed: the vigorish's multiple, paytables by variation, lost cells, envy wordings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitbook.loading import load
from pitbook.rulebook import RulebookError, Wager

RULES = """
[game]
id = "toy"
name = "Toy"
chapter = "chapter 1"
deck = "52"
decks = [1]
seats = 7
summary = "A game of one card."

[[edition]]
id = "first"
from = "unknown"
until = "open"
source = "none"

[[edition.wager]]
id = "main"
name = "Main"
clause = "section 1"
kind = "bonus"
family = "one"
reads = ["player"]
placed = "before the deal"
after_fold = "settled"
vigorish = "5%"
vigorish_multiple = "25¢"
variations = { short = ["1"] }

[[edition.wager.table]]
clause = "section 1(a)"
columns = ["1", "2"]
rows = [
  { hand = "Ace", event = "ace", reading="slip", printed = ["5 to 1"], pays = { first = ["5 to 1", ""], second = ["", "5 to 1"] }},
  { hand = "King", event = "king", pays = ["3 to 1", "4 to 1"] },
]

[[edition.wager.envy]]
clause = "section 1(b)"
columns = ["1", "2"]
rows = [{ hand = "King (multiple of the wager)", row = "King", pays = ["10x", "50x"] }]

[[edition.reading]]
id = "slip"
clause = "section 1(a)"
asks = "Which paytable pays the ace?"
default = "first"
values = { first = "1", second = "2" }
why = "It is printed first."
wagers = ["main"]
affects = ["odds"]
"""


def wager(folder: Path, old: str = "", new: str = "") -> Wager:
    (folder / "rules.toml").write_text(RULES.replace(old, new), encoding="utf-8")
    return load(folder / "rules.toml", {"one": ("ace", "king")}).wager("main")


@pytest.mark.parametrize(("printed", "micros"), [("25¢", 250_000), ("$0.25", 250_000), ("50 ¢", 500_000), ("$1", 1_000_000)])
def test_the_multiple_of_a_vigorish_is_an_amount(tmp_path: Path, printed: str, micros: int) -> None:
    assert wager(tmp_path, "25¢", printed).vigorish_multiple == micros


def test_a_wager_without_a_multiple_has_none(tmp_path: Path) -> None:
    assert wager(tmp_path, 'vigorish_multiple = "25¢"\n', "").vigorish_multiple is None


def test_a_variation_has_its_paytables(tmp_path: Path) -> None:
    assert wager(tmp_path).variations == {"short": ("1",)}


def test_faults_of_both_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        wager(tmp_path, '"25¢"\nvariations = { short = ["1"]', '"a quarter¢"\nvariations = { short = ["3"]')
    assert "vigorish_multiple" in caught.value.faults[0] or "vigorish_multiple" in caught.value.faults[1]
    assert any("variations.short" in fault and "'3'" in fault and "1, 2" in fault for fault in caught.value.faults)


def test_a_row_keeps_the_cells_the_text_prints(tmp_path: Path) -> None:
    table = wager(tmp_path).paytable("2")
    assert table.rows[0].printed == ("5 to 1",)
    assert table.rows[0].pays_by_reading == {"first": "", "second": "5 to 1"}
    assert table.rows[1].printed == ()


def test_an_envy_row_keeps_its_wording_and_names_the_row(tmp_path: Path) -> None:
    envy = wager(tmp_path).paytable("2").envy
    assert envy is not None
    assert (envy.rows[0].outcome, envy.rows[0].hand, envy.rows[0].printed) == ("king", "King (multiple of the wager)", {"": "50x"})
