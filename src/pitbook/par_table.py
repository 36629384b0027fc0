"""A PAR sheet, and several side by side, as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from pitbook.choices import ReadingInForce
from pitbook.par import ParSheet
from pitbook.payouts import CENT, MICROS, dollars, percent
from pitbook.tables import Row, Table, amounts, left, right

FigureKey = Literal[
    "theoretical_hold", "house_edge", "returned", "edge_per_resolved", "element_of_risk", "hit_frequency", "push_frequency",
    "variance", "standard_deviation", "skewness", "volatility_index", "largest_award", "edge_after",
    "seed", "reseed", "rates", "fixed_return", "return_at_seed", "long_run_return", "break_even", "mean_meter", "jackpot",
    "seed_cost", "mean_reserve", "reserve_reaches",
    "envy_per_hand", "envy_row", "envy_cost", "strategy", "other_strategy",
]  # fmt: skip
"""What a figure below the rows is, whatever its heading says."""


class Figure(NamedTuple):
    """A figure printed below the rows of a sheet."""

    key: FigureKey
    heading: str
    text: str


def share_text(value: Fraction | float | None, places: int = 4) -> str:
    """A probability, an edge or a return as a percentage; ``undefined`` for None."""
    return "undefined" if value is None else f"{float(value) * 100:.{places}f}%"


def one_in_text(value: Fraction | None) -> str:
    """``1 in 4,165``."""
    if value is None:
        return "never"
    number = float(value)
    return f"1 in {number:,.2f}" if number < 100 else f"1 in {number:,.0f}"


def dollar_text(micros: Fraction | None) -> str:
    """An amount as it is, to the cent where it does not end with a millionth of a dollar; ``undefined`` for None."""
    if micros is None:
        return "undefined"
    if Fraction(micros).denominator == 1:
        return dollars(int(micros))
    cents = round(micros / CENT)
    return dollars(cents * CENT) if cents else "less than $0.01"


def sheet_table(sheet: ParSheet) -> Table:
    """The sheet: rows, totals, figures, then readings and citation."""
    rows = [
        Row(
            (
                row.hand,
                row.pays,
                f"{row.count:,}",
                share_text(row.probability, 6),
                one_in_text(row.one_in),
                f"{float(row.contribution):.6f}",
            ),
            "dim" if row.outcome == "lose" else "",
        )
        for row in sheet.rows
    ]
    rows.extend(_extra_row(sheet, n) for n in range(len(sheet.extras)))
    rows.append(Row(("Total", "", f"{sheet.total:,}", "100%", "", f"{float(sheet.returned):.6f}"), "total", is_sum=True))
    return Table(
        title=sheet_title(sheet),
        subtitle=f"{sheet.game} {sheet.wager} · {sheet.citation} · edition {sheet.edition} ({sheet.period})",
        columns=(*left("Outcome"), *right("Pays", "Count", "Probability", "1 in", "Contribution")),
        rows=tuple(rows),
        figures=tuple((each.heading, each.text) for each in figures(sheet)),
        notes=(*sheet.notes, *(reading_note(each) for each in sheet.readings)),
    )


def sheet_title(sheet: ParSheet) -> str:
    """The wager and its paytable; one of the user's own is called that, for its label may be that of a printed one."""
    own = sheet.offer is not None and sheet.offer.own
    return f"{sheet.name} · " + (f"your own paytable {sheet.paytable!r}" if own else f"paytable {sheet.paytable}")


def reading_note(each: ReadingInForce) -> str:
    """``Reading five-card-wheel = yes (yes, the lowest): why. Clause.``"""
    chosen = " (chosen)" if each.given else ""
    meaning = "" if each.meaning == each.value else f", {each.meaning}"
    return f"Reading {each.reading.id} = {each.value}{chosen}{meaning}. {each.reading.why} [{each.reading.citation}]"


