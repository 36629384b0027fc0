"""The journal's events: their kinds, their canonical text and the hash that chains them.

An event's ``body`` is canonical JSON (sorted keys, no blanks) with everything resolved: terms, rates, shares,
cents. The hash covers every column of the row and the hash of the event before it on the same link, so no column can
be changed, and no row dropped or moved, without changing every later hash of the link.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

import orjson

from pitbook.ledger.errors import RefusedError

GENESIS: Final = "0" * 64
HOUSE: Final = "house"
"""The chain of people, settings and the creation of links."""

HASH_VERSION: Final = 1
Content = Mapping[str, Any]


class EventKind(StrEnum):
    """What an event records."""

    LINK_CREATED = "link-created"
    PERSON_ADDED = "person-added"
    PERSON_DISABLED = "person-disabled"
    SECRET_CHANGED = "secret-changed"
    LOGIN_FAILED = "login-failed"
    LOGGED_IN = "logged-in"
    LOGGED_OUT = "logged-out"
    ACCESS_REFUSED = "access-refused"
    TOKEN_ISSUED = "token-issued"
    TOKEN_REVOKED = "token-revoked"
    SETTING_CHANGED = "setting-changed"
    METER_OPENED = "meter-opened"
    MEMBER_ADDED = "member-added"
    MEMBER_REMOVED = "member-removed"
    ROUND_OPENED = "round-opened"
    WAGER_ACCEPTED = "wager-accepted"
    WAGER_REFUSED = "wager-refused"
    CONTRIBUTION_REFUSED = "contribution-refused"
    ROUND_LOCKED = "round-locked"
    ROUND_RESULT = "round-result"
    ROUND_RECORDED = "round-recorded"
    ROUND_VOIDED = "round-voided"
    AWARD_APPROVED = "award-approved"
    AWARD_REFUSED = "award-refused"
    AWARD_PAID = "award-paid"
    ACT_PROPOSED = "act-proposed"
    ACT_APPROVED = "act-approved"
    ACT_REJECTED = "act-rejected"
    ACT_REFUSED = "act-refused"
    METER_RECEIVED = "meter-received"
    METER_READ = "meter-read"
    METER_TESTED = "meter-tested"
    METER_TEST_REVERSED = "meter-test-reversed"
    FAULT_SET = "fault-set"
    FAULT_CLEARED = "fault-cleared"


class Event(NamedTuple):
    """One row of the journal. ``body`` is the canonical text of its content; ``hash`` covers all other fields."""

    link: str
    seq: int
    version: int
    at: str
    kind: str
    key: str | None
    request: str | None
    person: str | None
    table_id: str | None
    round_id: str | None
    edition: str | None
    rulebook: str | None
    body: str
    previous: str
    hash: str = ""


EVENT_FIELDS: Final = Event._fields


def canonical(data: Any) -> str:
    """JSON with sorted keys and no blanks. Raises RefusedError for what has no such form (broken text, huge numbers)."""
    return _canonical_bytes(data).decode()


def _canonical_bytes(data: Any) -> bytes:
    try:
        return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)
    except TypeError as error:
        raise RefusedError(f"this cannot be written down: {error}") from error


def digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of(data: Any) -> str:
    """SHA-256 of the canonical text of JSON values, in hexadecimal."""
    return hashlib.sha256(_canonical_bytes(data)).hexdigest()


def _hash_form_1(columns: Sequence[Any]) -> bytes:
    """Every column but version and hash: a canonical JSON list of all but the body, a line end, the body.

    Neither part can hold a line end, so no two events have the same form.
    """
    link, seq, _, at, kind, key, request, person, table_id, round_id, edition, rulebook, body, previous = columns
    head = ["pitbook-journal-1", link, seq, at, kind, key, request, person, table_id, round_id, edition, rulebook, previous]
    return b"%b\n%b" % (_canonical_bytes(head), body.encode())


HASH_FORMS: Final[Mapping[int, Callable[[Sequence[Any]], bytes]]] = {1: _hash_form_1}
"""The hashed form of each version of the journal, from the columns without the hash. A form is never changed; a new
one is added.
"""


def event_hash(event: Event) -> str:
    """The hash an event must carry. Raises KeyError for a version this program does not know."""
    return hashlib.sha256(HASH_FORMS[event.version](event[:-1])).hexdigest()


def sealed(*columns: Any) -> Event:
    """The event of all its columns but the last, with its hash filled in."""
    return Event._make((*columns, hashlib.sha256(HASH_FORMS[columns[2]](columns)).hexdigest()))


def utc_text(at: datetime) -> str:
    """A time as fixed-width UTC text, so that text order is time order. Refuses times without a zone."""
    if at.tzinfo is None:
        raise ValueError("a time needs a zone; the ledger keeps UTC")
    return at.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def utc_time(text: str) -> datetime:
    """The time of a UTC text of the journal."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)


def utc_now() -> datetime:
    """The system's clock, for callers that have no other."""
    return datetime.now(UTC)


parse_body: Final[Callable[[str], Any]] = orjson.loads
"""The values of a body. Raises ValueError."""
