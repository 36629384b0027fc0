"""Pai Gow answers as tables: a hand set by a way, every setting of a hand, faults of a way, perfect play."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitbook.cards import hand_text
from pitbook.games.pai_gow_poker.house_way import HouseWay, Setting
from pitbook.par_json import rational
from pitbook.tables import Document, Row, Table, left, right

if TYPE_CHECKING:
    from pitbook.games.pai_gow_poker.best_setting import SettingValue
    from pitbook.games.pai_gow_poker.perfect_play import PerfectPlay
    from pitbook.games.pai_gow_poker.way_check import WayFinding


def _share(value: Fraction, places: int = 4) -> str:
    return f"{float(value) * 100:.{places}f}%"


def way_answer(way: HouseWay, cards: int, setting: Setting) -> Document:
    """A hand set by a house way, and the rule that did it."""
    table = Table(
        title=f"{way.title}: {hand_text(cards)}",
        subtitle=way.source,
        columns=left("Hand", "Cards", "What it is"),
        rows=(
            Row(("high", hand_text(setting.high), setting.high_words)),
            Row(("low", hand_text(setting.low), setting.low_words)),
        ),
        figures=(("Rule", f"{setting.rule}: {setting.words}"),),
    )
    data = {
        "house_way": way.name,
        "cards": hand_text(cards),
        "high": hand_text(setting.high),
        "low": hand_text(setting.low),
        "high_words": setting.high_words,
        "low_words": setting.low_words,
        "rule": setting.rule,
        "words": setting.words,
    }
    return Document(f"{way.title}: a hand set", [table], data)


def check_answer(way: HouseWay, findings: Sequence[WayFinding]) -> Document:
    """The faults of a house way."""
    table = Table(
        title=f"{way.title}: {len(way.rules)} rules tried on every hand",
        subtitle=way.source,
        columns=(*left("Fault", "Rules"), *right("Hands"), *left("What")),
        rows=tuple(
            Row((each.fault.value, ", ".join(each.rules) or "–", f"{each.hands:,}", each.message), "bad") for each in findings
        ),
        figures=(("Result", f"{len(findings)} faults" if findings else "every hand is set by one rule, none foul"),),
        notes=way.notes,
    )
    data = {
        "house_way": way.name,
        "findings": [
            {
                "fault": each.fault.value,
                "rules": list(each.rules),
                "hands": each.hands,
                "example": hand_text(each.example) if each.example else None,
                "message": each.message,
            }
            for each in findings
        ],
    }
    return Document(f"{way.title}: check", [table], data)


def settings_answer(cards: int, way: HouseWay, values: Sequence[SettingValue], by_way: Setting, vigorish: Fraction) -> Document:
    """Every legal setting of a hand with its exact results; the best first, the way's own marked."""
    rows = []
    for n, each in enumerate(values):
        own = each.setting.low == by_way.low
        marks = [text for text, on in (("best", n == 0), (f"{way.name} sets it so", own)) if on]
        rows.append(
            Row(
                (
                    hand_text(each.setting.high),
                    hand_text(each.setting.low),
                    f"{each.setting.high_words} / {each.setting.low_words}",
                    _share(Fraction(each.win, each.total)),
                    _share(Fraction(each.push, each.total)),
                    _share(Fraction(each.lose, each.total)),
                    f"{float(each.expectation(vigorish)):+.6f}",
                    ", ".join(marks),
                ),
                "best" if n == 0 else "",
            )
        )
    table = Table(
        title=f"Settings of {hand_text(cards)}",
        subtitle=f"against {way.title}, all {values[0].total:,} hands the dealer can hold, vigorish {_share(vigorish, 2)}",
        columns=(*left("High", "Low", "What they are"), *right("Win", "Push", "Lose", "Expectation"), *left("")),
        rows=tuple(rows),
    )
    data = {
        "cards": hand_text(cards),
        "house_way": way.name,
        "total": values[0].total,
        "vigorish": rational(vigorish),
        "settings": [
            {
                "high": hand_text(each.setting.high),
                "low": hand_text(each.setting.low),
                "win": each.win,
                "push": each.push,
                "lose": each.lose,
                "expectation": rational(each.expectation(vigorish)),
                "house_way": each.setting.low == by_way.low,
            }
            for each in values
        ],
    }
    return Document(f"Settings of {hand_text(cards)}", [table], data)