def _extra_row(sheet: ParSheet, n: int) -> Row:
    extra = sheet.extras[n]
    contribution = "" if extra.contribution is None else f"{float(extra.contribution):.6f}"
    return Row((f"+ {extra.outcome}", extra.pays, "", share_text(extra.probability, 6), "", contribution))


def figures(sheet: ParSheet) -> list[Figure]:
    """The figures below the rows, in the order in which they are printed."""
    edge = f"{share_text(sheet.house_edge)}  ({sheet.house_edge})"
    found: list[Figure] = []
    if sheet.progressive is not None:
        found.append(Figure("theoretical_hold", "Theoretical hold", share_text(sheet.theoretical_hold)))
        at = "with nothing on the meter" if sheet.meter_basis == "zero" else f"at meter {dollar_text(sheet.meter_micros)}"
        basis = {"given": ", as given", "seed": ", the seed"}.get(sheet.meter_basis or "", "")
        found.append(Figure("house_edge", "House edge", f"{edge}  {at}{basis}"))
    else:
        found.append(Figure("house_edge", "House edge", edge))
    found.append(Figure("returned", "Return", share_text(sheet.returned)))
    if sheet.push_frequency:
        found.append(Figure("edge_per_resolved", "Edge per bet resolved", share_text(sheet.edge_per_resolved)))
    if sheet.element_of_risk is not None and sheet.strategy is not None:
        found.append(Figure("element_of_risk", "Element of risk", share_text(sheet.element_of_risk)))
    one_in = one_in_text(_inverse(sheet.hit_frequency))
    found.append(Figure("hit_frequency", "Hit frequency", f"{share_text(sheet.hit_frequency)}  ({one_in})"))
    if sheet.push_frequency:
        found.append(Figure("push_frequency", "Push frequency", share_text(sheet.push_frequency)))
    found.append(Figure("variance", "Variance", f"{float(sheet.variance):,.6f}"))
    found.append(Figure("standard_deviation", "Standard deviation", f"{sheet.standard_deviation:,.6f}"))
    if sheet.skewness is not None:
        found.append(Figure("skewness", "Skewness", f"{sheet.skewness:,.4f}"))
    found.append(Figure("volatility_index", f"Volatility index ({sheet.confidence:.4g})", f"{sheet.volatility_index:,.4f}"))
    largest = f"{dollar_text(sheet.largest_award_micros)} on {dollars(sheet.wager_micros)}"
    found.append(Figure("largest_award", "Largest award", largest))
    if sheet.rounds is not None:
        band = sheet.band(sheet.rounds)
        shown = band if isinstance(band, str) else f"{share_text(band[0])} to {share_text(band[1])}"
        found.append(Figure("edge_after", f"Edge after {sheet.rounds:,} rounds", shown))
    found.extend(_meter_figures(sheet))
    found.extend(_envy_figures(sheet))
    found.extend(_strategy_figures(sheet))
    return found


def _inverse(value: Fraction) -> Fraction | None:
    return 1 / value if value else None


def _meter_figures(sheet: ParSheet) -> list[Figure]:
    meter = sheet.progressive
    if meter is None:
        return []
    rates = " + ".join(
        f"{percent(rate)} {name}" for name, rate in (("increment", meter.increment), ("reserve", meter.reserve)) if rate
    )
    found = [
        Figure("seed", "Seed", "not printed" if meter.seed_micros is None else dollar_text(meter.seed_micros)),
        Figure("reseed", "Reseed", "not printed" if meter.reseed_micros is None else dollar_text(meter.reseed_micros)),
        Figure("rates", "Rates", rates or "not printed"),
        Figure("fixed_return", "Fixed return", share_text(meter.fixed_return)),
        Figure("return_at_seed", "Return at the seed", share_text(meter.return_at_seed)),
        Figure("long_run_return", "Long-run return", share_text(meter.long_run_return)),
        Figure("break_even", "Break-even meter", dollar_text(meter.break_even_micros)),
        Figure("mean_meter", "Mean meter at a hit", dollar_text(meter.mean_meter_micros)),
        Figure("jackpot", "Jackpot", one_in_text(_inverse(meter.jackpot_probability))),
    ]
    if meter.seed_cost is not None:
        found.append(Figure("seed_cost", "Cost of the seed", share_text(meter.seed_cost)))
    adequacy = meter.reserve_adequacy
    if adequacy is not None:
        found.append(Figure("mean_reserve", "Mean reserve at a hit", dollar_text(adequacy.mean_micros)))
        if adequacy.target_micros is not None and adequacy.probability is not None:
            short = (adequacy.expected_shortfall_micros or 0.0) / MICROS
            found.append(
                Figure(
                    "reserve_reaches",
                    f"Reserve reaches {dollar_text(adequacy.target_micros)}",
                    f"{share_text(adequacy.probability)}, expected shortfall ${short:,.2f}",
                )
            )
    return found


