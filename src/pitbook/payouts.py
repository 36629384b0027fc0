"""Money, and the kinds of payout the regulations print.

Money is an integer number of micro-dollars (1e-6 $). A printed payout is parsed once into an :class:`Award`, which is linear in
the stake and in the meter, so that the same value prices a row in a PAR sheet and pays a wager at the table:

    handed over = multiple x stake + dollars + share x meter (+ the stake itself, where the rule returns it)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pitbook.errors import InputError
from pitbook.names import shown

MICROS: Final = 1_000_000
CENT: Final = 10_000
ZERO: Final = Fraction(0)
LARGEST: Final = 10**15 * MICROS
_DECIMALS: Final = 6
_MOST_DIGITS: Final = 18

# A number as printed. More digits than any rule could have are refused here, before something is computed with them.
_WHOLE: Final = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,5}|[0-9]{1,18})"
_NUMBER: Final = rf"({_WHOLE}(?:\.[0-9]{{1,12}})?)"
_DIGITS: Final = r"[0-9]{1,18}(?:\.[0-9]{1,12})?"


class PayoutError(InputError):
    """A printed payout, rate or amount that has no meaning here."""


# Amounts -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def parse_money(text: str, *, whole_cents: bool = False) -> int:
    """Micro-dollars of ``5``, ``5.00``, ``$1,000,000`` or ``0.000125``; never negative.

    Raises :class:`PayoutError` with the text and what is allowed.
    """
    match = re.fullmatch(r"\$?(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.(?P<part>[0-9]+))?", text.strip())
    if match is None:
        raise PayoutError(f"{shown(text)} is no amount; allowed is a decimal number of dollars, not negative, such as 5.00")
    whole, part = match["whole"].replace(",", "").lstrip("0"), match["part"] or ""
    if len(whole) > _MOST_DIGITS or int(whole or 0) * MICROS + bool(part.strip("0")) > LARGEST:
        raise PayoutError(f"{shown(text)} is more than the largest amount, ${LARGEST // MICROS:,}")
    if len(part) > _DECIMALS:
        raise PayoutError(f"{shown(text)} has {len(part)} decimals; allowed are up to {_DECIMALS}")
    micros = int(whole or 0) * MICROS + int(part.ljust(_DECIMALS, "0"))
    if whole_cents and micros % CENT:
        raise PayoutError(f"{shown(text)} is not a whole number of cents; allowed are dollars and cents, such as 5.00")
    return micros


@lru_cache(maxsize=4096)
def money(micros: int) -> str:
    """A decimal number of dollars: at least two decimals, up to six where they are needed (``4812.347``)."""
    sign = "-" if micros < 0 else ""
    whole, part = divmod(abs(micros), MICROS)
    decimals = f"{part:06d}"
    kept = decimals.rstrip("0")
    return f"{sign}{whole}.{kept if len(kept) > 2 else decimals[:2]}"


def dollars(micros: int) -> str:
    """An amount for people: ``$1,000.00``, ``-$0.05``."""
    text = money(abs(micros))
    whole, part = text.split(".")
    return f"{'-' if micros < 0 else ''}${int(whole):,}.{part}"


def to_cent(micros: Fraction | float | None) -> str:
    """An amount for people to the nearest cent; nothing for None."""
    return "" if micros is None else dollars(round(micros / CENT) * CENT)


def parse_rate(text: str) -> Fraction:
    """The exact fraction of ``14%``, ``0.333%``, ``0.14`` or ``7/50``; from 0 to 1."""
    wanted = text.strip()
    match = re.fullmatch(rf"({_DIGITS})\s*%", wanted)
    if match:
        rate = Fraction(match.group(1)) / 100
    elif re.fullmatch(rf"{_DIGITS}|[0-9]{{1,18}}/[1-9][0-9]{{0,17}}", wanted):
        rate = Fraction(wanted)
    else:
        raise PayoutError(f"{shown(text)} is no rate; allowed is a percentage such as 14% or a number from 0 to 1")
    if rate > 1:
        raise PayoutError(f"{shown(text)} is more than 100%; allowed is a rate from 0 to 1")
    return rate


def percent(rate: Fraction) -> str:
    """``14%``, ``0.333%``: exact where it ends, a fraction where it does not."""
    scaled = rate * 100
    denominator = scaled.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator != 1:
        return f"{scaled}%"
    digits = 0
    while (scaled * 10**digits).denominator != 1:
        digits += 1
    return f"{int(scaled * 10**digits) / 10**digits:.{digits}f}%"


# Payouts -------------------------------------------------------------------------------------------------------------


class PayoutKind(StrEnum):
    """How a payout is printed."""

    TO_ONE = "to 1"
    FOR_ONE = "for 1"
    METER = "meter"
    DOLLARS = "dollars"
    PUSH = "push"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Award:
    """What a row hands over: ``multiple x stake + dollars_micros + share x meter``, and the stake where ``stake_back``."""

    kind: PayoutKind
    multiple: Fraction = ZERO
    dollars_micros: int = 0
    share: Fraction = ZERO
    stake_back: bool = False

    @property
    def fixed_multiple(self) -> Fraction:
        """What is handed over per unit of stake apart from dollars and meter, the returned stake included."""
        return self.multiple + (1 if self.stake_back else 0)

    @property
    def whole_meter(self) -> bool:
        """Whether the row takes the whole meter, which then starts again."""
        return self.share == 1

    def fixed_micros(self, stake_micros: int) -> Fraction:
        """Micro-dollars handed over for a stake, the meter's part left out, the returned stake included."""
        return self.fixed_multiple * stake_micros + self.dollars_micros

    def per_unit(self, stake_micros: int, meter_micros: Fraction | int) -> Fraction:
        """What is handed over per unit of stake at a meter."""
        return self.fixed_multiple + (self.dollars_micros + self.share * meter_micros) / Fraction(stake_micros)


