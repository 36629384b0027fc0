"""The felt of the adjudication page: the hands, the seats with what they have placed, the picker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nicegui.element import Element

from pitbook.web.look.widgets import Markup, block, button, heading, markup
from pitbook.web.rounds import edit, view
from pitbook.web.rounds.card_parts import CardHand, Picker, Stakes
from pitbook.web.rounds.settlement_html import alive_html
from pitbook.web.rounds.view import HandPlace

if TYPE_CHECKING:
    from pitbook.web.pages.adjudicate import Desk


@dataclass(frozen=True)
class _SeatParts:
    """The elements of a seat, and the hands it was built for."""

    holder: Element
    alive: Markup
    stakes: Stakes
    places: list[HandPlace]


class Felt:
    """The felt of a desk. Seats and hands come and go one by one, so that nothing else on it is built anew."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.active: str | None = None
        self.game: str | None = None
        self.middle: list[HandPlace] = []
        self.hands: dict[str, CardHand] = {}
        self.seats: dict[int, _SeatParts] = {}
        self.adders: dict[int, Element] = {}
        with block("pb-felt", tag="section", label="The felt"):
            self.mid = block("mid")
            self.row = block("pb-seats")
            self.foot = block("pb-addseat pb-noprint")
        self.picker = Picker(self.edited, self.close, self.go_on)

    # Building

    def show(self) -> None:
        """Put the felt in step with the round."""
        places = view.hand_places(self.desk.form, self.desk.data)
        if self.game != self.desk.form.game.id:
            self.clear()
        self.build_middle([each for each in places if each.path[0] != "seats"])
        self.build_seats(places)
        self.fill(places)

    def clear(self) -> None:
        """The felt of another game."""
        self.game = self.desk.form.game.id
        self.active = None
        self.middle, self.hands, self.seats, self.adders = [], {}, {}, {}
        for each in (self.mid, self.row, self.foot):
            each.clear()
        with self.foot:
            markup("Add a seat:", tag="span")
            for number in range(1, self.desk.form.seats + 1):
                self.adders[number] = button(str(number), self.adder(number), small=True, label=f"Add seat {number}")

    def build_middle(self, places: list[HandPlace]) -> None:
        """The hands that belong to no seat."""
        if places == self.middle:
            return
        for place in self.middle:
            del self.hands[place.place]
        self.middle = places
        self.mid.clear()
        with self.mid:
            for place in places:
                self.hand(place, place.name, "house way if empty" if place.place == "dealer_low" else "")

    def build_seats(self, places: list[HandPlace]) -> None:
        """The seats, lowest first; those that stay are left as they are."""
        numbers = edit.seat_numbers(self.desk.data)
        of_seat = {number: [each for each in places if each.path[:2] == ("seats", number)] for number in numbers}
        for number, parts in list(self.seats.items()):
            if parts.places != of_seat.get(number):
                for place in parts.places:
                    del self.hands[place.place]
                parts.holder.delete()
                del self.seats[number]
        for n, number in enumerate(dict.fromkeys(numbers)):
            if number not in self.seats:
                with self.row:
                    self.seat(number, of_seat[number])
                self.seats[number].holder.move(target_index=n)
        for number, adder in self.adders.items():
            adder.set_visibility(number not in numbers)
        self.foot.set_visibility(any(number not in numbers for number in self.adders))

    def hand(self, place: HandPlace, name: str, note: str = "", whose: str = "") -> None:
        """A hand that the picker can serve."""
        made = CardHand(name, place.least, place.most, lambda: self.open(place.place), self.typer(place), note=note, whose=whose)
        if not place.counts:
            made.classes("small")
        self.hands[place.place] = made

    def seat(self, number: int, places: list[HandPlace]) -> None:
        """A seat: its cards, what it has placed."""
        with block("pb-seat", tag="section", label=f"Seat {number}") as holder:
            with block(tag="header", classes=""):
                heading(f"Seat {number}", 3)
                button("Remove", self.remover(number), small=True, label=f"Remove seat {number}").classes("pb-noprint")
            for place in places:
                name = {"cards": "Cards", "low": "Low hand", "high": "High hand"}[str(place.path[-1])]
                self.hand(place, name, "house way if empty" if place.path[-1] == "low" else "", f"Seat {number}, ")
            alive = markup("")
            stakes = Stakes(f"Seat {number}", self.actor(number))
        self.seats[number] = _SeatParts(holder, alive, stakes, places)

    # In step

    def fill(self, places: list[HandPlace]) -> None:
        """Cards, stakes, results and faults as they are now."""
        desk = self.desk
        self.row.classes(remove="paid", add="paid" if desk.shows_paid else "")
        for place in places:
            fault = view.fault_at(desk.outcome, place.place)
            self.hands[place.place].put(view.cards_of(desk.data, place), active=place.place == self.active, error=fault)
        for number, parts in self.seats.items():
            state = view.seat_state(desk.form, desk.data, number, desk.outcome, paid=desk.shows_paid, voids=desk.shows_voids)
            parts.stakes.put(**state)
            parts.alive.put(alive_html(desk.outcome.settled, number))
            parts.holder.classes(remove="folded", add="folded" if state["fold"] else "")
        self.serve(places)

    def serve(self, places: list[HandPlace]) -> None:
        """The picker, for the hand that is open."""
        place = next((each for each in places if each.place == self.active), None)
        if place is None:
            self.active = None
            self.picker.put(open=False)
            return
        desk = self.desk
        self.picker.put(
            open=True,
            label=place.name,
            value=view.cards_of(desk.data, place),
            least=place.least,
            most=place.most,
            used={} if not place.counts else view.used_cards(desk.form, desk.data, place),
            copies=desk.decks,
            joker=desk.form.joker,
            only=view.cards_to_pick(desk.data, place),
            next=view.next_hand(desk.form, desk.data, place.place) is not None,
            four=desk.four_colors,
        )

    # Acts

    def open(self, place: str) -> None:
        """Let the picker serve a hand."""
        self.active = place
        self.fill(view.hand_places(self.desk.form, self.desk.data))

    def close(self) -> None:
        """Put the picker away; the hand it served has the focus again."""
        served = self.hands.get(self.active or "")
        self.active = None
        self.fill(view.hand_places(self.desk.form, self.desk.data))
        if served is not None:
            served.run_method("focus")

    def go_on(self) -> None:
        """Let the picker serve the next hand that lacks cards."""
        following = view.next_hand(self.desk.form, self.desk.data, self.active or "")
        if following is not None:
            self.open(following.place)

    def edited(self, cards: str) -> None:
        """Cards picked for the open hand; when it is complete the next one is served."""
        place = next((each for each in view.hand_places(self.desk.form, self.desk.data) if each.place == self.active), None)
        if place is None:
            return
        before = len(view.cards_of(self.desk.data, place).split())
        self.desk.change(edit.with_value(self.desk.data, place.path, view.normal_cards(cards)))
        after = len(view.normal_cards(cards).split())
        if place.counts and before < after == place.most:
            self.go_on()

    def typer(self, place: HandPlace) -> Callable[[str], None]:
        return lambda cards: self.desk.change(edit.with_value(self.desk.data, place.path, view.normal_cards(cards)))

    def adder(self, number: int) -> Callable[[], None]:
        return lambda: self.desk.change(edit.with_seat(self.desk.data, number))

    def remover(self, number: int) -> Callable[[], None]:
        return lambda: self.desk.change(edit.without_seat(self.desk.data, number))

    def actor(self, number: int) -> Callable[..., None]:
        def act(name: str, *args: Any) -> None:
            self.desk.change(self.acted(number, name, *args))

        return act

    def acted(self, number: int, name: str, *args: Any) -> edit.Data:
        """The round after an act at a seat."""
        data, form = self.desk.data, self.desk.form
        play = next((each for each in form.wagers if each.equals is not None), None)
        if name == "stake":
            equal = [each.id for each in form.wagers if each.equals == args[0]]
            return edit.with_stake(data, number, args[0], args[1], equal=equal)
        if name == "paid":
            return edit.with_paid(data, number, args[0], args[1])
        if name == "void":
            return edit.with_wager_void(data, number, args[0], args[1])
        if name in ("color", "player"):
            return edit.with_value(data, ("seats", number, name), args[0])
        if name == "fold":
            made = edit.with_value(data, ("seats", number, "fold"), args[0])
            return edit.with_value(made, ("seats", number, "wagers", play.id), None) if play is not None and args[0] else made
        assert name == "play"
        assert play is not None
        stake = edit.value_at(data, ("seats", number, "wagers", str(play.equals))) if args[0] else None
        made = edit.with_value(data, ("seats", number, "wagers", play.id), stake)
        return edit.with_value(made, ("seats", number, "fold"), None)
