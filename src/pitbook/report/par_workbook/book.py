"""The workbook: a computing worksheet for each PAR sheet, a summary that links to all, readings, findings, editions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Final

from pitbook.catalog import rulebook
from pitbook.choices import Offer
from pitbook.findings import Finding, verdict_in_full
from pitbook.par import ParSheet
from pitbook.payouts import MICROS, dollars
from pitbook.report.par_workbook.layout import CHANGE, Layout
from pitbook.report.par_workbook.parts import DOLLAR, PERCENT, PLAIN, Value
from pitbook.report.par_workbook.worksheet import write_sheet
from pitbook.report.xlsx_book import UNDATED, Book, Page, cell, lines_needed, make, quoted, sheet_name

SUMMARY: Final = "Summary"
READINGS: Final = "Readings"
FINDINGS: Final = "Findings"


@dataclass(frozen=True)
class Heading:
    """What stands on top of a workbook; ``lines`` are name-value pairs. The day is the only date the file gets."""

    title: str = "PAR sheets"
    lines: tuple[tuple[str, str], ...] = ()
    day: date | None = None
    author: str = ""


def workbook(sheets: Sequence[ParSheet], heading: Heading | None = None, findings: Sequence[Finding] | None = None) -> bytes:
    """The workbook of some PAR sheets; the same sheets give the same bytes. ``findings`` of a check get a sheet of their own."""
    head = heading or Heading()
    created = UNDATED if head.day is None else datetime(head.day.year, head.day.month, head.day.day)
    return make(lambda book: _fill(book, sheets, head, findings), title=head.title, created=created, author=head.author)


def _fill(book: Book, sheets: Sequence[ParSheet], head: Heading, findings: Sequence[Finding] | None) -> None:
    names = worksheet_names(sheets)
    summary = book.add(SUMMARY, footer=head.author)
    layouts = []
    for name, sheet in zip(names, sheets, strict=True):
        layouts.append(write_sheet(book.add(name, header_row=5, footer=head.author), sheet, SUMMARY))
    _readings(book.add(READINGS, header_row=2, footer=head.author), sheets)
    if findings is not None:
        _findings(book.add(FINDINGS, header_row=2, footer=head.author), findings, sheets)
    _summary(summary, names, layouts, head, findings)


def worksheet_names(sheets: Sequence[ParSheet]) -> list[str]:
    """A name for each sheet: the wager, its paytable, and the game or the amount where several would be alike."""
    games_of: dict[str, set[str]] = {}
    for sheet in sheets:
        games_of.setdefault(sheet.wager, set()).add(sheet.game)
    kinds = [(sheet.game, sheet.wager, sheet.paytable) for sheet in sheets]
    names: list[str] = []
    for sheet in sheets:
        words = sheet.wager.replace("-", " ").capitalize()
        if len(games_of[sheet.wager]) > 1:
            words = f"{_short_game(sheet.game, games_of[sheet.wager])} {words}"
        label = "" if sheet.paytable == "standard" else f" {sheet.paytable}"
        amount = f" {dollars(sheet.wager_micros)}" if kinds.count((sheet.game, sheet.wager, sheet.paytable)) > 1 else ""
        tail = (label + amount)[:20]
        names.append(sheet_name(words[: 31 - len(tail)].rstrip() + tail, [*names, SUMMARY, READINGS, FINDINGS]))
    return names


def _short_game(game: str, games: set[str]) -> str:
    """The last word of a game's name, or all of them where another game ends in the same."""
    last = game.rsplit("-", 1)[-1]
    alike = [each for each in games if each.rsplit("-", 1)[-1] == last]
    return (last if len(alike) == 1 else game.replace("-", " ")).capitalize()


# Summary -------------------------------------------------------------------------------------------------------------

