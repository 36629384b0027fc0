"""A round under a Rules Submission: its choices, readings, limits and meter terms are those of the filing, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitbook.choices import TERM_NAMES, ChoiceError
from pitbook.names import did_you_mean, listed, nearest
from pitbook.payouts import PayoutError, dollars, money, parse_money, payout_text
from pitbook.round_file import MeterPart, RoundFile
from pitbook.rounds import Round, RoundError, Under, read_round_file, round_file
from pitbook.submission import FiledGame, FiledWager, Submission, SubmissionError, as_filed, read_file, supplied_terms
from pitbook.submission.sheets import decks_of
from pitbook.submission.wording import filed_payout, filed_rate, filed_seed

SUBMISSION = "submission"


def read_filed_round(
    data: Any, *, today: date, filing: Submission | None = None, folder: Path | None = None, ledger: bool = False
) -> Round:
    """Check a round and resolve its choices, which may be a filing's.

    ``filing`` is a Rules Submission that the round stands under; ``folder`` is where one that the round names itself (``[choices]
    submission``) is looked for, None for a round that may name no file. Otherwise as :func:`~pitbook.rounds.read_round`. Raises
    :class:`~pitbook.rounds.RoundError` with all faults.
    """
    file = round_file(data)
    named = file.choices.get(SUBMISSION)
    if named is not None and filing is not None:
        raise RoundError(["choices.submission: a Rules Submission is named on the command line already"])
    if named is not None and folder is not None:
        filing = _named(named, folder)
    if filing is None:
        return read_round_file(file, today=today, ledger=ledger)
    file, game, faults = under_filing(file, filing)
    if game is None:
        raise RoundError(faults)
    limits = {
        str(each.wager.meter): each.meter.limits for each in reversed(game.wagers) if each.meter is not None and each.meter.limits
    }
    under = Under(faults, lambda offered: as_filed(offered, game), game.own_values, filing.in_words, limits)
    return read_round_file(file, today=today, ledger=ledger, under=under)


def _named(named: str | Mapping[str, str], folder: Path) -> Submission:
    if not isinstance(named, str):
        raise RoundError(["choices.submission: allowed is the name of a file"])
    try:
        return read_file(folder / named)
    except SubmissionError as fault:
        raise RoundError([f"choices.submission {named}: {each}" for each in fault.faults]) from fault


def under_filing(file: RoundFile, filing: Submission) -> tuple[RoundFile, FiledGame | None, list[str]]:
    """The round with the filing's choices in place of its own, the part of the filing it is under, and what the filing refuses."""
    try:
        game = filing.game_at(file.game, file.table)
    except ChoiceError as fault:
        return file, None, [str(fault)]
    faults = [*_day(file, filing), *_readings(file, game), *_choices(file, game), *_stakes(file, game), *_decks(file, game)]
    meters: dict[str, MeterPart] = {}
    for name, part in file.meters.items():
        meters[name], found = _meter(name, part, game)
        faults.extend(found)
    changed = {
        "readings": {**file.readings, **game.readings},
        "choices": {wager.id: _choice(wager) for wager in game.wagers if wager.offered is not None},
        "decks": decks_of(game) if len(game.game.decks) > 1 else file.decks,
        "meters": meters,
    }
    return file.model_copy(update=changed), game, faults


def _choice(wager: FiledWager) -> dict[str, str]:
    """The filed choice as a round writes it."""
    assert wager.offered is not None
    choice = {"paytable": wager.offered.label, **wager.offered.options}
    if wager.least is not None:
        choice["minimum"] = money(wager.least)
    if wager.maximum is not None:
        choice["maximum"] = money(wager.maximum)
    return choice


# What the filing refuses ---------------------------------------------------------------------------------------------


def _day(file: RoundFile, filing: Submission) -> Iterator[str]:
    if file.date is not None and file.date < filing.day:
        yield f"date: {file.date} is before the day the Rules Submission takes effect, {filing.day}"


def _readings(file: RoundFile, game: FiledGame) -> Iterator[str]:
    for name, value in file.readings.items():
        if game.readings.get(name, value) != value:
            yield f"readings.{name}: {value!r}; the Rules Submission says {game.readings[name]!r}"


