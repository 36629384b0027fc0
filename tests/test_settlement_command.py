"""``pitbook settle`` and ``why``: what people and programs get, from files and from standard input, and how it ends."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pitbook.cli import main

ROUND: dict[str, Any] = {
    "game": "three-card-poker",
    "dealer": "Jc 8d 2h",
    "choices": {"ante-bonus": "A", "pair-plus": "A", "progressive": "A"},
    "meters": {"progressive": {"meter": "2000.00", "reserve": "0"}},
    "seats": [
        {
            "seat": 1,
            "player": "Ames",
            "cards": "Ks 9s 4s",
            "wagers": {"ante": "5", "play": "5", "pair-plus": "5", "progressive": "1"},
        },
        {"seat": 2, "cards": "Kd 9d 5c", "fold": True, "wagers": {"ante": "5", "progressive": "1"}},
    ],
}
COUP = {"game": "midibaccarat", "player": "Kd 9c", "banker": "3h 5d", "seats": [{"seat": 1, "wagers": {"player": "10"}}]}


class Ended:
    """How a run ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command line with arguments and bytes on standard input."""

    def call(*arguments: object, stdin: bytes = b"") -> Ended:
        monkeypatch.setattr(sys, "argv", ["pitbook", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        code = ended.value.code
        return Ended(code if isinstance(code, int) else 0, out, err)

    return call


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


TOML = """
game = "midibaccarat"
player = "Kd 9c"
banker = "3h 5d"
[[seats]]
seat = 1
wagers = { player = "10" }
"""


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("round.toml", TOML),
        ("round.json", json.dumps(COUP)),
        ("round.json", json.dumps(COUP, indent=2)),
        ("round.json", b"\xef\xbb\xbf" + json.dumps(COUP).encode()),
        ("round.toml", b"\xef\xbb\xbf" + TOML.encode()),
        ("round", TOML),
        ("round.txt", json.dumps(COUP, indent=0)),
        ("round.txt", json.dumps(COUP).replace(", ", ",\n")),
    ],
)
def test_a_round_is_read_from_a_file_and_from_standard_input_alike(
    run: Any, tmp_path: Path, name: str, content: str | bytes
) -> None:
    path = written(tmp_path, name, content)
    for arguments, stdin in (((path,), b""), (("-",), path.read_bytes())):
        ended = run("settle", *arguments, "--json", stdin=stdin)
        assert ended.status == 0
        assert json.loads(ended.out)["totals"] == {"1": {"staked": "10.00", "returned": "20.00", "net": "10.00"}}


def test_the_document_has_every_key_of_the_contract(run: Any, tmp_path: Path) -> None:
    found = json.loads(run("settle", written(tmp_path, "round.json", json.dumps(ROUND)), "--json").out)
    assert {"game", "edition", "lines", "meters", "totals", "readings"} <= set(found)
    line = {
        "seat",
        "wager",
        "kind",
        "stake",
        "outcome",
        "pays",
        "result",
        "returned",
        "net",
        "commission",
        "paid_by",
        "citation",
        "note",
    }
    assert all(line <= set(each) for each in found["lines"])
    assert set(found["meters"]["progressive"]) == {
        "before", "contributed", "awarded", "reseeded", "after", "reserve_before", "reserve_contributed", "reserve_after",
        "reseeded_from_house", "reseeded_from_reserve",
    }  # fmt: skip
    assert all({"id", "value", "citation", "why"} == set(each) for each in found["readings"])
    assert found["alive"] == {"2": ["progressive"]}


def test_people_get_a_table_a_seat_with_a_sentence_a_line(run: Any, tmp_path: Path) -> None:
    out = run("settle", written(tmp_path, "round.json", json.dumps(ROUND))).out
    text = " ".join(out.split())
    for wanted in (
        "Seat 1 (Ames)", "Seat 2", "pair-plus", "4 to 1", "Folded; still alive: progressive.",
        "Ks 9s 4s: Flush; 4 to 1 on $5.00, and the stake goes back: $25.00. 58 Pa. Code § 649a.12(d)",
        "the player folded, and the wager is lost with the hand", "Meters", "$2,000.28", "The house gains",
    ):  # fmt: skip
        assert wanted in text, wanted


def test_explain_says_of_every_row_tested_why_it_did_not_hold(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, "round.json", json.dumps(ROUND))
    text = " ".join(run("settle", path, "--explain").out.split())
    assert "no: needs three cards of one suit in consecutive ranks; no two are" in text
    assert "Three-of-a-kind 25 to 1 no: needs three cards of one rank; no two are" in text
    line = next(
        each for each in json.loads(run("settle", path, "--explain", "--json").out)["lines"] if each["wager"] == "pair-plus"
    )
    assert [test["holds"] for test in line["tests"]] == [False, False, False, True]
    assert [bool(test["why"]) for test in line["tests"]] == [True, True, True, False]


@pytest.mark.parametrize(
    ("paid", "disputes", "told"),
    [
        ("35.00", [("total", "35.00", "35.00", "0.00")], "right"),
        ("25", [("total", "35.00", "25.00", "10.00")], "hand over $10.00"),
        ("50.00", [("total", "35.00", "50.00", "-15.00")], "collect $15.00"),
        ({"ante": "10", "pair-plus": "25"}, [("ante", "10.00", "10.00", "0.00"), ("pair-plus", "20.00", "25.00", "-5.00")],
         "collect $5.00"),
    ],
)  # fmt: skip
def test_what_was_paid_is_held_against_what_is_owed(run: Any, tmp_path: Path, paid: Any, disputes: Any, told: str) -> None:
    """Ante $10.00, Play $5.00, and $20.00 for a flush at 3 to 1 on $5.00."""
    data = json.loads(json.dumps(ROUND))
    data["choices"]["pair-plus"] = "C"
    data["seats"][0] |= {"wagers": {"ante": "5", "play": "5", "pair-plus": "5"}, "paid": paid}
    path = written(tmp_path, "round.json", json.dumps(data))
    found = json.loads(run("settle", path, "--json").out)["disputes"]
    assert [(each["wager"], each["owed"], each["paid"], each["difference"]) for each in found] == disputes
    text = run("settle", path).out
    assert "Owed against paid" in text
    assert told in text


def paid_round(*paid: Any) -> dict[str, Any]:
    """Seats with a straight flush at 40 to 1, each owed $20 + $20 + $50 + $205 = $295."""
    hands = ("Ah Kh Qh", "Ac Kc Qc", "As Ks Qs")
    wagers = {"ante": "10", "play": "10", "pair-plus": "5"}
    seats = [
        {"seat": n, "cards": hands[n - 1], "wagers": wagers} | ({} if each is None else {"paid": each})
        for n, each in enumerate(paid, 1)
    ]
    choices = {"ante-bonus": "A", "pair-plus": "D", "progressive": "A"}
    return {"game": "three-card-poker", "dealer": "Qd 9h 4s", "choices": choices, "seats": seats}


@pytest.mark.parametrize(
    ("paid", "in_all", "told"),
    [
        ([{"pair-plus": "180", "total": "290"}], ("295.00", "290.00", "5.00", "0.00"),
         ["All $295.00 $290.00 $5.00 hand over $5.00", "pair-plus $205.00 $180.00 $25.00 $25.00 too little, within the total"]),
        ([{"pair-plus": "210", "total": "295"}], ("295.00", "295.00", "0.00", "0.00"),
         ["All $295.00 $295.00 $0.00 right", "$5.00 too much, within the total"]),
        (["300", "290", None], ("590.00", "590.00", "5.00", "5.00"), ["All $590.00 $590.00 $0.00 hand over $5.00, collect $5.00"]),
        (["300", {"pair-plus": "200", "ante": "15.5"}, "295"], ("815.00", "810.50", "9.50", "5.00"),
         ["hand over $9.50, collect $5.00"]),
        ([{"progressive": "3"}], ("0.00", "3.00", "0.00", "3.00"), ["collect $3.00 (no progressive was placed)"]),
        ([{"progressive envy": "0"}], ("0.00", "0.00", "0.00", "0.00"), ["right (no progressive was placed)"]),
    ],
)  # fmt: skip
def test_each_dollar_paid_counts_once_and_no_player_makes_up_for_another(
    run: Any, tmp_path: Path, paid: Any, in_all: tuple[str, ...], told: list[str]
) -> None:
    path = written(tmp_path, "round.json", json.dumps(paid_round(*paid)))
    found = json.loads(run("settle", path, "--json").out)
    assert tuple(found["paid_in_all"][key] for key in ("owed", "paid", "to_hand_over", "to_collect")) == in_all
    text = " ".join(run("settle", path).out.split())
    for words in told:
        assert words in text, text


def test_a_total_says_which_recorded_wagers_it_cannot_hold(run: Any, tmp_path: Path) -> None:
    wagers = {"ante": "5", "play": "5"}
    data: dict[str, Any] = {
        "game": "three-card-prime",
        "dealer": "Qd 8c 4h",
        "seats": [{"seat": 1, "cards": "Ac Qh 3s", "wagers": wagers, "paid": "20"}],
    }
    text = " ".join(run("settle", written(tmp_path, "round.json", json.dumps(data))).out.split())
    assert "collect $10.00 (without play, recorded and not settled)" in text
    data["seats"][0]["paid"] = {"play": "5"}
    fault = run("settle", written(tmp_path, "round.json", json.dumps(data))).err
    assert "seat 1, paid play: play is recorded and not settled; what it is owed is not known" in fault


def test_envies_may_be_held_against_what_was_paid_apart(run: Any, tmp_path: Path) -> None:
    data = json.loads(json.dumps(ROUND))
    data["seats"][0] |= {"cards": "Kh Ah Qh", "wagers": {"ante": "5", "play": "5"}}
    data["seats"][1]["paid"] = {"progressive": "0", "progressive envy": "20"}
    found = json.loads(run("settle", written(tmp_path, "round.json", json.dumps(data)), "--json").out)["disputes"]
    assert [(each["wager"], each["owed"], each["difference"]) for each in found] == [
        ("progressive", "0.00", "0.00"), ("progressive envy", "25.00", "5.00"),
    ]  # fmt: skip


# Many rounds ---------------------------------------------------------------------------------------------------------


def test_json_lines_are_answered_line_by_line_and_faulty_ones_told(run: Any, tmp_path: Path) -> None:
    lines = [
        json.dumps(COUP),
        "",
        "{bad",
        json.dumps({**COUP, "decks": 7, "bank": 3}),
        json.dumps({**COUP, "key": "r\u00e9sum\u00e9"}, ensure_ascii=False),
    ]
    content = "\n".join(lines).encode() + b"\r\n" + b'{"game": "\xff"}\n' + json.dumps(COUP).encode()
    for arguments, stdin in (((written(tmp_path, "rounds.jsonl", content),), b""), (("-",), content)):
        ended = run("settle", *arguments, stdin=stdin)
        answers = [json.loads(line) for line in ended.out.splitlines()]
        assert ended.status == 2
        assert [each.get("line") for each in answers] == [None, 3, 4, None, 6, None]
        assert len(answers[2]["faults"]) == 2
        assert "not UTF-8" in answers[4]["faults"][0]
        assert [each["totals"]["1"]["net"] for each in answers if "totals" in each] == ["10.00"] * 3
        assert "3 faulty rounds" in ended.err


def test_json_lines_without_a_fault_end_with_0(run: Any) -> None:
    ended = run("settle", "-", stdin=(json.dumps(COUP) + "\n" + json.dumps(COUP) + "\n").encode())
    assert ended.status == 0
    assert len(ended.out.splitlines()) == 2
    assert ended.err == ""


def test_a_first_line_that_is_faulty_does_not_hide_that_there_are_lines(run: Any) -> None:
    ended = run("settle", "-", stdin=("{bad}\n" + json.dumps(COUP) + "\n").encode())
    assert [json.loads(line).get("line") for line in ended.out.splitlines()] == [1, None]


def test_one_line_in_a_file_of_lines_is_answered_by_a_line(run: Any, tmp_path: Path) -> None:
    ended = run("settle", written(tmp_path, "rounds.ndjson", json.dumps(COUP)))
    assert json.loads(ended.out)["game"] == "midibaccarat"


def test_lines_are_answered_before_the_next_is_read(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that ends in the middle has answers for all that came before."""
    import pitbook.cli.round_input as round_input

    answered: list[Any] = []
    asked: list[int] = []

    def endless(lines: Any) -> Any:
        for number, line in enumerate(lines, start=1):
            assert len(answered) == len(asked)
            asked.append(number)
            yield number, line

    monkeypatch.setattr(round_input, "_numbered", endless)
    monkeypatch.setattr("pitbook.cli.rounds.write_line", answered.append)
    run("settle", "-", stdin=b"\n".join([json.dumps(COUP).encode()] * 4))
    assert asked == [1, 2, 3, 4]
    assert len(answered) == 4


