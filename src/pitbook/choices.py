"""Resolved choices: what a filing, a round or a command picked among the printed rules.

:func:`offer` takes a wager, a paytable and the readings and options in force and returns an :class:`Offer`: the rows in the
order in which they are tested, each with its event and its award, and the meter and envy terms. Odds, settlement and filing
checks all start from an offer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from pitbook.errors import InputError
from pitbook.names import listed, slug
from pitbook.payouts import (
    MICROS,
    Award,
    EnvyAmount,
    PayoutError,
    PayoutKind,
    dollars,
    parse_meter_amount,
    parse_money,
    parse_payout,
    parse_rate,
    payout_text,
)
from pitbook.rulebook import (
    Edition,
    Envy,
    EnvyRow,
    Extra,
    Game,
    Paytable,
    PrintedTerms,
    Reading,
    RowOption,
    UnknownNameError,
    Wager,
)


class ChoiceError(InputError):
    """A choice that the rules do not offer; the message names the place, what was found and what is allowed."""


class AmountError(ChoiceError):
    """A wager amount for which the text prints no Envy Bonus, where the reading refuses such an amount."""


@dataclass(frozen=True)
class OfferRow:
    """A row as offered: ``pays`` is the wording, ``award`` its meaning, ``event`` the name in the wager's family."""

    outcome: str
    hand: str
    event: str
    pays: str
    award: Award
    citation: str


@dataclass(frozen=True)
class MeterTerms:
    """The terms of a wager's meter: seed and reseed as multiples of the wager, rates as fractions of it.

    None stands for what neither the text nor the choice gives. ``given`` names the terms that were given and not printed.
    """

    meter: str
    citation: str
    seed: Fraction | None
    reseed: Fraction | None
    increment: Fraction | None
    reserve: Fraction | None
    given: tuple[str, ...] = ()

    def seed_micros(self, wager_micros: int) -> Fraction | None:
        """The seed in micro-dollars for a wager amount."""
        return None if self.seed is None else self.seed * wager_micros

    def reseed_micros(self, wager_micros: int) -> Fraction:
        """What the house puts on after a whole-meter award, in micro-dollars; nothing where no reseed is printed."""
        return (self.reseed or Fraction(0)) * wager_micros


@dataclass(frozen=True)
class EnvyTerms:
    """Envy Bonus terms: who triggers it, the least wager that draws it, the pays by row."""

    citation: str
    trigger: str
    minimum_micros: int
    other_amounts: str
    rows: tuple[EnvyRow, ...]

    @property
    def wager_amounts(self) -> tuple[int, ...]:
        """Wager amounts with a column of their own, in micro-dollars; empty where one figure serves all."""
        return tuple(sorted({amount for row in self.rows for amount in row.amounts if amount is not None}))

    def row(self, outcome: str) -> EnvyRow | None:
        """The envy row of an outcome, if it has one."""
        return next((row for row in self.rows if row.outcome == outcome), None)

    def micros(self, outcome: str, wager_micros: int) -> int | None:
        """What an outcome brings a receiver with this wager; None without a row, 0 below the least wager.

        Raises :class:`ChoiceError` for an amount without a column unless the reading takes it in proportion.
        """
        row = self.row(outcome)
        if row is None:
            return None
        if wager_micros < self.minimum_micros:
            return 0
        amount = row.amounts.get(None) or row.amounts.get(wager_micros)
        if amount is not None:
            return amount.micros(wager_micros)
        if self.other_amounts == "linear":
            return _in_proportion(row.amounts, wager_micros)
        allowed = listed(dollars(each) for each in self.wager_amounts)
        raise AmountError(f"{self.citation} prints no Envy Bonus for a wager of {dollars(wager_micros)}; allowed: {allowed}")


def _in_proportion(amounts: Mapping[int | None, EnvyAmount], wager_micros: int) -> int:
    base = min(amount for amount in amounts if amount is not None)
    return int(Fraction(amounts[base].micros(base)) * wager_micros / base)


@dataclass(frozen=True)
class ReadingInForce:
    """A reading and the value in force; ``given`` when it was chosen and not the default."""

    reading: Reading
    value: str
    given: bool

    @property
    def meaning(self) -> str:
        """What the value means, in words."""
        return self.reading.values.get(self.value, self.value)


