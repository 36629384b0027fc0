"""Least and highest wagers, denominations, wagers that must be equal, and the limit on what a hand's bonus wagers pay."""

from __future__ import annotations

from collections.abc import Iterator

from pitbook.checks.codes import finding
from pitbook.findings import Finding
from pitbook.names import listed
from pitbook.payouts import dollars, parse_money
from pitbook.rulebook import Kind
from pitbook.settlement.limit import most_won as most_won_by
from pitbook.submission import FiledGame, FiledWager, Submission
from pitbook.submission.sheets import decks_of


def check(filing: Submission) -> Iterator[Finding]:
    """Findings on the limits of every wager and on each game's payout limit."""
    for game in filing.games:
        for wager in game.wagers:
            yield from _wager(wager)
            yield from _equal(game, wager)
        yield from _aggregate(game)


def _wager(wager: FiledWager) -> Iterator[Finding]:
    if wager.wager.stakeless:
        return
    low, high = wager.minimum, wager.maximum
    if low is not None and high is not None and low > high:
        yield finding("limits-reversed", f"{wager.place}.minimum", dollars(low), f"at most the highest wager, {dollars(high)}")
    if not wager.amounts and low is None and high is None:
        yield finding("limits-not-filed", wager.place, "no limits", "a minimum and a maximum, or a list of amounts")
    for name, value in (("minimum", low), ("maximum", high)):
        if wager.denomination is not None and value is not None and value % wager.denomination:
            allowed = f"a multiple of {dollars(wager.denomination)}"
            yield finding("amount-outside-limits", f"{wager.place}.{name}", dollars(value), allowed)
    for n, amount in enumerate(wager.amounts):
        place = f"{wager.place}.amounts[{n}]"
        if (low is not None and amount < low) or (high is not None and amount > high):
            bounds = " to ".join(dollars(each) for each in (low, high) if each is not None)
            yield finding("amount-outside-limits", place, dollars(amount), f"inside {bounds}")
        elif wager.denomination is not None and amount % wager.denomination:
            yield finding("amount-outside-limits", place, dollars(amount), f"a multiple of {dollars(wager.denomination)}")


def _equal(game: FiledGame, wager: FiledWager) -> Iterator[Finding]:
    if wager.wager.equals is None or not game.offers(wager.wager.equals):
        return
    other = game.wager(wager.wager.equals)
    for name in ("minimum", "maximum"):
        one, two = getattr(wager, name), getattr(other, name)
        if one is not None and two is not None and one != two:
            yield finding(
                "limits-must-agree",
                f"{wager.place}.{name}",
                f"{dollars(one)}, but {other.id} has {dollars(two)}",
                f"equal to {other.id}",
                citation=wager.wager.citation,
            )


# The limit on bonus pays ---------------------------------------------------------------------------------------------


def _aggregate(game: FiledGame) -> Iterator[Finding]:
    value = game.values["aggregate-limit"]
    reading = game.edition.reading("aggregate-limit")
    bonuses = bonus_wagers(game)
    place = f"{game.place}.aggregate_limit"
    if value == "off" or not bonuses:
        return
    if not reading.amounts:
        found = f"{value} on {listed(each.id for each in bonuses)}"
        yield finding("aggregate-limit-without-clause", place, found, "off", citation=reading.citation)
        return
    missing = [each for each in bonuses if each.least is None]
    if missing:
        yield finding(
            "missing-minimum",
            f"{missing[0].place}.minimum",
            f"no minimum of {listed(each.id for each in missing)}",
            "the minimum of every bonus wager, at which the limit is computed",
            citation=reading.citation,
        )
        return
    if value in reading.amounts:
        return
    printed, won = max(reading.amounts.values()), most_won(game)
    if parse_money(value) != max(printed, won):
        yield finding(
            "aggregate-limit-differs",
            place,
            dollars(parse_money(value)),
            f"off, or {dollars(max(printed, won))}: the greater of {dollars(printed)} and the most one patron could win at the "
            f"minimum wagers, {dollars(won)}",
            citation=reading.citation,
        )


def bonus_wagers(game: FiledGame) -> list[FiledWager]:
    """The bonus wagers that a game of the filing offers."""
    return [each for each in game.wagers if each.wager.kind is Kind.BONUS]


def most_won(game: FiledGame) -> int:
    """The most that the bonus wagers pay one hand at their least stakes, in micro-dollars, wagers on the same cards together."""
    offers = {each.id: each.offered for each in bonus_wagers(game) if each.offered is not None}
    stakes = {each.id: each.least or 0 for each in bonus_wagers(game)}
    return most_won_by(game.game, decks_of(game), offers, stakes)


def limit_figure(game: FiledGame) -> int | None:
    """The limit on a hand's bonus pays that the filing sets, in micro-dollars; None where it sets none."""
    value = game.values["aggregate-limit"]
    if value == "off":
        return None
    printed = game.edition.reading("aggregate-limit").amounts
    return max(printed[value], most_won(game)) if value in printed else parse_money(value)
