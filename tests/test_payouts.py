"""Money, printed payouts, rates, seeds, envy amounts and the vigorish: what is understood, what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.payouts import (
    MICROS,
    Award,
    EnvyAmount,
    PayoutError,
    PayoutKind,
    VigorishRounding,
    dollars,
    money,
    number_text,
    parse_envy,
    parse_money,
    parse_multiple,
    parse_payout,
    parse_rate,
    payout_text,
    percent,
    vigorish_micros,
)

HUGE = "9" * 5_000
"""More digits than Python turns into an integer."""

# Amounts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "micros"),
    [
        ("5", 5_000_000),
        ("5.00", 5_000_000),
        ("$5", 5_000_000),
        ("0", 0),
        ("0.000001", 1),
        ("0.25", 250_000),
        ("$1,000,000", 10**12),
        ("1000000", 10**12),
        (" 7.5 ", 7_500_000),
        ("1,234.56", 1_234_560_000),
        ("1000000000000000", 10**21),
    ],
)
def test_an_amount_is_read_to_the_micro_dollar(text: str, micros: int) -> None:
    assert parse_money(text) == micros


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "$",
        "-5",
        "+5",
        "5.",
        ".5",
        "1,00",
        "1,0000",
        ",100",
        "1e3",
        "nan",
        "NaN",
        "inf",
        "0x10",
        "5 dollars",
        "5.0000001",
        "1_000",
        "٣",
        "５",
        "½",
        "$$5",
        "1000000000000001",
        HUGE,
        "0." + HUGE,
        "-0",
        "5\x00",
    ],
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(PayoutError):
        parse_money(text)


@pytest.mark.parametrize(
    "text", ["1000000000000001", "1000000000000000.000001", "1" + "0" * 30, "1" + ",000" * 9, HUGE, "$" + HUGE]
)
def test_an_amount_too_large_is_told_the_largest(text: str) -> None:
    with pytest.raises(PayoutError, match=r"is more than the largest amount, \$1,000,000,000,000,000$"):
        parse_money(text)


def test_zeros_before_an_amount_make_it_no_larger() -> None:
    assert parse_money("0" * 40 + "5.10") == 5_100_000


@pytest.mark.parametrize("parse", [parse_payout, parse_multiple, parse_envy])
def test_a_figure_of_too_many_digits_is_told_how_many_there_may_be(parse: Callable[[str], object]) -> None:
    for text in (f"{HUGE} to 1", f"{HUGE} for 1", f"{HUGE}x", f"${HUGE}%"):
        with pytest.raises(PayoutError, match="with numbers of up to 18 digits"):
            parse(text)
    with pytest.raises(PayoutError, match=r"'N/A'$"):
        parse("500 fur 1")


def test_an_amount_may_have_to_be_whole_cents() -> None:
    assert parse_money("0.01", whole_cents=True) == 10_000
    with pytest.raises(PayoutError, match="whole number of cents"):
        parse_money("0.001", whole_cents=True)


@pytest.mark.parametrize(
    ("micros", "plain", "shown"),
    [
        (0, "0.00", "$0.00"),
        (1, "0.000001", "$0.000001"),
        (4_812_347_000, "4812.347", "$4,812.347"),
        (-50_000, "-0.05", "-$0.05"),
        (10**12, "1000000.00", "$1,000,000.00"),
        (1_500_000, "1.50", "$1.50"),
    ],
)
def test_an_amount_is_shown_with_two_to_six_decimals(micros: int, plain: str, shown: str) -> None:
    assert (money(micros), dollars(micros)) == (plain, shown)


@given(st.integers(0, 10**21))
def test_an_amount_comes_back_from_its_text(micros: int) -> None:
    assert parse_money(money(micros)) == parse_money(dollars(micros)) == micros


# Rates --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("14%", Fraction(14, 100)),
        ("0.333%", Fraction(333, 100_000)),
        ("0.14", Fraction(14, 100)),
        ("7/50", Fraction(7, 50)),
        ("0", Fraction(0)),
        ("0%", Fraction(0)),
        ("100%", Fraction(1)),
        ("1", Fraction(1)),
        (" 5 % ", Fraction(5, 100)),
    ],
)
def test_a_rate_is_exact(text: str, rate: Fraction) -> None:
    assert parse_rate(text) == rate


@pytest.mark.parametrize(
    "text",
    ["", "%", "-1%", "101%", "1.0001", "3/2", "1/0", "nan", "1e-2", "٣%", "5%%", "five", "1/2%", HUGE, HUGE + "%", "1/" + HUGE],
)
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(PayoutError):
        parse_rate(text)


@pytest.mark.parametrize(
    ("rate", "shown"),
    [
        (Fraction(14, 100), "14%"),
        (Fraction(333, 100_000), "0.333%"),
        (Fraction(1), "100%"),
        (Fraction(1, 3), "100/3%"),
        (Fraction(1, 800), "0.125%"),
        (Fraction(0), "0%"),
    ],
)
def test_a_rate_is_shown_exactly(rate: Fraction, shown: str) -> None:
    assert percent(rate) == shown


@given(st.integers(0, 10**9))
def test_a_rate_comes_back_from_its_text(parts: int) -> None:
    rate = Fraction(parts, 10**9)
    assert parse_rate(percent(rate)) == rate


# Payouts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "award"),
    [
        ("35 to 1", Award(PayoutKind.TO_ONE, multiple=Fraction(35), stake_back=True)),
        ("1,000 to 1", Award(PayoutKind.TO_ONE, multiple=Fraction(1_000), stake_back=True)),
        ("3 to 2", Award(PayoutKind.TO_ONE, multiple=Fraction(3, 2), stake_back=True)),
        ("500 for 1", Award(PayoutKind.FOR_ONE, multiple=Fraction(500))),
        ("100% of meter", Award(PayoutKind.METER, share=Fraction(1))),
        ("100%", Award(PayoutKind.METER, share=Fraction(1))),
        ("100% of Progressive", Award(PayoutKind.METER, share=Fraction(1))),
        ("10% progressive meter", Award(PayoutKind.METER, share=Fraction(1, 10))),
        ("25% of the meter", Award(PayoutKind.METER, share=Fraction(1, 4))),
        ("$1,000,000", Award(PayoutKind.DOLLARS, dollars_micros=10**12, stake_back=True)),
        ("push", Award(PayoutKind.PUSH, stake_back=True)),
        ("Push", Award(PayoutKind.PUSH, stake_back=True)),
        ("N/A", Award(PayoutKind.NOTHING)),
        ("", Award(PayoutKind.NOTHING)),
        ("  35   TO  1 ", Award(PayoutKind.TO_ONE, multiple=Fraction(35), stake_back=True)),
    ],
)
def test_a_printed_payout_has_its_meaning(printed: str, award: Award) -> None:
    assert parse_payout(printed) == award


@pytest.mark.parametrize(
    "printed",
    [
        "35",
        "35:1",
        "35 too 1",
        "to 1",
        "35 to 0",
        "-35 to 1",
        "35 for 2",
        "1,00 to 1",
        "0%",
        "101% of meter",
        "110%",
        "-10%",
        "10% of the pot",
        "$",
        "$-5",
        "nothing",
        "nan to 1",
        "٣ to 1",
        "٣%",
        "$٣",
        HUGE + " to 1",
        "1 to " + HUGE,
        HUGE + " for 1",
        "$" + HUGE,
        "1" + "0" * 400 + " to 1",
    ],
)
def test_what_is_no_payout_is_refused(printed: str) -> None:
    with pytest.raises(PayoutError):
        parse_payout(printed)


@pytest.mark.parametrize(
    "wording",
    ["35 to 1", "1,000 to 1", "3 to 2", "500 for 1", "2.5 for 1", "100% of meter", "10% of meter", "$1,000,000", "push", "N/A"],
)
def test_the_usual_wording_of_an_award_means_the_award(wording: str) -> None:
    assert payout_text(parse_payout(wording)) == wording


def test_to_one_gives_the_stake_back_and_for_one_keeps_it() -> None:
    assert parse_payout("5 to 1").fixed_micros(2 * MICROS) == 12 * MICROS
    assert parse_payout("5 for 1").fixed_micros(2 * MICROS) == 10 * MICROS
    assert parse_payout("push").fixed_micros(2 * MICROS) == 2 * MICROS
    assert parse_payout("N/A").fixed_micros(2 * MICROS) == 0
    assert parse_payout("$100").fixed_micros(2 * MICROS) == 102 * MICROS


def test_a_share_of_the_meter_is_per_unit_of_stake() -> None:
    award = parse_payout("10% of meter")
    assert award.per_unit(5 * MICROS, 1_000 * MICROS) == 20
    assert (award.whole_meter, parse_payout("100%").whole_meter) == (False, True)


@pytest.mark.parametrize(
    ("value", "shown"), [(Fraction(1_000), "1,000"), (Fraction(5, 2), "2.5"), (Fraction(1, 3), "1/3"), (Fraction(0), "0")]
)
def test_a_number_is_shown_exactly(value: Fraction, shown: str) -> None:
    assert number_text(value) == shown


# Seeds and envy -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "multiple"),
    [
        ("$10,000 for 1", 10_000),
        ("10,000 for 1", 10_000),
        ("10,000x", 10_000),
        ("2,000 ×", 2_000),
        ("$0", 0),
        ("N/A", None),
        ("", None),
    ],
)
def test_a_seed_is_a_multiple_of_the_wager(printed: str, multiple: int | None) -> None:
    assert parse_multiple(printed) == multiple


@pytest.mark.parametrize("printed", ["10,000", "$10,000", "x", "-1x", "ten", "٣x", HUGE + "x", HUGE + " for 1"])
def test_what_is_no_seed_is_refused(printed: str) -> None:
    with pytest.raises(PayoutError):
        parse_multiple(printed)


@pytest.mark.parametrize(
    ("printed", "amount"),
    [
        ("$500", EnvyAmount(dollars_micros=500 * MICROS)),
        ("1,000x", EnvyAmount(multiple=Fraction(1_000))),
        ("N/A", None),
        ("", None),
    ],
)
def test_an_envy_figure_is_dollars_or_a_multiple(printed: str, amount: EnvyAmount | None) -> None:
    assert parse_envy(printed) == amount


@pytest.mark.parametrize("printed", ["500", "5%", "-$5", "$", "٣x", HUGE + "x"])
def test_what_is_no_envy_figure_is_refused(printed: str) -> None:
    with pytest.raises(PayoutError):
        parse_envy(printed)


def test_an_envy_multiple_grows_with_the_wager_and_dollars_do_not() -> None:
    assert EnvyAmount(multiple=Fraction(300)).micros(5 * MICROS) == 1_500 * MICROS
    assert EnvyAmount(dollars_micros=500 * MICROS).micros(5 * MICROS) == 500 * MICROS


# The vigorish, § 645a.13(a): 25 cents or the next multiple of it ------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "exact", "rounded"),
    [
        ("4.99", "0.2495", "0.25"),
        ("5.00", "0.25", "0.25"),
        ("5.01", "0.2505", "0.50"),
        ("7.00", "0.35", "0.50"),
        ("36.00", "1.80", "2.00"),
        ("40.00", "2.00", "2.00"),
        ("0", "0", "0"),
    ],
)
def test_the_vigorish_below_at_and_above_a_multiple_of_25_cents(won: str, exact: str, rounded: str) -> None:
    rate = Fraction(5, 100)
    assert vigorish_micros(parse_money(won), rate, VigorishRounding.EXACT) == parse_money(exact)
    assert vigorish_micros(parse_money(won), rate, VigorishRounding.UP_TO_25_CENTS) == parse_money(rounded)


@given(st.integers(0, 10**12))
def test_the_rounded_vigorish_is_never_below_the_rate(won: int) -> None:
    rate = Fraction(5, 100)
    rounded = vigorish_micros(won, rate, VigorishRounding.UP_TO_25_CENTS)
    assert won * rate <= rounded < won * rate + 250_000
