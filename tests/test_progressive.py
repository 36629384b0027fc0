"""The arithmetic of a meter: the worked vectors, each policy, and the properties that hold for every sequence of
moves.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.progressive import (
    AdjustmentCause,
    Award,
    AwardRequest,
    AwardRounding,
    BelowSeed,
    MeterError,
    MeterPolicies,
    MeterState,
    Move,
    MoveKind,
    MultiWinner,
    Overflow,
    PartialAwardSource,
    Pool,
    ReseedSource,
    ShareRemainder,
    Terms,
    adjust,
    award_all,
    award_divided,
    award_round,
    award_share,
    check_limit,
    close_into,
    contribute,
    divide,
    dollars,
    given_meter,
    increments,
    open_meter,
    park,
    pool_of,
    replay,
    return_award,
    reverse,
    round_award,
    transfer,
)

DOLLAR = 1_000_000
CENT = 10_000


def micros(text: str) -> int:
    amount = Fraction(text) * DOLLAR
    assert amount.denominator == 1
    return int(amount)


def terms(seed: str | None = "10000", reseed: str | None = "10000", increment: str = "21/100", reserve: str = "0") -> Terms:
    return Terms(
        None if seed is None else micros(seed),
        None if reseed is None else micros(reseed),
        Fraction(increment),
        Fraction(reserve),
    )


TENTH = Fraction(1, 10)
HAND_BONUS = terms(seed="10000", reseed="0", reserve="8/100")
HARMONY = terms(seed=None, reseed=None, increment="15/100", reserve="3/100")


def paid(awards: tuple[Award, ...]) -> list[int]:
    return [payment for award in awards for payment in award.payments]


class TestVectors:
    def test_vector_1_five_wagers_raise_the_meter_before_anyone_is_paid(self) -> None:
        state, _ = open_meter(terms(seed="1000", reseed="1000", increment="14/100"))
        for _ in range(5):
            state, _ = contribute(state, terms(increment="14/100"), DOLLAR)
        assert state.value == micros("1000.70")

    def test_vector_2_a_sub_cent_rate_is_carried_exactly(self) -> None:
        assert increments(terms(increment="333/100000"), 50 * DOLLAR) == (micros("0.1665"), 0)
        state = given_meter(0)
        for _ in range(1000):
            state, _ = contribute(state, terms(increment="333/100000"), 1000 * DOLLAR)
        assert state.value == micros("3330.00")

    def test_vector_2_a_million_one_dollar_wagers(self) -> None:
        state = given_meter(0)
        value = state.value
        primary, _ = increments(terms(increment="333/100000"), DOLLAR)
        for _ in range(1_000_000):
            value += primary
        assert value == micros("3330.00")

    def test_vector_3_two_whole_awards_in_turn(self) -> None:
        state, record = award_round(given_meter(micros("48000")), terms(), [AwardRequest(Fraction(1))] * 2)
        assert paid(record.awards) == [micros("48000"), micros("10000")]
        assert (state.value, state.from_house) == (micros("10000"), micros("20000"))

    def test_vector_3_two_whole_awards_split_equally(self) -> None:
        policies = MeterPolicies(multi_winner=MultiWinner.EQUAL_SPLIT)
        state, record = award_round(given_meter(micros("48000")), terms(), [AwardRequest(Fraction(1))] * 2, policies)
        assert paid(record.awards) == [micros("24000"), micros("24000")]
        assert (state.value, state.from_house, state.hits, state.starts) == (micros("10000"), micros("10000"), 2, 2)

    def test_vector_4_a_tenth_before_the_whole(self) -> None:
        requests = [AwardRequest(TENTH), AwardRequest(Fraction(1))]
        state, record = award_round(given_meter(micros("48000")), terms(), requests)
        assert paid(record.awards) == [micros("4800"), micros("43200")]
        assert state.value == micros("10000")

    @pytest.mark.parametrize(
        ("below_seed", "left", "topped_up"),
        [(BelowSeed.ALLOW, "9000", "0"), (BelowSeed.TOP_UP_TO_SEED, "10000", "1000")],
    )
    def test_vector_4_the_whole_before_a_tenth(self, below_seed: BelowSeed, left: str, topped_up: str) -> None:
        requests = [AwardRequest(Fraction(1)), AwardRequest(TENTH)]
        state, record = award_round(given_meter(micros("48000")), terms(), requests, MeterPolicies(below_seed=below_seed))
        assert paid(record.awards) == [micros("48000"), micros("1000")]
        assert state.value == micros(left)
        assert state.from_house == micros("10000") + micros(topped_up)

    @pytest.mark.parametrize(
        ("rounding", "award"),
        [
            (AwardRounding.DOWN, "4812.34"),
            (AwardRounding.HALF_EVEN, "4812.35"),
            (AwardRounding.UP, "4812.35"),
            (AwardRounding.DOLLAR_DOWN, "4812.00"),
        ],
    )
    def test_vector_5_a_tenth_in_whole_cents(self, rounding: AwardRounding, award: str) -> None:
        before = micros("48123.47")
        state, record = award_share(given_meter(before), terms(), TENTH, MeterPolicies(award_rounding=rounding))
        assert paid(record.awards) == [micros(award)]
        assert state.value == before - micros(award)

    def test_vector_6_dealer_hand_divided_by_three(self) -> None:
        state, record = award_divided(given_meter(micros("30000.10")), HAND_BONUS, TENTH, 3)
        assert paid(record.awards) == [micros("1000.00")] * 3
        assert state.value == micros("27000.10")

    def test_vector_7_no_reseed_the_reserve_restarts(self) -> None:
        state, record = award_all(given_meter(micros("52000"), micros("1234.56")), HAND_BONUS)
        assert paid(record.awards) == [micros("52000")]
        assert (state.value, state.reserve, state.from_house) == (micros("1234.56"), 0, 0)

    def test_vector_8_harmony_divided(self) -> None:
        state, record = award_divided(given_meter(micros("90000"), micros("6000")), HARMONY, Fraction(1), 3)
        assert paid(record.awards) == [micros("30000")] * 3
        assert (state.value, state.reserve) == (micros("6000"), 0)

    def test_vector_8_harmony_in_turn(self) -> None:
        state, record = award_round(given_meter(micros("90000"), micros("6000")), HARMONY, [AwardRequest(Fraction(1))] * 3)
        assert paid(record.awards) == [micros("90000"), micros("6000"), 0]
        assert (state.value, state.reserve, state.hits) == (0, 0, 3)

    def test_vectors_9_and_10_fixed_and_envy_awards_never_touch_the_meter(self) -> None:
        # Envy amounts are the settlement's; here: there is no move of a meter that pays a fixed amount.
        assert {kind.value for kind in MoveKind} == {
            "open", "contribute", "reverse", "award", "adjust", "transfer-out", "transfer-in", "park", "release",
            "return",
        }  # fmt: skip

    def test_vector_11_a_limit_below_the_meter(self) -> None:
        check_limit(micros("48000"), micros("48000"))
        check_limit(micros("48000"), micros("48000.000001"))
        with pytest.raises(MeterError, match=r"\$47,999\.999999 is below the meter, which shows \$48,000\.00"):
            check_limit(micros("48000"), micros("47999.999999"))

    def test_vector_11_a_decrease_without_a_reason(self) -> None:
        state = given_meter(micros("100"))
        with pytest.raises(MeterError, match="needs a cause"):
            adjust(state, -CENT, cause=None, reference="memo 7")
        with pytest.raises(MeterError, match="document reference"):
            adjust(state, -CENT, cause=AdjustmentCause.MALFUNCTION, reference=" ")

    def test_vector_12_the_second_of_two_tables_gets_the_restarted_meter(self) -> None:
        state, first = award_all(given_meter(micros("48000")), terms())
        state, second = award_all(state, terms())
        assert paid(first.awards + second.awards) == [micros("48000"), micros("10000")]
        assert replay((*first.moves, *second.moves), given_meter(micros("48000"))) == state


class TestStart:
    def test_seed_and_reseed_are_two_things(self) -> None:
        state, move = open_meter(HAND_BONUS)
        assert (state.value, state.opening, state.seeded, state.starts) == (micros("10000"),) * 3 + (1,)
        assert move.kind is MoveKind.OPEN
        state, _ = award_all(state, HAND_BONUS)
        assert state.value == 0

    def test_without_a_seed_the_opening_amount_is_required(self) -> None:
        with pytest.raises(MeterError, match="opening amount is required"):
            open_meter(HARMONY)
        assert open_meter(HARMONY, micros("5000"))[0].value == micros("5000")

    def test_another_opening_amount_than_the_seed_is_refused(self) -> None:
        with pytest.raises(MeterError, match=r"opening amount is \$5\.00, but the seed is \$10,000\.00"):
            open_meter(terms(), micros("5"))

    def test_negative_and_limited_starts_are_refused(self) -> None:
        with pytest.raises(MeterError, match="0 or more"):
            open_meter(HARMONY, -1)
        with pytest.raises(MeterError, match="below the meter"):
            open_meter(terms(), policies=MeterPolicies(limit_micros=micros("9999.99")))
        with pytest.raises(MeterError, match="0 or more"):
            given_meter(-1)

    @pytest.mark.parametrize(
        ("seed", "reseed", "increment", "reserve", "words"),
        [
            (-1, 0, "1/10", "0", "the seed is -"),
            (0, -1, "1/10", "0", "the reseed is -"),
            (0, 0, "-1/10", "0", "increment is -1/10"),
            (0, 0, "1/10", "11/10", "reserve rate is 11/10"),
            (0, 0, "6/10", "5/10", "more than the wager"),
        ],
    )
    def test_impossible_terms(self, seed: int, reseed: int, increment: str, reserve: str, words: str) -> None:
        with pytest.raises(MeterError, match=words):
            Terms(seed, reseed, Fraction(increment), Fraction(reserve))


class TestContributions:
    def test_increment_and_reserve(self) -> None:
        state, move = contribute(given_meter(0), HAND_BONUS, 5 * DOLLAR)
        assert (state.value, state.reserve, state.wagered) == (micros("1.05"), micros("0.40"), micros("5"))
        assert (move.change.contributed, move.change.reserve_contributed) == (micros("1.05"), micros("0.40"))

    def test_a_rate_that_gives_parts_of_a_micro_dollar_is_refused(self) -> None:
        with pytest.raises(MeterError, match=r"increment 1/3 of \$1\.00 is not a whole number of micro-dollars"):
            increments(terms(increment="1/3"), DOLLAR)
        with pytest.raises(MeterError, match="reserve rate 1/7"):
            increments(terms(reserve="1/7"), DOLLAR)
        assert increments(terms(increment="1/3"), 3 * DOLLAR) == (DOLLAR, 0)

    @pytest.mark.parametrize("wager", [0, -DOLLAR])
    def test_a_wager_is_above_zero(self, wager: int) -> None:
        with pytest.raises(MeterError, match="must be above 0"):
            increments(terms(), wager)

    @pytest.mark.parametrize(("room", "shown", "above"), [("0.22", "0.21", "0"), ("0.21", "0.21", "0"), ("0.20", "0.20", "0.01")])
    def test_the_limit_below_at_and_above(self, room: str, shown: str, above: str) -> None:
        policies = MeterPolicies(limit_micros=micros("100") + micros(room))
        state, _ = contribute(given_meter(micros("100")), terms(), DOLLAR, policies)
        assert (state.value - micros("100"), state.overflow) == (micros(shown), micros(above))
        assert state.current == micros("100.21")

    def test_overflow_to_the_next_start_or_to_revenue(self) -> None:
        limit = micros("20000")
        keep = MeterPolicies(limit_micros=limit)
        state, _ = contribute(given_meter(limit), terms(), DOLLAR, keep)
        assert (state.overflow, state.revenue) == (micros("0.21"), 0)
        state, _ = award_all(state, terms(), keep)
        assert (state.value, state.overflow) == (micros("10000.21"), 0)
        lose = MeterPolicies(limit_micros=limit, overflow=Overflow.TO_REVENUE)
        state, _ = contribute(given_meter(limit), terms(), DOLLAR, lose)
        assert (state.overflow, state.revenue) == (0, micros("0.21"))

    def test_a_restart_above_the_limit_overflows_again(self) -> None:
        policies = MeterPolicies(limit_micros=micros("10000"))
        state, _ = award_all(given_meter(micros("10000"), micros("7")), terms(), policies)
        assert (state.value, state.overflow, state.reserve) == (micros("10000"), micros("7"), 0)


class TestReversal:
    def test_a_void_round_takes_its_contributions_back(self) -> None:
        before, _ = open_meter(HAND_BONUS)
        state, move = contribute(before, HAND_BONUS, DOLLAR)
        state, _ = reverse(state, move, before.starts)
        assert state == before

    def test_after_a_win_the_house_bears_what_was_paid_away(self) -> None:
        before = given_meter(micros("10000"))
        state, move = contribute(before, HAND_BONUS, DOLLAR)
        state, _ = award_all(state, HAND_BONUS)
        meter, house = state.value, state.from_house
        state, back = reverse(state, move, before.starts)
        assert (state.value, state.from_house - house) == (meter, micros("0.29"))
        assert back.change.contributed == -micros("0.21")

    def test_money_above_the_limit_goes_first(self) -> None:
        policies = MeterPolicies(limit_micros=micros("100.10"))
        first, move = contribute(given_meter(micros("100")), terms(), DOLLAR, policies)
        second, _ = contribute(first, terms(), DOLLAR, policies)
        state, _ = reverse(second, move, 1)
        assert (state.value, state.overflow) == (micros("100.10"), micros("0.11"))

    def test_only_contributions_are_reversed(self) -> None:
        state, move = open_meter(terms())
        with pytest.raises(MeterError, match="only a contribution"):
            reverse(state, move, 1)


class TestAwards:
    def test_the_sub_cent_part_stays_on_the_restarted_meter(self) -> None:
        state, record = award_all(given_meter(micros("100.006789")), terms(reseed="50"))
        assert paid(record.awards) == [micros("100.00")]
        assert state.value == micros("50.006789")

    def test_rounding_up_the_house_adds_the_part_of_a_cent(self) -> None:
        policies = MeterPolicies(award_rounding=AwardRounding.UP)
        state, record = award_all(given_meter(micros("100.006789")), terms(reseed="50"), policies)
        assert paid(record.awards) == [micros("100.01")]
        assert (state.value, state.from_house) == (micros("50"), micros("50.003211"))

    @pytest.mark.parametrize(
        ("source", "value", "reserve", "house"),
        [
            (ReseedSource.RESEED_AND_RESERVE, "56", "0", "50"),
            (ReseedSource.SEED_ONLY, "50", "6", "50"),
            (ReseedSource.RESERVE_ONLY, "6", "0", "0"),
        ],
    )
    def test_what_a_meter_restarts_from(self, source: ReseedSource, value: str, reserve: str, house: str) -> None:
        policies = MeterPolicies(reseed_source=source)
        state, _ = award_all(given_meter(micros("100"), micros("6")), terms(reseed="50"), policies)
        assert (state.value, state.reserve, state.from_house) == (micros(value), micros(reserve), micros(house))
        assert state.seeded == micros(house)

    def test_cents_that_do_not_divide(self) -> None:
        assert divide(micros("10.00"), 3, ShareRemainder.STAYS_ON_METER) == (micros("3.33"),) * 3
        assert divide(micros("10.01"), 3, ShareRemainder.FIRST_IN_ORDER) == (
            micros("3.34"),
            micros("3.34"),
            micros("3.33"),
        )
        policies = MeterPolicies(share_remainder=ShareRemainder.FIRST_IN_ORDER)
        state, record = award_divided(given_meter(micros("100")), terms(), TENTH, 3, policies)
        assert paid(record.awards) == [micros("3.34"), micros("3.33"), micros("3.33")]
        assert state.value == micros("90")

    @pytest.mark.parametrize(
        ("amount", "rule", "cents"),
        [
            ("0.005", AwardRounding.HALF_EVEN, 0),
            ("0.015", AwardRounding.HALF_EVEN, 2),
            ("0.025", AwardRounding.HALF_EVEN, 2),
            ("0.010001", AwardRounding.UP, 2),
            ("0.01", AwardRounding.UP, 1),
            ("0.019999", AwardRounding.DOWN, 1),
            ("1.999999", AwardRounding.DOLLAR_DOWN, 100),
        ],
    )
    def test_roundings(self, amount: str, rule: AwardRounding, cents: int) -> None:
        assert round_award(Fraction(amount) * DOLLAR, rule) == cents * CENT

    def test_the_house_pays_shares(self) -> None:
        policies = MeterPolicies(partial_award_source=PartialAwardSource.HOUSE)
        state, record = award_share(given_meter(micros("48000")), terms(), TENTH, policies)
        assert paid(record.awards) == [micros("4800")]
        assert (state.value, state.awarded, state.house_paid, state.hits) == (micros("48000"), 0, micros("4800"), 1)
        assert (record.awards[0].from_meter, record.awards[0].from_house) == (0, micros("4800"))
        state, _ = award_all(state, terms(), policies)
        assert state.awarded == micros("48000")

    @pytest.mark.parametrize(("meter", "by_house"), [("11111.12", False), ("11111.11", False), ("11111.10", True)])
    def test_house_pays_a_share_that_would_go_below_the_seed(self, meter: str, by_house: bool) -> None:
        policies = MeterPolicies(below_seed=BelowSeed.HOUSE_PAYS_SHARE)
        state, record = award_share(given_meter(micros(meter)), terms(), TENTH, policies)
        assert (record.awards[0].from_meter == 0) is by_house
        assert state.value == micros(meter) - record.awards[0].from_meter

    def test_lower_award_first(self) -> None:
        requests = [AwardRequest(Fraction(1)), AwardRequest(TENTH), AwardRequest(Fraction(1))]
        policies = MeterPolicies(multi_winner=MultiWinner.LOWER_AWARD_FIRST)
        _, record = award_round(given_meter(micros("48000")), terms(), requests, policies)
        assert paid(record.awards) == [micros("21600"), micros("4800"), micros("21600")]

    def test_a_floor_for_each_of_several_winners(self) -> None:
        policies = MeterPolicies(multi_winner=MultiWinner.EQUAL_SPLIT, winner_floor_micros=micros("30000"))
        state, record = award_round(given_meter(micros("48000")), terms(), [AwardRequest(Fraction(1))] * 2, policies)
        assert paid(record.awards) == [micros("30000")] * 2
        assert (state.awarded, state.house_paid) == (micros("48000"), micros("12000"))
        _, record = award_round(given_meter(micros("48000")), terms(), [AwardRequest(TENTH)], policies)
        assert paid(record.awards) == [micros("4800")]

    def test_an_award_that_is_not_paid_returns_to_the_meter(self) -> None:
        policies = MeterPolicies(limit_micros=micros("50000"))
        state, record = award_all(given_meter(micros("48000")), terms(), policies)
        state, _ = return_award(state, record.awards[0].from_meter, 0, policies)
        assert (state.value, state.overflow, state.awarded, state.hits) == (micros("50000"), micros("8000"), 0, 0)

    def test_changed_terms_hold_from_the_restart_on(self) -> None:
        requests = [AwardRequest(TENTH), AwardRequest(Fraction(1)), AwardRequest(Fraction(1))]
        state, record = award_round(given_meter(micros("48000")), terms(), requests, next_terms=terms(reseed="20000"))
        assert paid(record.awards) == [micros("4800"), micros("43200"), micros("20000")]
        assert state.value == micros("20000")

    @pytest.mark.parametrize(("share", "players"), [("0", 1), ("-1/10", 1), ("11/10", 1), ("1/10", 0)])
    def test_impossible_awards(self, share: str, players: int) -> None:
        with pytest.raises(MeterError):
            AwardRequest(Fraction(share), players)


class TestCorrectionsAndEndings:
    def test_adjustments_up_and_down_are_counted_apart(self) -> None:
        state = given_meter(micros("100"))
        state, _ = adjust(state, micros("5"), cause=AdjustmentCause.MALFUNCTION, reference="memo 7")
        state, _ = adjust(state, -micros("3"), cause=AdjustmentCause.ACCOUNTING_CORRECTION, reference="memo 8")
        assert (state.value, state.adjusted_up, state.adjusted_down) == (micros("102"), micros("5"), micros("3"))

    @pytest.mark.parametrize("pool", list(Pool))
    def test_no_pool_goes_below_zero(self, pool: Pool) -> None:
        state = MeterState(value=10, reserve=10, overflow=10, parked=10)
        emptied, _ = adjust(state, -10, cause=AdjustmentCause.MALFUNCTION, reference="m", pool=pool)
        assert pool_of(emptied, pool) == 0
        with pytest.raises(MeterError, match="cannot be taken"):
            adjust(state, -11, cause=AdjustmentCause.MALFUNCTION, reference="m", pool=pool)

    def test_a_reduction_to_the_limit_ends_there(self) -> None:
        state, policies = given_meter(micros("110")), MeterPolicies(limit_micros=micros("100"))
        cause = AdjustmentCause.REDUCTION_TO_LIMIT
        assert adjust(state, -micros("10"), cause=cause, reference="m", policies=policies)[0].value == micros("100")
        with pytest.raises(MeterError, match="ends at the limit"):
            adjust(state, -micros("9"), cause=cause, reference="m", policies=policies)
        with pytest.raises(MeterError, match="none is set"):
            adjust(state, -micros("9"), cause=cause, reference="m")

    def test_a_correction_does_not_pass_the_limit(self) -> None:
        policies = MeterPolicies(limit_micros=micros("100"))
        with pytest.raises(MeterError, match="pass its limit"):
            adjust(given_meter(micros("100")), 1, cause=AdjustmentCause.MALFUNCTION, reference="m", policies=policies)

    def test_nothing_is_no_adjustment(self) -> None:
        with pytest.raises(MeterError, match="changes nothing"):
            adjust(given_meter(1), 0, cause=AdjustmentCause.MALFUNCTION, reference="m")

    def test_transfer_moves_exactly_what_leaves(self) -> None:
        (source, out), (target, into) = transfer(
            given_meter(micros("100")),
            given_meter(micros("10")),
            micros("95"),
            target_policies=MeterPolicies(limit_micros=micros("50")),
        )
        assert (source.value, source.transferred_out) == (micros("5"), micros("95"))
        assert (target.value, target.overflow, target.transferred_in) == (micros("50"), micros("55"), micros("95"))
        assert (out.kind, into.kind) == (MoveKind.TRANSFER_OUT, MoveKind.TRANSFER_IN)
        for amount in (0, micros("100.000001")):
            with pytest.raises(MeterError):
                transfer(given_meter(micros("100")), given_meter(0), amount)

    def test_parking_keeps_the_players_money_and_returns_the_seed(self) -> None:
        state, _ = open_meter(HAND_BONUS)
        state, _ = contribute(state, HAND_BONUS, 100 * DOLLAR)
        state, _ = park(state)
        assert (state.value, state.reserve, state.parked) == (0, 0, micros("29"))
        assert state.revenue == micros("10000")

    def test_closing_into_a_like_meter(self) -> None:
        state, _ = open_meter(HAND_BONUS)
        state, _ = contribute(state, HAND_BONUS, 100 * DOLLAR)
        (source, out), (target, into) = close_into(state, given_meter(micros("500")))
        assert (source.held, source.revenue) == (0, micros("10000"))
        assert (target.value, target.reserve) == (micros("521"), micros("8"))
        assert [move.kind for move in out] == [MoveKind.RELEASE, MoveKind.TRANSFER_OUT, MoveKind.TRANSFER_OUT]
        assert len(into) == 2


def test_dollars() -> None:
    assert [dollars(amount) for amount in (0, 1, -CENT, 123_456_789_012, 1_500_000)] == [
        "$0.00",
        "$0.000001",
        "-$0.01",
        "$123,456.789012",
        "$1.50",
    ]


# --- properties -----------------------------------------------------------------------------------------------------

amounts = st.integers(0, 200_000 * DOLLAR)
rates = st.integers(0, 50).map(lambda n: Fraction(n, 100))
all_policies = st.builds(
    MeterPolicies,
    reseed_source=st.sampled_from(ReseedSource),
    award_rounding=st.sampled_from(AwardRounding),
    share_remainder=st.sampled_from(ShareRemainder),
    below_seed=st.sampled_from(BelowSeed),
    partial_award_source=st.sampled_from(PartialAwardSource),
    multi_winner=st.sampled_from(MultiWinner),
    overflow=st.sampled_from(Overflow),
    limit_micros=st.none() | st.integers(200_000 * DOLLAR, 300_000 * DOLLAR),
    winner_floor_micros=st.integers(0, 100).map(lambda n: n * CENT),
)
all_terms = st.builds(Terms, st.none() | amounts, st.none() | amounts, rates, rates)
shares = st.sampled_from([Fraction(1), TENTH, Fraction(1, 4), Fraction(1, 2), Fraction(1, 3)])
requests = st.lists(st.builds(AwardRequest, shares, st.integers(1, 7)), min_size=1, max_size=5)
steps = st.lists(
    st.one_of(
        st.integers(1, 500).map(lambda n: n * DOLLAR),
        requests,
        st.tuples(st.sampled_from(Pool), st.integers(-(10**9), 10**9)),
        st.sampled_from(["reverse", "park"]),
    ),
    max_size=25,
)


@settings(max_examples=200, deadline=None)
@given(all_terms, amounts, all_policies, steps)
def test_money_is_conserved_and_no_pool_is_ever_negative(
    the_terms: Terms, opening: int, policies: MeterPolicies, todo: list[object]
) -> None:
    state, move = open_meter(the_terms, opening if the_terms.seed_micros is None else None, policies)
    moves: list[Move] = [move]
    made: list[tuple[Move, int]] = []
    handed_over = 0
    for step in todo:
        if isinstance(step, int):
            state, move = contribute(state, the_terms, step, policies)
            made.append((move, state.starts))
            moves.append(move)
        elif isinstance(step, list):
            state, record = award_round(state, the_terms, step, policies)
            moves.extend(record.moves)
            for award in record.awards:
                assert all(payment % CENT == 0 and payment >= 0 for payment in award.payments)
                assert award.paid == award.from_meter + award.from_house
                assert len(award.payments) == award.request.players
                handed_over += award.paid
        elif step == "reverse" and made:
            state, move = reverse(state, *made.pop())
            moves.append(move)
        elif step == "park":
            state, move = park(state)
            moves.append(move)
        elif isinstance(step, tuple):
            pool, amount = step
            try:
                state, move = adjust(state, amount, cause=AdjustmentCause.MALFUNCTION, reference="r", pool=pool, policies=policies)
            except MeterError:
                continue
            moves.append(move)
        assert state.held == state.expected
        assert min(pool_of(state, pool) for pool in Pool) >= 0
        assert 0 <= state.seeded <= state.value
        assert policies.limit_micros is None or state.value <= policies.limit_micros
    assert replay(moves) == state
    assert handed_over == state.awarded + state.house_paid


@settings(max_examples=200, deadline=None)
@given(amounts, shares, st.integers(1, 7), st.sampled_from(AwardRounding), st.sampled_from(ShareRemainder))
def test_a_divided_award_is_the_award_less_fewer_cents_than_players(
    meter: int, share: Fraction, players: int, rounding: AwardRounding, remainder: ShareRemainder
) -> None:
    policies = MeterPolicies(award_rounding=rounding, share_remainder=remainder)
    _, record = award_divided(given_meter(meter), terms(), share, players, policies)
    whole = round_award(share * meter, rounding)
    missing = whole - record.awards[0].paid
    assert 0 <= missing < players * CENT
    assert remainder is ShareRemainder.STAYS_ON_METER or missing == 0
    assert max(record.awards[0].payments) - min(record.awards[0].payments) <= CENT


# The reserve at an award ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after_settlement", [False, True])
def test_the_reserve_at_an_award_holds_as_many_wagers_as_rounds_since_the_last(after_settlement: bool) -> None:
    """Also where contributions enter after the settlement: the wager of the round that won last is then on the new meter."""
    terms = Terms(0, 0, Fraction(1, 5), Fraction(1, 50))
    state, _ = open_meter(terms)
    found = []
    for turn in range(1, 40):
        if not after_settlement:
            state, _ = contribute(state, terms, 1_000_000)
        if turn in {4, 5, 11, 39}:
            found.append(state.reserve)
            state, _ = award_all(state, terms)
        if after_settlement:
            state, _ = contribute(state, terms, 1_000_000)
    assert [each / 20_000 for each in found] == [3 if after_settlement else 4, 1, 6, 28]
