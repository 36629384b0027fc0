"""What a database driver says, in plain words."""

from __future__ import annotations

from typing import Final

from pitbook.ledger.errors import StoreError, UnansweredError
from pitbook.ledger.turns import waited_too_long

_UNREACHED: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (("password", "authentication", "pg_hba"), "the server does not let this user in"),
    (("translate host", "name or service", "resolve"), "there is no host of this name"),
    (("refused", "no such file"), "nothing answers at this address"),
    (("does not exist",), "the server has no such user or database"),
    (("timeout", "timed out"), "no answer came in time"),
    (("too many", "remaining connection"), "the server has as many connections as it takes"),
    (("starting up", "shutting down", "recovery mode"), "the server is starting or ending"),
)
"""Why a server was not reached, by words of the driver."""


def plain(error: BaseException, *, reached: bool) -> StoreError:
    """A driver's error in plain words. Its own stay with the error that this one comes from: they tell of tables and hosts."""
    low = (str(error).strip() or type(error).__name__).lower()
    if "readonly" in low or "read-only" in low:
        return StoreError("the database is read-only; nothing was written")
    if "full" in low or "no space" in low:
        return StoreError("the disk or the database is full; nothing was written")
    if "locked" in low or "lock timeout" in low:
        return waited_too_long()
    if "unable to open" in low:
        return StoreError("the database file cannot be used: it, or its folder, is not there or may not be opened")
    if "not a database" in low or "malformed" in low:
        return StoreError("the database file cannot be used: it is damaged, or no database")
    if not reached:
        why = next((said for words, said in _UNREACHED if any(word in low for word in words)), None)
        return StoreError("the database cannot be reached" + (f": {why}" if why else ""))
    if is_lost(low):
        return UnansweredError("the connection was lost; repeat the step with the same key, it is applied once")
    return StoreError("the database refused the step; nothing was written")


def is_lost(text: str) -> bool:
    """Whether a driver's message says that the connection is gone."""
    low = text.lower()
    return any(word in low for word in ("connection", "terminat", "server closed", "shutting down", "eof"))
