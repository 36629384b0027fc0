"""What every sheet says of its offer and of what was asked, whatever it is counted from."""

from __future__ import annotations

from typing import TypedDict

from pitbook.choices import Offer, ReadingInForce
from pitbook.par.values import Conditions


class Head(TypedDict):
    """The fields of a :class:`~pitbook.par.values.ParSheet` that need no count."""

    game: str
    wager: str
    name: str
    paytable: str
    edition: str
    period: str
    wager_micros: int
    decks: int
    readings: tuple[ReadingInForce, ...]
    confidence: float
    rounds: int | None
    offer: Offer


def head(offered: Offer, asked: Conditions, decks: int) -> Head:
    """The head of an offer's sheet."""
    return Head(
        game=offered.game.id,
        wager=offered.wager.id,
        name=offered.wager.name,
        paytable=offered.label,
        edition=offered.edition.id,
        period=offered.edition.period,
        wager_micros=asked.wager_micros,
        decks=decks,
        readings=offered.readings("odds"),
        confidence=asked.confidence,
        rounds=asked.rounds,
        offer=offered,
    )
