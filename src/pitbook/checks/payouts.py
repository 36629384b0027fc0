"""Payouts as the filing prints them against those of the chosen paytable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitbook.checks.codes import finding
from pitbook.choices import Offer, OfferRow, below_floor
from pitbook.findings import Finding
from pitbook.names import both, did_you_mean, listed, nearest
from pitbook.payouts import Award, PayoutKind, parse_payout, payout_text
from pitbook.rulebook import Row, Wager
from pitbook.submission import FiledPay, FiledWager, Submission
from pitbook.submission.wording import filed_payout

_EXCHANGED = {PayoutKind.TO_ONE: PayoutKind.FOR_ONE, PayoutKind.FOR_ONE: PayoutKind.TO_ONE}


def check(filing: Submission) -> Iterator[Finding]:
    """Findings on the payouts of every wager that prints some."""
    for game, wager in filing.wagers():
        if wager.pays and wager.offered is not None:
            yield from _wager(wager, wager.offered, game.values)


def _wager(wager: FiledWager, offered: Offer, values: Mapping[str, str]) -> Iterator[Finding]:
    rows = {row.outcome: row for row in offered.rows}
    others = {table.label: _awards(table.rows, values) for table in wager.wager.paytables if table.label != offered.label}
    odd = list(_odd_rows(wager, offered, others))
    if not odd:
        return
    filed = {outcome: pay.award for outcome, pay in wager.pays.items() if pay.award.kind is not PayoutKind.NOTHING}
    options = {outcome: row.award for outcome, row in rows.items() if outcome in wager.options}
    same = [label for label, awards in others.items() if {**awards, **options} == filed]
    if same:
        yield finding(
            "payouts-of-another-paytable",
            f"{wager.place}.pays",
            f"the payouts of paytable {both(same)}, filed as paytable {offered.label}",
            f"the payouts of paytable {offered.label}",
            citation=offered.citation,
        )
        return
    yield from odd


def _awards(rows: tuple[Row, ...], values: Mapping[str, str]) -> dict[str, Award]:
    """What the rows of a printed paytable pay under the readings in force; rows that pay nothing are left out."""
    found = {}
    for row in rows:
        value = values.get(row.reading or "", "")
        award = parse_payout(row.pays_by_reading.get(value, value)) if row.reading else row.award
        if award.kind is not PayoutKind.NOTHING:
            found[row.outcome] = award
    return found


def _odd_rows(wager: FiledWager, offered: Offer, others: Mapping[str, Mapping[str, Award]]) -> Iterator[Finding]:
    rows = {row.outcome: row for row in offered.rows}
    for outcome, pay in wager.pays.items():
        if outcome not in rows:
            yield from _strange_row(wager, outcome, pay, rows, others)
        elif not _same(pay.award, rows[outcome].award) and pay.award != _optional(wager, outcome):
            yield _odd_payout(wager, outcome, pay, rows[outcome], others)
    for outcome, row in rows.items():
        if outcome not in wager.pays and row.award.kind is not PayoutKind.NOTHING:
            pays = _at_least(wager, offered, outcome) or row.pays
            yield finding("row-missing", f"{wager.place}.pays", f"no {outcome}", f"{outcome} = {pays}", citation=row.citation)


def _at_least(wager: FiledWager, offered: Offer, outcome: str) -> str | None:
    """What an optional row must pay whose odds were filed below the floor."""
    if outcome not in wager.options or filed_payout(wager.options[outcome]).kind is not PayoutKind.TO_ONE:
        return None
    floor = below_floor(offered.game, wager.wager.id, outcome, wager.options[outcome], offered.edition.effective_from)
    return None if floor is None else f"{floor} or more"


def _optional(wager: FiledWager, outcome: str) -> Award | None:
    """An optional row's odds as the filing chose them; the row itself may have more on top."""
    return filed_payout(wager.options[outcome]) if outcome in wager.options else None


def _same(one: Award, other: Award) -> bool:
    return one == other or (one.kind is other.kind and payout_text(one) == payout_text(other))


def _strange_row(
    wager: FiledWager,
    outcome: str,
    pay: FiledPay,
    rows: Mapping[str, OfferRow],
    others: Mapping[str, Mapping[str, Award]],
) -> Iterator[Finding]:
    if pay.award.kind is PayoutKind.NOTHING:
        return
    place = f"{wager.place}.pays.{outcome}"
    found = f"{outcome} = {pay.text}"
    owners = [label for label, awards in others.items() if outcome in awards]
    if owners:
        allowed = f"{outcome} in paytable {both(owners)} only"
        yield finding("row-of-another-paytable", place, found, allowed, citation=_citation(wager.wager, owners[0]))
    else:
        hint = did_you_mean(nearest(outcome, rows))
        yield finding("row-not-printed", place, found + hint, listed(rows), citation=wager.wager.citation)


def _citation(wager: Wager, label: str) -> str:
    return wager.paytable(label).citation


def _odd_payout(
    wager: FiledWager, outcome: str, pay: FiledPay, row: OfferRow, others: Mapping[str, Mapping[str, Award]]
) -> Finding:
    place = f"{wager.place}.pays.{outcome}"
    printed = row.pays or "N/A"
    if pay.award.multiple == row.award.multiple and _EXCHANGED.get(pay.award.kind) is row.award.kind:
        words = "one stake more" if pay.award.kind is PayoutKind.TO_ONE else "one stake less"
        return finding("for-to-slip", place, f"{pay.text}: {words} than printed", printed, citation=row.citation)
    owners = [label for label, awards in others.items() if outcome in awards and _same(awards[outcome], pay.award)]
    hint = f" (that of paytable {both(owners)})" if owners else ""
    return finding("payout-not-printed", place, pay.text + hint, printed, citation=row.citation)
