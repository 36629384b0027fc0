"""Finds the game folders and loads their rulebooks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from pitbook import games
from pitbook.families import families
from pitbook.rulebook import Game, Reading, RulebookError, UnknownNameError
from pitbook.rulebook_cache import kept

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Rulebook:
    """All games by id, in the order of their ids, and the readings they share. A game is read when it is first used."""

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


class _Games(Mapping[str, Game]):
    """The games by id; a game is read when it is first asked for. The folder is named after the id."""

    def __init__(self, folders: Sequence[Path], policies: Sequence[Reading]) -> None:
        self._folders = {folder.name.replace("_", "-"): folder for folder in folders}
        self._policies = policies
        self._loaded: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in self._loaded:
            game = load_game(self._folders[name], self._policies)
            if game.id != name:
                raise RulebookError([f"{self._folders[name].name}/rules.toml: game.id: {game.id!r}; the folder asks for {name!r}"])
            self._loaded[name] = game
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._folders)

    def __len__(self) -> int:
        return len(self._folders)

    def __contains__(self, name: object) -> bool:
        return name in self._folders


def game_folders() -> Sequence[Path]:
    """The folders that hold a ``rules.toml``, by name: those of the package and those of PITBOOK_GAMES.

    Raises :class:`~pitbook.rulebook.RulebookError` where a folder of PITBOOK_GAMES is missing or holds no game, and where two
    folders have one name.
    """
    found: dict[str, Path] = {}
    faults = []
    for place in map(Path, games.__path__):
        folders = sorted(path.parent for path in place.glob("*/rules.toml"))
        if not folders:
            faults.append(f"PITBOOK_GAMES: {place}: no folder there holds a rules.toml")
        for folder in folders:
            if folder.name in found:
                faults.append(f"PITBOOK_GAMES: {folder}: there is a game of that name already, in {found[folder.name]}")
            found.setdefault(folder.name, folder)
    if faults:
        raise RulebookError(faults)
    return [found[name] for name in sorted(found)]


def load_game(folder: Path, policies: Sequence[Reading]) -> Game:
    """One game's rulebook. Raises :class:`~pitbook.rulebook.RulebookError` with all its faults."""
    names = {name: family.events for name, family in families(f"pitbook.games.{folder.name}").items()}
    path = folder / "rules.toml"
    made_of = (str(folder).encode(), path.read_bytes(), repr(names).encode(), repr(policies).encode())
    return kept(Game, folder.name, made_of, lambda: _loading().load(path, names, policies))


def _loading() -> ModuleType:
    # Loaded only where something is read: the shapes of the files take longer to make than to be read.
    from pitbook import loading

    return loading


@cache
def rulebook() -> Rulebook:
    """Every game the package holds. Read once per process."""
    path = _HERE / "policies.toml"
    policies = kept(tuple, path.stem, [path.read_bytes()], lambda: _loading().load_policies(path))
    return Rulebook(_Games(game_folders(), policies), policies)
