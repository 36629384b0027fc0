"""What a change to a period does: the period as it is asked for, the change, the two side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pitbook.asked.hold import HandsAsked, promotion_of, rounds_of
from pitbook.asked.texts import Faults, confidence_of, pairs

if TYPE_CHECKING:
    from pitbook.hold import Hand, Promotion
    from pitbook.hold.mix_file import MixFile
    from pitbook.own_table import GivenTable
    from pitbook.submission import Submission
    from pitbook.tables import Document


@dataclass(frozen=True)
class ChangeAsked:
    """What would be otherwise; None where a text is not given. ``pays`` and what follows are a promotion."""

    paytable: str | None = None
    stake: str | None = None
    per_round: str | None = None
    readings: Sequence[str] | None = None
    options: Sequence[str] | None = None
    terms: str | None = None
    submission: Path | Submission | None = None
    paytable_file: Path | GivenTable | None = None
    mix: Path | MixFile | None = None
    rounds: str | None = None
    pays: str | None = None
    pays_on: Sequence[str] | None = None
    pays_rounds: str | None = None

    @property
    def is_one(self) -> bool:
        """Whether anything would be otherwise."""
        what = (self.paytable, self.stake, self.per_round, self.readings, self.options, self.terms)
        return any((*what, self.submission, self.paytable_file, self.mix, self.rounds, self.pays))

    def of(self, now: HandsAsked) -> HandsAsked:
        """The hands as they would be. Raises :class:`~pitbook.choices.ChoiceError` for a text of another form."""
        # A paytable takes the place of the one there was, whether either is printed or one's own.
        table = self if self.paytable or self.paytable_file else now
        return replace(
            now,
            paytable=table.paytable,
            paytable_file=table.paytable_file,
            stake=self.stake or now.stake,
            per_round=self.per_round or now.per_round,
            readings=[*(now.readings or []), *(self.readings or [])],
            options=[*(now.options or []), *(self.options or [])],
            terms=self.terms or now.terms,
            submission=self.submission or now.submission,
            mix=self.mix or now.mix,
            changed=frozenset(pairs(self.readings or [], "--to-set")) | frozenset(pairs(self.options or [], "--to-option")),
        )


Asked = TypeVar("Asked", HandsAsked, ChangeAsked)


@dataclass(frozen=True)
class Compared:
    """Two periods: their hands and rounds, and the promotion of the second, for so many of its rounds (None: all)."""

    before: Sequence[Hand]
    rounds: int
    after: Sequence[Hand]
    later: int
    promotion: Promotion
    special: int | None
    confidence: float

    def answer(self) -> Document:
        """The two distributions side by side. Raises an :class:`~pitbook.errors.InputError` for what cannot be worked out."""
        from pitbook.hold import hold, what_if
        from pitbook.hold.change import answer

        before = hold(self.before, self.rounds, confidence=self.confidence)
        after = hold(self.after, self.later, confidence=self.confidence, promotion=self.promotion, promotion_rounds=self.special)
        return answer(what_if(before, after))


def _read(asked: Asked, table_option: str) -> Asked:
    """The same with its own paytable read, and what is on standard input: both periods may need it, and it can be read once."""
    from pitbook.given_files import is_input
    from pitbook.hold.mix_file import parsed_mix
    from pitbook.own_table import given_table
    from pitbook.submission import read_given

    filing, mix, table = asked.submission, asked.mix, asked.paytable_file
    return replace(
        asked,
        paytable_file=None if table is None else given_table(table, table_option),
        submission=read_given(filing) if isinstance(filing, Path) and is_input(filing) else filing,
        mix=parsed_mix(mix) if isinstance(mix, Path) and is_input(mix) else mix,
    )


def compared(now: HandsAsked, rounds: str, change: ChangeAsked, confidence: str | None = None) -> Compared:
    """The periods of two that are asked for. Raises an :class:`~pitbook.errors.InputError` with every fault."""
    faults = Faults()
    if not change.is_one:
        faults.add(
            "what-if needs a change: --to-paytable, --to-paytable-file, --to-stake, --to-per-round, --to-set, --to-option, "
            "--to-terms, --to-submission, --to-mix, --to-rounds or --pays"
        )
    if change.mix is not None and now.mix is None:
        faults.add("--to-mix goes with --mix")
    if change.paytable is not None and change.paytable_file is not None:
        faults.add("--to-paytable-file goes in place of --to-paytable")
    number, sure = faults.of(rounds_of, rounds), faults.of(confidence_of, confidence)
    later = number if change.rounds is None else faults.of(rounds_of, change.rounds, "--to-rounds")
    promoted = faults.of(promotion_of, change.pays, change.pays_on, change.pays_rounds)
    first = faults.of(_read, now, "--paytable-file")
    other = faults.of(_read, change, "--to-paytable-file")
    before = first and faults.of(first.hands)
    after = first and other and faults.of(lambda: other.of(first).hands())
    faults.say()
    found: Any = (before, number, after, later, *(promoted or ()), sure)  # all are there: no fault was found
    return Compared(*found)
