"""What the pages show of a meter: its path, who feeds it, what waits for somebody, its return now against break-even."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, offer
from pitbook.errors import InputError
from pitbook.ledger.acts import list_proposals
from pitbook.ledger.awards import list_awards, signatures_needed
from pitbook.ledger.desk import Ledger
from pitbook.ledger.event_log import latest_moves
from pitbook.ledger.events import parse_body
from pitbook.ledger.meters import MeterView, display, list_meters
from pitbook.ledger.records import AwardRow, AwardStatus, MeterStatus, Proposal
from pitbook.ledger.slips import Slip, award_slip
from pitbook.ledger.unit import Unit
from pitbook.payouts import dollars

EVENTS_READ: Final = 2_000
MOST_POINTS: Final = 600
WAITING: Final = (AwardStatus.PENDING, AwardStatus.APPROVED)


@dataclass(frozen=True)
class Point:
    """Where a meter stood after a move: the number and time of the event, the kind of move, the value in micro-dollars."""

    seq: int
    at: str
    move: str
    value: int


@dataclass(frozen=True)
class Paying:
    """What a wager on a meter returns: the part that does not hang on the meter, and what each micro-dollar on it adds.

    ``break_even`` is the amount, in micro-dollars, at which the wager returns its stake, None where there is none; Envy Bonuses
    are left out.
    """

    game: str
    wager: str
    name: str
    paytable: str
    amount: int
    fixed: Fraction
    per_micro: Fraction
    break_even: Fraction | None

    def returned(self, value: int) -> Fraction:
        """The return per unit of stake with so much on the meter."""
        return self.fixed + self.per_micro * value


@dataclass(frozen=True)
class WaitingAward:
    """An award that is not paid yet, with its slip and how many people must sign in all."""

    award: AwardRow
    slip: Slip
    needed: int


@dataclass(frozen=True)
class Shown:
    """All meters and what waits for somebody, as of one look."""

    meters: tuple[MeterView, ...]
    awards: tuple[AwardRow, ...]
    proposals: tuple[Proposal, ...]


def all_meters(ledger: Ledger) -> Shown:
    """Every meter, every award not yet paid, every act that waits."""
    awards = [each for each in list_awards(ledger) if each.status in WAITING]
    return Shown(tuple(list_meters(ledger)), tuple(awards), tuple(list_proposals(ledger)))


def path_of(ledger: Ledger, view: MeterView) -> list[Point]:
    """The latest moves of a meter, oldest first; see :func:`thinned` for a picture of them."""
    moves = latest_moves(ledger, view.meter, EVENTS_READ)
    return [Point(row["seq"], row["at"], move["kind"], move["after"].get("value", 0)) for row, move in moves]


def thinned(path: Sequence[Point], most: int = MOST_POINTS) -> list[Point]:
    """At most so many points; of each stretch its lowest and its highest, so that no hit is lost."""
    if len(path) <= most:
        return list(path)
    step = -(-2 * len(path) // most)
    kept: list[Point] = []
    for at in range(0, len(path), step):
        stretch = path[at : at + step]
        low, high = (pick(stretch, key=lambda each: each.value) for pick in (min, max))
        kept.extend(sorted({low, high}, key=lambda each: each.seq))
    if kept[-1] != path[-1]:
        kept.append(path[-1])
    return kept


def waiting_awards(ledger: Ledger, meter: str | None = None) -> list[WaitingAward]:
    """The awards that are not paid yet, of one meter or of all."""
    found = []
    for award in list_awards(ledger, meter=meter):
        if award.status in WAITING:
            with ledger.store.reading() as session:
                needed = signatures_needed(Unit(ledger.store, session), award)
            found.append(WaitingAward(award, award_slip(ledger, award.award_id), needed))
    return found


def payings(view: MeterView) -> list[Paying]:
    """What each kind of wager on a meter returns; wagers that the rulebook cannot price are left out."""
    kinds = dict.fromkeys(
        (each.game, each.wager, each.paytable, each.amount, each.edition) for each in view.members if each.removed_seq is None
    )
    found = []
    for kind in kinds:
        try:
            found.append(_paying(*kind))
        except (ChoiceError, InputError):
            continue
    return found


@lru_cache(maxsize=256)
def _paying(game: str, wager: str, paytable: str, amount: int, edition: str | None) -> Paying:
    from pitbook.par import Conditions, sheet

    found = rulebook().game(game)
    in_force = next((each for each in found.editions if each.id == edition), found.edition())
    offered = offer(found, wager, paytable, wager_micros=amount, edition=in_force)
    figures = sheet(offered, Conditions(wager_micros=amount)).progressive
    if figures is None:
        raise ChoiceError(f"{wager} has no meter")
    per_micro = figures.expected_share / amount
    return Paying(game, wager, offered.wager.name, paytable, amount, figures.fixed_return, per_micro, figures.break_even_micros)


# Signs ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SignMeter:
    """A meter as a sign shows it: what it is for, whole cents in micro-dollars, the notices players must see."""

    meter: str
    name: str
    wager: int
    amount: int
    working: bool
    notices: tuple[str, ...]


class SignState(StrEnum):
    """Whether a name has open meters to show, had some, or is that of nothing."""

    OPEN = "open"
    CLOSED = "closed"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Sign:
    """What the display of a name shows: its open meters, or why there are none."""

    state: SignState
    meters: tuple[SignMeter, ...] = ()


def sign_of(ledger: Ledger, name: str) -> Sign:
    """The open meters of a link, of a table or of one name, as signs show them."""
    views = list_meters(ledger)
    wanted = [each for each in views if each.meter.link == name]
    wanted = wanted or [each for each in views if name in {member.table_id for member in standing_members(each)}]
    wanted = wanted or [each for each in views if each.meter.name == name]
    shown = tuple(_sign(each, name) for each in wanted if each.meter.status == MeterStatus.OPEN)
    if shown:
        return Sign(SignState.OPEN, shown)
    known = wanted or any(member.table_id == name for each in views for member in each.members)
    return Sign(SignState.CLOSED if known else SignState.UNKNOWN)


def _sign(view: MeterView, name: str) -> SignMeter:
    shown = display(view)
    down = any(each.scope == "table" and each.subject == name for each in view.faults)
    notices = list(shown.notices)
    if down:
        notices.append(f"Table {name} is out of order: no wager is accepted.")
    return SignMeter(view.meter.name, wager_name(view), view.meter.amount, shown.amount, shown.working and not down, tuple(notices))


def standing_members(view: MeterView) -> list[Any]:
    """The wagers of tables that feed a meter now."""
    return [each for each in view.members if each.removed_seq is None]


def wager_name(view: MeterView) -> str:
    """The printed name of the wager a meter is for; its own name where several are or none is."""
    names = set()
    for each in standing_members(view):
        try:
            names.add(rulebook().game(each.game).edition().wager(each.wager).name)
        except InputError:
            continue
    return next(iter(names)) if len(names) == 1 else view.meter.name


# Words ---------------------------------------------------------------------------------------------------------------


def who_signs(award: AwardRow, needed: int, signed: Sequence[str]) -> str:
    """Who has signed for an award, and who is still needed."""
    parts = [f"Recorded by {award.recorded_by or 'the table’s system'}."]
    if signed:
        parts.append(f"Signed by {', '.join(signed)}.")
    missing = needed - len({*signed, award.recorded_by} - {None})
    if award.status == AwardStatus.PENDING and missing > 0:
        parts.append(f"{missing} more {'person signs' if missing == 1 else 'people sign'} after checking hand, wager and deck.")
    if award.status == AwardStatus.APPROVED:
        parts.append("Approved: it may be paid.")
    return " ".join(parts)


def proposal_words(proposal: Proposal) -> str:
    """What a proposed act would do, in a sentence."""
    content: Mapping[str, Any] = parse_body(proposal.content)
    reference = content.get("reference", "")
    if proposal.act == "adjust":
        amount = int(content["amount"])
        way = "up" if amount > 0 else "down"
        cause = f", {content['cause']}" if content.get("cause") else ""
        return f"Correct the {content['pool']} of {proposal.subject} {way} by {dollars(abs(amount))}{cause} ({reference})"
    if proposal.act == "transfer":
        return f"Move {dollars(int(content['amount']))} from {proposal.subject} to {content['to']} ({reference})"
    if proposal.act == "close":
        return (
            f"Close {proposal.subject}"
            + (f" into {content['to']}" if content.get("to") else " and park its money")
            + f" ({reference})"
        )
    if proposal.act == "reject-award":
        return f"Do not pay award {proposal.subject} ({reference})"
    return f"{proposal.act.replace('-', ' ').capitalize()} {proposal.subject} ({reference})"
