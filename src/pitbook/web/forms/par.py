"""What a page of odds is asked, as a value that its address holds: wager, paytable, meter, readings, payouts that were changed.

:func:`read_state` takes the query of an address, :func:`query` gives it back; :func:`sheet_of` computes the sheet. The words are
those of the command line, so that a sheet of a page and one of ``pitbook par`` are the same.
"""

from __future__ import annotations

import re
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import urlencode

from pitbook.asked.long_counts import takes_long
from pitbook.asked.texts import confidence_of
from pitbook.catalog import rulebook
from pitbook.choices import TERM_NAMES, ChoiceError, allowed_options, offer
from pitbook.errors import InputError
from pitbook.names import listed, shown
from pitbook.par import Conditions, ParSheet, par
from pitbook.payouts import MICROS, PayoutError, PayoutKind, dollars, parse_money, parse_payout
from pitbook.rulebook import Edition, Game, Paytable, Row, Wager
from pitbook.web.api.inputs import refuse_files
from pitbook.web.guard.queries import SHEET, name_faults
from pitbook.web.jobs.process import Result, Tell

LONGEST: Final = 120
"""The longest value of a query that is looked at."""

MOST_ROUNDS: Final = 999_999_999
CONFIDENCE: Final = 0.95

_KEPT: Final = 200
_GROUPS: Final = {"set": "readings", "option": "options", "term": "terms", "pays": "pays"}


@dataclass(frozen=True)
class ParState:
    """A wager and what is asked about it. Money is micro-dollars; ``pays`` are payouts in place of the printed ones, by outcome."""

    game: str
    wager: str
    paytable: str | None
    amount: int = MICROS
    meter: int | None = None
    players: int | None = None
    bettors: int = 1
    decks: int | None = None
    rounds: int | None = None
    confidence: float = CONFIDENCE
    readings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    pays: Mapping[str, str] = field(default_factory=dict)

    @property
    def conditions(self) -> Conditions:
        """The conditions of the sheet."""
        return Conditions(
            wager_micros=self.amount,
            meter_micros=self.meter,
            players=self.players,
            bettors=self.bettors,
            decks=self.decks,
            rounds=self.rounds,
            confidence=self.confidence,
        )

    @property
    def key(self) -> tuple[Any, ...]:
        """What the sheet depends on, to look it up by."""
        groups = (tuple(sorted(each.items())) for each in (self.readings, self.options, self.terms, self.pays))
        return (self.game, self.wager, self.paytable, self.conditions, *groups)


def parts(state: ParState) -> tuple[Game, Edition, Wager]:
    """The game, its edition and the wager."""
    game = rulebook().game(state.game)
    edition = game.edition()
    return game, edition, edition.wager(state.wager)


# The address ----------------------------------------------------------------------------------------------------------


def read_state(game: str, wager: str, asked: Iterable[tuple[str, str]]) -> tuple[ParState, tuple[str, ...]]:
    """The state of an address, and what in its query has no meaning, or stands in it twice: that is left out.

    Raises :class:`~pitbook.rulebook.UnknownNameError` for a game or a wager that is not there.
    """
    edition = rulebook().game(game).edition()
    printed = edition.wager(wager)
    state = ParState(game, wager, printed.paytables[0].label if printed.paytables else None)
    given = list(asked)
    names = Counter(name for name, _ in given)
    faults = list(name_faults([name for name, _ in given], SHEET))
    for name, text in given:
        if not SHEET.knows(name) or names[name] > 1:
            continue
        try:
            state = _with(state, edition, printed, name, text)
        except (InputError, PayoutError) as fault:
            faults.append(str(fault))
    return state, tuple(faults)


def _with(state: ParState, edition: Edition, wager: Wager, name: str, text: str) -> ParState:
    """The state with one part of a query. Raises InputError or PayoutError."""
    if len(text) > LONGEST:
        raise ChoiceError(f"{shown(name)}: {len(text)} characters; allowed are up to {LONGEST}")
    group, dot, rest = name.partition(".")
    if dot and group in _GROUPS:
        _check_named(edition, wager, group, rest, text)
        changes: dict[str, Any] = {_GROUPS[group]: {**getattr(state, _GROUPS[group]), rest: text}}
        return replace(state, **changes)
    readers: Mapping[str, Callable[[str], Any]] = {
        "paytable": lambda words: wager.paytable(words).label,
        "amount": lambda words: _positive(name, parse_money(words)),
        "meter": parse_money,
        "players": lambda words: whole(name, words, 0, 100),
        "bettors": lambda words: whole(name, words, 1, 1000),
        "decks": lambda words: whole(name, words, 1, 8),
        "rounds": lambda words: whole(name, words, 1, MOST_ROUNDS),
        "confidence": confidence_in,
    }
    return replace(state, **{name: readers[name](text)})


def _check_named(edition: Edition, wager: Wager, group: str, name: str, text: str) -> None:
    if group == "set":
        edition.reading(name).check(text)
        return
    allowed = {
        "option": allowed_options(edition, wager),
        "term": TERM_NAMES,
        "pays": tuple(dict.fromkeys(row.outcome for table in wager.paytables for row in table.rows)),
    }[group]
    if name not in allowed:
        raise ChoiceError(f"{group}.{shown(name)}: {wager.id} has none of this name; allowed: {listed(allowed)}")


def _positive(name: str, micros: int) -> int:
    if micros <= 0:
        raise ChoiceError(f"{name}: it must be more than nothing")
    return micros


