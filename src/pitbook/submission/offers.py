"""What a filing offers, and what it supplies where the text prints nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pitbook.choices import ChoiceError, EnvyTerms, Offer, offer
from pitbook.choices.picked import envy_left_to_filing, files_reseed
from pitbook.names import listed
from pitbook.payouts import parse_money, payout_text
from pitbook.rulebook import Edition, EnvyRow, Game, Paytable, Wager
from pitbook.submission.values import FiledGame, FiledWager
from pitbook.submission.wording import filed_payout, multiple_text


def resolved(
    game: Game, edition: Edition, found: FiledWager, values: Mapping[str, str], options: Mapping[str, str] | None = None
) -> Offer:
    """The offer of a filed wager: its printed table, with the terms and the envy that the filing supplies where the text has none.

    ``values`` are the readings in force, ``options`` more options than the filing's. Raises
    :class:`~pitbook.choices.ChoiceError`.
    """
    if found.paytable is None:
        labels = listed(table.label for table in found.wager.paytables)
        raise ChoiceError(f"{found.place}: the filing chooses none of the printed paytables; allowed: {labels} (pitbook check)")
    rows = {option.id for option in edition.options}
    chosen = {name: _as_odds(text) if name in rows else text for name, text in found.options.items()}
    offered = offer(
        game,
        found.id,
        found.paytable.label,
        readings=values,
        options={name: text for name, text in chosen.items() if name not in rows or " to " in text} | dict(options or {}),
        terms=supplied_terms(edition, found, values),
        edition=edition,
    )
    if found.options.get("house-way", "").endswith(".toml"):
        offered = replace(offered, values={**offered.values, "house-way": found.options["house-way"]})
    return with_filed_envy(offered, found)


def as_filed(offered: Offer, game: FiledGame) -> Offer:
    """An offer of one of the filing's wagers with what only the filing knows: its own house way, its own envy table."""
    return with_filed_envy(replace(offered, values={**offered.values, **game.own_values}), game.wager(offered.wager.id))


def _as_odds(text: str) -> str:
    """An optional row's odds in the printed wording."""
    return payout_text(filed_payout(text))


def supplied_terms(edition: Edition, found: FiledWager, values: Mapping[str, str]) -> dict[str, str]:
    """The filed terms that the text leaves to the filing, as texts for :func:`~pitbook.choices.offer`."""
    if found.meter is None or found.wager.meter is None or found.paytable is None:
        return {}
    texts: dict[str, str] = {}
    for name, term in found.meter.terms.items():
        if term.value is not None and is_left_to_filing(edition, found.wager, found.paytable, name, values):
            texts[name] = multiple_text(term.value) if name in {"seed", "reseed"} else str(term.value)
    return texts


def is_left_to_filing(edition: Edition, wager: Wager, table: Paytable, name: str, values: Mapping[str, str]) -> bool:
    """Whether the text prints no such term for a paytable, not even N/A, or a reading asks the filing for it."""
    if name == "reseed" and printed_term(table, "seed") is None and files_reseed(edition, wager, values):
        return True
    if table.terms is None:
        return True
    printed = table.terms.printed
    return name not in printed and printed_term(table, name) is None and not (name == "reseed" and "seed" in printed)


def printed_term(table: Paytable, name: str) -> Fraction | None:
    """A term as the paytable prints it: a multiple of the wager or a rate; None for N/A or nothing."""
    value: Fraction | None = None if table.terms is None else getattr(table.terms, name)
    return value


def with_filed_envy(offered: Offer, found: FiledWager) -> Offer:
    """The offer with the filed envy table, where a reading leaves the table to the filing and the text prints none."""
    if not found.envy or offered.envy is not None or envy_left_to_filing(offered.edition, found.wager, offered.values) is None:
        return offered
    outcomes = dict.fromkeys(outcome for each in found.envy for outcome in each.amounts)
    rows = []
    for outcome in outcomes:
        amounts = {each.wager_micros: amount for each in found.envy if (amount := each.amounts.get(outcome)) is not None}
        texts = {_column(each.wager_micros): each.texts[outcome] for each in found.envy if outcome in each.texts}
        if amounts:
            rows.append(EnvyRow(outcome, amounts, texts, outcome))
    reading = offered.edition.reading("envy-min-wager")
    touched = not reading.wagers or found.id in reading.wagers
    least = offered.values[reading.id] if touched else ""
    terms = EnvyTerms(
        citation=f"{offered.citation}, as filed",
        trigger=offered.values["envy-trigger"],
        minimum_micros=parse_money(least) if least.lstrip("$")[:1].isdigit() else 0,
        other_amounts=offered.values["envy-other-amounts"],
        rows=tuple(rows),
    )
    return replace(offered, envy=terms)


def _column(wager_micros: int | None) -> str:
    return "" if wager_micros is None else f"${wager_micros // 1_000_000:,}"
