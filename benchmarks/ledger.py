"""The ledger's speed beside a raw-driver transaction that writes the same rows and reads the head; and how it grows.

    python benchmarks/ledger.py                          rounds per second, SQLite, one table and eight on one link
    python benchmarks/ledger.py --database postgresql    the same on a PostgreSQL started for the purpose
    python benchmarks/ledger.py --grow 1000000           open, show, report, verify with a journal of a million events

The raw transaction begins, reads the link's head, inserts the journal row, updates the meter, inserts the round,
updates the head and commits, with plain sqlite3 or psycopg, values ready made. Both run one after the other in the
same place.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from measure import Result
from pitbook.ledger import meters, reports, rounds, verify
from pitbook.ledger.apply import apply
from pitbook.ledger.desk import Ledger, open_ledger
from pitbook.ledger.event_log import event_log
from pitbook.ledger.events import HASH_VERSION, Event, canonical, sealed
from pitbook.ledger.moves import brought, contribution_moves, running
from pitbook.ledger.opening import store_url
from pitbook.ledger.records import LAYOUTS, LinkRow, Memory, Meter, Round, values_of
from pitbook.ledger.rounds import RoundResult, Wager
from pitbook.ledger.schema import JOURNAL, RECORD_TABLES
from pitbook.ledger.terms import Configuration
from pitbook.progressive import Terms

DOLLAR = 1_000_000
WAGERS = tuple(Wager(seat, "progressive", DOLLAR) for seat in range(1, 7))
CONFIGURATION = Configuration(Terms(10_000 * DOLLAR, 0, Fraction(21, 100), Fraction(8, 100)))


def set_up(url: str, tables: int) -> None:
    """A meter on a link with so many tables."""
    ledger = open_ledger(url)
    meters.open_meter(ledger, "meter", amount_micros=DOLLAR, configuration=CONFIGURATION)
    for number in range(1, tables + 1):
        meters.add_member(
            ledger,
            "meter",
            table_id=f"T{number}",
            game="game",
            wager="progressive",
            paytable="A",
            amount_micros=DOLLAR,
            edition="2024-01",
            rulebook="ab" * 32,
        )
    ledger.close()


def record(ledger: Ledger, table: int, number: int) -> None:
    """One round of six $1 wagers."""
    rounds.record_round(ledger, f"{table}-{number}", f"T{table}", "game", WAGERS, RoundResult())


# --- the raw driver -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rows:
    """What one recorded round wrote: the journal row, the round's row, and the changed columns of meter and head."""

    journal: tuple[Any, ...]
    round: tuple[Any, ...]
    meter: tuple[Any, ...]


def rows_of(url: str) -> Rows:
    """The rows of the last round recorded in a ledger."""
    ledger = open_ledger(url)
    with ledger.store.reading() as session:
        journal = session.run("SELECT * FROM journal WHERE link = 'main' ORDER BY seq DESC LIMIT 1").fetchone()
        round_row = session.run("SELECT * FROM rounds ORDER BY opened_seq DESC LIMIT 1").fetchone()
        state = session.run("SELECT value, reserve, wagered, contributed, reserve_contributed FROM meters").fetchone()
    ledger.close()
    return Rows(tuple(journal), tuple(round_row), tuple(state))


