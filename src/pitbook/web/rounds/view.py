"""What a felt shows of a round: the hands with their cards, what each seat has placed, the cards that are gone, the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from pitbook.cards import CardError, card_text, parse_card, parse_cards
from pitbook.choices.picked import extras_reading
from pitbook.names import listed
from pitbook.payouts import dollars
from pitbook.rounds import RoundError, read_round
from pitbook.settlement import ENVY, Line, PaidInAll, Settlement, paid_in_all, settle
from pitbook.web.rounds import edit
from pitbook.web.rounds.edit import Data
from pitbook.web.rounds.faults import RoundFault, at_place, placed_faults
from pitbook.web.rounds.form import RoundForm, WagerForm

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Outcome:
    """A round as far as it can be settled: the settlement, or the faults that keep it from one."""

    settled: Settlement | None
    faults: tuple[RoundFault, ...]

    @property
    def unfinished(self) -> bool:
        """Whether nothing is wrong and only something is still to be filled in."""
        return bool(self.faults) and all(each.unfinished for each in self.faults)


def outcome(data: Data, today: date) -> Outcome:
    """Settle a round's values, or say what keeps it from being settled."""
    try:
        return Outcome(settle(read_round(data, today=today)), ())
    except RoundError as refusal:
        return Outcome(None, tuple(placed_faults(refusal.faults, data)))


# Hands ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandPlace:
    """A hand on the felt: the place of its faults, the path of its cards, its name, and how many cards it has.

    ``counts`` is false where the cards are among those of another hand (a hand as set, the Magic Card).
    """

    place: str
    path: Path
    name: str
    least: int
    most: int
    counts: bool = True


def hand_places(form: RoundForm, data: Data) -> list[HandPlace]:
    """Every hand of a round, in the order in which a felt is filled in: seats, then what belongs to all."""
    found = []
    for number in edit.seat_numbers(data):
        found.extend(seat_hands(form, data, number))
    found.extend(HandPlace(area.key, (area.key,), area.name, area.least, area.most) for area in form.areas)
    if form.set_hands:
        found.append(HandPlace("dealer_low", ("dealer_low",), "Dealer's low hand", 2, 2, False))
        if "dealer_high" in data:
            found.append(HandPlace("dealer_high", ("dealer_high",), "Dealer's high hand", 5, 5, False))
    if offers_extras(form, data):
        found.append(HandPlace("magic_card", ("magic_card",), "Magic Card", 1, 1, False))
    return found


def offers_extras(form: RoundForm, data: Data) -> bool:
    """Whether the table offers the Magic Card and the Lucky Bonus, or the round names one of them all the same."""
    reading = extras_reading(form.edition)
    read = reading is None or edit.value_at(data, ("readings", reading.id)) in reading.pays_extras
    return form.extras and (read or "magic_card" in data or "lucky" in data)


def seat_hands(form: RoundForm, data: Data, number: int) -> list[HandPlace]:
    """The hands of a seat: its cards and, where it sets them, the hands it has set."""
    if form.seat_cards is None:
        return []
    size = form.seat_cards
    found = [HandPlace(f"seat {number}, cards", ("seats", number, "cards"), f"Seat {number}", size, size)]
    if form.set_hands:
        found.append(HandPlace(f"seat {number}, low", ("seats", number, "low"), f"Seat {number}, low hand", 2, 2, False))
        if edit.value_at(data, ("seats", number, "high")) is not None:
            found.append(HandPlace(f"seat {number}, high", ("seats", number, "high"), f"Seat {number}, high hand", 5, 5, False))
    return found


def cards_of(data: Data, hand: HandPlace) -> str:
    """The cards of a hand as text, one form for each card that is one."""
    text = edit.value_at(data, hand.path)
    return normal_cards(text) if isinstance(text, str) else ""


def normal_cards(text: str) -> str:
    """Cards as ``As Kd``; what is no card stays as it was written, so that its fault can be shown."""
    try:
        return " ".join(card_text(each) for each in parse_cards(text))
    except CardError:
        return " ".join(_normal_card(each) for each in text.replace(",", " ").split())


