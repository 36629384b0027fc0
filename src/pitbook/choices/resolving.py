"""A wager, a paytable and what was picked, resolved into an offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from pitbook.choices.offers import ChoiceError, Offer, OfferRow
from pitbook.choices.picked import check_options, pays_extras, reading_values, touching
from pitbook.choices.terms import envy_terms, meter_terms
from pitbook.names import listed, slug
from pitbook.payouts import MICROS, PayoutError, PayoutKind, parse_payout, parse_rate, payout_text
from pitbook.rulebook import Edition, Game, Paytable, PrintedTerms, RowOption, Wager


def offer(
    game: Game,
    wager_id: str,
    label: str | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    terms: Mapping[str, str] | None = None,
    wager_micros: int = MICROS,
    own_table: Paytable | None = None,
    day: date | None = None,
    edition: Edition | None = None,
) -> Offer:
    """Resolve one wager with one paytable.

    ``label`` may be left out where the wager has a single paytable. ``readings`` and ``options`` are what was chosen. ``terms``
    overrides or supplies ``seed``, ``reseed``, ``increment`` and ``reserve`` as texts; plain dollars are those of the meter that
    serves wagers of ``wager_micros``. ``own_table`` is a table of the user's own in place of a printed one; ``edition`` one that is
    taken whatever the day. Raises :class:`ChoiceError` or ``UnknownNameError``.
    """
    in_force = edition or game.edition(day)
    wager = in_force.wager(wager_id)
    values = reading_values(in_force, readings or {})
    table = own_table or _printed_table(wager, label)
    chosen = dict(options or {})
    check_options(in_force, wager, chosen)
    family, reads = _cards_read(in_force, wager, values)
    rows, notes = _rows(in_force, wager, table, values, chosen)
    return Offer(
        game=game,
        edition=in_force,
        wager=wager,
        label=table.label,
        citation=table.citation,
        family=family,
        reads=reads,
        rows=rows,
        terms=meter_terms(in_force, wager, table, values, terms or {}, wager_micros),
        envy=envy_terms(in_force, wager, table.envy, values),
        extras=wager.extras if pays_extras(in_force, values) else (),
        vigorish=_vigorish(in_force, wager, values),
        values=values,
        own=own_table is not None,
        notes=notes,
        options=chosen,
    )


def with_terms(offered: Offer, terms: Mapping[str, str], wager_micros: int) -> Offer:
    """The offer with other meter terms, given as texts as for :func:`offer`."""
    table = Paytable(offered.label, offered.citation, (), _printed_terms(offered), None)
    return replace(offered, terms=meter_terms(offered.edition, offered.wager, table, offered.values, terms, wager_micros))


def _printed_terms(offered: Offer) -> PrintedTerms | None:
    terms = offered.terms
    if terms is None:
        return None
    return PrintedTerms(terms.citation, terms.seed, terms.reseed, terms.increment, terms.reserve, {})


def _printed_table(wager: Wager, label: str | None) -> Paytable:
    if label is not None:
        return wager.paytable(label)
    if len(wager.paytables) == 1:
        return wager.paytables[0]
    raise ChoiceError(f"{wager.id}: a paytable must be chosen; allowed: {listed(table.label for table in wager.paytables)}")


def _cards_read(edition: Edition, wager: Wager, values: Mapping[str, str]) -> tuple[str | None, tuple[str, ...]]:
    family, reads = wager.family, wager.reads
    for each in touching(edition, wager):
        value = values[each.id]
        family = each.family.get(value, family)
        reads = each.reads.get(value, reads)
    return family, reads


def _rows(
    edition: Edition, wager: Wager, table: Paytable, values: Mapping[str, str], chosen: Mapping[str, str]
) -> tuple[tuple[OfferRow, ...], tuple[str, ...]]:
    rows: list[OfferRow] = []
    notes: list[str] = []
    for printed in table.rows:
        value = values[printed.reading] if printed.reading else ""
        # A value that is not listed is a payout of the filing's own, in place of the printed one.
        pays = printed.pays_by_reading.get(value, value) if printed.reading else printed.pays
        award = parse_payout(pays) if printed.reading else printed.award
        if printed.reading and not pays:
            continue
        rows.append(OfferRow(printed.outcome, printed.hand, printed.event, pays, award, printed.citation or table.citation))
    rows = [_read_row(row, edition, wager, values) for row in rows]
    for each in touching(edition, wager):
        if values[each.id] in each.top_row:
            hand, event, pays = each.top_row[values[each.id]]
            rows.insert(0, OfferRow(slug(hand), hand, event, pays, parse_payout(pays), each.citation))
    for option in edition.options:
        if option.id in chosen and wager.id in option.floors:
            row, note = _option_row(option, wager, chosen[option.id], rows, values)
            rows.insert(0, row)
            notes.extend(note)
    return tuple(rows), tuple(notes)


def _read_row(row: OfferRow, edition: Edition, wager: Wager, values: Mapping[str, str]) -> OfferRow:
    """The row with its event as the readings choose it, and without its stake where a reading keeps it."""
    for each in touching(edition, wager):
        replaced = each.events.get(values[each.id], {}).get(row.event)
        if replaced is not None:
            row = replace(row, event=replaced)
        if row.award.kind is PayoutKind.DOLLARS and values[each.id] in each.keeps_stake:
            row = replace(row, award=replace(row.award, stake_back=False))
    return row


def _option_row(
    option: RowOption, wager: Wager, pays: str, rows: Sequence[OfferRow], values: Mapping[str, str]
) -> tuple[OfferRow, list[str]]:
    floor = parse_payout(option.floors[wager.id])
    try:
        award = parse_payout(pays)
    except PayoutError as fault:
        raise ChoiceError(f"{wager.id}, option {option.id}: {fault}") from fault
    if award.kind is not PayoutKind.TO_ONE:
        raise ChoiceError(f"{wager.id}, option {option.id}: {pays!r} is not odds to 1; allowed: at least {payout_text(floor)}")
    notes = []
    if award.multiple < floor.multiple:
        notes.append(f"{option.id} at {pays} is below the floor of {payout_text(floor)} ({option.citation})")
    if option.reading and values[option.reading] in option.adds_to:
        beneath = next((row for row in rows if row.event == option.adds_to[values[option.reading]]), None)
        if beneath is not None:
            award = replace(award, multiple=award.multiple + beneath.award.multiple)
            pays = payout_text(award)
    return OfferRow(option.id, option.hand, option.event, pays, award, option.citation), notes


def below_floor(game: Game, wager_id: str, option_id: str, pays: str, day: date | None = None) -> str | None:
    """The floor that an option's odds fall short of, or None."""
    edition = game.edition(day)
    for option in edition.options:
        if option.id == option_id and wager_id in option.floors:
            floor = parse_payout(option.floors[wager_id])
            if parse_payout(pays).multiple < floor.multiple:
                return option.floors[wager_id]
    return None


def _vigorish(edition: Edition, wager: Wager, values: Mapping[str, str]) -> Fraction:
    rate = wager.vigorish or Fraction(0)
    if wager.vigorish_reading is not None:
        rate = parse_rate(values[wager.vigorish_reading])
    for each in touching(edition, wager):
        if values[each.id] in each.vigorish and wager.vigorish is not None:
            rate = parse_rate(each.vigorish[values[each.id]])
    return rate
