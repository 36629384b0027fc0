"""Reads and checks a game's ``rules.toml``: every fault of a file is reported at once, with its key."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from pitbook import rules_file as file
from pitbook.file_faults import Model, form_of
from pitbook.names import listed, slug
from pitbook.payouts import (
    CENT,
    Award,
    EnvyAmount,
    PayoutError,
    PayoutKind,
    parse_envy,
    parse_money,
    parse_multiple,
    parse_payout,
    parse_rate,
)
from pitbook.rulebook import (
    ASKED,
    Edition,
    Envy,
    EnvyRow,
    Extra,
    Game,
    Kind,
    Paytable,
    PrintedTerms,
    Reading,
    Row,
    RowOption,
    RulebookError,
    UnknownNameError,
    Wager,
)


class _Faults:
    """Collects faults with the file and the key at which each was found."""

    def __init__(self, path: str) -> None:
        self.path, self.found = path, list[str]()

    def add(self, key: str, text: str) -> None:
        self.found.append(f"{self.path}: {key}: {text}")

    def attempt(self, key: str, parse: Any, printed: str, otherwise: Any) -> Any:
        try:
            return parse(printed)
        except PayoutError as fault:
            self.add(key, str(fault))
            return otherwise


_NO_AWARD = Award(PayoutKind.NOTHING)


def load(path: Path, events: Mapping[str, Sequence[str]], policies: Sequence[Reading] = ()) -> Game:
    """Read a ``rules.toml``.

    ``events`` maps each event family of the game to its event names; ``policies`` are the readings all games share. Raises
    :class:`RulebookError` with every fault: broken TOML, unknown or duplicate keys, payouts that mean nothing, a row without an
    event, a table without a citation, a gap or an overlap of editions.
    """
    raw = path.read_bytes()
    shown = f"{path.parent.name}/{path.name}"
    parsed = parse_file(raw, shown, file.RulesFile)
    faults = _Faults(shown)
    editions = tuple(_edition(each, f"edition[{n}]", events, policies, faults) for n, each in enumerate(parsed.edition))
    _check_periods(editions, faults)
    if faults.found:
        raise RulebookError(faults.found)
    game = parsed.game
    return Game(
        id=game.id,
        name=game.name,
        chapter=game.chapter,
        deck=game.deck,
        decks=tuple(game.decks),
        default_decks=game.decks[0],
        seats=game.seats,
        cards={str(area): number for area, number in game.cards.items()},
        summary=game.summary,
        editions=editions,
        folder=path.parent,
        source_hash=hashlib.sha256(raw).hexdigest(),
    )


def parse_file(raw: bytes, shown: str, model: type[Model]) -> Model:
    """A TOML text as a checked value of ``model``; raises :class:`RulebookError` with every fault."""
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except RecursionError as fault:
        raise RulebookError([f"{shown}: lists or tables too deep inside each other"]) from fault
    except ValueError as fault:  # no TOML, no UTF-8, or a number of more digits than Python takes
        raise RulebookError([f"{shown}: {fault}"]) from fault
    return form_of(model, data, lambda texts: RulebookError([f"{shown}: {text}" for text in texts]))


def load_policies(path: Path) -> tuple[Reading, ...]:
    """The readings that all games share (``policies.toml``)."""
    parsed = parse_file(path.read_bytes(), path.name, file.PoliciesFile)
    policies = tuple(_reading(each) for each in parsed.policy)
    faults = _Faults(path.name)
    _check_unique([each.id for each in policies], "policy", faults)
    for each in policies:
        _check_default(each, f"policy {each.id}", faults)
    if faults.found:
        raise RulebookError(faults.found)
    return policies


def _check_default(reading: Reading, key: str, faults: _Faults) -> None:
    try:
        reading.check(reading.default)
    except UnknownNameError as fault:
        faults.add(f"{key}.default", fault.message)


def _check_periods(editions: Sequence[Edition], faults: _Faults) -> None:
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
    _check_unique([each.id for each in editions], "edition", faults)


def _check_unique(ids: Sequence[str], key: str, faults: _Faults) -> None:
    for each in sorted({each for each in ids if ids.count(each) > 1}):
        faults.add(key, f"{each!r} is given {ids.count(each)} times")


def _edition(
    part: file.EditionPart,
    key: str,
    events: Mapping[str, Sequence[str]],
    policies: Sequence[Reading],
    faults: _Faults,
) -> Edition:
    own = [_reading(each) for each in part.reading]
    replaced = {each.id for each in own}
    readings = [*own, *(each for each in policies if each.id not in replaced)]
    wagers = tuple(_wager(each, f"{key}.wager[{n}] {each.id}", events, readings, faults) for n, each in enumerate(part.wager))
    ids = [each.id for each in wagers]
    _check_unique(ids, f"{key}.wager", faults)
    _check_unique([each.id for each in own], f"{key}.reading", faults)
    _check_readings(own, ids, wagers, events, key, faults)
    names = {each.id: each for each in readings}
    for name, chosen in part.policy_defaults.items():
        if name not in names:
            faults.add(f"{key}.policy_defaults", f"no policy {name!r}; allowed: {listed(names)}")
            continue
        try:
            names[name] = _with_default(names[name], chosen)
        except UnknownNameError as fault:
            faults.add(f"{key}.policy_defaults.{name}", fault.message)
    options = tuple(RowOption(each.id, each.clause, each.hand, each.event, dict(each.floors), each.reading) for each in part.option)
    for option in options:
        for wager, floor in option.floors.items():
            faults.attempt(f"{key}.option {option.id}.floors.{wager}", parse_payout, floor, None)
            if wager not in ids:
                faults.add(f"{key}.option {option.id}.floors", f"no wager {wager!r}; allowed: {listed(ids)}")
            for family in (each.family for each in wagers if each.id == wager and each.family is not None):
                _check_event(option.event, family, events, f"{key}.option {option.id}.event", faults)
        if option.reading is not None and option.reading not in names:
            faults.add(f"{key}.option {option.id}.reading", f"no reading {option.reading!r}")
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


def _reading(part: file.ReadingPart) -> Reading:
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
        amounts={value: parse_money(text) for value, text in part.amounts.items()},
        requires={value: tuple(wagers) for value, wagers in part.requires.items()},
        effect=part.effect,
        vigorish=dict(part.vigorish),
        belongs={variation: tuple(wagers) for variation, wagers in part.belongs.items()},
        asked_when=part.asked_when,
    )


def _check_readings(
    readings: Sequence[Reading],
    ids: Sequence[str],
    wagers: Sequence[Wager],
    events: Mapping[str, Sequence[str]],
    key: str,
    faults: _Faults,
) -> None:
    for reading in readings:
        place = f"{key}.reading {reading.id}"
        _check_default(reading, place, faults)
        for name in reading.wagers:
            if name not in ids:
                faults.add(f"{place}.wagers", f"no wager {name!r}; allowed: {listed(ids)}")
        for value, rate in reading.vigorish.items():
            faults.attempt(f"{place}.vigorish.{value}", parse_rate, rate, None)
        _check_asked_when(reading, ids, wagers, place, faults)
        named = [*reading.requires.values(), *reading.records.values(), *reading.belongs.values()]
        for each in (wager for wagers in named for wager in wagers if wager not in ids):
            faults.add(f"{place}.requires", f"no wager {each!r}; allowed: {listed(ids)}")
        for part in (reading.events, reading.reads, reading.family, reading.top_row, reading.vigorish, reading.requires):
            for value in part:
                if value not in reading.values:
                    faults.add(place, f"no value {value!r}; allowed: {listed(reading.values)}")
        for value, (_, _, pays) in reading.top_row.items():
            faults.attempt(f"{place}.top_row.{value}.pays", parse_payout, pays, None)
        for wager in wagers:
            if wager.id not in reading.wagers or wager.family is None or wager.family not in events:
                continue
            for value, (_, event, _) in reading.top_row.items():
                _check_event(event, reading.family.get(value, wager.family), events, f"{place}.top_row.{value}", faults)
            for value, names in reading.events.items():
                family = reading.family.get(value, wager.family)
                for printed, event in names.items():
                    if printed in events.get(family, ()):
                        _check_event(event, family, events, f"{place}.events.{value}", faults)


def _check_asked_when(reading: Reading, ids: Sequence[str], wagers: Sequence[Wager], place: str, faults: _Faults) -> None:
    kind, _, name = reading.asked_when.partition(" ")
    labels = [table.label for wager in wagers for table in wager.paytables if wager.id in reading.wagers]
    named = {"wager": ids, "paytable": labels}.get(kind)
    if kind not in ASKED or bool(name) != (kind in {"wager", "option", "paytable"}):
        faults.add(f"{place}.asked_when", f"{reading.asked_when!r} is no condition; allowed: {listed(ASKED)}")
    elif named is not None and name not in named:
        faults.add(f"{place}.asked_when", f"no {kind} {name!r}; allowed: {listed(named)}")


def _check_event(event: str, family: str, events: Mapping[str, Sequence[str]], key: str, faults: _Faults) -> None:
    """That a family has an event; a family that is not there is a fault of its own, said where it is named."""
    if family in events and event not in events[family]:
        faults.add(key, UnknownNameError("event", event, events[family], f"family {family}").message)


def _wager(
    part: file.WagerPart,
    key: str,
    events: Mapping[str, Sequence[str]],
    readings: Sequence[Reading],
    faults: _Faults,
) -> Wager:
    known = {reading.id for reading in readings}
    for name in (part.fold_reading, part.divided, part.requires_reading, part.vigorish_reading):
        if name is not None and name not in known:
            faults.add(key, f"no reading {name!r}")
    if part.family is not None and part.family not in events:
        faults.add(f"{key}.family", f"no event family {part.family!r}; allowed: {listed(events)}")
    paytables: list[Paytable] = []
    for n, table in enumerate(part.table):
        paytables.extend(_paytables(part, table, f"{key}.table[{n}]", events, readings, faults))
    _check_unique([each.label for each in paytables], f"{key}.table.columns", faults)
    labels = [each.label for each in paytables]
    for name, chosen in part.variations.items():
        for label in (each for each in chosen if each not in labels):
            faults.add(f"{key}.variations.{name}", f"no paytable {label!r}; allowed: {listed(labels)}")
    paytables = _with_terms_and_envy(part, paytables, key, faults)
    for n, envy in enumerate(part.envy):
        _check_envy_reading(envy, f"{key}.envy[{n}]", readings, [each.label for each in paytables], faults)
    return Wager(
        id=part.id,
        name=part.name,
        citation=part.clause,
        kind=Kind(part.kind),
        family=part.family,
        reads=tuple(part.reads),
        requires=tuple(part.requires),
        requires_reading=part.requires_reading,
        equals=part.equals,
        basis=part.basis,
        placed=part.placed,
        after_fold=part.after_fold,
        fold_reading=part.fold_reading,
        meter=part.meter,
        divided=part.divided,
        vigorish=None if part.vigorish is None else faults.attempt(f"{key}.vigorish", parse_rate, part.vigorish, None),
        vigorish_multiple=_cents_or_dollars(part.vigorish_multiple, f"{key}.vigorish_multiple", faults),
        vigorish_reading=part.vigorish_reading,
        variations={name: tuple(labels) for name, labels in part.variations.items()},
        player_choice={name: dict(names) for name, names in part.player_choice.items()},
        paytables=tuple(paytables),
        extras=tuple(
            Extra(
                slug(each.hand),
                each.hand,
                each.pays,
                faults.attempt(f"{key}.extra {each.hand!r}.pays", parse_payout, each.pays, _NO_AWARD),
                each.clause,
            )
            for each in part.extra
        ),
        notes=tuple(part.notes),
        no_sheet=part.no_sheet,
        options=tuple(part.options),
    )


def _cents_or_dollars(printed: str | None, key: str, faults: _Faults) -> int | None:
    """Micro-dollars of ``25¢`` or ``$0.25``."""
    if printed is None:
        return None
    cents = printed.removesuffix("¢").strip()
    if cents != printed and cents.isascii() and cents.isdigit():
        return int(cents) * CENT
    micros: int | None = faults.attempt(key, parse_money, printed, None)
    return micros


def _paytables(
    wager: file.WagerPart,
    table: file.TablePart,
    key: str,
    events: Mapping[str, Sequence[str]],
    readings: Sequence[Reading],
    faults: _Faults,
) -> list[Paytable]:
    rows: dict[str, list[Row]] = {label: [] for label in table.columns}
    by_id = {reading.id: reading for reading in readings}
    envies: dict[str, list[EnvyRow]] = {label: [] for label in table.columns}
    for n, part in enumerate(table.rows):
        place = f"{key}.rows[{n}] {part.hand!r}"
        if wager.family is not None:
            _check_event(part.event, wager.family, events, f"{place}.event", faults)
        cells = _cells(part, table.columns, by_id, place, faults)
        if cells is None:
            continue
        outcome = slug(part.hand)
        for column, label in enumerate(table.columns):
            by_reading = {value: listed_cells[column] for value, listed_cells in cells.items()}
            default = by_id[part.reading].default if part.reading in by_id else ""
            pays = by_reading.get(default, "")
            award = faults.attempt(f"{place}.pays[{column}]", parse_payout, pays, _NO_AWARD)
            for value, text in by_reading.items():
                if value != default:
                    faults.attempt(f"{place}.pays.{value}[{column}]", parse_payout, text, _NO_AWARD)
            kept = by_reading if part.reading else {}
            if pays or kept:
                printed = tuple(part.printed or ())
                rows[label].append(Row(outcome, part.hand, part.event, pays, award, part.reading, kept, printed, part.clause))
        _envy_cells(part, table.columns, envies, outcome, place, faults)
    for label, held in rows.items():
        _check_unique([row.outcome for row in held], f"{key}.rows (paytable {label})", faults)
    return [
        Paytable(
            label,
            table.clause,
            tuple(rows[label]),
            None,
            Envy(table.clause, tuple(envies[label])) if envies[label] else None,
        )
        for label in table.columns
    ]


def _cells(
    part: file.RowPart, columns: Sequence[str], by_id: Mapping[str, Reading], place: str, faults: _Faults
) -> dict[str, list[str]] | None:
    """The row's cells per reading value (key "" without a reading); None where they do not fit the columns."""
    if isinstance(part.pays, list):
        cells = {"": part.pays}
        if part.reading is not None:
            faults.add(f"{place}.reading", "a row with a reading lists its pays per value of the reading")
            return None
    else:
        cells = dict(part.pays)
        reading = by_id.get(part.reading or "")
        if reading is None:
            faults.add(f"{place}.reading", f"no reading {part.reading!r} decides which pays hold")
            return None
        if set(cells) != set(reading.values):
            faults.add(f"{place}.pays", f"has {listed(cells)}; the reading {reading.id} has {listed(reading.values)}")
            return None
    for value, texts in cells.items():
        if len(texts) != len(columns):
            where = f"{place}.pays.{value}" if value else f"{place}.pays"
            faults.add(where, f"{len(texts)} cells for {len(columns)} columns")
            return None
    return cells


