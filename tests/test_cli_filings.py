"""``pitbook check``, ``pack``, ``new``, ``schema`` and ``--submission``: answers, and bad input ends with status 2."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from command_runs import Command, Run, refused
from pitbook.catalog import rulebook
from pitbook.checks import check, codes
from pitbook.findings import Severity
from pitbook.schemas import NAMES, schema
from pitbook.submission import read_file, read_submission

jsonschema: Any = import_module("jsonschema")

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples" / "submissions").glob("*.toml"))
FAULTY = ROOT / "tests" / "data" / "filings"
THREE_CARD = str(ROOT / "examples" / "submissions" / "three-card-poker.toml")


def loaded_by(*commands: list[str]) -> list[str]:
    """Which heavy libraries some commands have loaded when they end, in one process of their own."""
    code = (
        "import json, sys\nfrom pitbook.cli import main\n"
        "for words in json.loads(sys.argv[1]):\n"
        "    sys.argv[1:] = words\n"
        "    try:\n        main()\n    except SystemExit:\n        pass\n"
        "heavy = ('numpy', 'numba', 'sqlalchemy', 'xlsxwriter', 'typst')\n"
        "print(json.dumps([each for each in heavy if each in sys.modules]), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code, json.dumps(commands)], capture_output=True, text=True, check=True)
    assert run.stdout.count("Verdict") == len(commands)
    found: list[str] = json.loads(run.stderr.splitlines()[-1])
    return found


# check ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_ends_with_status_0_also_when_strict(path: Path, pitbook: Command) -> None:
    found = pitbook("check", path, "--strict")
    assert found.status == 0
    assert "no violation found in the editions held" in found.out


@pytest.mark.parametrize(
    ("code", "status", "strict"),
    [("for-to-slip", 1, 1), ("unclear-clause-undecided", 0, 1), ("player-edge", 0, 1), ("long-run-return-low", 0, 0)],
)
def test_status_1_is_for_violations_and_for_warnings_when_strict(code: str, status: int, strict: int, pitbook: Command) -> None:
    assert pitbook("check", FAULTY / f"{code}.toml").status == status
    assert pitbook("check", FAULTY / f"{code}.toml", "--strict").status == strict


def test_findings_as_json(pitbook: Command) -> None:
    found = pitbook("check", FAULTY / "increment-not-of-paytable.toml", "--json")
    assert found.status == 1
    data = json.loads(found.out)
    assert data["verdict"] == "1 violation found in the editions held (649a-2014)"
    assert data["editions"] == ["649a-2014"]
    assert data["counts"] == {"violation": 1, "warning": 0, "note": 0}
    assert data["findings"] == [
        {
            "code": "increment-not-of-paytable",
            "severity": "violation",
            "place": "games[0].wagers.progressive.meter.increment",
            "found": "20% (that of paytable B)",
            "allowed": "14% for paytable A",
            "citation": "58 Pa. Code § 649a.12(e)(3)",
            "remedy": "File the rate as printed for the paytable.",
        }
    ]


def test_findings_as_csv_and_as_a_file(pitbook: Command, tmp_path: Path) -> None:
    path = FAULTY / "for-to-slip.toml"
    rows = list(csv.DictReader(io.StringIO(pitbook("check", path, "--csv").out)))
    assert [row["Code"] for row in rows if row["kind"] == "row"] == ["for-to-slip"]
    for kind in ("json", "csv", "html"):
        written = tmp_path / f"findings.{kind}"
        found = pitbook("check", path, "--output", written)
        assert (found.status, found.out) == (1, "")
        assert "for-to-slip" in written.read_text("utf-8")


def test_findings_to_read_say_what_where_why_and_what_to_do(pitbook: Command) -> None:
    out = pitbook("check", FAULTY / "option-below-floor.toml").out
    for words in (
        "violation: option-below-floor",
        "games[0].wagers.pair-plus.options.mini-royal-flush",
        "39 to 1",
        "40 to 1 or more",
        "§ 649a.12(g)",
        "File odds of at least the floor.",
    ):
        assert words in out


def test_a_filing_from_standard_input(pitbook: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = Path(THREE_CARD).read_bytes()
    for text in (raw, json.dumps(tomllib.loads(raw.decode()), default=str).encode()):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        assert pitbook("check", "-").status == 0


def test_a_check_loads_no_compiler() -> None:
    paths = (*EXAMPLES, FAULTY / "aggregate-limit-differs.toml", FAULTY / "player-edge.toml")
    assert loaded_by(*(["check", str(path)] for path in paths)) == []


# Bad input -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("certificate_holder == 5", ["not TOML", "line 1"]),
        ('certificate_holder = "A"\nfiling_date = 2026-13-01\ngames = []\n', ["not TOML"]),
        ('certificate_holder = "A"\nfiling_date = "1.4.2026"\ngames = []\n', ["filing_date", "2026-11-30", "games"]),
        ('certificate_holder = "A"\nfiling_date = 2026-04-01\nplayers = 7\n', ["players: unknown key", "games: missing"]),
    ],
)
def test_a_file_with_faults_is_refused_with_all_of_them(text: str, words: list[str], pitbook: Command, tmp_path: Path) -> None:
    path = tmp_path / "filing.toml"
    path.write_text(text, "utf-8")
    for more in ([], ["--json"], ["--csv"], ["--strict"]):
        refused(pitbook("check", path, *more), *words)


def test_all_faults_stand_in_one_message_with_their_keys(pitbook: Command, tmp_path: Path) -> None:
    text = (
        Path(THREE_CARD)
        .read_text("utf-8")
        .replace('minimum = "10.00"', 'minimum = "ten"')
        .replace('paytable = "A"', "paytable = 1", 1)
        .replace('pair-plus-alone = "allowed"', 'pair-plus-alone = "perhaps"\ncolor = "red"')
    )
    path = tmp_path / "filing.toml"
    path.write_text(text, "utf-8")
    refused(pitbook("check", path), "games[0].wagers.ante-bonus.paytable", "found 1; allowed: a text")
    path.write_text(text.replace("paytable = 1", 'paytable = "A"'), "utf-8")
    found = pitbook("check", path)
    refused(found, "4 faults", "games[0].wagers.ante.minimum", "games[0].wagers.play.minimum", "perhaps", "'color'")


def test_a_file_that_is_not_there_or_a_second_form_is_refused(pitbook: Command, tmp_path: Path) -> None:
    refused(pitbook("check", tmp_path / "none.toml"), "No such file")
    refused(pitbook("check", THREE_CARD, "--against", tmp_path / "none.toml"), "No such file")
    refused(pitbook("check", THREE_CARD, "--json", "--csv"), "only one of them")
    refused(pitbook("check", THREE_CARD, "--output", tmp_path / "findings.doc"), ".doc", ".json")


# --against -----------------------------------------------------------------------------------------------------------


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    text = Path(THREE_CARD).read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "new.toml"
    path.write_text(text, "utf-8")
    return path


def against(pitbook: Command, new: Path) -> dict[tuple[str | None, str], dict[str, Any]]:
    data = json.loads(pitbook("check", new, "--against", THREE_CARD, "--json").out)
    assert data["against"] == {"name": "three-card-poker", "filing_date": "2026-03-02"}
    return {(each["wager"], each["what"]): each for each in data["changes"]}


def test_nothing_changes_against_itself(pitbook: Command) -> None:
    found = pitbook("check", THREE_CARD, "--against", THREE_CARD)
    assert found.status == 0
    assert "nothing changes" in found.out


def test_a_richer_paytable_is_told_row_by_row_with_its_edge(pitbook: Command, tmp_path: Path) -> None:
    new = changed(
        tmp_path,
        ('[games.wagers.six-card-bonus]\npaytable = "E"', '[games.wagers.six-card-bonus]\npaytable = "A"'),
        ('increment = "14%"', 'increment = "20%"'),
        ('[games.wagers.progressive]\npaytable = "A"', '[games.wagers.progressive]\npaytable = "B"'),
        ("filing_date = 2026-03-02", "filing_date = 2026-03-09"),
    )
    found = against(pitbook, new)
    assert found["six-card-bonus", "paytable"]["after"] == "A"
    assert found["six-card-bonus", "pays super-royal-of-diamonds"]["better_for"] == "house"
    assert found["six-card-bonus", "pays full-house"]["better_for"] == "players"
    assert found["six-card-bonus", "house edge"]["before"] == "18.0981%"
    assert found["six-card-bonus", "house edge"]["after"].startswith("10.2248%")
    assert found["six-card-bonus", "house edge"]["better_for"] == "players"
    assert found["progressive", "increment"]["better_for"] == "players"
    assert found["progressive", "hit frequency"]["better_for"] == "house"
    assert not [key for key in found if key[0] == "pair-plus"]


def test_limits_readings_tables_and_wagers_that_come_and_go_are_told(pitbook: Command, tmp_path: Path) -> None:
    new = changed(
        tmp_path,
        ('tables = ["TCP-1", "TCP-2"]', 'tables = ["TCP-1"]'),
        ('pair-plus-alone = "allowed"', 'pair-plus-alone = "needs-ante"'),
        ('minimum = "5.00"\nmaximum = "100.00"', 'minimum = "10.00"\nmaximum = "100.00"'),
        ('[games.wagers.five-of-six-progressive]\namounts = ["1.00"]', '[games.wagers.ante-bonus-akq]\npaytable = "A"'),
        ('meter = { seed = "$10,000 for 1", reseed = "$10,000 for 1", increment = "28%" }', ""),
    )
    found = against(pitbook, new)
    assert found[None, "tables"]["before"] == "TCP-1, TCP-2"
    assert found[None, "reading pair-plus-alone"]["after"].startswith("needs-ante")
    assert (found["pair-plus", "minimum wager"]["before"], found["pair-plus", "minimum wager"]["after"]) == ("$5.00", "$10.00")
    assert found["five-of-six-progressive", "offered"]["after"] == "no"
    assert found["ante-bonus-akq", "offered"]["after"] == "yes"


def test_a_game_that_comes_or_goes_is_told(pitbook: Command) -> None:
    whole = str(ROOT / "examples" / "submissions" / "whole-casino.toml")
    data = json.loads(pitbook("check", THREE_CARD, "--against", whole, "--json").out)
    gone = [each["game"] for each in data["changes"] if each["what"] == "game offered" and each["after"] == "no"]
    assert sorted(gone) == ["midibaccarat", "pai-gow-poker", "three-card-poker", "three-card-prime"]


# new, schema ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(rulebook().games))
def test_a_starter_checks_clean_once_its_names_are_filled_in(game: str, pitbook: Command, tmp_path: Path) -> None:
    path = tmp_path / "filing.toml"
    assert pitbook("new", game, "-o", path).status == 0
    assert {each.code for each in check(read_file(path))} - {"edition-dates-unknown"} == {"placeholder-left"}
    path.write_text(filled(path.read_text("utf-8")), "utf-8")
    found = pitbook("check", path, "--strict")
    assert found.status == 0
    assert {each.code for each in check(read_file(path))} <= {"edition-dates-unknown"}
    refused(pitbook("new", game, "-o", path), "File exists")


def filled(text: str) -> str:
    for name, value in (
        ("<certificate holder>", "Example Gaming Associates, LP"),
        ("<licensed facility>", "Riverside Example Casino"),
        ("<table number>", "T-1"),
        ("<name of the link>", "link-1"),
        ("<number of the filing>", "RS-1"),
        ("<who prepared it>", "A"),
    ):
        text = text.replace(name, value)
    return text


@pytest.mark.parametrize("game", list(rulebook().games))
def test_every_choice_of_a_starter_can_be_taken(game: str, pitbook: Command) -> None:
    """Each line behind a # without a blank is TOML of the form; taken all at once they read without a fault."""
    lines = [
        line[1:] if line.startswith("#") and line[1:2] not in (" ", "") else line for line in pitbook("new", game).out.splitlines()
    ]
    text = filled("\n".join(lines))
    data = tomllib.loads(text)
    edition = rulebook().game(game).edition()
    assert set(data["games"][0]["wagers"]) == {each.id for each in edition.wagers} | set(edition.recorded)
    odd = {each.code for each in check(read_submission(data)) if each.severity is Severity.VIOLATION}
    assert odd <= {"wager-against-variation", "both-ante-bonuses", "extra-not-offered"}, "choices that exclude each other"


