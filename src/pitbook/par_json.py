"""A PAR sheet as JSON values, by the outside contract: every rational as its exact quotient and as a number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pitbook.choices import ReadingInForce
from pitbook.par import EnvyFigures, ExtraFigure, MeterFigures, ParRow, ParSheet, Strategy
from pitbook.payouts import MICROS, money


def rational(value: Fraction | int | None) -> dict[str, Any] | None:
    """``{exact: "numerator/denominator", value: number}``; None stays null."""
    if value is None:
        return None
    exact = Fraction(value)
    return {"exact": f"{exact.numerator}/{exact.denominator}", "value": float(exact)}


def in_dollars(micros: Fraction | int | None) -> dict[str, Any] | None:
    """A micro-dollar amount as a rational number of dollars."""
    return None if micros is None else rational(Fraction(micros) / MICROS)


def sheet_json(sheet: ParSheet) -> dict[str, Any]:
    """The document of one sheet."""
    document: dict[str, Any] = {
        "game": sheet.game,
        "wager": sheet.wager,
        "name": sheet.name,
        "paytable": sheet.paytable,
        "own_paytable": sheet.offer is not None and sheet.offer.own,
        "citation": sheet.citation,
        "edition": sheet.edition,
        "edition_period": sheet.period,
        "wager_amount": money(sheet.wager_micros),
        "decks": sheet.decks,
        "bettors": sheet.bettors,
        "total": sheet.total,
        "rows": [_row(each) for each in sheet.rows],
        "extras": [_extra(each) for each in sheet.extras],
        **_figures(sheet),
        "meter": None if sheet.meter_basis is None else {"value": in_dollars(sheet.meter_micros), "basis": sheet.meter_basis},
        "progressive": None if sheet.progressive is None else _progressive(sheet.progressive),
        "envy": None if sheet.envy is None else _envy(sheet.envy),
        "strategy": None if sheet.strategy is None else _strategy(sheet.strategy),
        "readings": [_reading(each) for each in sheet.readings],
        "notes": list(sheet.notes),
    }
    if sheet.counts is not None:
        document["counts"] = dict(sheet.counts)
    if sheet.rounds is not None:
        document["band"] = _band(sheet, sheet.rounds)
    return document


def _row(row: ParRow) -> dict[str, Any]:
    return {
        "outcome": row.outcome,
        "hand": row.hand,
        "pays": row.pays,
        "handed_over": rational(row.handed_over),
        "meter_share": rational(row.share),
        "count": row.count,
        "probability": rational(row.probability),
        "contribution": rational(row.contribution),
    }


def _extra(extra: ExtraFigure) -> dict[str, Any]:
    return {
        "outcome": extra.outcome,
        "pays": extra.pays,
        "probability": rational(extra.probability),
        "contribution": rational(extra.contribution),
    }


def _figures(sheet: ParSheet) -> dict[str, Any]:
    return {
        "house_edge": rational(sheet.house_edge),
        "return": rational(sheet.returned),
        "theoretical_hold": rational(sheet.theoretical_hold),
        "edge_per_resolved": rational(sheet.edge_per_resolved),
        "hit_frequency": rational(sheet.hit_frequency),
        "push_frequency": rational(sheet.push_frequency),
        "element_of_risk": rational(sheet.element_of_risk),
        "variance": rational(sheet.variance),
        "standard_deviation": sheet.standard_deviation,
        "skewness": sheet.skewness,
        "volatility_index": {"confidence": sheet.confidence, "value": sheet.volatility_index},
        "largest_award": in_dollars(sheet.largest_award_micros),
    }


def _reading(each: ReadingInForce) -> dict[str, Any]:
    return {
        "id": each.reading.id,
        "value": each.value,
        "citation": each.reading.citation,
        "why": each.reading.why,
        "default": each.reading.default,
    }


def _band(sheet: ParSheet, rounds: int) -> dict[str, Any]:
    """The band of the edge over so many rounds, or why none is given."""
    band = sheet.band(rounds)
    low, high, refused = (None, None, band) if isinstance(band, str) else (*band, None)
    return {"rounds": rounds, "confidence": sheet.confidence, "low": low, "high": high, "refused": refused}


def _progressive(figures: MeterFigures) -> dict[str, Any]:
    adequacy = figures.reserve_adequacy
    return {
        "seed": in_dollars(figures.seed_micros),
        "reseed": in_dollars(figures.reseed_micros),
        "increment": rational(figures.increment),
        "reserve": rational(figures.reserve),
        "seed_cost": rational(figures.seed_cost),
        "fixed_return": rational(figures.fixed_return),
        "return_at_seed": rational(figures.return_at_seed),
        "return_at_meter": rational(figures.return_at_meter),
        "long_run_return": rational(figures.long_run_return),
        "break_even_meter": in_dollars(figures.break_even_micros),
        "mean_meter_at_hit": in_dollars(figures.mean_meter_micros),
        "jackpot_probability": rational(figures.jackpot_probability),
        "reserve_adequacy": None
        if adequacy is None
        else {
            "target": in_dollars(adequacy.target_micros),
            "mean_reserve": in_dollars(adequacy.mean_micros),
            "probability": adequacy.probability,
            "expected_shortfall": None
            if adequacy.expected_shortfall_micros is None
            else adequacy.expected_shortfall_micros / MICROS,
        },
    }


def _envy(figures: EnvyFigures) -> dict[str, Any]:
    return {
        "citation": figures.citation,
        "trigger": figures.trigger,
        "receiver_minimum": None if not figures.receiver_minimum_micros else in_dollars(figures.receiver_minimum_micros),
        "per_other_hand": rational(figures.per_other_hand),
        "other_hands": figures.other_hands,
        "cost_per_round": rational(figures.cost_per_round_units),
        "rows": [
            {
                "outcome": row.outcome,
                "wager_amount": None if row.wager_micros is None else money(row.wager_micros),
                "printed": row.pays,
                "pays": in_dollars(row.micros),
                "count": row.count,
                "probability": rational(row.probability),
            }
            for row in figures.rows
        ],
    }


def _strategy(strategy: Strategy) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "rule": strategy.rule,
        "plays": strategy.plays,
        "hands": strategy.hands,
        "alternatives": [{"name": name, "rule": rule, "house_edge": rational(edge)} for name, rule, edge in strategy.alternatives],
    }
