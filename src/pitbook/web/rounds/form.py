"""What a round of a game asks for: derived from its rulebook, so that a page shows the fields of any game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, offer
from pitbook.errors import InputError
from pitbook.families import Deal, families
from pitbook.payouts import PayoutError, money, parse_money
from pitbook.rulebook import Edition, Game, Reading, Wager


@dataclass(frozen=True)
class Hand:
    """Cards that lie at one place: the key of the round, what people call it, how many cards it has at least and at most."""

    key: str
    name: str
    least: int
    most: int


@dataclass(frozen=True)
class Option:
    """A row that may be added to a wager's paytable, at odds of at least the floor."""

    id: str
    hand: str
    floor: str


@dataclass(frozen=True)
class WagerForm:
    """A wager as a round names it. ``chosen`` says that a table names its paytable; ``basis`` is set where it has no stake."""

    id: str
    name: str
    citation: str
    kind: str
    labels: tuple[str, ...]
    chosen: bool
    basis: str | None
    equals: str | None
    meter: str | None
    options: tuple[Option, ...]
    colors: tuple[str, ...]


@dataclass(frozen=True)
class RoundForm:
    """The fields of a round of one game on one day."""

    game: Game
    edition: Edition
    seats: int
    seat_cards: int | None
    areas: tuple[Hand, ...]
    coup: bool
    wagers: tuple[WagerForm, ...]
    recorded: tuple[str, ...]
    folds: bool
    set_hands: bool
    extras: bool
    joker: bool
    readings: tuple[Reading, ...]

    @property
    def staked(self) -> tuple[WagerForm, ...]:
        """The wagers that have a stake of their own."""
        return tuple(each for each in self.wagers if each.basis is None)

    @property
    def choices(self) -> tuple[WagerForm, ...]:
        """The wagers whose paytable the table names."""
        return tuple(each for each in self.wagers if each.chosen)

    def wager(self, name: str) -> WagerForm | None:
        """A wager by its id, if the game has it."""
        return next((each for each in self.wagers if each.id == name), None)


def round_form(game_id: str, day: date) -> RoundForm:
    """The fields of a game's round. Raises ``UnknownNameError`` for a game or a day the rulebook does not hold."""
    game = rulebook().game(game_id)
    edition = game.edition(day)
    own = game.cards.get("player")
    return RoundForm(
        game=game,
        edition=edition,
        seats=game.seats,
        seat_cards=own,
        areas=_areas(game, edition),
        coup=own is None,
        wagers=tuple(_wager(edition, each) for each in edition.wagers),
        recorded=edition.recorded,
        folds=any(each.after_fold != "no fold" for each in edition.wagers),
        set_hands=own == 7,
        extras=any(each.extras for each in edition.wagers),
        joker="joker" in game.deck,
        readings=tuple(
            each
            for each in edition.readings
            if {"settlement", "filing"} & {*each.affects} and (len(each.values) > 1 or each.accepts)
        ),
    )


def _areas(game: Game, edition: Edition) -> tuple[Hand, ...]:
    """The hands that belong to no seat; those of a coup have two or three cards."""
    known = families(game.package)
    if any(each.family is not None and known[each.family].deal is Deal.COUP for each in edition.wagers):
        return (Hand("player", "Player", 2, 3), Hand("banker", "Banker", 2, 3))
    names = {"dealer": "Dealer", "community": "Community cards"}
    return tuple(Hand(key, name, game.cards[key], game.cards[key]) for key, name in names.items() if key in game.cards)


def _wager(edition: Edition, wager: Wager) -> WagerForm:
    labels = tuple(table.label for table in wager.paytables)
    return WagerForm(
        id=wager.id,
        name=wager.name,
        citation=wager.citation,
        kind=wager.kind.value,
        labels=labels,
        chosen=wager.stakeless or wager.kind.value != "base" or len(labels) > 1,
        basis=wager.basis,
        equals=wager.equals,
        meter=wager.meter,
        options=tuple(Option(each.id, each.hand, each.floors[wager.id]) for each in edition.options if wager.id in each.floors),
        colors=tuple(wager.player_choice),
    )


# What the values of a round bring into its form ----------------------------------------------------------------------


@dataclass(frozen=True)
class MeterForm:
    """A meter that a round may give: its id in the round, and the terms that the text leaves to the filing."""

    id: str
    name: str
    terms: tuple[str, ...]


def meter_forms(form: RoundForm, data: Mapping[str, Any]) -> tuple[MeterForm, ...]:
    """The meters of the wagers that the table offers: one for each amount where several are placed, and those given already."""
    found: dict[str, MeterForm] = {}
    chosen = data.get("choices", {})
    for wager in form.choices:
        if wager.meter is None or wager.id not in chosen:
            continue
        terms = _terms_wanted(form, wager, chosen[wager.id], data)
        for name in _meter_ids(form, wager.meter, data):
            found.setdefault(name, MeterForm(name, wager.name, terms))
    for name in data.get("meters", {}):
        if name not in found:
            base = name.partition("@")[0]
            wager_name = next((each.name for each in form.wagers if each.meter == base), name)
            given = tuple(key for key in ("seed", "reseed", "increment", "reserve_rate") if key in data["meters"][name])
            found[name] = MeterForm(name, wager_name, given)
    return tuple(found.values())


def _meter_ids(form: RoundForm, meter: str, data: Mapping[str, Any]) -> list[str]:
    wagers = {each.id for each in form.wagers if each.meter == meter}
    amounts = set()
    for seat in data.get("seats", []):
        for name, text in seat.get("wagers", {}).items():
            if name in wagers:
                try:
                    amounts.add(parse_money(str(text)))
                except PayoutError:
                    continue
    if len(amounts) < 2 or meter in data.get("meters", {}):
        return [meter]
    return [f"{meter}@{money(amount)}" for amount in sorted(amounts)]


def _terms_wanted(form: RoundForm, wager: WagerForm, choice: Any, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The terms a round must bring because the text prints none."""
    label = choice if isinstance(choice, str) else choice.get("paytable")
    try:
        found = offer(form.game, wager.id, label, readings=data.get("readings", {}), edition=form.edition)
    except (ChoiceError, InputError):
        return ()
    if found.terms is None or found.terms.increment is not None:
        return ()
    return ("seed", "increment")
