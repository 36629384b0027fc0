"""Steps and reports of the ledger asked for in texts, as a command or a request gives them: what the texts mean is decided here.

Messages name a text by the option of the command; a request has the same names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final

from pitbook import progressive
from pitbook.asked.texts import micros
from pitbook.choices import ChoiceError
from pitbook.ledger import reports, terms
from pitbook.ledger.desk import Ledger, Receipt
from pitbook.ledger.event_log import event_log
from pitbook.ledger.from_cards import filed_terms, wagers_of_meter
from pitbook.ledger.house import gaming_day_bounds, settings
from pitbook.ledger.meters import DEFAULT_LINK, MeterView, add_member, open_meter, show_meter
from pitbook.ledger.people import Actor
from pitbook.ledger.report_parts import ALL_TIME, Period, Report
from pitbook.ledger.terms import Configuration, MeterPerAmount
from pitbook.payouts import PayoutError, money, parse_money, parse_rate
from pitbook.progressive import Terms

if TYPE_CHECKING:
    from pitbook.submission import Submission


def signed_micros(text: str, place: str) -> int:
    """Micro-dollars of a text that may begin with a sign: ``-5.00`` or ``+5.00``."""
    sign = -1 if text.startswith("-") else 1
    return sign * micros(text.lstrip("+-"), place)


# --- configurations -------------------------------------------------------------------------------------------------


def configuration(
    of_terms: Terms, policies: Mapping[str, str], limit: str | None, base: Configuration | None = None
) -> Configuration:
    """A meter's configuration: terms, and policies by their names over those of ``base``. A ``limit`` of "none" takes it off."""
    made = base or Configuration(of_terms)
    arithmetic: dict[str, Any] = {}
    controls: dict[str, Any] = {}
    for name, value in policies.items():
        if name not in POLICIES:
            raise ChoiceError(f"--set {name}: no such policy of a meter; allowed: {', '.join(POLICIES)}")
        field_name, parse = POLICIES[name]
        part = arithmetic if hasattr(made.policies, field_name) else controls
        part[field_name] = _parsed(name, value, parse)
    if limit is not None:
        arithmetic["limit_micros"] = None if limit == "none" else micros(limit, "--limit")
    return Configuration(of_terms, replace(made.policies, **arithmetic), replace(made.controls, **controls))


def changed_configuration(
    view: MeterView, given: Mapping[str, str], policies: Mapping[str, str], limit: str | None
) -> Configuration:
    """What a meter's configuration (or the one already agreed on) would be with other terms, policies or another limit."""
    base = view.pending or view.configuration
    return configuration(_changed_terms(base.terms, given), policies, limit, base)


def _changed_terms(base: Terms, given: Mapping[str, str]) -> Terms:
    found: dict[str, Any] = {}
    for name, text in given.items():
        if name in ("increment", "reserve"):
            try:
                found[name] = parse_rate(text)
            except PayoutError as fault:
                raise ChoiceError(f"--terms {name}: {fault}") from fault
        elif name in ("seed", "reseed"):
            found[f"{name}_micros"] = None if text.lower() == "n/a" else micros(text, f"--terms {name}")
        else:
            raise ChoiceError(f"--terms {name}: allowed: seed, reseed, increment, reserve")
    return replace(base, **found)


def _parsed(name: str, value: str, parse: Callable[[str], Any]) -> Any:
    try:
        return parse(value)
    except ValueError as fault:
        allowed = ", ".join(getattr(parse, "__members__", {}).values()) or "a decimal number of dollars, or a whole number"
        raise ChoiceError(f"--set {name}={value}: allowed: {allowed}") from fault


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5):
        raise ValueError(text)
    return int(text)


POLICIES: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "reseed-source": ("reseed_source", progressive.ReseedSource),
    "award-rounding": ("award_rounding", progressive.AwardRounding),
    "share-remainder": ("share_remainder", progressive.ShareRemainder),
    "below-seed": ("below_seed", progressive.BelowSeed),
    "partial-award-source": ("partial_award_source", progressive.PartialAwardSource),
    "multi-winner": ("multi_winner", progressive.MultiWinner),
    "overflow": ("overflow", progressive.Overflow),
    "winner-floor": ("winner_floor_micros", parse_money),
    "contribution-time": ("contribution_time", terms.ContributionTime),
    "meter-per-amount": ("meter_per_amount", terms.MeterPerAmount),
    "void-round": ("void_round", terms.VoidRound),
    "parameter-change": ("parameter_change", terms.ParameterChange),
    "contribution-threshold": ("contribution_threshold_micros", parse_money),
    "dual-control": ("dual_control_from_micros", parse_money),
    "tolerance": ("tolerance_micros", parse_money),
    "notice-days": ("notice_days", _days),
}
"""A meter's policies: the name, the field, and what a text means."""


