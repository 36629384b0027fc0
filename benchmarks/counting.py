"""Exact counting: every event family of every game over its whole deck, compiled code loaded, nothing kept from before."""

from __future__ import annotations

from measure import Result, best
from pitbook import rulebook
from pitbook.counting import histogram
from pitbook.families import Deal, families
from pitbook.par import deck_of

TIMES = 3
UNITS = (("quadrillion", 1e15), ("trillion", 1e12), ("billion", 1e9), ("million", 1e6), ("thousand", 1e3))


def run() -> Result:
    """Measure."""
    rows = []
    for game in rulebook():
        deck = deck_of(game, game.default_decks)
        for family in families(game.package).values():
            if family.deal is Deal.SHOWDOWN:
                continue
            total = sum(histogram(game.package, family.name, deck).values())
            seconds = best(lambda: histogram.__wrapped__(game.package, family.name, deck), TIMES)  # noqa: B023
            rows.append(
                (f"{game.id} {family.name}", f"{total:,}", f"{seconds * 1000:,.0f} ms", _rate(total / seconds)),
            )
    return Result(
        ("family", "deals", "time", "deals a second"),
        rows,
        ("One core. Where suits may be exchanged one hand stands for its class, so a second has more deals than hands looked at.",),
    )


def _rate(deals: float) -> str:
    name, unit = next(((name, unit) for name, unit in UNITS if deals >= 10 * unit), ("", 1.0))
    return f"{deals / unit:,.0f} {name}".strip()