def _envy_figures(sheet: ParSheet) -> list[Figure]:
    envy = sheet.envy
    if envy is None:
        return []
    per_hand = f"{share_text(envy.per_other_hand)} of the stake ({envy.trigger}; {envy.citation})"
    found = [Figure("envy_per_hand", "Envy Bonus per other hand", per_hand)]
    for row in envy.rows:
        wager = "the wager" if row.wager_micros is None else f"a wager of {dollars(row.wager_micros)}"
        found.append(Figure("envy_row", f"  {row.outcome}", f"{row.pays} on {wager}, {one_in_text(_inverse(row.probability))}"))
    if envy.other_hands:
        cost = f"{share_text(envy.cost_per_round_units)} a round, in the edge"
        found.append(Figure("envy_cost", f"Envy for {envy.other_hands} other hands", cost))
    return found


def _strategy_figures(sheet: ParSheet) -> list[Figure]:
    strategy = sheet.strategy
    if strategy is None:
        return []
    part = "" if strategy.plays == strategy.hands else f" ({strategy.plays:,} of {strategy.hands:,} hands)"
    found = [Figure("strategy", "Strategy", f"{strategy.name}: {strategy.rule}{part}")]
    for name, rule, edge in strategy.alternatives:
        costs = f"{rule}: edge {share_text(edge)}, costs {share_text(edge - sheet.house_edge)} more"
        found.append(Figure("other_strategy", f"  {name}", costs))
    return found


# Side by side --------------------------------------------------------------------------------------------------------

COLUMNS_ABREAST: Final = 4
"""How many paytables stand beside each other before the next ones go below."""


def compare_tables(sheets: Sequence[ParSheet]) -> list[Table]:
    """The paytables of a wager ranked, the best for the player marked, and their pays side by side."""
    tables = [_ranking(sheets)]
    if sheets[0].strategy is None:
        blocks = [sheets[n : n + COLUMNS_ABREAST] for n in range(0, len(sheets), COLUMNS_ABREAST)]
        tables.extend(_pays_abreast(block) for block in blocks)
    return tables


def _pays_abreast(sheets: Sequence[ParSheet]) -> Table:
    outcomes = list(dict.fromkeys((row.outcome, row.hand) for sheet in sheets for row in sheet.rows if row.outcome != "lose"))
    by_sheet = [{row.outcome: row for row in sheet.rows} for sheet in sheets]
    rows = [Row((hand, *(rows[outcome].pays if outcome in rows else "–" for rows in by_sheet))) for outcome, hand in outcomes]
    if sheets[0].progressive is not None:
        rows.append(Row(("Seed", *(_meter_dollars(sheet, "seed_micros", "not printed") for sheet in sheets)), "dim"))
        rows.append(Row(("Rates", *(_rates(sheet) for sheet in sheets)), "dim"))
    labels = ", ".join(sheet.paytable for sheet in sheets)
    return Table(
        title=f"Pays of paytable{'s' if len(sheets) > 1 else ''} {labels}",
        columns=(*left("Hand"), *right(*(sheet.paytable for sheet in sheets))),
        rows=tuple(rows),
        plain=tuple(_for_programs(sheets)),
    )


