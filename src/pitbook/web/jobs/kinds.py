"""The kinds of jobs: what a request for each looks like, and what its process does. Those of a single game stand in its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from pitbook.file_parts import Part
from pitbook.web.jobs import simulation
from pitbook.web.jobs.process import Result, Tell

HERE = "pitbook.web.jobs.kinds"


@dataclass(frozen=True)
class JobKind:
    """A kind of job: the form of its request, a check that finds its faults at once, and what its process calls."""

    form: type[BaseModel]
    function: str
    check: Callable[[Mapping[str, Any]], Any]


class ParRequest(Part):
    """The PAR sheets of a wager that take long to count; the rest as the query of the route has it."""

    kind: Literal["par"]
    game: str
    wager: str
    query: Annotated[dict[str, str | list[str]], Field(description="As the query of the route of the sheet.")] = {}


class PackRequest(Part):
    """The PAR pack of a filing, with the sheets that take long to count (a ZIP)."""

    kind: Literal["pack"]
    submission: dict[str, Any]
    without: list[str] = []


# --- what the processes do ------------------------------------------------------------------------------------------


def par(request: Mapping[str, Any], tell: Tell) -> Result:
    """As ``par GAME WAGER --json`` prints it."""
    from pitbook.report.output import json_text

    del tell
    asked, game = _asked_of(request)
    sheets = [sheet.to_json() for sheet in asked.of_game(game)]
    return Result(json_text(sheets[0] if len(sheets) == 1 else sheets).encode())


def _asked_of(request: Mapping[str, Any]) -> tuple[Any, str]:
    from pitbook.catalog import rulebook
    from pitbook.file_faults import form_of
    from pitbook.web.api.inputs import BodyError
    from pitbook.web.api.odds import SheetQuery, asked

    query = form_of(SheetQuery, request["query"], lambda texts: BodyError("\n".join(f"query.{each}" for each in texts)))
    rulebook().game(request["game"]).edition().wager(request["wager"])
    return asked(query, request["wager"]), request["game"]


def pack(request: Mapping[str, Any], tell: Tell) -> Result:
    """The files that ``pack`` writes, as a ZIP."""
    from pitbook.checks import check
    from pitbook.pack.folder import pack_contents
    from pitbook.pack.of_submission import pack_filing
    from pitbook.submission import read_submission
    from pitbook.web.api.filings import zipped

    del tell
    filing = read_submission(request["submission"])
    contents = pack_contents(pack_filing(filing, leave_out=request["without"]), check(filing))
    return Result(zipped(contents), "application/zip")


def _check_pack(request: Mapping[str, Any]) -> None:
    from pitbook.submission import read_submission

    read_submission(request["submission"])


KINDS: dict[str, JobKind] = {
    "simulate": JobKind(simulation.SimulateRequest, f"{simulation.__name__}:simulate", simulation.check),
    "par": JobKind(ParRequest, f"{HERE}:par", _asked_of),
    "pack": JobKind(PackRequest, f"{HERE}:pack", _check_pack),
}
