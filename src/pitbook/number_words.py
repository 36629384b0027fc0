"""Numbers and payouts in words, as a rules sheet for players says them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitbook.payouts import MICROS, Award, PayoutKind, number_text, percent

_SMALL: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SCALES: Final = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))


def number_words(value: int) -> str:
    """A whole number in words: ``one thousand five hundred``, ``forty-two``. Allowed are 0 to 999,999,999,999.

    >>> number_words(42)
    'forty-two'
    """
    if not 0 <= value < 10**12:
        raise ValueError(f"{value} has no words here; allowed are 0 to 999,999,999,999")
    if value < 20:
        return _SMALL[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens] + (f"-{_SMALL[ones]}" if ones else "")
    for scale, name in _SCALES:
        if value >= scale:
            head, rest = divmod(value, scale)
            return f"{number_words(head)} {name}" + (f" {number_words(rest)}" if rest else "")
    raise AssertionError(value)


def payout_words(award: Award) -> str:
    """What a row pays, in a sentence's words."""
    back = ", and the wager back" if award.stake_back else ""
    if award.kind is PayoutKind.TO_ONE:
        top, bottom = award.multiple.numerator, award.multiple.denominator
        return f"{number_words(top)} to {number_words(bottom)}{back}"
    if award.kind is PayoutKind.FOR_ONE:
        return f"{_multiple(award.multiple)} for one; the wager does not come back on top"
    if award.kind is PayoutKind.METER:
        return "the whole meter" if award.whole_meter else f"{percent(award.share)} of the meter"
    if award.kind is PayoutKind.DOLLARS:
        return f"{number_words(award.dollars_micros // MICROS)} dollars{back}"
    return "the wager back" if award.kind is PayoutKind.PUSH else "nothing"


def _multiple(value: Fraction) -> str:
    return number_words(value.numerator) if value.denominator == 1 else number_text(value)
