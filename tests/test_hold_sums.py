"""Sums of many lotteries: every bracket holds the exact value, worked out here by plain convolution of whole numbers."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.hold import rare
from pitbook.hold.lottery import Lottery, Repeated
from pitbook.hold.rare import hits
from pitbook.hold.spread import TAIL, Spread, certain, sum_of
from pitbook.hold.sums import total, totals


def exact(parts: list[Repeated]) -> dict[int, Fraction]:
    """The distribution of the sum, amount by amount."""
    sums: Counter[int] = Counter({0: 1})
    weight = 1
    for part in parts:
        for _ in range(part.deals):
            new: Counter[int] = Counter()
            for amount, number in sums.items():
                for own, own_number in zip(part.lottery.amounts, part.lottery.weights, strict=True):
                    new[amount + own] += number * own_number
            sums = new
            weight *= part.lottery.weight
    return {amount: Fraction(number, weight) for amount, number in sums.items()}


def assert_encloses(spread: Spread, chances: dict[int, Fraction], width: float) -> None:
    """Every value of the distribution function, at and beside each amount, lies in its bracket, and no bracket is wide."""
    function = Fraction(0)
    assert spread.at_most(min(chances) - 10**9)[0] == 0
    for amount in sorted(chances):
        low, high = spread.below(amount)
        assert low - 1e-15 <= function <= high + 1e-15
        function += chances[amount]
        low, high = spread.at_most(amount)
        assert low - 1e-15 <= function <= high + 1e-15
    assert spread.error <= width


LOTTERIES = st.dictionaries(st.integers(-40, 40), st.integers(1, 20), min_size=1, max_size=5).map(
    lambda each: Lottery.of(each.items())
)


@given(st.lists(st.tuples(LOTTERIES, st.integers(0, 7)), min_size=1, max_size=3))
def test_sums_of_any_lotteries_are_exact(parts: list[tuple[Lottery, int]]) -> None:
    found = [Repeated(lottery, deals) for lottery, deals in parts]
    assert_encloses(total(found), exact(found), 1e-9)


def test_rare_huge_amounts_put_back_by_their_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rare, "CHEAP", 8)
    lottery = Lottery.of([(-1, 900), (2, 95), (1_000, 4), (250_000, 1)])
    part = Repeated(lottery, 9)
    taken = rare.cheapest([part], [9], 1 << 12)
    assert {each.amount for each in taken.rare} == {1_000, 250_000}
    assert taken.size < 64
    assert_encloses(total([part], points=1 << 13), exact([part]), 1e-9)


def test_a_lattice_too_fine_becomes_coarser_and_says_by_how_much() -> None:
    part = Repeated(Lottery.of([(-1_000_003, 5), (999_983, 4), (3_000_017, 1)]), 60)
    spread = total([part], points=1 << 9)
    assert not spread.whole
    chances = exact([part])
    function = Fraction(0)
    for amount in sorted(chances):
        function += chances[amount]
        low, high = spread.at_most(amount)
        assert low <= function <= high


@pytest.mark.parametrize("deals", [1, 50, 3_000])
def test_the_error_bound_is_kept_and_small(deals: int) -> None:
    lottery = Lottery.of([(0, 7), (1, 2), (5, 1)])
    spread = total([Repeated(lottery, deals)])
    # The chance of all deals being the lowest, and of 0 fives and 1 one, are known without convolution.
    low, high = spread.at_most(0)
    assert low <= 0.7**deals <= high
    assert spread.error < 1e-9


def test_windows_leave_out_no_more_than_they_say() -> None:
    deals, chance = 4_000, 0.01
    lottery = Lottery.of([(0, 99), (1, 1)])
    taken = rare.cheapest([Repeated(lottery, deals)], [deals], 1 << 20)
    low, high = taken.window
    outside = math.fsum(
        math.exp(rare.log_choose(deals, n) + n * math.log(chance) + (deals - n) * math.log1p(-chance))
        for n in [*range(low), *range(high + 1, high + 200)]
    )
    assert outside <= 2 * TAIL
    assert high - low < 200


@pytest.mark.parametrize(("deals", "chance"), [(10, 0.5), (1_000, 1e-4), (10**7, 1e-6)])
def test_numbers_of_hits_leave_out_no_more_than_they_say(deals: int, chance: float) -> None:
    numbers = hits(deals, chance)
    kept = math.fsum(
        math.exp(rare.log_choose(deals, n) + n * math.log(chance) + (deals - n) * math.log1p(-chance)) for n in numbers
    )
    assert 1 - kept < 4 * TAIL


def test_totals_are_totals() -> None:
    lottery = Lottery.of([(0, 90), (3, 9), (700, 1)])
    many = totals([lottery], [[300], [290], [0]])
    for spread, deals in zip(many, (300, 290, 0), strict=True):
        alone = total([Repeated(lottery, deals)])
        for amount in (0, 30, 90, 700, 1_500, 3_000):
            low, high = spread.at_most(amount)
            other_low, other_high = alone.at_most(amount)
            assert low <= other_high + 1e-9
            assert other_low <= high + 1e-9


@given(LOTTERIES, LOTTERIES, st.integers(1, 5), st.sampled_from([1 << 22, 16]))
def test_sums_of_two_spreads_keep_their_brackets(one: Lottery, other: Lottery, deals: int, points: int) -> None:
    parts = [Repeated(one, deals), Repeated(other, deals)]
    spread = sum_of(total(parts[:1]), total(parts[1:]), points=points)
    chances = exact(parts)
    function = Fraction(0)
    for amount in sorted(chances):
        function += chances[amount]
        low, high = spread.at_most(amount)
        assert low - 1e-12 <= function <= high + 1e-12


def test_quantiles_are_the_smallest_amounts_that_reach_them() -> None:
    part = Repeated(Lottery.of([(-5, 3), (0, 4), (7, 3)]), 6)
    spread, chances = total([part]), exact([part])
    for probability in (0.001, 0.1, 0.5, 0.9, 0.999):
        function, wanted = Fraction(0), None
        for amount in sorted(chances):
            function += chances[amount]
            if wanted is None and function >= probability:
                wanted = amount
        assert spread.quantile(probability) == (wanted, wanted)


def test_an_amount_that_is_known() -> None:
    spread = certain(12)
    assert spread.at_most(11) == (0.0, 0.0)
    assert spread.at_most(12) == (1.0, 1.0)
    assert spread.quantile(0.5) == (12, 12)


def test_moments() -> None:
    lottery = Lottery.of([(1, 1), (3, 2), (3, 1)])
    assert lottery.mean == Fraction(10, 4)
    assert lottery.variance == Fraction(3, 4)
    assert lottery.negative().mean == -lottery.mean
    assert lottery.third == -lottery.negative().third
