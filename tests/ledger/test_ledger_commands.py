"""The ledger's commands, as somebody types them: a day at a table, its bad turns, and what is said about each."""

from __future__ import annotations

import csv
import io
import json
import re
from contextlib import redirect_stdout
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from ledger_world import HASHER

from command_runs import Command, refused
from pitbook.cli import ledger as ledger_commands
from pitbook.errors import InputError

pytest_plugins = ["ledger_fixtures"]

ROUND = """
key = "{key}"
table = "T1"
game = "three-card-poker"
dealer = "9h 8h 3h"
community = "Ah Kh"
[choices]
ante-bonus = "A"
five-card-hand-bonus = "standard"
five-card-hand-bonus-on-dealer = "standard"
[[seats]]
seat = 2
cards = "As Ad Ac"
wagers = {{ ante = "10.00", play = "10.00", five-card-hand-bonus = "1.00", five-card-hand-bonus-on-dealer = "1.00" }}
[[seats]]
seat = 4
player = "Ed"
cards = "{cards}"
wagers = {{ ante = "10.00", play = "10.00", five-card-hand-bonus = "1.00" }}
"""


@cache
def all_commands() -> Any:
    """The ledger's commands, put together once."""
    app = typer.Typer()
    ledger_commands.add_to(app)
    return typer.main.get_command(app)


def invoked(*words: str) -> tuple[int, str]:
    """A command's exit status and what it printed, or what is at fault with its input."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        try:
            all_commands().main(list(words), prog_name="pitbook")
        except SystemExit as end:
            return int(end.code or 0), printed.getvalue()
        except InputError as fault:
            return 2, str(fault)
    return 0, printed.getvalue()


class Desk:
    """The command line over one database, with the secrets of its people in files."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database, self.folder = database, folder

    def run(self, *words: str, status: int = 0) -> str:
        """A command; gives what it printed."""
        ended, printed = invoked(*words, "--database", self.database)
        assert ended == status, (words, printed)
        return printed

    def json(self, *words: str) -> Any:
        """A command's JSON answer."""
        return json.loads(self.run(*words, "--json"))

    def csv(self, *words: str) -> list[dict[str, str]]:
        """A command's CSV answer, a row by the names of its columns."""
        head, *rows = csv.reader(io.StringIO(self.run(*words, "--csv")))
        assert len(set(head)) == len(head)
        return [dict(zip(head, row, strict=True)) for row in rows]

    def sign(self, name: str) -> tuple[str, ...]:
        """The options that sign a command."""
        return ("--as", name, "--secret-file", self.secret(name))

    def second(self, name: str) -> tuple[str, ...]:
        """The options by which a second person approves at once."""
        return ("--approved-by", name, "--approver-secret-file", self.secret(name))

    def secret(self, name: str) -> str:
        """The file of somebody's secret."""
        file = self.folder / f"{name}.secret"
        file.write_text(f"secret of {name}\n")
        return str(file)

    def round_file(self, key: str, cards: str = "Qh Jh Th") -> str:
        """A round in a file; by default seat 4 holds a royal flush."""
        file = self.folder / f"{key}.toml"
        file.write_text(ROUND.format(key=key, cards=cards))
        return str(file)


