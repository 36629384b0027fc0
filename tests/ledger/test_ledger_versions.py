"""Journals and databases of released versions: this version reads them, verifies them and goes on with them (G8)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from ledger_world import HASHER, Stores, bets, make_world

from pitbook.ledger import meters, verify
from pitbook.ledger.desk import open_ledger, upgrade_ledger
from pitbook.ledger.events import event_hash
from pitbook.ledger.meter_answers import meter_json

pytest_plugins = ["ledger_fixtures"]

SAVED = Path(__file__).parents[1] / "data" / "ledger"
VERSIONS = sorted(path.name for path in SAVED.iterdir())


def expected_of(version: str) -> Any:
    return json.loads((SAVED / version / "expected.json").read_text())


def lines_of(version: str) -> list[str]:
    return (SAVED / version / "journal.jsonl").read_text().splitlines()


def test_there_is_a_saved_journal() -> None:
    assert "0.1.0" in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_every_event_has_the_hash_it_had(version: str) -> None:
    events = [verify.parse_line(line) for line in lines_of(version)]
    assert len({event.kind for event in events}) > 15
    assert all(event_hash(event) == event.hash for event in events)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_saved_journal_gives_the_same_meters_in_both_stores(version: str, kind: str, stores: Stores) -> None:
    ledger = open_ledger(stores.empty(kind), hasher=HASHER)
    assert verify.rebuild(ledger, lines_of(version)).good
    expected = expected_of(version)
    assert [str(head) for head in verify.heads(ledger)] == expected["heads"]
    found = [meter_json(view) for view in meters.list_meters(ledger)]
    for now, then in zip(found, expected["meters"], strict=True):
        said, says = then.pop("display"), now.pop("display")
        assert {name: now[name] for name in then} == then
        assert (says["amount"], says["working"]) == (said["amount"], said["working"])
        assert set(said["notices"]) <= set(says["notices"])  # a later version may say more
    ledger.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_saved_database_is_brought_up_to_date_and_goes_on(version: str, tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    shutil.copy(SAVED / version / "ledger.db", file)
    upgrade_ledger(str(file))
    world = make_world(str(file))
    assert verify.verify(world.ledger, verify.parse_heads(" ".join(expected_of(version)["heads"]))).good
    world.record(round_id="a round of this version", table="T9", wagers=bets(1))
    world.all_fits()
    world.ledger.close()
