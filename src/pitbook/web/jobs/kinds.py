"""The kinds of jobs: what a request for each looks like, and what its process does. Those of a single game stand in its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from pitbook.file_parts import Part
from pitbook.web.jobs.process import Result, Tell

HERE = "pitbook.web.jobs.kinds"
MOST_ROUNDS = 10**8


@dataclass(frozen=True)
class JobKind:
    """A kind of job: the form of its request, a check that finds its faults at once, and what its process calls."""

    form: type[BaseModel]
    function: str
    check: Callable[[Mapping[str, Any]], Any]


class SimulateRequest(Part):
    """Whole tables of a filing, played out (`pitbook simulate`)."""

    kind: Literal["simulate"]
    submission: Annotated[dict[str, Any], Field(description="A Rules Submission.")]
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS, description="Rounds at each table.")]
    seed: Annotated[int, Field(ge=0, le=2**63 - 1, description="The same seed gives the same rounds everywhere.")]
    play: Annotated[dict[str, Any], Field(description="Seats, stakes and strategies, as in a file of play.")] = {}
    period: Annotated[int | None, Field(ge=1, le=MOST_ROUNDS, description="Rounds of one result in the distribution.")] = None
    with_sheets: Annotated[bool, Field(description="Also compare wagers whose exact sheet takes long to count.")] = False


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


def simulate(request: Mapping[str, Any], tell: Tell) -> Result:
    """As ``simulate --json`` prints it, in this one process."""
    from pitbook.report.output import json_text
    from pitbook.simulation.figures import simulated
    from pitbook.simulation.run import simulate as run
    from pitbook.simulation.view import answer

    order = order_of_request(request)
    found = simulated(run(order, workers=0, progress=tell), at_length=bool(request.get("with_sheets")))
    return Result(json_text(answer(found, order.name).data).encode())


def order_of_request(request: Mapping[str, Any]) -> Any:
    """The order of a simulation; its filing names no files."""
    import json

    from pitbook.file_faults import form_of
    from pitbook.simulation.order import order_of
    from pitbook.simulation.play_file import PlayError, PlayFile

    play = form_of(PlayFile, request.get("play", {}), lambda texts: PlayError("\n".join(f"play: {each}" for each in texts)))
    filing = json.dumps(request["submission"])
    return order_of(filing, request["rounds"], request["seed"], play=play, kind="json", period=request.get("period"))


def _check_simulation(request: Mapping[str, Any]) -> None:
    from pitbook.simulation.plan import plan_of

    plan_of(order_of_request(request))


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
    from pitbook.pack import pack_contents
    from pitbook.pack_filing import pack_filing
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
    "simulate": JobKind(SimulateRequest, f"{HERE}:simulate", _check_simulation),
    "par": JobKind(ParRequest, f"{HERE}:par", _asked_of),
    "pack": JobKind(PackRequest, f"{HERE}:pack", _check_pack),
}
