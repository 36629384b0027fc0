"""A small filing for the tests of the pack: two games, meters, envy, a limit."""

from __future__ import annotations

from datetime import date

from pitbook.catalog import rulebook
from pitbook.choices import Offer, offer
from pitbook.findings import Finding, Severity
from pitbook.pack.filing import Filing, GamingTables, Limits
from pitbook.par import Conditions, sheet
from pitbook.payouts import MICROS

DOLLAR = MICROS
POKER_WAGERS = {"ante": None, "play": None, "ante-bonus": "A", "pair-plus": "D", "progressive": "A", "five-card-progressive": None}
BACCARAT_WAGERS = {"player": None, "banker": None, "tie": None, "harmony-progressive": "A"}


def offers(game: str, wagers: dict[str, str | None]) -> tuple[Offer, ...]:
    found = rulebook().game(game)
    return tuple(offer(found, name, label) for name, label in wagers.items())


def tables(game: str, wagers: dict[str, str | None], limits: dict[str, Limits], numbers: tuple[str, ...]) -> GamingTables:
    offered = offers(game, wagers)
    found = rulebook().game(game)
    amounts = {each.wager.id: limits[each.wager.id].amounts if each.wager.id in limits else () for each in offered}
    return GamingTables(
        game=game,
        name=found.name,
        numbers=numbers,
        seats=found.seats,
        offers=offered,
        sheets=tuple(
            sheet(each, Conditions(wager_micros=amount))
            for each in offered
            if each.wager.no_sheet is None
            for amount in amounts[each.wager.id] or (DOLLAR,)
        ),
        limits=limits,
        decks=found.default_decks,
        aggregate_limit_micros=1_000 * DOLLAR if game == "three-card-poker" else None,
        options=(("Shuffle", "by machine"),),
    )


def filing() -> Filing:
    poker = {
        "ante": Limits(10 * DOLLAR, 500 * DOLLAR),
        "pair-plus": Limits(5 * DOLLAR, 100 * DOLLAR),
        "progressive": Limits(amounts=(DOLLAR, 5 * DOLLAR)),
    }
    baccarat = {"player": Limits(25 * DOLLAR, 1_000 * DOLLAR), "banker": Limits(25 * DOLLAR, 1_000 * DOLLAR)}
    return Filing(
        certificate_holder='Example "Gaming" & Sons, #1 *LP*',
        filing_date=date(2026, 3, 2),
        effective_date=date(2026, 4, 1),
        reference="RS-2026-014",
        facility="Riverside <Example> Casino",
        tables=(
            tables("three-card-poker", POKER_WAGERS, poker, ("TCP-1", "TCP-2")),
            tables("midibaccarat", BACCARAT_WAGERS, baccarat, ("MB-1",)),
        ),
    )


FINDINGS = (
    Finding("player-edge", Severity.WARNING, "games[0].wagers.x", "=1+1", "none", "§ 649a.12", "mend it"),
    Finding("readings-undecided", Severity.NOTE, "games[0].readings", "nothing", "a value", "§ 649a.12(f)", "decide it"),
)
