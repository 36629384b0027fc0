"""From the rulebook and the cards to what the ledger needs: terms of a meter, and a round's result as resolved awards.

This is where the ledger meets the rulebook and the settlement; steps ask ``wager_rules`` for what a wager reads and divides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitbook import rounds as card_rounds
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, offer
from pitbook.ledger.events import digest_of
from pitbook.ledger.rounds import FixedAward, ResultAward, RoundResult, Wager
from pitbook.payouts import dollars, money
from pitbook.progressive import Terms
from pitbook.submission.rounds import read_filed_round


@dataclass(frozen=True)
class FiledTerms:
    """Terms for one wager amount as the rulebook prints them (and as given where it prints none), with their source."""

    game: str
    wager: str
    paytable: str
    meter: str
    terms: Terms
    edition: str
    rulebook: str
    citation: str


def filed_terms(
    game: str,
    wager: str,
    paytable: str | None,
    amount_micros: int,
    *,
    given: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
    day: date | None = None,
) -> FiledTerms:
    """The terms of a game's wager by a paytable, for a wager amount.

    ``given`` supplies or overrides ``seed``, ``reseed``, ``increment``, ``reserve`` as texts. Raises ChoiceError when
    the wager has no meter, or no increment is printed or given.
    """
    found = offer(
        rulebook().game(game),
        wager,
        paytable,
        readings=readings or {},
        terms=dict(given or {}),
        wager_micros=amount_micros,
        day=day,
    )
    if found.terms is None or found.wager.meter is None:
        raise ChoiceError(f"{wager} has no meter")
    if found.terms.increment is None:
        raise ChoiceError(f"{wager}: the text prints no increment; give --terms increment=")
    return FiledTerms(
        found.game.id,
        wager,
        found.label,
        found.wager.meter,
        Terms(
            _micros(f"{wager} seed", found.terms.seed, amount_micros),
            _micros(f"{wager} reseed", found.terms.reseed, amount_micros),
            found.terms.increment,
            found.terms.reserve or Fraction(0),
        ),
        found.edition.id,
        rulebook().source_hash,
        found.terms.citation,
    )


def _micros(what: str, multiple: Fraction | None, amount_micros: int) -> int | None:
    if multiple is None:
        return None
    amount = multiple * amount_micros
    if amount.denominator != 1:
        raise ChoiceError(f"the {what}, {multiple} times {dollars(amount_micros)}, is not a whole number of micro-dollars")
    return int(amount)


def wagers_of_meter(game: str, meter: str, day: date | None = None) -> tuple[str, ...]:
    """The wagers of a game that feed the same meter (a bet on the own and one on the dealer's hand, for example)."""
    edition = rulebook().game(game).edition(day)
    return tuple(each.id for each in edition.wagers if each.meter == meter)


@dataclass(frozen=True)
class PlayedRound:
    """A round read from its cards: its id, table and game, the accepted wagers that feed meters, and the result."""

    round_id: str
    table_id: str
    game: str
    wagers: tuple[Wager, ...]
    result: RoundResult


def played_round(data: Any, *, today: date, folder: Path | None = None) -> PlayedRound:
    """Decide a round's meter awards, fixed awards and Envy Bonuses from its cards; the amounts of shares are the
    ledger's.

    ``data`` is a round as ``pitbook settle`` takes it, with ``key`` and ``table`` and without ``[meters]``. Void
    wagers are left out. The policies of the meter itself (rounding, several winners, below the seed) are those filed
    with the meter. Raises RoundError with all faults.
    """
    found = read_filed_round(data, today=today, folder=folder, ledger=True)
    missing = [name for name in ("key", "table") if not getattr(found, name)]
    if missing:
        raise card_rounds.RoundError([f"{name}: missing; a round that the ledger records names it" for name in missing])
    assert found.key is not None
    assert found.table is not None
    wagers = tuple(
        Wager(seat.number, placed.wager, placed.stake, seat.player or "", found.offers[placed.wager].label, placed.void)
        for seat in found.seats
        for placed in seat.placed.values()
        if found.offers[placed.wager].wager.meter is not None
    )
    result = replace(_result(found, data), fingerprint=_fingerprint(found, data))
    return PlayedRound(found.key, found.table, found.game.id, wagers, result)


def _fingerprint(found: card_rounds.Round, data: Any) -> str:
    """A digest of the whole round as it was given: the same from TOML and from JSON, and for ``5`` and ``5.00``."""
    given = card_rounds.round_file(data).model_dump(mode="json", exclude_defaults=True)
    for seat, of_seat in zip(given["seats"], found.seats, strict=True):
        placed = {name: each.stake for name, each in of_seat.placed.items()}
        seat["wagers"] = {**placed, **found.recorded.get(of_seat.number, {})}
        if of_seat.paid:
            seat["paid"] = dict(of_seat.paid)
    return digest_of({**given, "paytables": {name: each.label for name, each in found.offers.items()}})


def _result(found: card_rounds.Round, data: Any) -> RoundResult:
    from pitbook.settlement import meter_requests, turns_in_order

    requests = meter_requests(found, turns_in_order(found))
    awards = tuple(_award(request) for request in requests)
    shares = {(turn.seat.number, turn.offered.wager.id) for request in requests for turn in request.turns}
    return RoundResult(
        awards,
        _fixed_awards(found, shares),
        _evidence(data),
        found.edition.id,
        rulebook().source_hash,
    )


def _award(request: Any) -> ResultAward:
    turn = request.turns[0]
    row = turn.decision.row
    fallback = request.fallback
    return ResultAward(
        turn.offered.wager.id,
        row.outcome,
        row.award.share,
        tuple(turns[0].seat.number for turns in request.players),
        None if fallback is None else int(fallback.award.fixed_micros(turn.stake)),
        None if fallback is None else fallback.outcome,
    )


def _fixed_awards(found: card_rounds.Round, shares: set[tuple[int, str]]) -> tuple[FixedAward, ...]:
    """The awards the house pays on wagers that feed meters, Envy Bonuses included; no meter's amount is in them."""
    from pitbook.settlement import ENVY, HOUSE, PROGRESSIVE, settle

    settled = settle(_with_placeholder_meters(found))
    return tuple(
        FixedAward(line.seat, line.wager, line.outcome, line.returned, line.from_seat)
        for line in settled.lines
        if line.returned > 0
        and line.paid_by == HOUSE
        and found.offers[line.wager].wager.meter is not None
        and (line.kind == ENVY or (line.kind == PROGRESSIVE and not (line.own_stake and (line.seat, line.wager) in shares)))
    )


def _with_placeholder_meters(found: card_rounds.Round) -> card_rounds.Round:
    """The round with an empty meter for each wager and amount: only its fixed awards are read off."""
    meters = {}
    for seat in found.seats:
        for placed in seat.placed.values():
            offered = found.offers[placed.wager]
            if offered.wager.meter is None:
                continue
            name = f"{offered.wager.meter}@{money(placed.stake)}"
            meters[name] = card_rounds.GivenMeter(name, 0, 0, {}, placed.stake)
    return replace(found, meters=meters)


def _evidence(data: Mapping[str, Any]) -> dict[str, str]:
    """The hands as they were given, to be kept with the result."""
    kept = {name: str(data[name]) for name in ("dealer", "community", "player", "banker", "magic_card", "lucky") if data.get(name)}
    seats: Sequence[Mapping[str, Any]] = data.get("seats", ())
    for seat in seats:
        if seat.get("cards"):
            kept[f"seat {seat['seat']}"] = str(seat["cards"]) + (" (folded)" if seat.get("fold") else "")
    return kept
