"""The worked rounds kept beside the project, where they are there."""

from __future__ import annotations

import tomllib
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pitbook.rounds import RoundError, read_round
from pitbook.settlement import settle
from pitbook.settlement_json import settlement_json

CASES = sorted((Path(__file__).parents[2] / "shared" / "cases").glob("*/*.toml"))


@pytest.mark.parametrize("path", CASES, ids=[f"{path.parent.name}-{path.stem}" for path in CASES])
def test_case(path: Path) -> None:
    data = tomllib.loads(path.read_text("utf-8"))
    expect = data.pop("expect")
    if "error" in expect:
        with pytest.raises(RoundError) as caught:
            settle(read_round(data, today=date(2026, 1, 2)))
        message = str(caught.value).lower()
        missing = [word for word in expect["error"].lower().split() if word not in message]
        assert not missing, f"{missing} not in {message}"
        return
    found = settlement_json(settle(read_round(data, today=date(2026, 1, 2))))
    faults = [*check_lines(expect, found), *check_meters(expect, found), *check_totals(expect, found)]
    assert not faults, "\n".join(faults)


def check_lines(expect: Any, found: Any) -> list[str]:
    faults = []
    used: set[int] = set()
    for want in expect.get("lines", []):
        at = [n for n, line in enumerate(found["lines"]) if n not in used and same_line(want, line)]
        if not at:
            faults.append(f"no line {want}")
            continue
        used.add(at[0])
        line = found["lines"][at[0]]
        for key in ("outcome", "result"):
            if key in want and want[key] != line[key]:
                faults.append(f"{want['seat']} {want['wager']}: {key} {line[key]}, not {want[key]}")
        for key in ("stake", "returned", "net", "commission"):
            if key in want and Decimal(want[key]) != Decimal(line[key]):
                faults.append(f"{want['seat']} {want['wager']}: {key} {line[key]}, not {want[key]}")
    for n, line in enumerate(found["lines"]):
        if n not in used and line["kind"] != "base" and Decimal(line["returned"]) != 0:
            faults.append(f"unlisted: {line}")
    return faults


def same_line(want: Any, line: Any) -> bool:
    if (want["seat"], want["wager"]) != (line["seat"], line["wager"]):
        return False
    if (want.get("kind") == "envy") != (line["kind"] == "envy"):
        return False
    if want.get("from_seat") != line.get("from_seat"):
        return False
    return "outcome" not in want or want["outcome"] == line["outcome"]


def check_meters(expect: Any, found: Any) -> list[str]:
    return [
        f"meter {name}: {key} {found['meters'].get(name, {}).get(key)}, not {value}"
        for name, wanted in expect.get("meters", {}).items()
        for key, value in wanted.items()
        if Decimal(found["meters"].get(name, {}).get(key, "NaN")) != Decimal(value)
    ]


def check_totals(expect: Any, found: Any) -> list[str]:
    return [
        f"seat {seat}: {key} {found['totals'][seat][key]}, not {value}"
        for seat, wanted in expect.get("totals", {}).items()
        for key, value in wanted.items()
        if Decimal(found["totals"][seat][key]) != Decimal(value)
    ]
