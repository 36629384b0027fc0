"""What the table offers: paytables, options and limits, as the round chooses them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitbook.choices import ChoiceError, Offer, below_floor, offer
from pitbook.choices.picked import in_any_variation, more_than_one_of
from pitbook.families import Deal, families
from pitbook.names import listed, nearest
from pitbook.payouts import PayoutError, dollars, parse_money
from pitbook.rounds.draft import Draft
from pitbook.rounds.values import Seat
from pitbook.rulebook import Edition, Kind, UnknownNameError


def read_offers(draft: Draft, seats: Sequence[Seat]) -> dict[str, Offer]:
    """The offers of all wagers that [choices] names or that a seat has placed."""
    offers: dict[str, Offer] = {}
    for name, choice in draft.file.choices.items():
        if name == "submission":
            draft.fault("choices.submission: this round may name no file; name the filing on the command line (--submission FILE)")
            continue
        try:
            draft.edition.wager(name)
        except UnknownNameError as fault:
            draft.fault(f"choices: {fault.message}")
            continue
        picked = {"paytable": choice} if isinstance(choice, str) else dict(choice)
        found = one_offer(draft, name, picked)
        if found is not None:
            offers[name] = found
    in_order = [each.id for each in draft.edition.wagers if each.id in offers]
    for reading, beside in more_than_one_of(draft.edition, draft.values, in_order):
        where = listed(draft.set_where(reading.id, value) for value in reading.values if value not in reading.one_of)
        draft.fault(f"choices: {' and '.join(beside)}; one replaces the other, unless both are offered: {where}")
    for seat in seats:
        for name in seat.placed:
            if name in offers or name in wagers_chosen(draft):
                continue
            offer_unchosen(draft, seat, name, offers)
    return offers


def wagers_chosen(draft: Draft) -> set[str | None]:
    """The wagers that [choices] names, those misspelt as they are meant."""
    wagers = [each.id for each in draft.edition.wagers]
    return {name if name in wagers else nearest(name, wagers) for name in draft.file.choices}


def one_offer(draft: Draft, name: str, picked: dict[str, str]) -> Offer | None:
    """The offer of a wager with what was picked for it; None where that has a fault."""
    limits: dict[str, str] = {key: picked.pop(key) for key in ("minimum", "maximum") if key in picked}
    label = picked.pop("paytable", None)
    try:
        found = draft.under.as_filed(offer(draft.game, name, label, readings=draft.values, options=picked, day=draft.day))
    except (ChoiceError, UnknownNameError, PayoutError) as fault:
        draft.fault(f"choices.{name}: {fault}")
        return None
    for option, pays in picked.items():
        floor = below_floor(draft.game, name, option, pays, draft.day) if option in _row_options(draft.edition) else None
        if floor is not None:
            draft.fault(f"choices.{name}.{option}: {pays} is below the floor; allowed: {floor} or more")
    check_variation(draft, name, found)
    check_limits(draft, name, limits)
    return found


def check_variation(draft: Draft, name: str, found: Offer) -> None:
    """That the paytable goes with the variation of the game."""
    allowed = found.wager.variations
    variation = draft.values.get("variation")
    if not allowed or variation is None:
        return
    if variation in allowed:
        if found.label not in allowed[variation]:
            draft.fault(f"choices.{name}: paytable {found.label} under {variation}; allowed: {listed(allowed[variation])}")
    elif not in_any_variation(draft.edition, found.wager, draft.values):
        where = draft.set_where("variation", next(iter(allowed)))
        draft.fault(f"choices.{name}: not offered where the reading variation is {variation}; allowed: {listed(allowed)}; {where}")


def check_limits(draft: Draft, name: str, limits: Mapping[str, str]) -> None:
    """That every stake is within the limits chosen."""
    bounds = draft.limits.setdefault(name, {})
    for key, text in limits.items():
        try:
            bounds[key] = parse_money(text)
        except PayoutError as fault:
            draft.fault(f"choices.{name}.{key}: {fault}")
    for part in draft.file.seats:
        try:
            stake = parse_money(part.wagers[name]) if name in part.wagers else None
        except PayoutError:
            continue
        if stake is None:
            continue
        if stake < bounds.get("minimum", stake):
            draft.fault(f"seat {part.seat}, {name}: {dollars(stake)} is below the minimum of {dollars(bounds['minimum'])}")
        if stake > bounds.get("maximum", stake):
            draft.fault(f"seat {part.seat}, {name}: {dollars(stake)} is above the maximum of {dollars(bounds['maximum'])}")


def offer_unchosen(draft: Draft, seat: Seat, name: str, offers: dict[str, Offer]) -> None:
    """Base wagers need no choice; any other wager without one is not offered."""
    wager = draft.edition.wager(name)
    labels = [table.label for table in wager.paytables]
    if wager.kind is Kind.BASE and len(labels) == 1:
        found = one_offer(draft, name, {"paytable": labels[0]})
        if found is not None:
            offers[name] = found
        return
    draft.fault(f"seat {seat.number}, {name}: not offered, [choices] names no paytable for it; allowed: {listed(labels)}")


def _row_options(edition: Edition) -> set[str]:
    return {option.id for option in edition.options}


def is_coup(offered: Offer) -> bool:
    """Whether an offer reads a baccarat coup."""
    return offered.family is not None and families(offered.game.package)[offered.family].deal is Deal.COUP
