"""The exposure of a table as tables for people, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitbook.exposure.values import Exposure, Payout, SameCards
from pitbook.par_json import in_dollars
from pitbook.payouts import dollars
from pitbook.tables import Row, Table, amounts, left, right


def exposure_tables(found: Exposure) -> list[Table]:
    """The sums with what a limit leaves of them, the worst case of the wagers that read the same cards, each wager alone."""
    return [_sums(found), _together(found), _alone(found)]


def _dollars(micros: Fraction) -> str:
    return dollars(int(micros)) if micros else "–"


def _sums(found: Exposure) -> Table:
    rows = [Row(("No limit", "", _dollars(found.hand), _dollars(found.table)), "total")]
    for each in found.capped:
        rows.append(
            Row(
                (
                    f"Limit on one hand's bonus pays, {each.why}",
                    dollars(each.limit_micros),
                    _dollars(each.hand),
                    _dollars(each.table),
                )
            )
        )
    return Table(
        title="The largest joint payout of one round",
        subtitle=f"every wager at its largest stake, {found.seats} seats, Envy Bonuses and meter awards included",
        columns=(*left(""), *amounts("Limit", "One hand", "Full table")),
        rows=tuple(rows),
        notes=tuple(_notes(found)),
    )


def _notes(found: Exposure) -> list[str]:
    exact, bound = "the largest that the cards allow", "an upper bound"
    notes = [
        f"One hand: {exact if found.hand_exact else bound}. Full table: {exact if found.table_exact else bound}.",
        "A payout is what the printed odds pay on the stake; the stake that comes back, vigorish and lost wagers are not set off.",
    ]
    if not found.hand_exact:
        notes.append(
            "Wagers on the same cards are taken at their worst common hand; wagers on other cards each at theirs, though the cards "
            "may not allow all at once."
        )
    if not found.table_exact:
        notes.append(
            "For a full table the worst hands are given to as many seats as one deal can give them to, group by group; a meter is "
            "paid once and then starts again. What a reserve adds to a restarted meter comes on top."
        )
    if found.meters:
        notes.append(f"Of the full table {dollars(int(found.meters))} stands on the meters above what they start again with.")
    if found.extras:
        notes.append(f"Pays drawn by the table's system are in it: {dollars(int(found.extras))} a hand.")
    if not found.capped:
        notes.append("No aggregate limit is filed, and the texts held name no figure for one.")
    if found.left_out:
        notes.append(f"Left out, for no largest stake is filed: {', '.join(found.left_out)}.")
    return notes


def _together(found: Exposure) -> Table:
    rows: list[Row] = []
    for group in found.groups:
        rows.extend(_group_rows(group))
    table = Table(
        title="The worst common hand of wagers on the same cards",
        columns=(*left("Cards", "Wager", "Outcome"), *right("Pays"), *amounts("Stake", "House", "Meter", "Envy")),
        rows=tuple(rows),
    )
    return replace(table, plain=(replace(table, rows=tuple(_with_cards(rows))),))


def _with_cards(rows: list[Row]) -> Iterator[Row]:
    """The rows with their cards in each, not only in the first of a group."""
    cards = ""
    for row in rows:
        cards = row.cells[0] or cards
        yield replace(row, cells=(cards, *row.cells[1:]))


def _group_rows(group: SameCards) -> list[Row]:
    rows = [Row((group.cards if not n else "", *_cells(each))) for n, each in enumerate(group.payouts)]
    if len(rows) > 1:
        sums = [sum((getattr(each, part) for each in group.payouts), Fraction(0)) for part in ("house", "meter", "envy")]
        rows.append(Row(("", "together", "", "", "", *(_dollars(each) for each in sums)), "total", is_sum=True))
    return rows


def _alone(found: Exposure) -> Table:
    return Table(
        title="Each wager alone, at its dearest row",
        columns=(*left("Wager", "Outcome"), *right("Pays"), *amounts("Stake", "House", "Meter", "Envy")),
        rows=tuple(Row(_cells(each)) for each in found.alone),
    )


def _cells(each: Payout) -> tuple[str, ...]:
    stake = dollars(each.stake.micros)
    money = (_dollars(each.house), _dollars(each.meter), _dollars(each.envy))
    return (each.stake.offered.wager.name, each.row.hand, each.row.pays, stake, *money)


def exposure_json(found: Exposure) -> dict[str, Any]:
    """The sums as JSON values: money in dollars; ``hand_is`` and ``table_is`` say whether they are exact."""
    return {
        "seats": found.seats,
        "hand": in_dollars(found.hand),
        "hand_is": "largest" if found.hand_exact else "upper bound",
        "table": in_dollars(found.table),
        "table_is": "largest" if found.table_exact else "upper bound",
        "limits": [
            {
                "limit": in_dollars(each.limit_micros),
                "why": each.why,
                "hand": in_dollars(each.hand),
                "table": in_dollars(each.table),
            }
            for each in found.capped
        ],
        "left_out": list(found.left_out),
    }
