"""One block of rounds: the cards of every table of a group, what the wagers come to, and the awards off meters in order.

Everything is whole numbers: a block's result is the same whoever works it out. Fixed awards and Envy Bonuses are counted here;
awards that are shares of a meter are handed on, each with what its meter was fed before it, because only the fold of all blocks
knows what stood on the meter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitbook import batch
from pitbook.families import Deal
from pitbook.rounds import Round
from pitbook.settlement.limit import cut
from pitbook.simulation import dealing, tally
from pitbook.simulation.awards import AwardRound, award_requests
from pitbook.simulation.dealing import SPARE, Words
from pitbook.simulation.order import Order, Span
from pitbook.simulation.plan import Group, TablePlan, WagerPlan
from pitbook.simulation.planning import plan_of
from pitbook.simulation.ready import LOSE, ReadySource, ReadyWager, envy_of, many_of, ready_of
from pitbook.three_cards import SHOWDOWN_EVENTS

Array = npt.NDArray[Any]

_BY_ODD_CARD: Final = frozenset(event for event in SHOWDOWN_EVENTS if event.endswith("-by-odd-card"))
"""Events of a showdown in which the odd card decides; their masks take longer, so they are made only where a row names one."""


@dataclass
class WagerBlock:
    """What a wager came to at a table in a block: how often it was placed, money in micro-dollars.

    ``returned`` is handed over by the house, stakes that go back included, meter shares and Envy Bonuses left out; ``extra`` is
    the part of it that a promotion adds. ``rows`` counts each row and, last, what no row pays.
    """

    placed: int
    staked: int
    returned: int
    envy: int
    extra: int
    rows: list[int]


@dataclass
class BlockResult:
    """A block of a group: each table's wagers in the plan's order, the rounds with awards off meters, what each meter was fed."""

    group: int
    span: Span
    wagers: list[list[WagerBlock]]
    awards: list[AwardRound]
    wagered: dict[str, int]


def run_block(order: Order, group: int, block: int) -> BlockResult:
    """Work out a block of a group of tables."""
    plan = plan_of(order)
    tables = plan.groups[group]
    span = order.span(block)
    played = [PlayedTable(order, table, span) for table in tables.tables]
    wagered = {meter.id: 0 for meter in tables.meters}
    for each in played:
        for name, fed in each.fed.items():
            wagered[name] += int(fed.sum())
    return BlockResult(group, span, [each.wagers() for each in played], list(_awards(tables, played)), wagered)


def _awards(group: Group, played: Sequence[PlayedTable]) -> Iterator[AwardRound]:
    """The rounds with awards off meters in the order in which they are played: round by round, table after table."""
    hits = [table.meter_awards() for table in played]
    found = sorted((number, at) for at, by_round in enumerate(hits) for number in by_round)
    totals = {
        meter.id: [
            np.concatenate([[0], np.cumsum(table.fed.get(meter.id, np.zeros(table.span.rounds, np.int64)))]) for table in played
        ]
        for meter in group.meters
    }
    for number, at in found:
        table = played[at]
        requests = award_requests(table.table, table.round_of(number), hits[at][number])
        names = {request.meter for request in requests}
        before = {name: sum(int(sums[number + (other < at)]) for other, sums in enumerate(totals[name])) for name in names}
        own = {name: int(totals[name][at][number + 1] - totals[name][at][number]) for name in names}
        yield AwardRound(table.span.first + number, at, tuple(requests), before, own)


class PlayedTable:
    """A table's block, dealt and looked up."""

    def __init__(self, order: Order, table: TablePlan, span: Span) -> None:
        self.order, self.table, self.span = order, table, span
        self.stands: dict[int, Array] = {}
        self.ready = ready_of(order, table)
        self.deal()
        self.folds()
        self.classes = [self.classes_of(each) for each in self.ready.sources]
        self.words = {n: self.stream.take(span.rounds * table.seats).reshape(span.rounds, -1) for n, w in self.random_wagers()}
        self.fed = self.feed()

    def random_wagers(self) -> list[tuple[int, WagerPlan]]:
        """Wagers that are not placed in every round."""
        return [(n, wager) for n, wager in enumerate(self.table.wagers) if not wager.always]

    def deal(self) -> None:
        """The cards of every round."""
        ready, rounds, seats = self.ready, self.span.rounds, self.table.seats
        self.stream = Words(self.order.seed, self.span.block, self.table.key)
        words = self.stream.take(rounds * ready.cards_dealt).reshape(rounds, -1)
        spare, used = self.stream.take(SPARE), np.zeros(1, np.int64)
        deck = ready.deck.copy()
        self.is_coup = any(each.source.deal is Deal.COUP for each in ready.sources)
        if self.is_coup:
            drawn, self.coups = (np.empty((rounds, ready.cards_dealt), np.int64) for _ in range(2))
            dealing.draw_cards(words, spare, used, deck, drawn)
            many_of(self.table).play_coups(drawn, self.coups)
        else:
            self.players = np.empty((rounds, seats), np.int64)
            self.others = np.empty((rounds, 2), np.int64)
            dealing.deal_hands(words, spare, used, deck, self.players, self.others, ready.sizes)
        assert used[0] < SPARE, "more random words were needed than a block has to spare"

    def folds(self) -> None:
        """Who folds."""
        self.folded = np.zeros((self.span.rounds, self.table.seats), np.uint8)
        if self.ready.needs_folds:
            tally.mark_folds(self.players, self.table.plays_from, self.folded)

    def hand(self, area: str) -> Array:
        """The cards of an area in every round, by seat or one column for all."""
        if area == "player":
            return self.players
        return self.others[:, :1] if area == "dealer" else self.others[:, 1:]

    def classes_of(self, ready: ReadySource) -> Array:
        """The class of every round and seat (one column where all seats share the cards)."""
        masks = self.masks_of(ready)
        if ready.source.deal is Deal.SHOWDOWN:
            return masks
        classes = np.empty(masks.shape, np.int64)
        missing = tally.find_classes(masks, ready.slots, classes)
        assert not missing, f"{missing} hands of {ready.source.family} have a mask that no hand of the deck has"
        return classes

    def masks_of(self, ready: ReadySource) -> Array:
        source = ready.source
        if source.deal is None:
            found: Array = ready.fill(self.players, np.ascontiguousarray(self.others[:, 0]))
            return found
        if source.deal is Deal.COUP:
            masks = np.empty(self.span.rounds, np.int64)
            ready.fill(self.coups, masks)
            return masks.reshape(-1, 1)
        if source.deal is Deal.SHOWDOWN:
            masks = np.empty(self.players.shape, np.int64)
            by_odd_card = any(row.event in _BY_ODD_CARD for each in self.table.wagers for row in each.offered.rows)
            tally.fill_showdowns(self.players, np.ascontiguousarray(self.others[:, 0]), self.folded, by_odd_card, masks)
            return masks
        hands = self.hand(source.reads[0])
        for area in source.reads[1:]:
            hands = hands | self.hand(area)
        masks = np.empty(hands.shape, np.int64)
        ready.fill(np.ascontiguousarray(hands).reshape(-1), masks.reshape(-1))
        return masks

    # What is placed, and what it comes to

    def placed(self, n: int) -> Array:
        """Where a wager stands: bool[rounds, seats]."""
        if n not in self.stands:
            wager = self.table.wagers[n]
            stands = np.broadcast_to(np.array(wager.stakes) > 0, self.folded.shape)
            if n in self.words:
                stands = stands & (self.words[n] < wager.threshold)
            self.stands[n] = stands & (self.folded == 0) if wager.after_play else stands
        return self.stands[n]

    def feed(self) -> dict[str, Array]:
        """What is wagered on each meter in every round, micro-dollars."""
        fed: dict[str, Array] = {}
        for n, wager in enumerate(self.table.wagers):
            for name in {meter for meter in wager.meters if meter is not None}:
                stakes = np.array([stake if meter == name else 0 for stake, meter in zip(wager.stakes, wager.meters, strict=True)])
                always = wager.always and not wager.after_play
                own = np.full(self.span.rounds, stakes.sum()) if always else self.placed(n) @ stakes
                fed[name] = fed[name] + own if name in fed else own
        return fed

    def counted(self) -> list[tuple[Array, Array]]:
        """By wager: counts int64[seats, 2, classes] in the rounds of the promotion and in the others."""
        promoted = self.order.promoted(self.span)
        by_source: dict[int, tuple[Array, Array]] = {}
        found = []
        for n, wager in enumerate(self.table.wagers):
            if wager.always and wager.source in by_source:
                found.append(by_source[wager.source])
                continue
            classes = self.classes[wager.source]
            both = []
            for first, last in ((0, promoted), (promoted, self.span.rounds)):
                own = np.zeros((self.table.seats, 2, len(self.ready.sources[wager.source].masks)), np.int64)
                if wager.always:
                    tally.count_classes(classes, self.folded, first, last, own)
                else:
                    tally.count_placed(classes, self.folded, self.words[n], wager.threshold, first, last, own)
                both.append(own)
            found.append((both[0], both[1]))
            if wager.always:
                by_source[wager.source] = found[-1]
        return found

    def wagers(self) -> list[WagerBlock]:
        """What every wager came to."""
        blocks = [self.wager(each, *both) for each, both in zip(self.ready.wagers, self.counted(), strict=True)]
        for n, each in enumerate(self.ready.wagers):
            self.add_extras(n, each.plan, blocks[n])
            if each.plan.offered.envy is not None:
                blocks[n].envy = self.envy(n, each)
        self.cut_to_limit(blocks)
        return blocks

    def wager(self, ready: ReadyWager, promoted: Array, others: Array) -> WagerBlock:
        plan = ready.plan
        has_stake = (np.array(plan.stakes) > 0)[:, None]
        promoted, others = promoted * has_stake[:, :, None], others * has_stake[:, :, None]
        both = promoted + others
        stands = both[:, 0].sum(axis=1) + (0 if plan.after_play else both[:, 1].sum(axis=1))
        decided = [each[:, 0] + (each[:, 1] if plan.survives and not plan.after_play else 0) for each in (promoted, others)]
        returned = int((decided[0] * ready.handed).sum() + (decided[1] * ready.usual).sum())
        extra = int((decided[0] * (ready.handed - ready.usual)).sum())
        rows = np.zeros(len(plan.offered.rows) + 1, np.int64)
        np.add.at(rows, ready.row_of, decided[0] + decided[1])
        rows[LOSE] += stands.sum() - (decided[0] + decided[1]).sum()
        staked = 0 if plan.offered.wager.stakeless else int((stands * np.array(plan.stakes)).sum())
        return WagerBlock(int(stands.sum()), staked, returned, 0, extra, rows.tolist())

    def add_extras(self, n: int, plan: WagerPlan, block: WagerBlock) -> None:
        """Pays that the table's system draws, each round and seat (or for all seats on the dealer's hand) by itself."""
        for extra in plan.extras:
            per_seat = self.table.sources[plan.source].per_seat
            words = self.stream.take(self.span.rounds * (self.table.seats if per_seat else 1)).reshape(self.span.rounds, -1)
            amounts = np.array([int(extra.multiple * stake) for stake in plan.stakes])
            numbers, drawn = np.nonzero(words < extra.threshold)
            stands = self.placed(n)[numbers]
            if not plan.survives:
                stands = stands & (self.folded[numbers] == 0)
            if per_seat:
                block.returned += int(amounts[drawn[stands[np.arange(len(drawn)), drawn]]].sum())
            else:
                block.returned += int((stands @ amounts).sum())

    # Envy

    def envy(self, n: int, ready: ReadyWager) -> int:
        """The Envy Bonuses of all seats: each hand in a row that brings them, to every other seat that placed the wager."""
        plan = ready.plan
        classes = self.classes[plan.source]
        brings: Array = np.any(ready.envy, axis=0)
        at_round, at_seat = np.nonzero(brings[classes])
        if not len(at_round):
            return 0
        counts_folded = plan.survives and self.table.filed.values["envy-after-fold"] != "never"
        stands = self.placed(n) if counts_folded else self.placed(n) & (self.folded == 0)
        terms = plan.offered.envy
        assert terms is not None
        total = 0
        for number, holder in zip(at_round.tolist(), at_seat.tolist(), strict=True):
            if not counts_folded and self.folded[number, holder]:
                continue
            if terms.trigger == "bettors-only" and not stands[number, holder]:
                continue
            if stands[number].all():
                total += int(ready.envy[holder, classes[number, holder]])
                continue
            row = int(ready.row_of[holder, classes[number, holder]])
            outcome = plan.offered.rows[row].outcome
            others = (other for other in np.flatnonzero(stands[number]).tolist() if other != holder)
            total += sum(envy_of(plan, holder, other, outcome) for other in others)
        return total

    # The limit on a hand's bonus pays

    def cut_to_limit(self, blocks: Sequence[WagerBlock]) -> None:
        """Take off what passes the filed limit on the bonus wagers of one hand."""
        limit = self.ready.limit
        bonuses = [
            (n, each)
            for n, each in enumerate(self.ready.wagers)
            if each.plan.offered.wager.kind.value == "bonus" and limit is not None
        ]
        if limit is None or sum(max(int(each.handed.max()), int(each.usual.max())) for _, each in bonuses) <= limit:
            return
        # Odd cents go to the first in the order of settlement, which is that of the rules.
        place = {wager.id: n for n, wager in enumerate(self.table.filed.edition.wagers)}
        bonuses.sort(key=lambda pair: place[pair[1].plan.id])
        promoted = self.order.promoted(self.span)
        seats = np.arange(self.table.seats)
        wins, plain = (np.zeros((len(bonuses), *self.folded.shape), np.int64) for _ in range(2))
        for at, (n, each) in enumerate(bonuses):
            classes = np.broadcast_to(self.classes[each.plan.source], self.folded.shape)
            for first, last, amounts in ((0, promoted, each.handed), (promoted, self.span.rounds, each.usual)):
                lives = self.placed(n)[first:last] & (self.folded[first:last] == 0 if not each.plan.survives else True)
                for found, amounts_of in ((wins, amounts), (plain, each.usual)):
                    own = amounts_of[seats[None, :], classes[first:last]] - np.array(each.plan.stakes)
                    found[at, first:last] = np.maximum(own, 0) * lives
        how = self.table.filed.values["aggregate-shortfall"]
        for number, seat in np.argwhere(wins.sum(axis=0) > limit).tolist():
            own_wins = wins[:, number, seat].tolist()
            for (n, _), win, kept in zip(bonuses, own_wins, cut(own_wins, limit, how), strict=True):
                blocks[n].returned -= win - kept
        # What a promotion adds is counted as it is paid: both with and without it within the limit.
        for number, seat in np.argwhere(np.maximum(wins.sum(axis=0), plain.sum(axis=0))[:promoted] > limit).tolist():
            with_it, without = (cut(each[:, number, seat].tolist(), limit, how) for each in (wins, plain))
            for at, (n, _) in enumerate(bonuses):
                blocks[n].extra -= int(wins[at, number, seat] - plain[at, number, seat]) - (with_it[at] - without[at])

    # Awards off meters

    def meter_awards(self) -> dict[int, list[int]]:
        """The rounds in which wagers that stand are paid a share of a meter, with these wagers."""
        found: dict[int, list[int]] = {}
        for n, each in enumerate(self.ready.wagers):
            if not each.from_meter.any():
                continue
            hits = np.flatnonzero(each.from_meter[self.classes[each.plan.source]].any(axis=1))
            for number in hits.tolist():
                lives = True if each.plan.survives else self.folded[number] == 0
                hit = each.from_meter[self.classes[each.plan.source][number]]
                if np.any(hit & self.placed(n)[number] & lives):
                    found.setdefault(number, []).append(n)
        return found

    def round_of(self, number: int) -> Round:
        """A round for settlement, with what was placed in it."""
        if self.is_coup:
            deals = batch.Deals(coup=self.coups, folded=self.folded != 0)
        else:
            known = [self.others[:, n] if size else None for n, size in enumerate(self.ready.sizes[1:].tolist())]
            deals = batch.Deals(self.players, known[0], known[1], folded=self.folded != 0)
        found = batch.round_of(self.ready.settled, deals, number)
        stands = {wager.id: self.placed(n)[number] for n, wager in enumerate(self.table.wagers)}
        seats = [
            replace(seat, placed={name: each for name, each in seat.placed.items() if stands[name][place]})
            for place, seat in enumerate(found.seats)
        ]
        return replace(found, seats=tuple(seats))
