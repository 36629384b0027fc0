"""PAR sheets: the exact odds of a wager with a paytable.

:func:`par` counts the events of the wager's hand family over the whole deck, gives each mask to the first row whose event holds,
and derives every figure from the counts as fractions. ``docs/mathematics.md`` defines each figure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from importlib import import_module
from statistics import NormalDist
from typing import Any, Final

from pitbook.cards import Deck, joker_deck, shoe, standard_deck
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, EnvyTerms, MeterTerms, Offer, OfferRow, ReadingInForce, offer
from pitbook.counting import histogram
from pitbook.families import Family, families
from pitbook.names import listed
from pitbook.payouts import MICROS, PayoutError, PayoutKind, VigorishRounding, dollars, parse_rate, vigorish_micros
from pitbook.rulebook import Game, Paytable, Wager

ZERO: Final = Fraction(0)
ONE: Final = Fraction(1)


@dataclass(frozen=True)
class ParRow:
    """One row: how many deals it is paid in, its probability, and its contribution to the return (per unit of stake)."""

    outcome: str
    hand: str
    pays: str
    count: int
    probability: Fraction
    contribution: Fraction
    handed_over: Fraction
    share: Fraction = ZERO

    @property
    def one_in(self) -> Fraction | None:
        """How many deals there are to one of this row."""
        return None if not self.count else 1 / self.probability


@dataclass(frozen=True)
class ExtraFigure:
    """A pay beside the rows; its probability is None unless the filing gives it."""

    outcome: str
    pays: str
    probability: Fraction | None
    contribution: Fraction | None


@dataclass(frozen=True)
class ReserveAdequacy:
    """What the reserve holds when the meter is won, against a target in micro-dollars.

    ``mean_micros`` is exact; the probability that the target is reached and the expected shortfall (micro-dollars) are
    floating-point numbers, for the exact fractions have as many digits as a jackpot takes wagers.
    """

    target_micros: Fraction | None
    mean_micros: Fraction
    probability: float | None
    expected_shortfall_micros: float | None


@dataclass(frozen=True)
class MeterFigures:
    """The figures of a progressive wager. Amounts are micro-dollars for the sheet's wager amount; None is undefined."""

    seed_micros: Fraction | None
    reseed_micros: Fraction | None
    increment: Fraction | None
    reserve: Fraction | None
    seed_cost: Fraction | None
    fixed_return: Fraction
    return_at_seed: Fraction | None
    return_at_meter: Fraction
    long_run_return: Fraction | None
    break_even_micros: Fraction | None
    mean_meter_micros: Fraction | None
    jackpot_probability: Fraction
    reserve_adequacy: ReserveAdequacy | None


@dataclass(frozen=True)
class EnvyFigure:
    """An envy row: the wager amount of the receiver (None: any), what it brings, how often one other hand causes it."""

    outcome: str
    wager_micros: int | None
    pays: str
    micros: int
    count: int
    probability: Fraction


@dataclass(frozen=True)
class EnvyFigures:
    """Envy per other hand that can trigger it, per unit of the receiver's stake at the sheet's wager amount."""

    citation: str
    trigger: str
    receiver_minimum_micros: int
    per_other_hand: Fraction
    other_hands: int
    rows: tuple[EnvyFigure, ...]

    @property
    def cost_per_round_units(self) -> Fraction:
        """What the house expects to pay in envy per bettor and round, in units of the stake, for the other hands asked for."""
        return self.per_other_hand * self.other_hands


@dataclass(frozen=True)
class Strategy:
    """The strategy that a base game's sheet assumes, and what others cost. Edges are per unit of the first wager."""

    name: str
    rule: str
    plays: int
    hands: int
    alternatives: tuple[tuple[str, str, Fraction], ...]


