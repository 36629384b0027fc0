"""The slip of a disputed round: what stands on it is what was settled, and it is made of data only."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from command_runs import Command
from pitbook.payouts import dollars
from pitbook.report.dispute_slip import dispute_slip, fingerprint, slip_data
from pitbook.rounds import read_round
from pitbook.settlement import settle

ROUND: dict[str, Any] = {
    "game": "three-card-poker",
    "date": "2026-02-03",
    "table": "TCP-4",
    "dealer": "Qc 9d 4s",
    "community": "Jh 4c",
    "choices": {"ante-bonus": "A", "pair-plus": "D", "five-card-progressive": "standard"},
    "meters": {"five-card-progressive": {"meter": "48120.75"}},
    "seats": [
        {"seat": 2, "player": "#strong[Ann]", "cards": "Ah Kh Qh", "wagers": {"ante": "10", "play": "10", "pair-plus": "5"},
         "paid": {"pair-plus": "200"}},
        {"seat": 4, "cards": "4h 4d 7c", "fold": True, "wagers": {"ante": "10", "five-card-progressive": "5"}},
    ],
}  # fmt: skip


def text_of(made: bytes) -> str:
    return " ".join("".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages).split())


def test_every_line_with_its_reason_and_clause_stands_on_the_slip() -> None:
    settled = settle(read_round(ROUND, today=date(2026, 3, 1)))
    data = slip_data(settled, ROUND)
    lines = [line for seat in data["seats"] for line in seat["lines"]]
    assert len(lines) == len(settled.lines)
    for line, shown in zip(settled.lines, lines, strict=True):
        assert shown["cells"][5] == dollars(line.returned)
        assert line.note in shown["why"]
        assert line.citation in shown["why"]
    assert data["seats"][1]["disputes"] == [["pair-plus", "$205.00", "$200.00", "hand over $5.00"]]
    assert data["seats"][0]["alive"] == "Folded; still alive: five-card-progressive."
    assert data["difference"] == "hand over $5.00"
    assert ["Table", "TCP-4"] in data["facts"]


def test_one_seat_alone_has_a_slip_of_its_own() -> None:
    settled = settle(read_round(ROUND, today=date(2026, 3, 1)))
    data = slip_data(settled, ROUND, [4])
    assert data["title"] == "Settlement slip, seat 4"
    assert [each["title"] for each in data["seats"]] == ["Seat 4"]
    assert data["difference"] == ""


def test_the_fingerprint_changes_with_any_value_and_not_with_their_order() -> None:
    turned = dict(reversed(list(ROUND.items())))
    changed = json.loads(json.dumps(ROUND))
    changed["seats"][1]["cards"] = "4h 4d 8c"
    assert fingerprint(turned) == fingerprint(ROUND) != fingerprint(changed)


def test_the_file_is_the_same_twice_and_takes_no_markup() -> None:
    settled = settle(read_round(ROUND, today=date(2026, 3, 1)))
    made = dispute_slip(settled, ROUND)
    assert made == dispute_slip(settled, ROUND)
    text = text_of(made)
    assert "#strong[Ann]" in text
    assert fingerprint(ROUND) in text


def test_the_command_writes_the_slip_that_the_page_makes(pitbook: Command, tmp_path: Path) -> None:
    given, made = tmp_path / "round.json", tmp_path / "slip.pdf"
    given.write_text(json.dumps(ROUND), encoding="utf-8")
    assert pitbook("settle", given, "--output", made).status == 0
    settled = settle(read_round(ROUND, today=date(2026, 3, 1)))
    assert made.read_bytes() == dispute_slip(settled, ROUND)
    text = text_of(made.read_bytes())
    for words in ("Settlement slip", "Three Card Poker", "2026-02-03", "TCP-4", "Qc 9d 4s", "Floor supervisor", fingerprint(ROUND)):
        assert words in text, words
    assert "needs five cards of one suit" not in text
    assert pitbook("settle", given, "--explain", "--output", made).status == 0
    assert "Flush, 40 for 1: no; needs five cards of one suit" in text_of(made.read_bytes())
