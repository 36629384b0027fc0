"""The answer of ``pitbook hold`` as JSON values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pitbook.hold.bars import chart_json
from pitbook.hold.figures import PERCENTILES, Close, Hold, OnBasis, Verdict, name_of
from pitbook.hold.meter import Meter, at_hit, hits_below, wagers_until
from pitbook.hold.meter_view import METER_PERCENTILES
from pitbook.hold.notes import notes_of
from pitbook.hold.spread import Spread, middle_of
from pitbook.par_json import in_dollars, rational
from pitbook.payouts import MICROS, money


def hold_json(found: Hold, verdicts: Sequence[tuple[OnBasis, Verdict]] = (), close: Close | None = None) -> dict[str, Any]:
    """The answer as JSON values: money in dollars, rationals as exact quotient and number."""
    checked = {each.basis: verdict for each, verdict in verdicts}
    document: dict[str, Any] = {
        "name": name_of(found),
        "rounds": found.rounds,
        "staked": money(found.staked),
        "confidence": found.confidence,
        "hands": [_line_json(each) for each in found.lines],
        "bases": {each.basis.value: _basis_json(found, each, checked.get(each.basis)) for each in found.bases},
        "meters": [_meter_json(meter, found) for meter in found.meters],
        "notes": list(notes_of(found)),
        "readings": [{"id": each.reading.id, "value": each.value, "citation": each.reading.citation} for each in found.readings],
    }
    if close is not None:
        document["rounds_within"] = {
            "points": rational(close.points),
            "basis": close.basis.value,
            "rounds": close.rounds,
            "probability": close.probability,
        }
    return document


def _line_json(each: Any) -> dict[str, Any]:
    return {
        "wagers": [
            {
                "game": bet.offered.game.id,
                "wager": bet.offered.wager.id,
                "paytable": bet.offered.label,
                "own_paytable": bet.offered.own,
                "citation": bet.offered.citation,
                "stake": money(bet.stake),
                "bettors": bet.bettors,
            }
            for bet in each.line.bets
        ],
        "hands": each.deals,
        "staked": money(each.staked),
    }


def _basis_json(found: Hold, each: OnBasis, checked: Verdict | None) -> dict[str, Any]:
    if each.spread is None:
        return {"refused": each.refused}
    low, high = found.interval(each)
    normal = each.normal
    assert normal is not None
    document: dict[str, Any] = {
        "expected": in_dollars(each.mean),
        "expected_hold": rational(None if each.mean is None else each.mean / found.staked),
        "standard_deviation": None if each.variance is None else math.sqrt(each.variance) / MICROS,
        "skewness": each.skewness,
        "interval": {"low": money(low), "high": money(high), "low_hold": low / found.staked, "high_hold": high / found.staked},
        "loss_probability": middle_of(each.spread.below(0)),
        "percentiles": [_percentile_json(found, each.spread, probability) for probability in PERCENTILES],
        "error": each.spread.error,
        "unit": money(each.spread.unit),
        "exact": each.spread.whole,
        "normal_band": {
            "low": None if normal.refused else normal.low / MICROS,
            "high": None if normal.refused else normal.high / MICROS,
            "refused": normal.refused,
        },
        "chart": chart_json(each.spread),
    }
    if checked is not None:
        document["result"] = {
            "amount": money(checked.result),
            "hold": checked.result / found.staked,
            "within": checked.inside,
            "at_most": list(checked.at_most),
            "at_least": list(checked.at_least),
        }
    return document


def _percentile_json(found: Hold, spread: Spread, probability: float) -> dict[str, Any]:
    low, high = spread.quantile(probability)
    return {"probability": probability, "low": money(low), "high": money(high), "hold": (low + high) / 2 / found.staked}


def _meter_json(meter: Meter, found: Hold) -> dict[str, Any]:
    spread = at_hit(meter)
    target = meter.target
    risk = meter.reserve_risk(target) if target and meter.reserve and meter.whole else None
    wagers = meter.wagers_per_round * found.rounds
    return {
        "game": meter.key.game,
        "meter": meter.key.meter,
        "wager_amount": money(meter.key.wager),
        "opening": money(meter.opening),
        "jackpot_probability": rational(meter.whole),
        "mean_meter_at_hit": in_dollars(meter.mean_at_hit),
        "expected_whole_awards": rational(meter.whole * wagers),
        "no_whole_award": None if not meter.whole else 1 - hits_below(meter.whole, float(wagers)),
        "at_hit": None
        if spread is None
        else [
            {"probability": each, "low": money(spread.quantile(each)[0]), "high": money(spread.quantile(each)[1])}
            for each in METER_PERCENTILES
        ],
        "wagers_between_hits": None
        if not meter.whole
        else {
            "mean": rational(1 / meter.whole),
            "percentiles": [{"probability": each, "wagers": wagers_until(meter.whole, each)} for each in METER_PERCENTILES],
        },
        "reserve": None
        if not meter.reserve or not meter.whole
        else {
            "mean": in_dollars(meter.mean_reserve_at_restart),
            "target": None if not target else money(target),
            "short_probability": None if risk is None else risk[0],
            "expected_shortfall": None if risk is None else risk[1] / MICROS,
        },
    }