@dataclass(frozen=True)
class BaseGame:
    """What a base game's own counting hands to the sheet: results per net units, units staked on average, strategy.

    ``names`` gives net results outcome ids of their own; without it they are named by their amount.
    """

    results: tuple[tuple[Fraction, int], ...]
    average_stake: Fraction
    strategy: Strategy | None
    citation: str
    counts: Mapping[str, int] | None = None
    names: Mapping[Fraction, str] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ParSheet:
    """A PAR sheet. Every figure is a fraction per unit of stake unless its name ends in ``_micros``; None is undefined.

    ``rows`` ends with ``lose``; counts sum to ``total``. It shows itself as a table in a terminal and in a notebook.
    """

    game: str
    wager: str
    name: str
    paytable: str
    citation: str
    edition: str
    period: str
    wager_micros: int
    decks: int
    total: int
    rows: tuple[ParRow, ...]
    extras: tuple[ExtraFigure, ...]
    house_edge: Fraction
    returned: Fraction
    theoretical_hold: Fraction | None
    edge_per_resolved: Fraction | None
    hit_frequency: Fraction
    push_frequency: Fraction
    element_of_risk: Fraction | None
    variance: Fraction
    skewness: float | None
    largest_award_micros: Fraction
    meter_micros: Fraction | None
    meter_basis: str | None
    progressive: MeterFigures | None
    envy: EnvyFigures | None
    strategy: Strategy | None
    readings: tuple[ReadingInForce, ...]
    notes: tuple[str, ...]
    bettors: int
    confidence: float
    rounds: int | None
    counts: Mapping[str, int] | None = None
    offer: Offer | None = None

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return math.sqrt(self.variance)

    @property
    def volatility_index(self) -> float:
        """Half the width of the band at the sheet's confidence, in units for one round: z times the standard deviation."""
        return NormalDist().inv_cdf((1 + self.confidence) / 2) * self.standard_deviation

    def row(self, outcome: str) -> ParRow:
        """The row of an outcome id."""
        for each in self.rows:
            if each.outcome == outcome:
                return each
        raise KeyError(f"{self.wager} {self.paytable} has no row {outcome!r}; rows: {listed(r.outcome for r in self.rows)}")

    def band(self, rounds: int) -> tuple[float, float] | str:
        """The normal band of the edge after a number of rounds, or why a normal band would be wrong."""
        return _normal_band(self, rounds)

    def to_json(self) -> dict[str, Any]:
        """The sheet as JSON values, by the outside contract."""
        from pitbook.par_json import sheet_json

        return sheet_json(self)

    def __rich__(self) -> Any:
        from pitbook.par_table import sheet_table
        from pitbook.report.terminal import renderable

        return renderable(sheet_table(self))

    def __str__(self) -> str:
        from pitbook.par_table import sheet_table
        from pitbook.report.terminal import text

        return text(sheet_table(self))

    def _repr_html_(self) -> str:
        from pitbook.par_table import sheet_table
        from pitbook.report.html import fragment

        return fragment(sheet_table(self))


@dataclass(frozen=True)
class Conditions:
    """Under what a sheet is computed. Money in micro-dollars; None takes the default."""

    wager_micros: int = MICROS
    meter_micros: int | None = None
    players: int | None = None
    bettors: int = 1
    decks: int | None = None
    confidence: float = 0.95
    rounds: int | None = None
    reserve_target_micros: int | None = None
    deck: Deck | None = None


def par(
    game: str,
    wager: str,
    paytable: str | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    terms: Mapping[str, str] | None = None,
    own_table: Paytable | None = None,
    day: date | None = None,
    conditions: Conditions | None = None,
) -> ParSheet:
    """The PAR sheet of one wager with one paytable.

    ``paytable`` may be left out where there is only one. ``readings``, ``options`` and ``terms`` are choices as texts (see
    ``choices``); ``own_table`` is a table of the user's own. Exact. Raises ``UnknownNameError`` or ``ChoiceError``.

    >>> from pitbook import par
    >>> par("three-card-poker", "pair-plus", "A").house_edge
    Fraction(253, 5525)
    """
    asked = conditions or Conditions()
    _check(asked)
    found = rulebook().game(game)
    if found.edition(day).wager(wager).no_sheet is not None:
        raise ChoiceError(f"{game} {wager} has no sheet of its own: {found.edition(day).wager(wager).no_sheet}")
    offered = offer(
        found,
        wager,
        paytable,
        readings=readings,
        options=options,
        terms=terms,
        wager_micros=asked.wager_micros,
        own_table=own_table,
        day=day,
    )
    return sheet(offered, asked)


def sheet(offered: Offer, asked: Conditions, masks: Mapping[int, int] | None = None) -> ParSheet:
    """The sheet of an offer; ``masks`` are counts of the event masks of its family that are known already."""
    _check(asked)
    decks = _decks(offered.game, asked.decks)
    deck = asked.deck or deck_of(offered.game, decks)
    base_game = _base_game(offered)
    if base_game is not None:
        return _base_sheet(offered, asked, decks, base_game(offered, deck, asked.wager_micros))
    return _wager_sheet(offered, asked, decks, masks or _counted(offered, deck))


