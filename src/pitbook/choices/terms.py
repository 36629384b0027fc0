"""The terms of a meter and of Envy Bonuses: those given in place of those printed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from pitbook.choices.offers import ChoiceError, EnvyTerms, MeterTerms
from pitbook.choices.picked import files_reseed, touching
from pitbook.names import listed
from pitbook.payouts import PayoutError, parse_meter_amount, parse_money, parse_rate
from pitbook.rulebook import Edition, Envy, Paytable, UnknownNameError, Wager

TERM_NAMES = ("seed", "reseed", "increment", "reserve")


def meter_terms(
    edition: Edition, wager: Wager, table: Paytable, values: Mapping[str, str], given: Mapping[str, str], wager_micros: int
) -> MeterTerms | None:
    """The meter terms, those given in place of those printed.

    A seed given where none is printed is also the reseed, unless the text lets a reserve restart the meter.
    """
    unknown = [name for name in given if name not in TERM_NAMES]
    if unknown:
        raise ChoiceError(UnknownNameError("term", unknown[0], TERM_NAMES, wager.id).message)
    if wager.meter is None:
        if given:
            raise ChoiceError(f"{wager.id} has no meter, so it takes no terms ({listed(given)})")
        return None
    printed = table.terms
    found: dict[str, Fraction | None] = {name: getattr(printed, name) if printed is not None else None for name in TERM_NAMES}
    for name, text in given.items():
        found[name] = _given_term(wager, name, text, wager_micros)
    from_reserve = bool(found["reserve"]) and not files_reseed(edition, wager, values)
    if "seed" in given and "reseed" not in given and found["reseed"] is None and not from_reserve:
        found["reseed"] = found["seed"]
    return MeterTerms(
        wager.meter,
        printed.citation if printed is not None else table.citation,
        found["seed"],
        found["reseed"],
        found["increment"],
        found["reserve"],
        tuple(given),
    )


def _given_term(wager: Wager, name: str, text: str, wager_micros: int) -> Fraction | None:
    try:
        if name in {"increment", "reserve"}:
            return None if text.strip().lower() == "n/a" else parse_rate(text)
        return parse_meter_amount(text, wager_micros)
    except PayoutError as fault:
        raise ChoiceError(f"{wager.id}, term {name}: {fault}") from fault


def envy_terms(edition: Edition, wager: Wager, envy: Envy | None, values: Mapping[str, str]) -> EnvyTerms | None:
    """The terms of a table's Envy Bonuses under the readings in force; None where it has none."""
    if envy is None:
        return None
    rows = envy.by_reading.get(values[envy.reading], envy.rows) if envy.reading else envy.rows
    minimum = values["envy-min-wager"]
    return EnvyTerms(
        citation=envy.citation,
        trigger=values["envy-trigger"],
        minimum_micros=parse_money(minimum) if re.match(r"\$?\d", minimum) else 0,
        other_amounts=values["envy-other-amounts"],
        rows=rows,
        by_winner=any(values[each.id] in each.envy_by_winner for each in touching(edition, wager)),
    )
