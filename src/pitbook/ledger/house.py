"""Settings of the house, and the gaming day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitbook.ledger.desk import Ledger, Receipt, run_step
from pitbook.ledger.errors import RefusedError
from pitbook.ledger.events import HOUSE, Event, EventKind, parse_body
from pitbook.ledger.people import Actor, Right, require_once_people_exist
from pitbook.ledger.records import Setting
from pitbook.ledger.unit import Unit


def _zone(value: str) -> None:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise RefusedError(f"time-zone: {value!r} is no time zone; an example is America/New_York") from error


def _clock(value: str) -> None:
    try:
        time.fromisoformat(value)
    except ValueError as error:
        raise RefusedError(f"gaming-day-start: {value!r} is no time of day; an example is 06:00") from error


def _any(value: str) -> None:
    if len(value) > 200:
        raise RefusedError("facility: at most 200 characters")


SETTINGS: Final[Mapping[str, tuple[str, Callable[[str], None]]]] = {
    "facility": ("", _any),
    "time-zone": ("America/New_York", _zone),
    "gaming-day-start": ("06:00", _clock),
}
"""Each setting's name, default and check."""


def change_setting(ledger: Ledger, name: str, value: str, *, actor: Actor | None = None, key: str | None = None) -> Receipt:
    """Change a setting of the house."""
    if name not in SETTINGS:
        raise RefusedError(f"no setting {name!r}; allowed: {', '.join(SETTINGS)}")
    SETTINGS[name][1](value)
    request = {"step": "setting", "name": name, "value": value}

    def decide(unit: Unit) -> Event:
        require_once_people_exist(unit, actor, Right.SETTINGS)
        before = unit.get(Setting, name)
        old = parse_body(before.value) if before else SETTINGS[name][0]
        return unit.append(
            HOUSE,
            EventKind.SETTING_CHANGED,
            {"name": name, "value": value, "before": old},
            key=key,
            person=actor.person_id if actor else None,
        )

    return run_step(ledger, [HOUSE], key, request, decide)


def settings(ledger: Ledger) -> dict[str, Any]:
    """All settings with their values."""
    values: dict[str, Any] = {name: default for name, (default, _) in SETTINGS.items()}
    with ledger.store.reading() as session:
        for row in Unit(ledger.store, session).find(Setting):
            values[row.name] = parse_body(row.value)
    return values


def gaming_day(at: datetime, zone: str, day_start: str) -> date:
    """The gaming day a time belongs to: it begins at ``day_start`` local time and carries that date."""
    local = at.astimezone(ZoneInfo(zone))
    return local.date() if local.time() >= time.fromisoformat(day_start) else local.date() - timedelta(days=1)


def gaming_day_bounds(day: date, zone: str, day_start: str) -> tuple[datetime, datetime]:
    """The first moment of a gaming day and the first moment after it, in UTC."""
    begin = time.fromisoformat(day_start)
    first = datetime.combine(day, begin, ZoneInfo(zone))
    after = datetime.combine(day + timedelta(days=1), begin, ZoneInfo(zone))
    return first.astimezone(UTC), after.astimezone(UTC)