ALLOWED_PAYOUTS: Final = "'35 to 1', '500 for 1', '100% of meter', '$1,000', 'push' or 'N/A'"


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


def _digits_allowed(printed: str) -> str:
    """What else is to be said of a text with a number that is longer than any that is read."""
    longest = max((len(each.replace(",", "")) for each in re.findall(r"[0-9][0-9,]*", printed)), default=0)
    return f", with numbers of up to {_MOST_DIGITS} digits" if longest > _MOST_DIGITS else ""


def parse_payout(printed: str) -> Award:
    """The award of a printed payout.

    Understood are ``35 to 1`` (the stake comes back as well), ``500 for 1`` (it does not), ``3 to 2``, ``10% of meter`` in the
    wordings of the regulations, ``$1,000,000`` (the stake comes back, as it does elsewhere in the tables that print dollars),
    ``push``, and ``N/A`` or an empty cell (no pay). Raises :class:`PayoutError` with the text and what is allowed.
    """
    text = " ".join(printed.split())
    lower = text.lower()
    if lower in {"n/a", ""}:
        return Award(PayoutKind.NOTHING)
    if lower == "push":
        return Award(PayoutKind.PUSH, stake_back=True)
    if match := re.fullmatch(rf"{_NUMBER} to {_NUMBER}", lower):
        if not _number(match.group(2)):
            raise PayoutError(f"{shown(printed)} divides by nothing; allowed are {ALLOWED_PAYOUTS}")
        return Award(PayoutKind.TO_ONE, multiple=_number(match.group(1)) / _number(match.group(2)), stake_back=True)
    if match := re.fullmatch(rf"{_NUMBER} for 1", lower):
        return Award(PayoutKind.FOR_ONE, multiple=_number(match.group(1)))
    if match := re.fullmatch(rf"({_DIGITS})%(?: (?:of )?(?:the )?(?:progressive )?(?:meter|progressive))?", lower):
        share = _number(match.group(1)) / 100
        if not 0 < share <= 1:
            raise PayoutError(f"{shown(printed)} is no share of a meter; allowed is more than 0% and at most 100%")
        return Award(PayoutKind.METER, share=share)
    if re.fullmatch(rf"\${_NUMBER}", lower):
        return Award(PayoutKind.DOLLARS, dollars_micros=parse_money(lower), stake_back=True)
    raise PayoutError(f"{shown(printed)} is no payout; allowed are {ALLOWED_PAYOUTS}{_digits_allowed(printed)}")


