"""The answer of ``pitbook hold`` as tables, and as JSON values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.hold.charts import round_edges
from pitbook.hold.figures import PERCENTILES, Basis, Close, Hold, OnBasis, Verdict, apart, name_of
from pitbook.hold.meter import Meter, at_hit, hits_below, wagers_until
from pitbook.hold.spread import Spread
from pitbook.par_json import in_dollars, rational
from pitbook.par_table import reading_note, share_text
from pitbook.payouts import MICROS, dollars, money
from pitbook.tables import Document, Row, Table, amounts, left, right

BARS: Final = 20
BAR_WIDTH: Final = 40
ADDS: Final = "Each wager adds"
HITS: Final = "Hits do not know what is on the meter: at a hit it is distributed as at any other turn after a long time."
ENDS: Final = "The hold at its ends"
METER_PERCENTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


def answer(found: Hold, verdicts: Sequence[tuple[OnBasis, Verdict]] = (), close: Close | None = None) -> Document:
    """The whole answer."""
    tables = [_summary(found, verdicts, close), _percentiles(found)]
    tables.extend(chart(each.spread, f"Result of the house{_on(found, each)}") for each in found.bases if each.spread is not None)
    tables.extend(_meter_table(meter, found) for meter in found.meters)
    return Document(f"Hold: {name_of(found)}", tables, hold_json(found, verdicts, close))


def _on(found: Hold, each: OnBasis) -> str:
    return f", {each.basis}" if len(found.bases) > 1 or found.meters else ""


# Tables --------------------------------------------------------------------------------------------------------------


def _summary(found: Hold, verdicts: Sequence[tuple[OnBasis, Verdict]], close: Close | None) -> Table:
    columns = [f"{each.basis} basis" if found.meters else "Result" for each in found.bases]
    rows = [Row((name, *cells)) for name, cells in _summary_rows(found)]
    for n, (name, cell) in enumerate(_verdict_rows(found, verdicts)):
        rows.append(Row((name, *cell), "total" if n == 0 else ""))
    deals = sum(each.deals for each in found.lines)
    figures = [("Rounds", f"{found.rounds:,}"), ("Hands", f"{deals:,}"), ("Staked", dollars(found.staked))]
    if close is not None:
        figures.append((f"Rounds until within {float(close.points) * 100:g} points", _close_text(found, close)))
    return Table(
        title=f"Hold: {name_of(found)}",
        subtitle=f"what the house keeps after {found.rounds:,} rounds",
        columns=(*left(""), *right(*columns)),
        rows=tuple(rows),
        figures=tuple(figures),
        notes=tuple(_notes(found)),
        about=about(found),
        plain=(_plain_summary(found, verdicts, close, columns),),
    )


def about(found: Hold) -> tuple[tuple[str, str], ...]:
    """Whose figures they are."""
    offers = [bet.offered for hand in found.hands for bet in hand.bets]
    editions = dict.fromkeys(f"{each.game.id} {each.edition.id}" for each in offers)
    return (
        ("hold of", name_of(found)),
        ("clause", "; ".join(dict.fromkeys(each.citation for each in offers))),
        ("edition", "; ".join(editions)),
        ("rounds", str(found.rounds)),
    )


def _plain_summary(found: Hold, verdicts: Sequence[tuple[OnBasis, Verdict]], close: Close | None, columns: Sequence[str]) -> Table:
    """The summary for programs: a figure in each cell, judged results and the rounds asked for as figures of their own."""
    rows = [Row((name, *cells)) for name, cells in _summary_rows(found) if name != ENDS]
    for n, name in enumerate(("lowest", "highest")):
        cells = (_hold_text(found.interval(each)[n], found) if each.spread is not None else "" for each in found.bases)
        rows.append(Row((f"Hold at the interval's {name}", *cells)))
    rows.extend(Row((f"The result given: {name.strip()}", *cells)) for name, cells in list(_verdict_rows(found, verdicts))[1:])
    figures = [("Hands", f"{sum(each.deals for each in found.lines):,}"), ("Staked", dollars(found.staked))]
    if verdicts:
        result = verdicts[0][1].result
        figures += [("Result given", dollars(result)), ("Hold of the result given", _hold_text(result, found))]
        figures += [(f"Within the interval, {each.basis}", "yes" if verdict.inside else "no") for each, verdict in verdicts]
    if close is not None:
        figures.append(
            (f"Rounds until within {float(close.points) * 100:g} points", _close_text(found, close).replace(" (", "  ("))
        )
    return Table(f"Hold: {name_of(found)}", (*left(""), *right(*columns)), tuple(rows), "", tuple(figures), tuple(_notes(found)))


def _summary_rows(found: Hold) -> Iterator[tuple[str, list[str]]]:
    known = found.bases
    yield "Expected result", [_money(each.mean) for each in known]
    yield "Expected hold", [_hold_text(each.mean, found) for each in known]
    yield "Standard deviation", [_money(None if each.variance is None else Fraction(math.sqrt(each.variance))) for each in known]
    yield "Skewness", ["" if each.skewness is None else f"{each.skewness:.3f}" for each in known]
    yield (
        f"{found.confidence:.6g} interval, lowest",
        [_money(found.interval(each)[0]) if each.spread is not None else "" for each in known],
    )
    yield (
        f"{found.confidence:.6g} interval, highest",
        [_money(found.interval(each)[1]) if each.spread is not None else "" for each in known],
    )
    yield (
        ENDS,
        [" to ".join(_hold_text(end, found) for end in found.interval(each)) if each.spread is not None else "" for each in known],
    )
    yield "The house loses", [share_text(_mid(each.spread.below(0)), 3) if each.spread is not None else "" for each in known]


def _verdict_rows(found: Hold, verdicts: Sequence[tuple[OnBasis, Verdict]]) -> Iterator[tuple[str, list[str]]]:
    if not verdicts:
        return
    by_basis = {each.basis: verdict for each, verdict in verdicts}
    cells = [by_basis.get(each.basis) for each in found.bases]
    result = verdicts[0][1].result
    yield (
        f"{dollars(result)} ({_hold_text(result, found)})",
        ["" if each is None else ("within" if each.inside else "outside") for each in cells],
    )
    yield "  so little or less", ["" if each is None else share_text(_mid(each.at_most), 3) for each in cells]
    yield "  so much or more", ["" if each is None else share_text(_mid(each.at_least), 3) for each in cells]


def _notes(found: Hold) -> Iterator[str]:
    for each in found.bases:
        which = f"{each.basis}: " if found.meters else ""
        if each.refused is not None:
            yield f"{which}not worked out: {each.refused}"
            continue
        assert each.normal is not None
        if each.normal.refused is not None:
            yield f"{which}{each.normal.refused}."
        else:
            yield f"{which}the normal band would be {_money(each.normal.low)} to {_money(each.normal.high)}."
        yield f"{which}{_error_text(each)}"
    if found.meters:
        yield "paid: awards are charged when they are paid. accrued: increments when they are bet, the house's reseed at a hit."
        yield "The meter is taken wager by wager; the standard deviation of the paid basis is read off its distribution."
    for meter in found.meters:
        if not meter.opening_given:
            yield f"{meter.key.name}: no seed is printed and none was given; it starts with nothing (--meter AMOUNT)."
    if any(bet.offered.envy is not None and not hand.players for hand in found.hands for bet in hand.bets):
        yield "Envy Bonuses are left out; with them: --players N, the other bettors who are paid for a hand."
    yield from own_paytables(found)
    yield from _unknown_extras(found)
    yield from apart(found)
    yield from (reading_note(each) for each in found.readings)


def own_paytables(found: Hold) -> Iterator[str]:
    """A note for each paytable that no text prints."""
    bets = (bet for hand in found.hands for bet in hand.bets)
    for offered in {(bet.offered.wager.id, bet.offered.label): bet.offered for bet in bets if bet.offered.own}.values():
        yield f"Paytable {offered.label!r} of {offered.wager.id} is your own, not one the regulation prints. [{offered.citation}]"


def _unknown_extras(found: Hold) -> Iterator[str]:
    for bet in (bet for hand in found.hands for bet in hand.bets):
        for extra in bet.offered.extras:
            if f"{extra.outcome}-probability" not in bet.offered.options:
                yield f"No probability is given for {extra.outcome}: left out."


def _error_text(each: OnBasis) -> str:
    assert each.spread is not None
    if each.spread.whole:
        return f"Exact: every probability is within {each.spread.error:.1g}."
    return (
        f"Bracketed: no probability is off by more than {each.spread.error:.2g}; amounts stand on a grid of "
        f"{dollars(each.spread.unit)}, and percentiles are given as the two ends that enclose them."
    )


def _close_text(found: Hold, close: Close) -> str:
    if close.rounds is None:
        return "more than a billion"
    basis = f", {close.basis} basis" if found.meters else ""
    return f"{close.rounds:,} (probability {close.probability:.4f}{basis})"


def _percentiles(found: Hold) -> Table:
    known = [each for each in found.bases if each.spread is not None]
    rows = []
    for probability in PERCENTILES:
        cells: list[str] = []
        for each in known:
            assert each.spread is not None
            low, high = each.spread.quantile(probability)
            cells.extend((_ends(low, high), _hold_text((low + high) // 2, found)))
        rows.append(Row((f"{probability * 100:g}%", *cells), "total" if probability == 0.5 else ""))
    heads = [head for each in known for head in (f"Result{_on(found, each)}", "Hold")]
    plain = (_plain_percentiles(found, known),)
    return Table("Percentiles of the result", (*left("At most, in"), *right(*heads)), tuple(rows), plain=plain)


def _plain_percentiles(found: Hold, known: Sequence[OnBasis]) -> Table:
    """The percentiles for programs: the two ends of each apart."""
    rows = []
    for probability in PERCENTILES:
        cells: list[str] = []
        for each in known:
            assert each.spread is not None
            low, high = each.spread.quantile(probability)
            cells.extend((_money(low), _money(high), _hold_text((low + high) // 2, found)))
        rows.append(Row((f"{probability:g}", *cells)))
    columns = list(right("Probability of at most"))
    for each in known:
        basis = _on(found, each)
        columns += [*amounts(f"Result{basis}, lower end", f"Result{basis}, upper end"), *right(f"Hold{basis}")]
    return Table("Percentiles of the result", tuple(columns), tuple(rows))


def _ends(low: int, high: int) -> str:
    return _money(low) if _money(low) == _money(high) else f"{_money(low)} to {_money(high)}"


def chart(spread: Spread, title: str, *, bars: int = BARS) -> Table:
    """The distribution as bars: what lies beyond 0.1% on each side is in the first and the last."""
    edges = _edges(spread, bars)
    chances = [spread.between(low, high - 1) for low, high in itertools.pairwise(edges)]
    chances[0] += _mid(spread.below(edges[0]))
    chances[-1] += max(0.0, 1 - _mid(spread.below(edges[-1])))
    highest = max(chances)
    rows, plain = [], []
    for n, chance in enumerate(chances):
        ends = ("" if n == 0 else dollars(edges[n]), "" if n == len(chances) - 1 else dollars(edges[n + 1]))
        plain.append(Row((*ends, share_text(chance, 6))))
        low, high = _whole_dollars(edges[n]), _whole_dollars(edges[n + 1])
        name = f"below {high}" if n == 0 else f"{low} or more" if n == len(chances) - 1 else f"{low} to {high}"
        rows.append(Row((name, share_text(chance, 2), bar(chance / highest))))
    columns = (*left("From, to below"), *right("Probability"), *left(""))
    bins = Table(title, (*amounts("From", "To below"), *right("Probability")), tuple(plain))
    return Table(title, columns, tuple(rows), plain=(bins,))


def bar(part: float, width: int = BAR_WIDTH) -> str:
    """A bar of eighths of a character."""
    eighths = round(part * width * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def _edges(spread: Spread, bars: int) -> list[int]:
    """Round amounts that divide the middle of a distribution into about so many equal parts."""
    return round_edges(spread.quantile(0.001)[0], spread.quantile(0.999)[1], bars, spread.unit)


def _whole_dollars(micros: int) -> str:
    return f"{'-' if micros < 0 else ''}${abs(micros) // MICROS:,}" if micros % MICROS == 0 else dollars(micros)


def _meter_table(meter: Meter, found: Hold) -> Table:
    spread = at_hit(meter)
    rows = []
    for probability in METER_PERCENTILES:
        wagers = f"{wagers_until(meter.whole, probability):,}" if meter.whole else ""
        ends = "" if spread is None else _ends(*spread.quantile(probability))
        reserve = ""
        if meter.reserve and meter.whole:
            reserve = _money(meter.reserve * wagers_until(meter.whole, probability))
        rows.append(Row((f"{probability * 100:g}%", wagers, ends, *([reserve] if meter.reserve else []))))
    heads = ["Wagers to a whole award", "Meter at a hit"] + (["Reserve at a whole award"] if meter.reserve else [])
    return Table(
        title=f"Meter: {meter.key.name}",
        columns=(*left("At most, in"), *right(*heads)),
        rows=tuple(rows),
        figures=tuple(_meter_figures(meter, found)),
        notes=(HITS,),
        plain=(_plain_meter(meter, found),),
    )


def _plain_meter(meter: Meter, found: Hold) -> Table:
    """The meter for programs: the two ends of each percentile apart, and what a wager adds to the meter and to the reserve."""
    spread = at_hit(meter)
    rows = []
    for probability in METER_PERCENTILES:
        wagers = wagers_until(meter.whole, probability) if meter.whole else None
        ends = ("", "") if spread is None else tuple(_money(each) for each in spread.quantile(probability))
        reserve = _money(meter.reserve * wagers) if wagers is not None and meter.reserve else ""
        rows.append(Row((f"{probability:g}", "" if wagers is None else f"{wagers:,}", *ends, reserve)))
    adds = [("Each wager adds to the meter", dollars(meter.increment)), ("Each wager adds to the reserve", dollars(meter.reserve))]
    others = [each for each in _meter_figures(meter, found) if each[0] != ADDS]
    return Table(
        title=f"Meter: {meter.key.name}",
        columns=(
            *right("Probability of at most", "Wagers to a whole award"),
            *amounts("Meter at a hit, lower end", "Meter at a hit, upper end", "Reserve at a whole award"),
        ),
        rows=tuple(rows),
        figures=(*adds, *((name, value.replace(" a whole award", "  a whole award")) for name, value in others)),
        notes=(HITS,),
    )


def _meter_figures(meter: Meter, found: Hold) -> Iterator[tuple[str, str]]:
    wagers = meter.wagers_per_round * found.rounds
    yield "At the start", dollars(meter.opening)
    yield (
        ADDS,
        f"{dollars(meter.increment)}" + (f", and {dollars(meter.reserve)} to the reserve" if meter.reserve else ""),
    )
    if not meter.whole:
        yield "Whole awards", "none of the rows takes the whole meter"
        return
    yield "Mean meter at a hit", _money(meter.mean_at_hit)
    yield "Mean wagers between whole awards", f"{float(1 / meter.whole):,.0f}"
    yield "Mean rounds between whole awards", f"{float(1 / (meter.whole * meter.wagers_per_round)):,.0f}"
    yield "Whole awards expected in the period", f"{float(meter.whole * wagers):,.4g}"
    yield "A period without one", share_text(1 - hits_below(meter.whole, float(wagers)), 3)
    for share, chance in meter.shares.items():
        yield f"Awards of {share_text(share, 0)} expected", f"{float(chance * wagers):,.4g}"
    if meter.reserve:
        yield from _reserve_figures(meter)


def _reserve_figures(meter: Meter) -> Iterator[tuple[str, str]]:
    yield "Mean reserve at a whole award", _money(meter.mean_reserve_at_restart)
    target = meter.target
    if target:
        short, amount = meter.reserve_risk(target)
        yield f"Reserve short of {dollars(target)}", share_text(short, 3)
        yield "Expected shortfall", f"{dollars(round(amount))} a whole award"


# JSON ----------------------------------------------------------------------------------------------------------------


def hold_json(found: Hold, verdicts: Sequence[tuple[OnBasis, Verdict]] = (), close: Close | None = None) -> dict[str, Any]:
    """The answer as JSON values: money in dollars, rationals as exact quotient and number."""
    checked = {each.basis: verdict for each, verdict in verdicts}
    document: dict[str, Any] = {
        "name": name_of(found),
        "rounds": found.rounds,
        "staked": money(found.staked),
        "confidence": found.confidence,
        "hands": [_line_json(each) for each in found.lines],
        "bases": {each.basis.value: _basis_json(found, each, checked.get(each.basis)) for each in found.bases},
        "meters": [_meter_json(meter, found) for meter in found.meters],
        "notes": list(_notes(found)),
        "readings": [{"id": each.reading.id, "value": each.value, "citation": each.reading.citation} for each in found.readings],
    }
    if close is not None:
        document["rounds_within"] = {
            "points": rational(close.points),
            "basis": close.basis.value,
            "rounds": close.rounds,
            "probability": close.probability,
        }
    return document


def _line_json(each: Any) -> dict[str, Any]:
    return {
        "wagers": [
            {
                "game": bet.offered.game.id,
                "wager": bet.offered.wager.id,
                "paytable": bet.offered.label,
                "own_paytable": bet.offered.own,
                "citation": bet.offered.citation,
                "stake": money(bet.stake),
                "bettors": bet.bettors,
            }
            for bet in each.line.bets
        ],
        "hands": each.deals,
        "staked": money(each.staked),
    }


def _basis_json(found: Hold, each: OnBasis, checked: Verdict | None) -> dict[str, Any]:
    if each.spread is None:
        return {"refused": each.refused}
    low, high = found.interval(each)
    normal = each.normal
    assert normal is not None
    document: dict[str, Any] = {
        "expected": in_dollars(each.mean),
        "expected_hold": rational(None if each.mean is None else each.mean / found.staked),
        "standard_deviation": None if each.variance is None else math.sqrt(each.variance) / MICROS,
        "skewness": each.skewness,
        "interval": {"low": money(low), "high": money(high), "low_hold": low / found.staked, "high_hold": high / found.staked},
        "loss_probability": _mid(each.spread.below(0)),
        "percentiles": [_percentile_json(found, each.spread, probability) for probability in PERCENTILES],
        "error": each.spread.error,
        "unit": money(each.spread.unit),
        "exact": each.spread.whole,
        "normal_band": {
            "low": None if normal.refused else normal.low / MICROS,
            "high": None if normal.refused else normal.high / MICROS,
            "refused": normal.refused,
        },
        "chart": _chart_json(each.spread),
    }
    if checked is not None:
        document["result"] = {
            "amount": money(checked.result),
            "hold": checked.result / found.staked,
            "within": checked.inside,
            "at_most": list(checked.at_most),
            "at_least": list(checked.at_least),
        }
    return document


def _percentile_json(found: Hold, spread: Spread, probability: float) -> dict[str, Any]:
    low, high = spread.quantile(probability)
    return {"probability": probability, "low": money(low), "high": money(high), "hold": (low + high) / 2 / found.staked}


def _chart_json(spread: Spread) -> list[dict[str, Any]]:
    edges = _edges(spread, BARS)
    return [
        {"from": money(low), "below": money(high), "probability": spread.between(low, high - 1)}
        for low, high in itertools.pairwise(edges)
    ]


def _meter_json(meter: Meter, found: Hold) -> dict[str, Any]:
    spread = at_hit(meter)
    target = meter.target
    risk = meter.reserve_risk(target) if target and meter.reserve and meter.whole else None
    wagers = meter.wagers_per_round * found.rounds
    return {
        "game": meter.key.game,
        "meter": meter.key.meter,
        "wager_amount": money(meter.key.wager),
        "opening": money(meter.opening),
        "jackpot_probability": rational(meter.whole),
        "mean_meter_at_hit": in_dollars(meter.mean_at_hit),
        "expected_whole_awards": rational(meter.whole * wagers),
        "no_whole_award": None if not meter.whole else 1 - hits_below(meter.whole, float(wagers)),
        "at_hit": None
        if spread is None
        else [
            {"probability": each, "low": money(spread.quantile(each)[0]), "high": money(spread.quantile(each)[1])}
            for each in METER_PERCENTILES
        ],
        "wagers_between_hits": None
        if not meter.whole
        else {
            "mean": rational(1 / meter.whole),
            "percentiles": [{"probability": each, "wagers": wagers_until(meter.whole, each)} for each in METER_PERCENTILES],
        },
        "reserve": None
        if not meter.reserve or not meter.whole
        else {
            "mean": in_dollars(meter.mean_reserve_at_restart),
            "target": None if not target else money(target),
            "short_probability": None if risk is None else risk[0],
            "expected_shortfall": None if risk is None else risk[1] / MICROS,
        },
    }


# Texts ---------------------------------------------------------------------------------------------------------------


def _money(micros: Fraction | int | float | None) -> str:
    """To the cent, as people write it."""
    return "" if micros is None else dollars(round(micros / 10_000) * 10_000)


def _hold_text(micros: Fraction | int | None, found: Hold) -> str:
    return "" if micros is None else share_text(Fraction(micros) / found.staked, 2)


def _mid(ends: tuple[float, float]) -> float:
    return (ends[0] + ends[1]) / 2


__all__ = ["Basis", "answer", "bar", "chart", "hold_json"]
