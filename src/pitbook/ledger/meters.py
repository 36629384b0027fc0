"""Meters and who feeds them: open a meter on a link, join and remove the wagers of tables, look them up, show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitbook.ledger.desk import Ledger, Receipt, editions_of, run_step, the_link
from pitbook.ledger.errors import RefusedError, UnknownNameError
from pitbook.ledger.events import HOUSE, Event, EventKind
from pitbook.ledger.moves import Running
from pitbook.ledger.people import Actor, Right, require_once_people_exist
from pitbook.ledger.records import Fault, Level, LinkRow, Member, Meter, MeterStatus, Round, RoundState
from pitbook.ledger.terms import Configuration, MeterPerAmount, configuration_json, parse_configuration
from pitbook.ledger.unit import Unit
from pitbook.ledger.wager_rules import Division, division
from pitbook.progressive import MICROS_PER_CENT, MeterState, MultiWinner, Terms, check_limit, dollars, increments
from pitbook.progressive import open_meter as opened

DEFAULT_LINK = "main"


def open_meter(
    ledger: Ledger,
    name: str,
    *,
    amount_micros: int,
    configuration: Configuration,
    opening_micros: int | None = None,
    link: str = DEFAULT_LINK,
    edition: str | None = None,
    rulebook: str | None = None,
    actor: Actor | None = None,
    key: str | None = None,
) -> Receipt:
    """Open a meter for a wager amount at its seed, or at the filed opening amount where the seed is N/A.

    The link is made with its first meter. A meter's name is unique in the database.
    """
    request = {
        "step": "open-meter",
        "meter": name,
        "link": link,
        "amount": amount_micros,
        "configuration": configuration_json(configuration),
        "opening": opening_micros,
    }
    _check_name("meter", name)
    _check_name("link", link)
    if link == HOUSE:
        raise RefusedError(f"{HOUSE!r} is the chain of people and settings; name the link otherwise")

    def decide(unit: Unit) -> Event:
        require_once_people_exist(unit, actor, Right.SETUP)
        if unit.find(Meter, name=name):
            raise RefusedError(f"there is a meter {name!r} already; its name is not used again")
        check_configuration(configuration, amount_micros)
        state, move = opened(configuration.terms, opening_micros, configuration.policies)
        person = actor.person_id if actor else None
        if unit.get(LinkRow, link) is None:
            unit.append(HOUSE, EventKind.LINK_CREATED, {"link": link}, person=person)
        meter = Running(name, amount_micros, configuration, None, MeterState())
        return unit.append(
            link,
            EventKind.METER_OPENED,
            {
                "meter": name,
                "amount": amount_micros,
                "configuration": configuration_json(configuration),
                "moves": [meter.made(state, move)],
            },
            key=key,
            person=person,
            edition=edition,
            rulebook=rulebook,
        )

    return run_step(ledger, [HOUSE, link], key, request, decide)


def check_configuration(configuration: Configuration, amount_micros: int) -> None:
    """Refuse terms that do not give whole micro-dollars at the amount, and a limit below the reset amount."""
    increments(configuration.terms, amount_micros)
    check_limit(configuration.terms.reset_micros, configuration.policies.limit_micros)
    threshold = configuration.controls.contribution_threshold_micros
    if threshold is not None and threshold <= 0:
        raise RefusedError("the contribution threshold is above 0, or not given")


def add_member(
    ledger: Ledger,
    meter: str,
    *,
    table_id: str,
    game: str,
    wager: str,
    paytable: str,
    amount_micros: int,
    terms: Terms | None = None,
    edition: str | None = None,
    rulebook: str | None = None,
    actor: Actor | None = None,
    key: str | None = None,
) -> Receipt:
    """Let a wager of a table feed a meter and win from it.

    ``terms`` are those the rulebook prints for this game, wager, paytable and amount; when given they must be the
    meter's, so that nobody mixes one paytable's rates with another's seed.
    """
    link = link_of_meter(ledger, meter)
    request = {
        "step": "add-member",
        "meter": meter,
        "table": table_id,
        "game": game,
        "wager": wager,
        "paytable": paytable,
        "amount": amount_micros,
    }
    _check_name("table", table_id)

    def decide(unit: Unit) -> Event:
        require_once_people_exist(unit, actor, Right.SETUP)
        the_link(unit, link)
        row = _the_meter(unit, link, meter)
        _check_member(unit, row, table_id, (game, wager, paytable, amount_micros), terms)
        return unit.append(
            link,
            EventKind.MEMBER_ADDED,
            {
                "meter": meter,
                "table": table_id,
                "game": game,
                "wager": wager,
                "paytable": paytable,
                "amount": amount_micros,
            },
            key=key,
            person=actor.person_id if actor else None,
            table_id=table_id,
            edition=edition,
            rulebook=rulebook,
        )

    return run_step(ledger, [HOUSE, link], key, request, decide)


def _check_member(unit: Unit, meter: Meter, table_id: str, pick: tuple[str, str, str, int], terms: Terms | None) -> None:
    game, wager, paytable, amount = pick
    faults = []
    if meter.status != MeterStatus.OPEN:
        faults.append(f"meter {meter.name} is {meter.status}")
    configuration = parse_configuration(meter.configuration)
    shared = configuration.controls.meter_per_amount is MeterPerAmount.SHARED
    if amount != meter.amount and not (shared and 0 < amount <= meter.amount):
        faults.append(f"meter {meter.name} serves wagers of {dollars(meter.amount)}, not of {dollars(amount)}")
    if terms is not None and terms != configuration.terms:
        faults.append(f"the terms of {game} {wager} paytable {paytable} are not those of meter {meter.name}")
    for other in unit.find(Member, table_id=table_id):
        if other.removed_seq is not None:
            continue
        if other.link != meter.link:
            faults.append(f"table {table_id} is on link {other.link}; a table is on one link")
            continue
        if (other.game, other.wager, other.amount) == (game, wager, amount):
            faults.append(f"{wager} {dollars(amount)} of table {table_id} feeds meter {other.meter} already")
        if (other.game, other.wager) == (game, wager) and other.paytable != paytable:
            faults.append(f"table {table_id} deals {wager} by paytable {other.paytable}, not {paytable}")
    if faults:
        raise RefusedError(*faults)
    increments(configuration.terms, amount)


def remove_member(
    ledger: Ledger,
    meter: str,
    *,
    table_id: str,
    wager: str | None = None,
    actor: Actor | None = None,
    key: str | None = None,
) -> Receipt:
    """Let a table's wager (None: its only one on this meter) feed the meter no more. Refused while a round is on."""
    link = link_of_meter(ledger, meter)
    request = {"step": "remove-member", "meter": meter, "table": table_id, "wager": wager}

    def decide(unit: Unit) -> Event:
        require_once_people_exist(unit, actor, Right.SETUP)
        the_link(unit, link)
        found = [
            each
            for each in unit.find(Member, table_id=table_id)
            if each.removed_seq is None and each.meter == meter and wager in (None, each.wager)
        ]
        if not found:
            raise RefusedError(f"table {table_id} has no such wager on meter {meter}")
        if len(found) > 1:
            listed = ", ".join(each.wager for each in found)
            raise RefusedError(f"table {table_id} has several wagers on meter {meter}: name one of {listed}")
        refuse_running(unit, table_id)
        return unit.append(
            link,
            EventKind.MEMBER_REMOVED,
            {"member": found[0].seq, "meter": meter, "wager": found[0].wager},
            key=key,
            person=actor.person_id if actor else None,
            table_id=table_id,
            **editions_of(found),
        )

    return run_step(ledger, [HOUSE, link], key, request, decide)


