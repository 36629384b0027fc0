"""The house's result after a number of rounds, for a wager or a mix of wagers and stakes, on both bases.

``paid`` charges awards when they are paid. ``accrued`` charges a meter's increments when they are bet and the house's reseed at a
hit, and nothing for what the meter pays. Without meters the two are one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from statistics import NormalDist
from typing import Final

from pitbook.choices import ChoiceError, ReadingInForce
from pitbook.hold.hand import NO_PROMOTION, Bet, Hand, Line, Outcome, Promotion, lines_of
from pitbook.hold.lottery import Lottery, Repeated
from pitbook.hold.meter import Meter, check_one_by_one, meter_of
from pitbook.hold.paid import Fed, accrued, paid
from pitbook.hold.spread import Spread, sum_of
from pitbook.hold.sums import total
from pitbook.names import listed, shown
from pitbook.payouts import dollars
from pitbook.rulebook import Kind

MOST_ROUNDS: Final = 10**9
PERCENTILES: Final = (0.001, 0.01, 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975, 0.99, 0.999)
NORMAL_PART: Final = Fraction(1, 20)
NORMAL_EXPECTED: Final = 20
"""Where a row that carries more than this part of the variance is expected fewer times, a normal band would be wrong."""


class Basis(StrEnum):
    """When a meter's awards are charged to the house."""

    PAID = "paid"
    ACCRUED = "accrued"


@dataclass(frozen=True)
class Normal:
    """The band a normal distribution would give, or why it is refused."""

    low: float
    high: float
    refused: str | None


@dataclass(frozen=True)
class OnBasis:
    """The house's result on one basis. Money in micro-dollars.

    ``mean`` and ``variance`` are exact but for paid meters, where ``mean`` leaves the cents of roundings out and ``variance`` is
    read off the distribution. ``refused`` says why there is no distribution; then the other figures are None.
    """

    basis: Basis
    spread: Spread | None
    mean: Fraction | None
    variance: float | None
    skewness: float | None
    normal: Normal | None
    refused: str | None = None


@dataclass(frozen=True)
class LineTotal:
    """A line over the whole period: its deals and what is staked on them (micro-dollars); whether they are a promotion's."""

    line: Line
    deals: int
    promoted: bool = False

    @property
    def staked(self) -> int:
        """All stakes of the line."""
        return self.line.staked * self.deals


@dataclass(frozen=True)
class Hold:
    """The answer: what is bet, and the house's result on each basis. Money in micro-dollars.

    ``bases`` has one entry where no meter is fed, else both. ``confidence`` is that of the central interval.
    """

    rounds: int
    lines: tuple[LineTotal, ...]
    meters: tuple[Meter, ...]
    bases: tuple[OnBasis, ...]
    confidence: float
    hands: tuple[Hand, ...]
    promotion: Promotion

    @property
    def staked(self) -> int:
        """All stakes."""
        return sum(each.staked for each in self.lines)

    def on(self, basis: Basis) -> OnBasis:
        """The result on a basis; the only one where no meter is fed."""
        return next((each for each in self.bases if each.basis is basis), self.bases[0])

    def interval(self, each: OnBasis) -> tuple[int, int]:
        """The central interval at the confidence, as wide as the brackets make it."""
        assert each.spread is not None
        tail = (1 - self.confidence) / 2
        return each.spread.quantile(tail)[0], each.spread.quantile(1 - tail)[1]

    @property
    def readings(self) -> tuple[ReadingInForce, ...]:
        """The readings that the odds depend on."""
        found: dict[str, ReadingInForce] = {}
        for bet in (bet for hand in self.hands for bet in hand.bets):
            for each in bet.offered.readings("odds"):
                found.setdefault(each.reading.id, each)
        return tuple(found.values())