def _choices(file: RoundFile, game: FiledGame) -> Iterator[str]:
    """What the round chooses itself must be what is filed."""
    for wager in game.wagers:
        if wager.offered is None:
            labels = listed(table.label for table in wager.wager.paytables)
            yield f"the Rules Submission, {wager.place}.paytable: none of the printed paytables; allowed: {labels}"
    for name, choice in file.choices.items():
        if name == SUBMISSION:
            continue
        filed = next((each for each in game.wagers if each.id == name), None)
        if filed is None:
            names = [each.id for each in game.wagers]
            hint = did_you_mean(nearest(name, names))
            yield f"choices.{name}: the Rules Submission does not offer it{hint}; offered: {listed(names)}"
            continue
        offered = {} if filed.offered is None else _choice(filed)
        for key, text in ({"paytable": choice} if isinstance(choice, str) else choice).items():
            if not _same(offered.get(key), text):
                yield f"choices.{name}.{key}: {text!r}; the Rules Submission has {offered.get(key, 'none')!r}"


def _same(filed: str | None, text: str) -> bool:
    """Whether two texts of a choice mean the same: a label in another case, an amount or odds in another form."""
    if filed is None or filed.lower() == text.lower():
        return filed is not None
    for meaning in (parse_money, lambda each: payout_text(filed_payout(each))):
        try:
            if meaning(filed) == meaning(text):
                return True
        except PayoutError:
            continue
    return False


def _stakes(file: RoundFile, game: FiledGame) -> Iterator[str]:
    """Wagers that are not offered, and amounts that are not (limits are tested with the round's own)."""
    for seat in file.seats:
        for name, text in seat.wagers.items():
            place = f"seat {seat.seat}, {name}"
            if not game.offers(name):
                offered = listed([*(each.id for each in game.wagers if not each.wager.stakeless), *game.recorded])
                yield f"{place}: the Rules Submission does not offer it; offered: {offered}"
                continue
            filed = next((each for each in game.wagers if each.id == name), None)
            try:
                stake = parse_money(text)
            except PayoutError:
                continue  # the round says so itself
            refusal = filed.refusal(stake) if filed is not None else None
            within = filed is not None and (filed.minimum or 0) <= stake and (filed.maximum is None or stake <= filed.maximum)
            if refusal is not None and (within or (filed is not None and filed.amounts)):
                yield f"{place}: {refusal}"


def _decks(file: RoundFile, game: FiledGame) -> Iterator[str]:
    if file.decks is not None and file.decks != decks_of(game):
        yield f"decks: {file.decks}; the Rules Submission has {decks_of(game)}"


# Meters --------------------------------------------------------------------------------------------------------------


def _meter(name: str, part: MeterPart, game: FiledGame) -> tuple[MeterPart, list[str]]:
    """The meter with the terms that the filing supplies, and those of the round that differ."""
    base, _, amount = name.partition("@")
    wagers = [each for each in game.wagers if each.wager.meter == base]
    if not wagers:
        own = next((each.wager.meter for each in game.wagers if each.id == base), None)
        if own is not None:
            return part, []  # the round says so itself
        offered = list(dict.fromkeys(each.wager.meter for each in game.wagers if each.wager.meter is not None))
        hint = did_you_mean(nearest(base, offered))
        return part, [f"meters.{name}: the Rules Submission offers no wager on it{hint}; meters: {listed(offered)}"]
    faults: list[str] = []
    changed: dict[str, str] = {}
    filed = supplied_terms(game.edition, wagers[0], game.values)
    for term in TERM_NAMES:
        key = "reserve_rate" if term == "reserve" else term
        given, due = getattr(part, key), filed.get(term)
        if due is not None and given is None:
            changed[key] = due
        elif due is not None and _value(term, given, wagers[0].amounts) != _value(term, due, wagers[0].amounts):
            faults.append(f"meters.{name}.{key}: {given!r}; the Rules Submission has {due!r}")
    faults.extend(_served(name, part.amount or amount, wagers[0]))
    return part.model_copy(update=changed), faults


def _served(name: str, amount: str, wager: FiledWager) -> Iterator[str]:
    try:
        micros = parse_money(amount) if amount else None
    except PayoutError:
        return  # the round says so itself
    if micros is not None and wager.amounts and micros not in wager.amounts:
        allowed = listed(dollars(each) for each in wager.amounts)
        yield f"meters.{name}: {dollars(micros)} is no amount the Rules Submission offers; allowed: {allowed}"


def _value(term: str, text: str, amounts: tuple[int, ...]) -> Fraction | str | None:
    try:
        return filed_rate(text) if term in {"increment", "reserve"} else filed_seed(text, amounts)
    except PayoutError:
        return text