def has_base_game(offered: Offer) -> bool:
    """Whether the wager is a base game with a count of its own, over all deals of player and dealer."""
    return _base_game(offered) is not None


def _base_game(offered: Offer) -> Any:
    return getattr(import_module(f"{offered.game.package}.play"), "BASE_GAMES", {}).get(offered.wager.id)


_LEAST: Final = {"meter_micros": 0, "players": 0, "bettors": 1, "rounds": 1, "reserve_target_micros": 0}


def _check(asked: Conditions) -> None:
    """Refuses conditions under which no figure has a meaning."""
    faults = []
    for name, least in _LEAST.items():
        value = getattr(asked, name)
        if value is not None and value < least:
            faults.append(f"{name} {value}: allowed is {least} or more")
    if asked.wager_micros <= 0:
        faults.append("the wager amount must be more than nothing")
    if not 0 < asked.confidence < 1:
        faults.append(f"confidence {asked.confidence}: allowed is a number between 0 and 1")
    if faults:
        raise ChoiceError("\n".join(faults))


def deck_of(game: Game, decks: int) -> Deck:
    """The cards a game is dealt from."""
    if game.deck == "shoe":
        return shoe(decks)
    return joker_deck() if game.deck == "52 and a joker" else standard_deck()


def _decks(game: Game, asked: int | None) -> int:
    if asked is None:
        return game.default_decks
    if asked not in game.decks:
        raise ChoiceError(f"{game.id}: {asked} decks; allowed: {listed(str(n) for n in game.decks)}")
    return asked


# Wagers on the events of a hand --------------------------------------------------------------------------------------


def _counted(offered: Offer, deck: Deck) -> Mapping[int, int]:
    if offered.family is None:
        raise ChoiceError(f"{offered.game.id} {offered.wager.id} is not priced from the cards of one hand")
    return histogram(offered.game.package, offered.family, deck)


def _wager_sheet(offered: Offer, asked: Conditions, decks: int, masks: Mapping[int, int]) -> ParSheet:
    assert offered.family is not None
    wager_micros = asked.wager_micros
    family = families(offered.game.package)[offered.family]
    total = sum(masks.values())
    meter, basis = _meter_basis(offered, asked)
    bettors = asked.bettors if offered.wager.divided else 1
    counts = row_counts(offered, family, masks, meter, wager_micros, bettors)
    rows = _rows(offered, counts, total, meter, wager_micros, bettors)
    extras = _extras(offered)
    extra_return = sum((extra.contribution for extra in extras if extra.contribution is not None), ZERO)
    returned = sum((row.contribution for row in rows), ZERO) + extra_return
    envy = _envy(offered, asked, counts, total)
    progressive = _progressive(offered, asked, rows, extra_return, meter)
    push = _frequency(offered, rows, {PayoutKind.PUSH})
    hits = _frequency(offered, rows, set(PayoutKind) - {PayoutKind.PUSH, PayoutKind.NOTHING})
    edge = 1 - returned - (envy.per_other_hand * envy.other_hands if envy else ZERO)
    hold: Fraction | None = edge
    if progressive is not None:
        hold = None if progressive.long_run_return is None else 1 - progressive.long_run_return
    variance, skewness = _moments(rows)
    return ParSheet(
        game=offered.game.id,
        wager=offered.wager.id,
        name=offered.wager.name,
        paytable=offered.label,
        citation=offered.citation,
        edition=offered.edition.id,
        period=offered.edition.period,
        wager_micros=wager_micros,
        decks=decks,
        total=total,
        rows=rows,
        extras=extras,
        house_edge=edge,
        returned=returned,
        theoretical_hold=hold,
        edge_per_resolved=None if push == 1 else edge / (1 - push),
        hit_frequency=hits,
        push_frequency=push,
        element_of_risk=edge if offered.wager.kind.value == "base" else None,
        variance=variance,
        skewness=skewness,
        largest_award_micros=max((row.handed_over for row in rows), default=ZERO) * wager_micros,
        meter_micros=meter,
        meter_basis=basis,
        progressive=progressive,
        envy=envy,
        strategy=None,
        readings=offered.readings("odds"),
        notes=_notes(offered, asked, basis, rows, returned),
        bettors=bettors,
        confidence=asked.confidence,
        rounds=asked.rounds,
        offer=offered,
    )