def test_a_starter_names_every_paytable_and_reading_of_a_filing(pitbook: Command) -> None:
    for game in rulebook():
        text = pitbook("new", game.id).out
        for wager in game.wagers:
            assert f"[games.wagers.{wager.id}]" in text
            assert ", ".join(table.label for table in wager.paytables) in text or len(wager.paytables) == 1
        for reading in game.edition().readings:
            if "filing" in reading.affects and len(reading.values) > 1 and reading.asked_when != "never":
                assert reading.asks in text, reading.id


def test_a_starter_says_beside_a_wager_which_readings_it_makes_necessary(pitbook: Command) -> None:
    lines = pitbook("new", "midibaccarat", "--filing-date", "2027-02-28").out.splitlines()
    assert "filing_date = 2027-02-28" in lines
    refused(pitbook("new", "midibaccarat", "--filing-date", "2027-02-29"), "--filing-date '2027-02-29'", "as in 2026-11-30")
    at = lines.index("#[games.wagers.harmony-progressive]")
    beside = next(line for line in lines[at - 4 : at] if line.startswith("# With it decide under [games.readings]: "))
    assert "harmony-requires" in beside
    assert "#harmony-requires = " in "\n".join(lines)


def test_an_unknown_game_or_schema_is_refused_with_the_nearest(pitbook: Command) -> None:
    refused(pitbook("new", "three-card-pokre"), "did you mean three-card-poker?")
    refused(pitbook("schema", "submision"), "did you mean submission?", "house-way")


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one_and_describes_its_keys(name: str, pitbook: Command, tmp_path: Path) -> None:
    found = json.loads(pitbook("schema", name).out)
    jsonschema.Draft202012Validator.check_schema(found)
    assert found["title"]
    assert found["additionalProperties"] is False
    if name != "house-way":
        parts = [found, *found.get("$defs", {}).values()]
        bare = [key for part in parts for key, value in part.get("properties", {}).items() if "description" not in value]
        assert not bare
    assert pitbook("schema", name, "-o", tmp_path / "schema.json").status == 0
    assert json.loads((tmp_path / "schema.json").read_text("utf-8")) == found


