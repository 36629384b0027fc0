"""The event masks of many rounds, made once for each family, cards read, and seat."""

from __future__ import annotations

import numpy as np

from pitbook.batch.values import Array, Deals, Plan
from pitbook.choices import Offer
from pitbook.compiled import compile_module
from pitbook.families import Deal, Family, events_module, families
from pitbook.game_modules import game_module


class Masks:
    """The masks of the plan's families, made once for each family, cards read, and seat."""

    def __init__(self, a_plan: Plan, deals: Deals) -> None:
        self.plan, self.deals = a_plan, deals
        self.made: dict[tuple[str | None, tuple[str, ...], int], Array] = {}
        self.of_game: Array | None = None

    def of(self, offered: Offer, place: int) -> Array:
        """Masks int64[rounds] of an offer at a seat."""
        key = offered.family, offered.reads, place if "player" in offered.reads else -1
        if key not in self.made:
            self.made[key] = self._of_cards(offered, place) if offered.family else self._of_game(offered, place)
        return self.made[key]

    def _of_cards(self, offered: Offer, place: int) -> Array:
        package = offered.game.package
        family: Family = families(package)[str(offered.family)]
        compile_module(events_module(package))
        fill = getattr(events_module(package), family.masks)
        masks = np.empty(self.deals.rounds, np.int64)
        if family.deal is Deal.COUP:
            assert self.deals.coup is not None
            fill(self.deals.coup, masks)
        elif family.deal is Deal.SHOWDOWN:
            folded = np.zeros(len(masks), np.bool_) if self.deals.folded is None else self.deals.folded[:, place]
            fill(self._hands("player", place), self._hands("dealer", place), folded, masks)
        else:
            hands = self._hands(offered.reads[0], place)
            for area in offered.reads[1:]:
                hands = hands | self._hands(area, place)
            fill(hands, masks)
        return masks

    def _of_game(self, offered: Offer, place: int) -> Array:
        """Masks of the game's own counting: all seats at once, so that the dealer's hand is looked at once."""
        if self.of_game is None:
            results = game_module(offered.game.package, "many").main_wager(self.plan.game_round.values)
            assert self.deals.own is not None
            self.of_game = np.ascontiguousarray(results(self.deals.own, self._hands("dealer", place)).T)
        found: Array = self.of_game[place]
        return found

    def _hands(self, area: str, place: int) -> Array:
        cards = {"player": self.deals.own, "dealer": self.deals.dealer, "community": self.deals.community}[area]
        assert cards is not None, f"the deals have no {area} cards"
        return np.ascontiguousarray(cards[:, place]) if area == "player" else cards
