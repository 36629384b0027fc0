"""The tables: the journal, one table per kind of record, the secrets of people and their sessions at the web.

Tables of records are made from their layouts, so that a record and its row cannot drift apart; the migrations spell
the same tables out, and a test compares both.
"""

from __future__ import annotations

from typing import Any, Final, get_type_hints

from sqlalchemy import BigInteger, Column, Index, MetaData, Table, Text, UniqueConstraint

from pitbook.ledger.events import Event
from pitbook.ledger.records import LAYOUTS, Layout

METADATA: Final = MetaData()


def _column(name: str, hint: Any, *, primary_key: bool) -> Column[Any]:
    nullable = type(None) in getattr(hint, "__args__", ())
    is_int = hint is int or int in getattr(hint, "__args__", ())
    return Column(name, BigInteger() if is_int else Text(), primary_key=primary_key, nullable=nullable)


def _hints(kind: type[Any], columns: tuple[str, ...]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints.get(name, int) for name in columns}  # the spread-out state of a meter is all integers


def _record_table(layout: Layout) -> Table:
    hints = _hints(layout.kind, layout.columns)
    return Table(
        layout.table,
        METADATA,
        *(_column(name, hints[name], primary_key=name in layout.key) for name in layout.columns),
    )


JOURNAL: Final = Table(
    "journal",
    METADATA,
    *(_column(name, hint, primary_key=name in ("link", "seq")) for name, hint in _hints(Event, Event._fields).items()),
    UniqueConstraint("key", name="journal_key"),
)
RECORD_TABLES: Final = {kind: _record_table(layout) for kind, layout in LAYOUTS.items()}
SECRETS: Final = Table(
    "secrets",
    METADATA,
    Column("person_id", Text(), primary_key=True),
    Column("secret", Text(), nullable=False),
)
SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("session_hash", Text(), primary_key=True),
    Column("person_id", Text(), nullable=False),
    Column("secret_digest", Text(), nullable=False),
    Column("begun_at", Text(), nullable=False),
    Column("seen_at", Text(), nullable=False),
)
"""Who is signed in at the web: no part of the journal, which has the logins. Only the hash of a session's cookie is kept."""

_tables = METADATA.tables
Index("members_table", _tables["members"].c.table_id)
Index("rounds_table", _tables["rounds"].c.table_id, _tables["rounds"].c.state)
Index("awards_status", _tables["awards"].c.status)
Index("awards_round", _tables["awards"].c.round_id)
Index("faults_link", _tables["faults"].c.link)
