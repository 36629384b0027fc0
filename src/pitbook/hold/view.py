"""The answer of ``pitbook hold`` as tables; with it go its JSON values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from pitbook.hold.bars import chart
from pitbook.hold.figures import PERCENTILES, Close, Hold, OnBasis, Verdict, name_of
from pitbook.hold.hold_json import hold_json
from pitbook.hold.meter_view import ends_text, meter_table
from pitbook.hold.notes import notes_of
from pitbook.hold.spread import middle_of
from pitbook.par_table import share_text
from pitbook.payouts import dollars, to_cent
from pitbook.tables import BEHIND, Document, Row, Table, amounts, left, right

ENDS: Final = "The hold at its ends"


def answer(found: Hold, verdicts: Sequence[tuple[OnBasis, Verdict]] = (), close: Close | None = None) -> Document:
    """The whole answer."""
    tables = [_summary(found, verdicts, close), _percentiles(found)]
    tables.extend(chart(each.spread, f"Result of the house{_on(found, each)}") for each in found.bases if each.spread is not None)
    tables.extend(meter_table(meter, found) for meter in found.meters)
    return Document(f"Hold: {name_of(found)}", tables, hold_json(found, verdicts, close))


def _on(found: Hold, each: OnBasis) -> str:
    return f", {each.basis}" if len(found.bases) > 1 or found.meters else ""


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
        notes=tuple(notes_of(found)),
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
        figures.append((f"Rounds until within {float(close.points) * 100:g} points", _close_text(found, close, apart=BEHIND)))
    return Table(f"Hold: {name_of(found)}", (*left(""), *right(*columns)), tuple(rows), "", tuple(figures), tuple(notes_of(found)))


def _summary_rows(found: Hold) -> Iterator[tuple[str, list[str]]]:
    known = found.bases
    yield "Expected result", [to_cent(each.mean) for each in known]
    yield "Expected hold", [_hold_text(each.mean, found) for each in known]
    yield (
        "Standard deviation",
        [to_cent(None if each.variance is None else Fraction(math.sqrt(each.variance))) for each in known],
    )
    yield "Skewness", ["" if each.skewness is None else f"{each.skewness:.3f}" for each in known]
    yield (
        f"{found.confidence:.6g} interval, lowest",
        [to_cent(found.interval(each)[0]) if each.spread is not None else "" for each in known],
    )
    yield (
        f"{found.confidence:.6g} interval, highest",
        [to_cent(found.interval(each)[1]) if each.spread is not None else "" for each in known],
    )
    yield (
        ENDS,
        [" to ".join(_hold_text(end, found) for end in found.interval(each)) if each.spread is not None else "" for each in known],
    )
    yield "The house loses", [share_text(middle_of(each.spread.below(0)), 3) if each.spread is not None else "" for each in known]


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
    yield "  so little or less", ["" if each is None else share_text(middle_of(each.at_most), 3) for each in cells]
    yield "  so much or more", ["" if each is None else share_text(middle_of(each.at_least), 3) for each in cells]


def _close_text(found: Hold, close: Close, *, apart: str = " ") -> str:
    if close.rounds is None:
        return "more than a billion"
    basis = f", {close.basis} basis" if found.meters else ""
    return f"{close.rounds:,}{apart}(probability {close.probability:.4f}{basis})"


def _percentiles(found: Hold) -> Table:
    known = [each for each in found.bases if each.spread is not None]
    rows = []
    for probability in PERCENTILES:
        cells: list[str] = []
        for each in known:
            assert each.spread is not None
            low, high = each.spread.quantile(probability)
            cells.extend((ends_text(low, high), _hold_text((low + high) // 2, found)))
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
            cells.extend((to_cent(low), to_cent(high), _hold_text((low + high) // 2, found)))
        rows.append(Row((f"{probability:g}", *cells)))
    columns = list(right("Probability of at most"))
    for each in known:
        basis = _on(found, each)
        columns += [*amounts(f"Result{basis}, lower end", f"Result{basis}, upper end"), *right(f"Hold{basis}")]
    return Table("Percentiles of the result", tuple(columns), tuple(rows))


def _hold_text(micros: Fraction | int | None, found: Hold) -> str:
    return "" if micros is None else share_text(Fraction(micros) / found.staked, 2)
