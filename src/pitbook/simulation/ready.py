"""Tables made ready: what the rounds of a table, and of all that are played alike, are looked up in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitbook import batch
from pitbook.choices import OfferRow
from pitbook.compiled import compile_module
from pitbook.families import Deal, events_module, families
from pitbook.game_modules import game_module
from pitbook.par import deck_of
from pitbook.settlement.limit import aggregate_limit
from pitbook.simulation import dealing, tally
from pitbook.simulation.order import Order
from pitbook.simulation.plan import Source, TablePlan, WagerPlan
from pitbook.simulation.seated import seated
from pitbook.stored_counts import counts

Array = npt.NDArray[Any]

LOSE: Final = -1
"""The row of what no row pays."""


@dataclass(frozen=True)
class Ready:
    """What the rounds of a table, and of all that are played alike, are looked up in; made once."""

    deck: Array
    sizes: Array
    cards_dealt: int
    sources: tuple[ReadySource, ...]
    wagers: tuple[ReadyWager, ...]
    needs_folds: bool
    settled: batch.Plan
    limit: int | None


@dataclass(frozen=True)
class ReadySource:
    """A source with its classes: ``masks[k]`` is the mask of class k, ``slots`` finds a class; ``fill`` makes masks of hands."""

    source: Source
    masks: tuple[int, ...]
    slots: Array
    fill: Any


@dataclass(frozen=True)
class ReadyWager:
    """A wager with its tables, by seat and class: ``row_of`` the row (-1 none), ``handed`` and ``usual`` micro-dollars handed over.

    ``handed`` is with the promotion, ``usual`` without. ``from_meter`` bool[classes] marks rows that pay a share of a meter;
    ``envy`` is what a seat's hand brings all others.
    """

    plan: WagerPlan
    row_of: Array
    handed: Array
    usual: Array
    from_meter: Array
    envy: Array


_ready: dict[tuple[str, str], Ready] = {}


def ready_of(order: Order, table: TablePlan) -> Ready:
    """The lookups of a table, kept for its next block and for tables played alike."""
    key = order.fingerprint, table.alike
    if key not in _ready:
        _ready[key] = _make_ready(order, table)
    return _ready[key]


def _make_ready(order: Order, table: TablePlan) -> Ready:
    game = table.filed.game
    compile_module(events_module(game.package))
    compile_module(dealing)
    compile_module(tally)
    settled = batch.plan(seated(table))
    deck = deck_of(game, table.decks)
    cards = np.array([card for card in deck.cards for _ in range(deck.copies)], np.int64)
    sources = tuple(_ready_source(table, source) for source in table.sources)
    sizes = [game.cards.get("player", 0), game.cards.get("dealer", 0), game.cards.get("community", 0)]
    dealt = sizes[0] * table.seats + sizes[1] + sizes[2]
    if any(source.deal is Deal.COUP for source in table.sources):
        dealt = many_of(table).DRAWN
    return Ready(
        deck=cards,
        sizes=np.array(sizes, np.int64),
        cards_dealt=dealt,
        sources=sources,
        wagers=tuple(_ready_wager(order, table, wager, sources[wager.source], settled) for wager in table.wagers),
        needs_folds=table.plays_from > 0,
        settled=settled,
        limit=aggregate_limit(settled.game_round),
    )


def many_of(table: TablePlan) -> Any:
    """The game's own code for many rounds."""
    module = game_module(table.filed.game.package, "many")
    compile_module(module)
    return module


def _ready_source(table: TablePlan, source: Source) -> ReadySource:
    package = table.filed.game.package
    if source.deal is None:
        many = many_of(table)
        masks = tuple(1 << n for n in range(len(many.EVENTS)))
        fill: Any = many.main_wager({**table.filed.values, **table.filed.own_values}, table.player_way)
    elif source.deal is Deal.SHOWDOWN:
        masks, fill = tuple(range(256)), None
    else:
        family = families(package)[source.family]
        masks = tuple(counts(table.filed.game, family, table.decks))
        fill = getattr(events_module(package), family.masks)
    return ReadySource(source, masks, tally.slots_of(masks), fill)


def _ready_wager(order: Order, table: TablePlan, wager: WagerPlan, source: ReadySource, settled: batch.Plan) -> ReadyWager:
    """The wager's rows and awards as the batch settlement has them, looked up by class instead of by mask."""
    lines = {line.place: line for line in settled.lines if line.wager == wager.id}
    shape = table.seats, len(source.masks)
    row_of = np.full(shape, LOSE, np.int64)
    handed, usual, envy = (np.zeros(shape, np.int64) for _ in range(3))
    from_meter = np.zeros(len(source.masks), np.bool_)
    times = order.pays if not order.pays_on or wager.id in order.pays_on else 1
    for seat, line in lines.items():
        won = [amount - _stake_back(line, row) for amount, row in zip(line.returned, line.rows, strict=False)]
        brings = [_brings(table, wager, seat, row.outcome) for row in line.rows]
        for each, mask in enumerate(source.masks):
            row = next((n for n, bit in enumerate(line.bits) if mask & bit), LOSE)
            row_of[seat, each] = row
            if row != LOSE:
                usual[seat, each] = line.returned[row]
                handed[seat, each] = line.returned[row] + int((times - 1) * won[row])
                envy[seat, each] = brings[row]
                from_meter[each] |= line.from_meter[row]
    return ReadyWager(wager, row_of, handed, usual, from_meter, envy)


def _stake_back(line: batch.PlannedLine, row: OfferRow) -> int:
    return line.stake if row.award.stake_back and not line.offered.wager.stakeless else 0


def _brings(table: TablePlan, wager: WagerPlan, seat: int, outcome: str) -> int:
    """What a hand at a seat brings all other seats together, as if every one of them had placed the wager."""
    terms = wager.offered.envy
    if terms is None or terms.row(outcome) is None:
        return 0
    return sum(envy_of(wager, seat, other, outcome) for other in range(table.seats) if other != seat and wager.stakes[other])


def envy_of(wager: WagerPlan, holder: int, receiver: int, outcome: str) -> int:
    """What a hand at one seat brings another in micro-dollars, if that one placed the wager."""
    terms, stake = wager.offered.envy, wager.stakes[receiver]
    assert terms is not None
    if stake < terms.minimum_micros:
        return 0
    by_winner = terms.by_winner and wager.stakes[holder]
    return terms.micros(outcome, wager.stakes[holder] if by_winner else stake) or 0
