"""A round of play as a value, checked whole: every fault of it is found before anything is settled."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any

from pitbook.cards import JOKER, CardError, card_text, hand, parse_cards
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, Offer, below_floor, offer, reading_values, required_wagers, requires_citation, with_terms
from pitbook.errors import InputError
from pitbook.families import Deal, families
from pitbook.file_faults import Keys, form_of, key_path, key_text
from pitbook.names import listed, nearest
from pitbook.payouts import CENT, PayoutError, dollars, money, parse_money, parse_multiple, parse_rate, percent
from pitbook.round_file import MeterPart, RoundFile, SeatPart
from pitbook.rulebook import Edition, Game, Kind, UnknownNameError, Wager

FILED = "filed"
"""The value of a reading that stands for a table of a Rules Submission."""


class RoundError(InputError):
    """A round that cannot be settled; ``faults`` lists every reason."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


@dataclass(frozen=True)
class Placed:
    """A wager at a seat: its stake in micro-dollars, and whether an irregularity voided it."""

    wager: str
    stake: int
    void: bool = False


@dataclass(frozen=True)
class Seat:
    """A seat of the round; ``cards`` is None where they are not known, ``paid`` maps a wager (or "total") to what was paid."""

    number: int
    player: str | None
    cards: int | None
    placed: Mapping[str, Placed]
    folded: bool
    color: str | None
    high: int | None
    low: int | None
    paid: Mapping[str, int] = field(default_factory=dict)

    def stake(self, wager: str) -> int | None:
        """The stake on a wager that stands; None where there is none or it is void."""
        found = self.placed.get(wager)
        return None if found is None or found.void else found.stake


@dataclass(frozen=True)
class GivenMeter:
    """A meter before the round, in micro-dollars, with the terms given for it and the wager amount it serves."""

    id: str
    value: int
    reserve: int
    terms: Mapping[str, str]
    wager_micros: int | None


@dataclass(frozen=True)
class Round:
    """A round that can be settled. Hands are card sets; baccarat hands are cards in dealing order."""

    game: Game
    edition: Edition
    day: date
    values: Mapping[str, str]
    seats: tuple[Seat, ...]
    hands: Mapping[str, int]
    coup: tuple[tuple[int, ...], tuple[int, ...]] | None
    offers: Mapping[str, Offer]
    meters: Mapping[str, GivenMeter]
    dealer_setting: tuple[int, int] | None
    magic_card: int | None
    lucky_seats: frozenset[int]
    lucky_dealer: bool
    recorded: Mapping[int, Mapping[str, int]]
    limits: Mapping[str, Mapping[str, int]]
    decks: int
    key: str | None = None
    table: str | None = None

    def meter_of(self, wager: str, stake: int) -> GivenMeter | None:
        """The given meter that a wager of a stake feeds and draws on, if the round gives it."""
        return _meter_of(self.meters, self.offers[wager], stake)


def _meter_of(meters: Mapping[str, GivenMeter], offered: Offer, stake: int) -> GivenMeter | None:
    if offered.wager.meter is None:
        return None
    name = offered.wager.meter
    return meters.get(f"{name}@{money(stake)}") or meters.get(name)


# Reading -------------------------------------------------------------------------------------------------------------


def round_data(text: str, kind: str) -> Any:
    """The plain values of a round's text; ``kind`` is ``toml`` or ``json``. Raises :class:`RoundError`."""
    try:
        if kind == "toml":
            return tomllib.loads(text, parse_float=_as_written)
        return json.loads(text, parse_float=_as_written, object_pairs_hook=_once)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError, RecursionError, ValueError) as fault:
        raise RoundError([f"not {kind.upper()}: {fault}"]) from fault


def _as_written(text: str) -> str:
    # A number with decimals is taken as it was written, not as the nearest binary fraction.
    return text


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys stand in it once, as in TOML; the last of two would win unseen."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = listed(repr(name) for name in found if names.count(name) > 1)
        raise ValueError(f"{twice} stands twice in one object")
    return found


def read_round(data: Any, *, today: date, ledger: bool = False) -> Round:
    """Check a round's values and resolve its choices.

    ``today`` is the day of a round that names none. ``ledger`` is set for a round that the ledger records: it brings no meters.
    Raises :class:`RoundError` with all faults. A round under a filing is read by ``round_filing``.
    """
    return read_round_file(round_file(data), today=today, ledger=ledger)


