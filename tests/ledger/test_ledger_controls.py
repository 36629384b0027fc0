"""One test per control that a progressive system keeps, named after its number in docs/guarantees.md. Both stores."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from ledger_world import (
    CENT,
    DEALERS,
    DOLLAR,
    GAME,
    OWN,
    TENTH,
    TERMS,
    World,
    bets,
    configuration,
    make_world,
    micros,
    win,
)

from pitbook.ledger import acts, awards, daily, faults, meters, people, reports, rounds, slips, verify
from pitbook.ledger.desk import Receipt
from pitbook.ledger.errors import KeyReusedError, NotAllowedError, RefusedError
from pitbook.ledger.event_log import build_up, event_log
from pitbook.ledger.events import EventKind, utc_text
from pitbook.ledger.faults import FaultCode, FaultScope
from pitbook.ledger.people import Role
from pitbook.ledger.records import AwardStatus, LinkRow, MeterStatus
from pitbook.ledger.report_answers import verification_answer
from pitbook.ledger.report_parts import Period, program_version
from pitbook.ledger.rounds import FixedAward, RoundResult, Wager
from pitbook.ledger.terms import Controls, MeterPerAmount, ParameterChange
from pitbook.progressive import AdjustmentCause, MultiWinner, Overflow, Pool, Terms

pytest_plugins = ["ledger_fixtures"]


def new_meter(world: World, name: str, *, amount: int = DOLLAR, table: str | None = None, **config: Any) -> Receipt:
    """A further meter on link ``main``; with ``table``, its own-hand wager feeds it."""
    opening = config.pop("opening", None)
    made = meters.open_meter(
        world.ledger,
        name,
        amount_micros=amount,
        configuration=configuration(**config),
        opening_micros=opening,
        actor=world.actor("ann"),
    )
    if table:
        join(world, name, table, amount=amount)
    return made


def join(world: World, meter: str, table: str, **other: Any) -> Receipt:
    """Let a table's own-hand wager feed a meter."""
    asked: dict[str, Any] = {"game": GAME, "wager": OWN, "paytable": "standard", "amount": DOLLAR, **other}
    return meters.add_member(
        world.ledger,
        meter,
        table_id=table,
        game=asked["game"],
        wager=asked["wager"],
        paytable=asked["paytable"],
        amount_micros=asked["amount"],
        terms=asked.get("terms"),
        actor=world.actor("ann"),
    )


def reconfigure(world: World, new: Any, meter: str = "hb", by: str = "sue") -> Receipt:
    """Propose other parameters."""
    return acts.propose_configuration(world.ledger, meter, new, "memo 1", actor=world.actor(by))


def adjust(world: World, amount: int, meter: str = "hb", **other: Any) -> Receipt:
    """Propose a correction."""
    asked: dict[str, Any] = {"cause": AdjustmentCause.MALFUNCTION, "reference": "memo 2", **other}
    return acts.propose_adjustment(world.ledger, meter, amount, actor=world.actor("sue"), **asked)


def read_sign(world: World, shown: int) -> Receipt:
    """A reading of the sign by accounting."""
    return daily.read_meter(world.ledger, "hb", shown, table_id="T1", actor=world.actor("al"))


# --- parameters -----------------------------------------------------------------------------------------------------


def test_r1_seed_and_reseed_are_two_fields(world: World) -> None:
    assert world.value() == micros("10000")
    world.record(win(5))
    assert world.value() == micros("0.40")  # the reserve of five wagers; the printed reseed is $0
    terms = meters.show_meter(world.ledger, "hb").configuration.terms
    assert (terms.seed_micros, terms.reseed_micros) == (micros("10000"), 0)


def test_r2_the_increment_is_an_exact_rate_even_if_zero(world: World) -> None:
    new_meter(world, "still", table="T5", terms=Terms(micros("100"), micros("100"), Fraction(0)))
    world.record(table="T5", wagers=bets(1))
    assert world.value("still") == micros("100")
    assert json.loads(world.meter("still").configuration)["terms"]["increment"] == "0"
    assert json.loads(world.meter("hb").configuration)["terms"]["increment"] == "21/100"


def test_r3_the_reserve_has_its_own_rate_and_pool(world: World) -> None:
    world.record()
    state = world.meter().state
    assert (state.value - micros("10000"), state.reserve) == (micros("1.05"), micros("0.40"))


def test_r4_terms_go_with_game_wager_paytable_and_amount(world: World) -> None:
    with pytest.raises(RefusedError, match="serves wagers of"):
        join(world, "hb", "T3", amount=5 * DOLLAR)
    with pytest.raises(RefusedError, match="by paytable standard, not B"):
        join(world, "hb", "T1", paytable="B", amount=DOLLAR)
    with pytest.raises(RefusedError, match="are not those of meter hb"):
        join(world, "hb", "T3", terms=replace(TERMS, increment=Fraction(22, 100)))
    join(world, "hb", "T3", terms=TERMS)
    with pytest.raises(RefusedError, match="dealt by paytable B, but table T1 was joined with standard"):
        world.record(wagers=(Wager(1, OWN, DOLLAR, paytable="B"),))
    world.record(wagers=(Wager(1, OWN, DOLLAR, paytable="standard"),))


def test_r5_three_forms_of_seed(world: World) -> None:
    assert world.value() == micros("10000")  # dollars for 1, at $1
    at_five = Terms(5 * micros("10000"), 0, Fraction(21, 100), Fraction(8, 100))
    new_meter(world, "hb-5", amount=5 * DOLLAR, terms=at_five)  # a multiple of the wager
    assert world.value("hb-5") == micros("50000")
    without = Terms(None, None, Fraction(15, 100), Fraction(3, 100))
    with pytest.raises(RefusedError, match="opening amount is required"):
        new_meter(world, "harmony", terms=without)
    new_meter(world, "harmony", terms=without, opening=micros("5000"))
    assert world.value("harmony") == micros("5000")


