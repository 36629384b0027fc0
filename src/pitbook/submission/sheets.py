"""PAR sheets of exactly what a filing offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from pitbook.choices import ChoiceError, Offer, allowed_options
from pitbook.names import listed
from pitbook.par import Conditions, ParSheet, has_base_game, sheet
from pitbook.payouts import MICROS, dollars
from pitbook.stored_counts import known_counts
from pitbook.submission import FiledGame, FiledWager, Submission, resolved

# From counts that are kept -------------------------------------------------------------------------------------------


def filed_sheet(
    game: FiledGame, wager: FiledWager, offered: Offer | None = None, asked: Conditions | None = None
) -> ParSheet | None:
    """The sheet of a filed wager from the counts that are kept; None where it has none or its counting takes its own command.

    ``offered`` stands in for the wager's own offer. The stake is the least that the filing accepts, unless ``asked`` says; Envy
    Bonuses, which may have no column for it, are left out.
    """
    taken = offered or wager.offered
    if taken is None or wager.wager.no_sheet is not None or wager.wager.long_count:
        return None
    taken = replace(taken, envy=None)
    conditions = asked or Conditions(wager_micros=staked(game, wager).least or MICROS, decks=decks_of(game))
    if has_base_game(taken):
        return sheet(taken, conditions)
    if taken.family is None:
        return None
    return sheet(taken, conditions, known_counts(taken, decks_of(game)))


def decks_of(game: FiledGame) -> int:
    """The decks that the filing chose; the game's own number where it chose none that is allowed."""
    decks = game.part.decks
    return decks if decks in game.game.decks and decks is not None else game.game.default_decks


