"""What a change does to a period, and the check of the games, over HTTP: what the commands print, and every fault at once."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_world import API, ORIGIN, problem, started

from command_runs import Command
from pitbook.cards import joker_deck
from pitbook.catalog import rulebook
from pitbook.choices import offer
from pitbook.conformance import check as check_game
from pitbook.findings import Finding, Severity
from pitbook.games.pai_gow_poker import base_game
from pitbook.games.pai_gow_poker.exact import MainWagerCounts
from pitbook.web.app import create_app
from pitbook.web.settings import Settings

PERIOD = {"rounds": "1000", "game": "three-card-poker", "wager": "pair-plus", "paytable": "A"}
FIGURES = Path(__file__).parent.parent / "games" / "pai_gow_exact_figures.toml"
WORDS = ("what-if", "three-card-poker", "pair-plus", "--paytable", "A", "--rounds", "1000")
GAME = {"game": "three-card-poker", "tables": ["T1"], "wagers": {"pair-plus": {"paytable": "A", "minimum": "5.00"}}}
FILING = {"certificate_holder": "Example Casino", "filing_date": "2026-11-30", "games": [GAME]}
OTHER = {**FILING, "games": [{**GAME, "wagers": {"pair-plus": {"paytable": "C", "minimum": "5.00"}}}]}
MIX = '[[hand]]\ngame = "three-card-poker"\n[hand.wagers]\npair-plus = {{ paytable = "A", stake = "{stake}" }}\n'


MIXED = {"hand": [{"game": "three-card-poker", "wagers": {"pair-plus": {"paytable": "A", "stake": 5}}}]}
OWN_FILE = Path(__file__).parents[2] / "examples" / "own-pair-plus.toml"
OWN = tomllib.loads(OWN_FILE.read_text(encoding="utf-8"))
WRONG = {"rounds": "0", "to-rounds": "x", "confidence": "2", "pays": "0", "bettors": "none", "meter": "5"}
SAID = ["rounds '0'", "confidence '2'", "to-rounds 'x'", "pays '0'", "bettors 'none'"]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A browser of a server without a ledger."""
    with started(create_app(Settings(origins=(ORIGIN,)), pages=False)) as running:
        yield running


def asked(client: TestClient, body: Any) -> Any:
    return client.post(f"{API}/what-if", json=body)


@pytest.mark.parametrize(
    ("change", "options"),
    [
        ({"to-paytable": "D"}, ("--to-paytable", "D")),
        ({"to-paytable-file": OWN}, ("--to-paytable-file", "own.json")),
        ({"to-stake": "5=60%,10=40%", "to-rounds": 500}, ("--to-stake", "5=60%,10=40%", "--to-rounds", "500")),
        (
            {"pays": 2, "pays-on": ["pair-plus"], "pays-rounds": "10"},
            ("--pays", "2", "--pays-on", "pair-plus", "--pays-rounds", "10"),
        ),
        (
            {"set": ["aggregate-limit=5000"], "to-set": ["aggregate-limit=6000"]},
            ("--set", "aggregate-limit=5000", "--to-set", "aggregate-limit=6000"),
        ),
    ],
)
def test_it_is_what_the_command_prints(
    client: TestClient, pitbook: Command, change: dict[str, Any], options: tuple[str, ...]
) -> None:
    answer = asked(client, PERIOD | change)
    assert answer.status_code == 200, answer.text
    options = tuple(str(OWN_FILE) if each == "own.json" else each for each in options)
    printed = pitbook(*WORDS, *options, "--json")
    assert printed.status == 0, printed.err
    assert answer.text == printed.out.replace("own-pair-plus.toml, a", "to-paytable-file, a")


