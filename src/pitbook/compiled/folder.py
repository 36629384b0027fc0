"""Where compiled code is kept: a folder of the user's cache for each state of all event code.

The folder's name is a hash of the event code of this package and of games outside it: a change of a helper in another module
changes what is compiled, too.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import time
from functools import cache
from pathlib import Path
from typing import Final

from pitbook.kept_files import forget_unused
from pitbook.outside import outside_folders

_DAY: Final = 86_400
_BEGAN: Final = time.time()


def event_sources(root: Path) -> list[Path]:
    """The source files whose text decides what is compiled: those with event code, and the cards' constants in it."""
    return [path for path in sorted(root.rglob("*.py")) if path == root / "cards.py" or b"@scalar" in path.read_bytes()]


def sources_hash(root: Path | None = None) -> str:
    """A short hash of every source file that decides what is compiled: of this package, and of games outside it."""
    digest = hashlib.sha256()
    for base in (root or Path(__file__).parents[1], *outside_folders()):
        for path in event_sources(base):
            digest.update(path.relative_to(base).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def own_hash() -> str:
    """The hash of what this process runs, read once; one of its own where the files were changed since it began."""
    found = sources_hash()
    changed = any(path.stat().st_ctime > _BEGAN for path in Path(__file__).parents[1].rglob("*.py"))
    return f"{found}-{os.getpid()}" if changed else found


def cache_folder() -> Path:
    """Where figures and compiled code are kept: PITBOOK_CACHE, else a folder in the user's cache."""
    base = os.environ.get("PITBOOK_CACHE")
    if base:
        return Path(base)
    try:
        named = Path(os.environ.get("XDG_CACHE_HOME", ""))
        # One that is not absolute is to be left out, by the rules of such folders.
        home = named if named.is_absolute() else Path("~/.cache").expanduser()
    except RuntimeError:  # this user has no home
        home = _temporary_folder()
    return home / "pitbook"


@cache
def _temporary_folder() -> Path:
    """A folder of this process's own, which goes with it. Never one that others may write: compiled code is loaded from it."""
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="pitbook-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def choose_folder() -> Path:
    """Name a writable folder of this version's own; a temporary one where the user's cache cannot be written.

    The name stands where numba would look for it: a user may choose the folder there, and processes begun by this one share it.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen is not None:
        return Path(chosen)
    folder = cache_folder() / f"compiled-{own_hash()}"
    try:
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            forget_unused(folder.parent, "compiled-*", folder)
        if not os.access(folder, os.W_OK):
            raise OSError("not writable")
        if time.time() - folder.stat().st_mtime > _DAY:
            os.utime(folder)  # that it is used
    except (OSError, ValueError):
        folder = _temporary_folder()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return folder
