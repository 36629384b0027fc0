"""Makes anew what the documentation shows of the program: what commands print, and the readings of the rulebook.

In README.md and docs/ a block marked ``console`` holds commands, each after ``$``, and what they print; between
``<!-- made: NAME -->`` and ``<!-- end -->`` stands what a function of :data:`MADE` returns: the help of all commands, the readings
as tables. The tests hold all of it to what the program says.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import typer
from typer.testing import CliRunner

from pitbook import round_file, rulebook
from pitbook.checks import codes
from pitbook.cli import app, application
from pitbook.families import Family, families
from pitbook.file_parts import Part
from pitbook.findings import Severity
from pitbook.meanings import meanings
from pitbook.names import own
from pitbook.rulebook import Game, Reading
from pitbook.stored_counts import counts, is_counted
from pitbook.submission.submission_file import EnvyPart, GamePart, LinkPart, MeterPart, SubmissionFile, ThresholdPart, WagerPart

Parts = Sequence[tuple[str, type[Part]]]

ROOT: Final = Path(__file__).parents[1]
PROGRAMS = str(Path(sys.executable).parent)
"""Where commands are looked for before PATH; a test may put folders before it."""
_BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MADE: Final = re.compile(r"^<!-- made: (\S+) -->\n.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    """The pages of the documentation."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def as_it_should_be(page: Path) -> str:
    """The page's text with everything that is made put in anew."""
    text = _BLOCK.sub(lambda found: f"```console\n{_session(found.group(1))}```", page.read_text("utf-8"))
    return _MADE.sub(lambda found: f"<!-- made: {found.group(1)} -->\n\n{MADE[found.group(1)]()}\n<!-- end -->", text)


# What commands print -------------------------------------------------------------------------------------------------


def _session(block: str) -> str:
    asked = [line for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"{line}\n{printed(line.removeprefix('$ '))}" for line in asked)


@cache
def printed(command: str) -> str:
    """What a command prints when its output is no terminal, without blanks at the ends of lines."""
    environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "FORCE_COLOR"}}
    environment["PATH"] = f"{PROGRAMS}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["sh", "-c", f"exec 2>&1; {command}"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


# Every command -------------------------------------------------------------------------------------------------------


def every_command(group: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The words of every command with the command, groups gone through."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from every_command(command, (*words, name))
        else:
            yield (*words, name), command


def command_help() -> str:
    """A heading and the help of every command."""
    parts = []
    for words, _ in every_command(typer.main.get_command(app)):
        shown = CliRunner().invoke(application(words), [*words, "--help"], prog_name="pitbook").output
        text = "\n".join(line.rstrip() for line in shown.splitlines())
        parts.append(f"### {' '.join(words)}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


# The readings --------------------------------------------------------------------------------------------------------


def readings() -> str:
    """The readings of each game, then those that all games share."""
    book = rulebook()
    parts = []
    for game in book:
        own = [reading for reading in game.edition().readings if reading not in book.policies]
        parts += [f"## {game.name}", "", *_table(own), ""]
    parts += ["## All games", "", "A game may have a default of its own for one of these; it then stands in the game's table.", ""]
    parts += _table(book.policies)
    return "\n".join(parts) + "\n"


def _table(found: Sequence[Reading]) -> list[str]:
    rows = ["| reading | question | values, the default first | why | clause |", "| --- | --- | --- | --- | --- |"]
    return rows + [
        "| " + " | ".join(_cell(each) for each in (f"`{r.id}`", r.asks, _values(r), f"{r.why} {r.effect}", r.citation)) + " |"
        for r in found
    ]


def _values(reading: Reading) -> str:
    order = sorted(reading.values, key=lambda value: value != reading.default)
    texts = [f"`{value}`: {reading.values[value]}" for value in order]
    if reading.default not in reading.values:
        texts.insert(0, f"`{reading.default}`")
    if reading.accepts:
        texts.append(f"or {own(reading.accepts)}")
    return "<br>".join(texts)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# The events ----------------------------------------------------------------------------------------------------------


def events() -> str:
    """The events of each game by hand family: what each needs, its clause, how many deals have it, and what it is there for."""
    lines: list[str] = []
    for game in rulebook():
        lines += [f"## {game.name}", ""]
        for family in families(game.package).values():
            told = meanings(game.package)[family.name]
            held = _held(game, family)
            lines += [f"### {game.id}: {family.name}", "", f"{family.cards} cards; {family.deal}.", ""]
            lines += ["| event | needs | clause | deals | there for |", "| --- | --- | --- | ---: | --- |"]
            for event in family.events:
                cells = (
                    f"`{event}`",
                    told[event].needs,
                    told[event].clause,
                    held.get(event, "not counted alone"),
                    told[event].role,
                )
                lines.append("| " + " | ".join(_cell(each) for each in cells) + " |")
            lines.append("")
    return "\n".join(lines)


def _held(game: Game, family: Family) -> dict[str, str]:
    if not is_counted(family):
        return {}
    masks = counts(game, family, game.decks[0])
    return {event: f"{sum(n for mask, n in masks.items() if mask & family.bit(event)):,}" for event in family.events}


# Filings -------------------------------------------------------------------------------------------------------------


def findings() -> str:
    """The codes of findings, the gravest first."""
    rows = ["| code | severity | means | remedy | clause, where no nearer one is named |", "| --- | --- | --- | --- | --- |"]
    order = list(Severity)
    for code in sorted(codes().values(), key=lambda each: order.index(each.severity)):
        cells = (f"`{code.id}`", code.severity.value, code.means, code.remedy, code.clause)
        rows.append("| " + " | ".join(_cell(each) for each in cells) + " |")
    return "\n".join(rows) + "\n"


def filing_keys() -> str:
    """The keys of a Rules Submission, part by part."""
    parts: Parts = [
        ("The file", SubmissionFile),
        ("[[games]]", GamePart),
        ("[games.wagers.ID]", WagerPart),
        ("[games.wagers.ID.meter]", MeterPart),
        ("[[games.wagers.ID.envy]]", EnvyPart),
        ("[[links]]", LinkPart),
        ("[thresholds]", ThresholdPart),
    ]
    return _keys(parts)


def round_keys() -> str:
    """The keys of a round, part by part."""
    return _keys(
        [
            ("The file", round_file.RoundFile),
            ("[[seats]]", round_file.SeatPart),
            ("[meters.ID]", round_file.MeterPart),
            ("[irregularity]", round_file.IrregularityPart),
        ]
    )


def _keys(parts: Parts) -> str:
    lines: list[str] = []
    for title, part in parts:
        heading = title if title == "The file" else f"`{title}`"
        lines += [f"### {heading}", "", "| key | holds |", "| --- | --- |"]
        for name, field in part.model_fields.items():
            needed = " **Required.**" if field.is_required() else ""
            lines.append(f"| `{name}` | {_cell(field.description or '')}{needed} |")
        lines.append("")
    return "\n".join(lines)


MADE: Final[Mapping[str, Callable[[], str]]] = {
    "commands": command_help,
    "readings": readings,
    "events": events,
    "findings": findings,
    "filing-keys": filing_keys,
    "round-keys": round_keys,
}


def main() -> None:
    """Write every page that is not as it should be."""
    for page in pages():
        wanted = as_it_should_be(page)
        if wanted != page.read_text("utf-8"):
            page.write_text(wanted, "utf-8")
            print(f"made anew: {page.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
