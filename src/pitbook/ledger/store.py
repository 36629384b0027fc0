"""Both databases behind one interface: connections, transactions, locks, prepared statements.

SQLite: write-ahead log, ``synchronous = FULL``, and BEGIN IMMEDIATE, so that a writer waits before it reads and never
fails half-way. PostgreSQL: one transaction advisory lock per link, taken before anything is read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ClauseElement, Connection, Engine, Executable
from sqlalchemy.exc import DBAPIError, IntegrityError

from pitbook.ledger.database_file import DatabaseFile
from pitbook.ledger.driver_words import is_lost, plain
from pitbook.ledger.errors import ConflictError, StoreError
from pitbook.ledger.events import digest
from pitbook.ledger.turns import BUSY_SECONDS, Shared, Turns

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
            return plain(error.orig or error, reached=error.statement is not None)
        return plain(error, reached=True) if isinstance(error, dbapi.Error) else error

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
                if not (isinstance(error, dbapi.Error) and is_lost(str(error))):
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


def _lock_number(link: str) -> int:
    """A link's advisory lock: 63 bits of a hash of its name."""
    return int(digest(f"pitbook-link:{link}")[:16], 16) >> 1
