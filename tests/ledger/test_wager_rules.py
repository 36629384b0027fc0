"""What the rulebook says of a wager that feeds a meter: the hand that is confirmed, and how several winners are told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from ledger_world import DEALERS, DOLLAR, HASHER, OWN

from pitbook.ledger import awards, meters, reports, rounds
from pitbook.ledger.answers import receipt_answer, slip_answer
from pitbook.ledger.asked import MeterAsked, open_as_printed
from pitbook.ledger.desk import Ledger, Receipt, open_ledger
from pitbook.ledger.errors import RefusedError
from pitbook.ledger.from_cards import played_round
from pitbook.ledger.people import Actor, Role, add_person
from pitbook.ledger.report_answers import report_answer
from pitbook.ledger.slips import award_slip
from pitbook.payouts import dollars, money

HARMONY = "harmony-progressive"
SUE = Actor("sue", Role.SUPERVISOR)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    made = open_ledger(f"sqlite:///{tmp_path / 'l.db'}", hasher=HASHER)
    add_person(made, "ann", "Ann", Role.ADMIN, "a good secret", actor=None)
    ann = Actor("ann", Role.ADMIN)
    add_person(made, "sue", "Sue", Role.SUPERVISOR, "a good secret", actor=ann)
    harmony = MeterAsked("jackpot", "midibaccarat", HARMONY, DOLLAR, "A", opening_micros=2_000 * DOLLAR, tables=("M1",))
    open_as_printed(made, harmony, actor=ann, key=None)
    shared = MeterAsked("hb", "three-card-poker", OWN, DOLLAR, "standard", tables=("T1",))
    open_as_printed(made, shared, actor=ann, key=None)
    yield made
    made.close()


def six_of_a_kind(ledger: Ledger) -> Receipt:
    """Two players win the jackpot by a coup of six kings, one of them twice in the shoe."""
    seats = [{"seat": seat, "wagers": {"player": "5", HARMONY: "1"}} for seat in (3, 7)]
    data: dict[str, Any] = {
        "key": "c1", "table": "M1", "game": "midibaccarat", "player": "Kc Kd Kh", "banker": "Ks Kc Kd",
        "choices": {HARMONY: "A"}, "seats": seats,
    }  # fmt: skip
    played = played_round(data, today=date(2026, 1, 2))
    return rounds.record_round(ledger, played.round_id, played.table_id, played.game, played.wagers, played.result)


def approve(ledger: Ledger, award: Any, hand: str) -> None:
    awards.approve_award(
        ledger, award.award_id, hand=hand, wager_micros=DOLLAR, amount_micros=award.amount, deck_checked=True, actor=SUE
    )


def test_half_a_coup_is_not_the_confirmed_hand(ledger: Ledger) -> None:
    six_of_a_kind(ledger)
    award = awards.list_awards(ledger)[0]
    with pytest.raises(RefusedError, match="wanted are all cards of player: Kc Kd Kh; banker: Ks Kc Kd"):
        approve(ledger, award, "Kc Kd Kh")
    with pytest.raises(RefusedError, match="Kc was not dealt"):
        approve(ledger, award, "Kc Kd Kh Ks Kc Kc")
    approve(ledger, award, "Kd Kc Ks Kh Kd Kc")
    assert award_slip(ledger, award.award_id).hand == "Kd Kc Ks Kh Kd Kc"


def test_a_hand_of_the_dealer_is_confirmed_by_the_dealers_cards(ledger: Ledger) -> None:
    seats = [{"seat": 2, "cards": "Ad Kh 3d", "wagers": {"ante": "5", "play": "5", DEALERS: "1"}}]
    data = {
        "key": "r1", "table": "T1", "game": "three-card-poker", "dealer": "5s 6s 7s", "community": "8s 9s",
        "choices": {"ante-bonus": "A", OWN: "standard", DEALERS: "standard"}, "seats": seats,
    }  # fmt: skip
    played = played_round(data, today=date(2026, 1, 2))
    rounds.record_round(ledger, played.round_id, played.table_id, played.game, played.wagers, played.result)
    (award,) = awards.list_awards(ledger)
    for hand in ("Ad Kh 3d 8s 9s", "5s 6s 7s", "5s 6s 7s 8s 9s Ad"):
        with pytest.raises(RefusedError, match="wanted are all cards of dealer: 5s 6s 7s; community: 8s 9s"):
            approve(ledger, award, hand)
    approve(ledger, award, "9s 8s 7s 6s 5s")


def test_players_are_told_of_an_award_that_winners_divide(ledger: Ledger) -> None:
    (told,) = (each for each in meters.display(meters.show_meter(ledger, "jackpot")).notices if "win" in each)
    assert told.startswith("Players who win the Harmony Progressive Wager by the same cards divide one award equally, unless")
    notices = meters.display(meters.show_meter(ledger, "hb")).notices
    assert "one after another" in notices[0]
    assert "divide one award equally." in notices[1]


def test_a_divided_award_says_so_and_stands_apart_from_the_reseed(ledger: Ledger) -> None:
    receipt = six_of_a_kind(ledger)
    tables = receipt_answer(receipt, "Recorded").tables
    won, moves = tables[1], tables[2]
    assert [row.cells[4] for row in won.rows] == ["100%, divided by 2"] * 2
    slip = slip_answer(award_slip(ledger, "c1/1")).tables[0]
    assert dict(slip.figures)["outcome"] == "six-of-a-kind, 100% of the meter, divided by 2"
    (stored,) = (each for each in receipt.content["moves"] if each["kind"] == "award")
    award, reseed = (row.cells for row in moves.rows[-2:])
    paid = sum(each["from_meter"] for each in receipt.content["awards"])
    assert award[1:3] == ("award", dollars(-paid))
    assert reseed[1:4] == ("reseed", dollars(stored["change"]["value"] + paid), dollars(stored["after"]["value"]))


def test_the_report_of_hits_prints_a_divided_share_and_its_json_has_the_fraction(ledger: Ledger) -> None:
    won = six_of_a_kind(ledger).content["awards"]
    for report in (reports.hits(ledger, "main"), reports.pending_awards(ledger, "main")):
        told = report_answer(report)
        headings = [column.heading for column in told.tables[0].columns]
        assert "players" not in headings
        assert [row.cells[headings.index("share")] for row in told.tables[0].rows] == ["100%, divided by 2"] * 2
        rows = [(row["share"], row["players"], row["amount"]) for row in told.data["rows"]]
        assert rows == [("1", 2, money(each["amount"])) for each in won]
