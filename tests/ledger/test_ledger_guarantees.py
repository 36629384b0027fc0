"""The promises G1 to G9 of docs/guarantees.md that have no file of their own. Both stores."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from ledger_simulator import CrashError, crash_at
from ledger_world import CENT, DOLLAR, GAME, OWN, TENTH, World, bets, configuration, make_world, micros, win

from pitbook.ledger import acts, awards, daily, faults, house, meters, people, rounds, verify
from pitbook.ledger.desk import Receipt
from pitbook.ledger.errors import KeyReusedError, RefusedError
from pitbook.ledger.faults import FaultCode, FaultScope
from pitbook.ledger.people import Role
from pitbook.ledger.records import LAYOUTS
from pitbook.ledger.rounds import RoundResult, Wager
from pitbook.progressive import AdjustmentCause, Pool

pytest_plugins = ["ledger_fixtures"]

Step = Callable[[World], Receipt]


def locked_round(world: World) -> None:
    rounds.open_round(world.ledger, "r", "T1", GAME)
    rounds.lock_round(world.ledger, "r", bets(2, 4))


def won_round(world: World) -> str:
    world.record(win(2), round_id="r", wagers=bets(2, 4))
    return "r/1"


def signed_award(world: World) -> str:
    award = won_round(world)
    for name in ("sue", "al"):
        world.approve(world.awards()[0], name)
    return award


def proposed(world: World) -> str:
    made = acts.propose_adjustment(
        world.ledger, "hb", CENT, cause=AdjustmentCause.MALFUNCTION, reference="memo", actor=world.actor("sue")
    )
    return str(made.content["proposal"])


def proposed_transfer(world: World) -> str:
    made = acts.propose_transfer(world.ledger, "hb", "far", DOLLAR, reference="memo", actor=world.actor("sue"))
    return str(made.content["proposal"])


def proposed_closing(world: World) -> str:
    made = acts.propose_closing(world.ledger, "hb", into="far", reference="memo", actor=world.actor("sue"))
    return str(made.content["proposal"])


def proposed_rejection(world: World) -> str:
    made = acts.propose_rejection(world.ledger, won_round(world), "memo", actor=world.actor("sue"))
    return str(made.content["proposal"])


def test_wager(world: World) -> str:
    made = daily.make_test_wager(world.ledger, "hb", table_id="T1", wager=OWN, actor=world.actor("dan"))
    return str(made.content["proposal"])


test_wager.__test__ = False  # type: ignore[attr-defined]


def nothing(world: World) -> None:
    del world


def fault(world: World) -> str:
    made = faults.set_fault(world.ledger, "main", FaultScope.TABLE, "T1", FaultCode.OTHER)
    return str(made.content["fault"])


# Each step with its preparation, itself, and the same key with other content.
STEPS: dict[str, tuple[Callable[[World], Any], Callable[[World, Any], Receipt], Callable[[World, Any], Receipt]]] = {
    "open-meter": (
        nothing,
        lambda w, _: meters.open_meter(
            w.ledger, "new", amount_micros=DOLLAR, configuration=configuration(), link="third", actor=w.actor("ann"), key="k"
        ),
        lambda w, _: meters.open_meter(
            w.ledger, "new", amount_micros=5 * DOLLAR, configuration=configuration(), link="third", actor=w.actor("ann"), key="k"
        ),
    ),
    "add-member": (
        nothing,
        lambda w, _: meters.add_member(
            w.ledger, "hb", table_id="T4", game=GAME, wager=OWN, paytable="s", amount_micros=DOLLAR, actor=w.actor("ann"), key="k"
        ),
        lambda w, _: meters.add_member(
            w.ledger, "hb", table_id="T5", game=GAME, wager=OWN, paytable="s", amount_micros=DOLLAR, actor=w.actor("ann"), key="k"
        ),
    ),
    "remove-member": (
        nothing,
        lambda w, _: meters.remove_member(w.ledger, "hb", table_id="T2", actor=w.actor("ann"), key="k"),
        lambda w, _: meters.remove_member(w.ledger, "hb", table_id="T1", wager=OWN, actor=w.actor("ann"), key="k"),
    ),
    "open-round": (
        nothing,
        lambda w, _: rounds.open_round(w.ledger, "r", "T1", GAME),
        lambda w, _: rounds.open_round(w.ledger, "r", "T2", GAME),
    ),
    "bet": (
        lambda w: rounds.open_round(w.ledger, "r", "T1", GAME),
        lambda w, _: rounds.accept_wager(w.ledger, "r", Wager(2, OWN, DOLLAR)),
        lambda w, _: rounds.accept_wager(w.ledger, "r", Wager(2, OWN, DOLLAR, "kim")),
    ),
    "lock": (
        lambda w: rounds.open_round(w.ledger, "r", "T1", GAME),
        lambda w, _: rounds.lock_round(w.ledger, "r", bets(2, 4)),
        lambda w, _: rounds.lock_round(w.ledger, "r", bets(2)),
    ),
    "result": (
        locked_round,
        lambda w, _: rounds.record_result(w.ledger, "r", RoundResult((win(2), win(4, share=TENTH)))),
        lambda w, _: rounds.record_result(w.ledger, "r", RoundResult((win(4),))),
    ),
    "record": (
        nothing,
        lambda w, _: w.record(win(2), win(3, 4, share=TENTH), round_id="r"),
        lambda w, _: w.record(win(3), round_id="r"),
    ),
    "void": (
        locked_round,
        lambda w, _: rounds.void_round(w.ledger, "r", "misdeal", actor=w.actor("sue")),
        lambda w, _: rounds.void_round(w.ledger, "r", "another reason", actor=w.actor("sue")),
    ),
    "approve-award": (
        won_round,
        lambda w, _: w.approve(w.awards()[0], "sue", key="k"),
        lambda w, _: w.approve(w.awards()[0], "sue", hand="royal", key="k"),
    ),
    "pay": (
        signed_award,
        lambda w, award: awards.pay_award(w.ledger, award, actor=w.actor("sue")),
        lambda w, award: awards.pay_award(w.ledger, award, how=awards.PaidHow.MACHINE, actor=w.actor("sue")),
    ),
    "propose": (
        nothing,
        lambda w, _: acts.propose_closing(w.ledger, "hb", reference="memo", actor=w.actor("sue"), key="k"),
        lambda w, _: acts.propose_closing(w.ledger, "hb", reference="memo 2", actor=w.actor("sue"), key="k"),
    ),
    "approve-adjustment": (
        proposed,
        lambda w, proposal: acts.approve_act(w.ledger, proposal, actor=w.actor("al")),
        lambda w, proposal: acts.approve_act(w.ledger, proposal, actor=w.actor("sam")),
    ),
    "approve-transfer": (
        proposed_transfer,
        lambda w, proposal: acts.approve_act(w.ledger, proposal, actor=w.actor("al")),
        lambda w, proposal: acts.approve_act(w.ledger, proposal, actor=w.actor("sam")),
    ),
    "approve-closing": (
        proposed_closing,
        lambda w, proposal: acts.approve_act(w.ledger, proposal, actor=w.actor("al")),
        lambda w, proposal: acts.approve_act(w.ledger, proposal, actor=w.actor("sam")),
    ),
    "approve-rejection": (
        proposed_rejection,
        lambda w, proposal: acts.approve_act(w.ledger, proposal, actor=w.actor("al")),
        lambda w, proposal: acts.approve_act(w.ledger, proposal, actor=w.actor("sam")),
    ),
    "reject-act": (
        proposed,
        lambda w, proposal: acts.reject_act(w.ledger, proposal, "no", actor=w.actor("al")),
        lambda w, proposal: acts.reject_act(w.ledger, proposal, "never", actor=w.actor("al")),
    ),
    "read-meter": (
        nothing,
        lambda w, _: daily.read_meter(w.ledger, "hb", DOLLAR, actor=w.actor("al"), key="k"),
        lambda w, _: daily.read_meter(w.ledger, "hb", 2 * DOLLAR, actor=w.actor("al"), key="k"),
    ),
    "test-meter": (
        nothing,
        lambda w, _: daily.make_test_wager(w.ledger, "hb", table_id="T1", wager=OWN, actor=w.actor("dan"), key="k"),
        lambda w, _: daily.make_test_wager(w.ledger, "hb", table_id="T2", wager=OWN, actor=w.actor("dan"), key="k"),
    ),
    "confirm-test": (
        test_wager,
        lambda w, test: daily.confirm_test(w.ledger, test, micros("0.50"), actor=w.actor("sue")),
        lambda w, test: daily.confirm_test(w.ledger, test, micros("0.21"), actor=w.actor("sue")),
    ),
    "set-fault": (
        nothing,
        lambda w, _: faults.set_fault(w.ledger, "main", FaultScope.LINK, "main", FaultCode.POWER, key="k"),
        lambda w, _: faults.set_fault(w.ledger, "main", FaultScope.TABLE, "T1", FaultCode.POWER, key="k"),
    ),
    "clear-fault": (
        fault,
        lambda w, found: faults.clear_fault(w.ledger, found, actor=w.actor("sue"), key="k"),
        lambda w, found: faults.clear_fault(w.ledger, found, "mended", actor=w.actor("sue"), key="k"),
    ),
    "add-person": (
        nothing,
        lambda w, _: people.add_person(w.ledger, "new", "New", Role.DEALER, "a secret of new", actor=w.actor("ann"), key="k"),
        lambda w, _: people.add_person(w.ledger, "new", "New", Role.AUDITOR, "a secret of new", actor=w.actor("ann"), key="k"),
    ),
    "disable-person": (
        nothing,
        lambda w, _: people.disable_person(w.ledger, "sam", actor=w.actor("ann"), key="k"),
        lambda w, _: people.disable_person(w.ledger, "dan", actor=w.actor("ann"), key="k"),
    ),
    "setting": (
        nothing,
        lambda w, _: house.change_setting(w.ledger, "facility", "The House", actor=w.actor("ann"), key="k"),
        lambda w, _: house.change_setting(w.ledger, "facility", "Another", actor=w.actor("ann"), key="k"),
    ),
}  # fmt: skip


def snapshot(world: World) -> dict[str, list[Any]]:
    """Every row of every table."""
    tables = ["journal", "secrets", *(layout.table for layout in LAYOUTS.values())]
    with world.ledger.store.reading() as session:
        return {table: sorted(map(tuple, session.run(f"SELECT * FROM {table}").fetchall()), key=str) for table in tables}


@pytest.mark.parametrize("name", STEPS)
def test_g2_a_key_is_applied_once_and_not_for_other_content(world: World, name: str) -> None:
    prepare, step, other = STEPS[name]
    prepared = prepare(world)
    first = step(world, prepared)
    after = snapshot(world)
    again = step(world, prepared)
    assert (again.repeated, again.seq, again.hash, again.link) == (True, first.seq, first.hash, first.link)
    assert again.content == json.loads(json.dumps(first.content))
    with pytest.raises((KeyReusedError, RefusedError)) as refusal:
        other(world, prepared)
    assert isinstance(refusal.value, KeyReusedError) or "already" in str(refusal.value)
    assert snapshot(world) == after
    world.all_fits()


WRITES_IN_SEVERAL_TABLES = ("open-meter", "result", "record", "void", "pay", "approve-transfer", "confirm-test", "add-person")


@pytest.mark.parametrize("name", STEPS)
def test_g3_a_step_that_fails_at_the_nth_statement_leaves_nothing_half_done(world: World, kind: str, name: str) -> None:
    if kind == "postgresql" and name not in WRITES_IN_SEVERAL_TABLES:
        return  # the statements are the same ones; one of each form is enough there
    prepare, step, _ = STEPS[name]
    prepared = prepare(world)
    before = snapshot(world)
    number = 0
    while True:
        number += 1
        again = make_world(world.url)  # the process that failed is gone, with all it remembered
        try:
            with crash_at(number):
                step(again, prepared)
        except CrashError as crash:
            if "COMMIT" in str(crash) and number % 2:
                break  # it was carried out, but nobody was told
            assert snapshot(world) == before, f"after statement {number}"
        else:
            break
        finally:
            again.ledger.close()
    assert number > 3
    assert snapshot(world) != before
    step(world, prepared)
    world.all_fits()


def test_g4_conservation_holds_in_every_report(world: World) -> None:
    from pitbook.ledger import reports

    world.record(win(2), win(4, share=TENTH))
    world.carry_out(acts.propose_transfer(world.ledger, "hb", "far", CENT, reference="memo", actor=world.actor("sue")))
    for link in ("main", "second"):
        for row in reports.balances(world.ledger, link).rows:
            assert row["difference"] == 0
            assert min(row[f"closing_{pool}"] for pool in ("value", "reserve", "overflow", "parked")) >= 0


def test_g6_a_correction_names_the_old_event_a_reason_and_two_people(world: World) -> None:
    world.record(round_id="r")
    before = world.events()
    rounds.void_round(world.ledger, "r", "misdeal", actor=world.actor("sue"))
    world.carry_out(
        acts.propose_adjustment(
            world.ledger, "hb", CENT, cause=AdjustmentCause.MALFUNCTION, reference="memo 9", actor=world.actor("sue")
        )
    )
    assert world.events()[: len(before)] == before
    void, _, approved = world.events()[len(before) :]
    assert json.loads(void.body)["reverses"] == [before[-1].seq] * 2
    assert (void.person, json.loads(void.body)["reason"]) == ("sue", "misdeal")
    content = json.loads(approved.body)
    assert (content["proposed_by"], approved.person, content["reference"]) == ("sue", "al", "memo 9")


def test_g8_replay_gives_the_same_meters_in_the_other_store(world: World, stores: Any, kind: str) -> None:
    from pitbook.ledger.desk import open_ledger

    world.record(win(2), win(4, 5, share=Fraction(1, 3)))
    world.carry_out(
        acts.propose_transfer(world.ledger, "hb", "far", CENT, reference="memo", from_pool=Pool.METER, actor=world.actor("sue"))
    )
    other = open_ledger(stores.empty("postgresql" if kind == "sqlite" else "sqlite"))
    verify.rebuild(other, verify.export_lines(world.ledger))
    for name in ("hb", "far"):
        assert meters.show_meter(other, name) == meters.show_meter(world.ledger, name)
    assert verify.heads(other) == verify.heads(world.ledger)
    found = verify.verify(other).misfits
    assert {each.where.split()[0] for each in found} == {"secrets"}  # nobody has a secret there yet, and nothing else is missing
    with pytest.raises(RefusedError, match="not empty"):
        verify.rebuild(other, verify.export_lines(world.ledger))
    other.close()


def test_g8_a_journal_that_does_not_fit_is_not_rebuilt(world: World, stores: Any) -> None:
    from pitbook.ledger.desk import open_ledger

    world.record(round_id="r")
    lines = list(verify.export_lines(world.ledger))
    other = open_ledger(stores.empty("sqlite"))
    with pytest.raises(RefusedError, match="does not fit at main:"):
        verify.rebuild(other, [line.replace("0.21", "0.22").replace("210000", "220000") for line in lines])
    with pytest.raises(RefusedError, match="no line of an exported journal"):
        verify.rebuild(other, ["{}"])
    assert len(verify.heads(other)) == 1
    other.close()
