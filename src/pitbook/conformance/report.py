"""What the conformance check of the game folders says, for people and as JSON values."""

from __future__ import annotations

from collections.abc import Sequence

from pitbook.conformance.check import GameCheck
from pitbook.tables import Document, Row, Table, left, right


def conformance(checks: Sequence[GameCheck]) -> Document:
    """The checks as a table, and one of the findings where there are any."""
    tables = [_summary(checks)]
    if any(each.findings for each in checks):
        tables.append(_findings(checks))
    return Document("Conformance of the game folders", tables, [_data(each) for each in checks])


def _summary(checks: Sequence[GameCheck]) -> Table:
    rows = tuple(
        Row(
            (each.game, *(f"{number:,}" for number in (each.events, each.paytables, each.hands, each.rounds, len(each.findings)))),
            "bad" if each.findings else "",
        )
        for each in checks
    )
    found = sum(len(each.findings) for each in checks)
    return Table(
        title="Conformance of the game folders",
        columns=(*left("Game"), *right("Events", "Paytables", "Hands", "Rounds", "Findings")),
        rows=rows,
        notes=("Nothing was found." if not found else f"{found} finding{'s' if found > 1 else ''}.",),
    )


def _findings(checks: Sequence[GameCheck]) -> Table:
    return Table(
        title="Findings",
        columns=left("Game", "Code", "Place", "Found", "Allowed", "Clause"),
        rows=tuple(
            Row((check.game, each.code, each.place, each.found, each.allowed, each.citation), "bad")
            for check in checks
            for each in check.findings
        ),
    )


def _data(check: GameCheck) -> dict[str, object]:
    return {
        "game": check.game,
        "events": check.events,
        "paytables": check.paytables,
        "hands": check.hands,
        "rounds": check.rounds,
        "findings": [each.to_json() for each in check.findings],
    }
