"""Long work for pages, in the process of a job: answers as tables and pictures, ready to be shown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pitbook.tables import Align, Column, Row, Table
from pitbook.web.jobs.process import Result, Tell


def simulate(request: Mapping[str, Any], tell: Tell) -> Result:
    """A simulation: its tables, the paths of its meters and its results by period as SVG, and the answer of the command."""
    from pitbook.simulation.plots import meters_svg, periods_svg
    from pitbook.web.jobs.simulation import played

    made, found = played(request, tell, str(request.get("name") or "simulation"))
    shown = {
        "tables": [asdict(each) for each in made.tables],
        "pictures": [
            [words, svg]
            for words, svg in (
                ("What stood on the meters, round after round", meters_svg(found.meters)),
                ("How many periods had which result", periods_svg(found.periods)),
            )
            if svg
        ],
        "answer": made.data,
    }
    return Result(json.dumps(shown).encode())


def table_of(values: Mapping[str, Any]) -> Table:
    """A table that came as plain values."""
    return Table(
        title=values["title"],
        columns=tuple(Column(each["heading"], Align(each["align"])) for each in values["columns"]),
        rows=tuple(Row(tuple(each["cells"]), each["mark"]) for each in values["rows"]),
        subtitle=values["subtitle"],
        figures=tuple((name, value) for name, value in values["figures"]),
        notes=tuple(values["notes"]),
    )