def as_json(path: Path) -> Any:
    return json.loads(json.dumps(tomllib.loads(path.read_text("utf-8")), default=str))


def test_the_schema_takes_every_filing_that_is_clean() -> None:
    validator = jsonschema.Draft202012Validator(schema("submission"))
    for path in EXAMPLES:
        assert not [each.message for each in validator.iter_errors(as_json(path))], path.stem


@pytest.mark.parametrize("code", ["paytable-not-printed", "option-not-offered", "decks-not-allowed"])
def test_the_schema_finds_choices_that_are_not_printed(code: str) -> None:
    validator = jsonschema.Draft202012Validator(schema("submission"))
    assert list(validator.iter_errors(as_json(FAULTY / f"{code}.toml")))


def test_the_schema_refuses_what_reading_refuses() -> None:
    validator = jsonschema.Draft202012Validator(schema("submission"))
    good = as_json(EXAMPLES[-1])
    blackjack = {"game": "blackjack", "tables": ["T"], "wagers": {"main": {}}}
    changes: list[dict[str, Any]] = [{"colour": "red"}, {"filing_date": 5}, {"games": []}, {"games": [blackjack]}]
    for change in changes:
        assert list(validator.iter_errors({**good, **change})), change


def test_the_schemas_of_rounds_paytables_and_house_ways_take_the_files_that_are_there() -> None:
    paytable = jsonschema.Draft202012Validator(schema("paytable"))
    assert not list(paytable.iter_errors(as_json(ROOT / "examples" / "own-pair-plus.toml")))
    way = jsonschema.Draft202012Validator(schema("house-way"))
    ways = sorted((ROOT / "src" / "pitbook" / "games" / "pai_gow_poker" / "house_ways").glob("*.toml"))
    assert ways
    for path in ways:
        assert not list(way.iter_errors(as_json(path))), path.name