def row_counts(
    offered: Offer, family: Family, masks: Mapping[int, int], meter: Fraction | None, wager_micros: int, bettors: int
) -> list[int]:
    """How many deals each row is paid in: the rows in order, then ``lose``.

    The first row whose event holds is paid. Under the reading ``low-meter-order = greater-of`` a row that pays a share of the
    meter gives way to a row beneath it that holds too and pays more at this meter.
    """
    bits = [family.bit(row.event) for row in offered.rows]
    greater = offered.values.get("low-meter-order") == "greater-of" and offered.pays_from_meter
    values = [_handed_over(offered, row, meter, wager_micros, bettors) for row in offered.rows]
    counts = [0] * (len(bits) + 1)
    for mask, count in masks.items():
        held = [n for n, bit in enumerate(bits) if mask & bit]
        paid = held[0] if held else len(bits)
        if greater and held and offered.rows[paid].award.share:
            paid = max(held, key=lambda n: (values[n], -n))
        counts[paid] += count
    return counts


def _handed_over(offered: Offer, row: OfferRow, meter: Fraction | None, wager_micros: int, bettors: int) -> Fraction:
    """What a row hands over per unit of stake, vigorish taken off."""
    award = row.award
    share = award.share / bettors if offered.wager.divided else award.share
    value = award.fixed_multiple + (award.dollars_micros + share * (meter or 0)) / Fraction(wager_micros)
    if award.kind is PayoutKind.TO_ONE and offered.vigorish:
        value -= _vigorish(offered, award.multiple * wager_micros) / wager_micros
    return value


def _vigorish(offered: Offer, won_micros: Fraction) -> Fraction:
    """The vigorish on an amount won; only a rounding makes it depend on the stake."""
    rounding = VigorishRounding(offered.values.get("commission-rounding", VigorishRounding.EXACT))
    if rounding is VigorishRounding.EXACT:
        return won_micros * offered.vigorish
    return Fraction(vigorish_micros(int(won_micros), offered.vigorish, rounding, offered.wager.vigorish_multiple))


def _rows(
    offered: Offer, counts: Sequence[int], total: int, meter: Fraction | None, wager_micros: int, bettors: int
) -> tuple[ParRow, ...]:
    rows = []
    for row, count in zip(offered.rows, counts, strict=False):
        probability = Fraction(count, total)
        value = _handed_over(offered, row, meter, wager_micros, bettors)
        share = row.award.share / bettors if offered.wager.divided else row.award.share
        rows.append(ParRow(row.outcome, row.hand, row.pays or "N/A", count, probability, probability * value, value, share))
    rows.append(ParRow("lose", "Lose", "lose", counts[-1], Fraction(counts[-1], total), ZERO, ZERO))
    return tuple(rows)


def _frequency(offered: Offer, rows: Sequence[ParRow], kinds: set[PayoutKind]) -> Fraction:
    """The probability of the rows whose payouts are of these kinds."""
    return sum((row.probability for row, at in zip(rows, offered.rows, strict=False) if at.award.kind in kinds), ZERO)


def _moments(rows: Sequence[ParRow]) -> tuple[Fraction, float | None]:
    """Variance and skewness of what is handed over per unit of stake (the stake, being certain, changes neither)."""
    mean = sum((row.probability * row.handed_over for row in rows), ZERO)
    variance = sum((row.probability * (row.handed_over - mean) ** 2 for row in rows), ZERO)
    third = sum((row.probability * (row.handed_over - mean) ** 3 for row in rows), ZERO)
    return variance, None if not variance else float(third) / float(variance) ** 1.5


def _extras(offered: Offer) -> tuple[ExtraFigure, ...]:
    figures = []
    for extra in offered.extras:
        given = offered.options.get(f"{extra.outcome}-probability")
        try:
            probability = None if given is None else parse_rate(given)
        except PayoutError as fault:
            raise ChoiceError(f"{offered.wager.id}, option {extra.outcome}-probability: {fault}") from fault
        contribution = None if probability is None else probability * extra.award.multiple
        figures.append(ExtraFigure(extra.outcome, extra.pays, probability, contribution))
    return tuple(figures)