@pytest.fixture
def desk(empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A fresh ledger with people, one meter and one table, all by commands; secrets hashed at the least cost."""
    monkeypatch.setattr("pitbook.ledger.people._hasher", lambda _: HASHER)
    made = Desk(empty_url, tmp_path)
    made.run("user", "add", "ann", "--role", "admin", "--secret-file", made.secret("ann"))
    for name, role in (("sue", "supervisor"), ("al", "accounting")):
        made.run("user", "add", name, "--role", role, "--new-secret-file", made.secret(name), *made.sign("ann"))
    made.run(
        "meter", "open", "hb", "--game", "three-card-poker", "--wager", "five-card-hand-bonus", "--table", "T1", *made.sign("ann")
    )
    return made


def test_a_day_at_a_table(desk: Desk) -> None:
    shown = desk.json("meter", "show", "hb")
    assert (shown["value"], shown["wager_amount"]) == ("10000.00", "1.00")
    assert [each["wager"] for each in shown["members"]] == ["five-card-hand-bonus", "five-card-hand-bonus-on-dealer"]
    recorded = desk.json("round", "record", desk.round_file("r1"))
    assert recorded["awards"][0]["amount"] == "10000.63"
    assert [each["outcome"] for each in recorded["fixed"]] == ["four-of-a-kind", "flush"]
    again = desk.json("round", "record", desk.round_file("r1"))
    assert (again["seq"], again["repeated"]) == (recorded["seq"], True)
    said = desk.run("round", "record", desk.round_file("r1"))
    owed = said[said.index("Owed by the house") :]
    assert re.search(r"2 +five-card-hand-bonus +four-of-a-kind +\$\d", owed)
    assert re.search(r"total +\$", owed)
    confirmed = ("--hand", "royal flush", "--wager", "1.00", "--amount", "10000.63", "--deck-checked")
    wrong = [word if word != confirmed[1] else "Qs Js Ts" for word in confirmed]
    refusal = desk.run("award", "approve", "r1/1", *wrong, *desk.sign("sue"), status=2)
    assert "Qs, Js, Ts was not dealt to seat 4" in refusal
    assert "Qh Jh Th" in refusal
    assert "one more person" in desk.run("award", "approve", "r1/1", *confirmed, *desk.sign("sue"))
    assert "may be paid" in desk.run("award", "approve", "r1/1", *confirmed, *desk.sign("al"))
    desk.run("award", "pay", "r1/1", *desk.sign("sue"))
    (award,) = desk.json("award", "list", "--status", "paid")
    assert award["approvals"] == ["sue", "al"]
    slip = desk.run("award", "slip", "r1/1")
    assert "$10,000.63" in slip
    assert "Qh Jh Th" in slip
    assert "not named; `pitbook ledger setting facility NAME` does" in slip
    assert re.search(r"player +Ed *$", slip, re.MULTILINE)
    said = desk.run("ledger", "setting", "facility", "The House", *desk.sign("ann"))
    assert "Setting facility = The House" in said
    assert "The House" in desk.run("award", "slip", "r1/1")
    kinds = [row["kind"] for row in desk.json("meter", "log", "hb")["rows"]]
    assert kinds[-3:] == ["award-approved", "award-approved", "award-paid"]
    desk.run("meter", "read", "hb", "0.24", *desk.sign("al"))
    assert desk.json("ledger", "verify")["good"]
    (row,) = desk.json("ledger", "report", "balances")["rows"]
    assert (row["closing_value"], row["difference"]) == ("0.24", "0.00")
    (balance,) = desk.csv("ledger", "report", "balances")
    assert (balance["meter"], balance["link"], balance["closing value ($)"], balance["difference ($)"]) == (
        "hb",
        "main",
        "0.24",
        "0.00",
    )
    for report in ("contributions", "hits", "levels", "liability", "events"):
        for row in desk.csv("ledger", "report", report):
            assert all(not cell or Decimal(cell).is_finite() for name, cell in row.items() if name.endswith("($)")), row
    shown = {row["figure"]: (row["value"], row["unit"], row["note"]) for row in desk.csv("meter", "show", "hb")}
    assert shown["value"] == ("0.24", "$", "")
    assert shown["awards from the meter"] == ("1", "", "a divided one counted once")
    (award,) = desk.csv("award", "list")
    assert (award["table"], award["Table"], award["amount ($)"]) == ("Awards", "T1", "10000.63")
    assert [row["kind"] for row in desk.csv("ledger", "report", "levels")][-1] == "total"


def test_everything_that_is_missing_is_said_at_once(pitbook: Command) -> None:
    refused(pitbook("meter", "adjust", "hb", "5.00"), "Missing option '--cause'. Missing as well: '--reference'.")
    refused(pitbook("round", "bet"), "'ROUND'. Missing as well: '--seat', '--wager', '--amount'.")
    assert "as well" not in pitbook("meter", "adjust", "hb", "5.00", "--cause", "malfunction").err


CHANGES = (
    ('play = "10.00", five-card-hand-bonus = "1.00" }', 'play = "10.00", five-card-hand-bonus = "1.00", pair-plus = "5.00" }'),
    ('player = "Ed"', 'player = "Ned"'),
    ("seat = 4", 'seat = 4\npaid = "5.00"'),
    ('ante-bonus = "A"', 'ante-bonus = "B"'),
    ("\ndealer", "\ndate = 2026-11-01\ndealer"),
    ('"10.00"', '"20.00"'),
)


def test_a_round_of_which_anything_was_changed_is_another_round(desk: Desk) -> None:
    """Also where nothing changes that feeds a meter or wins from it; the same in other letters is the same."""
    file = Path(desk.round_file("r1", "2h 4d 6s"))
    desk.run("round", "record", str(file))
    original = file.read_text()
    file.write_text(original.replace('ante = "10.00"', "ante = 10").replace("seat = 2", "# of the early shift\nseat = 2"))
    assert desk.json("round", "record", str(file))["repeated"]
    for before, after in CHANGES:
        assert before in original
        file.write_text(original.replace(before, after).replace("[[seats]]", 'pair-plus = "A"\n[[seats]]', "pair-plus" in after))
        assert "the key 'r1' was used" in desk.run("round", "record", str(file), status=2), after


def test_a_round_recorded_before_rounds_had_a_fingerprint_is_repeatable(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr("pitbook.ledger.from_cards._fingerprint", lambda *_: None)
        assert "fingerprint" not in desk.json("round", "record", desk.round_file("old"))
    assert desk.json("round", "record", desk.round_file("old"))["repeated"]
    assert "the key 'old' was used" in desk.run("round", "record", desk.round_file("old", "2h 4d 6s"), status=2)


def test_a_round_step_by_step(desk: Desk) -> None:
    desk.run("round", "open", "r2", "--table", "T1", "--game", "three-card-poker")
    for seat, wager in ((2, "five-card-hand-bonus"), (2, "five-card-hand-bonus-on-dealer"), (4, "five-card-hand-bonus")):
        desk.run("round", "bet", "r2", "--seat", str(seat), "--wager", wager, "--amount", "1.00")
    desk.run("round", "lock", "r2")
    late = ("round", "bet", "r2", "--seat", "5", "--wager", "five-card-hand-bonus", "--amount", "1.00")
    assert "no wager is accepted after lock-out" in desk.run(*late, status=2)
    assert desk.json("round", "result", desk.round_file("r2"))["awards"][0]["amount"] == "10000.63"
    assert "reject what is unpaid first" in desk.run("round", "void", "r2", "--reason", "x", *desk.sign("sue"), status=2)
    desk.run("award", "reject", "r2/1", "--reason", "report 7", *desk.sign("sue"), *desk.second("al"))
    desk.run("round", "void", "r2", "--reason", "misdeal", *desk.sign("sue"))
    assert desk.json("ledger", "verify")["good"]


def test_acts_of_two_people(desk: Desk) -> None:
    proposed = desk.json("meter", "adjust", "hb", "-5.00", "--cause", "malfunction", "--reference", "memo", *desk.sign("sue"))
    proposal = proposed["proposal"]
    assert proposal in desk.run("meter", "proposals")
    (waiting,) = desk.json("meter", "proposals")
    assert (waiting["content"]["amount"], waiting["content"]["reference"]) == ("-5.00", "memo")
    assert "another person approves" in desk.run("meter", "approve", proposal, *desk.sign("sue"), status=2)
    desk.run("meter", "approve", proposal, *desk.sign("al"))
    assert desk.json("meter", "show", "hb")["value"] == "9995.00"
    both = (*desk.sign("sue"), *desk.second("al"))
    changed = ("meter", "configure", "hb", "--terms", "increment=10%", "--set", "award-rounding=dollar-down", "--limit", "90000")
    desk.run(*changed, "--reference", "filing 2", *both)
    assert desk.json("meter", "show", "hb")["pending"]["terms"]["increment"] == "1/10"
    desk.run("meter", "open", "other", "--game", "three-card-poker", "--wager", "five-card-hand-bonus", *desk.sign("ann"))
    desk.run("meter", "transfer", "hb", "other", "1.00", "--reference", "memo 2", *both)
    desk.run("meter", "close", "hb", "--into", "other", "--reference", "memo 3", *both)
    assert desk.json("meter", "show", "hb")["status"] == "closed"
    assert len(desk.json("ledger", "report", "changes")["rows"]) == 3


def test_test_wagers_faults_and_links(desk: Desk) -> None:
    test = desk.json("meter", "test", "hb", "--table", "T1", *desk.sign("sue"))["proposal"]
    desk.run("meter", "test", "hb", "--confirm", test, "--shown", "0.20", *desk.sign("al"), status=1)
    (fault,) = desk.json("fault", "list")
    assert fault["code"] == "test-failed"
    assert "no wager is accepted" in desk.run("round", "record", desk.round_file("r3"), status=2)
    desk.run("fault", "clear", fault["fault_id"], *desk.sign("sue"))
    desk.run("meter", "read", "hb", "9999.00", *desk.sign("al"), status=1)
    desk.run("link", "add", "hb", "--table", "T2", *desk.sign("ann"))
    assert len(desk.json("link", "list", "hb")) == 4
    desk.run("link", "remove", "hb", "--table", "T2", "--wager", "five-card-hand-bonus", *desk.sign("ann"))
    assert len(desk.json("link", "list")) == 3


def test_many_rounds_as_json_lines(desk: Desk, tmp_path: Path) -> None:
    import tomllib

    lines = [json.dumps(tomllib.loads(ROUND.format(key=f"n{n}", cards="2h 4d 6s"))) for n in range(3)]
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n".join([lines[0], lines[1].replace('"T1"', '"T7"'), lines[2]]))
    said = [json.loads(line) for line in desk.run("round", "record", str(file), status=2).splitlines()]
    assert [each.get("key", each.get("line")) for each in said] == ["n0", 2, "n2"]
    assert "T7" in said[1]["faults"][0]


def test_heads_kept_elsewhere(desk: Desk, tmp_path: Path) -> None:
    kept = tmp_path / "head.txt"
    kept.write_text(desk.run("ledger", "head"))
    desk.run("round", "record", desk.round_file("r4"))
    assert "fits" in desk.run("ledger", "verify", "--head", str(kept))
    wrong = kept.read_text().replace(kept.read_text()[-3:-1], "00")
    assert "written anew" in desk.run("ledger", "verify", "--head", wrong, status=1)
    assert "is no head" in desk.run("ledger", "verify", "--head", "main", status=2)


def test_export_and_rebuild_in_another_database(desk: Desk, tmp_path: Path) -> None:
    desk.run("round", "record", desk.round_file("r5"))
    file = tmp_path / "journal.jsonl"
    desk.run("ledger", "export", "-o", str(file))
    other = Desk(str(tmp_path / "rebuilt.db"), tmp_path)
    other.run("ledger", "rebuild", str(file))
    ours, theirs = desk.json("meter", "show", "hb"), other.json("meter", "show", "hb")
    assert ours == theirs
    assert desk.run("ledger", "head") == other.run("ledger", "head")
    assert "could not be signed in; " in other.run("meter", "read", "hb", "1", *other.sign("al"), status=2)
    other.run("user", "secret", "ann", "--new-secret-file", other.secret("ann"))
    other.run("user", "secret", "al", "--new-secret-file", other.secret("al"), *other.sign("ann"))
    other.run("meter", "read", "hb", "0.24", *other.sign("al"))


def test_an_export_goes_through_a_pipe_into_another_database(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exported = desk.run("ledger", "export")
    other = Desk(str(tmp_path / "rebuilt.db"), tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(exported.encode())))
    other.run("ledger", "rebuild", "-")
    assert desk.run("ledger", "head") == other.run("ledger", "head")
    empty = Desk(str(tmp_path / "empty.db"), tmp_path)
    assert "standard input is empty" in empty.run("ledger", "rebuild", "-", status=2)
    assert not (tmp_path / "empty.db").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("meter", "show", "nosuch"), "no meter 'nosuch'; known: hb"),
        (("meter", "open", "x", "--game", "nosuch", "--wager", "w"), "nosuch"),
        (("meter", "open", "hb", "--game", "three-card-poker", "--wager", "progressive", "-p", "A"), "already"),
        (("meter", "open", "x", "--game", "three-card-poker", "--wager", "ante"), "ante"),
        (("meter", "open", "x", "--game", "midibaccarat", "--wager", "harmony-progressive", "-p", "A"), "--opening AMOUNT"),
        (
            ("meter", "open", "x", "--game", "three-card-poker", "--wager", "five-card-hand-bonus", "--set", "below-seed=no"),
            "allowed: allow, top-up-to-seed, house-pays-share",
        ),
        (("round", "record", "nosuch.toml"), "nosuch.toml"),
        (("award", "pay", "nosuch"), "--as: somebody must sign"),
        (("ledger", "report", "nosuch"), "allowed: balances"),
        (("ledger", "report", "balances", "--link", "nosuch"), "no link 'nosuch'; known: house, main"),
        (("ledger", "report", "hits", "--day", "yesterday"), "2026-03-01"),
        (("fault", "set", "--code", "gremlins"), "allowed: memory"),
    ],
)
def test_bad_input_is_said_in_one_message(desk: Desk, words: tuple[str, ...], said: str) -> None:
    sign = desk.sign("ann") if words[:2] == ("meter", "open") else ()
    assert said in desk.run(*words, *sign, status=2)


def test_a_place_without_a_ledger(tmp_path: Path) -> None:
    nowhere = Desk(str(tmp_path / "none.db"), tmp_path)
    assert "pitbook user add NAME --role admin" in nowhere.run("meter", "list", status=2)
    assert not (tmp_path / "none.db").exists()


def test_the_quick_check_says_what_it_checked(desk: Desk) -> None:
    said = desk.run("ledger", "check")
    assert "the last event of each link" in said
    assert "events held" in said
    data = desk.json("ledger", "check")
    verified = desk.json("ledger", "verify")
    assert (data["good"], data["heads"]) == (True, verified["heads"])
    assert data["checked"].split() == said[said.index("the last event") : said.index("events held")].split()
    assert data["events"] == len(verified["heads"]) == 2, "of each link the last"
    assert data["events_held"] == verified["events"] > 2
    assert "events_held" not in verified
