"""The readings and options that were picked, checked, and what they ask of a wager."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitbook.choices.offers import ChoiceError
from pitbook.rulebook import Edition, Reading, UnknownNameError, Wager


def reading_values(edition: Edition, given: Mapping[str, str]) -> dict[str, str]:
    """The value of every reading of an edition, the given ones checked. Raises :class:`ChoiceError` with all faults."""
    values = {each.id: each.default for each in edition.readings}
    faults: list[str] = []
    for name, value in given.items():
        try:
            values[name] = edition.reading(name).check(value)
        except UnknownNameError as fault:
            faults.append(fault.message)
    if faults:
        raise ChoiceError("; ".join(faults))
    return values


def required_wagers(edition: Edition, wager: Wager, values: Mapping[str, str]) -> tuple[str, ...]:
    """The wagers of which one must stand beside a wager; empty where none need."""
    for each in touching(edition, wager):
        if values[each.id] in each.requires:
            return each.requires[values[each.id]]
    return wager.requires


def requires_citation(edition: Edition, wager: Wager) -> str:
    """The clause that says which wagers must stand beside a wager: that of the reading, where one decides it."""
    return wager.citation if wager.requires_reading is None else edition.reading(wager.requires_reading).citation


def allowed_options(edition: Edition, wager: Wager) -> tuple[str, ...]:
    """The names of the options that a wager has: rows a filing may add, and the probabilities of system extras."""
    names = [each.id for each in edition.options if wager.id in each.floors]
    names.extend(f"{extra.outcome}-probability" for extra in wager.extras)
    names.extend(wager.options)
    return tuple(names)


def check_options(edition: Edition, wager: Wager, given: Mapping[str, str]) -> None:
    """Raises :class:`ChoiceError` for an option the wager does not have."""
    allowed = allowed_options(edition, wager)
    for name in given:
        if name not in allowed:
            raise ChoiceError(UnknownNameError("option", name, allowed, wager.id).message)


def pays_extras(edition: Edition, values: Mapping[str, str]) -> bool:
    """Whether extras are paid: everywhere but where a reading says under which values."""
    reading = extras_reading(edition)
    return reading is None or values[reading.id] in reading.pays_extras


def extras_reading(edition: Edition) -> Reading | None:
    """The reading that says whether extras are paid, if there is one."""
    return next((each for each in edition.readings if each.pays_extras), None)


def envy_left_to_filing(edition: Edition, wager: Wager, values: Mapping[str, str]) -> Reading | None:
    """The reading that leaves a wager's envy table to the filing, if one in force does."""
    return next((each for each in touching(edition, wager) if values[each.id] in each.files_envy), None)


def in_any_variation(edition: Edition, wager: Wager, values: Mapping[str, str]) -> bool:
    """Whether a reading lets a wager stand in a variation of the game that its paytables do not name."""
    return any(values[each.id] in each.any_variation for each in touching(edition, wager))


def files_reseed(edition: Edition, wager: Wager, values: Mapping[str, str]) -> bool:
    """Whether a reading leaves it to the filing with what a meter without a printed seed starts again."""
    return any(values[each.id] in each.files_reseed for each in touching(edition, wager))


def refuses_reseed(edition: Edition, wager: Wager, values: Mapping[str, str]) -> Reading | None:
    """The reading that may leave a reseed to the filing and does not as it is read; None where no reading speaks of it."""
    asks = [each for each in touching(edition, wager) if each.files_reseed]
    return None if not asks or files_reseed(edition, wager, values) else asks[0]


def more_than_one_of(edition: Edition, values: Mapping[str, str], offered: Iterable[str]) -> Iterator[tuple[Reading, list[str]]]:
    """The readings under which one of their wagers replaces the others, each with those that are offered beside each other."""
    names = list(offered)
    for reading in edition.readings:
        beside = [name for name in names if name in reading.wagers]
        if len(beside) > 1 and values[reading.id] in reading.one_of:
            yield reading, beside


def touching(edition: Edition, wager: Wager) -> list[Reading]:
    """The readings that name a wager."""
    return [each for each in edition.readings if wager.id in each.wagers]
