"""The answer of ``pitbook simulate`` as JSON values."""

from __future__ import annotations

from typing import Any

from pitbook.par_json import in_dollars, rational
from pitbook.payouts import money
from pitbook.simulation.figures import Comparison, MeterFigure, Simulated, WagerFigure


def simulation_json(found: Simulated, name: str) -> dict[str, Any]:
    """The answer as JSON values; money as decimal dollars, holds as exact quotients and numbers."""
    return {
        "submission": name,
        "rounds": found.rounds,
        "seed": found.seed,
        "seat_rounds": found.seat_rounds,
        "staked": money(found.staked),
        "kept_paid": money(found.paid),
        "kept_accrued": money(found.accrued),
        "wagers": [_wager_json(each) for each in found.wagers],
        "base_games": [{"game": game, "bonus": bonus, **_compared_json(compared)} for game, bonus, compared in found.base_games],
        "tables": [
            {
                "table": each.id,
                "game": each.game,
                "seats": each.seats,
                "strategy": each.strategy,
                "staked": money(each.staked),
                "kept_paid": money(each.paid),
                "kept_accrued": money(each.accrued),
            }
            for each in found.tables
        ],
        "meters": [_meter_json(each) for each in found.meters],
        "periods": [
            {
                "game": each.game,
                "tables": list(each.tables),
                "rounds": each.rounds,
                "kept_paid": [money(result) for result in each.paid],
                "kept_accrued": [money(result) for result in each.accrued],
            }
            for each in found.periods
        ],
        "notes": list(found.notes),
    }


def _wager_json(each: WagerFigure) -> dict[str, Any]:
    return {
        "game": each.game,
        "wager": each.wager,
        "paytable": each.paytable,
        "tables": each.tables,
        "placed": each.placed,
        "staked": money(each.staked),
        "returned": money(each.returned),
        "envy": money(each.envy),
        "from_meter": money(each.from_meter),
        "by_house": money(each.by_house),
        "promotion": money(each.extra),
        "kept_paid": money(each.paid),
        "kept_accrued": money(each.accrued),
        "rows": [{"outcome": outcome, "count": count} for outcome, count in each.rows],
        **_compared_json(each.compared),
    }


def _compared_json(each: Comparison) -> dict[str, Any]:
    return {
        "hold_accrued": rational(each.found),
        "expected_hold": rational(each.expected),
        "standard_error": each.error,
        "deviations": each.deviations,
    }


def _meter_json(each: MeterFigure) -> dict[str, Any]:
    state = each.state
    return {
        "meter": each.id,
        "tables": list(each.tables),
        "opened": money(each.opening),
        "value": money(state.value),
        "reserve": money(state.reserve),
        "overflow": money(state.overflow),
        "wagered": money(state.wagered),
        "contributed": money(state.contributed),
        "reserve_contributed": money(state.reserve_contributed),
        "from_house": money(state.from_house),
        "awarded": money(state.awarded),
        "awards": state.hits,
        "whole_awards": each.whole_awards,
        "mean_before_whole": in_dollars(each.mean_before),
        "path": [{"round": at, "value": money(value)} for at, value in each.path],
        "last_awards": [
            {
                "round": hit.round_number + 1,
                "table": hit.table,
                "wager": hit.wager,
                "share": hit.share,
                "before": money(hit.before),
                "paid": money(hit.paid),
            }
            for hit in each.hits
        ],
    }