def _envy_cells(
    part: file.RowPart,
    columns: Sequence[str],
    envies: Mapping[str, list[EnvyRow]],
    outcome: str,
    place: str,
    faults: _Faults,
) -> None:
    if not part.envy:
        return
    if len(part.envy) != len(columns):
        faults.add(f"{place}.envy", f"{len(part.envy)} cells for {len(columns)} columns")
        return
    for label, printed in zip(columns, part.envy, strict=True):
        amount = faults.attempt(f"{place}.envy", parse_envy, printed, None)
        if amount is not None:
            envies[label].append(EnvyRow(outcome, {None: amount}, {"": printed}, part.hand))


def _with_terms_and_envy(part: file.WagerPart, paytables: Sequence[Paytable], key: str, faults: _Faults) -> list[Paytable]:
    labels = [table.label for table in paytables]
    terms: dict[str, PrintedTerms] = {}
    for n, block in enumerate(part.terms):
        terms.update(_terms(block, f"{key}.terms[{n}]", labels, faults))
    envies: dict[str, Envy] = {}
    for n, envy in enumerate(part.envy):
        envies.update(_envy(envy, f"{key}.envy[{n}]", paytables, faults))
    return [
        Paytable(each.label, each.citation, each.rows, terms.get(each.label), envies.get(each.label, each.envy))
        for each in paytables
    ]