def test_r6_a_limit_is_optional_and_money_above_it_overflows(world: World) -> None:
    assert meters.show_meter(world.ledger, "hb").configuration.policies.limit_micros is None
    for number, (limit, shown, above) in enumerate(
        [("10000.22", "10000.21", "0"), ("10000.21", "10000.21", "0"), ("10000.20", "10000.20", "0.01")]
    ):
        name, table = f"limited-{number}", f"L{number}"
        new_meter(world, name, table=table, terms=TERMS, limit_micros=micros(limit))
        world.record(table=table, wagers=bets(1))
        state = world.meter(name).state
        assert (state.value, state.overflow) == (micros(shown), micros(above))
    new_meter(world, "gone", table="L9", terms=TERMS, limit_micros=micros("10000"), overflow=Overflow.TO_REVENUE)
    world.record(table="L9", wagers=bets(1))
    assert world.meter("gone").state.revenue == micros("0.21")


@pytest.mark.parametrize(("wagers", "refused"), [(2, False), (3, False), (4, True)])
def test_r7_an_implausible_contribution_is_refused_and_logged(world: World, wagers: int, refused: bool) -> None:
    limited = Controls(contribution_threshold_micros=3 * micros("0.29"))
    new_meter(world, "watched", table="T5", terms=TERMS, controls=limited)
    before = world.meter("watched").state
    seats = bets(*range(1, wagers + 1))
    if not refused:
        world.record(table="T5", wagers=seats)
        return
    with pytest.raises(RefusedError, match="implausible"):
        world.record(table="T5", wagers=seats)
    assert world.meter("watched").state == before
    event = world.last()
    assert event.kind == EventKind.CONTRIBUTION_REFUSED
    assert json.loads(event.body)["contribution"] == 4 * micros("0.29")


# --- meters kept ----------------------------------------------------------------------------------------------------


def test_r11_the_display_is_the_meter_in_whole_cents(world: World) -> None:
    new_meter(world, "fine", table="T5", terms=Terms(micros("100"), 0, Fraction(333, 100_000)))
    world.record(table="T5", wagers=bets(1, 2, 3, 4))
    assert world.value("fine") == micros("100.01332")
    shown = meters.display(meters.show_meter(world.ledger, "fine"))
    assert (shown.amount, shown.working) == (micros("100.01"), True)


def test_r12_machine_paid_attendant_paid_and_cumulative(world: World) -> None:
    world.record(win(5, share=TENTH), win(3, share=TENTH))
    first, second = world.awards()
    for award, how in ((first, awards.PaidHow.ATTENDANT), (second, awards.PaidHow.MACHINE)):
        world.approve(award, "sue")
        world.approve(award, "al")
        awards.pay_award(world.ledger, award.award_id, how=how, actor=world.actor("sue"))
    (row,) = reports.liability(world.ledger, "main").rows
    assert (row["attendant_paid"], row["machine_paid"]) == (first.amount, second.amount)
    assert row["paid"] == first.amount + second.amount


def test_r13_wagers_hits_and_wins_by_level_and_in_total(world: World) -> None:
    fixed = FixedAward(2, OWN, "flush", micros("50"))
    world.record(result=RoundResult((win(5), win(4, share=TENTH, outcome="straight-flush")), (fixed,)))
    world.record(win(1))
    rows = {row["level"]: (row["hits"], row["wins"]) for row in reports.levels(world.ledger, "main").rows}
    first, straight, second = (each.amount for each in world.awards())
    assert rows["royal-flush"] == (2, first + second)
    assert rows["straight-flush"] == (1, straight)
    assert rows["flush"] == (1, micros("50"))
    assert rows["total"] == (4, first + second + straight + micros("50"))
    assert world.meter().state.wagered == micros("10")


def test_r14_overflow_and_reserve_meters(world: World) -> None:
    new_meter(world, "limited", table="T5", terms=TERMS, limit_micros=micros("10000.10"))
    world.record(table="T5", wagers=bets(1))
    row = next(row for row in reports.liability(world.ledger, "main").rows if row["meter"] == "limited")
    assert (row["overflow"], row["reserve"]) == (micros("0.11"), micros("0.08"))


def test_r15_positive_and_negative_adjustments_are_counted_apart(world: World) -> None:
    world.carry_out(adjust(world, micros("5")))
    world.carry_out(adjust(world, -micros("2")))
    state = world.meter().state
    assert (state.adjusted_up, state.adjusted_down, state.value) == (micros("5"), micros("2"), micros("10003"))
    assert state.held == state.expected


def test_r16_displayed_and_current_value_apart(world: World) -> None:
    new_meter(world, "limited", table="T5", terms=TERMS, limit_micros=micros("10000.10"))
    world.record(table="T5", wagers=bets(1, 2))
    state = world.meter("limited").state
    assert (state.value, state.current) == (micros("10000.10"), micros("10000.42"))
    assert state.overflow == state.current - state.value


def test_r17_all_hits_are_kept(world: World) -> None:
    for number in range(30):
        world.record(win(5, share=TENTH), wagers=bets(5), round_id=f"hit-{number}")
    rows = reports.hits(world.ledger, "main").rows
    assert [row["round"] for row in rows] == [f"hit-{number}" for number in range(30)]


# --- contributions --------------------------------------------------------------------------------------------------