def round_file(data: Any) -> RoundFile:
    """The form of a round's values. Raises :class:`RoundError` with all faults."""
    return form_of(RoundFile, data, RoundError, lambda keys: _place(keys, data))


def _place(keys: Keys, data: Any) -> str:
    """A place as the other faults of a round name it: ``seat 3, color``, and for the rest the keys."""
    if keys[:1] != ("seats",) or len(keys) < 3 or keys[2] == "seat":
        return key_path(keys) if keys else "the round"
    number = data["seats"][keys[1]].get("seat")
    if not isinstance(number, int) or isinstance(number, bool):
        return key_path(keys)
    inside = keys[3:] if keys[2] == "wagers" and len(keys) > 3 else keys[2:]
    return f"seat {number}, {' '.join(key_text(key) for key in inside)}"


def _unchanged(offered: Offer) -> Offer:
    return offered


@dataclass(frozen=True)
class Under:
    """What a round stands under beside its own words: faults found already, how each offer is changed, readings set by a file."""

    faults: Sequence[str] = ()
    as_filed: Callable[[Offer], Offer] = _unchanged
    values: Mapping[str, str] = field(default_factory=dict)


def read_round_file(file: RoundFile, *, today: date, ledger: bool = False, under: Under | None = None) -> Round:
    """The same from a round's form. Raises :class:`RoundError` with all faults, those of ``under`` among them."""
    return _Reader(file, today, ledger, under or Under()).read()


