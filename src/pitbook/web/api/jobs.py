"""Jobs: long work that is started, looked after and fetched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from pitbook.names import listed, shown
from pitbook.web.api.inputs import BodyError, RequestBody, Word, answer, body_of, document
from pitbook.web.guard.middleware import address_of
from pitbook.web.guard.roles import API
from pitbook.web.jobs.kinds import KINDS, JobKind
from pitbook.web.jobs.process import Task
from pitbook.web.jobs.queue import Job, JobState
from pitbook.web.problems import REQUEST_ID_KEY, problem
from pitbook.web.services import Services

EXAMPLE = {
    "kind": "simulate",
    "rounds": 1000,
    "seed": 1,
    "submission": {
        "certificate_holder": "Example Casino",
        "filing_date": "2026-11-30",
        "games": [{"game": "three-card-poker", "tables": ["T1"], "wagers": {"pair-plus": {"paytable": "A", "minimum": "5.00"}}}],
    },
}


def routes(services: Services, more_kinds: Mapping[str, JobKind] | None = None) -> APIRouter:
    """The routes of this module; ``more_kinds`` are those of single games."""
    router = APIRouter(prefix=API, tags=["jobs"])
    kinds = {**KINDS, **(more_kinds or {})}
    told = f"What is to be done; `kind` is {listed(kinds)}, the rest is the kind's own."

    @router.post(
        "/jobs",
        summary="Start a job",
        status_code=202,
        response_model=None,
        openapi_extra=body_of(told, None, EXAMPLE),
    )
    async def start(request: Request) -> Response:
        """A simulation, the sheets of a wager that takes long to count, a pack with them, or perfect play. Faults are said at once;
        else the answer has the job's id, which is all that is needed to look after it. So many wait; more are refused (429).
        """
        task = await services.count(task_of, await document(request), kinds)
        job = services.jobs.start(task, address_of(request.scope))
        return answer(job.json(), 202, {"Location": f"{API}/jobs/{job.id}"})

    @router.get("/jobs", summary="All jobs")
    async def jobs() -> Response:
        """Those that run or wait, and those that ended lately."""
        return answer([each.json() for each in services.jobs.list()])

    @router.get("/jobs/{job}", summary="How far a job is")
    async def look(job: Word) -> Response:
        """waiting, running, done, failed or cancelled; how much is done of how much; what failed."""
        return answer(services.jobs.get(job).json())

    @router.get("/jobs/{job}/result", summary="What a job came to", response_class=Response)
    async def result(job: Word, request: Request) -> Response:
        """The JSON that the command prints (a pack is a ZIP). It is kept for an hour."""
        return result_of(services.jobs.get(job), request.scope[REQUEST_ID_KEY])

    @router.delete("/jobs/{job}", summary="Cancel a job")
    async def cancel(job: Word) -> Response:
        """It ends at once; one that has ended stays as it is."""
        return answer(services.jobs.cancel(job).json())

    return router


def task_of(given: RequestBody, kinds: Mapping[str, JobKind]) -> Task:
    """The task of a request, checked as far as can be done at once. Raises an InputError with all its faults."""
    from pitbook.file_faults import form_of

    data = given.values()
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise BodyError(f"kind: found {shown(str(kind))}; allowed: {listed(kinds)}")
    form = form_of(kinds[kind].form, data, lambda texts: BodyError("\n".join(texts)))
    request: dict[str, Any] = form.model_dump(mode="json")
    kinds[kind].check(request)
    return Task(kind, kinds[kind].function, request)


def result_of(job: Job, request_id: str) -> Response:
    """A job's result, or why there is none."""
    if job.result is not None:
        return Response(job.result.content, media_type=job.result.media)
    if job.state is JobState.FAILED:
        return problem(422, *job.faults, request_id=request_id)
    return problem(409, f"the job is {job.state}; it has no result", request_id=request_id)
