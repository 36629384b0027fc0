"""A round while it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from pitbook.choices import Offer
from pitbook.round_file import RoundFile
from pitbook.rounds.values import Seat
from pitbook.rulebook import Edition, Game


def unchanged(offered: Offer) -> Offer:
    """The offer of a round that stands under no filing."""
    return offered


def void_place(text: str) -> tuple[str, str]:
    """The seat's number, or nothing, and the wager of an entry of ``void``: ``ante``, ``all``, ``3 ante``, ``seat 3 all``."""
    number, _, name = text.rpartition(" ")
    number = number.removeprefix("seat ").strip()
    return str(int(number)) if number.isascii() and number.isdigit() else number, name


@dataclass(frozen=True)
class Under:
    """What a round stands under beside its own words: faults found already, how each offer is changed, readings set by a file.

    ``limits`` are the ceilings of meters by their ids, for each wager amount or (None) for all. ``filing`` is what a reader is told
    of it: whose Rules Submission it is, and of what day.
    """

    faults: Sequence[str] = ()
    as_filed: Callable[[Offer], Offer] = unchanged
    values: Mapping[str, str] = field(default_factory=dict)
    filing: str | None = None
    limits: Mapping[str, Mapping[int | None, int]] = field(default_factory=dict)


class Draft:
    """A round while it is read: its form, what was resolved so far, the faults found. Each step goes on as far as it can."""

    game: Game
    edition: Edition
    values: Mapping[str, str]
    recorded_only: set[str]
    decks: int
    seats: Sequence[Seat]

    def __init__(self, file: RoundFile, today: date, ledger: bool, under: Under) -> None:
        self.file, self.ledger, self.under = file, ledger, under
        self.day = file.date or today
        self.faults: list[str] = list(under.faults)
        self.seen: dict[int, list[str]] = {}
        self.meant: dict[int, set[str]] = {}
        """Wagers that a seat names with a fault (a misspelt name, a stake that is none): that they are missing is not said too."""
        self.limits: dict[str, dict[str, int]] = {}

    def fault(self, text: str) -> None:
        """Note a fault."""
        self.faults.append(text)

    def is_misdeal(self, seat: int | None = None) -> bool:
        """Whether an irregularity voids every wager of the round, or of a seat: its cards may then be any, or none."""
        at = {"", str(seat)}
        return any(name == "all" and number in at for number, name in map(void_place, self.file.irregularity.void))

    def set_where(self, reading: str, value: str) -> str:
        """Where a reading is set to a value: in the round, or in the filing that it stands under."""
        place = "set it" if self.under.as_filed is unchanged else "the Rules Submission sets it"
        return f'{place} by [readings] {reading} = "{value}"'
