"""The figures of a PAR sheet once more, from their definitions, for comparison with what ``pitbook par`` prints.

Nothing of the package's rulebook, choices or PAR code is used: the rules files are read as TOML, payouts are read here, and every
figure is computed here, in dollars. Only the counts of event masks come from the package; they have proofs of their own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pitbook
from pitbook.cards import Deck, joker_deck, shoe, standard_deck
from pitbook.counting import histogram
from pitbook.families import families

getcontext().prec = 60
SOURCES = Path(pitbook.__file__).parent
ZERO = Fraction(0)


# The files ----------------------------------------------------------------------------------------------------------


@cache
def rules(game: str) -> dict[str, Any]:
    """A game's rules file as it stands."""
    return tomllib.loads((SOURCES / "games" / game.replace("-", "_") / "rules.toml").read_text(encoding="utf-8"))


@cache
def policies() -> list[dict[str, Any]]:
    """The shared readings as they stand."""
    found: list[dict[str, Any]] = tomllib.loads((SOURCES / "policies.toml").read_text(encoding="utf-8"))["policy"]
    return found


def games() -> list[str]:
    """The ids of the games, by the folders that have a rules file."""
    return sorted(path.parent.name.replace("_", "-") for path in SOURCES.glob("games/*/rules.toml"))


def edition(game: str) -> dict[str, Any]:
    """The newest edition of a game."""
    found: dict[str, Any] = rules(game)["edition"][-1]
    return found


def wager_part(game: str, wager: str) -> dict[str, Any]:
    """A wager's part of the file."""
    return next(each for each in edition(game)["wager"] if each["id"] == wager)


def every_reading(game: str) -> list[dict[str, Any]]:
    """The game's readings, then the shared ones that it does not replace, with the game's defaults."""
    own = edition(game).get("reading", [])
    names = {each["id"] for each in own}
    both = [*own, *(each for each in policies() if each["id"] not in names)]
    defaults = edition(game).get("policy_defaults", {})
    found = []
    for each in both:
        chosen = defaults.get(each["id"], each["default"])
        found.append({**each, "default": chosen if isinstance(chosen, str) else chosen["value"]})
    return found


def priced_wagers(game: str) -> Iterator[tuple[str, str]]:
    """Every wager and paytable whose sheet comes from the events of one hand or coup."""
    for wager in edition(game)["wager"]:
        if "no_sheet" in wager or wager.get("basis") or "family" not in wager:
            continue
        for table in wager["table"]:
            for label in table["columns"]:
                yield wager["id"], label


# Choices ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """What a sheet is asked for; money in dollars."""

    amount: Fraction = Fraction(1)
    meter: Fraction | None = None
    players: int = 0
    bettors: int = 1
    target: Fraction | None = None
    decks: int | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """A row as tested: its id and event, what it hands over per unit apart from the meter, and its share of the meter."""

    outcome: str
    event: str
    kind: str
    fixed: Fraction
    share: Fraction


def number(text: str) -> Fraction:
    return Fraction(text.replace(",", "").replace("$", ""))


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", text.lower())).strip("-")


def rate(text: str) -> Fraction:
    return number(text.strip("% ")) / 100 if "%" in text else Fraction(text)


