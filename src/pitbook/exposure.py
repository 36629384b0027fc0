"""The most that one round can cost: the largest joint payout of a hand and of a full table, or an upper bound of it.

A payout is what a printed row pays on the stake; the stake that comes back beside it is not counted, vigorish is not taken off,
and wagers that lose in the same round are not set against it. Wagers that read the same cards are taken together, over every
event mask that the deck has, so their joint payout is exact. Wagers that read different cards are added up as if each had its
best cards; where there are such, or several seats with cards of their own, the sum is an upper bound and says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Final

from pitbook.catalog import rulebook
from pitbook.choices import Offer, OfferRow
from pitbook.families import Deal, Family, Symmetry, families
from pitbook.par import deck_of
from pitbook.rare_hands import MOST_HANDS, hands_by_mask, seats_at_once
from pitbook.rulebook import Kind
from pitbook.stored_counts import counts, is_counted

ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Stake:
    """A wager at the largest stake it takes; ``meter_micros`` is what its meter shows (None: no meter)."""

    offered: Offer
    micros: int
    meter_micros: Fraction | None = None


@dataclass(frozen=True)
class Payout:
    """What a wager pays in the worst case, in micro-dollars: by the house, from the meter, as envy to all other seats."""

    stake: Stake
    row: OfferRow
    house: Fraction
    meter: Fraction
    envy: Fraction

    @property
    def total(self) -> Fraction:
        """All of it."""
        return self.house + self.meter + self.envy


@dataclass(frozen=True)
class SameCards:
    """Wagers that read the same cards, and the event mask at which they pay most together."""

    cards: str
    payouts: tuple[Payout, ...]

    @property
    def total(self) -> Fraction:
        """The joint payout for one hand."""
        return sum((each.total for each in self.payouts), ZERO)


@dataclass(frozen=True)
class Capped:
    """What an aggregate limit on one hand's bonus pays leaves of the payouts."""

    limit_micros: int
    why: str
    hand: Fraction
    table: Fraction


@dataclass(frozen=True)
class Exposure:
    """The most that one round can cost, in micro-dollars, envy and meter awards included.

    ``hand`` is for one hand, ``table`` for a full table. Each is the largest joint payout where ``hand_exact`` and
    ``table_exact`` say so, and an upper bound elsewhere. ``meters`` is the part of ``table`` that stands on the meters already.
    ``left_out`` names wagers without a largest stake.
    """

    seats: int
    groups: tuple[SameCards, ...]
    alone: tuple[Payout, ...]
    extras: Fraction
    hand: Fraction
    hand_exact: bool
    table: Fraction
    table_exact: bool
    meters: Fraction
    bonus: Fraction
    capped: tuple[Capped, ...]
    left_out: tuple[str, ...]


def exposure(
    stakes: Sequence[Stake], seats: int, *, decks: int, limit_micros: int | None = None, left_out: Iterable[str] = ()
) -> Exposure:
    """The exposure of a game's wagers at their largest stakes, for a table of so many seats and a limit on a hand's bonus pays."""
    groups = _groups(stakes, seats, decks)
    extras = sum((_extras(each) for each in stakes), ZERO)
    one_hand = [_sums(group, seats, decks) for group in _by_cards(stakes)]
    each_seat, meters = _each_seat(stakes, seats, decks), _above_restart(stakes)
    same_for_all = len(groups) == 1 and not extras and all(_same_for_all_seats(each) for each in stakes)
    limits = [(limit_micros, "as filed")] if limit_micros is not None else _printed_limits(stakes)
    return Exposure(
        seats=seats,
        groups=groups,
        alone=tuple(_alone(each, seats) for each in stakes),
        extras=extras,
        hand=_most(one_hand) + extras,
        hand_exact=len(groups) == 1 and not extras,
        table=_full_table(each_seat, seats) + seats * extras + meters,
        table_exact=same_for_all and not meters,
        meters=meters,
        bonus=sum((max(bonus for bonus, _ in sums.values()) for sums in one_hand), ZERO),
        capped=tuple(
            Capped(limit, why, _most(one_hand, limit) + extras, _full_table(each_seat, seats, limit) + seats * extras + meters)
            for limit, why in limits
        ),
        left_out=tuple(left_out),
    )


