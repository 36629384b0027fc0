"""Killed processes, a killed server, many processes at once, seeds of the simulator: nothing acknowledged is lost
(G1, G3, G5).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from ledger_simulator import simulate
from ledger_torture import forked, kill_the_server, torture, write
from ledger_world import DOLLAR, HASHER, PostgreSQL, Stores, fast_folder, make_world, micros, prepare

from pitbook.ledger import verify
from pitbook.ledger.desk import open_ledger
from pitbook.ledger.meters import show_meter

pytest_plugins = ["ledger_fixtures"]


def test_g1_writers_killed_twenty_times(url: str) -> None:
    assert torture(url, kills=20) >= 20


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[PostgreSQL]:
    """A server for this test alone: it is killed."""
    folder = fast_folder(tmp_path)
    server = PostgreSQL(folder / "data")
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


def test_g1_the_database_server_killed(own_server: PostgreSQL) -> None:
    url = own_server.url(own_server.new())
    prepare(url)
    for cycle in range(3):
        kill_the_server(own_server, url, cycle)


WRITERS, READERS, ROUNDS = 4, 2, 25


def test_g5_many_processes_on_one_link_with_readers_between(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    children = [forked(lambda pipe, n=n: _writer(url, n, pipe)) for n in range(WRITERS)]  # type: ignore[misc]
    children += [forked(lambda pipe: _reader(url, pipe)) for _ in range(READERS)]
    said = [_finish(*child) for child in children]
    world = make_world(url)
    total = WRITERS * ROUNDS
    state = world.meter().state
    assert state.wagered == total * 3 * DOLLAR
    assert state.contributed == total * 3 * micros("0.21")
    events = [event for event in world.events() if event.kind == "round-recorded"]
    assert len(events) == total
    assert [event.seq for event in world.events()] == list(range(1, len(world.events()) + 1))
    assert verify.verify(world.ledger).good
    longest = max(float(each.split()[1]) for each in said if each.startswith("longest"))
    seen = sum(int(each.split()[1]) for each in said if each.startswith("looked"))
    world.ledger.close()
    assert seen > 0
    with capsys.disabled():
        print(f" [{WRITERS} writers: longest wait {longest * 1000:.0f} ms; {seen} consistent looks]", end="")


def _writer(url: str, number: int, pipe: int) -> None:
    ledger = open_ledger(url, hasher=HASHER, create=False)
    for n in range(ROUNDS):
        write(ledger, f"w{number}-{n}", table="T1" if number % 2 else "T2")
    os.write(pipe, f"longest {ledger.store.waits.longest}".encode())


def _reader(url: str, pipe: int) -> None:
    """Look until all is written: what is seen at one moment always agrees with itself."""
    ledger = open_ledger(url, hasher=HASHER, create=False)
    looks, wagered = 0, -1
    while wagered < WRITERS * ROUNDS * 3 * DOLLAR:
        state = show_meter(ledger, "hb").meter.state
        assert state.held == state.expected
        assert state.wagered >= wagered, "a reader saw time run backwards"
        wagered = state.wagered
        if looks % 5 == 0:
            assert verify.verify(ledger).good
        looks += 1
    os.write(pipe, f"looked {looks}".encode())


def _finish(child: int, pipe: int) -> str:
    text = b""
    while chunk := os.read(pipe, 4096):
        text += chunk
    os.close(pipe)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return text.decode()


@pytest.mark.parametrize(("kind", "seeds", "steps"), [("sqlite", range(6), 150), ("postgresql", range(10, 12), 100)])
def test_seeds_of_the_simulator(stores: Stores, kind: str, seeds: range, steps: int) -> None:
    for seed in seeds:
        seen = simulate(stores.copy(kind), seed, steps)
        assert seen["crash"] > 0
