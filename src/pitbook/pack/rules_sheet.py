"""The effective rules at a gaming table, for the pit and for players: each wager and each option, in words and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from pitbook.choices import MeterTerms, Offer, required_wagers
from pitbook.pack.filing import Filing, GamingTables, Limits
from pitbook.payouts import MICROS, Award, PayoutKind, VigorishRounding, dollars, number_text, percent, vigorish_micros
from pitbook.tables import Row, Table, left, right

HOW_TO_READ: Final = (
    "To 1: the wager comes back as well. For 1: the wager does not come back. The first row from the top whose hand is held is "
    "paid, and no other."
)


@dataclass(frozen=True)
class RulesPage:
    """The page of a gaming table: ``wagers`` are its pays, ``options`` what was chosen where the rules leave a choice."""

    title: str
    subtitle: str
    wagers: tuple[Table, ...]
    options: Table
    notes: tuple[str, ...]


def rules_pages(filing: Filing) -> list[list[RulesPage]]:
    """For each game of a filing a page for each of its gaming tables; the pages of one game differ in their titles alone."""
    day = filing.effective_date or filing.filing_date
    return [[_page(filing, tables, number, day) for number in tables.numbers] for tables in filing.tables]


def _page(filing: Filing, tables: GamingTables, number: str, day: date) -> RulesPage:
    games = tables.offers[0]
    place = filing.facility or filing.certificate_holder
    return RulesPage(
        title=f"{tables.name}, table {number}",
        subtitle=f"{place} · effective {day.isoformat()} · {games.game.chapter}, edition {games.edition.id}",
        wagers=tuple(wager_table(offered, _limits_of(tables, offered)) for offered in tables.offers),
        options=options_table(tables),
        notes=(HOW_TO_READ,),
    )


def _limits_of(tables: GamingTables, offered: Offer) -> Limits:
    wager = offered.wager
    for name in (wager.id, wager.basis, wager.equals):
        if name is not None and name in tables.limits:
            return tables.limits[name]
    return Limits()


# Wagers --------------------------------------------------------------------------------------------------------------


def wager_table(offered: Offer, limits: Limits) -> Table:
    """A wager's pays, with what each comes to on the least stake; its conditions are the notes."""
    stake = min(limits.amounts) if limits.amounts else limits.minimum_micros or MICROS
    rows = tuple(Row((row.hand, row.pays or "N/A", pays_on(row.award, stake, offered))) for row in offered.rows)
    extras = tuple(Row((f"{extra.hand} (drawn)", extra.pays, pays_on(extra.award, stake))) for extra in offered.extras)
    table = "" if offered.label == "standard" else f", paytable {offered.label}"
    on = "an Ante of " if offered.wager.basis else ""
    return Table(
        title=f"{offered.wager.name}{table}",
        subtitle=offered.citation,
        columns=(*left("Hand"), *right("Pays", f"On {on}{dollars(stake)}")),
        rows=(*rows, *extras),
        notes=tuple(_conditions(offered, limits)),
    )


def pays_on(award: Award, stake_micros: int, offered: Offer | None = None) -> str:
    """What an award comes to on a stake, in figures: the win, less an offer's vigorish, and whether the wager comes back."""
    if award.kind is PayoutKind.NOTHING:
        return "nothing"
    if award.kind is PayoutKind.PUSH:
        return "the wager back"
    if award.kind is PayoutKind.METER:
        return "the whole meter" if award.whole_meter else f"{percent(award.share)} of the meter"
    won = int(award.multiple * stake_micros + award.dollars_micros)
    if offered is not None and offered.vigorish and award.kind is PayoutKind.TO_ONE:
        rounding = VigorishRounding(offered.values.get("commission-rounding", VigorishRounding.EXACT))
        won -= vigorish_micros(won, offered.vigorish, rounding, offered.wager.vigorish_multiple)
    comes_back = award.stake_back and (offered is None or not offered.wager.stakeless)
    return f"{dollars(won)}{' + wager' if comes_back else ''}"


