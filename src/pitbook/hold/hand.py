"""What one deal of the cards brings the house: wagers on the same cards, taken together through the event masks.

A :class:`Hand` is a set of wagers with their stakes. Wagers of one hand family that read the same cards are settled on the same
masks, so their joint result is exact; each such set is a :class:`Line`. Sets of one hand that read different cards (or whose game
has a counting of its own) are separate lines, and taken as independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitbook.choices import ChoiceError, Offer, OfferRow
from pitbook.families import families
from pitbook.names import listed
from pitbook.par import FOLDED, Conditions, has_base_game, sheet
from pitbook.payouts import PayoutKind, VigorishRounding, dollars, parse_money, parse_rate, vigorish_micros
from pitbook.rulebook import Kind
from pitbook.stored_counts import known_counts

ON_METER: Final = {
    "low-meter-order": "printed-order",
    "partial-award-source": "meter",
    "below-seed": "allow",
    "multi-winner": "in-turn",
    "meter-per-amount": "one-per-amount",
}
"""The policies under which a meter's cost can be worked out without playing its rounds."""

MOST_NAMES: Final = 3
"""Of so many rows that pay the same all are named."""


@dataclass(frozen=True)
class Bet:
    """A wager placed on a hand: its stake (micro-dollars), how many place it on these very cards, what is on its meter."""

    offered: Offer
    stake: int
    bettors: int = 1
    opening: int | None = None

    @property
    def name(self) -> str:
        """``three-card-poker pair-plus A at $5.00``; a paytable of one's own is said to be one."""
        label = f"with your own paytable {self.offered.label!r}" if self.offered.own else self.offered.label
        return f"{self.offered.game.id} {self.offered.wager.id} {label} at {dollars(self.stake)}"

    @property
    def meter(self) -> MeterKey | None:
        """The meter that the wager feeds and draws on."""
        if self.offered.wager.meter is None:
            return None
        return MeterKey(self.offered.game.id, self.offered.wager.meter, self.stake)

    @property
    def divided(self) -> bool:
        """Whether an award that is a share of the meter is divided among all who placed the wager."""
        reading = self.offered.wager.divided
        return reading is not None and self.offered.values[reading] == "divided"


@dataclass(frozen=True, order=True)
class MeterKey:
    """A meter: its game, its id, the wager amount it serves (micro-dollars)."""

    game: str
    meter: str
    wager: int

    @property
    def name(self) -> str:
        """``three-card-poker progressive of $1.00``."""
        return f"{self.game} {self.meter} of {dollars(self.wager)}"


@dataclass(frozen=True)
class Promotion:
    """Odds multiplied: the winnings of fixed rows are paid so many times; stakes, meter shares and Envy Bonuses are not."""

    times: Fraction = Fraction(1)
    wagers: tuple[str, ...] = ()

    def of(self, wager: str) -> Fraction:
        """How many times a wager's fixed winnings are paid."""
        return self.times if not self.wagers or wager in self.wagers else Fraction(1)


NO_PROMOTION: Final = Promotion()


@dataclass(frozen=True)
class Hand:
    """Wagers on the same cards. ``per_round`` is how many such hands, each on cards of its own, a round has.

    ``players`` is the number of other bettors whom a hand's Envy Bonus is paid to.
    """

    bets: tuple[Bet, ...]
    per_round: Fraction = Fraction(1)
    decks: int | None = None
    players: int = 0


@dataclass(frozen=True)
class Outcome:
    """A result of a line: in how many deals, what is handed over beside the meters (micro-dollars), the meter awards in turn.

    ``rows`` names the rows that are paid; ``extra`` is the part of ``returned`` that a promotion adds.
    """

    count: int
    returned: int
    draws: tuple[tuple[MeterKey, Fraction], ...] = ()
    rows: str = ""
    extra: int = 0


@dataclass(frozen=True)
class Line:
    """Wagers whose results are counted together; ``per_round`` is how many such deals a round has."""

    bets: tuple[Bet, ...]
    outcomes: tuple[Outcome, ...]
    per_round: Fraction

    @property
    def deals(self) -> int:
        """All deals that were counted."""
        return sum(outcome.count for outcome in self.outcomes)

    @property
    def staked(self) -> int:
        """The stakes on one deal, micro-dollars."""
        return sum(bet.stake * bet.bettors for bet in self.bets)

    @property
    def meters(self) -> tuple[MeterKey, ...]:
        """The meters that the line feeds."""
        return tuple(sorted({bet.meter for bet in self.bets if bet.meter is not None}))

    @property
    def largest(self) -> int:
        """The most that one deal hands over beside the meters."""
        return max(outcome.returned for outcome in self.outcomes)


