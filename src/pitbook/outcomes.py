"""Which row a seat's wager is paid by: the cards, the events that hold, the first row whose event holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from pitbook.cards import cards_text, hand_text
from pitbook.choices import Offer, OfferRow
from pitbook.families import Deal, Family, events_module, families
from pitbook.payouts import PayoutKind
from pitbook.rounds import Round, Seat


@dataclass(frozen=True)
class Test:
    """A row that was tested: whether its event holds."""

    outcome: str
    hand: str
    event: str
    pays: str
    holds: bool


@dataclass(frozen=True)
class Decision:
    """What decides a wager: the row that is paid (None: none), the rows tested, the cards and events in words.

    ``beneath`` are rows after the paid one whose events hold as well.
    """

    row: OfferRow | None
    tests: tuple[Test, ...]
    cards: str
    events: tuple[str, ...]
    beneath: tuple[OfferRow, ...] = ()
    words: str = ""

    @property
    def outcome(self) -> str:
        """The outcome id; ``lose`` where no row is paid or the row prints N/A."""
        return "lose" if self.row is None or self.row.award.kind is PayoutKind.NOTHING else self.row.outcome


def play_module(game_round: Round) -> Any:
    """The game's ``play`` module."""
    return import_module(f"{game_round.game.package}.play")


def decide(game_round: Round, offered: Offer, seat: Seat) -> Decision:
    """The row by which a seat's wager is paid. The cards that the wager reads must be known."""
    decider = getattr(play_module(game_round), "DECIDERS", {}).get(offered.wager.id)
    if decider is not None:
        decision: Decision = decider(game_round, offered, seat)
        return decision
    assert offered.family is not None, f"{offered.wager.id} has neither a hand family nor a rule of its own"
    family = families(offered.game.package)[offered.family]
    mask, cards = _mask(game_round, offered, family, seat)
    return by_events(offered, held_events(family, mask), cards, chosen_events(offered, seat.color))


def known(game_round: Round, offered: Offer, seat: Seat) -> bool:
    """Whether all cards that a wager reads at a seat are known."""
    for area in offered.reads:
        if area == "player" and seat.cards is None:
            return False
        if area in ("dealer", "community") and area not in game_round.hands:
            return False
        if area == "coup" and game_round.coup is None:
            return False
    return True


def held_events(family: Family, mask: int) -> tuple[str, ...]:
    """The names of the events whose bits are set, in bit order."""
    return tuple(event for n, event in enumerate(family.events) if mask >> n & 1)


def chosen_events(offered: Offer, color: str | None) -> Mapping[str, str]:
    """The events that stand for those of the rows after the seat's own choice (Red/Black)."""
    return offered.wager.player_choice.get(color or "", {})


def by_events(
    offered: Offer, events: tuple[str, ...], cards: str, replaced: Mapping[str, str] | None = None, words: str = ""
) -> Decision:
    """Test the rows from the top against the events that hold."""
    own = replaced or {}
    tests: list[Test] = []
    paid: OfferRow | None = None
    beneath: list[OfferRow] = []
    for row in offered.rows:
        event = own.get(row.event, row.event)
        holds = event in events
        if paid is None:
            tests.append(Test(row.outcome, row.hand, event, row.pays or "N/A", holds))
        if holds:
            if paid is None:
                paid = row
            else:
                beneath.append(row)
    return Decision(paid, tuple(tests), cards, events, tuple(beneath), words)


def _mask(game_round: Round, offered: Offer, family: Family, seat: Seat) -> tuple[int, str]:
    mask = getattr(events_module(offered.game.package), family.mask)
    if family.deal is Deal.COUP:
        assert game_round.coup is not None
        player, banker = game_round.coup
        cards = [*player, *[-1] * (3 - len(player)), *banker, *[-1] * (3 - len(banker))]
        return mask(*cards), f"Player {cards_text(player)}, Banker {cards_text(banker)}"
    hands = [_cards_of(game_round, seat, area) for area in offered.reads]
    if family.deal is Deal.SHOWDOWN:
        return mask(hands[0], hands[1], int(seat.folded)), f"{hand_text(hands[0])} against {hand_text(hands[1])}"
    together = 0
    for each in hands:
        together |= each
    return mask(together), hand_text(together)


def _cards_of(game_round: Round, seat: Seat, area: str) -> int:
    if area == "player":
        assert seat.cards is not None
        return seat.cards
    return game_round.hands[area]
