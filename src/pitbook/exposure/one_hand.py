"""What one hand is paid by wagers that read the same cards: jointly for every event mask that the deck has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pitbook.choices import Offer, OfferRow
from pitbook.exposure.values import ZERO, Payout, Stake
from pitbook.families import Family, families
from pitbook.rulebook import Kind
from pitbook.stored_counts import counts, is_counted

Sums = dict[int, tuple[Fraction, Fraction]]
"""For each event mask of a group, in micro-dollars: what its bonus wagers pay, and all else (other wagers, meters, envy)."""


def by_cards(stakes: Sequence[Stake]) -> list[list[Stake]]:
    """The stakes in groups that are decided by one event mask; a wager without counted events is a group of its own."""
    groups: dict[tuple[object, ...], list[Stake]] = {}
    for n, stake in enumerate(stakes):
        family = family_of(stake.offered)
        key: tuple[object, ...] = (n,)
        if family is not None and is_counted(family):
            key = (family.name, stake.offered.reads)
        groups.setdefault(key, []).append(stake)
    return list(groups.values())


def sums_of(group: Sequence[Stake], seats: int, decks: int, *, divided_among: int = 1) -> Sums:
    """What a group pays one hand, in micro-dollars; an award that is divided goes to so many."""
    sums: Sums = {}
    for mask, payouts in joint(group, seats, decks).items():
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


def most_of(groups: Sequence[Sums], limit_micros: int | None = None) -> Fraction:
    """The most the groups pay one hand together, its bonus pays cut to a limit."""
    if limit_micros is None:
        return sum((max(bonus + other for bonus, other in sums.values()) for sums in groups), ZERO)
    # Two bounds hold: the limit for each group by itself, and once for the sum of all.
    by_group = sum((max(min(bonus, Fraction(limit_micros)) + other for bonus, other in sums.values()) for sums in groups), ZERO)
    bonus = sum((max(bonus for bonus, _ in sums.values()) for sums in groups), ZERO)
    other = sum((max(other for _, other in sums.values()) for sums in groups), ZERO)
    return min(by_group, other + min(bonus, Fraction(limit_micros)))


def joint(group: Sequence[Stake], seats: int, decks: int) -> dict[int, list[Payout]]:
    """The payouts of a group for every event mask of the deck (for a group without counted events: for each of its rows)."""
    offered = group[0].offered
    family = family_of(offered)
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


def _payout(stake: Stake, row: OfferRow, seats: int) -> Payout:
    offered, award = stake.offered, row.award
    envy = ZERO
    terms = offered.envy
    if terms is not None and terms.row(row.outcome) is not None:
        envy = Fraction((seats - 1) * (terms.micros(row.outcome, stake.micros) or 0))
    house = award.multiple * stake.micros + award.dollars_micros
    return Payout(stake, row, house, award.share * (stake.meter_micros or ZERO), envy)


def dearest(stake: Stake, seats: int) -> list[Payout]:
    """Every row of a wager that pays as much as its dearest one."""
    payouts = [_payout(stake, row, seats) for row in stake.offered.rows]
    most = max(each.total for each in payouts)
    return [each for each in payouts if each.total == most]


def family_of(offered: Offer) -> Family | None:
    """The family whose events pay a wager; None where it has no cards of its own."""
    return None if offered.family is None else families(offered.game.package)[offered.family]
