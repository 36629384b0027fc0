"""A limit on what one hand's bonus wagers pay, where one is filed. Base wagers and shares of a meter are never cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitbook.choices import Offer
from pitbook.families import families
from pitbook.names import listed
from pitbook.outcomes import chosen_events
from pitbook.payouts import CENT, dollars, parse_money
from pitbook.rounds import Round, RoundError
from pitbook.rulebook import Game, Kind
from pitbook.settlement.result import BONUS, Line


def capped(game_round: Round, lines: Sequence[Line]) -> list[Line]:
    """The lines with each hand's bonus pays cut to the limit that is filed."""
    result = list(lines)
    limit = aggregate_limit(game_round)
    if limit is None:
        return result
    for seat in game_round.seats:
        at = [n for n, line in enumerate(lines) if line.seat == seat.number and line.kind == BONUS and line.net > 0]
        wins = [lines[n].net for n in at]
        for n, win, kept in zip(at, wins, cut(wins, limit, game_round.values["aggregate-shortfall"]), strict=True):
            if kept < win:
                result[n] = _cut_line(lines[n], kept, limit)
    return result


def _cut_line(line: Line, kept: int, limit: int) -> Line:
    returned = line.returned - line.net + kept
    note = f"{line.note}; cut to {dollars(returned)} by the limit of {dollars(limit)} on one hand"
    return replace(line, returned=returned, uncapped=line.returned, note=note)


def cut(wins: Sequence[int], limit: int, how: str) -> list[int]:
    """What is kept of wins under a limit: all in proportion (odd cents to the first), or the last ones cut first (``in-order``)."""
    total = sum(wins)
    if total <= limit:
        return list(wins)
    if how == "in-order":
        left, kept = limit, []
        for win in wins:
            kept.append(min(win, left))
            left -= kept[-1]
        return kept
    kept = [win * limit // total // CENT * CENT for win in wins]
    short = limit - sum(kept)
    for n in range(len(kept)):
        more = min(short, CENT, wins[n] - kept[n])
        kept[n] += more
        short -= more
    return kept


# The figure ----------------------------------------------------------------------------------------------------------


_A_MINIMUM: Final = 'allowed: [choices] WAGER = { paytable = "LABEL", minimum = "5.00" }'


def aggregate_limit(game_round: Round) -> int | None:
    """The limit on one hand's bonus pays in micro-dollars; None where none is filed.

    The figure of the code is the greater of its printed amount and the most one patron could win in a round at the minimum wagers.
    Raises RoundError where a minimum that it needs is not given.
    """
    value = game_round.values["aggregate-limit"]
    if value == "off":
        return None
    printed = game_round.edition.reading("aggregate-limit").amounts
    if value not in printed:
        return parse_money(value)
    bonuses = {name: offered for name, offered in game_round.offers.items() if offered.wager.kind is Kind.BONUS}
    minimums = {name: game_round.limits[name]["minimum"] for name in bonuses if "minimum" in game_round.limits.get(name, {})}
    missing = [name for name in bonuses if name not in minimums]
    if missing:
        raise RoundError([f"choices: aggregate-limit = {value} needs the minimum wager of {listed(missing)}; {_A_MINIMUM}"])
    return max(printed[value], most_won(game_round.game, game_round.decks, bonuses, minimums))


def most_won(game: Game, decks: int, bonuses: Mapping[str, Offer], stakes: Mapping[str, int]) -> int:
    """The most that bonus wagers of these stakes can win at once, in micro-dollars.

    Wagers on the same cards win together only what one hand can; those on other cards are taken at their best.
    """
    groups: dict[tuple[str | None, tuple[str, ...]], list[str]] = {}
    for name, offered in bonuses.items():
        groups.setdefault((offered.family, offered.reads), []).append(name)
    most = Fraction(0)
    for (family, _), names in groups.items():
        assert family is not None, f"{names[0]} is decided by no hand family"
        masks = _masks(game, decks, family)
        most += max(sum((_won(bonuses[name], mask, stakes[name]) for name in names), Fraction(0)) for mask in masks)
    return int(most)


def _masks(game: Game, decks: int, family: str) -> Iterable[int]:
    """Every mask that a hand of the game's deck has."""
    from pitbook.stored_counts import counts  # few rounds need them

    return counts(game, families(game.package)[family], decks)


def _won(offered: Offer, mask: int, stake: int) -> Fraction:
    """What a wager wins by a mask, with the player's choice at its best."""
    assert offered.family is not None
    family = families(offered.game.package)[offered.family]
    return max(_won_by(offered, [family.bit(event) for event in events], mask, stake) for events in _row_events(offered))


def _won_by(offered: Offer, bits: Sequence[int], mask: int, stake: int) -> Fraction:
    for row, bit in zip(offered.rows, bits, strict=True):
        if mask & bit:
            return row.award.multiple * stake + row.award.dollars_micros
    return Fraction(0)


def _row_events(offered: Offer) -> Iterator[list[str]]:
    """The events of the rows, once for each choice that the player has."""
    for choice in offered.wager.player_choice or {"": {}}:
        own = chosen_events(offered, choice)
        yield [own.get(row.event, row.event) for row in offered.rows]
