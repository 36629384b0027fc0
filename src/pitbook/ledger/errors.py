"""What can go wrong with the ledger.

::

    LedgerError
    ├── RefusedError            the rules or the controls say no; nothing changed (the refusal itself may be logged)
    │   ├── UnknownNameError    no such meter, table, round, award, person, proposal, fault
    │   ├── KeyReusedError      the idempotency key was used for something else
    │   └── NotAllowedError     not authenticated, or the role may not do this
    ├── DamagedError            journal and tables do not fit each other: inoperable until cleared up
    └── StoreError              the database cannot be used: unreachable, read-only, full, of another version
        ├── UnansweredError     the connection broke within a step: repeat it with the same key
        └── ConflictError       a row with this key is there already
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitbook.errors import InputError


class LedgerError(InputError):
    """Base of all errors of the ledger; the text is for people, one fault a line."""


class RefusedError(LedgerError):
    """The rules or the controls say no. Nothing changed, but that the refusal itself may have been logged."""

    def __init__(self, *faults: str, log: Mapping[str, Any] | None = None) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults
        self.log = log
        """The event to be written about the refusal: the arguments of ``Unit.append``. None: it is not logged."""


class UnknownNameError(RefusedError):
    """Something was named that does not exist; the text lists what does."""

    def __init__(self, what: str, name: str, known: list[str]) -> None:
        listed = ", ".join(sorted(known)[:20]) if known else "there is none"
        super().__init__(f"no {what} {name!r}; known: {listed}")


class KeyReusedError(RefusedError):
    """An idempotency key came again with other content."""


class NotAllowedError(RefusedError):
    """Nobody was authenticated, or the person's role may not do this."""


class DamagedError(LedgerError):
    """Journal and tables do not fit each other."""


class StoreError(LedgerError):
    """The database cannot be used. The text is Pitbook's own; what the driver said is the error it came from."""


class UnansweredError(StoreError):
    """The connection broke within a step, so it is not known whether it was kept: repeat it with the same key."""


class ConflictError(StoreError):
    """A row with this key is there already; nothing was written."""
