"""The ledger against a plain model in memory, by a state machine that tries whatever it can think of; on both stores."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from ledger_model import TABLES, Driver
from ledger_world import CENT, DEALERS, DOLLAR, OWN, Stores, make_world

pytest_plugins = ["ledger_fixtures"]

shares = st.sampled_from([Fraction(1), Fraction(1, 10), Fraction(1, 4)])
wins = st.lists(st.tuples(shares, st.integers(1, 3)), max_size=3)
tables = st.sampled_from(TABLES)
seats = st.integers(1, 6)
picks = st.integers(0, 10**6)


def machine_for(stores: Stores, kind: str) -> type[RuleBasedStateMachine]:
    """The state machine over fresh copies of a store's prepared world."""

    class LedgerMachine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.driver = Driver(make_world(stores.copy(kind)))
            self.steps = 0

        def a_round(self, pick: int) -> str:
            return sorted(self.driver.rounds)[pick % len(self.driver.rounds)]

        def an_award(self, pick: int) -> str:
            return sorted(self.driver.awards)[pick % len(self.driver.awards)]

        @rule(table=tables)
        def open_round(self, table: str) -> None:
            self.driver.open_round(table)

        @precondition(lambda self: self.driver.rounds)
        @rule(pick=picks, seat=seats, wager=st.sampled_from([OWN, DEALERS]))
        def bet(self, pick: int, seat: int, wager: str) -> None:
            self.driver.bet(self.a_round(pick), seat, wager)

        @precondition(lambda self: self.driver.rounds)
        @rule(pick=picks)
        def lock(self, pick: int) -> None:
            self.driver.lock(self.a_round(pick))

        @precondition(lambda self: self.driver.rounds)
        @rule(pick=picks, won=wins)
        def result(self, pick: int, won: list[Any]) -> None:
            self.driver.result(self.a_round(pick), won)

        @rule(table=tables, placed=st.lists(seats, unique=True, max_size=6), won=wins)
        def record(self, table: str, placed: list[int], won: list[Any]) -> None:
            self.driver.record(table, placed, won)

        @precondition(lambda self: self.driver.rounds)
        @rule(pick=picks)
        def void(self, pick: int) -> None:
            self.driver.void(self.a_round(pick))

        @precondition(lambda self: self.driver.awards)
        @rule(pick=picks, name=st.sampled_from(["sue", "al", "sam", "dan"]))
        def approve(self, pick: int, name: str) -> None:
            self.driver.approve(self.an_award(pick), name)

        @precondition(lambda self: self.driver.awards)
        @rule(pick=picks)
        def pay(self, pick: int) -> None:
            self.driver.pay(self.an_award(pick))

        @precondition(lambda self: self.driver.awards)
        @rule(pick=picks)
        def reject(self, pick: int) -> None:
            self.driver.reject(self.an_award(pick))

        @rule(amount=st.sampled_from([0, CENT, -CENT, 500 * DOLLAR, -9_000 * DOLLAR]))
        def adjust(self, amount: int) -> None:
            self.driver.adjust(amount)

        @rule(amount=st.sampled_from([0, 1, 777 * DOLLAR]))
        def transfer(self, amount: int) -> None:
            self.driver.transfer(amount)

        @rule(scope=st.sampled_from([("link", "main"), ("table", "T1"), ("table", "T2"), ("meter", "hb")]))
        def set_fault(self, scope: tuple[str, str]) -> None:
            self.driver.set_fault(*scope)

        @rule()
        def clear_fault(self) -> None:
            self.driver.clear_fault()

        @rule(pick=picks)
        def repeat(self, pick: int) -> None:
            self.driver.repeat(pick)

        @rule()
        def open_the_ledger_anew(self) -> None:
            world = self.driver.world
            world.ledger.close()
            self.driver.world = make_world(world.url)

        @invariant()
        def agrees(self) -> None:
            self.steps += 1
            self.driver.check(whole=self.steps % 8 == 0)

        def teardown(self) -> None:
            self.driver.check(whole=True)
            self.driver.world.ledger.close()

    return LedgerMachine


@pytest.mark.parametrize(("kind", "examples"), [("sqlite", 20), ("postgresql", 6)])
def test_the_ledger_agrees_with_a_plain_model(stores: Stores, kind: str, examples: int) -> None:
    run_state_machine_as_test(
        machine_for(stores, kind),
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