_COLUMNS: Final = (
    ("Wager", 40, "", ""),
    ("Game", 18, "", ""),
    ("Paytable", 11, "", ""),
    ("Stake", 12, DOLLAR, "amount"),
    ("House edge", 13, PERCENT, "edge"),
    ("Theoretical hold", 13, PERCENT, "hold"),
    ("Return", 13, PERCENT, "return"),
    ("Hit frequency", 13, PERCENT, "hit"),
    ("Standard deviation", 14, PLAIN, "deviation"),
    ("Largest award", 16, DOLLAR, "largest"),
    ("Break-even meter", 16, DOLLAR, "break_even"),
    ("Figures", 12, "", ""),
)
_LAST: Final = len(_COLUMNS) - 1
_NOTES: Final = (
    "Every figure is a formula over the counts and the yellow cells of its worksheet; the worksheets keep the figures as filed.",
    "Edge and return of a progressive are taken at the meter on its worksheet; its theoretical hold is 1 − the long-run return.",
)


def _summary(
    page: Page, names: Sequence[str], layouts: Sequence[Layout], head: Heading, findings: Sequence[Finding] | None
) -> None:
    for n, (_, width, _form, _key) in enumerate(_COLUMNS):
        page.sheet.set_column(n, n, width)
    page.text(0, 0, head.title, "title")
    at = 1
    for name, value in head.lines:
        page.text(at, 0, name, "quiet")
        page.text(at, 1, value)
        at += 1
    at += 1
    for n, (name, _, form, _key) in enumerate(_COLUMNS):
        page.text(at, n, name, "head", "right" if form or n == _LAST else "bold")
    page.sheet.set_row(at, 30)
    for where, name in zip(layouts, names, strict=True):
        at += 1
        _summary_row(page, at, name, where)
    at += 2
    checked = () if findings is None else (_checked(findings, [where.sheet for where in layouts]),)
    for note in (*_NOTES, *checked):
        page.block(at, 0, _LAST, note, "note")
        at += 1
    at = _editions(page, at + 1, [where.sheet for where in layouts])
    _signatures(page, at + 1)


def _summary_row(page: Page, at: int, name: str, where: Layout) -> None:
    sheet, own = where.sheet, quoted(name)
    page.link(at, 0, name, sheet.name, "line")
    page.text(at, 1, rulebook().game(sheet.game).name, "line", "quiet")
    page.text(at, 2, sheet.paytable, "line")
    filed: dict[str, Value] = {figure.key: figure.value for figure in where.figures}
    filed["amount"] = Fraction(sheet.wager_micros, MICROS)
    for column, (_, _width, form, key) in enumerate(_COLUMNS):
        if not key:
            continue
        shown = "edge" if key == "hold" and key not in filed else key
        if shown in filed:
            page.formula(at, column, f"{own}!{where.cells[shown]}", filed[shown], form, "line")
        else:
            page.text(at, column, "–", "line", "right", "quiet")
    rows = [int(where.cells[figure.key].rsplit("$", 1)[1]) - 1 for figure in where.leading]
    moved = "+".join(f"ABS({own}!{cell(row, CHANGE)})" for row in rows)
    page.formula(at, _LAST, f'IF({moved}>0,"changed","as filed")', "as filed", "@", "line")
    mark = {"type": "cell", "criteria": "==", "value": '"changed"', "format": page.book.style("warn")}
    page.sheet.conditional_format(at, _LAST, at, _LAST, mark)


def _checked(findings: Sequence[Finding], sheets: Sequence[ParSheet]) -> str:
    return f"Check of the filing: {verdict_in_full(findings, [sheet.edition for sheet in sheets])}."


def _editions(page: Page, at: int, sheets: Sequence[ParSheet]) -> int:
    for column in range(_LAST + 1):
        page.text(at, column, "Rulebook" if not column else "", "section")
    at += 1
    for game, edition, source, digest in editions(sheet.offer for sheet in sheets):
        page.text(at, 0, game)
        page.text(at, 1, f"edition {edition} · {source}")
        page.text(at + 1, 1, f"SHA-256 of its rules {digest}", "quiet")
        at += 2
    return at


