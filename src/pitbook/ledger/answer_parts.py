"""What the ledger's answers share: amounts in JSON values, columns, a seat's share in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitbook.payouts import money, percent
from pitbook.tables import Align, Column

MONEY = frozenset(
    {
        "value",
        "reserve",
        "overflow",
        "parked",
        "seeded",
        "opening",
        "from_house",
        "wagered",
        "contributed",
        "reserve_contributed",
        "adjusted_up",
        "adjusted_down",
        "transferred_in",
        "transferred_out",
        "awarded",
        "revenue",
        "house_paid",
        "amount",
        "shown",
        "ledger",
        "variance",
        "primary",
        "secondary",
        "wager_amount",
        "meter_before",
        "from_meter",
        "wins",
        "seed",
        "incremental",
        "owed_to_players",
        "unpaid_awards",
        "attendant_paid",
        "machine_paid",
        "paid",
        "opening_value",
        "opening_reserve",
        "opening_overflow",
        "opening_parked",
        "closing_value",
        "closing_reserve",
        "closing_overflow",
        "closing_parked",
        "difference",
        "change",
        "contribution",
        "threshold",
        "expected",
        "tolerance",
        "fallback",
    }
)
"""The names whose whole numbers are micro-dollars."""


def with_dollars(data: Any) -> Any:
    """JSON values with every amount of micro-dollars as a decimal number of dollars; ``..._micros`` loses its ending."""
    if isinstance(data, Mapping):
        return {_name(name): _dollar_value(name, value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [with_dollars(each) for each in data]
    return data


def _name(name: str) -> str:
    return name.removesuffix("_micros")


def _dollar_value(name: str, value: Any) -> Any:
    is_amount = (name in MONEY or name.endswith("_micros")) and isinstance(value, int) and not isinstance(value, bool)
    return money(value) if is_amount else with_dollars(value)


def share_words(share: str, players: int, of_what: str = "") -> str:
    """A seat's share of a meter in words: ``100%``, ``10% of the meter``, ``100% of the meter, divided by 2``."""
    among = f", divided by {players}" if players > 1 else ""
    return f"{percent(Fraction(share))}{of_what}{among}"


def columns_of(*headings: str) -> tuple[Column, ...]:
    """Columns; a heading that ends in ``>`` is of figures, one that ends in ``$`` of amounts."""
    return tuple(
        Column(
            heading.rstrip(">$"),
            Align.RIGHT if heading.endswith((">", "$")) else Align.LEFT,
            "$" if heading.endswith("$") else "",
        )
        for heading in headings
    )