def _terms(block: file.TermsPart, key: str, labels: Sequence[str], faults: _Faults) -> dict[str, PrintedTerms]:
    made: dict[str, PrintedTerms] = {}
    series = {"seed": block.seed, "reseed": block.reseed, "increment": block.increment, "reserve": block.reserve}
    for name, cells in series.items():
        if cells is not None and len(cells) != len(block.columns):
            faults.add(f"{key}.{name}", f"{len(cells)} cells for {len(block.columns)} columns")
            return {}
    for n, label in enumerate(block.columns):
        if label not in labels:
            faults.add(f"{key}.columns", f"no paytable {label!r}; allowed: {listed(labels)}")
        printed = {name: cells[n] for name, cells in series.items() if cells is not None}
        seed = faults.attempt(f"{key}.seed[{n}]", parse_multiple, printed.get("seed", ""), None)
        again = printed.get("reseed", printed.get("seed", ""))
        reseed = faults.attempt(f"{key}.reseed[{n}]", parse_multiple, again, None)
        made[label] = PrintedTerms(
            block.clause,
            seed,
            reseed,
            faults.attempt(f"{key}.increment[{n}]", _rate_or_none, printed.get("increment", ""), None),
            faults.attempt(f"{key}.reserve[{n}]", _rate_or_none, printed.get("reserve", ""), None),
            printed,
        )
    return made