def hold(
    hands: Sequence[Hand],
    rounds: int,
    *,
    bases: Sequence[Basis] = tuple(Basis),
    confidence: float = 0.95,
    promotion: Promotion = NO_PROMOTION,
    promotion_rounds: int | None = None,
) -> Hold:
    """The distribution of the house's result on these hands after a number of rounds.

    ``promotion`` holds in the first ``promotion_rounds`` of them (default all). Exact up to the brackets that the answer carries.
    Raises :class:`~pitbook.choices.ChoiceError` for what cannot be worked out and for numbers that make no sense.
    """
    check_rounds(rounds)
    if not hands:
        raise ChoiceError("nothing is bet; allowed is at least one hand with a wager")
    special = 0 if promotion == NO_PROMOTION else (rounds if promotion_rounds is None else promotion_rounds)
    if not 0 <= special <= rounds:
        raise ChoiceError(f"a promotion of {special:,} rounds of {rounds:,}; allowed are 0 to {rounds:,}")
    names = list(dict.fromkeys(bet.offered.wager.id for hand in hands for bet in hand.bets))
    unknown = [name for name in promotion.wagers if name not in names]
    if unknown:
        raise ChoiceError(f"a promotion on {shown(unknown[0])}, which is not bet; allowed: {listed(names)}")
    usual = [LineTotal(line, _deals(line, rounds, special)) for hand in hands for line in lines_of(hand)]
    promoted = [LineTotal(line, _deals(line, special, 0), True) for hand in hands if special for line in lines_of(hand, promotion)]
    lines = tuple(each for each in (*usual, *promoted) if each.deals)
    if not lines:
        raise ChoiceError(f"in {rounds:,} rounds not one hand is played on average; allowed are so many that there is one")
    keys = sorted({key for each in lines for key in each.line.meters})
    for key in keys:
        check_one_by_one(key, [each.line for each in usual])
    meters = tuple(meter_of(key, [each.line for each in usual]) for key in keys)
    wanted = [basis for basis in Basis if basis in bases] if meters else [Basis.PAID]
    return Hold(
        rounds=rounds,
        lines=lines,
        meters=meters,
        bases=tuple(_on_basis(basis, lines, meters, rounds, confidence) for basis in wanted),
        confidence=confidence,
        hands=tuple(hands),
        promotion=promotion,
    )