# Meters --------------------------------------------------------------------------------------------------------------


def _meter_basis(offered: Offer, asked: Conditions) -> tuple[Fraction | None, str | None]:
    """The meter at which the meter rows are taken, in micro-dollars, and where it comes from."""
    if offered.wager.meter is None:
        if asked.meter_micros is not None:
            raise ChoiceError(f"{offered.game.id} {offered.wager.id} has no meter")
        return None, None
    if asked.meter_micros is not None:
        return Fraction(asked.meter_micros), "given"
    seed = offered.terms.seed_micros(asked.wager_micros) if offered.terms else None
    return (ZERO, "zero") if seed is None else (seed, "seed")


def _progressive(
    offered: Offer, asked: Conditions, rows: Sequence[ParRow], extra_return: Fraction, meter: Fraction | None
) -> MeterFigures | None:
    terms = offered.terms
    if terms is None or meter is None:
        return None
    amount = Fraction(asked.wager_micros)
    fixed = sum((row.contribution for row in rows if not row.share), ZERO) + extra_return
    paid_rows = list(zip(rows, offered.rows, strict=False))
    fixed += sum((row.probability * printed.award.fixed_multiple for row, printed in paid_rows if row.share), ZERO)
    whole = sum((row.probability for row, printed in paid_rows if printed.award.whole_meter), ZERO)
    shares = sum((row.probability * row.share for row in rows), ZERO)
    pool_whole = sum((row.probability * row.share for row, printed in paid_rows if printed.award.whole_meter), ZERO)
    long_run, mean = _long_run(offered, terms, amount, fixed, pool_whole, shares)
    seed = terms.seed_micros(asked.wager_micros)
    break_even = amount * (1 - fixed) / shares if shares and fixed < 1 else None
    return MeterFigures(
        seed_micros=seed,
        reseed_micros=None if terms.reseed is None else terms.reseed * amount,
        increment=terms.increment,
        reserve=terms.reserve if terms.reserve is not None else (ZERO if terms.increment is not None else None),
        seed_cost=None if terms.reseed is None else pool_whole * terms.reseed,
        fixed_return=fixed,
        return_at_seed=None if seed is None else fixed + shares * seed / amount,
        return_at_meter=fixed + shares * meter / amount,
        long_run_return=long_run,
        break_even_micros=break_even,
        mean_meter_micros=mean,
        jackpot_probability=whole,
        reserve_adequacy=_reserve_adequacy(terms, asked, whole, seed, asked.bettors if offered.wager.divided else 1),
    )


def _long_run(
    offered: Offer, terms: MeterTerms, amount: Fraction, fixed: Fraction, whole: Fraction, shares: Fraction
) -> tuple[Fraction | None, Fraction | None]:
    """Long-run return per unit and mean meter at a hit (micro-dollars); None where a policy has no formula here.

    Every cent that enters the pool is handed over in the end, so the return is the fixed part plus what enters.
    """
    if terms.increment is None or not shares:
        return None, None
    values = offered.values
    odd = {"low-meter-order": "printed-order", "below-seed": "allow", "meter-per-amount": "one-per-amount"}
    if any(values.get(name, default) != default for name, default in odd.items() if offered.has_share_rows or name != "below-seed"):
        return None, None
    source = values.get("reseed-source", "reseed-and-reserve")
    reseed = ZERO if source == "reserve-only" else (terms.reseed or ZERO)
    reserve = ZERO if source == "seed-only" else (terms.reserve or ZERO)
    entering = terms.increment + reserve + whole * reseed
    if values.get("partial-award-source") == "house" and offered.has_share_rows:
        if not whole:
            return None, None
        mean = amount * entering / whole
        return fixed + entering + (shares - whole) * mean / amount, mean
    return fixed + entering, amount * entering / shares


