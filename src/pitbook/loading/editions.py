"""Editions of a game: their periods, their readings and options, defaults of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from pitbook import rules_file as file
from pitbook.loading.faults import Faults, check_event, check_unique
from pitbook.loading.readings import check_readings, reading_of
from pitbook.loading.wagers import wager_of
from pitbook.names import listed
from pitbook.payouts import parse_payout
from pitbook.rulebook import Edition, Reading, RowOption, UnknownNameError


def check_periods(editions: Sequence[Edition], faults: Faults) -> None:
    """That each edition ends where the next begins, and starts before it ends."""
    for n, (older, newer) in enumerate(pairwise(editions), start=1):
        key = f"edition[{n}].from"
        if older.effective_until is None or newer.effective_from is None:
            faults.add(key, f"editions {older.id} and {newer.id} overlap: the first has no end or the second no start")
        elif older.effective_until > newer.effective_from:
            faults.add(key, f"{newer.id} starts {newer.effective_from}, before {older.id} ends {older.effective_until}")
        elif older.effective_until < newer.effective_from:
            faults.add(key, f"no edition covers {older.effective_until} to {newer.effective_from}")
    for n, each in enumerate(editions):
        start, end = each.effective_from, each.effective_until
        if start is not None and end is not None and start >= end:
            faults.add(f"edition[{n}].until", f"{end} is not after {start}")
    check_unique([each.id for each in editions], "edition", faults)


def edition_of(
    part: file.EditionPart,
    key: str,
    events: Mapping[str, Sequence[str]],
    policies: Sequence[Reading],
    faults: Faults,
) -> Edition:
    """The edition of a block of the file; ``policies`` are the shared readings, which its own replace."""
    own = [reading_of(each, f"{key}.reading {each.id}", faults) for each in part.reading]
    replaced = {each.id for each in own}
    readings = [*own, *(each for each in policies if each.id not in replaced)]
    wagers = tuple(wager_of(each, f"{key}.wager[{n}] {each.id}", events, readings, faults) for n, each in enumerate(part.wager))
    ids = [each.id for each in wagers]
    check_unique(ids, f"{key}.wager", faults)
    check_unique([each.id for each in own], f"{key}.reading", faults)
    check_readings(own, ids, wagers, events, key, faults)
    names = {each.id: each for each in readings}
    for name, chosen in part.policy_defaults.items():
        if name not in names:
            faults.missing(f"{key}.policy_defaults", f"no policy {name!r}; allowed: {listed(names)}")
            continue
        try:
            names[name] = _with_default(names[name], chosen)
        except UnknownNameError as fault:
            faults.missing(f"{key}.policy_defaults.{name}", fault.message)
    options = tuple(
        RowOption(each.id, each.clause, each.hand, each.event, dict(each.floors), each.reading, dict(each.adds_to))
        for each in part.option
    )
    for option in options:
        for wager, floor in option.floors.items():
            faults.attempt(f"{key}.option {option.id}.floors.{wager}", parse_payout, floor, None)
            if wager not in ids:
                faults.missing(f"{key}.option {option.id}.floors", f"no wager {wager!r}; allowed: {listed(ids)}")
            for family in (each.family for each in wagers if each.id == wager and each.family is not None):
                check_event(option.event, family, events, f"{key}.option {option.id}.event", faults)
                for event in option.adds_to.values():
                    check_event(event, family, events, f"{key}.option {option.id}.adds_to", faults)
        if option.reading is not None and option.reading not in names:
            faults.missing(f"{key}.option {option.id}.reading", f"no reading {option.reading!r}")
        for value in option.adds_to:
            allowed = names[option.reading].values if option.reading in names else ()
            if value not in allowed:
                faults.missing(f"{key}.option {option.id}.adds_to", f"no value {value!r}; allowed: {listed(allowed)}")
    return Edition(
        id=part.id,
        effective_from=part.effective_from if isinstance(part.effective_from, date) else None,
        effective_until=part.effective_until if isinstance(part.effective_until, date) else None,
        source=part.source,
        wagers=wagers,
        readings=tuple(names.values()),
        options=options,
        policy_defaults={name: names[name].default for name in part.policy_defaults if name in names},
        recorded=tuple(part.recorded),
        system_clause=part.system_clause,
    )


def _with_default(policy: Reading, chosen: str | file.PolicyDefaultPart) -> Reading:
    """The policy with this game's default, and with the clause behind it where one is given."""
    if isinstance(chosen, str):
        return replace(policy, default=policy.check(chosen))
    return replace(policy, default=policy.check(chosen.value), citation=chosen.clause, why=chosen.why)