def test_r18_only_an_accepted_wager_counts(world: World) -> None:
    rounds.open_round(world.ledger, "r", "T1", GAME)
    rounds.accept_wager(world.ledger, "r", Wager(2, OWN, DOLLAR))
    for wrong, words in (
        (Wager(3, OWN, 2 * DOLLAR), r"no meter takes \$2\.00 at table T1"),
        (Wager(3, "pair-plus", DOLLAR), "no meter takes"),
        (Wager(0, OWN, DOLLAR), "numbered from 1"),
        (Wager(2, OWN, DOLLAR), "already|placed"),
    ):
        with pytest.raises(RefusedError, match=words):
            rounds.accept_wager(world.ledger, "r", wrong, key=f"other-{wrong}")
    rounds.lock_round(world.ledger, "r")
    assert world.meter().state.wagered == DOLLAR
    with pytest.raises(RefusedError, match="seat 3 placed no such wager"):
        rounds.record_result(world.ledger, "r", RoundResult((win(3),)))


def test_r19_nothing_after_lock_out(world: World) -> None:
    rounds.open_round(world.ledger, "r", "T1", GAME)
    rounds.accept_wager(world.ledger, "r", Wager(2, OWN, DOLLAR))
    rounds.lock_round(world.ledger, "r")
    before = world.meter()
    with pytest.raises(RefusedError, match="no wager is accepted after lock-out"):
        rounds.accept_wager(world.ledger, "r", Wager(3, OWN, DOLLAR))
    assert world.meter() == before
    event = world.last()
    assert event.kind == EventKind.WAGER_REFUSED
    assert json.loads(event.body)["wager"]["seat"] == 3
    with pytest.raises(RefusedError, match="only an open round is locked"):
        rounds.lock_round(world.ledger, "r", bets(3), key="again")


def test_r20_parts_of_a_cent_are_carried_and_a_sign_never_shows_less(world: World) -> None:
    thin = Terms(micros("100"), 0, Fraction(333, 100_000))
    new_meter(world, "thin", amount=50 * DOLLAR, table="T5", terms=thin)
    for number in range(20):
        world.record(table="T5", wagers=bets(1, amount=50 * DOLLAR), round_id=f"thin-{number}")
    assert world.value("thin") == micros("100") + 20 * micros("0.1665")
    results = {cents: daily.rise_is_right(micros("0.1665"), cents * CENT) for cents in (15, 16, 17, 18)}
    assert results == {15: False, 16: True, 17: True, 18: False}


def test_r21_how_a_jackpot_was_built_from_its_first_wager(world: World) -> None:
    world.record(round_id="before")
    world.record(win(5), round_id="won")
    world.record(table="T2", wagers=bets(1), round_id="after-1")
    world.record(wagers=bets(1, wager=DEALERS), round_id="after-2")
    rows = build_up(world.ledger, world.meter()).rows
    assert [(row["round"], row["table"]) for row in rows] == [("won", "T1"), ("after-1", "T2"), ("after-2", "T1")]
    start = rows[0]["value"]
    assert start + sum(row["change"] for row in rows[1:]) == rows[-1]["value"] == world.value()


def test_r22_what_is_owed_to_players(world: World) -> None:
    world.record()
    (row,) = reports.liability(world.ledger, "main").rows
    assert (row["seed"], row["incremental"], row["reserve"]) == (micros("10000"), micros("1.05"), micros("0.40"))
    assert row["owed_to_players"] == micros("1.45")


def test_r23_a_void_round_is_reversed_by_a_new_event(world: World) -> None:
    before = world.meter()
    world.record(round_id="r")
    recorded = world.last()
    receipt = rounds.void_round(world.ledger, "r", "misdeal", actor=world.actor("sue"))
    assert world.meter() == before
    assert receipt.content["reverses"] == [recorded.seq, recorded.seq]
    assert world.events()[recorded.seq - 1] == recorded


def test_r23_what_a_winner_has_carried_off_the_house_bears(world: World) -> None:
    rounds.open_round(world.ledger, "r", "T1", GAME)
    rounds.lock_round(world.ledger, "r", bets(1, 2))
    world.record(win(1), table="T2", wagers=bets(1), round_id="won elsewhere")
    before = world.meter().state
    rounds.void_round(world.ledger, "r", "misdeal", actor=world.actor("sue"))
    after = world.meter().state
    assert (after.value, after.reserve) == (before.value, before.reserve)
    assert after.from_house - before.from_house == micros("0.58")
    assert after.wagered == before.wagered - 2 * DOLLAR
    world.all_fits()


def test_r24_the_sign_says_that_a_part_funds_a_later_start(world: World) -> None:
    assert any("(8%) funds a later start" in note for note in meters.display(meters.show_meter(world.ledger, "hb")).notices)
    new_meter(world, "plain", terms=replace(TERMS, reserve=Fraction(0)))
    notices = meters.display(meters.show_meter(world.ledger, "plain")).notices
    assert not any("later start" in note for note in notices)


# --- awards ---------------------------------------------------------------------------------------------------------


def test_r25_an_award_is_the_meter_at_the_seats_turn_with_the_rounds_wagers_in(world: World) -> None:
    world.record(win(5, share=TENTH, outcome="straight-flush"), win(2))
    first, second = world.awards()
    assert first.meter_before == micros("10001.05")
    assert (first.amount, second.amount) == (micros("1000.10"), micros("9000.95"))


def test_r26_one_row_per_wager(world: World) -> None:
    with pytest.raises(RefusedError, match="one row is paid per wager"):
        world.record(win(5), win(5, share=TENTH, outcome="straight-flush"))
    lines = bets(5) + bets(5, wager=DEALERS)
    world.record(win(5), win(5, share=TENTH, wager=DEALERS, outcome="straight-flush"), wagers=lines)
    assert len(world.awards()) == 2