def _conditions(offered: Offer, limits: Limits) -> Iterator[str]:
    wager = offered.wager
    stakes = _stakes(limits)
    equal = f"equal to the {wager.equals}" if wager.equals else ""
    paid_on = f"paid on the {wager.basis}" if wager.basis else ""
    yield ". ".join(_sentence(part) for part in (stakes, equal, paid_on, wager.placed) if part) + "."
    needed = required_wagers(offered.edition, wager, offered.values)
    if needed:
        yield f"Needs {' or '.join(needed)} beside it."
    if wager.after_fold != "no fold":
        yield f"After a fold: {_after_fold(offered)}."
    if offered.vigorish:
        yield f"Vigorish {percent(offered.vigorish)} of the amount won."
    if offered.terms is not None:
        yield _meter(offered.terms, wager.divided is not None)
    yield from _envy(offered)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _stakes(limits: Limits) -> str:
    if limits.amounts:
        return "wager of " + " or ".join(dollars(each) for each in sorted(limits.amounts))
    low, high = limits.minimum_micros, limits.maximum_micros
    if low is not None and high is not None:
        return f"{dollars(low)} to {dollars(high)}"
    if high is not None:
        return f"up to {dollars(high)}"
    return f"from {dollars(low)}" if low is not None else ""


def _after_fold(offered: Offer) -> str:
    """What becomes of the wager, by the reading that decides it where there is one."""
    wager = offered.wager
    if wager.fold_reading is None:
        return wager.after_fold
    reading = offered.edition.reading(wager.fold_reading)
    value = offered.values[reading.id]
    return reading.values.get(value, value)


def _meter(terms: MeterTerms, divided: bool) -> str:
    parts = []
    if terms.seed is not None:
        parts.append(f"starts at {number_text(terms.seed)} times the wager")
    if terms.increment is not None:
        parts.append(f"takes in {percent(terms.increment)} of each wager")
    if terms.reserve:
        parts.append(f"its reserve {percent(terms.reserve)}")
    if terms.reseed is not None and terms.reseed != terms.seed:
        again = f"at {number_text(terms.reseed)} times the wager and" if terms.reseed else "with"
        parts.append(f"starts again {again} its reserve")
    shared = " A share is divided equally among those who placed the wager." if divided else ""
    return f"Meter: {', '.join(parts)} ({terms.citation}).{shared}" if parts else f"Meter: terms as filed.{shared}"


def _envy(offered: Offer) -> Iterator[str]:
    terms = offered.envy
    if terms is None:
        return
    hands = {row.outcome: row.hand for row in offered.rows}
    for row in terms.rows:
        pays = ", ".join(f"{text}{f' on a wager of {wager}' if wager else ''}" for wager, text in row.printed.items())
        yield f"Envy Bonus when another player holds {hands.get(row.outcome, row.hand)}: {pays} ({terms.citation})."
    if terms.minimum_micros:
        yield f"An Envy Bonus needs a wager of {dollars(terms.minimum_micros)} or more."


# Options -------------------------------------------------------------------------------------------------------------


def options_table(tables: GamingTables) -> Table:
    """Option by option what applies: the filing's own settings, then each reading that decides a payment."""
    rows = [Row((name, value, "Rules Submission")) for name, value in tables.options]
    if tables.aggregate_limit_micros is not None:
        rows.append(Row(("Most that the bonus wagers of one hand pay", dollars(tables.aggregate_limit_micros), "Rules Submission")))
    for asks, answer, citation in _decided(tables.offers):
        rows.append(Row((asks, answer, citation)))
    return Table("What applies", left("Point", "At this table", "Clause"), tuple(rows))


def _decided(offers: Sequence[Offer]) -> Iterator[tuple[str, str, str]]:
    seen: set[str] = {"aggregate-limit"}
    for offered in offers:
        for each in (*offered.readings("settlement"), *offered.readings("odds")):
            if each.reading.id not in seen:
                seen.add(each.reading.id)
                yield each.reading.asks, each.meaning, each.reading.citation