def editions(offers: Iterable[Offer | None]) -> list[tuple[str, str, str, str]]:
    """Game, edition with its period, source and hash of the rules, for each edition that offers stand on."""
    found: dict[tuple[str, str], tuple[str, str, str, str]] = {}
    for offered in offers:
        if offered is not None:
            game, edition = offered.game, offered.edition
            found[game.id, edition.id] = (game.name, f"{edition.id} ({edition.period})", edition.source, game.source_hash)
    return list(found.values())


def _signatures(page: Page, at: int) -> None:
    """Lines for the people who answer for the figures; they stay empty here."""
    for n, role in enumerate(("Prepared by", "Reviewed by")):
        row = at + 2 * n + 1
        page.sheet.set_row(row, 22)
        for first, last, name in ((1, 3, role), (5, 7, "Signature"), (9, 10, "Date")):
            page.text(row, first - 1, name, "quiet", "right")
            for column in range(first, last + 1):
                page.text(row, column, "", "sign")


# Readings and findings -----------------------------------------------------------------------------------------------

_READING_HEADS: Final = (
    ("Reading", 27),
    ("Game", 16),
    ("Question", 40),
    ("Taken", 22),
    ("Meaning", 34),
    ("Chosen or default", 14),
    ("Why", 56),
    ("Clause", 24),
    ("Wagers", 34),
)
_FINDING_HEADS: Final = (
    ("Code", 22),
    ("Severity", 11),
    ("Place", 34),
    ("Found", 44),
    ("Allowed", 44),
    ("Clause", 26),
    ("Remedy", 44),
)


def _readings(page: Page, sheets: Sequence[ParSheet]) -> None:
    """Every reading a figure depends on, what was taken, why, and the wagers that depend on it."""
    rows: dict[tuple[str, str, str], list[str]] = {}
    wagers: dict[tuple[str, str, str], list[str]] = {}
    for sheet in sheets:
        for each in sheet.readings:
            reading, key = each.reading, (sheet.game, each.reading.id, each.value)
            chosen = f"chosen; default {reading.default}" if each.given else "default"
            rows[key] = [reading.id, sheet.game, reading.asks, each.value, each.meaning, chosen, reading.why, reading.citation]
            wagers.setdefault(key, []).append(f"{sheet.wager} {sheet.paytable}")
    table = [[*cells, ", ".join(dict.fromkeys(wagers[key]))] for key, cells in rows.items()]
    _text_table(page, "Readings: where the text is unclear, what was taken and why", _READING_HEADS, table)


def _findings(page: Page, findings: Sequence[Finding], sheets: Sequence[ParSheet]) -> None:
    rows = [[each.code, str(each.severity), each.place, each.found, each.allowed, each.citation, each.remedy] for each in findings]
    _text_table(page, "Findings of the check", _FINDING_HEADS, rows, _checked(findings, sheets))


def _text_table(
    page: Page, title: str, heads: Sequence[tuple[str, float]], rows: Sequence[Sequence[str]], subtitle: str = ""
) -> None:
    page.text(0, 0, title, "title")
    page.text(1, 0, subtitle, "subtitle")
    page.link(0, len(heads) - 1, SUMMARY, "← Summary", "right")
    for n, (name, width) in enumerate(heads):
        page.sheet.set_column(n, n, width)
        page.text(2, n, name, "head")
    for at, cells in enumerate(rows, start=3):
        for n, text in enumerate(cells):
            page.text(at, n, text, "line", "wrap")
        page.sheet.set_row(at, 13.5 * max(lines_needed(text, width) for text, (_, width) in zip(cells, heads, strict=True)))
    if rows:
        page.sheet.autofilter(2, 0, 2 + len(rows), len(heads) - 1)
    else:
        page.text(3, 0, "none", "quiet")


__all__ = ["Heading", "editions", "workbook", "worksheet_names"]