def test_r27_hits_of_linked_tables_have_a_recorded_order(world: World) -> None:
    for table in ("T1", "T2"):
        rounds.open_round(world.ledger, f"{table}-r", table, GAME)
        rounds.lock_round(world.ledger, f"{table}-r", bets(1))
    rounds.record_result(world.ledger, "T2-r", RoundResult((win(1),)))
    rounds.record_result(world.ledger, "T1-r", RoundResult((win(1),)))
    rows = reports.hits(world.ledger, "main").rows
    assert [row["table"] for row in rows] == ["T2", "T1"]
    assert rows[0]["order"] < rows[1]["order"]
    assert rows[0]["amount"] == micros("10000.42")
    assert rows[1]["amount"] == micros("0.16")  # the restarted meter: both tables' reserve


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (MultiWinner.IN_TURN, "one after another"),
        (MultiWinner.EQUAL_SPLIT, "divide it equally"),
        (MultiWinner.LOWER_AWARD_FIRST, "lower award is paid first"),
    ],
)
def test_r28_players_are_told_what_happens_with_several_winners(world: World, rule: MultiWinner, words: str) -> None:
    new_meter(world, "told", terms=TERMS, multi_winner=rule)
    assert words in meters.display(meters.show_meter(world.ledger, "told")).notices[0]


def test_r29_a_shared_hand_is_divided_equally_and_charged_once(world: World) -> None:
    lines = bets(1, 3, 6, wager=DEALERS)
    before = world.value() + 3 * micros("0.21")
    world.record(win(6, 3, 1, share=TENTH, wager=DEALERS, outcome="straight-flush"), wagers=lines)
    each = [award.amount for award in world.awards()]
    assert each == [micros("333.35")] * 3
    assert world.value() == before - 3 * micros("333.35")
    assert world.meter().state.hits == 1


def test_r30_envy_never_for_the_own_or_the_dealers_hand_and_once_per_hand(world: World) -> None:
    def envy(seat: int, from_seat: int, outcome: str = "royal-flush") -> FixedAward:
        return FixedAward(seat, OWN, outcome, micros("1000"), from_seat)

    lines = (Wager(1, OWN, DOLLAR, "kim"), Wager(2, OWN, DOLLAR, "kim"), Wager(4, OWN, DOLLAR, "lee"))
    for wrong, words in (
        ((envy(4, 4),), "hand of their own"),
        ((envy(2, 1),), "hand of their own"),
        ((envy(4, 0),), "never the dealer's"),
        ((envy(4, 1), envy(4, 1)), "listed twice"),
        ((envy(5, 1),), "no such wager was placed"),
    ):
        with pytest.raises(RefusedError, match=words):
            world.record(wagers=lines, result=RoundResult((), wrong))
    before = world.value()
    world.record(wagers=lines, result=RoundResult((), (envy(4, 1), envy(4, 2))))
    assert world.value() == before + 3 * micros("0.21")
    assert not reports.levels(world.ledger, "main").rows  # an envy is no hit of its own


def test_r32_the_award_is_fixed_the_meter_restarts_and_other_tables_play_on(world: World) -> None:
    world.record(win(5))
    (award,) = world.awards()
    assert (award.status, award.amount) == (AwardStatus.PENDING, micros("10001.05"))
    restarted = world.value()
    world.record(table="T2", wagers=bets(1))
    assert world.value() == restarted + micros("0.21")
    assert world.awards() == [award]


def test_r33_locked_and_paid_are_two_states_and_neither_is_repeated(world: World) -> None:
    world.record(win(5), round_id="r")
    state = world.meter().state
    again = make_world(world.url)  # as after the death of the process
    again.clock.now = world.clock.now
    assert again.record(win(5), round_id="r").repeated
    assert again.meter().state == state
    (award,) = again.awards()
    again.approve(award, "sue")
    assert again.approve(award, "sue").repeated
    again.approve(award, "al")
    first = awards.pay_award(again.ledger, award.award_id, actor=again.actor("sue"))
    second = awards.pay_award(again.ledger, award.award_id, actor=again.actor("sue"))
    assert (second.seq, second.repeated) == (first.seq, True)
    with pytest.raises(KeyReusedError):
        awards.pay_award(again.ledger, award.award_id, actor=again.actor("al"))
    with pytest.raises(RefusedError, match="is paid"):
        awards.pay_award(again.ledger, award.award_id, actor=again.actor("al"), key="another try")
    assert again.meter().attendant_paid == award.amount
    again.ledger.close()


def test_r34_hand_wager_amount_and_deck_are_confirmed_by_two_people(world: World) -> None:
    world.record(win(5), actor=world.actor("dan"))
    (award,) = world.awards()
    for wrong, words in (
        ({"amount_micros": award.amount + CENT}, "the award is"),
        ({"wager_micros": 5 * DOLLAR}, "the accepted wager is"),
        ({"hand": " "}, "the hand was not confirmed"),
        ({"deck_checked": False}, "the deck was not checked"),
    ):
        with pytest.raises(RefusedError, match=words):
            world.approve(award, "sue", **wrong)
        assert world.last().kind == EventKind.AWARD_REFUSED
    with pytest.raises(RefusedError, match="only an approved one is paid"):
        awards.pay_award(world.ledger, award.award_id, actor=world.actor("sue"))
    world.approve(award, "sue")  # the dealer who recorded it is the other
    assert world.awards()[0].status == AwardStatus.APPROVED


def test_r34_a_hand_named_by_its_cards_must_have_been_dealt(world: World) -> None:
    evidence = {"dealer": "9h 8h 3h", "community": "Ah Kh", "seat 5": "Qh Jh Th", "seat 2": "As Ad Ac"}
    world.record(result=RoundResult((win(5),), evidence=evidence))
    (award,) = world.awards()
    for hand in ("As Ad Ac Ah Kh", "Qh Jh Th Ah Ks"):
        with pytest.raises(RefusedError, match="was not dealt to seat 5"):
            world.approve(award, "sue", hand=hand)
        assert world.last().kind == EventKind.AWARD_REFUSED
    world.approve(award, "sue", hand="Ah Kh Qh Jh Th")


