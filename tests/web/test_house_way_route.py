"""The check of a house way over HTTP: what the command prints, a way in the body, and how large it may be."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_world import API, ORIGIN, problem, started

from command_runs import Command
from pitbook.games.pai_gow_poker.routes import MOST_RULES, WAY, WAY_LIMIT
from pitbook.web.app import create_app
from pitbook.web.settings import Settings

AT = f"{API}/games/pai-gow-poker/house-ways"
SHIPPED = resources.files("pitbook.games.pai_gow_poker").joinpath("house_ways/trump_plaza.toml").read_text(encoding="utf-8")
TOML = {"Content-Type": "application/toml"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A browser of a server without a ledger."""
    with started(create_app(Settings(origins=(ORIGIN,)), pages=False)) as running:
        yield running


def posted(client: TestClient, text: str, **more: Any) -> Any:
    return client.post(f"{AT}/check", content=text.encode(), headers=TOML, **more)


def test_it_is_what_the_command_prints(client: TestClient, pitbook: Command, tmp_path: Path) -> None:
    gap = SHIPPED.replace('hand = "no-pair"\ncomplete-hand = false', 'hand = "no-pair"\ncomplete-hand = true')
    assert gap != SHIPPED
    (tmp_path / "way.toml").write_text(gap, encoding="utf-8")
    printed = pitbook("house-way", str(tmp_path / "way.toml"), "--check", "--set", "ace-low-straight=lowest", "--json")
    assert printed.status == 1, printed.err
    answer = posted(client, gap, params={"set": "ace-low-straight=lowest"})
    assert answer.status_code == 200, answer.text  # the findings are in the answer
    assert answer.text == printed.out
    assert answer.json()["findings"]
    assert client.post(f"{AT}/check?set=ace-low-straight=lowest", json=tomllib.loads(gap)).text == printed.out


def test_a_way_that_is_held_is_checked_by_its_name(client: TestClient, pitbook: Command) -> None:
    printed = pitbook("house-way", "foxwoods", "--check", "--json")
    assert client.get(f"{AT}/foxwoods/check").text == printed.out
    assert "no house way 'foxwood'" in problem(client.get(f"{AT}/foxwood/check"), 422)[0]
    assert "is a file" in problem(client.get(f"{AT}/way.toml/check"), 422)[0]


def test_every_fault_is_said_at_once(client: TestClient) -> None:
    faults = problem(posted(client, 'name = "x"\n[[rules]]\nid = "a"\nhand = "no-pare"\nplay = "pair"\nwords = "w"\n'), 422)
    assert [any(each in fault for fault in faults) for each in ("body: title", "did you mean no-pair")] == [True, True], faults
    assert problem(posted(client, "name = "), 400)
    assert problem(posted(client, SHIPPED, params={"set": "ace-low-straight=never"}), 422)
    assert problem(posted(client, SHIPPED, params={"again": "1"}), 422)


def test_a_way_has_so_many_bytes_and_rules(client: TestClient) -> None:
    assert "65,536" in problem(posted(client, "#" * (WAY_LIMIT + 1)), 413)[0]
    rules = [{**WAY["rules"][0], "id": f"no-pair-{n}"} for n in range(MOST_RULES + 1)]
    answer = client.post(f"{AT}/check", content=json.dumps({**WAY, "rules": rules}))
    assert problem(answer, 422) == ["body: rules: found 101; allowed here are 100, and more with the command"]


def test_the_example_is_a_way(client: TestClient) -> None:
    found = client.post(f"{AT}/check", json=WAY)
    assert found.status_code == 200, found.text
    assert {each["fault"] for each in found.json()["findings"]} == {"gap"}
