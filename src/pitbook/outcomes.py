"""Which row a seat's wager is paid by: the cards, the events that hold, the first row whose event holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from pitbook.cards import cards_text, hand_text
from pitbook.choices import Offer, OfferRow
from pitbook.families import Deal, Family, families, mask_function
from pitbook.game_modules import optional_module
from pitbook.meanings import Role, meanings, why_not
from pitbook.payouts import PayoutKind

if TYPE_CHECKING:
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
    """What decides a wager: the row that is paid (None: none), the cards in words, and the rows that were tested.

    ``own`` are the events that stand for those of the rows after the seat's choice. ``hand`` is the hand family, ``dealt`` what its
    mask function took and ``mask`` what it gave; without a family ``named`` are the events and ``words`` say how the wager stands.
    """

    row: OfferRow | None
    cards: str
    named: tuple[str, ...]
    rows: tuple[OfferRow, ...]
    own: Mapping[str, str]
    words: str = ""
    hand: Family | None = None
    dealt: tuple[int, ...] = ()
    mask: int = 0

    @property
    def family(self) -> str | None:
        """The name of the hand family."""
        return None if self.hand is None else self.hand.name

    @property
    def events(self) -> tuple[str, ...]:
        """The events that hold, in bit order."""
        return self.named if self.hand is None else held_events(self.hand, self.mask)

    @property
    def tests(self) -> tuple[Test, ...]:
        """The rows that were tested, from the top to the first that holds."""
        found = []
        events = self.events
        for row in self.rows:
            event = self.own.get(row.event, row.event)
            found.append(Test(row.outcome, row.hand, event, row.pays or "N/A", event in events))
            if event in events:
                break
        return tuple(found)

    @property
    def beneath(self) -> tuple[OfferRow, ...]:
        """The rows after the first that holds whose events hold as well."""
        events = self.events
        return tuple(row for row in self.rows if self.own.get(row.event, row.event) in events)[1:]

    @property
    def outcome(self) -> str:
        """The outcome id; ``lose`` where no row is paid or the row prints N/A."""
        return "lose" if self.row is None or self.row.award.kind is PayoutKind.NOTHING else self.row.outcome


def play_module(game_round: Round) -> Any:
    """The game's ``play`` module. Raises :class:`~pitbook.rounds.RoundError` where it has none, as it may have been lost."""
    found = optional_module(game_round.game.package, "play")
    if found is None:
        from pitbook.rounds import RoundError

        folder = game_round.game.folder.name
        raise RoundError([f"{folder}/play.py: missing; rounds are settled only of a game whose folder has one, be it empty"])
    return found


def decide(game_round: Round, offered: Offer, seat: Seat) -> Decision:
    """The row by which a seat's wager is paid. The cards that the wager reads must be known."""
    decider = getattr(play_module(game_round), "DECIDERS", {}).get(offered.wager.id)
    if decider is not None:
        decision: Decision = decider(game_round, offered, seat)
        return decision
    assert offered.family is not None, f"{offered.wager.id} has neither a hand family nor a rule of its own"
    dealt, cards = _dealt(game_round, offered, seat)
    return by_cards(offered, dealt, cards, seat.color)


def by_cards(offered: Offer, dealt: tuple[int, ...], cards: str, color: str | None = None) -> Decision:
    """The row that cards are paid by: ``dealt`` is what the mask function of the family takes, ``cards`` the same in words."""
    assert offered.family is not None
    family = families(offered.game.package)[offered.family]
    mask = _mask(mask_function(offered.game.package, family), dealt)
    own, bits = chosen_events(offered, color), family.bits
    paid = None
    for row in offered.rows:
        if mask & bits[own.get(row.event, row.event)]:
            paid = row
            break
    return Decision(paid, cards, (), offered.rows, own, "", family, dealt, mask)


@lru_cache(maxsize=4096)
def _mask(function: Callable[..., int], dealt: tuple[int, ...]) -> int:
    # Several wagers of a seat read the same cards.
    return function(*dealt)


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


def by_events(offered: Offer, events: tuple[str, ...], cards: str, words: str) -> Decision:
    """The first row from the top whose event is one of those named; ``words`` say how the wager stands."""
    paid = next((row for row in offered.rows if row.event in events), None)
    return Decision(paid, cards, events, offered.rows, {}, words)


def _dealt(game_round: Round, offered: Offer, seat: Seat) -> tuple[tuple[int, ...], str]:
    """What the mask function of an offer's family takes, and the cards in words."""
    assert offered.family is not None
    deal = families(offered.game.package)[offered.family].deal
    if deal is Deal.COUP:
        assert game_round.coup is not None
        return coup_dealt(*game_round.coup)
    hands = [_cards_of(game_round, seat, area) for area in offered.reads]
    return hand_dealt(deal, hands, folded=seat.folded)


def hand_dealt(deal: Deal, hands: Sequence[int], *, folded: bool = False) -> tuple[tuple[int, ...], str]:
    """One hand made of several, or two against each other, for a mask function and in words."""
    if deal is Deal.SHOWDOWN:
        return (hands[0], hands[1], int(folded)), f"{hand_text(hands[0])} against {hand_text(hands[1])}"
    together = reduce(or_, hands)
    return (together,), hand_text(together)


def coup_dealt(player: Sequence[int], banker: Sequence[int]) -> tuple[tuple[int, ...], str]:
    """A coup for a mask function (-1 for a card that was not drawn) and in words."""
    cards = (*player, *[-1] * (3 - len(player)), *banker, *[-1] * (3 - len(banker)))
    return cards, f"Player {cards_text(player)}, Banker {cards_text(banker)}"


def _cards_of(game_round: Round, seat: Seat, area: str) -> int:
    if area == "player":
        assert seat.cards is not None
        return seat.cards
    return game_round.hands[area]


# In words ------------------------------------------------------------------------------------------------------------


def events_shown(offered: Offer, decision: Decision, color: str | None = None) -> tuple[str, ...]:
    """The events that people are shown: those of the offer's rows, and others that belong to no reading or choice not made."""
    if decision.family is None:
        return ()
    own = chosen_events(offered, color)
    named = {own.get(row.event, row.event) for row in offered.rows}
    choices = {event for each in offered.wager.player_choice.values() for pair in each.items() for event in pair}
    known_as = meanings(offered.game.package)[decision.family]
    aside = {event for event, each in known_as.items() if each.role in (Role.READING, Role.OTHER_GAME)} | choices
    return tuple(event for event in decision.events if event in named or event not in aside)


def reason(offered: Offer, decision: Decision, test: Test) -> str:
    """Why a tested row does not hold; empty where it does."""
    if test.holds:
        return ""
    if decision.family is None:
        return decision.words
    return why_not(offered.game.package, decision.family, test.event, decision.dealt)
