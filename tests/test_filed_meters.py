"""A meter is opened as it is filed: terms, first start, ceiling, policies, link and tables."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pitbook.choices import ChoiceError
from pitbook.par import Conditions
from pitbook.payouts import MICROS
from pitbook.rounds import RoundError
from pitbook.settlement import settle
from pitbook.settlement_json import settlement_json
from pitbook.submission import read_file, read_submission
from pitbook.submission.meters import meter_as_filed
from pitbook.submission.rounds import read_filed_round
from pitbook.submission.sheets import Wanted, offered_sheets

EXAMPLES = Path(__file__).parents[1] / "examples" / "submissions"


def test_the_opening_of_the_wager_amount_starts_a_meter_without_a_seed() -> None:
    filing = read_file(EXAMPLES / "midibaccarat.toml")
    for amount, opening in ((1, 10_000), (5, 50_000)):
        found = meter_as_filed(filing, "midibaccarat", "harmony-progressive", amount * MICROS, tables=["MB-1"])
        assert (found.paytable, found.opening, found.terms, found.tables) == ("C", opening * MICROS, {}, ("MB-1",))


def test_a_seed_starts_the_meter_where_one_is_printed_or_filed() -> None:
    found = meter_as_filed(read_file(EXAMPLES / "pai-gow-poker.toml"), "pai-gow-poker", "progressive", MICROS, tables=["PGP-2"])
    assert found.opening is None
    assert found.terms == {"seed": "10000x", "reseed": "10000x", "increment": "21/100", "reserve": "1/50"}
    assert found.limit == 250_000 * MICROS


def test_a_link_is_fed_by_its_members() -> None:
    filing = read_file(EXAMPLES / "whole-casino.toml")
    found = meter_as_filed(filing, "midibaccarat", "harmony-progressive", MICROS)
    assert (found.link, found.tables) == ("harmony", ("MB-1", "MB-2", "MB-3", "MB-4"))
    assert meter_as_filed(filing, "midibaccarat", "harmony-progressive", MICROS, tables=["MB-3"]).tables == ("MB-3",)


def test_meter_policies_that_the_filing_decides_go_with_it() -> None:
    wager = {"paytable": "A", "amounts": ["1.00"], "meter": {"limit": "9000.00"}}
    readings = {"overflow": "to-revenue", "award-rounding": "down", "pair-plus-alone": "needs-ante"}
    part: Any = {"game": "three-card-poker", "tables": ["T"], "readings": readings, "wagers": {"ante": {}, "progressive": wager}}
    filing = read_submission({"certificate_holder": "A", "filing_date": "2026-03-02", "games": [part]})
    found = meter_as_filed(filing, "three-card-poker", "progressive", MICROS)
    assert found.policies == {"overflow": "to-revenue"}
    assert (found.limit, found.tables, found.opening) == (9000 * MICROS, ("T",), None)


@pytest.mark.parametrize(
    ("filing", "game", "wager", "amount", "more", "words"),
    [
        ("midibaccarat", "midibaccarat", "tie", 5, {"tables": ["MB-1"]}, "tie has no meter"),
        ("midibaccarat", "midibaccarat", "harmony", 1, {"tables": ["MB-1"]}, "offers no harmony"),
        ("midibaccarat", "midibaccarat", "harmony-progressive", 2, {"tables": ["MB-1"]}, "allowed: $1.00, $5.00"),
        ("midibaccarat", "midibaccarat", "harmony-progressive", 1, {}, "each table has a meter of its own; name one of MB-1, MB-2"),
        ("midibaccarat", "midibaccarat", "harmony-progressive", 1, {"tables": ["MB-1", "MB-2"]}, "no link is filed"),
        ("midibaccarat", "midibaccarat", "harmony-progressive", 1, {"tables": ["MB-9"]}, "no midibaccarat at table MB-9"),
        (
            "midibaccarat",
            "midibaccarat",
            "harmony-progressive",
            1,
            {"tables": ["MB-1"], "paytable": "A"},
            "no paytable A; offered: C",
        ),
        ("whole-casino", "midibaccarat", "harmony-progressive", 1, {"tables": ["MB-1", "MB-7"]}, "no MB-7 on this meter"),
        ("midibaccarat", "three-card-poker", "progressive", 1, {}, "offers no three-card-poker"),
    ],
)
def test_what_is_not_filed_opens_no_meter(filing: str, game: str, wager: str, amount: int, more: Any, words: str) -> None:
    with pytest.raises(ChoiceError) as caught:
        meter_as_filed(read_file(EXAMPLES / f"{filing}.toml"), game, wager, amount * MICROS, **more)
    assert words in str(caught.value)


def test_a_seedless_meter_without_an_opening_is_refused() -> None:
    filing = read_file(Path(__file__).parent / "data" / "filings" / "missing-opening.toml")
    with pytest.raises(ChoiceError, match=r"games\[0\].wagers.harmony-progressive.meter.opening: missing for wagers of \$1.00"):
        meter_as_filed(filing, "midibaccarat", "harmony-progressive", MICROS)


def test_meter_open_takes_the_filing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from pitbook import cli

    def run(*words: str) -> int:
        monkeypatch.setattr(sys, "argv", ["pitbook", *words, "--database", str(tmp_path / "ledger.db")])
        try:
            cli.main()
        except SystemExit as leaving:
            return int(leaving.code or 0)
        return 0

    filed = ["--game", "midibaccarat", "--wager", "harmony-progressive", "--submission", str(EXAMPLES / "whole-casino.toml")]
    assert run("meter", "open", "harmony", *filed) == 0
    assert "fed by table MB-1, MB-2, MB-3, MB-4" in capsys.readouterr().out
    assert run("meter", "show", "harmony") == 0
    assert "$25,000.00" in capsys.readouterr().out
    assert run("meter", "open", "other", *filed, "--terms", "increment=20%") == 2
    assert "do not go with --submission" in capsys.readouterr().err


def test_a_sheet_without_a_seed_is_taken_at_the_filed_opening() -> None:
    filing = read_file(EXAMPLES / "midibaccarat.toml")
    found = offered_sheets(filing, Wanted(wager="harmony-progressive"))
    assert [each.meter_basis for each in found] == ["given", "given"]
    assert [each.meter_micros for each in found] == [10_000 * MICROS, 50_000 * MICROS]
    assert "the opening amount that is filed, $10,000.00" in found[0].notes[0]
    assert not any("no meter was given" in note for each in found for note in each.notes)
    asked = Wanted(wager="harmony-progressive", conditions=Conditions(meter_micros=7 * MICROS))
    for each in offered_sheets(filing, asked):
        assert each.meter_micros == 7 * MICROS
        assert not any("opening amount" in note for note in each.notes)


def test_a_sheet_with_a_seed_keeps_the_seed() -> None:
    (found,) = offered_sheets(read_file(EXAMPLES / "pai-gow-poker.toml"), Wanted(wager="progressive"))
    assert found.meter_basis == "seed"


# A round under a ceiling -----------------------------------------------------------------------------------------------


def under_a_ceiling(meter: str, overflow: str, cards: str) -> dict[str, Any]:
    """The JSON of a round of two $1 wagers, which bring $0.28, on a meter with a ceiling of $9,000."""
    wager = {"paytable": "A", "amounts": ["1.00"], "meter": {"limit": "9000.00"}}
    wagers: dict[str, Any] = {"ante": {}, "play": {}, "ante-bonus": {"paytable": "A"}, "progressive": wager}
    part: Any = {"game": "three-card-poker", "tables": ["T"], "readings": {"overflow": overflow}, "wagers": wagers}
    filing = read_submission({"certificate_holder": "A", "filing_date": "2026-03-02", "games": [part]})
    seats = [
        {"seat": number, "cards": hand, "wagers": {"ante": "5", "play": "5", "progressive": "1"}}
        for number, hand in ((1, "2c 7d 9h"), (2, cards))
    ]
    data = {"game": "three-card-poker", "dealer": "Jc 8d 2h", "seats": seats, "meters": {"progressive": {"meter": meter}}}
    return settlement_json(settle(read_filed_round(data, today=date(2026, 4, 1), filing=filing)))


@pytest.mark.parametrize(
    ("overflow", "cards", "after", "waits", "to_house"),
    [
        ("to-next-start", "2d 7c 9s", "9000.00", "0.18", "0.00"),
        ("to-revenue", "2d 7c 9s", "9000.00", "0.00", "0.18"),
        ("to-next-start", "As Ks Qs", "1000.18", "0.00", "0.00"),
        ("to-revenue", "As Ks Qs", "1000.00", "0.00", "0.18"),
    ],
)
def test_a_round_pays_no_more_than_a_meter_may_show(overflow: str, cards: str, after: str, waits: str, to_house: str) -> None:
    done = under_a_ceiling("8999.90", overflow, cards)
    meter = done["meters"]["progressive"]
    assert (meter["contributed"], meter["after"], meter["limit"]) == ("0.28", after, "9000.00")
    assert (meter["overflow"], meter["to_house"]) == (waits, to_house)
    told = [note for note in done["notes"] if "$0.18 above its ceiling of $9,000.00" in note]
    assert len(told) == (1 if {waits, to_house} != {"0.00"} else 0)
    paid = {line["seat"]: line["returned"] for line in done["lines"] if line["wager"] == "progressive" and line["kind"] != "envy"}
    assert paid == {1: "0.00", 2: "9000.00" if cards == "As Ks Qs" else "0.00"}


def test_a_meter_above_its_ceiling_is_refused() -> None:
    with pytest.raises(RoundError, match=r"meters.progressive.meter: \$9,000.01; the Rules Submission has a ceiling of \$9,000.00"):
        under_a_ceiling("9000.01", "to-next-start", "As Ks Qs")
