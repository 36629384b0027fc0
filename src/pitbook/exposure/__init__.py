"""The most that one round can cost: the largest joint payout of a hand and of a full table, or an upper bound of it.

A payout is what a printed row pays on the stake; the stake that comes back beside it is not counted, vigorish is not taken off,
and wagers that lose in the same round are not set against it. Wagers that read the same cards are taken together, over every
event mask that the deck has, so their joint payout is exact. Wagers that read different cards are added up as if each had its
best cards; where there are such, or several seats with cards of their own, the sum is an upper bound and says so.
"""

from __future__ import annotations

from pitbook.exposure.compute import exposure
from pitbook.exposure.stakes import largest_stakes
from pitbook.exposure.values import Capped, Exposure, Payout, SameCards, Stake

__all__ = ["Capped", "Exposure", "Payout", "SameCards", "Stake", "exposure", "largest_stakes"]
