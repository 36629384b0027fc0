"""Files of the user's cache: content with a hash of it and of the file's name before it, this user's own, whole or not at all.

What is found damaged, foreign or unreadable is no content; where nothing can be kept, nothing is. So a cache never changes what a
command answers.
"""

from __future__ import annotations

import hashlib
import os
import stat
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_DIGEST: Final = hashlib.sha256().digest_size
_DAY: Final = 86_400
_QUIET: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Not for programs begun from here; a pipe is not waited for; bytes as they are."""


def read_kept(path: Path) -> bytes | None:
    """The content of a kept file; None where there is none, where somebody else could have written it, or where it is damaged."""
    try:
        with open(path, "rb", opener=_open_quietly) as file:  # which leaves no folder open
            status = os.fstat(file.fileno())
            if not _is_ours(status):
                return None
            found = file.read()
            if time.time() - status.st_mtime > _DAY:
                with suppress(OSError):
                    os.utime(path)  # that it is used
    except (OSError, ValueError, MemoryError):
        return None
    content = found[_DIGEST:]
    return content if _digest(path, content) == found[:_DIGEST] else None


def _open_quietly(path: str, flags: int) -> int:
    return os.open(path, flags | _QUIET)


def _digest(path: Path, content: bytes) -> bytes:
    """Of the name too: one file in the place of another is no content."""
    return hashlib.sha256(path.name.encode("utf-8", "surrogateescape") + b"\0" + content).digest()


def _is_ours(status: os.stat_result) -> bool:
    """Whether it is a file that only this user can have written. On Windows each user has a cache that nobody else writes."""
    own = os.name != "posix" or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)
    return own and stat.S_ISREG(status.st_mode)


def forget_unused(folder: Path, pattern: str, but: Path) -> None:
    """Remove the files and folders of this name that were not used for a month, all but one."""
    for each in folder.glob(pattern):
        with suppress(OSError):
            if each == but or time.time() - each.lstat().st_mtime < 30 * _DAY:
                continue
            if each.is_dir() and not each.is_symlink():
                import shutil

                shutil.rmtree(each, ignore_errors=True)
            else:
                each.unlink()


def write_kept(path: Path, content: bytes) -> None:
    """Keep content. The file appears whole or not at all, also when several processes write it; on a full disk there is none."""
    partial = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Opened only where nothing stands: nobody's link is followed.
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _QUIET, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(_digest(path, content) + content)
        partial.replace(path)
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            partial.unlink(missing_ok=True)