def play_answer(play: PerfectPlay, *, most: int = 15, classes: bool = False) -> Document:
    """Perfect play beside a way: edges, the costliest rules, the kinds of departure, when to split."""
    from pitbook.games.pai_gow_poker.play_report import advice, class_table, deviations, rule_costs

    costs, kinds, learned = rule_costs(play), deviations(play), advice(play)
    tables = [_edges(play), _costs(costs, most), _deviations(kinds, most), _advice(learned, most)]
    lines = class_table(play) if classes else []
    if classes:
        tables.append(_classes(lines))
    data: dict[str, Any] = {
        "house_way": play.dealer_way.name,
        "player_way": play.player_way.name,
        "total": play.total,
        "hands": play.hands,
        "counts": {"win": play.win, "push": play.push, "lose": play.lose},
        "way_counts": {"win": play.way_win, "push": play.way_push, "lose": play.way_lose},
        "house_edge": rational(play.edge),
        "way_house_edge": rational(play.way_edge),
        "hands_set_otherwise": play.hands_set_otherwise,
        "rules": [
            {"rule": each.rule, "words": each.words, "hands": each.hands, "set_otherwise": each.set_otherwise,
             "cost": rational(each.cost)}
            for each in costs
        ],
        "deviations": [
            {"hand_type": each.hand_type, "made": each.made, "way": each.way_play, "best": each.best_play, "hands": each.hands,
             "cost": rational(each.cost), "example": hand_text(each.example)}
            for each in kinds
        ],
        "classes": [
            {"hand_type": each.hand_type, "made": each.made, "ranks": each.ranks, "highest_single": each.highest_single,
             "hands": each.hands, "best": each.best_play, "way": each.way_play, "set_otherwise": each.set_otherwise,
             "cost": rational(each.cost), "example": hand_text(each.example)}
            for each in lines
        ],
    }  # fmt: skip
    return Document("Perfect play", tables, data)


def _edges(play: PerfectPlay) -> Table:
    def row(name: str, win: int, push: int, lose: int, edge: Fraction) -> Row:
        parts = [_share(Fraction(each, play.total)) for each in (win, push, lose)]
        return Row((name, *parts, _share(edge)))

    return Table(
        title=f"Perfect play against {play.dealer_way.title}",
        subtitle=f"all {play.total:,} deals, vigorish {_share(play.vigorish, 2)}",
        columns=(*left("Player"), *right("Win", "Push", "Lose", "House edge")),
        rows=(
            row("perfect play", play.win, play.push, play.lose, play.edge),
            row(play.player_way.name, play.way_win, play.way_push, play.way_lose, play.way_edge),
        ),
        figures=(
            ("Gain of perfect play", _share(play.way_edge - play.edge)),
            ("Hands set otherwise", f"{play.hands_set_otherwise:,}  of {play.hands:,}"),
        ),
    )


def _costs(costs: Sequence[Any], most: int) -> Table:
    return Table(
        title="The costliest rules of the way",
        columns=(*left("Rule", "Words"), *right("Hands", "Set otherwise", "Cost")),
        rows=tuple(
            Row((each.rule, each.words, f"{each.hands:,}", f"{each.set_otherwise:,}", _share(each.cost, 5)))
            for each in costs[:most]
        ),
    )


def _deviations(kinds: Sequence[Any], most: int) -> Table:
    return Table(
        title="Where perfect play departs from the way",
        columns=(*left("Hand", "The way plays low", "Perfect play plays low"), *right("Hands", "Cost"), *left("Example")),
        rows=tuple(
            Row((_kind(each), each.way_play, each.best_play, f"{each.hands:,}", _share(each.cost, 5), hand_text(each.example)))
            for each in kinds[:most]
        ),
    )


def _advice(learned: Sequence[Any], most: int) -> Table:
    ranked = sorted(learned, key=lambda each: each.cost, reverse=True)[:most]
    return Table(
        title="What to learn first",
        subtitle="by the cost of playing the way instead; the play goes by the highest single card",
        columns=(*left("Hand", "Ranks", "Play low"), *right("Hands", "Cost of the way")),
        rows=tuple(
            Row(
                (
                    _kind(each),
                    each.ranks or "–",
                    "; ".join(f"{single}: {play}" if single else play for single, play in each.plays),
                    f"{each.hands:,}",
                    _share(each.cost, 5),
                )
            )
            for each in ranked
        ),
    )


def _classes(lines: Sequence[Any]) -> Table:
    return Table(
        title="By class of hand",
        columns=(*left("Hand", "Ranks", "Highest single", "Perfect play", "The way"), *right("Hands", "Set otherwise", "Cost")),
        rows=tuple(
            Row(
                (
                    _kind(each), each.ranks, each.highest_single, each.best_play, each.way_play, f"{each.hands:,}",
                    f"{each.set_otherwise:,}", _share(each.cost, 6),
                )
            )
            for each in lines
        ),
    )  # fmt: skip


def _kind(each: Any) -> str:
    return f"{each.hand_type}, {each.made}" if each.made else str(each.hand_type)
