"""The journal: reports, events, heads, verification, export; faults; settings of the house."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from pydantic import Field
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from pitbook.web.api.inputs import Line, Paging, Query, Word, answer, next_link, page
from pitbook.web.api.steps import Body, Key, signer, step
from pitbook.web.guard.roles import API
from pitbook.web.problems import TooBusyError
from pitbook.web.services import Services


class ReportQuery(Query):
    """Which link and period."""

    link: Annotated[Word, Field(description="The link.")] = "main"
    first: Annotated[Line | None, Field(alias="from", description="First gaming day, or a time with its zone.")] = None
    last: Annotated[Line | None, Field(alias="to", description="Last gaming day, or a time with its zone.")] = None
    day: Annotated[Line | None, Field(description="One gaming day.")] = None


class EventsQuery(Query):
    """Which events."""

    limit: Annotated[int, Field(ge=1, le=1000, description="The most to give at a time.")] = 200
    cursor: Annotated[int, Field(ge=0, le=2**62, description="The number of the last event known.")] = 0


class VerifyQuery(Query):
    """Heads that were kept elsewhere."""

    head: Annotated[list[Line], Field(max_length=100, description="LINK:SEQ:HASH; repeat for more.")] = []


class FaultsQuery(Paging):
    """Which faults."""

    every: Annotated[bool, Field(alias="all", description="Those cleared as well.")] = False


class NewFault(Body):
    """What is out of order."""

    scope: Annotated[Word, Field(description="link, table or meter.")] = "link"
    subject: Annotated[Word | None, Field(description="The table or meter.")] = None
    code: Annotated[Word, Field(description="memory, power, self-check, configuration, communication, other.")] = "other"
    note: Annotated[Line, Field(description="What happened.")] = ""
    link: Annotated[Word, Field(description="The link.")] = "main"


class Cleared(Body):
    """What was done."""

    note: Line = ""


class Setting(Body):
    """A setting's new value."""

    value: Line


def routes(services: Services) -> APIRouter:
    """The routes of this module."""
    router = APIRouter(prefix=API, tags=["ledger"])
    _reports(router, services)
    _journal(router, services)
    _faults(router, services)
    _settings(router, services)
    return router


def _reports(router: APIRouter, services: Services) -> None:
    """What the journal says: reports, and the events themselves."""

    @router.get("/reports/{report}", summary="A report (`pitbook ledger report`)")
    async def report(report: Word, query: Annotated[ReportQuery, InQuery()]) -> Response:
        """balances, contributions, hits, levels, pending, liability, changes, falls, readings, security or events."""
        return answer(await services.read(_report, services.the_ledger(), report, query))

    @router.get("/links/{link}/events", summary="The journal of a link, a part at a time")
    async def events(link: Word, query: Annotated[EventsQuery, InQuery()], request: Request) -> Response:
        """Events in order, after a number. The link `house` has people, settings, logins and refusals."""
        from pitbook.ledger.event_log import events_after

        rows = await services.read(events_after, services.the_ledger(), link, query.cursor, query.limit)
        headers = next_link(request, str(rows[-1]["seq"])) if len(rows) == query.limit else {}
        return answer(rows, headers=headers)


def _journal(router: APIRouter, services: Services) -> None:
    """The journal as a whole: its heads, whether it holds, a copy of it."""

    @router.get("/ledger/heads", summary="The last event of every link (`pitbook ledger head`)")
    async def heads() -> Response:
        """To be kept elsewhere: a verification against them finds a journal that was cut or rewritten."""
        from pitbook.ledger.verify import heads as found

        return answer(
            [{"link": each.link, "seq": each.seq, "hash": each.hash} for each in await services.read(found, services.the_ledger())]
        )

    @router.get("/ledger/check", summary="The quick self-check (`pitbook ledger check`)")
    async def check() -> Response:
        """Heads, conservation of money, check values of configurations."""
        return answer(await services.read(_checked, services.the_ledger()))

    @router.get("/ledger/verification", summary="Verify the whole journal (`pitbook ledger verify`)")
    async def verify(query: Annotated[VerifyQuery, InQuery()]) -> Response:
        """Work the whole journal out again and compare everything; `good` tells. One at a time."""
        return answer(await services.work(_verified, services, query.head))

    @router.get(
        "/ledger/export",
        summary="The whole journal as JSON lines (`pitbook ledger export`)",
        response_class=FileResponse,
        responses={200: {"content": {"application/x-ndjson": {}}, "description": "Events that can be replayed."}},
    )
    async def export() -> Response:
        """Secrets are not in it."""
        path = await services.work(_exported, services)
        return FileResponse(path, media_type="application/x-ndjson", background=BackgroundTask(path.unlink, missing_ok=True))