def _for_programs(sheets: Sequence[ParSheet]) -> Iterator[Table]:
    """The pays with a row for each paytable and hand, then the terms of the meters with a row for each paytable."""
    rows = [Row((sheet.paytable, row.hand, row.pays)) for sheet in sheets for row in sheet.rows if row.outcome != "lose"]
    yield Table("Pays", left("Paytable", "Hand", "Pays"), tuple(rows))
    if sheets[0].progressive is not None:
        terms = tuple(Row((sheet.paytable, _meter_dollars(sheet, "seed_micros", ""), *_both_rates(sheet))) for sheet in sheets)
        yield Table("Meter terms", (*left("Paytable"), *amounts("Seed"), *right("Increment rate", "Reserve rate")), terms)


def _both_rates(sheet: ParSheet) -> list[str]:
    return ["" if rate is None else percent(rate) for rate in (_meter(sheet, "increment"), _meter(sheet, "reserve"))]


def _ranking(sheets: Sequence[ParSheet]) -> Table:
    progressive = sheets[0].progressive is not None
    best = best_for_player(sheets)
    columns = right("House edge" + (" now" if progressive else ""), "Hit frequency", "Std deviation")
    if progressive:
        of_returns = right("Theoretical hold", "Long-run return", "Fixed return")
        columns = (*of_returns, *amounts("Break-even meter", "Mean meter at a hit"), *columns)
    rows = []
    for sheet in rank(sheets):
        cells = [share_text(sheet.house_edge), share_text(sheet.hit_frequency), f"{sheet.standard_deviation:,.4f}"]
        if progressive:
            cells = [
                share_text(sheet.theoretical_hold),
                share_text(_meter(sheet, "long_run_return")),
                share_text(_meter(sheet, "fixed_return")),
                _meter_dollars(sheet, "break_even_micros"),
                _meter_dollars(sheet, "mean_meter_micros"),
                *cells,
            ]
        is_best = sheet.paytable in best
        rows.append(Row((sheet.paytable, *cells, "best for the player" if is_best else ""), "best" if is_best else ""))
    how = "theoretical hold" if progressive else "house edge"
    return Table(
        title=f"{sheets[0].name}: {len(sheets)} paytable{'s' if len(sheets) != 1 else ''}",
        subtitle=f"{sheets[0].game} {sheets[0].wager} · ranked by {how}, best for the player first",
        columns=(*left("Paytable"), *columns, *left("Remark")),
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(note for sheet in sheets for note in sheet.notes)),
        about=(("game", sheets[0].game), ("wager", sheets[0].wager), ("edition", sheets[0].edition)),
    )


def _hold(sheet: ParSheet) -> Fraction:
    if sheet.progressive is not None and sheet.theoretical_hold is not None:
        return sheet.theoretical_hold
    return sheet.house_edge


def rank(sheets: Sequence[ParSheet]) -> list[ParSheet]:
    """The sheets, the best for the player first: by theoretical hold for progressives, by house edge for others."""
    return sorted(sheets, key=_hold)


def best_for_player(sheets: Sequence[ParSheet]) -> set[str]:
    """The labels with the lowest hold (progressives) or edge; none where all are alike."""
    lowest = min(_hold(sheet) for sheet in sheets)
    best = {sheet.paytable for sheet in sheets if _hold(sheet) == lowest}
    return set() if len(best) == len(sheets) else best


def _meter(sheet: ParSheet, name: str) -> Fraction | None:
    value: Fraction | None = getattr(sheet.progressive, name, None)
    return value


def _meter_dollars(sheet: ParSheet, name: str, otherwise: str = "undefined") -> str:
    value = _meter(sheet, name)
    return otherwise if value is None else dollar_text(value)


def _rates(sheet: ParSheet) -> str:
    rates = [percent(rate) for rate in (_meter(sheet, "increment"), _meter(sheet, "reserve")) if rate]
    return " + ".join(rates) or "not printed"
