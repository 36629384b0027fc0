"""Paytables of the user's own, read from a file: the rows of an inventor or of a proposal, priced like the printed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from pitbook.choices import ChoiceError
from pitbook.families import families
from pitbook.file_parts import Label, Part, Text, whole_as_text
from pitbook.file_rest import only_follows, rest_of
from pitbook.given_files import bytes_of, called, is_input
from pitbook.loading import parse_toml
from pitbook.names import did_you_mean, listed, nearest, shown, slug
from pitbook.payouts import MICROS, EnvyAmount, PayoutError, PayoutKind, parse_envy, parse_meter_amount, parse_payout, parse_rate
from pitbook.rulebook import (
    Edition,
    Envy,
    EnvyRow,
    Game,
    Paytable,
    PrintedTerms,
    Row,
    RulebookError,
    UnknownNameError,
    Wager,
)

_ALLOWED: Final = "allowed is a TOML file with the rows of a paytable (pitbook schema paytable says what is in it)"


class OwnRow(Part):
    """A row: its wording, the event it names (default: the wording's id), what it pays and what envy it brings."""

    hand: Annotated[Text, Field(description="The row's wording.")]
    event: Annotated[str | None, Field(description="The event it names; default the wording's id.")] = None
    pays: Annotated[
        Text, BeforeValidator(whole_as_text), Field(description='What it pays, as in "40 to 1", "500 for 1" or "100% of meter".')
    ]
    envy: Annotated[str | None, Field(description='The Envy Bonus it brings, as in "$100" or "1,000x".')] = None


class OwnTerms(Part):
    """Meter terms as texts."""

    seed: Annotated[
        str | None,
        BeforeValidator(whole_as_text),
        Field(description='The seed, as in "$10,000 for 1", "10,000x" or "5000.00", dollars for the wager amount asked for.'),
    ] = None
    reseed: Annotated[
        str | None,
        BeforeValidator(whole_as_text),
        Field(description="What the house puts on once the whole meter was won; default the seed."),
    ] = None
    increment: Annotated[str | None, Field(description='The part of each wager that goes on the meter, as in "20%".')] = None
    reserve: Annotated[str | None, Field(description='The part that goes to the reserve, as in "3%".')] = None


class OwnTableFile(Part):
    """A paytable of one's own, for a wager whose events it names."""

    label: Annotated[Label, Field(description="The paytable's label.")] = "own"
    rows: Annotated[list[OwnRow], Field(min_length=1, description="The rows, in the order in which they are tested.")]
    terms: Annotated[OwnTerms | None, Field(description="Meter terms, for a progressive wager.")] = None


@dataclass(frozen=True)
class GivenTable:
    """A paytable of the user's own as it was read; ``place`` is what faults call it, ``form`` the faults of its form."""

    file: OwnTableFile
    place: str
    form: tuple[str, ...] = ()

    def paytable(self, game: Game, wager: Wager, edition: Edition, wager_micros: int = MICROS) -> Paytable:
        """The paytable for a wager whose events it names. Terms in plain dollars are those of the wager amount.

        Raises :class:`~pitbook.rulebook.RulebookError` with every fault.
        """
        if not self.form:
            return own_table(self.file, self.place, game, wager, edition, wager_micros)
        try:
            own_table(self.file, self.place, game, wager, edition, wager_micros)
        except RulebookError as found:
            raise RulebookError([*self.form, *(each for each in found.faults if not only_follows(each))]) from found
        raise RulebookError(self.form)


def table_of(values: Any, place: str) -> GivenTable:
    """The paytable of a file's plain values; faults of its form are told with those that its rows have for a wager.

    Raises :class:`~pitbook.rulebook.RulebookError` where nothing can be made of it.
    """
    rest = rest_of(OwnTableFile, values)
    form = tuple(f"{place}: {each}" for each in rest.faults)
    if rest.value is None:
        raise RulebookError(form)
    return GivenTable(rest.value, place, form)


def check_label(label: str, wager: Wager, place: str) -> None:
    """Raises ``ChoiceError`` for the label of a printed paytable: answers would pass for those of the text."""
    if any(each.label.lower() == label.lower() for each in wager.paytables):
        raise ChoiceError(f"{place}: {label!r} is the label of a printed paytable; give yours another")


def given_table(given: Path | GivenTable, option: str = "--paytable-file") -> GivenTable:
    """The paytable of a TOML file; ``-`` is standard input, and one that was read before is given back.

    Raises :class:`~pitbook.rulebook.RulebookError` with every fault; also where the file that ``option`` names cannot be read.
    """
    if isinstance(given, GivenTable):
        return given
    place = called(given) if is_input(given) else f"{option} {given}"
    try:
        raw = bytes_of(given)
    except OSError as fault:
        raise RulebookError([f"{place}: {fault.strerror or fault}; {_ALLOWED}"]) from fault
    if not raw.strip():
        raise RulebookError([f"{place}: nothing is in it; {_ALLOWED}"])
    try:
        values = parse_toml(raw, place)
    except RulebookError as found:
        raise RulebookError([f"{each}; {_ALLOWED}" for each in found.faults]) from found
    return table_of(values, called(given))


def own_table(parsed: OwnTableFile, place: str, game: Game, wager: Wager, edition: Edition, wager_micros: int = MICROS) -> Paytable:
    """The paytable of a checked value; ``place`` is named in the faults."""
    if wager.no_sheet is not None:
        raise RulebookError([f"{place}: {wager.id} has no sheet of its own, so it takes no paytable of your own: {wager.no_sheet}"])
    if wager.family is None:
        raise RulebookError([f"{place}: {wager.id} is not paid by the events of a hand, so it takes no paytable of your own"])
    events = families(game.package)[wager.family].events
    faults: list[str] = []
    rows, envy_rows = [], []
    for n, part in enumerate(parsed.rows):
        key = f"{place}: rows[{n}]"
        event = part.event or slug(part.hand)
        if event not in events:
            faults.append(_no_event(part, event, events, key, wager))
        try:
            award = parse_payout(part.pays)
        except PayoutError as fault:
            faults.append(f"{key}.pays: {fault}")
            continue
        if award.share and wager.meter is None:
            faults.append(f"{key}.pays: {wager.id} has no meter to take {part.pays!r} from")
        if wager.stakeless and award.kind not in {PayoutKind.TO_ONE, PayoutKind.NOTHING}:
            faults.append(f"{key}.pays: {part.pays!r} is not odds to 1, in which {wager.id} is paid")
        outcome = slug(part.hand)
        if outcome == "lose":
            faults.append(f"{key}.hand: {outcome!r} is the row of what no other row pays; allowed: any other wording")
        rows.append(Row(outcome, part.hand, event, part.pays, award))
        amount = _envy(part, key, faults)
        if amount is not None:
            envy_rows.append(EnvyRow(outcome, {None: amount}, {"": part.envy or ""}))
    outcomes = [row.outcome for row in rows]
    for repeated in sorted({each for each in outcomes if outcomes.count(each) > 1}):
        faults.append(f"{place}: rows: {repeated!r} is given {outcomes.count(repeated)} times")
    terms = None if parsed.terms is None else _terms(parsed.terms, place, wager, wager_micros, faults)
    if faults:
        raise RulebookError(faults)
    citation = f"{place}, a paytable of your own for {wager.citation}"
    return Paytable(parsed.label, citation, tuple(rows), terms, Envy(citation, tuple(envy_rows)) if envy_rows else None)


def _no_event(part: OwnRow, event: str, events: Sequence[str], key: str, wager: Wager) -> str:
    """That a row names no event, said of the field that is given: its event, else its hand, which then stands for it."""
    if part.event is not None:
        return UnknownNameError("event", event, events, f"{key}.event").message
    printed = {slug(row.hand): row.event for table in wager.paytables for row in table.rows}
    meant = printed[event] if printed.get(event) in events else nearest(event, events)
    near = did_you_mean(meant and f"event = {meant!r}")
    return f"{key}.hand: {shown(part.hand)} names no event, and no event is given{near}; allowed as event: {listed(events)}"


def _envy(part: OwnRow, key: str, faults: list[str]) -> EnvyAmount | None:
    if part.envy is None:
        return None
    try:
        return parse_envy(part.envy)
    except PayoutError as fault:
        faults.append(f"{key}.envy: {fault}")
        return None


def _terms(part: OwnTerms, place: str, wager: Wager, wager_micros: int, faults: list[str]) -> PrintedTerms | None:
    if wager.meter is None:
        faults.append(f"{place}: terms: {wager.id} has no meter")
        return None
    printed: Mapping[str, str] = {name: text for name, text in part.model_dump().items() if text is not None}
    parsed: dict[str, Fraction | None] = {}
    for name in ("seed", "reseed", "increment", "reserve"):
        text = printed.get(name, "")
        try:
            if not text or text.lower() == "n/a":
                parsed[name] = None
            else:
                parsed[name] = parse_meter_amount(text, wager_micros) if name in {"seed", "reseed"} else parse_rate(text)
        except PayoutError as fault:
            faults.append(f"{place}: terms.{name}: {fault}")
            parsed[name] = None
    if "reseed" not in printed:
        parsed["reseed"] = parsed["seed"]
    return PrintedTerms(place, parsed["seed"], parsed["reseed"], parsed["increment"], parsed["reserve"], printed)
