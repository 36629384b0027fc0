"""A settlement as tables for people: a table per seat, the meters, what to hand over or collect."""

from __future__ import annotations

from dataclasses import replace

from pitbook.names import in_words
from pitbook.outcomes import events_shown, reason
from pitbook.par_table import reading_note
from pitbook.payouts import dollars
from pitbook.settlement import ENVY, Line, Settlement, paid_in_all, what_to_do
from pitbook.tables import Row, Table, amounts, left, right

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
    rows.append(
        Row(("Total", dollars(total.staked), "", "", "", dollars(total.returned), dollars(total.net), ""), "total", is_sum=True)
    )
    who = f" ({seat.player})" if seat.player else ""
    notes = [f"{line.wager}: {line.note}. {line.citation}" for line in lines]
    if seat.folded:
        notes.extend(_fold_note(settled, number))
    return Table(
        title=f"Seat {number}{who}",
        columns=(*left("Wager"), *right("Stake"), *left("Outcome"), *right("Pays"), *left("Result"), *right("Returned", "Net"),
                 *left("From")),
        rows=tuple(rows),
        notes=tuple(notes),
        about=_about(settled),
        plain=(_plain_seat(settled, number),),
    )  # fmt: skip


def _fold_note(settled: Settlement, number: int) -> tuple[str, ...]:
    return (f"Folded; still alive: {', '.join(settled.alive[number]) or 'nothing'}.",)


def _about(settled: Settlement) -> tuple[tuple[str, str], ...]:
    found = settled.game_round
    filing = (("Rules Submission", found.filing),) if found.filing is not None else ()
    return (("game", found.game.id), ("edition", found.edition.id), *filing)


def _plain_seat(settled: Settlement, number: int) -> Table:
    """The lines of a seat for programs: what is staked apart from what is only paid on, and each line's reason and clause."""
    seat = next(each for each in settled.game_round.seats if each.number == number)
    rows = [
        Row(
            (
                str(number),
                seat.player or "",
                line.wager,
                line.kind,
                "" if line.from_seat is None else str(line.from_seat),
                dollars(line.stake if line.own_stake else 0),
                dollars(line.stake),
                line.outcome,
                "" if line.kind == ENVY else line.pays,
                line.result,
                dollars(line.returned),
                dollars(line.net),
                line.paid_by,
                line.citation,
                line.note,
            )
        )
        for line in settled.lines
        if line.seat == number
    ]
    total, none = settled.totals[number], ("",) * 3
    sums = (str(number), seat.player or "", "Total", "", "", dollars(total.staked), "", *none, dollars(total.returned))
    rows.append(Row((*sums, dollars(total.net), *none), is_sum=True))
    columns = (
        *right("Seat"), *left("Player", "Wager", "Kind"), *right("Hand of seat"), *amounts("Stake", "Paid on"),
        *left("Outcome", "Pays", "Result"), *amounts("Returned", "Net"), *left("From", "Clause", "Reason"),
    )  # fmt: skip
    return Table(f"Seat {number}", columns, tuple(rows), notes=_fold_note(settled, number) if seat.folded else ())


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
    rows.append(
        Row(
            ("All", "", dollars(found.owed), dollars(found.paid), dollars(found.owed - found.paid), found.words),
            "total",
            is_sum=True,
        )
    )
    table = Table(
        title="Owed against paid",
        columns=(*left("Seat", "Wager"), *amounts("Owed", "Paid", "Difference"), *left("What to do")),
        rows=tuple(rows),
    )
    apart = replace(rows[-1], cells=("", "Total", *rows[-1].cells[2:]))
    return replace(table, plain=(replace(table, rows=(*rows[:-1], apart)),))


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
            *amounts("Before", "Contributed", "Awarded", "Reseeded", "After"),
            *amounts("Reserve before", "Reserve contributed", "Reserve after"),
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
            *((("Rules Submission", settled.game_round.filing),) if settled.game_round.filing is not None else ()),
            ("Staked", dollars(staked)),
            ("Handed over", dollars(returned)),
            ("The house gains", dollars(staked - returned)),
        ),
        about=_about(settled),
        notes=(*settled.notes, *_reading_notes(settled)),
    )