def _normal_card(text: str) -> str:
    try:
        return card_text(parse_card(text))
    except CardError:
        return text


def used_cards(form: RoundForm, data: Data, but: HandPlace | None) -> dict[str, int]:
    """How often each card lies in a hand other than the one named."""
    used: dict[str, int] = {}
    for hand in hand_places(form, data):
        if hand.counts and (but is None or hand.place != but.place):
            for card in cards_of(data, hand).split():
                used[card] = used.get(card, 0) + 1
    return used


def cards_to_pick(data: Data, hand: HandPlace) -> list[str] | None:
    """The cards a hand may be made of, where it is a part of another; None for any."""
    if hand.counts or hand.path == ("magic_card",):
        return None
    whole = ("dealer",) if hand.path[0] != "seats" else (*hand.path[:2], "cards")
    text = edit.value_at(data, whole)
    return normal_cards(text).split() if isinstance(text, str) else []


def next_hand(form: RoundForm, data: Data, place: str) -> HandPlace | None:
    """The next hand after a place that still lacks cards, going round; a set hand is not asked for."""
    hands = hand_places(form, data)
    at = next((n for n, each in enumerate(hands) if each.place == place), -1)
    for hand in [*hands[at + 1 :], *hands[: at + 1]]:
        if hand.counts and hand.place != place and len(cards_of(data, hand).split()) < hand.least:
            return hand
    return None


# Seats ---------------------------------------------------------------------------------------------------------------


def shown_wagers(form: RoundForm, data: Data) -> list[tuple[str, str, WagerForm | None]]:
    """The wagers that have a field at every seat: base wagers, those that the table offers, those that are only recorded,
    and whatever some seat has placed.
    """
    placed = {name for seat in data.get("seats", []) for name in (*seat.get("wagers", {}), *_paid_names(seat))}
    found: list[tuple[str, str, WagerForm | None]] = [
        (each.id, short_name(each), each)
        for each in form.wagers
        if (each.basis is None and (not each.chosen or each.id in data.get("choices", {}) or each.id in placed))
        or (each.basis is not None and each.id in data.get("choices", {}))
    ]
    found.extend((name, f"{name.replace('-', ' ').capitalize()}, recorded only", None) for name in form.recorded)
    known = {each.id for each in form.wagers} | {*form.recorded}
    found.extend((name, name, None) for name in sorted(placed - known))
    return found


def _paid_names(seat: Mapping[str, Any]) -> Iterator[str]:
    paid = seat.get("paid")
    if isinstance(paid, dict):
        yield from (name for name in paid if name != "total" and not name.endswith(" envy"))


def short_name(wager: WagerForm) -> str:
    """The printed name without the word that every row would repeat."""
    return plain_name(wager.name).replace(", version of ", ", ")


def plain_name(name: str) -> str:
    """A wager's name without the word that every name has."""
    return name.replace(" Wager", "")


def seat_state(form: RoundForm, data: Data, number: int, found: Outcome, *, paid: bool, voids: bool) -> dict[str, Any]:
    """What a seat's part of the felt shows."""
    play = next((each for each in form.wagers if each.equals is not None), None)
    folded = edit.value_at(data, ("seats", number, "fold")) is True
    placed = {name for seat in data.get("seats", []) for name in seat.get("wagers", {})}
    colors = next((each.colors for each in form.wagers if each.colors and each.id in {*placed, *data.get("choices", {})}), ())
    own = at_place(found.faults, f"seat {number}")
    own += [each for each in at_place(found.faults, f"seat {number}, color") if not each.unfinished or not own]
    return {
        "rows": [_row(data, number, *each, found) for each in shown_wagers(form, data)],
        "folds": form.folds,
        "fold": folded,
        "play": play is not None,
        "plays": play is not None and edit.value_at(data, ("seats", number, "wagers", play.id)) is not None,
        "colors": list(colors),
        "color": edit.value_at(data, ("seats", number, "color")) or "",
        "paid": paid,
        "voids": voids,
        "player": str(edit.value_at(data, ("seats", number, "player")) or ""),
        "error": " ".join(_said(each) for each in own),
    }


