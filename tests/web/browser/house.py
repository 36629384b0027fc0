"""A house for the tests of pages: people of every role, two meters on a link, a table that feeds both, rounds already played."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any, Final

from pitbook.ledger import meters, people, rounds
from pitbook.ledger.desk import Ledger, open_ledger
from pitbook.ledger.from_cards import filed_terms, played_round
from pitbook.ledger.people import Actor, Role
from pitbook.ledger.terms import Configuration

SECRET: Final = "a secret of nine words or so"
TABLE: Final = "TCP-4"
PROGRESSIVE: Final = "progressive-1"
FIVE_CARD: Final = "five-card-5"
PEOPLE: Final = {
    "ada": Role.ADMIN,
    "dora": Role.DEALER,
    "sam": Role.SUPERVISOR,
    "sue": Role.SUPERVISOR,
    "ann": Role.ACCOUNTING,
    "otto": Role.AUDITOR,
}
_METERS: Final = ((PROGRESSIVE, "progressive", "A", 1_000_000), (FIVE_CARD, "five-card-progressive", "standard", 5_000_000))


def make_house(path: Path) -> Ledger:
    """A ledger in a new file; whoever asks closes it."""
    from argon2 import PasswordHasher

    ledger = open_ledger(f"sqlite:///{path}", hasher=PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    admin: Actor | None = None
    for person, role in PEOPLE.items():
        people.add_person(ledger, person, person.capitalize(), role, SECRET, actor=admin)
        admin = admin or Actor(person, role)
    for name, wager, paytable, amount in _METERS:
        found = filed_terms("three-card-poker", wager, paytable, amount)
        meters.open_meter(
            ledger,
            name,
            amount_micros=amount,
            configuration=Configuration(found.terms),
            edition=found.edition,
            rulebook=found.rulebook,
            actor=admin,
        )
        meters.add_member(
            ledger,
            name,
            table_id=TABLE,
            game="three-card-poker",
            wager=wager,
            paytable=paytable,
            amount_micros=amount,
            terms=found.terms,
            edition=found.edition,
            rulebook=found.rulebook,
            actor=admin,
        )
    for number in range(1, 9):
        record(ledger, plain_round(f"R{number}"))
    return ledger


def plain_round(key: str) -> dict[str, Any]:
    """A round in which nobody wins from a meter."""
    return {
        "game": "three-card-poker",
        "key": key,
        "table": TABLE,
        "dealer": "Qc 9d 4s",
        "community": "Jh 3c",
        "choices": {"ante-bonus": "A", "progressive": "A", "five-card-progressive": "standard"},
        "seats": [
            {
                "seat": 2,
                "cards": "Td 8s 2d",
                "wagers": {"ante": "10", "play": "10", "progressive": "1", "five-card-progressive": "5"},
            },
            {"seat": 5, "cards": "Kd 8c 5h", "wagers": {"ante": "5", "play": "5", "progressive": "1"}},
        ],
    }


def jackpot_round(key: str) -> dict[str, Any]:
    """A round in which seat 2 holds the ace, king and queen of spades: the whole progressive meter."""
    made = plain_round(key)
    made["seats"][0]["cards"] = "As Ks Qs"
    return made


def record(ledger: Ledger, values: dict[str, Any], actor: Actor | None = None) -> None:
    """Record a round as a table's own system does, or somebody who signs."""
    played = played_round(values, today=date.today())
    rounds.record_round(ledger, played.round_id, played.table_id, played.game, played.wagers, played.result, actor=actor)
