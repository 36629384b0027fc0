"""What the journal comes to: the current records, each one row of a table with the same name and fields.

The records are worked out from events alone (``apply``); the tables hold them so that nothing has to be replayed to
work on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from pitbook.ledger.events import digest_of, parse_body
from pitbook.progressive import STATE_FIELDS, MeterState


class MeterStatus(StrEnum):
    """A meter is open until it is closed."""

    OPEN = "open"
    CLOSED = "closed"


class RoundState(StrEnum):
    """A round's life: open for wagers, locked, result known with awards unpaid, settled; or void."""

    OPEN = "open"
    LOCKED = "locked"
    RESULT = "result"
    SETTLED = "settled"
    VOID = "void"


class AwardStatus(StrEnum):
    """An award's life. The money left the meter when it became pending."""

    PENDING = "pending"
    APPROVED = "approved"
    PAID = "paid"
    REJECTED = "rejected"


class ProposalStatus(StrEnum):
    """A controlled act's life."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"


class Meter(NamedTuple):
    """A meter of a link. ``amount`` is the wager amount it serves; ``configuration`` and ``pending`` are canonical
    texts.
    """

    link: str
    name: str
    status: str
    amount: int
    configuration: str
    pending: str | None
    opened_seq: int
    start_seq: int
    machine_paid: int
    attendant_paid: int
    state: MeterState


class Member(NamedTuple):
    """A wager of a table that feeds a meter and wins from it, since and until an event of the link."""

    link: str
    seq: int
    meter: str
    table_id: str
    game: str
    wager: str
    paytable: str
    amount: int
    added_at: str
    removed_seq: int | None
    removed_at: str | None
    edition: str | None
    rulebook: str | None


class Round(NamedTuple):
    """A round of a table; ``wagers`` is a JSON list of the wagers accepted until lock-out (then the event has them)."""

    round_id: str
    link: str
    table_id: str
    game: str
    state: str
    wagers: str
    opened_seq: int
    lock_seq: int | None
    result_seq: int | None
    open_awards: int


class AwardRow(NamedTuple):
    """What one seat won from a meter; ``amount`` = ``from_meter`` + ``from_house``. ``approvals`` is a JSON list of
    people.
    """

    award_id: str
    link: str
    meter: str
    round_id: str
    table_id: str
    seat: int
    wager: str
    wager_amount: int
    outcome: str
    share: str
    players: int
    place: int
    amount: int
    from_meter: int
    from_house: int
    meter_before: int
    status: str
    won_seq: int
    won_at: str
    recorded_by: str | None
    approvals: str
    paid_by: str | None
    paid_how: str | None
    paid_at: str | None


class Level(NamedTuple):
    """Hits and money won of one outcome of a meter's wagers; fixed awards of the house included."""

    link: str
    meter: str
    outcome: str
    hits: int
    wins: int


class Proposal(NamedTuple):
    """A controlled act waiting for, or decided by, a second person. ``content`` is canonical JSON."""

    proposal_id: str
    link: str
    act: str
    subject: str
    content: str
    status: str
    proposed_seq: int
    proposed_by: str
    decided_by: str | None
    decided_seq: int | None


class Fault(NamedTuple):
    """A fault of a link's controller, of a table or of a meter; open until cleared."""

    fault_id: str
    link: str
    scope: str
    subject: str
    code: str
    note: str
    set_seq: int
    set_at: str
    set_by: str | None
    cleared_seq: int | None
    cleared_by: str | None


class Person(NamedTuple):
    """Somebody who may sign in. The argon2 hash of the secret is kept apart; here and in the journal is its digest."""

    person_id: str
    name: str
    role: str
    secret_digest: str
    added_seq: int
    disabled_seq: int | None


class Token(NamedTuple):
    """A token with which a system acts for a registered person, within scopes. Only the hash of its secret is kept."""

    token_id: str
    person_id: str
    name: str
    scopes: str
    secret_hash: str
    issued_seq: int
    expires_at: str
    revoked_seq: int | None


class Setting(NamedTuple):
    """A named setting of the house, as JSON text."""

    name: str
    value: str


