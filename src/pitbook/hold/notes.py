"""What is said beside the figures of a hold: how exact they are, what was left out, which readings were taken."""

from __future__ import annotations

from collections.abc import Iterator

from pitbook.hold.figures import Hold, OnBasis, apart
from pitbook.par_table import reading_note
from pitbook.payouts import dollars, to_cent


def notes_of(found: Hold) -> Iterator[str]:
    """The notes, those on each basis first."""
    for each in found.bases:
        which = f"{each.basis}: " if found.meters else ""
        if each.refused is not None:
            yield f"{which}not worked out: {each.refused}"
            continue
        assert each.normal is not None
        if each.normal.refused is not None:
            yield f"{which}{each.normal.refused}."
        else:
            yield f"{which}the normal band would be {to_cent(each.normal.low)} to {to_cent(each.normal.high)}."
        yield f"{which}{_error_text(each)}"
    if found.meters:
        yield "paid: awards are charged when they are paid. accrued: increments when they are bet, the house's reseed at a hit."
        yield "The meter is taken wager by wager; the standard deviation of the paid basis is read off its distribution."
    for meter in found.meters:
        if not meter.opening_given:
            yield f"{meter.key.name}: no seed is printed and none was given; it starts with nothing (--meter AMOUNT)."
    if any(bet.offered.envy is not None and not hand.players for hand in found.hands for bet in hand.bets):
        yield "Envy Bonuses are left out; with them: --players N, the other bettors who are paid for a hand."
    yield from own_paytables(found)
    yield from _unknown_extras(found)
    yield from apart(found)
    yield from (reading_note(each) for each in found.readings)


def own_paytables(found: Hold) -> Iterator[str]:
    """A note for each paytable that no text prints."""
    bets = (bet for hand in found.hands for bet in hand.bets)
    for offered in {(bet.offered.wager.id, bet.offered.label): bet.offered for bet in bets if bet.offered.own}.values():
        yield f"Paytable {offered.label!r} of {offered.wager.id} is your own, not one the regulation prints. [{offered.citation}]"


def _unknown_extras(found: Hold) -> Iterator[str]:
    for bet in (bet for hand in found.hands for bet in hand.bets):
        for extra in bet.offered.extras:
            if f"{extra.outcome}-probability" not in bet.offered.options:
                yield f"No probability is given for {extra.outcome}: left out."


def _error_text(each: OnBasis) -> str:
    assert each.spread is not None
    if each.spread.whole:
        return f"Exact: every probability is within {each.spread.error:.1g}."
    return (
        f"Bracketed: no probability is off by more than {each.spread.error:.2g}; amounts stand on a grid of "
        f"{dollars(each.spread.unit)}, and percentiles are given as the two ends that enclose them."
    )
