"""Envy Bonuses: what one other hand that can trigger them is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitbook.choices import EnvyTerms, Offer
from pitbook.par.values import (
    ZERO,
    Conditions,
    EnvyFigure,
    EnvyFigures,
)
from pitbook.payouts import MICROS


def envy_figures(offered: Offer, asked: Conditions, counts: Sequence[int], total: int) -> EnvyFigures | None:
    """The envy figures of an offer with Envy Bonuses; None without. Raises :class:`ChoiceError` for an amount without a column."""
    terms = offered.envy
    if terms is None:
        return None
    by_outcome = {row.outcome: count for row, count in zip(offered.rows, counts, strict=False)}
    figures: list[EnvyFigure] = []
    value = ZERO
    for row in terms.rows:
        count = by_outcome.get(row.outcome, 0)
        probability = Fraction(count, total)
        micros = terms.micros(row.outcome, asked.wager_micros) or 0
        value += probability * micros / asked.wager_micros
        figures.extend(_envy_rows(terms, row.outcome, row.printed, asked.wager_micros, count, probability))
    return EnvyFigures(
        citation=terms.citation,
        trigger=terms.trigger,
        receiver_minimum_micros=terms.minimum_micros,
        per_other_hand=value,
        other_hands=asked.players or 0,
        rows=tuple(figures),
    )


def _envy_rows(
    terms: EnvyTerms, outcome: str, printed: Mapping[str, str], wager_micros: int, count: int, probability: Fraction
) -> list[EnvyFigure]:
    row = terms.row(outcome)
    assert row is not None
    if terms.wager_amounts:
        return [
            EnvyFigure(outcome, amount, printed[f"${amount // MICROS:,}"], each.micros(amount), count, probability)
            for amount, each in sorted((key, value) for key, value in row.amounts.items() if key is not None)
        ]
    counted = max(wager_micros, terms.minimum_micros)
    return [
        EnvyFigure(outcome, None if not each.dollars_micros else counted, printed[""], each.micros(counted), count, probability)
        for each in row.amounts.values()
    ]
