"""Unclear clauses that touch a wager offered and that the filing does not decide."""

from __future__ import annotations

from collections.abc import Iterator

from pitbook.checks.codes import finding
from pitbook.choices import Offer
from pitbook.findings import Finding, Severity
from pitbook.names import listed, own
from pitbook.rulebook import Reading
from pitbook.submission import FiledGame, FiledWager, Submission

_ABOUT_MONEY = frozenset({"odds", "settlement", "meter"})


def check(filing: Submission) -> Iterator[Finding]:
    """A finding for every undecided reading, once for each game."""
    for game in filing.games:
        touched: dict[str, tuple[Reading, list[str]]] = {}
        for wager in game.wagers:
            for reading in _undecided(game, wager):
                touched.setdefault(reading.id, (reading, []))[1].append(wager.id)
        for reading, wagers in touched.values():
            yield _finding(game, reading, wagers)


def _undecided(game: FiledGame, wager: FiledWager) -> Iterator[Reading]:
    if wager.offered is None:
        return
    for each in wager.offered.readings("filing"):
        reading = each.reading
        has_choice = len(reading.values) > 1 or reading.accepts is not None
        own_way = reading.id == "house-way" and game.own_way is not None
        if has_choice and not own_way and reading.id not in game.readings and is_asked(reading, game, wager, wager.offered):
            yield reading


def is_asked(reading: Reading, game: FiledGame, wager: FiledWager, offered: Offer) -> bool:
    """Whether the filing raises the question of a reading (``asked_when`` of the rules)."""
    kind, _, name = reading.asked_when.partition(" ")
    if kind == "wager":
        return game.offers(name)
    if kind == "option":
        return name in wager.options
    if kind == "paytable":
        return offered.label == name
    if kind == "no-seed":
        return offered.terms is not None and offered.terms.seed is None
    if kind == "several-amounts":
        return len(set(wager.amounts)) > 1
    if kind == "amount-without-envy":
        columns = offered.envy.wager_amounts if offered.envy is not None else ()
        return bool(columns) and any(each not in columns for each in wager.amounts)
    return kind == "always"


def _finding(game: FiledGame, reading: Reading, wagers: list[str]) -> Finding:
    """A doubt about a wager's own clause is a warning where money depends on it; a policy all games share is a note."""
    meaning = reading.values.get(reading.default, reading.default)
    allowed = [*reading.values, *([own(reading.accepts)] if reading.accepts else [])]
    grave = reading.scope == "wagers" and bool(_ABOUT_MONEY & set(reading.affects))
    return finding(
        "unclear-clause-undecided",
        f"{game.place}.readings.{reading.id}",
        f"{reading.asks} Not decided for {listed(wagers)}; {reading.default} is taken ({meaning}).",
        listed(allowed),
        citation=reading.citation,
        severity=None if grave else Severity.NOTE,
    )
