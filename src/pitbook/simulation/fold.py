"""Blocks put together in order, in one place: totals, meters, results by period. The only part of a simulation with a memory.

The memory is whole numbers and can be written down and taken up again (``to_json``, ``from_json``): a checkpoint.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pitbook import progressive
from pitbook.par import has_base_game
from pitbook.progressive import STATE_FIELDS, MeterState
from pitbook.settlement import METER, aggregate_limit
from pitbook.simulation.awards import AwardRound, pay_requests
from pitbook.simulation.block import BlockResult, WagerBlock
from pitbook.simulation.order import Order
from pitbook.simulation.plan import Group, MeterPlan, Plan, TablePlan, WagerPlan
from pitbook.simulation.planning import plan_of
from pitbook.simulation.seated import seated

KEPT_HITS: Final = 200


@dataclass
class Spread:
    """Sums over whole blocks: how many, the stakes, what the house keeps and its squares (micro-dollars)."""

    blocks: int = 0
    staked: int = 0
    kept: int = 0
    squares: int = 0

    def add(self, staked: int, kept: int) -> None:
        """Add a block."""
        self.blocks, self.staked, self.kept, self.squares = (
            self.blocks + 1,
            self.staked + staked,
            self.kept + kept,
            self.squares + kept * kept,
        )


@dataclass
class Cost:
    """What meter awards came to in a block: fixed rows in their place, by the meter, by the house; cost on the accrued basis."""

    returned: int = 0
    from_meter: int = 0
    by_house: int = 0
    accrued: int = 0


Costs = dict[tuple[str, int], Cost]
"""By table and number of the wager."""


@dataclass
class WagerTotal:
    """A wager at a table over all rounds; money in micro-dollars.

    ``returned`` is what the house handed over by rows and extras; ``from_meter`` and ``by_house`` are meter awards, by who paid.
    ``accrued`` is what the awards cost on the accrued basis, and ``spread`` of what the house keeps on it, block by block, Envy
    Bonuses left out.
    """

    placed: int = 0
    staked: int = 0
    returned: int = 0
    envy: int = 0
    extra: int = 0
    from_meter: int = 0
    by_house: int = 0
    accrued: int = 0
    rows: list[int] = field(default_factory=list)
    spread: Spread = field(default_factory=lambda: Spread())

    def add(self, block: WagerBlock, cost: Cost) -> None:
        """Add a block and what its meter awards came to."""
        self.placed += block.placed
        self.staked += block.staked
        self.returned += block.returned + cost.returned
        self.from_meter += cost.from_meter
        self.by_house += cost.by_house
        self.accrued += cost.accrued
        self.envy += block.envy
        self.extra += block.extra
        self.rows = [one + other for one, other in zip(self.rows or [0] * len(block.rows), block.rows, strict=True)]


@dataclass
class PeriodResult:
    """The house's result of a table in a period on both bases, micro-dollars."""

    paid: int = 0
    accrued: int = 0


@dataclass(frozen=True)
class MeterHit:
    """An award off a meter: where, what stood on it, the share, what was paid (micro-dollars)."""

    round_number: int
    table: str
    wager: str
    before: int
    share: str
    paid: int


@dataclass
class MeterTotal:
    """A meter as it stands, its path (at the end of each block, before and after each award), its last hits, its whole awards."""

    state: MeterState
    path: list[tuple[int, int]] = field(default_factory=list)
    hits: list[MeterHit] = field(default_factory=list)
    whole_awards: int = 0
    whole_before: int = 0


