"""Both databases behind one interface: connections, transactions, locks, prepared statements, errors in plain words.

SQLite: write-ahead log, ``synchronous = FULL``, and BEGIN IMMEDIATE, so that a writer waits before it reads and never
fails half-way. PostgreSQL: one transaction advisory lock per link, taken before anything is read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sqlalchemy import ClauseElement, Connection, Engine, Executable, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.pool import QueuePool

from pitbook.ledger.errors import ConflictError, StoreError, UnansweredError
from pitbook.ledger.events import digest
from pitbook.ledger.turns import BUSY_SECONDS, Shared, Turns, waited_too_long

SCHEMA_VERSION: Final = "0002"
KEPT_SESSIONS: Final = 4
PART: Final = "part"
"""The savepoint before what one of several writers writes."""
SHORT_WAIT_MS: Final = 120
"""For how long SQLite itself waits, at growing distances, before it is asked again: more is quicker for all and slower for one."""


@dataclass(frozen=True)
class Prepared:
    """A statement as the driver takes it, its parameters in a known order."""

    sql: str


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


@dataclass
class DatabaseFile:
    """The file of an SQLite database, and which file it was when it was opened.

    A file that is deleted or replaced stays open under its old name: what was written there would be acknowledged and lost. So
    it would be in a file that was cut: it never becomes smaller by itself, and its log alone is no ledger.
    """

    path: Path | None
    opened: tuple[int, int] | None = None
    size: int = 0

    def check(self) -> None:
        """Raises StoreError where the name now stands for another file, or for none, or where the file was cut."""
        if self.path is None:
            return
        known = self.size  # read before the file's, which another thread may find larger in the meantime
        try:
            status = self.path.stat()
            now, size = (status.st_dev, status.st_ino), status.st_size
        except OSError:
            now, size = None, 0
        if self.opened is None:
            self.opened = now
        elif now != self.opened or size < known:
            happened = ("cut" if now == self.opened else "replaced") if now else "deleted or moved"
            raise StoreError(
                f"the database file was {happened} while it was in use; nothing was written: "
                "put it back, or end this program and start it again with the file that counts"
            )
        self.size = max(known, size)


@dataclass(frozen=True)
class Store:
    """A database that holds ledgers."""

    engine: Engine
    file: DatabaseFile
    waits: Waits = field(default_factory=Waits)
    prepared: dict[Any, Prepared] = field(default_factory=dict)
    turns: dict[tuple[str, ...], Turns] = field(default_factory=dict)
    idle: dict[str, list[Session]] = field(default_factory=lambda: {"read": [], "write": []})
    """Sessions kept for the next transaction, by what they are for: taking one anew costs more than a round."""

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded store."""
        return self.engine.dialect.name == "sqlite"

    def prepare(self, key: Any, statement: ClauseElement, parameters: Sequence[str]) -> Prepared:
        """Compile a statement once; ``key`` names it, ``parameters`` is the order in which it will be given its
        values.
        """
        compiled: Any = statement.compile(dialect=self.engine.dialect)
        assert tuple(compiled.positiontup or ()) == tuple(parameters), (compiled.positiontup, parameters)
        made = Prepared(str(compiled))
        self.prepared[key] = made
        return made

    @contextmanager
    def writing(self, links: Sequence[str], *, together: bool = False) -> Iterator[Session]:
        """One write transaction that holds the locks of the links; commits at the end, rolls back on any error.

        With ``together`` writers of this process who wait for the same lock may write in one transaction, each behind a savepoint:
        one that fails takes back its own part, and nobody is answered before all is committed.
        """
        begun = time.perf_counter()
        turns = self._turns(links)
        shared = turns.take(joins=together)
        with self._in_plain_words():
            try:
                if shared is None:
                    shared = Shared(self._locked(links))
                else:
                    shared.session.run(f"SAVEPOINT {PART}")
            except BaseException as error:
                self._fail(turns, shared, error)
                raise
            self.waits.note(time.perf_counter() - begun)
            try:
                yield shared.session
            except BaseException as error:
                if shared.writers > 1 and self._took_back(shared.session, error):
                    self._go_on(turns, shared, together=together)
                else:
                    self._fail(turns, shared, error)
                raise
            self._go_on(turns, shared, together=together)

    def _turns(self, links: Sequence[str]) -> Turns:
        """The queue for these links; SQLite has one lock for all."""
        return self.turns.setdefault(() if self.is_sqlite else tuple(sorted(set(links))), Turns())

    def _locked(self, links: Sequence[str]) -> Session:
        """A session in a transaction that holds the locks of the links."""
        session = self._begun("write")
        if not self.is_sqlite:
            try:
                for link in sorted(set(links)):
                    session.run("SELECT pg_advisory_xact_lock(%s)", (_lock_number(link),))
            except BaseException:
                session.close()
                raise
        return session

    def _go_on(self, turns: Turns, shared: Shared, *, together: bool) -> None:
        """Leave the transaction to whoever waits, or commit it for all who wrote in it; ends when it is committed."""
        if together and turns.hand_over(shared):
            shared.wait()
            return
        try:
            self.file.check()
            shared.session.run("COMMIT")
        except BaseException as error:
            self._fail(turns, shared, error)
            raise
        self._keep("write", shared.session)
        turns.give()
        shared.end(None)

    def _took_back(self, session: Session, error: BaseException) -> bool:
        """Whether only the last writer's part is gone, and that of the others stands."""
        dbapi: Any = self.engine.dialect.loaded_dbapi
        if isinstance(error, (DBAPIError, dbapi.Error)) and not isinstance(error, dbapi.IntegrityError):
            return False
        try:
            session.run(f"ROLLBACK TO {PART}")
        except dbapi.Error:
            return False
        return True

    def _fail(self, turns: Turns, shared: Shared | None, error: BaseException) -> None:
        """End a transaction that is not to be committed, for all who wrote in it."""
        if shared is not None:
            self._put_back("write", shared.session, error)
        turns.give()
        try:
            self.file.check()
        except StoreError as lost:
            error = lost
            raise
        finally:
            if shared is not None:
                said = self._said(error)
                shared.end(said if isinstance(said, StoreError) else StoreError("another writer failed; repeat the step"))

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One read transaction: everything in it is read as of one moment."""
        with self._in_plain_words():
            session = self._begun("read")
            try:
                yield session
            except BaseException as error:
                self._put_back("read", session, error)
                self.file.check()
                raise
            self._put_back("read", session, None)
            self.file.check()

    def _put_back(self, use: str, session: Session, error: BaseException | None) -> None:
        """Roll back and keep the session for the next; one that the driver has failed is closed."""
        dbapi: Any = self.engine.dialect.loaded_dbapi
        if isinstance(error, (DBAPIError, dbapi.Error)):
            session.close()
        else:
            session.roll_back()
            self._keep(use, session)

    @contextmanager
    def _in_plain_words(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            said = self._said(error)
            if said is error:
                raise
            raise said from error

    def _said(self, error: BaseException) -> BaseException:
        """A driver's error in plain words; any other as it is."""
        dbapi: Any = self.engine.dialect.loaded_dbapi
        if isinstance(error, (IntegrityError, dbapi.IntegrityError)):
            return ConflictError("this is in the database already; nothing was written")
        if isinstance(error, DBAPIError):
            return _plain(error.orig or error, reached=error.statement is not None)
        return _plain(error, reached=True) if isinstance(error, dbapi.Error) else error

    def _begun(self, use: str) -> Session:
        """A session with its transaction begun; a kept one whose connection has gone meanwhile is replaced."""
        dbapi: Any = self.engine.dialect.loaded_dbapi
        idle = self.idle[use]
        while True:
            try:
                session = idle.pop()
            except IndexError:  # asked by taking: another thread may have had the last one
                break
            try:
                self._begin(use, session, dbapi)
            except BaseException as error:
                session.close()
                if not (isinstance(error, dbapi.Error) and _is_lost(str(error))):
                    raise
            else:
                return session
        session = self._connected(use)
        try:
            self._begin(use, session, dbapi)
        except BaseException:
            session.close()
            raise
        return session

    def _begin(self, use: str, session: Session, dbapi: Any) -> None:
        """Begin a transaction. Writers of SQLite ask for their lock again and again at short distances: its own way of
        waiting sleeps the longer the longer one has waited, so that the last comer goes first.
        """
        if not self.is_sqlite:
            session.run("BEGIN" if use == "write" else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return
        if use == "read":
            session.run("BEGIN")
            return
        until = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                session.run("BEGIN IMMEDIATE")
            except dbapi.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
            else:
                return

    def _connected(self, use: str) -> Session:
        if self.file.opened is not None:
            self.file.check()  # SQLite would make a new file
        connection = self.engine.connect()
        connection.begin()  # so that nothing begun or committed through SQLAlchemy ends a transaction early
        session = Session(connection, connection.connection.cursor())
        self.file.check()
        if self.is_sqlite and use == "write":
            session.run(f"PRAGMA busy_timeout = {SHORT_WAIT_MS}")
        return session

    def _keep(self, use: str, session: Session) -> None:
        if session.connection.invalidated or len(self.idle[use]) >= KEPT_SESSIONS:
            session.close()
        else:
            self.idle[use].append(session)

    def close(self) -> None:
        """Give all connections back to the system."""
        for idle in self.idle.values():
            while idle:
                idle.pop().close()
        self.engine.dispose()


@dataclass(frozen=True)
class Session:
    """An open transaction. Statements prepared beforehand go straight to the driver; others through SQLAlchemy."""

    connection: Connection
    cursor: Any

    def run(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """Execute one statement as the driver takes it; gives the driver's cursor."""
        self.cursor.execute(sql, values)
        return self.cursor

    def rows(self, statement: Executable, values: Sequence[Mapping[str, Any]] | None = None) -> Any:
        """Execute one statement of SQLAlchemy's."""
        return self.connection.execute(statement, values)

    def close(self) -> None:
        """End the connection."""
        with suppress(Exception):
            self.cursor.close()
        with suppress(Exception):
            self.connection.invalidate()
        with suppress(Exception):
            self.connection.close()

    def roll_back(self) -> None:
        """Roll back; a broken connection is thrown away instead."""
        try:
            self.run("ROLLBACK")
        except Exception as error:  # noqa: BLE001 - whatever the driver says, the connection is of no more use
            self.connection.invalidate(error)


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


def _lock_number(link: str) -> int:
    """A link's advisory lock: 63 bits of a hash of its name."""
    return int(digest(f"pitbook-link:{link}")[:16], 16) >> 1


_UNREACHED: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (("password", "authentication", "pg_hba"), "the server does not let this user in"),
    (("translate host", "name or service", "resolve"), "there is no host of this name"),
    (("refused", "no such file"), "nothing answers at this address"),
    (("does not exist",), "the server has no such user or database"),
    (("timeout", "timed out"), "no answer came in time"),
    (("too many", "remaining connection"), "the server has as many connections as it takes"),
    (("starting up", "shutting down", "recovery mode"), "the server is starting or ending"),
)
"""Why a server was not reached, by words of the driver."""


def _plain(error: BaseException, *, reached: bool) -> StoreError:
    """A driver's error in plain words. Its own stay with the error that this one comes from: they tell of tables and hosts."""
    low = (str(error).strip() or type(error).__name__).lower()
    if "readonly" in low or "read-only" in low:
        return StoreError("the database is read-only; nothing was written")
    if "full" in low or "no space" in low:
        return StoreError("the disk or the database is full; nothing was written")
    if "locked" in low or "lock timeout" in low:
        return waited_too_long()
    if "unable to open" in low:
        return StoreError("the database file cannot be used: it, or its folder, is not there or may not be opened")
    if "not a database" in low or "malformed" in low:
        return StoreError("the database file cannot be used: it is damaged, or no database")
    if not reached:
        why = next((said for words, said in _UNREACHED if any(word in low for word in words)), None)
        return StoreError("the database cannot be reached" + (f": {why}" if why else ""))
    if _is_lost(low):
        return UnansweredError("the connection was lost; repeat the step with the same key, it is applied once")
    return StoreError("the database refused the step; nothing was written")


def _is_lost(text: str) -> bool:
    """Whether a driver's message says that the connection is gone."""
    low = text.lower()
    return any(word in low for word in ("connection", "terminat", "server closed", "shutting down", "eof"))