def test_r34_nobody_signs_twice_for_an_award(world: World) -> None:
    world.record(win(5))
    (award,) = world.awards()
    world.approve(award, "sue")
    assert world.awards()[0].status == AwardStatus.PENDING
    with pytest.raises(NotAllowedError, match="has signed already"):
        world.approve(award, "sue", key="again", hand="a royal flush")
    assert world.last().kind == EventKind.AWARD_REFUSED
    world.record(win(5), actor=world.actor("sam"))
    with pytest.raises(NotAllowedError, match="recorded the result"):
        world.approve(world.awards()[1], "sam")


@pytest.mark.parametrize(("threshold", "signatures"), [("1000.11", 1), ("1000.10", 2), ("1000.09", 2)])
def test_r34_a_filed_threshold_for_the_second_person(world: World, threshold: str, signatures: int) -> None:
    filed = Controls(dual_control_from_micros=micros(threshold))
    new_meter(world, "filed", table="T5", terms=TERMS, controls=filed)
    world.record(win(5, share=TENTH), table="T5")
    (award,) = world.awards()
    assert award.amount == micros("1000.10")
    world.approve(award, "sue")
    assert (world.awards()[0].status == AwardStatus.APPROVED) is (signatures == 1)


def test_r35_money_is_shown_in_dollars_and_cents(world: World) -> None:
    world.record(win(5, share=TENTH))
    assert meters.display(meters.show_meter(world.ledger, "hb")).amount % CENT == 0
    assert all(award.amount % CENT == 0 for award in world.awards())
    with pytest.raises(RefusedError, match=r"the award is \$1,000\.10, not \$1,000\.00"):
        world.approve(world.awards()[0], "sue", amount_micros=micros("1000"))


# --- decreases, changes, endings ------------------------------------------------------------------------------------


def test_r36_a_meter_falls_only_by_the_listed_causes(world: World) -> None:
    world.record(round_id="void-me")
    rounds.void_round(world.ledger, "void-me", "misdeal", actor=world.actor("sue"))
    world.record(win(5, share=TENTH))
    world.carry_out(adjust(world, -CENT))
    moved = acts.propose_transfer(world.ledger, "hb", "far", CENT, reference="memo 3", actor=world.actor("sue"))
    world.carry_out(moved)
    closed = acts.propose_closing(world.ledger, "hb", reference="memo 4", actor=world.actor("sue"))
    world.carry_out(closed)
    rows = reports.falls(world.ledger, "main").rows
    assert [row["reason"] for row in rows] == [
        "void round or test", "payment", "malfunction", "transfer-out", "closing",
    ]  # fmt: skip
    allowed = {"malfunction", "reduction-to-limit", "accounting-correction"}
    assert {cause.value for cause in AdjustmentCause} == allowed


def test_r37_each_fall_has_a_reason_a_document_and_a_person(world: World) -> None:
    with pytest.raises(RefusedError, match="needs a cause"):
        adjust(world, -CENT, cause=None)
    with pytest.raises(RefusedError, match="document reference"):
        adjust(world, -CENT, reference=" ")
    world.record(round_id="r")
    with pytest.raises(RefusedError, match="needs a reason"):
        rounds.void_round(world.ledger, "r", " ", actor=world.actor("sue"))
    with pytest.raises(NotAllowedError, match="somebody must sign in"):
        rounds.void_round(world.ledger, "r", "misdeal")
    world.carry_out(adjust(world, -CENT))
    (row,) = reports.falls(world.ledger, "main").rows
    assert (row["reason"], row["reference"], row["people"]) == ("malfunction", "memo 2", ["sue", "al"])


@pytest.mark.parametrize(("limit", "refused"), [("10000.20", True), ("10000.21", False), ("10000.22", False)])
def test_r38_a_limit_is_not_set_below_the_meter(world: World, limit: str, refused: bool) -> None:
    world.record(wagers=bets(1))
    assert world.value() == micros("10000.21")
    wanted = configuration(TERMS, limit_micros=micros(limit))
    before = world.events()
    if refused:
        with pytest.raises(RefusedError, match="is below the meter"):
            reconfigure(world, wanted)
        assert world.events() == before
    else:
        world.carry_out(reconfigure(world, wanted))
        notices = meters.display(meters.show_meter(world.ledger, "hb")).notices
        assert not any("does not rise above" in note for note in notices)  # posted when in force: from the next start
        world.record(win(1), wagers=bets(1))
        notices = meters.display(meters.show_meter(world.ledger, "hb")).notices
        assert any("does not rise above" in note for note in notices)


@pytest.mark.parametrize(
    ("policy", "left", "from_meter"),
    [("allow", "9000.19", True), ("top-up-to-seed", "10000", True), ("house-pays-share", "10000.21", False)],
)
def test_r39_below_the_reset_amount(world: World, policy: str, left: str, from_meter: bool) -> None:
    from pitbook.progressive import BelowSeed

    terms = replace(TERMS, reseed_micros=micros("10000"))
    new_meter(world, "floor", table="T5", terms=terms, below_seed=BelowSeed(policy))
    world.record(win(1, share=TENTH), table="T5", wagers=bets(1))
    (award,) = world.awards()
    assert award.amount == micros("1000.02")
    assert (award.from_meter == award.amount) is from_meter
    assert world.value("floor") == micros(left)


