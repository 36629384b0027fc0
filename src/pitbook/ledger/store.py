"""Both databases behind one interface: connections, transactions, locks, prepared statements, errors in plain words.

SQLite: write-ahead log, ``synchronous = FULL``, and BEGIN IMMEDIATE, so that a writer waits before it reads and never
fails half-way. PostgreSQL: one transaction advisory lock per link, taken before anything is read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sqlalchemy import ClauseElement, Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError, OperationalError

from pitbook.ledger.errors import StoreError, UnansweredError
from pitbook.ledger.events import digest

BUSY_SECONDS: Final = 30.0
SCHEMA_VERSION: Final = "0001"


@dataclass(frozen=True)
class Prepared:
    """A statement as the driver takes it, and the order of its parameters."""

    sql: str
    names: tuple[str, ...]


@dataclass
class Waits:
    """How long writers of this process waited for their lock, in seconds."""

    longest: float = 0.0
    total: float = 0.0
    count: int = 0

    def note(self, seconds: float) -> None:
        """Count one wait."""
        self.count += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)


@dataclass(frozen=True)
class Store:
    """A database that holds ledgers."""

    engine: Engine
    waits: Waits = field(default_factory=Waits)
    prepared: dict[Any, Prepared] = field(default_factory=dict)

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded store."""
        return self.engine.dialect.name == "sqlite"

    def prepare(self, key: Any, statement: ClauseElement) -> Prepared:
        """Compile a statement once; ``key`` names it."""
        compiled: Any = statement.compile(dialect=self.engine.dialect)
        made = Prepared(str(compiled), tuple(compiled.positiontup or ()))
        self.prepared[key] = made
        return made

    @contextmanager
    def writing(self, links: Sequence[str]) -> Iterator[Connection]:
        """One write transaction that holds the locks of the links; commits at the end, rolls back on any error."""
        with _plain_errors(), self.engine.connect() as connection:
            begun = time.perf_counter()
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                connection.exec_driver_sql("BEGIN")
                for link in sorted(set(links)):
                    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (_lock_number(link),))
            self.waits.note(time.perf_counter() - begun)
            try:
                yield connection
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One read transaction: everything in it is read as of one moment."""
        with _plain_errors(), self.engine.connect() as connection:
            connection.exec_driver_sql("BEGIN" if self.is_sqlite else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                yield connection
            finally:
                _roll_back(connection)


def open_store(url: str) -> Store:
    """The store of a URL: ``sqlite:///file``, a plain file name, or ``postgresql://user@host/name``."""
    parsed = store_url(url)
    if parsed.get_backend_name() == "sqlite":
        engine = create_engine(
            parsed,
            isolation_level="AUTOCOMMIT",
            connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
            pool_reset_on_return=None,
        )
        event.listen(engine, "connect", _set_up_sqlite)
    else:
        engine = create_engine(
            parsed,
            isolation_level="AUTOCOMMIT",
            paramstyle="format",
            connect_args={"connect_timeout": 10, "application_name": "pitbook"},
            pool_reset_on_return=None,
            pool_pre_ping=False,
        )
        event.listen(engine, "connect", _set_up_postgresql)
    return Store(engine)


def store_url(url: str) -> URL:
    """A URL or file name as SQLAlchemy's URL; raises StoreError for other kinds of database."""
    if "://" not in url:
        return URL.create("sqlite+pysqlite", database=str(Path(url)))
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        allowed = "sqlite:///FILE, postgresql://USER@HOST/NAME or a file"
        raise StoreError(f"{url!r} is no database URL: {allowed}") from error
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return parsed.set(drivername="sqlite+pysqlite")
    if backend in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    raise StoreError(f"a ledger is kept in SQLite or PostgreSQL, not in {backend!r}")


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    try:
        if cursor.execute("PRAGMA query_only").fetchone()[0] == 0 and not _is_read_only(cursor):
            cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA cache_size = -65536")
    finally:
        cursor.close()


def _is_read_only(cursor: Any) -> bool:
    file = cursor.execute("PRAGMA database_list").fetchone()[2]
    if not file:
        return False
    import os

    return not os.access(file, os.W_OK)


def _set_up_postgresql(connection: Any, _: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = on")
        cursor.execute(f"SET lock_timeout = '{int(BUSY_SECONDS)}s'")


def _lock_number(link: str) -> int:
    """A link's advisory lock: 63 bits of a hash of its name."""
    return int(digest(f"pitbook-link:{link}")[:16], 16) >> 1


def _roll_back(connection: Connection) -> None:
    """Roll back; a broken connection is thrown away instead."""
    try:
        connection.exec_driver_sql("ROLLBACK")
    except DBAPIError:
        connection.invalidate()


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turn the drivers' errors into one clear message; conflicts of keys pass through."""
    try:
        yield
    except IntegrityError:
        raise
    except (OperationalError, InterfaceError, DBAPIError) as error:
        raise _plain(error) from error


def _plain(error: DBAPIError) -> StoreError:
    text = str(error.orig).strip().splitlines()[0] if error.orig else str(error)
    low = text.lower()
    if "readonly" in low or "read-only" in low:
        return StoreError(f"the database is read-only; nothing was written ({text})")
    if "full" in low or "no space" in low or "53100" in low:
        return StoreError(f"the disk or the database is full; nothing was written ({text})")
    if "locked" in low or "lock timeout" in low:
        return StoreError(f"another writer held the link for over {BUSY_SECONDS:.0f} seconds; repeat the step ({text})")
    if "unable to open" in low or "not a database" in low or "malformed" in low:
        return StoreError(f"the database file cannot be used ({text})")
    if error.statement is None and not error.connection_invalidated:
        return StoreError(f"the database cannot be reached ({text})")
    if error.connection_invalidated or "connection" in low or "terminat" in low or "server closed" in low:
        return UnansweredError(f"the connection was lost; repeat the step with the same key, it is applied once ({text})")
    return StoreError(f"the database refused the step; nothing was written ({text})")
