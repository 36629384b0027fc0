"""The shape of a game's ``cases.toml``: expert cases, cards in and payouts out, with the clause each proves.

A ``[[hand]]`` says which row a wager's cards are paid by in every paytable, and what a stake then brings. A ``[[case]]`` is a
whole round with what is due. Both are compact:

* ``pays`` of a hand maps paytables (``"A"``, ``"B C E"`` or ``"all"``) to ``OUTCOME AMOUNT``, to ``OUTCOME 10% of meter`` or to
  ``lose``; the amount is what is handed over for the ``stake``.
* a line of a case is ``SEAT WAGER: RESULT AMOUNT`` or ``SEAT WAGER: OUTCOME AMOUNT``, with ``from SEAT`` before the colon for an
  Envy Bonus and ``less AMOUNT`` after it for a vigorish. Lines that are not listed return nothing; base wagers are free of that.
* a meter is ``BEFORE + CONTRIBUTED - AWARDED + RESEEDED = AFTER``, with ``, reserve AMOUNT`` for the reserve afterwards.
* a seat's total is ``STAKED -> RETURNED``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from pitbook.file_parts import Citation, Part, Text

_MONEY: Final = r"[0-9][0-9,]*(?:\.[0-9]+)?"
LINE: Final = rf"(\d+) ([a-z0-9-]+)(?: from (\d+))?: ([a-z0-9-]+)(?: ({_MONEY}))?(?: less ({_MONEY}))?"
METER: Final = rf"({_MONEY}) \+ ({_MONEY}) - ({_MONEY}) \+ ({_MONEY}) = ({_MONEY})(?:, reserve ({_MONEY}))?"
TOTAL: Final = rf"({_MONEY}) -> ({_MONEY})"
PAYS: Final = rf"(?:lose|([a-z0-9-]+) (?:({_MONEY})|({_MONEY}%) of meter))"

Line = Annotated[str, StringConstraints(pattern=f"^{LINE}$")]
MeterText = Annotated[str, StringConstraints(pattern=f"^{METER}$")]
TotalText = Annotated[str, StringConstraints(pattern=f"^{TOTAL}$")]
PaysText = Annotated[str, StringConstraints(pattern=f"^{PAYS}$")]


class HandPart(Part):
    """What some cards are paid for a wager, in every paytable; cards of several hands with ``/`` between them."""

    name: Text
    clause: Citation
    wager: Text
    cards: Text
    stake: Text
    pays: Annotated[dict[str, PaysText], Field(min_length=1)]
    color: str | None = None
    readings: dict[str, str] = {}
    options: dict[str, str] = {}


class ExpectPart(Part):
    """What a round comes to, or the words of its faults and how many there are."""

    lines: list[Line] = []
    meters: dict[str, MeterText] = {}
    totals: dict[str, TotalText] = {}
    error: str | None = None
    faults: Annotated[int | None, Field(ge=1)] = None

    @model_validator(mode="after")
    def _one_or_the_other(self) -> ExpectPart:
        settled = bool(self.lines or self.meters or self.totals)
        if settled == (self.error is not None):
            raise ValueError("allowed: lines, meters and totals, or an error")
        return self


def _without_game(round_values: dict[str, Any]) -> dict[str, Any]:
    if "game" in round_values:
        raise ValueError("allowed: no game, which is that of the folder")
    return round_values


class CasePart(Part):
    """A round (without its game) and what is due."""

    name: Text
    clause: Citation
    round: Annotated[dict[str, Any], AfterValidator(_without_game)]
    expect: ExpectPart


class CasesFile(Part):
    """A game's cases."""

    hand: list[HandPart] = []
    case: list[CasePart] = []
