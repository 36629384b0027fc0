"""The wagers of a filing at their largest stakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitbook.choices import Offer
from pitbook.exposure.values import ZERO, Stake


def largest_stakes(
    offers: Sequence[Offer], largest: Mapping[str, int | None], meters: Mapping[tuple[str, int], Fraction]
) -> tuple[list[Stake], list[str]]:
    """The offers at their largest stakes, and the wagers that have none.

    ``largest`` is by wager id. A wager computed on another's stake, or equal to it, takes that one's. ``meters`` holds what a
    meter shows, by wager id and stake; where it says nothing the seed stands for it.
    """
    stakes, left_out = [], []
    for offered in offers:
        wager = offered.wager
        micros = largest.get(wager.id) or largest.get(wager.basis or "") or largest.get(wager.equals or "")
        if micros is None:
            left_out.append(wager.id)
            continue
        meter = None
        if wager.meter is not None:
            seed = offered.terms.seed_micros(micros) if offered.terms is not None else None
            meter = meters.get((wager.id, micros), seed or ZERO)
        stakes.append(Stake(offered, micros, meter))
    return stakes, left_out