def check_rounds(rounds: int) -> None:
    """Refuse a number of rounds that makes no sense."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ChoiceError(f"{rounds:,} rounds; allowed are 1 to {MOST_ROUNDS:,}")


def _deals(line: Line, upto: int, after: int) -> int:
    """The deals of a line in the rounds from ``after`` to ``upto``: halves of a deal go to the even number."""
    return round(line.per_round * upto) - round(line.per_round * after)


# One basis -----------------------------------------------------------------------------------------------------------


def _on_basis(basis: Basis, lines: Sequence[LineTotal], meters: Sequence[Meter], rounds: int, confidence: float) -> OnBasis:
    per_deal = [(Repeated(accrued(each.line, *meters), each.deals)) for each in lines]
    mean = sum((part.lottery.mean * part.deals for part in per_deal), Fraction(0))
    variance = sum((part.lottery.variance * part.deals for part in per_deal), Fraction(0))
    third = sum((part.lottery.third * part.deals for part in per_deal), Fraction(0))
    if basis is Basis.ACCRUED or not meters:
        skewness = None if not variance else float(third) / float(variance) ** 1.5
        normal = _normal(lines, meters, basis, mean, float(variance), rounds, confidence)
        return OnBasis(basis, total(per_deal), mean, float(variance), skewness, normal)
    refused = _two_meters(lines)
    if refused is not None:
        return OnBasis(basis, None, None, None, None, None, refused)
    spread = _paid_spread(lines, meters)
    mean += sum((_held_at_end(meter, lines) - meter.opening for meter in meters), Fraction(0))
    read_off, skewness = _moments(spread)
    return OnBasis(basis, spread, mean, read_off, skewness, _normal(lines, meters, basis, mean, read_off, rounds, confidence))


def _two_meters(lines: Sequence[LineTotal]) -> str | None:
    for each in lines:
        if len(each.line.meters) > 1:
            names = listed(key.name for key in each.line.meters)
            return f"the same cards draw on several meters ({names}), whose awards fall together; pitbook simulate has it"
    return None


def _paid_spread(lines: Sequence[LineTotal], meters: Sequence[Meter]) -> Spread:
    plain = [Repeated(accrued(each.line), each.deals) for each in lines if not each.line.meters]
    found = total(plain) if plain else None
    for meter in meters:
        own = [each for each in lines if meter.key in each.line.meters]
        result = paid(Fed(meter, tuple(each.line for each in own), tuple(each.deals for each in own)))
        found = result if found is None else sum_of(found, result)
    assert found is not None
    return found


def _held_at_end(meter: Meter, lines: Sequence[LineTotal]) -> Fraction:
    """What meter and reserve hold on average after all wagers, the cents of roundings left out."""
    wagers = sum(
        each.deals * sum(bet.bettors for bet in each.line.bets if bet.meter == meter.key)
        for each in lines
        if meter.key in each.line.meters
    )
    stay = float(1 - meter.whole)
    keep = float(1 - meter.whole - sum(share * chance for share, chance in meter.shares.items()))
    later, after = math.exp(wagers * math.log(keep)) if keep else 0.0, math.exp(wagers * math.log(stay)) if stay else 0.0
    whole, drawn = float(meter.whole), 1 - keep
    if not drawn:
        return Fraction(meter.opening + wagers * (meter.increment + meter.reserve))
    reserve_end, to_meter, difference = float(meter.reserve * wagers), 0.0, 0.0
    if not meter.reserve_stays and whole:
        long_run = meter.reserve * stay / whole
        reserve_end = long_run * (1 - after)
        to_meter = whole * (long_run + meter.reserve)
        mixed = (after - later) / (stay - keep) if stay != keep else wagers * later / keep
        difference = -whole * long_run * mixed
    entering = keep * meter.increment + whole * meter.reseed + to_meter
    return Fraction(later * meter.opening + entering * (1 - later) / drawn + difference + reserve_end)


def _moments(spread: Spread) -> tuple[float, float | None]:
    """Variance and skewness read off the middle of the brackets."""
    import numpy as np

    chances = np.diff((spread.least + spread.most) / 2, prepend=0.0)
    at = np.arange(len(chances), dtype=np.float64) * spread.unit
    weight = chances.sum()
    mean = float((chances * at).sum() / weight)
    variance = float((chances * (at - mean) ** 2).sum() / weight)
    third = float((chances * (at - mean) ** 3).sum() / weight)
    return variance, None if variance <= 0 else third / variance**1.5


# The normal band -----------------------------------------------------------------------------------------------------


def _normal(
    lines: Sequence[LineTotal],
    meters: Sequence[Meter],
    basis: Basis,
    mean: Fraction,
    variance: float,
    rounds: int,
    confidence: float,
) -> Normal:
    half = NormalDist().inv_cdf((1 + confidence) / 2) * math.sqrt(variance)
    return Normal(float(mean) - half, float(mean) + half, refused(lines, meters, basis, rounds))


def refused(lines: Sequence[LineTotal], meters: Sequence[Meter], basis: Basis, rounds: int) -> str | None:
    """Why a normal band would be wrong, or None: a row with a large part of the variance that is expected too seldom."""
    cost = _cost_on(basis, meters)
    parts: list[tuple[float, float, str]] = []
    for each in lines:
        mean = sum(cost(outcome) * outcome.count for outcome in each.line.outcomes) / each.line.deals
        for outcome in each.line.outcomes:
            expected = each.deals * outcome.count / each.line.deals
            name = outcome.rows if len(each.line.bets) == 1 else f"({outcome.rows})"
            parts.append((expected * (cost(outcome) - mean) ** 2, expected, name))
    whole = sum(part for part, _, _ in parts)
    for part, expected, name in sorted(parts, reverse=True):
        if part > float(NORMAL_PART) * whole and expected < NORMAL_EXPECTED:
            return (
                f"no normal band: {name} carries {part / whole:.0%} of the variance and is expected {expected:.2g} times "
                f"in {rounds:,} rounds ({NORMAL_EXPECTED} are needed)"
            )
    return None


def _cost_on(basis: Basis, meters: Sequence[Meter]) -> Callable[[Outcome], float]:
    """What an outcome costs the house: paid, a meter award counts with the mean of the meter at a hit."""
    by_key = {meter.key: meter for meter in meters}

    def cost(outcome: Outcome) -> float:
        drawn = 0.0
        for key, share in outcome.draws:
            meter = by_key[key]
            if basis is Basis.ACCRUED:
                drawn += meter.reseed if share == 1 else 0
            else:
                drawn += float(share * (meter.mean_at_hit if meter.mean_at_hit is not None else meter.opening))
        return outcome.returned + drawn

    return cost


# A result, and rounds to come close ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """Where a result stands: bounds of the probabilities of so little or less, of so much or more; inside the interval or not."""

    result: int
    at_most: tuple[float, float]
    at_least: tuple[float, float]
    inside: bool


def verdict(answer: Hold, each: OnBasis, result: int) -> Verdict:
    """Whether a result of the house lies within the central interval at the answer's confidence."""
    assert each.spread is not None
    low, high = answer.interval(each)
    below = each.spread.below(result)
    return Verdict(result, each.spread.at_most(result), (1 - below[1], 1 - below[0]), low <= result <= high)


