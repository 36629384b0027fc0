"""Reports and verifications as tables for people and as JSON values: money as decimal dollars, exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pitbook.ledger.answer_parts import MONEY, columns_of, share_words, with_dollars
from pitbook.ledger.report_parts import Report
from pitbook.ledger.verify import Verification
from pitbook.payouts import dollars, percent
from pitbook.tables import Align, Column, Document, Row, Table


def report_answer(report: Report) -> Document:
    """A report as a table whose columns are those of its rows."""
    names = [name for name in (report.rows[0] if report.rows else {}) if name not in ("content", "hash", "rulebook", "players")]
    if "closing_value" in names:
        return _balance_answer(report)
    columns = tuple(
        Column(name.replace("_", " "), Align.RIGHT, "$")
        if name in MONEY
        else Column(name.replace("_", " "), Align.RIGHT if name in ("hits", "rounds", "seq", "share") else Align.LEFT)
        for name in names
    )
    rows = tuple(Row(tuple(_report_cell(name, row) for name in names), is_sum=_is_sum(row)) for row in report.rows)
    plain = (_shares_apart(report, names, columns),) if "share" in names else ()
    table = Table(
        f"{report.title}, link {report.link}",
        columns,
        rows,
        subtitle=_heading(report),
        notes=() if rows else ("nothing to report",),
        about=_about(report),
        plain=plain,
    )
    return Document(report.title, [table], with_dollars(asdict(report)))


def _report_cell(name: str, row: Mapping[str, Any]) -> str:
    """A row's share of a meter says among how many players its award was divided; everything else stands by itself."""
    return share_words(row["share"], row["players"]) if name == "share" else _cell(name, row[name])


def _is_sum(row: Mapping[str, Any]) -> bool:
    return bool(row.get("level") == "total")


def _shares_apart(report: Report, names: Sequence[str], columns: tuple[Column, ...]) -> Table:
    """The rows for programs: the share of the meter, and by how many players it was divided."""
    rows = tuple(
        Row((*(percent(Fraction(row[name])) if name == "share" else _cell(name, row[name]) for name in names), str(row["players"])))
        for row in report.rows
    )
    return Table(report.title, (*columns, *columns_of("players>")), rows)


def _heading(report: Report) -> str:
    first, after = report.period
    period = "all time" if first.startswith("0001") else f"from {first} to {after}"
    return f"{period}; made {report.made_at} by Pitbook {report.program_version}"


_BALANCE_LINES = (
    ("opening amount", "opening", ""),
    ("put on by the house", "from_house", "+"),
    ("increments", "contributed", "+"),
    ("reserve parts", "reserve_contributed", "+"),
    ("corrections upwards", "adjusted_up", "+"),
    ("corrections downwards", "adjusted_down", "-"),
    ("transferred in", "transferred_in", "+"),
    ("transferred out", "transferred_out", "-"),
    ("awards", "awarded", "-"),
    ("to the house", "revenue", "-"),
)


def _balance_answer(report: Report) -> Document:
    """The balances as a column for each meter: opening, what came and went, closing."""
    pools = ("value", "reserve", "overflow", "parked")
    lines: list[tuple[str, list[str], str]] = []
    for pool in pools:
        lines.append((f"opening {pool}", [dollars(row[f"opening_{pool}"]) for row in report.rows], ""))
    for heading, name, sign in _BALANCE_LINES:
        lines.append((f"{sign} {heading}".strip(), [dollars(row[name]) for row in report.rows], ""))
    for pool in pools:
        lines.append((f"closing {pool}", [dollars(row[f"closing_{pool}"]) for row in report.rows], "total"))
    off = any(row["difference"] for row in report.rows)
    lines.append(("difference", [dollars(row["difference"]) for row in report.rows], "bad" if off else "dim"))
    lines.append(("paid by the house beside the meter", [dollars(row["house_paid"]) for row in report.rows], ""))
    lines.append(("wagered", [dollars(row["wagered"]) for row in report.rows], ""))
    lines.append(("hits", [str(row["hits"]) for row in report.rows], ""))
    columns = columns_of("", *(f"{row['meter']}>" for row in report.rows))
    rows = tuple(Row((heading, *cells), mark) for heading, cells, mark in lines)
    table = Table(
        f"{report.title}, link {report.link}",
        columns,
        rows,
        subtitle=_heading(report),
        about=_about(report),
        plain=(_meter_by_meter(report, lines),),
    )
    return Document(report.title, [table], with_dollars(asdict(report)))


def _meter_by_meter(report: Report, lines: Sequence[tuple[str, list[str], str]]) -> Table:
    """The balances for programs: a row for each meter."""
    columns = columns_of("meter", *(heading.lstrip("+- ") + (">" if heading == "hits" else "$") for heading, _, _ in lines))
    rows = tuple(Row((row["meter"], *(cells[n] for _, cells, _ in lines))) for n, row in enumerate(report.rows))
    return Table(report.title, columns, rows)


def _about(report: Report) -> tuple[tuple[str, str], ...]:
    first, after = report.period
    all_time = first.startswith("0001")
    return (
        ("link", report.link),
        ("from", "" if all_time else first),
        ("to", "" if all_time else after),
        ("made", report.made_at),
        ("program", f"Pitbook {report.program_version}"),
    )


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if name in MONEY and isinstance(value, int):
        return dollars(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


QUICK_CHECK = "the last event of each link, the balance and the terms of each meter; `pitbook ledger verify` works out every event"


def verification_answer(outcome: Verification, *, quick: bool = False) -> Document:
    """The outcome of a verification, or of the ``quick`` check; the first misfit first. ``events`` is how many were looked at."""
    rows = tuple(Row((each.where, each.what), "bad") for each in outcome.misfits)
    held = sum(each.seq for each in outcome.heads)
    looked_at = [("checked", QUICK_CHECK), ("events held", f"{held:,}")] if quick else [("events", f"{outcome.events:,}")]
    figures = [*looked_at, *((f"head of {each.link}", str(each)) for each in outcome.heads)]
    title = "The ledger fits" if outcome.good else "The ledger does not fit"
    notes = tuple(f"Warning: {each}" for each in outcome.ahead)
    table = Table(title, columns_of("where", "what"), rows, figures=tuple(figures), notes=notes)
    data = {
        "good": outcome.good,
        **({"checked": QUICK_CHECK, "events_held": held} if quick else {}),
        "events": outcome.events,
        "heads": [str(each) for each in outcome.heads],
        "misfits": [asdict(each) for each in outcome.misfits],
        "ahead": list(outcome.ahead),
    }
    return Document(title, [table], data)