@dataclass(frozen=True)
class Offer:
    """A wager as offered, with one paytable, resolved under the readings in force."""

    game: Game
    edition: Edition
    wager: Wager
    label: str
    citation: str
    family: str | None
    reads: tuple[str, ...]
    rows: tuple[OfferRow, ...]
    terms: MeterTerms | None
    envy: EnvyTerms | None
    extras: tuple[Extra, ...]
    vigorish: Fraction
    values: Mapping[str, str]
    own: bool = False
    notes: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_share_rows(self) -> bool:
        """Whether some row pays a part of the meter and not the whole."""
        return any(0 < row.award.share < 1 for row in self.rows)

    @property
    def pays_from_meter(self) -> bool:
        """Whether some row pays from a meter."""
        return any(row.award.share for row in self.rows)

    @property
    def after_fold(self) -> str:
        """What a fold does to the wager: ``lost``, ``settled``, ``not due`` or ``no fold``, by the reading where there is one."""
        return self.wager.after_fold if self.wager.fold_reading is None else self.values[self.wager.fold_reading]

    @property
    def lost_by_fold(self) -> bool:
        """Whether a fold loses the wager on cards that might have won it.

        A wager on the player's own cards alone is none of them: who plays the base game well folds no hand that it pays.
        """
        decided_by_others = self.reads != ("player",) and self.wager.kind.value != "base" and not self.wager.stakeless
        return decided_by_others and self.after_fold == "lost"

    def readings(self, affects: str) -> tuple[ReadingInForce, ...]:
        """The readings that this offer depends on, for ``odds``, ``settlement``, ``filing`` or ``meter``."""
        return tuple(
            ReadingInForce(each, self.values[each.id], self.values[each.id] != each.default)
            for each in self.edition.readings
            if affects in each.affects and self._touched_by(each)
        )

    def _touched_by(self, reading: Reading) -> bool:
        if reading.id == "envy-other-amounts" and (self.envy is None or not self.envy.wager_amounts):
            return False
        if reading.scope == "wagers":
            return self.wager.id in reading.wagers
        if reading.wagers and self.wager.id not in reading.wagers:
            return False
        return {
            "all": True,
            "bonus": self.wager.kind.value == "bonus",
            "meter": self.pays_from_meter,
            "share": self.has_share_rows,
            "divided": self.wager.divided is not None,
            "envy": self.envy is not None,
        }[reading.scope]


# Readings and options ------------------------------------------------------------------------------------------------


def reading_values(edition: Edition, given: Mapping[str, str]) -> dict[str, str]:
    """The value of every reading of an edition, the given ones checked. Raises :class:`ChoiceError` with all faults."""
    values = {each.id: each.default for each in edition.readings}
    faults: list[str] = []
    for name, value in given.items():
        try:
            values[name] = edition.reading(name).check(value)
        except UnknownNameError as fault:
            faults.append(fault.message)
    if faults:
        raise ChoiceError("; ".join(faults))
    return values


def required_wagers(edition: Edition, wager: Wager, values: Mapping[str, str]) -> tuple[str, ...]:
    """The wagers of which one must stand beside a wager; empty where none need."""
    for each in _touching(edition, wager):
        if values[each.id] in each.requires:
            return each.requires[values[each.id]]
    return wager.requires


def requires_citation(edition: Edition, wager: Wager) -> str:
    """The clause that says which wagers must stand beside a wager: that of the reading, where one decides it."""
    return wager.citation if wager.requires_reading is None else edition.reading(wager.requires_reading).citation


def allowed_options(edition: Edition, wager: Wager) -> tuple[str, ...]:
    """The names of the options that a wager has: rows a filing may add, and the probabilities of system extras."""
    names = [each.id for each in edition.options if wager.id in each.floors]
    names.extend(f"{extra.outcome}-probability" for extra in wager.extras)
    names.extend(wager.options)
    return tuple(names)


def check_options(edition: Edition, wager: Wager, given: Mapping[str, str]) -> None:
    """Raises :class:`ChoiceError` for an option the wager does not have."""
    allowed = allowed_options(edition, wager)
    for name in given:
        if name not in allowed:
            raise ChoiceError(UnknownNameError("option", name, allowed, wager.id).message)