# pack ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_packs(path: Path, pitbook: Command, tmp_path: Path) -> None:
    words = ["--without", "pai-gow"] if "pai-gow" in path.read_text("utf-8") else []
    found = pitbook("pack", path, "-o", tmp_path / "pack", *words)
    assert found.status == 0
    written = [Path(line) for line in found.out.splitlines()]
    assert sorted(written) == sorted((tmp_path / "pack").iterdir())
    lines = (tmp_path / "pack" / "SHA256SUMS").read_text("utf-8").splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    for each in written:
        if each.name != "SHA256SUMS":
            assert hashlib.sha256(each.read_bytes()).hexdigest() == sums[each.name]
    sheets = json.loads((tmp_path / "pack" / "par-sheets.json").read_text("utf-8"))
    assert sheets["verdict"].startswith("no violation found")


def test_a_pack_is_the_same_when_it_is_made_twice(pitbook: Command, tmp_path: Path) -> None:
    path = ROOT / "examples" / "submissions" / "three-card-prime.toml"
    for folder in ("one", "two"):
        assert pitbook("pack", path, "-o", tmp_path / folder).status == 0
    for each in (tmp_path / "one").iterdir():
        assert each.read_bytes() == (tmp_path / "two" / each.name).read_bytes(), each.name


def test_a_filing_with_violations_packs_with_its_findings_and_status_1(pitbook: Command, tmp_path: Path) -> None:
    found = pitbook("pack", FAULTY / "for-to-slip.toml", "-o", tmp_path / "pack")
    assert found.status == 1
    assert "1 violation found" in found.err
    findings = json.loads((tmp_path / "pack" / "findings.json").read_text("utf-8"))
    assert [each["code"] for each in findings["findings"]] == ["for-to-slip"]