def test_r40_parameters_change_only_from_the_next_start(world: World) -> None:
    new = configuration(replace(TERMS, increment=Fraction(10, 100), reseed_micros=micros("500")))
    world.carry_out(reconfigure(world, new))
    world.record(wagers=bets(1))
    assert world.value() == micros("10000.21")  # the running meter goes on as it was filed
    won = world.record(win(1), wagers=bets(1))
    assert won.content["rates"] == {"hb": ["21/100", "2/25"]}  # by which its wagers fed the meter, although it starts anew
    assert world.value() == micros("500.16")
    assert world.record(wagers=bets(1)).content["rates"] == {"hb": ["1/10", "2/25"]}
    assert world.value() == micros("500.26")
    strict = Controls(parameter_change=ParameterChange.REFUSE)
    new_meter(world, "strict", terms=TERMS, controls=strict)
    with pytest.raises(RefusedError, match="parameter-change = refuse"):
        reconfigure(world, new, "strict")


def test_r40_tables_do_not_leave_in_the_middle_of_a_round(world: World) -> None:
    rounds.open_round(world.ledger, "r", "T2", GAME)
    with pytest.raises(RefusedError, match="finish it first"):
        meters.remove_member(world.ledger, "hb", table_id="T2", actor=world.actor("ann"))
    closing = acts.propose_closing
    with pytest.raises(RefusedError, match="finish it first"):
        closing(world.ledger, "hb", reference="memo", actor=world.actor("sue"))


def test_r41_each_change_records_old_new_who_and_when(world: World) -> None:
    new = configuration(replace(TERMS, increment=Fraction(10, 100)), limit_micros=micros("90000"))
    made = world.carry_out(reconfigure(world, new))
    rows = reports.changes(world.ledger, "main").rows
    assert {(row["parameter"], row["old"], row["new"]) for row in rows} == {
        ("terms.increment", "21/100", "1/10"),
        ("policies.limit_micros", None, micros("90000")),
    }
    assert {(row["proposed_by"], row["approved_by"], row["at"]) for row in rows} == {("sue", "al", made.at)}


def test_r42_a_meter_is_never_set_by_hand(world: World) -> None:
    import inspect

    # No step takes a meter's new figure: corrections are differences, and with a cause.
    for module in (meters, acts, rounds, daily, awards):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__:
                continue
            assert not name.startswith("set_"), name
            if not name.startswith("_"):
                assert "value_micros" not in inspect.signature(function).parameters, name
    with world.ledger.store.writing(["main"]) as session:  # and a figure set in the database is found
        session.run("UPDATE meters SET value = value + 1 WHERE name = 'hb'")
    assert not verify.verify(world.ledger).good


def test_r43_closing_parks_or_transfers_what_belongs_to_players(world: World) -> None:
    world.record()
    world.carry_out(acts.propose_closing(world.ledger, "hb", reference="memo", actor=world.actor("sue")))
    closed = world.meter()
    assert closed.status == MeterStatus.CLOSED
    assert (closed.state.value, closed.state.parked) == (0, micros("1.45"))
    assert closed.state.revenue == micros("10000")  # the house's seed goes back to the house
    with pytest.raises(RefusedError, match="is closed"):
        world.record()
    later = acts.propose_transfer(
        world.ledger,
        "hb",
        "far",
        micros("1.45"),
        reference="memo 5",
        from_pool=Pool.PARKED,
        actor=world.actor("sue"),
    )
    world.carry_out(later)
    assert (world.meter().state.parked, world.value("far")) == (0, micros("10001.45"))
    received = world.last("second")
    assert json.loads(received.body)["from"] == "hb"


def test_r43_closing_into_a_like_meter(world: World) -> None:
    world.record()
    made = acts.propose_closing(world.ledger, "hb", into="far", reference="memo", actor=world.actor("sue"))
    world.carry_out(made)
    far = world.meter("far").state
    assert (far.value, far.reserve) == (micros("10001.05"), micros("0.40"))
    assert world.meter().state.held == 0
    world.all_fits()


# --- faults, access -------------------------------------------------------------------------------------------------


def break_controller(world: World, scope: FaultScope = FaultScope.LINK, subject: str = "main") -> str:
    """Declare a fault; gives its id."""
    made = faults.set_fault(world.ledger, "main", scope, subject, FaultCode.MEMORY, "memory test", actor=world.actor("sue"))
    return str(made.content["fault"])


def test_r45_out_of_order_after_a_failed_check_until_cleared(world: World) -> None:
    with world.ledger.store.writing(["main"]) as session:
        session.run("UPDATE meters SET configuration = '{}' WHERE name = 'hb'")
    misfits = verify.self_check(world.ledger)
    assert [each.what for each in misfits] == ["the configuration does not match its check value"]
    fault = break_controller(world)
    with pytest.raises(RefusedError, match="out of order"):
        rounds.open_round(world.ledger, "r", "T1", GAME)
    with pytest.raises(NotAllowedError):
        faults.clear_fault(world.ledger, fault)
    faults.clear_fault(world.ledger, fault, "mended", actor=world.actor("sue"))
    rounds.open_round(world.ledger, "r", "T1", GAME)


def test_r46_a_fault_of_the_controller_stops_wagers_at_every_linked_table(world: World) -> None:
    fault = break_controller(world)
    before = world.meter()
    for table in ("T1", "T2"):
        with pytest.raises(RefusedError, match="no wager is accepted"):
            world.record(table=table, wagers=bets(1))
        assert world.last().kind == EventKind.WAGER_REFUSED
    assert world.meter() == before
    world.record(table="T9", wagers=bets(1))  # another link goes on
    faults.clear_fault(world.ledger, fault, actor=world.actor("sue"))
    world.record(wagers=bets(1))


def test_r46_a_fault_of_a_table_or_a_meter_stops_only_that(world: World) -> None:
    table = break_controller(world, FaultScope.TABLE, "T1")
    with pytest.raises(RefusedError, match="table T1 is out of order"):
        world.record(wagers=bets(1))
    world.record(table="T2", wagers=bets(1))
    faults.clear_fault(world.ledger, table, actor=world.actor("sue"))
    break_controller(world, FaultScope.METER, "hb")
    with pytest.raises(RefusedError, match="meter hb is out of order"):
        world.record(table="T2", wagers=bets(1))


