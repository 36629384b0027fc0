"""``pitbook simulate``: its answer in every form, two filings side by side, pictures, and bad input."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from command_runs import Command, Run
from pitbook.payouts import parse_money
from pitbook.simulation.plots import MOST_POINTS, thinned
from pitbook.simulation.view import spark

ROOT = Path(__file__).parents[1]
PRIME = ROOT / "examples" / "submissions" / "three-card-prime.toml"
PLAY = ROOT / "examples" / "plays" / "three-card-poker.toml"


@pytest.fixture
def simulate(pitbook: Command) -> Command:
    """Run the command in this process."""
    return lambda *words: pitbook("simulate", *words, "--workers", "0")


def data_of(found: Run) -> Any:
    assert found.status == 0, found.err
    return json.loads(found.out)


def money(text: str) -> int:
    return -parse_money(text[1:]) if text.startswith("-") else parse_money(text)


def test_the_json_adds_up(simulate: Command) -> None:
    data = data_of(simulate(str(PRIME), "--rounds", "3,000", "--seed", "1", "--period", "500", "--json"))
    for key in ("kept_paid", "kept_accrued"):
        assert (
            money(data[key]) == sum(money(each[key]) for each in data["wagers"]) == sum(money(each[key]) for each in data["tables"])
        )
        assert money(data[key]) == sum(money(result) for each in data["periods"] for result in each[key])
    assert data["seat_rounds"] == 3_000 * sum(each["seats"] for each in data["tables"])
    for wager in data["wagers"]:
        assert sum(row["count"] for row in wager["rows"]) == wager["placed"]
    for meter in data["meters"]:
        assert meter["path"][0] == {"round": 0, "value": meter["opened"]}
        assert meter["path"][-1] == {"round": 3_000, "value": meter["value"]}


def test_the_same_seed_gives_the_same_answer(simulate: Command) -> None:
    words = (str(PRIME), "--rounds", "500", "--seed", "9", "--json")
    assert simulate(*words).out == simulate(*words).out


def test_the_tables_and_csv_say_the_same(simulate: Command) -> None:
    words = (str(PRIME), "--rounds", "2000", "--seed", "1", "--period", "200")
    shown = simulate(*words).out
    for title in ("Wagers", "Tables", "Results by period: three-card-prime", "Meters", "█", "Last meter awards"):
        assert title in shown
    rows = list(csv.DictReader(io.StringIO(simulate(*words, "--csv").out)))
    staked = next(row["Staked ($)"] for row in rows if row["table"] == "Wagers" and row["Wager"] == "five-card-progressive")
    assert f"${float(staked):,.2f}" in shown


def test_what_an_answer_rests_on_is_said(simulate: Command, tmp_path: Path) -> None:
    """A filing that breaks a rule is played as filed; few rounds have no standard error."""
    filing = tmp_path / "filing.toml"
    filing.write_text((ROOT / "examples" / "submissions" / "three-card-poker.toml").read_text("utf-8"), "utf-8")
    notes = data_of(simulate(str(filing), "--rounds", "200", "--seed", "1", "--json"))["notes"]
    assert not any("violation" in each for each in notes)
    assert any("20 whole blocks of 8,192 rounds" in each for each in notes)
    filing.write_text(filing.read_text("utf-8").replace('straight-flush = "35 to 1"', 'straight-flush = "34 to 1"'), "utf-8")
    notes = data_of(simulate(str(filing), "--rounds", "200", "--seed", "1", "--json"))["notes"]
    assert "The filing has 1 violation, played as filed; pitbook check says which." in notes


def test_a_play_file_decides_seats_and_stakes(simulate: Command) -> None:
    filing = ROOT / "examples" / "submissions" / "three-card-poker.toml"
    data = data_of(simulate(str(filing), "--rounds", "400", "--seed", "1", "--play", str(PLAY), "--json"))
    assert {each["wager"] for each in data["wagers"]} == {"ante", "play", "ante-bonus", "pair-plus", "progressive"}
    assert {each["seats"] for each in data["tables"]} == {5}
    pair_plus = next(each for each in data["wagers"] if each["wager"] == "pair-plus")
    assert 0.3 < pair_plus["placed"] / (400 * 5 * pair_plus["tables"]) < 0.5
    both = data_of(
        simulate(
            str(filing), "--rounds", "100", "--seed", "1", "--play", str(PLAY), "--seats", "4",
            "--strategy", "three-card-poker=always", "--json",
        )
    )  # fmt: skip
    assert {(each["seats"], each["strategy"]) for each in both["tables"]} == {(4, "always")}


def test_a_filing_against_the_one_it_replaces(simulate: Command, tmp_path: Path) -> None:
    """On the same cards: only what was changed differs."""
    new = tmp_path / "new.toml"
    text = PRIME.read_text("utf-8")
    label = next(label for label in ("12", "13", "14") if f'paytable = "{label}"' in text)
    new.write_text(text.replace(f'paytable = "{label}"', 'paytable = "6"'), "utf-8")
    found = simulate(str(new), "--against", str(PRIME), "--rounds", "2000", "--seed", "3", "--json")
    data = data_of(found)
    old_ante, new_ante = (next(each for each in data[which]["wagers"] if each["wager"] == "ante") for which in ("old", "new"))
    assert old_ante == new_ante
    assert money(data["cost_accrued"]) == money(data["old"]["kept_accrued"]) - money(data["new"]["kept_accrued"]) != 0
    assert "The change cost" in simulate(str(new), "--against", str(PRIME), "--rounds", "500", "--seed", "3").out


def test_a_promotion_shows_what_it_added(simulate: Command) -> None:
    words = (str(PRIME), "--rounds", "2000", "--seed", "3", "--json")
    usual = data_of(simulate(*words))
    promoted = data_of(simulate(*words, "--pays", "2", "--pays-on", "five-card-progressive", "--pays-rounds", "1500"))
    added = [money(each["promotion"]) for each in promoted["wagers"]]
    assert sum(added) == money(usual["kept_paid"]) - money(promoted["kept_paid"]) > 0


def test_pictures_are_well_formed(simulate: Command, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "plots"
    found = simulate(str(PRIME), "--rounds", "2000", "--seed", "1", "--period", "200", "--plots", str(folder))
    assert found.status == 0
    for name in ("meters.svg", "hold.svg"):
        root = ElementTree.parse(folder / name).getroot()
        assert root.tag.endswith("svg")
        assert str(folder / name) in found.err
    (tmp_path / "file").write_text("", "utf-8")
    assert "--plots" in simulate(str(PRIME), "--rounds", "10", "--seed", "1", "--plots", str(tmp_path / "file" / "x")).err


def test_a_thinned_path_keeps_its_ends_of_each_stretch() -> None:
    path = [(n, 1_000 if n == 77_777 else n % 7) for n in range(100_000)]
    thin = thinned(path)
    assert len(thin) <= MOST_POINTS
    assert max(value for _, value in thin) == 1_000
    assert [at for at, _ in thin] == sorted(at for at, _ in thin)
    assert thinned(path[:10]) == path[:10]


def test_a_spark_shows_its_highest() -> None:
    assert spark([0, 7, 3]) == "▁█▄"
    assert len(spark(list(range(1_000)))) <= 48
    assert spark([]) == ""
    assert spark([0, 0]) == "▁▁"


def test_checkpoint_and_resume(simulate: Command, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    words = (str(PRIME), "--rounds", "300", "--seed", "1", "--json", "--checkpoint", str(kept))
    first = simulate(*words)
    assert simulate(*words, "--resume").out == first.out
    refused = simulate(*words)
    assert refused.status == 2
    assert "--resume" in refused.err
    other = simulate(str(PRIME), "--rounds", "300", "--seed", "2", "--checkpoint", str(kept), "--resume")
    assert other.status == 2
    assert "another simulation" in other.err


def test_a_stop_is_said_and_can_be_gone_on_from(simulate: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitbook.simulation import fold

    kept = tmp_path / "kept.json"
    words = (str(PRIME), "--rounds", "900", "--seed", "1", "--period", "100", "--json", "--checkpoint", str(kept))
    add = fold.Fold.add

    def stopping(self: fold.Fold, block: Any) -> None:
        add(self, block)
        if self.done == 4:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(fold.Fold, "add", stopping)
        stopped = simulate(*words)
    assert stopped.status == 130
    assert stopped.out == ""
    assert f"kept in {kept}, go on with --resume" in stopped.err
    assert data_of(simulate(*words, "--resume")) == data_of(simulate(*words[:-2]))


def test_an_answer_is_not_lost_with_its_checkpoint(simulate: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the checkpoint goes away while the simulation runs: that is said once, and the answer printed whole."""
    from pitbook.simulation import fold, run

    folder = tmp_path / "kept"
    folder.mkdir()
    words = (str(PRIME), "--rounds", "900", "--seed", "1", "--period", "100", "--json")
    add = fold.Fold.add

    def removing(self: fold.Fold, block: Any) -> None:
        add(self, block)
        shutil.rmtree(folder, ignore_errors=True)

    with monkeypatch.context() as patched:
        patched.setattr(fold.Fold, "add", removing)
        patched.setattr(run, "SAVE_EVERY", 0.0)
        found = simulate(*words, "--checkpoint", str(folder / "kept.json"))
    assert found.status == 2
    assert json.loads(found.out) == data_of(simulate(*words))
    assert found.err.count("No such file or directory; the simulation goes on") == 1
    assert found.err.count("No such file or directory; the checkpoint is not that of the end, the answer is whole") == 1