def test_a_pack_needs_a_free_folder_and_wagers_that_are_there(pitbook: Command, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("x", "utf-8")
    refused(pitbook("pack", FAULTY / "limits-not-filed.toml", "-o", tmp_path / "full"), "is there already")
    refused(pitbook("pack", THREE_CARD, "-o", tmp_path / "pack", "--without", "tie"), "no wager 'tie'")
    refused(pitbook("pack", tmp_path / "none.toml", "-o", tmp_path / "pack"), "No such file")
    assert not (tmp_path / "pack").exists()


# par --submission ----------------------------------------------------------------------------------------------------


def test_par_takes_what_is_filed_and_nothing_else(pitbook: Command) -> None:
    sheets = json.loads(pitbook("par", "three-card-poker", "--submission", THREE_CARD, "--json").out)
    assert {(each["wager"], each["paytable"]) for each in sheets} == {
        ("ante-bonus", "A"),
        ("pair-plus", "A"),
        ("six-card-bonus", "E"),
        ("progressive", "A"),
        ("five-card-progressive", "standard"),
        ("five-card-hand-bonus", "standard"),
        ("five-card-hand-bonus-on-dealer", "standard"),
        ("five-of-six-progressive", "standard"),
    }
    [sheet] = [each for each in sheets if each["wager"] == "pair-plus"]
    assert sheet["rows"][0]["pays"] == "50 to 1"
    [alone] = [json.loads(pitbook("par", "three-card-poker", "pair-plus", "--submission", THREE_CARD, "--json").out)]
    assert alone == sheet


def test_par_of_a_whole_filing_leaves_long_counts_to_be_named(pitbook: Command) -> None:
    found = pitbook("par", "--submission", ROOT / "examples" / "submissions" / "whole-casino.toml", "--json")
    assert "pai-gow is left out" in found.err
    sheets = json.loads(found.out)
    assert {each["game"] for each in sheets} == set(rulebook().games)
    assert "pai-gow" not in {each["wager"] for each in sheets}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["midibaccarat"], "offers no midibaccarat"),
        (["three-card-poker", "ante-bonus-akq"], "offers no ante-bonus-akq"),
        (["three-card-poker", "pair-plus", "--paytable", "B"], "offers no paytable B; offered: A"),
        (["three-card-poker", "pair-plus", "--wager-amount", "7"], "no multiple of $5.00"),
        (["three-card-poker", "progressive", "--wager-amount", "2"], "allowed: $1.00, $5.00"),
        (["three-card-poker", "pair-plus", "--option", "mini-royal-flush=40 to 1"], "is 50 to 1 in the Rules Submission"),
        (["three-card-poker", "--set", "magic-lucky=not-offered"], "magic-lucky is offered in the Rules Submission"),
        (["three-card-poker", "--set", "magic-luck=offered"], "did you mean magic-lucky?"),
        (["three-card-poker", "progressive", "--terms", "increment=20%"], "--terms does not go with --submission"),
        (["three-card-poker", "--decks", "2"], "1 decks in the Rules Submission"),
    ],
)
def test_par_refuses_what_is_not_filed(words: list[str], said: str, pitbook: Command) -> None:
    refused(pitbook("par", *words, "--submission", THREE_CARD), said)


