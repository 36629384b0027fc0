"""The rules in effect at a gaming table under a filing: one page for each table, for the pit and for the players.

A page says, option by option and with the clause, what may be wagered and what it pays, in figures and in words; how the meters
run; and how unclear clauses are read there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitbook.choices import Offer, required_wagers
from pitbook.names import listed
from pitbook.number_words import payout_words
from pitbook.payouts import MICROS, Award, PayoutKind, dollars, number_text, percent
from pitbook.rulebook import Reading
from pitbook.submission import FiledGame, FiledWager, Submission
from pitbook.tables import Document, Row, Table, left, right


def effective_rules(filing: Submission) -> tuple[Document, ...]:
    """A page for each gaming table of a filing, in its order. A wager without a printed paytable is named and has no rows."""
    return tuple(_page(filing, game, number) for game in filing.games for number in game.part.tables)


def _page(filing: Submission, game: FiledGame, number: str) -> Document:
    title = f"Rules in effect at table {number}: {game.game.name}"
    tables = [
        _wagers(filing, game, title),
        _payouts(game),
        *_meters(game),
        *_readings(game),
    ]
    return Document(title, tables)


# Wagers and what they pay --------------------------------------------------------------------------------------------


def _wagers(filing: Submission, game: FiledGame, title: str) -> Table:
    file = filing.file
    held = f"{game.game.chapter}, edition {game.edition.id} ({game.edition.period})"
    figures = [("Certificate holder", file.certificate_holder), ("In effect from", str(filing.day)), ("Rules", held)]
    if file.facility:
        figures.insert(1, ("Facility", file.facility))
    if file.reference:
        figures.append(("Rules Submission", file.reference))
    if len(game.game.decks) > 1:
        figures.append(("Decks", str(game.part.decks or game.game.default_decks)))
    if game.part.systems:
        figures.append(("Table game systems", listed(f"§ {each}" for each in game.part.systems)))
    return Table(
        title=title,
        columns=(*left("Wager", "May be made"), *right("Least", "Highest"), *left("Beside it", "After a fold", "Clause")),
        rows=tuple(_wager_row(game, each) for each in game.wagers) + tuple(Row((each, *_UNPRICED)) for each in game.recorded),
        figures=tuple(figures),
    )


_UNPRICED = ("its odds stand in a section that is not held", "", "", "", "", "")


def _wager_row(game: FiledGame, wager: FiledWager) -> Row:
    needed = required_wagers(game.edition, wager.wager, game.values)
    beside = " or ".join(_name(game, name) for name in needed) or "nothing"
    low, high = _limits(wager)
    after_fold = wager.wager.after_fold
    if wager.wager.fold_reading is not None:
        after_fold = game.values[wager.wager.fold_reading]
    return Row((wager.wager.name, wager.wager.placed, low, high, beside, after_fold, wager.wager.citation))


def _name(game: FiledGame, wager: str) -> str:
    return next((each.name for each in game.edition.wagers if each.id == wager), wager)


def _limits(wager: FiledWager) -> tuple[str, str]:
    if wager.amounts:
        return (listed(dollars(each) for each in wager.amounts), "no other amount")
    texts = ["" if each is None else dollars(each) for each in (wager.minimum, wager.maximum)]
    return texts[0], texts[1]


def _payouts(game: FiledGame) -> Table:
    """The rows that pay, wager by wager, in the order in which they are tested."""
    known = [(wager, wager.offered) for wager in game.wagers if wager.offered is not None and wager.offered.rows]
    notes = [
        "Of each wager the rows are tested from the top; the first that holds is paid, once. Where none holds the wager loses."
    ]
    for wager, offered in known:
        notes.extend(f"{wager.wager.name}: {note}" for note in _row_notes(offered))
    return Table(
        title="What is paid",
        columns=(*left("Wager", "Hand", "Pays", "In words"), *right("On", "Handed over"), *left("Envy Bonus to others", "Clause")),
        rows=tuple(row for wager, offered in known for row in _payout_rows(game, wager, offered)),
        notes=tuple(notes),
    )


def _payout_rows(game: FiledGame, wager: FiledWager, offered: Offer) -> Iterator[Row]:
    """The rows of a wager; a pay on another's wager (Ante Bonus) gives no wager back of its own."""
    basis = next((each for each in game.wagers if each.id == wager.wager.basis), wager)
    stake = basis.least or MICROS
    single = len(wager.wager.paytables) == 1
    name = wager.wager.name + ("" if single else f", paytable {offered.label}")
    for row in (each for each in offered.rows if each.award.kind is not PayoutKind.NOTHING):
        award = replace(row.award, stake_back=False) if wager.wager.stakeless else row.award
        due = _handed_over(offered, award, stake)
        envy = _envy(offered, row.outcome)
        yield Row((name, row.hand, row.pays, payout_words(award), dollars(stake), due, envy, row.citation))
        name = ""
    for extra in offered.extras:
        due = dollars(int(extra.award.fixed_micros(stake)))
        cells = ("", f"besides: {extra.hand}", extra.pays, payout_words(extra.award), dollars(stake), due, "", extra.citation)
        yield Row(cells, "dim")


