"""A meter as a filing has it: its terms, first start, ceiling, policies, link and tables, for one wager amount."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitbook.choices import ChoiceError
from pitbook.names import listed
from pitbook.payouts import dollars
from pitbook.submission import FiledGame, FiledWager, Submission, supplied_terms

_METER_SCOPES = frozenset({"meter", "share", "divided"})


@dataclass(frozen=True)
class MeterAsFiled:
    """What a filing says of a meter; money in micro-dollars.

    ``terms`` are those the text leaves to the filing, as texts; ``policies`` the meter policies that it decides otherwise than by
    default; ``opening`` is None where the seed starts the meter, ``tables`` are those that feed it.
    """

    paytable: str
    terms: dict[str, str]
    readings: dict[str, str]
    policies: dict[str, str]
    opening: int | None
    limit: int | None
    link: str | None
    tables: tuple[str, ...]


def meter_as_filed(
    filing: Submission, game: str, wager: str, amount_micros: int, *, paytable: str | None = None, tables: Sequence[str] = ()
) -> MeterAsFiled:
    """The meter of a filed wager at a wager amount.

    ``tables`` are those that feed it; where none is named, the members of the filed link, or the only table. Tables without a link
    have a meter each. Raises :class:`~pitbook.choices.ChoiceError` for what the filing does not offer, and where it lacks the
    opening amount.
    """
    part = filing.game_at(game, tables[0] if tables else None)
    found = part.wager(wager)
    _must_be_offered(found, amount_micros, paytable)
    assert found.offered is not None
    seed = found.offered.terms.seed if found.offered.terms is not None else None
    opening = None if found.meter is None or seed is not None else found.meter.opening(amount_micros)
    if seed is None and opening is None:
        raise ChoiceError(f"{found.place}.meter.opening: missing for wagers of {dollars(amount_micros)}; no seed is printed")
    return MeterAsFiled(
        paytable=found.offered.label,
        terms=supplied_terms(part.edition, found, part.values),
        readings=dict(part.readings),
        policies=_policies(part),
        opening=opening,
        limit=None if found.meter is None else found.meter.limit(amount_micros),
        link=None if found.meter is None else found.meter.link,
        tables=_tables(filing, part, found, tables),
    )


def _tables(filing: Submission, part: FiledGame, found: FiledWager, named: Sequence[str]) -> tuple[str, ...]:
    link = filing.links.get(found.meter.link) if found.meter is not None and found.meter.link is not None else None
    allowed = [each for each in part.part.tables if link is None or each in link.members]
    foreign = [each for each in named if each not in allowed]
    if foreign:
        raise ChoiceError(
            f"{part.game.id}: the Rules Submission has no {listed(foreign)} on this meter; its tables: {listed(allowed)}"
        )
    feeding = tuple(named) or tuple(allowed)
    if link is None and len(feeding) != 1:
        raise ChoiceError(f"{part.game.id}: no link is filed, so each table has a meter of its own; name one of {listed(allowed)}")
    return feeding


def _must_be_offered(found: FiledWager, amount_micros: int, paytable: str | None) -> None:
    if found.wager.meter is None:
        raise ChoiceError(f"{found.id} has no meter")
    if found.offered is None:
        labels = listed(table.label for table in found.wager.paytables)
        raise ChoiceError(f"{found.place}.paytable: none of the printed paytables; allowed: {labels}")
    if paytable is not None and paytable.lower() != found.offered.label.lower():
        raise ChoiceError(f"{found.id}: the Rules Submission offers no paytable {paytable}; offered: {found.offered.label}")
    refusal = found.refusal(amount_micros)
    if refusal is not None:
        raise ChoiceError(f"{found.id}: {refusal}")


def _policies(part: FiledGame) -> dict[str, str]:
    return {
        each.id: part.readings[each.id]
        for each in part.edition.readings
        if each.scope in _METER_SCOPES and "meter" in each.affects and part.readings.get(each.id, each.default) != each.default
    }