def whole(name: str, text: str, least: int, most: int) -> int:
    """A whole number within bounds. Raises :class:`~pitbook.choices.ChoiceError`."""
    value = int(text) if re.fullmatch(r"[0-9]{1,9}", text.strip()) else None
    if value is None or not least <= value <= most:
        raise ChoiceError(f"{name} {shown(text)}: allowed is a whole number from {least} to {most:,}")
    return value


def confidence_in(text: str) -> float:
    """A confidence, as ``99%`` or ``0.99``. Raises :class:`~pitbook.choices.ChoiceError`."""
    return confidence_of(text, "confidence")


def share(confidence: float) -> str:
    """A confidence as addresses and fields have it: ``99%``."""
    return f"{confidence * 100:.15g}%"


def plain(micros: int) -> str:
    """Dollars without a sign and commas, as addresses and fields have them."""
    return dollars(micros).removeprefix("$").replace(",", "")


def query(state: ParState) -> str:
    """The query of the address that asks for this, with nothing that is a default; empty or with a ``?``."""
    _, _, wager = parts(state)
    first = wager.paytables[0].label if wager.paytables else None
    found: list[tuple[str, str]] = []
    if state.paytable is not None and state.paytable != first:
        found.append(("paytable", state.paytable))
    if state.amount != MICROS:
        found.append(("amount", plain(state.amount)))
    if state.meter is not None:
        found.append(("meter", plain(state.meter)))
    for name, value in (("players", state.players), ("decks", state.decks), ("rounds", state.rounds)):
        if value is not None:
            found.append((name, str(value)))
    if state.bettors != 1:
        found.append(("bettors", str(state.bettors)))
    if state.confidence != CONFIDENCE:
        found.append(("confidence", share(state.confidence)))
    for group, attribute in _GROUPS.items():
        found.extend((f"{group}.{name}", text) for name, text in getattr(state, attribute).items())
    return f"?{urlencode(found)}" if found else ""


def path(state: ParState, at: str = "/par") -> str:
    """The address of the state's page."""
    return f"{at}/{state.game}/{state.wager}"


# The sheet ------------------------------------------------------------------------------------------------------------

_sheets: OrderedDict[tuple[Any, ...], ParSheet] = OrderedDict()
_counting = threading.Lock()


def sheet_of(state: ParState) -> ParSheet:
    """The sheet, kept for the next time. Raises InputError or PayoutError with all faults.

    The first sheet of a hand family counts it, which may take a second: call it in a thread.
    """
    key = state.key
    with _counting:
        found = _sheets.get(key)
        if found is None:
            found = _sheet(state)
            _sheets[key] = found
            while len(_sheets) > _KEPT:
                _sheets.popitem(last=False)
        _sheets.move_to_end(key)
    return found


def is_known(state: ParState) -> bool:
    """Whether the sheet, or what takes long to count for it, is kept already. Reads files: call it in a thread."""
    if state.key in _sheets:
        return True
    try:
        refuse_files(state.readings, state.options)
        game, _, _ = parts(state)
        offered = offer(game, state.wager, state.paytable, readings=state.readings, options=state.options)
        return not takes_long(offered, state.decks)
    except (InputError, PayoutError):
        return False  # which is said where the sheet is made


def count(request: Mapping[str, Any], tell: Tell) -> Result:
    """The work of a job: count what a sheet needs, so that the server finds the counts kept. ``request`` is a state's fields."""
    del tell
    _sheet(ParState(**request))
    return Result(b"{}")


def _sheet(state: ParState) -> ParSheet:
    refuse_files(state.readings, state.options)
    return par(
        state.game,
        state.wager,
        state.paytable,
        readings=state.readings,
        options=state.options,
        terms=state.terms,
        own_table=changed_table(state) if state.pays else None,
        conditions=state.conditions,
    )


def changed_table(state: ParState) -> Paytable:
    """The printed paytable with the payouts that were changed. Raises :class:`~pitbook.choices.ChoiceError` with all faults."""
    _, _, wager = parts(state)
    table = wager.paytable(state.paytable or wager.paytables[0].label)
    faults: list[str] = []
    rows = tuple(_changed_row(row, wager, state.pays.get(row.outcome), faults) for row in table.rows)
    known = {row.outcome for row in table.rows}
    faults.extend(f"pays.{name}: paytable {table.label} has no such row" for name in state.pays if name not in known)
    if faults:
        raise ChoiceError("\n".join(faults))
    return replace(table, label=f"{table.label}, changed", rows=rows)


def _changed_row(row: Row, wager: Wager, text: str | None, faults: list[str]) -> Row:
    if text is None:
        return row
    fault = pay_fault(wager, text)
    if fault is not None:
        faults.append(f"{row.hand}: {fault}")
        return row
    return replace(row, pays=text, award=parse_payout(text), reading=None, pays_by_reading={})


def pay_fault(wager: Wager, text: str) -> str | None:
    """What is wrong with a payout for a wager; None where nothing is."""
    try:
        award = parse_payout(text)
    except PayoutError as fault:
        return str(fault)
    if award.share and wager.meter is None:
        return f"{wager.id} has no meter to take {shown(text)} from"
    if wager.stakeless and award.kind not in {PayoutKind.TO_ONE, PayoutKind.NOTHING}:
        return f"{shown(text)} is not odds to 1, in which {wager.id} is paid"
    return None


def without_changes(state: ParState) -> ParState:
    """The state with the payouts as printed."""
    return replace(state, pays={})


def with_pay(state: ParState, outcome: str, text: str, printed: str) -> ParState:
    """The state with another payout for a row; nothing, or the printed one, takes the change away."""
    pays = {name: each for name, each in state.pays.items() if name != outcome}
    written = " ".join(text.split())
    if written and written != printed:
        pays[outcome] = written
    return replace(state, pays=pays)