def test_r47_after_recovery_the_earlier_state_is_there(world: World) -> None:
    rounds.open_round(world.ledger, "r", "T1", GAME)
    rounds.accept_wager(world.ledger, "r", Wager(2, OWN, DOLLAR))
    fault = break_controller(world)
    before = world.meter()
    again = make_world(world.url)
    again.clock.now = world.clock.now
    assert again.meter() == before
    faults.clear_fault(again.ledger, fault, actor=again.actor("sue"))
    rounds.lock_round(again.ledger, "r")
    assert again.meter().state.wagered == DOLLAR
    again.ledger.close()


def test_r48_self_check_with_check_values_of_256_bits(world: World) -> None:
    assert verify.self_check(world.ledger) == []
    with world.ledger.store.reading() as session:
        from pitbook.ledger.unit import Unit

        row = Unit(world.ledger.store, session).get(LinkRow, "main")
    assert row is not None
    assert len(bytes.fromhex(row.configuration_check)) * 8 == 256
    with world.ledger.store.writing(["main"]) as session:
        session.run("UPDATE members SET amount = 5000000 WHERE table_id = 'T2'")
    assert [each.where for each in verify.self_check(world.ledger)] == ["links main"]


def test_r49_the_fault_is_on_the_display(world: World) -> None:
    break_controller(world)
    shown = meters.display(meters.show_meter(world.ledger, "hb"))
    assert not shown.working
    assert any("Out of order" in note for note in shown.notices)


@pytest.mark.parametrize(("off", "fault"), [("-0.02", True), ("-0.01", False), ("0.01", False), ("0.02", True)])
def test_r50_a_sign_that_does_not_reconcile_is_a_fault(world: World, off: str, fault: bool) -> None:
    read_sign(world, world.value() + micros(off))
    found = faults.list_faults(world.ledger)
    assert [each.code for each in found] == ([FaultCode.SIGN_VARIANCE] if fault else [])
    if fault:
        with pytest.raises(RefusedError, match="sign-variance"):
            world.record()


# --- records, reports -----------------------------------------------------------------------------------------------


def test_r54_each_win_has_date_time_table_level_and_amount(world: World) -> None:
    world.record(win(5))
    (row,) = reports.hits(world.ledger, "main").rows
    assert row["at"].startswith("2026-03-01T18:00:0")
    assert (row["table"], row["level"], row["amount"]) == ("T1", "royal-flush", micros("10001.05"))
    with pytest.raises(NotAllowedError):
        people.authenticate(world.ledger, "sue", "a wrong secret")
    break_controller(world)
    assert reports.security(world.ledger).rows[-1]["kind"] == EventKind.LOGIN_FAILED
    assert reports.security(world.ledger, "main").rows[-1]["kind"] == EventKind.FAULT_SET


