"""The seats of a round: cards, wagers, what was done and paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitbook.payouts import PayoutError, dollars, parse_money
from pitbook.round_file import SeatPart
from pitbook.rounds.cards import as_hand, cards_of, set_hand
from pitbook.rounds.draft import Draft
from pitbook.rounds.values import Placed, Seat
from pitbook.rulebook import UnknownNameError


def read_seat(draft: Draft, part: SeatPart) -> Seat:
    """A seat of its part of the form."""
    place = f"seat {part.seat}"
    own = draft.game.cards.get("player")
    cards = None
    if part.cards is not None and own is None:
        draft.fault(f"{place}, cards: {draft.game.name} deals no cards to a seat")
    elif own is not None:
        misdeal = draft.is_misdeal(part.seat)
        cards = as_hand(draft, place, cards_of(draft, f"{place}, cards", part.cards, own, count=not misdeal, misdeal=misdeal))
    high, low = read_setting(draft, part, cards)
    return Seat(
        number=part.seat,
        player=(part.player or "").strip() or None,
        cards=cards,
        placed=read_placed(draft, part),
        folded=part.fold,
        color=part.color,
        high=high,
        low=low,
        paid=read_paid(draft, part),
    )


def read_setting(draft: Draft, part: SeatPart, cards: int | None) -> tuple[int | None, int | None]:
    """The five and the two cards as the player set them; None where nothing is said."""
    if part.high is None and part.low is None:
        return None, None
    if draft.game.cards.get("player") != 7:
        draft.fault(f"seat {part.seat}: high and low belong to a game of seven cards set as two hands")
        return None, None
    return set_hand(draft, f"seat {part.seat}", part.high, part.low, cards)


def read_placed(draft: Draft, part: SeatPart) -> dict[str, Placed]:
    """The wagers at a seat that are settled; those only recorded and those with a fault are left out."""
    placed: dict[str, Placed] = {}
    for name, text in part.wagers.items():
        stake = stake_of(draft, f"seat {part.seat}, {name}", text)
        if name in draft.recorded_only:
            continue
        meant: str | None = name
        try:
            wager = draft.edition.wager(name)
        except UnknownNameError as fault:
            draft.fault(f"seat {part.seat}: {fault.message}")
            meant = fault.nearest
        else:
            if wager.stakeless:
                draft.fault(f"seat {part.seat}, {name}: it has no stake of its own; it is paid on the {wager.basis}")
            elif stake is not None:
                placed[name] = Placed(name, stake)
        if meant is not None and meant not in placed:
            draft.meant.setdefault(part.seat, set()).add(meant)
    return placed


def wagers_named(draft: Draft, seat: Seat) -> set[str]:
    """The wagers that a seat names: placed, recorded, or named with a fault that is said already."""
    return {*seat.placed, *recorded_names(draft, seat.number), *draft.meant.get(seat.number, ())}


def recorded_stakes(draft: Draft, part: SeatPart) -> dict[str, int]:
    """The stakes at a seat that are recorded and not settled."""
    kept = {}
    for name, text in part.wagers.items():
        if name in draft.recorded_only:
            try:
                kept[name] = parse_money(text)
            except PayoutError:
                continue
    return kept


def stake_of(draft: Draft, place: str, text: str) -> int | None:
    """A stake in micro-dollars; None where it is none."""
    try:
        micros = parse_money(text, whole_cents=True)
    except PayoutError as fault:
        draft.fault(f"{place}: {fault}")
        return None
    if micros <= 0:
        draft.fault(f"{place}: {text!r}; a stake is more than nothing")
        return None
    return micros


def read_paid(draft: Draft, part: SeatPart) -> dict[str, int]:
    """What was paid at a seat, by wager or in all: money that was handed over, so whole cents."""
    given = {"total": part.paid} if isinstance(part.paid, str) else dict(part.paid or {})
    paid: dict[str, int] = {}
    for name, text in given.items():
        known = {each.id for each in draft.edition.wagers}
        wager = name.removesuffix(" envy")
        if wager in draft.recorded_only:
            draft.fault(f"seat {part.seat}, paid {name}: {wager} is recorded and not settled; what it is owed is not known")
            continue
        if name != "total" and wager not in known:
            draft.fault(f"seat {part.seat}, paid: {UnknownNameError('wager', name, sorted(known)).message}")
            continue
        try:
            paid[name] = parse_money(text, whole_cents=True)
        except PayoutError as fault:
            draft.fault(f"seat {part.seat}, paid {name}: {fault}")
    parts = sum(micros for name, micros in paid.items() if name != "total")
    if paid.get("total", parts) < parts:
        total = dollars(paid["total"])
        draft.fault(f"seat {part.seat}, paid: a total of {total} is less than the {dollars(parts)} of the wagers beside it")
    return paid


def check_seats(draft: Draft, seats: Sequence[Seat]) -> None:
    """That there are seats, each once."""
    numbers = [seat.number for seat in seats]
    if not seats:
        draft.fault("seats: none; a round has at least one seat")
    for number in sorted({each for each in numbers if numbers.count(each) > 1}):
        draft.fault(f"seat {number} is given {numbers.count(number)} times")


def recorded_names(draft: Draft, number: int) -> Iterator[str]:
    """The wagers at a seat that are recorded and not settled."""
    for part in draft.file.seats:
        if part.seat == number:
            yield from (name for name in part.wagers if name in draft.recorded_only)
