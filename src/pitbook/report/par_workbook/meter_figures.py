"""The figures of a progressive on a computing worksheet: shares of the meter, long run, break-even, reserve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitbook.par import MeterFigures, ParSheet, pays_greater
from pitbook.payouts import MICROS
from pitbook.report.par_workbook.parts import DOLLAR, PERCENT, PROBABILITY, UNDEFINED, Figure, divided, known


def meter_figures(sheet: ParSheet, meter: MeterFigures) -> Iterator[Figure]:
    """The figures in the order in which they stand on the sheet."""
    figures = [*_shares(sheet, meter), *_returns(sheet, meter), *_long_run(sheet, meter), _break_even(meter)]
    yield from map(_as_filed, figures) if pays_greater(sheet) else figures
    yield from _reserve(sheet, meter)


COMPUTED: Final = frozenset({"at_meter", "whole_in", "long_run", "mean_meter"})
"""Figures that follow from others on the sheet even where the greater of two rows is paid."""


def _as_filed(figure: Figure) -> Figure:
    """The figure as filed, where the counts on the sheet are those of the rows that are paid and not of the hands that are held."""
    if figure.key in COMPUTED:
        return figure
    text = f'"{figure.value}"'
    if not isinstance(figure.value, str):
        quotient = Fraction(figure.value)
        text = f"{quotient.numerator}/{quotient.denominator}"
    return replace(figure, formula=text, words="as filed: the greater of two rows is paid, by the meter")


def _break_even(meter: MeterFigures) -> Figure:
    even = 'IF(AND({shares}>0,{fixed}<1),{amount}*(1-{fixed})/{shares},"undefined")'
    words = "wager × (1 − fixed return) ÷ expected share"
    return Figure("break_even", "Break-even meter", even, _dollars(meter.break_even_micros), DOLLAR, words)


def _dollars(micros: Fraction | None) -> Fraction | str:
    return UNDEFINED if micros is None else micros / MICROS


def _each(sheet: ParSheet) -> str:
    return "/{bettors}" if divided(sheet) else ""


def _shares(sheet: ParSheet, meter: MeterFigures) -> Iterator[Figure]:
    whole = meter.jackpot_probability
    formula = 'SUMIFS({probabilities},{units},"of meter",{pays},1)'
    words = "the probability of the rows that pay the whole meter"
    yield Figure("whole", "Jackpot probability", formula, whole, PROBABILITY, words)
    one_in = 1 / whole if whole else "never"
    yield Figure("whole_in", "Jackpot, one in", 'IF({whole}>0,1/{whole},"never")', one_in, "#,##0.00", "1 ÷ jackpot probability")
    formula = f'SUMPRODUCT(({{units}}="of meter")*{{pays}}*{{probabilities}}){_each(sheet)}'
    words = "Σ probability × share of the meter"
    yield Figure("shares", "Expected share of the meter", formula, meter.expected_share, "0.0000000000%", words)


def _returns(sheet: ParSheet, meter: MeterFigures) -> Iterator[Figure]:
    formula = 'SUM({contributions})-SUMIF({units},"of meter",{contributions})+{extras}'
    words = "the return without the rows that pay from the meter"
    yield Figure("fixed", "Fixed return", formula, meter.fixed_return, PERCENT, words)
    formula, words = 'IF({seed}="","undefined",{fixed}+{shares}*{seed})', "fixed return + expected share × seed"
    yield Figure("at_seed", "Return at the seed", formula, known(meter.return_at_seed), PERCENT, words)
    formula, words = "{fixed}+{shares}*{meter}/{amount}", "fixed return + expected share × meter ÷ wager"
    if pays_greater(sheet):
        formula, words = "{return}", "the contributions added up"
    yield Figure("at_meter", "Return at this meter, envy left out", formula, meter.return_at_meter, PERCENT, words)
    formula = f'IF({{reseed}}="","undefined",{{whole}}{_each(sheet)}*{{reseed}})'
    yield Figure("seed_cost", "Cost of the reseed", formula, known(meter.seed_cost), PERCENT, "jackpot probability × reseed")


def _long_run(sheet: ParSheet, meter: MeterFigures) -> Iterator[Figure]:
    """Long-run return and mean meter, by the formula of the readings in force; no formula where they have none."""
    offered = sheet.offer
    assert offered is not None
    if meter.long_run_return is None and meter.increment is not None and offered.pays_from_meter:
        words = "the readings in force have no formula"
        yield Figure("long_run", "Long-run return", '"undefined"', UNDEFINED, PERCENT, words)
        yield Figure("mean_meter", "Mean meter at a hit", '"undefined"', UNDEFINED, DOLLAR, words)
        return
    entering, words = _entering(sheet)
    undefined = 'IF(OR({increment}="",{shares}=0),"undefined",'
    long_run, at_hit = f"{{fixed}}+{entering}", f"{{amount}}*{entering}/{{shares}}"
    said, said_mean = f"fixed return + {words}", f"wager × ({words}) ÷ expected share"
    if offered.values.get("partial-award-source") == "house" and offered.has_share_rows:
        whole = f"({{whole}}{_each(sheet)})"
        long_run = f"{{fixed}}+{entering}+({{shares}}-{whole})*{entering}/{whole}"
        at_hit = f"{{amount}}*{entering}/{whole}"
        said += " + partial shares of the mean meter, which the house pays"
        said_mean = f"wager × ({words}) ÷ jackpot probability"
    yield Figure("long_run", "Long-run return", f"{undefined}{long_run})", known(meter.long_run_return), PERCENT, said)
    mean = _dollars(meter.mean_meter_micros)
    yield Figure("mean_meter", "Mean meter at a hit", f"{undefined}{at_hit})", mean, DOLLAR, said_mean)


def _entering(sheet: ParSheet) -> tuple[str, str]:
    """What enters the meter per unit of stake, as a formula and in words, by the reading ``reseed-source``."""
    assert sheet.offer is not None
    source = sheet.offer.values.get("reseed-source", "reseed-and-reserve")
    parts, said = ["{increment}"], ["increment"]
    if source != "seed-only":
        parts.append("N({reserve})")
        said.append("reserve")
    if source != "reserve-only":
        parts.append(f"{{whole}}{_each(sheet)}*N({{reseed}})")
        said.append("jackpot probability × reseed")
    return "(" + "+".join(parts) + ")", " + ".join(said)


def _reserve(sheet: ParSheet, meter: MeterFigures) -> Iterator[Figure]:
    """The reserve at a hit grows by its rate each round, for a geometric number of rounds."""
    adequacy = meter.reserve_adequacy
    if adequacy is None:
        return
    step = "({reserve}*{amount}" + ("*{bettors})" if divided(sheet) else ")")
    formula = f'IF({{whole}}>0,{step}/{{whole}},"undefined")'
    words = "reserve rate × wager ÷ jackpot probability"
    yield Figure("mean_reserve", "Mean reserve at a hit", formula, adequacy.mean_micros / MICROS, DOLLAR, words)
    target, miss = "{reserve_target}", "LN(1-{whole})"
    up, down = (f"{name}(ROUND({target}/{step},6),0)" for name in ("ROUNDUP", "ROUNDDOWN"))
    reached = f'IF({target}="","undefined",IF({up}<=1,1,EXP(({up}-1)*{miss})))'
    words = "the probability that a hit comes late enough"
    yield Figure("reached", "Reserve reaches its target", reached, known(adequacy.probability), PERCENT, words)
    beyond = f"EXP({down}*{miss})"
    short = f"MAX(0,{target}-{step}*((1-{beyond})/{{whole}}+({target}/{step}-{down})*{beyond}))"
    shortfall = None if adequacy.expected_shortfall_micros is None else adequacy.expected_shortfall_micros / MICROS
    formula = f'IF({target}="","undefined",{short})'
    yield Figure("shortfall", "Expected shortfall", formula, known(shortfall), DOLLAR, "the mean of what is missing at a hit")