def _faults(router: APIRouter, services: Services) -> None:
    """Faults of controllers, tables and meters."""

    @router.get("/faults", summary="Faults (`pitbook fault list`)")
    async def faults(query: Annotated[FaultsQuery, InQuery()], request: Request) -> Response:
        """Of controllers, tables and meters; while one is open the wagers it concerns are refused."""
        from pitbook.ledger.answers import faults_answer
        from pitbook.ledger.faults import list_faults

        found = await services.read(list_faults, services.the_ledger(), only_open=not query.every)
        part, headers = page(found, lambda each: each.fault_id, query, request)
        return answer(faults_answer(part).data, headers=headers)

    @router.post("/faults", summary="Declare something out of order (`pitbook fault set`)")
    async def set_fault(body: NewFault, key: Key, request: Request) -> Response:
        """`fault` in the receipt is its id."""
        from pitbook.asked.texts import one_of
        from pitbook.choices import ChoiceError
        from pitbook.ledger import faults

        scope, code = one_of(faults.FaultScope, body.scope, "scope"), one_of(faults.FaultCode, body.code, "code")
        if scope is not faults.FaultScope.LINK and body.subject is None:
            raise ChoiceError(f"subject: which {scope}?")
        subject = body.subject or body.link
        return await step(services, faults.set_fault, body.link, scope, subject, code, body.note, actor=signer(request), key=key)

    @router.post("/faults/{fault}/clear", summary="Declare a fault mended (`pitbook fault clear`)")
    async def clear_fault(fault: Word, body: Cleared, key: Key, request: Request) -> Response:
        """Its wagers are taken again."""
        from pitbook.ledger import faults

        return await step(services, faults.clear_fault, fault, body.note, actor=signer(request), key=key)


def _settings(router: APIRouter, services: Services) -> None:
    """Settings of the house."""

    @router.get("/settings", summary="Settings of the house (`pitbook ledger setting`)")
    async def settings() -> Response:
        """facility, time-zone, gaming-day-start."""
        from pitbook.ledger.house import settings as found

        return answer(await services.read(found, services.the_ledger()))

    @router.put("/settings/{name}", summary="Change a setting (`pitbook ledger setting NAME VALUE`)")
    async def change(name: Word, body: Setting, key: Key, request: Request) -> Response:
        """The old value stays in the journal."""
        from pitbook.ledger.house import change_setting

        return await step(services, change_setting, name, body.value, actor=signer(request), key=key)


def _report(ledger: Any, which: str, query: ReportQuery) -> Any:
    from pitbook.ledger.asked import period_of, report_of
    from pitbook.ledger.report_answers import report_answer

    period = period_of(ledger, query.day or query.first, query.day or query.last)
    return report_answer(report_of(ledger, which, query.link, period)).data


def _checked(ledger: Any) -> Any:
    from pitbook.ledger.report_answers import verification_answer
    from pitbook.ledger.verify import quick_check

    return verification_answer(quick_check(ledger), quick=True).data


def _verified(services: Services, kept: list[str]) -> Any:
    from pitbook.ledger.report_answers import verification_answer
    from pitbook.ledger.verify import parse_heads, verify

    heads = [each for text in kept for each in parse_heads(text)]
    if not services.one_verification_at_a_time.acquire(blocking=False):
        raise TooBusyError("a verification is under way; try again when it is done")
    try:
        return verification_answer(verify(services.the_ledger(), heads)).data
    finally:
        services.one_verification_at_a_time.release()


def _exported(services: Services) -> Path:
    from pitbook.ledger.verify import export_lines

    number, name = tempfile.mkstemp(prefix="pitbook-", suffix=".jsonl", dir=services.settings.data_dir)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in export_lines(services.the_ledger()))
    return Path(name)
