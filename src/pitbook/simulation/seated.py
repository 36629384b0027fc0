"""A table of the plan as a round that can be settled, cards aside: who sits where, wagers, stakes, tables, readings, meters."""

from __future__ import annotations

from datetime import date

from pitbook.payouts import money
from pitbook.rounds import GivenMeter, Placed, Round, Seat
from pitbook.simulation.plan import TablePlan


def seated(table: TablePlan) -> Round:
    """The round of a table in which every wager of the play is placed."""
    filed = table.filed
    colors = [next((wager.colors[seat] for wager in table.wagers if wager.colors[seat]), None) for seat in range(table.seats)]
    seats = []
    for seat in range(table.seats):
        placed = {
            wager.id: Placed(wager.id, wager.stakes[seat])
            for wager in table.wagers
            if wager.stakes[seat] and not wager.offered.wager.stakeless
        }
        seats.append(Seat(seat + 1, None, None, placed, False, colors[seat], None, None))
    return Round(
        game=filed.game,
        edition=filed.edition,
        day=filed.edition.effective_from or date.min,
        values={**filed.values, **filed.own_values},
        seats=tuple(seats),
        hands={},
        coup=None,
        offers={wager.id: wager.offered for wager in table.wagers},
        meters=_given(table),
        dealer_setting=None,
        magic_card=None,
        lucky_seats=frozenset(),
        lucky_dealer=False,
        recorded={},
        limits={each.id: {"minimum": each.minimum} for each in filed.wagers if each.minimum is not None},
        decks=table.decks,
    )


def _given(table: TablePlan) -> dict[str, GivenMeter]:
    """Meters by the names that a settlement looks for; what stands on them is known to the fold alone."""
    shared = table.filed.values.get("meter-per-amount") == "shared"
    given: dict[str, GivenMeter] = {}
    for wager in table.wagers:
        base = wager.offered.wager.meter
        for stake in {stake for stake, meter in zip(wager.stakes, wager.meters, strict=True) if stake and meter is not None}:
            name = str(base) if shared else f"{base}@{money(stake)}"
            serves = max(stake, (given[name].wager_micros or 0) if name in given else 0)
            given[name] = GivenMeter(name, 0, 0, {}, serves)
    return given
