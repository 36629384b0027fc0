"""What a line cites: the clause that says it, also where that is a section the rulebook does not hold."""

from __future__ import annotations

from datetime import date

import pytest

from pitbook.rounds import RoundError, read_round
from pitbook.settlement import settle

DAY = date(2026, 1, 1)
ANTE = {"ante": "5", "play": "5"}


def cited(data: dict[str, object]) -> dict[tuple[int, str], str]:
    """The citation of each line, by seat and wager."""
    return {(line.seat, line.wager): line.citation for line in settle(read_round(data, today=DAY)).lines}


def three_card(dealer: str, *seats: dict[str, object]) -> dict[str, object]:
    return {
        "game": "three-card-poker",
        "dealer": dealer,
        "choices": {"ante-bonus": "A", "pair-plus": "A", "progressive": "A"},
        "seats": list(seats),
    }


@pytest.mark.parametrize(
    ("dealer", "ante", "play"),
    [
        ("Jc 8d 3h", "58 Pa. Code § 649a.11 (not held)", "58 Pa. Code § 649a.11 (not held)"),  # does not qualify
        ("Kd 9d 4c", "58 Pa. Code § 649a.11 (not held)", "58 Pa. Code § 649a.11 (not held)"),  # a tie
        ("Qc 9d 4c", "58 Pa. Code § 649a.12(a)", "58 Pa. Code § 649a.12(a)"),  # the 1 to 1 that is printed
    ],
)
def test_what_the_text_does_not_print_is_not_cited_as_printed(dealer: str, ante: str, play: str) -> None:
    found = cited(three_card(dealer, {"seat": 1, "cards": "Ks 9h 4s", "wagers": ANTE}))
    assert (found[1, "ante"], found[1, "play"]) == (ante, play)


def test_a_wager_lost_by_a_fold_cites_what_says_so() -> None:
    seat = {"seat": 1, "cards": "9s 7h 2s", "wagers": {"ante": "5", "pair-plus": "5", "progressive": "1"}, "fold": True}
    data = three_card("Jc 8d 3h", seat)
    assert cited(data)[1, "pair-plus"] == "58 Pa. Code § 649a.11(b)(1) (not held)"
    assert cited(data)[1, "progressive"].startswith("58 Pa. Code § 649a.12(e)")  # it lives, and no row holds
    lost = {**data, "readings": {"progressive-on-fold": "lost"}}
    assert cited(lost)[1, "progressive"] == "58 Pa. Code § 649a.11 (not held)"


def test_one_of_two_hands_gives_the_stake_back_by_a_section_not_held() -> None:
    seat = {"seat": 1, "cards": "As Qh 9d Ts 7s 4c 2d", "high": "As Ts 7s 4c 2d", "low": "Qh 9d", "wagers": {"pai-gow": "5"}}
    data: dict[str, object] = {"game": "pai-gow-poker", "dealer": "Kc Qd 9h 8s 6c 4d 2s", "seats": [seat]}
    assert cited(data)[1, "pai-gow"] == "58 Pa. Code § 645a.11 (not held)"


def test_a_wager_that_lacks_another_cites_what_asks_for_it() -> None:
    seat = {"seat": 1, "cards": "9s 7h 2s", "wagers": {"pair-plus": "5", "progressive": "1"}}
    with pytest.raises(RoundError, match=r"needs ante beside it \(58 Pa\. Code § 649a\.7 \(not held\)\)"):
        read_round(three_card("Jc 8d 3h", seat), today=DAY)