# --- meters and their tables ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MeterAsked:
    """A meter to be opened for a wager of a game, as it is asked for. ``terms`` are those the text does not print."""

    name: str
    game: str
    wager: str
    amount_micros: int
    paytable: str | None = None
    terms: Mapping[str, str] = field(default_factory=dict)
    opening_micros: int | None = None
    limit: str | None = None
    policies: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    link: str | None = None
    tables: tuple[str, ...] = ()


def as_filed(asked: MeterAsked, filing: Submission) -> MeterAsked:
    """The meter as a filing has it, at the tables it names; what the filing says itself is not said again."""
    from pitbook.submission.meters import meter_as_filed

    if asked.terms or asked.opening_micros is not None or asked.limit or asked.readings:
        raise ChoiceError("--terms, --opening, --limit and --reading do not go with --submission, which says them itself")
    found = meter_as_filed(filing, asked.game, asked.wager, asked.amount_micros, paytable=asked.paytable, tables=asked.tables)
    return replace(
        asked,
        paytable=found.paytable,
        terms=found.terms,
        readings=found.readings,
        opening_micros=found.opening,
        tables=tuple(found.tables),
        policies={**found.policies, **asked.policies},
        limit=None if found.limit is None else money(found.limit),
        link=asked.link or found.link,
    )


def open_as_printed(ledger: Ledger, asked: MeterAsked, *, actor: Actor | None, key: str | None) -> tuple[Receipt, str]:
    """Open a meter by the terms its paytable prints, and join its tables; gives the receipt and the terms' citation."""
    found = filed_terms(asked.game, asked.wager, asked.paytable, asked.amount_micros, given=asked.terms, readings=asked.readings)
    if found.terms.seed_micros is None and asked.opening_micros is None:
        raise ChoiceError("no seed is printed: an opening amount is required (--opening AMOUNT, or --terms seed=AMOUNT)")
    receipt = open_meter(
        ledger,
        asked.name,
        amount_micros=asked.amount_micros,
        configuration=configuration(found.terms, asked.policies, asked.limit),
        opening_micros=asked.opening_micros,
        link=asked.link or DEFAULT_LINK,
        edition=found.edition,
        rulebook=found.rulebook,
        actor=actor,
        key=key,
    )
    for table in asked.tables:
        for each in wagers_of_meter(asked.game, found.meter):
            add_member(
                ledger,
                asked.name,
                table_id=table,
                game=found.game,
                wager=each,
                paytable=found.paytable,
                amount_micros=asked.amount_micros,
                edition=found.edition,
                rulebook=found.rulebook,
                actor=actor,
                key=None if key is None else f"{key}/{table}/{each}",
            )
    return receipt, found.citation


@dataclass(frozen=True)
class TableAsked:
    """A table that is to feed a meter; what is not said is as at the meter's other tables."""

    table: str
    game: str | None = None
    wager: str | None = None
    paytable: str | None = None
    amount_micros: int | None = None
    terms: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)


def join_table(ledger: Ledger, meter: str, asked: TableAsked, *, actor: Actor | None, key: str | None) -> list[Receipt]:
    """Let a table's wagers feed a meter; the terms its paytable prints must be those of the meter. One receipt for each wager."""
    view = show_meter(ledger, meter)
    at = view.meter.amount if asked.amount_micros is None else asked.amount_micros
    shared = view.configuration.controls.meter_per_amount is MeterPerAmount.SHARED
    receipts = []
    for game, wager, paytable in _picks(view, asked):
        given = asked.terms or _as_given(view.configuration.terms, game, wager, paytable)
        found = filed_terms(game, wager, paytable, view.meter.amount if shared else at, given=given, readings=asked.readings)
        receipts.append(
            add_member(
                ledger,
                meter,
                table_id=asked.table,
                game=found.game,
                wager=wager,
                paytable=found.paytable,
                amount_micros=at,
                terms=found.terms,
                edition=found.edition,
                rulebook=found.rulebook,
                actor=actor,
                key=None if key is None else f"{key}/{wager}",
            )
        )
    return receipts


