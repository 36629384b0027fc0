"""What a full table is paid: the worst hands at as many seats as one deal can give them to, each meter paid once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from pitbook.catalog import rulebook
from pitbook.exposure.one_hand import Sums, by_cards, family_of, sums_of
from pitbook.exposure.rare_hands import MOST_HANDS, hands_by_mask, seats_at_once
from pitbook.exposure.values import ZERO, Stake
from pitbook.families import Deal, Symmetry, families
from pitbook.par import deck_of
from pitbook.stored_counts import counts


@dataclass(frozen=True)
class GroupAtSeats:
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
        family = family_of(offered)
        if family is None or family.deal is not Deal.HAND or "player" not in offered.reads:
            return self.seats
        return _seats_able(offered.game.id, family.name, masks, self.seats, self.decks)


def each_seat(stakes: Sequence[Stake], seats: int, decks: int) -> list[GroupAtSeats]:
    """The sums of one seat of a full table, every meter taken as it starts again; what is above that is added once.

    A meter of M that starts again at R pays at most M - R + R x (whole awards + shares paid): the first whole award takes M, each
    later one R, and what is shared out between leaves the meter. What a reserve adds to R is not known and not counted.
    """
    restarted = [replace(each, meter_micros=_restart(each)) for each in stakes]
    groups = by_cards(restarted)
    return [GroupAtSeats(sums_of(group, seats, decks, divided_among=seats), tuple(group), seats, decks) for group in groups]


def full_table(groups: Sequence[GroupAtSeats], seats: int, limit_micros: int | None = None) -> Fraction:
    """The most all seats are paid together, the bonus pays of each hand cut to a limit."""
    if limit_micros is None:
        return sum((each.most(lambda bonus, other: bonus + other) for each in groups), ZERO)
    limit = Fraction(limit_micros)
    by_group = sum((each.most(lambda bonus, other: min(bonus, limit) + other) for each in groups), ZERO)
    bonus = sum((each.most(lambda bonus, _: bonus) for each in groups), ZERO)
    other = sum((each.most(lambda _, other: other) for each in groups), ZERO)
    return min(by_group, other + min(bonus, seats * limit))


def above_restart(stakes: Sequence[Stake]) -> Fraction:
    """What stands on all meters above what they start again with, micro-dollars; it is paid once."""
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