def test_r55_meters_are_read_regularly_and_every_fall_explained(world: World) -> None:
    read_sign(world, world.value())
    world.record(win(5, share=TENTH))
    read_sign(world, world.value() // CENT * CENT)
    assert [row["variance"] for row in reports.readings(world.ledger, "main").rows] == [0, 0]
    (fall,) = reports.falls(world.ledger, "main").rows
    assert (fall["reason"], fall["change"]) == ("payment", -micros("1000.10"))


def test_r56_nothing_is_ever_deleted(world: World) -> None:
    world.record(round_id="old")
    world.clock.now += timedelta(days=5 * 366)
    world.record(round_id="new")
    assert [row["round"] for row in event_log(world.ledger, "main", meter="hb", last=2).rows] == ["old", "new"]
    world.all_fits()


def test_r56_the_log_of_a_meter_has_everything_about_it(world: World) -> None:
    """A meter that is alone on its link has all of the link's events."""
    rounds.open_round(world.ledger, "r", "T9", GAME)
    rounds.accept_wager(world.ledger, "r", Wager(2, OWN, DOLLAR))
    rounds.lock_round(world.ledger, "r")
    rounds.record_result(world.ledger, "r", RoundResult((win(2, share=TENTH),)))
    for signed in ("sue", "al"):
        world.approve(world.awards()[0], signed)
    awards.pay_award(world.ledger, "r/1", actor=world.actor("al"))
    moved = acts.propose_transfer(world.ledger, "hb", "far", CENT, reference="memo", actor=world.actor("sue"))
    world.carry_out(moved)
    broken = faults.set_fault(world.ledger, "second", FaultScope.TABLE, "T9", FaultCode.OTHER)
    faults.clear_fault(world.ledger, broken.content["fault"], actor=world.actor("sue"))
    log = event_log(world.ledger, "second", meter="far")
    assert [row["seq"] for row in log.rows] == [event.seq for event in world.events("second")]
    assert {EventKind.AWARD_APPROVED, EventKind.AWARD_PAID, EventKind.FAULT_CLEARED} <= {row["kind"] for row in log.rows}
    of_other = event_log(world.ledger, "main", meter="hb").rows
    assert {EventKind.ACT_PROPOSED, EventKind.ACT_APPROVED} <= {row["kind"] for row in of_other}


def test_r57_reconciliation_belongs_to_accounting(world: World) -> None:
    for name in ("dan", "sue", "ann", "aud"):
        with pytest.raises(NotAllowedError, match="may not reconcile a meter with its sign; allowed: accounting"):
            daily.read_meter(world.ledger, "hb", world.value(), actor=world.actor(name))
    read_sign(world, world.value())


def test_r58_reports_carry_title_version_period_time_and_variance(world: World) -> None:
    read_sign(world, world.value() + micros("0.01"))
    first = world.clock.now - timedelta(hours=1)
    period = Period(first, first + timedelta(days=1))
    report = reports.readings(world.ledger, "main", period)
    assert report.title == "Readings of signs"
    assert report.program_version == program_version()
    assert report.period == (utc_text(period.first), utc_text(period.after))
    assert report.made_at == utc_text(world.clock.now)
    (row,) = report.rows
    assert (row["variance"], row["variance_percent"]) == (micros("0.01"), 0.0001)


def test_r59_reports_of_every_kind(world: World) -> None:
    world.record(win(5, share=TENTH))
    world.carry_out(adjust(world, micros("5")))
    ledger = world.ledger
    made = [
        reports.balances(ledger, "main"),
        reports.contributions_by_table(ledger, "main"),
        reports.hits(ledger, "main"),
        reports.levels(ledger, "main"),
        reports.pending_awards(ledger, "main"),
        reports.liability(ledger, "main"),
        reports.falls(ledger, "main"),
        event_log(ledger, "main"),
    ]
    assert all(report.rows for report in made)
    (row,) = made[0].rows
    assert row["difference"] == 0
    assert row["closing_value"] == world.value()
    assert row["opening"] + row["contributed"] + row["adjusted_up"] - row["awarded"] == row["closing_value"]
    (by_table,) = made[1].rows
    assert (by_table["table"], by_table["wagered"], by_table["contributed"]) == ("T1", micros("5"), micros("1.05"))


def test_r60_the_journal_alone_gives_every_meter(world: World) -> None:
    world.record(win(5, share=TENTH), win(2))
    lines = list(verify.export_lines(world.ledger))
    events = [verify.parse_line(line) for line in lines]
    by_place = {(event.link, event.seq): json.loads(event.body) for event in events}
    replayed = verify.replay(events, lambda link, seq: by_place[link, seq])
    assert not replayed.misfits
    found = {meter.name: meter for meter in replayed.records.find(type(world.meter()))}
    assert found == {"hb": world.meter(), "far": world.meter("far")}


def test_r61_each_event_names_table_edition_and_rulebook_hash(world: World) -> None:
    rounds.open_round(world.ledger, "r", "T1", GAME)
    rounds.accept_wager(world.ledger, "r", Wager(2, OWN, DOLLAR))
    rounds.lock_round(world.ledger, "r")
    rounds.record_result(world.ledger, "r", RoundResult((win(2),), edition="2025-01", rulebook="cd" * 32))
    world.approve(world.awards()[0], "sue")
    events = [event for event in world.events() if event.round_id == "r"]
    assert len(events) == 5
    assert {event.table_id for event in events} == {"T1"}
    assert [event.edition for event in events] == ["2024-01", "2024-01", "2024-01", "2025-01", "2024-01"]
    assert all(len(event.rulebook) == 64 for event in events)


def test_r62_each_table_is_one_table_on_one_link_and_shown_on_a_win(world: World) -> None:
    with pytest.raises(RefusedError, match="table T1 is on link main"):
        join(world, "far", "T1")
    with pytest.raises(RefusedError, match="feeds meter hb already"):
        join(world, "hb", "T1")
    world.record(win(5), table="T2")
    (award,) = world.awards()
    assert slips.award_slip(world.ledger, award.award_id).table == "T2"


# --- policies that are the ledger's ---------------------------------------------------------------------------------


def test_a_meter_shared_by_amounts_scales_its_awards(world: World) -> None:
    shared = Controls(meter_per_amount=MeterPerAmount.SHARED)
    five = Terms(micros("10000"), 0, Fraction(21, 100), Fraction(8, 100))
    new_meter(world, "shared", amount=5 * DOLLAR, table="T5", terms=five, controls=shared)
    join(world, "shared", "T5", amount=DOLLAR)
    lines = (Wager(1, OWN, 5 * DOLLAR), Wager(2, OWN, DOLLAR))
    world.record(win(2, share=TENTH), win(1), table="T5", wagers=lines)
    small, whole = world.awards()
    assert small.amount == micros("200.02")  # a tenth, times $1 / $5, of $10,001.26
    assert whole.amount == micros("9801.24")


def test_one_admin_cannot_do_it_all(world: World) -> None:
    proposed = adjust(world, micros("5"))
    with pytest.raises(NotAllowedError, match="proposed this; another person approves it"):
        world.carry_out(proposed, by="sue")
    assert world.last().kind == EventKind.ACT_REFUSED
    for name in ("ann", "dan", "aud"):
        with pytest.raises(NotAllowedError, match="may not approve a controlled act"):
            world.carry_out(proposed, by=name)
    assert world.value() == micros("10000")
    assert {role for role, rights in people.RIGHTS.items() if people.Right.APPROVE_ACT in rights} == {
        Role.SUPERVISOR,
        Role.ACCOUNTING,
    }


def test_a_clock_that_was_put_back_leaves_the_order_and_is_said(world: World) -> None:
    """No event bears an earlier time than the one before it; that a link is ahead of the clock is a warning, no misfit."""
    world.record(win(4), round_id="ahead")
    at = world.last().at
    assert verify.verify(world.ledger).ahead == ()
    world.clock.now -= timedelta(hours=3)
    world.record(round_id="back")
    assert world.last().at == at
    for found in (verify.verify(world.ledger), verify.quick_check(world.ledger)):
        assert found.good
        [said] = found.ahead
        assert said.startswith(f"main:{world.last().seq} bears {at}, and the clock here says 2026-03-01T15:")
        document = verification_answer(found)
        assert document.tables[0].notes == (f"Warning: {said}",)
        assert document.data["ahead"] == [said]
    world.clock.now += timedelta(hours=3, seconds=-30)
    assert verify.verify(world.ledger).ahead == (), "clocks of machines differ by seconds"
