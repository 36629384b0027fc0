"""What a change costs: the same rounds as they are and as they would be, side by side.

A change is anything that another set of hands or a promotion can say: a paytable, readings, meter terms, stakes, limits, a mix.
What is compared are two exact distributions, each on its own cards; the expected cost is the difference of two exact means.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from pitbook.hold.bars import chart
from pitbook.hold.figures import Basis, Hold, OnBasis, name_of
from pitbook.hold.hand import Outcome
from pitbook.hold.hold_json import hold_json
from pitbook.hold.lottery import Lottery, Repeated
from pitbook.hold.meter import Meter
from pitbook.hold.notes import own_paytables
from pitbook.hold.spread import Spread
from pitbook.hold.sums import total
from pitbook.hold.view import about
from pitbook.par_json import in_dollars
from pitbook.par_table import one_in_text, share_text
from pitbook.payouts import money, to_cent
from pitbook.tables import Document, Row, Table, left, right

LARGEST: Final = "Largest award on one hand"
HOW_OFTEN: Final = "  how often"
WORST: Final = (0.05, 0.01, 0.001)


@dataclass(frozen=True)
class LargestAward:
    """The most that one hand can be handed (micro-dollars), and how often; ``from_meters`` is the part off meters as they start."""

    amount: int
    from_meters: int
    rows: str
    probability: Fraction


@dataclass(frozen=True)
class WhatIf:
    """Two answers over the same number of rounds; ``extra`` is the distribution of what a promotion pays on top."""

    before: Hold
    after: Hold
    extra: Spread | None
    extra_mean: Fraction

    def pairs(self) -> Iterator[tuple[Basis, OnBasis, OnBasis]]:
        """The bases that both answers have."""
        for basis in Basis:
            one, other = self.before.on(basis), self.after.on(basis)
            if basis in {each.basis for each in (*self.before.bases, *self.after.bases)}:
                yield basis, one, other

    def cost(self, basis: Basis) -> Fraction | None:
        """What the change takes from the expected result of the house."""
        before, after = self.before.on(basis).mean, self.after.on(basis).mean
        return None if before is None or after is None else before - after


def what_if(before: Hold, after: Hold) -> WhatIf:
    """Two answers side by side."""
    promoted = [
        Repeated(Lottery.of((outcome.extra, outcome.count) for outcome in each.line.outcomes), each.deals)
        for each in after.lines
        if each.promoted
    ]
    mean = sum((part.lottery.mean * part.deals for part in promoted), Fraction(0))
    return WhatIf(before, after, total(promoted) if promoted else None, mean)


def largest_award(found: Hold) -> LargestAward:
    """The largest award on one hand in the first round, when the meters hold what they start with."""
    return max(
        (
            LargestAward(outcome.returned + drawn, drawn, outcome.rows, Fraction(outcome.count, each.line.deals))
            for each in found.lines
            for outcome in each.line.outcomes
            for drawn in [_drawn(outcome, found.meters)]
        ),
        key=lambda award: award.amount,
    )


def _drawn(outcome: Outcome, meters: Sequence[Meter]) -> int:
    """What an outcome takes off meters that hold what they start with: one award after another, a reseed after a whole one."""
    held = {meter.key: Fraction(meter.opening) for meter in meters}
    reseeds = {meter.key: meter.reseed for meter in meters}
    taken = Fraction(0)
    for key, share in outcome.draws:
        award = share * held[key]
        held[key] = Fraction(reseeds[key]) if share == 1 else held[key] - award
        taken += award
    return int(taken)


# For the reader ------------------------------------------------------------------------------------------------------


def answer(found: WhatIf) -> Document:
    """The comparison, and the promotion's extra cost where there is one."""
    tables = [_comparison(found, basis, one, other) for basis, one, other in found.pairs()]
    if found.extra is not None:
        tables.append(_extra_table(found))
    return Document("What if", tables, what_if_json(found))


