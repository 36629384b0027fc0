"""What is to be simulated: a filing, the play at its tables, so many rounds with a seed. A small value that travels to workers.

The rounds of every table are cut into blocks, and each block's cards depend on the seed, the block and the table alone. So the
result is the same on one machine and on many, in any order of work.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from pitbook import __version__
from pitbook.catalog import rulebook
from pitbook.choices import ChoiceError
from pitbook.compiled import sources_hash
from pitbook.given_files import file_bytes
from pitbook.simulation.play_file import PlayFile, read_play
from pitbook.submission import Submission, parse, read_submission

BLOCK: Final = 8192
"""Rounds of a block: enough for arrays, few enough to be lost without pain."""
MOST_ROUNDS: Final = 10**10
MOST_SEED: Final = 2**63 - 1
PERIOD: Final = 28_800
"""A month of a table that is open day and night, at forty rounds an hour."""


@cache
def this_program() -> str:
    """Version, rulebook and event code of this program."""
    return f"pitbook {__version__}, rulebook {rulebook().source_hash[:16]}, events {sources_hash()}"


@dataclass(frozen=True)
class Order:
    """A simulation. ``filing`` is the filing's text; ``rounds`` are those of each table, ``period`` those of one result.

    ``pays`` multiplies the fixed winnings of the wagers in ``pays_on`` (none named: of all) in the first ``pays_rounds`` rounds.
    ``files`` are those that the filing names (house ways), each with the hash of its bytes. ``program`` is the program it was made
    by; a worker of another one refuses it.
    """

    filing: str
    kind: str
    name: str
    folder: str
    play: PlayFile
    rounds: int
    seed: int
    period: int = PERIOD
    pays: Fraction = Fraction(1)
    pays_on: tuple[str, ...] = ()
    pays_rounds: int = 0
    block: int = BLOCK
    files: tuple[tuple[str, str], ...] = ()
    program: str = field(default_factory=this_program)

    def submission(self) -> Submission:
        """The filing, read."""
        data = parse(self.filing.encode(), self.kind, self.name)
        return read_submission(data, folder=Path(self.folder), name=self.name)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that the result depends on."""
        data = {
            **asdict(_without_play(self)),
            "play": self.play.model_dump(mode="json"),
            "pays": str(self.pays),
            "files": self.files,
            "program": self.program,
        }
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()

    @property
    def blocks(self) -> int:
        """The number of blocks of each table."""
        whole, rest = divmod(self.rounds, self.period)
        return whole * -(-self.period // self.block) + -(-rest // self.block)

    def span(self, block: int) -> Span:
        """The rounds of a block: none crosses the end of a period."""
        each = -(-self.period // self.block)
        period, within = divmod(block, each)
        first = period * self.period + within * self.block
        last = min(first + self.block, (period + 1) * self.period, self.rounds)
        return Span(block, period, first, last - first)

    def promoted(self, span: Span) -> int:
        """How many of a block's rounds the promotion holds in."""
        return min(max(self.pays_rounds - span.first, 0), span.rounds)


@dataclass(frozen=True)
class Span:
    """A block's place: its number, its period, its first round and how many there are."""

    block: int
    period: int
    first: int
    rounds: int


@dataclass(frozen=True)
class _Plain:
    filing: str
    kind: str
    rounds: int
    seed: int
    period: int
    pays_on: tuple[str, ...]
    pays_rounds: int
    block: int


def _without_play(order: Order) -> _Plain:
    return _Plain(order.filing, order.kind, order.rounds, order.seed, order.period, order.pays_on, order.pays_rounds, order.block)


def order_of(
    submission: Path | str,
    rounds: int,
    seed: int,
    *,
    play: Path | PlayFile | None = None,
    kind: str = "toml",
    **more: Any,
) -> Order:
    """An order for a filing (a path, or its text of a kind); ``play`` is a file or its value, ``more`` are fields of an order.

    Raises an :class:`~pitbook.errors.InputError` for what makes no sense or cannot be read.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ChoiceError(f"{rounds:,} rounds; allowed are 1 to {MOST_ROUNDS:,}")
    if not 0 <= seed <= MOST_SEED:
        raise ChoiceError(f"seed {seed}; allowed is a whole number from 0 to {MOST_SEED}")
    period = more.pop("period", None) or min(PERIOD, rounds)
    if not 1 <= period <= rounds:
        raise ChoiceError(f"a period of {period:,} rounds of {rounds:,}; allowed are 1 to {rounds:,}")
    if isinstance(submission, Path):
        text, kind, name, folder = _read(submission)
    else:
        text, name, folder = submission, "submission", "."
    seats = play if isinstance(play, PlayFile) else PlayFile() if play is None else read_play(play)
    if not 0 <= more.get("pays_rounds", 0) <= rounds:
        raise ChoiceError(f"a promotion of {more['pays_rounds']:,} rounds of {rounds:,}; allowed are 0 to {rounds:,}")
    order = Order(text, kind, name, folder, seats, rounds, seed, period, **more)
    return replace(order, files=files_of(order.submission()))


def files_of(filing: Submission) -> tuple[tuple[str, str], ...]:
    """The files that a filing names, each with the hash of its bytes. The result depends on them, and each worker reads its own."""
    paths = {str(each.part.house_way): each.own_way for each in filing.games if each.own_way is not None}
    return tuple((name, hashlib.sha256(file_bytes(path)).hexdigest()) for name, path in sorted(paths.items()))


def _read(path: Path) -> tuple[str, str, str, str]:
    try:
        raw = file_bytes(path)
    except OSError as fault:
        raise ChoiceError(f"{path}: {fault.strerror or fault}") from fault
    kind = "json" if path.suffix.lower() == ".json" else "toml"
    parse(raw, kind, path.name)
    return raw.decode("utf-8-sig"), kind, path.stem, str(path.parent.resolve())
