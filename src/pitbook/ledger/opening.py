"""Opening a database: its URL, and how each kind is set up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from pitbook.ledger.database_file import DatabaseFile
from pitbook.ledger.errors import StoreError
from pitbook.ledger.store import Store
from pitbook.ledger.turns import BUSY_SECONDS


def open_store(url: str) -> Store:
    """The store of a URL: ``sqlite:///file``, a plain file name, or ``postgresql://user@host/name``."""
    parsed = store_url(url)
    if parsed.get_backend_name() == "sqlite":
        engine = create_engine(
            parsed,
            isolation_level="AUTOCOMMIT",
            connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
            pool_reset_on_return=None,
            **_as_many_as_threads(parsed),
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
            **_as_many_as_threads(parsed),
        )
        event.listen(engine, "connect", _set_up_postgresql)
    return Store(engine, DatabaseFile(_file_of(parsed)))


def _as_many_as_threads(url: URL) -> dict[str, int]:
    """No limit of connections but the threads that ask for them; a database in memory has one for each thread."""
    dialect: Any = url.get_dialect()
    return {"max_overflow": -1} if dialect.get_pool_class(url) is QueuePool else {}


def _file_of(url: URL) -> Path | None:
    """The file of an SQLite database whose URL names it as a file."""
    name = url.database
    if url.get_backend_name() != "sqlite" or not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name).absolute()


def store_url(url: str) -> URL:
    """A URL or file name as SQLAlchemy's URL; raises StoreError for other kinds of database."""
    if "://" not in url:
        return URL.create("sqlite+pysqlite", database=str(Path(url)))
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # a port that is no number
        allowed = "sqlite:///FILE, postgresql://USER@HOST/NAME or a file"
        raise StoreError(f"{url!r} is no database URL: {allowed}") from error
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return parsed.set(drivername="sqlite+pysqlite")
    if backend in ("postgresql", "postgres"):
        if not _has_psycopg():
            raise StoreError("a ledger in PostgreSQL needs the extra: pip install 'pitbook[postgres]'")
        return parsed.set(drivername="postgresql+psycopg")
    raise StoreError(f"a ledger is kept in SQLite or PostgreSQL, not in {backend!r}")


def _has_psycopg() -> bool:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return False
    return True


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
