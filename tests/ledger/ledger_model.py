"""A plain model of a link in memory, and a driver that does the same to it and to a ledger and compares the two.

The model is written from the rules alone, in a few lines of its own: it shares no code with what it tests. The state
machine and the simulator both drive through here, so that a failing seed of one is a failing sequence of the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ledger_world import CENT, DEALERS, DOLLAR, GAME, OWN, World

from pitbook.ledger import acts, awards, faults, meters, rounds, verify
from pitbook.ledger.errors import RefusedError
from pitbook.ledger.faults import FaultCode, FaultScope
from pitbook.ledger.rounds import ResultAward, RoundResult, Wager
from pitbook.progressive import AdjustmentCause

INCREMENT, RESERVE = Fraction(21, 100), Fraction(8, 100)
TABLES = ("T1", "T2")
WAGERS = {"T1": (OWN, DEALERS), "T2": (OWN,)}


@dataclass
class PlainMeter:
    """What a meter of $1 wagers must show: seed $10,000, no reseed, increment 21%, reserve 8%."""

    value: Fraction = Fraction(10_000 * DOLLAR)
    reserve: Fraction = Fraction(0)
    wagered: int = 0
    awarded: int = 0
    restarts: int = 0
    corrections: int = 0
    borne_by_house: Fraction = Fraction(0)

    def bet(self, number: int) -> None:
        """So many wagers of $1."""
        self.wagered += number * DOLLAR
        self.value += number * INCREMENT * DOLLAR
        self.reserve += number * RESERVE * DOLLAR

    def take_back(self, number: int, restarts: int) -> None:
        """A void round: what a winner has carried off since, the house bears."""
        self.wagered -= number * DOLLAR
        for name, rate in (("value", INCREMENT), ("reserve", RESERVE)):
            due = number * rate * DOLLAR
            there = min(due, getattr(self, name)) if restarts == self.restarts else Fraction(0)
            setattr(self, name, getattr(self, name) - there)
            self.borne_by_house += due - there

    def win(self, share: Fraction, players: int) -> list[int]:
        """An award in whole cents rounded down, divided in whole cents rounded down; the whole meter restarts."""
        each = int(share * self.value / CENT) // players * CENT
        self.value -= each * players
        self.awarded += each * players
        if share == 1:
            self.value += self.reserve
            self.reserve = Fraction(0)
            self.restarts += 1
        return [each] * players

    def give_back(self, amount: int) -> None:
        """A rejected award."""
        self.value += amount
        self.awarded -= amount

    def correct(self, amount: int) -> bool:
        """A correction, if the meter holds as much."""
        if amount == 0 or self.value + amount < 0:
            return False
        self.value += amount
        self.corrections += amount
        return True


@dataclass
class PlainRound:
    """A round of the model: its state, its wagers, the restarts when they were put on the meter."""

    table: str
    state: str
    seats: list[tuple[int, str]] = field(default_factory=list)
    restarts: int = 0
    awards: list[str] = field(default_factory=list)


@dataclass
class PlainAward:
    """An award of the model."""

    round_id: str
    amount: int
    status: str = "pending"
    signed: list[str] = field(default_factory=list)


class Driver:
    """Does each thing to the model and to the ledger; ``check`` compares them.

    ``answers`` keeps the first receipt of every key, so that any step can be asked for again.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.meter = PlainMeter()
        self.far = PlainMeter()
        self.rounds: dict[str, PlainRound] = {}
        self.awards: dict[str, PlainAward] = {}
        self.faults: dict[str, tuple[str, str]] = {}
        self.repeats: list[tuple[Any, int, str]] = []
        self.refusals_logged = 0
        self.number = 0

    # --- steps ---

    def done(self, call: Any) -> Any:
        """Carry a step out and remember it, to be repeated later."""
        receipt = call()
        assert not receipt.repeated
        self.repeats.append((call, receipt.seq, receipt.hash))
        return receipt

    def refused(self, call: Any) -> None:
        """A step that must be refused, leaving every meter as it is."""
        before = self.world.meter(), self.world.meter("far")
        try:
            call()
        except RefusedError:
            assert (self.world.meter(), self.world.meter("far")) == before
            return
        raise AssertionError("it was not refused")

    def repeat(self, index: int) -> None:
        """Ask for an earlier step again: the first receipt comes back and nothing changes."""
        if not self.repeats:
            return
        call, seq, hash_ = self.repeats[index % len(self.repeats)]
        receipt = call()
        assert (receipt.repeated, receipt.seq, receipt.hash) == (True, seq, hash_)

    def is_faulted(self, table: str) -> bool:
        """Whether the table may take no wagers."""
        return any(scope in ("link", "meter") or subject == table for scope, subject in self.faults.values())

    def new_id(self) -> str:
        """A new round's id."""
        self.number += 1
        return f"m{self.number}"

    def open_round(self, table: str) -> None:
        """Open a round."""
        round_id = self.new_id()

        def call() -> Any:
            return rounds.open_round(self.world.ledger, round_id, table, GAME)

        if self.is_faulted_for_opening(table):
            self.refused(call)
            return
        self.done(call)
        self.rounds[round_id] = PlainRound(table, "open")

    def is_faulted_for_opening(self, table: str) -> bool:
        """A meter's fault stops wagers, not the opening of a round."""
        return any(scope == "link" or subject == table for scope, subject in self.faults.values())

    def bet(self, round_id: str, seat: int, wager: str) -> None:
        """Place a wager; late ones, doubled ones and those of a faulted table are refused."""
        row = self.rounds[round_id]
        key = f"{round_id}/{seat}/{wager}/{len(self.repeats)}"

        def call() -> Any:
            return rounds.accept_wager(self.world.ledger, round_id, Wager(seat, wager, DOLLAR), key=key)

        fine = row.state == "open" and wager in WAGERS[row.table] and (seat, wager) not in row.seats
        if not fine or self.is_faulted(row.table):
            self.refused(call)
            return
        self.done(call)
        row.seats.append((seat, wager))

    def lock(self, round_id: str) -> None:
        """No more bets."""
        row = self.rounds[round_id]
        key = f"{round_id}/lock/{len(self.repeats)}"

        def call() -> Any:
            return rounds.lock_round(self.world.ledger, round_id, key=key)

        if row.state != "open":
            self.refused(call)
            return
        self.done(call)
        self.meter.bet(len(row.seats))
        row.restarts = self.meter.restarts
        row.state = "locked"

    def result(self, round_id: str, wins: list[tuple[Fraction, int]]) -> None:
        """A result: each win is a share and how many of the next seats divide it."""
        row = self.rounds[round_id]
        resolved = self.resolve(row.seats, wins)
        key = f"{round_id}/result/{len(self.repeats)}"

        def call() -> Any:
            return rounds.record_result(self.world.ledger, round_id, RoundResult(resolved), key=key)

        if row.state != "locked":
            self.refused(call)
            return
        self.won(round_id, resolved, self.done(call))

    def record(self, table: str, seats: list[int], wins: list[tuple[Fraction, int]]) -> None:
        """A whole round."""
        round_id = self.new_id()
        placed = [(seat, OWN) for seat in seats]
        resolved = self.resolve(placed, wins)
        wagers = [Wager(seat, wager, DOLLAR) for seat, wager in placed]

        def call() -> Any:
            return rounds.record_round(self.world.ledger, round_id, table, GAME, wagers, RoundResult(resolved))

        stopped = self.is_faulted(table) if placed else self.is_faulted_for_opening(table)
        if stopped:
            self.refused(call)
            return
        receipt = self.done(call)
        self.meter.bet(len(seats))
        self.rounds[round_id] = PlainRound(table, "locked", placed, self.meter.restarts)
        self.won(round_id, resolved, receipt)

    def resolve(self, placed: list[tuple[int, str]], wins: list[tuple[Fraction, int]]) -> tuple[ResultAward, ...]:
        """Wins handed out to the wagers placed, in order; only wagers of one kind divide an award."""
        left, found = list(placed), []
        for share, players in wins:
            if not left:
                break
            wager = left[0][1]
            taken = [each for each in left if each[1] == wager][:players]
            left = [each for each in left if each not in taken]
            found.append(ResultAward(wager, "royal-flush", share, tuple(seat for seat, _ in taken)))
        return tuple(found)

    def won(self, round_id: str, resolved: tuple[ResultAward, ...], receipt: Any) -> None:
        """What the awards must have come to."""
        row = self.rounds[round_id]
        expected = [amount for win in resolved for amount in self.meter.win(win.share, len(win.seats))]
        assert [line["amount"] for line in receipt.content["awards"]] == expected
        for line in receipt.content["awards"]:
            self.awards[line["award"]] = PlainAward(round_id, line["amount"])
            row.awards.append(line["award"])
        row.state = "result" if expected else "settled"

    def void(self, round_id: str) -> None:
        """Void a round; not one with awards that stand."""
        row = self.rounds[round_id]
        key = f"{round_id}/void/{len(self.repeats)}"

        def call() -> Any:
            return rounds.void_round(self.world.ledger, round_id, "misdeal", actor=self.world.actor("sue"), key=key)

        standing = any(self.awards[each].status != "rejected" for each in row.awards)
        if row.state == "void" or standing:
            self.refused(call)
            return
        was_open = row.state == "open"
        self.done(call)
        if not was_open:
            self.meter.take_back(len(row.seats), row.restarts)
        row.state = "void"

    def approve(self, award_id: str, name: str) -> None:
        """Sign for an award."""
        award = self.awards[award_id]
        key = f"{award_id}/{name}/{len(self.repeats)}"

        def call() -> Any:
            return awards.approve_award(
                self.world.ledger,
                award_id,
                hand="royal flush",
                wager_micros=DOLLAR,
                amount_micros=award.amount,
                deck_checked=True,
                actor=self.world.actor(name),
                key=key,
            )

        if award.status != "pending" or name in award.signed or name == "dan":
            self.refused(call)
            return
        self.done(call)
        award.signed.append(name)
        award.status = "approved" if len(award.signed) == 2 else "pending"

    def pay(self, award_id: str) -> None:
        """Pay an award."""
        award = self.awards[award_id]
        key = f"{award_id}/pay/{len(self.repeats)}"

        def call() -> Any:
            return awards.pay_award(self.world.ledger, award_id, actor=self.world.actor("sue"), key=key)

        if award.status != "approved":
            self.refused(call)
            return
        self.done(call)
        award.status = "paid"
        self.award_done(award)

    def reject(self, award_id: str) -> None:
        """Two people reject an award; its money returns."""
        award = self.awards[award_id]

        def call() -> Any:
            return acts.propose_rejection(self.world.ledger, award_id, "report", actor=self.world.actor("sue"))

        if award.status not in ("pending", "approved"):
            self.refused(call)
            return
        proposal = call().content["proposal"]
        self.refused(lambda: acts.approve_act(self.world.ledger, proposal, actor=self.world.actor("sue")))
        self.done(lambda: acts.approve_act(self.world.ledger, proposal, actor=self.world.actor("al")))
        self.meter.give_back(award.amount)
        award.status = "rejected"
        self.award_done(award)

    def award_done(self, award: PlainAward) -> None:
        """A round is settled when none of its awards waits."""
        row = self.rounds[award.round_id]
        if all(self.awards[each].status in ("paid", "rejected") for each in row.awards):
            row.state = "settled"

    def adjust(self, amount: int) -> None:
        """A correction by two people."""

        def call() -> Any:
            return acts.propose_adjustment(
                self.world.ledger,
                "hb",
                amount,
                cause=AdjustmentCause.MALFUNCTION,
                reference="memo",
                actor=self.world.actor("sue"),
            )

        if not self.meter.correct(amount):
            self.refused(call)
            return
        proposal = call().content["proposal"]
        self.done(lambda: acts.approve_act(self.world.ledger, proposal, actor=self.world.actor("al")))

    def transfer(self, amount: int) -> None:
        """A transfer to the meter of the other link, by two people."""

        def call() -> Any:
            return acts.propose_transfer(self.world.ledger, "hb", "far", amount, reference="memo", actor=self.world.actor("al"))

        if amount <= 0 or amount > self.meter.value:
            self.refused(call)
            return
        proposal = call().content["proposal"]
        self.done(lambda: acts.approve_act(self.world.ledger, proposal, actor=self.world.actor("sam")))
        self.meter.value -= amount
        self.far.value += amount

    def set_fault(self, scope: str, subject: str) -> None:
        """Something breaks."""
        made = self.done_once(
            lambda: faults.set_fault(
                self.world.ledger, "main", FaultScope(scope), subject, FaultCode.OTHER, actor=self.world.actor("sue")
            )
        )
        self.faults[made.content["fault"]] = (scope, made.content["subject"])

    def clear_fault(self) -> None:
        """The oldest fault is mended."""
        if self.faults:
            fault = next(iter(self.faults))
            self.done_once(lambda: faults.clear_fault(self.world.ledger, fault, actor=self.world.actor("sue")))
            del self.faults[fault]

    def done_once(self, call: Any) -> Any:
        """A step without a key of its own: it is not repeated."""
        return call()

    # --- comparison ---

    def check(self, *, whole: bool = False) -> None:
        """The ledger's meters, rounds and awards are those of the model; ``whole`` verifies the journal as well."""
        for name, plain in (("hb", self.meter), ("far", self.far)):
            state = meters.show_meter(self.world.ledger, name).meter.state
            assert (Fraction(state.value), Fraction(state.reserve)) == (plain.value, plain.reserve), name
            assert state.held == state.expected
            if name == "hb":
                assert (state.wagered, state.awarded) == (plain.wagered, plain.awarded)
                assert state.from_house == plain.borne_by_house
        found = {each.award_id: (each.amount, str(each.status)) for each in awards.list_awards(self.world.ledger)}
        assert found == {name: (each.amount, each.status) for name, each in self.awards.items()}
        if whole:
            outcome = verify.verify(self.world.ledger)
            assert outcome.good, outcome.misfits
            replayed_rounds = self.round_states()
            assert replayed_rounds == {name: each.state for name, each in self.rounds.items()}

    def round_states(self) -> dict[str, str]:
        """The state of every round in the ledger."""
        with self.world.ledger.store.reading() as session:
            rows = session.run("SELECT round_id, state FROM rounds").fetchall()
        return dict(rows)