def _printed_limits(stakes: Sequence[Stake]) -> list[tuple[int, str]]:
    """The figures that the texts name for a limit nobody filed: what it would do."""
    editions = {each.offered.edition.id: each.offered.edition for each in stakes}
    found: dict[int, str] = {}
    for edition in editions.values():
        for reading in edition.readings:
            if reading.id == "aggregate-limit":
                found.update({amount: f"if filed as {name}" for name, amount in reading.amounts.items()})
    return list(found.items())


# Wagers on the same cards --------------------------------------------------------------------------------------------


def _by_cards(stakes: Sequence[Stake]) -> list[list[Stake]]:
    """The stakes in groups that are decided by one event mask; a wager without counted events is a group of its own."""
    groups: dict[tuple[object, ...], list[Stake]] = {}
    for n, stake in enumerate(stakes):
        offered = stake.offered
        key: tuple[object, ...] = (n,)
        if offered.family is not None and is_counted(families(offered.game.package)[offered.family]):
            key = (offered.family, offered.reads)
        groups.setdefault(key, []).append(stake)
    return list(groups.values())


def _groups(stakes: Sequence[Stake], seats: int, decks: int) -> tuple[SameCards, ...]:
    """The dearest hand of each group; of several as dear the one that is dearest for other wagers too, so that they agree."""
    found = []
    agreed = Counter(_event(each) for stake in stakes for each in _dearest(stake, seats))

    def worth(payouts: Sequence[Payout]) -> tuple[Fraction, int]:
        return sum((each.total for each in payouts), ZERO), sum(agreed[_event(each)] for each in payouts)

    for group in _by_cards(stakes):
        payouts = max(_joint(group, seats, decks).values(), key=worth)
        cards = " + ".join(group[0].offered.reads) or "the whole round"
        found.append(SameCards(cards, tuple(payouts)))
    return tuple(found)


def _joint(group: Sequence[Stake], seats: int, decks: int) -> dict[int, list[Payout]]:
    """The payouts of a group for every event mask of the deck (for a group without counted events: for each of its rows)."""
    offered = group[0].offered
    family = _family(offered)
    if family is None or not is_counted(family):
        each_row = [_payout(stake, row, seats) for stake in group for row in stake.offered.rows]
        return {n: [payout] for n, payout in enumerate(each_row)}
    bits = [[(family.bit(row.event), row) for row in stake.offered.rows] for stake in group]
    found: dict[int, list[Payout]] = {}
    for mask in counts(offered.game, family, decks):
        payouts = found.setdefault(mask, [])
        for stake, rows in zip(group, bits, strict=True):
            held = [_payout(stake, row, seats) for bit, row in rows if mask & bit]
            if held:
                payouts.append(_paid(held) if stake.offered.pays_greater else held[0])
    return found


def _paid(held: Sequence[Payout]) -> Payout:
    """What is paid where the greater of two rows is; the Envy Bonus goes by the hand, whichever row pays it."""
    first = held[0]
    if not first.row.award.share:
        return first
    return replace(max(held, key=_handed_over), envy=first.envy)


def _handed_over(payout: Payout) -> Fraction:
    return payout.house + payout.meter + (payout.stake.micros if payout.row.award.stake_back else 0)


def _family(offered: Offer) -> Family | None:
    return None if offered.family is None else families(offered.game.package)[offered.family]


def _payout(stake: Stake, row: OfferRow, seats: int) -> Payout:
    offered, award = stake.offered, row.award
    envy = ZERO
    terms = offered.envy
    if terms is not None and terms.row(row.outcome) is not None:
        envy = Fraction((seats - 1) * (terms.micros(row.outcome, stake.micros) or 0))
    house = award.multiple * stake.micros + award.dollars_micros
    return Payout(stake, row, house, award.share * (stake.meter_micros or ZERO), envy)


