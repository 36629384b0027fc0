"""``pitbook games``, ``show``, ``par``, ``compare``: answers, and that every bad input ends with status 2 and one clear message."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from command_runs import Command, refused
from pitbook.catalog import rulebook
from pitbook.par_table import dollar_text

EXAMPLES = Path(__file__).parents[1] / "examples"
PAR = ("par", "three-card-poker", "pair-plus")
PROGRESSIVE = ("par", "three-card-poker", "progressive")
BONUS = ("par", "three-card-poker", "ante-bonus")
HUGE = "9" * 5_000

# Bad input ----------------------------------------------------------------------------------------------------------

# fmt: off
BAD = [
    # names
    (("show", "three-card-pokr"), ["'three-card-pokr'", "did you mean three-card-poker", "midibaccarat"]),
    (("show", "three-card-poker", "pair-pluss"), ["'pair-pluss'", "did you mean pair-plus", "ante-bonus"]),
    (("show", ""), ["no game ''"]),
    (("par", "three-card-pokr"), ["'three-card-pokr'", "did you mean three-card-poker"]),
    (("par", "Three-Card-Poker "), ["did you mean three-card-poker"]),
    (("par", ""), ["no game ''"]),
    (("par", "三"), ["no game '三'", "allowed: "]),
    (("par", "three-card-poker", "pair-pluss"), ["'pair-pluss'", "did you mean pair-plus"]),
    (("par", "three-card-poker", ""), ["no wager ''"]),
    (("compare", "three-card-pokr", "pair-plus"), ["did you mean three-card-poker"]),
    (("compare", "three-card-poker", "pairplus"), ["did you mean pair-plus"]),
    ((*PAR, "-p", "F"), ["pair-plus", "paytable 'F'", "A, B, C, D, E"]),
    ((*PAR, "-p", ""), ["paytable ''", "A, B, C, D, E"]),
    (("par", "three-card-poker", "-p", "Z"), ["'Z'"]),
    (("par", "three-card-poker", "-p", ""), ["''"]),
    (("par", "--all", "-p", "Z"), ["'Z'"]),
    # readings, options, terms
    ((*PAR, "--set", "mini-royal-insted=on-top"), ["'mini-royal-insted'", "did you mean mini-royal-instead"]),
    ((*PAR, "--set", "mini-royal-instead=ontop"), ["reading mini-royal-instead", "'ontop'", "did you mean on-top"]),
    ((*PAR, "--set", "mini-royal-instead"), ["--set 'mini-royal-instead'", "NAME=VALUE"]),
    ((*PAR, "--set", "mini-royal-instead="), ["--set", "NAME=VALUE"]),
    ((*PAR, "--set", "=on-top"), ["--set", "NAME=VALUE"]),
    ((*PAR, "--set", ""), ["--set ''", "NAME=VALUE"]),
    ((*PAR, "--set", "mini-royal-instead=on-top", "--set", "mini-royal-instead=instead"), ["mini-royal-instead is given twice"]),
    (("par", "--all", "--set", "no-such=on"), ["'no-such'"]),
    ((*PAR, "--option", "mini-royal=50 to 1"), ["'mini-royal'", "did you mean mini-royal-flush"]),
    ((*PAR, "--option", "mini-royal-flush"), ["--option", "NAME=VALUE"]),
    ((*PAR, "--option", "mini-royal-flush=fifty"), ["mini-royal-flush", "'fifty'"]),
    ((*PAR, "--option", "mini-royal-flush=50 for 1"), ["mini-royal-flush", "'50 for 1'", "to 1"]),
    ((*PAR, "--option", "mini-royal-flush=N/A"), ["mini-royal-flush", "'N/A'"]),
    ((*PAR, "--option", f"mini-royal-flush=1{'0' * 400} to 1"), ["mini-royal-flush", "is no payout"]),
    ((*PAR, "--option", f"mini-royal-flush={HUGE} to 1"), ["mini-royal-flush", "is no payout"]),
    ((*PAR, "--option", "mini-royal-flush=٥٠ to 1"), ["mini-royal-flush", "is no payout"]),
    (("par", "three-card-poker", "ante-bonus-akq", "--option", "mini-royal-flush=50 to 1"), ["ante-bonus-akq: there is no option"]),
    ((*BONUS, "--option", "strategy=bold"), ["strategy 'bold'", "optimal, q-6-4, any-queen, always"]),
    (("par", "three-card-poker", "five-card-hand-bonus", "--set", "magic-lucky=offered", "--option", "magic-card-probability=2"),
     ["magic-card-probability", "'2'"]),
    (("par", "midibaccarat", "tie", "--set", "tie-odds=nine"), ["tie-odds", "'nine'"]),
    (("par", "midibaccarat", "banker", "--set", "banker-vigorish=120%"), ["banker-vigorish", "'120%'"]),
    ((*PROGRESSIVE, "--terms", "sed=1000"), ["progressive", "'sed'", "did you mean seed", "seed, reseed, increment, reserve"]),
    ((*PROGRESSIVE, "--terms", "seed"), ["--terms", "NAME=VALUE"]),
    ((*PROGRESSIVE, "--terms", ""), ["--terms"]),
    ((*PROGRESSIVE, "--terms", "seed=-5"), ["term seed", "'-5'"]),
    ((*PROGRESSIVE, "--terms", "seed=lots"), ["term seed", "'lots'"]),
    ((*PROGRESSIVE, "--terms", "seed=nan"), ["term seed", "'nan'"]),
    ((*PROGRESSIVE, "--terms", f"seed={HUGE}"), ["term seed"]),
    ((*PROGRESSIVE, "--terms", "seed=٣"), ["term seed", "'٣'"]),
    ((*PROGRESSIVE, "--terms", "increment=150%"), ["term increment", "'150%'"]),
    ((*PROGRESSIVE, "--terms", "increment=1/0"), ["term increment", "'1/0'"]),
    ((*PROGRESSIVE, "--terms", "increment=14%,increment=15%"), ["increment is given twice"]),
    ((*PROGRESSIVE, "--terms", "seed=1000", "--wager-amount", "0"), ["wager"]),
    ((*PAR, "--terms", "seed=1000"), ["pair-plus has no meter"]),
    # amounts
    ((*PAR, "--wager-amount", "0"), ["wager amount", "more than"]),
    ((*BONUS, "--wager-amount", "0"), ["wager amount", "more than"]),
    (("par", "midibaccarat", "banker", "--wager-amount", "0.00"), ["wager amount", "more than"]),
    *(((*PAR, "--wager-amount", text), ["--wager-amount", "is no amount"])
      for text in ("", " ", "-5", "-0.01", "five", "nan", "inf", "1e3", "0x5", "٥", "５", "1_000", "1,00", "$")),
    ((*PAR, "--wager-amount", "0.0000001"), ["--wager-amount", "has 7 decimals", "up to 6"]),
    ((*PAR, "--wager-amount", HUGE), ["--wager-amount", "more than the largest amount, $1,000,000,000,000,000"]),
    ((*PAR, "--wager-amount", "1000000000000001"), ["--wager-amount", "largest amount"]),
    *(((*PROGRESSIVE, "--meter", text), ["--meter", "is no amount"]) for text in ("", "-1", "nan", "lots", "٣")),
    *(((*PROGRESSIVE, "--meter", text), ["--meter", "more than the largest amount, $1,000,000,000,000,000"])
      for text in ("1000000000000000.01", "1" + "0" * 30, HUGE)),
    ((*PROGRESSIVE, "--terms", f"seed={HUGE}"), ["term seed", "largest amount"]),
    ((*PROGRESSIVE, "--terms", f"seed={HUGE}x"), ["term seed", "numbers of up to 18 digits"]),
    ((*PAR, "--meter", "1000"), ["pair-plus has no meter"]),
    ((*BONUS, "--meter", "1000"), ["ante-bonus has no meter"]),
    ((*PROGRESSIVE, "--wager-amount", "2"), ["$2.00", "$1.00, $5.00"]),
    *((("par", "three-card-poker", "five-card-hand-bonus", "--reserve-target", text), ["--reserve-target", "is no amount"])
      for text in ("-1", "nan", "")),
    # whole numbers
    *(((*PROGRESSIVE, "--players", text), ["--players", "whole number from 0 to 100"])
      for text in ("-1", "101", "1.5", "many", "", "nan", "٣", "0x2", "1_0", "+3", HUGE)),
    *(((*PAR, "--rounds", text), ["--rounds", "whole number from 1 to 1,000,000,000,000"])
      for text in ("0", "-5", "1e6", "", "٣", "1000000000001", HUGE)),
    *((("par", "midibaccarat", "player", "--decks", text), ["--decks"]) for text in ("0", "-8", "9", "eight", "", "٨", HUGE)),
    (("par", "midibaccarat", "player", "--decks", "7"), ["7 decks", "8, 6"]),
    ((*PAR, "--decks", "2"), ["2 decks", "allowed: 1"]),
    *((("par", "midibaccarat", "harmony-progressive", "--bettors", f"harmony-progressive={text}"), ["--bettors"])
      for text in ("0", "-2", "1001", "two", "٣")),
    ((*PAR, "--bettors", "pair-plus=3"), ["pair-plus: there is no wager with a divided award 'pair-plus'"]),
    (("par", "three-card-poker", "--bettors", "progressive=3"), ["'progressive'", "allowed: five-card-hand-bonus-on-dealer"]),
    (("par", "midibaccarat", "harmony-progressive", "--bettors", "3"), ["--bettors '3'", "NAME=VALUE"]),
    (("par", "midibaccarat", "harmony-progressive", "--bettors", "harmonic=3"), ["'harmonic'", "harmony-progressive"]),
    *(((*PAR, "--confidence", text), ["--confidence", "between 0 and 1"])
      for text in ("0", "1", "-0.5", "1.5", "nan", "inf", "", "ninety", "100%", "0%", "0.9999999999999999", "٠.٥", "0.9_5")),
    # forms
    ((*PAR, "--json", "--csv"), ["--json, --csv", "only one"]),
    ((*PAR, "--json", "--output", "x.json"), ["--json, --output", "only one"]),
    (("games", "--json", "--csv"), ["only one"]),
    (("show", "three-card-poker", "--json", "--csv"), ["only one"]),
    (("compare", "three-card-poker", "pair-plus", "--json", "--csv"), ["only one"]),
    ((*PAR, "--output", "sheet.doc"), ["--output sheet.doc", ".csv", ".json"]),
    ((*PAR, "--output", "sheet"), ["--output sheet", "no ending"]),
    ((*PAR, "--output", ""), ["--output"]),
    ((*PAR, "--output", "no-such-folder/sheet.json"), ["no-such-folder/sheet.json"]),
    (("par",), ["a game, or --all"]),
    (("par", "three-card-poker", "--all"), ["a game, or --all"]),
    (("par", "--all", "--paytable-file", "x.toml"), ["--paytable-file"]),
    (("par", "three-card-poker", "--paytable-file", "x.toml"), ["--paytable-file"]),
    ((*PAR, "--paytable-file", "no-such.toml"), ["no-such.toml", "No such file"]),
    ((*PAR, "--paytable-file", "."), ["--paytable-file"]),
    # usage
    ((*PAR, "--colour", "red"), ["--colour"]),
    ((*PAR, "extra"), ["extra"]),
    ((*PAR, "--meter"), ["--meter"]),
    (("pars",), ["pars"]),
    (("compare", "three-card-poker"), ["Missing argument 'wager'"]),
    (("show",), ["Missing argument 'game'"]),
    # wagers without a sheet
    (("par", "three-card-poker", "ante"), ["ante has no sheet of its own", "ante-bonus"]),
    (("par", "three-card-poker", "play"), ["play has no sheet of its own", "ante-bonus"]),
    (("par", "three-card-prime", "ante"), ["ante has no sheet", "679a.12"]),
    (("compare", "three-card-prime", "ante"), ["ante has no sheet", "679a.12"]),
]
# fmt: on


@pytest.mark.parametrize(("words", "said"), BAD, ids=[f"{n}-{' '.join(words)[:50]}" for n, (words, _) in enumerate(BAD)])
def test_bad_input_is_refused_in_one_clear_message(
    pitbook: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...], said: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(pitbook(*words), *said)
    refused(pitbook(*words, *([] if {"--json", "--csv", "--output"} & set(words) else ["--json"])))
    assert list(tmp_path.iterdir()) == []


def test_any_mixture_of_options_ends_with_an_answer_or_a_message(pitbook: Command) -> None:
    """Choices drawn at random, the same in every run: status 0 or 2, and nothing on standard output where it is 2."""
    draw = random.Random(5)
    tables = [
        (game.id, wager.id, table.label)
        for game in rulebook()
        for wager in game.wagers
        if wager.id != "pai-gow"
        for table in wager.paytables
    ]
    readings = {game.id: [(each.id, list(each.values)) for each in game.edition().readings] for game in rulebook()}
    values = ["1", "5", "0.01", "999999999999999", "100%", "0%", "1/3", "0.000001", "2", "0", "", "-1", "10,000x"]
    for _ in range(80):
        game, wager, label = draw.choice(tables)
        words = ["par", game, wager, "-p", label, *draw.choice([[], ["--json"], ["--csv"]])]
        for option in ("--players", "--meter", "--wager-amount", "--rounds", "--confidence", "--reserve-target"):
            if draw.random() < 0.15:
                words += [option, draw.choice(values)]
        if draw.random() < 0.3:
            words += ["--terms", ",".join(f"{name}={draw.choice(values)}" for name in ("seed", "increment", "reserve"))]
        if draw.random() < 0.5:
            reading, chosen = draw.choice(readings[game])
            words += ["--set", f"{reading}={draw.choice(chosen)}"]
        found = pitbook(*words)
        assert found.status in {0, 2}, words
        assert bool(found.out) is (found.status == 0), words
        assert "Traceback" not in found.err, words


# Paytable files -------------------------------------------------------------------------------------------------------

OWN = """
label = "mine"

