"""Wagers whose count takes long: whether it is kept already, so that what is asked of it can be answered at once."""

from __future__ import annotations

from pitbook.choices import Offer
from pitbook.game_modules import play_part


def takes_long(offered: Offer, decks: int | None = None) -> bool:
    """Whether a wager takes long to count and its counts are not kept; ``decks`` None: as many as usual. Reads files.

    Raises an :class:`~pitbook.errors.InputError` for options that mean nothing.
    """
    from pitbook.par import deck_of

    if not offered.wager.long_count:
        return False
    kept = (play_part(offered.game.package, "KEPT_COUNTS") or {}).get(offered.wager.id)
    return kept is None or not kept(offered, deck_of(offered.game, decks or offered.game.default_decks))