# Offers --------------------------------------------------------------------------------------------------------------


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
        terms=_terms(wager, table, values, terms or {}, wager_micros),
        envy=_envy_terms(in_force, wager, table.envy, values),
        extras=wager.extras if values.get("magic-lucky") == "offered" else (),
        vigorish=_vigorish(in_force, wager, values),
        values=values,
        own=own_table is not None,
        notes=notes,
        options=chosen,
    )


def with_terms(offered: Offer, terms: Mapping[str, str], wager_micros: int) -> Offer:
    """The offer with other meter terms, given as texts as for :func:`offer`."""
    table = Paytable(offered.label, offered.citation, (), _printed_terms(offered), None)
    return replace(offered, terms=_terms(offered.wager, table, offered.values, terms, wager_micros))


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


def _touching(edition: Edition, wager: Wager) -> list[Reading]:
    return [each for each in edition.readings if wager.id in each.wagers]


def _cards_read(edition: Edition, wager: Wager, values: Mapping[str, str]) -> tuple[str | None, tuple[str, ...]]:
    family, reads = wager.family, wager.reads
    for each in _touching(edition, wager):
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
    for each in _touching(edition, wager):
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
    for each in _touching(edition, wager):
        replaced = each.events.get(values[each.id], {}).get(row.event)
        if replaced is not None:
            row = replace(row, event=replaced)
    if row.award.kind is PayoutKind.DOLLARS and values.get("super-royal-stake") == "kept":
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
    if option.reading and values[option.reading] == "on-top":
        beneath = next((row for row in rows if row.event == "straight-flush"), None)
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
    for each in _touching(edition, wager):
        if values[each.id] in each.vigorish and wager.vigorish is not None:
            rate = parse_rate(each.vigorish[values[each.id]])
    return rate


TERM_NAMES = ("seed", "reseed", "increment", "reserve")


def _terms(
    wager: Wager, table: Paytable, values: Mapping[str, str], given: Mapping[str, str], wager_micros: int
) -> MeterTerms | None:
    """The meter terms, those given in place of those printed.

    A seed given where none is printed is also the reseed, unless the text lets a reserve restart the meter.
    """
    unknown = [name for name in given if name not in TERM_NAMES]
    if unknown:
        raise ChoiceError(UnknownNameError("term", unknown[0], TERM_NAMES, wager.id).message)
    if wager.meter is None:
        if given:
            raise ChoiceError(f"{wager.id} has no meter, so it takes no terms ({listed(given)})")
        return None
    printed = table.terms
    found: dict[str, Fraction | None] = {name: getattr(printed, name) if printed is not None else None for name in TERM_NAMES}
    for name, text in given.items():
        found[name] = _given_term(wager, name, text, wager_micros)
    from_reserve = bool(found["reserve"]) and values.get("seed-not-applicable") != "reseed-parameter"
    if "seed" in given and "reseed" not in given and found["reseed"] is None and not from_reserve:
        found["reseed"] = found["seed"]
    return MeterTerms(
        wager.meter,
        printed.citation if printed is not None else table.citation,
        found["seed"],
        found["reseed"],
        found["increment"],
        found["reserve"],
        tuple(given),
    )


def _given_term(wager: Wager, name: str, text: str, wager_micros: int) -> Fraction | None:
    try:
        if name in {"increment", "reserve"}:
            return None if text.strip().lower() == "n/a" else parse_rate(text)
        return parse_meter_amount(text, wager_micros)
    except PayoutError as fault:
        raise ChoiceError(f"{wager.id}, term {name}: {fault}") from fault


def _envy_terms(edition: Edition, wager: Wager, envy: Envy | None, values: Mapping[str, str]) -> EnvyTerms | None:
    if envy is None:
        return None
    rows = envy.by_reading.get(values[envy.reading], envy.rows) if envy.reading else envy.rows
    minimum = values["envy-min-wager"]
    return EnvyTerms(
        citation=envy.citation,
        trigger=values["envy-trigger"],
        minimum_micros=parse_money(minimum) if re.match(r"\$?\d", minimum) else 0,
        other_amounts=values["envy-other-amounts"],
        rows=rows,
    )
