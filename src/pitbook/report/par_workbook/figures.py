"""The figures of a computing worksheet: edge, frequencies, spread, band. Those of the meter are in ``meter_figures``."""

from __future__ import annotations

from collections.abc import Iterator

from pitbook.par import ParSheet
from pitbook.payouts import MICROS
from pitbook.report.par_workbook.meter_figures import meter_figures
from pitbook.report.par_workbook.parts import DOLLAR, PERCENT, PLAIN, Figure, Value, average_stake, is_base_game, known


def figures(sheet: ParSheet) -> Iterator[Figure]:
    """The figures in the order in which they stand on the sheet; a progressive is led by its theoretical hold."""
    if sheet.progressive is not None:
        hold = 'IF(ISNUMBER({long_run}),1-{long_run},"undefined")'
        yield Figure("hold", "Theoretical hold", hold, known(sheet.theoretical_hold), PERCENT, "1 − long-run return", leading=True)
    yield from _edge(sheet)
    yield from _frequencies(sheet)
    yield from _spread(sheet)
    yield from _band(sheet)
    if sheet.progressive is not None:
        yield from meter_figures(sheet, sheet.progressive)


def _edge(sheet: ParSheet) -> Iterator[Figure]:
    at_meter = " at this meter" if sheet.progressive is not None else ""
    taken, words = "1-{return}", "1 − return"
    if sheet.envy is not None:
        taken, words = f"{taken}-{{envy_value}}*{{other_hands}}", f"{words} − other hands × envy per other hand"
    yield Figure("edge", f"House edge{at_meter}", taken, sheet.house_edge, PERCENT, words, leading=True)
    yield Figure("return", f"Return{at_meter}", "{mean}+{extras}", sheet.returned, PERCENT, "the contributions added up")
    resolved = 'IF({push}<1,{edge}/(1-{push}),"undefined")'
    words = "house edge ÷ (1 − push frequency)"
    yield Figure("per_resolved", "Edge per bet resolved", resolved, known(sheet.edge_per_resolved), PERCENT, words)
    if sheet.element_of_risk is not None:
        at_risk, words = "{edge}", "the house edge: nothing is added to the stake"
        if average_stake(sheet) is not None:
            at_risk, words = "{edge}/{average_stake}", "house edge ÷ average stake"
        yield Figure("element_of_risk", "Element of risk", at_risk, sheet.element_of_risk, PERCENT, words)


def _frequencies(sheet: ParSheet) -> Iterator[Figure]:
    if is_base_game(sheet):
        hit, push = 'SUMIF({pays},">0",{probabilities})', "SUMIF({pays},0,{probabilities})"
    else:
        push = 'SUMIF({units},"push",{probabilities})'
        hit = 'SUM({probabilities})-SUMIF({units},"push",{probabilities})-SUMIF({units},"nothing",{probabilities})'
    yield Figure(
        "hit", "Hit frequency", hit, sheet.hit_frequency, PERCENT, "the probability of all rows that win; a push is no hit"
    )
    yield Figure("push", "Push frequency", push, sheet.push_frequency, PERCENT, "the probability that the stake comes back alone")


def _spread(sheet: ParSheet) -> Iterator[Figure]:
    words = "Σ probability × (handed over − mean)², per unit of stake"
    yield Figure("variance", "Variance", "SUM({spreads})", sheet.variance, PLAIN, words)
    yield Figure("deviation", "Standard deviation", "SQRT({variance})", sheet.standard_deviation, PLAIN, "√ variance")
    third = "SUMPRODUCT({probabilities},({handed}-{mean})^3)/{variance}^1.5"
    words = "Σ probability × (handed over − mean)³ ÷ standard deviation³"
    yield Figure("skewness", "Skewness", f'IF({{variance}}>0,{third},"undefined")', known(sheet.skewness), PLAIN, words)
    quantile = "NORMSINV((1+{confidence})/2)*{deviation}"
    words = "normal quantile of the confidence × standard deviation"
    yield Figure("volatility", "Volatility index", quantile, sheet.volatility_index, PLAIN, words)
    largest, words = "MAX({handed})*{amount}", "the dearest row × wager amount"
    if is_base_game(sheet):
        largest, words = "MAX({pays})*{amount}", "the largest net result × wager amount"
    yield Figure("largest", "Largest award", largest, sheet.largest_award_micros / MICROS, DOLLAR, words)


def _band(sheet: ParSheet) -> Iterator[Figure]:
    """The normal band, refused where a rare row carries over 5% of the variance and is expected fewer than 20 times."""
    refused = "SUMPRODUCT(({spreads}*20>{variance})*({probabilities}*{rounds}<20))>0"
    filed: tuple[Value, Value] = ("–", "–")
    if sheet.rounds is not None:
        band = sheet.band(sheet.rounds)
        filed = ("no normal band", "no normal band") if isinstance(band, str) else band
    for name, sign, shown, value in (("low", "-", "−", filed[0]), ("high", "+", "+", filed[1])):
        formula = f'IF(N({{rounds}})<1,"–",IF({refused},"no normal band",{{edge}}{sign}{{volatility}}/SQRT({{rounds}})))'
        words = f"house edge {shown} volatility index ÷ √ rounds"
        yield Figure(f"band_{name}", f"Edge after these rounds, {name}", formula, value, PERCENT, words)
