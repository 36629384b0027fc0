"""Base games: a row per net result of all money staked."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitbook.choices import Offer
from pitbook.par.head import head
from pitbook.par.meters import meter_basis
from pitbook.par.rows import moments
from pitbook.par.values import (
    ZERO,
    BaseGame,
    Conditions,
    ParRow,
    ParSheet,
)


def base_sheet(offered: Offer, asked: Conditions, decks: int, game: BaseGame) -> ParSheet:
    """A base game: a row per net result of all money staked, per unit of the first wager."""
    meter_basis(offered, asked)
    total = sum(count for _, count in game.results)
    ordered = sorted(game.results, reverse=True)
    lowest = ordered[-1][0]
    rows = tuple(
        ParRow(
            *_net_words(net, lowest, game.names),
            net_text(net),
            count,
            Fraction(count, total),
            Fraction(count, total) * (1 + net),
            1 + net,
        )
        for net, count in ordered
    )
    returned = sum((row.contribution for row in rows), ZERO)
    push = sum((row.probability for row, (net, _) in zip(rows, ordered, strict=True) if net == 0), ZERO)
    hits = sum((row.probability for row, (net, _) in zip(rows, ordered, strict=True) if net > 0), ZERO)
    edge = 1 - returned
    variance, skewness = moments(rows)
    return ParSheet(
        **head(offered, asked, decks),
        citation=game.citation,
        total=total,
        rows=rows,
        extras=(),
        house_edge=edge,
        returned=returned,
        theoretical_hold=edge,
        edge_per_resolved=None if push == 1 else edge / (1 - push),
        hit_frequency=hits,
        push_frequency=push,
        element_of_risk=edge / game.average_stake,
        variance=variance,
        skewness=skewness,
        largest_award_micros=max(net for net, _ in ordered) * asked.wager_micros,
        meter_micros=None,
        meter_basis=None,
        progressive=None,
        envy=None,
        strategy=game.strategy,
        notes=(*offered.notes, *game.notes, f"Average stake {float(game.average_stake):.4f} units of the first wager."),
        bettors=1,
        counts=game.counts,
    )


def _net_words(net: Fraction, lowest: Fraction, names: Mapping[Fraction, str] | None) -> tuple[str, str]:
    """The outcome id and the wording of a net result."""
    if names is not None:
        return names[net], names[net].capitalize()
    return ("lose", "Lose") if net == lowest else (net_name(net), f"Net {net_text(net)}")


def net_text(net: Fraction) -> str:
    """``+5``, ``0``, ``-1.05``."""
    if net.denominator == 1:
        return f"{net.numerator:+,}" if net else "0"
    return f"{float(net):+,}"


def net_name(net: Fraction) -> str:
    """An outcome id of a net result: ``net-plus-5``, ``net-0``, ``net-minus-1``."""
    sign = "plus-" if net > 0 else "minus-" if net < 0 else ""
    return f"net-{sign}{str(abs(net)).replace('/', '-of-')}"
