"""Paytables as printed: their rows, meter terms and Envy Bonuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitbook import rules_file as file
from pitbook.loading.faults import Faults, check_event, check_unique
from pitbook.names import listed, slug
from pitbook.payouts import Award, EnvyAmount, PayoutKind, parse_envy, parse_money, parse_multiple, parse_payout, parse_rate
from pitbook.rulebook import Envy, EnvyRow, Paytable, PrintedTerms, Reading, Row

NO_AWARD = Award(PayoutKind.NOTHING)


def paytables_of(
    wager: file.WagerPart,
    table: file.TablePart,
    key: str,
    events: Mapping[str, Sequence[str]],
    readings: Sequence[Reading],
    faults: Faults,
) -> list[Paytable]:
    """The paytables printed side by side in a block, with the envy that stands in their rows."""
    rows: dict[str, list[Row]] = {label: [] for label in table.columns}
    by_id = {reading.id: reading for reading in readings}
    envies: dict[str, list[EnvyRow]] = {label: [] for label in table.columns}
    for n, part in enumerate(table.rows):
        place = f"{key}.rows[{n}] {part.hand!r}"
        if wager.family is not None:
            check_event(part.event, wager.family, events, f"{place}.event", faults)
        cells = _cells(part, table.columns, by_id, place, faults)
        if cells is None:
            continue
        outcome = slug(part.hand)
        for column, label in enumerate(table.columns):
            by_reading = {value: listed_cells[column] for value, listed_cells in cells.items()}
            default = by_id[part.reading].default if part.reading in by_id else ""
            pays = by_reading.get(default, "")
            award = faults.attempt(f"{place}.pays[{column}]", parse_payout, pays, NO_AWARD)
            for value, text in by_reading.items():
                if value != default:
                    faults.attempt(f"{place}.pays.{value}[{column}]", parse_payout, text, NO_AWARD)
            kept = by_reading if part.reading else {}
            if pays or kept:
                printed = tuple(part.printed or ())
                rows[label].append(Row(outcome, part.hand, part.event, pays, award, part.reading, kept, printed, part.clause))
        _envy_cells(part, table.columns, envies, outcome, place, faults)
    for label, held in rows.items():
        check_unique([row.outcome for row in held], f"{key}.rows (paytable {label})", faults)
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
    part: file.RowPart, columns: Sequence[str], by_id: Mapping[str, Reading], place: str, faults: Faults
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
            faults.missing(f"{place}.reading", f"no reading {part.reading!r} decides which pays hold")
            return None
        if set(cells) != set(reading.values):
            faults.missing(f"{place}.pays", f"has {listed(cells)}; the reading {reading.id} has {listed(reading.values)}")
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
    faults: Faults,
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


def with_terms_and_envy(part: file.WagerPart, paytables: Sequence[Paytable], key: str, faults: Faults) -> list[Paytable]:
    """The paytables with the meter terms and the Envy Bonuses that are printed apart."""
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


def _terms(block: file.TermsPart, key: str, labels: Sequence[str], faults: Faults) -> dict[str, PrintedTerms]:
    made: dict[str, PrintedTerms] = {}
    series = {"seed": block.seed, "reseed": block.reseed, "increment": block.increment, "reserve": block.reserve}
    for name, cells in series.items():
        if cells is not None and len(cells) != len(block.columns):
            faults.add(f"{key}.{name}", f"{len(cells)} cells for {len(block.columns)} columns")
            return {}
    for n, label in enumerate(block.columns):
        if label not in labels:
            faults.missing(f"{key}.columns", f"no paytable {label!r}; allowed: {listed(labels)}")
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


def _envy(block: file.EnvyPart, key: str, paytables: Sequence[Paytable], faults: Faults) -> dict[str, Envy]:
    """Envy tables printed apart: a column per paytable, or per wager amount for every paytable."""
    by_amount = all(column.startswith("$") for column in block.columns)
    targets = {table.label: table for table in paytables}
    wanted = block.paytables or (list(targets) if by_amount else block.columns)
    for label in wanted:
        if label not in targets:
            faults.missing(f"{key}.columns", f"no paytable {label!r}; allowed: {listed(targets)}")
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


def check_envy_reading(block: file.EnvyPart, key: str, readings: Sequence[Reading], labels: Sequence[str], faults: Faults) -> None:
    """That the reading of an envy table is one, with a table for each of its values."""
    if block.reading is None:
        if block.by_reading or block.reading_paytables:
            faults.missing(f"{key}.reading", "missing: it decides between the envy tables of by_reading")
        return
    reading = next((each for each in readings if each.id == block.reading), None)
    if reading is None:
        faults.missing(f"{key}.reading", f"no reading {block.reading!r}")
        return
    for value in block.by_reading:
        if value not in reading.values:
            faults.missing(f"{key}.by_reading", f"no value {value!r} of {reading.id}; allowed: {listed(reading.values)}")
    for label in block.reading_paytables:
        if label not in labels:
            faults.missing(f"{key}.reading_paytables", f"no paytable {label!r}; allowed: {listed(labels)}")


def _envy_rows(
    parts: Sequence[file.EnvyRowPart],
    columns: Sequence[str],
    label: str,
    by_amount: bool,
    outcomes: set[str],
    key: str,
    faults: Faults,
) -> tuple[EnvyRow, ...]:
    rows: list[EnvyRow] = []
    for n, part in enumerate(parts):
        place = f"{key}.rows[{n}] {part.hand!r}"
        if len(part.pays) != len(columns):
            faults.add(f"{place}.pays", f"{len(part.pays)} cells for {len(columns)} columns")
            continue
        outcome = slug(part.row or part.hand)
        if outcome not in outcomes:
            faults.missing(f"{place}.row", f"paytable {label} has no row {outcome!r}; allowed: {listed(sorted(outcomes))}")
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