@dataclass(frozen=True)
class Close:
    """From how many rounds on the hold is within ``points`` of its theoretical value with the confidence; None: too many."""

    points: Fraction
    basis: Basis
    rounds: int | None
    probability: float | None


def rounds_within(answer: Hold, points: Fraction, *, most: int = MOST_ROUNDS) -> Close:
    """The rounds from which the hold is within ``points`` (0.01 is one point) of its theoretical value with the confidence.

    Meters are taken on the accrued basis: what stands on them says nothing about the hold. The search goes down from where
    Chebyshev's inequality is enough and ends at 1%: of a tenfold number of rounds it looks at some.
    """
    if points <= 0:
        raise ChoiceError(f"within {points} points; allowed is more than nothing")
    basis = Basis.ACCRUED if answer.meters else Basis.PAID
    part = _per_round(answer)
    enough = math.ceil(part.variance / (1 - answer.confidence) / float(points * part.staked) ** 2) + 1

    def within(rounds: int) -> float:
        return _within(answer, part, rounds, points)

    if enough > most:
        return Close(points, basis, None, None)
    good = enough
    while good > 1 and within(good // 2) >= answer.confidence:
        good //= 2
    bad = good // 2
    while good - bad > max(1, good // 100):
        middle = (good + bad) // 2
        if within(middle) >= answer.confidence:
            good = middle
        else:
            bad = middle
    return Close(points, basis, good, within(good))


@dataclass(frozen=True)
class _PerRound:
    """The mean number of deals per round and the moments of a round, micro-dollars."""

    lines: tuple[tuple[Line, Lottery], ...]
    staked: Fraction
    mean: Fraction
    variance: float


def _per_round(answer: Hold) -> _PerRound:
    lines = [(line, accrued(line, *answer.meters)) for hand in answer.hands for line in lines_of(hand)]
    return _PerRound(
        tuple(lines),
        sum((line.per_round * line.staked for line, _ in lines), Fraction(0)),
        sum((line.per_round * lottery.mean for line, lottery in lines), Fraction(0)),
        float(sum((line.per_round * lottery.variance for line, lottery in lines), Fraction(0))),
    )


def _within(answer: Hold, part: _PerRound, rounds: int, points: Fraction) -> float:
    """The probability that the hold after so many rounds is within the points, at the lower end of its bracket."""
    parts = [Repeated(lottery, round(line.per_round * rounds)) for line, lottery in part.lines]
    staked = sum(line.staked * each.deals for (line, _), each in zip(part.lines, parts, strict=True))
    if not staked:
        return 0.0
    spread = total(parts, points=1 << 20)
    middle, away = part.mean / part.staked, points
    low, high = math.ceil((middle - away) * staked), math.floor((middle + away) * staked)
    return max(0.0, spread.at_most(high)[0] - spread.below(low)[1])


# For the reader ------------------------------------------------------------------------------------------------------


def apart(answer: Hold) -> Iterator[str]:
    """What was taken together and what as independent, in sentences."""
    for hand in answer.hands:
        lines = lines_of(hand)
        for line in lines:
            if len(line.bets) > 1:
                yield f"Taken together, hand by hand, on the same cards: {listed(bet.name for bet in line.bets)}."
        if len(lines) > 1:
            sets = " | ".join(listed(bet.offered.wager.id for bet in line.bets) for line in lines)
            yield (
                f"Taken as independent, although the cards overlap: {sets}. Good cards often win on both sides, so the true "
                "spread is somewhat wider; a simulation has it whole (pitbook simulate)."
            )
        limited = [line for line in lines if any(_is_cut(bet) for bet in line.bets)]
        if len(limited) > 1:
            yield "The aggregate limit is held to each of these sets by itself; on one hand together they may be cut further."
    deals = sum((each.line.per_round for each in answer.lines), Fraction(0))
    if deals > 1:
        yield "Hands of one round are taken as independent of each other; at a table they come from one deck."


def _is_cut(bet: Bet) -> bool:
    return bet.offered.wager.kind is Kind.BONUS and bet.offered.values.get("aggregate-limit", "off") != "off"


def name_of(answer: Hold) -> str:
    """What the answer is about, in a line."""
    bets = [bet for hand in answer.hands for bet in hand.bets]
    if len(bets) == 1:
        return bets[0].name
    games = listed(dict.fromkeys(bet.offered.game.id for bet in bets))
    own = ", with a paytable of your own" if any(bet.offered.own for bet in bets) else ""
    return f"{len(bets)} wagers of {games}{own}, {dollars(answer.staked // answer.rounds)} staked a round"
