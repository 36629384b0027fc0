"""The Pai Gow Poker Wager as a PAR sheet: win, push and lose over all deals of seven and seven cards, both sides by a way.

Counting takes seconds, so the counts are kept on disk under a hash of all that they depend on: the event code of the package,
both ways, the readings and the deck.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitbook.cards import Deck
from pitbook.choices import ChoiceError, Offer
from pitbook.compiled import cache_folder, sources_hash
from pitbook.games.pai_gow_poker.exact import VARIATION_PUSH, DealerPush, MainWagerCounts, main_wager_counts
from pitbook.games.pai_gow_poker.house_way import HouseWay, HouseWayError, load_way
from pitbook.games.pai_gow_poker.setting import reading_flags
from pitbook.kept_files import forget_unused, read_kept, write_kept
from pitbook.par import BaseGame, Strategy
from pitbook.payouts import VigorishRounding, vigorish_micros


def base_game(offered: Offer, deck: Deck, wager_micros: int) -> BaseGame:
    """The wager with the player's and the dealer's way of an offer, for a stake (which matters only to a rounded vigorish)."""
    player, dealer = ways(offered)
    counts = counted(offered, deck, player, dealer)
    rows = {row.event: row.award for row in offered.rows}
    won = rows["win"].multiple * wager_micros
    rounding = VigorishRounding(offered.values["commission-rounding"])
    taken = won * offered.vigorish
    if rounding is not VigorishRounding.EXACT:
        taken = Fraction(vigorish_micros(int(won), offered.vigorish, rounding, offered.wager.vigorish_multiple))
    gain = (won - taken) / wager_micros
    return BaseGame(
        results=((gain, counts.win), (Fraction(0), counts.push), (Fraction(-1), counts.lose)),
        average_stake=Fraction(1),
        strategy=Strategy(
            name=player.name,
            rule=f"the player sets by {player.title}, the dealer by {dealer.title}",
            plays=counts.total,
            hands=counts.total,
            alternatives=(),
        ),
        citation=offered.citation,
        counts={"win": counts.win, "push": counts.push, "lose": counts.lose},
        names={gain: "win", Fraction(0): "push", Fraction(-1): "lose"},
        notes=(
            f"Copies go to the dealer: {counts.high_copies:,} high and {counts.low_copies:,} low hands of {counts.total:,} deals.",
            f"The bank's gain against one opponent, with the same vigorish on its wins, is {_bank(counts, offered.vigorish)} "
            "of the stake (analysis; rounds with a player bank are not in the rulebook).",
        ),
    )


def _bank(counts: MainWagerCounts, vigorish: Fraction) -> str:
    return f"{float(-counts.bank_edge(vigorish)) * 100:+.4f}%"


def ways(offered: Offer) -> tuple[HouseWay, HouseWay]:
    """The player's and the dealer's way: options ``player-way`` and ``house-way``, else the reading ``house-way`` for both."""
    names = offered.options.get("house-way", offered.values["house-way"])
    try:
        dealer = load_way(names)
        return load_way(offered.options["player-way"]) if "player-way" in offered.options else dealer, dealer
    except HouseWayError as fault:
        raise ChoiceError(f"{offered.wager.id}, house-way or player-way: {fault}") from fault


def counted(offered: Offer, deck: Deck, player: HouseWay, dealer: HouseWay) -> MainWagerCounts:
    """The counts, from the store if they are there."""
    reading, push, path = _place(offered, deck, player, dealer)
    stored = _read(path)
    if stored is None:
        found = main_wager_counts(player, dealer, deck=deck, dealer_push=push, reading=reading, progress=_progress())
        _write(path, found)
        return found
    high, copied, lower = ((int(row[0]), int(row[1]), int(row[2])) for row in stored["fell"])
    pushed = int(stored["pushed_by_dealer"])
    return MainWagerCounts(player.name, dealer.name, push, reading, int(stored["total"]), (high, copied, lower), pushed)


def is_kept(offered: Offer, deck: Deck) -> bool:
    """Whether the counts are in the store."""
    _, _, path = _place(offered, deck, *ways(offered))
    return _read(path) is not None


def _place(offered: Offer, deck: Deck, player: HouseWay, dealer: HouseWay) -> tuple[int, DealerPush, Path]:
    """The reading, when the dealer pushes, and the file of the counts."""
    reading = reading_flags(offered.values["ace-low-straight"], offered.values["joker-in-flush"])
    push = VARIATION_PUSH[offered.values["variation"]]
    return reading, push, cache_folder() / "pai-gow" / f"{_key(player, dealer, reading, str(push), deck)}.kept"


def _key(player: HouseWay, dealer: HouseWay, reading: int, push: str, deck: Deck) -> str:
    parts = [sources_hash(), repr(player.program), repr(dealer.program), str(reading), push, repr(deck.cards)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def _read(path: Path) -> Mapping[str, Any] | None:
    content = read_kept(path)
    if content is None:
        return None
    data: Mapping[str, Any] = json.loads(content)
    return data if sum(map(sum, data["fell"])) + data["pushed_by_dealer"] == data["total"] else None


def _write(path: Path, counts: MainWagerCounts) -> None:
    data = {"total": counts.total, "fell": counts.fell, "pushed_by_dealer": counts.pushed_by_dealer}
    write_kept(path, json.dumps(data).encode())
    forget_unused(path.parent, "*.kept", path)


def _progress() -> Any:
    """A progress line on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        return None

    def show(share: float) -> None:
        print(f"\rcounting all deals: {float(share):4.0%}", end="\n" if share >= 1 else "", file=sys.stderr, flush=True)

    return show