def _rate_or_none(printed: str) -> Fraction | None:
    return None if printed.strip().lower() in {"", "n/a"} else parse_rate(printed)


def _envy(block: file.EnvyPart, key: str, paytables: Sequence[Paytable], faults: _Faults) -> dict[str, Envy]:
    """Envy tables printed apart: a column per paytable, or per wager amount for every paytable."""
    by_amount = all(column.startswith("$") for column in block.columns)
    targets = {table.label: table for table in paytables}
    wanted = block.paytables or (list(targets) if by_amount else block.columns)
    for label in wanted:
        if label not in targets:
            faults.add(f"{key}.columns", f"no paytable {label!r}; allowed: {listed(targets)}")
    made: dict[str, Envy] = {}
    for label in (label for label in wanted if label in targets):
        outcomes = {row.outcome for row in targets[label].rows}
        rows = _envy_rows(block.rows, block.columns, label, by_amount, outcomes, key, faults)
        by_reading = {
            value: _envy_rows(alternative, block.columns, label, by_amount, outcomes, key, faults)
            for value, alternative in block.by_reading.items()
            if label in block.reading_paytables
        }
        made[label] = Envy(block.clause, rows, by_reading, block.reading if by_reading else None)
    return made


def _check_envy_reading(
    block: file.EnvyPart, key: str, readings: Sequence[Reading], labels: Sequence[str], faults: _Faults
) -> None:
    if block.reading is None:
        if block.by_reading or block.reading_paytables:
            faults.add(f"{key}.reading", "missing: it decides between the envy tables of by_reading")
        return
    reading = next((each for each in readings if each.id == block.reading), None)
    if reading is None:
        faults.add(f"{key}.reading", f"no reading {block.reading!r}")
        return
    for value in block.by_reading:
        if value not in reading.values:
            faults.add(f"{key}.by_reading", f"no value {value!r} of {reading.id}; allowed: {listed(reading.values)}")
    for label in block.reading_paytables:
        if label not in labels:
            faults.add(f"{key}.reading_paytables", f"no paytable {label!r}; allowed: {listed(labels)}")