def payout_text(award: Award) -> str:
    """The usual wording of an award."""
    if award.kind is PayoutKind.NOTHING:
        return "N/A"
    if award.kind is PayoutKind.PUSH:
        return "push"
    if award.kind is PayoutKind.METER:
        return f"{percent(award.share)} of meter"
    if award.kind is PayoutKind.DOLLARS:
        return f"${award.dollars_micros // MICROS:,}"
    numerator, denominator = award.multiple.numerator, award.multiple.denominator
    if award.kind is PayoutKind.FOR_ONE:
        return f"{number_text(award.multiple)} for 1"
    if denominator == 1:
        return f"{numerator:,} to 1"
    return f"{numerator:,} to {denominator:,}"


def number_text(value: Fraction) -> str:
    """A rational for people: ``1,000`` or ``2.5``; a quotient where the decimals do not end."""
    if value.denominator == 1:
        return f"{value.numerator:,}"
    denominator = value.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    return f"{float(value):,}" if denominator == 1 else f"{value.numerator:,}/{value.denominator:,}"


# Seeds, envy amounts -------------------------------------------------------------------------------------------------


def parse_multiple(printed: str) -> Fraction | None:
    """A seed or reseed as a multiple of the wager: ``$10,000 for 1``, ``10,000x``, ``$0``; ``N/A`` is None."""
    text = printed.strip().lower()
    if text in {"n/a", ""}:
        return None
    if match := re.fullmatch(rf"\$?{_NUMBER} for 1", text):
        return _number(match.group(1))
    if match := re.fullmatch(rf"{_NUMBER}\s*[x×]", text):
        return _number(match.group(1))
    if re.fullmatch(r"\$0(?:\.00)?", text):
        return ZERO
    raise PayoutError(
        f"{shown(printed)} is no seed; allowed are '$10,000 for 1', '10,000x', '$0' or 'N/A'{_digits_allowed(printed)}"
    )


def parse_meter_amount(text: str, wager_micros: int) -> Fraction | None:
    """A seed or reseed that a user gives, as a multiple of the wager: plain dollars (``2000``, ``$5,000.00``), or as printed."""
    if re.fullmatch(r"\$?[\d,]+(\.\d+)?", text.strip()):
        return Fraction(parse_money(text), wager_micros)
    return parse_multiple(text)


@dataclass(frozen=True)
class EnvyAmount:
    """An envy pay: dollars, or a multiple of the wager the reading names."""

    dollars_micros: int = 0
    multiple: Fraction = ZERO

    def micros(self, wager_micros: int) -> int:
        """Micro-dollars due when the wager that counts is ``wager_micros``."""
        value = self.dollars_micros + self.multiple * wager_micros
        if value.denominator != 1:
            raise PayoutError("an envy amount of less than a micro-dollar")
        return int(value)


def parse_envy(printed: str) -> EnvyAmount | None:
    """An envy figure: ``$500``, ``1,000x``; ``N/A`` or an empty cell is None."""
    text = printed.strip().lower()
    if text in {"n/a", ""}:
        return None
    if match := re.fullmatch(rf"{_NUMBER}\s*[x×]", text):
        return EnvyAmount(multiple=_number(match.group(1)))
    if re.fullmatch(rf"\${_NUMBER}", text):
        return EnvyAmount(dollars_micros=parse_money(text))
    raise PayoutError(f"{shown(printed)} is no Envy Bonus; allowed are '$500', '1,000x' or 'N/A'{_digits_allowed(printed)}")


# Named roundings -----------------------------------------------------------------------------------------------------


class VigorishRounding(StrEnum):
    """What happens to a vigorish that is no multiple of 25 cents (§ 645a.13(a))."""

    EXACT = "exact"
    UP_TO_25_CENTS = "up-to-25-cents"


def vigorish_micros(won_micros: int, rate: Fraction, rounding: VigorishRounding, multiple_micros: int | None = None) -> int:
    """The vigorish on an amount won, in micro-dollars.

    ``exact`` takes the rate of the amount won, to the micro-dollar (a part of one goes to the player). ``up-to-25-cents`` goes to
    the next multiple of the printed ``multiple_micros`` (where a rule prints none, of 25 cents) and never below the rate.
    """
    due = won_micros * rate
    if rounding is VigorishRounding.UP_TO_25_CENTS:
        multiple = multiple_micros or 25 * CENT
        return int(-(-due // multiple)) * multiple
    return int(due // 1)