def lines_of(hand: Hand, promotion: Promotion = NO_PROMOTION) -> list[Line]:
    """The lines of a hand. Raises :class:`~pitbook.choices.ChoiceError` for wagers that have no result of their own."""
    for bet in hand.bets:
        _check(bet, hand)
    if hand.players and not any(bet.offered.envy for bet in hand.bets):
        raise ChoiceError(f"{hand.players} other bettors, but {listed(bet.name for bet in hand.bets)} brings no Envy Bonus")
    groups: dict[tuple[str, ...], list[Bet]] = {}
    for n, bet in enumerate(hand.bets):
        own = (
            (str(n),)
            if has_base_game(bet.offered)
            else (bet.offered.game.id, str(bet.offered.family), str(bet.offered.lost_by_fold), *sorted(bet.offered.reads))
        )
        groups.setdefault(own, []).append(bet)
    return [_line(hand, tuple(bets), promotion) for bets in groups.values()]


def _check(bet: Bet, hand: Hand) -> None:
    offered = bet.offered
    if hand.decks is not None and hand.decks not in offered.game.decks:
        raise ChoiceError(f"{offered.game.id}: {hand.decks} decks; allowed: {listed(str(n) for n in offered.game.decks)}")
    if offered.wager.no_sheet is not None and not has_base_game(offered):
        raise ChoiceError(f"{offered.game.id} {offered.wager.id} has no results of its own: {offered.wager.no_sheet}")
    if bet.bettors > 1 and "player" in offered.reads:
        raise ChoiceError(
            f"{offered.game.id} {offered.wager.id}: {bet.bettors} bettors on one hand; each seat has its own cards in it, so "
            "allowed is 1 (several hands a round: --per-round, per_round in a mix)"
        )
    if bet.opening is not None and offered.wager.meter is None:
        raise ChoiceError(f"{offered.game.id} {offered.wager.id} has no meter, so it takes no amount on it")
    if bet.stake <= 0:
        raise ChoiceError(f"{offered.game.id} {offered.wager.id}: a stake of {dollars(bet.stake)}; allowed is more than $0.00")
    if offered.pays_from_meter:
        wrong = [
            f"{name} = {offered.values[name]}"
            for name, usual in ON_METER.items()
            if offered.values.get(name, usual) != usual
            and (offered.has_share_rows or name not in {"partial-award-source", "below-seed"})
        ]
        if wrong:
            raise ChoiceError(
                f"{offered.game.id} {offered.wager.id}: under {listed(wrong)} what is paid depends on the meter round by round; "
                "simulate it (pitbook simulate)"
            )


