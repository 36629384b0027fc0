"""What a new filing changes against an old one, for the players and for the house, wager by wager."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitbook.choices import TERM_NAMES, Offer
from pitbook.names import listed
from pitbook.par import ParSheet, has_base_game
from pitbook.payouts import MICROS, dollars, number_text, percent
from pitbook.rulebook import UnknownNameError
from pitbook.submission import FiledGame, FiledWager, Submission
from pitbook.submission.sheets import decks_of, filed_sheet
from pitbook.tables import Row, Table, left

PLAYERS, HOUSE, NEITHER = "players", "house", ""
ABSENT = "–"


@dataclass(frozen=True)
class Change:
    """One change: of a game or (``wager``) of one of its wagers; ``better_for`` is ``players``, ``house`` or neither."""

    game: str
    tables: str
    wager: str
    what: str
    before: str
    after: str
    better_for: str = NEITHER

    def to_json(self) -> dict[str, Any]:
        """The change as JSON values."""
        return {
            "game": self.game,
            "tables": self.tables,
            "wager": self.wager or None,
            "what": self.what,
            "before": self.before,
            "after": self.after,
            "better_for": self.better_for or None,
        }


def changes(old: Submission, new: Submission) -> tuple[Change, ...]:
    """Every change from the old filing to the new one, game by game and wager by wager."""
    return tuple(change for before, after in _matched(old.games, new.games) for change in _game(before, after))


def changes_table(found: Sequence[Change], old: str) -> Table:
    """The changes for people."""
    marks = {PLAYERS: "best", HOUSE: "warn"}
    return Table(
        title=f"What changes against {old}",
        columns=left("Game", "Wager", "What", "Before", "After", "Better for"),
        rows=tuple(
            Row((each.game, each.wager, each.what, each.before, each.after, each.better_for), marks.get(each.better_for, ""))
            for each in found
        ),
        notes=("nothing changes",)
        if not found
        else ("Edges and holds are per unit staked, at the least wager each filing accepts.",),
    )


# Games ---------------------------------------------------------------------------------------------------------------


def _matched(old: Sequence[FiledGame], new: Sequence[FiledGame]) -> Iterator[tuple[FiledGame | None, FiledGame | None]]:
    """The parts of both filings that belong together: the same game, with the most tables in common."""
    left_over = list(old)
    for after in new:
        same = [each for each in left_over if each.game.id == after.game.id]
        before = max(same, key=lambda each: len(set(each.part.tables) & set(after.part.tables)), default=None)
        if before is not None:
            left_over.remove(before)
        yield before, after
    for before in left_over:
        yield before, None


def _game(before: FiledGame | None, after: FiledGame | None) -> Iterator[Change]:
    one = after or before
    assert one is not None
    game, tables = one.game.id, listed(one.part.tables)
    if before is None or after is None:
        yield Change(game, tables, "", "game offered", *_presence(before, after))
        return
    for what, old, new in (
        ("tables", listed(before.part.tables), tables),
        ("edition", before.edition.id, after.edition.id),
        ("decks", str(decks_of(before)), str(decks_of(after))),
        ("house way", _house_way(before), _house_way(after)),
        ("table systems", listed(before.part.systems), listed(after.part.systems)),
        ("wagers recorded only", listed(before.recorded), listed(after.recorded)),
    ):
        if old != new:
            yield Change(game, tables, "", what, old, new)
    for name in sorted({*before.values, *after.values}):
        old_value, new_value = before.values.get(name, ABSENT), after.values.get(name, ABSENT)
        if old_value != new_value:
            yield Change(game, tables, "", f"reading {name}", _meaning(before, name), _meaning(after, name))
    wagers = list(dict.fromkeys([*(each.id for each in after.wagers), *(each.id for each in before.wagers)]))
    for name in wagers:
        for what, old, new, better_for in _wager(before, _found(before, name), after, _found(after, name)):
            yield Change(game, tables, name, what, old, new, better_for)


def _presence(before: object, after: object) -> tuple[str, str]:
    return "no" if before is None else "yes", "no" if after is None else "yes"


def _house_way(game: FiledGame) -> str:
    return game.own_way.name if game.own_way is not None else game.values.get("house-way", ABSENT)


def _meaning(game: FiledGame, name: str) -> str:
    value = game.values.get(name, ABSENT)
    try:
        meaning = game.edition.reading(name).values.get(value)
    except UnknownNameError:
        meaning = None
    return f"{value} ({meaning})" if meaning else value


def _found(game: FiledGame, name: str) -> FiledWager | None:
    return next((each for each in game.wagers if each.id == name), None)


# Wagers --------------------------------------------------------------------------------------------------------------

Found = tuple[str, str, str, str]


def _wager(old_game: FiledGame, old: FiledWager | None, new_game: FiledGame, new: FiledWager | None) -> Iterator[Found]:
    if old is None or new is None:
        yield "offered", *_presence(old, new), NEITHER
    else:
        yield from _choices(old, new)
        yield from _limits(old, new)
        yield from _terms(old, new)
        yield from _rows(old.offered, new.offered)
        yield from _envy(old.offered, new.offered)
    yield from _figures(old_game, old, new_game, new)


def _choices(old: FiledWager, new: FiledWager) -> Iterator[Found]:
    labels = [each.paytable.label if each.paytable is not None else ABSENT for each in (old, new)]
    if labels[0] != labels[1]:
        yield "paytable", labels[0], labels[1], NEITHER
    for name in sorted({*old.options, *new.options}):
        before, after = old.options.get(name, "no"), new.options.get(name, "no")
        if before != after:
            yield f"option {name}", before, after, NEITHER


def _limits(old: FiledWager, new: FiledWager) -> Iterator[Found]:
    for what in ("minimum", "maximum", "denomination"):
        before, after = getattr(old, what), getattr(new, what)
        if before != after:
            yield f"{what} wager" if what != "denomination" else what, _dollars(before), _dollars(after), NEITHER
    if set(old.amounts) != set(new.amounts):
        yield "amounts", _amounts(old), _amounts(new), NEITHER


def _dollars(micros: int | None) -> str:
    return ABSENT if micros is None else dollars(micros)


def _amounts(wager: FiledWager) -> str:
    return listed(dollars(each) for each in sorted(wager.amounts))


def _terms(old: FiledWager, new: FiledWager) -> Iterator[Found]:
    first, second = (each.offered.terms if each.offered is not None else None for each in (old, new))
    for name in TERM_NAMES:
        before, after = getattr(first, name, None), getattr(second, name, None)
        if before != after:
            words = percent if name in {"increment", "reserve"} else _multiple
            texts = [ABSENT if value is None else words(value) for value in (before, after)]
            yield name, texts[0], texts[1], _better((after or 0) - (before or 0))
    for name in ("openings", "limits"):
        one: Mapping[int | None, int] = getattr(old.meter, name, {})
        two: Mapping[int | None, int] = getattr(new.meter, name, {})
        if one != two:
            yield f"meter {name.removesuffix('s')}", _by_amount(one), _by_amount(two), NEITHER
    links = [each.meter.link if each.meter is not None else None for each in (old, new)]
    if links[0] != links[1]:
        yield "link", links[0] or "none", links[1] or "none", NEITHER


def _multiple(value: Fraction) -> str:
    return f"{number_text(value)}x"


def _by_amount(given: Mapping[int | None, int]) -> str:
    return listed(dollars(value) if key is None else f"{dollars(value)} for {dollars(key)}" for key, value in given.items())


def _rows(old: Offer | None, new: Offer | None) -> Iterator[Found]:
    """Every payout that changes; which side gains is told by what it hands over per unit."""
    first = {row.outcome: row for row in (old.rows if old is not None else ())}
    second = {row.outcome: row for row in (new.rows if new is not None else ())}
    for outcome in dict.fromkeys([*second, *first]):
        before, after = first.get(outcome), second.get(outcome)
        if before is not None and after is not None and before.award == after.award:
            continue
        texts = [ABSENT if row is None else row.pays or "N/A" for row in (before, after)]
        values = [
            Fraction(0) if row is None else row.award.per_unit(MICROS, 0) + row.award.share * 10**9 for row in (before, after)
        ]
        yield f"pays {outcome}", texts[0], texts[1], _better(values[1] - values[0])


def _envy(old: Offer | None, new: Offer | None) -> Iterator[Found]:
    first, second = (
        {row.outcome: row for row in (each.envy.rows if each is not None and each.envy is not None else ())} for each in (old, new)
    )
    for outcome in dict.fromkeys([*second, *first]):
        before, after = first.get(outcome), second.get(outcome)
        if before is None or after is None or before.amounts != after.amounts:
            texts = [ABSENT if row is None else listed(row.printed.values()) for row in (before, after)]
            sums = [0 if row is None else sum(each.micros(MICROS) for each in row.amounts.values()) for row in (before, after)]
            yield f"envy {outcome}", texts[0], texts[1], _better(sums[1] - sums[0])


def _better(more: Fraction | int) -> str:
    """Who gains when the players are handed that much more."""
    return NEITHER if not more else PLAYERS if more > 0 else HOUSE


# Figures -------------------------------------------------------------------------------------------------------------


def _figures(old_game: FiledGame, old: FiledWager | None, new_game: FiledGame, new: FiledWager | None) -> Iterator[Found]:
    """Edge, hold, hit frequency and largest award, where they change."""
    if old is not None and new is not None and _same_odds(old, new) and decks_of(old_game) == decks_of(new_game):
        return
    before = None if old is None else filed_sheet(old_game, old)
    after = None if new is None else filed_sheet(new_game, new)
    one = after or before
    if one is None:
        changed = new or old
        assert changed is not None
        if changed.offered is not None and has_base_game(changed.offered):
            yield "house edge", "not counted here", f"pitbook par {changed.offered.game.id} {changed.id} --submission FILE", NEITHER
        return
    if one.progressive is not None:
        yield from _figure("theoretical hold", before, after, lambda each: each.theoretical_hold, -1)
        yield from _figure("long-run return", before, after, lambda each: each.progressive.long_run_return, 1)
    else:
        yield from _figure("house edge", before, after, lambda each: each.house_edge, -1)
    yield from _figure("hit frequency", before, after, lambda each: each.hit_frequency, 1)
    largest = [None if each is None else each.largest_award_micros / each.wager_micros for each in (before, after)]
    if largest[0] != largest[1] and one.progressive is None:
        texts = [ABSENT if each is None else f"{number_text(each)} units" for each in largest]
        both = largest[0] is not None and largest[1] is not None
        yield "largest award", texts[0], texts[1], _better((largest[1] or 0) - (largest[0] or 0)) if both else NEITHER


def _same_odds(old: FiledWager, new: FiledWager) -> bool:
    if old.offered is None or new.offered is None:
        return old.offered is new.offered
    return (
        old.offered.rows == new.offered.rows
        and old.offered.terms == new.offered.terms
        and old.options == new.options
        and old.offered.edition.id == new.offered.edition.id
        and [(each.reading.id, each.value) for each in old.offered.readings("odds")]
        == [(each.reading.id, each.value) for each in new.offered.readings("odds")]
        and (old.least == new.least or not any(row.award.dollars_micros for row in new.offered.rows))
    )


def _figure(what: str, before: ParSheet | None, after: ParSheet | None, of: Any, players_gain: int) -> Iterator[Found]:
    """A rate before and after; ``players_gain`` is 1 where more of it is better for players, -1 where less is."""
    values: list[Fraction | None] = [None if each is None else of(each) for each in (before, after)]
    if values[0] == values[1]:
        return
    texts = [ABSENT if each is None else f"{float(each):.4%}" for each in values]
    both = values[0] is not None and values[1] is not None
    moved = (values[1] or Fraction(0)) - (values[0] or Fraction(0))
    if both:
        texts[1] += f" ({float(moved * 100):+.4f} points)"
    yield what, texts[0], texts[1], _better(moved * players_gain) if both else NEITHER
