"""What may have become of a kept file."""

from __future__ import annotations

import os
from pathlib import Path

DAMAGES = ("empty", "cut", "changed", "foreign", "unreadable", "folder", "pipe")


def damaged(path: Path, damage: str) -> None:
    """Do a damage to a file."""
    content = path.read_bytes()
    if damage in {"folder", "pipe"}:
        path.unlink()
        path.mkdir() if damage == "folder" else os.mkfifo(path)
    elif damage == "unreadable":
        path.chmod(0)
    else:
        changed = content[:-9] + bytes([content[-9] ^ 1]) + content[-8:]
        path.write_bytes({"empty": b"", "cut": content[:-1], "changed": changed, "foreign": b"no code"}[damage])
