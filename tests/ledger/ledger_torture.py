"""Processes that write until they are killed, and the question what is left. Also from the command line::

python -m ledger_torture --kills 100 --database postgresql       (with tests/ledger on the path)
"""

from __future__ import annotations

import argparse
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ledger_world import DOLLAR, GAME, HASHER, PostgreSQL, Stores, World, bets, make_world, micros, win

from pitbook.ledger import rounds, verify
from pitbook.ledger.desk import Ledger, open_ledger
from pitbook.ledger.errors import StoreError
from pitbook.ledger.rounds import RoundResult

TENTH = Fraction(1, 10)


@dataclass(frozen=True)
class Acknowledged:
    """A receipt that a writer got: the round and the hash of its event."""

    round_id: str
    hash: str


def write(ledger: Ledger, round_id: str, table: str = "T1") -> str:
    """One round, every tenth with an award; gives the hash of its event."""
    number = int(round_id.rpartition("-")[2])
    wins = (win(2, share=TENTH),) if number % 10 == 9 else ()
    return rounds.record_round(ledger, round_id, table, GAME, bets(1, 2, 3), RoundResult(wins)).hash


def forked(work: Callable[[int], None]) -> tuple[int, int]:
    """Run ``work`` in a process of its own; gives its id and the end of a pipe it writes to."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    status = 1
    try:
        os.close(reading)
        work(writing)
        status = 0
    finally:
        os._exit(status)


def kill_a_writer(url: str, cycle: int, seconds: float) -> list[Acknowledged]:
    """Let a process write rounds and kill it without warning; gives what it had been told was done."""

    def work(pipe: int) -> None:
        ledger = open_ledger(url, hasher=HASHER, create=False)
        number = 0
        while True:
            round_id = f"c{cycle}-{number}"
            told = write(ledger, round_id)
            os.write(pipe, f"{round_id} {told}\n".encode())
            number += 1

    child, pipe = forked(work)
    first = _wait_for_output(pipe)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    text = first + _drain(pipe)
    os.waitpid(child, 0)
    return [Acknowledged(*line.split()) for line in text.decode().splitlines(keepends=False) if len(line.split()) == 2]


def _wait_for_output(pipe: int) -> bytes:
    select.select([pipe], [], [], 60)
    return os.read(pipe, 65536)


def _drain(pipe: int) -> bytes:
    chunks = []
    while chunk := os.read(pipe, 65536):
        chunks.append(chunk)
    os.close(pipe)
    return b"".join(chunks)


def check_after_kill(world: World, told: list[Acknowledged], cycle: int) -> int:
    """Nothing acknowledged is lost, the key of each gives its first receipt, and at most one round more was kept.

    Gives the number of rounds the cycle left.
    """
    with world.ledger.store.reading() as session:
        rows = session.run("SELECT round_id, hash FROM journal WHERE kind = 'round-recorded'").fetchall()
    kept = {round_id: hash_ for round_id, hash_ in rows if round_id.startswith(f"c{cycle}-")}
    assert told, "the writer was killed before it had done anything"
    for each in told:
        assert kept.get(each.round_id) == each.hash, f"{each.round_id} was acknowledged and is not there"
    assert len(kept) - len(told) in (0, 1), f"{len(kept)} rounds kept, {len(told)} acknowledged"
    for round_id in (told[0].round_id, told[-1].round_id):
        assert write(world.ledger, round_id) == kept[round_id]
    following = f"c{cycle}-{len(told)}"  # the one that nobody knows about: written or not, it is there once now
    again = write(world.ledger, following)
    assert again == kept.get(following, again)
    return max(len(kept), len(told) + 1)


def torture(url: str, kills: int, seed: int = 1) -> int:
    """Kill so many writers one after another; gives the number of rounds written. The journal verifies at the end."""
    dice = random.Random(seed)
    total = 0
    for cycle in range(kills):
        told = kill_a_writer(url, cycle, dice.uniform(0.0, 0.05))
        world = make_world(url)
        total += check_after_kill(world, told, cycle)
        if cycle % 10 == 9 or cycle == kills - 1:
            outcome = verify.verify(world.ledger)
            assert outcome.good, outcome.misfits
            state = world.meter().state
            assert state.wagered == total * 3 * DOLLAR
            assert state.contributed == total * 3 * micros("0.21")
        world.ledger.close()
    return total


def kill_the_server(server: PostgreSQL, url: str, cycle: int) -> None:
    """Kill a PostgreSQL server under a writer, start it again: what was acknowledged is there."""

    def work(pipe: int) -> None:
        ledger = open_ledger(url, hasher=HASHER, create=False)
        number = 0
        while True:
            round_id = f"c{cycle}-{number}"
            try:
                told = write(ledger, round_id)
            except StoreError as error:
                if "same key" in str(error) or "reached" in str(error):
                    return
                raise
            os.write(pipe, f"{round_id} {told}\n".encode())
            number += 1

    child, pipe = forked(work)
    first = _wait_for_output(pipe)
    time.sleep(0.1)
    server.kill()
    text = first + _drain(pipe)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, "the writer did not give a clear message"
    server.start_again()
    world = make_world(url)
    told = [Acknowledged(*line.split()) for line in text.decode().splitlines() if len(line.split()) == 2]
    check_after_kill(world, told, cycle)
    assert verify.verify(world.ledger).good
    world.ledger.close()


def main() -> int:
    """Torture a store from the command line."""
    parser = argparse.ArgumentParser(description="Kill writing processes and look what is left.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kinds = ("sqlite", "postgresql") if asked.database == "both" else (asked.database,)
    with tempfile.TemporaryDirectory() as folder:
        server = PostgreSQL(Path(folder) / "pg") if "postgresql" in kinds else None
        stores = Stores(Path(folder), lambda: server)  # type: ignore[arg-type, return-value]
        try:
            for kind in kinds:
                url = stores.copy(kind)
                total = torture(url, asked.kills, asked.seed)
                print(f"{kind}: {asked.kills} writers killed, {total} rounds, nothing lost")
            if server is not None:
                url = stores.copy("postgresql")
                cycles = max(1, asked.kills // 10)
                for cycle in range(cycles):
                    kill_the_server(server, url, cycle)
                print(f"postgresql: the server killed {cycles} times, nothing lost")
        finally:
            if server is not None:
                server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
