"""What a sheet says beside its figures, and when a normal band would be wrong."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from pitbook.choices import Offer
from pitbook.choices.picked import extras_reading
from pitbook.game_modules import play_part
from pitbook.names import listed
from pitbook.par.values import (
    ZERO,
    Conditions,
    MeterFigures,
    ParSheet,
)
from pitbook.payouts import dollars


def sheet_notes(
    offered: Offer, asked: Conditions, basis: str | None, progressive: MeterFigures | None, returned: Fraction
) -> tuple[str, ...]:
    """The notes of a sheet: what it assumes, what is missing, what a reader must not overlook."""
    notes = list(offered.notes)
    if basis == "zero":
        notes.append("The text prints no seed and no meter was given: the edge is taken with nothing on the meter.")
    if progressive is not None and progressive.no_long_run is not None:
        notes.append(f"Hold, long-run return and mean meter are undefined: {progressive.no_long_run}.")
    if offered.pays_greater:
        by_hand = "Fixed return, jackpot, seed cost and Envy Bonus" if offered.envy else "Fixed return, jackpot and seed cost"
        notes.append(f"{by_hand} go by the hand that is held, whichever row pays it.")
    if offered.terms is not None and offered.terms.given:
        notes.append(f"Terms given and not printed: {listed(offered.terms.given)}.")
    if offered.envy is not None and asked.wager_micros < offered.envy.minimum_micros:
        least = dollars(offered.envy.minimum_micros)
        notes.append(f"A wager of {dollars(asked.wager_micros)} draws no Envy Bonus; the least that does is {least}.")
    if offered.envy is not None and asked.players:
        hands = "1 other hand" if asked.players == 1 else f"{asked.players} other hands"
        notes.append(f"The house edge counts the Envy Bonuses for {hands}; return, hold, break-even and variance leave them out.")
    if offered.wager.divided and offered.pays_from_meter:
        bettors = "1 bettor" if asked.bettors == 1 else f"{asked.bettors} bettors"
        notes.append(f"Awards that are a share of the meter are divided among {bettors} on this wager.")
    if offered.lost_by_fold:
        notes.append(f"Lost with a hand that is folded: the player plays {play_part(offered.game.package, 'PLAYED')}.")
    notes.extend(_folds_nothing_that_pays(offered))
    if offered.extras:
        missing = [extra.outcome for extra in offered.extras if f"{extra.outcome}-probability" not in offered.options]
        if missing:
            notes.append(f"No probability is given for {listed(missing)}: left out of the figures.")
    unused = [name for name in offered.options if name.endswith("-probability") and name not in _probabilities(offered)]
    reading = extras_reading(offered.edition)
    if unused and reading is not None:
        notes.append(f"Not used, for {reading.id} = {offered.values[reading.id]}: {listed(unused)}.")
    if any(row.award.dollars_micros for row in offered.rows):
        notes.append(f"Dollar awards make the edge depend on the stake; this sheet is for {dollars(asked.wager_micros)}.")
    if returned > 1:
        notes.append("The player has the edge at this meter." if offered.pays_from_meter else "The player has the edge.")
    if offered.own:
        notes.append("A paytable of your own, not one the regulation prints.")
    return tuple(notes)


def _folds_nothing_that_pays(offered: Offer) -> Iterator[str]:
    """Why a reading of folds that was chosen changes no figure: on the player's own cards, what pays is never folded."""
    reading, played = offered.wager.fold_reading, play_part(offered.game.package, "PLAYED")
    if reading is None or played is None or offered.reads != ("player",) or offered.extras:
        return
    if any(each.id == reading and offered.values[reading] != each.default for each in offered.edition.readings):
        chosen = f"{reading} = {offered.values[reading]}"
        yield f"{chosen} changes no figure: the player plays {played}, and no hand that a row pays is below that."


def _probabilities(offered: Offer) -> set[str]:
    return {f"{extra.outcome}-probability" for extra in offered.extras}


def normal_band(each: ParSheet, rounds: int) -> tuple[float, float] | str:
    """The band, or the row whose rare awards make it wrong: over 5% of the variance and fewer than 20 expected."""
    mean = sum((row.probability * row.handed_over for row in each.rows), ZERO)
    for row in each.rows:
        part = row.probability * (row.handed_over - mean) ** 2
        if part * 20 > each.variance and row.probability * rounds < 20:
            return (
                f"no normal band: {row.outcome} carries {float(part / each.variance):.0%} of the variance and is "
                f"expected {float(row.probability * rounds):.2g} times in {rounds:,} rounds (20 are needed)"
            )
    half = each.volatility_index / math.sqrt(rounds)
    edge = float(each.house_edge)
    return edge - half, edge + half
