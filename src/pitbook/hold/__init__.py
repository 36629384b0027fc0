"""What a period's result should look like: distributions of the house's result, exactly, for a wager or a mix of them."""

from __future__ import annotations

from pitbook.hold.change import WhatIf, what_if
from pitbook.hold.figures import Basis, Close, Hold, OnBasis, Verdict, hold, rounds_within, verdict
from pitbook.hold.hand import Bet, Hand, Promotion
from pitbook.hold.lottery import Lottery, Repeated
from pitbook.hold.spread import Spread
from pitbook.hold.sums import total

__all__ = [
    "Basis",
    "Bet",
    "Close",
    "Hand",
    "Hold",
    "Lottery",
    "OnBasis",
    "Promotion",
    "Repeated",
    "Spread",
    "Verdict",
    "WhatIf",
    "hold",
    "rounds_within",
    "total",
    "verdict",
    "what_if",
]