@pytest.mark.parametrize("more", [["--csv"], ["--output", "x.csv"]])
def test_json_lines_are_answered_in_no_other_form(run: Any, tmp_path: Path, more: list[str]) -> None:
    ended = run("settle", written(tmp_path, "rounds.jsonl", json.dumps(COUP)), *more)
    assert (ended.status, ended.out) == (2, "")
    assert "JSON lines" in ended.err


# Bad input -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("round.toml", "game = ", "not TOML"),
        ("round.json", "{", "not JSON"),
        ("round.json", "", "not JSON"),
        ("round.toml", b"game = '\xff'", "not UTF-8 text"),
        ("round.json", json.dumps({**COUP, "decks": 7}), "decks: 7; allowed: 8, 6"),
        ("round.json", json.dumps({**COUP, "decks": 7, "bank": 3}), "2 faults"),
    ],
)
def test_a_bad_round_ends_with_2_and_nothing_on_standard_output(
    run: Any, tmp_path: Path, name: str, content: str | bytes, said: str
) -> None:
    ended = run("settle", written(tmp_path, name, content), "--json")
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1, 2]", "the round: found a list; allowed: a table of keys"),
        ("null", "the round: found null; allowed: a table of keys"),
        ('[{"game": "midibaccarat"}]', "the round: found a list"),
        ('[{"game": "midibaccarat"', "not JSON"),
        ('{"game": "midibaccarat"', "not JSON"),
        ("[[seats]]\nseat = 1", "game: missing"),
        ("[choices]", "game: missing"),
    ],
)
def test_standard_input_is_taken_as_what_it_looks_like(run: Any, text: str, said: str) -> None:
    ended = run("settle", "-", stdin=text.encode())
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err


