"""The conformance check that every game folder passes: rules, events, counts and cases hold together.

It asks that the rules load; that every event has a meaning, occurs, and is named by a row or declared as a fact or as a
reading's; that a family has the symmetry it claims; that no table pays a later fixed row more than an earlier one that can hold
with it; that counts sum to all deals and every paytable's rows to the same; that the PAR sheet gives the same row and amount as the
settlement of the same cards; that every case of ``cases.toml`` is so, and that every row of every wager has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from math import perm
from operator import or_
from typing import Final

from pitbook.cards import Deck, card
from pitbook.catalog import rulebook
from pitbook.choices import Offer, offer
from pitbook.conformance.cases import case_faults, hand_faults, hand_findings, load_cases, outcomes_proven
from pitbook.conformance.cases_file import CasesFile
from pitbook.conformance.symmetry import symmetry_findings
from pitbook.counting import histogram
from pitbook.errors import InputError
from pitbook.families import Deal, Family, events_module, families, mask_function
from pitbook.findings import Finding, Severity
from pitbook.meanings import Role
from pitbook.names import listed
from pitbook.par import Conditions, ParSheet, deck_of, sheet
from pitbook.payouts import PayoutKind, dollars, parse_money
from pitbook.rulebook import Game, Wager
from pitbook.settlement import fixed_award

SHOWDOWN_SAMPLE: Final = Deck(tuple(sorted(card(rank, suit) for rank in (0, 3, 9, 10) for suit in range(3))))
"""Deuces, fives, jacks and queens of three suits: every kind of showdown occurs among them."""


@dataclass(frozen=True)
class GameCheck:
    """What was checked of a game, and what was found."""

    game: str
    events: int
    paytables: int
    hands: int
    rounds: int
    findings: tuple[Finding, ...]


def check_game(game_id: str) -> tuple[Finding, ...]:
    """Run the check over a game's folder; nothing is found where all is well. Raises ``UnknownNameError``, ``RulebookError``."""
    return examine(game_id).findings


def examine(game_id: str) -> GameCheck:
    """As :func:`check_game`, with how much was checked."""
    game = rulebook().game(game_id)
    try:
        cases = load_cases(game.folder)
    except InputError as fault:
        cases = CasesFile()
        unread = [_finding("cases-unread", "cases.toml", str(fault), "expert cases, as told in cases_file")]
    else:
        unread = []
    checks: tuple[Callable[[Game, CasesFile], Iterator[Finding]], ...] = (
        _meanings, _events_named, _events_occur, _symmetry, _row_order, _counts, _par_agrees, _hands, _rounds, _rows_proven,
    )  # fmt: skip
    found = [finding for check in checks for finding in check(game, cases)]
    return GameCheck(
        game=game.id,
        events=sum(len(family.events) for family in families(game.package).values()),
        paytables=sum(len(wager.paytables) for wager in game.wagers),
        hands=len(cases.hand),
        rounds=len(cases.case),
        findings=(*unread, *found),
    )


def examine_games(game: str | None = None) -> list[GameCheck]:
    """The checks of one game, or of all."""
    names = list(rulebook().games) if game is None else [rulebook().game(game).id]
    return [examine(name) for name in names]


def _finding(code: str, place: str, found: str, allowed: str, citation: str = "", remedy: str = "") -> Finding:
    return Finding(code, Severity.VIOLATION, place, found, allowed, citation, remedy)


# Events --------------------------------------------------------------------------------------------------------------


def _meanings(game: Game, cases: CasesFile) -> Iterator[Finding]:
    del cases
    known_as = getattr(events_module(game.package), "MEANINGS", {})
    for family in families(game.package).values():
        own = known_as.get(family.name, {})
        for event in family.events:
            if event not in own:
                yield _finding("event-without-meaning", f"events.py, {family.name}, {event}", "no meaning", "an entry of MEANINGS")
        for event in own:
            if event not in family.events:
                yield _finding(
                    "meaning-without-event", f"events.py, {family.name}, {event}", "no such event", listed(family.events)
                )