def test_filings_and_mixes_are_objects_of_the_body(client: TestClient, pitbook: Command, tmp_path: Path) -> None:
    for name, data in (("now", FILING), ("then", OTHER)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    plain = {key: value for key, value in PERIOD.items() if key != "paytable"}
    files = ("--submission", str(tmp_path / "now.json"), "--to-submission", str(tmp_path / "then.json"))
    printed = pitbook("what-if", "three-card-poker", "pair-plus", "--rounds", "1000", *files, "--json")
    assert asked(client, plain | {"submission": FILING, "to-submission": OTHER}).text == printed.out
    assert json.loads(printed.out)["after"]["hands"][0]["wagers"][0]["paytable"] == "C"

    for name, stake in (("now", "5"), ("then", "10")):
        (tmp_path / f"{name}.toml").write_text(MIX.format(stake=stake))
    files = ("--mix", str(tmp_path / "now.toml"), "--to-mix", str(tmp_path / "then.toml"))
    printed = pitbook("what-if", "--rounds", "1000", *files, "--json")
    ten = {"hand": [{"game": "three-card-poker", "wagers": {"pair-plus": {"paytable": "A", "stake": "10"}}}]}
    assert asked(client, {"rounds": 1000, "mix": MIXED, "to-mix": ten}).text == printed.out


def test_a_period_may_come_as_toml(client: TestClient) -> None:
    text = "".join(f"{name} = {json.dumps(value)}\n" for name, value in {**PERIOD, "to-paytable": "D"}.items())
    answer = client.post(f"{API}/what-if", content=text, headers={"Content-Type": "application/toml"})
    assert answer.json() == asked(client, PERIOD | {"to-paytable": "D"}).json()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (PERIOD, ["what-if needs a change"]),
        ({"to-paytable": "D"}, ["rounds"]),
        (PERIOD | {"to-paytabel": "D", "stake": 1.5}, ["to-paytabel", "stake"]),
        (
            PERIOD | {"to-paytable-file": {"rows": [{"hand": "Flushh", "pays": "much"}]}},
            ["to-paytable-file: rows[0].hand: 'Flushh' names no event", "'much'"],
        ),
        (PERIOD | {"paytable-file": OWN, "to-stake": 5}, ["in place of paytable"]),
        (PERIOD | WRONG, [*SAID, "meter: three-card-poker pair-plus has no meter"]),
        (PERIOD | {"to-mix": MIXED, "rounds": "1.5"}, ["to-mix goes with mix", "rounds '1.5'"]),
        (PERIOD | {"paytable": "Z", "to-paytable": "Y"}, ["'Z'", "'Y'"]),
        (PERIOD | {"to-paytable": "D", "game": "whist"}, ["whist"]),
        (PERIOD | {"submission": {}, "to-submission": {"games": 1}}, ["submission: ", "to-submission: "]),
        (PERIOD | {"to-submission": FILING, "set": ["aggregate-limit=5000"]}, ["cannot stand beside it"]),
        ({"rounds": 10, "game": "pai-gow-poker", "wager": "pai-gow", "to-stake": 5}, ["by a job of kind 'par'"]),
        (PERIOD | {"to-stake": ",".join(f"{n}=2%" for n in range(1, 51))}, ["found 50 hands and stakes; allowed here are 40"]),
        (PERIOD | {"to-submission": {**FILING, "house_way": "way.toml"}}, ["is a file"]),
        ([], ["table of keys"]),
        ({"rounds": 10, "mix": {"hand": [{"game": "x"}]}, "to-mix": {"hand": 1}}, ["mix.hand[0].wagers", "to-mix.hand"]),
    ],
)
def test_every_fault_is_said_at_once(client: TestClient, body: Any, said: list[str]) -> None:
    answer = asked(client, body)
    faults = problem(answer, answer.status_code)
    assert answer.status_code in (404, 422)
    for each in said:
        assert any(each in fault for fault in faults), faults
    assert len(faults) == len(set(faults))


def test_the_hold_of_a_wager_as_filed_is_what_the_command_prints(client: TestClient, pitbook: Command, tmp_path: Path) -> None:
    (tmp_path / "filing.json").write_text(json.dumps(OTHER))
    words = ("hold", "three-card-poker", "pair-plus", "--rounds", "1000", "--per-round", "4.5")
    printed = pitbook(*words, "--submission", str(tmp_path / "filing.json"), "--json")
    query = {"game": "three-card-poker", "wager": "pair-plus", "rounds": "1000", "per-round": "4.5"}
    assert client.post(f"{API}/submission/hold", params=query, json=OTHER).text == printed.out
    wrong = query | {"wager": "ante-bonus", "stake": "0", "bettors": "0"}
    faults = problem(client.post(f"{API}/submission/hold", params=wrong, json=OTHER), 422)
    assert [any(each in fault for fault in faults) for each in ("ante-bonus", "stake", "bettors")] == [True, True, True], faults
    assert problem(client.post(f"{API}/submission/hold?rounds=10", json=OTHER), 422)


