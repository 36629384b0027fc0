"""The most that one round can cost: the largest joint payout of a hand and of a full table, or an upper bound of it.

A payout is what a printed row pays on the stake; the stake that comes back beside it is not counted, vigorish is not taken off,
and wagers that lose in the same round are not set against it. Wagers that read the same cards are taken together, over every
event mask that the deck has, so their joint payout is exact. Wagers that read different cards are added up as if each had its
best cards; where there are such, or several seats with cards of their own, the sum is an upper bound and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitbook.choices import Offer, OfferRow
from pitbook.families import Deal, families
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
    each_hand, meters = _each_hand(stakes, seats, decks), _above_restart(stakes)
    same_for_all = len(groups) == 1 and not extras and all(_same_for_all_seats(each) for each in stakes)
    limits = [(limit_micros, "as filed")] if limit_micros is not None else _printed_limits(stakes)
    return Exposure(
        seats=seats,
        groups=groups,
        alone=tuple(_alone(each, seats) for each in stakes),
        extras=extras,
        hand=_most(one_hand) + extras,
        hand_exact=len(groups) == 1 and not extras,
        table=seats * (_most(each_hand) + extras) + meters,
        table_exact=same_for_all and not meters,
        meters=meters,
        bonus=sum((max(bonus for bonus, _ in sums) for sums in one_hand), ZERO),
        capped=tuple(
            Capped(limit, why, _most(one_hand, limit) + extras, seats * (_most(each_hand, limit) + extras) + meters)
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
    found = []
    for group in _by_cards(stakes):
        payouts = max(_joint(group, seats, decks), key=lambda each: sum((payout.total for payout in each), ZERO))
        cards = " + ".join(group[0].offered.reads) or "the whole round"
        found.append(SameCards(cards, tuple(payouts)))
    return tuple(found)


def _joint(group: Sequence[Stake], seats: int, decks: int) -> Iterable[list[Payout]]:
    """The payouts of a group for every event mask of the deck (for a group without counted events: each of its rows)."""
    offered = group[0].offered
    family = families(offered.game.package)[offered.family] if offered.family is not None else None
    if family is None or not is_counted(family):
        yield from ([_payout(stake, row, seats)] for stake in group for row in stake.offered.rows)
        return
    bits = [[(family.bit(row.event), row) for row in stake.offered.rows] for stake in group]
    for mask in counts(offered.game, family, decks):
        payouts = []
        for stake, rows in zip(group, bits, strict=True):
            held = [_payout(stake, row, seats) for bit, row in rows if mask & bit]
            if held:
                greater = stake.offered.values.get("low-meter-order") == "greater-of"
                payouts.append(max(held, key=lambda each: each.total) if greater else held[0])
        yield payouts


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
    return max((_payout(stake, row, seats) for row in stake.offered.rows), key=lambda each: each.total)


def _extras(stake: Stake) -> Fraction:
    """What the table's system may add beside the rows."""
    return sum((extra.award.multiple * stake.micros for extra in stake.offered.extras), ZERO)


# Sums of a hand ------------------------------------------------------------------------------------------------------

Sums = set[tuple[Fraction, Fraction]]
"""For each event mask of a group: what its bonus wagers pay, and all else (other wagers, meters, envy)."""


def _sums(group: Sequence[Stake], seats: int, decks: int, *, divided_among: int = 1) -> Sums:
    sums: Sums = {(ZERO, ZERO)}
    for payouts in _joint(group, seats, decks):
        bonus = other = ZERO
        for each in payouts:
            wager = each.stake.offered.wager
            if wager.kind is Kind.BONUS:
                bonus += each.house
            else:
                other += each.house
            other += each.envy + each.meter / (divided_among if wager.divided is not None else 1)
        sums.add((bonus, other))
    return sums


def _most(groups: Sequence[Sums], limit_micros: int | None = None) -> Fraction:
    """The most the groups pay one hand together, its bonus pays cut to a limit."""
    if limit_micros is None:
        return sum((max(bonus + other for bonus, other in sums) for sums in groups), ZERO)
    # Two bounds hold: the limit for each group by itself, and once for the sum of all.
    by_group = sum((max(min(bonus, Fraction(limit_micros)) + other for bonus, other in sums) for sums in groups), ZERO)
    bonus = sum((max(bonus for bonus, _ in sums) for sums in groups), ZERO)
    other = sum((max(other for _, other in sums) for sums in groups), ZERO)
    return min(by_group, other + min(bonus, Fraction(limit_micros)))


# A full table --------------------------------------------------------------------------------------------------------


def _same_for_all_seats(stake: Stake) -> bool:
    """Whether all seats are decided by the same cards."""
    offered = stake.offered
    return offered.family is not None and families(offered.game.package)[offered.family].deal is Deal.COUP


def _each_hand(stakes: Sequence[Stake], seats: int, decks: int) -> list[Sums]:
    """The sums of one hand of a full table, every meter taken as it starts again; what is above that is added once.

    A meter of M that starts again at R pays at most M - R + R x (whole awards + shares paid): the first whole award takes M, each
    later one R, and what is shared out between leaves the meter. What a reserve adds to R is not known and not counted.
    """
    restarted = [Stake(each.offered, each.micros, _restart(each)) for each in stakes]
    return [_sums(group, seats, decks, divided_among=seats) for group in _by_cards(restarted)]


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
