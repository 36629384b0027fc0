"""What the pages of hold, simulation and Pai Gow ask for: an address asks for the same again, and the answer is the library's."""

from __future__ import annotations

import json
from urllib.parse import parse_qsl, urlsplit

import pytest

from pitbook.asked.hold import HandsAsked, held
from pitbook.catalog import rulebook
from pitbook.errors import InputError
from pitbook.games.pai_gow_poker import pages as pai_gow
from pitbook.web.forms.hold import HoldAsked, asked_of, fitting, hold_answer, hold_wagers, needs_terms
from pitbook.web.forms.simulation import SimulationAsked, task_of, usual_filing
from pitbook.web.jobs.for_pages import simulate, table_of

FILING = json.dumps(
    {
        "certificate_holder": "Example",
        "filing_date": "2026-03-02",
        "reference": "RS-1",
        "games": [
            {
                "game": "three-card-poker",
                "tables": ["T1"],
                "wagers": {
                    "ante": {"minimum": "5.00"},
                    "play": {"minimum": "5.00"},
                    "ante-bonus": {"paytable": "A"},
                    "progressive": {"paytable": "A", "amounts": ["1.00"]},
                },
            }
        ],
    }
)


def test_an_address_asks_for_the_same_hold_again() -> None:
    asked = HoldAsked("three-card-poker", "progressive", "B", "5=60%,10=40%", "3", "5000", "900", "", "2", "-120.50", "99%", "2")
    assert asked_of(dict(parse_qsl(asked.address()))) == asked
    assert asked_of({}) == HoldAsked()
    assert asked_of({"game": "whist", "wager": "trump", "paytable": "Z"}).wager == "ante-bonus"


def test_another_wager_drops_what_does_not_fit() -> None:
    asked = fitting(HoldAsked(wager="pair-plus", paytable="Z", meter="500", terms="seed=5"))
    assert (asked.paytable, asked.meter, asked.terms) == ("A", "", "")
    assert "pai-gow" not in {each.id for each in hold_wagers("pai-gow-poker")}
    assert needs_terms(fitting(HoldAsked(game="pai-gow-poker", wager="progressive", paytable="standard")))


def test_the_answer_and_its_verdict() -> None:
    found = hold_answer(HoldAsked(rounds="400", result="2500"))
    assert found.document.data["rounds"] == 400
    assert found.verdict is not None
    assert found.verdict[1:] == ("good", "This is a normal result") if _inside(found) else ("warn", "This is an unusual result")
    assert len(found.pictures) == 1
    assert "aria-label" in found.pictures[0]
    assert hold_answer(HoldAsked(rounds="400", within="20%")).document.data["rounds_within"]["points"]["exact"] == "1/5"
    low = hold_answer(HoldAsked(rounds="400", result="-90000"))
    assert low.verdict is not None
    assert low.verdict[1:] == ("warn", "This is an unusual result")
    usual = HoldAsked()
    same = {name: getattr(usual, name) for name in ("game", "wager", "paytable", "stake", "per_round")}
    hands = HandsAsked(**same).hands()
    assert found.document.data == held(hands, "400", result="2500").data


def _inside(found: object) -> bool:
    return "is within" in found.verdict[0]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "wrong", [{"rounds": "many"}, {"stake": "-1"}, {"confidence": "2"}, {"result": "x"}, {"per_round": "x"}, {"within": "0"}]
)
def test_a_wrong_figure_is_refused_in_words(wrong: dict[str, str]) -> None:
    with pytest.raises(InputError):
        hold_answer(HoldAsked(**wrong))


# Simulation --------------------------------------------------------------------------------------------------------------


def test_a_simulation_is_checked_before_it_starts() -> None:
    task = task_of(SimulationAsked(FILING, "1,000", "7", "3", "500"))
    assert task.request["rounds"] == 1000
    assert (task.request["seats"], task.request["period"], task.request["play"]) == (3, 500, {})
    for given, words in (
        (("", "1", "1", "", ""), "there is none"),
        ((FILING, "none", "-1", "", ""), "Rounds at each table"),
        ((FILING, "10", "1", "100", ""), "Seats taken"),
        ((FILING, "10", "1", "", "20"), "period"),
        (("games = 3", "10", "1", "", ""), "games"),
        ((FILING, "10", "1", "", "", "q-6-4"), "Strategies 'q-6-4': allowed is NAME=VALUE"),
        ((FILING, "10", "1", "", "", "midibaccarat=always"), "offers no such game"),
        ((FILING, "10", "1", "", "", "", "x"), "pays 'x'"),
        ((FILING, "10", "1", "", "", "", "2", "trump"), "trump"),
        ((FILING, "10", "1", "", "", "", "2", "", "11"), "11"),
        ((FILING, "10", "1", "", "", "", "", "", "", "play = 3"), "play: play: found 3"),
        ((FILING, "10", "1", "", "", "", "", "", "", "play = "), "Play: "),
        ((FILING, "10", "1", "", "", "", "", "", "", "", "games = 3"), "against: games"),
    ):
        with pytest.raises(InputError, match=words):
            task_of(SimulationAsked(*given))


def test_a_simulation_brings_tables_and_pictures() -> None:
    told: list[float] = []
    result = simulate(
        task_of(SimulationAsked(FILING, "600", "7", "2", "200")).request, lambda done, whole: told.append(done / whole)
    )
    shown = json.loads(result.content)
    assert told[-1] == 1
    assert [table_of(each).title for each in shown["tables"]][1] == "Wagers"
    assert any("<svg" in svg for _, svg in shown["pictures"])
    assert shown["answer"]["rounds"] == 600
    assert json.loads(simulate(task_of(SimulationAsked(FILING, "600", "7", "2", "200")).request, lambda *_: None).content) == shown


def test_a_simulation_has_the_options_of_the_command() -> None:
    play = '[[play]]\ngame = "three-card-poker"\n[play.wagers]\nante = { stake = "10.00" }\nplay = {}\n'
    older = FILING.replace('"RS-1"', '"RS-0"')
    options = ("three-card-poker=always", "2", "ante, play", "30", play, older)
    shown = json.loads(simulate(task_of(SimulationAsked(FILING, "60", "7", "2", "", *options)).request, lambda *_: None).content)
    assert [table_of(each).title for each in shown["tables"]] == ["What if: RS-1"]
    assert shown["answer"]["old"] != shown["answer"]["new"]
    assert "progressive" not in {each["wager"] for each in shown["answer"]["new"]["wagers"]}


@pytest.mark.parametrize("game", list(rulebook()), ids=lambda game: game.id)
def test_the_usual_filing_of_a_game_can_be_played(game: object) -> None:
    from datetime import date

    data = usual_filing(game, date(2026, 3, 1))  # type: ignore[arg-type]
    assert data["games"][0]["tables"] == ["T1"]
    assert task_of(SimulationAsked(json.dumps(data), "10", "1")).request["submission"] == data


# Pai Gow -----------------------------------------------------------------------------------------------------------------


def test_an_address_asks_for_the_same_hand_again() -> None:
    asked = pai_gow.Asked("Jk As Ad Kc Kd 7h 2c", "foxwoods", (("ace-low-straight", "lowest"),))
    assert pai_gow.asked_of(dict(parse_qsl(urlsplit(asked.address()).query))) == asked
    assert pai_gow.asked_of({"way": "nobody", "variation": "none", "cards": "as"}) == pai_gow.Asked("As", "trump-plaza", ())
