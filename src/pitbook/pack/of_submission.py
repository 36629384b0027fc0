"""A Rules Submission as the plain values that its pack is made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pitbook.checks.limits import limit_figure
from pitbook.choices import ChoiceError
from pitbook.pack.filing import Filing, GamingTables, Limits
from pitbook.par import ParSheet
from pitbook.payouts import dollars
from pitbook.rulebook import UnknownNameError
from pitbook.submission import FiledGame, FiledWager, Submission
from pitbook.submission.sheets import Wanted, decks_of, sheets_of


def pack_filing(filing: Submission, *, leave_out: Collection[str] = ()) -> Filing:
    """The filing with its PAR sheets, counted anew; ``leave_out`` names wagers that get no sheet.

    The main wager of Pai Gow Poker takes up to a minute the first time; its count is then kept. A wager without a printed paytable
    is left to the findings. Raises :class:`~pitbook.choices.ChoiceError` where none has one, or for an unknown name.
    """
    file = filing.file
    names = list(dict.fromkeys(wager.id for _, wager in filing.wagers()))
    for each in leave_out:
        if each not in names:
            raise UnknownNameError("wager", each, names, "--without")
    tables = tuple(_tables(game, leave_out) for game in filing.games if any(each.offered is not None for each in game.wagers))
    if not tables:
        raise ChoiceError("there is nothing to pack: no wager of the filing has a printed paytable (pitbook check)")
    return Filing(
        certificate_holder=file.certificate_holder,
        filing_date=file.filing_date,
        tables=tables,
        facility=file.facility or "",
        reference=file.reference or "",
        effective_date=file.effective_date,
        notes=file.notes or "",
    )


def _tables(game: FiledGame, leave_out: Collection[str]) -> GamingTables:
    return GamingTables(
        game=game.game.id,
        name=game.game.name,
        numbers=tuple(game.part.tables),
        seats=game.game.seats,
        offers=tuple(each.offered for each in game.wagers if each.offered is not None),
        sheets=tuple(_sheets(game, leave_out)),
        limits={each.id: Limits(each.minimum, each.maximum, each.amounts) for each in game.wagers if not each.wager.stakeless},
        aggregate_limit_micros=limit_figure(game),
        decks=decks_of(game),
        options=tuple(_options(game)),
    )


def _sheets(game: FiledGame, leave_out: Collection[str]) -> Iterator[ParSheet]:
    for wager in game.wagers:
        if wager.offered is not None and wager.wager.no_sheet is None and wager.id not in leave_out:
            yield from sheets_of(game, wager, Wanted(wager=wager.id))


def long_counts(filing: Submission) -> list[str]:
    """The wagers of a filing whose count takes long the first time."""
    return list(dict.fromkeys(wager.id for _, wager in filing.wagers() if wager.wager.long_count))


# Further choices in words --------------------------------------------------------------------------------------------


def _options(game: FiledGame) -> Iterator[tuple[str, str]]:
    if len(game.game.decks) > 1:
        yield "Decks", str(decks_of(game))
    if game.own_way is not None:
        yield "House way", f"the certificate holder's own ({game.own_way.name})"
    if game.part.systems:
        yield "Progressive table game systems", ", ".join(f"§ {each}" for each in game.part.systems)
    if game.recorded:
        yield "Offered as well, their odds not held", ", ".join(game.recorded)
    for wager in game.wagers:
        if wager.denomination is not None:
            yield f"{wager.wager.name}: denomination", dollars(wager.denomination)
        for name, text in (wager.part.options | wager.part.extras).items():
            yield f"{wager.wager.name}: {name.replace('-', ' ')}", text
        yield from _meter(wager)


def _meter(wager: FiledWager) -> Iterator[tuple[str, str]]:
    if wager.meter is None:
        return
    for what, amounts in (("first start", wager.meter.openings), ("ceiling of the display", wager.meter.limits)):
        for amount, value in amounts.items():
            on = "" if amount is None else f" on {dollars(amount)}"
            yield f"{wager.wager.name}: {what}{on}", dollars(value)
    if wager.meter.link is not None:
        yield f"{wager.wager.name}: link", wager.meter.link
