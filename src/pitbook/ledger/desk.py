"""The handle of a ledger, and how a step is carried out: once per key, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict

from sqlalchemy import bindparam, select

from pitbook.ledger.errors import ConflictError, DamagedError, KeyReusedError, RefusedError, StoreError, UnknownNameError
from pitbook.ledger.events import HOUSE, Event, EventKind, digest_of, parse_body, utc_now, utc_text
from pitbook.ledger.opening import open_store
from pitbook.ledger.played import FINGERPRINT, without_fingerprint
from pitbook.ledger.records import LinkRow, Member, Meter, Round
from pitbook.ledger.schema import JOURNAL
from pitbook.ledger.store import SCHEMA_VERSION, Session, Store
from pitbook.ledger.unit import Unit
from pitbook.progressive import MeterError

if TYPE_CHECKING:
    import sqlite3

    from argon2 import PasswordHasher

Clock = Callable[[], datetime]
REMEMBERED_ROUNDS: Final = 10_000
OLD_SCHEMAS: Final[tuple[str, ...]] = ("0001",)
"""Versions of the tables that this program can bring up to date."""


@dataclass(frozen=True)
class Ledger:
    """An open ledger: its database, the clock that dates its events, the hasher of secrets (None: argon2's defaults)."""

    store: Store
    clock: Clock = utc_now
    hasher: PasswordHasher | None = None
    known: _Known = field(default_factory=lambda: _Known())

    def close(self) -> None:
        """Give the connections back to the system."""
        self.store.close()


@dataclass
class _Known:
    """What this process remembers between steps; each entry is checked again under the lock."""

    link_of_table: dict[str, str] = field(default_factory=dict)
    link_of_round: dict[str, str] = field(default_factory=dict)
    tables: dict[tuple[str, str], tuple[int, Seated]] = field(default_factory=dict)
    meters: dict[str, tuple[str, dict[str, Meter]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Receipt:
    """The answer to a step: the event it wrote. ``repeated`` says that the key had been used for the same step
    before.
    """

    link: str
    seq: int
    hash: str
    at: str
    kind: EventKind
    key: str | None
    content: Mapping[str, Any]
    repeated: bool = False


# --- opening --------------------------------------------------------------------------------------------------------


def open_ledger(url: str, *, clock: Clock = utc_now, hasher: PasswordHasher | None = None, create: bool = True) -> Ledger:
    """Open the ledger of a database URL or file, making its tables in an empty database.

    Raises StoreError when the database cannot be used, holds no ledger and ``create`` is false, or is of another
    version.
    """
    store = open_store(url)
    ledger = Ledger(store, clock, hasher)
    version = _schema_version(store, create=create)
    if version is None:
        if not create:
            raise StoreError("there is no ledger in this database")
        _create(ledger)
    else:
        _check_version(version)
    return ledger


def _schema_version(store: Store, *, create: bool) -> str | None:
    file = store.engine.url.database
    if store.is_sqlite and file and file != ":memory:" and not create:
        from pathlib import Path

        if not file.startswith("file:") and not Path(file).exists():
            raise StoreError(
                f"there is no ledger at {file}; its first admin makes one: pitbook user add NAME --role admin --database FILE"
            )
    with store.reading() as session:
        return _read_version(store, session)


def _read_version(store: Store, session: Session) -> str | None:
    catalogue = (
        "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
        if store.is_sqlite
        else "SELECT count(*) FROM pg_tables WHERE tablename = 'alembic_version' AND schemaname = current_schema()"
    )
    if not session.run(catalogue).fetchone()[0]:
        return None
    row = session.run("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def _check_version(version: str) -> None:
    if version in OLD_SCHEMAS:
        raise StoreError(f"the ledger has tables of version {version}; make a backup, then run: pitbook ledger upgrade")
    if version != SCHEMA_VERSION:
        raise StoreError(
            f"the ledger has tables of version {version}, which a newer Pitbook made; "
            f"this one knows versions up to {SCHEMA_VERSION}"
        )


def upgrade_ledger(url: str) -> tuple[str, str]:
    """Bring the tables of an older version up to date; gives the versions before and after.

    Raises StoreError when there is no ledger, or one of a newer version.
    """
    from pitbook.ledger.migrate import upgrade

    store = open_store(url)
    try:
        before = _schema_version(store, create=False)
        if before is None:
            raise StoreError("there is no ledger in this database")
        if before not in OLD_SCHEMAS:
            _check_version(before)
            return before, before
        with store.writing([HOUSE]) as session:
            upgrade(session.connection)
        return before, SCHEMA_VERSION
    finally:
        store.close()


def backup(ledger: Ledger, target: Path) -> None:
    """Copy an SQLite ledger, whole and as of one moment, while it is in use. The copy must not exist.

    Raises StoreError for a damaged ledger: a copy of it would be found to be none when it is needed.
    """
    if not ledger.store.is_sqlite:
        raise RefusedError("a PostgreSQL ledger is backed up with pg_dump")
    if target.exists():
        raise RefusedError(f"{target} exists already; name another file")
    with ledger.store.reading() as session:
        source = session.connection.connection.dbapi_connection
        assert source is not None
        import sqlite3

        try:
            with sqlite3.connect(target) as copy:
                source.backup(copy)
                found = _damage(copy)
            copy.close()
        except (sqlite3.Error, OSError) as error:
            target.unlink(missing_ok=True)
            raise StoreError(f"{target} could not be written") from error
    if found is not None:
        target.unlink(missing_ok=True)
        raise StoreError(f"the database file is damaged ({found}); no copy was made, keep the one before")


def _damage(database: sqlite3.Connection) -> str | None:
    """The first damage of a database file's pages; None where there is none."""
    import sqlite3

    try:
        first = str(database.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as fault:
        first = str(fault)
    return None if first == "ok" else first.splitlines()[-1]


def _create(ledger: Ledger) -> None:
    from pitbook.ledger.migrate import upgrade

    with ledger.store.writing([HOUSE]) as session:
        if _read_version(ledger.store, session) is not None:
            return  # another process was first
        upgrade(session.connection)
        unit = Unit(ledger.store, session, utc_text(ledger.clock()))
        unit.put(LinkRow(HOUSE, 0, "", "", 0, 0, ""))
        unit.append(HOUSE, EventKind.LINK_CREATED, {"link": HOUSE})
        unit.flush()


# --- steps ----------------------------------------------------------------------------------------------------------

Decide = Callable[[Unit], Event]


def run_step(ledger: Ledger, links: Sequence[str], key: str | None, request: Mapping[str, Any], decide: Decide) -> Receipt:
    """Carry out one step: lock the links, decide, append, commit.

    ``request`` is everything the caller asked for; the same key with another request is refused (KeyReusedError), with
    the same one it gives the first receipt. ``decide`` appends the events and gives the first of them, which must carry
    the key. A refusal changes nothing and leaves its key unused.
    """
    refused: RefusedError | None = None
    if key is not None and (not 0 < len(key) <= 250 or not key.isprintable()):
        raise RefusedError(f"{key[:100]!r} is no key: 1 to 250 characters that can be printed")
    asked = request_digest(request)
    try:
        with ledger.store.writing(links, together=True) as session:
            unit = Unit(ledger.store, session, utc_text(ledger.clock()), asked)
            try:
                made = _decided(decide, unit)
                unit.flush()
            except RefusedError as refusal:
                earlier = find_key(ledger.store, session, key)
                if earlier is not None:
                    return _first_receipt(earlier, request)
                if refusal.log is None or unit.events:
                    raise
                refused = refusal
                _log_refusal(ledger, session, refusal)
    except ConflictError as error:
        with ledger.store.reading() as session:
            earlier = find_key(ledger.store, session, key)
            if earlier is None:
                raise RefusedError(_conflict(ledger.store, session, request)) from error
        return _first_receipt(earlier, request)
    if refused is not None:
        raise refused
    _remember(ledger, unit)
    content = unit.contents[unit.events.index(made)]
    return Receipt(made.link, made.seq, made.hash, made.at, EventKind(made.kind), made.key, content)


def request_digest(request: Mapping[str, Any]) -> str:
    """The digest of a request, kept beside its key."""
    return digest_of(request)


def the_meter(ledger: Ledger, unit: Unit, head: LinkRow, name: str) -> Meter:
    """A meter of a link, which must exist. Meters are remembered until the link has another head."""
    known = ledger.known.meters.get(head.name)
    if known is not None and known[0] == head.head_hash and name in known[1]:
        return unit.keep(known[1][name])
    found = unit.get(Meter, head.name, name)
    assert found is not None, f"meter {name} is gone"
    return found


def _remember(ledger: Ledger, unit: Unit) -> None:
    """Keep the tables as this step found them and the meters as it left them, under the new head; only after it is committed."""
    ledger.known.tables.update(unit.seated)
    for link, head_hash in unit.heads().items():
        ledger.known.meters[link] = (head_hash, unit.meters(link))


def _decided(decide: Decide, unit: Unit) -> Event:
    try:
        return decide(unit)
    except MeterError as error:
        raise RefusedError(str(error)) from error


def _log_refusal(ledger: Ledger, session: Session, refusal: RefusedError) -> None:
    assert refusal.log is not None
    unit = Unit(ledger.store, session, utc_text(ledger.clock()))
    log = dict(refusal.log)
    content = {**log.pop("content"), "reason": str(refusal)}
    unit.append(log.pop("link"), log.pop("kind"), content, **log)
    unit.flush()


def _conflict(store: Store, session: Session, request: Mapping[str, Any]) -> str:
    """What was there already: a round of this name under another key, or what was written at the same moment."""
    found = Unit(store, session).get(Round, request["round"]) if "round" in request else None
    if found is None:
        return "somebody wrote the same at this moment; nothing was changed: look, and repeat the step if it is still needed"
    key = event_at(store, session, found.link, found.opened_seq).key
    done = "recorded" if found.opened_seq == found.result_seq else "opened"
    return f"round {found.round_id} is {done} already under key {key}"


def _first_receipt(earlier: Event, request: Mapping[str, Any]) -> Receipt:
    if not _asks_the_same(earlier, request):
        raise KeyReusedError(f"the key {earlier.key!r} was used on {earlier.at} for another step ({earlier.kind}); use a new key")
    return receipt_of(earlier, repeated=True)


def _asks_the_same(earlier: Event, request: Mapping[str, Any]) -> bool:
    """Whether an event was written for this request; one from before rounds had a fingerprint is held against the rest."""
    if earlier.request == request_digest(request):
        return True
    older = without_fingerprint(request)
    return older is not None and earlier.request == request_digest(older) and FINGERPRINT not in parse_body(earlier.body)


def receipt_of(event: Event, *, repeated: bool = False) -> Receipt:
    """The receipt of an event."""
    return Receipt(event.link, event.seq, event.hash, event.at, EventKind(event.kind), event.key, parse_body(event.body), repeated)


# --- reading single rows --------------------------------------------------------------------------------------------


def find_key(store: Store, session: Session, key: str | None) -> Event | None:
    """The event that carries a key, if there is one."""
    if key is None:
        return None
    prepared = store.prepared.get("key")
    if prepared is None:
        prepared = store.prepare("key", select(*JOURNAL.c).where(JOURNAL.c.key == bindparam("key")), ("key",))
    row = session.run(prepared.sql, (key,)).fetchone()
    return None if row is None else Event(*row)


def event_at(store: Store, session: Session, link: str, seq: int) -> Event:
    """The event of a place in a link's journal; DamagedError when it is not there."""
    prepared = store.prepared.get("event")
    if prepared is None:
        wanted = (JOURNAL.c.link == bindparam("link")) & (JOURNAL.c.seq == bindparam("seq"))
        prepared = store.prepare("event", select(*JOURNAL.c).where(wanted), ("link", "seq"))
    row = session.run(prepared.sql, (link, seq)).fetchone()
    if row is None:
        raise DamagedError(f"event {seq} of link {link!r} is missing")
    return Event(*row)


def link_of_table(ledger: Ledger, table_id: str) -> str:
    """The link a table is on (UnknownNameError when it is on none)."""
    found = ledger.known.link_of_table.get(table_id)
    if found is None:
        with ledger.store.reading() as session:
            unit = Unit(ledger.store, session, "")
            links = [each.link for each in unit.find(Member, table_id=table_id) if each.removed_seq is None]
            if not links:
                rows = session.run("SELECT DISTINCT table_id FROM members WHERE removed_seq IS NULL")
                raise UnknownNameError("table on a link:", table_id, [row[0] for row in rows])
        found = ledger.known.link_of_table[table_id] = links[0]
    return found


def link_of_round(ledger: Ledger, round_id: str) -> str:
    """The link a round was opened on (UnknownNameError when there is no such round)."""
    found = ledger.known.link_of_round.get(round_id)
    if found is None:
        with ledger.store.reading() as session:
            row = Unit(ledger.store, session, "").get(Round, round_id)
        if row is None:
            raise RefusedError(f"no round {round_id!r} was opened")
        found = row.link
        if len(ledger.known.link_of_round) > REMEMBERED_ROUNDS:
            ledger.known.link_of_round.clear()
        ledger.known.link_of_round[round_id] = found
    return found


def the_link(unit: Unit, link: str) -> LinkRow:
    """The row of a link, which must exist."""
    found = unit.get(LinkRow, link)
    if found is None:
        raise UnknownNameError("link", link, [row.name for row in unit.find(LinkRow)])
    return found


class Editions(TypedDict):
    """The edition of the rules and the hash of the rulebook that an event rests on."""

    edition: str | None
    rulebook: str | None


@dataclass(frozen=True)
class Seated:
    """A table's wagers that are members now, by game, wager and amount, and what its events say of the rulebook."""

    members: Mapping[tuple[str, str, int], Member]
    games: tuple[str, ...]
    editions: Editions


class MovedError(RefusedError):
    """A table has left the link on which it was remembered."""


def on_its_link(ledger: Ledger, table_id: str, step: Callable[[str], Receipt]) -> Receipt:
    """Carry out a step on the link of a table; once more where the table has moved since it was looked up."""
    try:
        return step(link_of_table(ledger, table_id))
    except MovedError:
        return step(link_of_table(ledger, table_id))


def seated(ledger: Ledger, unit: Unit, link: LinkRow, table_id: str) -> Seated:
    """The wagers of a table that are members now; remembered until the link's configuration changes."""
    at = (link.name, table_id)
    known = ledger.known.tables.get(at)
    if known is not None and known[0] == link.configuration_seq:
        return known[1]
    found = [each for each in unit.find(Member, table_id=table_id) if each.removed_seq is None]
    if not found or found[0].link != link.name:
        ledger.known.link_of_table.pop(table_id, None)
        raise MovedError(f"table {table_id!r} is not on link {link.name!r} any more")
    members = {(each.game, each.wager, each.amount): each for each in found}
    table = Seated(members, tuple(sorted({each.game for each in found})), editions_of(found))
    unit.seated[at] = (link.configuration_seq, table)
    return table


def editions_of(members: Sequence[Member]) -> Editions:
    """The editions and rulebook hashes that tables were joined with, for the events about them."""
    return Editions(
        edition=", ".join(sorted({each.edition for each in members if each.edition})) or None,
        rulebook=", ".join(sorted({each.rulebook for each in members if each.rulebook})) or None,
    )