def _alone(stake: Stake, seats: int) -> Payout:
    """The dearest row of a wager by itself."""
    return _dearest(stake, seats)[0]


def _dearest(stake: Stake, seats: int) -> list[Payout]:
    """Every row of a wager that pays as much as its dearest one."""
    payouts = [_payout(stake, row, seats) for row in stake.offered.rows]
    most = max(each.total for each in payouts)
    return [each for each in payouts if each.total == most]


def _event(payout: Payout) -> tuple[str | None, str]:
    return payout.stake.offered.family, payout.row.event


def _extras(stake: Stake) -> Fraction:
    """What the table's system may add beside the rows."""
    return sum((extra.award.multiple * stake.micros for extra in stake.offered.extras), ZERO)


# Sums of a hand ------------------------------------------------------------------------------------------------------

Sums = dict[int, tuple[Fraction, Fraction]]
"""For each event mask of a group: what its bonus wagers pay, and all else (other wagers, meters, envy)."""


def _sums(group: Sequence[Stake], seats: int, decks: int, *, divided_among: int = 1) -> Sums:
    sums: Sums = {}
    for mask, payouts in _joint(group, seats, decks).items():
        bonus = other = ZERO
        for each in payouts:
            wager = each.stake.offered.wager
            if wager.kind is Kind.BONUS:
                bonus += each.house
            else:
                other += each.house
            other += each.envy + each.meter / (divided_among if wager.divided is not None else 1)
        sums[mask] = bonus, other
    return sums


def _most(groups: Sequence[Sums], limit_micros: int | None = None) -> Fraction:
    """The most the groups pay one hand together, its bonus pays cut to a limit."""
    if limit_micros is None:
        return sum((max(bonus + other for bonus, other in sums.values()) for sums in groups), ZERO)
    # Two bounds hold: the limit for each group by itself, and once for the sum of all.
    by_group = sum((max(min(bonus, Fraction(limit_micros)) + other for bonus, other in sums.values()) for sums in groups), ZERO)
    bonus = sum((max(bonus for bonus, _ in sums.values()) for sums in groups), ZERO)
    other = sum((max(other for _, other in sums.values()) for sums in groups), ZERO)
    return min(by_group, other + min(bonus, Fraction(limit_micros)))


# A full table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Seat:
    """What a group pays each seat, by event mask, and at how many seats each value can be reached in one deal."""

    sums: Sums
    group: tuple[Stake, ...]
    seats: int
    decks: int

    def most(self, value: Callable[[Fraction, Fraction], Fraction]) -> Fraction:
        """The most that the group pays at all seats, a mask being worth ``value`` of its bonus pays and all else.

        Values are gone through from the highest. At most so many seats as can hold a hand worth as much are paid it, so the sum
        over the seats is the sum, over the steps between values, of the step times that number.
        """
        worth: dict[Fraction, list[int]] = {}
        for mask, (bonus, other) in self.sums.items():
            worth.setdefault(value(bonus, other), []).append(mask)
        steps = sorted(worth, reverse=True)
        total, held = ZERO, list[int]()
        for n, step in enumerate(steps):
            held.extend(worth[step])
            able = self.able(frozenset(held))
            if able >= self.seats:
                return total + self.seats * step
            total += able * (step - (steps[n + 1] if n + 1 < len(steps) else ZERO))
        return total

    def able(self, masks: frozenset[int]) -> int:
        """At how many seats of one deal a hand with one of these masks can lie."""
        offered = self.group[0].offered
        family = _family(offered)
        if family is None or family.deal is not Deal.HAND or "player" not in offered.reads:
            return self.seats
        return _seats_able(offered.game.id, family.name, masks, self.seats, self.decks)