def test_a_file_that_is_not_there_and_a_folder(run: Any, tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        ended = run("settle", path)
        assert (ended.status, ended.out) == (2, "")
        assert str(path) in ended.err


def test_two_forms_at_once(run: Any, tmp_path: Path) -> None:
    ended = run("settle", written(tmp_path, "round.json", json.dumps(COUP)), "--json", "--csv")
    assert ended.status == 2


@pytest.mark.parametrize("kind", ["csv", "json", "html"])
def test_a_settlement_is_written_to_a_file(run: Any, tmp_path: Path, kind: str) -> None:
    target = tmp_path / f"answer.{kind}"
    ended = run("settle", written(tmp_path, "round.json", json.dumps(ROUND)), "--output", target)
    assert ended.status == 0
    assert "pair-plus" in target.read_text("utf-8")


# why -----------------------------------------------------------------------------------------------------------------


def test_why_answers_in_every_paytable(run: Any) -> None:
    found = json.loads(run("why", "three-card-poker", "pair-plus", "Ks", "9s", "4s", "--json").out)
    assert [each["pays"] for each in found["paytables"]] == ["4 to 1", "4 to 1", "3 to 1", "4 to 1", "4 to 1"]
    assert found["paytables"][0]["citation"] == "58 Pa. Code § 649a.12(d)"


def test_why_gives_the_reason_of_every_row_above(run: Any) -> None:
    text = " ".join(run("why", "pai-gow-poker", "fortune-bonus", "Kc Kd Kh Jk 9s 6d 2h").out.split())
    assert "Four-of-a-kind no: needs four cards of one rank; at most three are" in text
    assert "three-of-a-kind" in text.lower()


def test_why_for_the_main_wager_of_pai_gow(run: Any) -> None:
    ended = run("why", "pai-gow-poker", "pai-gow", "Ah Ad Kd Js 7c 5h 3d / Kc Qd 9h 8s 6c 4d 2s", "--json")
    assert json.loads(ended.out)["paytables"][0]["outcome"] == "both-hands-outrank-the-dealers"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["three-card-poker", "pair-plus", "Ks 9s"], "2 cards (Ks 9s); pair-plus reads 3"),
        (["three-card-poker", "pair-plus", "Ks 9s Jk"], "dealt without a joker"),
        (["three-card-poker", "pair-plus", "Ks 9s 9s"], "9s occurs twice"),
        (["three-card-poker", "pair-minus", "Ks 9s 4s"], "there is no wager 'pair-minus'"),
        (["three-card-pokre", "pair-plus", "Ks 9s 4s"], "did you mean three-card-poker?"),
        (["three-card-poker", "pair-plus", "Ks 9s 4s", "--color", "red"], "color 'red'"),
        (["three-card-poker", "pair-plus", "Ks 9s 4s", "--set", "five-card-wheel=maybe"], "there is no value 'maybe'"),
        (["midibaccarat", "player", "9h Kd 8c Td"], "the Player's and the Banker's cards are wanted"),
        (["midibaccarat", "player", "9h Kd", "8c Td 2c"], "has a third card"),
        (["midibaccarat", "player", "9h Jk", "8c Td"], "dealt without a joker"),
        (["pai-gow-poker", "pai-gow", "Ah Ad Kd"], "pai-gow reads 14"),
    ],
)
def test_why_refuses_what_it_cannot_answer(run: Any, arguments: list[str], said: str) -> None:
    ended = run("why", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