# settle --submission -------------------------------------------------------------------------------------------------

ROUND = """
game = "three-card-poker"
date = 2026-04-02
table = "TCP-1"
dealer = "Jh Js 4c"

[[seats]]
seat = 2
cards = "6c 6d 2h"
wagers = { ante = "10.00", play = "10.00", pair-plus = "5.00" }
"""


def settled(pitbook: Command, tmp_path: Path, text: str, *words: str | Path) -> Run:
    path = tmp_path / "round.toml"
    path.write_text(text, "utf-8")
    return pitbook("settle", path, "--json", *words)


def test_a_round_takes_its_choices_from_the_filing(pitbook: Command, tmp_path: Path) -> None:
    found = settled(pitbook, tmp_path, ROUND, "--submission", THREE_CARD)
    lines = {each["wager"]: each for each in json.loads(found.out)["lines"]}
    assert lines["pair-plus"]["returned"] == "10.00"
    (tmp_path / "filing.toml").write_text(Path(THREE_CARD).read_text("utf-8"), "utf-8")
    named = settled(pitbook, tmp_path, ROUND + '\n[choices]\nsubmission = "filing.toml"\n')
    assert json.loads(named.out) == json.loads(found.out)


def test_a_settlement_and_its_slip_say_under_which_filing(pitbook: Command, tmp_path: Path) -> None:
    filing = read_file(Path(THREE_CARD))
    words = f"{filing.file.certificate_holder}, {filing.file.facility}, filed {filing.file.filing_date}"
    (tmp_path / "round.toml").write_text(ROUND, "utf-8")
    under = ("settle", tmp_path / "round.toml", "--submission", THREE_CARD)
    said = json.loads(pitbook(*under, "--json").out)["submission"]
    assert said.startswith(words)
    assert said in " ".join(pitbook(*under).out.split())
    assert pitbook(*under, "--output", tmp_path / "slip.pdf").status == 0
    slip = "".join(page.extract_text() for page in PdfReader(tmp_path / "slip.pdf").pages)
    assert words in " ".join(slip.split())
    assert "submission" not in json.loads(pitbook("settle", ROOT / "examples" / "rounds" / "three-card-prime.toml", "--json").out)


