"""PAR sheets: the exact odds of a wager with a paytable.

:func:`par` counts the events of the wager's hand family over the whole deck, gives each mask to the first row whose event holds,
and derives every figure from the counts as fractions. ``docs/mathematics.md`` defines each figure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any, Final

from pitbook.cards import Deck, joker_deck, shoe, standard_deck
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError, Offer, offer
from pitbook.counting import histogram
from pitbook.families import families
from pitbook.game_modules import play_part
from pitbook.names import listed
from pitbook.par.base_game import base_sheet
from pitbook.par.envy import envy_figures
from pitbook.par.head import head
from pitbook.par.meters import meter_basis, meter_figures
from pitbook.par.notes import sheet_notes
from pitbook.par.rows import extra_figures, frequency, hand_counts, moments, paid_counts, par_rows
from pitbook.par.values import (
    FOLDED,
    ZERO,
    Conditions,
    ParRow,
    ParSheet,
)
from pitbook.payouts import PayoutKind
from pitbook.rulebook import Game, Paytable


def par(
    game: str,
    wager: str,
    paytable: str | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    terms: Mapping[str, str] | None = None,
    own_table: Paytable | None = None,
    day: date | None = None,
    conditions: Conditions | None = None,
) -> ParSheet:
    """The PAR sheet of one wager with one paytable.

    ``paytable`` may be left out where there is only one. ``readings``, ``options`` and ``terms`` are choices as texts (see
    ``choices``); ``own_table`` is a table of the user's own. Exact. Raises ``UnknownNameError`` or ``ChoiceError``.

    >>> from pitbook import par
    >>> par("three-card-poker", "pair-plus", "A").house_edge
    Fraction(253, 5525)
    """
    asked = conditions or Conditions()
    _check(asked)
    found = rulebook().game(game)
    if found.edition(day).wager(wager).no_sheet is not None:
        raise ChoiceError(f"{game} {wager} has no sheet of its own: {found.edition(day).wager(wager).no_sheet}")
    offered = offer(
        found,
        wager,
        paytable,
        readings=readings,
        options=options,
        terms=terms,
        wager_micros=asked.wager_micros,
        own_table=own_table,
        day=day,
    )
    return sheet(offered, asked)


def sheet(offered: Offer, asked: Conditions, masks: Mapping[int, int] | None = None) -> ParSheet:
    """The sheet of an offer; ``masks`` are counts of the event masks of its family that are known already."""
    _check(asked)
    decks = _decks(offered.game, asked.decks)
    deck = asked.deck or deck_of(offered.game, decks)
    base_game = _base_game(offered)
    if base_game is not None:
        return base_sheet(offered, asked, decks, base_game(offered, deck, asked.wager_micros))
    return _wager_sheet(offered, asked, decks, masks or _counted(offered, deck))


def has_base_game(offered: Offer) -> bool:
    """Whether the wager is a base game with a count of its own, over all deals of player and dealer."""
    return _base_game(offered) is not None


def _base_game(offered: Offer) -> Any:
    return (play_part(offered.game.package, "BASE_GAMES") or {}).get(offered.wager.id)


_LEAST: Final = {"meter_micros": 0, "players": 0, "bettors": 1, "rounds": 1, "reserve_target_micros": 0}


def _check(asked: Conditions) -> None:
    """Refuses conditions under which no figure has a meaning."""
    faults = []
    for name, least in _LEAST.items():
        value = getattr(asked, name)
        if value is not None and value < least:
            faults.append(f"{name} {value}: allowed is {least} or more")
    if asked.wager_micros <= 0:
        faults.append("the wager amount must be more than nothing")
    if not 0 < asked.confidence < 1:
        faults.append(f"confidence {asked.confidence}: allowed is a number between 0 and 1")
    if faults:
        raise ChoiceError("\n".join(faults))


def deck_of(game: Game, decks: int) -> Deck:
    """The cards a game is dealt from."""
    if game.deck == "shoe":
        return shoe(decks)
    return joker_deck() if game.deck == "52 and a joker" else standard_deck()


def _decks(game: Game, asked: int | None) -> int:
    if asked is None:
        return game.default_decks
    if asked not in game.decks:
        raise ChoiceError(f"{game.id}: {asked} decks; allowed: {listed(str(n) for n in game.decks)}")
    return asked


def _counted(offered: Offer, deck: Deck) -> Mapping[int, int]:
    if offered.family is None:
        raise ChoiceError(f"{offered.game.id} {offered.wager.id} is not priced from the cards of one hand")
    return folded_counts(offered, deck) or histogram(offered.game.package, offered.family, deck)


def folded_counts(offered: Offer, deck: Deck) -> Mapping[int, int] | None:
    """The counts of a wager that a fold loses, folded hands under :data:`FOLDED`; None for any other wager."""
    if not offered.lost_by_fold:
        return None
    count = play_part(offered.game.package, "FOLDED_COUNTS")
    if count is None:
        raise ChoiceError(f"{offered.wager.id} is lost with a folded hand; the game's play.py defines no FOLDED_COUNTS to price it")
    counted: Mapping[int, int] = count(offered, deck)
    return counted


def _sharing(offered: Offer, asked: Conditions) -> int:
    """Among how many a divided award is shared. Raises :class:`ChoiceError` where a reading pays several bettors in turn."""
    wager = offered.wager
    if wager.divided is None:
        return 1
    how = offered.values[wager.divided]
    if asked.bettors > 1 and how != "divided":
        raise ChoiceError(
            f"{wager.id}: with {wager.divided} = {how} an award is not divided, so a sheet has no figures for "
            f"{asked.bettors} bettors; allowed: 1"
        )
    return asked.bettors


def _wager_sheet(offered: Offer, asked: Conditions, decks: int, masks: Mapping[int, int]) -> ParSheet:
    assert offered.family is not None
    family = families(offered.game.package)[offered.family]
    total = sum(masks.values())
    meter, basis = meter_basis(offered, asked)
    bettors = _sharing(offered, asked)
    hands = hand_counts(offered, family, masks)

    def rows_of(counts: Sequence[int], at: Fraction | None) -> tuple[ParRow, ...]:
        return par_rows(offered, counts, total, at, asked.wager_micros, bettors)

    def rows_at(at: Fraction | None) -> tuple[ParRow, ...]:
        return rows_of(paid_counts(offered, family, masks, at, asked.wager_micros, bettors), at)

    rows = rows_at(meter)
    extras = extra_figures(offered, Fraction(total - masks.get(FOLDED, 0), total))
    extra_return = sum((extra.contribution for extra in extras if extra.contribution is not None), ZERO)
    returned = sum((row.contribution for row in rows), ZERO) + extra_return
    envy = envy_figures(offered, asked, hands, total)
    progressive = meter_figures(offered, asked, rows_of(hands, meter), extra_return, meter, rows_at)
    push = frequency(offered, rows, {PayoutKind.PUSH})
    hits = frequency(offered, rows, set(PayoutKind) - {PayoutKind.PUSH, PayoutKind.NOTHING})
    edge = 1 - returned - (envy.per_other_hand * envy.other_hands if envy else ZERO)
    in_the_long_run = returned if progressive is None else progressive.long_run_return
    variance, skewness = moments(rows)
    return ParSheet(
        **head(offered, asked, decks),
        citation=offered.citation,
        total=total,
        rows=rows,
        extras=extras,
        house_edge=edge,
        returned=returned,
        theoretical_hold=None if in_the_long_run is None else 1 - in_the_long_run,
        edge_per_resolved=None if push == 1 else edge / (1 - push),
        hit_frequency=hits,
        push_frequency=push,
        element_of_risk=edge if offered.wager.kind.value == "base" else None,
        variance=variance,
        skewness=skewness,
        largest_award_micros=max((row.handed_over for row in rows), default=ZERO) * asked.wager_micros,
        meter_micros=meter,
        meter_basis=basis,
        progressive=progressive,
        envy=envy,
        strategy=None,
        notes=sheet_notes(offered, asked, basis, progressive, returned),
        bettors=bettors,
    )


def sheets(game: str, wager: str | None = None, **given: Any) -> list[ParSheet]:
    """The sheets of every paytable of a wager, or of every wager of a game but for those whose count takes long.

    Keywords as for :func:`par`.
    """
    found = rulebook().game(game)
    edition = found.edition(given.get("day"))
    priced = [each for each in edition.wagers if each.no_sheet is None and not each.long_count]
    wagers = priced if wager is None else [edition.wager(wager)]
    return [par(game, each.id, table.label, **given) for each in wagers for table in each.paytables]


def with_conditions(asked: Conditions, **changes: Any) -> Conditions:
    """The conditions with some of them changed."""
    return replace(asked, **changes)
