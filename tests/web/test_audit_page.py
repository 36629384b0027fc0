"""What the page of an audit shows: what the command finds, the differences first, and no more rows than a page bears."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_runs import Command
from pitbook.errors import InputError
from pitbook.web.api.conformance import TEXTS_LIMIT
from pitbook.web.pages.audit import SHOWN, audit_of, audited_html

EXAMPLE = Path(__file__).parents[2] / "examples" / "midibaccarat-changed.txt"
TEXT = EXAMPLE.read_text(encoding="utf-8")


def test_it_finds_what_the_command_finds(pitbook: Command) -> None:
    found = audit_of(TEXT, str(EXAMPLE), "(i), 629b.7(h)")
    assert json.loads(found.json) == json.loads(pitbook("audit", EXAMPLE, "--clause", "(i)", "--clause", "629b.7(h)", "--json").out)
    assert not found.clean
    assert [each.title for each in found.tables] == ["Differences", "Text against rulebook"]
    assert audit_of(TEXT.replace("tie | 3 for 1 | 4 for 1", "tie | 3 for 1 | 3 for 1", 1), "x", "").clean


def test_lines_that_could_not_be_read_stand_above_and_long_tables_are_cut() -> None:
    found = audit_of("§ 629b.7. Payouts\n(i) Pays:\nPaytable A B\nAny tie of hands 3:1 3:1\nA pair or so 2:1 2:1\n", "<b>", "")
    shown = audited_html(found.warnings, found.tables)
    assert found.warnings
    assert shown.index("Lines that were not compared") < shown.index("<table")
    assert "<b>" not in shown
    assert "--json" not in shown
    many = audit_of("§ 629b.7. Payouts\n(a) Pays:\n" + "5 to 1; 7 to 1\n" * (SHOWN + 5), "x", "(a)")
    assert len(many.tables[0].rows) == SHOWN
    assert "more rows are in the file" in many.tables[0].notes[0]


@pytest.mark.parametrize(
    ("text", "clauses", "said"),
    [
        (" \n", "", "there is none"),
        ("no section", "", "holds no section of the rulebook"),
        (TEXT, "(z)", r"clause '\(z\)'"),
        ("x" * (TEXTS_LIMIT + 1), "", "allowed are 262,144"),
        ("§ 629b.7. P\n" + "y" * 20_001, "", "found 20,001 characters"),
    ],
)
def test_what_cannot_be_audited_is_said(text: str, clauses: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        audit_of(text, "the text", clauses)
