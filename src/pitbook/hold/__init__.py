"""What a period's result should look like: distributions of the house's result, exactly, for a wager or a mix of them."""

from __future__ import annotations

from pitbook.hold.change import WhatIf, what_if
from pitbook.hold.figures import Basis, Close, Hold, OnBasis, Verdict, hold, rounds_within, verdict
from pitbook.hold.hand import Bet, Hand, Promotion
from pitbook.hold.lattice import Lottery, Repeated, Spread, total

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