def _full_table(groups: Sequence[_Seat], seats: int, limit_micros: int | None = None) -> Fraction:
    """The most all seats are paid together, the bonus pays of each hand cut to a limit."""
    if limit_micros is None:
        return sum((each.most(lambda bonus, other: bonus + other) for each in groups), ZERO)
    limit = Fraction(limit_micros)
    by_group = sum((each.most(lambda bonus, other: min(bonus, limit) + other) for each in groups), ZERO)
    bonus = sum((each.most(lambda bonus, _: bonus) for each in groups), ZERO)
    other = sum((each.most(lambda _, other: other) for each in groups), ZERO)
    return min(by_group, other + min(bonus, seats * limit))


@cache
def _seats_able(game_id: str, family_name: str, masks: frozenset[int], seats: int, decks: int) -> int:
    """At how many seats a hand with one of these masks can lie; at all of them where the hands are not rare."""
    game = rulebook().game(game_id)
    family = families(game.package)[family_name]
    number = sum(count for mask, count in counts(game, family, decks).items() if mask in masks)
    if number > MOST_HANDS or family.symmetry is Symmetry.COLORS:
        return seats
    rare = _rare_hands(game_id, family_name, decks)
    own = min(game.cards.get("player", family.cards), family.cards)
    return seats_at_once([hand for mask in sorted(masks) for hand in rare[mask]], own, seats)


@cache
def _rare_hands(game_id: str, family_name: str, decks: int) -> Mapping[int, list[int]]:
    """The hands of every mask that few hands have."""
    game = rulebook().game(game_id)
    family = families(game.package)[family_name]
    masks = [mask for mask, count in counts(game, family, decks).items() if count <= MOST_HANDS]
    return hands_by_mask(game.package, family, deck_of(game, decks), masks)


def _same_for_all_seats(stake: Stake) -> bool:
    """Whether all seats are decided by the same cards."""
    family = _family(stake.offered)
    return family is not None and family.deal is Deal.COUP


def _each_seat(stakes: Sequence[Stake], seats: int, decks: int) -> list[_Seat]:
    """The sums of one seat of a full table, every meter taken as it starts again; what is above that is added once.

    A meter of M that starts again at R pays at most M - R + R x (whole awards + shares paid): the first whole award takes M, each
    later one R, and what is shared out between leaves the meter. What a reserve adds to R is not known and not counted.
    """
    restarted = [replace(each, meter_micros=_restart(each)) for each in stakes]
    groups = _by_cards(restarted)
    return [_Seat(_sums(group, seats, decks, divided_among=seats), tuple(group), seats, decks) for group in groups]


def _above_restart(stakes: Sequence[Stake]) -> Fraction:
    above: dict[str, Fraction] = {}
    for each in stakes:
        meter = each.offered.wager.meter
        if meter is not None and each.meter_micros is not None:
            above[meter] = max(above.get(meter, ZERO), each.meter_micros - _restart(each))
    return sum(above.values(), ZERO)


def _restart(stake: Stake) -> Fraction:
    """The meter after a whole award, never taken for more than it shows."""
    terms = stake.offered.terms
    reseed = terms.reseed_micros(stake.micros) if terms is not None else ZERO
    return min(reseed, stake.meter_micros) if stake.meter_micros is not None else ZERO


# Stakes of a filing --------------------------------------------------------------------------------------------------


def largest_stakes(
    offers: Sequence[Offer], largest: Mapping[str, int | None], meters: Mapping[tuple[str, int], Fraction]
) -> tuple[list[Stake], list[str]]:
    """The offers at their largest stakes, and the wagers that have none.

    ``largest`` is by wager id. A wager computed on another's stake, or equal to it, takes that one's. ``meters`` holds what a
    meter shows, by wager id and stake; where it says nothing the seed stands for it.
    """
    stakes, left_out = [], []
    for offered in offers:
        wager = offered.wager
        micros = largest.get(wager.id) or largest.get(wager.basis or "") or largest.get(wager.equals or "")
        if micros is None:
            left_out.append(wager.id)
            continue
        meter = None
        if wager.meter is not None:
            seed = offered.terms.seed_micros(micros) if offered.terms is not None else None
            meter = meters.get((wager.id, micros), seed or ZERO)
        stakes.append(Stake(offered, micros, meter))
    return stakes, left_out