def _comparison(found: WhatIf, basis: Basis, one: OnBasis, other: OnBasis) -> Table:
    rows = [Row((name, *cells), "total" if n == 1 else "") for n, (name, cells) in enumerate(_rows(found, one, other))]
    suffix = f", {basis} basis" if found.before.meters or found.after.meters else ""
    cost = found.cost(basis)
    notes = [f"{each.refused}." for each in (one, other) if each.refused]
    if any(each.from_meters for each in (largest_award(found.before), largest_award(found.after))):
        notes.append("the largest award is that of the first round: meters as they start.")
    for answer_of, each in ((found.before, one), (found.after, other)):
        if each.normal is not None and each.normal.refused and answer_of is found.after:
            notes.append(f"{each.normal.refused}.")
    notes.extend(dict.fromkeys((*own_paytables(found.before), *own_paytables(found.after))))
    table = Table(
        title=f"What if: {name_of(found.before)}{suffix}",
        subtitle=f"{found.before.rounds:,} rounds as they are, {found.after.rounds:,} as they would be: {name_of(found.after)}",
        columns=(*left(""), *right("As it is", "As it would be", "Difference")),
        rows=tuple(rows),
        figures=(("Expected cost of the change", "" if cost is None else to_cent(cost)),),
        notes=tuple(notes),
        about=(*about(found.before), ("would be", name_of(found.after)), ("rounds then", str(found.after.rounds))),
    )
    plain = (replace(row, cells=(row.cells[0].replace(HOW_OFTEN, f"{LARGEST}, how often"), *row.cells[1:])) for row in rows)
    return replace(table, plain=(replace(table, rows=tuple(plain)),))


def _rows(found: WhatIf, one: OnBasis, other: OnBasis) -> Iterator[tuple[str, tuple[str, str, str]]]:
    yield "Staked", _amounts(found.before.staked, found.after.staked)
    if one.mean is None or other.mean is None or one.spread is None or other.spread is None:
        return
    yield "Expected result", _amounts(one.mean, other.mean)
    holds = one.mean / found.before.staked, other.mean / found.after.staked
    yield "Expected hold", (share_text(holds[0], 3), share_text(holds[1], 3), share_text(holds[1] - holds[0], 3))
    yield "Standard deviation", _amounts(*(math.sqrt(each.variance or 0.0) for each in (one, other)))
    for part in WORST:
        yield f"Worst in {1 / part:,.0f}: this or less", _amounts(one.spread.quantile(part)[0], other.spread.quantile(part)[0])
    losses = tuple(sum(each.spread.below(0)) / 2 for each in (one, other) if each.spread is not None)
    yield "The house loses", (share_text(losses[0], 3), share_text(losses[1], 3), share_text(losses[1] - losses[0], 3))
    largest = largest_award(found.before), largest_award(found.after)
    yield LARGEST, _amounts(largest[0].amount, largest[1].amount)
    yield HOW_OFTEN, (one_in_text(1 / largest[0].probability), one_in_text(1 / largest[1].probability), "")


def _amounts(one: Fraction | int | float, other: Fraction | int | float) -> tuple[str, str, str]:
    return to_cent(one), to_cent(other), to_cent(Fraction(other) - Fraction(one))


def _extra_table(found: WhatIf) -> Table:
    assert found.extra is not None
    spread = found.extra
    figures = [("Expected", to_cent(found.extra_mean))]
    figures.extend((f"In {1 - part:.3g} of periods at most", to_cent(spread.quantile(1 - part)[1])) for part in WORST)
    shown = chart(spread, "What the promotion pays on top")
    bins = tuple(replace(each, figures=tuple(figures)) for each in shown.plain)
    return replace(shown, figures=tuple(figures), plain=bins)


def what_if_json(found: WhatIf) -> dict[str, Any]:
    """The comparison as JSON values."""
    document: dict[str, Any] = {"before": hold_json(found.before), "after": hold_json(found.after), "expected_cost": {}}
    for basis, _, _ in found.pairs():
        document["expected_cost"][basis.value] = in_dollars(found.cost(basis))
    for name, each in (("before", found.before), ("after", found.after)):
        largest = largest_award(each)
        document[name]["largest_award"] = {
            "amount": money(largest.amount),
            "from_meters": money(largest.from_meters),
            "rows": largest.rows,
            "probability": float(largest.probability),
        }
    if found.extra is not None:
        document["promotion"] = {
            "expected": in_dollars(found.extra_mean),
            "at_most": [{"probability": 1 - part, "amount": money(found.extra.quantile(1 - part)[1])} for part in WORST],
        }
    return document


__all__ = ["LargestAward", "WhatIf", "answer", "largest_award", "what_if", "what_if_json"]
