"""Two simulations on the same cards side by side: a filing and the one it replaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitbook.payouts import dollars, money, to_cent
from pitbook.simulation.figures import Simulated
from pitbook.simulation.simulation_json import simulation_json
from pitbook.simulation.view import about, hold_text
from pitbook.tables import Document, Row, Table, amounts, left, right

SAME_CARDS: Final = "Both ran on the same cards, so the difference is far surer than either figure."


def against(old: Simulated, new: Simulated, name: str) -> Document:
    """A filing beside the one it replaces, on the same cards where tables, seats and wagers stay."""
    rows = [Row(cells) for cells in _against_rows(old, new)]
    cost = old.accrued - new.accrued
    table = Table(
        title=f"What if: {name}",
        subtitle=f"{new.rounds:,} rounds at each table, seed {new.seed}",
        columns=(
            *left("Game", "Wager"),
            *amounts("Kept now, accrued", "Kept then, accrued", "Difference"),
            *right("Hold now", "Hold then"),
        ),
        rows=tuple(rows),
        about=about(new, name),
        plain=tuple(_plain_against(old, new, rows)),
        figures=(
            ("Staked", f"{dollars(old.staked)}, then {dollars(new.staked)}"),
            ("Kept, accrued", f"{to_cent(old.accrued)}, then {to_cent(new.accrued)}"),
            ("Kept, paid", f"{to_cent(old.paid)}, then {to_cent(new.paid)}"),
            ("The change cost", to_cent(cost)),
            *_exposures(old, new),
        ),
        notes=(SAME_CARDS,),
    )
    return Document(
        f"What if: {name}",
        [table],
        {
            "old": simulation_json(old, name),
            "new": simulation_json(new, name),
            "cost_accrued": money(cost),
            "cost_paid": money(old.paid - new.paid),
        },
    )


def _plain_against(old: Simulated, new: Simulated, rows: Sequence[Row]) -> Iterator[Table]:
    """The comparison for programs: what the whole came to, now and then, in columns too."""
    columns = (*left("Game", "Wager"), *amounts("Now", "Then", "Difference"), *right("Hold now", "Hold then"))
    yield Table("Kept by wager, accrued", columns, tuple(rows))
    sums = [("Staked", old.staked, new.staked), ("Kept, accrued", old.accrued, new.accrued), ("Kept, paid", old.paid, new.paid)]
    sums += [(f"Worst period, {game}", one, other) for game, one, other in _worst_periods(old, new)]
    cells = tuple(Row((name, to_cent(one), to_cent(other), to_cent(other - one))) for name, one, other in sums)
    figures = (("The change cost", to_cent(old.accrued - new.accrued)),)
    yield Table("The whole", (*left(""), *amounts("Now", "Then", "Difference")), cells, figures=figures, notes=(SAME_CARDS,))


def _against_rows(old: Simulated, new: Simulated) -> Iterator[tuple[str, ...]]:
    before = _by_wager(old)
    after = _by_wager(new)
    for key in dict.fromkeys([*before, *after]):
        one, other = before.get(key), after.get(key)
        kept = [None if each is None else each[0] for each in (one, other)]
        yield (
            *key,
            *("" if each is None else to_cent(each) for each in kept),
            to_cent((kept[1] or 0) - (kept[0] or 0)),
            *("" if each is None else hold_text(each[0], each[1]) for each in (one, other)),
        )


def _by_wager(found: Simulated) -> dict[tuple[str, str], tuple[int, int]]:
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for each in found.wagers:
        kept, staked = sums.get((each.game, each.wager), (0, 0))
        sums[each.game, each.wager] = kept + each.accrued, staked + each.staked
    return sums


def _exposures(old: Simulated, new: Simulated) -> Iterator[tuple[str, str]]:
    """The worst period of each kind of table, before and after, in words."""
    for game, one, other in _worst_periods(old, new):
        yield f"Worst period, {game}", f"{to_cent(one)}, then {to_cent(other)}"


def _worst_periods(old: Simulated, new: Simulated) -> Iterator[tuple[str, int, int]]:
    """The worst period of each kind of table, before and after."""
    before = {(each.game, each.tables): each for each in old.periods}
    for each in new.periods:
        other = before.get((each.game, each.tables))
        if other is not None:
            yield each.game, other.paid[0], each.paid[0]
