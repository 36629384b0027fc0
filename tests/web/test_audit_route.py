"""The audit over HTTP: what the command prints, every fault at once, and an end whatever the text is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_world import API, ORIGIN, problem, started

from command_runs import Command
from pitbook.web.api.conformance import LONGEST_LINE, MOST_SECTIONS, TEXTS, TEXTS_LIMIT
from pitbook.web.app import create_app
from pitbook.web.settings import Settings
from regulation import SECTIONS, Form, figures_of, render

HEAD = "§ 629b.7. Title of the section\n(a) Pays:\n"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A browser of a server without a ledger."""
    with started(create_app(Settings(origins=(ORIGIN,)), pages=False)) as running:
        yield running


def asked(client: TestClient, body: Any) -> Any:
    return client.post(f"{API}/audit", json=body)


def test_it_is_what_the_command_prints(
    client: TestClient, pitbook: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {name: render(figures_of(name), Form.PIPES) for name in SECTIONS}
    texts = {name: text.replace("50 to 1", "7 to 1", 1) for name, text in texts.items()}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    printed = pitbook("audit", *texts, "--json")
    assert printed.status == 1, printed.err
    answer = asked(client, {"texts": texts})
    assert answer.status_code == 200  # what differs is in the answer
    assert answer.text == printed.out
    assert len(answer.json()["sections"]) == len(texts)
    assert answer.json()["differences"]
    some = pitbook("audit", *texts, "--json", "--clause", "(d)", "--clause", "649a.12(c)")
    assert asked(client, {"texts": texts, "clauses": ["(d)", "649a.12(c)"]}).text == some.out
    assert 0 < len(some.out) < len(printed.out)
    unknown = asked(client, {"texts": texts, "clauses": ["(z)"]})
    assert (unknown.status_code, "clause '(z)'" in unknown.text) == (422, True)


def test_texts_may_come_as_toml_and_the_example_is_one(client: TestClient) -> None:
    (name, text), *_ = TEXTS["texts"].items()
    toml = f"[texts]\n{json.dumps(name)} = {json.dumps(text)}\n"
    answer = client.post(f"{API}/audit", content=toml.encode(), headers={"Content-Type": "application/toml"})
    assert answer.status_code == 200, answer.text
    assert answer.json() == asked(client, TEXTS).json()


def test_a_name_or_a_word_that_could_be_a_file_is_only_a_name(client: TestClient) -> None:
    answer = asked(client, {"texts": {"/etc/629b.toml": HEAD + "see way.toml\n"}})
    assert answer.json()["sections"][0]["file"] == "/etc/629b.toml"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, ["texts: "]),
        ({"texts": {}}, ["texts: found 0 entries"]),
        ({"texts": {"a": 1, "b\n": "x", "": "x"}, "day": "x"}, ["texts.a", "texts.'b\\n'", "texts.''", "day: "]),
        ({"texts": {"a": HEAD, "b": "no section", "c": ""}}, ["b: holds no section", "c: holds no section"]),
        ({"texts": {str(n): HEAD for n in range(51)}}, ["found 51 entries; allowed: "]),
        (
            {"texts": {"a": HEAD * (MOST_SECTIONS + 1), "b": f"{HEAD}\n{'1 ' * LONGEST_LINE}\n"}},
            ["'b', line 4: found 40,000 characters; allowed are 20,000", "found 102 sections; allowed are 100"],
        ),
        ({"texts": [HEAD]}, ["texts: "]),
        ([], ["table of keys"]),
    ],
)
def test_every_fault_is_said_at_once(client: TestClient, body: Any, said: list[str]) -> None:
    faults = problem(asked(client, body), 422)
    assert len(faults) == len(said)
    for each in said:
        assert any(each in fault for fault in faults), faults


def test_what_is_no_text_is_refused(client: TestClient) -> None:
    broken = b'{"texts": {"a": "\\u00a7 629b.7. T\\n(a) \\ud800 1 to 1"}}'
    answer = client.post(f"{API}/audit", content=broken, headers={"Content-Type": "application/json"})
    assert problem(answer, 400)
    twice = b'{"texts": {"a": "x", "a": "y"}}'
    assert problem(client.post(f"{API}/audit", content=twice, headers={"Content-Type": "application/json"}), 400)
    assert problem(client.post(f"{API}/audit", content=b"x", headers={"Content-Type": "text/html"}), 415)
    large = json.dumps({"texts": {"a": "x" * TEXTS_LIMIT}})
    assert "262,144" in problem(client.post(f"{API}/audit", content=large), 413)[0]


HOSTILE = {
    "a sign without end": "(b) " + "§" * 19_000 + "\n",
    "signs on lines": "§\n",
    "headings": "§ 629b.7.\n",
    "clauses": "(b)\n",
    "clauses on a line": "(a) " * 4_000 + "\n",
    "tables": "Payout\n",
    "captions": "$a\n",
    "one wide table": "|a|Paytable A" + "|b" * 9_000 + "\n" + "|\n" * 4_000,
    "many columns and rows": "|a|Paytable A" + "|b" * 40 + "\n" + "|1\n" * 4_000,
    "paytables as columns": "Paytable A 1 to 1 2 to 1\n",
    "figures, and then none": "Push " * 3_900 + "z\n",
    "figures": "1 to 1 " * 2_800 + "\n",
    "digits": "1," * 9_900 + "\n",
    "references": "(1)" * 6_000 + "\n",
    "names alone": "abc\n",
    "a long name": "r" * 19_000 + " 1 to 1\n",
    "blank lines": "\n",
}


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
def test_it_comes_to_an_end_whatever_the_text_is(client: TestClient, unit: str) -> None:
    """No two parts of a text are held against each other: at the limit that would take hours."""
    text = HEAD + unit * (TEXTS_LIMIT // 4 // len(unit.encode()) or 1)
    answer = client.post(f"{API}/audit", content=json.dumps({"texts": {"a": text}}, ensure_ascii=False).encode())
    assert answer.status_code == 200, answer.text[:500]
    assert answer.json()["differences"]