def reading_of(
    printed: str, asked: Asked, values: Mapping[str, str], vigorish: Fraction, quarter: bool
) -> tuple[str, Fraction, Fraction]:
    """Kind, fixed multiple (the stake included where it comes back) and share of the meter of a printed payout."""
    text = printed.lower().strip()
    if text in {"", "n/a"}:
        return "nothing", ZERO, ZERO
    if text == "push":
        return "push", Fraction(1), ZERO
    if " to " in text:
        over, under = text.split(" to ")
        won = number(over) / number(under)
        taken = won * vigorish
        if quarter:
            cents = won * asked.amount * vigorish * 4
            taken = Fraction(-(-cents.numerator // cents.denominator), 4) / asked.amount
        return "to", 1 + won - taken, ZERO
    if " for 1" in text:
        return "for", number(text.removesuffix(" for 1")), ZERO
    if "%" in text:
        return "meter", ZERO, number(text.split("%")[0]) / 100
    back = 0 if values.get("super-royal-stake") == "kept" else 1
    return "dollars", number(text) / asked.amount + back, ZERO


def lines(game: str, wager: dict[str, Any], label: str, asked: Asked, values: Mapping[str, str]) -> list[Line]:
    """The rows of a paytable in the order of test, under the readings and options asked for."""
    touching = [each for each in every_reading(game) if wager["id"] in each.get("wagers", [])]
    vigorish = rate(wager.get("vigorish", "0"))
    if "vigorish_reading" in wager:
        vigorish = rate(values[wager["vigorish_reading"]])
    for each in touching:
        if "vigorish" in wager:
            vigorish = rate(each.get("vigorish", {}).get(values[each["id"]], str(vigorish)))
    quarter = bool(vigorish) and values.get("commission-rounding") == "up-to-25-cents"
    printed: list[tuple[str, str, str]] = []
    for table in wager["table"]:
        if label not in table["columns"]:
            continue
        for row in table["rows"]:
            cells = row["pays"]
            if isinstance(cells, dict):
                chosen = values[row["reading"]]
                cells = cells.get(chosen, [chosen] * len(table["columns"]))
            event = row["event"]
            for each in touching:
                event = each.get("events", {}).get(values[each["id"]], {}).get(event, event)
            pays = cells[table["columns"].index(label)]
            if pays:
                printed.append((slug(row["hand"]), event, pays))
    for each in touching:
        top = each.get("top_row", {}).get(values[each["id"]])
        if top:
            printed.insert(0, (slug(top["hand"]), top["event"], top["pays"]))
    if "mini-royal-flush" in asked.options:
        pays = asked.options["mini-royal-flush"]
        if values["mini-royal-instead"] == "on-top":
            beneath = next(text for _, event, text in printed if event == "straight-flush")
            pays = f"{number(pays.split()[0]) + number(beneath.split()[0])} to 1"
        printed.insert(0, ("mini-royal-flush", "mini-royal-flush", pays))
    return [Line(outcome, event, *reading_of(pays, asked, values, vigorish, quarter)) for outcome, event, pays in printed]


def deck_of(game: str, decks: int | None) -> Deck:
    part = rules(game)["game"]
    if part["deck"] == "shoe":
        return shoe(decks or part["decks"][0])
    return joker_deck() if part["deck"] == "52 and a joker" else standard_deck()


# Terms and envy -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    """Seed and reseed in dollars at the wager amount, rates; None where there is none."""

    seed: Fraction | None
    reseed: Fraction | None
    increment: Fraction | None
    reserve: Fraction | None


def terms_of(wager: dict[str, Any], label: str, asked: Asked) -> Terms:
    cells: dict[str, str] = {}
    for block in wager.get("terms", []):
        if label in block["columns"]:
            at = block["columns"].index(label)
            cells = {name: block[name][at] for name in ("seed", "reseed", "increment", "reserve") if name in block}
            cells.setdefault("reseed", cells.get("seed", ""))
    cells.update(asked.terms)

    def dollars(name: str) -> Fraction | None:
        text = cells.get(name, "").lower()
        if text in {"", "n/a"}:
            return None
        if text == "$0":
            return ZERO
        if text.endswith("x"):
            return number(text.removesuffix("x")) * asked.amount
        return number(text.removesuffix(" for 1")) * asked.amount if text.endswith(" for 1") else number(text)

    def fraction(name: str) -> Fraction | None:
        text = cells.get(name, "").lower()
        return None if text in {"", "n/a"} else rate(text)

    return Terms(dollars("seed"), dollars("reseed"), fraction("increment"), fraction("reserve"))


@dataclass(frozen=True)
class EnvyLine:
    """What an outcome brings a receiver with the wager amount asked for (dollars), and the printed column it stands in."""

    outcome: str
    column: str
    dollars: Fraction


def envy_of(wager: dict[str, Any], label: str, asked: Asked, values: Mapping[str, str]) -> list[EnvyLine] | None:
    """Every envy cell of a paytable; None where it has no Envy Bonus."""
    found: list[EnvyLine] = []

    def cell(outcome: str, column: str, text: str) -> None:
        if text.lower() in {"", "n/a"}:
            return
        base = number(column) if column.startswith("$") else asked.amount
        least = minimum(values)
        counted = base if column.startswith("$") else max(asked.amount, least)
        found.append(EnvyLine(outcome, column, number(text[:-1]) * counted if text.endswith("x") else number(text)))

    for table in wager["table"]:
        if label in table["columns"]:
            for row in table["rows"]:
                if "envy" in row:
                    cell(slug(row["hand"]), label, row["envy"][table["columns"].index(label)])
    for block in wager.get("envy", []):
        rows = block["rows"]
        if block.get("reading") and label in block.get("reading_paytables", []):
            rows = block.get("by_reading", {}).get(values[block["reading"]], rows)
        for row in rows:
            for column, text in zip(block["columns"], row["pays"], strict=True):
                if column.startswith("$") or column == label:
                    cell(slug(row.get("row", row["hand"])), column, text)
    return found or None


def minimum(values: Mapping[str, str]) -> Fraction:
    text = values["envy-min-wager"]
    return number(text) if re.match(r"\$?\d", text) else ZERO


# The sheet ----------------------------------------------------------------------------------------------------------


def values_of(game: str, asked: Asked) -> dict[str, str]:
    return {**{each["id"]: each["default"] for each in every_reading(game)}, **asked.readings}


def paid_counts(
    masks: Mapping[int, int], events: Sequence[str], rows: Sequence[Line], units: Sequence[Fraction], greater: bool
) -> list[int]:
    """How many deals each row is paid in, the losing ones last."""
    bits = [events.index(row.event) for row in rows]
    counts = [0] * (len(rows) + 1)
    for mask, deals in masks.items():
        held = [n for n, bit in enumerate(bits) if mask >> bit & 1]
        if not held:
            counts[-1] += deals
            continue
        first = held[0]
        if greater and rows[first].kind == "meter":
            best = max(units[n] for n in held)
            first = next(n for n in held if units[n] == best)
        counts[first] += deals
    return counts


ALIVE: Mapping[tuple[str, bool], tuple[int, Mapping[str, int]]] = {
    ("five-card", True): (
        25_989_600,  # the five cards, and which three of them are the player's
        {
            "royal-flush": 40, "straight-flush": 360, "four-of-a-kind": 6_240, "full-house": 37_440, "flush": 51_080,
            "straight": 57_840, "three-of-a-kind": 484_320,
        },
    ),
    ("five-card", False): (
        42_142_136_400,  # the five cards, and the player's three beside them
        {
            "royal-flush": 40_596, "straight-flush": 404_676, "four-of-a-kind": 6_878_160, "full-house": 41_139_360,
            "flush": 55_943_148,
        },
    ),
    ("six-card", True): (
        407_170_400,
        {
            "super-royal-of-diamonds": 20, "super-royal-of-another-suit": 60, "royal-flush": 3_676, "royal-flush-of-spades": 919,
            "royal-flush-of-another-suit": 2_757, "straight-flush": 26_676, "four-of-a-kind": 271_680, "full-house": 2_930_880,
            "flush": 3_409_568, "straight": 4_125_024, "three-of-a-kind": 11_763_200,
        },
    ),
}  # fmt: skip
"""Deals in which each best hand is made and the player's three cards are Q-6-4 or better, by whether they are among the cards.

Counted by two programs of other hands: one in C over all deals, one that takes out the folded hands by inclusion and exclusion of
the cards and has the hands ranked by phevaluator.
"""


def alive_counts(family: str, player_within: bool, rows: Sequence[Line]) -> tuple[int, list[int]]:
    """All deals, and how many each row is paid in where a folded hand loses; every Super Royal is a royal flush too."""
    total, alive = ALIVE[family, player_within]
    counts = []
    for row in rows:
        supers = sum(alive[each.event] for each in rows if each.event.startswith("super-royal"))
        counts.append(alive[row.event] - (supers if row.event.startswith("royal-flush") else 0))
    return total, [*counts, total - sum(counts)]


def is_lost_by_fold(wager: dict[str, Any], values: Mapping[str, str]) -> bool:
    return wager["reads"] != ["player"] and "fold_reading" in wager and values[wager["fold_reading"]] == "lost"


def expected(game: str, wager_id: str, label: str, asked: Asked) -> dict[str, Any]:
    """The sheet's figures by the names of the JSON document; rationals as fractions, money in dollars."""
    wager, values = wager_part(game, wager_id), values_of(game, asked)
    family = wager["family"]
    for each in every_reading(game):
        if wager_id in each.get("wagers", []):
            family = each.get("family", {}).get(values[each["id"]], family)
    package = f"pitbook.games.{game.replace('-', '_')}"
    masks = histogram(package, family, deck_of(game, asked.decks))
    rows = lines(game, wager, label, asked, values)
    shared = asked.bettors if wager.get("divided") else 1
    has_meter = "meter" in wager
    terms = terms_of(wager, label, asked) if has_meter else Terms(None, None, None, None)
    basis, meter = None, None
    if has_meter:
        basis, meter = (
            ("given", asked.meter)
            if asked.meter is not None
            else ("seed", terms.seed)
            if terms.seed is not None
            else ("zero", ZERO)
        )
    units = [row.fixed + row.share / shared * (meter or ZERO) / asked.amount for row in rows]
    events, greater = families(package)[family].events, values["low-meter-order"] == "greater-of" and has_meter
    counts, held = paid_counts(masks, events, rows, units, greater), paid_counts(masks, events, rows, units, greater=False)
    total = sum(masks.values())
    if is_lost_by_fold(wager, values):
        total, counts = alive_counts(family, "player" in wager["reads"], rows)
        held = counts
    alive = Fraction(14_900, 22_100) if is_lost_by_fold(wager, values) else Fraction(1)
    chances = [Fraction(count, total) for count in counts]
    paid = list(zip(rows, units, chances[:-1], strict=True))
    extras = extras_of(wager, asked, values, alive)
    beside = sum((chance * multiple for _, multiple, chance in extras if chance is not None), ZERO)
    returned = sum((unit * chance for _, unit, chance in paid), ZERO) + beside
    standing = [Fraction(count, total) for count in held]
    envy = envy_figures(wager, label, asked, values, {row.outcome: chance for row, chance in zip(rows, standing, strict=False)})
    edge = 1 - returned - (envy["per_other_hand"] * asked.players if envy else ZERO)
    push = sum((chance for row, _, chance in paid if row.kind == "push"), ZERO)
    progressive = meter_figures(rows, units, standing, asked, terms, values, shared, meter or ZERO, beside) if has_meter else None
    if progressive and greater:
        progressive |= where_the_greater_is_paid(masks, events, rows, shared, asked, terms, beside, values)
    hold: Fraction | None = 1 - returned
    if progressive:
        hold = None if progressive["long_run_return"] is None else 1 - progressive["long_run_return"]
    return {
        "total": total,
        "rows": [
            *((row.outcome, count, chance, unit * chance) for (row, unit, chance), count in zip(paid, counts, strict=False)),
            ("lose", counts[-1], chances[-1], ZERO),
        ],
        "shares": [*(row.share / shared for row in rows), ZERO],
        "extras": extras,
        "house_edge": edge,
        "return": returned,
        "theoretical_hold": hold,
        "edge_per_resolved": edge / (1 - push),
        "hit_frequency": sum((chance for row, _, chance in paid if row.kind not in {"push", "nothing"}), ZERO),
        "push_frequency": push,
        "element_of_risk": edge if wager["kind"] == "base" else None,
        **spread([*units, ZERO], chances),
        "largest_award": max(units) * asked.amount,
        "meter": None if basis is None else {"value": meter, "basis": basis},
        "progressive": progressive,
        "envy": envy,
    }


def extras_of(
    wager: dict[str, Any], asked: Asked, values: Mapping[str, str], alive: Fraction
) -> list[tuple[str, Fraction, Fraction | None]]:
    """Pays beside the rows of a wager that is alive in so many of all deals: id, multiple handed over, probability or None."""
    if values.get("magic-lucky") != "offered":
        return []
    found = []
    for each in wager.get("extra", []):
        given = asked.options.get(f"{slug(each['hand'])}-probability")
        found.append((slug(each["hand"]), number(each["pays"].split()[0]), None if given is None else rate(given) * alive))
    return found


def spread(units: Sequence[Fraction], chances: Sequence[Fraction]) -> dict[str, Any]:
    """Variance, standard deviation and skewness by raw moments."""
    raw = [sum((unit**power * chance for unit, chance in zip(units, chances, strict=True)), ZERO) for power in (1, 2, 3)]
    variance = raw[1] - raw[0] ** 2
    third = raw[2] - 3 * raw[0] * raw[1] + 2 * raw[0] ** 3
    deviation = decimal(variance).sqrt()
    return {
        "variance": variance,
        "standard_deviation": deviation,
        "skewness": decimal(third) / deviation**3 if deviation else None,
    }


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def meter_figures(
    rows: Sequence[Line],
    units: Sequence[Fraction],
    chances: Sequence[Fraction],
    asked: Asked,
    terms: Terms,
    values: Mapping[str, str],
    shared: int,
    meter: Fraction,
    beside: Fraction,
) -> dict[str, Any]:
    """The figures of a meter, as the design defines them; a divided award counts share / K for a bet."""
    stake = asked.amount
    fixed = beside + sum((units[n] * chances[n] for n, row in enumerate(rows) if not row.share), ZERO)
    jackpot = sum((chances[n] for n, row in enumerate(rows) if row.share == 1), ZERO)
    shares = sum((row.share / shared * chances[n] for n, row in enumerate(rows)), ZERO)
    reseed = terms.reseed or ZERO
    long_run, mean = long_run_figures(rows, stake, terms, values, fixed, jackpot / shared, shares, reseed)
    return {
        "seed": terms.seed,
        "reseed": terms.reseed,
        "increment": terms.increment,
        "reserve": terms.reserve if terms.reserve is not None or terms.increment is None else ZERO,
        "seed_cost": None if terms.reseed is None else jackpot / shared * terms.reseed / stake,
        "fixed_return": fixed,
        "return_at_seed": None if terms.seed is None else fixed + shares * terms.seed / stake,
        "return_at_meter": fixed + shares * meter / stake,
        "long_run_return": long_run,
        "break_even_meter": stake * (1 - fixed) / shares if shares and fixed < 1 else None,
        "mean_meter_at_hit": mean,
        "jackpot_probability": jackpot,
        "reserve_adequacy": adequacy(terms, jackpot, stake * shared, asked.target),
    }


def where_the_greater_is_paid(
    masks: Mapping[int, int],
    events: Sequence[str],
    rows: Sequence[Line],
    shared: int,
    asked: Asked,
    terms: Terms,
    beside: Fraction,
    values: Mapping[str, str],
) -> dict[str, Any]:
    """What differs where each deal is paid by the row that pays most at a meter.

    The return bends upwards only, so Newton's steps end at the break-even meter.
    """
    total, stake = sum(masks.values()), asked.amount

    def line_at(meter: Fraction) -> tuple[Fraction, Fraction]:
        """The return at a meter, and by how much it rises with each dollar more."""
        units = [row.fixed + row.share / shared * meter / stake for row in rows]
        counts = paid_counts(masks, events, rows, units, greater=True)
        chances = [Fraction(count, total) for count in counts]
        slope = sum((chance * row.share / shared / stake for row, chance in zip(rows, chances, strict=False)), ZERO)
        return beside + sum((unit * chance for unit, chance in zip(units, chances, strict=False)), ZERO), slope

    shown = asked.meter if asked.meter is not None else terms.seed or ZERO
    found: dict[str, Any] = {
        "return_at_seed": None if terms.seed is None else line_at(terms.seed)[0],
        "return_at_meter": line_at(shown)[0],
        "break_even_meter": None,
    }
    falls = any(0 < row.share < 1 for row in rows) and values["partial-award-source"] != "house"
    begins = ZERO if values["reseed-source"] == "reserve-only" else terms.reseed or ZERO
    if falls or terms.seed is None or line_at(min(begins, terms.seed))[1] != line_at(Fraction(10**12))[1]:
        found |= {"long_run_return": None, "mean_meter_at_hit": None}
    if line_at(ZERO)[0] < 1:
        meter = Fraction(10**12)
        while (at := line_at(meter))[0] != 1:
            meter -= (at[0] - 1) / at[1]
        found["break_even_meter"] = meter
    return found


def long_run_figures(
    rows: Sequence[Line],
    stake: Fraction,
    terms: Terms,
    values: Mapping[str, str],
    fixed: Fraction,
    jackpot: Fraction,
    shares: Fraction,
    reseed: Fraction,
) -> tuple[Fraction | None, Fraction | None]:
    """What enters the meter leaves it again: increments, what of the reserve is put on, and the house's reseed at each jackpot."""
    if terms.increment is None:
        return None, None
    partial = any(0 < row.share < 1 for row in rows)
    if values["meter-per-amount"] != "one-per-amount":
        return None, None
    if partial and values["below-seed"] != "allow":
        return None, None
    source = values["reseed-source"]
    entering = terms.increment
    entering += (terms.reserve or ZERO) if source != "seed-only" else ZERO
    entering += jackpot * reseed / stake if source != "reserve-only" else ZERO
    if partial and values["partial-award-source"] == "house":
        # Only jackpots empty the meter, and the house adds its shares of what a hit finds there.
        mean = stake * entering / jackpot
        return fixed + entering + (shares - jackpot) * mean / stake, mean
    return fixed + entering, stake * entering / shares


def adequacy(terms: Terms, jackpot: Fraction, staked: Fraction, target: Fraction | None) -> dict[str, Any] | None:
    """What the reserve holds at a jackpot, which comes in each round with the same chance."""
    if not terms.reserve or not jackpot:
        return None
    step = terms.reserve * staked
    target = terms.seed if target is None else target
    reached, short = (None, None) if target is None else reserve_at_a_hit(float(jackpot), step, target)
    return {"target": target, "mean_reserve": step / jackpot, "probability": reached, "expected_shortfall": short}


@cache
def reserve_at_a_hit(jackpot: float, step: Fraction, target: Fraction) -> tuple[float, float]:
    """The chance that the target is reached and the expected shortfall (dollars), by going through the rounds one by one."""
    rounds_short = -(-target // step) - 1
    still, short, goal, added = 1.0, 0.0, float(target), float(step)
    for n in range(1, rounds_short + 1):
        short += still * jackpot * (goal - n * added)
        still *= 1 - jackpot
    return still, short


def envy_figures(
    wager: dict[str, Any], label: str, asked: Asked, values: Mapping[str, str], chances: Mapping[str, Fraction]
) -> dict[str, Any] | None:
    cells = envy_of(wager, label, asked, values)
    if cells is None:
        return None
    by_amount = any(each.column.startswith("$") for each in cells)
    value = ZERO
    if asked.amount >= minimum(values):
        for each in cells:
            if not by_amount or number(each.column) == asked.amount:
                value += chances.get(each.outcome, ZERO) * each.dollars / asked.amount
    return {
        "trigger": values["envy-trigger"],
        "receiver_minimum": minimum(values) or None,
        "per_other_hand": value,
        "cost_per_round": value * asked.players,
        "cells": [(each.outcome, each.column, each.dollars, chances.get(each.outcome, ZERO)) for each in cells],
    }