def _line(hand: Hand, bets: tuple[Bet, ...], promotion: Promotion) -> Line:
    if has_base_game(bets[0].offered):
        return _base_line(hand, bets[0], promotion)
    offered = bets[0].offered
    masks = known_counts(offered, hand.decks or offered.game.default_decks)
    settled: dict[tuple[OfferRow | None, ...], int] = {}
    folded = masks.get(FOLDED, 0)
    tests = [_tests(bet.offered) for bet in bets]
    for mask, count in masks.items():
        if mask == FOLDED:
            continue
        found = tuple(next((row for bit, row in rows if mask & bit), None) for rows in tests)
        settled[found] = settled.get(found, 0) + count
    outcomes = [_outcome(bets, found, count, hand.players, promotion) for found, count in settled.items()]
    alive = sum(each.count for each in outcomes)
    for bet in bets:
        outcomes = list(_with_extras(bet, outcomes))
    if folded:  # in so many parts as the extras have made of the other deals
        outcomes.append(Outcome(folded * sum(each.count for each in outcomes) // alive, 0, rows="lose"))
    return Line(bets, tuple(_together(outcomes)), hand.per_round)


def _tests(offered: Offer) -> list[tuple[int, OfferRow]]:
    """The bits of the rows, tested from the top."""
    family = families(offered.game.package)[str(offered.family)]
    return [(family.bit(row.event), row) for row in offered.rows]


def _outcome(bets: Sequence[Bet], found: Sequence[OfferRow | None], count: int, players: int, promotion: Promotion) -> Outcome:
    returned = usual = 0
    draws: list[tuple[MeterKey, Fraction]] = []
    wins: list[tuple[int, int]] = []
    usual_wins: list[tuple[int, int]] = []
    for bet, row in zip(bets, found, strict=True):
        if row is None:
            continue
        each = handed_over(bet.offered, row, bet.stake, promotion.of(bet.offered.wager.id))
        without = handed_over(bet.offered, row, bet.stake)
        returned += each * bet.bettors
        usual += without * bet.bettors
        if bet.offered.wager.kind is Kind.BONUS:
            wins.append((each - bet.stake, bet.bettors))
            usual_wins.append((without - bet.stake, bet.bettors))
        if row.award.share and bet.meter is not None:
            draws.extend([(bet.meter, row.award.share)] * (1 if bet.divided else bet.bettors))
        if bet.offered.envy is not None and players:
            envy = players * (bet.offered.envy.micros(row.outcome, bet.stake) or 0)
            returned, usual = returned + envy, usual + envy
    alone = len(bets) == 1
    paid = [row.outcome if alone else f"{bet.offered.wager.id} {row.outcome}" for bet, row in zip(bets, found, strict=True) if row]
    returned, usual = returned - _cut(bets, wins), usual - _cut(bets, usual_wins)
    return Outcome(count, returned, tuple(draws), ", ".join(paid) or "lose", returned - usual)


def handed_over(offered: Offer, row: OfferRow, stake: int, times: Fraction = Fraction(1)) -> int:
    """What a row hands over for a stake in whole micro-dollars, meter shares left out, the winnings ``times`` multiplied."""
    award = row.award
    won = award.multiple * stake * times
    if offered.vigorish and award.kind is PayoutKind.TO_ONE:
        rounding = VigorishRounding(offered.values.get("commission-rounding", "exact"))
        won -= vigorish_micros(int(won), offered.vigorish, rounding, offered.wager.vigorish_multiple)
    back = stake if award.stake_back and not offered.wager.stakeless else 0
    return int((won + award.dollars_micros * times + back) // 1)


def _cut(bets: Sequence[Bet], wins: Sequence[tuple[int, int]]) -> int:
    """What an aggregate limit keeps back of the bonus wins (each with how many have it): it is of one bettor's hand."""
    limit = bets[0].offered.values.get("aggregate-limit", "off")
    if limit == "off" or not wins:
        return 0
    if limit in bets[0].offered.edition.reading("aggregate-limit").amounts:
        raise ChoiceError(f"aggregate-limit = {limit} needs the minimum wagers of a filing; give the amount instead")
    most, found, before = parse_money(limit), 0, 0
    for upto in sorted({bettors for _, bettors in wins}):
        found += (upto - before) * max(0, sum(win for win, bettors in wins if win > 0 and bettors >= upto) - most)
        before = upto
    return found


def _with_extras(bet: Bet, outcomes: Sequence[Outcome]) -> Iterator[Outcome]:
    """The outcomes with each extra of the table's system paid or not; one without a frequency is never paid."""
    for extra in bet.offered.extras:
        given = bet.offered.options.get(f"{extra.outcome}-probability")
        if given is None:
            continue
        chance = parse_rate(given)
        paid = int(extra.award.multiple * bet.stake) * bet.bettors
        with_it = [
            replace(each, count=each.count * chance.numerator, returned=each.returned + paid, rows=f"{each.rows}, {extra.outcome}")
            for each in outcomes
        ]
        without = [replace(each, count=each.count * (chance.denominator - chance.numerator)) for each in outcomes]
        outcomes = with_it + without
    yield from outcomes


def _together(outcomes: Sequence[Outcome]) -> Iterator[Outcome]:
    """Outcomes that pay the same, put together, the lowest first, under the names of all (of the first where they are many)."""
    sums: dict[tuple[int, int, tuple[tuple[MeterKey, Fraction], ...]], list[Outcome]] = {}
    for each in outcomes:
        if each.count:
            sums.setdefault((each.returned, each.extra, each.draws), []).append(each)
    for alike in sorted(sums.values(), key=lambda each: each[0].returned):
        names = list(dict.fromkeys(each.rows for each in alike))
        name = " or ".join(names) if len(names) <= MOST_NAMES else f"{names[0]} or another that comes to the same"
        yield replace(alike[0], count=sum(each.count for each in alike), rows=name)


def _base_line(hand: Hand, bet: Bet, promotion: Promotion) -> Line:
    """A base game by its own counting: a row for each net result of all that is staked on it."""
    if promotion.of(bet.offered.wager.id) != 1:
        raise ChoiceError(f"{bet.name}: a promotion on the base game is not worked out; allowed are wagers with rows of their own")
    counted = sheet(bet.offered, Conditions(wager_micros=bet.stake, decks=hand.decks))
    outcomes = [Outcome(row.count, int(row.handed_over * bet.stake // 1) * bet.bettors, rows=row.outcome) for row in counted.rows]
    return Line((bet,), tuple(_together(outcomes)), hand.per_round)
