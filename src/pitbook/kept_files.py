"""Files of the user's cache: their content with a hash before it, this user's own, whole or not at all.

What is found damaged, foreign or unreadable is no content; where nothing can be kept, nothing is. So a cache never changes what a
command answers.
"""

from __future__ import annotations

import hashlib
import os
import stat
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

_DIGEST: Final = hashlib.sha256().digest_size


def read_kept(path: Path) -> bytes | None:
    """The content of a kept file; None where there is none, where somebody else could have written it, or where it is damaged."""
    try:
        # A pipe would wait for its writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
                return None
            found = file.read()
    except (OSError, ValueError, MemoryError):
        return None
    content = found[_DIGEST:]
    return content if hashlib.sha256(content).digest() == found[:_DIGEST] else None


def write_kept(path: Path, content: bytes) -> None:
    """Keep content. The file appears whole or not at all, also when several processes write it; on a full disk there is none."""
    partial = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Opened only where nothing stands: nobody's link is followed.
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        partial.replace(path)
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            partial.unlink(missing_ok=True)
