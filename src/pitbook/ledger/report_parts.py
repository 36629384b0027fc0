"""What every report of the ledger has: its period, heading and rows, and which events of a link are of the period."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from typing import Any, Final

from sqlalchemy import func, select

from pitbook.ledger.desk import Ledger, event_at
from pitbook.ledger.errors import UnknownNameError
from pitbook.ledger.events import utc_text
from pitbook.ledger.records import LinkRow
from pitbook.ledger.schema import JOURNAL
from pitbook.ledger.store import Session
from pitbook.ledger.unit import Unit


@dataclass(frozen=True)
class Period:
    """From a time (included) to a time (excluded), UTC."""

    first: datetime
    after: datetime


ALL_TIME: Final = Period(datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC))


@dataclass(frozen=True)
class Report:
    """A report: its heading and its rows, each a mapping of column to value."""

    title: str
    link: str
    program_version: str
    period: tuple[str, str]
    made_at: str
    rows: tuple[Mapping[str, Any], ...]


def places_of(ledger: Ledger, session: Session, link: str, period: Period) -> tuple[int, int]:
    """The places of a period's events. Times never run backwards on a link, so they are searched by halving."""
    if Unit(ledger.store, session).get(LinkRow, link) is None:
        raise UnknownNameError("link", link, [row.name for row in Unit(ledger.store, session).find(LinkRow)])
    last = session.rows(select(func.max(JOURNAL.c.seq)).where(JOURNAL.c.link == link)).scalar() or 0
    if period == ALL_TIME:
        return 1, last
    return (
        _first_at_or_after(ledger, session, link, utc_text(period.first), last),
        _first_at_or_after(ledger, session, link, utc_text(period.after), last) - 1,
    )


def _first_at_or_after(ledger: Ledger, session: Session, link: str, at: str, last: int) -> int:
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        if event_at(ledger.store, session, link, middle).at < at:
            low = middle + 1
        else:
            high = middle
    return low


def made_report(ledger: Ledger, title: str, link: str, period: Period, rows: list[Any]) -> Report:
    """A report made now by the program that is running."""
    return Report(
        title,
        link,
        program_version(),
        (utc_text(period.first), utc_text(period.after)),
        utc_text(ledger.clock()),
        tuple(rows),
    )


def program_version() -> str:
    """The version of Pitbook that is running."""
    try:
        return metadata.version("pitbook")
    except metadata.PackageNotFoundError:
        return "unknown"
