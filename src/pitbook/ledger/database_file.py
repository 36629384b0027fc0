"""The file of an SQLite database, which must stay the one that was opened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitbook.ledger.errors import StoreError


@dataclass
class DatabaseFile:
    """The file of an SQLite database, and which file it was when it was opened.

    A file that is deleted or replaced stays open under its old name: what was written there would be acknowledged and lost. So
    it would be in a file that was cut: it never becomes smaller by itself, and its log alone is no ledger.
    """

    path: Path | None
    opened: tuple[int, int] | None = None
    size: int = 0

    def check(self) -> None:
        """Raises StoreError where the name now stands for another file, or for none, or where the file was cut."""
        if self.path is None:
            return
        known = self.size  # read before the file's, which another thread may find larger in the meantime
        try:
            status = self.path.stat()
            now, size = (status.st_dev, status.st_ino), status.st_size
        except OSError:
            now, size = None, 0
        if self.opened is None:
            self.opened = now
        elif now != self.opened or size < known:
            happened = ("cut" if now == self.opened else "replaced") if now else "deleted or moved"
            raise StoreError(
                f"the database file was {happened} while it was in use; nothing was written: "
                "put it back, or end this program and start it again with the file that counts"
            )
        self.size = max(known, size)