def _picks(view: MeterView, asked: TableAsked) -> list[tuple[str, str, str | None]]:
    """What to join: the wager named, or what the meter's other tables have."""
    present = [each for each in view.members if each.removed_seq is None]
    if asked.wager is not None:
        same = [each for each in present if each.wager == asked.wager] or present
        if asked.game is None and not same:
            raise ChoiceError("--game: no table feeds the meter yet; name the game")
        return [(asked.game or same[0].game, asked.wager, asked.paytable or (same[0].paytable if same else None))]
    picks = list(dict.fromkeys((each.game, each.wager, each.paytable) for each in present if asked.game in (None, each.game)))
    if not picks:
        raise ChoiceError("--wager: no table feeds the meter yet; name the game, the wager and the paytable")
    return [(game, wager, asked.paytable or label) for game, wager, label in picks]


def _as_given(of_meter: Terms, game: str, wager: str, paytable: str | None) -> dict[str, str]:
    """The meter's own terms for those the text does not print, so that only printed ones can differ."""
    from pitbook.catalog import rulebook
    from pitbook.choices import offer

    printed = offer(rulebook().game(game), wager, paytable).terms
    given = {}
    if printed is not None:
        if printed.increment is None:
            given["increment"] = str(of_meter.increment)
            if printed.reserve is None:
                given["reserve"] = str(of_meter.reserve)
        if printed.seed is None and of_meter.seed_micros is not None:
            given["seed"] = money(of_meter.seed_micros)
        if printed.reseed is None and of_meter.reseed_micros is not None:
            given["reseed"] = money(of_meter.reseed_micros)
    return given


# --- reports --------------------------------------------------------------------------------------------------------

REPORTS: Final[Mapping[str, Callable[[Ledger, str, Period], Report]]] = {
    "balances": reports.balances,
    "contributions": reports.contributions_by_table,
    "hits": reports.hits,
    "levels": lambda ledger, link, _: reports.levels(ledger, link),
    "pending": lambda ledger, link, _: reports.pending_awards(ledger, link),
    "liability": lambda ledger, link, _: reports.liability(ledger, link),
    "changes": reports.changes,
    "falls": reports.falls,
    "readings": reports.readings,
    "security": reports.security,
    "events": event_log,
}


def report_of(ledger: Ledger, which: str, link: str, period: Period) -> Report:
    """A report by its name. Raises :class:`~pitbook.choices.ChoiceError` where there is no such report."""
    if which not in REPORTS:
        raise ChoiceError(f"{which}: no such report; allowed: {', '.join(REPORTS)}")
    return REPORTS[which](ledger, link, period)


def period_of(ledger: Ledger, first: str | None, last: str | None) -> Period:
    """From a gaming day, or a time with its zone, to another, both included; all time where nothing is said."""
    house = settings(ledger)

    def bounds(text: str, option: str) -> Sequence[datetime]:
        try:
            if "T" in text or " " in text:
                at = datetime.fromisoformat(text)
                if at.tzinfo is None:
                    raise ChoiceError(f"{option} {text}: a time needs its zone, such as 2026-03-01T06:00:00-05:00")
                return at, at
            return gaming_day_bounds(date.fromisoformat(text), house["time-zone"], house["gaming-day-start"])
        except (ValueError, OverflowError) as fault:
            if isinstance(fault, ChoiceError):
                raise
            raise ChoiceError(f"{option} {text}: allowed is a day such as 2026-03-01, or a time with its zone") from fault

    begin = bounds(first, "--from")[0] if first else ALL_TIME.first
    end = bounds(last, "--to")[1] if last else ALL_TIME.after
    if begin >= end:
        raise ChoiceError("--from and --to: the period is empty")
    try:
        return Period(begin.astimezone(UTC), end.astimezone(UTC))
    except OverflowError as fault:
        raise ChoiceError("--from and --to: there is no such time") from fault
