"""Readings: points on which the text is unclear, and what in the rules each touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitbook import rules_file as file
from pitbook.loading.faults import Faults, check_event
from pitbook.names import listed
from pitbook.payouts import parse_money, parse_payout, parse_rate
from pitbook.rulebook import ASKED, Reading, UnknownNameError, Wager


def check_default(reading: Reading, key: str, faults: Faults) -> None:
    """That a reading's default is one of its values."""
    try:
        reading.check(reading.default)
    except UnknownNameError as fault:
        faults.missing(f"{key}.default", fault.message)


def reading_of(part: file.ReadingPart, key: str, faults: Faults) -> Reading:
    """The reading of a block of the file."""
    return Reading(
        id=part.id,
        citation=part.clause,
        asks=part.asks,
        default=part.default,
        values=dict(part.values),
        why=part.why,
        wagers=tuple(part.wagers),
        scope=part.scope,
        affects=tuple(part.affects),
        accepts=part.accepts,
        events={value: dict(names) for value, names in part.events.items()},
        reads={value: tuple(areas) for value, areas in part.reads.items()},
        family=dict(part.family),
        top_row={value: (row.hand, row.event, row.pays) for value, row in part.top_row.items()},
        records={value: tuple(wagers) for value, wagers in part.records.items()},
        amounts={value: faults.attempt(f"{key}.amounts.{value}", parse_money, text, 0) for value, text in part.amounts.items()},
        requires={value: tuple(wagers) for value, wagers in part.requires.items()},
        effect=part.effect,
        vigorish=dict(part.vigorish),
        belongs={variation: tuple(wagers) for variation, wagers in part.belongs.items()},
        asked_when=part.asked_when,
        keeps_stake=tuple(part.keeps_stake),
        withholds=tuple(part.withholds),
        pays_extras=tuple(part.pays_extras),
        one_of=tuple(part.one_of),
        any_variation=tuple(part.any_variation),
        warns=tuple(part.warns),
        files_reseed=tuple(part.files_reseed),
        files_envy=tuple(part.files_envy),
        envy_by_winner=tuple(part.envy_by_winner),
        envy_on_link=tuple(part.envy_on_link),
        award_turn=dict(part.award_turn),
    )


def check_readings(
    readings: Sequence[Reading],
    ids: Sequence[str],
    wagers: Sequence[Wager],
    events: Mapping[str, Sequence[str]],
    key: str,
    faults: Faults,
) -> None:
    """That all that readings name is there: wagers, events, values, rates, payouts."""
    for reading in readings:
        place = f"{key}.reading {reading.id}"
        check_default(reading, place, faults)
        for name in reading.wagers:
            if name not in ids:
                faults.missing(f"{place}.wagers", f"no wager {name!r}; allowed: {listed(ids)}")
        for value, rate in reading.vigorish.items():
            faults.attempt(f"{place}.vigorish.{value}", parse_rate, rate, None)
        _check_asked_when(reading, ids, wagers, place, faults)
        named = [*reading.requires.values(), *reading.records.values(), *reading.belongs.values()]
        for each in (wager for wagers in named for wager in wagers if wager not in ids):
            faults.missing(f"{place}.requires", f"no wager {each!r}; allowed: {listed(ids)}")
        for value in _values_named(reading):
            if value not in reading.values:
                faults.missing(place, f"no value {value!r}; allowed: {listed(reading.values)}")
        for value, (_, _, pays) in reading.top_row.items():
            faults.attempt(f"{place}.top_row.{value}.pays", parse_payout, pays, None)
        for wager in wagers:
            if wager.id not in reading.wagers or wager.family is None or wager.family not in events:
                continue
            for value, (_, event, _) in reading.top_row.items():
                check_event(event, reading.family.get(value, wager.family), events, f"{place}.top_row.{value}", faults)
            for value, names in reading.events.items():
                family = reading.family.get(value, wager.family)
                for printed, event in names.items():
                    if printed in events.get(family, ()):
                        check_event(event, family, events, f"{place}.events.{value}", faults)


def _values_named(reading: Reading) -> Iterator[str]:
    """The values for which the reading says something."""
    for changing in (reading.events, reading.reads, reading.family, reading.top_row, reading.vigorish, reading.requires):
        yield from changing
    yield from reading.award_turn
    for under in (reading.keeps_stake, reading.withholds, reading.pays_extras, reading.one_of, reading.any_variation):
        yield from under
    for under in (reading.warns, reading.files_reseed, reading.files_envy, reading.envy_by_winner, reading.envy_on_link):
        yield from under


def _check_asked_when(reading: Reading, ids: Sequence[str], wagers: Sequence[Wager], place: str, faults: Faults) -> None:
    kind, _, name = reading.asked_when.partition(" ")
    labels = [table.label for wager in wagers for table in wager.paytables if wager.id in reading.wagers]
    named = {"wager": ids, "paytable": labels}.get(kind)
    if kind not in ASKED or bool(name) != (kind in {"wager", "option", "paytable"}):
        faults.add(f"{place}.asked_when", f"{reading.asked_when!r} is no condition; allowed: {listed(ASKED)}")
    elif named is not None and name not in named:
        faults.missing(f"{place}.asked_when", f"no {kind} {name!r}; allowed: {listed(named)}")
