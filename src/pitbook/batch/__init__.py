"""Many rounds at once, for the simulation: the chosen tables compiled to mask, first row, micro-dollars, over arrays.

A :class:`Plan` is made from one round that can be settled: who sits where, the wagers and stakes, the paytables and readings.
:func:`settle_many` settles that plan over the cards of many rounds. What hangs on a meter, and whatever else the arrays do not
hold, is not settled here: such rounds are marked ``ordinary``, :func:`round_of` gives each as a round of its own, and the
ordinary settlement settles it, with the meter as it then stands. Both give the same amounts; a test holds them equal.

Envy Bonuses are settled here: they are fixed sums, and in some games they come up in one round of a hundred.
"""

from pitbook.batch.planning import plan
from pitbook.batch.settling import settle_many
from pitbook.batch.single import round_of
from pitbook.batch.values import LOSE, NOT_PLACED, Deals, Many, ManyLines, Plan, PlannedLine

__all__ = [
    "LOSE",
    "NOT_PLACED",
    "Deals",
    "Many",
    "ManyLines",
    "Plan",
    "PlannedLine",
    "plan",
    "round_of",
    "settle_many",
]
