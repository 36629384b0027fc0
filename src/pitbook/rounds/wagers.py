"""Wagers against each other and against the cards: what must stand beside what, and what is void."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pitbook.choices import Offer, required_wagers, requires_citation
from pitbook.families import events_module, families
from pitbook.names import did_you_mean, listed, nearest
from pitbook.payouts import dollars
from pitbook.rounds.draft import Draft, void_place
from pitbook.rounds.meters import check_terms
from pitbook.rounds.seats import wagers_named
from pitbook.rounds.values import GivenMeter, Placed, Seat
from pitbook.rulebook import Kind, Wager


def voided(draft: Draft, seats: Sequence[Seat]) -> list[Seat]:
    """The seats with the wagers marked that an irregularity voids."""
    voided: set[tuple[int | None, str]] = set()
    for text in draft.file.irregularity.void:
        number, name = void_place(text)
        fault = void_fault(draft, seats, number, name)
        if fault is None:
            voided.add((int(number) if number else None, name))
        else:
            draft.fault(f"irregularity.void: {text!r}{fault}")
    return [
        replace(
            seat,
            void=draft.is_misdeal(seat.number),
            placed={
                name: replace(each, void=bool({(at, what) for at in (None, seat.number) for what in (name, "all")} & voided))
                for name, each in seat.placed.items()
            },
        )
        for seat in seats
    ]


def void_fault(draft: Draft, seats: Sequence[Seat], number: str, name: str) -> str | None:
    """What is wrong with a seat (or none) and a name that are void; None where nothing is."""
    names = [*(each.id for each in draft.edition.wagers if not each.stakeless), "all"]
    if name not in names:
        stakeless = any(each.id == name for each in draft.edition.wagers)
        near = None if stakeless else nearest(name, names)
        hint = did_you_mean(near and f"{number} {near}".strip())
        return (
            f"{hint}; allowed is a wager with a stake of its own ({listed(names[:-1])}), 'all', "
            "or a seat and a wager such as '3 ante'"
        )
    if number and number not in {str(seat.number) for seat in seats}:
        return f": there is no seat {number}; allowed: {listed(str(each) for each in sorted({seat.number for seat in seats}))}"
    placed = [each for seat in seats if str(seat.number) == number for each in seat.placed]
    if number and name not in (*placed, "all"):
        return f": seat {number} has placed no {name}; allowed: {listed([*placed, 'all'])}"
    return None


def check_wagers(
    draft: Draft,
    seats: Sequence[Seat],
    offers: Mapping[str, Offer],
    hands: Mapping[str, int],
    coup: object,
    meters: Mapping[str, GivenMeter],
) -> None:
    """That each wager stands with those it needs, in an amount it may have, on cards that are known."""
    for seat in seats:
        check_prerequisites(draft, seat)
        check_fold(draft, seat)
        check_color(draft, seat)
        for name, placed in seat.placed.items():
            if name in offers:
                check_amount(draft, seat, offers[name], placed)
                if not placed.void:
                    check_cards(draft, seat, offers[name], hands, coup)
    check_bonus_choice(draft, seats, offers)
    if not draft.ledger:
        check_terms(draft, seats, offers, meters)


def check_prerequisites(draft: Draft, seat: Seat) -> None:
    """That each wager at a seat has beside it what it needs."""
    placed = wagers_named(draft, seat)
    for name in seat.placed:
        wager = draft.edition.wager(name)
        needed = required_wagers(draft.edition, wager, draft.values)
        if needed and not placed & set(needed):
            clause = requires_citation(draft.edition, wager)
            draft.fault(f"seat {seat.number}, {name}: it needs {' or '.join(needed)} beside it ({clause})")
        if wager.equals and wager.equals in seat.placed and seat.placed[wager.equals].stake != seat.placed[name].stake:
            stakes = dollars(seat.placed[name].stake), dollars(seat.placed[wager.equals].stake)
            draft.fault(f"seat {seat.number}, {name}: {stakes[0]} against {wager.equals} {stakes[1]}; they must be equal")


def check_fold(draft: Draft, seat: Seat) -> None:
    """That a fold is one, and that a hand is either played or folded."""
    play = next((each for each in draft.edition.wagers if each.equals is not None), None)
    can_fold = any(each.after_fold != "no fold" for each in draft.edition.wagers)
    if seat.folded and not can_fold:
        draft.fault(f"seat {seat.number}: {draft.game.name} knows no fold")
    elif seat.folded and seat.placed and not has_ante(draft, seat):
        draft.fault(f"seat {seat.number}: folded without an ante; nothing that it has placed is decided by a fold")
    if seat.folded and "play" in wagers_named(draft, seat):
        draft.fault(f"seat {seat.number}: folded, and yet a play wager")
    if play is not None and play.equals in seat.placed and not seat.folded and play.id not in wagers_named(draft, seat):
        void = seat.placed[str(play.equals)].void
        if not void:
            draft.fault(f"seat {seat.number}, {play.equals}: neither {play.id} nor fold")


def has_ante(draft: Draft, seat: Seat) -> bool:
    """Whether a base wager that a fold gives up stands at a seat, settled or only recorded."""
    antes = {each.id for each in draft.edition.wagers if each.kind is Kind.BASE and each.after_fold == "lost"}
    return bool(antes & wagers_named(draft, seat))


def check_color(draft: Draft, seat: Seat) -> None:
    """That a wager on a color has one."""
    chosen = [name for name in seat.placed if draft.edition.wager(name).player_choice]
    if chosen and seat.color is None:
        draft.fault(f"seat {seat.number}, {chosen[0]}: the seat must say its color; allowed: red, black")
    if seat.color is not None and not any(each.player_choice for each in draft.edition.wagers):
        draft.fault(f"seat {seat.number}, color: {draft.game.name} has no wager on a color")


def check_amount(draft: Draft, seat: Seat, offered: Offer, placed: Placed) -> None:
    """That an amount has a column in its envy table, where others are refused."""
    envy = offered.envy
    if envy is not None and envy.wager_amounts and envy.other_amounts == "refuse" and placed.stake not in envy.wager_amounts:
        allowed = listed(dollars(each) for each in envy.wager_amounts)
        draft.fault(
            f"seat {seat.number}, {placed.wager}: {dollars(placed.stake)} has no column in the envy table "
            f"({envy.citation}); allowed: {allowed}"
        )


def check_cards(draft: Draft, seat: Seat, offered: Offer, hands: Mapping[str, int], coup: object) -> None:
    """The cards that a wager reads must be known; a card text with a fault of its own is not missed again."""
    named = {"dealer": draft.file.dealer, "community": draft.file.community}
    for area in offered.reads:
        if area == "player" and seat.cards is None:
            part = next(part for part in draft.file.seats if part.seat == seat.number)
            if part.cards is None:
                draft.fault(f"seat {seat.number}, cards: missing; {offered.wager.id} reads them")
        elif area in named and area not in hands and named[area] is None:
            draft.fault(f"{area}: missing; {offered.wager.id} at seat {seat.number} reads {draft.game.cards.get(area)} cards")


def check_bonus_choice(draft: Draft, seats: Sequence[Seat], offers: Mapping[str, Offer]) -> None:
    """A bonus that is due on another wager must have its paytable chosen as soon as a hand may win it."""
    due = [each for each in draft.edition.wagers if each.stakeless]
    if not due or any(each.id in draft.file.choices for each in due):
        return
    for seat in seats:
        basis = due[0].basis
        if basis is None or seat.stake(basis) is None or seat.folded or seat.cards is None:
            continue
        if any(may_win(draft, wager, seat.cards) for wager in due):
            options = "; ".join(f"{each.id}: {listed(table.label for table in each.paytables)}" for each in due)
            draft.fault(f"seat {seat.number}: its hand may win an Ante Bonus, and [choices] names none; allowed: {options}")


def may_win(draft: Draft, wager: Wager, cards: int) -> bool:
    """Whether own cards make a row of a wager."""
    if wager.family is None:
        return False
    family = families(draft.game.package)[wager.family]
    mask = getattr(events_module(draft.game.package), family.mask)(cards)
    return any(mask & family.bit(row.event) for table in wager.paytables for row in table.rows)
