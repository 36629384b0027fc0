"""A meter of a hold as tables: what it is at a hit, how long between whole awards, what its reserve comes to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitbook.hold.figures import Hold
from pitbook.hold.meter import Meter, at_hit, hits_below, wagers_until
from pitbook.par_table import share_text
from pitbook.payouts import dollars, to_cent
from pitbook.tables import BEHIND, Row, Table, amounts, left, right

HITS: Final = "Hits do not know what is on the meter: at a hit it is distributed as at any other turn after a long time."
METER_PERCENTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


def meter_table(meter: Meter, found: Hold) -> Table:
    """Percentiles of a meter at a hit, of the wagers between whole awards and of its reserve, then its figures."""
    spread = at_hit(meter)
    rows = []
    for probability in METER_PERCENTILES:
        wagers = f"{wagers_until(meter.whole, probability):,}" if meter.whole else ""
        ends = "" if spread is None else ends_text(*spread.quantile(probability))
        reserve = ""
        if meter.reserve and meter.whole:
            reserve = to_cent(meter.reserve * wagers_until(meter.whole, probability))
        rows.append(Row((f"{probability * 100:g}%", wagers, ends, *([reserve] if meter.reserve else []))))
    start = ("At the start", dollars(meter.opening))
    adds = dollars(meter.increment) + (f", and {dollars(meter.reserve)} to the reserve" if meter.reserve else "")
    heads = ["Wagers to a whole award", "Meter at a hit"] + (["Reserve at a whole award"] if meter.reserve else [])
    return Table(
        title=f"Meter: {meter.key.name}",
        columns=(*left("At most, in"), *right(*heads)),
        rows=tuple(rows),
        figures=(start, ("Each wager adds", adds), *_figures(meter, found)),
        notes=(HITS,),
        plain=(_plain_meter(meter, found),),
    )


def _plain_meter(meter: Meter, found: Hold) -> Table:
    """The meter for programs: the two ends of each percentile apart, and what a wager adds to the meter and to the reserve."""
    spread = at_hit(meter)
    rows = []
    for probability in METER_PERCENTILES:
        wagers = wagers_until(meter.whole, probability) if meter.whole else None
        ends = ("", "") if spread is None else tuple(to_cent(each) for each in spread.quantile(probability))
        reserve = to_cent(meter.reserve * wagers) if wagers is not None and meter.reserve else ""
        rows.append(Row((f"{probability:g}", "" if wagers is None else f"{wagers:,}", *ends, reserve)))
    return Table(
        title=f"Meter: {meter.key.name}",
        columns=(
            *right("Probability of at most", "Wagers to a whole award"),
            *amounts("Meter at a hit, lower end", "Meter at a hit, upper end", "Reserve at a whole award"),
        ),
        rows=tuple(rows),
        figures=(
            ("Each wager adds to the meter", dollars(meter.increment)),
            ("Each wager adds to the reserve", dollars(meter.reserve)),
            ("At the start", dollars(meter.opening)),
            *_figures(meter, found, apart=BEHIND),
        ),
        notes=(HITS,),
    )


def _figures(meter: Meter, found: Hold, *, apart: str = " ") -> Iterator[tuple[str, str]]:
    wagers = meter.wagers_per_round * found.rounds
    if not meter.whole:
        yield "Whole awards", "none of the rows takes the whole meter"
        return
    yield "Mean meter at a hit", to_cent(meter.mean_at_hit)
    yield "Mean wagers between whole awards", f"{float(1 / meter.whole):,.0f}"
    yield "Mean rounds between whole awards", f"{float(1 / (meter.whole * meter.wagers_per_round)):,.0f}"
    yield "Whole awards expected in the period", f"{float(meter.whole * wagers):,.4g}"
    yield "A period without one", share_text(1 - hits_below(meter.whole, float(wagers)), 3)
    for share, chance in meter.shares.items():
        yield f"Awards of {share_text(share, 0)} expected", f"{float(chance * wagers):,.4g}"
    if meter.reserve:
        yield from _reserve_figures(meter, apart)


def _reserve_figures(meter: Meter, apart: str) -> Iterator[tuple[str, str]]:
    yield "Mean reserve at a whole award", to_cent(meter.mean_reserve_at_restart)
    target = meter.target
    if target:
        short, amount = meter.reserve_risk(target)
        yield f"Reserve short of {dollars(target)}", share_text(short, 3)
        yield "Expected shortfall", f"{dollars(round(amount))}{apart}a whole award"


def ends_text(low: int, high: int) -> str:
    """Both ends of a bracket of amounts, once where they are the same cent."""
    ends = (to_cent(low), to_cent(high))
    return " to ".join(dict.fromkeys(ends))
