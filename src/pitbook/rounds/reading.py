"""A round of a form, checked whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from pitbook.catalog import rulebook
from pitbook.choices import reading_values
from pitbook.choices.picked import extras_reading
from pitbook.names import listed
from pitbook.round_file import RoundFile
from pitbook.rounds.cards import cards_of, check_repeats, dealer_setting, read_hands
from pitbook.rounds.draft import Draft, Under, unchanged
from pitbook.rounds.form import round_file
from pitbook.rounds.meters import read_meters
from pitbook.rounds.offers import read_offers
from pitbook.rounds.seats import check_seats, read_seat, recorded_stakes
from pitbook.rounds.values import FILED, Round, RoundError, Seat
from pitbook.rounds.wagers import check_wagers, voided
from pitbook.rulebook import UnknownNameError


def read_round(data: Any, *, today: date, ledger: bool = False) -> Round:
    """Check a round's values and resolve its choices.

    ``today`` is the day of a round that names none. ``ledger`` is set for a round that the ledger records: it brings no meters.
    Raises :class:`RoundError` with all faults. A round under a filing is read by ``round_filing``.
    """
    return read_round_file(round_file(data), today=today, ledger=ledger)


def read_round_file(file: RoundFile, *, today: date, ledger: bool = False, under: Under | None = None) -> Round:
    """The same from a round's form. Raises :class:`RoundError` with all faults, those of ``under`` among them."""
    return read(Draft(file, today, ledger, under or Under()))


def read(draft: Draft) -> Round:
    """The round of a draft. Raises :class:`RoundError` with all faults."""
    try:
        draft.game = rulebook().game(draft.file.game)
        draft.edition = draft.game.edition(draft.day)
    except UnknownNameError as fault:
        raise RoundError([fault.message]) from fault
    if draft.file.bank is not None:
        draft.fault("bank: rounds with a player bank or co-bank are not in the rulebook and are not settled")
    draft.values = read_values(draft)
    draft.recorded_only = {*draft.edition.recorded}
    for reading in draft.edition.readings:
        draft.recorded_only.update(reading.records.get(draft.values[reading.id], ()))
    draft.decks = read_decks(draft)
    hands, coup = read_hands(draft)
    seats = [read_seat(draft, part) for part in draft.file.seats]
    check_seats(draft, seats)
    offers = read_offers(draft, seats)
    draft.seats = seats
    meters = read_meters(draft, offers)
    seats = voided(draft, seats)
    check_wagers(draft, seats, offers, hands, coup, meters)
    recorded = {part.seat: recorded_stakes(draft, part) for part in draft.file.seats}
    magic_card, lucky_seats, lucky_dealer = read_extras(draft, seats)
    setting = dealer_setting(draft, hands)
    check_repeats(draft)
    if draft.faults:
        raise RoundError(list(dict.fromkeys(draft.faults)))
    return Round(
        game=draft.game,
        edition=draft.edition,
        day=draft.day,
        values={**draft.values, **draft.under.values},
        seats=tuple(seats),
        hands=hands,
        coup=coup,
        offers=offers,
        meters=meters,
        dealer_setting=setting,
        magic_card=magic_card,
        lucky_seats=lucky_seats,
        lucky_dealer=lucky_dealer,
        recorded={seat: found for seat, found in recorded.items() if found},
        limits=draft.limits,
        decks=draft.decks,
        key=draft.file.key,
        table=draft.file.table,
        filing=draft.under.filing,
    )


def read_values(draft: Draft) -> dict[str, str]:
    """The readings in force."""
    good = {}
    for name, value in draft.file.readings.items():
        try:
            good[name] = draft.edition.reading(name).check(value)
        except UnknownNameError as fault:
            draft.fault(f"readings: {fault.message}")
        if value == FILED and draft.under.as_filed is unchanged:
            draft.fault(f"readings.{name}: {FILED!r} is a table of the Rules Submission, which a round does not bring")
    return reading_values(draft.edition, good)


def read_decks(draft: Draft) -> int:
    """The decks in the shoe."""
    decks = draft.file.decks or int(draft.values.get("decks", draft.game.default_decks))
    if decks not in draft.game.decks:
        draft.fault(f"decks: {decks}; allowed: {listed(str(each) for each in draft.game.decks)}")
        return draft.game.default_decks
    return decks


def read_extras(draft: Draft, seats: Sequence[Seat]) -> tuple[int | None, frozenset[int], bool]:
    """The Magic Card, the seats drawn for the Lucky Bonus, whether the dealer was drawn."""
    drawn = [draft.file.lucky] if isinstance(draft.file.lucky, str) else list(draft.file.lucky)
    if draft.file.magic_card is not None or drawn:
        _check_extras_are_paid(draft)
    card = None
    if draft.file.magic_card is not None:
        found = cards_of(draft, "magic_card", draft.file.magic_card, 1, count=False)
        card = found[0] if found else None
    numbers = {seat.number for seat in seats}
    for each in drawn:
        if each != "dealer" and each not in numbers:
            draft.fault(f"lucky: there is no seat {each}; allowed: {listed(str(n) for n in sorted(numbers))}, dealer")
    return card, frozenset(each for each in drawn if isinstance(each, int)), "dealer" in drawn


def _check_extras_are_paid(draft: Draft) -> None:
    reading = extras_reading(draft.edition)
    if not any(each.extras for each in draft.edition.wagers):
        draft.fault(f"magic_card, lucky: {draft.game.id} has no pays that the table's system draws; leave them out")
    elif reading is not None and draft.values[reading.id] not in reading.pays_extras:
        draft.fault(f"magic_card, lucky: not offered; {draft.set_where(reading.id, reading.pays_extras[0])}")