def _reserve_adequacy(
    terms: MeterTerms, asked: Conditions, whole: Fraction, seed: Fraction | None, bettors: int
) -> ReserveAdequacy | None:
    """The reserve at a hit is q x a x N, N the rounds up to and with the winning one: geometric with probability ``whole``."""
    if not terms.reserve or not whole:
        return None
    step = terms.reserve * asked.wager_micros * bettors
    target = Fraction(asked.reserve_target_micros) if asked.reserve_target_micros is not None else seed
    mean = step / whole
    if target is None:
        return ReserveAdequacy(None, mean, None, None)
    needed = math.ceil(target / step)
    log_miss = math.log1p(-float(whole)) if whole < 1 else -math.inf
    reached = 1.0 if needed <= 1 else math.exp((needed - 1) * log_miss)
    full = target / step
    steps = math.floor(full)
    within = -math.expm1(steps * log_miss) / float(whole) if steps else 0.0
    beyond = math.exp(steps * log_miss) if steps else 1.0
    shortfall = float(target) - float(step) * (within + float(full - steps) * beyond)
    return ReserveAdequacy(target, mean, reached, max(shortfall, 0.0))


# Envy ----------------------------------------------------------------------------------------------------------------


def _envy(offered: Offer, asked: Conditions, counts: Sequence[int], total: int) -> EnvyFigures | None:
    terms = offered.envy
    if terms is None:
        return None
    by_outcome = {row.outcome: count for row, count in zip(offered.rows, counts, strict=False)}
    figures: list[EnvyFigure] = []
    value = ZERO
    for row in terms.rows:
        count = by_outcome.get(row.outcome, 0)
        probability = Fraction(count, total)
        micros = terms.micros(row.outcome, asked.wager_micros) or 0
        value += probability * micros / asked.wager_micros
        figures.extend(_envy_rows(terms, row.outcome, row.printed, asked.wager_micros, count, probability))
    return EnvyFigures(
        citation=terms.citation,
        trigger=terms.trigger,
        receiver_minimum_micros=terms.minimum_micros,
        per_other_hand=value,
        other_hands=asked.players or 0,
        rows=tuple(figures),
    )


def _envy_rows(
    terms: EnvyTerms, outcome: str, printed: Mapping[str, str], wager_micros: int, count: int, probability: Fraction
) -> list[EnvyFigure]:
    row = terms.row(outcome)
    assert row is not None
    if terms.wager_amounts:
        return [
            EnvyFigure(outcome, amount, printed[f"${amount // MICROS:,}"], each.micros(amount), count, probability)
            for amount, each in sorted((key, value) for key, value in row.amounts.items() if key is not None)
        ]
    counted = max(wager_micros, terms.minimum_micros)
    return [
        EnvyFigure(outcome, None if not each.dollars_micros else counted, printed[""], each.micros(counted), count, probability)
        for each in row.amounts.values()
    ]


# Base games ----------------------------------------------------------------------------------------------------------


def _base_sheet(offered: Offer, asked: Conditions, decks: int, game: BaseGame) -> ParSheet:
    """A base game: a row per net result of all money staked, per unit of the first wager."""
    _meter_basis(offered, asked)
    total = sum(count for _, count in game.results)
    ordered = sorted(game.results, reverse=True)
    lowest = ordered[-1][0]
    rows = tuple(
        ParRow(
            *_net_words(net, lowest, game.names),
            net_text(net),
            count,
            Fraction(count, total),
            Fraction(count, total) * (1 + net),
            1 + net,
        )
        for net, count in ordered
    )
    returned = sum((row.contribution for row in rows), ZERO)
    push = sum((row.probability for row, (net, _) in zip(rows, ordered, strict=True) if net == 0), ZERO)
    hits = sum((row.probability for row, (net, _) in zip(rows, ordered, strict=True) if net > 0), ZERO)
    edge = 1 - returned
    variance, skewness = _moments(rows)
    return ParSheet(
        game=offered.game.id,
        wager=offered.wager.id,
        name=offered.wager.name,
        paytable=offered.label,
        citation=game.citation,
        edition=offered.edition.id,
        period=offered.edition.period,
        wager_micros=asked.wager_micros,
        decks=decks,
        total=total,
        rows=rows,
        extras=(),
        house_edge=edge,
        returned=returned,
        theoretical_hold=edge,
        edge_per_resolved=None if push == 1 else edge / (1 - push),
        hit_frequency=hits,
        push_frequency=push,
        element_of_risk=edge / game.average_stake,
        variance=variance,
        skewness=skewness,
        largest_award_micros=max(net for net, _ in ordered) * asked.wager_micros,
        meter_micros=None,
        meter_basis=None,
        progressive=None,
        envy=None,
        strategy=game.strategy,
        readings=offered.readings("odds"),
        notes=(*offered.notes, *game.notes, f"Average stake {float(game.average_stake):.4f} units of the first wager."),
        bettors=1,
        confidence=asked.confidence,
        rounds=asked.rounds,
        counts=game.counts,
        offer=offered,
    )


