"""A seeded casino that goes wrong on purpose: tables, people, faults, crashes, late and doubled messages, one after
another.

A seed is a whole sequence. Replay one with::

    python -m ledger_simulator --seed 17 --steps 400 --database sqlite        (with tests/ledger on the path)

After each step money is conserved and the ledger agrees with the plain model; at the end the journal verifies.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from ledger_model import TABLES, Driver
from ledger_world import CENT, DEALERS, DOLLAR, OWN, PostgreSQL, Stores, make_world

from pitbook.ledger.errors import StoreError
from pitbook.ledger.store import Session

CRASH_RATE = 0.12
SHARES = (Fraction(1), Fraction(1, 10), Fraction(1, 4))


class CrashError(Exception):
    """The process dies here."""


@contextmanager
def crash_at(number: int) -> Iterator[None]:
    """Let the n-th statement that comes now be the last: sometimes before it, sometimes after it was carried out."""
    plain = Session.run
    count = 0

    def run(self: Session, sql: str, values: Any = ()) -> Any:
        nonlocal count
        if sql == "ROLLBACK":
            return plain(self, sql, values)
        count += 1
        if count == number:
            if number % 2:
                plain(self, sql, values)
            raise CrashError(f"statement {number}: {sql[:40]}")
        return plain(self, sql, values)

    Session.run = run  # type: ignore[method-assign]
    try:
        yield
    finally:
        Session.run = plain  # type: ignore[method-assign]


class Simulation:
    """A driver led by a random generator."""

    def __init__(self, url: str, seed: int) -> None:
        self.random = random.Random(seed)
        self.driver = Driver(make_world(url))
        self.seen: Counter[str] = Counter()
        self.driver.done = self.carried_out  # type: ignore[method-assign]

    def carried_out(self, call: Any) -> Any:
        """A step that may be cut short by a crash; the process comes back and asks again with the same key."""
        if self.random.random() < CRASH_RATE:
            self.seen["crash"] += 1
            try:
                with crash_at(self.random.randint(1, 14)):
                    call()
            except (CrashError, StoreError):
                self.come_back()
            receipt = call()
        else:
            receipt = call()
            assert not receipt.repeated
        self.driver.repeats.append((call, receipt.seq, receipt.hash))
        return receipt

    def come_back(self) -> None:
        """The process starts anew."""
        world = self.driver.world
        world.ledger.close()
        self.driver.world = make_world(world.url)

    def step(self) -> None:
        """One thing happens."""
        names = [name for name, weight in _WEIGHTS.items() for _ in range(weight)]
        name = self.random.choice(names)
        if self.act(name):
            self.seen[name] += 1

    def act(self, name: str) -> bool:
        """Do it, if there is something to do it to."""
        dice, driver = self.random, self.driver
        open_rounds = [each for each, row in driver.rounds.items() if row.state in ("open", "locked")]
        a_round = dice.choice(open_rounds or sorted(driver.rounds) or [""])
        if dice.random() < 0.1 and driver.rounds:
            a_round = dice.choice(sorted(driver.rounds))  # a late message
        an_award = dice.choice(sorted(driver.awards) or [""])
        won = [(dice.choice(SHARES), dice.randint(1, 3)) for _ in range(dice.choice((0, 0, 0, 1, 1, 2)))]
        steps: dict[str, Any] = {
            "open": lambda: driver.open_round(dice.choice(TABLES)),
            "record": lambda: driver.record(dice.choice(TABLES), dice.sample(range(1, 7), dice.randint(0, 6)), won),
            "adjust": lambda: driver.adjust(dice.choice((CENT, -CENT, 250 * DOLLAR, -9_999 * DOLLAR))),
            "transfer": lambda: driver.transfer(dice.choice((1, 333 * DOLLAR))),
            "fault": lambda: driver.set_fault(*dice.choice((("link", "main"), ("table", "T1"), ("table", "T2"), ("meter", "hb")))),
            "clear": driver.clear_fault,
            "repeat": lambda: driver.repeat(dice.randrange(10**6)),
            "reopen": self.come_back,
        }
        if driver.rounds:
            steps["bet"] = lambda: driver.bet(a_round, dice.randint(1, 6), dice.choice((OWN, OWN, DEALERS)))
            steps["lock"] = lambda: driver.lock(a_round)
            steps["result"] = lambda: driver.result(a_round, won)
            steps["void"] = lambda: driver.void(a_round)
        if driver.awards:
            steps["approve"] = lambda: driver.approve(an_award, dice.choice(("sue", "sam", "al", "dan")))
            steps["pay"] = lambda: driver.pay(an_award)
            steps["reject"] = lambda: driver.reject(an_award)
        if name not in steps:
            return False
        steps[name]()
        return True


_WEIGHTS = {
    "open": 4,
    "bet": 14,
    "lock": 5,
    "result": 5,
    "record": 8,
    "void": 2,
    "approve": 5,
    "pay": 3,
    "reject": 1,
    "adjust": 1,
    "transfer": 1,
    "fault": 1,
    "clear": 3,
    "repeat": 5,
    "reopen": 1,
}


def simulate(url: str, seed: int, steps: int) -> Counter[str]:
    """Run a seed; gives how often each thing happened. Raises AssertionError where something is wrong, naming the
    seed.
    """
    simulation = Simulation(url, seed)
    at = 0
    try:
        for at in range(steps):
            simulation.step()
            simulation.driver.check(whole=at % 50 == 49)
        simulation.driver.check(whole=True)
    except Exception as error:
        raise AssertionError(f"seed {seed}, step {at}: {type(error).__name__}: {error}") from error
    finally:
        simulation.driver.world.ledger.close()
    return simulation.seen


def main() -> int:
    """Run seeds from the command line."""
    parser = argparse.ArgumentParser(description="Run or replay seeds of the ledger's simulator.")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many, one after another")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = PostgreSQL(Path(folder) / "pg") if asked.database == "postgresql" else None
        stores = Stores(Path(folder), lambda: server)  # type: ignore[arg-type, return-value]
        try:
            for seed in range(asked.seed, asked.seed + asked.seeds):
                seen = simulate(stores.copy(asked.database), seed, asked.steps)
                print(f"seed {seed}: {asked.steps} steps, " + ", ".join(f"{n} {name}" for name, n in sorted(seen.items())))
        except AssertionError as fault:
            print(f"pitbook simulator: {fault}", file=sys.stderr)
            return 1
        finally:
            if server is not None:
                server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
