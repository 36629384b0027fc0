"""Findings that rest on a figure: the player's edge, long-run returns, rare jackpots, mean meters above their limit.

Figures come from the PAR sheets, over counts that the package keeps (:mod:`pitbook.stored_counts`), so that no check waits for
the compiler. Only the base game of Three Card Poker is counted anew, and only where the filing changes its odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitbook.checks.codes import finding
from pitbook.choices import Offer, OfferRow
from pitbook.findings import Finding
from pitbook.par import Conditions, MeterFigures, ParSheet, has_base_game
from pitbook.payouts import PayoutKind, dollars
from pitbook.submission import FiledGame, FiledWager, Submission
from pitbook.submission.sheets import filed_sheet

LOW_RETURN: Final = Fraction(70, 100)


def check(filing: Submission) -> Iterator[Finding]:
    """Findings on the figures of every wager that can be counted."""
    for game, wager in filing.wagers():
        if wager.offered is None or not _wanted(game, wager, wager.offered):
            continue
        as_filed = rows_as_filed(wager, wager.offered)
        sheet = filed_sheet(game, wager, as_filed)
        if sheet is None:
            continue
        yield from _player_edge(game, wager, as_filed, sheet)
        if sheet.progressive is not None:
            yield from _meter(filing, wager, sheet, sheet.progressive)


def _wanted(game: FiledGame, wager: FiledWager, offered: Offer) -> bool:
    """Whether a figure can say anything: on meters always, elsewhere where the filing departs from the printed odds."""
    if wager.wager.meter is not None:
        return True
    if not has_base_game(offered):
        return True
    rows = {each.id for each in game.edition.options}
    changed = [row for row in offered.rows if row.outcome in wager.pays and wager.pays[row.outcome].award != row.award]
    return bool(changed) or bool(rows & set(wager.options))


def rows_as_filed(wager: FiledWager, offered: Offer) -> Offer:
    """The offer with the payouts that the filing prints in place of the regulation's."""
    rows = []
    for row in offered.rows:
        pay = wager.pays.get(row.outcome)
        rows.append(row if pay is None or row.outcome in wager.options else replace(row, pays=pay.text, award=pay.award))
    return replace(offered, rows=tuple(rows))


# The player's edge ---------------------------------------------------------------------------------------------------


def _player_edge(game: FiledGame, wager: FiledWager, offered: Offer, sheet: ParSheet) -> Iterator[Finding]:
    returned, words = _return(game, wager, sheet)
    if returned <= 1:
        return
    yield finding(
        "player-edge",
        wager.place,
        f"{words} {_percent(returned)} of what is staked{_explained(game, wager, offered)}",
        "less than 100%",
        citation=f"{wager.wager.citation}; no clause held forbids it",
    )


def _return(game: FiledGame, wager: FiledWager, sheet: ParSheet) -> tuple[Fraction, str]:
    """The highest return that the filing itself brings about, and in which case."""
    cases = [(sheet.returned, f"returns, at a wager of {dollars(sheet.wager_micros)},")]
    figures = sheet.progressive
    if figures is not None:
        cases = [(figures.fixed_return, "returns by its fixed rows alone")]
        if figures.long_run_return is not None:
            cases.append((figures.long_run_return, "returns in the long run"))
        if figures.return_at_seed is not None:
            cases.append((figures.return_at_seed, "returns, with the seed on the meter,"))
        opening = wager.meter.opening(sheet.wager_micros) if wager.meter is not None else None
        if opening is not None:
            opened = Conditions(wager_micros=sheet.wager_micros, decks=sheet.decks, bettors=sheet.bettors, meter_micros=opening)
            at_start = filed_sheet(game, wager, sheet.offer, opened)
            start = sheet.returned if at_start is None else at_start.returned
            cases.append((start, f"returns, with the opening amount of {dollars(opening)} on the meter,"))
    return max(cases, key=lambda each: each[0])


def _explained(game: FiledGame, wager: FiledWager, offered: Offer) -> str:
    """The exchange of "to 1" for "for 1" that would leave the house the edge, if there is one."""
    to_one = [row for row in offered.rows if row.award.kind is PayoutKind.TO_ONE]
    if not to_one:
        return ""
    printed = {row.outcome: row.award for row in wager.offered.rows} if wager.offered is not None else {}
    slips = [row for row in to_one if printed[row.outcome].kind is PayoutKind.FOR_ONE]
    changed = [row for row in to_one if row.award != printed[row.outcome]]
    for rows in (slips, *([row] for row in changed), changed, to_one):
        if not rows:
            continue
        names = {row.outcome for row in rows}
        exchanged = replace(offered, rows=tuple(_for_one(row) if row.outcome in names else row for row in offered.rows))
        sheet = filed_sheet(game, wager, exchanged)
        returned = _return(game, wager, sheet)[0] if sheet is not None else Fraction(2)
        if returned <= 1:
            listed = ", ".join(row.outcome for row in rows)
            return f"; with {listed} at for 1 in place of to 1 it would be {_percent(returned)}"
    return ""


def _for_one(row: OfferRow) -> OfferRow:
    award = replace(row.award, kind=PayoutKind.FOR_ONE, stake_back=False)
    return replace(row, award=award, pays=row.pays.replace(" to ", " for "))


# Meters --------------------------------------------------------------------------------------------------------------


def _meter(filing: Submission, wager: FiledWager, sheet: ParSheet, figures: MeterFigures) -> Iterator[Finding]:
    place = f"{wager.place}.paytable"
    label = f"{wager.id} {sheet.paytable}"
    chance = figures.jackpot_probability
    if chance and 1 / chance > filing.jackpot_one_in:
        found = f"{label}: 1 in {float(1 / chance):,.0f}"
        yield finding("jackpot-too-rare", place, found, f"1 in {filing.jackpot_one_in:,} or less rare")
    returned = figures.long_run_return
    if returned is not None:
        floor = filing.long_run_return
        if floor is not None and returned < floor:
            found = f"{label}: {_percent(returned)}"
            yield finding("long-run-return-below-threshold", place, found, f"at least {_percent(floor)}")
        if floor is None and returned < LOW_RETURN:
            yield finding("long-run-return-low", place, f"{label}: {_percent(returned)}", f"at least {_percent(LOW_RETURN)}")
    yield from _mean(wager, sheet, figures)


def _mean(wager: FiledWager, sheet: ParSheet, figures: MeterFigures) -> Iterator[Finding]:
    if figures.mean_meter_micros is None or wager.meter is None:
        return
    per_unit = figures.mean_meter_micros / sheet.wager_micros
    for amount in wager.amounts or (sheet.wager_micros,):
        limit = wager.meter.limit(amount)
        start = (figures.seed_micros or 0) * amount / sheet.wager_micros
        if limit is not None and start <= limit <= per_unit * amount:
            mean = f"{dollars(int(per_unit * amount) // 10_000 * 10_000)}"
            yield finding(
                "mean-meter-above-limit",
                f"{wager.place}.meter.limit",
                f"{dollars(limit)} for wagers of {dollars(amount)}; the mean meter at a hit is {mean}",
                f"above {mean}",
            )


def _percent(value: Fraction) -> str:
    return f"{float(value):.4%}"
