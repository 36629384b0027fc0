"""What the ledger records of a round's cards beside shares of a meter."""

from __future__ import annotations

from datetime import date
from typing import Any

from pitbook.ledger.from_cards import played_round

OWN, DEALERS = "five-card-hand-bonus", "five-card-hand-bonus-on-dealer"


def round_of(**more: Any) -> dict[str, Any]:
    return {
        "key": "r1",
        "table": "t1",
        "game": "three-card-poker",
        "dealer": "5s 6s 7s",
        "community": "8s 9s",
        "choices": {"ante-bonus": "A", OWN: "standard", DEALERS: "standard"},
        **more,
    }


def test_an_extra_is_recorded_beside_a_share_of_the_meter() -> None:
    """The Magic Card is in the hand that also wins a tenth."""
    seats = [{"seat": 2, "cards": "Ts Js Qs", "wagers": {"ante": "5", "play": "5", OWN: "1"}}]
    played = played_round(round_of(magic_card="Ts", readings={"magic-lucky": "offered"}, seats=seats), today=date(2026, 1, 2))
    assert [(each.outcome, each.seats) for each in played.result.awards] == [("straight-flush", (2,))]
    assert [(each.outcome, each.amount_micros) for each in played.result.fixed] == [("magic-card", 20_000_000)]


def test_a_name_that_looks_like_a_seat_is_a_player_of_its_own() -> None:
    seats = [
        {"seat": 1, "player": "seat 3", "cards": "Ad Kh 3d", "wagers": {"ante": "5", "play": "5", DEALERS: "1"}},
        {"seat": 2, "player": "Ames", "cards": "Ac Kc Td", "wagers": {"ante": "5", "play": "5", DEALERS: "1"}},
        {"seat": 3, "cards": "2d 4h Jd", "wagers": {"ante": "5", "play": "5", DEALERS: "1"}},
        {"seat": 4, "player": "Ames", "cards": "2c 4c Jh", "wagers": {"ante": "5", "play": "5", DEALERS: "1"}},
    ]
    played = played_round(round_of(seats=seats), today=date(2026, 1, 2))
    assert [each.seats for each in played.result.awards] == [(4, 3, 1)]