def _events_named(game: Game, cases: CasesFile) -> Iterator[Finding]:
    """Row events are named by the rules, others are declared as facts, readings or another game's."""
    del cases
    for family in families(game.package).values():
        rows, readings = _named(game, family)
        for event, meaning in getattr(events_module(game.package), "MEANINGS", {}).get(family.name, {}).items():
            place = f"events.py, {family.name}, {event}"
            if meaning.role is Role.ROW and event not in rows:
                yield _finding("event-unused", place, "no row, option or choice names it", "a row, or another role in MEANINGS")
            if meaning.role is Role.READING and event not in readings and family.deal is not Deal.SHOWDOWN:
                yield _finding("event-unused", place, "no reading names it", "a reading, or another role in MEANINGS")
            if meaning.role in (Role.FACT, Role.OTHER_GAME) and event in rows | readings:
                yield _finding("event-role", place, f"declared: {meaning.role}", "the role of an event that a row or reading names")


def _named(game: Game, family: Family) -> tuple[set[str], set[str]]:
    """The events of a family that rows, options and choices name, and those that readings put in their place."""
    rows: set[str] = set()
    readings: set[str] = set()
    for edition in game.editions:
        for reading in edition.readings:
            readings.update(new for events in reading.events.values() for new in events.values())
            readings.update(event for _, event, _ in reading.top_row.values())
        rows.update(option.event for option in edition.options)
        for wager in edition.wagers:
            if family.name in _families_of(wager, game):
                rows.update(row.event for table in wager.paytables for row in table.rows)
                rows.update(event for each in wager.player_choice.values() for event in each.values())
    return rows & set(family.events), readings & set(family.events)


def _families_of(wager: Wager, game: Game) -> set[str]:
    """The families that a wager may read, under any reading."""
    found = {wager.family} if wager.family is not None else set()
    for edition in game.editions:
        for reading in edition.readings:
            if wager.id in reading.wagers:
                found.update(reading.family.values())
    return found


def _events_occur(game: Game, cases: CasesFile) -> Iterator[Finding]:
    del cases
    for family in families(game.package).values():
        seen = reduce(or_, _masks(game, family), 0)
        for event in family.events:
            if not seen & family.bit(event):
                yield _finding("event-never", f"events.py, {family.name}, {event}", "no hand has it", "events that occur")


def _symmetry(game: Game, cases: CasesFile) -> Iterator[Finding]:
    del cases
    return symmetry_findings(game)


def _masks(game: Game, family: Family) -> Mapping[int, int]:
    """Every mask that occurs, with its number of deals; of a showdown a sample."""
    if family.deal is not Deal.SHOWDOWN:
        return histogram(game.package, family.name, deck_of(game, game.default_decks))
    mask = mask_function(game.package, family)
    counts: dict[int, int] = {mask(0b111, 0b111 << 3, 1): 1}
    for own in SHOWDOWN_SAMPLE.hands(family.cards):
        for other in SHOWDOWN_SAMPLE.without(own).hands(family.cards):
            found = mask(own, other, 0)
            counts[found] = counts.get(found, 0) + 1
    return counts


# Rows ----------------------------------------------------------------------------------------------------------------


def _row_order(game: Game, cases: CasesFile) -> Iterator[Finding]:
    """No table pays a later fixed row more than an earlier one that can hold with it, under the default readings."""
    del cases
    for wager in game.wagers:
        if wager.family is None:
            continue
        family = families(game.package)[wager.family]
        masks = _masks(game, family)
        for offered in _offers(game, wager):
            yield from _later_pays_more(offered, family, masks)


def _later_pays_more(offered: Offer, family: Family, masks: Mapping[int, int]) -> Iterator[Finding]:
    rows = [(row, family.bit(row.event)) for row in offered.rows if not row.award.share]
    for n, (early, early_bit) in enumerate(rows):
        for late, late_bit in rows[n + 1 :]:
            both = early_bit | late_bit
            pays = (early.award.fixed_multiple, early.award.dollars_micros) < (late.award.fixed_multiple, late.award.dollars_micros)
            if pays and early.award.kind is not PayoutKind.DOLLARS and any(mask & both == both for mask in masks):
                place = f"rules.toml, {offered.wager.id} {offered.label}"
                found = f"{late.hand} at {late.pays} stands under {early.hand} at {early.pays or 'N/A'}, and both can hold"
                yield _finding("later-row-pays-more", place, found, "rows in the order of their pay", offered.citation)


def _offers(game: Game, wager: Wager) -> Iterator[Offer]:
    for table in wager.paytables:
        yield offer(game, wager.id, table.label)


# Counts --------------------------------------------------------------------------------------------------------------


