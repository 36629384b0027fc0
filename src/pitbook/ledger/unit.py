"""A unit of work: the records of one transaction, and the events it appends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, count
from operator import ne
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from pitbook.ledger.apply import apply
from pitbook.ledger.errors import DamagedError
from pitbook.ledger.events import (
    EVENT_FIELDS,
    GENESIS,
    HASH_VERSION,
    Event,
    EventKind,
    canonical,
    sealed,
)
from pitbook.ledger.records import (
    LAYOUTS,
    LinkRow,
    Member,
    Meter,
    R,
    Record,
    configuration_check,
    key_of,
    record_of,
    values_of,
)
from pitbook.ledger.schema import JOURNAL, RECORD_TABLES
from pitbook.ledger.store import Prepared, Session, Store
from pitbook.progressive import MeterState


class Unit:
    """Records read and changed in one transaction. It is the :class:`Records` that events are applied to.

    ``at`` is the time of its events, ``request`` the digest of what was asked, kept beside the key of the event that answers.
    """

    def __init__(self, store: Store, session: Session, at: str = "", request: str | None = None) -> None:
        self.store = store
        self.session = session
        self.at = at
        self.request = request
        self.events: list[Event] = []
        self.contents: list[Mapping[str, Any]] = []
        self.seated: dict[tuple[str, str], tuple[int, Any]] = {}
        """The tables whose wagers were looked up, by link and name, with the event that last changed the link's configuration."""
        self._before: dict[tuple[Any, ...], Record | None] = {}
        self._now: dict[tuple[Any, ...], Record] = {}

    # --- records ---

    def get(self, kind: type[R], *key: Any) -> R | None:
        """The record of a key as this transaction sees it, or None."""
        at = (kind, *key)
        found = self._now.get(at)
        if found is None and at not in self._before:
            found = self._load(kind, key)
            self._before[at] = found
            if found is not None:
                self._now[at] = found
        return found  # type: ignore[return-value]

    def put(self, record: Record) -> None:
        """Add or replace a record; one that was never looked up is new."""
        self._now[(type(record), *key_of(record))] = record

    def keep(self, record: R) -> R:
        """Take over a record that was read by another statement; gives the version this transaction sees."""
        at = (type(record), *key_of(record))
        if at not in self._before:
            self._before[at] = record
            self._now.setdefault(at, record)
        return self._now[at]  # type: ignore[return-value]

    def find(self, kind: type[R], **where: Any) -> list[R]:
        """All records of a kind with these columns, in the order of their keys; changed ones as they are now."""
        key = ("find", kind, *where)
        prepared = self.store.prepared.get(key)
        if prepared is None:
            table = RECORD_TABLES[kind]
            statement = select(*table.c).order_by(*table.primary_key.columns)
            for name in where:
                statement = statement.where(table.c[name] == bindparam(name))
            prepared = self.store.prepare(key, statement, tuple(where))
        rows = self.session.run(prepared.sql, tuple(where.values())).fetchall()
        return [self.keep(record_of(kind, row)) for row in rows]

    def _load(self, kind: type[R], key: Sequence[Any]) -> R | None:
        layout = LAYOUTS[kind]
        prepared = self.store.prepared.get(("get", kind))
        if prepared is None:
            table = RECORD_TABLES[kind]
            statement = select(*table.c)
            for name in layout.key:
                statement = statement.where(table.c[name] == bindparam(name))
            prepared = self.store.prepare(("get", kind), statement, layout.key)
        row = self.session.run(prepared.sql, key).fetchone()
        return None if row is None else record_of(kind, row)

    def heads(self) -> dict[str, str]:
        """The hash of the last event of each link this step wrote to."""
        return {event.link: event.hash for event in self.events}

    def meters(self, link: str) -> dict[str, Meter]:
        """The meters of a link that this step has looked at, as it left them."""
        return {each.name: each for each in self._now.values() if isinstance(each, Meter) and each.link == link}

    # --- events ---

    def append(
        self,
        link: str,
        kind: EventKind,
        content: Mapping[str, Any],
        *,
        key: str | None = None,
        person: str | None = None,
        table_id: str | None = None,
        round_id: str | None = None,
        edition: str | None = None,
        rulebook: str | None = None,
        states: Mapping[str, MeterState] | None = None,
    ) -> Event:
        """Chain an event to its link, write it, and apply it to the records.

        ``states`` are the meters' states after its moves, where the step has them already.
        """
        head = self.get(LinkRow, link)
        if head is None:
            raise DamagedError(f"the link {link!r} has no head")
        made = sealed(
            link,
            head.head_seq + 1,
            HASH_VERSION,
            max(self.at, head.head_at),
            str(kind),
            key,
            self.request if key is not None else None,
            person,
            table_id,
            round_id,
            edition,
            rulebook,
            canonical(content),
            head.head_hash or GENESIS,
        )
        self._insert_event(made)
        apply(self, made, content, states)
        head = self.get(LinkRow, link)
        assert head is not None
        self.put(LinkRow(link, made.seq, made.hash, made.at, head.faults, head.configuration_seq, head.configuration_check))
        self.events.append(made)
        self.contents.append(content)
        return made

    def _insert_event(self, made: Event) -> None:
        prepared = self.store.prepared.get("append") or self.store.prepare("append", insert(JOURNAL), EVENT_FIELDS)
        self.session.run(prepared.sql, made)

    # --- writing back ---

    def flush(self) -> None:
        """Write all changed records; the check value of a changed configuration first."""
        self._renew_checks()
        for at, record in self._now.items():  # looked-up records come first: the order of statements is the same each time
            before = self._before.get(at)
            if before is record:
                continue
            if before is None:
                self._insert(record)
            else:
                self._update(before, record)
            self._before[at] = record

    def _renew_checks(self) -> None:
        changed = set()
        for at, record in self._now.items():
            if at[0] in _CONFIGURED and _configuration_differs(self._before.get(at), record):
                changed.add(record.link)  # type: ignore[union-attr]
        for link in changed:
            check = configuration_check(self._all(Meter, link), self._all(Member, link))
            head = self.get(LinkRow, link)
            assert head is not None
            self.put(head._replace(configuration_seq=head.head_seq, configuration_check=check))

    def _all(self, kind: type[Meter] | type[Member], link: str) -> list[Any]:
        self.find(kind, link=link)  # type: ignore[type-var]
        return [each for each in self._now.values() if isinstance(each, kind) and each.link == link]

    def _insert(self, record: Record) -> None:
        kind = type(record)
        prepared = self.store.prepared.get(("insert", kind))
        if prepared is None:
            columns = LAYOUTS[kind].columns
            prepared = self.store.prepare(("insert", kind), insert(RECORD_TABLES[kind]), columns)
        self.session.run(prepared.sql, values_of(record))

    def _update(self, before: Record, record: Record) -> None:
        kind = type(record)
        values = values_of(record)
        changed = tuple(compress(count(), map(ne, values_of(before), values)))
        if not changed:
            return
        prepared = self.store.prepared.get((kind, changed)) or self._prepare_update(kind, changed)
        self.session.run(prepared.sql, (*[values[at] for at in changed], *key_of(record)))

    def _prepare_update(self, kind: type[Any], changed: tuple[int, ...]) -> Prepared:
        layout = LAYOUTS[kind]
        table = RECORD_TABLES[kind]
        names = [layout.columns[at] for at in changed]
        statement = update(table).values({name: bindparam(name) for name in names})
        for name in layout.key:
            statement = statement.where(table.c[name] == bindparam(f"key_{name}"))
        return self.store.prepare((kind, changed), statement, (*names, *(f"key_{name}" for name in layout.key)))


_CONFIGURED = frozenset({Meter, Member})


def _configuration_differs(before: Record | None, now: Record) -> bool:
    if before is now:
        return False
    if not isinstance(before, Meter) or not isinstance(now, Meter):
        return True
    return (before.status, before.configuration, before.pending) != (now.status, now.configuration, now.pending)