class Raw:
    """The same rows by the driver alone."""

    def __init__(self, url: str, rows: Rows) -> None:
        parsed = store_url(url)
        if parsed.get_backend_name() == "sqlite":
            import sqlite3

            self.connection: Any = sqlite3.connect(str(parsed.database), isolation_level=None, timeout=30)
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = FULL")
            self.begin, mark, self.lock = "BEGIN IMMEDIATE", "?", None
        else:
            import psycopg

            plain = parsed.set(drivername="postgresql").render_as_string(hide_password=False)
            self.connection = psycopg.connect(plain, autocommit=True)
            self.begin, mark, self.lock = "BEGIN", "%s", "SELECT pg_advisory_xact_lock(1)"
        self.cursor = self.connection.cursor()
        self.rows = rows
        self.insert_journal = f"INSERT INTO journal VALUES ({', '.join([mark] * len(rows.journal))})"
        self.insert_round = f"INSERT INTO rounds VALUES ({', '.join([mark] * len(rows.round))})"
        self.update_meter = (
            f"UPDATE meters SET value = {mark}, reserve = {mark}, wagered = {mark}, contributed = {mark}, "
            f"reserve_contributed = {mark} WHERE link = 'main' AND name = 'meter'"
        )
        self.update_head = f"UPDATE links SET head_seq = {mark}, head_hash = {mark}, head_at = {mark} WHERE name = 'main'"

    def record(self, table: int, number: int) -> None:
        """One round."""
        run, rows = self.cursor.execute, self.rows
        run(self.begin)
        if self.lock:
            run(self.lock)
        run("SELECT head_seq, head_hash, head_at, faults FROM links WHERE name = 'main'")
        seq = self.cursor.fetchone()[0] + 1
        name = f"{table}-{number}"
        journal = list(rows.journal)
        journal[1], journal[5], journal[9] = seq, name, name
        run(self.insert_journal, journal)
        run(self.update_meter, rows.meter)
        run(self.insert_round, [name, *rows.round[1:]])
        run(self.update_head, (seq, journal[14], journal[3]))
        run("COMMIT")


# --- one table, eight tables ----------------------------------------------------------------------------------------


def timed(work: Callable[[int], None], count: int) -> float:
    """Times per second."""
    begun = time.perf_counter()
    for number in range(count):
        work(number)
    return count / (time.perf_counter() - begun)


def several(processes: int, count: int, make: Callable[[], Any], work: Callable[[Any, int, int], None]) -> tuple[float, float]:
    """So many processes, each a table: rounds per second of all together, and the longest time one round took."""
    pipes = []
    begun = time.perf_counter()
    for table in range(1, processes + 1):
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.close(reading)
            made, longest = make(), 0.0
            for number in range(count):
                at = time.perf_counter()
                work(made, table, number)
                longest = max(longest, time.perf_counter() - at)
            os.write(writing, f"{longest}".encode())
            os._exit(0)
        os.close(writing)
        pipes.append(reading)
    waits = [float(os.read(pipe, 100)) for pipe in pipes]
    for _ in pipes:
        os.wait()
    return processes * count / (time.perf_counter() - begun), max(waits)


def by_threads(threads: int, count: int, make: Callable[[], Any], work: Callable[[Any, int, int], None]) -> tuple[float, float]:
    """So many threads of this process, each a table: rounds per second of all together, and the longest time one round took."""
    waits = [0.0] * threads

    def play(table: int) -> None:
        made = make()
        ready.wait()
        for number in range(count):
            at = time.perf_counter()
            work(made, table, number)
            waits[table - 1] = max(waits[table - 1], time.perf_counter() - at)

    ready = threading.Barrier(threads + 1)
    playing = [threading.Thread(target=play, args=(table,)) for table in range(1, threads + 1)]
    for each in playing:
        each.start()
    ready.wait()
    begun = time.perf_counter()
    for each in playing:
        each.join()
    return threads * count / (time.perf_counter() - begun), max(waits)


