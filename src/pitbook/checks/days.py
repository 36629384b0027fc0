"""Days, editions, names and table numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pitbook.checks.codes import finding
from pitbook.findings import Finding
from pitbook.names import both, listed
from pitbook.starter import is_placeholder
from pitbook.submission import Submission


def check(filing: Submission) -> Iterator[Finding]:
    """Findings on the filing's days, the editions in force on them, and its tables."""
    yield from _days(filing)
    yield from _editions(filing)
    yield from _placeholders(filing)
    yield from _tables(filing)


def _days(filing: Submission) -> Iterator[Finding]:
    effective, filed = filing.file.effective_date, filing.file.filing_date
    if effective is not None and effective < filed:
        yield finding("effective-before-filing", "effective_date", str(effective), f"{filed} or later")


def _editions(filing: Submission) -> Iterator[Finding]:
    undated: set[str] = set()
    for game in filing.games:
        edition = game.edition
        key = "effective_date" if filing.file.effective_date is not None else "filing_date"
        if not game.in_force:
            periods = listed(f"{each.id} ({each.period})" for each in game.game.editions)
            yield finding(
                "date-outside-edition", key, f"{filing.day} for {game.game.id}", f"a day inside {periods}", citation=edition.source
            )
        elif edition.effective_from is None and game.game.id not in undated:
            undated.add(game.game.id)
            yield finding(
                "edition-dates-unknown",
                f"{game.place}.game",
                f"edition {edition.id}, {edition.period}",
                "an edition in force on the day of the filing",
                citation=edition.source,
            )


def _placeholders(filing: Submission) -> Iterator[Finding]:
    names = [("certificate_holder", filing.file.certificate_holder), ("facility", filing.file.facility or "")]
    names += [(f"{game.place}.tables[{n}]", table) for game in filing.games for n, table in enumerate(game.part.tables)]
    for place, name in names:
        if is_placeholder(name):
            yield finding("placeholder-left", place, name, "a name")


def _tables(filing: Submission) -> Iterator[Finding]:
    places: dict[str, list[str]] = {}
    for game in filing.games:
        for table, count in Counter(game.part.tables).items():
            places.setdefault(table, []).extend([f"{game.place}.tables"] * count)
    for table, where in places.items():
        if len(where) > 1:
            times = f", {len(where)} times" if len(set(where)) < len(where) else ""
            found = f"table {table} in {both(dict.fromkeys(where))}{times}"
            yield finding("table-twice", where[-1], found, "each table once")
