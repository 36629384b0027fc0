"""The job of a simulation: its request, and what its process does. The options are those of the command."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from pitbook.file_parts import Part, whole_as_text
from pitbook.web.jobs.process import Result, Tell

if TYPE_CHECKING:
    from pitbook.simulation.figures import Simulated
    from pitbook.simulation.order import Order
    from pitbook.simulation.play_file import PlayFile
    from pitbook.tables import Document

MOST_ROUNDS = 10**8

Said = Annotated[str, BeforeValidator(whole_as_text), Field(max_length=100)]


class SimulateRequest(Part):
    """Whole tables of a filing, played out (`pitbook simulate`)."""

    kind: Literal["simulate"]
    submission: Annotated[dict[str, Any], Field(description="A Rules Submission.")]
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS, description="Rounds at each table.")]
    seed: Annotated[int, Field(ge=0, le=2**63 - 1, description="The same seed gives the same rounds everywhere.")]
    play: Annotated[dict[str, Any], Field(description="Seats, stakes and strategies, as in a file of play.")] = {}
    seats: Annotated[int | None, Field(ge=1, le=99, description="Seats taken at every table.")] = None
    strategy: Annotated[dict[str, str], Field(description="Game to the name of how its players play.")] = {}
    period: Annotated[int | None, Field(ge=1, le=MOST_ROUNDS, description="Rounds of one result in the distribution.")] = None
    pays: Annotated[Said | None, Field(description="A promotion: fixed winnings are paid so many times, as in 2.")] = None
    pays_on: Annotated[list[str], Field(max_length=50, description="Wagers the promotion is for; default every one.")] = []
    pays_rounds: Annotated[Said | None, Field(description="The rounds it lasts, from the first; default all.")] = None
    against: Annotated[dict[str, Any] | None, Field(description="A filing this one would replace: both, side by side.")] = None
    with_sheets: Annotated[bool, Field(description="Also compare wagers whose exact sheet takes long to count.")] = False
    plots: Annotated[bool, Field(description="A ZIP with simulation.json, and meters.svg and hold.svg where there are any.")] = (
        False
    )


def simulate(request: Mapping[str, Any], tell: Tell) -> Result:
    """As ``simulate --json`` prints it, in this one process; with the plots as a ZIP."""
    from pitbook.report.output import json_text
    from pitbook.simulation.plots import pictures
    from pitbook.web.api.filings import zipped

    made, found = played(request, tell)
    text = json_text(made.data).encode()
    if not request.get("plots"):
        return Result(text)
    return Result(
        zipped({"simulation.json": text, **{name: svg.encode() for name, svg in pictures(found).items()}}), "application/zip"
    )


def played(request: Mapping[str, Any], tell: Tell, name: str | None = None) -> tuple[Document, Simulated]:
    """The answer of a simulation, or of two side by side, and what was found of the filing itself."""
    from pitbook.simulation.against import against
    from pitbook.simulation.figures import simulated
    from pitbook.simulation.run import simulate as run
    from pitbook.simulation.view import answer

    old, new = orders_of(request)
    at_length = bool(request.get("with_sheets"))
    if old is None:
        found = simulated(run(new, workers=0, progress=tell), at_length=at_length)
        return answer(found, name or new.name), found
    before = simulated(run(old, workers=0, progress=lambda done, whole: tell(done, 2 * whole)), at_length=at_length)
    found = simulated(run(new, workers=0, progress=lambda done, whole: tell(whole + done, 2 * whole)), at_length=at_length)
    return against(before, found, name or new.name), found


def orders_of(request: Mapping[str, Any]) -> tuple[Order | None, Order]:
    """The orders of the older filing, if there is one, and of the filing; neither names a file.

    Raises an :class:`~pitbook.errors.InputError` with every fault.
    """
    from pitbook.asked.simulate import promoted, seated
    from pitbook.asked.texts import Faults

    faults = Faults()
    play = faults.of(_play, request.get("play", {}))
    promotion = faults.of(promoted, request.get("pays"), request.get("pays_on"), request.get("pays_rounds"), request["rounds"])
    new = faults.of(_order, request, "submission", promotion or {})
    old = None if request.get("against") is None else faults.of(_order, request, "against", {})
    if play is not None and new is not None:
        play = faults.of(seated, new.submission(), play, request.get("seats"), request.get("strategy", {}))
    faults.say()
    assert new is not None
    assert play is not None
    return old and replace(old, play=play), replace(new, play=play)


def _play(data: Any) -> PlayFile:
    from pitbook.file_faults import form_of
    from pitbook.simulation.play_file import PlayError, PlayFile

    return form_of(PlayFile, data, lambda texts: PlayError("\n".join(f"play: {each}" for each in texts)))


def _order(request: Mapping[str, Any], which: str, more: Mapping[str, Any]) -> Order:
    from pitbook.simulation.order import order_of
    from pitbook.submission import SubmissionError

    try:
        text = json.dumps(request[which])
        return order_of(text, request["rounds"], request["seed"], kind="json", period=request.get("period"), **more)
    except SubmissionError as fault:
        if which == "submission":
            raise
        raise SubmissionError([f"{which}: {each}" for each in str(fault).splitlines()]) from fault


def check(request: Mapping[str, Any]) -> None:
    """Whether it can be played. Raises an :class:`~pitbook.errors.InputError` with every fault."""
    from pitbook.asked.texts import Faults
    from pitbook.simulation.planning import plan_of

    old, new = orders_of(request)
    faults = Faults()
    faults.of(plan_of, new)
    if old is not None:
        faults.of(_against_plan, old)
    faults.say()


def _against_plan(old: Order) -> None:
    from pitbook.simulation.planning import PlanError, plan_of

    try:
        plan_of(old)
    except PlanError as fault:
        raise PlanError("\n".join(f"against: {each}" for each in str(fault).splitlines())) from fault