def _handed_over(offered: Offer, award: Award, stake: int) -> str:
    if award.share:
        return "the meter" if award.whole_meter else f"{percent(award.share)} of the meter"
    less = " less the vigorish" if offered.vigorish and award.kind is PayoutKind.TO_ONE else ""
    return dollars(int(award.fixed_micros(stake))) + less


def _row_notes(offered: Offer) -> Iterator[str]:
    if offered.wager.stakeless:
        yield f"no wager of its own; it is paid on the {offered.wager.basis}."
    if offered.vigorish:
        rounding = offered.edition.reading("commission-rounding")
        value = offered.values["commission-rounding"]
        yield f"the vigorish is {percent(offered.vigorish)} of the amount won; rounded: {rounding.values.get(value, value)}."
    if offered.extras:
        yield f"besides the rows {listed(each.hand for each in offered.extras)}, drawn by the table's system."
    if offered.wager.divided and offered.pays_from_meter:
        yield "a part of the meter is divided equally among those who have the wager."
    if offered.envy is not None:
        least = f" with a wager of at least {dollars(offered.envy.minimum_micros)}" if offered.envy.minimum_micros else ""
        yield f"the Envy Bonus goes to each other player{least} when a player holds the hand [{offered.envy.citation}]."


def _envy(offered: Offer, outcome: str) -> str:
    """What an outcome brings the other players with the wager."""
    row = offered.envy.row(outcome) if offered.envy is not None else None
    if row is None:
        return ""
    return listed(
        (f"{number_text(amount.multiple)} times the wager" if amount.multiple else dollars(amount.dollars_micros))
        + ("" if wager is None else f" on {dollars(wager)}")
        for wager, amount in sorted(row.amounts.items(), key=lambda each: each[0] or 0)
    )


# Meters --------------------------------------------------------------------------------------------------------------


def _meters(game: FiledGame) -> Iterator[Table]:
    rows = [Row(cells) for wager in game.wagers if wager.offered is not None for cells in _meter_rows(wager, wager.offered)]
    if rows:
        yield Table(
            title="Meters",
            columns=(
                *left("Wager", "Of"),
                *right("First starts with", "Starts again with", "On the meter", "In reserve", "Ceiling"),
                *left("Link", "Clause"),
            ),
            rows=tuple(rows),
            notes=("Of each wager the rates go on the meter and into the reserve, exactly, when no more bets are taken.",),
        )


def _meter_rows(wager: FiledWager, offered: Offer) -> Iterator[tuple[str, ...]]:
    terms = offered.terms
    if terms is None:
        return
    meter = wager.meter
    for amount in wager.amounts or (wager.least or MICROS,):
        seed = terms.seed_micros(amount)
        opening = None if meter is None else meter.opening(amount)
        start = int(seed) if seed is not None else opening
        limit = None if meter is None else meter.limit(amount)
        again = [dollars(int(terms.reseed_micros(amount)))] if terms.reseed else []
        again += ["the reserve"] if terms.reserve else []
        yield (
            offered.wager.name,
            dollars(amount),
            "not filed" if start is None else dollars(start),
            " and ".join(again) or "nothing",
            "not filed" if terms.increment is None else percent(terms.increment),
            percent(terms.reserve) if terms.reserve else "none",
            "none" if limit is None else dollars(limit),
            (meter.link if meter is not None else None) or "none",
            terms.citation,
        )


# Readings ------------------------------------------------------------------------------------------------------------


def _readings(game: FiledGame) -> Iterator[Table]:
    """How the clauses that leave a choice are read here: those about pays for all, those about the order of payment for the pit."""
    found: dict[str, Reading] = {}
    for wager in game.wagers:
        for affects in ("odds", "filing", "settlement"):
            for each in wager.offered.readings(affects) if wager.offered is not None else ():
                if (len(each.reading.values) > 1 or each.reading.accepts is not None) and each.reading.asked_when != "never":
                    found.setdefault(each.reading.id, each.reading)
    about_pays = [each for each in found.values() if "odds" in each.affects or "filing" in each.affects]
    for title, readings in (
        ("How unclear clauses are read here", about_pays),
        ("For the pit: how a round is settled", [each for each in found.values() if each not in about_pays]),
    ):
        if readings:
            yield Table(title, left("Question", "In effect", "By", "Clause"), tuple(_reading_row(game, each) for each in readings))


def _reading_row(game: FiledGame, reading: Reading) -> Row:
    value = game.own_way.name if reading.id == "house-way" and game.own_way is not None else game.values[reading.id]
    decided = reading.id in game.readings or (reading.id == "house-way" and game.own_way is not None)
    in_effect = reading.values.get(value, value)
    return Row(
        (
            reading.asks,
            f"{value}: {in_effect}" if in_effect != value else value,
            "the filing" if decided else "default",
            reading.citation,
        )
    )
