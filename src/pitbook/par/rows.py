"""Rows of a wager: how many deals each is paid in, what it hands over, and the figures that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pitbook.choices import ChoiceError, Offer, OfferRow
from pitbook.families import Family
from pitbook.par.values import (
    ZERO,
    ExtraFigure,
    ParRow,
)
from pitbook.payouts import PayoutError, PayoutKind, VigorishRounding, parse_rate, vigorish_micros


def hand_counts(offered: Offer, family: Family, masks: Mapping[int, int]) -> list[int]:
    """How many deals stand in each row, the first whose event holds: the rows in order, then ``lose``."""
    return _counts(offered, family, masks, lambda held: held[0])


def paid_counts(
    offered: Offer, family: Family, masks: Mapping[int, int], meter: Fraction | None, wager_micros: int, bettors: int
) -> list[int]:
    """How many deals each row is paid in: the rows in order, then ``lose``.

    A deal is paid by the row it stands in. Under the reading ``low-meter-order = greater-of`` a row that pays a share of the
    meter gives way to a row beneath it that holds too and pays more at this meter.
    """
    if not offered.pays_greater:
        return hand_counts(offered, family, masks)
    values = [handed_over(offered, row, meter, wager_micros, bettors) for row in offered.rows]

    def paid(held: Sequence[int]) -> int:
        return max(held, key=lambda n: (values[n], -n)) if offered.rows[held[0]].award.share else held[0]

    return _counts(offered, family, masks, paid)


def _counts(offered: Offer, family: Family, masks: Mapping[int, int], choose: Callable[[Sequence[int]], int]) -> list[int]:
    bits = [family.bit(row.event) for row in offered.rows]
    counts = [0] * (len(bits) + 1)
    for mask, count in masks.items():
        held = [n for n, bit in enumerate(bits) if mask & bit]
        counts[choose(held) if held else len(bits)] += count
    return counts


def handed_over(offered: Offer, row: OfferRow, meter: Fraction | None, wager_micros: int, bettors: int) -> Fraction:
    """What a row hands over per unit of stake, vigorish taken off."""
    award = row.award
    share = award.share / bettors if offered.wager.divided else award.share
    value = award.fixed_multiple + (award.dollars_micros + share * (meter or 0)) / Fraction(wager_micros)
    if award.kind is PayoutKind.TO_ONE and offered.vigorish:
        value -= _vigorish(offered, award.multiple * wager_micros) / wager_micros
    return value


def _vigorish(offered: Offer, won_micros: Fraction) -> Fraction:
    """The vigorish on an amount won; only a rounding makes it depend on the stake."""
    rounding = VigorishRounding(offered.values.get("commission-rounding", VigorishRounding.EXACT))
    if rounding is VigorishRounding.EXACT:
        return won_micros * offered.vigorish
    return Fraction(vigorish_micros(int(won_micros), offered.vigorish, rounding, offered.wager.vigorish_multiple))


def par_rows(
    offered: Offer, counts: Sequence[int], total: int, meter: Fraction | None, wager_micros: int, bettors: int
) -> tuple[ParRow, ...]:
    """The rows of the sheet, ``lose`` last."""
    rows = []
    for row, count in zip(offered.rows, counts, strict=False):
        probability = Fraction(count, total)
        value = handed_over(offered, row, meter, wager_micros, bettors)
        share = row.award.share / bettors if offered.wager.divided else row.award.share
        rows.append(ParRow(row.outcome, row.hand, row.pays or "N/A", count, probability, probability * value, value, share))
    rows.append(ParRow("lose", "Lose", "lose", counts[-1], Fraction(counts[-1], total), ZERO, ZERO))
    return tuple(rows)


def frequency(offered: Offer, rows: Sequence[ParRow], kinds: set[PayoutKind]) -> Fraction:
    """The probability of the rows whose payouts are of these kinds."""
    return sum((row.probability for row, at in zip(rows, offered.rows, strict=False) if at.award.kind in kinds), ZERO)


def moments(rows: Sequence[ParRow]) -> tuple[Fraction, float | None]:
    """Variance and skewness of what is handed over per unit of stake (the stake, being certain, changes neither)."""
    mean = sum((row.probability * row.handed_over for row in rows), ZERO)
    variance = sum((row.probability * (row.handed_over - mean) ** 2 for row in rows), ZERO)
    third = sum((row.probability * (row.handed_over - mean) ** 3 for row in rows), ZERO)
    return variance, None if not variance else float(third) / float(variance) ** 1.5


def extra_figures(offered: Offer, alive: Fraction) -> tuple[ExtraFigure, ...]:
    """What the system's extras add, where their probability is given and the wager is alive, in so many of all deals.

    Raises :class:`ChoiceError` for a probability that is no rate.
    """
    figures = []
    for extra in offered.extras:
        given = offered.options.get(f"{extra.outcome}-probability")
        try:
            probability = None if given is None else alive * parse_rate(given)
        except PayoutError as fault:
            raise ChoiceError(f"{offered.wager.id}, option {extra.outcome}-probability: {fault}") from fault
        contribution = None if probability is None else probability * extra.award.multiple
        figures.append(ExtraFigure(extra.outcome, extra.pays, probability, contribution))
    return tuple(figures)
