"""PAR sheets: the exact odds of a wager with a paytable."""

from __future__ import annotations

from pitbook.par.base_game import net_name, net_text
from pitbook.par.compute import deck_of, folded_counts, has_base_game, par, sheet, sheets, with_conditions
from pitbook.par.values import (
    FOLDED,
    BaseGame,
    Conditions,
    EnvyFigure,
    EnvyFigures,
    ExtraFigure,
    MeterFigures,
    ParRow,
    ParSheet,
    ReserveAdequacy,
    Strategy,
    pays_greater,
)

__all__ = [
    "FOLDED",
    "BaseGame",
    "Conditions",
    "EnvyFigure",
    "EnvyFigures",
    "ExtraFigure",
    "MeterFigures",
    "ParRow",
    "ParSheet",
    "ReserveAdequacy",
    "Strategy",
    "deck_of",
    "folded_counts",
    "has_base_game",
    "net_name",
    "net_text",
    "par",
    "pays_greater",
    "sheet",
    "sheets",
    "with_conditions",
]