def test_a_checkpoint_that_could_not_be_written_for_a_while(
    simulate: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that was full in the middle of it leaves nothing out in the end."""
    from pitbook.simulation import fold, run

    kept = tmp_path / "kept.json"
    words = (str(PRIME), "--rounds", "900", "--seed", "1", "--period", "100", "--json", "--checkpoint", str(kept))
    add, fsync = fold.Fold.add, os.fsync
    done = [0]

    def counting(self: fold.Fold, block: Any) -> None:
        add(self, block)
        done[0] = self.done

    def full(number: int) -> None:
        if 1 <= done[0] <= 2:
            raise OSError(28, "No space left on device")
        fsync(number)

    with monkeypatch.context() as patched:
        patched.setattr(fold.Fold, "add", counting)
        patched.setattr(os, "fsync", full)
        patched.setattr(run, "SAVE_EVERY", 0.0)
        found = simulate(*words)
    assert found.status == 0
    assert found.err.count("No space left on device") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]
    assert simulate(*words, "--resume").out == found.out


ROUNDS = ("--rounds", "10", "--seed", "1")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((str(PRIME), "--rounds", "0", "--seed", "1"), "--rounds '0'"),
        ((str(PRIME), "--rounds", "1e6", "--seed", "1"), "--rounds '1e6'"),
        ((str(PRIME), "--rounds", "10", "--seed", "-1"), "--seed"),
        ((str(PRIME), *ROUNDS, "--period", "11"), "--period"),
        ((str(PRIME), *ROUNDS, "--seats", "99"), "allowed are 1 to 7"),
        ((str(PRIME), *ROUNDS, "--strategy", "three-card-prime=best"), "there is no strategy 'best'"),
        ((str(PRIME), *ROUNDS, "--strategy", "whist=best"), "offers no such game"),
        ((str(PRIME), *ROUNDS, "--resume"), "name the checkpoint"),
        ((str(PRIME), *ROUNDS, "--checkpoint", "x", "--against", str(PRIME)), "--against runs two"),
        ((str(PRIME), *ROUNDS, "--pays-on", "ante"), "go with --pays"),
        ((str(PRIME), *ROUNDS, "--pays", "2", "--pays-on", "pair-plus"), "there is no wager 'pair-plus'"),
        ((str(PRIME), *ROUNDS, "--pays", "2", "--pays-rounds", "11"), "a promotion of 11 rounds of 10"),
        ((str(PRIME), *ROUNDS, "--plots", "/dev/null"), "/dev/null is no folder"),
        ((str(PRIME), *ROUNDS, "--scheduler", "tcp://127.0.0.1:9"), "name one of the two"),
        ((str(PRIME), *ROUNDS, "--play", "none.toml"), "none.toml"),
        (("none.toml", *ROUNDS), "none.toml"),
    ],
)
def test_bad_input_is_one_clear_message(simulate: Command, words: tuple[str, ...], said: str) -> None:
    found = simulate(*words, "--json")
    assert found.status == 2
    assert found.out == ""
    assert said in found.err
    assert "Traceback" not in found.err


def test_a_filing_from_standard_input(simulate: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PRIME.read_bytes())))
    found, same = simulate("-", *ROUNDS, "--seats", "2", "--json"), simulate(str(PRIME), *ROUNDS, "--seats", "2", "--json")
    assert {**data_of(found), "submission": ""} == {**data_of(same), "submission": ""}


def test_seats_are_those_of_every_table(simulate: Command, tmp_path: Path) -> None:
    """Also of tables that the play file does not speak of."""
    play = tmp_path / "play.toml"
    play.write_text('[[play]]\ngame = "three-card-poker"\ntables = ["TCP-1"]\n[play.wagers]\nante = {}\n', "utf-8")
    filing = ROOT / "examples" / "submissions" / "three-card-poker.toml"
    found = data_of(simulate(str(filing), *ROUNDS, "--play", str(play), "--seats", "2", "--json"))
    assert [table["seats"] for table in found["tables"]] == [2, 2]


def test_a_play_file_with_faults_names_them(simulate: Command, tmp_path: Path) -> None:
    play = tmp_path / "play.toml"
    play.write_text('[[play]]\ngame = "three-card-prime"\nseat = 3\n', "utf-8")
    assert "play[0].seat: unknown key" in simulate(str(PRIME), *ROUNDS, "--play", str(play)).err
    games = ("three-card-prime", "x", "three-card-prime")
    play.write_text(
        "".join(
            f'[[play]]\ngame = "{game}"\n{more}\n' for game, more in zip(games, ("seats = 9", "", 'tables = ["q"]'), strict=True)
        ),
        "utf-8",
    )
    err = simulate(str(PRIME), *ROUNDS, "--play", str(play)).err
    for words in ("9 seats", "play[1].game", "play[2].tables"):
        assert words in err