def test_a_round_may_repeat_what_is_filed(pitbook: Command, tmp_path: Path) -> None:
    choices = '\n[choices]\npair-plus = { paytable = "a", mini-royal-flush = "50:1" }\n[readings]\npair-plus-alone = "allowed"\n'
    assert settled(pitbook, tmp_path, ROUND + choices, "--submission", THREE_CARD).status == 0


def test_the_filed_mini_royal_is_paid(pitbook: Command, tmp_path: Path) -> None:
    text = ROUND.replace("6c 6d 2h", "Ah Kh Qh")
    lines = {each["wager"]: each for each in json.loads(settled(pitbook, tmp_path, text, "--submission", THREE_CARD).out)["lines"]}
    assert (lines["pair-plus"]["outcome"], lines["pair-plus"]["returned"]) == ("mini-royal-flush", "255.00")
    assert lines["ante-bonus"]["returned"] == "50.00"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('pair-plus = "5.00"', 'pair-plus = "2.00"', "below the minimum of $5.00"),
        ('pair-plus = "5.00"', 'pair-plus = "7.00"', "no multiple of $5.00"),
        ('pair-plus = "5.00"', 'pair-plus = "500.00"', "above the maximum of $100.00"),
        ('pair-plus = "5.00"', 'progressive = "2.00"', "allowed: $1.00, $5.00"),
        ('table = "TCP-1"', 'table = "TCP-7"', "no three-card-poker at table TCP-7; its tables: TCP-1, TCP-2"),
        ("date = 2026-04-02", "date = 2026-03-31", "before the day the Rules Submission takes effect, 2026-04-01"),
        ("[[seats]]", 'readings = { pair-plus-alone = "needs-ante" }\n[[seats]]', "the Rules Submission says 'allowed'"),
        ("[[seats]]", 'choices = { pair-plus = "B" }\n[[seats]]', "the Rules Submission has 'A'"),
        ("[[seats]]", 'choices = { ante-bonus-akq = "B" }\n[[seats]]', "the Rules Submission does not offer it"),
        ("[[seats]]", 'choices = { pair_plus = "A" }\n[[seats]]', "does not offer it (did you mean pair-plus?); offered: ante"),
        ("[[seats]]", 'choices = { submission = "x.toml" }\n[[seats]]', "named on the command line already"),
        ("[[seats]]", 'meters = { harmony = { meter = "5" } }\n[[seats]]', "offers no wager on it"),
        ("[[seats]]", 'meters = { progresive = { meter = "5" } }\n[[seats]]', "no wager on it (did you mean progressive?); meters"),
    ],
)
def test_a_round_that_the_filing_does_not_allow_is_refused(old: str, new: str, said: str, pitbook: Command, tmp_path: Path) -> None:
    assert old in ROUND
    refused(settled(pitbook, tmp_path, ROUND.replace(old, new), "--submission", THREE_CARD), said)


def test_a_wager_that_is_not_filed_is_refused(pitbook: Command, tmp_path: Path) -> None:
    filing = tmp_path / "small.toml"
    filing.write_text((FAULTY / "link-unused.toml").read_text("utf-8"), "utf-8")
    refused(settled(pitbook, tmp_path, ROUND, "--submission", filing), "pair-plus: the Rules Submission does not offer it")