def _envy_rows(
    parts: Sequence[file.EnvyRowPart],
    columns: Sequence[str],
    label: str,
    by_amount: bool,
    outcomes: set[str],
    key: str,
    faults: _Faults,
) -> tuple[EnvyRow, ...]:
    rows: list[EnvyRow] = []
    for n, part in enumerate(parts):
        place = f"{key}.rows[{n}] {part.hand!r}"
        if len(part.pays) != len(columns):
            faults.add(f"{place}.pays", f"{len(part.pays)} cells for {len(columns)} columns")
            continue
        outcome = slug(part.row or part.hand)
        if outcome not in outcomes:
            faults.add(f"{place}.row", f"paytable {label} has no row {outcome!r}; allowed: {listed(sorted(outcomes))}")
        cells = dict(zip(columns, part.pays, strict=True))
        amounts: dict[int | None, EnvyAmount] = {}
        for column, printed in cells.items():
            amount = faults.attempt(f"{place}.pays", parse_envy, printed, None)
            if amount is not None and by_amount:
                amounts[faults.attempt(f"{key}.columns", parse_money, column, None)] = amount
            elif amount is not None and column == label:
                amounts[None] = amount
        if amounts:
            rows.append(EnvyRow(outcome, amounts, cells if by_amount else {"": cells[label]}, part.hand))
    return tuple(rows)
