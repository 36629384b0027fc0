"""Whether the server lives, whether it is ready, and its metrics."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from pitbook.ledger.errors import LedgerError
from pitbook.web.problems import REQUEST_ID_KEY, problem
from pitbook.web.services import Services


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(tags=["server"])

    @router.get("/healthz", summary="The server lives")
    async def health() -> dict[str, str]:
        """The process answers."""
        return {"status": "alive"}

    @router.get("/readyz", summary="The server is ready")
    async def ready(request: Request) -> Response:
        """The rulebook is read and the ledger fits itself; 503 with what does not."""
        try:
            found = await services.read(readiness, services)
        except LedgerError as error:
            return problem(503, *str(error).splitlines(), request_id=request.scope[REQUEST_ID_KEY])
        if found["misfits"]:
            return problem(503, *found["misfits"], request_id=request.scope[REQUEST_ID_KEY])
        return JSONResponse({"status": "ready", "ledger": found["ledger"], "rulebook": found["rulebook"]})

    @router.get("/metrics", summary="Metrics for Prometheus", response_class=Response)
    async def metrics() -> Response:
        """Requests, rounds, meters, awards, faults; open to this machine itself, or with the scope ``metrics``."""
        await services.read(refresh, services)
        return Response(services.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return router


def readiness(services: Services) -> dict[str, Any]:
    """What must be there: the rulebook, and a ledger whose quick self-check finds nothing."""
    from pitbook.catalog import rulebook

    misfits: list[str] = []
    if services.ledger is not None:
        from pitbook.ledger.verify import self_check

        misfits = [f"{each.where}: {each.what}" for each in self_check(services.ledger)]
    return {"ledger": services.ledger is not None, "rulebook": rulebook().source_hash, "misfits": misfits}


def refresh(services: Services) -> None:
    """Bring the gauges of the ledger up to date."""
    ledger, metrics = services.ledger, services.metrics
    if ledger is None:
        return
    from pitbook.ledger.awards import list_awards
    from pitbook.ledger.faults import list_faults
    from pitbook.ledger.meters import display, list_meters
    from pitbook.ledger.records import AwardStatus

    views = list_meters(ledger)
    metrics.open_meters.set(sum(each.meter.status == "open" for each in views))
    for view in views:
        metrics.meters.labels(view.meter.link, view.meter.name).set(display(view).amount / 1_000_000)
    for status in (AwardStatus.PENDING, AwardStatus.APPROVED):
        metrics.pending_awards.labels(status).set(len(list_awards(ledger, status=status)))
    faults = list_faults(ledger)
    for scope in ("link", "table", "meter"):
        metrics.faults.labels(scope).set(sum(each.scope == scope for each in faults))
