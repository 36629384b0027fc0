"""Threads that write at once: in turn, together in one transaction, and what becomes of the others where one of them fails."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from ledger_world import DEALERS, DOLLAR, GAME, World, bets, win

from pitbook.ledger import meters, turns, verify
from pitbook.ledger.desk import Receipt
from pitbook.ledger.errors import KeyReusedError, RefusedError, StoreError, UnansweredError
from pitbook.ledger.rounds import Wager
from pitbook.ledger.store import Session, Store
from pitbook.ledger.unit import Unit

pytest_plugins = ["ledger_fixtures"]
Step = Callable[[], Receipt | None]


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that is executed."""
    seen: list[str] = []
    plain = Session.run

    def run(self: Session, sql: str, values: Any = ()) -> Any:
        seen.append(sql)
        return plain(self, sql, values)

    monkeypatch.setattr(Session, "run", run)
    return seen


@contextmanager
def held(store: Store) -> Iterator[None]:
    """The turn is somebody else's meanwhile."""
    with store.writing(["main"]):
        yield


def waiting(store: Store) -> int:
    """How many wait for their turn."""
    return sum(len(each._waiting) for each in store.turns.values())


def at_once(world: World, steps: list[Step]) -> list[Any]:
    """The answers, or errors, of steps that all wait for the same turn and come in this order."""
    answers: list[Any] = [None] * len(steps)

    def carry_out(at: int) -> None:
        try:
            answers[at] = steps[at]()
        except Exception as error:  # noqa: BLE001 - it is looked at by the test
            answers[at] = error

    threads = [threading.Thread(target=carry_out, args=(at,)) for at in range(len(steps))]
    with held(world.ledger.store):
        for number, thread in enumerate(threads, 1):
            thread.start()
            while waiting(world.ledger.store) < number:
                assert thread.is_alive(), answers
                time.sleep(0.001)
    for thread in threads:
        thread.join(300)
        assert not thread.is_alive()
    return answers


def rounds_of(world: World, *names: str) -> list[Step]:
    """Steps that each record a round of $1."""
    return [lambda name=name: world.record(round_id=name, wagers=bets(1)) for name in names]  # type: ignore[misc]


def test_writers_come_in_turn_and_are_committed_together(world: World, statements: list[str]) -> None:
    world.record(wagers=bets(1))
    before, first = world.value(), world.last().seq
    statements.clear()
    answers = at_once(world, rounds_of(world, *"abcdefgh"))
    assert statements.count("COMMIT") == 2  # of who held the turn, and of the eight
    assert [each.seq for each in answers] == list(range(first + 1, first + 9))
    assert world.value() == before + 8 * 210_000
    assert [each.key for each in world.events()][-8:] == list("abcdefgh")
    world.all_fits()


