"""``pitbook house-way``, ``set`` and ``perfect-play``: setting hands of Pai Gow Poker."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from pitbook.asked.texts import pairs, whole
from pitbook.choices import ChoiceError
from pitbook.cli.common import AsCsv, AsJson, Output, one_form
from pitbook.report.output import deliver

WayName = Annotated[str, typer.Option("--house-way", help="The dealer's way: a shipped one, or a file that ends in .toml.")]
Readings = Annotated[list[str] | None, typer.Option("--set", help="READING=VALUE; repeat for more.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("house-way")(house_way)
    app.command("set")(best_setting)
    app.command("perfect-play")(perfect_play)


def hand_of(texts: list[str]) -> int:
    """The seven cards of some texts. Raises :class:`~pitbook.cards.CardError`."""
    from pitbook.cards import CardError, cards_text, hand, parse_cards

    cards = parse_cards(" ".join(texts))
    if len(cards) != 7:
        raise CardError(f"a hand of Pai Gow Poker is seven cards; {cards_text(cards)!r} is {len(cards)}")
    return hand(cards)


def values_of(readings: list[str] | None) -> dict[str, str]:
    """The readings of the game, with those given as ``READING=VALUE``."""
    from pitbook.catalog import rulebook
    from pitbook.choices import reading_values

    return reading_values(rulebook().game("pai-gow-poker").edition(), pairs(readings or [], "--set"))


def flags_of(values: dict[str, str]) -> int:
    """The readings that change how a hand is set, as flags."""
    from pitbook.games.pai_gow_poker.setting import reading_flags

    return reading_flags(values["ace-low-straight"], values["joker-in-flush"])


def house_way(
    name: Annotated[str, typer.Argument(help="A shipped way (trump-plaza, foxwoods), or a file that ends in .toml.")],
    cards: Annotated[list[str] | None, typer.Argument(help="Seven cards; none with --check.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Try every rule on every hand: gaps, fights, fouls, unused rules.")
    ] = False,
    readings: Readings = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Set a hand by a house way and say which rule did it; or check the way itself (exit status 1 for faults)."""
    from pitbook.games.pai_gow_poker.answers import check_answer, way_answer
    from pitbook.games.pai_gow_poker.house_way import load_way

    one_form(as_json, as_csv, output)
    if check == bool(cards):
        raise ChoiceError("house-way takes seven cards, or --check and no cards")
    flags = flags_of(values_of(readings))
    way = load_way(name)
    if not check:
        hand = hand_of(cards or [])
        deliver(way_answer(way, hand, way.set(hand, flags)), as_json=as_json, as_csv=as_csv, output=output)
        return
    from pitbook.games.pai_gow_poker.way_check import check_way

    findings = check_way(way, flags)
    deliver(check_answer(way, findings), as_json=as_json, as_csv=as_csv, output=output)
    raise typer.Exit(1 if findings else 0)


def best_setting(
    cards: Annotated[list[str], typer.Argument(help="Seven cards.")],
    name: WayName = "trump-plaza",
    readings: Readings = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Every legal setting of seven cards with its exact win, push and lose against a house way; the best first."""
    from pitbook.games.pai_gow_poker.answers import settings_answer
    from pitbook.games.pai_gow_poker.best_setting import setting_values
    from pitbook.games.pai_gow_poker.exact import VARIATION_PUSH

    one_form(as_json, as_csv, output)
    values = values_of(readings)
    hand, way, flags = hand_of(cards), way_of(name), flags_of(values)
    vigorish = vigorish_of(values)
    found = setting_values(hand, way, dealer_push=VARIATION_PUSH[values["variation"]], reading=flags, vigorish=vigorish)
    answer = settings_answer(hand, way, found, way.set(hand, flags), vigorish)
    deliver(answer, as_json=as_json, as_csv=as_csv, output=output)


def perfect_play(
    name: WayName = "trump-plaza",
    player_way: Annotated[str | None, typer.Option("--player-way", help="The way to compare with; default the dealer's.")] = None,
    most: Annotated[str | None, typer.Option("--most", help="Rows of each list (default 15).")] = None,
    classes: Annotated[bool, typer.Option("--classes", help="Add the table of every class of hand.")] = False,
    readings: Readings = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """The best setting of every hand against a house way, exactly: its edge, and what a way's rules cost. Takes minutes."""
    from pitbook.games.pai_gow_poker.answers import play_answer
    from pitbook.games.pai_gow_poker.exact import VARIATION_PUSH
    from pitbook.games.pai_gow_poker.perfect_play import perfect_play as find

    one_form(as_json, as_csv, output)
    values = values_of(readings)
    rows = whole(most, "--most", 1, 10_000) or 15
    play = find(
        way_of(name),
        vigorish=vigorish_of(values),
        player_way=None if player_way is None else way_of(player_way),
        dealer_push=VARIATION_PUSH[values["variation"]],
        reading=flags_of(values),
        progress=_progress if sys.stderr.isatty() else None,
    )
    deliver(play_answer(play, most=rows, classes=classes), as_json=as_json, as_csv=as_csv, output=output)


def way_of(name: str) -> Any:
    """A house way by its name or file, a file's checked as well."""
    from pitbook.games.pai_gow_poker.way_check import load_checked_way

    return load_checked_way(name)


def vigorish_of(values: dict[str, str]) -> Any:
    """The vigorish under some readings."""
    from pitbook.catalog import rulebook
    from pitbook.choices import offer

    return offer(rulebook().game("pai-gow-poker"), "pai-gow", readings=values).vigorish


def _progress(share: float) -> None:
    print(f"\rall deals: {float(share):4.0%}", end="\n" if share >= 1 else "", file=sys.stderr, flush=True)