def refuse_running(unit: Unit, table_id: str) -> None:
    """Refuse while a round of the table has wagers and no result."""
    for state in (RoundState.OPEN, RoundState.LOCKED):
        rounds = unit.find(Round, table_id=table_id, state=state)
        if rounds:
            raise RefusedError(f"round {rounds[0].round_id} of table {table_id} is {state}; finish it first")


def _check_name(what: str, name: str) -> None:
    allowed = all(letter.isalnum() or letter in "-_.@$" for letter in name)
    if not name or len(name) > 64 or not allowed:
        raise RefusedError(f"{name!r} is no name for a {what}: 1 to 64 letters, digits and - _ . @ $")


# --- looking up -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MeterView:
    """A meter with everything that belongs to it."""

    meter: Meter
    configuration: Configuration
    pending: Configuration | None
    members: tuple[Member, ...]
    levels: tuple[Level, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True)
class Display:
    """What a sign shows: the money, and the notices players must see. ``amount`` is in whole cents, as micro-dollars."""

    meter: str
    amount: int
    working: bool
    notices: tuple[str, ...]


def list_meters(ledger: Ledger) -> list[MeterView]:
    """Every meter."""
    with ledger.store.reading() as session:
        unit = Unit(ledger.store, session)
        return [_view(unit, meter) for meter in unit.find(Meter)]


