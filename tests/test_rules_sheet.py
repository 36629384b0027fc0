"""The rules in plain words: what a row comes to on the least stake."""

from __future__ import annotations

import pytest

from pitbook import rulebook
from pitbook.choices import offer
from pitbook.pack.filing import Limits
from pitbook.pack.rules_sheet import wager_table


@pytest.mark.parametrize(("wager", "said"), [("pair-plus", "$35.00 + wager"), ("ante-bonus", "$5.00")])
def test_a_wager_comes_back_only_where_there_is_one(wager: str, said: str) -> None:
    """An Ante Bonus is paid beside the Ante and has no stake that could come back."""
    table = wager_table(offer(rulebook().game("three-card-poker"), wager, "A"), Limits())
    assert said in [row.cells[-1] for row in table.rows]
    assert any("+ wager" in row.cells[-1] for row in table.rows) == (wager == "pair-plus")
