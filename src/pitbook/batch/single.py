"""One of many rounds as a round of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pitbook.batch.values import Array, Deals, Plan
from pitbook.rounds import Round


def round_of(a_plan: Plan, deals: Deals, number: int, meters: Mapping[str, tuple[int, int]] | None = None) -> Round:
    """One of the rounds for the ordinary settlement; ``meters`` are value and reserve of each meter before it, in micro-dollars."""
    game_round = a_plan.game_round
    seats = []
    for place, seat in enumerate(game_round.seats):
        folded = deals.folded is not None and bool(deals.folded[number, place])
        placed = {
            name: each for name, each in seat.placed.items() if not (folded and game_round.edition.wager(name).equals is not None)
        }
        cards = None if deals.own is None else int(deals.own[number, place])
        seats.append(replace(seat, cards=cards, folded=folded, placed=placed))
    hands = {
        area: int(cards[number]) for area, cards in (("dealer", deals.dealer), ("community", deals.community)) if cards is not None
    }
    given = dict(game_round.meters)
    for name, (value, reserve) in (meters or {}).items():
        given[name] = replace(given[name], value=value, reserve=reserve)
    coup = None if deals.coup is None else _coup(deals.coup[number])
    return replace(game_round, seats=tuple(seats), hands=hands, coup=coup, meters=given, dealer_setting=None)


def _coup(cards: Array) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = (tuple(int(card) for card in hand if card >= 0) for hand in (cards[:3], cards[3:]))
    return first, second