def test_a_paytable_of_ones_own_in_the_body_is_what_the_command_prints(client: TestClient, pitbook: Command) -> None:
    path, toml = f"{API}/games/three-card-poker/wagers/pair-plus", {"Content-Type": "application/toml"}
    text = OWN_FILE.read_text(encoding="utf-8")
    for job, query, words in (("compare", {}, ()), ("hold", {"rounds": "100", "stake": "5"}, ("--rounds", "100", "--stake", "5"))):
        printed = pitbook(job, "three-card-poker", "pair-plus", "--paytable-file", str(OWN_FILE), *words, "--json")
        assert printed.status == 0, printed.err
        expected = printed.out.replace("own-pair-plus.toml, a", "body, a")
        assert client.post(f"{path}/{job}", params=query, json=OWN).text == expected
        assert client.post(f"{path}/{job}", params=query, content=text, headers=toml).text == expected
    printed = pitbook("what-if", *WORDS[1:3], "--paytable-file", str(OWN_FILE), "--rounds", "10", "--to-paytable", "D", "--json")
    period = {"rounds": 10, "game": "three-card-poker", "wager": "pair-plus", "paytable-file": OWN, "to-paytable": "D"}
    assert asked(client, period).text == printed.out.replace("own-pair-plus.toml, a", "paytable-file, a")
    assert problem(client.post(f"{path}/hold?rounds=10&paytable=A", json=OWN), 422) == [
        "paytable: the body is the paytable (query)"
    ]
    for job in ("compare", "hold"):
        faults = problem(
            client.post(f"{path}/{job}?rounds=10" if job == "hold" else f"{path}/{job}", json={"rows": [{}], "x": 1}), 422
        )
        assert len(faults) == 3, faults
    label = {**OWN, "label": "d"}
    assert "'d' is the label of a printed paytable" in problem(client.post(f"{path}/compare", json=label), 422)[0]


def test_a_hold_of_very_many_hands_is_for_the_command(client: TestClient) -> None:
    answer = client.post(f"{API}/hold?rounds=10", json={"hand": MIXED["hand"] * 41})
    assert problem(answer, 422) == ["found 41 hands and stakes; allowed here are 40, and more with the command"]
    assert client.post(f"{API}/hold?rounds=10", json={"hand": MIXED["hand"] * 40}).status_code == 200
    stakes = ",".join(f"{n}=2%" for n in range(1, 51))
    path = f"{API}/games/three-card-poker/wagers/pair-plus/hold"
    assert "found 50" in problem(client.get(path, params={"rounds": "10", "paytable": "A", "stake": stakes}), 422)[0]


def test_a_wager_that_takes_long_to_count_has_a_hold_once_it_is_counted(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(base_game, "cache_folder", lambda: tmp_path)
    path, query = f"{API}/games/pai-gow-poker/wagers/pai-gow/hold", {"rounds": "10"}
    assert "by a job of kind 'par'" in problem(client.get(path, params=query), 422)[0]
    offered = offer(rulebook().game("pai-gow-poker"), "pai-gow")
    _, push, kept = base_game._place(offered, joker_deck(), *base_game.ways(offered))
    figures = tomllib.loads(FIGURES.read_text())["main-wager"]["trump-plaza against trump-plaza"]
    rows = ((figures["win"], 0, figures["push"]), (0, 0, 0), (0, 0, figures["lose"]))
    total = sum(map(sum, rows))
    base_game._write(kept, MainWagerCounts("trump-plaza", "trump-plaza", push, 0, total, rows, 0))
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    assert answer.json()["bases"]
    assert "decks" in problem(client.get(path, params=query | {"decks": "2"}), 422)[0]


def test_the_check_of_a_game_is_what_the_command_prints(client: TestClient, pitbook: Command) -> None:
    assert client.get(f"{API}/games/midibaccarat/check-game").text == pitbook("check-game", "midibaccarat", "--json").out
    assert problem(client.get(f"{API}/games/whist/check-game"), 404)
    assert problem(client.get(f"{API}/games/midibaccarat/check-game?again=1"), 422)  # else the same work for each other address


def test_the_check_of_all_games_says_what_it_finds(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Finding("counts", Severity.VIOLATION, "events.py", "1 deal counted", "2", "", "")
    monkeypatch.setattr(check_game, "examine", lambda name: check_game.GameCheck(name, 1, 2, 3, 4, (found,)))
    answer = client.get(f"{API}/check-game")
    assert answer.status_code == 200  # the verdict is in the answer
    assert [each["game"] for each in answer.json()] == list(rulebook().games)
    assert [each["findings"] for each in answer.json()] == [[found.to_json()]] * len(rulebook().games)