class LinkRow(NamedTuple):
    """A link: its head in the journal, its open faults, and the check value of its configuration."""

    name: str
    head_seq: int
    head_hash: str
    head_at: str
    faults: int
    configuration_seq: int
    configuration_check: str


Record = Meter | Member | Round | AwardRow | Level | Proposal | Fault | Person | Token | Setting | LinkRow
R = TypeVar("R", Meter, Member, Round, AwardRow, Level, Proposal, Fault, Person, Token, Setting, LinkRow)


@dataclass(frozen=True)
class Layout:
    """How a record type lies in its table: name, columns (the state of a meter is spread out), how many lead as the key."""

    kind: type[Any]
    table: str
    keys: int
    columns: tuple[str, ...]

    @property
    def key(self) -> tuple[str, ...]:
        """The names of the key's columns."""
        return self.columns[: self.keys]


def _columns(kind: type[Any]) -> tuple[str, ...]:
    names: tuple[str, ...] = kind._fields
    return names[:-1] + STATE_FIELDS if kind is Meter else names


LAYOUTS: Final[Mapping[type[Any], Layout]] = {
    kind: Layout(kind, table, keys, _columns(kind))
    for kind, table, keys in (
        (LinkRow, "links", 1),
        (Meter, "meters", 2),
        (Member, "members", 2),
        (Round, "rounds", 1),
        (AwardRow, "awards", 1),
        (Level, "levels", 3),
        (Proposal, "proposals", 1),
        (Fault, "faults", 1),
        (Person, "people", 1),
        (Token, "tokens", 1),
        (Setting, "settings", 1),
    )
}
_KEYS: Final = {kind: layout.keys for kind, layout in LAYOUTS.items()}
_METER_HEAD: Final = len(Meter._fields) - 1


def approvers(award: AwardRow) -> dict[str, int]:
    """Who signed for an award, and the place of the event that says so."""
    return {str(person): int(seq) for person, seq in parse_body(award.approvals)}


def configuration_check(meters: Iterable[Meter], members: Iterable[Member]) -> str:
    """The check value (SHA-256) of a link's configuration: every meter's parameters and every member still there."""
    lines = [[each.name, each.status, each.amount, each.configuration, each.pending] for each in meters]
    tables = [
        [each.seq, each.meter, each.table_id, each.game, each.wager, each.paytable, each.amount]
        for each in members
        if each.removed_seq is None
    ]
    return digest_of([sorted(lines, key=str), sorted(tables, key=str)])


def with_state(meter: Meter, state: MeterState) -> Meter:
    """A meter with another state, all else as it is (``_replace`` takes three times as long)."""
    return Meter._make((*meter[:_METER_HEAD], state))


def key_of(record: Record) -> tuple[Any, ...]:
    """The key of a record: its first columns."""
    return record[: _KEYS[type(record)]]


def values_of(record: Record) -> tuple[Any, ...]:
    """The columns of a record, in the order of its layout."""
    return record[:_METER_HEAD] + record.state if isinstance(record, Meter) else record


def record_of(kind: type[R], row: Iterable[Any]) -> R:
    """The record of a row."""
    if kind is Meter:
        values = tuple(row)
        return kind(*values[:_METER_HEAD], MeterState(*values[_METER_HEAD:]))  # type: ignore[call-arg]
    return kind._make(row)


class Records(Protocol):
    """Where records are looked up and put while an event is applied."""

    def get(self, kind: type[R], *key: Any) -> R | None:
        """The record of a key, or None."""

    def put(self, record: Record) -> None:
        """Add or replace a record."""


class Memory:
    """Records in memory: for replay, verification and tests."""

    def __init__(self) -> None:
        self.tables: dict[type[Any], dict[tuple[Any, ...], Any]] = {kind: {} for kind in LAYOUTS}

    def get(self, kind: type[R], *key: Any) -> R | None:
        """The record of a key, or None."""
        found: R | None = self.tables[kind].get(key)
        return found

    def put(self, record: Record) -> None:
        """Add or replace a record."""
        self.tables[type(record)][key_of(record)] = record

    def find(self, kind: type[R], where: Callable[[R], bool] = lambda _: True) -> list[R]:
        """All records of a kind that fulfil a condition."""
        return [record for record in self.tables[kind].values() if where(record)]