[[rows]]
hand = "Straight flush"
pays = "50 to 1"

[[rows]]
hand = "Three alike"
event = "three-of-a-kind"
pays = "30 to 1"
"""

# fmt: off
BAD_FILES = [
    ("", ["--paytable-file", "nothing is in it", "a TOML file with the rows of a paytable"]),
    ('{"label": "mine"}', ["--paytable-file", "Invalid statement", "a TOML file with the rows of a paytable"]),
    ("rows = []", ["rows"]),
    ("rows = 5", ["rows"]),
    ("[rows", ["own.toml"]),
    ("x = " + "[" * 5_000 + "]" * 5_000, ["own.toml"]),
    ("label = " + "7" * 5_000, ["own.toml"]),
    (OWN.replace("label =", "lable ="), ["lable", "unknown key"]),
    (OWN.replace('label = "mine"', 'label = "mine"\nlabel = "yours"'), ["own.toml"]),
    (OWN.replace('label = "mine"', "label = 5"), ["label", "5"]),
    (OWN.replace('label = "mine"', 'label = ""'), ["label"]),
    (OWN.replace('pays = "50 to 1"', ""), ["rows[0].pays", "missing"]),
    (OWN.replace('pays = "50 to 1"', "pays = 50"), ["rows[0].pays", "'50'", "35 to 1"]),
    (OWN.replace('pays = "50 to 1"', 'pays = "fifty"'), ["rows[0].pays", "'fifty'", "35 to 1"]),
    (OWN.replace('pays = "50 to 1"', 'pays = "٥٠ to 1"'), ["rows[0].pays"]),
    (OWN.replace('pays = "50 to 1"', 'pays = "100% of meter"'), ["rows[0].pays", "pair-plus has no meter"]),
    (OWN.replace('"Straight flush"', '"Straight fush"'),
     ["rows[0].hand", "'Straight fush' names no event", "did you mean event = 'straight-flush'?"]),
    (OWN.replace('event = "three-of-a-kind"', 'event = "trips"'), ["rows[1].event", "'trips'", "three-of-a-kind"]),
    (OWN.replace('hand = "Three alike"', 'hand = "Straight flush"'), ["'straight-flush' is given 2 times"]),
    (OWN.replace('hand = "Three alike"', 'hand = "Lose"'), ["rows[1]", "'lose'"]),
    (OWN + '[terms]\nseed = "5"\n', ["terms", "pair-plus has no meter"]),
]
# fmt: on


@pytest.mark.parametrize(("text", "said"), BAD_FILES)
def test_a_broken_paytable_file_is_refused(pitbook: Command, tmp_path: Path, text: str, said: list[str]) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    refused(pitbook(*PAR, "--paytable-file", str(path)), "own.toml", *said)


def test_a_row_with_the_printed_wording_and_no_event_is_told_the_event(pitbook: Command, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('label = "mine"\n[[rows]]\nhand = "Ace, king and queen of spades"\npays = "100% of meter"\n')
    found = pitbook(*PROGRESSIVE, "--paytable-file", path)
    said = "rows[0].hand: 'Ace, king and queen of spades' names no event, and no event is given"
    refused(found, said, "(did you mean event = 'ace-king-queen-of-spades'?)", "allowed as event: ", "mini-royal")
    assert "rows[0].event" not in found.err


def test_all_faults_of_a_paytable_file_are_listed(pitbook: Command, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace('"50 to 1"', '"fifty"').replace('"30 to 1"', '"thirty"').replace("three-of-a-kind", "trips"))
    found = pitbook(*PAR, "--paytable-file", str(path))
    refused(found, "3 faults", "'fifty'", "'thirty'", "'trips'")
    text = OWN.replace('pays = "50 to 1"', "").replace("label =", "lable =").replace("three-of-a-kind", "trips")
    path.write_text(text + 'odds = "x"\n')
    refused(pitbook(*PAR, "--paytable-file", str(path)), "4 faults", "rows[0].pays: missing", "lable", "rows[1].odds", "'trips'")


def test_a_paytable_file_of_other_bytes_is_refused(pitbook: Command, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xff\xfe\x00")
    refused(pitbook(*PAR, "--paytable-file", str(path)), "own.toml")


def test_the_seed_of_a_paytable_of_your_own_may_be_in_dollars(pitbook: Command, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    rows = '[[rows]]\nhand = "Three alike"\nevent = "three-of-a-kind"\npays = "100% of meter"\n'
    words = ("par", "three-card-poker", "progressive", "--paytable-file", str(path), "--json", "--wager-amount", "5")
    for seed in ('"2000"', "2000", '"$2,000.00"', '"400x"'):
        path.write_text(rows + f"[terms]\nseed = {seed}\n", encoding="utf-8")
        meter = json.loads(pitbook(*words).out)["progressive"]
        assert meter["seed"]["exact"] == meter["reseed"]["exact"] == "2000/1", seed
    path.write_text(rows + '[terms]\nseed = "much"\n', encoding="utf-8")
    found = pitbook(*words)
    refused(found, "terms.seed", "'much'")
    assert "reseed" not in found.err


def test_a_printed_paytable_and_one_of_your_own_do_not_go_together(pitbook: Command, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    refused(pitbook(*PAR, "-p", "A", "--paytable-file", str(path)), "--paytable", "--paytable-file")


@pytest.mark.parametrize("wager", ["ante", "play"])
def test_a_wager_that_is_part_of_a_base_game_takes_no_paytable_file(pitbook: Command, tmp_path: Path, wager: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[[rows]]\nhand = "Tie"\npays = "push"\n')
    refused(pitbook("par", "three-card-poker", wager, "--paytable-file", str(path)), wager)


def test_an_ante_bonus_of_your_own_pays_odds_to_1_only(pitbook: Command, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[[rows]]\nhand = "Straight flush"\npays = "$100"\n')
    refused(pitbook(*BONUS, "--paytable-file", str(path)), "$100", "to 1")


@pytest.mark.parametrize("words", [(), ("--terms", "increment=20%")])
def test_a_paytable_of_your_own_is_priced(pitbook: Command, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    if words:
        path.write_text(OWN.replace("50 to 1", "100% of meter").replace("30 to 1", "30 for 1") + '[terms]\nseed = "1,000x"\n')
        found = pitbook(*PROGRESSIVE, "--paytable-file", str(path), *words, "--json")
        assert json.loads(found.out)["progressive"]["long_run_return"] is not None
    else:
        found = pitbook(*PAR, "--paytable-file", str(path), "--json")
        sheet = json.loads(found.out)
        assert [(row["outcome"], row["count"]) for row in sheet["rows"]] == [
            ("straight-flush", 48),
            ("three-alike", 52),
            ("lose", 22_000),
        ]
        assert sheet["paytable"] == "mine"
    assert (found.status, found.err) == (0, "")


# Answers ------------------------------------------------------------------------------------------------------------


def test_games_lists_every_game(pitbook: Command) -> None:
    found = pitbook("games")
    assert (found.status, found.err) == (0, "")
    assert all(game.id in found.out for game in rulebook())
    listed = json.loads(pitbook("games", "--json").out)
    assert json.dumps(listed).count('"three-card-poker"') >= 1


@pytest.mark.parametrize("game", [game.id for game in rulebook()])
def test_show_lists_every_wager_and_prints_its_tables(pitbook: Command, game: str) -> None:
    found = pitbook("show", game)
    assert (found.status, found.err) == (0, "")
    for wager in rulebook().game(game).wagers:
        one = pitbook("show", game, wager.id)
        assert (one.status, one.err) == (0, "")
        assert wager.name in " ".join(one.out.split())
        data = pitbook("show", game, wager.id, "--json").out
        json.loads(data)
        for table in wager.paytables:
            assert all(json.dumps(row.pays, ensure_ascii=False) in data for row in table.rows if row.pays), (wager.id, table.label)


def test_show_prints_the_rows_as_they_are_printed(pitbook: Command) -> None:
    found = pitbook("show", "three-card-poker", "pair-plus").out
    assert "35 to 1" in found
    assert "Three-of-a-kind" in found
    assert "§ 649a.12(d)" in found


def test_par_prints_counts_probability_contribution_figures_readings_and_citation(pitbook: Command) -> None:
    found = pitbook(*PAR, "-p", "A")
    assert (found.status, found.err) == (0, "")
    for word in [
        "Straight flush",
        "35 to 1",
        "48",
        "0.217195%",
        "1 in 460",
        "22,100",
        "4.5792%",
        "253/5525",
        "§ 649a.12(d)",
        "mini-royal-instead",
    ]:
        assert word in found.out


def test_par_of_one_table_is_one_document_and_of_several_a_list(pitbook: Command) -> None:
    one = json.loads(pitbook(*PAR, "-p", "a", "--json").out)
    assert (one["game"], one["wager"], one["paytable"]) == ("three-card-poker", "pair-plus", "A")
    assert one["house_edge"] == {"exact": "253/5525", "value": 253 / 5525}
    several = json.loads(pitbook(*PAR, "--json").out)
    assert [each["paytable"] for each in several] == list("ABCDE")


def test_par_all_gives_every_wager_and_paytable_and_says_what_it_leaves_out(pitbook: Command) -> None:
    found = pitbook("par", "--all", "--json")
    assert found.status == 0
    assert found.err.count("\n") == 1
    assert "pai-gow-poker pai-gow" in found.err
    sheets = json.loads(found.out)
    wanted = [
        (game.id, wager.id, table.label)
        for game in rulebook()
        for wager in game.wagers
        if wager.no_sheet is None and wager.id != "pai-gow"
        for table in wager.paytables
    ]
    assert [(each["game"], each["wager"], each["paytable"]) for each in sheets] == wanted
    for each in sheets:
        assert sum(row["count"] for row in each["rows"]) == each["total"]
        assert each["rows"][-1]["outcome"] == "lose"


def test_wagers_that_do_not_take_an_amount_are_left_out_and_said_unless_they_are_named(pitbook: Command) -> None:
    """Two dollars have no column in the envy tables of Three Card Poker's progressives, and are not accepted there."""
    found = pitbook("par", "three-card-poker", "--wager-amount", "2", "--json")
    wagers = {each["wager"] for each in json.loads(found.out)}
    assert (found.status, "pair-plus" in wagers, "progressive" in wagers) == (0, True, False)
    assert (
        "three-card-poker progressive is left out: 58 Pa. Code § 649a.12(e)(5) prints no Envy Bonus for a wager of $2.00"
        in found.err
    )
    refused(pitbook("par", "three-card-poker", "progressive", "--wager-amount", "2"), "$2.00", "$1.00, $5.00")
    taken = pitbook("par", "three-card-poker", "--wager-amount", "2", "--set", "envy-other-amounts=linear", "--json")
    assert (taken.err, "progressive" in {each["wager"] for each in json.loads(taken.out)}) == ("", True)


