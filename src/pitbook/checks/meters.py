"""Seed, reseed, rates, openings and limits of meters; wagers that share one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitbook.checks.codes import finding
from pitbook.choices import TERM_NAMES, Offer
from pitbook.choices.picked import files_reseed
from pitbook.findings import Finding
from pitbook.names import listed
from pitbook.payouts import dollars, percent
from pitbook.rulebook import Paytable
from pitbook.submission import FiledGame, FiledMeter, FiledTerm, FiledWager, Submission, is_left_to_filing, printed_term


def check(filing: Submission) -> Iterator[Finding]:
    """Findings on the meter of every wager."""
    for game in filing.games:
        for wager in game.wagers:
            if wager.wager.meter is None:
                if wager.meter is not None:
                    yield finding(
                        "terms-without-meter", f"{wager.place}.meter", wager.id, "no meter", citation=wager.wager.citation
                    )
                continue
            if wager.paytable is None or wager.offered is None:
                continue
            yield from _terms(game, wager, wager.paytable)
            yield from _supplied(game, wager, wager.offered)
            yield from _opening(wager, wager.offered)
            yield from _rates(wager, wager.offered)
            yield from _limit(game, wager, wager.offered)
            yield from _amounts(game, wager)
        yield from _shared(game)


# Terms as printed ----------------------------------------------------------------------------------------------------


def _terms(game: FiledGame, wager: FiledWager, table: Paytable) -> Iterator[Finding]:
    if wager.meter is None:
        return
    for name, term in wager.meter.terms.items():
        if is_left_to_filing(game.edition, wager.wager, table, name, game.values) or term.value == printed_term(table, name):
            continue
        yield finding(
            f"{name}-not-of-paytable",
            f"{wager.place}.meter.{name}",
            term.text + _whose(wager, table, name, term),
            f"{_printed_text(table, name)} for paytable {table.label}",
            citation=table.terms.citation if table.terms is not None else table.citation,
        )


def _printed_text(table: Paytable, name: str) -> str:
    assert table.terms is not None
    printed = table.terms.printed
    return printed.get(name) or (printed.get("seed", "N/A") if name == "reseed" else "N/A")


def _whose(wager: FiledWager, table: Paytable, name: str, term: FiledTerm) -> str:
    """Whose term it is, where another paytable prints it."""
    owners = [
        each.label
        for each in wager.wager.paytables
        if each.label != table.label and each.terms is not None and printed_term(each, name) == term.value
    ]
    return f" (that of paytable {listed(owners)})" if owners else ""


# Terms that the filing supplies --------------------------------------------------------------------------------------


def _supplied(game: FiledGame, wager: FiledWager, offered: Offer) -> Iterator[Finding]:
    """Where the text prints no rates the filing must give them; a reseed where a reading asks for one."""
    filed = wager.meter.terms if wager.meter is not None else {}
    missing = []
    if offered.terms is not None and offered.terms.increment is None:
        missing.append("increment")
        missing.extend(name for name in ("seed", "reseed") if name not in filed and not (name == "seed" and _has_opening(wager)))
    asked = printed_term(offered_table(wager), "seed") is None and files_reseed(game.edition, wager.wager, game.values)
    if asked and "reseed" not in filed:
        missing.append("reseed")
    if missing:
        yield finding(
            "missing-terms",
            f"{wager.place}.meter",
            f"no {listed(dict.fromkeys(missing))}",
            "terms that the filing supplies, because the text has none",
            citation=wager.wager.citation,
        )


def offered_table(wager: FiledWager) -> Paytable:
    """The paytable of a wager that has one."""
    assert wager.paytable is not None
    return wager.paytable


def _has_opening(wager: FiledWager) -> bool:
    return wager.meter is not None and bool(wager.meter.openings)


def _opening(wager: FiledWager, offered: Offer) -> Iterator[Finding]:
    seed = offered.terms.seed if offered.terms is not None else None
    openings = wager.meter.openings if wager.meter is not None else {}
    place = f"{wager.place}.meter.opening"
    if seed is None:
        missing = [each for each in wager.amounts if wager.meter is None or wager.meter.opening(each) is None]
        if missing or not openings:
            amounts = listed(dollars(each) for each in missing)
            found = f"no opening for wagers of {amounts}" if missing else "no opening amount"
            yield finding("missing-opening", place, found, "an opening amount, for no seed is printed", citation=offered.citation)
        return
    for amount, opening in openings.items():
        at = _amounts_at(wager, amount)
        if any(opening != seed * each for each in at):
            starts = listed(dollars(int(seed * each)) for each in at)
            yield finding("opening-not-the-seed", place, dollars(opening), f"the seed, {starts}", citation=_terms_clause(offered))


def _amounts_at(wager: FiledWager, amount: int | None) -> tuple[int, ...]:
    """The wager amounts for which something filed under ``amount`` stands."""
    if amount is not None:
        return (amount,)
    if wager.amounts:
        return wager.amounts
    return () if wager.least is None else (wager.least,)


def _terms_clause(offered: Offer) -> str:
    return offered.terms.citation if offered.terms is not None else offered.citation


# Exactness, limits, amounts ------------------------------------------------------------------------------------------


def _rates(wager: FiledWager, offered: Offer) -> Iterator[Finding]:
    terms = offered.terms
    if terms is None:
        return
    for name, rate in (("increment", terms.increment), ("reserve", terms.reserve)):
        for amount in wager.amounts:
            if rate is not None and (rate * amount).denominator != 1:
                yield finding(
                    "rate-not-whole",
                    f"{wager.place}.meter.{name}",
                    f"{percent(rate)} of {dollars(amount)}",
                    "a whole number of millionths of a dollar",
                )


def _limit(game: FiledGame, wager: FiledWager, offered: Offer) -> Iterator[Finding]:
    """The ceiling of the display against what the meter starts with, at each wager amount."""
    if wager.meter is None or not wager.meter.limits:
        return
    for amount, limit in wager.meter.limits.items():
        for each in _amounts_at(wager, amount):
            start = _start(wager.meter, offered, each)
            if start is not None and limit < start:
                yield finding(
                    "limit-below-seed",
                    f"{wager.place}.meter.limit",
                    f"{dollars(limit)} for wagers of {dollars(each)}",
                    f"at least the start, {dollars(int(start))}",
                )
    if "overflow" not in game.readings:
        default = game.edition.reading("overflow")
        yield finding(
            "overflow-undecided",
            f"{game.place}.readings.overflow",
            f"{default.default} is taken: {default.values[default.default]}",
            listed(default.values),
        )


def _start(meter: FiledMeter, offered: Offer, amount: int) -> Fraction | None:
    """What a meter starts with: its seed or its opening amount, in micro-dollars."""
    seed = offered.terms.seed if offered.terms is not None else None
    if seed is not None:
        return seed * amount
    opening = meter.opening(amount)
    return None if opening is None else Fraction(opening)


def _amounts(game: FiledGame, wager: FiledWager) -> Iterator[Finding]:
    one_amount = wager.minimum is not None and wager.minimum == wager.maximum
    if not wager.amounts and not one_amount and game.values.get("meter-per-amount") != "shared":
        yield finding("amounts-not-listed", f"{wager.place}.amounts", "no list of amounts", 'the amounts accepted, as in ["1.00"]')


# Shared meters -------------------------------------------------------------------------------------------------------


def _shared(game: FiledGame) -> Iterator[Finding]:
    """Wagers on one meter must have the same terms, amounts and link."""
    by_meter: dict[str, list[FiledWager]] = {}
    for wager in game.wagers:
        if wager.wager.meter is not None and wager.offered is not None:
            by_meter.setdefault(wager.wager.meter, []).append(wager)
    for meter, wagers in by_meter.items():
        first = wagers[0]
        for other in wagers[1:]:
            for what, one, two in _differences(first, other):
                yield finding(
                    "shared-meter-differs",
                    f"{other.place}.meter",
                    f"{what} {two}, but {first.id} has {one}",
                    f"one meter, {meter}, with one {what}",
                    citation=other.wager.citation,
                )


def _differences(one: FiledWager, two: FiledWager) -> Iterator[tuple[str, str, str]]:
    if set(one.amounts) != set(two.amounts):
        yield "amounts", _listed_amounts(one), _listed_amounts(two)
    if _link(one) != _link(two):
        yield "link", _link(one) or "none", _link(two) or "none"
    first, second = (each.meter or FiledMeter({}, {}, {}, None) for each in (one, two))
    for name in TERM_NAMES:
        if name in first.terms and name in second.terms and first.terms[name].value != second.terms[name].value:
            yield name, first.terms[name].text, second.terms[name].text
    for name, given, other in (("opening", first.openings, second.openings), ("limit", first.limits, second.limits)):
        if given and other and given != other:
            yield name, _listed_dollars(given), _listed_dollars(other)


def _link(wager: FiledWager) -> str | None:
    return wager.meter.link if wager.meter is not None else None


def _listed_amounts(wager: FiledWager) -> str:
    return listed(dollars(each) for each in wager.amounts)


def _listed_dollars(given: Mapping[int | None, int]) -> str:
    return listed(dollars(each) for each in given.values())
