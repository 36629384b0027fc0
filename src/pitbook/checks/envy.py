"""Envy Bonuses as filed against those printed, and the wager amounts that have a column in the table."""

from __future__ import annotations

from collections.abc import Iterator

from pitbook.checks.codes import finding
from pitbook.choices import EnvyTerms, Offer
from pitbook.choices.picked import envy_left_to_filing
from pitbook.findings import Finding
from pitbook.names import both, listed
from pitbook.payouts import EnvyAmount, dollars, number_text
from pitbook.rulebook import Reading
from pitbook.submission import FiledEnvy, FiledGame, FiledWager, Submission


def check(filing: Submission) -> Iterator[Finding]:
    """Findings on the Envy Bonuses of every wager."""
    for game, wager in filing.wagers():
        if wager.offered is None:
            continue
        yield from _amounts(wager, wager.offered)
        reading = _left_to_filing(game, wager)
        if reading is not None:
            if not wager.envy:
                yield finding(
                    "missing-terms",
                    f"{wager.place}.envy",
                    f"no Envy Bonus, and {reading.id} = {game.values[reading.id]}",
                    "a table of Envy Bonuses",
                    citation=wager.wager.citation,
                )
            continue
        for part in wager.envy:
            yield from _table(wager, wager.offered, part)


def _left_to_filing(game: FiledGame, wager: FiledWager) -> Reading | None:
    if wager.paytable is None or wager.paytable.envy is not None:
        return None
    return envy_left_to_filing(game.edition, wager.wager, game.values)


def _amounts(wager: FiledWager, offered: Offer) -> Iterator[Finding]:
    """Every amount that may be wagered must have a column, where the table has columns."""
    envy = offered.envy
    if envy is None or not envy.wager_amounts or envy.other_amounts != "refuse":
        return
    allowed = listed(dollars(each) for each in envy.wager_amounts)
    outside = [each for each in wager.amounts if each not in envy.wager_amounts]
    if outside:
        place, found = f"{wager.place}.amounts", listed(dollars(each) for each in outside)
    elif not wager.amounts and (wager.minimum is not None or wager.maximum is not None) and not _one_column(wager, envy):
        place, found = f"{wager.place}.minimum", f"every amount {_range(wager)}"
    else:
        return
    yield finding("envy-amount-without-table", place, found, allowed, citation=envy.citation)


def _one_column(wager: FiledWager, envy: EnvyTerms) -> bool:
    return wager.minimum == wager.maximum and wager.minimum in envy.wager_amounts


def _range(wager: FiledWager) -> str:
    low = "" if wager.minimum is None else f"from {dollars(wager.minimum)}"
    high = "" if wager.maximum is None else f"to {dollars(wager.maximum)}"
    return f"{low} {high}".strip()


def _table(wager: FiledWager, offered: Offer, part: FiledEnvy) -> Iterator[Finding]:
    printed = offered.envy
    if printed is None:
        found = listed(f"{outcome} = {text}" for outcome, text in part.texts.items())
        yield finding("envy-not-printed", part.place, found, f"none for paytable {offered.label}", citation=offered.citation)
        return
    column = part.wager_micros if printed.wager_amounts else None
    if printed.wager_amounts and column not in printed.wager_amounts:
        amounts = listed(dollars(each) for each in printed.wager_amounts)
        found = "no wager amount" if column is None else dollars(column)
        yield finding("envy-amount-without-table", f"{part.place}.wager", found, amounts, citation=printed.citation)
        return
    for outcome in dict.fromkeys([*part.amounts, *(row.outcome for row in printed.rows)]):
        due = _printed(printed, outcome, column)
        filed = part.amounts.get(outcome)
        if filed == due:
            continue
        place = f"{part.place}.pays.{outcome}"
        text = part.texts.get(outcome, "none")
        owners = _owners(wager, offered, outcome, column, filed)
        hint = f" (that of paytable {both(owners)})" if owners else ""
        yield finding("envy-not-of-paytable", place, f"{text}{hint}", _text(due), citation=printed.citation)


def _printed(envy: EnvyTerms, outcome: str, column: int | None) -> EnvyAmount | None:
    row = envy.row(outcome)
    return None if row is None else row.amounts.get(column)


def _owners(wager: FiledWager, offered: Offer, outcome: str, column: int | None, filed: EnvyAmount | None) -> list[str]:
    """The other paytables that print what was filed."""
    if filed is None:
        return []
    found = []
    for table in wager.wager.paytables:
        rows = table.envy.rows if table.envy is not None else ()
        if table.label != offered.label and any(row.outcome == outcome and row.amounts.get(column) == filed for row in rows):
            found.append(table.label)
    return found


def _text(amount: EnvyAmount | None) -> str:
    if amount is None:
        return "none"
    if amount.multiple:
        return f"{number_text(amount.multiple)}x"
    return dollars(amount.dollars_micros)
