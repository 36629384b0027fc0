"""Midibaccarat over many coups: the events of each from six cards of a shoe, by compiled code."""

from __future__ import annotations

from typing import Any, Final

from pitbook.compiled import scalar
from pitbook.games.midibaccarat.events import NONE, banker_draws, card_value, coup_mask, is_natural, player_draws

DRAWN: Final = 6


@scalar
def coup_masks(drawn: Any, coups: Any, masks: Any) -> None:
    """Play each coup from its first six cards, ``drawn`` int64[coups, 6], in the order they lie in the shoe.

    Player, Banker, Player, Banker, then the third cards that the rules ask for. ``coups`` int64[coups, 6] receives the Player's and
    the Banker's cards (-1 for a third card not drawn), ``masks`` int64[coups] the events.
    """
    for n in range(len(drawn)):
        p1, b1, p2, b2 = drawn[n, 0], drawn[n, 1], drawn[n, 2], drawn[n, 3]
        p3, b3 = NONE, NONE
        player, banker = (card_value(p1) + card_value(p2)) % 10, (card_value(b1) + card_value(b2)) % 10
        at = 4
        if not is_natural(player) and not is_natural(banker):
            third = NONE
            if player_draws(player):
                p3 = drawn[n, at]
                third = card_value(p3)
                at += 1
            if banker_draws(banker, third):
                b3 = drawn[n, at]
        coups[n, 0], coups[n, 1], coups[n, 2], coups[n, 3], coups[n, 4], coups[n, 5] = p1, p2, p3, b1, b2, b3
        masks[n] = coup_mask(p1, p2, p3, b1, b2, b3)