class Fold:
    """What is known after some blocks of each group."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.plan: Plan = plan_of(order)
        for table in self.plan.tables:
            aggregate_limit(seated(table))  # a limit that lacks a figure is refused here, before anything is dealt
        self.next_block = [0] * len(self.plan.groups)
        self.totals = {table.id: [WagerTotal() for _ in table.wagers] for table in self.plan.tables}
        self.periods: dict[str, dict[int, PeriodResult]] = {table.id: {} for table in self.plan.tables}
        self.base = {table.id: Spread() for table in self.plan.tables}
        """By table, the wagers that are one base game: the first stake of it, and what the house keeps of all."""
        self.meters = {meter.id: _opened(meter) for group in self.plan.groups for meter in group.meters}

    @property
    def done(self) -> int:
        """Blocks folded, of all groups."""
        return sum(self.next_block)

    @property
    def whole(self) -> int:
        """Blocks there are."""
        return self.order.blocks * len(self.plan.groups)

    def add(self, block: BlockResult) -> None:
        """Fold the next block of a group; blocks of a group come in their order."""
        assert block.span.block == self.next_block[block.group], "blocks must be folded in their order"
        group = self.plan.groups[block.group]
        costs: Costs = {}
        fed = dict.fromkeys(block.wagered, 0)
        for award in block.awards:
            self._award(group, group.tables[award.table], award, fed, costs)
        for meter in group.meters:
            self._feed(group, meter, block.wagered[meter.id] - fed[meter.id], costs)
            self.meters[meter.id].path.append((block.span.first + block.span.rounds, self.meters[meter.id].state.value))
        for table, wagers in zip(group.tables, block.wagers, strict=True):
            self._table(table, wagers, block, costs)
        self.next_block[block.group] += 1

    def _table(self, table: TablePlan, wagers: list[WagerBlock], block: BlockResult, costs: Costs) -> None:
        """A table's wagers: into its totals, into the result of the period, into what is known of their spread."""
        result = self.periods[table.id].setdefault(block.span.period, PeriodResult())
        full = block.span.rounds == min(self.order.block, self.order.period)
        base_staked = base_kept = 0
        for n, (plan, each, total) in enumerate(zip(table.wagers, wagers, self.totals[table.id], strict=True)):
            cost = costs.get((table.id, n), Cost())
            total.add(each, cost)
            kept = each.staked - each.returned - cost.returned
            accrued = kept - cost.accrued - increments_of(plan, each.staked)
            result.paid += kept - each.envy - cost.from_meter - cost.by_house
            result.accrued += accrued - each.envy
            if full:
                total.spread.add(each.staked, accrued)
            if is_base(plan):
                base_staked += 0 if plan.offered.wager.equals is not None else each.staked
                base_kept += kept
        if full:
            self.base[table.id].add(base_staked, base_kept)

    def _feed(self, group: Group, meter: MeterPlan, wagered: int, costs: Costs) -> None:
        """Wagers on a meter since it was last fed; what a limit sends to the house is the house's again."""
        if not wagered:
            return
        total = self.meters[meter.id]
        primary, secondary = (int(rate * wagered) for rate in (meter.terms.increment, meter.terms.reserve))
        before = total.state
        total.state, _ = progressive.add_contribution(before, wagered, primary, secondary, meter.policies)
        revenue = total.state.revenue - before.revenue
        if revenue:
            table, n = _feeder(group, meter)
            costs.setdefault((table.id, n), Cost()).accrued -= revenue

    def _award(self, group: Group, table: TablePlan, award: AwardRound, fed: dict[str, int], costs: Costs) -> None:
        """A round with awards: what was wagered before it, then its own wagers and awards in the order that is filed."""
        plans = {meter.id: meter for meter in group.meters}
        first = table.filed.values["contribution-time"] == "lock-out"
        for name in dict.fromkeys(request.meter for request in award.requests):
            meter, total = plans[name], self.meters[name]
            upto = award.before[name] + (award.own[name] if first else 0)
            self._feed(group, meter, upto - fed[name], costs)
            fed[name] = upto
            before = total.state
            requests = [request for request in award.requests if request.meter == name]
            total.state, paid = pay_requests(table, requests, before, meter.terms, meter.policies)
            total.path.extend([(award.number, before.value), (award.number, total.state.value)])
            for (_, n), each in paid.items():
                own = costs.setdefault((table.id, n), Cost())
                if each.row is not None:
                    own.returned += each.micros
                elif each.by == METER:
                    own.from_meter += each.micros
                else:
                    own.by_house += each.micros
            costs.setdefault((table.id, requests[0].turns[0][1]), Cost()).accrued += _charged(before, total.state)
            for request in requests:
                _record(total, table, request, award.number, before.value, sum(each.micros for each in paid.values()))

    # Checkpoints

    def to_json(self) -> dict[str, Any]:
        """Everything known, as JSON values."""
        return {
            "next_block": self.next_block,
            "totals": {
                name: [{**vars(each), "spread": vars(each.spread)} for each in totals] for name, totals in self.totals.items()
            },
            "base": {name: vars(each) for name, each in self.base.items()},
            "periods": {
                name: {str(period): [each.paid, each.accrued] for period, each in periods.items()}
                for name, periods in self.periods.items()
            },
            "meters": {
                name: {
                    "state": {key: getattr(each.state, key) for key in STATE_FIELDS},
                    "path": each.path,
                    "hits": [vars(hit) for hit in each.hits],
                    "whole_awards": each.whole_awards,
                    "whole_before": each.whole_before,
                }
                for name, each in self.meters.items()
            },
        }

    def take_up(self, data: Mapping[str, Any]) -> None:
        """Go on from what :meth:`to_json` gave."""
        self.next_block = list(data["next_block"])
        self.totals = {
            name: [WagerTotal(**{**each, "spread": Spread(**each["spread"])}) for each in totals]
            for name, totals in data["totals"].items()
        }
        self.base = {name: Spread(**each) for name, each in data["base"].items()}
        self.periods = {
            name: {int(period): PeriodResult(*each) for period, each in periods.items()}
            for name, periods in data["periods"].items()
        }
        for name, each in data["meters"].items():
            self.meters[name] = MeterTotal(
                MeterState(**each["state"]),
                [(at, value) for at, value in each["path"]],
                [MeterHit(**hit) for hit in each["hits"]],
                each["whole_awards"],
                each["whole_before"],
            )


def _opened(meter: MeterPlan) -> MeterTotal:
    state, _ = progressive.open_meter(meter.terms, meter.opening, meter.policies)
    return MeterTotal(state, [(0, state.value)])


def is_base(plan: WagerPlan) -> bool:
    """Whether a wager is part of a base game that has one sheet for several wagers."""
    return plan.offered.wager.stakeless or (plan.offered.wager.no_sheet is not None and not has_base_game(plan.offered))


def increments_of(plan: WagerPlan, staked: int) -> int:
    """What a wager's stakes bring meter and reserve."""
    terms = plan.offered.terms
    return 0 if terms is None or terms.increment is None else int((terms.increment + (terms.reserve or 0)) * staked)


def _charged(before: MeterState, after: MeterState) -> int:
    """What awards cost the house on the accrued basis: reseeds, top-ups, awards it pays itself, less what it gets back."""
    return (after.from_house - before.from_house) + (after.house_paid - before.house_paid) - (after.revenue - before.revenue)


def _feeder(group: Group, meter: MeterPlan) -> tuple[TablePlan, int]:
    """The first table and wager that feed a meter."""
    return next((table, n) for table in group.tables for n, wager in enumerate(table.wagers) if meter.id in wager.meters)


def _record(total: MeterTotal, table: TablePlan, request: Any, number: int, before: int, paid: int) -> None:
    if request.share == 1:
        total.whole_awards += 1
        total.whole_before += before
    wager = table.wagers[request.turns[0][1]].id
    total.hits.append(MeterHit(number, table.id, wager, before, str(request.share), paid))
    del total.hits[:-KEPT_HITS]
