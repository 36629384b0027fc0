"""Games that stand outside the package: the folders that the environment variable PITBOOK_GAMES names."""

from __future__ import annotations

import os
from pathlib import Path


def outside_folders() -> list[Path]:
    """The folders that hold folders of games, absolute; the variable has a colon (the system's path separator) between them."""
    return [Path(folder).absolute() for folder in os.environ.get("PITBOOK_GAMES", "").split(os.pathsep) if folder]
