"""Counts of event masks kept in a file, so that the check of a filing has its figures at once and without the compiler.

The file is made by ``python -m pitbook.stored_counts`` from :func:`~pitbook.counting.histogram`. Each entry bears a hash of the
sources that its counts depend on; where one does not fit, the counts are made anew. PAR sheets never use the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pitbook.catalog import rulebook
from pitbook.choices import Offer
from pitbook.families import Deal, Family, families
from pitbook.rulebook import Game

FILE: Final = Path(__file__).with_name("counts.json")
_SHARED: Final = ("cards.py", "counting.py", "families.py", "hands.py", "three_cards.py")
_OWN: Final = ("events.py", "counts.py")


def counts(game: Game, family: Family, decks: int) -> Mapping[int, int]:
    """How many deals of a family have each event mask: those of the file, or counted now where the file has none that fit."""
    stored = _entries().get((game.id, family.name, decks))
    if stored is not None and stored["sources"] == sources_hash(game) and stored["events"] == list(family.events):
        return {int(mask): count for mask, count in stored["counts"].items()}
    return fresh_counts(game, family, decks)


def known_counts(offered: Offer, decks: int) -> Mapping[int, int]:
    """The counts that price an offer: those of its family, or, where a fold loses the wager, the ones that know of folds."""
    from pitbook.par import deck_of, folded_counts

    family = families(offered.game.package)[str(offered.family)]
    return folded_counts(offered, deck_of(offered.game, decks)) or counts(offered.game, family, decks)


def fresh_counts(game: Game, family: Family, decks: int) -> Mapping[int, int]:
    """The same counts, made now."""
    from pitbook.counting import histogram
    from pitbook.par import deck_of

    return histogram(game.package, family.name, deck_of(game, decks))


def is_counted(family: Family) -> bool:
    """Whether a family's deals are counted by masks (a showdown's are not)."""
    return family.deal is not Deal.SHOWDOWN


def sources_hash(game: Game) -> str:
    """One hash over the sources that decide a game's events and their counts."""
    return _hash(game.folder)


@cache
def _hash(folder: Path) -> str:
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for path in (*(here / name for name in _SHARED), *(folder / name for name in _OWN)):
        if path.is_file():
            digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


@cache
def _entries() -> Mapping[tuple[str, str, int], Any]:
    if not FILE.is_file():
        return {}
    kept: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return {(each["game"], each["family"], each["decks"]): each for each in kept}


def write(path: Path = FILE) -> None:
    """Count every family of every game and write the file."""
    entries = [
        {
            "game": game.id,
            "family": family.name,
            "decks": decks,
            "sources": sources_hash(game),
            "events": list(family.events),
            "counts": {str(mask): count for mask, count in sorted(fresh_counts(game, family, decks).items())},
        }
        for game in rulebook()
        for family in families(game.package).values()
        if is_counted(family)
        for decks in sorted(game.decks)
    ]
    lines = ",\n".join(json.dumps(each) for each in entries)
    path.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    write()
