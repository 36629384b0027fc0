"""What a filing writes, in the many wordings that filings use: payouts, seeds, frequencies, amounts for each wager amount."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from pitbook.payouts import (
    MICROS,
    Award,
    EnvyAmount,
    PayoutError,
    parse_envy,
    parse_money,
    parse_multiple,
    parse_payout,
    parse_rate,
)

_NOTHING = frozenset({"", "-", "–", "—", "none", "no pay", "n/a", "na"})


def filed_payout(text: str) -> Award:
    """The award of a payout as filings write it: besides the printed forms also ``40:1``, ``40-1``, ``40-to-1``, ``40 to one``.

    Raises :class:`~pitbook.payouts.PayoutError`.
    """
    plain = " ".join(text.lower().split())
    if plain in _NOTHING:
        return parse_payout("N/A")
    plain = re.sub(r"\bone$", "1", plain)
    plain = re.sub(r"\s*-\s*(to|for)\s*-\s*", r" \1 ", plain)
    plain = re.sub(r"(?<=\d)\s*[:–—-]\s*(?=\d+$)", " to ", plain)
    try:
        return parse_payout(plain)
    except PayoutError as fault:
        raise PayoutError(str(fault).replace(repr(plain), repr(text))) from fault


def filed_envy(text: str) -> EnvyAmount | None:
    """An Envy Bonus as filings write it; None for none. Raises :class:`~pitbook.payouts.PayoutError`."""
    return None if text.strip().lower() in _NOTHING else parse_envy(text)


def filed_rate(text: str) -> Fraction | None:
    """An increment or reserve rate; None for N/A. Raises :class:`~pitbook.payouts.PayoutError`."""
    return None if text.strip().lower() in _NOTHING else parse_rate(text)


def filed_seed(text: str, amounts: tuple[int, ...]) -> Fraction | None:
    """A seed as a multiple of the wager; None for N/A.

    Plain dollars (``$10,000``) mean the meter of the only amount offered, in micro-dollars in ``amounts``. Raises
    :class:`~pitbook.payouts.PayoutError`.
    """
    plain = text.strip().lower()
    if plain in _NOTHING:
        return None
    if not re.fullmatch(r"\$?[\d,]+(\.\d+)?", plain):
        return parse_multiple(text)
    micros = parse_money(plain)
    if micros and len(amounts) != 1:
        raise PayoutError(f"{text!r} does not say for which wager amount; allowed is a multiple such as '10,000x'")
    return Fraction(micros, amounts[0]) if micros else Fraction(0)


def filed_frequency(text: str) -> Fraction:
    """A probability: ``1 in 500``, ``0.2%``, ``1/500``. Raises :class:`~pitbook.payouts.PayoutError`."""
    match = re.fullmatch(r"(\d{1,18})\s+in\s+([\d,]{1,24})", text.strip().lower())
    below = int(match.group(2).replace(",", "") or 0) if match else 0
    if match and below:
        return parse_rate(f"{match.group(1)}/{below}")
    try:
        return parse_rate(text)
    except PayoutError as fault:
        raise PayoutError(f"{text!r} is no frequency; allowed are '1 in 500', '0.2%' or '1/500'") from fault


def filed_by_amount(given: str | Mapping[str, str] | None) -> dict[int | None, int]:
    """Micro-dollars for each wager amount (micro-dollars), under None for all of them. Raises
    :class:`~pitbook.payouts.PayoutError`.
    """
    if given is None:
        return {}
    if isinstance(given, str):
        return {None: parse_money(given, whole_cents=True)}
    return {filed_amount(key): parse_money(text, whole_cents=True) for key, text in given.items()}


def filed_amount(text: str) -> int:
    """A wager amount in micro-dollars: whole cents, more than nothing. Raises :class:`~pitbook.payouts.PayoutError`."""
    micros = parse_money(text, whole_cents=True)
    if not micros:
        raise PayoutError(f"{text!r}: a wager is more than nothing")
    return micros


def multiple_text(value: Fraction) -> str:
    """A multiple of the wager as the rules read it: ``10000x``; decimals where it has some.

    Raises :class:`~pitbook.payouts.PayoutError` where the decimals do not end within a micro-dollar of a dollar's wager.
    """
    scaled = value * MICROS
    if scaled.denominator != 1:
        raise PayoutError(f"{value} times the wager is no decimal number")
    whole, part = divmod(scaled.numerator, MICROS)
    return f"{whole}.{part:06d}x" if part else f"{whole}x"
