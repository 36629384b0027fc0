"""A wager as a Rules Submission has it: its terms, stakes, decks, the amount its meter starts with, its aggregate limit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitbook.choices import ChoiceError, Offer
from pitbook.names import listed, shown
from pitbook.payouts import MICROS, dollars, money
from pitbook.rulebook import Kind
from pitbook.settlement.limit import most_won
from pitbook.submission import FiledGame, FiledWager, Submission, as_filed


@dataclass(frozen=True)
class AsFiled:
    """A wager of a filing that can be priced."""

    game: FiledGame
    wager: FiledWager
    offered: Offer

    @property
    def decks(self) -> int | None:
        """The decks that are filed."""
        return self.game.part.decks

    @property
    def least(self) -> int:
        """The least stake that is filed (micro-dollars); a dollar where none is."""
        return self.wager.least or MICROS

    def offer(self, stake: int) -> Offer:
        """The offer at a stake. Raises :class:`ChoiceError` for a stake or a meter that is not as filed or not worked out."""
        refusal = self.wager.refusal(stake)
        if refusal is not None:
            raise ChoiceError(refusal)
        limit = None if self.wager.meter is None else self.wager.meter.limit(stake)
        if limit is not None:
            raise ChoiceError(
                f"{self.game.game.id} {self.wager.id}: its meter is limited to {dollars(limit)}, which depends on the rounds; "
                "simulate it (pitbook simulate)"
            )
        return self.offered

    def opening(self, stake: int) -> int | None:
        """What the meter starts with, where the filing says so and there is no seed."""
        if self.wager.meter is None or self.offered.terms is None or self.offered.terms.seed is not None:
            return None
        return self.wager.meter.opening(stake)


def wager_as_filed(filing: Submission, game: str, wager: str, paytable: str | None = None) -> AsFiled:
    """A wager of a filing. ``paytable`` chooses where parts of the filing offer it under several.

    Raises :class:`ChoiceError` where it is not offered, cannot be priced, or is filed in several ways.
    """
    parts = filing.games_of(game)
    found = [
        AsFiled(part, each, _offered(part, each)) for part in parts for each in part.wagers if each.id == wager and each.offered
    ]
    if not found:
        for part in parts:
            part.wager(wager)  # says what is offered where the wager is not
        raise ChoiceError(f"{game} {wager} is filed without a paytable that can be priced")
    labels = list(dict.fromkeys(each.offered.label for each in found))
    if paytable is not None:
        found = [each for each in found if each.offered.label == paytable]
        if not found:
            raise ChoiceError(f"{game} {wager} is filed with paytable {listed(labels)}, not {shown(paytable)}")
    elif len(labels) > 1:
        raise ChoiceError(f"{game} {wager} is filed with several paytables; choose one with --paytable: {listed(labels)}")
    return found[0]


def _offered(part: FiledGame, each: FiledWager) -> Offer:
    assert each.offered is not None
    return _with_figure(as_filed(each.offered, part), part)


def _with_figure(offered: Offer, part: FiledGame) -> Offer:
    """The offer with the figure of the code, where the filing takes its aggregate limit from there, as an amount."""
    value = offered.values.get("aggregate-limit", "off")
    if value == "off" or offered.wager.kind is not Kind.BONUS:
        return offered
    printed = part.edition.reading("aggregate-limit").amounts
    if value not in printed:
        return offered
    bonuses = {each.id: each for each in part.wagers if each.offered is not None and each.wager.kind is Kind.BONUS}
    lacking = [name for name, each in bonuses.items() if each.minimum is None]
    if lacking:
        raise ChoiceError(f"aggregate-limit = {value} needs the minimum wager of {listed(lacking)}")
    stakes = {name: each.minimum for name, each in bonuses.items() if each.minimum is not None}
    offers = {name: each.offered for name, each in bonuses.items() if each.offered is not None}
    decks = part.part.decks or part.game.default_decks
    limit = max(printed[value], most_won(part.game, decks, offers, stakes))
    return replace(offered, values={**offered.values, "aggregate-limit": money(limit)})
