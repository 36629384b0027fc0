"""Meters over many wagers, against closed forms, against every path of a few wagers, and against a played run."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from pitbook import progressive
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, MeterTerms, offer
from pitbook.hold.figures import Basis, hold
from pitbook.hold.hand import Bet, Hand, Line, MeterKey, Outcome, lines_of
from pitbook.hold.meter import Meter, at_hit, hits_below, meter_of, wagers_until
from pitbook.hold.paid import Fed, accrued, paid
from pitbook.par import par
from pitbook.payouts import MICROS

KEY = MeterKey("game", "meter", MICROS)


def made_meter(
    *,
    whole: Fraction,
    shares: dict[Fraction, Fraction] | None = None,
    reserve: int = 0,
    reseed: int = 100 * MICROS,
    opening: int = 250 * MICROS,
    increment: int = 210_000,
    reserve_stays: bool = False,
) -> Meter:
    terms = MeterTerms("meter", "here", None, None, None, None)
    return Meter(
        KEY, terms, opening, True, increment, reserve, reseed, reserve_stays, Fraction(1), whole, shares or {}, less=0, more=10_000
    )


# Time between hits, the reserve --------------------------------------------------------------------------------------


@pytest.mark.parametrize("probability", [0.05, 0.5, 0.95])
def test_the_wagers_until_a_hit_are_the_fewest_that_do(probability: float) -> None:
    chance = Fraction(1, 22_100)
    wagers = wagers_until(chance, probability)
    assert hits_below(chance, wagers) >= probability - 1e-12
    assert hits_below(chance, wagers - 1) < probability


def test_the_risk_of_the_reserve_is_that_of_the_sheet() -> None:
    offered = offer(rulebook().game("three-card-poker"), "five-card-hand-bonus")
    lines = lines_of(Hand((Bet(offered, MICROS, opening=0),)))
    meter = meter_of(lines[0].meters[0], lines)
    adequacy = par("three-card-poker", "five-card-hand-bonus").progressive
    assert adequacy is not None
    assert adequacy.reserve_adequacy is not None
    assert meter.target == 10_000 * MICROS
    short, amount = meter.reserve_risk(meter.target)
    assert adequacy.reserve_adequacy.probability == pytest.approx(1 - short)
    assert adequacy.reserve_adequacy.expected_shortfall_micros == pytest.approx(amount)
    assert meter.mean_at_hit == adequacy.mean_meter_micros


# The meter at a hit --------------------------------------------------------------------------------------------------


def test_without_shares_the_meter_at_a_hit_is_a_geometric_number() -> None:
    meter = made_meter(whole=Fraction(1, 500))
    spread = at_hit(meter)
    assert spread is not None
    for wagers in (1, 40, 500, 3_000):
        low, high = spread.at_most(meter.reseed + wagers * meter.increment)
        assert low <= hits_below(meter.whole, wagers) <= high
        assert high - low < 0.02


def test_with_shares_the_meter_at_a_hit_is_that_of_a_played_run() -> None:
    meter = made_meter(whole=Fraction(1, 400), shares={Fraction(1, 10): Fraction(1, 50)}, reserve=30_000)
    spread = at_hit(meter)
    assert spread is not None
    terms = progressive.Terms(None, meter.reseed, Fraction(21, 100), Fraction(3, 100))
    state, random_numbers = progressive.given_meter(meter.opening), random.Random(7)
    seen: list[int] = []
    for n in range(60_000):
        state = progressive.MeterState(
            value=state.value + meter.increment, reserve=state.reserve + meter.reserve, opening=state.opening, starts=1
        )
        drawn = random_numbers.random()
        share = Fraction(1) if drawn < 1 / 400 else Fraction(1, 10) if drawn < 1 / 400 + 1 / 50 else None
        if n > 5_000:
            seen.append(state.value)
        if share is not None:
            state = progressive.MeterState(
                **{
                    **dict.fromkeys(("seeded",), 0),
                    "value": state.value,
                    "reserve": state.reserve,
                    "opening": state.value + state.reserve,
                }
            )
            state, _ = progressive.award_share(state, terms, share)
    seen.sort()
    for part in (0.1, 0.3, 0.5, 0.7, 0.9):
        low, high = spread.at_most(seen[int(part * len(seen))])
        assert low - 0.05 < part < high + 0.05
    middle = float(sum(spread.between(n * MICROS, (n + 1) * MICROS - 1) * (n + 0.5) for n in range(3_000)))
    assert middle == pytest.approx(float(meter.mean_at_hit or 0) / MICROS, rel=0.02)


# Awards charged when paid --------------------------------------------------------------------------------------------


def made_line(counts: Sequence[tuple[int, int, Fraction | None]]) -> Line:
    """A line at $1: counts, fixed awards (dollars), shares of the meter."""
    offered = offer(rulebook().game("three-card-poker"), "progressive", "A")
    outcomes = tuple(
        Outcome(count, fixed * MICROS, () if share is None else ((KEY, share),), "row") for count, fixed, share in counts if count
    )

    class OneMeter(Bet):
        @property
        def meter(self) -> MeterKey:
            return KEY

    return Line((OneMeter(offered, MICROS),), outcomes, Fraction(1))


def every_path(line: Line, meter: Meter, wagers: int) -> dict[int, Fraction]:
    """The result of the house over every path of a few wagers, by the arithmetic of the meters."""
    terms = progressive.Terms(None, meter.reseed, Fraction(meter.increment, MICROS), Fraction(meter.reserve, MICROS))
    policies = progressive.MeterPolicies(
        reseed_source=progressive.ReseedSource.SEED_ONLY if meter.reserve_stays else progressive.ReseedSource.RESEED_AND_RESERVE
    )
    states: dict[tuple[progressive.MeterState, int], Fraction] = {(progressive.given_meter(meter.opening), 0): Fraction(1)}
    for _ in range(wagers):
        new: dict[tuple[progressive.MeterState, int], Fraction] = {}
        for (state, result), chance in states.items():
            bet, _ = progressive.contribute(state, terms, MICROS, policies)
            for outcome in line.outcomes:
                after, own = bet, result + MICROS - outcome.returned
                for _, share in outcome.draws:
                    after, record = progressive.award_share(after, terms, share, policies)
                    own -= record.awards[0].paid
                kept = progressive.MeterState(
                    value=after.value, reserve=after.reserve, seeded=after.seeded, opening=after.value + after.reserve, starts=1
                )
                key = kept, own
                new[key] = new.get(key, Fraction(0)) + chance * Fraction(outcome.count, line.deals)
        states = new
    results: dict[int, Fraction] = {}
    for (_, result), chance in states.items():
        results[result] = results.get(result, Fraction(0)) + chance
    return results


@pytest.mark.parametrize(
    ("reserve", "reseed", "stays", "shares"),
    [(0, 100, False, 2), (0, 100, False, 0), (40_000, 0, False, 2), (40_000, 100, False, 0), (40_000, 20, True, 2)],
)
def test_paid_encloses_every_path_of_a_few_wagers(reserve: int, reseed: int, stays: bool, shares: int) -> None:
    line = made_line([(1, 2, Fraction(1)), (shares, 3, Fraction(1, 10)), (3, 5, None), (16 - shares, 0, None)])
    meter = made_meter(
        whole=Fraction(1, 20),
        shares={Fraction(1, 10): Fraction(shares, 20)} if shares else {},
        reserve=reserve,
        reseed=reseed * MICROS,
        reserve_stays=stays,
    )
    spread = paid(Fed(meter, (line,), (7,)))
    results = every_path(line, meter, 7)
    function, widest = Fraction(0), 0.0
    for result in sorted(results):
        low, high = spread.below(result)
        assert low - 1e-12 <= function <= high + 1e-12
        function += results[result]
        low, high = spread.at_most(result)
        assert low - 1e-12 <= function <= high + 1e-12
        widest = max(widest, high - low)
    assert widest < 0.9, "a bracket of everything would also enclose"
    # How many share awards there were is not told apart, only enclosed; with so few wagers that is most of the width.
    assert spread.quantile(0.5)[1] - spread.quantile(0.5)[0] < (40 if shares else 3) * MICROS


def test_a_long_run_forgets_its_start_and_still_encloses() -> None:
    """Two parts with a meter unknown between them enclose what one part gives."""
    line = made_line([(1, 0, Fraction(1)), (3, 5, None), (96, 0, None)])
    meter = made_meter(whole=Fraction(1, 100))
    wagers = 5_000  # 50 whole awards: more than the later part needs
    spread = paid(Fed(meter, (line,), (wagers,)))
    lottery = accrued(line, meter)
    mean = float(lottery.mean * wagers) + float(meter.mean_at_hit or 0) - meter.opening
    deviation = math.sqrt(float(lottery.variance) * wagers)
    low, high = spread.quantile(0.5)
    assert low - deviation / 4 < mean < high + deviation / 4
    assert high - low < deviation
    assert spread.quantile(0.9999)[0] - spread.quantile(0.0001)[1] > 5 * deviation


def test_accrued_charges_increments_and_reseeds() -> None:
    line = made_line([(1, 0, Fraction(1)), (1, 4, Fraction(1, 10)), (8, 0, None)])
    meter = made_meter(whole=Fraction(1, 10), shares={Fraction(1, 10): Fraction(1, 10)}, reserve=10_000)
    kept = MICROS - meter.increment - meter.reserve
    assert dict(zip(accrued(line, meter).amounts, accrued(line, meter).weights, strict=True)) == {
        kept - meter.reseed: 1,
        kept - 4 * MICROS: 1,
        kept: 8,
    }


# Terms ---------------------------------------------------------------------------------------------------------------


def test_a_meter_without_rates_is_refused() -> None:
    offered = offer(rulebook().game("pai-gow-poker"), "progressive")
    lines = lines_of(Hand((Bet(offered, MICROS),)))
    with pytest.raises(ChoiceError, match="prints no increment"):
        meter_of(lines[0].meters[0], lines)


def test_a_rate_that_breaks_micro_dollars_is_refused() -> None:
    offered = offer(rulebook().game("pai-gow-poker"), "progressive", terms={"seed": "100", "increment": "1/3"})
    lines = lines_of(Hand((Bet(offered, MICROS),)))
    with pytest.raises(ChoiceError, match="not a whole number of micro-dollars"):
        meter_of(lines[0].meters[0], lines)


def test_two_paytables_on_one_meter_are_refused() -> None:
    game = rulebook().game("three-card-poker")
    hands = [Hand((Bet(offer(game, "progressive", label), MICROS),)) for label in "AB"]
    lines = [line for hand in hands for line in lines_of(hand)]
    with pytest.raises(ChoiceError, match="different terms"):
        meter_of(lines[0].meters[0], lines)


@pytest.mark.parametrize(
    ("reading", "value"), [("low-meter-order", "greater-of"), ("partial-award-source", "house"), ("below-seed", "top-up-to-seed")]
)
def test_policies_that_need_the_rounds_are_refused(reading: str, value: str) -> None:
    offered = offer(rulebook().game("three-card-poker"), "five-card-progressive", readings={reading: value})
    with pytest.raises(ChoiceError, match="simulate it"):
        lines_of(Hand((Bet(offered, MICROS),)))


def test_bettors_paid_in_turn_by_the_same_cards_are_refused() -> None:
    """Six hits at once are not six hits by themselves: neither the meter at a hit nor the time between hits is as for one."""
    game = rulebook().game("midibaccarat")
    for value, refused in (("divided", False), ("in-turn", True)):
        offered = offer(game, "harmony-progressive", "C", readings={"harmony-jackpot": value}, wager_micros=MICROS)
        hand = Hand((Bet(offered, MICROS, bettors=6),))
        if refused:
            with pytest.raises(ChoiceError, match="one after another"):
                hold([hand], 1_000, bases=[Basis.ACCRUED])
        else:
            assert hold([hand], 1_000, bases=[Basis.ACCRUED]).meters
