"""The award slip: what is written down and signed when a meter is paid."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path

from pitbook.given_files import text_of
from pitbook.ledger.desk import Ledger, event_at
from pitbook.ledger.errors import RefusedError, UnknownNameError
from pitbook.ledger.events import parse_body, utc_time
from pitbook.ledger.house import gaming_day, settings
from pitbook.ledger.records import AwardRow, Round, approvers
from pitbook.ledger.store import Session
from pitbook.ledger.unit import Unit
from pitbook.progressive import MICROS_PER_DOLLAR


@dataclass(frozen=True)
class TaxThreshold:
    """From a day on, winnings of at least ``winnings_micros`` and ``multiple`` times the wager need a form."""

    start: date
    form: str
    winnings_micros: int
    multiple: Fraction


@dataclass(frozen=True)
class Slip:
    """An award as it is paid: what was won, on what wager, who confirmed what and signed, and the form it may need."""

    award_id: str
    facility: str
    gaming_day: str
    won_at: str
    table: str
    round: str
    seat: int
    player: str
    meter: str
    wager: str
    wager_micros: int
    outcome: str
    share: str
    players: int
    amount_micros: int
    multiple_of_wager: str
    hand: str
    deck_checked: bool
    recorded_by: str | None
    approved_by: tuple[str, ...]
    paid_by: str | None
    paid_at: str | None
    status: str
    tax_form: str | None
    evidence: dict[str, str]


def load_thresholds(path: Path) -> tuple[TaxThreshold, ...]:
    """Dated thresholds of a settings file: ``[[tax_form]]`` with ``from``, ``form``, ``winnings`` (dollars),
    ``multiple``.
    """
    try:
        data = tomllib.loads(text_of(path))
        found = [
            TaxThreshold(
                date.fromisoformat(str(each["from"])),
                str(each["form"]),
                int(Fraction(str(each["winnings"])) * MICROS_PER_DOLLAR),
                Fraction(str(each["multiple"])),
            )
            for each in data["tax_form"]
        ]
    except (OSError, tomllib.TOMLDecodeError, KeyError, ValueError, TypeError) as error:
        raise RefusedError(
            f"{path}: each [[tax_form]] has from (a day), form, winnings (dollars) and multiple ({error})"
        ) from error
    return tuple(sorted(found, key=lambda each: each.start))


def tax_form(thresholds: tuple[TaxThreshold, ...], day: date, amount_micros: int, wager_micros: int) -> str | None:
    """The form an award needs by the thresholds in force on a day. Winnings are the award less the wager."""
    in_force = [each for each in thresholds if each.start <= day]
    if not in_force:
        return None
    rule = in_force[-1]
    winnings = amount_micros - wager_micros
    needs = winnings >= rule.winnings_micros and winnings >= rule.multiple * wager_micros
    return rule.form if needs else None


def award_slip(ledger: Ledger, award_id: str, thresholds: tuple[TaxThreshold, ...] = ()) -> Slip:
    """The slip of an award, as far as it has come."""
    house = settings(ledger)
    with ledger.store.reading() as session:
        unit = Unit(ledger.store, session)
        award = unit.get(AwardRow, award_id)
        if award is None:
            raise UnknownNameError("award", award_id, [each.award_id for each in unit.find(AwardRow)])
        signatures = approvers(award)
        contents = [
            parse_body(event_at(ledger.store, session, award.link, seq).body) for seq in (award.won_seq, *signatures.values())
        ]
        player = _player(ledger, session, unit, award)
    won, signed = contents[0], contents[1:]
    day = gaming_day(utc_time(award.won_at), house["time-zone"], house["gaming-day-start"])
    return Slip(
        award_id,
        house["facility"],
        day.isoformat(),
        award.won_at,
        award.table_id,
        award.round_id,
        award.seat,
        player,
        award.meter,
        award.wager,
        award.wager_amount,
        award.outcome,
        award.share,
        award.players,
        award.amount,
        str(Fraction(award.amount, award.wager_amount)),
        "; ".join(dict.fromkeys(each["hand"] for each in signed)),
        bool(signed) and all(each["deck_checked"] for each in signed),
        award.recorded_by,
        tuple(signatures),
        award.paid_by,
        award.paid_at,
        award.status,
        tax_form(thresholds, day, award.amount, award.wager_amount),
        won["evidence"],
    )


def _player(ledger: Ledger, session: Session, unit: Unit, award: AwardRow) -> str:
    """Who sat there, as the accepted wager names them; nothing where it does not."""
    of_round = unit.get(Round, award.round_id)
    assert of_round is not None
    assert of_round.lock_seq is not None
    lines = parse_body(event_at(ledger.store, session, award.link, of_round.lock_seq).body)["wagers"]
    return next((line["player"] for line in lines if (line["seat"], line["wager"]) == (award.seat, award.wager)), "")
