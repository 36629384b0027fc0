"""Databases that cannot be used: one clear message each, nothing lost, nothing half written. And the tables
themselves.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from pathlib import Path

import psycopg
import pytest
from ledger_world import GAME, HASHER, PostgreSQL, World, bets, make_world, win
from sqlalchemy import make_url
from test_ledger_guarantees import snapshot

from pitbook.ledger import meters, rounds, verify
from pitbook.ledger.desk import backup, open_ledger, upgrade_ledger
from pitbook.ledger.errors import ConflictError, RefusedError, StoreError, UnansweredError
from pitbook.ledger.opening import open_store, store_url
from pitbook.ledger.rounds import RoundResult
from pitbook.ledger.schema import METADATA
from pitbook.ledger.store import Session

pytest_plugins = ["ledger_fixtures"]


def test_the_migrations_make_the_tables_of_the_program(world: World) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with world.ledger.store.reading() as session:
        differences = compare_metadata(MigrationContext.configure(session.connection), METADATA)
    assert differences == []


def test_a_database_of_a_newer_version_is_refused(world: World) -> None:
    with world.ledger.store.writing(["main"]) as session:
        session.run("UPDATE alembic_version SET version_num = '9999'")
    for attempt in (lambda: open_ledger(world.url), lambda: upgrade_ledger(world.url)):
        with pytest.raises(StoreError, match="version 9999, which a newer Pitbook made"):
            attempt()


def test_an_upgrade_with_nothing_to_do(world: World) -> None:
    assert upgrade_ledger(world.url) == ("0002", "0002")


@pytest.mark.parametrize(
    ("url", "words"),
    [("mysql://host/name", "not in 'mysql'"), ("://", "is no database URL")],
)
def test_other_databases_are_refused(url: str, words: str) -> None:
    with pytest.raises(StoreError, match=words):
        open_ledger(url)


def test_a_plain_file_name_is_an_sqlite_database() -> None:
    assert store_url("some/ledger.db").database == "some/ledger.db"
    assert store_url("postgresql://me@host/name").drivername == "postgresql+psycopg"


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("these are notes, not a ledger, and they are long enough to be looked at\n" * 20)
    with pytest.raises(StoreError, match="cannot be used"):
        open_ledger(str(file))
    assert file.read_text().startswith("these are notes")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        open_ledger(str(tmp_path / "no" / "such" / "folder" / "ledger.db"))


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(StoreError) as fault:
        open_ledger("postgresql://nobody@127.0.0.1:9/none")
    assert str(fault.value) == "the database cannot be reached: nothing answers at this address"


def test_a_database_that_the_server_does_not_have(world: World, kind: str) -> None:
    if kind != "postgresql":
        pytest.skip("a file is made where there is none")
    with pytest.raises(StoreError) as fault:
        open_ledger(make_url(world.url).set(database="not-there").render_as_string(hide_password=False))
    assert str(fault.value) == "the database cannot be reached: the server has no such user or database"


def test_a_database_speaks_to_nobody_in_its_own_words(world: World) -> None:
    """What it refuses, and a row that is there already, are said in words of the ledger."""
    with pytest.raises(StoreError) as fault, world.ledger.store.writing(["main"]) as session:
        session.run("INSERT INTO no_such_table VALUES (1)")
    assert str(fault.value) == "the database refused the step; nothing was written"
    with pytest.raises(ConflictError) as conflict, world.ledger.store.writing(["main"]) as session:
        session.run("INSERT INTO settings SELECT 'one', 'two' UNION ALL SELECT 'one', 'two'")
    assert str(conflict.value) == "this is in the database already; nothing was written"


def test_a_round_under_another_key_is_told_by_its_name(world: World) -> None:
    def again(key: str) -> None:
        rounds.record_round(world.ledger, "T7-9", "T1", GAME, bets(1), RoundResult(), key=key)

    again("T7-9")
    with pytest.raises(RefusedError) as fault:
        again("another")
    assert str(fault.value) == "round T7-9 is recorded already under key T7-9"
    rounds.open_round(world.ledger, "T7-10", "T1", GAME)
    with pytest.raises(RefusedError) as fault:
        rounds.record_round(world.ledger, "T7-10", "T1", GAME, bets(1), RoundResult())
    assert str(fault.value) == "round T7-10 is opened already under key T7-10/open"
    world.all_fits()


def test_a_database_that_may_only_be_read(world: World, kind: str) -> None:
    if kind == "sqlite":
        read_only = open_ledger(f"sqlite:///file:{world.url}?mode=ro&uri=true", hasher=HASHER, create=False)
    else:
        with psycopg.connect(world.url, autocommit=True) as connection:
            connection.execute(
                "ALTER DATABASE " + world.url.split("/")[3].split("?")[0] + " SET default_transaction_read_only = on"
            )
        read_only = open_ledger(world.url, hasher=HASHER, create=False)
    assert meters.show_meter(read_only, "hb").meter == world.meter()
    assert verify.verify(read_only).good
    before = snapshot(world)
    with pytest.raises(StoreError, match="the database is read-only; nothing was written"):
        rounds.record_round(read_only, "r", "T1", GAME, bets(1), RoundResult())
    read_only.close()
    assert snapshot(world) == before


@pytest.mark.parametrize("happens", ["moved", "replaced", "in a step"])
def test_a_file_that_is_no_longer_the_one_that_was_opened(world: World, kind: str, tmp_path: Path, happens: str) -> None:
    """What is written to a deleted file is acknowledged and lost; what stands at its name is not what was opened."""
    if kind != "sqlite":
        pytest.skip("its server keeps its own files")
    file = Path(world.url)
    older = tmp_path / "older.db"
    backup(world.ledger, older)
    world.record(round_id="before")
    moved = file.with_name("moved.db")

    def now() -> None:
        for end in ("", "-wal", "-shm"):
            Path(f"{file}{end}").rename(f"{moved}{end}")
        if happens == "replaced":
            shutil.copy(older, file)

    if happens == "in a step":
        plain = Session.run

        def run(self: Session, sql: str, values: object = ()) -> object:
            if sql == "BEGIN IMMEDIATE":
                found = plain(self, sql, values)  # type: ignore[arg-type]
                now()
                return found
            return plain(self, sql, values)  # type: ignore[arg-type]

        Session.run = run  # type: ignore[method-assign]
        try:
            with pytest.raises(StoreError, match="nothing was written"):
                world.record(round_id="lost")
        finally:
            Session.run = plain  # type: ignore[method-assign]
    else:
        now()
    words = "was replaced while it was in use" if happens == "replaced" else "was deleted or moved while it was in use"
    for number in range(3):
        with pytest.raises(StoreError, match=words):
            world.record(round_id=f"lost-{number}")
        with pytest.raises(StoreError, match=words):
            world.meter()
    assert file.exists() == (happens == "replaced"), "none is made in its place"
    file.unlink(missing_ok=True)
    for end in ("", "-wal", "-shm"):
        Path(f"{moved}{end}").rename(f"{file}{end}")
    world.record(round_id="after")  # put back, it goes on
    world.all_fits()
    assert world.ledger.store.file.path == file.absolute()


def record_until_full(world: World) -> None:
    for number in range(200):
        world.record(round_id=f"r-{number}")


def test_a_full_disk(world: World, kind: str) -> None:
    if kind != "sqlite":
        pytest.skip("the server's disk is the server's; its message is translated alike")
    with world.ledger.store.writing(["main"]) as session:
        pages = session.run("PRAGMA page_count").fetchone()[0]
    plain = Session.run

    def run(self: Session, sql: str, values: object = ()) -> object:
        if sql == "BEGIN IMMEDIATE":
            plain(self, f"PRAGMA max_page_count = {pages}")
        return plain(self, sql, values)  # type: ignore[arg-type]

    Session.run = run  # type: ignore[method-assign]
    try:
        with pytest.raises(StoreError, match="is full; nothing was written"):
            record_until_full(world)
    finally:
        Session.run = plain  # type: ignore[method-assign]
    world.ledger.close()
    again = make_world(world.url)
    again.all_fits()
    again.record(round_id="after")
    again.ledger.close()


def test_a_connection_that_breaks_within_a_step(world: World, kind: str) -> None:
    if kind != "postgresql":
        pytest.skip("there is no connection to break")
    plain = Session.run

    def run(self: Session, sql: str, values: object = ()) -> object:
        if sql.startswith("INSERT INTO journal"):
            pid = plain(self, "SELECT pg_backend_pid()").fetchone()[0]
            with psycopg.connect(world.url, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s)", (pid,))
        return plain(self, sql, values)  # type: ignore[arg-type]

    before = snapshot(world)
    Session.run = run  # type: ignore[method-assign]
    try:
        with pytest.raises(UnansweredError, match="repeat the step with the same key"):
            world.record(win(2), round_id="r")
    finally:
        Session.run = plain  # type: ignore[method-assign]
    assert snapshot(world) == before
    assert not world.record(win(2), round_id="r").repeated
    world.all_fits()


def test_a_writer_that_holds_the_link_too_long(world: World, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind == "sqlite":
        monkeypatch.setattr("pitbook.ledger.store.BUSY_SECONDS", 0.2)
        impatient = open_store(world.url)
    else:
        impatient = open_store(world.url)
    holds, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        with world.ledger.store.writing(["main"]):
            holds.set()
            may_end.wait(300)

    holder = threading.Thread(target=hold)
    holder.start()
    assert holds.wait(120)
    try:
        if kind == "postgresql":
            monkeypatch.setattr("pitbook.ledger.store.BUSY_SECONDS", 30.0)
            with impatient.engine.connect() as connection:
                connection.exec_driver_sql("SET lock_timeout = '200ms'")
        with pytest.raises(StoreError, match="another writer held the link"), impatient.writing(["main"]) as session:
            session.run("SELECT 1")
    finally:
        may_end.set()
        holder.join()
        impatient.engine.dispose()


def test_other_links_are_not_held_up_on_postgresql(world: World, kind: str) -> None:
    if kind != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    with world.ledger.store.writing(["main"]):
        world.record(table="T9", wagers=bets(1), round_id="elsewhere")
    assert world.meter("far").state.wagered


def test_two_processes_make_one_ledger(empty_url: str) -> None:
    failures: list[Exception] = []

    def make() -> None:
        try:
            open_ledger(empty_url, hasher=HASHER).close()
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    ledger = open_ledger(empty_url)
    assert [head.seq for head in verify.heads(ledger)] == [1]
    ledger.close()


def test_a_backup_taken_while_rounds_are_recorded(world: World, kind: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    if kind == "postgresql":
        with pytest.raises(RefusedError, match="pg_dump"):
            backup(world.ledger, target)
        return
    done = threading.Event()

    def play() -> None:
        number = 0
        while not done.is_set():
            world.record(round_id=f"p-{number}")
            number += 1

    player = threading.Thread(target=play)
    player.start()
    try:
        other = make_world(world.url)
        backup(other.ledger, target)
        with pytest.raises(RefusedError, match="exists already"):
            backup(other.ledger, target)
        other.ledger.close()
    finally:
        done.set()
        player.join()
    restored = make_world(str(target))
    restored.all_fits()
    restored.record(round_id="after the restore")
    restored.ledger.close()
    assert verify.verify(world.ledger, verify.heads(make_world(str(target)).ledger)).good is False


def test_a_file_that_is_cut_takes_no_more_steps(world: World, kind: str) -> None:
    """What the log holds is answered as before, and is lost with the next start."""
    if kind != "sqlite":
        pytest.skip("its server keeps its own files")
    file = Path(world.url)
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    world.record(round_id="before")
    raw = file.read_bytes()
    for left in (len(raw) - 1, len(raw) // 2, 0):
        os.truncate(file, left)
        with pytest.raises(StoreError, match="was cut while it was in use; nothing was written"):
            world.record(round_id=f"lost-{left}")
        with pytest.raises(StoreError, match="was cut while it was in use"):
            verify.verify(world.ledger)
    with file.open("r+b") as put_back:
        put_back.write(raw)
    world.record(round_id="after")
    world.all_fits()


def test_no_backup_of_a_damaged_file(world: World, kind: str, tmp_path: Path) -> None:
    if kind == "postgresql":
        pytest.skip("files of SQLite")
    whole, damaged, target = (tmp_path / name for name in ("whole.db", "damaged.db", "target.db"))
    backup(world.ledger, whole)
    with sqlite3.connect(whole) as database:
        size = database.execute("PRAGMA page_size").fetchone()[0]
        page = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'journal'").fetchone()[0]
    database.close()
    raw = bytearray(whole.read_bytes())
    raw[(page - 1) * size : page * size] = b"\xa5" * size
    damaged.write_bytes(raw)
    ledger = open_ledger(str(damaged), hasher=HASHER)
    with pytest.raises(StoreError, match="the database file is damaged"):
        backup(ledger, target)
    ledger.close()
    assert not target.exists()


def test_a_dump_of_postgresql_restored_in_a_new_database(world: World, kind: str, postgresql: PostgreSQL) -> None:
    if kind != "postgresql":
        pytest.skip("SQLite has `pitbook ledger backup`")
    import subprocess

    world.record(win(2))
    name = postgresql.new()
    tools = postgresql.server.bin_path
    dump = subprocess.run([tools / "pg_dump", "--format=custom", world.url], check=True, capture_output=True)
    subprocess.run([tools / "pg_restore", "--dbname", postgresql.url(name)], input=dump.stdout, check=True)
    restored = make_world(postgresql.url(name))
    assert snapshot(restored) == snapshot(world)
    restored.all_fits()
    restored.ledger.close()


def test_sqlite_waits_for_the_disk(world: World, kind: str) -> None:
    if kind != "sqlite":
        with world.ledger.store.reading() as session:
            assert session.run("SHOW synchronous_commit").fetchone()[0] == "on"
        return
    with world.ledger.store.reading() as session:
        assert session.run("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert session.run("PRAGMA synchronous").fetchone()[0] == 2
    assert sqlite3.sqlite_version_info > (3, 24)