def _net_words(net: Fraction, lowest: Fraction, names: Mapping[Fraction, str] | None) -> tuple[str, str]:
    """The outcome id and the wording of a net result."""
    if names is not None:
        return names[net], names[net].capitalize()
    return ("lose", "Lose") if net == lowest else (net_name(net), f"Net {net_text(net)}")


def net_text(net: Fraction) -> str:
    """``+5``, ``0``, ``-1.05``."""
    if net.denominator == 1:
        return f"{net.numerator:+,}" if net else "0"
    return f"{float(net):+,}"


def net_name(net: Fraction) -> str:
    """An outcome id of a net result: ``net-plus-5``, ``net-0``, ``net-minus-1``."""
    sign = "plus-" if net > 0 else "minus-" if net < 0 else ""
    return f"net-{sign}{str(abs(net)).replace('/', '-of-')}"


# Notes and bands -----------------------------------------------------------------------------------------------------


def _notes(offered: Offer, asked: Conditions, basis: str | None, rows: Sequence[ParRow], returned: Fraction) -> tuple[str, ...]:
    notes = list(offered.notes)
    if basis == "zero":
        notes.append("The text prints no seed and no meter was given: the edge is taken with nothing on the meter.")
    if offered.terms is not None and offered.terms.increment is None:
        notes.append("The text prints no rates for this meter; long-run figures need them (--terms increment=...,reserve=...).")
    if offered.terms is not None and offered.terms.given:
        notes.append(f"Terms given and not printed: {listed(offered.terms.given)}.")
    if offered.envy is not None and asked.wager_micros < offered.envy.minimum_micros:
        least = dollars(offered.envy.minimum_micros)
        notes.append(f"A wager of {dollars(asked.wager_micros)} draws no Envy Bonus; the least that does is {least}.")
    if offered.wager.divided and offered.pays_from_meter:
        notes.append(f"Awards that are a share of the meter are divided among {asked.bettors} bettor(s) on this wager.")
    if offered.extras:
        missing = [extra.outcome for extra in offered.extras if f"{extra.outcome}-probability" not in offered.options]
        if missing:
            notes.append(f"No probability is given for {listed(missing)}: left out of the figures.")
    if any(row.award.dollars_micros for row in offered.rows):
        notes.append(f"Dollar awards make the edge depend on the stake; this sheet is for {dollars(asked.wager_micros)}.")
    if returned > 1:
        notes.append("The player has the edge at this meter." if offered.pays_from_meter else "The player has the edge.")
    if offered.own:
        notes.append("A paytable of your own, not one the regulation prints.")
    return tuple(notes)


def _normal_band(each: ParSheet, rounds: int) -> tuple[float, float] | str:
    """The band, or the row whose rare awards make it wrong: over 5% of the variance and fewer than 20 expected."""
    mean = sum((row.probability * row.handed_over for row in each.rows), ZERO)
    for row in each.rows:
        part = row.probability * (row.handed_over - mean) ** 2
        if part * 20 > each.variance and row.probability * rounds < 20:
            return (
                f"no normal band: {row.outcome} carries {float(part / each.variance):.0%} of the variance and is "
                f"expected {float(row.probability * rounds):.2g} times in {rounds:,} rounds (20 are needed)"
            )
    half = each.volatility_index / math.sqrt(rounds)
    edge = float(each.house_edge)
    return edge - half, edge + half


def sheets(game: str, wager: str | None = None, *, keep_pai_gow: bool = False, **given: Any) -> list[ParSheet]:
    """The sheets of every paytable of a wager, or of every wager of a game that has sheets; keywords as for :func:`par`."""
    found = rulebook().game(game)
    edition = found.edition(given.get("day"))
    wagers: Sequence[Wager] = [edition.wager(wager)] if wager else [each for each in edition.wagers if each.no_sheet is None]
    if wager is None and not keep_pai_gow:
        wagers = [each for each in wagers if each.id != "pai-gow"]
    return [par(game, each.id, table.label, **given) for each in wagers for table in each.paytables]


def with_conditions(asked: Conditions, **changes: Any) -> Conditions:
    """The conditions with some of them changed."""
    return replace(asked, **changes)
