"""Finds the game folders and loads their rulebooks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pitbook.families import families
from pitbook.loading import load, load_policies
from pitbook.rulebook import Game, Reading, UnknownNameError

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Rulebook:
    """All games by id, in the order of their ids, and the readings they share."""

    games: Mapping[str, Game]
    policies: tuple[Reading, ...]

    def game(self, name: str) -> Game:
        """The game of an id. Raises :class:`~pitbook.rulebook.UnknownNameError` with the nearest id."""
        if name in self.games:
            return self.games[name]
        raise UnknownNameError("game", name, self.games)

    def __iter__(self) -> Iterator[Game]:
        return iter(self.games.values())

    def __len__(self) -> int:
        return len(self.games)

    @property
    def source_hash(self) -> str:
        """One hash over the files of all games and the shared policies: what a figure or an event was computed from."""
        digest = hashlib.sha256((_HERE / "policies.toml").read_bytes())
        for name, game in sorted(self.games.items()):
            digest.update(f"{name}:{game.source_hash}\n".encode())
        return digest.hexdigest()


def game_folders() -> Sequence[Path]:
    """The folders that hold a ``rules.toml``, by name."""
    return sorted(path.parent for path in (_HERE / "games").glob("*/rules.toml"))


def load_game(folder: Path, policies: Sequence[Reading]) -> Game:
    """One game's rulebook. Raises :class:`~pitbook.rulebook.RulebookError` with all its faults."""
    names = {name: family.events for name, family in families(f"pitbook.games.{folder.name}").items()}
    return load(folder / "rules.toml", names, policies)


@cache
def rulebook() -> Rulebook:
    """Every game the package holds. Read once per process."""
    policies = load_policies(_HERE / "policies.toml")
    games = [load_game(folder, policies) for folder in game_folders()]
    return Rulebook({game.id: game for game in games}, policies)
