"""The inputs of a computing worksheet besides its payouts: wager amount, vigorish, meter terms, other hands, confidence."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitbook.par import MeterFigures, ParSheet
from pitbook.payouts import MICROS, VigorishRounding
from pitbook.report.par_workbook.parts import (
    COUNT,
    DOLLAR,
    MULTIPLE,
    PLAIN,
    RATE,
    Input,
    average_stake,
    divided,
    vigorish,
    vigorish_rounding,
)


def inputs(sheet: ParSheet) -> Iterator[Input]:
    """The inputs in the order in which they stand on the sheet."""
    amount = Fraction(sheet.wager_micros, MICROS)
    yield Input("amount", "Wager amount", amount, DOLLAR, "the stake that dollar figures are for", least=0.01)
    yield from _vigorish(sheet)
    if sheet.progressive is not None:
        yield from _meter(sheet, sheet.progressive)
    if sheet.envy is not None:
        least = Fraction(sheet.envy.receiver_minimum_micros, MICROS)
        others = "that can bring an Envy Bonus; it then counts in the edge"
        yield Input("other_hands", "Other hands", sheet.envy.other_hands, "0", others, least=0)
        yield Input("envy_minimum", "Least wager for envy", least, DOLLAR, "a smaller wager draws none", least=0)
    average = average_stake(sheet)
    if average is not None:
        yield Input("average_stake", "Average stake", average, PLAIN, "units of the first wager, under the strategy below", least=0)
    yield Input("confidence", "Confidence", sheet.confidence, RATE, "of the volatility index and the band", least=0, most=1)
    yield Input("rounds", "Rounds", sheet.rounds, COUNT, "for the band of the edge; may stay empty", least=1)


def _vigorish(sheet: ParSheet) -> Iterator[Input]:
    if not vigorish(sheet) or sheet.offer is None:
        return
    yield Input("vigorish", "Vigorish", vigorish(sheet), RATE, "of the amount won", least=0, most=1)
    if vigorish_rounding(sheet) is not VigorishRounding.EXACT:
        multiple = Fraction(sheet.offer.wager.vigorish_multiple or MICROS // 4, MICROS)
        yield Input("vigorish_multiple", "Vigorish goes up to", multiple, DOLLAR, "and multiples of it", least=0.01)


def _meter(sheet: ParSheet, meter: MeterFigures) -> Iterator[Input]:
    shown = Fraction(sheet.meter_micros or 0) / MICROS
    from_seed = sheet.meter_basis == "seed"
    note = {"seed": "the seed; put the amount on display here", "given": "as given"}
    basis = note.get(sheet.meter_basis or "", "no seed is printed: nothing on the meter")
    yield Input("meter", "Meter", shown, DOLLAR, basis, "{seed}*{amount}" if from_seed else "", least=0)
    seed, reseed = _multiple(sheet, meter.seed_micros), _multiple(sheet, meter.reseed_micros)
    none = "; none is printed"
    yield Input("seed", "Seed", seed, MULTIPLE, f"× wager amount{'' if seed is not None else none}", least=0)
    put_on = f"× wager amount, put on by the house after a hit{'' if reseed is not None else none}"
    yield Input("reseed", "Reseed", reseed, MULTIPLE, put_on, least=0)
    to_meter = f"of the wager, to the meter{'' if meter.increment is not None else none}"
    yield Input("increment", "Increment rate", meter.increment, RATE, to_meter, least=0, most=1)
    yield Input("reserve", "Reserve rate", meter.reserve, RATE, "of the wager, to the reserve", least=0, most=1)
    if divided(sheet):
        yield Input("bettors", "Bettors", sheet.bettors, "0", "among whom a share of the meter is divided", least=1)
    adequacy = meter.reserve_adequacy
    if adequacy is not None:
        target = None if adequacy.target_micros is None else adequacy.target_micros / MICROS
        yield Input("reserve_target", "Reserve target", target, DOLLAR, "what the reserve should reach before a hit", least=0)


def _multiple(sheet: ParSheet, micros: Fraction | None) -> Fraction | None:
    return None if micros is None else micros / sheet.wager_micros
