"""A PAR sheet in the words and pictures of its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.charts import round_step
from pitbook.par import ParSheet
from pitbook.par_table import dollar_text, one_in_text, share_text
from pitbook.payouts import dollars
from pitbook.report.meter_chart import meter_chart
from pitbook.web.forms.par import (
    ParState,
)
from pitbook.web.look.charts import Axis, Level, Mark, Series, plot_html
from pitbook.web.look.widgets import (
    notice_html,
)

FORMS: Final = (("xlsx", "Workbook"), ("pdf", "PDF"), ("csv", "CSV"), ("json", "JSON"))
"""The forms of a sheet as a file, with their names."""
_STEPS: Final = 400


def file_name(state: ParState, kind: str) -> str:
    """``three-card-poker-pair-plus-A.xlsx``; with ``-changed`` where payouts are."""
    return f"{state.game}-{state.wager}-{state.paytable}{'-changed' if state.pays else ''}.{kind}"


def slider_steps(sheet: ParSheet) -> tuple[int, int]:
    """The micro-dollars of one step of the meter's slider, and how many steps there are: beyond every meter that matters."""
    figures = sheet.progressive
    assert figures is not None
    known = [each for each in (figures.seed_micros, figures.mean_meter_micros, figures.break_even_micros) if each is not None]
    top = max([*known, sheet.meter_micros or Fraction(0), Fraction(sheet.wager_micros * 100)])
    unit = round_step(int(top * 3 / 2) // _STEPS, 10_000)
    return unit, int(top * 3 / 2) // unit + 1


def edge_facts(sheet: ParSheet) -> list[tuple[str, str]]:
    """The figures that matter most."""
    edge = ("House edge", share_text(sheet.house_edge))
    if sheet.progressive is not None:
        at = ", nothing on the meter" if sheet.meter_basis == "zero" else f" at {dollar_text(sheet.meter_micros)}"
        edge = (f"House edge{at}", share_text(sheet.house_edge))
        return [("Theoretical hold", share_text(sheet.theoretical_hold)), edge, ("Return now", share_text(sheet.returned))]
    return [edge, ("Return", share_text(sheet.returned)), ("Hit frequency", share_text(sheet.hit_frequency))]


def named_figures(figures: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The figures of a sheet; one that stands indented below another bears its name too."""
    found, above = [], ""
    for name, value in figures:
        if name.startswith(" "):
            found.append((f"{above}, {name.strip()}", value))
        else:
            above = name.split(" per ")[0]
            found.append((name, value))
    return found


def moved_html(sheet: ParSheet, printed: ParSheet, changes: int) -> str:
    """How far the changed payouts move the edge from the printed paytable's."""
    moved = sheet.house_edge - printed.house_edge
    side = "better for the player" if moved < 0 else "better for the house" if moved > 0 else "no change"
    words = (
        f"{changes} payout{'s' if changes != 1 else ''} changed. House edge {share_text(printed.house_edge)} as printed, now "
        f"{share_text(sheet.house_edge)}: {float(moved) * 100:+.4f} points, {side}."
    )
    return notice_html(words, "info", "Not as printed")


def sheet_rows(sheet: ParSheet, editable: Mapping[str, str], unread: Mapping[str, tuple[str, str]]) -> list[dict[str, Any]]:
    """The rows of the sheet for the table; ``editable`` has the printed payouts that may be changed."""
    most = max((abs(row.contribution) for row in sheet.rows), default=Fraction(0)) or Fraction(1)
    found = []
    for row in sheet.rows:
        typed, fault = unread.get(row.outcome, (row.pays, ""))
        found.append(
            {
                "outcome": row.outcome,
                "hand": row.hand,
                "pays": typed,
                "printed": editable.get(row.outcome, row.pays),
                "editable": row.outcome in editable,
                "changed": row.outcome in editable and editable[row.outcome] != row.pays,
                "fault": fault,
                "count": f"{row.count:,}",
                "probability": share_text(row.probability, 6),
                "one_in": one_in_text(row.one_in),
                "contribution": f"{float(row.contribution):.6f}",
                "bar": round(float(max(row.contribution, Fraction(0)) / most) * 100, 2),
                "mark": "dim" if row.outcome == "lose" else "",
            }
        )
    for extra in sheet.extras:
        found.append(
            {
                "outcome": f"extra {extra.outcome}",
                "hand": f"+ {extra.outcome}",
                "pays": extra.pays,
                "count": "",
                "probability": share_text(extra.probability, 6),
                "one_in": "",
                "contribution": "" if extra.contribution is None else f"{float(extra.contribution):.6f}",
                "bar": 0,
                "mark": "",
            }
        )
    found.append(
        {
            "outcome": "total",
            "hand": "Total",
            "pays": "",
            "count": f"{sheet.total:,}",
            "probability": "100%",
            "one_in": "",
            "contribution": f"{float(sheet.returned):.6f}",
            "bar": 0,
            "mark": "total",
        }
    )
    return found


_COLOURS: Final = {"seed": 2, "given": 1, "mean": 4, "even": 3}


def meter_html(sheet: ParSheet) -> str:
    """Return against meter with the meters that matter; nothing for a wager without one."""
    drawn = meter_chart(sheet)
    if drawn is None:
        return ""
    low, high = drawn["line"]
    levels = []
    if drawn["even"] is not None:
        levels.append(Level(drawn["even"], "return 100%", colour=3))
    if drawn["long_run"] is not None and sheet.progressive is not None:
        levels.append(Level(drawn["long_run"], f"long run {share_text(sheet.progressive.long_run_return, 2)}", colour=4))
    marks = [
        Mark(each["x"], each["y"], each["name"], f"{each['meter']}, return {each['returned']}", _COLOURS[each["color"]])
        for each in drawn["marks"]
    ]
    return (
        '<section class="pb-panel">'
        + plot_html(
            "Return against meter",
            [Series("return", ((0.0, low), (1.0, high)))],
            Axis(
                f"meter, for a wager of {dollars(sheet.wager_micros)}", 0, 1, tuple((at, words) for at, words in drawn["x_ticks"])
            ),
            Axis("return", 0, 1, tuple((at, words) for at, words in drawn["y_ticks"])),
            marks=marks,
            levels=levels,
            alt=drawn["alt"],
        )
        + "</section>"
    )