def test_only_so_many_write_together(world: World, statements: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_TOGETHER", 3)
    at_once(world, rounds_of(world, *"abcdefgh"))
    assert statements.count("COMMIT") == 4
    world.all_fits()


def test_one_that_is_refused_takes_back_its_own_part(world: World) -> None:
    seen, value = world.last().seq, world.value()

    def wins_twice() -> Receipt:  # refused after its contributions are worked out
        return world.record(win(1), win(1), round_id="x", wagers=bets(1))

    first, refused, last = at_once(world, [rounds_of(world, "a")[0], wins_twice, rounds_of(world, "b")[0]])
    assert isinstance(refused, RefusedError)
    assert (first.seq, last.seq) == (seen + 1, seen + 2)
    assert world.value() == value + 2 * 210_000
    world.all_fits()


def test_one_that_fails_half_way_takes_back_its_own_part(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its event is written already, its records are not."""
    plain, value = Unit.flush, world.value()

    def flush(self: Unit) -> None:
        if any(event.key == "x" for event in self.events):
            raise AssertionError("more house money than money on the meter")
        plain(self)

    monkeypatch.setattr(Unit, "flush", flush)
    first, failed, last = at_once(world, rounds_of(world, "a", "x", "b"))
    assert isinstance(failed, AssertionError)
    assert [each.key for each in world.events()][-2:] == ["a", "b"]
    assert (last.seq, world.value()) == (first.seq + 1, value + 2 * 210_000)
    monkeypatch.undo()
    assert not world.record(round_id="x", wagers=bets(1)).repeated
    world.all_fits()


def test_the_same_key_at_once_is_applied_once(world: World) -> None:
    value = world.value()
    one, two, three, other = at_once(
        world, [*rounds_of(world, "a", "a", "a"), lambda: world.record(round_id="a", wagers=bets(1, 2))]
    )
    assert [one.repeated, two.repeated, three.repeated] == [False, True, True]
    assert one.hash == two.hash == three.hash
    assert isinstance(other, KeyReusedError)
    assert world.value() == value + 210_000
    world.all_fits()


@pytest.mark.parametrize("failing", ["COMMIT", "SAVEPOINT part", "UPDATE links"])
def test_what_the_database_refuses_is_refused_to_all(world: World, failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit for all; or a statement of the last of them."""
    plain, value, events = Session.run, world.value(), world.events()
    errors: Any = world.ledger.store.engine.dialect.loaded_dbapi
    left = 1 if failing == "UPDATE links" else 0  # the first one's is carried out

    def run(self: Session, sql: str, values: Any = ()) -> Any:
        nonlocal left
        if sql.startswith(failing) and threading.current_thread() is not threading.main_thread():
            left -= 1
            if left < 0:
                raise errors.OperationalError("database or disk is full")
        return plain(self, sql, values)

    monkeypatch.setattr(Session, "run", run)
    answers = at_once(world, rounds_of(world, "a", "b"))
    monkeypatch.undo()
    assert [type(each) for each in answers] == [StoreError, StoreError]
    assert {str(each) for each in answers} == {"the disk or the database is full; nothing was written"}
    assert (world.value(), world.events()) == (value, events)
    assert [each.repeated for each in at_once(world, rounds_of(world, "a", "b"))] == [False, False]
    world.all_fits()


def test_what_was_not_committed_is_not_remembered(world: World, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wager that joins a meter, and a round with it, in a commit that fails; then another change in the same place."""
    if kind == "postgresql":
        pytest.skip("a table that joins asks for all links there, and is in no transaction with a round")
    plain = Session.run
    errors: Any = world.ledger.store.engine.dialect.loaded_dbapi

    def run(self: Session, sql: str, values: Any = ()) -> Any:
        if sql == "COMMIT" and threading.current_thread() is not threading.main_thread():
            raise errors.OperationalError("database or disk is full")
        return plain(self, sql, values)

    def joins(table: str) -> Receipt:
        return meters.add_member(
            world.ledger,
            "hb",
            table_id=table,
            game=GAME,
            wager=DEALERS,
            paytable="standard",
            amount_micros=DOLLAR,
            actor=world.actor("ann"),
        )

    def plays() -> Receipt:
        return world.record(table="T2", wagers=(Wager(1, DEALERS, DOLLAR),))

    monkeypatch.setattr(Session, "run", run)
    first, second = at_once(world, [lambda: joins("T2"), plays])
    assert [type(first), type(second)] == [StoreError, StoreError]
    monkeypatch.undo()
    joins("T3")
    with pytest.raises(RefusedError, match="no meter takes"):
        plays()
    world.all_fits()


def test_a_connection_lost_at_the_commit_leaves_all_unanswered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Session.run
    errors: Any = world.ledger.store.engine.dialect.loaded_dbapi

    def run(self: Session, sql: str, values: Any = ()) -> Any:
        found = plain(self, sql, values)
        if sql == "COMMIT" and threading.current_thread() is not threading.main_thread():
            raise errors.OperationalError("server closed the connection unexpectedly")
        return found

    monkeypatch.setattr(Session, "run", run)
    answers = at_once(world, rounds_of(world, "a", "b"))
    monkeypatch.undo()
    assert [type(each) for each in answers] == [UnansweredError, UnansweredError]
    assert [each.repeated for each in at_once(world, rounds_of(world, "a", "b"))] == [True, True]  # they had been kept
    world.all_fits()


def test_who_writes_alone_shares_with_nobody(world: World, statements: list[str]) -> None:
    def alone() -> None:
        with world.ledger.store.writing(["main"]) as session:
            session.run("SELECT 1")
            assert statements.count("COMMIT") == 2  # the first round does not wait for what may take long
            while waiting(world.ledger.store) < 1:
                time.sleep(0.001)

    first, _, last = at_once(world, [rounds_of(world, "a")[0], alone, rounds_of(world, "b")[0]])
    assert statements.count("SAVEPOINT part") == 0
    assert last.seq == first.seq + 1
    world.all_fits()


def test_a_turn_that_does_not_come(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "BUSY_SECONDS", 0.1)
    errors: list[BaseException] = []

    def impatient() -> None:
        try:
            world.record(round_id="a", wagers=bets(1))
        except StoreError as error:
            errors.append(error)

    thread = threading.Thread(target=impatient)
    with held(world.ledger.store):
        thread.start()
        thread.join(300)
    assert [str(each) for each in errors] == ["another writer held the link for over 0 seconds; repeat the step"]
    assert waiting(world.ledger.store) == 0
    world.record(round_id="a", wagers=bets(1))
    world.all_fits()


def test_links_of_postgresql_do_not_wait_for_each_other(world: World, kind: str) -> None:
    if kind == "sqlite":
        pytest.skip("SQLite has one lock for all links")
    with held(world.ledger.store):
        made = world.record(table="T9", wagers=(bets(1)[0],))
    assert made.link == "second"


def test_many_threads_many_rounds(world: World) -> None:
    """Every round is there once, the chain is whole, no money is lost, whatever came together."""
    value = world.value()
    answers: list[Receipt] = []

    def play(table: str, name: str) -> None:
        for number in range(25):
            answers.append(world.record(round_id=f"{name}-{number}", table=table, wagers=bets(1)))

    threads = [threading.Thread(target=play, args=("T1" if n % 2 else "T2", f"thread-{n}")) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert len({each.seq for each in answers}) == len(answers) == 150
    assert world.value() == value + 150 * DOLLAR * 21 // 100
    assert verify.verify(world.ledger).good
    world.all_fits()


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_fails_what_was_answered_is_true(world: World, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements of many threads fail here and there: a round is in the journal once if it was acknowledged, and not if it was
    refused; only of one whose connection broke nobody knows.
    """
    monkeypatch.setattr(Session, "run", _failing_run(world.ledger.store, random.Random(seed)))
    said: dict[str, type[Exception] | None] = {}

    def play(thread: int) -> None:
        of_thread = random.Random(seed * 100 + thread)
        for number in range(40):
            name = f"thread {thread}, round {number}"
            wins = of_thread.choice([(), (), (), (win(1),), (win(1), win(1))])  # the last is refused
            try:
                world.record(*wins, round_id=name, table="T1" if thread % 2 else "T2", wagers=bets(1))
            except (StoreError, RefusedError) as error:
                said[name] = type(error)
            else:
                said[name] = None

    threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    monkeypatch.undo()
    assert len(said) == 240
    kept = Counter(event.key for event in world.events() if event.key in said)
    assert set(kept.values()) == {1}
    assert {name for name, error in said.items() if error is None} <= set(kept)
    assert {name for name in kept if said[name] not in (None, UnansweredError)} == set()
    assert not any(each._taken or each._waiting for each in world.ledger.store.turns.values())
    assert verify.verify(world.ledger).good
    world.all_fits()


def _failing_run(store: Store, chance: random.Random) -> Callable[..., Any]:
    """A driver that is out of space, finds the same key, or loses its connection after the statement, now and then."""
    errors: Any = store.engine.dialect.loaded_dbapi
    plain = Session.run

    def run(self: Session, sql: str, values: Any = ()) -> Any:
        fate = chance.random()
        if fate < 0.004:
            raise errors.OperationalError("database or disk is full")
        if fate < 0.006:
            raise errors.IntegrityError("a key is there already")
        found = plain(self, sql, values)
        if fate < 0.007:
            raise errors.OperationalError("server closed the connection unexpectedly")
        return found

    return run