# Counted anew --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """Which sheets of a filing are wanted, and what is asked beside it; None takes all of them.

    ``readings`` and ``options`` may settle what the filing leaves open. ``conditions`` without a stake of their own
    (``any_stake``) are taken at each stake that matters (:func:`stakes`).
    """

    game: str | None = None
    wager: str | None = None
    paytable: str | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    decks: int | None = None
    bettors: Mapping[str, int] = field(default_factory=dict)
    conditions: Conditions = field(default_factory=Conditions)
    any_stake: bool = True


def offered_sheets(filing: Submission, wanted: Wanted) -> list[ParSheet]:
    """The sheets of what a filing offers, counted anew. Raises :class:`~pitbook.choices.ChoiceError` with all that it does not."""
    games = filing.games if wanted.game is None else filing.games_of(wanted.game)
    chosen = [(game, wager) for game in games for wager in _chosen(game, wanted)]
    faults = [fault for game, wager in chosen for fault in _refused(game, wager, wanted)]
    if not chosen:
        faults = [_not_offered(games, wanted)]
    if faults:
        raise ChoiceError("\n".join(dict.fromkeys(faults)))
    return [found for game, wager in chosen for found in sheets_of(game, wager, wanted)]


def _chosen(game: FiledGame, wanted: Wanted) -> Iterator[FiledWager]:
    for wager in game.wagers:
        if wanted.wager is None:
            if wager.wager.no_sheet is None and not wager.wager.long_count:
                yield wager
        elif wager.id == wanted.wager:
            yield wager


def _not_offered(games: tuple[FiledGame, ...], wanted: Wanted) -> str:
    wagers = listed(dict.fromkeys(wager.id for game in games for wager in game.wagers))
    names = listed(dict.fromkeys(game.game.id for game in games))
    if wanted.wager is None:
        return f"the Rules Submission offers no wager of {names} that has a sheet"
    return f"the Rules Submission offers no {wanted.wager} at {names}; offered: {wagers}"


def _refused(game: FiledGame, wager: FiledWager, wanted: Wanted) -> Iterator[str]:
    """What is asked that the filing does not offer."""
    at = f"{game.game.id} {wager.id}"
    if wager.wager.no_sheet is not None:
        yield f"{at} has no sheet of its own: {wager.wager.no_sheet}"
    if wager.offered is None:
        labels = listed(table.label for table in wager.wager.paytables)
        yield f"{wager.place}: the filing chooses none of the printed paytables; allowed: {labels}"
    elif wanted.paytable is not None and wanted.paytable.lower() != wager.offered.label.lower():
        yield f"{at}: the Rules Submission offers no paytable {wanted.paytable}; offered: {wager.offered.label}"
    for name, value in wanted.readings.items():
        if game.readings.get(name, value) != value:
            yield f"{game.game.id}: reading {name} is {game.readings[name]} in the Rules Submission, not {value}"
    rows = (
        {each.id for each in game.edition.options} | {f"{each.outcome}-probability" for each in wager.wager.extras} | {"house-way"}
    )
    for name, value in wanted.options.items():
        if name in rows and wager.options.get(name, game.values.get(name)) != value:
            filed = wager.options.get(name, game.values.get(name, "not offered"))
            yield f"{at}: {name} is {filed} in the Rules Submission, not {value}"
    if wanted.decks is not None and wanted.decks != decks_of(game):
        yield f"{game.game.id}: {decks_of(game)} decks in the Rules Submission, not {wanted.decks}"
    refusal = None if wanted.any_stake else staked(game, wager).refusal(wanted.conditions.wager_micros)
    if refusal is not None:
        yield f"{at}: {refusal}"


def sheets_of(game: FiledGame, wager: FiledWager, wanted: Wanted) -> Iterator[ParSheet]:
    """The sheets of a filed wager, one for each stake that matters; it must have a printed paytable."""
    known = {each.id for each in game.edition.readings}
    readings = {**game.values, **{name: value for name, value in wanted.readings.items() if name in known}}
    own = allowed_options(game.edition, wager.wager)
    options = {name: value for name, value in wanted.options.items() if wanted.wager is not None or name in own}
    offered = resolved(game.game, game.edition, wager, readings, options)
    for stake in stakes(game, wager) if wanted.any_stake else (wanted.conditions.wager_micros,):
        asked = replace(
            wanted.conditions,
            wager_micros=stake,
            decks=decks_of(game),
            bettors=wanted.bettors.get(wager.id, wanted.conditions.bettors),
            meter_micros=wanted.conditions.meter_micros if wager.wager.meter is not None or wanted.wager else None,
        )
        opening = _filed_opening(wager, offered, asked)
        yield sheet(offered, asked) if opening is None else _at_opening(offered, asked, opening)


def _filed_opening(wager: FiledWager, offered: Offer, asked: Conditions) -> int | None:
    """The filed opening of the meter, where neither a meter is asked for nor a seed is known."""
    if wager.meter is None or asked.meter_micros is not None:
        return None
    if offered.terms is not None and offered.terms.seed is not None:
        return None
    return wager.meter.opening(asked.wager_micros)


def _at_opening(offered: Offer, asked: Conditions, opening: int) -> ParSheet:
    found = sheet(offered, replace(asked, meter_micros=opening))
    note = f"The text prints no seed: the meter is the opening amount that is filed, {dollars(opening)}."
    return replace(found, notes=(note, *found.notes))


def staked(game: FiledGame, wager: FiledWager) -> FiledWager:
    """The wager whose stake counts: of a pay on another wager (Ante Bonus) that other one."""
    return next((each for each in game.wagers if each.id == wager.wager.basis), wager)


def stakes(game: FiledGame, wager: FiledWager) -> tuple[int, ...]:
    """The stakes at which a filed wager's sheet differs, in micro-dollars.

    Each amount of a progressive wager, whose meter is in dollars; the least and the highest where a row pays dollars; else the
    least that the filing accepts, or one dollar. Where Envy Bonuses are printed for some amounts alone, no other is taken.
    """
    at = staked(game, wager)
    envy = wager.offered.envy if wager.offered is not None else None
    if envy is not None and envy.wager_amounts and envy.other_amounts == "refuse":
        return tuple(each for each in envy.wager_amounts if each in at.amounts) or envy.wager_amounts[:1]
    if at.amounts:
        return tuple(sorted(set(at.amounts)))
    in_dollars = wager.offered is not None and any(row.award.dollars_micros for row in wager.offered.rows)
    bounds = (at.minimum, at.maximum) if in_dollars else (at.minimum,)
    return tuple(dict.fromkeys(each for each in bounds if each is not None)) or (MICROS,)