class _Reader:
    """Builds a round and collects its faults; each step goes on as far as it can."""

    def __init__(self, file: RoundFile, today: date, ledger: bool, under: Under) -> None:
        self.file, self.ledger, self.under = file, ledger, under
        self.day = file.date or today
        self.faults: list[str] = list(under.faults)
        self.seen: dict[int, list[str]] = {}
        self.meant: dict[int, set[str]] = {}
        """Wagers that a seat names with a fault (a misspelt name, a stake that is none): that they are missing is not said too."""
        self.limits: dict[str, dict[str, int]] = {}

    def read(self) -> Round:
        try:
            self.game = rulebook().game(self.file.game)
            self.edition = self.game.edition(self.day)
        except UnknownNameError as fault:
            raise RoundError([fault.message]) from fault
        if self.file.bank is not None:
            self.fault("bank: rounds with a player bank or co-bank are not in the rulebook and are not settled")
        self.values = self.read_values()
        self.recorded_only = {*self.edition.recorded}
        for reading in self.edition.readings:
            self.recorded_only.update(reading.records.get(self.values[reading.id], ()))
        self.decks = self.read_decks()
        hands, coup = self.read_hands()
        seats = [self.read_seat(part) for part in self.file.seats]
        self.check_seats(seats)
        offers = self.read_offers(seats)
        self.seats = seats
        meters = self.read_meters(offers)
        seats = self.void(seats)
        self.check_wagers(seats, offers, hands, coup, meters)
        recorded = {part.seat: self.recorded(part) for part in self.file.seats}
        magic_card, lucky_seats, lucky_dealer = self.read_extras(seats)
        setting = self.dealer_setting(hands)
        self.check_repeats()
        if self.faults:
            raise RoundError(list(dict.fromkeys(self.faults)))
        return Round(
            game=self.game,
            edition=self.edition,
            day=self.day,
            values={**self.values, **self.under.values},
            seats=tuple(seats),
            hands=hands,
            coup=coup,
            offers=offers,
            meters=meters,
            dealer_setting=setting,
            magic_card=magic_card,
            lucky_seats=lucky_seats,
            lucky_dealer=lucky_dealer,
            recorded={seat: found for seat, found in recorded.items() if found},
            limits=self.limits,
            decks=self.decks,
            key=self.file.key,
            table=self.file.table,
        )

    def fault(self, text: str) -> None:
        self.faults.append(text)

    # Readings, decks, cards

    def read_values(self) -> dict[str, str]:
        good = {}
        for name, value in self.file.readings.items():
            try:
                good[name] = self.edition.reading(name).check(value)
            except UnknownNameError as fault:
                self.fault(f"readings: {fault.message}")
            if value == FILED and self.under.as_filed is _unchanged:
                self.fault(f"readings.{name}: {FILED!r} is a table of the Rules Submission, which a round does not bring")
        return reading_values(self.edition, good)

    def read_decks(self) -> int:
        decks = self.file.decks or int(self.values.get("decks", self.game.default_decks))
        if decks not in self.game.decks:
            self.fault(f"decks: {decks}; allowed: {listed(str(each) for each in self.game.decks)}")
            return self.game.default_decks
        return decks

    def cards(self, place: str, text: str | None, number: int | tuple[int, ...], *, count: bool = True) -> tuple[int, ...] | None:
        """The cards of a text; None where there are none or something is wrong. They are kept to be tested for repeats."""
        if text is None:
            return None
        try:
            found = parse_cards(text)
        except CardError as fault:
            self.fault(f"{place}: {fault}")
            return None
        allowed = (number,) if isinstance(number, int) else number
        good = len(found) in allowed
        if not good:
            self.fault(f"{place}: {len(found)} cards ({text}); allowed: {' or '.join(str(each) for each in allowed)}")
        if JOKER in found and "joker" not in self.game.deck:
            self.fault(f"{place}: {card_text(JOKER)}, but {self.game.name} is dealt without a joker")
            good = False
        if count:
            for each in found:
                self.seen.setdefault(each, []).append(place)
        return found if good else None

    def check_repeats(self) -> None:
        for each, places in self.seen.items():
            if len(places) <= self.decks:
                continue
            where = " and ".join(dict.fromkeys(places))
            times = "twice" if len(places) == 2 else f"{len(places)} times"
            deck = "the deck has it once" if self.decks == 1 else f"{self.decks} decks have it {self.decks} times"
            self.fault(f"{card_text(each)} was dealt {times} ({where}); {deck}")

    def as_hand(self, place: str, cards: tuple[int, ...] | None) -> int | None:
        if cards is None:
            return None
        if len(set(cards)) != len(cards):
            return None  # named by check_repeats
        return hand(cards)

    def read_hands(self) -> tuple[dict[str, int], tuple[tuple[int, ...], tuple[int, ...]] | None]:
        sizes = self.game.cards
        hands: dict[str, int] = {}
        for area, text in (("dealer", self.file.dealer), ("community", self.file.community)):
            if text is None:
                continue
            if area not in sizes:
                self.fault(f"{area}: {self.game.name} has no such cards")
                continue
            found = self.as_hand(area, self.cards(area, text, sizes[area]))
            if found is not None:
                hands[area] = found
        return hands, self.read_coup()

    def read_coup(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        texts = (("player", self.file.player), ("banker", self.file.banker))
        if "player" in self.game.cards:
            for place, text in texts:
                if text is not None:
                    self.fault(f"{place}: {self.game.name} has no such hand; a seat's cards stand at the seat")
            return None
        found = [self.cards(place, text, (2, 3)) for place, text in texts]
        for (place, text), cards in zip(texts, found, strict=True):
            if text is None and cards is None:
                self.fault(f"{place}: missing; the cards of the hand in dealing order")
        if found[0] is None or found[1] is None:
            return None
        from importlib import import_module

        wrong = import_module(f"{self.game.package}.events").coup_fault(found[0], found[1])
        if wrong is not None:
            self.fault(wrong)
            return None
        return found[0], found[1]

    # Seats

    def read_seat(self, part: SeatPart) -> Seat:
        place = f"seat {part.seat}"
        own = self.game.cards.get("player")
        cards = None
        if part.cards is not None and own is None:
            self.fault(f"{place}, cards: {self.game.name} deals no cards to a seat")
        elif own is not None:
            cards = self.as_hand(place, self.cards(f"{place}, cards", part.cards, own))
        high, low = self.read_setting(part, cards)
        return Seat(
            number=part.seat,
            player=(part.player or "").strip() or None,
            cards=cards,
            placed=self.read_placed(part),
            folded=part.fold,
            color=part.color,
            high=high,
            low=low,
            paid=self.read_paid(part),
        )

    def read_setting(self, part: SeatPart, cards: int | None) -> tuple[int | None, int | None]:
        if part.high is None and part.low is None:
            return None, None
        if self.game.cards.get("player") != 7:
            self.fault(f"seat {part.seat}: high and low belong to a game of seven cards set as two hands")
            return None, None
        return self.set_hand(f"seat {part.seat}", part.high, part.low, cards)

    def set_hand(self, place: str, high: str | None, low: str | None, cards: int | None) -> tuple[int | None, int | None]:
        """The five and the two cards of a set hand; where only one is given the other is the rest."""
        parts: list[int | None] = []
        for name, text, size in (("high", high, 5), ("low", low, 2)):
            found = self.cards(f"{place}, {name}", text, size, count=False)
            if found is not None and len(set(found)) != len(found):
                self.fault(f"{place}, {name}: a card stands twice ({text})")
                found = None
            parts.append(None if found is None else hand(found))
            foreign = [card_text(each) for each in found or () if cards is not None and not cards >> each & 1]
            if foreign:
                self.fault(f"{place}, {name}: {listed(foreign)} was not dealt to this hand")
                parts[-1] = None
        if cards is None or (high is not None and parts[0] is None) or (low is not None and parts[1] is None):
            return None, None
        five = parts[0] if parts[0] is not None else cards & ~(parts[1] or 0)
        two = parts[1] if parts[1] is not None else cards & ~five
        if five & two:
            self.fault(f"{place}: high and low share a card")
            return None, None
        return five, two

    def read_placed(self, part: SeatPart) -> dict[str, Placed]:
        placed: dict[str, Placed] = {}
        for name, text in part.wagers.items():
            stake = self.stake(f"seat {part.seat}, {name}", text)
            if name in self.recorded_only:
                continue
            meant: str | None = name
            try:
                wager = self.edition.wager(name)
            except UnknownNameError as fault:
                self.fault(f"seat {part.seat}: {fault.message}")
                meant = fault.nearest
            else:
                if wager.stakeless:
                    self.fault(f"seat {part.seat}, {name}: it has no stake of its own; it is paid on the {wager.basis}")
                elif stake is not None:
                    placed[name] = Placed(name, stake)
            if meant is not None and meant not in placed:
                self.meant.setdefault(part.seat, set()).add(meant)
        return placed

    def named(self, seat: Seat) -> set[str]:
        """The wagers that a seat names: placed, recorded, or named with a fault that is said already."""
        return {*seat.placed, *self.recorded_names(seat.number), *self.meant.get(seat.number, ())}

    def recorded(self, part: SeatPart) -> dict[str, int]:
        kept = {}
        for name, text in part.wagers.items():
            if name in self.recorded_only:
                try:
                    kept[name] = parse_money(text)
                except PayoutError:
                    continue
        return kept

    def stake(self, place: str, text: str) -> int | None:
        try:
            micros = parse_money(text)
        except PayoutError as fault:
            self.fault(f"{place}: {fault}")
            return None
        if micros <= 0:
            self.fault(f"{place}: {text!r}; a stake is more than nothing")
            return None
        if micros % CENT:
            self.fault(f"{place}: {text!r} is not a whole number of cents")
            return None
        return micros

    def read_paid(self, part: SeatPart) -> dict[str, int]:
        given = {"total": part.paid} if isinstance(part.paid, str) else dict(part.paid or {})
        paid: dict[str, int] = {}
        for name, text in given.items():
            known = {each.id for each in self.edition.wagers}
            wager = name.removesuffix(" envy")
            if name != "total" and wager not in known:
                self.fault(f"seat {part.seat}, paid: {UnknownNameError('wager', name, sorted(known)).message}")
                continue
            try:
                paid[name] = parse_money(text)
            except PayoutError as fault:
                self.fault(f"seat {part.seat}, paid {name}: {fault}")
        return paid

    def check_seats(self, seats: Sequence[Seat]) -> None:
        numbers = [seat.number for seat in seats]
        if not seats:
            self.fault("seats: none; a round has at least one seat")
        for number in sorted({each for each in numbers if numbers.count(each) > 1}):
            self.fault(f"seat {number} is given {numbers.count(number)} times")

    # Offers

    def read_offers(self, seats: Sequence[Seat]) -> dict[str, Offer]:
        offers: dict[str, Offer] = {}
        for name, choice in self.file.choices.items():
            if name == "submission":
                self.fault(
                    "choices.submission: this round may name no file; name the filing on the command line (--submission FILE)"
                )
                continue
            try:
                self.edition.wager(name)
            except UnknownNameError as fault:
                self.fault(f"choices: {fault.message}")
                continue
            picked = {"paytable": choice} if isinstance(choice, str) else dict(choice)
            found = self.one_offer(name, picked)
            if found is not None:
                offers[name] = found
        offered_both = [name for name in ("ante-bonus", "ante-bonus-akq") if name in offers]
        if len(offered_both) == 2 and self.values.get("ante-bonus-version") == "one-or-the-other":
            self.fault("choices: ante-bonus and ante-bonus-akq; one replaces the other (reading ante-bonus-version)")
        for seat in seats:
            for name in seat.placed:
                if name in offers or name in self.chosen():
                    continue
                self.offer_unchosen(seat, name, offers)
        return offers

    def chosen(self) -> set[str | None]:
        """The wagers that [choices] names, those misspelt as they are meant."""
        wagers = [each.id for each in self.edition.wagers]
        return {name if name in wagers else nearest(name, wagers) for name in self.file.choices}

    def one_offer(self, name: str, picked: dict[str, str]) -> Offer | None:
        limits: dict[str, str] = {key: picked.pop(key) for key in ("minimum", "maximum") if key in picked}
        label = picked.pop("paytable", None)
        try:
            found = self.under.as_filed(offer(self.game, name, label, readings=self.values, options=picked, day=self.day))
        except (ChoiceError, UnknownNameError, PayoutError) as fault:
            self.fault(f"choices.{name}: {fault}")
            return None
        for option, pays in picked.items():
            floor = below_floor(self.game, name, option, pays, self.day) if option in _row_options(self.edition) else None
            if floor is not None:
                self.fault(f"choices.{name}.{option}: {pays} is below the floor; allowed: {floor} or more")
        self.check_variation(name, found)
        self.check_limits(name, limits)
        return found

    def check_variation(self, name: str, found: Offer) -> None:
        allowed = found.wager.variations
        variation = self.values.get("variation")
        if not allowed or variation is None:
            return
        if variation in allowed:
            if found.label not in allowed[variation]:
                self.fault(f"choices.{name}: paytable {found.label} under {variation}; allowed: {listed(allowed[variation])}")
        elif self.values.get("insurance-variation", "refuse") == "refuse":
            self.fault(f"choices.{name}: not offered where the reading variation is {variation}; allowed: {listed(allowed)}")

    def check_limits(self, name: str, limits: Mapping[str, str]) -> None:
        bounds = self.limits.setdefault(name, {})
        for key, text in limits.items():
            try:
                bounds[key] = parse_money(text)
            except PayoutError as fault:
                self.fault(f"choices.{name}.{key}: {fault}")
        for part in self.file.seats:
            try:
                stake = parse_money(part.wagers[name]) if name in part.wagers else None
            except PayoutError:
                continue
            if stake is None:
                continue
            if stake < bounds.get("minimum", stake):
                self.fault(f"seat {part.seat}, {name}: {dollars(stake)} is below the minimum of {dollars(bounds['minimum'])}")
            if stake > bounds.get("maximum", stake):
                self.fault(f"seat {part.seat}, {name}: {dollars(stake)} is above the maximum of {dollars(bounds['maximum'])}")

    def offer_unchosen(self, seat: Seat, name: str, offers: dict[str, Offer]) -> None:
        """Base wagers need no choice; any other wager without one is not offered."""
        wager = self.edition.wager(name)
        labels = [table.label for table in wager.paytables]
        if wager.kind is Kind.BASE and len(labels) == 1:
            found = self.one_offer(name, {"paytable": labels[0]})
            if found is not None:
                offers[name] = found
            return
        self.fault(f"seat {seat.number}, {name}: not offered, [choices] names no paytable for it; allowed: {listed(labels)}")

    # Meters

    def read_meters(self, offers: Mapping[str, Offer]) -> dict[str, GivenMeter]:
        meters: dict[str, GivenMeter] = {}
        if self.ledger and self.file.meters:
            self.fault("meters: a round that the ledger records brings no meters; they are in the ledger")
            return meters
        known = sorted({each.meter for each in self.edition.wagers if each.meter is not None})
        fed = self.fed_meters()
        for name, part in self.file.meters.items():
            base, _, amount = name.partition("@")
            if base not in known:
                self.fault(UnknownNameError("meter", name, known, "meters").message)
                continue
            if base not in fed:
                self.fault(f"meters.{name}: the round offers no wager on it; allowed: {listed(sorted(fed))}")
            found = self.one_meter(name, part, amount)
            if found is None:
                continue
            if found.id in meters:
                self.fault(f"meters.{name}: {found.id} is given twice")
            meters[found.id] = found
        for base in known:
            self.check_one_amount(base, meters, offers)
        return meters

    def fed_meters(self) -> set[str]:
        """The meters of the wagers that the round offers, placed or not: a table may show one on which nobody bet."""
        named = self.chosen().union(*(self.named(seat) for seat in self.seats))
        return {each.meter for each in self.edition.wagers if each.id in named and each.meter is not None}

    def one_meter(self, name: str, part: MeterPart, amount: str) -> GivenMeter | None:
        """A meter with its figures; the amount in its name is written with two decimals, whatever the round writes."""
        known = len(self.faults)
        figures: dict[str, int] = {}
        for key, text in {"meter": part.meter, "reserve": part.reserve, "amount": part.amount, f"@{amount}": amount}.items():
            try:
                if text:
                    figures[key] = parse_money(text)
            except PayoutError as fault:
                self.fault(f"meters.{name}.{key}: {fault}")
        serves = {figures[key] for key in ("amount", f"@{amount}") if key in figures}
        if len(serves) > 1 or 0 in serves:
            amounts = " and of ".join(dollars(each) for each in sorted(serves))
            self.fault(f"meters.{name}: it serves wagers of {amounts}; allowed is one amount above nothing")
        terms = {
            key: text
            for key, text in (
                ("seed", part.seed), ("reseed", part.reseed), ("increment", part.increment), ("reserve", part.reserve_rate)
            )
            if text is not None
        }  # fmt: skip
        self.check_term_texts(name, terms)
        if len(self.faults) > known:
            return None
        own = f"@{money(figures[f'@{amount}'])}" if amount else ""
        return GivenMeter(name.partition("@")[0] + own, figures["meter"], figures["reserve"], terms, next(iter(serves), None))

    def check_term_texts(self, name: str, terms: Mapping[str, str]) -> None:
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
                self.fault(f"meters.{name}.{'reserve_rate' if key == 'reserve' else key}: {fault}")
        if rates > 1:
            self.fault(f"meters.{name}: increment and reserve_rate are {percent(rates)} of a wager; allowed is at most 100%")

    def check_one_amount(self, base: str, meters: Mapping[str, GivenMeter], offers: Mapping[str, Offer]) -> None:
        """A meter serves one wager amount; a plain id with two amounts on it is a fault."""
        if base not in meters or self.values.get("meter-per-amount") == "shared":
            return
        wagers = {each.id for each in self.edition.wagers if each.meter == base}
        amounts = {
            placed.stake
            for seat in self.seats
            for placed in seat.placed.values()
            if placed.wager in wagers and f"{base}@{money(placed.stake)}" not in meters
        }
        if len(amounts) > 1:
            each = listed(dollars(amount) for amount in sorted(amounts))
            self.fault(f"meters.{base}: wagers of {each} on one meter; name them {base}@AMOUNT, one meter for each amount")

    # Wagers against each other and against the cards

    def void(self, seats: Sequence[Seat]) -> list[Seat]:
        """The seats with the wagers marked that an irregularity voids."""
        voided: set[tuple[int | None, str]] = set()
        for text in self.file.irregularity.void:
            number, _, name = text.rpartition(" ")
            number = number.removeprefix("seat ").strip()
            if name not in {each.id for each in self.edition.wagers if not each.stakeless} and name != "all":
                self.fault(
                    f"irregularity.void: {text!r}; allowed is a wager with a stake of its own, 'all', "
                    "or a seat and a wager such as '3 ante'"
                )
            elif number and not (number.isascii() and number.isdigit() and int(number) in {seat.number for seat in seats}):
                self.fault(f"irregularity.void: {text!r}: there is no seat {number}")
            elif number and name != "all" and not any(name in seat.placed for seat in seats if seat.number == int(number)):
                self.fault(f"irregularity.void: {text!r}: seat {number} has placed no {name}")
            else:
                voided.add((int(number) if number else None, name))
        return [
            replace(
                seat,
                placed={
                    name: replace(each, void=bool({(at, what) for at in (None, seat.number) for what in (name, "all")} & voided))
                    for name, each in seat.placed.items()
                },
            )
            for seat in seats
        ]

    def check_wagers(
        self,
        seats: Sequence[Seat],
        offers: Mapping[str, Offer],
        hands: Mapping[str, int],
        coup: object,
        meters: Mapping[str, GivenMeter],
    ) -> None:
        for seat in seats:
            self.check_prerequisites(seat)
            self.check_fold(seat)
            self.check_color(seat)
            for name, placed in seat.placed.items():
                if name in offers:
                    self.check_amount(seat, offers[name], placed)
                    if not placed.void:
                        self.check_cards(seat, offers[name], hands, coup)
        self.check_bonus_choice(seats, offers)
        if not self.ledger:
            self.check_terms(seats, offers, meters)

    def check_prerequisites(self, seat: Seat) -> None:
        placed = self.named(seat)
        for name in seat.placed:
            wager = self.edition.wager(name)
            needed = required_wagers(self.edition, wager, self.values)
            if needed and not placed & set(needed):
                clause = requires_citation(self.edition, wager)
                self.fault(f"seat {seat.number}, {name}: it needs {' or '.join(needed)} beside it ({clause})")
            if wager.equals and wager.equals in seat.placed and seat.placed[wager.equals].stake != seat.placed[name].stake:
                stakes = dollars(seat.placed[name].stake), dollars(seat.placed[wager.equals].stake)
                self.fault(f"seat {seat.number}, {name}: {stakes[0]} against {wager.equals} {stakes[1]}; they must be equal")

    def recorded_names(self, number: int) -> Iterator[str]:
        for part in self.file.seats:
            if part.seat == number:
                yield from (name for name in part.wagers if name in self.recorded_only)

    def check_fold(self, seat: Seat) -> None:
        play = next((each for each in self.edition.wagers if each.equals is not None), None)
        can_fold = any(each.after_fold != "no fold" for each in self.edition.wagers)
        if seat.folded and not can_fold:
            self.fault(f"seat {seat.number}: {self.game.name} knows no fold")
        elif seat.folded and seat.placed and not self.has_ante(seat):
            self.fault(f"seat {seat.number}: folded without an ante; nothing that it has placed is decided by a fold")
        if seat.folded and "play" in self.named(seat):
            self.fault(f"seat {seat.number}: folded, and yet a play wager")
        if play is not None and play.equals in seat.placed and not seat.folded and play.id not in self.named(seat):
            void = seat.placed[str(play.equals)].void
            if not void:
                self.fault(f"seat {seat.number}, {play.equals}: neither {play.id} nor fold")

    def has_ante(self, seat: Seat) -> bool:
        """Whether a base wager that a fold gives up stands at a seat, settled or only recorded."""
        antes = {each.id for each in self.edition.wagers if each.kind is Kind.BASE and each.after_fold == "lost"}
        return bool(antes & self.named(seat))

    def check_color(self, seat: Seat) -> None:
        chosen = [name for name in seat.placed if self.edition.wager(name).player_choice]
        if chosen and seat.color is None:
            self.fault(f"seat {seat.number}, {chosen[0]}: the seat must say its color; allowed: red, black")
        if seat.color is not None and not any(each.player_choice for each in self.edition.wagers):
            self.fault(f"seat {seat.number}, color: {self.game.name} has no wager on a color")

    def check_amount(self, seat: Seat, offered: Offer, placed: Placed) -> None:
        envy = offered.envy
        if envy is not None and envy.wager_amounts and envy.other_amounts == "refuse" and placed.stake not in envy.wager_amounts:
            allowed = listed(dollars(each) for each in envy.wager_amounts)
            self.fault(
                f"seat {seat.number}, {placed.wager}: {dollars(placed.stake)} has no column in the envy table "
                f"({envy.citation}); allowed: {allowed}"
            )

    def check_cards(self, seat: Seat, offered: Offer, hands: Mapping[str, int], coup: object) -> None:
        """The cards that a wager reads must be known; a card text with a fault of its own is not missed again."""
        named = {"dealer": self.file.dealer, "community": self.file.community}
        for area in offered.reads:
            if area == "player" and seat.cards is None:
                part = next(part for part in self.file.seats if part.seat == seat.number)
                if part.cards is None:
                    self.fault(f"seat {seat.number}, cards: missing; {offered.wager.id} reads them")
            elif area in named and area not in hands and named[area] is None:
                self.fault(f"{area}: missing; {offered.wager.id} at seat {seat.number} reads {self.game.cards.get(area)} cards")

    def check_bonus_choice(self, seats: Sequence[Seat], offers: Mapping[str, Offer]) -> None:
        """A bonus that is due on another wager must have its paytable chosen as soon as a hand may win it."""
        due = [each for each in self.edition.wagers if each.stakeless]
        if not due or any(each.id in self.file.choices for each in due):
            return
        for seat in seats:
            basis = due[0].basis
            if basis is None or seat.stake(basis) is None or seat.folded or seat.cards is None:
                continue
            if any(self.may_win(wager, seat.cards) for wager in due):
                options = "; ".join(f"{each.id}: {listed(table.label for table in each.paytables)}" for each in due)
                self.fault(f"seat {seat.number}: its hand may win an Ante Bonus, and [choices] names none; allowed: {options}")

    def may_win(self, wager: Wager, cards: int) -> bool:
        from importlib import import_module

        if wager.family is None:
            return False
        family = families(self.game.package)[wager.family]
        mask = getattr(import_module(f"{self.game.package}.events"), family.mask)(cards)
        return any(mask & family.bit(row.event) for table in wager.paytables for row in table.rows)

    def check_terms(self, seats: Sequence[Seat], offers: Mapping[str, Offer], meters: Mapping[str, GivenMeter]) -> None:
        for seat in seats:
            for name, placed in seat.placed.items():
                if name not in offers or (placed.void and self.values["void-round"] != "keep"):
                    continue
                given = _meter_of(meters, offers[name], placed.stake)
                if given is not None:
                    self.check_given_terms(given, offers[name], placed.stake)

    def check_given_terms(self, given: GivenMeter, offered: Offer, stake: int) -> None:
        try:
            terms = meter_offer(offered, given, stake).terms
        except ChoiceError as fault:
            self.fault(f"meters.{given.id}: {fault}")
            return
        printed = offered.terms
        assert terms is not None
        for key in given.terms:
            fixed = getattr(printed, key, None)
            if fixed is not None and fixed != getattr(terms, key):
                name = "reserve_rate" if key == "reserve" else key
                self.fault(f"meters.{given.id}.{name}: {given.terms[key]!r}, but the text prints it ({offered.citation})")
        if terms.increment is None:
            self.fault(f"meters.{given.id}.increment: missing; the text prints none")
            return
        if terms.increment + (terms.reserve or 0) > 1:
            rates = percent(terms.increment + (terms.reserve or 0))
            self.fault(f"meters.{given.id}: increment and reserve rate are {rates} of a wager; allowed is at most 100%")
        for key, rate in (("increment", terms.increment), ("reserve rate", terms.reserve or Fraction(0))):
            if (rate * stake).denominator != 1:
                self.fault(f"meters.{given.id}: {key} {rate} of {dollars(stake)} is not a whole number of micro-dollars")
        if given.wager_micros is not None and given.wager_micros != stake and self.values["meter-per-amount"] != "shared":
            self.fault(f"meters.{given.id}: it serves wagers of {dollars(given.wager_micros)}, not {dollars(stake)}")

    # Extras, the dealer's setting

    def read_extras(self, seats: Sequence[Seat]) -> tuple[int | None, frozenset[int], bool]:
        drawn = [self.file.lucky] if isinstance(self.file.lucky, str) else list(self.file.lucky)
        offered = self.values.get("magic-lucky") == "offered"
        if (self.file.magic_card is not None or drawn) and not offered:
            self.fault("magic_card, lucky: not offered; the reading magic-lucky must say offered")
        card = None
        if self.file.magic_card is not None:
            found = self.cards("magic_card", self.file.magic_card, 1, count=False)
            card = found[0] if found else None
        numbers = {seat.number for seat in seats}
        for each in drawn:
            if each != "dealer" and each not in numbers:
                self.fault(f"lucky: there is no seat {each}; allowed: {listed(str(n) for n in sorted(numbers))}, dealer")
        return card, frozenset(each for each in drawn if isinstance(each, int)), "dealer" in drawn

    def dealer_setting(self, hands: Mapping[str, int]) -> tuple[int, int] | None:
        if self.file.dealer_high is None and self.file.dealer_low is None:
            return None
        if self.game.cards.get("dealer") != 7:
            self.fault("dealer_high, dealer_low: they belong to a game of seven cards set as two hands")
            return None
        high, low = self.set_hand("dealer", self.file.dealer_high, self.file.dealer_low, hands.get("dealer"))
        return None if high is None or low is None else (high, low)


def _row_options(edition: Edition) -> set[str]:
    return {option.id for option in edition.options}


def meter_offer(offered: Offer, given: GivenMeter, stake: int) -> Offer:
    """The offer with the terms that the round gives for its meter, in dollars of the wager amount it serves."""
    return with_terms(offered, given.terms, given.wager_micros or stake) if given.terms else offered


def is_coup(offered: Offer) -> bool:
    """Whether an offer reads a baccarat coup."""
    return offered.family is not None and families(offered.game.package)[offered.family].deal is Deal.COUP