def compare(new: Callable[[], str], count: int) -> list[dict[str, Any]]:
    """Ledger and raw driver, one table and eight."""
    answers = []
    first = new()
    set_up(first, 8)
    ledger = open_ledger(first)
    for number in range(50):
        record(ledger, 1, -number - 1)
    rows = rows_of(first)
    second = new()
    set_up(second, 8)
    raw = Raw(second, rows)
    for number in range(50):
        raw.record(1, -number - 1)
    ours, theirs = [], []
    for part in range(4):  # turn and turn about, so that both see the same weather
        base = part * count
        ours.append(timed(lambda number, base=base: record(ledger, 1, base + number), count // 4))  # type: ignore[misc]
        theirs.append(timed(lambda number, base=base: raw.record(1, base + number), count // 4))  # type: ignore[misc]
    answers.append(answer("one table", sum(ours) / 4, sum(theirs) / 4, None, None))
    ledger.close()
    each = max(10, count // 8)
    mine, wait = several(8, each, lambda: open_ledger(first), lambda made, table, n: record(made, table, 10**6 + n))
    his, raw_wait = several(8, each, lambda: Raw(second, rows), lambda made, table, n: made.record(table, 10**6 + n))
    answers.append(answer("eight tables, a process each", mine, his, wait, raw_wait))
    shared = open_ledger(first)
    mine, wait = by_threads(8, each, lambda: shared, lambda made, table, n: record(made, table, 2 * 10**6 + n))
    his, raw_wait = by_threads(8, each, lambda: Raw(second, rows), lambda made, table, n: made.record(table, 2 * 10**6 + n))
    answers.append(answer("eight tables of one server", mine, his, wait, raw_wait))
    shared.close()
    return answers


def answer(what: str, ours: float, theirs: float, wait: float | None, raw_wait: float | None) -> dict[str, Any]:
    """A line of the result."""
    return {
        "what": what,
        "ledger_rounds_per_second": round(ours),
        "raw_rounds_per_second": round(theirs),
        "ratio": round(ours / theirs, 2),
        "longest_wait_ms": None if wait is None else round(wait * 1000, 1),
        "raw_longest_wait_ms": None if raw_wait is None else round(raw_wait * 1000, 1),
    }


# --- growth ---------------------------------------------------------------------------------------------------------


def grow(url: str, count: int) -> None:
    """Fill a ledger's journal with so many recorded rounds, worked out in memory and written in bulk."""
    ledger = open_ledger(url)
    records = Memory()
    with ledger.store.reading() as session:
        events = [event for link in ("house", "main") for event in verify.read_events(session, link)]
    by_place = {(event.link, event.seq): json.loads(event.body) for event in events}
    records = verify.replay(events, lambda link, seq: by_place[link, seq]).records
    batch: list[dict[str, Any]] = []
    for number in range(count):
        event = _next(records, number)
        batch.append(event._asdict())
        if len(batch) == 20_000 or number == count - 1:
            with ledger.store.writing(["main"]) as session:
                session.rows(JOURNAL.insert(), batch)
            batch = []
    with ledger.store.writing(["main"]) as session:
        for kind in (Meter, LinkRow, Round):
            session.rows(RECORD_TABLES[kind].delete())
            rows = [dict(zip(LAYOUTS[kind].columns, values_of(each), strict=True)) for each in records.tables[kind].values()]
            for at in range(0, len(rows), 20_000):
                session.rows(RECORD_TABLES[kind].insert(), rows[at : at + 20_000])
    ledger.close()


def _next(records: Memory, number: int) -> Event:
    head = records.get(LinkRow, "main")
    meter = records.get(Meter, "main", "meter")
    assert head is not None
    assert meter is not None
    lines = [
        {
            "seat": each.seat,
            "wager": each.wager,
            "amount": DOLLAR,
            "player": "",
            "meter": "meter",
            "primary": 210_000,
            "secondary": 80_000,
        }
        for each in WAGERS
    ]
    content = {
        "game": "game",
        "wagers": lines,
        "rates": {"meter": ["21/100", "2/25"]},
        "awards": [],
        "fixed": [],
        "evidence": {},
        "moves": contribution_moves({"meter": running(meter)}, brought(lines)),
    }
    name = f"g-{number}"
    event = sealed(
        "main", head.head_seq + 1, HASH_VERSION, head.head_at, "round-recorded", name, "0" * 64, None, "T1", name,
        "2024-01", "ab" * 32, canonical(content), head.head_hash,
    )  # fmt: skip
    apply(records, event, content)
    records.put((records.get(LinkRow, "main") or head)._replace(head_seq=event.seq, head_hash=event.hash, head_at=event.at))
    return event


def growth(new: Callable[[], str], sizes: list[int]) -> list[dict[str, Any]]:
    """How long the commands' work takes with a journal of each size."""
    answers = []
    for size in sizes:
        url = new()
        set_up(url, 1)
        begun = time.perf_counter()
        grow(url, size)
        print(f"journal of {size:,} events made in {time.perf_counter() - begun:.0f} s", file=sys.stderr)
        answers.append(_measured(url, size))
    return answers


def _measured(url: str, size: int) -> dict[str, Any]:
    ledger = open_ledger(url)
    works: list[tuple[str, Callable[[], object]]] = [
        ("open_ms", lambda: open_ledger(url).close()),
        ("self_check_ms", lambda: verify.self_check(ledger)),
        ("show_ms", lambda: meters.show_meter(ledger, "meter")),
        ("log_ms", lambda: event_log(ledger, "main", meter="meter", last=20)),
        ("record_ms", lambda: record(ledger, 1, 10**9)),
        ("report_ms", lambda: reports.balances(ledger, "main")),
        ("verify_ms", lambda: verify.verify(ledger)),
    ]
    line: dict[str, Any] = {"events": size}
    for name, work in works:
        at = time.perf_counter()
        work()
        line[name] = round((time.perf_counter() - at) * 1000, 1)
    line["verified_events_per_second"] = round(size / line["verify_ms"] * 1000)
    ledger.close()
    return line


# --- all of it ------------------------------------------------------------------------------------------------------


@contextmanager
def databases(kind: str, folder: Path | None) -> Iterator[Callable[[], str]]:
    """A maker of fresh databases of a kind; all is gone at the end."""
    place = Path(tempfile.mkdtemp(prefix="pitbook-bench-", dir=folder))
    numbers = itertools.count(1)
    server: Any = None
    if kind == "postgresql":
        sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "ledger"))
        from ledger_world import PostgreSQL

        server = PostgreSQL(place / "pg")
        server.run("ALTER SYSTEM SET fsync = on")
        server.run("SELECT pg_reload_conf()")
    try:
        yield lambda: server.url(server.new()) if server is not None else str(place / f"{next(numbers)}.db")
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(place, ignore_errors=True)


def run() -> Result:
    """The benchmark as a table: both stores, one table and eight, and the growth of an SQLite journal."""
    rows = []
    for kind, name in (("sqlite", "SQLite"), ("postgresql", "PostgreSQL")):
        with databases(kind, None) as new:
            for line in compare(new, 2000):
                ours, theirs = line["ledger_rounds_per_second"], line["raw_rounds_per_second"]
                waits = [_ms(line["longest_wait_ms"]), _ms(line["raw_longest_wait_ms"])]
                rows.append([f"{name}, {line['what']}", f"{ours:,}", f"{theirs:,}", f"{line['ratio']:.2f}", *waits])
    with databases("sqlite", None) as new:
        grown = growth(new, [10_000, 100_000])
    notes = [
        "A round is six $1 wagers; every commit waits for the disk. The raw transaction writes the same rows and reads the head. "
        "A longest wait is that of one round at one of eight tables that record as fast as they can: where processes that write to "
        "SQLite wait longer between two tries they get more done together, and the last of them waits longer. Tables of one server "
        "come in turn, and those that wait are committed together; the raw driver has a connection for each.",
        *(
            f"With {line['events']:,} events in the journal: open {line['open_ms']:.0f} ms, show {line['show_ms']:.0f} ms, "
            f"record {line['record_ms']:.0f} ms, balances of all time {line['report_ms']:,.0f} ms, "
            f"verify {line['verified_events_per_second']:,} events/s."
            for line in grown
        ),
    ]
    summary = [
        f"The ledger records a round at {rows[0][3]} of the speed of a raw {rows[0][0].split(',')[0]} transaction of the same rows."
    ]
    return Result(("ledger", "rounds/s", "raw driver", "ratio", "longest wait", "raw driver's"), rows, notes, summary)


def _ms(milliseconds: float | None) -> str:
    return "" if milliseconds is None else f"{milliseconds:,.0f} ms"


def main() -> None:
    """Run what was asked for and print one JSON document."""
    parser = argparse.ArgumentParser(description="Benchmarks of the ledger.")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--grow", type=int, default=None, help="events in the journal; measures growth instead")
    parser.add_argument("--folder", type=Path, default=None, help="where the databases lie (default: a temporary folder)")
    asked = parser.parse_args()
    with databases(asked.database, asked.folder) as new:
        result = growth(new, [asked.grow // 10, asked.grow]) if asked.grow else compare(new, asked.rounds)
    print(json.dumps({"database": asked.database, "results": result}, indent=2))


if __name__ == "__main__":
    main()