def test_a_pipe_is_as_wide_as_the_environment_says(pitbook: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    widths = []
    for columns in ("", "100", "wide"):
        monkeypatch.setenv("COLUMNS", columns)
        widths.append(max(len(line) for line in pitbook("show", "midibaccarat", "harmony-progressive").out.splitlines()))
    assert widths[1] == 100
    assert widths[0] == widths[2] > 200


def test_csv_has_a_line_for_every_row(pitbook: Command) -> None:
    lines = list(csv.reader(io.StringIO(pitbook(*PAR, "-p", "A", "--csv").out)))
    cells = [cell for line in lines for cell in line]
    assert {"Straight flush", "35 to 1", "48"} <= set(cells)


@pytest.mark.parametrize("ending", ["json", "csv", "html"])
def test_output_writes_the_whole_answer_to_a_file(pitbook: Command, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"sheet.{ending}"
    found = pitbook(*PAR, "-p", "A", "--output", str(path))
    assert (found.status, found.out) == (0, "")
    assert str(path) in found.err
    assert "35 to 1" in path.read_text(encoding="utf-8")
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_output_to_a_folder_that_is_not_there_is_refused(pitbook: Command, tmp_path: Path) -> None:
    refused(pitbook(*PAR, "-p", "A", "--output", f"{tmp_path}/sheet.csv/"), "sheet.csv/ is a folder; allowed is the name of a file")
    assert not list(tmp_path.iterdir())


def test_output_that_cannot_be_written_leaves_nothing_behind(pitbook: Command, tmp_path: Path) -> None:
    (tmp_path / "sheet.json").mkdir()
    refused(pitbook(*PAR, "-p", "A", "--output", str(tmp_path / "sheet.json")), "sheet.json")
    assert [each.name for each in tmp_path.iterdir()] == ["sheet.json"]


def test_compare_ranks_the_paytables_and_marks_the_best(pitbook: Command) -> None:
    found = pitbook("compare", "three-card-poker", "pair-plus")
    assert (found.status, found.err) == (0, "")
    assert "best" in found.out
    data = json.loads(pitbook("compare", "three-card-poker", "pair-plus", "--json").out)
    assert data["ranked_by"] == "house_edge"
    edges = {each["paytable"]: each["house_edge"]["value"] for each in data["sheets"]}
    assert data["order"] == sorted(edges, key=lambda label: edges[label])
    assert data["best_for_player"] == [label for label in edges if edges[label] == min(edges.values())] == ["D"]


def test_compare_ranks_a_paytable_of_ones_own_among_the_printed_ones(pitbook: Command, tmp_path: Path) -> None:
    own = EXAMPLES / "own-pair-plus.toml"
    data = json.loads(pitbook("compare", *PAR[1:], "--paytable-file", own, "--json").out)
    mine = json.loads(pitbook(*PAR, "--paytable-file", own, "--json").out)
    assert [each["paytable"] for each in data["sheets"]] == [*"ABCDE", "mini-royal at 100"]
    assert data["sheets"][-1] == mine
    edges = {each["paytable"]: each["house_edge"]["value"] for each in data["sheets"]}
    assert data["order"] == sorted(edges, key=lambda label: edges[label])
    assert "mini-royal at 100" in pitbook("compare", *PAR[1:], "--paytable-file", own).out
    (tmp_path / "a.toml").write_text(own.read_text("utf-8").replace("mini-royal at 100", "a"), "utf-8")
    refused(pitbook("compare", *PAR[1:], "--paytable-file", tmp_path / "a.toml"), "'a' is the label of a printed paytable")
    refused(pitbook("compare", *PAR[1:], "--paytable-file", "none.toml"), "--paytable-file none.toml: No such file")


def test_compare_ranks_progressives_by_theoretical_hold_and_not_by_todays_edge(pitbook: Command) -> None:
    data = json.loads(pitbook("compare", "three-card-prime", "five-card-progressive", "--json").out)
    assert data["ranked_by"] == "theoretical_hold"
    holds = {each["paytable"]: each["theoretical_hold"]["value"] for each in data["sheets"]}
    assert [holds[label] for label in data["order"]] == sorted(holds.values())
    edges = {each["paytable"]: each["house_edge"]["value"] for each in data["sheets"]}
    assert data["order"] != sorted(edges, key=lambda label: edges[label])


def test_options_of_par_change_the_sheet(pitbook: Command) -> None:
    def sheet(*words: str) -> dict[str, Any]:
        found = pitbook(*words, "--json")
        assert found.status == 0, found.err
        document: dict[str, Any] = json.loads(found.out)
        return document

    six = sheet("par", "midibaccarat", "player", "--decks", "6")
    assert (six["decks"], sheet("par", "midibaccarat", "player")["decks"]) == (6, 8)
    three = sheet(
        "par", "midibaccarat", "harmony-progressive", "-p", "A", "--bettors", "harmony-progressive=3", "--meter", "30,000"
    )
    assert (three["bettors"], three["meter"]["basis"], three["meter"]["value"]["exact"]) == (3, "given", "30000/1")
    five = sheet(*PROGRESSIVE, "-p", "B", "--wager-amount", "5", "--players", "6")
    assert (five["wager_amount"], five["envy"]["other_hands"]) == ("5.00", 6)
    banded = sheet(*PAR, "-p", "A", "--rounds", "1000000", "--confidence", "99%")
    assert (banded["band"]["rounds"], banded["band"]["confidence"], banded["band"]["refused"]) == (1_000_000, 0.99, None)
    kept = sheet("par", "three-card-poker", "six-card-bonus", "-p", "E", "--set", "super-royal-stake=kept")
    assert {"super-royal-stake": "kept"}.items() <= {each["id"]: each["value"] for each in kept["readings"]}.items()


def test_the_pai_gow_progressive_without_terms_says_nothing_on_the_meter(pitbook: Command) -> None:
    found = pitbook("par", "pai-gow-poker", "progressive")
    assert found.status == 0
    assert "nothing on the meter" in found.out
    assert "--terms" in found.out


def test_help_names_every_command_and_option(pitbook: Command) -> None:
    assert all(name in pitbook("--help").out for name in ("games", "show", "par", "compare"))
    found = pitbook("par", "--help")
    assert found.status == 0
    for option in [
        "--all",
        "--paytable",
        "--players",
        "--bettors",
        "--meter",
        "--wager-amount",
        "--decks",
        "--set",
        "--option",
        "--terms",
    ]:
        assert option in found.out
    for option in ["--paytable-file", "--confidence", "--rounds", "--reserve-target", "--json", "--csv", "--output"]:
        assert option in found.out


def test_version_names_the_rulebook(pitbook: Command) -> None:
    found = pitbook("--version")
    assert found.status == 0
    assert rulebook().source_hash[:16] in found.out


# As a process of its own ----------------------------------------------------------------------------------------------


def process(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """The installed command, with no knowledge of this process."""
    environment = {**os.environ, "NO_COLOR": "1", **settings}
    command = [str(Path(sys.executable).with_name("pitbook")), *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, check=False)


def test_the_command_answers_as_a_process() -> None:
    found = process(*PAR, "-p", "D", "--json")
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout)["house_edge"]["exact"] == "128/5525"


def test_a_fault_is_said_as_a_process() -> None:
    found = process(*PAR, "-p", "Z", "--json")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "pitbook: pair-plus: there is no paytable 'Z'; allowed: A, B, C, D, E\n"


def test_sections_are_cited_in_a_plain_locale() -> None:
    found = process(*PAR, "-p", "A", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, "")
    assert "§ 649a.12(d)" in found.stdout


def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = f"'{sys.executable}' -m pitbook par three-card-poker --json | head -c 20"
    found = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert found.stderr == ""


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("pitbook par thr", ["three-card-poker", "three-card-prime"]), ("pitbook par three-card-poker pair", ["pair-plus"])],
)
def test_the_shell_completes_games_and_wagers(typed: str, offered: list[str]) -> None:
    found = process(_PITBOOK_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(len(typed.split()) - 1))
    assert found.stdout.split() == offered


def test_a_meter_below_a_cent_is_shown_as_it_was_given(pitbook: Command) -> None:
    shown = pitbook(*PROGRESSIVE, "--paytable", "A", "--meter", "0.001", "--terms", "seed=1000.0005").out
    assert "at meter $0.001, as given" in shown
    assert "$1,000.0005" in shown


def test_an_amount_that_does_not_end_is_shown_to_the_cent() -> None:
    amounts = (None, Fraction(0), Fraction(10**10, 3), Fraction(1, 3), Fraction(5_000), Fraction(4_999, 1) + Fraction(1, 7))
    assert [dollar_text(each) for each in amounts] == [
        "undefined",
        "$0.00",
        "$3,333.33",
        "less than $0.01",
        "$0.005",
        "less than $0.01",
    ]
