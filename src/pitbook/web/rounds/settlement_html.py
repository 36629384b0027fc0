"""A settlement as a page shows it: seat by seat in payment order, each line with its reason, its clause and the rows tested."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pitbook.names import in_words
from pitbook.outcomes import events_shown, reason
from pitbook.par_table import reading_note
from pitbook.payouts import dollars
from pitbook.settlement import ENVY, METER, Dispute, Line, Settlement, paid_in_all, what_to_do
from pitbook.tables import Row, Table, left, right
from pitbook.web.look.widgets import facts_html, table_html, tag_html
from pitbook.web.rounds.faults import RoundFault
from pitbook.web.rounds.view import alive_words

_RESULTS = {"win": ("✓", "won", "good"), "lose": ("✕", "lost", ""), "push": ("=", "push", "info"), "void": ("∅", "void", "warn")}


def settlement_html(settled: Settlement) -> str:
    """The whole settlement."""
    order = list(dict.fromkeys(line.seat for line in settled.lines))
    order.extend(seat.number for seat in settled.game_round.seats if seat.number not in order)
    parts = [_seat(settled, number) for number in order if any(line.seat == number for line in settled.lines)]
    if settled.disputes:
        parts.append(table_html(_dispute_table(settled.disputes)))
    if settled.meters:
        parts.append(table_html(_meter_table(settled)))
    parts.append(_notes(settled))
    return "".join(parts)


def _seat(settled: Settlement, number: int) -> str:
    seat = next(each for each in settled.game_round.seats if each.number == number)
    total = settled.totals[number]
    who = f", {seat.player}" if seat.player else ""
    name = f"Seat {number}{who}"
    alive = alive_words(settled, number)
    body = "".join(_line(settled, line) for line in settled.lines if line.seat == number)
    return (
        f'<div class="pb-wrap" tabindex="0" role="group" aria-label="{escape(name)}"><table class="pb-table pb-lines">'
        f"<caption>{escape(name)}{f'<small>{escape(alive)}</small>' if alive else ''}</caption>"
        '<thead><tr><th scope="col">Wager</th><th scope="col" class="r">Stake</th><th scope="col">Row</th>'
        '<th scope="col" class="r">Pays</th><th scope="col">Result</th><th scope="col" class="r">Owed</th>'
        f'<th scope="col" class="r">Net</th></tr></thead><tbody>{body}'
        f'<tr class="total"><th scope="row">Total</th><td class="r">{dollars(total.staked)}</td><td></td><td></td><td></td>'
        f'<td class="r">{dollars(total.returned)}</td><td class="r">{dollars(total.net)}</td></tr></tbody></table></div>'
    )


def _line(settled: Settlement, line: Line) -> str:
    sign, word, tone = _RESULTS[line.result]
    name = line.wager + (f" <small>Envy Bonus for seat {line.from_seat}</small>" if line.kind == ENVY else "")
    by = " <small>from the meter</small>" if line.paid_by == METER and line.returned else ""
    stake = dollars(line.stake) if line.own_stake else f"on {dollars(line.stake)}"
    tag = f'<span class="pb-tag {tone}"><span aria-hidden="true">{sign}</span>{word}</span>'
    return (
        f'<tr class="{line.result}" data-line="{line.seat} {escape(line.wager)} {line.kind}"><th scope="row">{name}</th>'
        f'<td class="r">{stake}</td><td>{escape(in_words(line.outcome))}</td><td class="r">{escape(line.pays)}</td>'
        f'<td>{tag}{by}</td><td class="r"><b>{dollars(line.returned)}</b></td><td class="r">{dollars(line.net)}</td></tr>'
        f'<tr class="why"><td colspan="7">{escape(line.note)}. <span class="pb-cite">{escape(line.citation)}</span>'
        f"{_tests(settled, line)}</td></tr>"
    )


def _tests(settled: Settlement, line: Line) -> str:
    decision = line.decision
    if decision is None or not decision.tests:
        return ""
    offered = settled.game_round.offers[line.wager]
    seat = next(each for each in settled.game_round.seats if each.number == line.seat)
    made = ", ".join(in_words(event) for event in events_shown(offered, decision, seat.color))
    rows = "".join(
        f"<li class={'yes' if test.holds else 'no'}><b>{escape(test.hand)}</b> {escape(test.pays)}: "
        f"{'holds, and is paid' if test.holds else escape(reason(offered, decision, test) or 'does not hold')}</li>"
        for test in decision.tests
    )
    head = f"<p>The cards make: {escape(made)}.</p>" if made else ""
    return f'<details class="tests pb-noprint"><summary>Rows tested</summary>{head}<ol>{rows}</ol></details>'


def _dispute_table(disputes: Sequence[Dispute]) -> Table:
    rows = [
        Row(
            (f"Seat {each.seat}", "all wagers" if each.wager == "total" else each.wager, dollars(each.owed), dollars(each.paid),
             dollars(each.difference), what_to_do(each)),
            "bad" if each.difference else "",
        )
        for each in disputes
    ]  # fmt: skip
    found = paid_in_all(disputes)
    rows.append(Row(("All", "", dollars(found.owed), dollars(found.paid), dollars(found.owed - found.paid), found.words), "total"))
    columns = (*left("Seat", "Wager"), *right("Owed", "Paid", "Difference"), *left("What to do"))
    return Table("Owed against paid", columns, tuple(rows))


def _meter_table(settled: Settlement) -> Table:
    rows = [
        Row(
            (name, *map(dollars, (each.before, each.contributed, each.awarded, each.reseeded, each.after, each.reserve_after))),
            "best" if each.awarded else "",
        )
        for name, each in settled.meters.items()
    ]
    columns = (*left("Meter"), *right("Before", "Contributed", "Awarded", "Reseeded", "After", "Reserve after"))
    return Table("Meters", columns, tuple(rows))


def _notes(settled: Settlement) -> str:
    found = settled.game_round
    totals = settled.totals.values()
    staked, returned = sum(each.staked for each in totals), sum(each.returned for each in totals)
    facts = facts_html(
        (
            ("Rules", f"{found.game.name}, edition {found.edition.id}"),
            ("Staked", dollars(staked)),
            ("Owed", dollars(returned)),
            ("The house gains", dollars(staked - returned)),
        )
    )
    given = [f"<li>{escape(reading_note(each))}</li>" for each in settled.readings if each.given]
    default = ", ".join(f"{each.reading.id} = {each.value}" for each in settled.readings if not each.given)
    notes = "".join(f"<li>{escape(each)}</li>" for each in settled.notes)
    defaults = (
        '<details class="pb-more"><summary>Readings at their defaults</summary><div class="in">'
        f'<p class="pb-notes">{escape(default)}</p><p><a href="/rules/{escape(found.game.id)}">What each of them means</a></p>'
        "</div></details>"
        if default
        else ""
    )
    items = "".join(given) + notes
    listed = f'<ul class="pb-notes">{items}</ul>' if items else ""
    return facts + listed + defaults


def faults_html(faults: Sequence[RoundFault]) -> str:
    """The faults of a round, those to mend before what is only missing."""
    wrong = [each for each in faults if not each.unfinished]
    missing = [each for each in faults if each.unfinished]
    parts = []
    for title, tone, found in (("To mend", "bad", wrong), ("Still missing", "info", missing)):
        if found:
            items = "".join(f"<li>{escape(each.text)}</li>" for each in found)
            parts.append(f'<div class="pb-notice {tone}"><strong>{title}</strong><ul>{items}</ul></div>')
    return "".join(parts)


def alive_html(settled: Settlement | None, number: int) -> str:
    """Which wagers of a folded seat still play, as tags."""
    if settled is None or number not in settled.alive:
        return ""
    alive = settled.alive[number]
    tags = "".join(tag_html(each, "good") for each in alive) if alive else tag_html("nothing")
    return f'<p class="alive"><span>Still alive after the fold:</span> {tags}</p>'
