"""Midibaccarat over many coups: the third cards of each, by compiled code."""

from __future__ import annotations

from typing import Any, Final

from pitbook.compiled import scalar
from pitbook.games.midibaccarat.events import NONE, banker_draws, card_value, is_natural, player_draws

DRAWN: Final = 6
"""Cards that a coup may need."""


@scalar
def play_coups(drawn: Any, coups: Any) -> None:
    """Play each coup from its first six cards, ``drawn`` int64[coups, 6], in the order they lie in the shoe.

    Player, Banker, Player, Banker, then the third cards that the rules ask for. ``coups`` int64[coups, 6] receives the Player's and
    the Banker's cards, -1 for a third card not drawn.
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
