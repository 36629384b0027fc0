"""What the page of the hold asks for, as an address holds it, and its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError
from pitbook.payouts import MICROS, dollars
from pitbook.rulebook import Wager
from pitbook.tables import Document
from pitbook.web.look.charts import Axis, Level, Series, nice_axis, plot_html


@dataclass(frozen=True)
class HoldAsked:
    """The fields of the page, each as text."""

    game: str = "three-card-poker"
    wager: str = "pair-plus"
    paytable: str = "A"
    stake: str = "10"
    per_round: str = "4"
    rounds: str = "28,800"
    meter: str = ""
    terms: str = ""
    players: str = ""
    result: str = ""
    confidence: str = "95%"
    within: str = ""

    def address(self) -> str:
        """The query of an address that asks for the same."""
        return urlencode({name: value for name, value in asdict(self).items() if value})


def hold_wagers(game_id: str) -> list[Wager]:
    """The wagers of a game whose hold can be worked out here; those that take long to count are left to the command."""
    found = rulebook().game(game_id).edition().wagers
    return [each for each in found if each.no_sheet is None and not each.long_count]


def asked_of(query: Mapping[str, str]) -> HoldAsked:
    """What an address asks for; a game, wager or paytable that is none gives way to the first there is."""
    usual = HoldAsked()
    if "wager" not in query and "game" not in query:
        given = {name: query[name][:60] for name in ("rounds", "result", "stake", "confidence", "within") if name in query}
        return HoldAsked(**given)
    fields = {name: query.get(name, "")[:80] for name in asdict(usual)}
    games = rulebook().games
    fields["game"] = fields["game"] if fields["game"] in games else usual.game
    for name in ("stake", "per_round", "rounds", "confidence"):
        fields[name] = fields[name] or getattr(usual, name)
    return fitting(HoldAsked(**fields))


def fitting(asked: HoldAsked) -> HoldAsked:
    """The same with a wager of the game and a paytable of the wager."""
    wagers = hold_wagers(asked.game)
    wager = next((each for each in wagers if each.id == asked.wager), wagers[0])
    labels = [table.label for table in wager.paytables]
    kept = {
        "wager": wager.id,
        "paytable": asked.paytable if asked.paytable in labels else labels[0],
        "meter": asked.meter if wager.meter else "",
        "terms": asked.terms if wager.meter else "",
    }
    return HoldAsked(**{**asdict(asked), **kept})


@dataclass(frozen=True)
class HoldAnswer:
    """The tables of the answer, the picture of each basis, and whether a result is within its interval, in words."""

    document: Document
    pictures: tuple[str, ...]
    verdict: tuple[str, str, str] | None


def hold_answer(asked: HoldAsked) -> HoldAnswer:
    """Work the hold out. Raises an :class:`~pitbook.errors.InputError` for what makes no sense."""
    from pitbook.asked.hold import HandsAsked, points_of, result_of, rounds_of
    from pitbook.asked.texts import confidence_of
    from pitbook.hold import hold, rounds_within, verdict
    from pitbook.hold.view import answer

    rounds = rounds_of(asked.rounds.replace(",", ""))
    confidence = confidence_of(asked.confidence)
    won = None if not asked.result else result_of(asked.result)
    points = None if not asked.within else points_of(asked.within)
    hands = HandsAsked(
        game=asked.game,
        wager=asked.wager,
        paytable=asked.paytable,
        stake=asked.stake or None,
        per_round=asked.per_round or None,
        players=asked.players or None,
        meter=asked.meter or None,
        terms=asked.terms or None,
    ).hands()
    found = hold(hands, rounds, confidence=confidence)
    verdicts = [] if won is None else [(each, verdict(found, each, won)) for each in found.bases if each.spread is not None]
    pictures = tuple(picture(found, each, won) for each in found.bases if each.spread is not None)
    close = None if points is None else rounds_within(found, points)
    return HoldAnswer(answer(found, verdicts, close), pictures, _verdict_words(found, verdicts))


def _verdict_words(found: Any, verdicts: list[Any]) -> tuple[str, str, str] | None:
    """Words, tone and title on whether a result is normal; judged on the paid basis, the accrued one is in the table."""
    if not verdicts:
        return None
    each, judged = verdicts[0]
    low, high = found.interval(each)
    little, much = (sum(ends) / 2 for ends in (judged.at_most, judged.at_least))
    side = f"so little or less in {little:.2%}" if little < much else f"so much or more in {much:.2%}"
    words = (
        f"{dollars(judged.result)} is {'within' if judged.inside else 'outside'} the {found.confidence:.6g} interval of "
        f"{_cents(low)} to {_cents(high)}; chance brings {side} of such periods."
    )
    return (words, "good", "This is a normal result") if judged.inside else (words, "warn", "This is an unusual result")


def _cents(micros: int) -> str:
    """An amount to the cent; the lattice of a distribution may be finer."""
    return dollars(round(micros, -4))


def picture(found: Any, each: Any, won: int | None) -> str:
    """The distribution of the house's result as columns, with the interval and the result."""
    from pitbook.charts import round_edges

    spread = each.spread
    edges = round_edges(spread.quantile(0.0005)[0], spread.quantile(0.9995)[1], 40, spread.unit)
    chances = [spread.between(low, high - 1) * 100 for low, high in pairwise(edges)]
    points = [(edge / MICROS, chance) for edge, chance in zip(edges, [*chances, 0.0], strict=True)]
    low, high = (end / MICROS for end in found.interval(each))
    levels = [Level(low, "", across="y", colour=2), Level(high, "", across="y", colour=2)]
    if won is not None and edges[0] <= won <= edges[-1]:
        levels.append(Level(won / MICROS, "the result", across="y", colour=3))
    name = "Result of the house" + (f", awards charged when {each.basis}" if found.meters else "")
    return plot_html(
        name,
        [Series("probability", tuple(points), kind="columns")],
        _money_axis(edges[0] / MICROS, edges[-1] / MICROS),
        nice_axis("% of such periods", 0, max(chances), "{:,.3g}", 4),
        levels=levels,
        alt=f"{name}: half of such periods bring less than {_cents(spread.quantile(0.5)[0])}; dashed are the ends of the interval",
    )


def _money_axis(low: float, high: float) -> Axis:
    found = nice_axis("dollars", low, high, "{:,.0f}", 6)
    inside = tuple((at, f"{'-' if at < 0 else ''}${abs(at):,.0f}") for at, _ in found.ticks if low <= at <= high)
    return Axis(found.name, low, high, inside)


def needs_terms(asked: HoldAsked) -> bool:
    """Whether the text leaves the meter's terms to the filing."""
    from pitbook.choices import offer

    try:
        terms = offer(rulebook().game(asked.game), asked.wager, asked.paytable).terms
    except ChoiceError:
        return False
    return terms is not None and terms.increment is None
