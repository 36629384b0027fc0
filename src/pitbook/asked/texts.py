"""Texts of options and parameters to values: names, amounts, numbers. Every fault names the option and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from enum import StrEnum
from typing import Any, TypeVar

from pitbook.choices import ChoiceError
from pitbook.errors import InputError
from pitbook.names import shown
from pitbook.payouts import PayoutError, parse_money

T = TypeVar("T")
Kind = TypeVar("Kind", bound=StrEnum)


class Faults:
    """Collects the faults of several texts, so that all are said at once."""

    def __init__(self) -> None:
        self.raised: list[InputError] = []

    @property
    def found(self) -> list[str]:
        """The faults, each once."""
        return list(dict.fromkeys(line for each in self.raised for line in str(each).splitlines()))

    def of(self, meaning: Callable[..., T], *args: Any) -> T | None:
        """What a text means; a fault is kept, and None given."""
        try:
            return meaning(*args)
        except InputError as fault:
            self.raised.append(fault)
            return None

    def add(self, text: str) -> None:
        """Keep a fault that is known already."""
        self.raised.append(ChoiceError(text))

    def say(self) -> None:
        """Raise the faults, if there are any: one as it was raised, several as a :class:`~pitbook.choices.ChoiceError`."""
        if len(self.raised) == 1:
            raise self.raised[0]
        if self.raised:
            raise ChoiceError("\n".join(self.found))


def one_of(kind: type[Kind], text: str, place: str) -> Kind:
    """The value of a closed set that a text names. Raises :class:`~pitbook.choices.ChoiceError`."""
    if text not in list(kind):
        raise ChoiceError(f"{place} {text}: allowed: {', '.join(kind)}")
    return kind(text)


def micros(text: str, place: str) -> int:
    """Micro-dollars of a text. Raises :class:`~pitbook.choices.ChoiceError`."""
    try:
        return parse_money(text)
    except PayoutError as fault:
        raise ChoiceError(f"{place}: {fault}") from fault


def pairs(texts: Sequence[str], option: str) -> dict[str, str]:
    """``NAME=VALUE`` texts as a mapping. Raises :class:`ChoiceError` for another form or a repeated name."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise ChoiceError(f"{option} {text!r}: allowed is NAME=VALUE")
        if name.strip() in found:
            raise ChoiceError(f"{option}: {name.strip()} is given twice")
        found[name.strip()] = value.strip()
    return found


def comma_pairs(text: str | None, option: str) -> dict[str, str]:
    """``seed=$10,000 for 1,increment=20%`` as a mapping; commas inside amounts are no separators."""
    if text is None:
        return {}
    return pairs(re.split(r",\s*(?=[A-Za-z_]+\s*=)", text), option)


def amount(text: str | None, option: str) -> int | None:
    """Micro-dollars of an option; None when it is not given."""
    if text is None:
        return None
    return micros(text, option)


def whole(text: str | None, option: str, least: int = 1, most: int = 10**12) -> int | None:
    """A whole number of an option within bounds; None when it is not given."""
    if text is None:
        return None
    written = re.fullmatch(r"[0-9]{1,3}(?:,[0-9]{3}){1,5}|[0-9]{1,18}", text.strip())
    value = int(text.replace(",", "")) if written else None
    if value is None or not least <= value <= most:
        raise ChoiceError(f"{option} {shown(text)}: allowed is a whole number from {least} to {most:,}")
    return value


def confidence_of(text: str | None, name: str = "--confidence") -> float:
    """A confidence between 0 and 1, default 0.95."""
    if text is None:
        return 0.95
    written = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,12})?|\.[0-9]{1,12})(%?)", text.strip())
    value = 0.0 if written is None else float(written[1]) / (100 if written[2] else 1)
    if not 0 < value < 1:
        raise ChoiceError(f"{name} {shown(text)}: allowed is a number between 0 and 1, such as 0.95")
    return value


def day(text: str, place: str) -> date:
    """A day as in ``2026-11-30``. Raises :class:`~pitbook.choices.ChoiceError`."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError as fault:
        raise ChoiceError(f"{place} {shown(text)}: allowed is a day, as in 2026-11-30") from fault
