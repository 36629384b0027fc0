"""A settlement as tables for people: a table per seat, the meters, what to hand over or collect."""

from __future__ import annotations

from pitbook.names import in_words
from pitbook.outcomes import events_shown, reason
from pitbook.par_table import reading_note
from pitbook.payouts import dollars
from pitbook.settlement import ENVY, Line, Settlement, paid_in_all, what_to_do
from pitbook.tables import Row, Table, left, right

_MARKS = {"win": "best", "lose": "dim", "push": "", "void": "warn"}


def settlement_tables(settled: Settlement, *, explain: bool = False) -> list[Table]:
    """The tables of a settlement; ``explain`` adds, for each line, the rows tested."""
    order = list(dict.fromkeys(line.seat for line in settled.lines))
    order.extend(seat.number for seat in settled.game_round.seats if seat.number not in order)
    tables = [_seat_table(settled, seat) for seat in order]
    if explain:
        tables.extend(_tests_table(settled, line) for line in settled.lines if line.decision is not None and line.decision.tests)
    if settled.disputes:
        tables.append(_dispute_table(settled))
    if settled.meters:
        tables.append(_meter_table(settled))
    tables.append(_totals_table(settled))
    return tables


def _seat_table(settled: Settlement, number: int) -> Table:
    seat = next(each for each in settled.game_round.seats if each.number == number)
    lines = [line for line in settled.lines if line.seat == number]
    rows = [
        Row(
            (
                line.wager + (f" (envy, seat {line.from_seat})" if line.kind == ENVY else ""),
                dollars(line.stake) if line.own_stake else f"on {dollars(line.stake)}",
                line.outcome,
                line.pays,
                line.result,
                dollars(line.returned),
                dollars(line.net),
                line.paid_by,
            ),
            _MARKS[line.result],
        )
        for line in lines
    ]
    total = settled.totals[number]
    rows.append(Row(("Total", dollars(total.staked), "", "", "", dollars(total.returned), dollars(total.net), ""), "total"))
    who = f" ({seat.player})" if seat.player else ""
    notes = [f"{line.wager}: {line.note}. {line.citation}" for line in lines]
    if seat.folded:
        notes.append(f"Folded; still alive: {', '.join(settled.alive[number]) or 'nothing'}.")
    return Table(
        title=f"Seat {number}{who}",
        columns=(*left("Wager"), *right("Stake"), *left("Outcome"), *right("Pays"), *left("Result"), *right("Returned", "Net"),
                 *left("From")),
        rows=tuple(rows),
        notes=tuple(notes),
    )  # fmt: skip


def _tests_table(settled: Settlement, line: Line) -> Table:
    offered, decision = settled.game_round.offers[line.wager], line.decision
    assert decision is not None
    seat = next(each for each in settled.game_round.seats if each.number == line.seat)
    made = ", ".join(in_words(event) for event in events_shown(offered, decision, seat.color))
    return Table(
        title=f"Seat {line.seat}, {line.wager}: rows tested",
        subtitle=decision.cards + (f": {made or 'nothing that a row names'}" if decision.family else ""),
        columns=(*left("Row"), *right("Pays"), *left("Holds")),
        rows=tuple(
            Row((test.hand, test.pays, "yes" if test.holds else f"no: {reason(offered, decision, test)}"))
            for test in decision.tests
        ),
    )


def _dispute_table(settled: Settlement) -> Table:
    rows = [
        Row(
            (str(each.seat), each.wager, dollars(each.owed), dollars(each.paid), dollars(each.difference), what_to_do(each)),
            "bad" if each.difference else "",
        )
        for each in settled.disputes
    ]
    found = paid_in_all(settled.disputes)
    rows.append(Row(("All", "", dollars(found.owed), dollars(found.paid), dollars(found.owed - found.paid), found.words), "total"))
    return Table(
        title="Owed against paid",
        columns=(*left("Seat", "Wager"), *right("Owed", "Paid", "Difference"), *left("What to do")),
        rows=tuple(rows),
    )


def _meter_table(settled: Settlement) -> Table:
    rows = [
        Row(
            (
                name,
                *(
                    dollars(amount)
                    for amount in (
                        meter.before, meter.contributed, meter.awarded, meter.reseeded, meter.after, meter.reserve_before,
                        meter.reserve_contributed, meter.reserve_after,
                    )
                ),
            )
        )
        for name, meter in settled.meters.items()
    ]  # fmt: skip
    return Table(
        title="Meters",
        columns=(
            *left("Meter"),
            *right("Before", "Contributed", "Awarded", "Reseeded", "After", "Reserve before", "Contributed", "Reserve after"),
        ),
        rows=tuple(rows),
    )


def _reading_notes(settled: Settlement) -> list[str]:
    """The chosen readings in full, the rest by name and value."""
    notes = [reading_note(each) for each in settled.readings if each.given]
    default = ", ".join(f"{each.reading.id} = {each.value}" for each in settled.readings if not each.given)
    if default:
        notes.append(f"Readings at their defaults: {default}. `pitbook show {settled.game_round.game.id}` says what each means.")
    return notes


def _totals_table(settled: Settlement) -> Table:
    totals = settled.totals.values()
    staked, returned = sum(each.staked for each in totals), sum(each.returned for each in totals)
    return Table(
        title="Round",
        columns=(),
        rows=(),
        figures=(
            ("Game", f"{settled.game_round.game.name}, edition {settled.game_round.edition.id}"),
            ("Staked", dollars(staked)),
            ("Handed over", dollars(returned)),
            ("The house gains", dollars(staked - returned)),
        ),
        notes=(*settled.notes, *_reading_notes(settled)),
    )
