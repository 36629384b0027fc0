"""The shape of a round as it is written in TOML or JSON."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from pitbook.rules_file import Part


def _as_text(value: Any) -> Any:
    """Whole numbers are taken as texts; a float is not, because it is not the number that was written."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value


def _as_date(value: Any) -> Any:
    return datetime.date.fromisoformat(value) if isinstance(value, str) else value


Amount = Annotated[str, BeforeValidator(_as_text), StringConstraints(max_length=40)]
CardsText = Annotated[str, StringConstraints(max_length=200)]


class SeatPart(Part):
    """A seat: who sits there, the cards, the wagers, what was done and what was paid."""

    seat: Annotated[int, Field(ge=1, le=14)]
    player: str | None = None
    cards: CardsText | None = None
    wagers: dict[str, Amount] = {}
    fold: bool = False
    color: Literal["red", "black"] | None = None
    high: CardsText | None = None
    low: CardsText | None = None
    paid: Amount | dict[str, Amount] | None = None


class MeterPart(Part):
    """A meter before the round, with terms where the text prints none."""

    meter: Amount
    reserve: Amount = "0"
    seed: str | None = None
    reseed: str | None = None
    increment: str | None = None
    reserve_rate: str | None = None
    amount: Amount | None = None


class IrregularityPart(Part):
    """What went wrong: the wagers that are void, at all seats or (``3 ante``) at one."""

    void: list[str] = []


class RoundFile(Part):
    """A round."""

    game: str
    date: Annotated[datetime.date | None, BeforeValidator(_as_date)] = None
    dealer: CardsText | None = None
    community: CardsText | None = None
    player: CardsText | None = None
    banker: CardsText | None = None
    dealer_high: CardsText | None = None
    dealer_low: CardsText | None = None
    decks: Annotated[int, Field(ge=1, le=8)] | None = None
    magic_card: str | None = None
    lucky: Literal["dealer"] | list[int | Literal["dealer"]] = []
    bank: int | str | None = None
    seats: list[SeatPart] = []
    choices: dict[str, str | dict[str, str]] = {}
    meters: dict[str, MeterPart] = {}
    irregularity: IrregularityPart = IrregularityPart()
    readings: dict[str, str] = {}
    key: str | None = None
    table: str | None = None