def _row(data: Data, number: int, name: str, words: str, wager: WagerForm | None, found: Outcome) -> dict[str, Any]:
    faults = [each for each in at_place(found.faults, f"seat {number}, {name}") if not each.unfinished]
    faults += at_place(found.faults, f"seat {number}, paid {name}")
    paid = edit.value_at(data, ("seats", number, "paid"))
    row: dict[str, Any] = {
        "id": name,
        "name": words,
        "stake": str(edit.value_at(data, ("seats", number, "wagers", name)) or ""),
        "paid": str(paid.get(name, "")) if isinstance(paid, dict) else "",
        "void": edit.is_void(data, number, name),
        "error": " ".join(_said(each) for each in faults),
        "stakeless": wager is not None and wager.basis is not None,
        "tone": "",
        "result": "",
        "note": "",
    }
    if found.settled is not None:
        lines = [each for each in found.settled.lines if each.seat == number and each.wager == name]
        if lines:
            row["tone"], row["result"] = _result(lines)
    return row


def _result(lines: Sequence[Line]) -> tuple[str, str]:
    """How a wager ended in a word and an amount, its extras and Envy Bonuses with it."""
    returned = sum(line.returned for line in lines)
    own = next((line for line in lines if line.kind != ENVY), lines[0])
    if own.result == "lose" and returned:
        return "win", f"✓ {dollars(returned)}"
    signs = {"win": "✓", "lose": "✕ lost", "push": "=", "void": "∅ void"}
    return own.result, f"{signs[own.result]} {dollars(returned)}" if returned else signs[own.result]


def _said(fault: RoundFault) -> str:
    """A fault beside its field, without the name of the place."""
    head, _, rest = fault.text.partition(": ")
    return rest if rest and any(head.startswith(place.partition(",")[0]) for place in fault.places) else fault.text


def fault_at(found: Outcome, place: str) -> str:
    """The faults of a place as the text beside it; what is only missing is left to the list of what is to do."""
    return " ".join(_said(each) for each in at_place(found.faults, place) if not each.unfinished)


# Words ---------------------------------------------------------------------------------------------------------------


def standing(data: Data, found: Outcome) -> tuple[str, str]:
    """A tone and a sentence on how the round stands."""
    if found.settled is not None:
        totals = found.settled.totals.values()
        staked, returned = sum(each.staked for each in totals), sum(each.returned for each in totals)
        if not staked and not returned:
            return "info", "Nothing is staked yet."
        words = f"{dollars(returned)} is owed on {dollars(staked)} staked."
        if found.settled.disputes:
            paid = paid_in_all(found.settled.disputes)
            return ("good" if paid.words == "right" else "warn"), f"{words} {difference_words(paid)}"
        return "good", words
    if found.unfinished:
        first, others = found.faults[0].text, len(found.faults) - 1
        return "info", f"Still missing: {first}" + (f" (and {others} more)" if others else "") + "."
    wrong = [each.text for each in found.faults if not each.unfinished]
    return "bad", wrong[0] + (f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else "") + "."


def difference_words(found: PaidInAll) -> str:
    """What is to be done about the differences of owed and paid."""
    if found.to_hand_over and found.to_collect:
        return f"Paid wrong: hand over {dollars(found.to_hand_over)} and collect {dollars(found.to_collect)}."
    if found.to_hand_over:
        return f"Paid too little: hand over {dollars(found.to_hand_over)}."
    return f"Paid too much: collect {dollars(found.to_collect)}." if found.to_collect else "Paid right."


def alive_words(settled: Settlement, number: int) -> str:
    """Which wagers a fold leaves in play."""
    alive = settled.alive.get(number)
    return "" if alive is None else f"Folded. Still alive: {listed(alive) if alive else 'nothing'}."