def test_a_faulty_filing_is_named_with_its_faults(pitbook: Command, tmp_path: Path) -> None:
    (tmp_path / "filing.toml").write_text('certificate_holder = "A"\n', "utf-8")
    refused(
        settled(pitbook, tmp_path, ROUND + '\n[choices]\nsubmission = "filing.toml"\n'), "filing_date: missing", "games: missing"
    )
    refused(settled(pitbook, tmp_path, ROUND + '\n[choices]\nsubmission = "none.toml"\n'), "No such file")


def test_terms_of_a_meter_come_from_the_filing(pitbook: Command, tmp_path: Path) -> None:
    text = """
game = "pai-gow-poker"
date = 2026-03-03
dealer = "Ah Kd Qs Jc 9h 8s 2d"

[[seats]]
seat = 1
cards = "As Ac Ad Ah Jk 4c 3d"
wagers = { pai-gow = "15.00", progressive = "1.00" }

[meters]
progressive = { meter = "25000.00" }
""".replace("Ah Kd Qs", "Kh Kd Qs")
    filing = ROOT / "examples" / "submissions" / "pai-gow-poker.toml"
    data = json.loads(settled(pitbook, tmp_path, text, "--submission", filing).out)
    assert data["meters"]["progressive"]["contributed"] == "0.21"
    assert data["meters"]["progressive"]["awarded"] == "2500.02"
    other = text.replace('{ meter = "25000.00" }', '{ meter = "25000.00", increment = "25%" }')
    refused(settled(pitbook, tmp_path, other, "--submission", filing), "meters.progressive.increment: '25%'")
    same = text.replace('{ meter = "25000.00" }', '{ meter = "25000.00", increment = "0.21", seed = "$10,000 for 1" }')
    assert json.loads(settled(pitbook, tmp_path, same, "--submission", filing).out) == data


def test_a_house_way_of_ones_own_sets_the_dealers_cards(pitbook: Command, tmp_path: Path) -> None:
    """Eights and fives with a king: one way keeps both pairs high, the other plays the fives low."""
    ways = ROOT / "src" / "pitbook" / "games" / "pai_gow_poker" / "house_ways"
    ours = (ways / "foxwoods.toml").read_text("utf-8").replace('name = "foxwoods"', 'name = "ours"')
    (tmp_path / "ours.toml").write_text(ours, "utf-8")
    filing = (ROOT / "examples" / "submissions" / "pai-gow-poker.toml").read_text("utf-8")
    text = """
game = "pai-gow-poker"
date = 2026-03-03
dealer = "8h 8d 5s 5c Kh 4s 2d"

[choices]
submission = "filing.toml"

[[seats]]
seat = 1
cards = "As Ac Qd Jh 9s 4c 3d"
wagers = { pai-gow = "15.00" }
"""
    results = []
    for way in ("trump-plaza", "ours.toml"):
        (tmp_path / "filing.toml").write_text(filing.replace('"trump-plaza"', f'"{way}"'), "utf-8")
        assert pitbook("check", tmp_path / "filing.toml", "--strict").status == 0
        results.append(json.loads(settled(pitbook, tmp_path, text).out)["lines"][0]["result"])
    assert results == ["lose", "push"]


def test_rounds_as_json_lines_stand_under_one_filing(pitbook: Command, tmp_path: Path) -> None:
    good = tomllib.loads(ROUND)
    good["date"] = "2026-04-02"
    bad = {**good, "table": "TCP-7"}
    path = tmp_path / "rounds.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in (good, bad, good)), "utf-8")
    found = pitbook("settle", path, "--submission", THREE_CARD)
    answers = [json.loads(line) for line in found.out.splitlines()]
    assert found.status == 2
    assert [each.get("line") for each in answers] == [None, 2, None]
    assert "TCP-7" in answers[1]["faults"][0]


def test_every_code_stands_in_the_table_of_codes_once() -> None:
    assert len(codes()) == len(set(codes()))
