"""Finds the figures that stand in sentences: odds, rates, money, numbers, and references to other clauses."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import Final


class TokenKind(StrEnum):
    """What sort of figure a token is."""

    ODDS = "odds"
    RATE = "rate"
    MONEY = "money"
    MULTIPLE = "multiple"
    PAYTABLES = "paytables"
    NUMBER = "number"
    REFERENCE = "reference"


AT_LEAST: Final = "at least"
AT_MOST: Final = "at most"
PAY_KINDS: Final = frozenset({TokenKind.ODDS, TokenKind.RATE, TokenKind.MONEY, TokenKind.MULTIPLE})


@dataclass(frozen=True)
class Token:
    """A figure of a sentence: what it is, its wording with plain blanks, and its line, counted from 1.

    ``bound`` is ``at least`` or ``at most`` where the sentence makes the figure a floor or a ceiling.
    """

    kind: TokenKind
    text: str
    line: int
    bound: str = ""

    @property
    def shown(self) -> str:
        """The figure with its bound."""
        return f"{self.bound} {self.text}".strip()


NUMBER: Final = r"\d(?:[\d,]*\d)?(?:\.\d+)?"
_LABEL = r"(?:[a-z]|\d{1,2})\b"
_WORDS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
    "|second|third|fourth|fifth|sixth|seventh|aces?|kings?|queens?|jacks?|jokers?"
)
_PATTERN: Final = re.compile(
    rf"""
    (?=[§($\d])(?:
        (?P<section> §[§\s]{{0,4}}\d+[a-z]*\.\d+[a-z]?(?:\s*\([0-9a-z]{{1,2}}\))*(?:\s*[-–—]\s*\d+[a-z]*\.\d+[a-z]?)? )
      | (?P<label> \((?:[a-z]{{1,2}}|\d{{1,2}})\) )
      | (?P<odds> {NUMBER}\s+(?:to|for)\s+{NUMBER} )
      | (?P<rate> {NUMBER}\s?% )
      | (?P<money> \$\s?{NUMBER} | {NUMBER}\s?¢ )
      | (?P<multiple> {NUMBER}\s?[x×](?!\w) )
      | (?P<number> {NUMBER} )
    )
  | \b(?=[acefjknpqst])(?:
        (?P<chapter> chapters?\s+\d+[a-z]* )
      | (?P<paytables> paytables?\s+{_LABEL}(?:(?:,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+){_LABEL})* )
      | (?P<word> (?:{_WORDS})\b )
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_KINDS: Final = {
    "section": TokenKind.REFERENCE,
    "label": TokenKind.REFERENCE,
    "chapter": TokenKind.REFERENCE,
    "word": TokenKind.NUMBER,
    **{kind.value: kind for kind in TokenKind},
}
_BOUND_REACH: Final = 32
_FLOOR: Final = re.compile(r"\b(?:not?\s+(?:less|fewer|lower)\s+than|at\s+least)\s*$", re.IGNORECASE)
_CEILING: Final = re.compile(r"\b(?:not?\s+(?:more|greater|higher)\s+than|at\s+most|up\s+to)\s*$", re.IGNORECASE)
_PLURALS: Final = {f"{rank}s": rank for rank in ("ace", "king", "queen", "jack", "joker")}


@lru_cache(maxsize=1024)
def scan(lines: tuple[tuple[int, str], ...], names: re.Pattern[str] | None = None) -> tuple[Token, ...]:
    """The figures of running text given as (line number, line), in order.

    ``names`` matches names that hold a number without being one (``5 of 6 Progressive Payout Wager``); they are left out.
    """
    text = "\n".join(line for _, line in lines)
    starts = list(accumulate((len(line) + 1 for _, line in lines), initial=0))
    if names is not None:
        text = names.sub(lambda match: re.sub(r"[^\n]", "_", match.group()), text)
    found: list[Token] = []
    for match in _PATTERN.finditer(text):
        kind = _KINDS[str(match.lastgroup)]
        number, _ = lines[bisect_right(starts, match.start()) - 1]
        bound = _bound(text[max(0, match.start() - _BOUND_REACH) : match.start()]) if kind in PAY_KINDS else ""
        found.append(Token(kind, _plain(match.group(), kind), number, bound))
    return tuple(found)


def labels_of(paytables: str) -> tuple[str, ...]:
    """``("C", "D", "E")`` of ``paytables c, d or e``."""
    return tuple(each.upper() for each in re.findall(rf"\b{_LABEL}", paytables.split(None, 1)[1], re.IGNORECASE))


def names_pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """What :func:`scan` leaves out: the names in any case, over line ends, in singular and plural."""
    forms = [re.sub(r"\s+", r"\\s+", re.escape(name).replace(r"\ ", " ")) for name in sorted(set(names), key=len, reverse=True)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})s?(?!\w)", re.IGNORECASE) if forms else None


def _bound(before: str) -> str:
    if _FLOOR.search(before):
        return AT_LEAST
    return AT_MOST if _CEILING.search(before) else ""


def _plain(text: str, kind: TokenKind) -> str:
    plain = " ".join(text.split())
    if kind is TokenKind.NUMBER:
        plain = plain.lower()
        return _PLURALS.get(plain, plain)
    if kind is TokenKind.REFERENCE:
        plain = re.sub(r"^§[§\s]*", "§ ", plain).replace(" (", "(")
        return re.sub(r"\s*[-–—]\s*(?=\d)", "-", plain)
    return plain
