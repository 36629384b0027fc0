"""The exposure of a game's wagers: sums of one hand and of a full table, whether they are exact, what a limit leaves of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from pitbook.exposure.full_table import above_restart, each_seat, full_table
from pitbook.exposure.one_hand import by_cards, dearest, family_of, joint, most_of, sums_of
from pitbook.exposure.values import ZERO, Capped, Exposure, Payout, SameCards, Stake
from pitbook.families import Deal


def exposure(
    stakes: Sequence[Stake], seats: int, *, decks: int, limit_micros: int | None = None, left_out: Iterable[str] = ()
) -> Exposure:
    """The exposure of a game's wagers at their largest stakes, for a table of so many seats and a limit on a hand's bonus pays.

    ``left_out`` are the wagers that have no largest stake; they are only named.
    """
    groups = _groups(stakes, seats, decks)
    extras = sum((_extras(each) for each in stakes), ZERO)
    one_hand = [sums_of(group, seats, decks) for group in by_cards(stakes)]
    seated, meters = each_seat(stakes, seats, decks), above_restart(stakes)
    same_for_all = len(groups) == 1 and not extras and all(_same_for_all_seats(each) for each in stakes)
    limits = [(limit_micros, "as filed")] if limit_micros is not None else _printed_limits(stakes)
    return Exposure(
        seats=seats,
        groups=groups,
        alone=tuple(dearest(each, seats)[0] for each in stakes),
        extras=extras,
        hand=most_of(one_hand) + extras,
        hand_exact=len(groups) == 1 and not extras,
        table=full_table(seated, seats) + seats * extras + meters,
        table_exact=same_for_all and not meters,
        meters=meters,
        bonus=sum((max(bonus for bonus, _ in sums.values()) for sums in one_hand), ZERO),
        capped=tuple(
            Capped(limit, why, most_of(one_hand, limit) + extras, full_table(seated, seats, limit) + seats * extras + meters)
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


def _groups(stakes: Sequence[Stake], seats: int, decks: int) -> tuple[SameCards, ...]:
    """The dearest hand of each group; of several as dear the one that is dearest for other wagers too, so that they agree."""
    found = []
    agreed = Counter(_event(each) for stake in stakes for each in dearest(stake, seats))

    def worth(payouts: Sequence[Payout]) -> tuple[Fraction, int]:
        return sum((each.total for each in payouts), ZERO), sum(agreed[_event(each)] for each in payouts)

    for group in by_cards(stakes):
        payouts = max(joint(group, seats, decks).values(), key=worth)
        cards = " + ".join(group[0].offered.reads) or "the whole round"
        found.append(SameCards(cards, tuple(payouts)))
    return tuple(found)


def _event(payout: Payout) -> tuple[str | None, str]:
    return payout.stake.offered.family, payout.row.event


def _extras(stake: Stake) -> Fraction:
    """What the table's system may add beside the rows."""
    return sum((extra.award.multiple * stake.micros for extra in stake.offered.extras), ZERO)


def _same_for_all_seats(stake: Stake) -> bool:
    """Whether all seats are decided by the same cards."""
    family = family_of(stake.offered)
    return family is not None and family.deal is Deal.COUP