def _counts(game: Game, cases: CasesFile) -> Iterator[Finding]:
    """Counts of a family sum to all deals, and so do those of every paytable's rows."""
    del cases
    deck = deck_of(game, game.default_decks)
    for family in families(game.package).values():
        if family.deal is Deal.SHOWDOWN:
            continue
        expected, found = _deals(family, deck), sum(_masks(game, family).values())
        if found != expected:
            yield _finding("counts", f"events.py, {family.name}", f"{found:,} deals counted", f"{expected:,}")
    for wager in game.wagers:
        if not _has_sheet(game, wager):
            continue
        for offered in _offers(game, wager):
            made = sheet(offered, Conditions())
            found = sum(row.count for row in made.rows)
            if found != made.total:
                place = f"{wager.id} {offered.label}"
                yield _finding("counts", place, f"rows sum to {found:,}", f"{made.total:,}", offered.citation)


def _deals(family: Family, deck: Deck) -> int:
    """How many deals a family has: sets of cards, or orders of the first six of a shoe."""
    return perm(deck.size, 6) if family.deal is Deal.COUP else deck.hand_count(family.cards)


def _has_sheet(game: Game, wager: Wager) -> bool:
    """Whether the sheet of a wager is one of a hand family."""
    return wager.no_sheet is None and wager.family is not None and not wager.stakeless and not _is_showdown(game, wager)


def _is_showdown(game: Game, wager: Wager) -> bool:
    return wager.family is not None and families(game.package)[wager.family].deal is Deal.SHOWDOWN


def _par_agrees(game: Game, cases: CasesFile) -> Iterator[Finding]:
    """The sheet's row for a hand is the one that is settled, and hands over the same."""
    sheets: dict[str, ParSheet] = {}
    for part in cases.hand:
        wager = next((each for each in game.wagers if each.id == part.wager), None)
        if wager is None or not _has_sheet(game, wager):
            continue
        try:
            findings, stake = hand_findings(game, part), parse_money(part.stake)
        except InputError:
            continue  # told by the case itself
        for each in findings:
            row = each.decision.row
            if each.color not in (None, "red"):
                continue  # the sheet is made with the rows as printed
            terms = f"{part.wager} {each.offered.label} {stake} {part.readings} {part.options}"
            if terms not in sheets:
                sheets[terms] = sheet(each.offered, Conditions(wager_micros=stake))
            made = sheets[terms]
            own = made.row("lose" if row is None else row.outcome)
            handed = 0 if row is None else stake * row.award.share if row.award.share else fixed_award(each.offered, row, stake)[0]
            by_sheet = stake * (own.share or own.handed_over)
            if own.count == 0 or handed != by_sheet:
                place = f"{part.wager} {each.offered.label}, {part.cards}"
                found = f"{own.outcome}: the sheet counts {own.count:,} and hands over {dollars(int(by_sheet))}"
                yield _finding("par-against-settlement", place, found, f"{dollars(int(handed))}, as settled", part.clause)


# Cases ---------------------------------------------------------------------------------------------------------------


def _hands(game: Game, cases: CasesFile) -> Iterator[Finding]:
    for part in cases.hand:
        for fault in hand_faults(game, part):
            yield _finding("case", f"cases.toml, {part.wager}: {part.name}", fault, "what the case says", part.clause)


def _rounds(game: Game, cases: CasesFile) -> Iterator[Finding]:
    for part in cases.case:
        for fault in case_faults(game, part):
            yield _finding("case", f"cases.toml: {part.name}", fault, "what the case says", part.clause)


def _rows_proven(game: Game, cases: CasesFile) -> Iterator[Finding]:
    """Every row that some paytable pays has a case, and so has a loss."""
    proven = outcomes_proven(cases)
    for wager in game.wagers:
        for table in wager.paytables:
            for row in table.rows:
                pays = row.award.kind is not PayoutKind.NOTHING or any(row.pays_by_reading.values())
                if pays and (wager.id, row.outcome) not in proven and (wager.id, None) not in proven:
                    place = f"cases.toml, {wager.id} {table.label}"
                    yield _finding("row-without-case", place, f"no case of {row.hand}", "a case for every row", table.citation)
        if not wager.stakeless and (wager.id, "lose") not in proven:
            yield _finding(
                "row-without-case", f"cases.toml, {wager.id}", "no case of a loss", "a case for every row", wager.citation
            )