def show_meter(ledger: Ledger, name: str) -> MeterView:
    """One meter (UnknownNameError when there is none of the name)."""
    with ledger.store.reading() as session:
        unit = Unit(ledger.store, session)
        return _view(unit, _named(unit, name))


def _view(unit: Unit, meter: Meter) -> MeterView:
    members = tuple(each for each in unit.find(Member, link=meter.link) if each.meter == meter.name)
    tables = {each.table_id for each in members if each.removed_seq is None}
    faults = tuple(
        each
        for each in unit.find(Fault, link=meter.link)
        if each.cleared_seq is None
        and (each.scope == "link" or each.subject == meter.name or (each.scope == "table" and each.subject in tables))
    )
    return MeterView(
        meter,
        parse_configuration(meter.configuration),
        parse_configuration(meter.pending) if meter.pending else None,
        members,
        tuple(unit.find(Level, link=meter.link, meter=meter.name)),
        faults,
    )


_WINNERS = {
    MultiWinner.IN_TURN: "Several winners are paid one after another; a won meter restarts before the next is paid.",
    MultiWinner.EQUAL_SPLIT: "Several winners of the same award in a round divide it equally.",
    MultiWinner.LOWER_AWARD_FIRST: "In a round the lower award is paid first; winners of the same award divide it.",
}


def _winners(view: MeterView) -> list[str]:
    """What becomes of an award that several win, by the meter's policy and by the wagers that feed it."""
    feeding = [division(each) for each in view.members if each.removed_seq is None]
    divided = dict.fromkeys(each for each in feeding if each is not None)
    policy = [] if feeding and None not in feeding else [_WINNERS[view.configuration.policies.multi_winner]]
    return [*policy, *(_divided(each) for each in divided)]


def _divided(each: Division) -> str:
    otherwise = "" if each.always else ", unless the Rules Submission pays them one after another"
    return f"Players who win the {each.wager} by the same cards divide one award equally{otherwise}."


def display(view: MeterView) -> Display:
    """What the sign of a meter shows, in dollars and cents, with the notices its configuration and faults call for."""
    notices = _winners(view)
    if view.configuration.terms.reserve:
        notices.append(f"A part of each wager ({percent(view.configuration.terms.reserve)}) funds a later start.")
    limit = view.configuration.policies.limit_micros
    if limit is not None:
        notices.append(f"The meter does not rise above {dollars(limit)}.")
    is_open = view.meter.status == MeterStatus.OPEN
    halting = [each for each in view.faults if each.scope != "table"] if is_open else []
    notices += [f"Out of order since {each.set_at}: no wager is accepted." for each in halting]
    working = is_open and not halting
    shown = view.meter.state.value // MICROS_PER_CENT * MICROS_PER_CENT
    return Display(view.meter.name, shown, working, tuple(notices))


def percent(rate: object) -> str:
    """An exact rate as percent: ``8%``, ``0.333%``; a fraction that has no end is printed as one."""
    from fractions import Fraction

    value = Fraction(str(rate)) * 100
    places = 0
    while value.denominator != 1 and (value * 10**places).denominator != 1 and places < 9:
        places += 1
    exact = value * 10**places
    return f"{float(value):.{places}f}%" if exact.denominator == 1 else f"{value}%"


def link_of_meter(ledger: Ledger, name: str) -> str:
    """The link a meter is on (UnknownNameError when there is no such meter)."""
    with ledger.store.reading() as session:
        return _named(Unit(ledger.store, session), name).link


def _named(unit: Unit, name: str) -> Meter:
    found: Sequence[Meter] = unit.find(Meter, name=name)
    if not found:
        raise UnknownNameError("meter", name, [each.name for each in unit.find(Meter)])
    return found[0]


def _the_meter(unit: Unit, link: str, name: str) -> Meter:
    found = unit.get(Meter, link, name)
    if found is None:
        raise UnknownNameError("meter", name, [each.name for each in unit.find(Meter)])
    return found
