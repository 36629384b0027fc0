"""The meters that a round brings, and their terms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitbook.choices import ChoiceError, Offer, with_terms
from pitbook.choices.picked import refuses_reseed
from pitbook.names import listed
from pitbook.payouts import PayoutError, dollars, money, number_text, parse_money, parse_multiple, parse_rate, percent
from pitbook.round_file import MeterPart
from pitbook.rounds.draft import Draft
from pitbook.rounds.offers import wagers_chosen
from pitbook.rounds.seats import wagers_named
from pitbook.rounds.values import GivenMeter, Seat, meter_for
from pitbook.rulebook import UnknownNameError


def read_meters(draft: Draft, offers: Mapping[str, Offer]) -> dict[str, GivenMeter]:
    """The meters that the round brings, by id."""
    meters: dict[str, GivenMeter] = {}
    if draft.ledger and draft.file.meters:
        draft.fault("meters: a round that the ledger records brings no meters; they are in the ledger")
        return meters
    known = sorted({each.meter for each in draft.edition.wagers if each.meter is not None})
    fed = fed_meters(draft)
    for name, part in draft.file.meters.items():
        base, _, amount = name.partition("@")
        if base not in known:
            of_wager = next((each.meter for each in draft.edition.wagers if each.id == base), None)
            if of_wager is not None:
                draft.fault(f"meters.{name}: {base} is a wager; the id of its meter is {of_wager}")
            else:
                draft.fault(UnknownNameError("meter", name, known, "meters").message)
            continue
        if base not in fed:
            draft.fault(f"meters.{name}: the round offers no wager on it; allowed: {listed(sorted(fed))}")
        found = one_meter(draft, name, part, amount)
        if found is None:
            continue
        if found.id in meters:
            draft.fault(f"meters.{name}: {found.id} is given twice")
        meters[found.id] = found
    for base in known:
        check_one_amount(draft, base, meters, offers)
    return meters


def fed_meters(draft: Draft) -> set[str]:
    """The meters of the wagers that the round offers, placed or not: a table may show one on which nobody bet."""
    named = wagers_chosen(draft).union(*(wagers_named(draft, seat) for seat in draft.seats))
    return {each.meter for each in draft.edition.wagers if each.id in named and each.meter is not None}


def one_meter(draft: Draft, name: str, part: MeterPart, amount: str) -> GivenMeter | None:
    """A meter with its figures; the amount in its name is written with two decimals, whatever the round writes."""
    known = len(draft.faults)
    figures: dict[str, int] = {}
    given = {"meter": part.meter, "reserve": part.reserve, "amount": part.amount, f"@{amount}": amount or None}
    for key, text in given.items():
        try:
            if text is not None:
                figures[key] = parse_money(text)
        except PayoutError as fault:
            draft.fault(f"meters.{name}.{key}: {fault}")
    serves = {figures[key] for key in ("amount", f"@{amount}") if key in figures}
    if len(serves) > 1 or 0 in serves:
        amounts = " and of ".join(dollars(each) for each in sorted(serves))
        draft.fault(f"meters.{name}: it serves wagers of {amounts}; allowed is one amount above nothing")
    terms = {
        key: text
        for key, text in (
            ("seed", part.seed), ("reseed", part.reseed), ("increment", part.increment), ("reserve", part.reserve_rate)
        )
        if text is not None
    }  # fmt: skip
    check_term_texts(draft, name, terms)
    if len(draft.faults) > known:
        return None
    own = f"@{money(figures[f'@{amount}'])}" if amount else ""
    base = name.partition("@")[0]
    limits = draft.under.limits.get(base, {})
    return GivenMeter(base + own, figures["meter"], figures["reserve"], terms, next(iter(serves), None), limits)


def check_term_texts(draft: Draft, name: str, terms: Mapping[str, str]) -> None:
    """That terms are rates and amounts, and no more than the wager."""
    rates = Fraction(0)
    for key, text in terms.items():
        try:
            if key in {"increment", "reserve"}:
                rates += parse_rate(text) if text.strip().lower() != "n/a" else 0
            elif re.fullmatch(r"\$?[\d,]+(\.\d+)?", text.strip()):
                parse_money(text)
            else:
                parse_multiple(text)
        except PayoutError as fault:
            draft.fault(f"meters.{name}.{'reserve_rate' if key == 'reserve' else key}: {fault}")
    if rates > 1:
        draft.fault(f"meters.{name}: increment and reserve_rate are {percent(rates)} of a wager; allowed is at most 100%")


def check_one_amount(draft: Draft, base: str, meters: Mapping[str, GivenMeter], offers: Mapping[str, Offer]) -> None:
    """A meter serves one wager amount; a plain id with two amounts on it is a fault, unless they share it and it names its own."""
    shared = draft.values.get("meter-per-amount") == "shared"
    if base not in meters or (shared and meters[base].wager_micros is not None):
        return
    wagers = {each.id for each in draft.edition.wagers if each.meter == base}
    amounts = {
        placed.stake
        for seat in draft.seats
        for placed in seat.placed.values()
        if placed.wager in wagers and f"{base}@{money(placed.stake)}" not in meters
    }
    if len(amounts) > 1:
        each = listed(dollars(amount) for amount in sorted(amounts))
        if shared:
            draft.fault(f"meters.{base}.amount: missing; wagers of {each} share it, and an award is scaled by the amount it serves")
            return
        draft.fault(f"meters.{base}: wagers of {each} on one meter; name them {base}@AMOUNT, one meter for each amount")


def check_terms(draft: Draft, seats: Sequence[Seat], offers: Mapping[str, Offer], meters: Mapping[str, GivenMeter]) -> None:
    """That the terms given for the meters of placed wagers are whole and agree with the text."""
    for seat in seats:
        for name, placed in seat.placed.items():
            if name not in offers or (placed.void and draft.values["void-round"] != "keep"):
                continue
            given = meter_for(meters, offers[name], placed.stake)
            if given is not None:
                check_given_terms(draft, given, offers[name], placed.stake)


def check_given_terms(draft: Draft, given: GivenMeter, offered: Offer, stake: int) -> None:
    """That the terms given for one meter are whole and agree with the text, for a wager of a stake."""
    try:
        terms = meter_offer(offered, given, stake).terms
    except ChoiceError as fault:
        draft.fault(f"meters.{given.id}: {fault}")
        return
    printed = offered.terms
    assert terms is not None
    for key in given.terms:
        fixed = getattr(printed, key, None)
        if fixed is not None and fixed != getattr(terms, key):
            name = "reserve_rate" if key == "reserve" else key
            as_printed = percent(fixed) if key in {"increment", "reserve"} else f"{number_text(fixed)}x"
            found = f"{given.terms[key]!r}, but the text prints it ({offered.citation})"
            draft.fault(f"meters.{given.id}.{name}: {found}; allowed: {as_printed}")
    check_reseed(draft, given, offered, terms.reseed)
    limit = given.limit(given.wager_micros or stake)
    if limit is not None and given.value > limit:
        draft.fault(
            f"meters.{given.id}.meter: {dollars(given.value)}; the Rules Submission has a ceiling of {dollars(limit)}, "
            "above which no meter shows"
        )
    if terms.increment is None:
        draft.fault(f"meters.{given.id}.increment: missing; the text prints none")
        return
    if terms.increment + (terms.reserve or 0) > 1:
        rates = percent(terms.increment + (terms.reserve or 0))
        draft.fault(f"meters.{given.id}: increment and reserve rate are {rates} of a wager; allowed is at most 100%")
    for key, rate in (("increment", terms.increment), ("reserve rate", terms.reserve or Fraction(0))):
        if (rate * stake).denominator != 1:
            draft.fault(
                f"meters.{given.id}: {key} {percent(rate)} of {dollars(stake)} is not a whole number of micro-dollars; "
                "allowed is a rate of which it is one"
            )
    if given.wager_micros is not None and given.wager_micros != stake and draft.values["meter-per-amount"] != "shared":
        base = given.id.partition("@")[0]
        draft.fault(
            f"meters.{given.id}: it serves wagers of {dollars(given.wager_micros)}, not {dollars(stake)}; "
            f'allowed: a meter of their own, [meters."{base}@{money(stake)}"]'
        )


def check_reseed(draft: Draft, given: GivenMeter, offered: Offer, reseed: Fraction | None) -> None:
    """That no reseed is given where the text prints no seed and the reading in force starts the meter without one."""
    refused = refuses_reseed(draft.edition, offered.wager, draft.values)
    if not reseed or refused is None or "reseed" not in given.terms or (offered.terms and offered.terms.seed):
        return
    value = draft.values[refused.id]
    draft.fault(
        f"meters.{given.id}.reseed: {given.terms['reseed']!r}, but {refused.id} = {value}: {refused.values[value]}; "
        f'set it by [readings] {refused.id} = "{refused.files_reseed[0]}"'
    )


def meter_offer(offered: Offer, given: GivenMeter, stake: int) -> Offer:
    """The offer with the terms that the round gives for its meter, in dollars of the wager amount it serves."""
    return with_terms(offered, given.terms, given.wager_micros or stake) if given.terms else offered
